//! Paths, compiled to steps (section 8), and what they select.

mod explain;
mod filter;
mod read;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

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
    /// The same, where the first steps lead to a part of `$$.Map.Item`: `Map`, `Item` and its name.
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
    /// `$.name`: the result becomes that member of the raw input (RP-3).
    Key(&'static str),
    /// Any other path: the result becomes part of the raw input.
    At(RefPath),
}

impl Placement {
    /// The path as written.
    pub(crate) fn text(&self) -> Cow<'static, str> {
        match self {
            Self::Discard => "null".into(),
            Self::Replace => "$".into(),
            Self::Key(name) => format!("$.{name}").into(),
            Self::At(path) => path.text.into(),
        }
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

/// What is found under these names, each in the value before.
pub(crate) fn find<'v>(keys: &[&str], root: &'v Value) -> Option<&'v Value> {
    keys.iter().try_fold(root, |value, key| value.get(key))
}

/// Whether a path selects at most one value, rather than an array of those it finds (PATH-8).
pub(crate) fn is_definite(steps: &[Seg]) -> bool {
    match steps.split_last() {
        Some((Seg::Keys(_), way)) => way.iter().all(Seg::is_single),
        _ => steps.iter().all(Seg::is_single),
    }
}
