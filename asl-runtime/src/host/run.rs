//! An execution, for hosts to run it or a part of it.

use std::future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::future::Either;

use crate::context::{Execution, ExecutionName};
use crate::drive::{Driver, Pause, drive, unknown};
use crate::failure::Failure;
use crate::frame::{Frame, Variables};
use crate::host::{BranchCall, BranchCalls, Host, ScopePath};
use crate::observe::Observer;
use crate::program::Program;
use crate::value::Value;

/// How many states are visited without letting others run.
const STEPS_BETWEEN_YIELDS: u32 = 1_000;

/// An execution: what is the same for all its scopes.
pub struct Run<P: Program> {
    execution: Execution,
    observer: Option<Box<dyn Observer<P::State>>>,
    steps: AtomicU32,
}

impl<P: Program> Run<P> {
    /// An execution that begins now, by the clock of `host`.
    ///
    /// # Errors
    ///
    /// Those of the host's clock, which is read only if the definition does.
    pub async fn start(
        host: &impl Host,
        name: Arc<ExecutionName>,
        input: &Value,
        observer: Option<Box<dyn Observer<P::State>>>,
    ) -> Result<Self, Failure> {
        let mut run = Self::new(name, input, observer);
        run.begin(host).await?;
        Ok(run)
    }

    /// An execution that has not begun.
    pub(crate) fn new(
        name: Arc<ExecutionName>,
        input: &Value,
        observer: Option<Box<dyn Observer<P::State>>>,
    ) -> Self {
        let mut execution = Execution::new::<P>(name, input);
        execution.is_observed = observer.is_some();
        Self {
            execution,
            observer,
            steps: AtomicU32::new(0),
        }
    }

    /// Lets it begin now.
    pub(crate) async fn begin(&mut self, host: &impl Host) -> Result<(), Failure> {
        if P::READS_CONTEXT.start_time
            && let Some(kept) = &mut self.execution.kept
        {
            kept.started = Some(host.now().await?.into());
        }
        Ok(())
    }

    /// Sets how large a document may be, in bytes; by default what the dialect says (LIM-1).
    #[must_use]
    pub fn payload_limit(mut self, limit: Option<usize>) -> Self {
        self.execution.largest_payload = limit;
        self
    }

    pub(crate) const fn execution(&self) -> &Execution {
        &self.execution
    }

    pub(crate) fn observer(&self) -> Option<&dyn Observer<P::State>> {
        self.observer.as_deref()
    }

    pub(crate) const fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Counts a step. All scopes share the count: many short iterations are one long loop.
    pub(crate) fn is_time_to_yield(&self) -> bool {
        // Not one operation: a lost count only moves the next yield.
        let steps = self.steps.load(Ordering::Relaxed);
        let is_time = steps >= STEPS_BETWEEN_YIELDS;
        self.steps
            .store(if is_time { 0 } else { steps + 1 }, Ordering::Relaxed);
        is_time
    }
}

/// Runs the whole machine.
///
/// # Errors
///
/// The error with which the execution fails.
pub fn run_machine<'a, P: Program, H: Host>(
    host: &'a H,
    run: &'a Run<P>,
    input: Value,
) -> impl Future<Output = Result<Value, Failure>> + Send {
    go(Driver::new(host, run, Frame::new(P::START, input)))
}

/// Runs a nested machine.
///
/// # Errors
///
/// The error with which it fails.
pub fn run_branch<'a, P: Program, H: Host>(
    host: &'a H,
    run: &'a Run<P>,
    call: BranchCall,
) -> impl Future<Output = Result<Value, Failure>> + Send {
    go(branch(host, run, call))
}

/// A nested machine that has run as far as it can without waiting.
pub(super) enum Started<F> {
    /// To its end.
    Ended(Result<Value, Failure>),
    /// Not to its end: the rest.
    Waits(F),
}

/// [`run_branch`], which begins at once. What never waits costs no future.
pub(super) fn start_branch<'a, P: Program, H: Host>(
    host: &'a H,
    run: &'a Run<P>,
    call: BranchCall,
) -> Started<impl Future<Output = Result<Value, Failure>> + Send> {
    let mut driver = match branch(host, run, call) {
        Ok(driver) => driver,
        Err(failure) => return Started::Ended(Err(failure)),
    };
    match driver.begin_and_advance() {
        Ok(Pause::End(output)) => Started::Ended(Ok(output)),
        Ok(pause) => Started::Waits(drive(driver, pause)),
        Err(failure) => Started::Ended(Err(failure)),
    }
}

/// The same for call number `index`, in the place of a call that has ended, if there is one. What ends
/// at once leaves its place.
pub(super) fn start_again<'a, P: Program, H: Host>(
    host: &'a H,
    run: &'a Run<P>,
    calls: &mut BranchCalls,
    index: usize,
    place: &mut Option<Driver<'a, P, H>>,
) -> Started<impl Future<Output = Result<Value, Failure>> + Send> {
    let paused = match place {
        Some(driver) if driver.is_reusable() => restart(driver, calls, index),
        _ => calls.take(index).map_or(Ok(()), |call| {
            *place = Some(branch(host, run, call)?);
            Ok(())
        }),
    };
    let paused = paused.and_then(|()| match place {
        Some(driver) => driver.begin_and_advance(),
        None => Ok(Pause::End(Value::Null)), // there is no such call
    });
    match paused {
        Ok(Pause::End(output)) => Started::Ended(Ok(output)),
        Ok(pause) => match place.take() {
            Some(driver) => Started::Waits(drive(driver, pause)),
            None => Started::Ended(Ok(Value::Null)), // never: it is what has paused
        },
        Err(failure) => {
            *place = None;
            Started::Ended(Err(failure))
        }
    }
}

/// Begins call number `index` where another one has ended.
// Field by field: a frame that is moved right after it has been made costs more than all that
// happens in a short one.
#[inline]
fn restart<P: Program, H: Host>(
    driver: &mut Driver<'_, P, H>,
    calls: &mut BranchCalls,
    index: usize,
) -> Result<(), Failure> {
    let start = start::<P>(calls.branch(index))?;
    driver.restart(start, |frame| {
        if let Some(scope) = &mut frame.scope {
            scope.index = index;
        }
        if let Some(input) = calls.input(index) {
            frame.document = input.take();
            let input = &frame.document;
            frame.child = calls.child(index, input);
        }
        frame.item = calls.item(index);
    })
}

fn go<'a, P: Program, H: Host>(
    driver: Result<Driver<'a, P, H>, Failure>,
) -> impl Future<Output = Result<Value, Failure>> + Send {
    match driver {
        Ok(driver) => Either::Right(drive(driver, Pause::Begin)),
        Err(failure) => Either::Left(future::ready(Err(failure))),
    }
}

/// A nested machine at its beginning.
fn branch<'a, P: Program, H: Host>(
    host: &'a H,
    run: &'a Run<P>,
    call: BranchCall,
) -> Result<Driver<'a, P, H>, Failure> {
    let mut frame = Frame::new(start::<P>(call.branch)?, call.input);
    frame.scope = Some(ScopePath {
        state: call.scope,
        index: call.index,
    });
    frame.item = call.item;
    frame.child = call.child;
    frame.variables = Variables::nested(call.variables);
    Driver::new(host, run, frame)
}

/// Where a branch begins.
fn start<P: Program>(branch: u32) -> Result<P::State, Failure> {
    let number = branch as usize;
    let branch = P::branches().get(number);
    branch
        .map(|branch| branch.start)
        .ok_or_else(|| unknown("branch", number))
}
