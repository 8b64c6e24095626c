//! The machine as it runs: states by id, defaults applied, every decision made that does not
//! depend on data. What [`emit`](crate::emit) writes down.

mod liveness;
mod loops;
mod map;
mod order;

pub use loops::{Check, Loop, Sum, Turn};
pub use map::{Amount, Batcher, Direction, Map, Reader, Transfer, Writer};
#[doc(hidden)]
pub use order::java_hash_order;

pub use crate::ast::{
    Comparison, Condition, Filter, Function, Number, Operand, Operator, Path, Piece, Property,
    Relation, Root, Scalar, Step, Term,
};
pub use crate::check::Pattern;

use std::collections::BTreeSet;
use std::time::Duration;

use proc_macro2::Ident;

use crate::dialect::Rules;
use crate::source::Position;

/// A state, as an index into [`Program::states`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateId(pub usize);

/// A whole machine.
#[derive(Debug)]
pub struct Program {
    /// The dialect's rules.
    pub rules: &'static Rules,
    /// `Comment` of the machine.
    pub comment: Option<String>,
    /// Every state of every scope; a state comes before those nested in it.
    pub states: Vec<State>,
    /// Every nested scope: branches and Map processors.
    pub branches: Vec<Branch>,
    /// Every distinct task.
    pub tasks: Vec<Task>,
    /// What reads the items and writes the results of Maps; numbered on from the tasks.
    pub transfers: Vec<Transfer>,
    /// Where an execution starts.
    pub start: StateId,
    /// What an execution may take at most (TOP-6, TCSL-12).
    pub timeout: Option<Duration>,
    /// What of the Context Object any path reads.
    pub context: ContextUse,
    /// The loops that only count.
    pub loops: Vec<Loop>,
}

/// Parts of the Context Object that cost something to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContextUse {
    /// `Execution.Input`.
    pub execution_input: bool,
    /// `Execution.StartTime`.
    pub start_time: bool,
    /// `Map.Item`, outside the `ItemSelector` that defines it (CTX-4).
    pub map_item: bool,
}

/// A nested scope.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Where it starts.
    pub start: StateId,
    /// Whether a run of it may have to wait: for a task, a Wait or a retry.
    pub suspends: bool,
}

/// A task.
#[derive(Debug)]
pub struct Task {
    /// Its method in the trait `Tasks`.
    pub method: Ident,
    /// The alias of what it takes, in the module `io`.
    pub input: Ident,
    /// The alias of what it returns, in the module `io`.
    pub output: Ident,
    /// `Resource`.
    pub resource: String,
    /// How it ends.
    pub pattern: Pattern,
    /// Whether its input and output are in the envelope of `lambda:invoke`, and its method is a
    /// Lambda handler.
    pub envelope: bool,
    /// The function, where `lambda:invoke` calls a constant one.
    pub function: Option<String>,
    /// The states that use it.
    pub states: Vec<StateId>,
    /// Index of its types in the option `tasks`.
    pub types: Option<usize>,
}

/// A state.
#[derive(Debug)]
pub struct State {
    /// Its name in the definition.
    pub name: String,
    /// Its variant of `State`.
    pub variant: Ident,
    /// The name its functions are made of.
    pub function: String,
    /// Where its key is in the file.
    pub position: Position,
    /// `Comment`.
    pub comment: Option<String>,
    /// The Parallel or Map it is nested in.
    pub parent: Option<StateId>,
    /// Where it may go: each state once, in the order of the definition.
    pub successors: Vec<StateId>,
    /// `InputPath`.
    pub input: Select,
    /// `OutputPath`.
    pub output: Select,
    /// What it does.
    pub action: Action,
    /// `Retry`.
    pub retry: Vec<Retrier>,
    /// `Catch`.
    pub catch: Vec<Catcher>,
    /// `Assign`.
    pub assign: Option<Assign>,
    /// Whether the raw input is read after the work has started.
    pub keep_input: bool,
    /// Whether a path of this state reads `State.EnteredTime`.
    pub reads_entered_time: bool,
    /// What its attempts do with a token.
    pub token: TokenUse,
    /// What the definition proves of its raw input and of the variables it can read; `None` if no
    /// execution ever enters it.
    pub known: Option<crate::dataflow::Entry>,
    /// What it proves of the ways from here: [`Dataflow::exits`](crate::dataflow::Dataflow::exits).
    pub exits: Vec<(StateId, crate::dataflow::Entry)>,
}

/// What the attempts of a state do with a token (CTX-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenUse {
    /// They have none.
    None,
    /// A path reads it, though the state does not wait for it.
    Offered,
    /// `.waitForTaskToken`.
    Awaited,
}

/// `InputPath` and `OutputPath` (IO-2 to IO-5).
#[derive(Clone, Debug, PartialEq)]
pub enum Select {
    /// `$`: the document as it is.
    Whole,
    /// `null`: `{}`.
    Empty,
    /// Any other path.
    Path(Selector),
}

/// A path with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    /// As written.
    pub text: String,
    /// As understood.
    pub path: Path,
}

/// `ResultPath` (section 13).
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// `null`: the result is dropped.
    Discard,
    /// `$`: the result is the output.
    Replace,
    /// Anything else: into the raw input.
    At(Selector),
}

/// Where a state goes when it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// To a sibling.
    Next(StateId),
    /// Its scope ends with its output.
    End,
}

/// What a state does, by type.
#[derive(Debug)]
pub enum Action {
    /// Section 19.
    Pass {
        /// `Parameters`.
        parameters: Option<Template>,
        /// `Result`.
        result: Option<Template>,
        /// `ResultSelector` (TCSL-42).
        selector: Option<Template>,
        /// `ResultPath`.
        place: Place,
        /// What follows.
        exit: Exit,
    },
    /// Section 20.
    Task {
        /// Index into [`Program::tasks`].
        task: usize,
        /// `TimeoutSeconds`.
        timeout: Limit,
        /// `HeartbeatSeconds`.
        heartbeat: Limit,
        /// `Credentials`.
        credentials: Option<Template>,
        /// `Parameters`.
        parameters: Option<Template>,
        /// What happens with the result.
        after: After,
    },
    /// Section 21.
    Choice {
        /// `Choices`.
        rules: Vec<Rule>,
        /// `Default`.
        default: Option<StateId>,
    },
    /// Section 22.
    Wait {
        /// How long.
        wait: Wait,
        /// What follows.
        exit: Exit,
    },
    /// Section 23.
    Succeed,
    /// Section 24.
    Fail {
        /// `Error`.
        error: Option<Message>,
        /// `Cause`.
        cause: Option<Message>,
    },
    /// Section 25.
    Parallel {
        /// `Parameters`.
        parameters: Option<Template>,
        /// Index of the first branch in [`Program::branches`]; the others follow it.
        first: usize,
        /// How many branches.
        count: usize,
        /// What happens with the result.
        after: After,
    },
    /// Section 26.
    Map(Box<Map>),
}

/// What Task, Parallel and Map do with their result (IO-10, steps 5 to 8).
#[derive(Debug)]
pub struct After {
    /// `ResultSelector`.
    pub selector: Option<Template>,
    /// `ResultPath`.
    pub place: Place,
    /// What follows.
    pub exit: Exit,
}

/// A limit in seconds.
#[derive(Clone, Debug)]
pub enum Limit {
    /// None.
    None,
    /// That many seconds.
    Seconds(u64),
    /// Behind a path.
    Path(Box<Selector>),
}

/// How long a Wait state waits.
#[derive(Clone, Debug)]
pub enum Wait {
    /// `Seconds`.
    Seconds(u64),
    /// `Timestamp`.
    Timestamp(crate::timestamp::Timestamp),
    /// `SecondsPath`.
    SecondsPath(Selector),
    /// `TimestampPath`.
    TimestampPath(Selector),
}

/// `Error` or `Cause` of a Fail state.
#[derive(Clone, Debug)]
pub enum Message {
    /// A constant.
    Text(String),
    /// Behind a path.
    Path(Selector),
    /// The result of a call.
    Call(Call),
}

/// A Choice Rule.
#[derive(Debug)]
pub struct Rule {
    /// The test.
    pub test: Test,
    /// Where it leads.
    pub next: StateId,
    /// `Assign`.
    pub assign: Option<Assign>,
}

/// The condition of a Choice Rule.
#[derive(Debug)]
pub enum Test {
    /// All of them, in order.
    And(Vec<Test>),
    /// Any of them, in order.
    Or(Vec<Test>),
    /// Its negation.
    Not(Box<Test>),
    /// `Variable` and operator.
    Data {
        /// `Variable`.
        variable: Selector,
        /// The operator with its operand.
        comparison: Comparison,
    },
}

/// A Payload Template, or constant JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Template {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Template>),
    /// An object.
    Object(Vec<(String, Template)>),
    /// The value a path selects.
    Path(Selector),
    /// The result of a call.
    Call(Call),
}

/// A call of an intrinsic function.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// What is called.
    pub function: Function,
    /// With what.
    pub arguments: Vec<Argument>,
}

/// An argument of a [`Call`].
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// The value a path selects.
    Path(Selector),
    /// The result of another call.
    Call(Call),
    /// A string.
    Text(String),
    /// A template, cut at its placeholders.
    Pieces(Vec<String>),
    /// A number.
    Number(Number),
    /// A boolean.
    Bool(bool),
    /// `null`.
    Null,
}

impl Template {
    /// Whether it stands for the value of a `.$` member itself.
    pub(crate) fn is_dynamic(&self) -> bool {
        matches!(self, Template::Path(_) | Template::Call(_))
    }

    /// Whether it holds no path or call, so that its value is the same each time.
    pub fn is_constant(&self) -> bool {
        match self {
            Template::Path(_) | Template::Call(_) => false,
            Template::Array(items) => items.iter().all(Template::is_constant),
            Template::Object(members) => members.iter().all(|(_, value)| value.is_constant()),
            _ => true,
        }
    }
}

/// A retrier, its defaults applied (RETRY-2).
#[derive(Clone, Debug)]
pub struct Retrier {
    /// `ErrorEquals`, as written.
    pub errors: Vec<String>,
    /// What the runtime is to compare with: the same, or where names are types of codes, those as
    /// well (TCSL-113).
    pub matched: Vec<String>,
    /// `IntervalSeconds`.
    pub interval_seconds: u64,
    /// `MaxAttempts`.
    pub max_attempts: u64,
    /// `BackoffRate`.
    pub backoff_rate: f64,
    /// `MaxDelaySeconds`.
    pub max_delay_seconds: Option<u64>,
    /// `JitterStrategy` is `FULL`.
    pub full_jitter: bool,
}

/// A catcher.
#[derive(Clone, Debug)]
pub struct Catcher {
    /// `ErrorEquals`, as written.
    pub errors: Vec<String>,
    /// What the runtime is to compare with: the same, or where names are types of codes, those as
    /// well (TCSL-113).
    pub matched: Vec<String>,
    /// `Next`.
    pub next: StateId,
    /// `ResultPath`.
    pub place: Place,
    /// `Assign`.
    pub assign: Option<Assign>,
}

/// Variables and their new values, in the order of the definition.
pub type Assign = Vec<(String, Template)>;

/// The tasks, one per method: a Lambda handler may be called in several forms.
pub fn one_per_method(tasks: &[Task]) -> impl Iterator<Item = &Task> {
    let mut seen = BTreeSet::new();
    tasks
        .iter()
        .filter(move |task| seen.insert(task.method.to_string()))
}

impl State {
    /// The type's name.
    pub fn kind(&self) -> &'static str {
        match self.action {
            Action::Pass { .. } => "Pass",
            Action::Task { .. } => "Task",
            Action::Choice { .. } => "Choice",
            Action::Wait { .. } => "Wait",
            Action::Succeed => "Succeed",
            Action::Fail { .. } => "Fail",
            Action::Parallel { .. } => "Parallel",
            Action::Map(_) => "Map",
        }
    }

    /// What happens after the work, for states that do some.
    pub fn after(&self) -> Option<&After> {
        match &self.action {
            Action::Task { after, .. } | Action::Parallel { after, .. } => Some(after),
            Action::Map(map) => Some(&map.after),
            _ => None,
        }
    }
}
