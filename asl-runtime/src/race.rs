//! The limits of a whole execution.

use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use tokio::task::coop::unconstrained;
use tokio::time::{self, Instant, Sleep};

use crate::program::BoxFuture;

/// What ends an execution from outside.
// Boxed: most executions have neither.
#[derive(Default)]
pub(crate) struct Limits(Option<Box<Watches>>);

#[derive(Default)]
struct Watches {
    cancellation: Option<BoxFuture<'static, ()>>,
    /// Set when the execution has to be waited for, not before.
    timer: Option<Pin<Box<Sleep>>>,
}

/// Why an execution was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    TimedOut,
    Cancelled,
}

impl Limits {
    /// Ends the execution when `cancellation` completes.
    pub(crate) fn cancel_when(&mut self, cancellation: BoxFuture<'static, ()>) {
        self.0.get_or_insert_default().cancellation = Some(cancellation);
    }

    /// Looks at them after the work, whose end counts first. The deadline comes before the
    /// cancellation.
    pub(crate) fn poll(&mut self, deadline: Option<Instant>, cx: &mut Context<'_>) -> Poll<Ended> {
        if self.0.is_none() && deadline.is_none() {
            return Poll::Pending;
        }
        let Watches {
            cancellation,
            timer,
        } = &mut **self.0.get_or_insert_default();
        if let Some(deadline) = deadline {
            let timer = timer.get_or_insert_with(|| Box::pin(time::sleep_until(deadline)));
            if poll_at_once(timer, cx).is_ready() {
                return Poll::Ready(Ended::TimedOut);
            }
        }
        match cancellation {
            Some(cancellation) => poll_at_once(cancellation, cx).map(|()| Ended::Cancelled),
            None => Poll::Pending,
        }
    }
}

/// Polls what watches over work that has been polled before, and that may have used up the budget
/// tokio gives to a task: nothing of tokio is ever ready then.
pub(crate) fn poll_at_once<F>(watch: &mut F, cx: &mut Context<'_>) -> Poll<F::Output>
where
    F: Future + Unpin,
{
    pin!(unconstrained(watch)).poll(cx)
}
