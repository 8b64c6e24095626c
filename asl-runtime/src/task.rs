//! What a task knows about the attempt it runs in, and how its input and output are converted.

use std::any;
use std::fmt;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::callback::Callbacks;
use crate::context::ExecutionName;
use crate::host::ScopePath;
use crate::program::TaskInfo;
use crate::task_error::TaskError;
use crate::value::{self, Text, Value};

/// What a task knows about the attempt it runs in. Cheap to clone, and may outlive the attempt.
///
/// An attempt ends when the task's future completes or is dropped: because it took too long, because
/// a sibling branch failed, because the execution was cancelled. One that waits for a callback goes
/// on when its future has completed, and ends with the callback. Whatever the task has spawned
/// learns of it through [`is_cancelled`](Self::is_cancelled) and [`cancelled`](Self::cancelled).
///
/// ```
/// use asl_runtime::TaskContext;
///
/// let context = TaskContext::for_test("Charge");
/// assert_eq!(context.state(), "Charge");
/// assert_eq!(context.attempt(), 1);
/// assert_eq!(context.idempotency_key(), "test/Charge#1/1");
/// ```
#[derive(Clone)]
pub struct TaskContext(Arc<Inner>);

struct Inner {
    attempt: AttemptInfo,
    execution: Arc<ExecutionName>,
    /// When it began, once somebody has asked: no task that ends at once pays for the clock.
    started: OnceLock<Instant>,
    ended: AtomicBool,
    /// Made when somebody waits for the end.
    end: OnceLock<Box<Notify>>,
}

/// What is known about an attempt.
pub(crate) struct AttemptInfo {
    pub(crate) state: &'static str,
    pub(crate) task: &'static TaskInfo,
    /// Whether it is one of several calls of the state.
    pub(crate) is_part: bool,
    /// Whether an expiry says what has expired.
    pub(crate) explains_limits: bool,
    pub(crate) scope: Option<ScopePath>,
    pub(crate) visit: u32,
    pub(crate) number: u32,
    pub(crate) timeout: Option<Duration>,
    /// The end of the execution.
    pub(crate) deadline: Option<Instant>,
    pub(crate) given: Option<Box<Given>>,
    /// Only where somebody listens.
    pub(crate) heartbeat: Option<Box<Heartbeat>>,
}

/// What few attempts are given.
pub(crate) struct Given {
    pub(crate) token: Option<Text>,
    pub(crate) credentials: Option<Value>,
}

/// The heart of an attempt that is to beat.
pub(crate) struct Heartbeat {
    /// The longest silence.
    every: Duration,
    last: Mutex<Option<Instant>>,
}

impl Heartbeat {
    pub(crate) fn every(every: Duration) -> Box<Self> {
        Box::new(Self {
            every,
            last: Mutex::default(),
        })
    }
}

impl TaskContext {
    pub(crate) fn new(attempt: AttemptInfo, execution: Arc<ExecutionName>) -> Self {
        Self(Arc::new(Inner {
            attempt,
            execution,
            started: OnceLock::new(),
            ended: AtomicBool::new(false),
            end: OnceLock::new(),
        }))
    }

    /// The same context for another attempt in the same scope, to be written to; none if somebody
    /// else has it, too.
    pub(crate) fn renew(&mut self) -> Option<&mut AttemptInfo> {
        let inner = Arc::get_mut(&mut self.0)?;
        if inner.started.get().is_some() {
            inner.started = OnceLock::new();
        }
        Some(&mut inner.attempt)
    }

    /// Whether nobody else has the context.
    pub(crate) fn is_last(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    /// A context for calling a task method in a unit test: the first attempt of a state `state` in
    /// an execution `test`, without a deadline and never cancelled.
    #[must_use]
    pub fn for_test(state: &'static str) -> Self {
        static TASK: TaskInfo = TaskInfo {
            name: "",
            resource: "",
        };
        let attempt = AttemptInfo {
            state,
            task: &TASK,
            is_part: false,
            explains_limits: true,
            scope: None,
            visit: 1,
            number: 1,
            timeout: None,
            deadline: None,
            given: None,
            heartbeat: None,
        };
        Self::new(attempt, Arc::new(ExecutionName::given("test")))
    }

    /// The name of the state that calls the task.
    #[must_use]
    pub fn state(&self) -> &'static str {
        self.0.attempt.state
    }

    /// The state's `Resource`.
    #[must_use]
    pub fn resource(&self) -> &'static str {
        self.0.attempt.task.resource
    }

    /// The execution's name.
    #[must_use]
    pub fn execution(&self) -> &str {
        self.0.execution.get()
    }

    /// Which attempt of this visit of the state this is: 1 is the first, more are retries.
    #[must_use]
    pub fn attempt(&self) -> u32 {
        self.0.attempt.number
    }

    /// How many retries came before: [`attempt`](Self::attempt) less 1.
    #[must_use]
    pub fn retry_count(&self) -> u32 {
        self.0.attempt.number.saturating_sub(1)
    }

    /// A key that no other attempt of any task in this execution has, and that the same attempt has
    /// again when an execution with the same name and the same course is run again. Reads
    /// `execution/path of the state#visit/attempt`.
    ///
    /// For an outside system that must not do the same thing twice, cut off the attempt.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        let AttemptInfo {
            state,
            task,
            is_part,
            scope,
            visit,
            number,
            ..
        } = &self.0.attempt;
        let execution = self.execution();
        let mut key = match scope {
            Some(scope) => format!("{execution}/{scope}/{state}#{visit}/{number}"),
            None => format!("{execution}/{state}#{visit}/{number}"),
        };
        if *is_part {
            key.push('/');
            key.push_str(task.name);
        }
        key
    }

    /// When the attempt or the whole execution will be abandoned, whichever comes first.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let own = self
            .timeout()
            .and_then(|timeout| self.started().checked_add(timeout));
        [own, self.0.attempt.deadline].into_iter().flatten().min()
    }

    /// When the attempt began: now, if nobody has asked before.
    pub(crate) fn started(&self) -> Instant {
        *self.0.started.get_or_init(Instant::now)
    }

    /// The token that completes this attempt through [`Callbacks`]: the same that the definition
    /// reads as `$$.Task.Token`. `None` where the state neither waits for a callback
    /// (`.waitForTaskToken`) nor reads it.
    ///
    /// Every attempt has another one. Whoever has it can complete the task.
    #[must_use]
    pub fn task_token(&self) -> Option<&str> {
        self.0.attempt.given.as_ref()?.token.as_deref()
    }

    /// What completes the tasks of this execution that wait for a callback.
    ///
    /// ```
    /// use asl_runtime::{TaskContext, TaskError};
    ///
    /// async fn ask_the_desk(cx: &TaskContext, question: String) -> Result<(), TaskError> {
    ///     let (callbacks, token) = (cx.callbacks().clone(), cx.task_token().map(str::to_owned));
    ///     std::thread::spawn(move || {
    ///         let answer = format!("{question}? Yes");
    ///         callbacks.send_success(&token.unwrap_or_default(), answer)
    ///     });
    ///     Ok(()) // submitted; the state waits
    /// }
    /// ```
    #[must_use]
    pub fn callbacks(&self) -> &Callbacks {
        self.0.execution.callbacks()
    }

    /// The state's `Credentials`, evaluated. What they mean is for the task to say (TASK-9).
    #[must_use]
    pub fn credentials(&self) -> Option<&Value> {
        self.0.attempt.given.as_ref()?.credentials.as_ref()
    }

    /// Says that the task is alive: the time until `HeartbeatSeconds` have passed starts anew.
    /// Without effect where the state sets no `HeartbeatSeconds`.
    pub fn heartbeat(&self) {
        if let Some(heartbeat) = &self.0.attempt.heartbeat {
            *heartbeat
                .last
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }

    pub(crate) fn last_heartbeat(&self) -> Option<Instant> {
        let heartbeat = self.0.attempt.heartbeat.as_ref()?;
        *heartbeat
            .last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the attempt has ended, so that nobody waits for its result any more.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.ended.load(Ordering::Acquire)
    }

    /// Waits until the attempt has ended.
    pub async fn cancelled(&self) {
        let mut end = pin!(self.0.end.get_or_init(Box::default).notified());
        end.as_mut().enable(); // before looking, so that no end is missed
        fence(Ordering::SeqCst);
        if !self.is_cancelled() {
            end.await;
        }
    }

    /// The limit of the attempt.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.0.attempt.timeout
    }

    pub(crate) fn explains_limits(&self) -> bool {
        self.0.attempt.explains_limits
    }

    /// How long it may go without a heartbeat.
    pub(crate) fn longest_silence(&self) -> Option<Duration> {
        Some(self.0.attempt.heartbeat.as_ref()?.every)
    }

    pub(crate) fn execution_name(&self) -> &ExecutionName {
        &self.0.execution
    }

    pub(crate) fn end(&self) {
        self.0.ended.store(true, Ordering::Release);
        // Either this sees who waits, or they see the end.
        fence(Ordering::SeqCst);
        if let Some(end) = self.0.end.get() {
            end.notify_waiters();
        }
    }
}

impl fmt::Debug for TaskContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskContext")
            .field("state", &self.state())
            .field("attempt", &self.attempt())
            .field("deadline", &self.deadline())
            .field("is_cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

/// Reads a task's effective input as the type its method takes.
///
/// # Errors
///
/// `States.TaskFailed` if the input has another shape.
pub fn task_input<T: for<'de> Deserialize<'de> + 'static>(input: Value) -> Result<T, TaskError> {
    value::try_from_value(input).map_err(|error| {
        let wanted = any::type_name::<T>();
        TaskError::failed(format!(
            "cannot read the task's input as `{wanted}`: {error}"
        ))
    })
}

/// Writes what a task's method returned as a result.
///
/// # Errors
///
/// The method's own error; `States.TaskFailed` if the output cannot be written as JSON.
pub fn task_output<T: Serialize + 'static>(
    output: Result<T, TaskError>,
) -> Result<Value, TaskError> {
    value::into_value(output?).map_err(|error| {
        let given = any::type_name::<T>();
        TaskError::failed(format!(
            "cannot write the task's output, a `{given}`, as JSON: {error}"
        ))
    })
}
