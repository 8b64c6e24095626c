//! The definition as it was written: every field of the language with its place in
//! the file, and no defaults filled in.
//!
//! A field is `None` when it is absent *or* when its value was refused by the parser;
//! in the second case a diagnostic has been reported and no code is generated, so later
//! stages need not tell the two apart.

mod call;
mod map;
mod path;
mod reads;

pub use call::{Argument, Call, Function, PathOrCall};
pub use map::{Amount, ItemBatcher, ItemReader, Map, ResultWriter};
pub use path::{Condition, Filter, Operator, OuterPath, Path, Root, Scalar, Step, Term};

use crate::source::{Node, Span, Spanned, Text};

/// A whole definition (TOP-1).
#[derive(Debug)]
pub struct Machine {
    /// The top-level object.
    pub span: Span,
    /// `Comment`.
    pub comment: Option<Text>,
    /// `Version` (TOP-5).
    pub version: Option<Text>,
    /// `TimeoutSeconds` (TOP-6).
    pub timeout_seconds: Option<Spanned<u64>>,
    /// `TimeoutMilliseconds` (TCSL-12).
    pub timeout_milliseconds: Option<Spanned<u64>>,
    /// `QueryLanguage` (TOP-7).
    pub query_language: Option<Text>,
    /// Whether there is an `Assign` of which not everything could be read: nobody knows what is assigned.
    pub has_unreadable_assign: bool,
    /// `StartAt` and `States`.
    pub scope: Scope,
}

/// One `States` object with its `StartAt`: the machine itself, a Parallel branch or the
/// processor of a Map.
#[derive(Debug, Default)]
pub struct Scope {
    /// The object that holds `StartAt` and `States`.
    pub span: Span,
    /// `Comment` of a branch or processor.
    pub comment: Option<Text>,
    /// `StartAt` (TOP-3).
    pub start_at: Option<Text>,
    /// The key `States`.
    pub states_key: Option<Span>,
    /// The states in the order of the file.
    pub states: Vec<State>,
    /// `ProcessorConfig` (MAP-3), on an `ItemProcessor` or `Iterator` only.
    pub processor_config: Option<ProcessorConfig>,
    /// Whether there is a `ProcessorConfig` of which not everything could be read: nobody knows the mode.
    pub has_unreadable_config: bool,
}

/// `ProcessorConfig` of a Map's processor (MAP-3).
#[derive(Debug)]
pub struct ProcessorConfig {
    /// The object.
    pub span: Span,
    /// `Mode`.
    pub mode: Option<Text>,
    /// `ExecutionType`.
    pub execution_type: Option<Text>,
}

/// One state (STATE-1).
#[derive(Debug)]
pub struct State {
    /// Its key in `States`.
    pub name: Text,
    /// Its object.
    pub span: Span,
    /// `Comment`.
    pub comment: Option<Text>,
    /// `QueryLanguage` (STATE-7).
    pub query_language: Option<Text>,
    /// `InputPath`.
    pub input_path: Option<PathField>,
    /// `OutputPath`.
    pub output_path: Option<PathField>,
    /// `Next`, with the span of its value.
    pub next: Option<Text>,
    /// `End`.
    pub end: Option<Spanned<bool>>,
    /// Whether it has a `Next` or `End` that could not be read; reported.
    pub has_unreadable_transition: bool,
    /// `Assign`.
    pub assign: Option<Assign>,
    /// What the state's `Type` says.
    pub kind: StateKind,
}

/// A field whose value stays JSON until a later stage reads it.
#[derive(Debug)]
pub struct Field {
    /// Its key.
    pub key: Span,
    /// Its value.
    pub value: Node,
}

/// The type-specific part of a state (STATE-5).
#[derive(Debug)]
pub enum StateKind {
    /// `Pass`.
    Pass(Pass),
    /// `Task`.
    Task(Box<Task>),
    /// `Choice`.
    Choice(Choice),
    /// `Wait`.
    Wait(Wait),
    /// `Succeed`.
    Succeed,
    /// `Fail`.
    Fail(Fail),
    /// `Parallel`.
    Parallel(Parallel),
    /// `Map`.
    Map(Box<Map>),
    /// The type is missing or unknown; reported.
    Unknown,
}

/// Fields of a Pass state.
#[derive(Debug)]
pub struct Pass {
    /// `Parameters`.
    pub parameters: Option<Template>,
    /// `Result`.
    pub result: Option<Field>,
    /// `ResultSelector` (TCSL-42).
    pub result_selector: Option<Template>,
    /// `ResultPath`.
    pub result_path: Option<PathField>,
}

/// What Task, Parallel and Map share: shaping the result and handling errors.
#[derive(Debug)]
pub struct Work {
    /// `Parameters`.
    pub parameters: Option<Template>,
    /// `ResultSelector`.
    pub result_selector: Option<Template>,
    /// `ResultPath`.
    pub result_path: Option<PathField>,
    /// `Retry`.
    pub retry: Vec<Retrier>,
    /// `Catch`.
    pub catch: Vec<Catcher>,
}

/// Fields of a Task state.
#[derive(Debug)]
pub struct Task {
    /// What it shares with Parallel and Map.
    pub work: Work,
    /// `Resource`.
    pub resource: Option<Text>,
    /// `TimeoutSeconds`.
    pub timeout: Option<Spanned<u64>>,
    /// `TimeoutSecondsPath`.
    pub timeout_path: Option<PathText>,
    /// `HeartbeatSeconds`.
    pub heartbeat: Option<Spanned<u64>>,
    /// `HeartbeatSecondsPath`.
    pub heartbeat_path: Option<PathText>,
    /// `Credentials` (TASK-9).
    pub credentials: Option<Template>,
}

/// Fields of a Parallel state.
#[derive(Debug)]
pub struct Parallel {
    /// What it shares with Task and Map.
    pub work: Work,
    /// `Branches`.
    pub branches: Vec<Scope>,
}

/// Fields of a Choice state.
#[derive(Debug)]
pub struct Choice {
    /// `Choices`.
    pub rules: Vec<Rule>,
    /// `Default`.
    pub default: Option<Text>,
}

/// A top-level Choice Rule.
#[derive(Debug)]
pub struct Rule {
    /// Its object.
    pub span: Span,
    /// `Next`.
    pub next: Option<Text>,
    /// The test; `None` when it was refused.
    pub test: Option<Test>,
    /// `Comment`.
    pub comment: Option<Text>,
    /// `Assign`.
    pub assign: Option<Assign>,
}

/// The condition of a Choice Rule (CHOICE-20).
#[derive(Debug)]
pub enum Test {
    /// `And` (CHOICE-21).
    And(Vec<Test>),
    /// `Or` (CHOICE-21).
    Or(Vec<Test>),
    /// `Not` (CHOICE-21).
    Not(Box<Test>),
    /// `Variable` with one comparison operator.
    Data {
        /// `Variable`.
        variable: PathText,
        /// The operator with its operand.
        comparison: Comparison,
    },
}

/// A comparison operator with its operand (CHOICE-28).
#[derive(Clone, Debug)]
pub enum Comparison {
    /// `String…`.
    Text(Relation, Operand<String>),
    /// `Numeric…`.
    Number(Relation, Operand<Number>),
    /// `BooleanEquals`.
    Boolean(Operand<bool>),
    /// `Timestamp…`.
    Timestamp(Relation, Operand<crate::timestamp::Timestamp>),
    /// `StringMatches`, cut at its wildcards (CHOICE-32).
    Matches(Vec<Piece>),
    /// `IsNull` and its like, with the value it is compared with (CHOICE-34).
    Is(Property, Operand<bool>),
}

impl Comparison {
    /// The path of the operand, if it is behind one.
    #[must_use]
    pub fn operand_path(&self) -> Option<&PathText> {
        match self {
            Comparison::Text(_, Operand::Path(path))
            | Comparison::Number(_, Operand::Path(path))
            | Comparison::Boolean(Operand::Path(path))
            | Comparison::Is(_, Operand::Path(path))
            | Comparison::Timestamp(_, Operand::Path(path)) => Some(path),
            _ => None,
        }
    }
}

/// The right-hand side of a comparison.
#[derive(Clone, Debug)]
pub enum Operand<T> {
    /// A value in the definition.
    Literal(T),
    /// A `…Path` operator: the value it selects.
    Path(PathText),
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `…Equals`.
    Equal,
    /// `…LessThan`.
    Less,
    /// `…GreaterThan`.
    Greater,
    /// `…LessThanEquals`.
    LessEqual,
    /// `…GreaterThanEquals`.
    GreaterEqual,
}

/// What an `Is…` operator asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// `IsNull`.
    Null,
    /// `IsPresent`.
    Present,
    /// `IsNumeric`.
    Numeric,
    /// `IsString`.
    String,
    /// `IsBoolean`.
    Boolean,
    /// `IsTimestamp`.
    Timestamp,
}

/// A part of a `StringMatches` pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// `*`: any run of characters.
    Any,
    /// Literal text, escapes resolved.
    Text(String),
}

/// A JSON number, exact where it is an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Fits `i64`.
    Int(i64),
    /// Above `i64`, fits `u64`.
    UInt(u64),
    /// Anything else.
    Float(f64),
}

/// Fields of a Wait state.
#[derive(Debug)]
pub struct Wait {
    /// `Seconds`.
    pub seconds: Option<Spanned<u64>>,
    /// `Timestamp`.
    pub timestamp: Option<Spanned<crate::timestamp::Timestamp>>,
    /// `SecondsPath`.
    pub seconds_path: Option<PathText>,
    /// `TimestampPath`.
    pub timestamp_path: Option<PathText>,
}

/// Fields of a Fail state.
#[derive(Debug)]
pub struct Fail {
    /// `Error`.
    pub error: Option<Text>,
    /// `Cause`.
    pub cause: Option<Text>,
    /// `ErrorPath`.
    pub error_path: Option<PathOrCall>,
    /// `CausePath`.
    pub cause_path: Option<PathOrCall>,
}

/// An element of `Retry` (RETRY-2).
#[derive(Debug)]
pub struct Retrier {
    /// Its object.
    pub span: Span,
    /// `ErrorEquals`.
    pub error_equals: ErrorEquals,
    /// `IntervalSeconds`.
    pub interval_seconds: Option<Spanned<u64>>,
    /// `MaxAttempts`.
    pub max_attempts: Option<Spanned<u64>>,
    /// `BackoffRate`.
    pub backoff_rate: Option<Spanned<f64>>,
    /// `MaxDelaySeconds`.
    pub max_delay_seconds: Option<Spanned<u64>>,
    /// `JitterStrategy`.
    pub jitter_strategy: Option<Text>,
}

/// An element of `Catch` (CATCH-2).
#[derive(Debug)]
pub struct Catcher {
    /// Its object.
    pub span: Span,
    /// `ErrorEquals`.
    pub error_equals: ErrorEquals,
    /// `Next`.
    pub next: Option<Text>,
    /// `ResultPath`.
    pub result_path: Option<PathField>,
    /// `Assign`.
    pub assign: Option<Assign>,
}

/// The names in an `ErrorEquals` array (ERR-16).
#[derive(Debug, Default)]
pub struct ErrorEquals {
    /// The array, if there is one.
    pub span: Option<Span>,
    /// Its names.
    pub names: Vec<Text>,
}

/// An `Assign` field (VAR-4, VAR-6).
#[derive(Debug)]
pub struct Assign {
    /// Its value in the file.
    pub span: Span,
    /// The variables and their new values. Names are without `.$`.
    pub variables: Vec<(Text, Template)>,
}

/// A Payload Template (section 10).
#[derive(Debug)]
pub struct Template {
    /// The value in the file.
    pub span: Span,
    /// What it builds.
    pub kind: TemplateKind,
}

/// What a part of a Payload Template builds.
#[derive(Debug)]
pub enum TemplateKind {
    /// A value taken as it stands, with no `.$` member inside.
    Constant(Node),
    /// An array with a `.$` member somewhere inside.
    Array(Vec<Template>),
    /// An object with a `.$` member somewhere inside. Names are without `.$`.
    Object(Vec<(Text, Template)>),
    /// The value of a `.$` member: what a path selects.
    Path(PathText),
    /// The value of a `.$` member: the result of a call (TMPL-4).
    Call(Call),
}

/// A path field that may be `null` (STATE-16).
#[derive(Debug)]
pub enum PathField {
    /// `null`.
    Null(Span),
    /// A path.
    Path(PathText),
}

/// A path as written and as understood.
#[derive(Clone, Debug)]
pub struct PathText {
    /// The string in the file.
    pub text: Text,
    /// What it selects.
    pub path: Path,
}

impl State {
    /// The scopes nested in this state, in the order of the file: the branches of a Parallel or
    /// the processor of a Map.
    pub fn scopes(&self) -> impl Iterator<Item = &Scope> {
        let (branches, processor) = match &self.kind {
            StateKind::Parallel(parallel) => (parallel.branches.as_slice(), None),
            StateKind::Map(map) => (Default::default(), map.processor.as_ref()),
            _ => (Default::default(), None),
        };
        branches.iter().chain(processor)
    }

    /// What Task, Parallel and Map share.
    pub fn work(&self) -> Option<&Work> {
        match &self.kind {
            StateKind::Task(task) => Some(&task.work),
            StateKind::Parallel(parallel) => Some(&parallel.work),
            StateKind::Map(map) => Some(&map.work),
            _ => None,
        }
    }

    /// Every state name this state may go to, with the place it is written at.
    pub fn targets(&self) -> Vec<&Text> {
        let mut targets: Vec<&Text> = self.next.iter().collect();
        if let StateKind::Choice(choice) = &self.kind {
            targets.extend(choice.rules.iter().filter_map(|rule| rule.next.as_ref()));
            targets.extend(&choice.default);
        }
        if let Some(work) = self.work() {
            targets.extend(
                work.catch
                    .iter()
                    .filter_map(|catcher| catcher.next.as_ref()),
            );
        }
        targets
    }

    /// Whether the state ends its scope (TRANS-1).
    pub fn is_terminal(&self) -> bool {
        matches!(self.kind, StateKind::Succeed | StateKind::Fail(_))
            || self.end.as_ref().is_some_and(|end| end.value)
    }
}
