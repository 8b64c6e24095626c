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

/// As many items are looked at. A long array that is shared is dropped as often as it is shared, and
/// must not be walked each time.
const MOST_LOOKED_AT: usize = 16;

/// Whether a value may hold containers: if not, it can be dropped as it is.
pub(super) fn is_deep(value: &Value) -> bool {
    match value {
        Value::Array(items) => {
            items.len() > MOST_LOOKED_AT || items.iter().any(Value::is_container)
        }
        Value::Object(entries) => {
            entries.len() > MOST_LOOKED_AT || entries.values().any(Value::is_container)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn long_values_are_not_walked_to_see_whether_they_are_deep() {
        let array = |length: usize| (0..length).map(Value::from).collect::<Vec<_>>().into();
        let object = |length: usize| {
            let entries = (0..length).map(|n| (n.to_string(), n));
            Value::Object(entries.collect())
        };
        for (value, expected) in [
            (array(MOST_LOOKED_AT), false),
            (array(MOST_LOOKED_AT + 1), true),
            (object(MOST_LOOKED_AT), false),
            (object(MOST_LOOKED_AT + 1), true),
            (json!([1, []]), true),
            (json!({"k": {}}), true),
            (json!("text"), false),
        ] {
            assert_eq!(is_deep(&value), expected, "{value}");
        }
    }
}
