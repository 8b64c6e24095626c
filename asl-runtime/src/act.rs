//! What states do, by their rows.
//!
//! The document of a scope is changed where it is: a value that is moved right after it has been
//! written, in other pieces, has to wait for the memory, and a state would move its document five times.

use std::time::Duration;

use crate::failure::Failure;
use crate::path::Placement;
use crate::program::{Effect, Step, TaskLimits, TaskStart, Wait};
use crate::template::Template;
use crate::value::{Object, Text, Value};
use crate::visit::Visit;
use crate::work::{Delay, Limit, MapWork, Message, Select, StateInfo, TaskWork, Work};

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
        let parameters = self.parameters.as_ref();
        let start = match &self.input_path {
            Select::Whole => work.start(visit, document, parameters, stays)?,
            other => {
                let mut input = other.of(visit, take_or_share(document, stays))?;
                work.start(visit, &mut input, parameters, false)?
            }
        };
        Ok(Act::Task(start))
    }
}

impl TaskWork {
    /// The call of the task (IO-10). The document goes to the task or is dropped, so that it is not
    /// kept for as long as the task takes, unless it `stays`.
    #[inline]
    fn start(
        &self,
        visit: &Visit<'_>,
        document: &mut Value,
        parameters: Option<&Template>,
        stays: bool,
    ) -> Result<TaskStart, Failure> {
        let timeout = self.timeout.of(visit, document, "TimeoutSecondsPath")?;
        let heartbeat = self.heartbeat.of(visit, document, "HeartbeatSecondsPath")?;
        visit.check_limits(timeout, heartbeat)?;
        // The two ways are apart so that the input is made where it is to be.
        if let Some(template) = parameters {
            let input = visit.template("Parameters", template, document)?;
            let credentials = self.credentials(visit, document)?;
            if !stays {
                *document = Value::Null;
            }
            return Ok(TaskStart {
                task: self.number,
                input,
                limits: TaskLimits::new(timeout, heartbeat),
                credentials,
            });
        }
        Ok(TaskStart {
            task: self.number,
            credentials: self.credentials(visit, document)?,
            input: take_or_share(document, stays),
            limits: TaskLimits::new(timeout, heartbeat),
        })
    }

    #[inline]
    fn credentials(
        &self,
        visit: &Visit<'_>,
        document: &Value,
    ) -> Result<Option<Box<Value>>, Failure> {
        match &self.credentials {
            None => Ok(None),
            Some(template) => {
                let credentials = visit.template("Credentials", template, document)?;
                Ok(Some(Box::new(credentials)))
            }
        }
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
