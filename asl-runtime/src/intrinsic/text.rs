//! Functions on strings (INTR-20, INTR-36).

use std::fmt::Write;

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::value::{MAX_DEPTH, Value};

/// INTR-20.
pub(super) fn format(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let pieces = arguments.pieces(0)?;
    // One piece more than placeholders, and one argument more than values.
    let placeholders = pieces.len().saturating_sub(1);
    let values = arguments.len().saturating_sub(1);
    if placeholders != values {
        return Err(arguments.failure(format_args!(
            "placeholders in the template: {placeholders}, values for them: {values}"
        )));
    }
    let mut text = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            fill(arguments, index, &mut text)?;
        }
        text.push_str(piece);
    }
    Ok(Value::from(text))
}

/// Writes an argument of `States.Format`.
fn fill(arguments: &Arguments<'_>, index: usize, out: &mut String) -> Result<(), Failure> {
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
fn java_text(value: &Value, levels: usize, out: &mut String) -> Option<()> {
    match value {
        Value::String(text) => out.push_str(text),
        Value::Array(array) => {
            let levels = levels.checked_sub(1)?;
            out.push('[');
            for (index, item) in array.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                java_text(item, levels, out)?;
            }
            out.push(']');
        }
        Value::Object(object) => {
            let levels = levels.checked_sub(1)?;
            out.push('{');
            for (index, (key, value)) in object.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                out.push_str(key);
                out.push('=');
                java_text(value, levels, out)?;
            }
            out.push('}');
        }
        // Writing to a string never fails.
        leaf => write!(out, "{leaf}").unwrap_or_default(),
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
