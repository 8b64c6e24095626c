//! Why a callback was refused.

use std::error::Error;
use std::fmt;

use crate::value;

/// Why a [`Callbacks`](crate::Callbacks) refused what it was sent.
///
/// Displays as one sentence, without the token.
#[derive(Debug)]
pub struct CallbackError {
    kind: CallbackErrorKind,
    source: Option<value::Error>,
}

/// What is wrong with a callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallbackErrorKind {
    /// No attempt has the token: it was never made, belongs to executions with other
    /// [`Callbacks`](crate::Callbacks), or its attempt has ended so long ago that it is forgotten.
    Unknown,
    /// The task has been completed with the token before.
    Used,
    /// The attempt has ended without a completion: it took too long, sent no heartbeat, ended by
    /// itself, or its execution is over. A retry has another token.
    Expired,
    /// The output cannot be written as JSON. The token is as good as before.
    Output,
}

impl CallbackError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> CallbackErrorKind {
        self.kind
    }

    pub(super) const fn new(kind: CallbackErrorKind) -> Self {
        Self { kind, source: None }
    }

    pub(super) const fn output(error: value::Error) -> Self {
        Self {
            kind: CallbackErrorKind::Output,
            source: Some(error),
        }
    }
}

impl fmt::Display for CallbackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            CallbackErrorKind::Unknown => "no task has had this token lately",
            CallbackErrorKind::Used => "the task has been completed with this token before",
            CallbackErrorKind::Expired => {
                "the token has expired: the attempt that it was made for is over"
            }
            CallbackErrorKind::Output => "the output cannot be written as JSON",
        })?;
        match &self.source {
            Some(source) => write!(f, ": {source}"),
            None => Ok(()),
        }
    }
}

impl Error for CallbackError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let source = self.source.as_ref()?;
        Some(source)
    }
}
