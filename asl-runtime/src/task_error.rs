//! The error a task reports.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::failure::Source;
use crate::names;
use crate::value::Text;

/// How a task failed: an error name for the machine's `Retry` and `Catch` to match on, and a cause
/// for people.
///
/// ```
/// use asl_runtime::TaskError;
///
/// let busy = TaskError::new("Gateway.Busy", "the card network did not answer");
/// assert_eq!(busy.name(), "Gateway.Busy");
/// assert_eq!(busy.cause(), Some("the card network did not answer"));
/// ```
///
/// Names that begin with `States.` belong to the language (ERR-2). A task may report
/// `States.TaskFailed`, `States.Timeout`, `States.HeartbeatTimeout`, `States.Permissions` and
/// `States.DataLimitExceeded`; any other, and an empty one, becomes `States.TaskFailed` (TASK-2).
#[derive(Clone)]
pub struct TaskError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    name: Cow<'static, str>,
    cause: Option<Text>,
    source: Option<Source>,
}

impl TaskError {
    /// The error `name`, because of `cause`: an error of yours or a text. The cause that machines
    /// see is its `Display`; the error itself stays reachable as [`source`](Error::source).
    #[must_use]
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        let source: Source = Arc::from(cause.into());
        let cause = Text::from(source.to_string());
        Self::from_parts(name.into(), Some(cause), Some(source))
    }

    /// The error `name` without a cause.
    #[must_use]
    pub fn named(name: impl Into<Cow<'static, str>>) -> Self {
        Self::from_parts(name.into(), None, None)
    }

    /// `States.TaskFailed`, because of `cause`: for errors that no handler tells apart.
    ///
    /// ```
    /// use asl_runtime::TaskError;
    ///
    /// fn quantity(text: &str) -> Result<u32, TaskError> {
    ///     text.parse().map_err(TaskError::failed)
    /// }
    /// assert_eq!(quantity("many").unwrap_err().name(), "States.TaskFailed");
    /// ```
    #[must_use]
    pub fn failed(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(names::TASK_FAILED, cause)
    }

    fn from_parts(name: Cow<'static, str>, cause: Option<Text>, source: Option<Source>) -> Self {
        let reserved =
            name.starts_with(names::RESERVED_PREFIX) && !names::FOR_TASKS.contains(&name.as_ref());
        if name.is_empty() {
            let name = Cow::Borrowed(names::TASK_FAILED);
            return Self(Box::new(Inner {
                name,
                cause,
                source,
            }));
        }
        if reserved {
            let cause = Some(Text::from(explain_reserved(&name, cause.as_deref())));
            let name = Cow::Borrowed(names::TASK_FAILED);
            return Self(Box::new(Inner {
                name,
                cause,
                source,
            }));
        }
        Self(Box::new(Inner {
            name,
            cause,
            source,
        }))
    }

    /// The error name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The cause.
    #[must_use]
    pub fn cause(&self) -> Option<&str> {
        self.0.cause.as_deref()
    }

    pub(crate) fn into_parts(self) -> (Text, Option<Text>, Option<Source>) {
        let Inner {
            name,
            cause,
            source,
        } = *self.0;
        let name = match name {
            Cow::Borrowed(name) => Text::from_static(name),
            Cow::Owned(name) => Text::from(name),
        };
        (name, cause, source)
    }
}

fn explain_reserved(name: &str, cause: Option<&str>) -> String {
    let what = format!("the task reported `{name}`, a name that is reserved for the language");
    match cause {
        Some(cause) => format!("{what}: {cause}"),
        None => what,
    }
}

impl fmt::Debug for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskError")
            .field("name", &self.name())
            .field("cause", &self.cause())
            .finish_non_exhaustive()
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause() {
            Some(cause) => write!(f, "`{}`: {cause}", self.name()),
            None => write!(f, "`{}`", self.name()),
        }
    }
}

impl Error for TaskError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|source| source as &(dyn Error + 'static))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_2_reserved_names_become_task_failed() {
        let cases = [
            ("Db.Busy", "Db.Busy", Some("locked")),
            ("States.Timeout", "States.Timeout", Some("locked")),
            (
                "States.DataLimitExceeded",
                "States.DataLimitExceeded",
                Some("locked"),
            ),
            ("StatesX", "StatesX", Some("locked")),
            (
                "States.Runtime",
                "States.TaskFailed",
                Some(
                    "the task reported `States.Runtime`, a name that is reserved for the \
                     language: locked",
                ),
            ),
            ("", "States.TaskFailed", Some("locked")),
        ];
        for (given, name, cause) in cases {
            let error = TaskError::new(given, "locked");
            assert_eq!((error.name(), error.cause()), (name, cause), "{given}");
        }
        let all = TaskError::named("States.ALL");
        assert_eq!(all.name(), "States.TaskFailed");
        assert!(
            all.cause()
                .is_some_and(|cause| cause.contains("`States.ALL`"))
        );
    }

    #[test]
    fn source_is_the_error_itself() {
        let parse = "x".parse::<u32>().unwrap_err();
        let error = TaskError::failed(parse.clone());
        let source = error.source().and_then(|source| source.downcast_ref());
        assert_eq!(source, Some(&parse));
        assert_eq!(error.to_string(), format!("`States.TaskFailed`: {parse}"));
    }
}
