//! Measures machines that this project compiles against the Rust that one would write by hand.
//!
//! Unpublished; the program `asl-bench` prints what is measured here. [`ratios`] compares the speed
//! of the [`WORKFLOWS`], [`compile_time`] measures the compiler and rustc on what it emits,
//! [`memory`] weighs executions that wait.

pub mod allocator;
pub mod compile_time;
pub mod contestant;
pub mod hand;
pub mod machines;
pub mod measure;
pub mod memory;
pub mod process;
pub mod ratios;
pub mod single;
pub mod table;
mod workflows;

pub use workflows::{WORKFLOWS, Workflow};

/// What went wrong, for a person who runs the suite.
pub type Error = Box<dyn std::error::Error>;

/// The result of what can fail in the suite.
pub type Result<T> = std::result::Result<T, Error>;
