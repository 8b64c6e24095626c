//! The replaying side: what the generated program is but for its machines.

use std::any::Any;
use std::io::{self, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use asl_runtime::__private::Dispatch;
use asl_runtime::{ErrorKind, Event, ExecutionError, Machine, Object, StateId, Value};
use tokio::runtime::Builder;

use super::super::Error;
use super::case::{Case, StepKind};
use super::mock::Mock;
use super::record::{End, Record, Step};

/// Replays a case with one machine.
pub type Entry = fn(&Case) -> Record;

/// The steps of an execution, shared with its observer.
type Steps = Arc<Mutex<Vec<Step>>>;

/// An execution that is about to run.
type Execution = Pin<Box<dyn Future<Output = End>>>;

/// Replays a case with the machine that `machine` makes of the tasks.
pub fn replay<P>(case: &Case, machine: fn(Arc<Mock>) -> Machine<P, Arc<Mock>>) -> Record
where
    P: Dispatch<Arc<Mock>, Input = Value, Output = Value>,
{
    // Only this closure is compiled once for each machine.
    record(case, |mock, steps, input| {
        let observer = move |event: &Event<'_, P::State>| observe(&steps, event);
        let run = machine(mock).observer(observer).run(input);
        Box::pin(async move { run.await.map_or_else(|error| failed(&error), End::Output) })
    })
}

fn record(case: &Case, start: impl FnOnce(Arc<Mock>, Steps, Value) -> Execution) -> Record {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return Record::panicked(format!("no tokio runtime: {error}")),
    };
    runtime.block_on(async {
        let mock = Arc::new(Mock::new(&case.tasks));
        let steps = Steps::default();
        let input = case.input.clone().unwrap_or_else(|| Object::new().into());
        let end = start(Arc::clone(&mock), Arc::clone(&steps), input).await;
        let steps = steps.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Record {
            end,
            millis: mock.elapsed(),
            calls: mock.calls(),
            steps,
            unused: mock.unused(),
        }
    })
}

fn failed<S>(error: &ExecutionError<S>) -> End {
    End::Failed {
        timed_out: error.kind() == ErrorKind::TimedOut,
        error: error.error_name().map(str::to_owned),
        cause: error.cause().map(str::to_owned),
    }
}

fn observe<S: StateId>(steps: &Steps, event: &Event<'_, S>) {
    let step = match event {
        Event::StateEntered { state, input, .. } => Step {
            event: StepKind::Enter,
            state: state.as_str().to_owned(),
            document: (*input).clone(),
            assigned: None,
        },
        Event::StateExited {
            state,
            output,
            assigned,
            ..
        } => Step {
            event: StepKind::Exit,
            state: state.as_str().to_owned(),
            document: (*output).clone(),
            assigned: assigned.cloned().map(Value::Object),
        },
        _ => return,
    };
    steps
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(step);
}

impl Record {
    /// Nothing but a panic.
    pub fn panicked(message: impl Into<String>) -> Self {
        Self {
            end: End::Panicked(message.into()),
            millis: 0,
            calls: Vec::new(),
            steps: Vec::new(),
            unused: Vec::new(),
        }
    }
}

/// The generated program. Its arguments are a file with a line `module<tab>case file` for each
/// case, and the number of the line to begin with, from 0. For each case it prints `begin number`,
/// replays it, and prints `end number record`.
pub fn main(entries: &[(&str, Entry)]) -> ExitCode {
    // The message is in the record.
    panic::set_hook(Box::new(|_| ()));
    match run(entries) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(entries: &[(&str, Entry)]) -> Result<(), Error> {
    let mut arguments = std::env::args_os().skip(1);
    let plan = arguments.next().map(PathBuf::from).unwrap_or_default();
    let first = arguments
        .next()
        .and_then(|first| first.to_str().and_then(|first| first.parse().ok()));
    let text =
        std::fs::read_to_string(&plan).map_err(super::super::error::cannot("read", &plan))?;
    let mut out = io::stdout().lock();
    for (index, line) in text.lines().enumerate().skip(first.unwrap_or(0)) {
        writeln!(out, "begin {index}").map_err(Error::Output)?;
        let record = line.split_once('\t').map_or_else(
            || Record::panicked("the plan has a line without a tab"),
            |(module, case)| one(entries, module, Path::new(case)),
        );
        let record = serde_json::to_string(&record).map_err(|error| Error::Format {
            path: plan.clone(),
            source: error,
        })?;
        writeln!(out, "end {index} {record}").map_err(Error::Output)?;
    }
    Ok(())
}

fn one(entries: &[(&str, Entry)], module: &str, case: &Path) -> Record {
    let Some((_, entry)) = entries.iter().find(|(name, _)| *name == module) else {
        return Record::panicked(format!("no machine `{module}`"));
    };
    let case = match Case::open(case) {
        Ok(case) => case,
        Err(error) => return Record::panicked(error.to_string()),
    };
    panic::catch_unwind(AssertUnwindSafe(|| entry(&case)))
        .unwrap_or_else(|payload| Record::panicked(message(payload.as_ref())))
}

fn message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
