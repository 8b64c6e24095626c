//! One attempt of a task: its limits, and what becomes of a panic.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{self, Instant, Sleep};

use super::{Begun, Completion};
use crate::callback::Ticket;
use crate::context::ExecutionName;
use crate::failure::Failure;
use crate::program::BoxFuture;
use crate::race::poll_at_once;
use crate::task::TaskContext;
use crate::task_error::TaskError;
use crate::value::{Text, Value};

/// Set when the task has to be waited for, not before.
#[derive(Default)]
struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    /// Whether that long has passed since the latest `start`.
    fn poll(
        &mut self,
        context: &mut Context<'_>,
        length: Duration,
        start: impl Fn() -> Instant,
    ) -> Poll<()> {
        loop {
            let Some(due) = start().checked_add(length) else {
                return Poll::Pending;
            };
            let timer = self
                .0
                .get_or_insert_with(|| Box::pin(time::sleep_until(due)));
            if poll_at_once(timer, context).is_pending() {
                return Poll::Pending;
            }
            if timer.deadline() >= due {
                return Poll::Ready(());
            }
            timer.as_mut().reset(due); // a heartbeat has come since
        }
    }
}

/// What others can complete an attempt with.
struct Callback {
    ticket: Ticket,
    /// Whether it is what the task is for, once it is submitted; otherwise the task's own result
    /// counts as well.
    is_awaited: bool,
}

impl Callback {
    fn open(
        execution: &ExecutionName,
        completion: &Completion,
    ) -> Result<Option<Box<Self>>, Failure> {
        let Some(token) = completion.token() else {
            return Ok(None);
        };
        Ok(Some(Box::new(Self {
            ticket: execution.callbacks().open(token)?,
            is_awaited: matches!(completion, Completion::Sent { .. }),
        })))
    }
}

/// A running attempt. A completion from outside comes first, then the task's own end, then its
/// limits, which count from when it starts (TASK-3, RETRY-10). Whatever the reason for the end, the
/// task's future is dropped (TASK-8) and its context told.
pub struct Attempt<'a> {
    // Above the work, to be dropped before it: what that drops can see that it is over.
    context: EndOnDrop,
    // Boxed: few attempts have one.
    callback: Option<Box<Callback>>,
    /// The task's future; none once it has submitted what is to be completed from outside.
    work: Option<BoxFuture<'a, Result<Value, TaskError>>>,
    timeout: Timer,
    heartbeat: Timer,
}

impl<'a> Attempt<'a> {
    /// Starts an attempt, and takes it as far as it comes at once. The context of one that has ended
    /// and that nobody else has kept goes to `spare`.
    #[inline]
    pub(super) fn begin(
        task: impl FnOnce(TaskContext) -> BoxFuture<'a, Result<Value, TaskError>>,
        context: TaskContext,
        completion: &Completion,
        spare: &mut Option<TaskContext>,
        cx: &mut Context<'_>,
    ) -> Begun<Self> {
        if let Completion::Returned = completion {
            let mut work = None;
            let begin = || work.insert(task(context.clone())).as_mut().poll(cx);
            return match catch(begin) {
                Ok(Poll::Ready(result)) => {
                    drop(work);
                    if context.is_last() {
                        *spare = Some(context);
                    } else {
                        context.end();
                    }
                    Begun::Ended(result.map_err(Failure::from))
                }
                Ok(Poll::Pending) => Self::wait(context, None, work, cx),
                Err(panic) => {
                    context.end(); // before what is left of the task goes
                    Begun::Ended(Err(panic.into()))
                }
            };
        }
        let callback = match Callback::open(context.execution_name(), completion) {
            Ok(callback) => callback,
            Err(failure) => return Begun::Ended(Err(failure)),
        };
        match catch(|| task(context.clone())) {
            Ok(work) => Self::wait(context, callback, Some(work), cx),
            Err(panic) => {
                context.end();
                Begun::Ended(Err(panic.into()))
            }
        }
    }

    /// An attempt that has to be waited for: looks at whatever else may end it.
    fn wait(
        context: TaskContext,
        callback: Option<Box<Callback>>,
        work: Option<BoxFuture<'a, Result<Value, TaskError>>>,
        cx: &mut Context<'_>,
    ) -> Begun<Self> {
        let mut attempt = Self {
            context: EndOnDrop(context),
            callback,
            work,
            timeout: Timer::default(),
            heartbeat: Timer::default(),
        };
        let outcome = match &attempt.callback {
            Some(_) => Pin::new(&mut attempt).poll(cx),
            None => attempt.poll_limits(cx).map(Err), // the work has just been polled
        };
        match outcome {
            Poll::Ready(outcome) => Begun::Ended(outcome),
            Poll::Pending => Begun::Runs(attempt),
        }
    }

    /// What has been sent with the token.
    fn poll_callback(&self, cx: &Context<'_>) -> Poll<Result<Value, Failure>> {
        let Some(callback) = &self.callback else {
            return Poll::Pending;
        };
        if callback.ticket.listen(cx) {
            self.context.0.heartbeat();
        }
        if callback.is_awaited && self.work.is_some() {
            return Poll::Pending; // kept until the work is submitted
        }
        callback.ticket.take().map_or(Poll::Pending, Poll::Ready)
    }

    /// The task's own end; that of a submission only if it has failed.
    fn poll_work(&mut self, cx: &mut Context<'_>) -> Poll<Result<Value, Failure>> {
        let Some(work) = &mut self.work else {
            return Poll::Pending;
        };
        let result = match catch(|| work.as_mut().poll(cx)) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(result)) => result.map_err(Failure::from),
            Err(panic) => Err(panic.into()),
        };
        match &self.callback {
            Some(callback) if callback.is_awaited && result.is_ok() => {
                self.work = None;
                self.poll_callback(cx)
            }
            _ => Poll::Ready(result),
        }
    }

    /// The limit that has passed.
    fn poll_limits(&mut self, cx: &mut Context<'_>) -> Poll<Failure> {
        let context = &self.context.0;
        let start = || context.started();
        if let Some(timeout) = context.timeout()
            && self.timeout.poll(cx, timeout, start).is_ready()
        {
            return Poll::Ready(Failure::timeout(self.explain("did not end", timeout)));
        }
        let latest = || context.last_heartbeat().unwrap_or_else(start);
        if let Some(heartbeat) = context.longest_silence()
            && self.heartbeat.poll(cx, heartbeat, latest).is_ready()
        {
            let cause = self.explain("sent no heartbeat", heartbeat);
            return Poll::Ready(Failure::heartbeat_timeout(cause));
        }
        Poll::Pending
    }

    fn explain(&self, what: &str, length: Duration) -> Text {
        if !self.context.0.explains_limits() {
            return Text::default();
        }
        Text::from(format!("the task {what} within {} s", length.as_secs_f64()))
    }

    /// The end of the attempt: `result`, unless a completion has been accepted before.
    fn settle(&self, result: Result<Value, Failure>) -> Result<Value, Failure> {
        let accepted = self.callback.as_ref().and_then(|c| c.ticket.close());
        accepted.unwrap_or(result)
    }
}

impl Future for Attempt<'_> {
    type Output = Result<Value, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        if let Poll::Ready(outcome) = this.poll_callback(cx) {
            return Poll::Ready(outcome);
        }
        if let Poll::Ready(result) = this.poll_work(cx) {
            return Poll::Ready(this.settle(result));
        }
        match this.poll_limits(cx) {
            Poll::Ready(expired) => Poll::Ready(this.settle(Err(expired))),
            Poll::Pending => Poll::Pending,
        }
    }
}

/// Tells an attempt's context when it is over.
struct EndOnDrop(TaskContext);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Runs a piece of a task. A panic is an error of the task: the execution goes on.
fn catch<R>(piece: impl FnOnce() -> R) -> Result<R, TaskError> {
    // Nothing of the task is touched again after a panic but to drop it.
    panic::catch_unwind(AssertUnwindSafe(piece)).map_err(|payload| {
        TaskError::failed(format!("the task panicked: {}", message(payload.as_ref())))
    })
}

fn message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
