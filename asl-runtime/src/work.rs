//! What states are, as data: the fields of the definition, and the functions that act on them.
//!
//! A row of data takes rustc a fraction of the time that a function with the same effect takes. So
//! the compiler writes functions only for what differs from state to state: the rules of a Choice
//! and loops that only count.

use std::time::Duration;

use crate::failure::Failure;
use crate::intrinsic::Call;
use crate::iterations::Iterations;
use crate::path::{Path, Placement};
use crate::program::{
    Assign, Catcher, Effect, Retrier, Step, TaskLimits, TaskStart, TokenUse, Wait,
};
use crate::state::StateKind;
use crate::template::Template;
use crate::timestamp::Timestamp;
use crate::value::{Object, Text, Value};
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

/// What a state does next. Where it ends, its output has taken the place of the document.
#[derive(Debug)]
pub(crate) enum Act<S> {
    /// It leads to another state.
    Next(S),
    /// It ends its scope.
    Finish,
    /// Either, with variables to assign.
    Assign { variables: Object, next: Option<S> },
    /// It has work to do.
    Task(TaskStart),
    /// Any other work.
    Work(Effect<S>),
}

impl<S> Act<S> {
    /// What a function of the state answers; its output is put in the place of the document.
    #[inline]
    fn of(effect: Effect<S>, document: &mut Value) -> Self {
        match effect {
            Effect::Next { state, output } => {
                *document = output;
                Self::Next(state)
            }
            Effect::Finish(output) => {
                *document = output;
                Self::Finish
            }
            Effect::Assign {
                variables,
                next,
                output,
            } => {
                *document = output;
                Self::Assign { variables, next }
            }
            Effect::Task(start) => Self::Task(start),
            work => Self::Work(work),
        }
    }

    /// The same with the document, if that is the output.
    pub(crate) fn with(self, document: &mut Value) -> Effect<S> {
        match self {
            Self::Next(state) => Effect::Next {
                state,
                output: document.take(),
            },
            Self::Finish => Effect::Finish(document.take()),
            Self::Assign { variables, next } => Effect::Assign {
                variables,
                next,
                output: document.take(),
            },
            Self::Task(start) => Effect::Task(start),
            Self::Work(effect) => effect,
        }
    }
}

type Acting<S> = Result<Act<S>, Failure>;

/// The document is changed where it is: a value that is moved right after it has been written, in
/// other pieces, has to wait for the memory, and a state moves its document five times otherwise.
impl<S: Copy> StateInfo<S> {
    /// Everything before the state's work (IO-10). The document is the raw input; it stays as it is
    /// where it `stays` and there is work to be done.
    #[inline]
    pub(crate) fn enter(&self, visit: &Visit<'_>, document: &mut Value, stays: bool) -> Acting<S> {
        match &self.work {
            Work::Choose(choose) => {
                self.filter_input(visit, document)?;
                let state = choose(visit, document)?;
                self.filter_output(visit, document)?;
                Ok(Act::Next(state))
            }
            Work::Pass => self.pass(visit, document),
            Work::Result(result) => self.pass_result(visit, document, result),
            Work::Task(work) => self.task(work, visit, document, stays),
            Work::Succeed => {
                self.filter_input(visit, document)?;
                self.exit(visit, document)
            }
            Work::Code(enter) | Work::Read(enter, _) => {
                let step = enter(visit, take_or_share(document, stays));
                Ok(Act::of(step?, document))
            }
            Work::Wait(_) | Work::Fail(..) | Work::Parallel { .. } | Work::Map(_) => self
                .begin(visit, take_or_share(document, stays))
                .map(Act::Work),
        }
    }

    /// [`enter`](Self::enter), where not every nanosecond counts.
    fn begin(&self, visit: &Visit<'_>, mut input: Value) -> Step<S> {
        self.filter_input(visit, &mut input)?;
        match &self.work {
            Work::Wait(delay) => Ok(Effect::Wait {
                wait: delay.of(visit, &input)?,
                document: input,
            }),
            Work::Fail(error, cause) => Err(fail(visit, error, cause.as_ref(), &input)),
            Work::Map(work) => work.run(visit, input),
            Work::Parallel { first, count } => {
                if let Some(template) = &self.parameters {
                    input = visit.template("Parameters", template, &input)?;
                }
                Ok(visit.branches(input, *first, *count))
            }
            _ => Ok(self.exit(visit, &mut input)?.with(&mut input)),
        }
    }

    /// Everything after the state's work (IO-10). The document is the raw input if the state's
    /// `keep_input` says so; else it may be anything.
    #[inline]
    pub(crate) fn leave(
        &self,
        visit: &Visit<'_>,
        document: &mut Value,
        result: Value,
    ) -> Acting<S> {
        match (&self.result_selector, &self.assign) {
            (None, None) => {
                visit.place_in(&self.result_path, document, result)?;
                self.exit(visit, document)
            }
            _ => self.leave_shaped(visit, document, result),
        }
    }

    /// [`leave`](Self::leave) with `ResultSelector` or `Assign`.
    fn leave_shaped(&self, visit: &Visit<'_>, document: &mut Value, result: Value) -> Acting<S> {
        let selected = match &self.result_selector {
            None => None,
            Some(template) => Some(visit.template("ResultSelector", template, &result)?),
        };
        // IO-10: the selector comes first, but `Assign` sees the result before it.
        let variables = match self.assign {
            None => None,
            Some(assign) => Some(visit.assign(assign, &result)?),
        };
        let result = selected.unwrap_or(result);
        visit.place_in(&self.result_path, document, result)?;
        let Some(variables) = variables else {
            return self.exit(visit, document);
        };
        self.filter_output(visit, document)?;
        let next = self.next;
        Ok(Act::Assign { variables, next })
    }

    /// Where the state leads, with the document for its output.
    #[inline]
    fn exit(&self, visit: &Visit<'_>, document: &mut Value) -> Acting<S> {
        self.filter_output(visit, document)?;
        Ok(self.next.map_or(Act::Finish, Act::Next))
    }

    /// `InputPath`.
    #[inline]
    fn filter_input(&self, visit: &Visit<'_>, document: &mut Value) -> Result<(), Failure> {
        if !matches!(self.input_path, Select::Whole) {
            *document = self.input_path.of(visit, document.take())?;
        }
        Ok(())
    }

    /// `OutputPath`.
    #[inline]
    fn filter_output(&self, visit: &Visit<'_>, document: &mut Value) -> Result<(), Failure> {
        match &self.output_path {
            Select::Whole => {}
            Select::Empty => *document = visit.empty(),
            Select::Path(path) => *document = visit.output_path(path, document.take())?,
        }
        Ok(())
    }

    /// A Pass whose result is made of its input.
    fn pass(&self, visit: &Visit<'_>, document: &mut Value) -> Acting<S> {
        let keeps_input = self.keeps_input();
        let input = match &self.input_path {
            Select::Whole => None,
            other => Some(other.of(visit, take_or_share(document, keeps_input))?),
        };
        let result = match (&self.parameters, input) {
            (Some(template), input) => {
                let input = input.as_ref().unwrap_or(document);
                visit.template("Parameters", template, input)?
            }
            (None, Some(input)) => input,
            (None, None) => take_or_share(document, keeps_input),
        };
        self.leave(visit, document, result)
    }

    /// A Pass with `Result`. What would make the result otherwise may fail all the same (IO-12).
    fn pass_result(&self, visit: &Visit<'_>, document: &mut Value, result: &Template) -> Acting<S> {
        if self.parameters.is_some() || matches!(self.input_path, Select::Path(_)) {
            let input = self.input_path.of(visit, document.clone())?;
            if let Some(template) = &self.parameters {
                visit.template("Parameters", template, &input)?;
            }
        }
        let result = visit.template("Result", result, &Value::Null)?;
        self.leave(visit, document, result)
    }

    /// Whether a result is put into the raw input.
    const fn keeps_input(&self) -> bool {
        !matches!(self.result_path, Placement::Replace)
    }

    /// A Task, up to its call.
    fn task(
        &self,
        work: &TaskWork,
        visit: &Visit<'_>,
        document: &mut Value,
        stays: bool,
    ) -> Acting<S> {
        if let (Select::Whole, Some(template)) = (&self.input_path, &self.parameters) {
            let start = work.start(visit, document, |document| {
                visit.template("Parameters", template, document)
            })?;
            if !stays {
                *document = Value::Null; // not kept for as long as the task takes
            }
            return Ok(Act::Task(start));
        }
        let input = self.input_path.of(visit, take_or_share(document, stays))?;
        let start = work.start(visit, &mut { input }, |input| match &self.parameters {
            None => Ok(input.take()),
            Some(template) => visit.template("Parameters", template, input),
        })?;
        Ok(Act::Task(start))
    }
}

impl TaskWork {
    /// The call of the task with what `effective_input` makes of its input.
    #[inline]
    fn start(
        &self,
        visit: &Visit<'_>,
        input: &mut Value,
        effective_input: impl FnOnce(&mut Value) -> Result<Value, Failure>,
    ) -> Result<TaskStart, Failure> {
        // IO-10: limits are read before `Parameters`.
        let timeout = self.timeout.of(visit, input, "TimeoutSecondsPath")?;
        let heartbeat = self.heartbeat.of(visit, input, "HeartbeatSecondsPath")?;
        let credentials = match &self.credentials {
            None => None,
            Some(template) => {
                let credentials = visit.template("Credentials", template, input)?;
                Some(Box::new(credentials))
            }
        };
        let input = effective_input(input)?;
        visit.check_limits(timeout, heartbeat)?;
        Ok(TaskStart {
            task: self.number,
            input,
            limits: TaskLimits::new(timeout, heartbeat),
            credentials,
        })
    }
}

impl Select {
    /// What `InputPath` makes of the document.
    #[inline]
    fn of(&self, visit: &Visit<'_>, document: Value) -> Result<Value, Failure> {
        match self {
            Self::Whole => Ok(document),
            Self::Empty => Ok(visit.empty()),
            Self::Path(path) => visit.input_path(path, document),
        }
    }
}

impl Limit {
    #[inline]
    fn of(
        &self,
        visit: &Visit<'_>,
        document: &Value,
        field: &'static str,
    ) -> Result<Option<Duration>, Failure> {
        match self {
            Self::None => Ok(None),
            Self::Seconds(seconds) => Ok(Some(Duration::from_secs(*seconds))),
            Self::Path(path) => visit.seconds(path, document, field).map(Some),
        }
    }
}

impl Delay {
    fn of(&self, visit: &Visit<'_>, document: &Value) -> Result<Wait, Failure> {
        match self {
            Self::Seconds(seconds) => Ok(Wait::For(Duration::from_secs(*seconds))),
            Self::Timestamp(timestamp) => Ok(Wait::Until(*timestamp)),
            Self::SecondsPath(path) => visit.wait_seconds(path, document),
            Self::TimestampPath(path) => visit.wait_timestamp(path, document),
        }
    }
}

impl Message {
    fn of(
        &self,
        visit: &Visit<'_>,
        document: &Value,
        field: &'static str,
    ) -> Result<Text, Failure> {
        match self {
            Self::Text(text) => Ok(Text::from_static(text)),
            Self::Path(path) => visit.text(path, document, field),
            Self::Call(call) => visit.call_text(call, document, field),
        }
    }
}

/// The error of a Fail state, or that of making it.
#[cold]
fn fail(visit: &Visit<'_>, error: &Message, cause: Option<&Message>, document: &Value) -> Failure {
    let error = error.of(visit, document, "ErrorPath");
    let cause = || cause.map(|cause| cause.of(visit, document, "CausePath"));
    let failure = error.and_then(|error| Ok(Failure::new(error, cause().transpose()?)));
    failure.unwrap_or_else(|failure| failure)
}

impl MapWork {
    fn run<S>(&self, visit: &Visit<'_>, mut input: Value) -> Step<S> {
        let reads_input = matches!(&self.item_selector, Some(template) if !template.is_constant());
        // A selector reads the document once more for every item.
        let mut items = take_or_share(&mut input, reads_input);
        if let Some(path) = self.items_path {
            items = visit.items_path(path, items)?;
        }
        match &self.item_selector {
            None => visit.plain_items(self.branch, items, self.max_concurrency),
            Some(template) => visit.items(self.branch, items, self.max_concurrency, |visit| {
                visit.template("ItemSelector", template, &input)
            }),
        }
    }
}

/// The document: itself, or a share in it where it `stays`.
fn take_or_share(document: &mut Value, stays: bool) -> Value {
    if stays {
        document.clone()
    } else {
        document.take()
    }
}
