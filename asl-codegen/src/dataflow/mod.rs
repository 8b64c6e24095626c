//! What the definition alone proves about the data of its executions.
//!
//! An abstract interpretation over the parsed definition: for every state, the [`Shape`] of its input
//! and of the variables it can read. The execution's input and the results of tasks may be anything;
//! what Pass states, templates, `ResultPath`, intrinsic functions and error outputs make of them is
//! followed along every transition, nested scopes included, until nothing changes any more. A shape is
//! an upper bound: what it excludes never occurs. So
//!
//! - [`Dataflow::findings`] warns of paths that can never match, without a false alarm, and
//! - the optimiser may rely on what [`Dataflow::state`] tells.
//!
//! The work is bounded: shapes have limits in depth and size, and a state whose input still changes
//! after some rounds through a loop is taken to get anything.

mod choice;
mod constant;
mod findings;
mod fixpoint;
mod join;
mod narrow;
mod origin;
mod place;
mod read;
mod shape;
mod transfer;
mod types;
mod variables;
mod visit;

pub use origin::{Origin, OriginKind, Origins};
pub use read::{Miss, Reading};
pub use shape::{Constant, Elements, Member, Members, Shape};
pub use types::Types;
pub use variables::{Variable, Variables};

use std::collections::HashMap;

use crate::ast::{Machine, Path, Root};
use crate::diagnostic::Diagnostic;
use crate::dialect::Rules;

/// What is known when a state is entered.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its raw input (IO-1).
    pub document: Shape,
    /// The variables that it can read.
    pub variables: Variables,
}

impl Entry {
    pub(crate) fn new(document: Shape, variables: Variables) -> Self {
        Self {
            document,
            variables,
        }
    }

    /// What a path in the raw input or a variable selects.
    ///
    /// Nothing is said about the Context Object.
    pub fn at(&self, path: &Path) -> Reading {
        match &path.root {
            Root::Data => self.document.at(&path.steps),
            Root::Context => Reading::possible(Shape::unknown()),
            Root::Variable(name) => match self.variables.get(name) {
                None => Reading::possible(Shape::unknown()),
                Some(variable) => {
                    let mut reading = variable.shape.at(&path.steps);
                    reading.may_miss |= !variable.is_assigned;
                    reading
                }
            },
        }
    }
}

/// What is known of a whole definition.
///
/// ```
/// use asl_codegen::dataflow::{Dataflow, Types};
/// use asl_codegen::diagnostic::Diagnostics;
/// use asl_codegen::{Dialect, parse, source};
///
/// let text = r#"{ "StartAt": "Begin", "States": {
///     "Begin": { "Type": "Pass", "Result": { "count": 0 }, "Next": "Count" },
///     "Count": { "Type": "Pass", "Parameters": { "count.$": "States.MathAdd($.count, 1)" }, "Next": "Count" }
/// } }"#;
/// let rules = Dialect::Asl.rules();
/// let root = source::json::parse(&source::Filled::plain(text)).unwrap();
/// let machine = parse::parse(&root, rules, &mut Diagnostics::default()).unwrap();
/// let dataflow = Dataflow::of(&machine, rules);
/// let count = dataflow.state("Count").unwrap();
/// assert_eq!(count.document.members().unwrap().layout(), Some(vec!["count"]));
/// ```
#[derive(Debug, Default)]
pub struct Dataflow {
    states: HashMap<String, StateFlow>,
    findings: Vec<Diagnostic>,
}

/// What is known of one state.
#[derive(Debug)]
struct StateFlow {
    entry: Entry,
    exits: Vec<(String, Entry)>,
}

impl Dataflow {
    /// Follows the data of a definition in which [`check`](crate::check::check) has found no error:
    /// a field that was refused would be taken for one that is absent.
    pub fn of(machine: &Machine, rules: &'static Rules) -> Self {
        fixpoint::solve(machine, rules)
    }

    /// What is known when a state is entered; `None` if no execution ever enters it.
    pub fn state(&self, name: &str) -> Option<&Entry> {
        self.states.get(name).map(|state| &state.entry)
    }

    /// With what a state goes on, by the names of the next states: the rules of a Choice that may hold
    /// and its `Default`, or `Next`, then the catchers, in the order of the definition.
    ///
    /// More than [`state`](Self::state) tells of the next state, which may be entered on other ways.
    pub fn exits(&self, name: &str) -> &[(String, Entry)] {
        self.states.get(name).map_or(&[], |state| &state.exits)
    }

    /// Paths that can never match and values that never have the type they need, as warnings.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }
}
