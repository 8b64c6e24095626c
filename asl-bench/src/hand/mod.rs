//! The workflows as one would write them in Rust without this project.
//!
//! Both versions use what a person knows about each workflow and a compiler must prove: nothing is
//! copied that is not needed again, a chain of rules is a `match`. On [`value`], documents are
//! `serde_json::Value`; on [`structs`], types with fields.

mod codes;
pub mod structs;
pub mod value;

use std::cell::Cell;
use std::fmt;

/// How a hand-written workflow fails.
#[derive(Debug)]
pub enum Failure {
    /// A document does not have this field, or not with the type that was expected.
    Path(&'static str),
    /// No rule of a choice holds.
    NoMatch,
    /// A task failed, or the workflow itself.
    Task {
        /// The error name.
        name: &'static str,
        /// The cause.
        cause: &'static str,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(field) => write!(f, "no such field: `{field}`"),
            Self::NoMatch => f.write_str("no rule holds"),
            Self::Task { name, cause } => write!(f, "{name}: {cause}"),
        }
    }
}

impl std::error::Error for Failure {}

/// What a step of a hand-written workflow gives.
pub type Outcome<T> = Result<T, Failure>;

/// A warehouse that is busy at every other call.
#[derive(Debug, Default)]
pub struct Warehouse(Cell<bool>);

impl Warehouse {
    fn is_busy(&self) -> bool {
        self.0.replace(!self.0.get());
        self.0.get()
    }
}
