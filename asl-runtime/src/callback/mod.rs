//! Completing tasks from outside: by the token that an attempt hands out (TASK-11, CTX-2).

mod error;
mod ticket;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::failure::Failure;
use crate::task_error::TaskError;
use crate::value::{self, Text};

pub use error::{CallbackError, CallbackErrorKind};
pub(crate) use ticket::Ticket;
use ticket::{Outcome, Registry};

/// Completes tasks that wait for a callback: those whose `Resource` ends in `.waitForTaskToken`.
///
/// Every attempt of such a task has a token of its own, which its definition reads as
/// `$$.Task.Token` and its method as
/// [`TaskContext::task_token`](crate::TaskContext::task_token). The method submits the work
/// together with the token and returns; the state then waits until somebody hands the token to
/// [`send_success`](Self::send_success) or [`send_failure`](Self::send_failure), or until its
/// `TimeoutSeconds` or `HeartbeatSeconds` have passed.
///
/// A handle: clones share their tokens. Works in any thread, inside and outside of a runtime. Every
/// execution has one of its own ([`TaskContext::callbacks`](crate::TaskContext::callbacks)) unless
/// [`Machine::callbacks`](crate::Machine::callbacks) gives it another, which any number of
/// executions may share.
///
/// What is accepted counts: after an `Ok`, the completion is the attempt's result, unless the whole
/// execution ends first. The handle holds one entry per waiting attempt and remembers the latest
/// 1,000 tokens that are over, to tell them from unknown ones.
///
/// ```
/// use asl_runtime::{CallbackErrorKind, Callbacks};
///
/// let callbacks = Callbacks::default();
/// let error = callbacks.send_success("who?", "approved").unwrap_err();
/// assert_eq!(error.kind(), CallbackErrorKind::Unknown);
/// assert_eq!(error.to_string(), "no task has had this token lately");
/// ```
#[derive(Clone, Default)]
pub struct Callbacks(Arc<Registry>);

impl Callbacks {
    /// Ends the task that waits for `token` with this result.
    ///
    /// # Errors
    ///
    /// If the output cannot be written as JSON, the token is not known, has been used, or belongs
    /// to an attempt that is over; see [`CallbackErrorKind`]. Nothing has happened then.
    pub fn send_success(&self, token: &str, output: impl Serialize) -> Result<(), CallbackError> {
        let output = value::to_value(output).map_err(CallbackError::output)?;
        self.complete(token, Ok(output))
    }

    /// Ends the task that waits for `token` with an error, for `Retry` and `Catch` to look at.
    ///
    /// Names are restricted as those of a [`TaskError`]: a reserved or empty one becomes
    /// `States.TaskFailed` (TASK-2).
    ///
    /// # Errors
    ///
    /// If the token is not known, has been used, or belongs to an attempt that is over; see
    /// [`CallbackErrorKind`].
    pub fn send_failure(
        &self,
        token: &str,
        error: impl Into<String>,
        cause: impl Into<String>,
    ) -> Result<(), CallbackError> {
        let error = TaskError::new(error.into(), cause.into());
        self.complete(token, Err(Failure::from(error)))
    }

    /// Says that the work behind `token` goes on: the time until `HeartbeatSeconds` have passed
    /// starts anew. Without effect where the state sets no `HeartbeatSeconds`.
    ///
    /// # Errors
    ///
    /// If the token is not known, has been used, or belongs to an attempt that is over; see
    /// [`CallbackErrorKind`].
    pub fn send_heartbeat(&self, token: &str) -> Result<(), CallbackError> {
        self.0.find(token)?.beat()
    }

    /// How many attempts wait for a completion.
    ///
    /// ```
    /// assert_eq!(asl_runtime::Callbacks::default().waiting(), 0);
    /// ```
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.waiting()
    }

    fn complete(&self, token: &str, outcome: Outcome) -> Result<(), CallbackError> {
        self.0.find(token)?.complete(outcome)
    }

    /// Makes `token` known, until the ticket is dropped.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if another attempt has the token.
    pub(crate) fn open(&self, token: &Text) -> Result<Ticket, Failure> {
        Registry::open(&self.0, token)
    }
}

impl fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the tokens: whoever knows one can complete its task.
        f.debug_struct("Callbacks")
            .field("waiting", &self.waiting())
            .finish_non_exhaustive()
    }
}
