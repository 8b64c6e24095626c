//! The text of a definition: reading it, filling its placeholders, and parsing it into JSON that knows where it was
//! written.
//!
//! ```
//! use asl_codegen::source::{json, Filled, Source};
//!
//! let source = Source::new("hello.asl.json", "{ \"StartAt\": \"Hello\" }");
//! let node = json::parse(&Filled::plain(source.text())).unwrap();
//! let start_at = node.get("StartAt").unwrap();
//! assert_eq!(start_at.as_str(), Some("Hello"));
//! assert_eq!(source.position(start_at.span.start).to_string(), "1:14");
//! ```

pub mod document;
mod file;
mod format;
pub mod json;
pub mod load;
mod offsets;
mod span;
pub mod substitute;
#[cfg(feature = "yaml")]
mod yaml;

pub use document::Document;
pub(crate) use file::floor_boundary;
pub use file::{Position, Source};
pub use format::Format;
pub use json::{Kind, Member, Node, Text};
pub use span::{Span, Spanned};
pub use substitute::Filled;
