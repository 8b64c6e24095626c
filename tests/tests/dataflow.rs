//! What the compiler proves about the data of executions: that it is right, and what it says.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

#[path = "dataflow/containment.rs"]
mod containment;
#[path = "dataflow/findings.rs"]
mod findings;
#[path = "dataflow/interpreter.rs"]
mod interpreter;
#[path = "dataflow/machines.rs"]
mod machines;
#[path = "dataflow/published.rs"]
mod published;
#[path = "dataflow/shapes.rs"]
mod shapes;
#[path = "dataflow/soundness.rs"]
mod soundness;

use asl_codegen::ast::Machine;
use asl_codegen::dataflow::Dataflow;
use asl_codegen::diagnostic::Diagnostics;
use asl_codegen::source::{Filled, json};
use asl_codegen::{Dialect, parse};

/// A definition and what is known of its data.
struct Analysis {
    machine: Machine,
    dataflow: Dataflow,
}

impl Analysis {
    /// Of a definition that parses in that dialect.
    fn of(text: &str, dialect: Dialect) -> Self {
        let mut diagnostics = Diagnostics::default();
        let root = json::parse(&Filled::plain(text)).expect(text);
        let machine = parse::parse(&root, dialect.rules(), &mut diagnostics).expect(text);
        assert!(!diagnostics.has_errors(), "{text}\n{diagnostics:?}");
        let dataflow = Dataflow::of(&machine, dialect.rules());
        Self { machine, dataflow }
    }
}
