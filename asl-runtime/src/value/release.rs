//! Dropping without recursion: a document may be nested deeper than the stack is.

use super::Value;

/// Drops the children of a node, and theirs, in a loop.
///
/// Compiler-generated drop code would recurse once per level. Nodes that somebody else still holds
/// are only released, not entered.
pub(super) fn children<'v>(values: impl Iterator<Item = &'v mut Value>) {
    let mut pending = Vec::new();
    take_containers(values, &mut pending);
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(mut array) => take_containers(array.unique_items(), &mut pending),
            Value::Object(mut object) => take_containers(object.unique_values(), &mut pending),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

fn take_containers<'v>(values: impl Iterator<Item = &'v mut Value>, pending: &mut Vec<Value>) {
    pending.extend(values.filter(|value| is_deep(value)).map(Value::take));
}

/// Whether a value holds containers: if not, it can be dropped as it is.
pub(super) fn is_deep(value: &Value) -> bool {
    match value {
        Value::Array(array) => array.iter().any(Value::is_container),
        Value::Object(object) => object.values().any(Value::is_container),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
