//! Dropping without recursion: a document may be nested deeper than the stack is.

use super::Value;

/// Drops the children of a node, and theirs, in a loop.
///
/// Compiler-generated drop code would recurse once per level. Nodes that somebody else still holds
/// are only released, not entered; `Arc::into_inner` makes sure that of several threads releasing a
/// node at once exactly one enters it.
pub(super) fn children(values: impl Iterator<Item = Value>) {
    // Leaves are dropped by the filter, so that the common flat node needs no list.
    let mut pending: Vec<Value> = values.filter(Value::is_container).collect();
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(array) => {
                let items = array.into_unique().into_iter().flatten();
                pending.extend(items.filter(Value::is_container));
            }
            Value::Object(object) => {
                let entries = object.into_unique().into_iter().flatten();
                pending.extend(entries.map(|(_, value)| value).filter(Value::is_container));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}
