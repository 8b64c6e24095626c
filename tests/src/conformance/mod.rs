//! The conformance program: one module per command, and what the commands share.
//!
//! | module | concern |
//! |---|---|
//! | [`arguments`] | the command line |
//! | [`corpus`] | where the data is, and the folder of published machines |
//! | [`attempt`], [`alias`] | compiling one definition, with Rust names of our own if it must be |
//! | [`crate_writer`], [`rustc`] | the generated code as a crate, and what rustc says about it |
//! | [`report`] | what is printed |
//! | [`real`] | the command `real` |
//! | [`recorded`] | the commands `recorded` and `rules` |
//! | [`verdicts`] | the command `verdicts` |

pub mod alias;
pub mod arguments;
pub mod attempt;
pub mod corpus;
pub mod crate_writer;
mod error;
pub mod real;
pub mod recorded;
pub mod report;
pub mod rustc;
#[cfg(test)]
mod scratch;
pub mod verdicts;

pub use error::Error;

/// What a command makes of the compiler; decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is wrong, or there was nothing to measure.
    Passed,
    /// The compiler accepted what it must refuse, its code does not compile, or it does not do what
    /// was recorded.
    Failed,
}
