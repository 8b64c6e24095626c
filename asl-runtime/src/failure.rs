//! Errors on their way through a machine.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::language::Language;
use crate::names;
use crate::state::StateKind;
use crate::task_error::TaskError;
use crate::value::{Object, Text, Value};
use crate::visit::Visit;

pub(crate) type Source = Arc<dyn Error + Send + Sync>;

/// An error that a state reports: an Error Name and usually a Cause (ERR-1).
///
/// Retry and Catch look at it, unless it says that the execution has been [stopped](Self::stopped).
#[derive(Clone)]
pub struct Failure(Box<Inner>);

// Boxed: every state function returns a `Result` with it.
#[derive(Clone)]
struct Inner {
    kind: Kind,
    name: Text,
    cause: Option<Text>,
    origin: Option<usize>,
    source: Option<Source>,
}

/// What an error answers to beside its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Nothing.
    Plain,
    /// A heartbeat that did not come: `States.HeartbeatTimeout` (ERR-14).
    Heartbeat,
    /// A Parallel state's failed branch: `States.BranchFailed` (ERR-15).
    Branch { heartbeat: bool },
    /// Not an error of the language: nobody handles it.
    Stopped,
}

impl Failure {
    /// The error `name`; empty if it has none (FAIL-3).
    #[must_use]
    pub fn new(name: impl Into<Text>, cause: Option<Text>) -> Self {
        Self::of_kind(Kind::Plain, name.into(), cause)
    }

    /// An end of the execution that is not an error of the language: Retry and Catch never see it.
    /// For hosts that give an execution up, for instance to resume it elsewhere.
    #[must_use]
    pub fn stopped(reason: impl Into<Text>) -> Self {
        Self::of_kind(Kind::Stopped, Text::default(), Some(reason.into()))
    }

    /// A Choice state in which no rule is true and that has no `Default` (CHOICE-4).
    #[must_use]
    pub fn no_choice(visit: &Visit<'_>) -> Self {
        let state = visit.state_name();
        Self::reserved(
            names::NO_CHOICE_MATCHED,
            format!(
                "no rule of the choice state `{state}` matches its input, and it has no default"
            ),
        )
    }

    /// One of the language's own errors.
    pub(crate) fn reserved(name: &'static str, cause: impl Into<Text>) -> Self {
        Self::new(Text::from_static(name), Some(cause.into()))
    }

    /// An error that nobody can handle (ERR-12).
    pub(crate) fn runtime(cause: impl Into<Text>) -> Self {
        Self::reserved(names::RUNTIME, cause)
    }

    /// An attempt that took too long (TASK-3).
    pub(crate) fn timeout(cause: Text) -> Self {
        Self::new(Text::from_static(names::TIMEOUT), Some(cause))
    }

    /// An attempt that was silent for too long (ERR-14).
    pub(crate) fn heartbeat_timeout(cause: Text) -> Self {
        Self::of_kind(
            Kind::Heartbeat,
            Text::from_static(names::TIMEOUT),
            Some(cause),
        )
    }

    fn of_kind(kind: Kind, name: Text, cause: Option<Text>) -> Self {
        Self(Box::new(Inner {
            kind,
            name,
            cause,
            origin: None,
            source: None,
        }))
    }

    /// The Error Name; empty if the error has none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The Cause.
    #[must_use]
    pub fn cause(&self) -> Option<&str> {
        self.0.cause.as_deref()
    }

    /// Whether this is the end of the execution rather than an error of the language.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.kind == Kind::Stopped
    }

    pub(crate) fn source_error(&self) -> Option<&Source> {
        self.0.source.as_ref()
    }

    /// The number of the state where the error arose.
    pub(crate) fn origin(&self) -> Option<usize> {
        self.0.origin
    }

    /// Notes where the error arose, unless a nested state did so before.
    pub(crate) fn arising_in(mut self, state: usize) -> Self {
        self.0.origin.get_or_insert(state);
        self
    }

    /// The same error, by its name in the machine's dialect (TCSL-120). The Cause of one that shares
    /// its name with others begins with the name in `asl` (TCSL-121).
    pub(crate) fn spelled_in(mut self, language: &Language) -> Self {
        let Some(name) = language.spell(self.name()) else {
            return self;
        };
        if name == names::TCSL_RUNTIME {
            let cause = self.cause().unwrap_or_default();
            let cause = format!("[{}] {cause}", self.name());
            self.0.cause = Some(Text::from(cause.trim_end()));
        }
        self.0.name = Text::from_static(name);
        self
    }

    /// The same error, reported by the state around the one it arose in (PAR-9). Only a Parallel
    /// state's answers to `States.BranchFailed`.
    pub(crate) fn reported_by(mut self, kind: StateKind) -> Self {
        let is_heartbeat = self.is_heartbeat();
        self.0.kind = match self.0.kind {
            Kind::Stopped => Kind::Stopped,
            _ if kind == StateKind::Parallel => Kind::Branch {
                heartbeat: is_heartbeat,
            },
            _ if is_heartbeat => Kind::Heartbeat,
            _ => Kind::Plain,
        };
        self
    }

    /// The same failure as a Map's error: its reader's or writer's (MAP-36, MAP-72).
    pub(crate) fn of_map(mut self, name: &'static str) -> Self {
        if self.is_stopped() {
            return self;
        }
        let cause = match (self.name(), self.cause()) {
            (names::TASK_FAILED | "", _) => self.0.cause.clone(),
            (own, Some(cause)) => Some(Text::from(format!("{own}: {cause}"))),
            (_, None) => Some(self.0.name.clone()),
        };
        self.0.kind = Kind::Plain;
        self.0.name = Text::from_static(name);
        self.0.cause = cause;
        self
    }

    /// The error of a Map of which this is one failure too many (MAP-56). It arises in the Map.
    pub(crate) fn exceeding_tolerance(self) -> Self {
        let mut failure = Self::reserved(
            names::EXCEEDED_TOLERANCE,
            Text::from_static("The specified tolerated failure threshold was exceeded"),
        );
        failure.0.source = self.0.source;
        failure
    }

    pub(crate) fn is_heartbeat(&self) -> bool {
        self.0.kind.is_heartbeat()
    }

    pub(crate) fn is_branch(&self) -> bool {
        matches!(self.0.kind, Kind::Branch { .. })
    }

    /// The Error Output that a Catcher hands on (ERR-5).
    pub(crate) fn error_output(&self) -> Value {
        let mut output = Object::with_capacity(2);
        output.insert(
            Text::from_static("Error"),
            Value::String(self.0.name.clone()),
        );
        if let Some(cause) = &self.0.cause {
            output.insert(Text::from_static("Cause"), Value::String(cause.clone()));
        }
        Value::Object(output)
    }
}

impl Kind {
    const fn is_heartbeat(self) -> bool {
        matches!(self, Self::Heartbeat | Self::Branch { heartbeat: true })
    }
}

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Self {
        let (name, cause, source) = error.into_parts();
        let mut failure = Self::new(name, cause);
        failure.0.source = source;
        failure
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("kind", &self.0.kind)
            .field("name", &self.name())
            .field("cause", &self.cause())
            .field("origin", &self.0.origin)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self.cause()) {
            ("", None) => f.write_str("an error without a name"),
            ("", Some(cause)) => f.write_str(cause),
            (name, None) => write!(f, "`{name}`"),
            (name, Some(cause)) => write!(f, "`{name}`: {cause}"),
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|source| source as &(dyn Error + 'static))
    }
}
