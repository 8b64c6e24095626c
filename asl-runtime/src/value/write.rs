//! Writing values out: `Display` is JSON text, `Debug` the same layout bounded in depth.

use std::fmt::{self, Write};
use std::io::Write as _;
use std::{iter, slice};

use super::depth::TooDeep;
use super::shape::{Name, Names};
use super::text::INLINE;
use super::{Array, Error, MAX_DEPTH, Number, Object, Text, Value, scan};

/// Where JSON text goes.
pub(crate) trait Sink {
    /// Takes the next bytes, or refuses to take any more.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Full>;

    /// Takes the first `length` of these bytes.
    #[inline]
    fn put_first(&mut self, bytes: &[u8; INLINE], length: usize) -> Result<(), Full> {
        self.put(bytes.get(..length).unwrap_or(bytes))
    }
}

/// No more is taken.
#[derive(Debug)]
pub(crate) struct Full;

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), Full> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    #[inline]
    fn put_first(&mut self, bytes: &[u8; INLINE], length: usize) -> Result<(), Full> {
        // Bytes that are always as many need no call to be copied.
        let end = self.len() + length;
        self.extend_from_slice(bytes);
        self.truncate(end);
        Ok(())
    }
}

impl fmt::Display for Value {
    /// Compact JSON text, keys in insertion order (DATA-5), however deep the value is nested.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // At once: a formatter takes longer than all else for each of many small pieces.
        f.write_str(&self.to_text())
    }
}

impl Value {
    /// The value as compact JSON text, keys in insertion order (DATA-5).
    ///
    /// # Errors
    ///
    /// Where arrays and objects nest [`MAX_DEPTH`] deep: what is written could not be read back.
    /// `Display` writes such a value all the same.
    pub fn to_json(&self) -> Result<String, Error> {
        self.text(MAX_DEPTH - 1)
            .map_err(|Full| Error::new(TooDeep.to_string()))
    }

    /// What `Display` writes.
    pub(crate) fn to_text(&self) -> String {
        self.text(usize::MAX).unwrap_or_default()
    }

    /// [`to_json`](Self::to_json) as UTF-8, which is what files and networks take.
    ///
    /// # Errors
    ///
    /// Those of [`to_json`](Self::to_json).
    pub fn to_json_bytes(&self) -> Result<Vec<u8>, Error> {
        self.bytes(MAX_DEPTH - 1)
            .map_err(|Full| Error::new(TooDeep.to_string()))
    }

    fn text(&self, levels: usize) -> Result<String, Full> {
        // All that is put there is UTF-8.
        Ok(String::from_utf8(self.bytes(levels)?).unwrap_or_default())
    }

    fn bytes(&self, levels: usize) -> Result<Vec<u8>, Full> {
        let mut text = Vec::with_capacity(128);
        self.write_to(&mut text, levels)?;
        Ok(text)
    }

    /// Writes JSON text to a sink, unless containers are nested more than `levels` deep.
    pub(crate) fn write_to(&self, out: &mut impl Sink, levels: usize) -> Result<(), Full> {
        write(self, out, levels, MAX_DEPTH)
    }
}

/// Writes a value that is nested at most `levels` deep. Recursive for as many levels as documents
/// have that come from text.
fn write(value: &Value, out: &mut impl Sink, levels: usize, frames: usize) -> Result<(), Full> {
    if !value.is_container() {
        return write_leaf(value, out);
    }
    let (Some(levels), Some(frames)) = (levels.checked_sub(1), frames.checked_sub(1)) else {
        return if levels == 0 {
            Err(Full)
        } else {
            write_deep(value, out, levels)
        };
    };
    match value {
        Value::Array(array) => {
            out.put(b"[")?;
            for (index, item) in array.iter().enumerate() {
                if index > 0 {
                    out.put(b",")?;
                }
                write(item, out, levels, frames)?;
            }
            out.put(b"]")
        }
        Value::Object(object) => {
            out.put(b"{")?;
            let (names, values) = object.parts();
            for (index, (name, value)) in iter::zip(names, values).enumerate() {
                if index > 0 {
                    out.put(b",")?;
                }
                write_name(name, out)?;
                write(value, out, levels, frames)?;
            }
            out.put(b"}")
        }
        leaf => write_leaf(leaf, out),
    }
}

/// The same with a list instead of the stack, which a deep document would overflow.
#[cold]
fn write_deep(value: &Value, out: &mut impl Sink, levels: usize) -> Result<(), Full> {
    let mut open = Vec::new();
    begin(value, out, &mut open)?;
    while let Some(container) = open.last_mut() {
        match container.next(out)? {
            Some(value) => begin(value, out, &mut open)?,
            None => {
                open.pop();
            }
        }
        if open.len() > levels {
            return Err(Full);
        }
    }
    Ok(())
}

/// A container that has been opened but not closed.
struct Open<'a> {
    items: Items<'a>,
    first: bool,
}

enum Items<'a> {
    Array(slice::Iter<'a, Value>),
    Object(iter::Zip<Names<'a>, slice::Iter<'a, Value>>),
}

/// Writes a leaf, or the start of a container.
fn begin<'a>(value: &'a Value, out: &mut impl Sink, open: &mut Vec<Open<'a>>) -> Result<(), Full> {
    let items = match value {
        Value::Array(array) => {
            out.put(b"[")?;
            Items::Array(array.iter())
        }
        Value::Object(object) => {
            out.put(b"{")?;
            let (names, values) = object.parts();
            Items::Object(iter::zip(names, values))
        }
        leaf => return write_leaf(leaf, out),
    };
    open.push(Open { items, first: true });
    Ok(())
}

#[inline]
fn write_leaf(value: &Value, out: &mut impl Sink) -> Result<(), Full> {
    match value {
        Value::Bool(true) => out.put(b"true"),
        Value::Bool(false) => out.put(b"false"),
        Value::Number(number) => write_number(*number, out),
        Value::String(text) => write_text(text, out),
        _ => out.put(b"null"),
    }
}

impl<'a> Open<'a> {
    /// Writes what stands before the next item and returns it, or the end of the container.
    fn next(&mut self, out: &mut impl Sink) -> Result<Option<&'a Value>, Full> {
        let comma: &[u8] = if self.first { b"" } else { b"," };
        self.first = false;
        match &mut self.items {
            Items::Array(items) => match items.next() {
                Some(value) => {
                    out.put(comma)?;
                    Ok(Some(value))
                }
                None => out.put(b"]").map(|()| None),
            },
            Items::Object(entries) => match entries.next() {
                Some((name, value)) => {
                    out.put(comma)?;
                    write_name(name, out)?;
                    Ok(Some(value))
                }
                None => out.put(b"}").map(|()| None),
            },
        }
    }
}

#[inline]
fn write_text(text: &Text, out: &mut impl Sink) -> Result<(), Full> {
    match text.as_inline() {
        Some((bytes, length)) if !scan::is_any_special(bytes, length) => {
            out.put(b"\"")?;
            out.put_first(bytes, length)?;
            out.put(b"\"")
        }
        _ => json_string(text.as_bytes(), out),
    }
}

/// Writes a key and its colon.
#[inline]
fn write_name(name: Name<'_>, out: &mut impl Sink) -> Result<(), Full> {
    if name.is_plain {
        out.put(b"\"")?;
        match name.as_inline() {
            Some((bytes, length)) => out.put_first(bytes, length)?,
            None => out.put(name.bytes)?,
        }
        return out.put(b"\":");
    }
    json_string(name.bytes, out)?;
    out.put(b":")
}

fn write_number(number: Number, out: &mut impl Sink) -> Result<(), Full> {
    let mut buffer = itoa::Buffer::new();
    match (number.as_i64(), number.as_u64()) {
        (Some(signed), _) => out.put(buffer.format(signed).as_bytes()),
        (None, Some(unsigned)) => out.put(buffer.format(unsigned).as_bytes()),
        (None, None) => {
            let mut text = Vec::with_capacity(24);
            write!(text, "{number}").map_err(|_| Full)?;
            out.put(&text)
        }
    }
}

/// Writes a JSON string literal, escaping only what RFC 8259 section 7 demands.
fn json_string(text: &[u8], out: &mut impl Sink) -> Result<(), Full> {
    out.put(b"\"")?;
    let mut rest = text;
    while let Some(at) = scan::special(rest)
        && let Some((plain, [special, after @ ..])) = rest.split_at_checked(at)
    {
        out.put(plain)?;
        match *special {
            b'"' => out.put(b"\\\"")?,
            b'\\' => out.put(b"\\\\")?,
            b'\n' => out.put(b"\\n")?,
            b'\r' => out.put(b"\\r")?,
            b'\t' => out.put(b"\\t")?,
            b'\x08' => out.put(b"\\b")?,
            b'\x0c' => out.put(b"\\f")?,
            control => out.put(format!("\\u{control:04x}").as_bytes())?,
        }
        rest = after;
    }
    out.put(rest)?;
    out.put(b"\"")
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
