//! Writing values out: `Display` is JSON text, `Debug` the same layout bounded in depth.

use std::fmt::{self, Write};
use std::slice;

use super::{Array, Iter, MAX_DEPTH, Object, Value};

/// A container that has been opened but not closed.
struct Open<'a> {
    items: Items<'a>,
    first: bool,
}

enum Items<'a> {
    Array(slice::Iter<'a, Value>),
    Object(Iter<'a>),
}

impl fmt::Display for Value {
    /// Compact JSON text, keys in insertion order (DATA-5), however deep the value is nested.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A list instead of the stack, which a deep document would overflow.
        let mut open = Vec::new();
        begin(self, f, &mut open)?;
        while let Some(container) = open.last_mut() {
            match container.next(f)? {
                Some(value) => begin(value, f, &mut open)?,
                None => {
                    open.pop();
                }
            }
        }
        Ok(())
    }
}

/// Writes a leaf, or the start of a container.
fn begin<'a>(value: &'a Value, out: &mut impl Write, open: &mut Vec<Open<'a>>) -> fmt::Result {
    let items = match value {
        Value::Null => return out.write_str("null"),
        Value::Bool(value) => return write!(out, "{value}"),
        Value::Number(number) => return write!(out, "{number}"),
        Value::String(text) => return json_string(text, out),
        Value::Array(array) => {
            out.write_char('[')?;
            Items::Array(array.iter())
        }
        Value::Object(object) => {
            out.write_char('{')?;
            Items::Object(object.iter())
        }
    };
    open.push(Open { items, first: true });
    Ok(())
}

impl<'a> Open<'a> {
    /// Writes what stands before the next item and returns it, or the end of the container.
    fn next(&mut self, out: &mut impl Write) -> Result<Option<&'a Value>, fmt::Error> {
        let (key, value) = match &mut self.items {
            Items::Array(items) => match items.next() {
                Some(value) => (None, value),
                None => return out.write_char(']').map(|()| None),
            },
            Items::Object(entries) => match entries.next() {
                Some((key, value)) => (Some(key), value),
                None => return out.write_char('}').map(|()| None),
            },
        };
        if !self.first {
            out.write_char(',')?;
        }
        self.first = false;
        if let Some(key) = key {
            json_string(key, out)?;
            out.write_char(':')?;
        }
        Ok(Some(value))
    }
}

/// Writes a JSON string literal, escaping only what RFC 8259 section 7 demands.
fn json_string(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| matches!(c, '"' | '\\' | '\0'..='\x1f')) {
        let (plain, special) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.write_str(plain)?;
        let mut special = special.chars();
        match special.next() {
            Some('"') => out.write_str("\\\"")?,
            Some('\\') => out.write_str("\\\\")?,
            Some('\n') => out.write_str("\\n")?,
            Some('\r') => out.write_str("\\r")?,
            Some('\t') => out.write_str("\\t")?,
            Some('\x08') => out.write_str("\\b")?,
            Some('\x0c') => out.write_str("\\f")?,
            Some(control) => write!(out, "\\u{:04x}", u32::from(control))?,
            None => {}
        }
        rest = special.as_str();
    }
    out.write_str(rest)?;
    out.write_char('"')
}

/// A value for `Debug`, which std's formatters can only print recursively.
struct Shallow<'a> {
    value: &'a Value,
    levels: usize,
}

impl fmt::Debug for Shallow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.levels.checked_sub(1)) {
            (Value::Array(array), Some(levels)) => list(array, levels, f),
            (Value::Object(object), Some(levels)) => map(object, levels, f),
            (Value::Array(_) | Value::Object(_), None) => f.write_char('…'),
            (leaf, _) => fmt::Display::fmt(leaf, f),
        }
    }
}

fn list(array: &Array, levels: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.debug_list()
        .entries(array.iter().map(|value| Shallow { value, levels }))
        .finish()
}

fn map(object: &Object, levels: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.debug_map()
        .entries(
            object
                .iter()
                .map(|(key, value)| (key, Shallow { value, levels })),
        )
        .finish()
}

impl fmt::Debug for Value {
    /// JSON-like text; `{:#?}` puts each item on its own line. Beyond [`MAX_DEPTH`] it says `…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shallow {
            value: self,
            levels: MAX_DEPTH,
        }
        .fmt(f)
    }
}

pub(super) fn debug_array(array: &Array, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    list(array, MAX_DEPTH, f)
}

pub(super) fn debug_object(object: &Object, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    map(object, MAX_DEPTH, f)
}
