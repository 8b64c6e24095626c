//! Where the effects of a machine happen.
//!
//! The driver awaits nothing but a [`Host`]: tasks, sleeping, the clock, chance, and nested machines.
//! [`Local`] is the one that [`Machine`](crate::Machine) uses: in process, on tokio's clock. Another
//! one might record every answer and replay it after a crash; hence all that crosses this border is
//! plain data.

mod attempt;
mod calls;
pub(crate) mod gather;
mod local;
mod run;

use std::fmt;
use std::task::Context;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use crate::context::{ChildExecution, ExecutionName, MapItem};
pub use crate::failure::Failure;
pub use crate::iterations::Tolerance;
pub use crate::program::{BoxFuture, Program};
pub use calls::BranchCalls;
pub(crate) use calls::Common;
pub use local::Local;
pub use run::{Run, run_branch, run_machine};

use crate::task::TaskContext;
use crate::value::{Object, Text, Value};

/// Performs the effects of executions.
///
/// Every wait may fail: with an error of the language, which Retry and Catch look at, or with
/// [`Failure::stopped`], which ends the execution.
///
/// It is a reference to what performs them: every scope of an execution has a copy.
pub trait Host: Copy + Send + Sync {
    /// An attempt that has to be waited for.
    type Attempt: Future<Output = Result<Value, Failure>> + Send + Unpin;

    /// A wait.
    type Sleep: Future<Output = Result<(), Failure>> + Send + Unpin;

    /// Makes one attempt of a task, within its time limits, and takes it as far as it comes at once.
    /// What has to be waited for has seen to it that `context` is woken.
    ///
    /// `spare` is the same in all calls of one scope, for the host to keep what is costly to make.
    fn call_task(
        self,
        call: TaskCall,
        spare: &mut Spare,
        context: &mut Context<'_>,
    ) -> Begun<Self::Attempt>;

    /// Waits.
    fn sleep(self, duration: Duration) -> Self::Sleep;

    /// The time. Asked for only where the definition reads it.
    fn now<'a>(self) -> BoxFuture<'a, Result<SystemTime, Failure>>
    where
        Self: 'a;

    /// A random number from 0, inclusive, to 1, exclusive.
    fn random(self) -> f64;

    /// A random UUID of version 4.
    fn uuid(self) -> Uuid;

    /// The name of the execution.
    fn execution_name(&self) -> &Text;

    /// Runs nested machines with [`run_branch`], at most `max_concurrency` at once (0 is no limit),
    /// and gives their outputs in the order of the calls. The first failure that is not tolerated is
    /// the answer; the others are dropped (PAR-8, MAP-53). A tolerated one is an output (MAP-57).
    ///
    /// Not asked for nested machines that never wait for the host: they are run where they stand.
    fn fan_out<'a, P: Program>(
        self,
        run: &'a Run<P>,
        calls: Vec<BranchCall>,
        max_concurrency: usize,
        tolerance: Option<Tolerance>,
    ) -> BoxFuture<'a, Result<Vec<Value>, Failure>>
    where
        Self: 'a;
}

/// An attempt of a task that has begun.
#[derive(Debug)]
pub enum Begun<A> {
    /// It has ended, too, with this.
    Ended(Result<Value, Failure>),
    /// It has to be waited for.
    Runs(A),
}

/// What one call of a scope leaves to the next.
#[derive(Debug, Default)]
pub struct Spare(Option<TaskContext>);

/// One attempt of a task, or of what reads the items or writes the results of a Map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskCall {
    /// The task, by number.
    pub task: u32,
    /// The state that calls it, by number.
    pub state: usize,
    /// The scope the state is visited in; `None` at top level.
    pub scope: Option<ScopePath>,
    /// Which visit of the state in that scope, from 1.
    pub visit: u32,
    /// Which attempt in that visit, from 1.
    pub attempt: u32,
    /// The effective input.
    pub input: Value,
    /// The limit of this attempt.
    pub timeout: Option<Duration>,
    /// The longest silence.
    pub heartbeat: Option<Duration>,
    /// What ends it well.
    pub completion: Completion,
    /// `Credentials`, evaluated. Boxed: few have any.
    pub credentials: Option<Box<Value>>,
}

/// What ends an attempt of a task, if neither an error nor a limit does.
///
/// A token is as unguessable as [`Host::uuid`] is, and one of its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Completion {
    /// What the task returns.
    #[default]
    Returned,
    /// What the task returns or what is sent with the token, whichever comes first.
    First {
        /// The attempt's token.
        token: Text,
    },
    /// What is sent with the token; what the task returns says that the work is submitted. If
    /// something is sent before, it is kept until then.
    Sent {
        /// The attempt's token.
        token: Text,
    },
}

impl Completion {
    /// The attempt's token, if it has one.
    #[must_use]
    pub const fn token(&self) -> Option<&Text> {
        match self {
            Self::Returned => None,
            Self::First { token } | Self::Sent { token } => Some(token),
        }
    }
}

/// One nested machine to run: a branch of a Parallel state or an iteration of a Map state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BranchCall {
    /// The branch of the definition, by number.
    pub branch: u32,
    /// Which of the calls of one fan-out this is, from 0.
    pub index: usize,
    /// The path of the state that fans out.
    pub scope: Text,
    /// The nested machine's input.
    pub input: Value,
    /// How many items of a Map it is for: more than one if it is a batch (MAP-58).
    pub items: usize,
    /// The item of the innermost Map around it, if the definition reads it there.
    pub item: Option<Box<MapItem>>,
    /// The child execution it is, or is part of (MAP-4).
    pub child: Option<Box<ChildExecution>>,
    /// The variables it sees of the scopes around it (VAR-14).
    pub variables: Object,
}

/// Where a nested machine runs. Displays as `Fork[0]`, or `Fork[0]/Enrich[2]` where they are nested.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScopePath {
    /// The path of the state that fans out.
    pub state: Text,
    /// Which branch or iteration of it.
    pub index: usize,
}

impl fmt::Display for ScopePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.state, self.index)
    }
}
