//! The tasks of a replayed execution: they answer as recorded, and remember who called.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use asl_runtime::{Callbacks, TaskContext, TaskError, Value};
use tokio::time::{Instant, sleep, sleep_until};

use super::case::{Answers, Outcome};
use super::record::{Answer, Call};

/// How long a task that was recorded to time out gives the limit to end it.
const LONGEST_LIMIT: Duration = Duration::from_secs(500 * 24 * 60 * 60);

/// What the service's history calls an attempt that took too long.
const TIMED_OUT: &str = "TaskTimedOut";

/// How the resources of tasks end that others complete.
const CALLBACK: &str = ".waitForTaskToken";

/// The tasks of one execution. Lives on a paused clock: what a task waits for passes at once.
#[derive(Debug)]
pub struct Mock {
    start: Instant,
    memory: Mutex<Memory>,
}

#[derive(Debug)]
struct Memory {
    answers: BTreeMap<String, Stock>,
    calls: Vec<Call>,
}

/// The answers of one state that are left, in order.
#[derive(Debug)]
enum Stock {
    Each(Vec<Outcome>),
    Echo,
}

impl Mock {
    /// Tasks that answer as recorded, in an execution that begins now. Needs a tokio runtime.
    pub fn new(answers: &BTreeMap<String, Answers>) -> Self {
        let stock = |answers: &Answers| match answers {
            Answers::Each(outcomes) => Stock::Each(outcomes.clone()),
            Answers::Echo => Stock::Echo,
        };
        let answers = answers
            .iter()
            .map(|(state, answers)| (state.clone(), stock(answers)));
        Self {
            start: Instant::now(),
            memory: Mutex::new(Memory {
                answers: answers.collect(),
                calls: Vec::new(),
            }),
        }
    }

    /// Performs the task of the state that `cx` names.
    ///
    /// # Errors
    ///
    /// The recorded error; `Mock.NoAnswer` where every recorded answer has been given;
    /// `Mock.NoLimit` where the call was recorded to time out, and nothing ended it.
    pub async fn call(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let started = Instant::now();
        let (outcome, answer) = self.memory().choose(cx.state(), &input);
        let call = Call {
            state: cx.state().to_owned(),
            input: input.clone(),
            at: millis(started.duration_since(self.start)),
            limit: cx
                .deadline()
                .map(|end| millis(end.saturating_duration_since(started))),
            answer,
        };
        self.memory().calls.push(call);
        match outcome {
            Some(outcome) => perform(cx, outcome, started).await,
            None if answer == Answer::Fits => Ok(input),
            None => Err(TaskError::new(
                "Mock.NoAnswer",
                "no recorded answer is left",
            )),
        }
    }

    /// The calls so far, in order.
    pub fn calls(&self) -> Vec<Call> {
        self.memory().calls.clone()
    }

    /// The states with answers left, and how many.
    pub fn unused(&self) -> Vec<(String, usize)> {
        let memory = self.memory();
        let left = memory.answers.iter().filter_map(|(state, stock)| {
            let Stock::Each(left) = stock else {
                return None;
            };
            (!left.is_empty()).then(|| (state.clone(), left.len()))
        });
        left.collect()
    }

    /// How long the execution has taken so far, in milliseconds.
    pub fn elapsed(&self) -> u64 {
        millis(self.start.elapsed())
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    /// The first answer for this input; else the first for any; else, so that the execution goes
    /// on and its difference is found where it arises, the first that is left. An echo has none.
    fn choose(&mut self, state: &str, input: &Value) -> (Option<Outcome>, Answer) {
        let left = match self.answers.get_mut(state) {
            Some(Stock::Each(left)) => left,
            Some(Stock::Echo) => return (None, Answer::Fits),
            None => return (None, Answer::Missing),
        };
        let of_input = left
            .iter()
            .position(|outcome| outcome.input.as_ref() == Some(input));
        let fits = of_input.or_else(|| left.iter().position(|outcome| outcome.input.is_none()));
        match fits {
            Some(index) => (Some(left.remove(index)), Answer::Fits),
            None if left.is_empty() => (None, Answer::Missing),
            None => (Some(left.remove(0)), Answer::ForAnotherInput),
        }
    }
}

/// Does what was recorded, on the call itself or through its token.
async fn perform(cx: &TaskContext, outcome: Outcome, started: Instant) -> Result<Value, TaskError> {
    let submits = outcome.submitted.is_some() || outcome.error.is_none();
    if let Some(token) = cx.task_token()
        && cx.resource().ends_with(CALLBACK)
        && submits
    {
        let submitted = outcome.submitted.clone().unwrap_or_default();
        tokio::spawn(call_back(
            cx.callbacks().clone(),
            token.to_owned(),
            outcome,
            started,
        ));
        return Ok(submitted);
    }
    if outcome.is_left_to_a_limit() {
        sleep(LONGEST_LIMIT).await;
        let cause = "recorded to time out, and nothing ended the call";
        return Err(TaskError::new("Mock.NoLimit", cause));
    }
    for at in &outcome.heartbeats_at {
        sleep_until(started + seconds(*at)).await;
        cx.heartbeat();
    }
    sleep_until(started + seconds(outcome.delay_seconds)).await;
    let Some(error) = outcome.error else {
        return Ok(outcome.output.unwrap_or_default());
    };
    let name = error.name.unwrap_or_default();
    Err(match error.cause {
        Some(cause) => TaskError::new(name, cause),
        None => TaskError::named(name),
    })
}

/// What somebody else does with the token. That the attempt is over by then is part of the game.
async fn call_back(callbacks: Callbacks, token: String, outcome: Outcome, started: Instant) {
    if outcome.is_left_to_a_limit() {
        return;
    }
    for at in &outcome.heartbeats_at {
        sleep_until(started + seconds(*at)).await;
        let _ = callbacks.send_heartbeat(&token);
    }
    sleep_until(started + seconds(outcome.delay_seconds)).await;
    let _ = match outcome.error {
        None => callbacks.send_success(&token, outcome.output.unwrap_or_default()),
        Some(error) => {
            let [name, cause] = [error.name, error.cause].map(Option::unwrap_or_default);
            callbacks.send_failure(&token, name, cause)
        }
    };
}

impl Outcome {
    /// Whether the call was recorded to take longer than it may, though not how long.
    fn is_left_to_a_limit(&self) -> bool {
        let error = self.error.as_ref();
        error.is_some_and(|error| error.event == TIMED_OUT) && self.delay_seconds == 0.0
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use asl_runtime::json;

    use super::*;

    fn mock(answers: &str) -> Mock {
        Mock::new(&serde_json::from_str(answers).unwrap())
    }

    async fn call(mock: &Mock, state: &'static str, input: Value) -> Result<Value, String> {
        let context = TaskContext::for_test(state);
        let result = mock.call(&context, input).await;
        result.map_err(|error| error.to_string())
    }

    #[tokio::test(start_paused = true)]
    async fn answers_come_in_the_order_of_the_calls() {
        let mock = mock(
            r#"{ "A": [{ "output": 1 }, { "error": { "Error": "E", "Cause": "c" } },
                 { "error": { "Error": "F", "Cause": null } }] }"#,
        );
        assert_eq!(call(&mock, "A", json!(0)).await, Ok(json!(1)));
        assert_eq!(mock.unused(), [("A".to_owned(), 2)]);
        assert_eq!(call(&mock, "A", json!(0)).await.unwrap_err(), "`E`: c");
        assert_eq!(call(&mock, "A", json!(0)).await.unwrap_err(), "`F`");
        assert_eq!(mock.unused(), []);
        let late = call(&mock, "A", json!(0)).await.unwrap_err();
        assert!(late.starts_with("`Mock.NoAnswer`"), "{late}");
        assert_eq!(mock.calls().last().unwrap().answer, Answer::Missing);
    }

    #[tokio::test(start_paused = true)]
    async fn answers_are_matched_by_input_first() {
        let mock = mock(
            r#"{ "A": [{ "input": 1, "output": "one" }, { "input": 2.0, "output": "two" },
                 { "input": 1, "output": "again" }] }"#,
        );
        for (input, output) in [(2, "two"), (1, "one"), (1, "again")] {
            assert_eq!(call(&mock, "A", json!(input)).await, Ok(json!(output)));
        }
        assert!(mock.calls().iter().all(|call| call.answer == Answer::Fits));
    }

    #[tokio::test(start_paused = true)]
    async fn answer_for_another_input_is_given_and_noted() {
        let mock = mock(r#"{ "A": [{ "input": 1, "output": "one" }] }"#);
        assert_eq!(call(&mock, "A", json!(3)).await, Ok(json!("one")));
        assert_eq!(mock.calls()[0].answer, Answer::ForAnotherInput);
    }

    #[tokio::test(start_paused = true)]
    async fn echo_never_runs_out() {
        let mock = mock(r#"{ "A": { "behaviour": "echo" } }"#);
        for input in [json!(1), json!({"a": 2})] {
            assert_eq!(call(&mock, "A", input.clone()).await, Ok(input));
        }
        assert_eq!(mock.unused(), []);
    }

    #[tokio::test(start_paused = true)]
    async fn delays_pass_on_the_paused_clock() {
        let mock = mock(
            r#"{ "A": [{ "delay_seconds": 1.5, "heartbeats_at": [0.5, 1], "output": 1 },
                 { "output": 2 }] }"#,
        );
        call(&mock, "A", json!(0)).await.unwrap();
        call(&mock, "A", json!(0)).await.unwrap();
        let times: Vec<u64> = mock.calls().iter().map(|call| call.at).collect();
        assert_eq!((times, mock.elapsed()), (vec![0, 1500], 1500));
    }

    #[tokio::test(start_paused = true)]
    async fn recorded_time_out_is_left_to_the_limit() {
        let mock = mock(
            r#"{ "A": [{ "error": { "Error": "States.Timeout", "Cause": null, "event": "TaskTimedOut" } }] }"#,
        );
        let limit = Duration::from_secs(99_999);
        let context = TaskContext::for_test("A");
        let in_time = tokio::time::timeout(limit, mock.call(&context, json!(0))).await;
        assert!(in_time.is_err());
    }
}
