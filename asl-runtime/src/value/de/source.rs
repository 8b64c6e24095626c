//! The two ways to read a value: owned, moving data out, and borrowed.

use std::{slice, vec};

use serde::de::{self, Unexpected, Visitor};

use crate::value::{Iter, Key, Number, Text, Value};

/// A value to read from: `Value` or `&'de Value`.
pub(crate) trait Source<'de>: Sized {
    /// The items of an array.
    type Items: ExactSizeIterator<Item = Self>;
    /// The key of an entry.
    type Key: Into<Str<'de>>;
    /// The entries of an object.
    type Entries: ExactSizeIterator<Item = (Self::Key, Self)>;

    fn as_value(&self) -> &Value;

    fn open(self) -> Node<'de, Self>;
}

/// A value, one level of it taken apart.
pub(crate) enum Node<'de, S: Source<'de>> {
    Null,
    Bool(bool),
    Number(Number),
    String(Str<'de>),
    Array(S::Items),
    Object(S::Entries),
}

impl<'de, S: Source<'de>> Node<'de, S> {
    /// What serde's errors call it.
    pub(crate) fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Null => Unexpected::Unit,
            Self::Bool(value) => Unexpected::Bool(*value),
            Self::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(unsigned), _) => Unexpected::Unsigned(unsigned),
                (None, Some(signed)) => Unexpected::Signed(signed),
                (None, None) => Unexpected::Float(number.as_f64()),
            },
            Self::String(text) => Unexpected::Str(text.as_str()),
            Self::Array(_) => Unexpected::Seq,
            Self::Object(_) => Unexpected::Map,
        }
    }
}

/// A string that borrows where it can.
#[derive(Clone)]
pub(crate) enum Str<'de> {
    Borrowed(&'de str),
    Owned(Text),
}

impl<'de> Source<'de> for Value {
    type Items = vec::IntoIter<Value>;
    type Key = Key;
    type Entries = vec::IntoIter<(Key, Value)>;

    fn as_value(&self) -> &Value {
        self
    }

    fn open(self) -> Node<'de, Self> {
        match self {
            Self::Null => Node::Null,
            Self::Bool(value) => Node::Bool(value),
            Self::Number(number) => Node::Number(number),
            Self::String(text) => Node::String(Str::Owned(text)),
            Self::Array(array) => Node::Array(array.into_iter()),
            Self::Object(object) => Node::Object(object.into_iter()),
        }
    }
}

impl<'de> Source<'de> for &'de Value {
    type Items = slice::Iter<'de, Value>;
    type Key = &'de str;
    type Entries = Iter<'de>;

    fn as_value(&self) -> &Value {
        self
    }

    fn open(self) -> Node<'de, Self> {
        match self {
            Value::Null => Node::Null,
            Value::Bool(value) => Node::Bool(*value),
            Value::Number(number) => Node::Number(*number),
            Value::String(text) => Node::String(Str::Borrowed(text)),
            Value::Array(array) => Node::Array(array.iter()),
            Value::Object(object) => Node::Object(object.iter()),
        }
    }
}

impl<'de> From<&'de str> for Str<'de> {
    fn from(text: &'de str) -> Self {
        Self::Borrowed(text)
    }
}

impl From<Text> for Str<'_> {
    fn from(text: Text) -> Self {
        Self::Owned(text)
    }
}

impl<'de> Str<'de> {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Borrowed(text) => text,
            Self::Owned(text) => text,
        }
    }

    pub(crate) fn visit<V: Visitor<'de>, E: de::Error>(&self, visitor: V) -> Result<V::Value, E> {
        match self {
            Self::Borrowed(text) => visitor.visit_borrowed_str(text),
            Self::Owned(text) => match text.as_static() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => visitor.visit_str(text),
            },
        }
    }

    pub(crate) fn into_text(self) -> Text {
        match self {
            Self::Borrowed(text) => text.into(),
            Self::Owned(text) => text,
        }
    }
}
