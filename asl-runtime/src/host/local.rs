//! The in-process host.

use std::fmt;
use std::future;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use fastrand::Rng;
use futures_util::future::Either;
use tokio::time::{self, Instant};
use uuid::Uuid;

use super::attempt::{Callback, Limits, Supervised};
use super::gather::gather;
use super::{BoxFuture, BranchCall, Host, Run, TaskCall};
use crate::context::{self, ExecutionName};
use crate::drive::unknown;
use crate::failure::Failure;
use crate::iterations::Tolerance;
use crate::program::{Dispatch, Program};
use crate::state::{StateId as _, StateKind};
use crate::task::{Attempt, Signals, TaskContext};
use crate::value::Value;

/// A single sleep of tokio ends after about two years.
const LONGEST_SLEEP: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Runs everything in process, within the future it is awaited in, on tokio's clock: it spawns
/// nothing, and dropping that future ends everything. Needs a tokio runtime with time enabled.
pub struct Local<P, T> {
    tasks: T,
    name: Arc<ExecutionName>,
    deadline: Option<Instant>,
    // Boxed, as seeds are for tests.
    random: Option<Box<Mutex<Rng>>>,
    program: PhantomData<fn() -> P>,
}

impl<P: Dispatch<T>, T: Send + Sync> Local<P, T> {
    /// A host for one execution of `P`.
    pub fn new(tasks: T, name: Arc<ExecutionName>) -> Self {
        Self {
            tasks,
            name,
            deadline: None,
            random: None,
            program: PhantomData,
        }
    }

    /// Makes [`random`](Host::random) and [`uuid`](Host::uuid) give the same sequence for the same
    /// seed.
    #[must_use]
    pub fn seed(mut self, seed: Option<u64>) -> Self {
        self.random = seed.map(|seed| Box::new(Mutex::new(Rng::with_seed(seed))));
        self
    }

    /// What tasks are told about the end of the whole execution. Does not enforce it.
    #[must_use]
    pub fn deadline(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    fn start(&self, mut call: TaskCall) -> Result<Supervised<'_>, Failure> {
        let limits = Limits::new(&call, P::LANGUAGE.explains_timeouts);
        let context = self.context(&mut call)?;
        let callback = Callback::open(&self.name, &call.completion)?;
        let task = |context| P::call(&self.tasks, call.task, context, call.input);
        Supervised::start(task, context, limits, callback)
    }

    fn draw<R>(&self, seeded: impl FnOnce(&mut Rng) -> R, free: impl FnOnce() -> R) -> R {
        match &self.random {
            Some(random) => seeded(&mut random.lock().unwrap_or_else(PoisonError::into_inner)),
            None => free(),
        }
    }

    fn context(&self, call: &mut TaskCall) -> Result<TaskContext, Failure> {
        let state = P::State::from_index(call.state).map(P::row);
        let state = state.ok_or_else(|| unknown("state", call.state))?;
        let task = call.task as usize;
        let task = P::tasks().get(task).ok_or_else(|| unknown("task", task))?;
        Ok(TaskContext::new(Attempt {
            state: state.name,
            resource: task.resource,
            // A Map calls both its reader and its writer.
            part: (state.kind == StateKind::Map).then_some(task.name),
            execution: Arc::clone(&self.name),
            scope: call.scope.take(),
            visit: call.visit,
            number: call.attempt,
            timeout: call.timeout,
            deadline: self.deadline,
            token: call.completion.token().cloned(),
            credentials: call.credentials.take(),
            signals: Signals::new(call.heartbeat.is_some()),
        }))
    }
}

impl<P: Dispatch<T>, T: Send + Sync> Host for Local<P, T> {
    fn call_task(&self, call: TaskCall) -> impl Future<Output = Result<Value, Failure>> + Send {
        match self.start(call) {
            Ok(attempt) => Either::Left(attempt),
            Err(failure) => Either::Right(future::ready(Err(failure))),
        }
    }

    async fn sleep(&self, duration: Duration) -> Result<(), Failure> {
        let mut left = duration;
        while !left.is_zero() {
            let part = left.min(LONGEST_SLEEP);
            // Boxed: each iteration of a Map has room for it, and few sleep.
            Box::pin(time::sleep(part)).await;
            left -= part;
        }
        Ok(())
    }

    async fn now(&self) -> Result<SystemTime, Failure> {
        Ok(wall_clock())
    }

    fn random(&self) -> f64 {
        self.draw(Rng::f64, fastrand::f64)
    }

    fn uuid(&self) -> Uuid {
        context::uuid_v4(self.draw(|rng| rng.u128(..), context::entropy))
    }

    fn fan_out<'a, Q: Program>(
        &'a self,
        run: &'a Run<Q>,
        calls: Vec<BranchCall>,
        max_concurrency: usize,
        tolerance: Option<Tolerance>,
    ) -> BoxFuture<'a, Result<Vec<Value>, Failure>> {
        Box::pin(gather(self, run, calls, max_concurrency, tolerance))
    }
}

impl<P, T> fmt::Debug for Local<P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local")
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

/// The system's clock, moved by as much as tokio's has been: a paused clock moves both.
fn wall_clock() -> SystemTime {
    let system = SystemTime::now();
    let real = std::time::Instant::now();
    let ours = Instant::now().into_std();
    let moved = match ours.checked_duration_since(real) {
        Some(ahead) => system.checked_add(ahead),
        None => system.checked_sub(real.duration_since(ours)),
    };
    moved.unwrap_or(system)
}
