//! Functions on arrays (INTR-23 to INTR-29).

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash, Hasher};

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::value::{Array, Value};

/// The most elements that `States.ArrayRange` makes.
const LONGEST_RANGE: i128 = 1000;

/// INTR-23.
pub(super) fn array(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let items: Vec<Value> = arguments.values(0).collect::<Result<_, _>>()?;
    Ok(Value::Array(Array::from(items)))
}

/// INTR-24.
pub(super) fn partition(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let array = arguments.array(0)?;
    let size = arguments.integer(1)?;
    if size <= 0 {
        return Err(arguments.failure(format_args!(
            "the size of a chunk must be positive, not {size}"
        )));
    }
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let chunks = array.chunks(size);
    Ok(chunks.map(|chunk| Array::from(chunk.to_vec())).collect())
}

/// INTR-25.
pub(super) fn contains(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let array = arguments.array(0)?;
    let wanted = arguments.value(1)?;
    Ok(Value::Bool(array.contains(&wanted)))
}

/// INTR-26.
pub(super) fn range(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let first = i128::from(arguments.integer(0)?);
    let last = i128::from(arguments.integer(1)?);
    let step = i128::from(arguments.integer(2)?);
    if step == 0 {
        return Err(arguments.failure("the step must not be 0"));
    }
    // Towards `last` there are this many whole steps; if it lies the other way, none is made.
    let steps = (last - first) / step;
    let length = if (last - first).signum() == -step.signum() {
        0
    } else {
        steps + 1
    };
    if length > LONGEST_RANGE {
        return Err(arguments.failure(format_args!(
            "the range would have {length} elements, and the limit is {LONGEST_RANGE}"
        )));
    }
    // Between `first` and `last`, so each is as small as they are.
    let items = (0..length).filter_map(|index| i64::try_from(first + index * step).ok());
    Ok(items.collect())
}

/// INTR-27.
pub(super) fn get_item(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let array = arguments.array(0)?;
    let index = arguments.integer(1)?;
    let item = usize::try_from(index)
        .ok()
        .and_then(|index| array.get(index));
    item.cloned().ok_or_else(|| {
        let length = array.len();
        arguments.failure(format_args!(
            "there is no item {index} in an array of {length}"
        ))
    })
}

/// INTR-28.
pub(super) fn length(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    Ok(Value::from(arguments.array(0)?.len()))
}

/// INTR-29.
pub(super) fn unique(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let array = arguments.array(0)?;
    let state = RandomState::new();
    let mut kept: Vec<Value> = Vec::new();
    let mut by_fingerprint: HashMap<u64, Vec<usize>> = HashMap::new();
    for item in &array {
        let alike = by_fingerprint.entry(fingerprint(item, &state)).or_default();
        let is_known = alike.iter().any(|place| kept.get(*place) == Some(item));
        if !is_known {
            alike.push(kept.len());
            kept.push(item.clone());
        }
    }
    Ok(Value::Array(Array::from(kept)))
}

/// Equal values have the same fingerprint. It looks at a value and its children, not deeper, so that
/// it needs no recursion.
fn fingerprint(value: &Value, state: &RandomState) -> u64 {
    let mut hasher = state.build_hasher();
    match value {
        Value::Array(array) => {
            array.len().hash(&mut hasher);
            array.iter().for_each(|item| hash_leaf(item, &mut hasher));
        }
        Value::Object(object) => {
            // The order of keys does not count.
            let members = object.iter().fold(0_u64, |sum, (key, value)| {
                let mut member = state.build_hasher();
                key.hash(&mut member);
                hash_leaf(value, &mut member);
                sum.wrapping_add(member.finish())
            });
            (object.len(), members).hash(&mut hasher);
        }
        leaf => hash_leaf(leaf, &mut hasher),
    }
    hasher.finish()
}

fn hash_leaf(value: &Value, hasher: &mut impl Hasher) {
    value.type_name().hash(hasher);
    match value {
        Value::Null => {}
        Value::Bool(value) => value.hash(hasher),
        // DATA-4: `1` equals `1.0`. There is no negative zero.
        Value::Number(number) => number.as_f64().to_bits().hash(hasher),
        Value::String(text) => text.hash(hasher),
        Value::Array(array) => array.len().hash(hasher),
        Value::Object(object) => object.len().hash(hasher),
    }
}
