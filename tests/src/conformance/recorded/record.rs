//! What an execution has done, as plain data: it passes from the program that replays to the one
//! that judges.

use asl_runtime::Value;
use serde::{Deserialize, Serialize};

use super::case::StepKind;

/// What an execution has done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// How it has ended.
    pub end: End,
    /// How long it took, in milliseconds of virtual time.
    pub millis: u64,
    /// The calls of tasks, in order.
    pub calls: Vec<Call>,
    /// The states entered and left, in order.
    pub steps: Vec<Step>,
    /// Which answers no call has asked for: the state, and how many.
    pub unused: Vec<(String, usize)>,
}

/// How an execution has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum End {
    /// With an output.
    Output(Value),
    /// With an error.
    Failed {
        /// Whether the machine's own time limit ended it.
        timed_out: bool,
        /// The Error Name.
        error: Option<String>,
        /// The Cause.
        cause: Option<String>,
    },
    /// With a panic.
    Panicked(String),
}

/// A call of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The state that made it.
    pub state: String,
    /// The task's effective input.
    pub input: Value,
    /// When it was made, in milliseconds after the start.
    pub at: u64,
    /// How long it may take, in milliseconds.
    pub limit: Option<u64>,
    /// How it was answered.
    pub answer: Answer,
}

/// How a call was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// With an answer for this input, or for any.
    Fits,
    /// With an answer for another input: none was left that fits.
    ForAnotherInput,
    /// Not at all: none was left.
    Missing,
}

/// A state entered or left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Which of the two.
    pub event: StepKind,
    /// The state.
    pub state: String,
    /// What it was given, or gave.
    pub document: Value,
    /// The variables it assigned.
    pub assigned: Option<Value>,
}
