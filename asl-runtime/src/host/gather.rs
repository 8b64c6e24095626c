//! Running nested machines within one task of the executor.

use std::collections::VecDeque;
use std::future;
use std::pin::Pin;
use std::task::Poll;

use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};

use crate::failure::Failure;
use crate::host::run::{Started, start_again, start_branch};
use crate::host::{BranchCall, BranchCalls, Host, Run};
use crate::iterations::{Failures, Tolerance};
use crate::program::Program;
use crate::value::Value;

/// Runs `calls`, at most `max_concurrency` at once, and gives their outputs in order.
pub(super) async fn gather<P: Program, H: Host>(
    host: &H,
    run: &Run<P>,
    calls: Vec<BranchCall>,
    max_concurrency: usize,
    tolerance: Option<Tolerance>,
) -> Result<Vec<Value>, Failure> {
    let is_sequential = max_concurrency == 1 || calls.len() <= 1;
    let failures = Failures::new(tolerance);
    if is_sequential {
        one_by_one(host, run, calls, failures).await
    } else {
        side_by_side(host, run, calls, max_concurrency, failures).await
    }
}

/// Whether any of the calls may have to wait for the host.
pub(crate) fn may_wait<P: Program>(calls: &BranchCalls) -> bool {
    let branches = P::branches();
    (calls.branches()).any(|number| branches.get(number).is_none_or(|branch| branch.suspends))
}

/// Runs nested machines that never wait for the host, and gives their outputs in order: each in the
/// place of the one before, and its output in that of its input.
pub(crate) async fn one_after_another<P: Program, H: Host>(
    host: &H,
    run: &Run<P>,
    mut calls: BranchCalls,
    tolerance: Option<Tolerance>,
) -> Result<Vec<Value>, Failure> {
    let mut failures = Failures::new(tolerance);
    let mut place = None;
    for index in 0..calls.len() {
        let outcome = match start_again(host, run, &mut calls, index, &mut place) {
            Started::Ended(outcome) => outcome,
            // Others are to run, too, or the time is asked for.
            Started::Waits(rest) => rest.await,
        };
        let output = match outcome {
            Ok(output) => output,
            Err(failure) => failures.tolerate(failure, calls.size(index))?,
        };
        if let Some(place) = calls.input(index) {
            *place = output;
        }
    }
    Ok(calls.into_outputs())
}

/// MAP-51: in order, each after the one before.
async fn one_by_one<P: Program, H: Host>(
    host: &H,
    run: &Run<P>,
    calls: Vec<BranchCall>,
    mut failures: Failures,
) -> Result<Vec<Value>, Failure> {
    let mut outputs = Vec::with_capacity(calls.len());
    for call in calls {
        let items = call.items;
        let outcome = match start_branch(host, run, call) {
            Started::Ended(outcome) => outcome,
            Started::Waits(rest) => rest.await,
        };
        outputs.push(match outcome {
            Ok(output) => output,
            Err(failure) => failures.tolerate(failure, items)?,
        });
    }
    Ok(outputs)
}

async fn side_by_side<P: Program, H: Host>(
    host: &H,
    run: &Run<P>,
    calls: Vec<BranchCall>,
    max_concurrency: usize,
    mut failures: Failures,
) -> Result<Vec<Value>, Failure> {
    let most = if max_concurrency == 0 {
        usize::MAX
    } else {
        max_concurrency
    };
    let mut outputs = vec![Value::Null; calls.len()];
    let mut waiting = calls.into_iter().enumerate();
    let mut running = FuturesUnordered::new();
    let mut ended = VecDeque::new();
    let begin = async |(place, call): (usize, BranchCall), ended: &mut VecDeque<_>| {
        let items = call.items;
        let outcome = match start_branch(host, run, call) {
            Started::Ended(outcome) => outcome,
            Started::Waits(rest) => {
                let mut rest = Box::pin(rest);
                match first_step(rest.as_mut()).await {
                    Poll::Ready(outcome) => outcome,
                    Poll::Pending => return Some(rest.map(move |outcome| (place, items, outcome))),
                }
            }
        };
        ended.push_back((place, items, outcome));
        None
    };
    // PAR-2: all have begun before the first failure is looked at.
    for call in waiting.by_ref().take(most) {
        running.extend(begin(call, &mut ended).await);
    }
    loop {
        let next = match ended.pop_front() {
            Some(next) => next,
            None => match running.next().await {
                Some(next) => next,
                None => break,
            },
        };
        let (place, items, outcome) = next;
        // A failure drops `running`, and with it all siblings (PAR-8, MAP-53).
        let output = match outcome {
            Ok(output) => output,
            Err(failure) => failures.tolerate(failure, items)?,
        };
        if let Some(slot) = outputs.get_mut(place) {
            *slot = output;
        }
        if let Some(call) = waiting.next() {
            running.extend(begin(call, &mut ended).await);
        }
    }
    Ok(outputs)
}

/// Lets a future run until it has to wait. Many never do.
async fn first_step<F: Future>(mut future: Pin<&mut F>) -> Poll<F::Output> {
    future::poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx))).await
}
