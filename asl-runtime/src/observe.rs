//! Watching an execution.

use std::time::Duration;

use crate::value::{Object, Value};

/// Watches an execution. Any `Fn(&Event<'_, S>)` is one.
///
/// Called synchronously between two steps: it must not block. What it sees is in the order in which
/// it happens.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use asl_runtime::{Event, Observer, StateId};
///
/// fn counter<S: StateId>(entered: &AtomicUsize) -> impl Observer<S> + '_ {
///     |event: &Event<'_, S>| {
///         if let Event::StateEntered { .. } = event {
///             entered.fetch_add(1, Ordering::Relaxed);
///         }
///     }
/// }
/// ```
pub trait Observer<S>: Send + Sync {
    /// Takes note of an event.
    fn on_event(&self, event: &Event<'_, S>);
}

impl<S, F: Fn(&Event<'_, S>) + Send + Sync> Observer<S> for F {
    fn on_event(&self, event: &Event<'_, S>) {
        self(event);
    }
}

/// What happens in an execution.
///
/// `path` is the scope the state is visited in: empty at top level, `Enrich[2]` in the third
/// iteration of the Map state `Enrich` (or the third branch of a Parallel state), `Fork[0]/Enrich[2]`
/// where they are nested. A later visit or attempt of the surrounding state reads `Enrich#2.1[2]`:
/// its visit, then its attempt.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a, S> {
    /// A state begins. Retries do not enter it again.
    #[non_exhaustive]
    StateEntered {
        /// The state.
        state: S,
        /// The scope.
        path: &'a str,
        /// Its raw input.
        input: &'a Value,
    },
    /// A state has ended, with its own output or that of a Catcher.
    #[non_exhaustive]
    StateExited {
        /// The state.
        state: S,
        /// The scope.
        path: &'a str,
        /// Its effective output.
        output: &'a Value,
        /// Where the scope goes on; `None` if it ends here.
        next: Option<S>,
        /// The variables it assigns, if it has an `Assign`.
        assigned: Option<&'a Object>,
    },
    /// A task is called, or what reads the items or writes the results of a Map.
    #[non_exhaustive]
    TaskCalled {
        /// The state that calls it.
        state: S,
        /// The scope.
        path: &'a str,
        /// Which attempt: 1 is the first.
        attempt: u32,
        /// The task's effective input.
        input: &'a Value,
    },
    /// A state has reported an error. Unless one of the next two events follows, its scope fails.
    #[non_exhaustive]
    AttemptFailed {
        /// The state.
        state: S,
        /// The scope.
        path: &'a str,
        /// The error name; empty if it has none.
        error: &'a str,
        /// The cause.
        cause: Option<&'a str>,
    },
    /// A Retrier will make another attempt.
    #[non_exhaustive]
    RetryScheduled {
        /// The state.
        state: S,
        /// The scope.
        path: &'a str,
        /// The error name.
        error: &'a str,
        /// How long it waits first.
        delay: Duration,
        /// Which retry of this visit it will be, over all Retriers: 1 is the first.
        retry: u32,
    },
    /// A Catcher has taken the error.
    #[non_exhaustive]
    ErrorCaught {
        /// The state.
        state: S,
        /// The scope.
        path: &'a str,
        /// The error name.
        error: &'a str,
        /// The cause.
        cause: Option<&'a str>,
        /// Where the Catcher leads.
        next: S,
    },
}
