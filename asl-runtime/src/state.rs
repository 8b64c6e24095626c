//! What every generated `State` enum can do, and what it is made of.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

/// A state of one machine: the trait behind every generated `State` enum.
///
/// Names are unique across a definition, nested states included (STATE-2), so that a name and a
/// number each identify a state.
pub trait StateId: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The exact name in the definition.
    fn as_str(self) -> &'static str;

    /// The state's number: from 0, without gaps, in the order of the definition.
    fn index(self) -> usize;

    /// The state with number `index`, or `None` past the last one.
    fn from_index(index: usize) -> Option<Self>;
}

/// The type of a state (STATE-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateKind {
    /// Hands its input on, perhaps reshaped.
    Pass,
    /// Calls a task.
    Task,
    /// Chooses the next state by looking at its input.
    Choice,
    /// Waits for a while or until a moment.
    Wait,
    /// Ends its scope successfully.
    Succeed,
    /// Ends its scope with an error.
    Fail,
    /// Runs branches side by side.
    Parallel,
    /// Runs a nested machine once per item.
    Map,
}

impl StateKind {
    /// The type as a definition spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "Pass",
            Self::Task => "Task",
            Self::Choice => "Choice",
            Self::Wait => "Wait",
            Self::Succeed => "Succeed",
            Self::Fail => "Fail",
            Self::Parallel => "Parallel",
            Self::Map => "Map",
        }
    }

    /// Whether states of this type may have `Retry` and `Catch` (STATE-14), and so a retry count.
    pub(crate) const fn is_retryable(self) -> bool {
        matches!(self, Self::Task | Self::Parallel | Self::Map)
    }
}

impl Display for StateKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Where a state stands in its definition. Displays as `file:line:column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The definition's path as the build named it, with `/` between segments.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
