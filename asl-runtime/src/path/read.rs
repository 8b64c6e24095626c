//! What a path selects (PATH-8 to PATH-11).

use std::borrow::Cow;

use super::filter::Known;
use super::{Filter, Path, Seg, is_definite};
use crate::language::Language;
use crate::value::{Array, Key, Object, Value};

/// What the filters of a path know beside the document it goes through.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) language: &'static Language,
    pub(crate) outer: Outer<'a>,
}

/// The paths from a root inside filters.
#[derive(Clone, Copy)]
pub(crate) enum Outer<'a> {
    /// Outside every filter: how to read one.
    Read(&'a dyn Fn(&Path) -> Option<Value>),
    /// Inside a filter: what they selected, by number.
    Known(&'a [Known]),
}

/// The item of an array, counted from its end.
pub(super) fn from_end(value: &Value, index: usize) -> Option<&Value> {
    let items = value.as_array()?;
    items.get(items.len().checked_sub(index)?)
}

/// The value that single steps lead to; `None` also if there is a step of another kind.
#[inline]
pub(crate) fn select<'v>(steps: &[Seg], root: &'v Value) -> Option<&'v Value> {
    steps.iter().try_fold(root, |value, seg| seg.single(value))
}

/// The value that `steps` lead to, or the array of all those that they lead to (PATH-9, PATH-10).
pub(crate) fn read<'v>(steps: &[Seg], root: &'v Value, scope: Scope<'_>) -> Option<Cow<'v, Value>> {
    let mut value = root;
    for (taken, seg) in steps.iter().enumerate() {
        let next = match *seg {
            Seg::Key(key) => value.get(key),
            Seg::Index(index) => value.get_index(index),
            Seg::FromEnd(index) => from_end(value, index),
            _ => None,
        };
        match next {
            Some(next) => value = next,
            None => return leave(steps.get(taken..)?, value, scope),
        }
    }
    Some(Cow::Borrowed(value))
}

/// [`read`] from the first step on that is not single, or leads nowhere.
#[cold]
fn leave<'v>(steps: &[Seg], value: &'v Value, scope: Scope<'_>) -> Option<Cow<'v, Value>> {
    let selected = match steps.first() {
        Some(seg) if seg.is_single() => nothing(steps),
        _ => read_on(steps, value, scope),
    };
    selected.map(Cow::Owned)
}

/// What is selected where the way to `steps` leads nowhere: an empty array, if any of them may
/// select several values (PATH-10).
pub(crate) fn nothing(steps: &[Seg]) -> Option<Value> {
    (!is_definite(steps)).then(|| Value::Array(Array::new()))
}

/// [`read`] from the first step on that is not single.
fn read_on(steps: &[Seg], root: &Value, scope: Scope<'_>) -> Option<Value> {
    if let [Seg::Keys(keys)] = steps {
        return merge(root, keys);
    }
    let mut nodes = vec![root];
    let mut rest = steps;
    while let Some((seg, after)) = rest.split_first() {
        if after.is_empty()
            && let Some(objects) = merge_each(seg, &nodes)
        {
            return Some(objects.into());
        }
        nodes = if seg.is_single() {
            nodes
                .into_iter()
                .filter_map(|node| seg.single(node))
                .collect()
        } else {
            advance(seg, &nodes, scope)
        };
        rest = after;
    }
    let values: Vec<Value> = nodes.into_iter().cloned().collect();
    Some(Value::Array(values.into()))
}

/// PATH-11: the members of those names, as one object.
fn merge(value: &Value, keys: &[&'static str]) -> Option<Value> {
    let object = value.as_object()?;
    let members = keys
        .iter()
        .filter_map(|key| Some((Key::from_static(key), object.get(key)?.clone())));
    Some(Value::Object(members.collect::<Object>()))
}

/// The same at the end of a path through several values. `..` finds the objects that have them all.
fn merge_each(seg: &Seg, nodes: &[&Value]) -> Option<Array> {
    match *seg {
        Seg::Keys(keys) => Some(nodes.iter().filter_map(|node| merge(node, keys)).collect()),
        Seg::Descend(&Seg::Keys(keys)) => {
            let mut found = Array::new();
            for node in nodes {
                descend(node, |value| {
                    if keys.iter().all(|key| value.get(key).is_some()) {
                        found.extend(merge(value, keys));
                    }
                });
            }
            Some(found)
        }
        _ => None,
    }
}

/// One step from each of the nodes.
fn advance<'v>(seg: &Seg, nodes: &[&'v Value], scope: Scope<'_>) -> Vec<&'v Value> {
    let mut found = Vec::new();
    // Read once, not for every item.
    let known = match (seg, scope.outer) {
        (Seg::Filter(filter) | Seg::Descend(Seg::Filter(filter)), Outer::Read(read)) => {
            Some(filter.read_outer(read))
        }
        _ => None,
    };
    let outer = known.as_deref().map_or(scope.outer, Outer::Known);
    let scope = Scope { outer, ..scope };
    for node in nodes {
        match seg {
            Seg::Descend(inner) => descend(node, |value| {
                // An item that passes is found as itself, not once more in its array.
                if !matches!(inner, Seg::Filter(_)) || value.is_object() {
                    step(inner, value, scope, &mut found);
                }
            }),
            _ => step(seg, node, scope, &mut found),
        }
    }
    found
}

/// Where one step from one value leads.
fn step<'v>(seg: &Seg, value: &'v Value, scope: Scope<'_>, found: &mut Vec<&'v Value>) {
    match *seg {
        Seg::Key(_) | Seg::Index(_) | Seg::FromEnd(_) => found.extend(seg.single(value)),
        Seg::Keys(keys) => found.extend(keys.iter().filter_map(|key| value.get(key))),
        Seg::Indices(indices) => {
            let items = value.as_array().map_or(&[][..], Array::as_slice);
            let places = indices
                .iter()
                .filter_map(|index| place(*index, items.len()));
            found.extend(places.filter_map(|place| items.get(place)));
        }
        Seg::Slice { from, to } => found.extend(slice(value, from, to)),
        Seg::All => match value {
            Value::Array(items) => found.extend(items),
            Value::Object(members) => found.extend(members.values()),
            _ => {}
        },
        Seg::Filter(filter) => keep(filter, value, scope, found),
        // The parser puts no `..` after `..`.
        Seg::Descend(_) => {}
    }
}

/// The items, or the object itself, for which a filter holds.
fn keep<'v>(filter: &Filter, value: &'v Value, scope: Scope<'_>, found: &mut Vec<&'v Value>) {
    match value {
        Value::Array(items) => found.extend(items.iter().filter(|item| filter.holds(item, scope))),
        Value::Object(_) if filter.holds(value, scope) => found.push(value),
        _ => {}
    }
}

/// The place that an index means in an array of that length, if it does not lie before its start.
fn place(index: i32, length: usize) -> Option<usize> {
    match usize::try_from(index) {
        Ok(index) => Some(index),
        Err(_) => length.checked_sub(index.unsigned_abs() as usize),
    }
}

fn slice(value: &Value, from: Option<i32>, to: Option<i32>) -> &[Value] {
    let items = value.as_array().map_or(&[][..], Array::as_slice);
    let bound = |bound: i32| place(bound, items.len()).unwrap_or(0).min(items.len());
    let (from, to) = (from.map_or(0, bound), to.map_or(items.len(), bound));
    items.get(from..to).unwrap_or_default()
}

/// Visits a value and all containers inside it: a container before what it holds, in document order.
///
/// A list of what is still to be visited instead of the stack, which a deep document would overflow.
fn descend<'v>(root: &'v Value, mut visit: impl FnMut(&'v Value)) {
    let mut pending = vec![root];
    while let Some(value) = pending.pop() {
        visit(value);
        match value {
            Value::Array(items) => {
                pending.extend(items.iter().rev().filter(|item| item.is_container()));
            }
            Value::Object(members) => {
                pending.extend(
                    members
                        .values()
                        .rev()
                        .filter(|member| member.is_container()),
                );
            }
            _ => {}
        }
    }
}
