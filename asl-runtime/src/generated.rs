//! What generated code calls besides the operations of a [`Visit`](crate::visit::Visit).

use std::fmt;

use crate::program::{BoxFuture, Program};
use crate::state::{Location, StateId, StateKind};
use crate::task_error::TaskError;
use crate::value::Value;

/// A name that no state of the machine has: what parsing a `State` gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownState {
    name: String,
    machine: &'static str,
}

impl fmt::Display for UnknownState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the machine `{}` has no state `{}`",
            self.machine, self.name
        )
    }
}

impl std::error::Error for UnknownState {}

/// `State::kind`.
#[must_use]
pub fn state_kind<P: Program>(state: P::State) -> StateKind {
    P::row(state).kind
}

/// `State::location`.
#[must_use]
pub fn state_location<P: Program>(state: P::State) -> Location {
    let row = P::row(state);
    Location {
        file: P::FILE,
        line: row.line,
        column: row.column,
    }
}

/// `State::parent`.
#[must_use]
pub fn state_parent<P: Program>(state: P::State) -> Option<P::State> {
    P::row(state).parent
}

/// `State::successors`.
#[must_use]
pub fn state_successors<P: Program>(state: P::State) -> &'static [P::State] {
    P::row(state).successors
}

/// `State::from_str`.
///
/// # Errors
///
/// [`UnknownState`] if there is no state of that name.
pub fn state_from_name<P: Program>(name: &str) -> Result<P::State, UnknownState> {
    let mut states = (0..).map_while(P::State::from_index);
    let found = states.find(|state| state.as_str() == name);
    found.ok_or_else(|| UnknownState {
        name: name.to_owned(),
        machine: P::NAME,
    })
}

/// A task's future on the heap, so that calling any of them is one type.
pub fn boxed<'a>(
    future: impl Future<Output = Result<Value, TaskError>> + Send + 'a,
) -> BoxFuture<'a, Result<Value, TaskError>> {
    Box::pin(future)
}

/// `Dispatch::call` of a number that is no task's.
#[must_use]
pub fn no_such_task<'a>(task: u32) -> BoxFuture<'a, Result<Value, TaskError>> {
    boxed(async move { Err(TaskError::failed(format!("there is no task number {task}"))) })
}

/// What the private module `flow` of a generated machine is written with: it has no prelude to rely
/// on.
pub mod flow {
    pub use core::clone::Clone;
    pub use core::mem::drop;
    pub use core::option::Option::{None, Some};
    pub use core::result::Result::{self, Err, Ok};
    pub use core::time::Duration;

    pub use crate::choice::{Num, Relation};
    pub use crate::failure::Failure;
    pub use crate::glob::Piece;
    pub use crate::intrinsic::{Argument, Call, Function};
    pub use crate::iterations::{Batches, Iterations, Reader, Results, Writer};
    pub use crate::path::{
        Condition, Filter, ItemPart, Operator, Path, Placement, RefPath, Root, Seg, Term,
    };
    pub use crate::program::{
        Assign, Branch, Catcher, Effect, Jitter, Retrier, Step, TaskInfo, TokenUse,
    };
    pub use crate::state::StateKind;
    pub use crate::template::{Constant, Template};
    pub use crate::timestamp::Timestamp;
    pub use crate::value::{Text, Value};
    pub use crate::visit::{Counted, Visit};
    pub use crate::work::{Delay, Limit, MapWork, Message, Select, StateInfo, TaskWork, Work};
}
