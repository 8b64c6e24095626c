//! The tree of a parsed definition.

use super::Text;
use crate::source::Span;

/// A JSON value and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The whole value, brackets and quotes included.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it was written, of any size and precision.
    Number(String),
    /// A string.
    String(Text),
    /// An array.
    Array(Vec<Node>),
    /// An object, in order, with keys that occur twice still there twice.
    Object(Vec<Member>),
}

/// A key of an object and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key.
    pub key: Text,
    /// The value.
    pub value: Node,
}

impl Member {
    /// Key and value together.
    pub fn span(&self) -> Span {
        self.key.span.to(self.value.span)
    }
}

impl Node {
    /// What it is, for messages: "an object", "a string", ...
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Number(_) => "a number",
            Kind::String(_) => "a string",
            Kind::Array(_) => "an array",
            Kind::Object(_) => "an object",
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        self.kind == Kind::Null
    }

    /// The value of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// A number as it was written.
    pub fn as_number(&self) -> Option<&str> {
        match &self.kind {
            Kind::Number(text) => Some(text),
            _ => None,
        }
    }

    /// A string with its place, for spans inside it.
    pub fn as_text(&self) -> Option<&Text> {
        match &self.kind {
            Kind::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a string.
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(|text| text.value.as_str())
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[Member]> {
        match &self.kind {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The value of the first member called `key`, if this is an object that has one.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_object()?
            .iter()
            .find(|member| member.key.value == key)
            .map(|member| &member.value)
    }
}
