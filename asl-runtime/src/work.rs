//! What states are, as data: the fields of the definition. `act` has the functions that act on them.
//!
//! A row of data takes rustc a fraction of the time that a function with the same effect takes. So
//! the compiler writes functions only for what differs from state to state: the rules of a Choice
//! and loops that only count.

use crate::failure::Failure;
use crate::intrinsic::Call;
use crate::iterations::Iterations;
use crate::path::{Path, Placement};
use crate::program::{Assign, Catcher, Retrier, Step, TokenUse};
use crate::state::StateKind;
use crate::template::Template;
use crate::timestamp::Timestamp;
use crate::value::Value;
use crate::visit::Visit;

/// A state. [`PLAIN`](Self::PLAIN) has every field that is not given.
#[derive(Debug)]
pub struct StateInfo<S: 'static> {
    /// Its exact name.
    pub name: &'static str,
    /// Its type.
    pub kind: StateKind,
    /// Where its name stands: line from 1.
    pub line: u32,
    /// Where its name stands: column in characters from 1.
    pub column: u32,
    /// The Parallel or Map state around it.
    pub parent: Option<S>,
    /// Where it may go.
    pub successors: &'static [S],
    /// Whether `leave` needs the raw input. What Retry and Catch need is kept without.
    pub keep_input: bool,
    /// Whether `$$.State.EnteredTime` is read.
    pub reads_entered_time: bool,
    /// What its attempts do with a token.
    pub token: TokenUse,
    /// Its Retriers, in order.
    pub retry: &'static [Retrier],
    /// Its Catchers, in order.
    pub catch: &'static [Catcher<S>],
    /// `InputPath`.
    pub input_path: Select,
    /// `Parameters`.
    pub parameters: Option<Template>,
    /// What it does with its input.
    pub work: Work<S>,
    /// `ResultSelector`.
    pub result_selector: Option<Template>,
    /// `ResultPath`.
    pub result_path: Placement,
    /// `Assign`.
    pub assign: Option<Assign>,
    /// `OutputPath`.
    pub output_path: Select,
    /// Where it leads; nowhere at the end of its scope. A function of its own decides for itself.
    pub next: Option<S>,
}

/// `InputPath` and `OutputPath` (IO-2 to IO-5).
#[derive(Clone, Copy, Debug)]
pub enum Select {
    /// `$`: the document as it is.
    Whole,
    /// `null`: `{}`.
    Empty,
    /// Any other path.
    Path(&'static Path),
}

/// What a state does with its input.
#[derive(Debug)]
pub enum Work<S: 'static> {
    /// A Pass: its input is its result.
    Pass,
    /// A Pass with `Result`.
    Result(Template),
    /// Calls a task.
    Task(TaskWork),
    /// Waits.
    Wait(Delay),
    /// Ends its scope.
    Succeed,
    /// Fails with this `Error` and `Cause`.
    Fail(Message, Option<Message>),
    /// Runs branches.
    Parallel {
        /// The number of the first; the others follow it.
        first: u32,
        /// How many.
        count: u32,
    },
    /// Runs a branch for each item, if there is nothing else to it.
    Map(MapWork),
    /// A Choice: its rules.
    Choose(Choose<S>),
    /// What a function does with the raw input: a Choice that assigns, a loop that only counts, or a
    /// Map with more to it.
    Code(Enter<S>),
    /// A Map with a reader: what it reads, and what it does with the items.
    Read(Enter<S>, Iterate<S>),
}

/// Where a Choice leads, by its effective input.
pub type Choose<S> = fn(&Visit<'_>, &Value) -> Result<S, Failure>;

/// Enters a state with its raw input.
pub type Enter<S> = fn(&Visit<'_>, Value) -> Step<S>;

/// Goes on with a Map whose items have been read: with the document of the effect that asked for
/// them, the items and its iterations.
pub type Iterate<S> = fn(&Visit<'_>, Value, Value, Iterations) -> Step<S>;

/// The work of a Task state.
#[derive(Debug)]
pub struct TaskWork {
    /// The task's number.
    pub number: u32,
    /// `TimeoutSeconds`.
    pub timeout: Limit,
    /// `HeartbeatSeconds`.
    pub heartbeat: Limit,
    /// `Credentials`.
    pub credentials: Option<Template>,
}

/// A limit in seconds.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// None.
    None,
    /// That many.
    Seconds(u64),
    /// What is found at a path.
    Path(&'static Path),
}

/// How long a Wait state waits.
#[derive(Clone, Copy, Debug)]
pub enum Delay {
    /// `Seconds`.
    Seconds(u64),
    /// `Timestamp`.
    Timestamp(Timestamp),
    /// `SecondsPath`.
    SecondsPath(&'static Path),
    /// `TimestampPath`.
    TimestampPath(&'static Path),
}

/// `Error` or `Cause` of a Fail state (FAIL-2 to FAIL-5).
#[derive(Clone, Copy, Debug)]
pub enum Message {
    /// A constant.
    Text(&'static str),
    /// What is found at a path.
    Path(&'static Path),
    /// The result of a call.
    Call(&'static Call),
}

/// The work of a Map state.
#[derive(Debug)]
pub struct MapWork {
    /// The number of the branch.
    pub branch: u32,
    /// `ItemsPath`, if it is not `$`.
    pub items_path: Option<&'static Path>,
    /// `ItemSelector`.
    pub item_selector: Option<Template>,
    /// `MaxConcurrency`; 0 is unlimited.
    pub max_concurrency: usize,
}

impl TaskWork {
    /// The first task, with nothing set.
    pub const PLAIN: Self = Self {
        number: 0,
        timeout: Limit::None,
        heartbeat: Limit::None,
        credentials: None,
    };
}

impl<S> StateInfo<S> {
    /// A Pass state at the end of its scope that sets nothing and handles nothing.
    pub const PLAIN: Self = Self {
        name: "",
        kind: StateKind::Pass,
        line: 0,
        column: 0,
        parent: None,
        successors: &[],
        keep_input: false,
        reads_entered_time: false,
        token: TokenUse::None,
        retry: &[],
        catch: &[],
        input_path: Select::Whole,
        parameters: None,
        work: Work::Pass,
        result_selector: None,
        result_path: Placement::Replace,
        assign: None,
        output_path: Select::Whole,
        next: None,
    };

    /// Whether an error may ask for the raw input again: a retry starts over from it (RETRY-8), a
    /// Catcher may put the Error Output into it (CATCH-4).
    #[inline]
    pub(crate) fn recovers_from_input(&self) -> bool {
        let adds = |catcher: &Catcher<S>| !matches!(catcher.result_path, Placement::Replace);
        !self.retry.is_empty() || (!self.catch.is_empty() && self.catch.iter().any(adds))
    }
}
