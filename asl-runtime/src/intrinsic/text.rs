//! Functions on strings (INTR-20, INTR-36).

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::value::{MAX_DEPTH, Value};

/// INTR-20.
pub(super) fn format(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    if let Some(pieces) = arguments.literal_pieces(0)? {
        return join(arguments, pieces);
    }
    // Nothing but the placeholder has a meaning here, not even a backslash.
    let text = arguments.text(0)?;
    let pieces: Vec<&str> = text.split("{}").collect();
    join(arguments, &pieces)
}

/// The pieces with the other arguments between them.
fn join(arguments: &Arguments<'_>, pieces: &[&str]) -> Result<Value, Failure> {
    // One piece more than placeholders, and one argument more than values.
    let placeholders = pieces.len().saturating_sub(1);
    let values = arguments.len().saturating_sub(1);
    if placeholders != values {
        return Err(arguments.failure(format_args!(
            "placeholders in the template: {placeholders}, values for them: {values}"
        )));
    }
    let mut text = Vec::with_capacity(64);
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            fill(arguments, index, &mut text)?;
        }
        text.extend_from_slice(piece.as_bytes());
    }
    // All that is put there is UTF-8.
    Ok(Value::from(str::from_utf8(&text).unwrap_or_default()))
}

/// Writes an argument of `States.Format`.
fn fill(arguments: &Arguments<'_>, index: usize, out: &mut Vec<u8>) -> Result<(), Failure> {
    let value = arguments.value(index)?;
    if value.is_container() && !arguments.language().intrinsics.formats_containers {
        return Err(arguments.wrong_type(index, "a string, number, boolean or null", &value));
    }
    java_text(&value, MAX_DEPTH, out).ok_or_else(|| {
        arguments.failure(format_args!("a value is nested more than {MAX_DEPTH} deep"))
    })
}

/// Appends a value as the service does, with arrays and objects as Java prints a list and a map:
/// `{Id=7, Tags=[a, b]}` (VARY-21). `None` beyond `levels`.
fn java_text(value: &Value, levels: usize, out: &mut Vec<u8>) -> Option<()> {
    let separator = |index: usize| if index == 0 { &b""[..] } else { b", " };
    match value {
        Value::String(text) => out.extend_from_slice(text.as_bytes()),
        Value::Array(array) => {
            let levels = levels.checked_sub(1)?;
            out.push(b'[');
            for (index, item) in array.iter().enumerate() {
                out.extend_from_slice(separator(index));
                java_text(item, levels, out)?;
            }
            out.push(b']');
        }
        Value::Object(object) => {
            let levels = levels.checked_sub(1)?;
            out.push(b'{');
            for (index, (key, value)) in object.iter().enumerate() {
                out.extend_from_slice(separator(index));
                out.extend_from_slice(key.as_bytes());
                out.push(b'=');
                java_text(value, levels, out)?;
            }
            out.push(b'}');
        }
        leaf => leaf.write_to(out, levels).ok()?,
    }
    Some(())
}

/// INTR-36.
pub(super) fn split(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let text = arguments.text(0)?;
    let mut delimiters: Vec<char> = arguments.text(1)?.chars().collect();
    delimiters.sort_unstable();
    let pieces = text.split(|c| delimiters.binary_search(&c).is_ok());
    Ok(pieces.filter(|piece| !piece.is_empty()).collect())
}
