//! What goes wrong between values, JSON text and Rust types.

use std::fmt;

use serde::{de, ser};

use super::Text;

/// Why JSON text, a `Value` and a Rust type could not be turned into one another.
///
/// An error about a value says where in it, as a path: ``missing field `sku` at $.items[3]``. An error
/// about text says the line and column.
///
/// ```
/// use asl_runtime::{from_value, json};
///
/// let error = from_value::<Vec<u8>>(json!([1, 2, "three"])).unwrap_err();
/// assert_eq!(error.to_string(), r#"invalid type: string "three", expected u8 at $[2]"#);
/// ```
// Boxed: results are common, errors are not.
pub struct Error(Box<Inner>);

struct Inner {
    message: String,
    // From the innermost step outwards, the order in which an error passes them.
    path: Vec<Step>,
}

/// One step from a container to a value in it.
pub(super) enum Step {
    Key(Text),
    Index(usize),
}

impl Error {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            message: message.into(),
            path: Vec::new(),
        }))
    }

    /// The same error, seen from the container that `step` leads out of.
    pub(super) fn inside(mut self, step: Step) -> Self {
        self.0.path.push(step);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if self.0.path.is_empty() {
            return Ok(());
        }
        f.write_str(" at $")?;
        self.0
            .path
            .iter()
            .rev()
            .try_for_each(|step| write!(f, "{step}"))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Key(key) if is_name(key) => write!(f, ".{key}"),
            Self::Key(key) => {
                let key = key.replace('\\', "\\\\").replace('\'', "\\'");
                write!(f, "['{key}']")
            }
        }
    }
}

/// Whether a path can say `.key`, the shorthand of RFC 9535.
fn is_name(key: &str) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii();
    key.chars().all(name)
        && key
            .chars()
            .next()
            .is_some_and(|first| !first.is_ascii_digit())
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Error").field(&self.to_string()).finish()
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}
