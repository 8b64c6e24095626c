//! What generated code calls besides the operations of a [`Visit`](crate::visit::Visit).

use std::fmt;

use crate::drive::unknown;
use crate::program::{BoxFuture, Program, StateInfo, Step};
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

fn info<P: Program>(state: P::State) -> Option<&'static StateInfo<P::State>> {
    P::states().get(state.index())
}

/// `State::kind`.
#[must_use]
pub fn state_kind<P: Program>(state: P::State) -> StateKind {
    info::<P>(state).map_or(StateKind::Pass, |info| info.kind)
}

/// `State::location`.
#[must_use]
pub fn state_location<P: Program>(state: P::State) -> Location {
    let (line, column) = info::<P>(state).map_or((0, 0), |info| (info.line, info.column));
    Location {
        file: P::FILE,
        line,
        column,
    }
}

/// `State::parent`.
#[must_use]
pub fn state_parent<P: Program>(state: P::State) -> Option<P::State> {
    info::<P>(state).and_then(|info| info.parent)
}

/// `State::successors`.
#[must_use]
pub fn state_successors<P: Program>(state: P::State) -> &'static [P::State] {
    info::<P>(state).map_or(&[], |info| info.successors)
}

/// `State::from_str`.
///
/// # Errors
///
/// [`UnknownState`] if there is no state of that name.
pub fn state_from_name<P: Program>(name: &str) -> Result<P::State, UnknownState> {
    let found = P::states().iter().find(|info| info.name == name);
    found.map(|info| info.state).ok_or_else(|| UnknownState {
        name: name.to_owned(),
        machine: P::NAME,
    })
}

/// `Program::leave` of a state that does no work: the driver never asks for it.
///
/// # Errors
///
/// Always `States.Runtime`.
pub fn no_result<S: StateId>(state: S) -> Step<S> {
    Err(unknown("work to leave in state", state.index()))
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
    pub use core::result::Result::{Err, Ok};
    pub use core::time::Duration;

    pub use crate::choice::{Num, Relation};
    pub use crate::failure::Failure;
    pub use crate::glob::Piece;
    pub use crate::intrinsic::{Argument, Call, Function};
    pub use crate::iterations::{Batches, Iterations, Reader, Results, Writer};
    pub use crate::path::{Condition, Filter, Operator, Path, Placement, RefPath, Root, Seg, Term};
    pub use crate::program::{
        Assign, Branch, Catcher, Effect, Jitter, Retrier, StateInfo, Step, TaskInfo, TokenUse, Wait,
    };
    pub use crate::state::StateKind;
    pub use crate::template::{Constant, Template};
    pub use crate::timestamp::Timestamp;
    pub use crate::value::{Text, Value};
    pub use crate::visit::{Counted, Visit};
}
