//! An execution, for hosts to run it or a part of it.

use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use crate::context::Execution;
use crate::drive::{Drive, unknown};
use crate::failure::Failure;
use crate::frame::{Frame, Surroundings, Variables};
use crate::host::{BranchCall, Host, ScopePath};
use crate::observe::Observer;
use crate::payload::Limit;
use crate::program::Program;
use crate::value::Value;

/// How many states are visited without letting others run.
const STEPS_BETWEEN_YIELDS: u32 = 1_000;

/// An execution: what is the same for all its scopes.
pub struct Run<P: Program> {
    execution: Execution,
    // Boxed again: most executions have none.
    observer: Option<Box<Box<dyn Observer<P::State>>>>,
}

impl<P: Program> Run<P> {
    /// An execution that begins now, by the clock of `host`.
    ///
    /// # Errors
    ///
    /// Those of the host's clock, which is read only if the definition does.
    pub async fn start(
        host: impl Host,
        input: &Value,
        observer: Option<Box<dyn Observer<P::State>>>,
    ) -> Result<Self, Failure> {
        let mut run = Self::new(input, observer);
        run.begin(host).await?;
        Ok(run)
    }

    /// An execution that has not begun.
    pub(crate) fn new(input: &Value, observer: Option<Box<dyn Observer<P::State>>>) -> Self {
        let mut execution = Execution::new::<P>(input);
        execution.is_observed = observer.is_some();
        Self {
            execution,
            observer: observer.map(Box::new),
        }
    }

    /// Lets it begin now.
    pub(crate) async fn begin(&mut self, host: impl Host) -> Result<(), Failure> {
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
        self.execution.largest_payload = Limit::from(limit);
        self
    }

    pub(crate) const fn execution(&self) -> &Execution {
        &self.execution
    }

    pub(crate) fn observer(&self) -> Option<&dyn Observer<P::State>> {
        self.observer.as_ref().map(|observer| &***observer)
    }

    pub(crate) const fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Counts a step. All scopes share the count: many short iterations are one long loop.
    pub(crate) fn is_time_to_yield(&self) -> bool {
        // Not one operation: a lost count only moves the next yield.
        let counter = &self.execution.steps;
        let steps = counter.load(Ordering::Relaxed);
        let is_time = steps >= STEPS_BETWEEN_YIELDS;
        counter.store(if is_time { 0 } else { steps + 1 }, Ordering::Relaxed);
        is_time
    }

    /// Whether the latest step was one after which others are to run.
    pub(crate) fn has_just_yielded(&self) -> bool {
        self.execution.steps.load(Ordering::Relaxed) == 0
    }
}

/// Runs the whole machine.
///
/// # Errors
///
/// The error with which the execution fails.
pub fn run_machine<'a, P: Program, H: Host + 'a>(
    host: H,
    run: &'a Run<P>,
    input: Value,
) -> impl Future<Output = Result<Value, Failure>> + Send + Unpin {
    Drive::new(host, run, Frame::new(P::START, input))
}

/// Runs a nested machine.
///
/// # Errors
///
/// The error with which it fails.
pub fn run_branch<'a, P: Program, H: Host + 'a>(
    host: H,
    run: &'a Run<P>,
    call: BranchCall,
) -> impl Future<Output = Result<Value, Failure>> + Send {
    Go(branch(host, run, call).map_err(Some))
}

/// A scope that runs, or why it cannot.
struct Go<'a, P: Program, H: Host>(Result<Drive<'a, P, H>, Option<Failure>>);

impl<P: Program, H: Host> Unpin for Go<'_, P, H> {}

impl<'a, P: Program, H: Host + 'a> Future for Go<'a, P, H> {
    type Output = Result<Value, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            Ok(drive) => Pin::new(drive).poll(cx),
            Err(failure) => match failure.take() {
                Some(failure) => Poll::Ready(Err(failure)),
                None => Poll::Pending, // polled after its end
            },
        }
    }
}

/// A nested machine at its beginning.
pub(super) fn branch<'a, P: Program, H: Host>(
    host: H,
    run: &'a Run<P>,
    call: BranchCall,
) -> Result<Drive<'a, P, H>, Failure> {
    let start = start::<P>(call.branch)?;
    let mut frame = Frame::new(start, call.input);
    frame.around = Surroundings {
        scope: Some(ScopePath {
            state: call.scope,
            index: call.index,
        }),
        item: call.item,
        child: call.child,
        variables: Variables::nested(call.variables),
        ..Surroundings::default()
    };
    Ok(Drive::new(host, run, frame))
}

/// Where a branch begins.
pub(super) fn start<P: Program>(branch: u32) -> Result<P::State, Failure> {
    let number = branch as usize;
    let branch = P::branches().get(number);
    branch
        .map(|branch| branch.start)
        .ok_or_else(|| unknown("branch", number))
}
