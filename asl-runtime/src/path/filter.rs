//! Filters `[?(…)]` (PATH-5, PATH-6).

use std::borrow::Cow;
use std::cmp::Ordering;

use super::read::{Outer, Scope, read};
use super::{Path, Seg, is_definite};
use crate::choice::Num;
use crate::value::{Number, Text, Value};

/// A filter.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// The paths from a root in it and in the filters inside it, whose own lists are empty.
    pub outer: &'static [Path],
    /// What holds for what it selects.
    pub test: Condition,
}

/// What a filter asks.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// `&&`
    All(&'static [Condition]),
    /// `||`
    Any(&'static [Condition]),
    /// `!`
    Not(&'static Condition),
    /// Whether a path selects anything (PATH-6).
    Exists(Term),
    /// A comparison.
    Compare(Term, Operator, Term),
}

/// One side of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Term {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Num),
    /// A string.
    Text(&'static str),
    /// A list of values.
    List(&'static [Term]),
    /// A path from the item, `@…`.
    Item(&'static [Seg]),
    /// One of [`Filter::outer`], of the outermost filter around it.
    Outer(usize),
}

/// How a filter compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `nin`
    NotIn,
    /// `subsetof`
    SubsetOf,
    /// `anyof`
    AnyOf,
    /// `noneof`
    NoneOf,
    /// `size`
    Size,
    /// `empty`
    Empty,
}

/// What a path from a root selected.
pub(crate) struct Known {
    value: Option<Value>,
    exists: bool,
}

impl Filter {
    /// What the paths from a root select: the same for every item.
    pub(super) fn read_outer(&self, read: &dyn Fn(&Path) -> Option<Value>) -> Vec<Known> {
        let known = self.outer.iter().map(|path| {
            let value = read(path);
            let exists = value.as_ref().is_some_and(|v| selects(path.steps, v));
            Known { value, exists }
        });
        known.collect()
    }

    /// Whether it holds for an item.
    pub(super) fn holds(&self, item: &Value, scope: Scope<'_>) -> bool {
        (item.is_container() || scope.language.filters_scalars) && self.test.holds(item, scope)
    }
}

/// Whether a path that gave `value` selected anything.
fn selects(steps: &[Seg], value: &Value) -> bool {
    is_definite(steps) || value.as_array().is_none_or(|found| !found.is_empty())
}

impl Condition {
    /// Recursive: the compiler bounds how deep conditions and filters are nested.
    fn holds(&self, item: &Value, scope: Scope<'_>) -> bool {
        match self {
            Self::All(tests) => tests.iter().all(|test| test.holds(item, scope)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(item, scope)),
            Self::Not(test) => !test.holds(item, scope),
            Self::Exists(Term::Item(steps)) => {
                read(steps, item, scope).is_some_and(|value| selects(steps, &value))
            }
            Self::Exists(Term::Outer(place)) => {
                known(scope, *place).is_some_and(|known| known.exists)
            }
            Self::Exists(_) => true,
            Self::Compare(left, operator, right) => {
                let (left, right) = (left.side(item, scope), right.side(item, scope));
                compare(&left, *operator, &right, scope)
            }
        }
    }
}

fn known<'a>(scope: Scope<'a>, place: usize) -> Option<&'a Known> {
    match scope.outer {
        Outer::Known(known) => known.get(place),
        Outer::Read(_) => None,
    }
}

/// What a [`Term`] amounts to for an item.
enum Side<'v> {
    /// A path that selects nothing.
    Missing,
    Value(Cow<'v, Value>),
    List(&'static [Term]),
}

impl Term {
    fn side<'v>(&self, item: &'v Value, scope: Scope<'v>) -> Side<'v> {
        let selected = match *self {
            Self::List(values) => return Side::List(values),
            Self::Item(steps) => read(steps, item, scope),
            Self::Outer(place) => known(scope, place)
                .and_then(|known| known.value.as_ref())
                .map(Cow::Borrowed),
            _ => self.literal().map(Cow::Owned),
        };
        selected.map_or(Side::Missing, Side::Value)
    }

    /// The value, if it is one. Does not allocate.
    fn literal(&self) -> Option<Value> {
        Some(match *self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Number(Num::Int(value)) => Value::from(value),
            Self::Number(Num::UInt(value)) => Value::from(value),
            Self::Number(Num::Float(value)) => Value::from(value),
            Self::Text(text) => Value::String(Text::from_static(text)),
            Self::List(_) | Self::Item(_) | Self::Outer(_) => return None,
        })
    }
}

impl<'v> Side<'v> {
    fn value(&self) -> Option<&Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Missing | Self::List(_) => None,
        }
    }

    /// The elements, if it is a list or an array.
    fn elements(&self) -> Option<Vec<Cow<'_, Value>>> {
        match self {
            Self::List(values) => {
                let values = values.iter().filter_map(Term::literal);
                Some(values.map(Cow::Owned).collect())
            }
            Self::Value(value) => {
                let items = value.as_array()?;
                Some(items.iter().map(Cow::Borrowed).collect())
            }
            Self::Missing => None,
        }
    }
}

fn compare(left: &Side<'_>, operator: Operator, right: &Side<'_>, scope: Scope<'_>) -> bool {
    let order = |holds: fn(Ordering) -> bool| order(left, right, scope).is_some_and(holds);
    match operator {
        Operator::Equal => equal(left, right),
        // Jayway: also where a path selects nothing.
        Operator::NotEqual => !equal(left, right),
        Operator::Less => order(Ordering::is_lt),
        Operator::LessEqual => order(Ordering::is_le),
        Operator::Greater => order(Ordering::is_gt),
        Operator::GreaterEqual => order(Ordering::is_ge),
        Operator::In => is_in(left, right),
        Operator::NotIn => !is_in(left, right),
        Operator::SubsetOf => lists(left, right, |found, all| found == all),
        Operator::AnyOf => lists(left, right, |found, _| found > 0),
        Operator::NoneOf => lists(left, right, |found, _| found == 0),
        Operator::Size => has_size(left, right),
        Operator::Empty => is_empty(left)
            .zip(right.value().and_then(Value::as_bool))
            .is_some_and(|(empty, expected)| empty == expected),
    }
}

fn equal(left: &Side<'_>, right: &Side<'_>) -> bool {
    match (left, right) {
        (Side::Value(left), Side::Value(right)) => equal_values(left, right),
        (Side::List(_), Side::Value(_)) | (Side::Value(_), Side::List(_)) => {
            let (left, right) = (left.elements(), right.elements());
            left.is_some() && left == right
        }
        _ => false,
    }
}

/// Jayway takes a string beside a number for the number it spells.
fn equal_values(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(number), Value::String(text)) => spelt(text) == Some(*number),
        (Value::String(text), Value::Number(number)) => {
            text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                && number.to_string() == **text
        }
        _ => left == right,
    }
}

/// The number that a text spells, in JSON's way or with a plus or zeros before it.
fn spelt(text: &str) -> Option<Number> {
    let plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    if !text.bytes().all(plain) {
        return None; // what else a float may be: `inf`
    }
    if let Ok(integer) = text.parse::<i64>() {
        return Some(Number::from(integer));
    }
    if let Ok(integer) = text.parse::<u64>() {
        return Some(Number::from(integer));
    }
    Number::from_f64(text.parse().ok()?)
}

/// Numbers with numbers, strings with strings; nothing else has an order.
fn order(left: &Side<'_>, right: &Side<'_>, scope: Scope<'_>) -> Option<Ordering> {
    match (left.value()?, right.value()?) {
        (Value::Number(left), Value::Number(right)) => left.partial_cmp(right),
        (Value::String(left), Value::String(right)) => {
            Some(scope.language.compare_strings(left, right))
        }
        _ => None,
    }
}

fn is_in(left: &Side<'_>, right: &Side<'_>) -> bool {
    let pair = left.value().zip(right.elements());
    pair.is_some_and(|(value, list)| contains(&list, value))
}

fn contains(list: &[Cow<'_, Value>], value: &Value) -> bool {
    list.iter().any(|element| equal_values(value, element))
}

/// What holds of two lists, given how many elements of the left one are in the right one, and how
/// many it has.
fn lists(left: &Side<'_>, right: &Side<'_>, holds: fn(usize, usize) -> bool) -> bool {
    let pair = left.elements().zip(right.elements());
    pair.is_some_and(|(left, right)| {
        let found = left.iter().filter(|value| contains(&right, value)).count();
        holds(found, left.len())
    })
}

fn has_size(left: &Side<'_>, right: &Side<'_>) -> bool {
    let size = match left.value() {
        Some(Value::String(text)) => text.chars().count(),
        Some(Value::Array(items)) => items.len(),
        _ => return false,
    };
    right.value().is_some_and(|expected| *expected == size)
}

fn is_empty(side: &Side<'_>) -> Option<bool> {
    match side.value()? {
        Value::String(text) => Some(text.is_empty()),
        Value::Array(items) => Some(items.is_empty()),
        Value::Object(members) => Some(members.is_empty()),
        _ => None,
    }
}
