//! What the flows share: a scripted world of tasks, and what an execution has come to.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use asl_runtime::{ErrorKind, ExecutionError, StateId, TaskContext, TaskError, Value};
use tokio::time::{Instant, sleep_until};

pub(crate) use asl_runtime::json;

/// Compiles definitions, with [`World`] as what runs their tasks.
macro_rules! machines {
    ($($name:ident = $file:literal
        $(, dialect = $dialect:ident)?
        $(, machine_type = $machine_type:ident)?
        $(, tasks = [$($task:ident),+])?;)+
    ) => {$(
        asl_runtime::asl_machine!(
            mod $name = $file $(, dialect = $dialect)? $(, machine_type = $machine_type)?
        );

        impl $name::Tasks for $crate::flows::support::World {$($(
            async fn $task(
                &self,
                cx: &asl_runtime::TaskContext,
                input: asl_runtime::Value,
            ) -> Result<asl_runtime::Value, asl_runtime::TaskError> {
                self.call(cx, input).await
            }
        )+)?}
    )+};
}

/// Runs a machine whose tasks do not matter on each input and compares the outputs.
macro_rules! outputs {
    ($machine:ident: $($input:tt => $output:tt),+ $(,)?) => {$(
        let input = asl_runtime::json!($input);
        $crate::flows::support::flow($machine::run($crate::flows::support::World::new(), input))
            .await
            .on(stringify!($input))
            .gives(asl_runtime::json!($output));
    )+};
}

/// Runs a machine whose tasks do not matter on each input and compares the Error Names and the
/// states that report them.
macro_rules! failures {
    ($machine:ident: $($input:tt => $name:literal in $state:literal),+ $(,)?) => {$(
        let input = asl_runtime::json!($input);
        $crate::flows::support::flow($machine::run($crate::flows::support::World::new(), input))
            .await
            .on(stringify!($input))
            .reports($name)
            .in_state($state);
    )+};
}

/// What a task does when it is called.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    after: Duration,
    heartbeats: Vec<Duration>,
    end: End,
}

#[derive(Clone, Debug)]
enum End {
    Gives(Value),
    Echoes,
    Fails(TaskError),
    Panics(&'static str),
    Hangs,
}

/// The task gives this result.
pub(crate) fn gives(value: impl Into<Value>) -> Reply {
    End::Gives(value.into()).into()
}

/// The task gives its input.
pub(crate) fn echoes() -> Reply {
    End::Echoes.into()
}

/// The task reports an error without a cause.
pub(crate) fn fails(name: &'static str) -> Reply {
    End::Fails(TaskError::named(name)).into()
}

/// The task reports an error.
pub(crate) fn fails_because(name: &'static str, cause: &'static str) -> Reply {
    End::Fails(TaskError::new(name, cause)).into()
}

/// The task panics.
pub(crate) fn panics(message: &'static str) -> Reply {
    End::Panics(message).into()
}

/// The task never ends.
pub(crate) fn hangs() -> Reply {
    End::Hangs.into()
}

impl From<End> for Reply {
    fn from(end: End) -> Self {
        Self {
            after: Duration::ZERO,
            heartbeats: Vec::new(),
            end,
        }
    }
}

impl Reply {
    /// Only so many seconds after the call.
    pub(crate) fn after(mut self, seconds: f64) -> Self {
        self.after = Duration::from_secs_f64(seconds);
        self
    }

    /// Sends heartbeats so many seconds after the call.
    pub(crate) fn beats<const N: usize>(mut self, seconds: [f64; N]) -> Self {
        self.heartbeats = seconds.map(Duration::from_secs_f64).to_vec();
        self
    }
}

/// What the calls of a state's task are answered with.
enum Script {
    /// One after the other; the last one for ever.
    Each(Vec<Reply>),
    By(Box<dyn Fn(&Value) -> Reply + Send + Sync>),
}

/// A call of a task.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) state: &'static str,
    pub(crate) input: Value,
    pub(crate) attempt: u32,
    pub(crate) key: String,
    /// How long after the start of the flow, in seconds.
    pub(crate) at: f64,
}

/// A world of tasks: scripted, and remembering its calls. A task without a script gives its input.
pub(crate) struct World {
    scripts: BTreeMap<&'static str, Script>,
    calls: Mutex<Vec<Call>>,
    dropped: Mutex<Vec<&'static str>>,
    running: AtomicUsize,
    most_running: AtomicUsize,
    start: Instant,
}

impl World {
    pub(crate) fn new() -> Self {
        Self {
            scripts: BTreeMap::new(),
            calls: Mutex::default(),
            dropped: Mutex::default(),
            running: AtomicUsize::new(0),
            most_running: AtomicUsize::new(0),
            start: Instant::now(),
        }
    }

    /// Answers the calls from `state` one after the other, the last reply repeating.
    pub(crate) fn on<const N: usize>(mut self, state: &'static str, replies: [Reply; N]) -> Self {
        self.scripts.insert(state, Script::Each(replies.to_vec()));
        self
    }

    /// Answers the calls from `state` according to their input.
    pub(crate) fn by(
        mut self,
        state: &'static str,
        reply: impl Fn(&Value) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.scripts.insert(state, Script::By(Box::new(reply)));
        self
    }

    /// The calls so far, in order.
    pub(crate) fn calls(&self) -> Vec<Call> {
        lock(&self.calls).clone()
    }

    /// The calls of one state.
    pub(crate) fn calls_of(&self, state: &str) -> Vec<Call> {
        let mut calls = self.calls();
        calls.retain(|call| call.state == state);
        calls
    }

    /// When a state called its task, in seconds.
    pub(crate) fn starts(&self, state: &str) -> Vec<f64> {
        self.calls_of(state).iter().map(|call| call.at).collect()
    }

    /// What a state gave its task.
    pub(crate) fn inputs(&self, state: &str) -> Vec<Value> {
        let calls = self.calls_of(state).into_iter();
        calls.map(|call| call.input).collect()
    }

    /// The states whose task was dropped before its end, in order.
    pub(crate) fn dropped(&self) -> Vec<&'static str> {
        lock(&self.dropped).clone()
    }

    /// The most tasks that ever ran at once.
    pub(crate) fn most_running(&self) -> usize {
        self.most_running.load(Ordering::Relaxed)
    }

    /// Runs a task.
    pub(crate) async fn call(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let (state, start) = (cx.state(), Instant::now());
        let reply = self.reply(state, &input);
        lock(&self.calls).push(Call {
            state,
            input: input.clone(),
            attempt: cx.attempt(),
            key: cx.idempotency_key(),
            at: start.duration_since(self.start).as_secs_f64(),
        });
        let mut running = Running::begin(self, state);
        for heartbeat in reply.heartbeats {
            sleep_until(start + heartbeat).await;
            cx.heartbeat();
        }
        if !reply.after.is_zero() {
            sleep_until(start + reply.after).await;
        }
        if matches!(reply.end, End::Hangs) {
            pending::<()>().await;
        }
        running.has_ended = true;
        match reply.end {
            End::Gives(value) => Ok(value),
            End::Echoes | End::Hangs => Ok(input),
            End::Fails(error) => Err(error),
            End::Panics(message) => panic!("{message}"),
        }
    }

    fn reply(&self, state: &str, input: &Value) -> Reply {
        match self.scripts.get(state) {
            None => echoes(),
            Some(Script::Each(replies)) => {
                let made = self.calls_of(state).len();
                replies.get(made).or(replies.last()).unwrap().clone()
            }
            Some(Script::By(reply)) => reply(input),
        }
    }
}

/// A running task.
struct Running<'a> {
    world: &'a World,
    state: &'static str,
    has_ended: bool,
}

impl<'a> Running<'a> {
    fn begin(world: &'a World, state: &'static str) -> Self {
        let running = world.running.fetch_add(1, Ordering::Relaxed) + 1;
        world.most_running.fetch_max(running, Ordering::Relaxed);
        Self {
            world,
            state,
            has_ended: false,
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.world.running.fetch_sub(1, Ordering::Relaxed);
        if !self.has_ended {
            lock(&self.world.dropped).push(self.state);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}

/// What an execution has come to.
#[derive(Debug)]
pub(crate) struct Ended {
    input: &'static str,
    result: Result<Value, Failed>,
    state: Option<String>,
    took: Duration,
}

/// The kind of the end, the Error Name and the Cause.
#[derive(Debug, PartialEq)]
struct Failed(ErrorKind, Option<String>, Option<String>);

/// Runs a flow to its end.
pub(crate) async fn flow<S: StateId>(
    run: impl Future<Output = Result<Value, ExecutionError<S>>>,
) -> Ended {
    let start = Instant::now();
    let mut state = None;
    let result = run.await.map_err(|error| {
        state = error.state().map(|state| state.to_string());
        let [name, cause] = [error.error_name(), error.cause()].map(|t| t.map(str::to_owned));
        Failed(error.kind(), name, cause)
    });
    Ended {
        input: "",
        result,
        state,
        took: start.elapsed(),
    }
}

impl Ended {
    /// Names the input in what a failing expectation says.
    pub(crate) fn on(self, input: &'static str) -> Self {
        Self { input, ..self }
    }

    /// Expects an output.
    #[track_caller]
    pub(crate) fn gives(self, output: impl Into<Value>) -> Self {
        assert_eq!(self.result, Ok(output.into()), "on {}", self.input);
        self
    }

    /// Expects a failed execution, with this Error Name and Cause.
    #[track_caller]
    pub(crate) fn fails(self, name: &str, cause: &str) -> Self {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let failed = Failed(ErrorKind::Failed, given(name), given(cause));
        assert_eq!(self.result, Err(failed), "on {}", self.input);
        self
    }

    /// Expects a failed execution with this Error Name, whatever its Cause.
    #[track_caller]
    pub(crate) fn reports(self, name: &str) -> Self {
        match &self.result {
            Err(Failed(ErrorKind::Failed, Some(reported), _)) if reported == name => self,
            other => panic!("on {}: expected `{name}`, got {other:?}", self.input),
        }
    }

    /// Expects that this state has reported the error.
    #[track_caller]
    pub(crate) fn in_state(self, state: &str) -> Self {
        assert_eq!(
            self.state.as_deref(),
            Some(state),
            "on {}: {:?}",
            self.input,
            self.result
        );
        self
    }

    /// Expects an end of another kind, with this Error Name or none.
    #[track_caller]
    pub(crate) fn ends(self, kind: ErrorKind, name: Option<&str>) -> Self {
        match &self.result {
            Err(Failed(ended, reported, _)) if (*ended, reported.as_deref()) == (kind, name) => {
                self
            }
            other => panic!("expected {kind:?} with {name:?}, got {other:?}"),
        }
    }

    /// Expects that it took so many seconds.
    #[track_caller]
    pub(crate) fn took(self, seconds: f64) -> Self {
        assert_eq!(self.took, Duration::from_secs_f64(seconds), "time taken");
        self
    }

    /// Expects that it took so many seconds, give or take a hundredth: for what depends on the time
    /// of day.
    #[track_caller]
    pub(crate) fn took_about(self, seconds: f64) -> Self {
        let took = self.took.as_secs_f64();
        assert!(
            (took - seconds).abs() < 0.01,
            "took {took} s, not {seconds} s"
        );
        self
    }

    /// The output as compact JSON text.
    #[track_caller]
    pub(crate) fn text(self) -> String {
        self.result.unwrap().to_string()
    }

    /// The output.
    #[track_caller]
    pub(crate) fn output(self) -> Value {
        self.result.unwrap()
    }
}
