//! Whether a value is one of those that a shape stands for.

use asl_codegen::dataflow::{Constant, Members, Shape, Types};
use asl_runtime::Value;

/// Why `value` is none of the values of `shape`.
///
/// The order of members counts where `ordered` says so.
pub(crate) fn outside(shape: &Shape, value: &Value, ordered: bool) -> Option<String> {
    let types = types(value);
    if !types.is_within(shape.types()) {
        return Some(format!("{value} is {types}, not {}", shape.types()));
    }
    if let Some(constant) = shape.constant() {
        let is_equal = match constant {
            Constant::Bool(expected) => value.as_bool() == Some(*expected),
            Constant::Integer(expected) => value.as_i64() == Some(*expected),
            Constant::Text(expected) => value.as_str() == Some(&**expected),
        };
        if !is_equal {
            return Some(format!("{value} is not {constant:?}"));
        }
    }
    match (value, shape.members(), shape.elements()) {
        (Value::Object(_), Some(members), _) => member_outside(members, value, ordered),
        (Value::Array(items), _, Some(elements)) => {
            if elements.first().len() > items.len() {
                return Some(format!(
                    "{value} has less than {} items",
                    elements.first().len()
                ));
            }
            items.iter().enumerate().find_map(|(index, item)| {
                let expected = elements.first().get(index).unwrap_or(elements.rest());
                Some(format!("[{index}]: {}", outside(expected, item, ordered)?))
            })
        }
        _ => None,
    }
}

fn member_outside(members: &Members, value: &Value, ordered: bool) -> Option<String> {
    let object = value.as_object()?;
    for (name, member) in members.iter() {
        match object.get(name) {
            None if member.is_required => return Some(format!("{value} has no `{name}`")),
            None => {}
            Some(inner) => {
                if let Some(why) = outside(&member.shape, inner, ordered) {
                    return Some(format!(".{name}: {why}"));
                }
            }
        }
    }
    let mut names = object.keys();
    if let Some(more) = names.find(|name| members.get(name).is_none())
        && members.is_closed()
    {
        return Some(format!("{value} has a member `{more}`"));
    }
    let layout = members.layout().filter(|_| ordered);
    layout
        .filter(|layout| !object.keys().eq(layout.iter().copied()))
        .map(|layout| format!("{value} is not in the order {layout:?}"))
}

fn types(value: &Value) -> Types {
    match value {
        Value::Null => Types::NULL,
        Value::Bool(_) => Types::BOOLEAN,
        Value::Number(_) if value.is_i64() => Types::INTEGER,
        Value::Number(_) => Types::OTHER_NUMBER,
        Value::String(_) => Types::TEXT,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}
