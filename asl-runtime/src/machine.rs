//! An execution and its options.

use std::any::TypeId;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::time::Instant;

use crate::callback::Callbacks;
use crate::context::ExecutionName;
use crate::error::ExecutionError;
use crate::host::{Local, Run, run_machine};
use crate::observe::Observer;
use crate::program::{Dispatch, Program};
use crate::race::{Ended, Limits};
use crate::value::{self, Object, Value};

/// A machine that is about to run in process: a builder that [`run`](Self::run) consumes.
///
/// Generated modules name theirs `Machine<T>`, with the program filled in.
///
/// ```
/// use asl_runtime::__private::{Dispatch, Program};
/// use asl_runtime::{ExecutionError, Machine};
/// use tokio::time::{Duration, Instant};
///
/// async fn in_a_minute<P: Dispatch<T>, T: Send + Sync>(
///     tasks: T,
///     input: P::Input,
/// ) -> Result<P::Output, ExecutionError<P::State>> {
///     Machine::<P, T>::new(tasks)
///         .execution_name("order-4711")
///         .deadline(Instant::now() + Duration::from_secs(60))
///         .run(input)
///         .await
/// }
/// ```
#[must_use = "nothing happens before `run`"]
pub struct Machine<P: Program, T> {
    tasks: T,
    name: Option<String>,
    seed: Option<u64>,
    payload_limit: Option<usize>,
    deadline: Option<Instant>,
    limits: Limits,
    callbacks: Option<Callbacks>,
    observer: Option<Box<dyn Observer<P::State>>>,
}

impl<P: Dispatch<T>, T: Send + Sync> Machine<P, T> {
    /// A machine that calls these tasks.
    pub fn new(tasks: T) -> Self {
        Self {
            tasks,
            name: None,
            seed: None,
            payload_limit: P::LANGUAGE.largest_payload,
            deadline: None,
            limits: Limits::default(),
            callbacks: None,
            observer: None,
        }
    }

    /// Names the execution, for `$$.Execution.Name`, [`TaskContext::execution`] and idempotency
    /// keys. Otherwise its name is a random UUID.
    ///
    /// [`TaskContext::execution`]: crate::TaskContext::execution
    pub fn execution_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Ends the execution with [`ErrorKind::TimedOut`](crate::ErrorKind::TimedOut) at `deadline`.
    /// The machine's `TimeoutSeconds` holds as well.
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Ends the execution with [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled) when
    /// `cancellation` completes. Dropping the future of [`run`](Self::run) ends it as well.
    pub fn cancellation(mut self, cancellation: impl Future<Output = ()> + Send + 'static) -> Self {
        self.limits.cancel_when(Box::pin(cancellation));
        self
    }

    /// Completes tasks that wait for a callback through `callbacks`, which other executions may use
    /// as well. Otherwise the execution has a handle of its own, which its tasks get from
    /// [`TaskContext::callbacks`](crate::TaskContext::callbacks).
    pub fn callbacks(mut self, callbacks: &Callbacks) -> Self {
        self.callbacks = Some(callbacks.clone());
        self
    }

    /// Makes the random parts of the execution (jitter, UUIDs, a name not given) depend on nothing
    /// but `seed`. That goes for task tokens, too: a seed is for tests.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The largest document that a state or task may hand on, in bytes of compact JSON; a larger one
    /// is the error `States.DataLimitExceeded`. `None` is no limit. Otherwise the dialect decides:
    /// 262,144 in `aws` (LIM-1), no limit in `asl` and `tcsl` (LIM-10).
    ///
    /// Counting costs about as much as writing the document as text, at every state.
    pub fn payload_limit(mut self, limit: impl Into<Option<usize>>) -> Self {
        self.payload_limit = limit.into();
        self
    }

    /// Watches the execution.
    pub fn observer(mut self, observer: impl Observer<P::State> + 'static) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// Runs the machine to its end. Needs a tokio runtime with time enabled.
    ///
    /// An input of the type `()` is no input: the start state gets `{}` (DATA-2).
    ///
    /// Nothing is spawned: dropping the future drops every task that runs.
    ///
    /// # Errors
    ///
    /// How the execution has ended, if not with an output.
    pub fn run(
        self,
        input: P::Input,
    ) -> impl Future<Output = Result<P::Output, ExecutionError<P::State>>> + Send {
        let input = if TypeId::of::<P::Input>() == TypeId::of::<()>() {
            Ok(Value::Object(Object::new())) // DATA-2
        } else {
            value::into_value(input).map_err(ExecutionError::input)
        };
        let mut host = Local::<P, T>::new(self.tasks).deadline(self.deadline);
        if self.name.is_some() || self.seed.is_some() || self.callbacks.is_some() {
            let name = self
                .name
                .map_or_else(ExecutionName::random, ExecutionName::given);
            host = host.name(name.seed(self.seed).with_callbacks(self.callbacks));
        }
        let run = Run::<P>::new(input.as_ref().unwrap_or(&Value::Null), self.observer)
            .payload_limit(self.payload_limit);
        execute(host, run, input, self.limits)
    }
}

/// Everything is made before: what an async block gets from outside and hands on, it holds twice.
#[expect(
    clippy::manual_async_fn,
    reason = "an async function holds its arguments twice"
)]
fn execute<P: Dispatch<T>, T: Send + Sync>(
    mut host: Local<P, T>,
    mut run: Run<P>,
    input: Result<Value, ExecutionError<P::State>>,
    mut limits: Limits,
) -> impl Future<Output = Result<P::Output, ExecutionError<P::State>>> + Send {
    async move {
        let input = input?;
        host.set_deadline(end::<P>(host.end()));
        let begun = run.begin(&host).await;
        begun.map_err(|failure| ExecutionError::failed(&failure))?;
        let output = Within {
            work: run_machine(&host, &run, input),
            host: &host,
            limits: &mut limits,
        };
        let output = output
            .await
            .map_err(|ended| ExecutionError::ended(ended, P::LANGUAGE))?
            .map_err(|failure| ExecutionError::failed(&failure))?;
        value::try_from_value(output).map_err(ExecutionError::output::<P::Output>)
    }
}

/// Work within the limits of an execution.
struct Within<'a, P, T, W> {
    work: W,
    host: &'a Local<P, T>,
    limits: &'a mut Limits,
}

impl<P: Dispatch<T>, T: Send + Sync, W: Future + Unpin> Future for Within<'_, P, T, W> {
    type Output = Result<W::Output, Ended>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        match Pin::new(&mut this.work).poll(cx) {
            Poll::Ready(result) => Poll::Ready(Ok(result)),
            Poll::Pending => this.limits.poll(this.host.end(), cx).map(Err),
        }
    }
}

/// TOP-6, or the caller's deadline if it is earlier.
fn end<P: Program>(deadline: Option<Instant>) -> Option<Instant> {
    let own = P::TIMEOUT.and_then(|timeout| Instant::now().checked_add(timeout));
    [own, deadline].into_iter().flatten().min()
}

impl<P: Program, T> fmt::Debug for Machine<P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine")
            .field("machine", &P::NAME)
            .field("execution_name", &self.name)
            .finish_non_exhaustive()
    }
}
