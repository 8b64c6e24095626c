//! How an execution ends without an output.

use std::any;
use std::error::Error;
use std::fmt;

use crate::failure::{Failure, Source};
use crate::language::Language;
use crate::names;
use crate::race::Ended;
use crate::state::StateId;
use crate::value;

/// Why an execution has ended without an output. `S` is the machine's `State`.
///
/// Displays as one sentence. [`source`](Error::source) is the task's own error where one is behind
/// it.
#[derive(Clone)]
pub struct ExecutionError<S>(Box<Inner<S>>);

#[derive(Clone)]
struct Inner<S> {
    kind: ErrorKind,
    name: Option<String>,
    cause: Option<String>,
    state: Option<S>,
    source: Option<Source>,
}

/// What kind of end it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A state reported an error that nothing handled (ERR-3).
    Failed,
    /// It took longer than the machine's `TimeoutSeconds` or the caller's deadline (TOP-6).
    TimedOut,
    /// The caller, or the host, gave it up.
    Cancelled,
    /// The input cannot be written as JSON. Nothing has run.
    Input,
    /// The output does not have the shape of the type it is to be read as. Everything has run.
    Output,
}

impl<S> ExecutionError<S> {
    /// What kind of end it was.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The Error Name, unless there is none or it is empty (FAIL-3).
    #[must_use]
    pub fn error_name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// The Cause, unless there is none or it is empty.
    #[must_use]
    pub fn cause(&self) -> Option<&str> {
        self.0.cause.as_deref()
    }

    /// The state where the error arose: the innermost one, if it was in a branch or iteration.
    #[must_use]
    pub fn state(&self) -> Option<S>
    where
        S: Copy,
    {
        self.0.state
    }

    fn of_kind(kind: ErrorKind) -> Self {
        Self(Box::new(Inner {
            kind,
            name: None,
            cause: None,
            state: None,
            source: None,
        }))
    }

    fn because(mut self, cause: impl Into<String>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    pub(crate) fn input(error: value::Error) -> Self {
        Self::of_kind(ErrorKind::Input).because(error.to_string())
    }

    pub(crate) fn output<O>(error: value::Error) -> Self {
        let wanted = any::type_name::<O>();
        Self::of_kind(ErrorKind::Output).because(format!("not a `{wanted}`: {error}"))
    }

    /// The end from outside, or by the machine's time limit (TOP-6, TCSL-15).
    pub(crate) fn ended(ended: Ended, language: &Language) -> Self {
        match ended {
            Ended::Cancelled => Self::of_kind(ErrorKind::Cancelled),
            Ended::TimedOut => {
                let mut error = Self::of_kind(ErrorKind::TimedOut);
                let name = language.spell(names::TIMEOUT).unwrap_or(names::TIMEOUT);
                error.0.name = Some(name.to_owned());
                error
            }
        }
    }

    pub(crate) fn failed(failure: &Failure) -> Self
    where
        S: StateId,
    {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self(Box::new(Inner {
            kind: if failure.is_stopped() {
                ErrorKind::Cancelled
            } else {
                ErrorKind::Failed
            },
            name: given(failure.name()),
            cause: failure.cause().and_then(given),
            state: failure.origin().and_then(S::from_index),
            source: failure.source_error().cloned(),
        }))
    }
}

impl<S: fmt::Display> fmt::Display for ExecutionError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.kind, &self.0.state) {
            (ErrorKind::Failed, Some(state)) => write!(f, "state `{state}` failed")?,
            (ErrorKind::Failed, None) => f.write_str("the execution failed")?,
            (ErrorKind::TimedOut, _) => return f.write_str("the execution took too long"),
            (ErrorKind::Cancelled, _) => f.write_str("the execution was cancelled")?,
            (ErrorKind::Input, _) => f.write_str("the input cannot be written as JSON")?,
            (ErrorKind::Output, _) => f.write_str("the output has an unexpected shape")?,
        }
        if let Some(name) = self.error_name() {
            write!(f, " with `{name}`")?;
        }
        match self.cause() {
            Some(cause) => write!(f, ": {cause}"),
            None => Ok(()),
        }
    }
}

impl<S: fmt::Debug> fmt::Debug for ExecutionError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExecutionError")
            .field("kind", &self.0.kind)
            .field("error_name", &self.0.name)
            .field("cause", &self.0.cause)
            .field("state", &self.0.state)
            .finish_non_exhaustive()
    }
}

impl<S: fmt::Debug + fmt::Display> Error for ExecutionError<S> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|source| source as &(dyn Error + 'static))
    }
}
