//! What the compiler makes of a definition: a row per state, and functions where rows do not do.
//!
//! Generated code is synchronous. It is handed a document and answers with an [`Effect`]; the driver
//! performs the effect through the host and hands the outcome back.

use std::pin::Pin;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::drive::unknown;
use crate::failure::Failure;
use crate::host::BranchCalls;
use crate::iterations::{Iterations, Results, Tolerance};
use crate::language::Language;
use crate::path::Placement;
use crate::state::StateId;
use crate::task::TaskContext;
use crate::task_error::TaskError;
use crate::template::Template;
use crate::timestamp::Timestamp;
use crate::value::{Object, Value};
use crate::visit::Visit;
use crate::work::Work;

pub use crate::work::StateInfo;

/// A future on the heap that may move between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A compiled definition. The compiler implements it for a unit struct.
pub trait Program: Send + Sync + 'static {
    /// The states, nested ones included.
    type State: StateId;
    /// What an execution takes.
    type Input: Serialize + Send + 'static;
    /// What an execution gives.
    type Output: DeserializeOwned + Send + 'static;

    /// The machine's name.
    const NAME: &'static str;
    /// The definition's file, as locations show it.
    const FILE: &'static str = "";
    /// The dialect's answers.
    const LANGUAGE: &'static Language;
    /// Where the top-level scope begins (TOP-3).
    const START: Self::State;
    /// The limit of a whole execution (TOP-6, TCSL-12).
    const TIMEOUT: Option<Duration>;
    /// What any path of the definition reads of the Context Object; the rest is not kept.
    const READS_CONTEXT: ContextUse;

    /// The row of a state.
    fn row(state: Self::State) -> &'static StateInfo<Self::State>;
    /// The nested machines: one per Parallel branch and Map processor.
    fn branches() -> &'static [Branch<Self::State>];
    /// The tasks, then what reads the items and writes the results of Maps.
    fn tasks() -> &'static [TaskInfo];

    /// What a Map with a reader does with its items. `input` and `iterations` are those of the
    /// effect that asked for them.
    ///
    /// # Errors
    ///
    /// The error that the state reports.
    fn iterate(
        state: Self::State,
        visit: &Visit<'_>,
        input: Value,
        items: Value,
        iterations: Iterations,
    ) -> Step<Self::State> {
        match Self::row(state).work {
            Work::Read(_, iterate) => iterate(visit, input, items, iterations),
            _ => Err(unknown("reader of state", state.index())),
        }
    }
}

/// Finds the method of `T` that performs a task.
pub trait Dispatch<T>: Program {
    /// Starts task number `task`.
    fn call<'a>(
        tasks: &'a T,
        task: u32,
        context: TaskContext,
        input: Value,
    ) -> BoxFuture<'a, Result<Value, TaskError>>;
}

/// What a state function answers: what to do next, or the error the state reports.
pub type Step<S> = Result<Effect<S>, Failure>;

/// What the driver is to do.
#[derive(Debug)]
pub enum Effect<S> {
    /// Go on with another state.
    Next {
        /// The state to enter.
        state: S,
        /// Its input.
        output: Value,
    },
    /// End the scope with this output (TRANS-9).
    Finish(Value),
    /// The same, or the end of the scope where there is no next state, and variables to assign.
    Assign {
        /// The variables and their new values, from [`Visit::assign`].
        variables: Object,
        /// The state to enter.
        next: Option<S>,
        /// Its input, or the scope's output.
        output: Value,
    },
    /// Call a task, then leave the state with its result.
    Task(TaskStart),
    /// Wait, then leave the state with the document.
    Wait {
        /// For how long.
        wait: Wait,
        /// What becomes the `result` of `leave`.
        document: Value,
    },
    /// Run nested machines, then leave the state with the array of their outputs.
    // Boxed: every state function returns as much as the largest effect takes.
    FanOut(Box<FanOut>),
    /// Read the items of a Map, then go on with [`Program::iterate`].
    Read(Box<ReadStart>),
}

/// Items to read.
#[derive(Debug)]
pub struct ReadStart {
    /// The call of the reader.
    pub call: TaskStart,
    /// The document that the Map works on.
    pub document: Value,
    /// What is to be done with the items.
    pub iterations: Iterations,
}

/// A task to call.
#[derive(Debug)]
pub struct TaskStart {
    /// Its number in [`Program::tasks`].
    pub task: u32,
    /// The effective input.
    pub input: Value,
    /// How long an attempt may take, and be silent.
    pub limits: TaskLimits,
    /// `Credentials` (TASK-9).
    pub credentials: Option<Box<Value>>,
}

/// The limits of an attempt of a task, in whole seconds. One of 2^32 seconds or more is one of 136
/// years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskLimits {
    timeout: u32,
    heartbeat: u32,
}

impl TaskLimits {
    /// No limits.
    pub const NONE: Self = Self {
        timeout: u32::MAX,
        heartbeat: u32::MAX,
    };

    /// The limit of one attempt (TASK-3), and the longest silence (TASK-4).
    #[must_use]
    #[inline]
    pub fn new(timeout: Option<Duration>, heartbeat: Option<Duration>) -> Self {
        let seconds = |limit: Option<Duration>| {
            limit.map_or(u32::MAX, |limit| {
                u32::try_from(limit.as_secs()).unwrap_or(u32::MAX - 1)
            })
        };
        Self {
            timeout: seconds(timeout),
            heartbeat: seconds(heartbeat),
        }
    }

    /// The limit of one attempt.
    #[inline]
    pub(crate) fn timeout(self) -> Option<Duration> {
        Self::duration(self.timeout)
    }

    /// The longest silence.
    #[inline]
    pub(crate) fn heartbeat(self) -> Option<Duration> {
        Self::duration(self.heartbeat)
    }

    #[inline]
    fn duration(seconds: u32) -> Option<Duration> {
        (seconds != u32::MAX).then(|| Duration::from_secs(u64::from(seconds)))
    }
}

/// How long a Wait state waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// For a while.
    For(Duration),
    /// Until a moment; one in the past ends the wait at once (WAIT-3).
    Until(Timestamp),
}

/// Nested machines to run.
#[derive(Debug)]
pub struct FanOut {
    /// One per branch or item, in order.
    pub calls: BranchCalls,
    /// How many may run at once; 0 is no limit (MAP-51).
    pub max_concurrency: usize,
    /// What failures are tolerated; `None` if the first is the state's.
    pub tolerance: Option<Box<Tolerance>>,
    /// What becomes of the outputs before they are the result.
    pub results: Option<Box<Results>>,
}

/// What the definition reads of the Context Object that is not free to provide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContextUse {
    /// `$$.Execution.Input`: the input is kept for the whole execution.
    pub execution_input: bool,
    /// `$$.Execution.StartTime`: the clock is read at the start.
    pub start_time: bool,
    /// `$$.Map.Item` anywhere but in an ItemSelector: iterations keep their item (CTX-4).
    pub map_item: bool,
}

/// What the attempts of a Task state do with a token (CTX-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenUse {
    /// They have none.
    None,
    /// The definition reads it: whoever has it may be faster than the task itself.
    Offered,
    /// `.waitForTaskToken`: the token completes the task (TASK-11).
    Awaited,
}

/// One element of `Retry` (RETRY-2).
#[derive(Debug)]
pub struct Retrier {
    /// The names it is for.
    pub errors: &'static [&'static str],
    /// The wait before its first retry.
    pub interval_seconds: u64,
    /// How many retries it makes in one visit.
    pub max_attempts: u32,
    /// What each wait is multiplied by to give the next.
    pub backoff_rate: f64,
    /// The longest wait.
    pub max_delay_seconds: Option<u64>,
    /// Whether waits are randomised.
    pub jitter: Jitter,
}

/// A Retrier's `JitterStrategy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    /// Wait for exactly the delay.
    None,
    /// Wait for a uniformly random part of it.
    Full,
}

/// One element of `Catch` (CATCH-2).
#[derive(Debug)]
pub struct Catcher<S: 'static> {
    /// The names it is for.
    pub errors: &'static [&'static str],
    /// Where it leads.
    pub next: S,
    /// Where in the raw input the Error Output goes.
    pub result_path: Placement,
    /// What it assigns (CATCH-6).
    pub assign: Assign,
}

/// An `Assign` field: variables and the templates of their new values, in the order of the
/// definition.
pub type Assign = &'static [(&'static str, Template)];

/// A nested machine.
#[derive(Clone, Copy, Debug)]
pub struct Branch<S> {
    /// Where it begins.
    pub start: S,
    /// Whether it holds a Task or Wait anywhere, or a state that may be retried.
    pub suspends: bool,
}

/// A task's row in the tables.
#[derive(Clone, Copy, Debug)]
pub struct TaskInfo {
    /// The method's name.
    pub name: &'static str,
    /// The `Resource`.
    pub resource: &'static str,
}
