//! The runtime's own JSON value: shared, copy-on-write, in insertion order.
//!
//! A [`Value`] is what states hand to each other. It differs from `serde_json::Value` where a
//! workflow needs it: a clone takes constant time however large the document is, so that branches
//! and retries share one; objects keep their order (DATA-6), which `serde_json` leaves to a feature
//! that any crate in a build may turn on; integers stay exact and `1` equals `1.0` (DATA-4); and no
//! operation overflows the stack, however deep a document is nested.
//!
//! Values come from text ([`Value::from_json`]), from Rust types ([`to_value`]), from `From` and from
//! the [`json!`](crate::json) macro, and go back through [`Value::to_json`], [`from_value`] and
//! `Display`.

mod array;
mod compare;
mod convert;
mod de;
mod depth;
mod equal;
mod error;
mod index;
mod interop;
mod keys;
mod large;
mod macros;
mod node;
mod number;
mod object;
mod parse;
mod read;
mod release;
mod scan;
mod ser;
mod shape;
mod shapes;
mod text;
mod write;

pub use array::Array;
pub use de::{from_value, try_from_value};
pub use depth::MAX_DEPTH;
pub use error::Error;
#[doc(hidden)]
pub use macros::{json_array, json_entry, json_object, json_value};
pub use number::Number;
pub use object::{Iter, Object};
pub use ser::{into_value, to_value};
pub use text::Text;
pub(crate) use write::{Full, Sink};

use std::mem;
use std::ops::Index as Lookup;

/// How `serde_json` marks the struct that a `RawValue` passes through serde as.
const RAW_VALUE_TOKEN: &str = "$serde_json::private::RawValue";

/// The key under which `serde_json` passes a number as text when built with `arbitrary_precision`.
const NUMBER_TOKEN: &str = "$serde_json::private::Number";

/// The key of an [`Object`]'s entry.
pub type Key = Text;

/// Any JSON value (DATA-1).
///
/// Clones in constant time; a change to a shared value copies the one array or object it concerns.
/// Equality is the language's: `1` equals `1.0` and the order of keys does not count.
///
/// `Display` prints compact JSON text with keys in insertion order (DATA-5).
///
/// ```
/// use asl_runtime::json;
///
/// let order = json!({"id": 7, "items": [{"sku": "A-1"}]});
/// assert_eq!(order["items"][0]["sku"], "A-1");
/// assert_eq!(order["no"]["such"]["thing"], json!(null));
/// assert_eq!(order.to_string(), r#"{"id":7,"items":[{"sku":"A-1"}]}"#);
///
/// let mut paid = order.clone(); // shares everything
/// paid.as_object_mut().unwrap().insert("paid", true);
/// assert!(order.get("paid").is_none());
/// ```
#[derive(Clone, Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(Text),
    /// An array.
    Array(Array),
    /// An object.
    Object(Object),
}

static NULL: Value = Value::Null;

impl Value {
    /// Whether the value is `null`.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether the value is `true` or `false`.
    #[must_use]
    pub const fn is_boolean(&self) -> bool {
        matches!(self, Self::Bool(_))
    }

    /// Whether the value is a number.
    #[must_use]
    pub const fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// Whether the value is a number held as an integer that fits `i64`.
    #[must_use]
    pub const fn is_i64(&self) -> bool {
        self.as_i64().is_some()
    }

    /// Whether the value is a number held as an integer that fits `u64`.
    #[must_use]
    pub const fn is_u64(&self) -> bool {
        self.as_u64().is_some()
    }

    /// Whether the value is a number held as a float.
    #[must_use]
    pub const fn is_f64(&self) -> bool {
        matches!(self, Self::Number(number) if number.is_f64())
    }

    /// Whether the value is a string.
    #[must_use]
    pub const fn is_string(&self) -> bool {
        matches!(self, Self::String(_))
    }

    /// Whether the value is an array.
    #[must_use]
    pub const fn is_array(&self) -> bool {
        matches!(self, Self::Array(_))
    }

    /// Whether the value is an object.
    #[must_use]
    pub const fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    pub(crate) const fn is_container(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Object(_))
    }

    /// What JSON calls this kind of value: `null`, `boolean`, `number`, `string`, `array` or
    /// `object`.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// The value if it is a boolean.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value if it is a number.
    #[must_use]
    #[inline]
    pub const fn as_number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The value if it is a number held as an integer that fits `i64`. See also [`Number::to_i64`].
    #[must_use]
    pub const fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    /// The value if it is a number held as an integer that fits `u64`.
    #[must_use]
    pub const fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Number(number) => number.as_u64(),
            _ => None,
        }
    }

    /// The value if it is a number, as binary64.
    #[must_use]
    #[inline]
    pub const fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(number.as_f64()),
            _ => None,
        }
    }

    /// The value if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(Text::as_str)
    }

    /// The value if it is a string, in its shareable form.
    #[must_use]
    #[inline]
    pub const fn as_text(&self) -> Option<&Text> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value if it is an array.
    #[must_use]
    #[inline]
    pub const fn as_array(&self) -> Option<&Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The value if it is an array, for writing.
    #[must_use]
    pub const fn as_array_mut(&mut self) -> Option<&mut Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The value if it is an object.
    #[must_use]
    #[inline]
    pub const fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The value if it is an object, for writing.
    #[must_use]
    pub const fn as_object_mut(&mut self) -> Option<&mut Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The value under `key` if this is an object that has it.
    #[must_use]
    #[inline]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// The value under `key`, for writing, if this is an object that has it.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        self.as_object_mut()?.get_mut(key)
    }

    /// The item at `index`, counted from 0, if this is an array that has it.
    #[must_use]
    #[inline]
    pub fn get_index(&self, index: usize) -> Option<&Self> {
        self.as_array()?.get(index)
    }

    /// The item at `index`, counted from 0, for writing, if this is an array that has it.
    #[must_use]
    pub fn get_index_mut(&mut self, index: usize) -> Option<&mut Self> {
        let array = self.as_array_mut()?;
        if index >= array.len() {
            return None; // without copying a shared array
        }
        array.make_mut().get_mut(index)
    }

    /// `*place = self.clone()`, but written where it is to be: no value is moved that has just been
    /// written.
    #[inline]
    pub(crate) fn clone_to(&self, place: &mut Self) {
        if !place.is_null() {
            *place = self.clone();
            return;
        }
        // Known from here on: there is nothing to drop.
        match self {
            Self::Null => {}
            Self::Bool(value) => *place = Self::Bool(*value),
            Self::Number(number) => *place = Self::Number(*number),
            Self::String(text) => text.clone_to(place),
            Self::Array(array) => *place = Self::Array(array.clone()),
            Self::Object(object) => *place = Self::Object(object.clone()),
        }
    }

    /// Takes the value out and leaves `null`.
    #[must_use]
    pub fn take(&mut self) -> Self {
        mem::take(self)
    }
}

impl Lookup<&str> for Value {
    type Output = Self;

    /// The value under `key`, or `null` if there is none. Never panics.
    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&NULL)
    }
}

impl Lookup<usize> for Value {
    type Output = Self;

    /// The item at `index`, or `null` if there is none. Never panics.
    fn index(&self, index: usize) -> &Self {
        self.get_index(index).unwrap_or(&NULL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn a_value_that_is_cloned_to_a_place_is_all_that_is_there() {
        let values = [
            json!(null),
            json!(true),
            json!(1),
            json!(u64::MAX),
            json!(0.5),
            json!("short"),
            json!("a text that is too long to be kept in place"),
            Value::String(Text::from_static("static")),
            json!([1, [2]]),
            json!({}),
            json!({"k": {"l": "m"}}),
        ];
        for value in &values {
            for before in &values {
                let mut place = before.clone();
                value.clone_to(&mut place);
                assert_eq!(place, *value, "in the place of {before}");
            }
        }
    }
}
