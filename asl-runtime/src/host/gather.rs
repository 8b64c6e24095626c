//! Running nested machines within one task of the executor.

use std::collections::VecDeque;
use std::iter::Enumerate;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::{mem, vec};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::drive::Drive;
use crate::failure::Failure;
use crate::host::run::{branch, start};
use crate::host::{BranchCall, BranchCalls, Host, Run};
use crate::iterations::{Failures, Tolerance};
use crate::program::Program;
use crate::value::Value;

/// Runs calls, so many at once, and gives their outputs in order.
///
/// Each is taken as far as it comes when it begins; what never waits is never kept.
pub(super) struct Gather<'a, P: Program, H: Host> {
    host: H,
    run: &'a Run<P>,
    calls: Enumerate<vec::IntoIter<BranchCall>>,
    outputs: Vec<Value>,
    failures: Failures,
    order: Order<'a, P, H>,
}

enum Order<'a, P: Program, H: Host> {
    /// MAP-51: each after the one before.
    OneByOne(Option<Nested<'a, P, H>>),
    SideBySide(Box<Crowd<'a, P, H>>),
}

/// Nested machines that run side by side.
struct Crowd<'a, P: Program, H: Host> {
    /// How many may still begin before one of the others has ended.
    free: usize,
    running: FuturesUnordered<Nested<'a, P, H>>,
    ended: VecDeque<Ended>,
}

/// A nested machine that runs.
struct Nested<'a, P: Program, H: Host> {
    drive: Drive<'a, P, H>,
    place: usize,
    items: usize,
}

/// A nested machine that has ended.
struct Ended {
    place: usize,
    items: usize,
    outcome: Result<Value, Failure>,
}

impl<'a, P: Program, H: Host + 'a> Gather<'a, P, H> {
    /// `calls`, at most `max_concurrency` at once; 0 is no limit.
    pub(super) fn new(
        host: H,
        run: &'a Run<P>,
        calls: Vec<BranchCall>,
        max_concurrency: usize,
        tolerance: Option<Tolerance>,
    ) -> Self {
        let is_sequential = max_concurrency == 1 || calls.len() <= 1;
        let (outputs, order) = if is_sequential {
            (Vec::with_capacity(calls.len()), Order::OneByOne(None))
        } else {
            let crowd = Crowd {
                free: match max_concurrency {
                    0 => usize::MAX,
                    most => most,
                },
                running: FuturesUnordered::new(),
                ended: VecDeque::new(),
            };
            let outputs = vec![Value::Null; calls.len()];
            (outputs, Order::SideBySide(Box::new(crowd)))
        };
        Self {
            host,
            run,
            calls: calls.into_iter().enumerate(),
            outputs,
            failures: Failures::new(tolerance),
            order,
        }
    }
}

/// Whether any of the calls may have to wait for the host.
pub(crate) fn may_wait<P: Program>(calls: &BranchCalls) -> bool {
    let branches = P::branches();
    (calls.branches()).any(|number| branches.get(number).is_none_or(|branch| branch.suspends))
}

/// Runs nested machines that never wait for the host, and gives their outputs in order: each in the
/// place of the one before, and its output in that of its input.
pub(crate) struct OneAfterAnother<'a, P: Program, H: Host> {
    host: H,
    run: &'a Run<P>,
    calls: BranchCalls,
    failures: Failures,
    /// The number of the call that is next, or runs.
    index: usize,
    place: Option<Drive<'a, P, H>>,
    is_running: bool,
}

impl<'a, P: Program, H: Host + 'a> OneAfterAnother<'a, P, H> {
    pub(crate) const fn new(
        host: H,
        run: &'a Run<P>,
        calls: BranchCalls,
        tolerance: Option<Tolerance>,
    ) -> Self {
        Self {
            host,
            run,
            calls,
            failures: Failures::new(tolerance),
            index: 0,
            place: None,
            is_running: false,
        }
    }

    /// Begins call number `index`.
    fn begin(&mut self) -> Result<(), Failure> {
        let (calls, index) = (&mut self.calls, self.index);
        match &mut self.place {
            Some(drive) if drive.is_reusable() => {
                let start = start::<P>(calls.branch(index))?;
                drive.restart(start, |frame| {
                    if let Some(input) = calls.input(index) {
                        mem::swap(&mut frame.document, input); // it is null
                    }
                    if let Some(scope) = &mut frame.around.scope {
                        scope.index = index;
                    }
                    frame.around.child = calls.child(index, &frame.document);
                    frame.around.item = calls.item(index);
                });
            }
            place => {
                if let Some(call) = calls.take(index) {
                    *place = Some(branch(self.host, self.run, call)?);
                }
            }
        }
        Ok(())
    }
}

impl<'a, P: Program, H: Host + 'a> Future for OneAfterAnother<'a, P, H> {
    type Output = Result<Vec<Value>, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        while this.index < this.calls.len() {
            if !this.is_running {
                this.begin()?; // fails only if the tables are wrong
                this.is_running = true;
            }
            let Some(drive) = &mut this.place else {
                return Poll::Pending; // never: it has just been filled
            };
            // Others are to run, too, or the time is asked for.
            let outcome = ready!(Pin::new(drive).poll(cx));
            this.is_running = false;
            let output = match outcome {
                Ok(output) => output,
                Err(failure) => {
                    let items = this.calls.size(this.index);
                    this.failures.tolerate(failure, items)?
                }
            };
            if let Some(place) = this.calls.input(this.index) {
                *place = output;
            }
            this.index += 1;
        }
        Poll::Ready(Ok(mem::take(&mut this.calls).into_outputs()))
    }
}

/// A call that has begun.
enum Start<'a, P: Program, H: Host> {
    Ended(Ended),
    Runs(Nested<'a, P, H>),
}

/// Begins a call, and takes it as far as it comes.
fn begin<'a, P: Program, H: Host + 'a>(
    host: H,
    run: &'a Run<P>,
    (place, call): (usize, BranchCall),
    cx: &mut Context<'_>,
) -> Start<'a, P, H> {
    let items = call.items;
    let outcome = match branch(host, run, call) {
        Ok(mut drive) => match Pin::new(&mut drive).poll(cx) {
            Poll::Ready(outcome) => outcome,
            Poll::Pending => {
                return Start::Runs(Nested {
                    drive,
                    place,
                    items,
                });
            }
        },
        Err(failure) => Err(failure),
    };
    Start::Ended(Ended {
        place,
        items,
        outcome,
    })
}

impl<'a, P: Program, H: Host + 'a> Future for Gather<'a, P, H> {
    type Output = Result<Vec<Value>, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self {
            host,
            run,
            calls,
            outputs,
            failures,
            order,
        } = &mut *self;
        let crowd = match order {
            Order::SideBySide(crowd) => crowd,
            Order::OneByOne(running) => {
                if let Some(nested) = running {
                    let ended = ready!(Pin::new(nested).poll(cx));
                    *running = None;
                    outputs.push(failures.output_of(ended)?);
                }
                for call in calls {
                    match begin(*host, run, call, cx) {
                        Start::Ended(ended) => outputs.push(failures.output_of(ended)?),
                        Start::Runs(nested) => {
                            *running = Some(nested);
                            return Poll::Pending;
                        }
                    }
                }
                return Poll::Ready(Ok(mem::take(outputs)));
            }
        };
        loop {
            // PAR-2: all have begun before the first failure is looked at.
            while crowd.free > 0
                && let Some(call) = calls.next()
            {
                crowd.free -= 1;
                match begin(*host, run, call, cx) {
                    Start::Ended(ended) => crowd.ended.push_back(ended),
                    Start::Runs(nested) => {
                        crowd.running.push(nested);
                        // What never waits would otherwise begin as a whole before others run.
                        if run.has_just_yielded() {
                            cx.waker().wake_by_ref();
                            return Poll::Pending;
                        }
                    }
                }
            }
            let ended = match crowd.ended.pop_front() {
                Some(ended) => ended,
                None => match ready!(crowd.running.poll_next_unpin(cx)) {
                    Some(ended) => ended,
                    None => return Poll::Ready(Ok(mem::take(outputs))),
                },
            };
            let place = ended.place;
            // A failure drops the whole, and with it all siblings (PAR-8, MAP-53).
            let output = failures.output_of(ended)?;
            if let Some(slot) = outputs.get_mut(place) {
                *slot = output;
            }
            crowd.free = crowd.free.saturating_add(1);
        }
    }
}

impl<'a, P: Program, H: Host + 'a> Future for Nested<'a, P, H> {
    type Output = Ended;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Ended> {
        let outcome = ready!(Pin::new(&mut self.drive).poll(cx));
        Poll::Ready(Ended {
            place: self.place,
            items: self.items,
            outcome,
        })
    }
}

impl Failures {
    fn output_of(&mut self, ended: Ended) -> Result<Value, Failure> {
        match ended.outcome {
            Ok(output) => Ok(output),
            Err(failure) => self.tolerate(failure, ended.items),
        }
    }
}

/// Nothing in them is pinned.
impl<P: Program, H: Host> Unpin for Gather<'_, P, H> {}
impl<P: Program, H: Host> Unpin for Nested<'_, P, H> {}
impl<P: Program, H: Host> Unpin for OneAfterAnother<'_, P, H> {}
