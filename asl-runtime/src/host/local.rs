//! The in-process host.

use std::fmt;
use std::future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::{Arc, OnceLock, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, SystemTime};

use fastrand::Rng;
use tokio::time::{self, Instant, Sleep};
use uuid::Uuid;

use super::attempt::Attempt;
use super::gather::Gather;
use super::{Begun, BoxFuture, BranchCall, Host, Run, Spare, TaskCall};
use crate::context::{self, ExecutionName};
use crate::drive::unknown;
use crate::failure::Failure;
use crate::iterations::Tolerance;
use crate::program::{Dispatch, Program};
use crate::state::{StateId as _, StateKind};
use crate::task::{AttemptInfo, Given, Heartbeat, TaskContext};
use crate::value::{Text, Value};

/// A single sleep of tokio ends after about two years.
const LONGEST_SLEEP: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Runs everything in process, within the future it is awaited in, on tokio's clock: it spawns
/// nothing, and dropping that future ends everything. Needs a tokio runtime with time enabled.
pub struct Local<P, T> {
    tasks: T,
    /// Made when first asked for.
    name: OnceLock<Arc<ExecutionName>>,
    deadline: Option<Instant>,
    program: PhantomData<fn() -> P>,
}

impl<P: Dispatch<T>, T: Send + Sync> Local<P, T> {
    /// A host for one execution of `P`, with a random UUID for its name.
    pub const fn new(tasks: T) -> Self {
        Self {
            tasks,
            name: OnceLock::new(),
            deadline: None,
            program: PhantomData,
        }
    }

    /// Names the execution. Where the name has a seed, [`random`](Host::random) and
    /// [`uuid`](Host::uuid) give the same sequence for the same seed.
    #[must_use]
    pub fn name(mut self, name: ExecutionName) -> Self {
        self.name = OnceLock::from(Arc::new(name));
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

    pub(crate) const fn end(&self) -> Option<Instant> {
        self.deadline
    }

    fn shared_name(&self) -> &Arc<ExecutionName> {
        let random = || Arc::new(ExecutionName::random());
        self.name.get_or_init(random)
    }

    fn draw<R>(&self, seeded: impl FnOnce(&mut Rng) -> R, free: impl FnOnce() -> R) -> R {
        // A name that nobody has made has no seed.
        match self.name.get().and_then(|name| name.chance()) {
            Some(chance) => seeded(&mut chance.lock().unwrap_or_else(PoisonError::into_inner)),
            None => free(),
        }
    }

    /// The context of an attempt: the one that the call before has left, if there is one.
    fn context(
        &self,
        call: &mut TaskCall,
        spare: &mut Option<TaskContext>,
    ) -> Result<TaskContext, Failure> {
        let state = P::State::from_index(call.state).map(P::row);
        let state = state.ok_or_else(|| unknown("state", call.state))?;
        let task = call.task as usize;
        let task = P::tasks().get(task).ok_or_else(|| unknown("task", task))?;
        let heartbeat = call.heartbeat.map(Heartbeat::every);
        let given = given(call);
        // A Map calls both its reader and its writer.
        let is_part = state.kind == StateKind::Map;
        if let Some(mut context) = spare.take()
            && let Some(attempt) = context.renew()
        {
            // The scope and the deadline are the same.
            attempt.state = state.name;
            attempt.task = task;
            attempt.is_part = is_part;
            attempt.visit = call.visit;
            attempt.number = call.attempt;
            attempt.timeout = call.timeout;
            attempt.given = given;
            attempt.heartbeat = heartbeat;
            return Ok(context);
        }
        let attempt = AttemptInfo {
            state: state.name,
            task,
            is_part,
            explains_limits: P::LANGUAGE.explains_timeouts,
            scope: call.scope.take(),
            visit: call.visit,
            number: call.attempt,
            timeout: call.timeout,
            deadline: self.deadline,
            given,
            heartbeat,
        };
        Ok(TaskContext::new(attempt, Arc::clone(self.shared_name())))
    }
}

/// What the attempt is given beside its input.
fn given(call: &mut TaskCall) -> Option<Box<Given>> {
    if call.completion.token().is_none() && call.credentials.is_none() {
        return None;
    }
    Some(Box::new(Given {
        token: call.completion.token().cloned(),
        credentials: call.credentials.take().map(|credentials| *credentials),
    }))
}

impl<'h, P: Dispatch<T>, T: Send + Sync> Host for &'h Local<P, T> {
    type Attempt = Attempt<'h>;
    type Sleep = Nap;

    #[inline]
    fn call_task(
        self,
        mut call: TaskCall,
        spare: &mut Spare,
        cx: &mut Context<'_>,
    ) -> Begun<Attempt<'h>> {
        let context = match self.context(&mut call, &mut spare.0) {
            Ok(context) => context,
            Err(failure) => return Begun::Ended(Err(failure)),
        };
        let task = |context| P::call(&self.tasks, call.task, context, call.input);
        Attempt::begin(task, context, &call.completion, &mut spare.0, cx)
    }

    fn sleep(self, duration: Duration) -> Nap {
        Nap {
            left: duration,
            timer: None,
        }
    }

    fn now<'a>(self) -> BoxFuture<'a, Result<SystemTime, Failure>>
    where
        Self: 'a,
    {
        Box::pin(future::ready(Ok(wall_clock())))
    }

    fn random(self) -> f64 {
        self.draw(Rng::f64, fastrand::f64)
    }

    fn uuid(self) -> Uuid {
        context::uuid_v4(self.draw(|rng| rng.u128(..), context::entropy))
    }

    fn execution_name(&self) -> &Text {
        self.shared_name().text()
    }

    fn fan_out<'a, Q: Program>(
        self,
        run: &'a Run<Q>,
        calls: Vec<BranchCall>,
        max_concurrency: usize,
        tolerance: Option<Tolerance>,
    ) -> BoxFuture<'a, Result<Vec<Value>, Failure>>
    where
        Self: 'a,
    {
        Box::pin(Gather::new(self, run, calls, max_concurrency, tolerance))
    }
}

impl<P, T> fmt::Debug for Local<P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local")
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

/// A sleep of any length.
#[derive(Debug)]
pub struct Nap {
    left: Duration,
    // Boxed: each iteration of a Map has room for it, and few sleep.
    timer: Option<Pin<Box<Sleep>>>,
}

impl Future for Nap {
    type Output = Result<(), Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            if let Some(timer) = &mut self.timer {
                ready!(timer.as_mut().poll(cx));
                self.timer = None;
            }
            if self.left.is_zero() {
                return Poll::Ready(Ok(()));
            }
            let part = self.left.min(LONGEST_SLEEP);
            self.left -= part;
            self.timer = Some(Box::pin(time::sleep(part)));
        }
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
