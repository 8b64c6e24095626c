//! Functions on JSON (INTR-21, INTR-22, INTR-33).

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::java_order::java_hash_order;
use crate::value::{MAX_DEPTH, Object, Value};

/// INTR-21.
pub(super) fn parse(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let text = arguments.text(0)?;
    if text.trim().is_empty() && arguments.language().intrinsics.blank_json_is_null {
        return Ok(Value::Null);
    }
    Value::from_json(&text)
        .map_err(|error| arguments.failure(format_args!("the string is not JSON: {error}")))
}

/// INTR-22.
pub(super) fn print(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    Ok(Value::from(arguments.value(0)?.to_text()))
}

/// INTR-33.
pub(super) fn merge(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let mut merged = arguments.object(0)?;
    let other = arguments.object(1)?;
    let is_deep = arguments.boolean(2)?;
    let rules = arguments.language().intrinsics;
    if is_deep && !rules.merges_deep {
        return Err(arguments.failure("the third argument must be false: merging is shallow"));
    }
    if is_deep {
        merge_deep(&mut merged, other, MAX_DEPTH).ok_or_else(|| {
            arguments.failure(format_args!(
                "objects are nested more than {MAX_DEPTH} deep"
            ))
        })?;
    } else {
        merged.extend(other);
    }
    Ok(Value::Object(if rules.merges_in_java_order {
        in_java_order(merged)
    } else {
        merged
    }))
}

/// Puts the members of `other` into `target`, and those of objects in both into each other; `None`
/// where such are nested deeper than `levels`.
fn merge_deep(target: &mut Object, other: Object, levels: usize) -> Option<()> {
    let levels = levels.checked_sub(1)?;
    for (key, value) in other {
        match (target.get_mut(&key), value) {
            (Some(Value::Object(old)), Value::Object(new)) => merge_deep(old, new, levels)?,
            (Some(old), new) => *old = new,
            (None, new) => {
                target.insert(key, new);
            }
        }
    }
    Some(())
}

/// The service merges in a Java `HashMap`.
fn in_java_order(object: Object) -> Object {
    let order = java_hash_order(object.keys());
    let members = Vec::from(object);
    order
        .into_iter()
        .filter_map(|place| members.get(place).cloned())
        .collect()
}
