//! Dropping with bounded recursion: a document may be nested deeper than the stack is.

use std::cell::Cell;

use super::Value;

/// As many levels are dropped one inside the other, as any other value is.
const MOST_LEVELS: u32 = 32;

thread_local! {
    /// How many containers are being dropped, each inside the one before.
    static LEVEL: Cell<u32> = const { Cell::new(0) };
}

/// Drops what may be nested of the values of a container that goes. The others, and what somebody
/// else still holds, can be dropped as they are.
#[inline]
pub(super) fn release(values: &mut [Value]) {
    if values.iter().any(Value::is_container) {
        release_containers(values);
    }
}

fn release_containers(values: &mut [Value]) {
    let level = LEVEL.get();
    if level >= MOST_LEVELS {
        return in_a_loop(values);
    }
    LEVEL.set(level + 1);
    for value in values.iter_mut().filter(|value| value.is_container()) {
        *value = Value::Null;
    }
    LEVEL.set(level);
}

/// Drops the values, and theirs, with a list instead of the stack.
#[cold]
fn in_a_loop(values: &mut [Value]) {
    let mut pending = Vec::new();
    take_containers(values.iter_mut(), &mut pending);
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(mut array) => take_containers(array.unique_items(), &mut pending),
            Value::Object(mut object) => take_containers(object.unique_values(), &mut pending),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

fn take_containers<'v>(values: impl Iterator<Item = &'v mut Value>, pending: &mut Vec<Value>) {
    pending.extend(values.filter(|value| value.is_container()).map(Value::take));
}
