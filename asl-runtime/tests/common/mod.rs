//! What the hand-made programs share.
#![allow(dead_code, reason = "each test file uses a part")]

use std::sync::{Arc, Mutex};

use asl_runtime::__private::{BoxFuture, StateInfo};
use asl_runtime::{Event, Observer, StateId, StateKind, TaskContext, TaskError, Value};

/// A call of a task, as a script sees it.
pub(crate) struct Call {
    pub(crate) task: u32,
    pub(crate) context: TaskContext,
    pub(crate) input: Value,
}

type Answer = BoxFuture<'static, Result<Value, TaskError>>;

/// Tasks that a test writes as one function.
pub(crate) struct Script(Box<dyn Fn(Call) -> Answer + Send + Sync>);

impl Script {
    pub(crate) fn call(&self, task: u32, context: TaskContext, input: Value) -> Answer {
        (self.0)(Call {
            task,
            context,
            input,
        })
    }
}

pub(crate) fn script<F>(answer: impl Fn(Call) -> F + Send + Sync + 'static) -> Script
where
    F: Future<Output = Result<Value, TaskError>> + Send + 'static,
{
    Script(Box::new(move |call| Box::pin(answer(call))))
}

/// A state without any option.
pub(crate) const fn plain<S>(name: &'static str, kind: StateKind) -> StateInfo<S> {
    StateInfo {
        name,
        kind,
        line: 1,
        column: 1,
        ..StateInfo::PLAIN
    }
}

/// A `State` enum whose variants are named as their states.
#[macro_export]
macro_rules! states {
    ($($variant:ident),* $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum State { $($variant),* }

        impl asl_runtime::StateId for State {
            fn as_str(self) -> &'static str {
                match self { $(Self::$variant => stringify!($variant)),* }
            }

            fn index(self) -> usize {
                self as usize
            }

            fn from_index(index: usize) -> Option<Self> {
                [$(Self::$variant),*].get(index).copied()
            }
        }

        impl std::fmt::Display for State {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(asl_runtime::StateId::as_str(*self))
            }
        }
    };
}

/// A list that tasks and observers write to.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn add(&self, line: impl Into<String>) {
        self.0.lock().unwrap().push(line.into());
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    /// Adds `line` when it is dropped.
    pub(crate) fn on_drop(&self, line: impl Into<String>) -> OnDrop {
        OnDrop {
            log: self.clone(),
            line: line.into(),
        }
    }
}

pub(crate) struct OnDrop {
    log: Log,
    line: String,
}

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.log.add(std::mem::take(&mut self.line));
    }
}

/// Writes each event to `log` on one line.
pub(crate) fn writing_to<S: StateId>(log: &Log) -> impl Observer<S> + use<S> {
    let log = log.clone();
    move |event: &Event<'_, S>| log.add(line(event))
}

fn line<S: StateId>(event: &Event<'_, S>) -> String {
    let at = |path: &str, state: &S| match path {
        "" => state.to_string(),
        path => format!("{path}/{state}"),
    };
    match event {
        Event::StateEntered {
            state, path, input, ..
        } => {
            format!("enter {} {input}", at(path, state))
        }
        Event::StateExited {
            state,
            path,
            output,
            next,
            ..
        } => {
            let next = next.map_or("end".to_owned(), |next| next.to_string());
            format!("exit {} {output} -> {next}", at(path, state))
        }
        Event::TaskCalled {
            state,
            path,
            attempt,
            input,
            ..
        } => {
            format!("call {} {attempt} {input}", at(path, state))
        }
        Event::AttemptFailed {
            state,
            path,
            error,
            cause,
            ..
        } => {
            format!("fail {} {error} {cause:?}", at(path, state))
        }
        Event::RetryScheduled {
            state,
            path,
            error,
            delay,
            retry,
            ..
        } => {
            format!("retry {} {error} {retry} in {delay:?}", at(path, state))
        }
        Event::ErrorCaught {
            state,
            path,
            error,
            next,
            ..
        } => {
            format!("catch {} {error} -> {next}", at(path, state))
        }
        other => format!("{other:?}"),
    }
}
