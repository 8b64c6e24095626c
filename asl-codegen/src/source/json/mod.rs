//! JSON that knows where it was written.
//!
//! The grammar is `serde_json`'s, which is strictly RFC 8259: it goes over the text and refuses it or not. What it has
//! accepted is read a second time, taking the grammar for granted, so that each key and value is known by its place and
//! duplicate keys are still visible.

mod node;
mod pointer;
mod read;
mod report;
mod string;

use serde::Deserialize as _;
use serde_json::value::RawValue;

use self::read::{Problem, Reader};
use self::report::Reporter;
use super::Filled;
use crate::diagnostic::Diagnostic;

pub use node::{Kind, Member, Node};
pub(crate) use read::recover;
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
    let report = Reporter { filled };
    let text = filled.text();
    report.check_start()?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = <&RawValue>::deserialize(&mut deserializer)
        .map_err(|error| report.syntax(&error))?
        .get();
    // `serde_json` borrows, so the slice lies inside the text.
    let start = (value.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    report.check_end(start + value.len())?;
    let mut reader = Reader::new(filled, start);
    let node = reader.value(0);
    match reader.into_problem() {
        None => Ok(node),
        Some(Problem::TooDeep(at)) => Err(report.too_deep(at)),
        Some(Problem::LoneSurrogate(half)) => Err(report.surrogate(half)),
    }
}

#[cfg(test)]
mod tests;
