//! The limits of a whole execution.

use std::future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use tokio::time::{self, Instant, Sleep};

use crate::program::BoxFuture;

/// What ends an execution from outside.
#[derive(Default)]
pub(crate) struct Limits {
    pub(crate) deadline: Option<Instant>,
    pub(crate) cancellation: Option<BoxFuture<'static, ()>>,
}

/// Why an execution was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    TimedOut,
    Cancelled,
}

/// Awaits `work` within `limits`. If several things happen at once, the end of the work counts
/// first, then the deadline.
pub(crate) fn within<R>(
    work: impl Future<Output = R>,
    limits: Limits,
) -> impl Future<Output = Result<R, Ended>> {
    let Limits {
        deadline,
        mut cancellation,
    } = limits;
    let mut timer = None;
    async move {
        let mut work = pin!(work);
        future::poll_fn(|cx| {
            if let Poll::Ready(result) = work.as_mut().poll(cx) {
                return Poll::Ready(Ok(result));
            }
            if let Some(deadline) = deadline
                && poll_timer(&mut timer, deadline, cx).is_ready()
            {
                return Poll::Ready(Err(Ended::TimedOut));
            }
            if let Some(cancellation) = &mut cancellation
                && cancellation.as_mut().poll(cx).is_ready()
            {
                return Poll::Ready(Err(Ended::Cancelled));
            }
            Poll::Pending
        })
        .await
    }
}

/// Only an execution that has to be waited for sets a timer.
fn poll_timer(
    timer: &mut Option<Pin<Box<Sleep>>>,
    deadline: Instant,
    cx: &mut Context<'_>,
) -> Poll<()> {
    timer
        .get_or_insert_with(|| Box::pin(time::sleep_until(deadline)))
        .as_mut()
        .poll(cx)
}
