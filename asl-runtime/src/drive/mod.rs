//! The driver: performs the effects of a program's states, and its Retry and Catch.
//!
//! It awaits nothing but the host. What does not have to be waited for happens in one synchronous
//! stretch, tasks that end at once included: no future is made for them, nor for a scope that never
//! waits.

mod advance;
mod wait;

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use crate::failure::Failure;
use crate::frame::Frame;
use crate::host::{Begun, Host, Run};
use crate::program::Program;
use crate::value::Value;

use advance::{Driver, Pause};
use wait::Waiting;

/// A scope that runs to its end: to the output of the terminal state it reaches (TRANS-9).
///
/// Its size is the same whatever the program is, and it may move between two polls. Written by hand,
/// because there is one in every iteration that waits: an async function would take several times
/// the memory.
pub(crate) struct Drive<'a, P: Program, H: Host> {
    driver: Driver<'a, P, H>,
    waiting: Waiting<'a, H>,
}

impl<'a, P: Program, H: Host> Drive<'a, P, H> {
    /// A scope that stands at the beginning.
    #[inline]
    pub(crate) fn new(host: H, run: &'a Run<P>, frame: Frame<P::State>) -> Self {
        Self {
            driver: Driver::new(host, run, frame),
            waiting: Waiting::Begin,
        }
    }

    /// Whether another scope can begin where this one has ended.
    pub(crate) const fn is_reusable(&self) -> bool {
        self.driver.is_reusable()
    }

    /// Stands at the beginning of another scope of the same fan-out, in the place of one that has
    /// ended; `begin` sets what differs between the two.
    // In place: a frame that is moved right after it has been made costs more than all that happens
    // in a short one.
    #[inline]
    pub(crate) fn restart(&mut self, start: P::State, begin: impl FnOnce(&mut Frame<P::State>)) {
        self.waiting = Waiting::Begin;
        self.driver.restart(start, begin);
    }
}

/// Nothing in it is pinned.
impl<P: Program, H: Host> Unpin for Drive<'_, P, H> {}

impl<'a, P: Program, H: Host + 'a> Future for Drive<'a, P, H> {
    type Output = Result<Value, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { driver, waiting } = &mut *self;
        let mut pause = ready!(waiting.poll(driver, cx))?;
        loop {
            *waiting = match pause {
                Pause::End(output) => {
                    *waiting = Waiting::Nothing;
                    return Poll::Ready(Ok(output));
                }
                Pause::Call { start, map } => match driver.call(start, cx) {
                    Begun::Ended(result) => {
                        pause = driver.returned(map, result)?;
                        continue;
                    }
                    Begun::Runs(attempt) => {
                        *waiting = Waiting::Call { attempt, map };
                        return Poll::Pending;
                    }
                },
                // Others are to run, so that a machine that never waits can be cancelled.
                Pause::Yield => {
                    *waiting = Waiting::Turn;
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                pause => driver.wait_for(pause),
            };
            pause = ready!(waiting.poll(driver, cx))?;
        }
    }
}

/// A number that is not in the tables: not made by the compiler of this version.
pub(crate) fn unknown(what: &str, number: usize) -> Failure {
    Failure::runtime(format!(
        "the compiled machine has no {what} number {number}"
    ))
}
