//! A compiler from state machines in the Amazon States Language to Rust.
//!
//! This is the library behind `asl_machine!` and behind build scripts. [`compile`] is a pure
//! function from the text of a definition to Rust tokens and diagnostics; with the feature
//! `build`, the module [`build`] runs it from a build script.
//!
//! The stages, in the order of [`compile`]: [`source`] → [`parse`] → [`check`] → [`dataflow`] →
//! [`lower`] → [`emit`]; [`ast`] and [`ir`] are what they hand on, [`diagnostic`] what they have to
//! say, [`graph`] the picture.

extern crate proc_macro;

pub mod ast;
#[cfg(feature = "build")]
pub mod build;
pub mod check;
mod compile;
pub mod dataflow;
pub mod diagnostic;
pub mod dialect;
pub mod emit;
pub mod graph;
pub mod ir;
pub mod lower;
pub mod naming;
pub mod options;
pub mod parse;
pub mod source;
pub mod timestamp;

pub use compile::{Compilation, compile};
pub use dialect::{Dialect, MachineType};
pub use options::Options;
pub use source::Source;

/// The version of the contract between generated code and the runtime. Both check it, so that
/// crates of different versions fail with a sentence instead of a page of type errors.
pub const ABI: u32 = 2;
