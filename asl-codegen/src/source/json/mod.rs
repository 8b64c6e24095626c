//! JSON that knows where it was written.
//!
//! The grammar is `serde_json`'s, which is strictly RFC 8259. It is asked one level at a time for slices of the text
//! (`&RawValue`), whose addresses give the exact place of each key and value, with duplicate keys still visible.

mod node;
mod pointer;
mod recover;
mod report;
mod string;

use std::fmt;

use serde::Deserialize as _;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use self::report::Reporter;
use super::{Filled, Span};
use crate::diagnostic::Diagnostic;

pub use node::{Kind, Member, Node};
pub(crate) use recover::recover;
pub use string::Text;

/// How many arrays and objects may stand inside each other.
pub const MAX_DEPTH: usize = 128;

/// Parses a definition whose placeholders are filled in; all spans are those of the original text.
///
/// # Errors
///
/// The first violation of JSON, each with its position: [`Code::ByteOrderMark`], [`Code::EmptyFile`],
/// [`Code::NotJson`], [`Code::TrailingText`], or [`Code::TooDeep`] past [`MAX_DEPTH`] levels.
///
/// ```
/// use asl_codegen::diagnostic::Code;
/// use asl_codegen::source::{Filled, Span, json};
///
/// let node = json::parse(&Filled::plain("[1, \"two\"]")).unwrap();
/// assert_eq!(node.as_array().unwrap()[1].span, Span::new(4, 9));
///
/// let error = json::parse(&Filled::plain("[1, two]")).unwrap_err();
/// assert_eq!((error.code, error.span()), (Code::NotJson, Some(Span::new(4, 7))));
/// ```
///
/// [`Code::ByteOrderMark`]: crate::diagnostic::Code::ByteOrderMark
/// [`Code::EmptyFile`]: crate::diagnostic::Code::EmptyFile
/// [`Code::NotJson`]: crate::diagnostic::Code::NotJson
/// [`Code::TrailingText`]: crate::diagnostic::Code::TrailingText
/// [`Code::TooDeep`]: crate::diagnostic::Code::TooDeep
pub fn parse(filled: &Filled) -> Result<Node, Diagnostic> {
    let parser = Parser {
        filled,
        report: Reporter { filled },
    };
    let text = filled.text();
    parser.report.check_start()?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = <&RawValue>::deserialize(&mut deserializer)
        .map_err(|error| parser.report.syntax(0, text, &error))?;
    let value = value.get();
    parser
        .report
        .check_end(parser.offset(value) + value.len())?;
    parser.node(value, 0)
}

struct Parser<'a> {
    filled: &'a Filled,
    report: Reporter<'a>,
}

impl<'a> Parser<'a> {
    /// `raw` is one value without white space around it, `depth` the number of arrays and objects around it.
    fn node(&self, raw: &'a str, depth: usize) -> Result<Node, Diagnostic> {
        let kind = match raw.as_bytes().first() {
            Some(b'{') => Kind::Object(self.members(raw, self.deeper(raw, depth)?)?),
            Some(b'[') => Kind::Array(self.elements(raw, self.deeper(raw, depth)?)?),
            Some(b'"') => Kind::String(self.text(raw)?),
            Some(b't') => Kind::Bool(true),
            Some(b'f') => Kind::Bool(false),
            Some(b'n') => Kind::Null,
            _ => Kind::Number(raw.to_owned()),
        };
        Ok(Node {
            span: self.span(raw),
            kind,
        })
    }

    fn elements(&self, raw: &'a str, depth: usize) -> Result<Vec<Node>, Diagnostic> {
        let elements: Vec<&RawValue> = self.read(raw)?;
        elements
            .into_iter()
            .map(|element| self.node(element.get(), depth))
            .collect()
    }

    fn members(&self, raw: &'a str, depth: usize) -> Result<Vec<Member>, Diagnostic> {
        let Entries(entries) = self.read(raw)?;
        let member = |(key, value): (&'a RawValue, &'a RawValue)| {
            Ok(Member {
                key: self.text(key.get())?,
                value: self.node(value.get(), depth)?,
            })
        };
        entries.into_iter().map(member).collect()
    }

    fn text(&self, raw: &'a str) -> Result<Text, Diagnostic> {
        string::decode(raw, self.offset(raw), self.filled)
            .map_err(|half| self.report.surrogate(half))
    }

    /// One level of the text. The level above was read, so an error here cannot happen; it is reported all the same.
    fn read<T: serde::Deserialize<'a>>(&self, raw: &'a str) -> Result<T, Diagnostic> {
        serde_json::from_str(raw).map_err(|error| self.report.syntax(self.offset(raw), raw, &error))
    }

    /// `serde_json` skips a raw value without recursion at any depth; ours recurses, so it needs a limit.
    fn deeper(&self, raw: &str, depth: usize) -> Result<usize, Diagnostic> {
        if depth < MAX_DEPTH {
            Ok(depth + 1)
        } else {
            Err(self.report.too_deep(self.offset(raw)))
        }
    }

    fn span(&self, raw: &str) -> Span {
        let start = self.offset(raw);
        self.filled.span(start..start + raw.len())
    }

    /// Offset of a slice of the filled text: `serde_json` borrows, so the slice lies inside it.
    fn offset(&self, raw: &str) -> usize {
        (raw.as_ptr() as usize).saturating_sub(self.filled.text().as_ptr() as usize)
    }
}

/// An object as a list, so that a key written twice is there twice.
struct Entries<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> serde::Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

#[cfg(test)]
mod tests;
