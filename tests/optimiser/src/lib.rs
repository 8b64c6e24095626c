//! Random machines, compiled with and without optimisation; the tests run them side by side.

#![allow(missing_docs, clippy::all, unused)]

use asl_runtime::{TaskError, Value, json};

include!(concat!(env!("OUT_DIR"), "/machines.rs"));

/// What performs the tasks of the machines.
#[derive(Default)]
pub struct Echo;

/// Fails for some inputs, by name; gives back the others, wrapped.
///
/// # Errors
///
/// `Odd` or `Lost`, depending on the input.
pub fn echo(input: Value) -> Result<Value, TaskError> {
    match input["n"].as_i64() {
        Some(n) if n % 2 == 1 => Err(TaskError::new("Odd", "an odd number")),
        None => Err(TaskError::new("Lost", "no number")),
        Some(n) => Ok(json!({"n": (n + 1), "s": "echo", "got": input, "list": [n, [n]]})),
    }
}
