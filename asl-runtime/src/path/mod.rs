//! Paths, compiled to steps (section 8), and what they select.

mod explain;
mod filter;
mod read;

#[cfg(test)]
mod tests;

use crate::value::Value;

pub(crate) use explain::{explain_missing, no_results};
pub use filter::{Condition, Filter, Operator, Term};
pub(crate) use read::{Outer, Scope, nothing, read, select};

/// One step of a path (PATH-3).
#[derive(Clone, Copy, Debug)]
pub enum Seg {
    /// The member of an object.
    Key(&'static str),
    /// The item of an array, from 0.
    Index(usize),
    /// The item of an array, counted from its end; the last one is 1.
    FromEnd(usize),
    /// Members of an object: at the end of a path one object with those that exist, before another
    /// step each of them (PATH-11).
    Keys(&'static [&'static str]),
    /// Items of an array in this order; negative ones count from the end.
    Indices(&'static [i32]),
    /// Items of an array; negative bounds count from the end.
    Slice {
        /// The first item; by default the first of all.
        from: Option<i32>,
        /// The one after the last item; by default the end of the array.
        to: Option<i32>,
    },
    /// Every member or item.
    All,
    /// The step from the value and from everything inside it, outside in and in document order.
    Descend(&'static Seg),
    /// The items of an array, or the object itself, for which a filter holds.
    Filter(&'static Filter),
}

/// What a path starts from (PATH-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The field's document, `$`.
    Data,
    /// The Context Object, `$$`.
    Context,
    /// The same, where the first steps lead to a part of `$$.Map.Item`.
    MapItem(ItemPart),
    /// The variable of that name (VAR-8).
    Variable(&'static str),
}

/// What Maps read of the Context Object for every item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemPart {
    /// `$$.Map.Item.Index`
    Index,
    /// `$$.Map.Item.Value`
    Value,
}

impl ItemPart {
    /// As many steps lead there.
    pub(crate) const STEPS: usize = 3;

    /// The part that a path from `$$` leads to or through.
    const fn at(steps: &[Seg]) -> Option<Self> {
        if let [Seg::Key(map), Seg::Key(item), Seg::Key(part), ..] = steps
            && is_same(map, "Map")
            && is_same(item, "Item")
        {
            if is_same(part, "Index") {
                return Some(Self::Index);
            }
            if is_same(part, "Value") {
                return Some(Self::Value);
            }
        }
        None
    }
}

/// `==`, for constants.
const fn is_same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (rest, others);
    }
    a.is_empty() && b.is_empty()
}

/// A path.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The path as written.
    pub text: &'static str,
    /// What it starts from.
    pub root: Root,
    /// How it goes on.
    pub steps: &'static [Seg],
}

impl Path {
    /// A path from `$`.
    #[must_use]
    pub const fn data(text: &'static str, steps: &'static [Seg]) -> Self {
        let root = Root::Data;
        Self { text, root, steps }
    }

    /// A path from `$$`.
    #[must_use]
    pub const fn context(text: &'static str, steps: &'static [Seg]) -> Self {
        let root = match ItemPart::at(steps) {
            Some(part) => Root::MapItem(part),
            None => Root::Context,
        };
        Self { text, root, steps }
    }

    /// A path from the variable `name`.
    #[must_use]
    pub const fn variable(name: &'static str, text: &'static str, steps: &'static [Seg]) -> Self {
        let root = Root::Variable(name);
        Self { text, root, steps }
    }
}

/// A Reference Path into data, for writing (RP-1): its steps are members and items.
#[derive(Clone, Copy, Debug)]
pub struct RefPath {
    /// The path as written.
    pub text: &'static str,
    /// How it goes on from `$`.
    pub steps: &'static [Seg],
}

/// What a `ResultPath` does with a result.
#[derive(Clone, Copy, Debug)]
pub enum Placement {
    /// `null`: the result is dropped (IO-4).
    Discard,
    /// `$`: the result is all there is (RP-2).
    Replace,
    /// Any other path: the result becomes part of the raw input (RP-3).
    At(RefPath),
}

impl Placement {
    /// The Reference Path of these steps, which is not `$`.
    #[must_use]
    pub const fn at(text: &'static str, steps: &'static [Seg]) -> Self {
        Self::At(RefPath { text, steps })
    }
}

impl Seg {
    /// The step, if it is one that leads to at most one value.
    #[inline]
    fn single<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        match *self {
            Self::Key(key) => value.get(key),
            Self::Index(index) => value.get_index(index),
            Self::FromEnd(index) => read::from_end(value, index),
            _ => None,
        }
    }

    const fn is_single(&self) -> bool {
        matches!(self, Self::Key(_) | Self::Index(_) | Self::FromEnd(_))
    }
}

/// Whether a path selects at most one value, rather than an array of those it finds (PATH-8).
pub(crate) fn is_definite(steps: &[Seg]) -> bool {
    match steps.split_last() {
        Some((Seg::Keys(_), way)) => way.iter().all(Seg::is_single),
        _ => steps.iter().all(Seg::is_single),
    }
}
