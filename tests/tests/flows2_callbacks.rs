//! Tasks that others complete, and what else a Task state agrees on with a service: TASK-9, TASK-11,
//! CTX-2.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]
#![allow(deprecated, reason = "reads a token where there is none, and warns")]

use std::future::pending;
use std::sync::{Arc, Mutex};

use asl_runtime::{
    CallbackError, CallbackErrorKind, Callbacks, TaskContext, TaskError, Value, asl_machine, json,
};
use tokio::time::{Duration, Instant, sleep};

asl_machine!(mod approve = "flows/callbacks/approve.asl.json");
asl_machine!(mod elsewhere = "flows/callbacks/elsewhere.asl.json");
asl_machine!(mod first = "flows/callbacks/first.asl.json");
asl_machine!(mod side_by_side = "flows/callbacks/side_by_side.asl.json");
asl_machine!(mod names = "flows/callbacks/names.asl.json");
asl_machine!(mod credentials = "flows/callbacks/credentials.asl.json");
asl_machine!(
    mod lambda = "flows/callbacks/lambda.asl.json",
    dialect = aws,
    tasks = {
        "arn:aws:lambda:eu-west-1:1:function:charge" = lambda fn(Value) -> Value,
        "audit" = lambda fn(Value) -> Value,
    },
);

/// Submits work by noting it: its contexts and inputs, in order.
#[derive(Clone, Default)]
struct Desk(Arc<Mutex<Vec<(TaskContext, Value)>>>);

impl Desk {
    fn submit(&self, cx: &TaskContext, input: Value) {
        self.0.lock().unwrap().push((cx.clone(), input));
    }

    fn submitted(&self) -> Vec<(TaskContext, Value)> {
        self.0.lock().unwrap().clone()
    }

    fn tokens(&self) -> Vec<String> {
        let submitted = self.submitted().into_iter();
        let tokens = submitted.map(|(cx, _)| cx.task_token().unwrap().to_owned());
        tokens.collect()
    }

    fn latest(&self) -> String {
        self.tokens().pop().unwrap()
    }
}

/// Implements tasks by noting them and giving back a value that is to be dropped.
macro_rules! noted {
    ($($module:ident: $($task:ident),+;)+) => {$(
        impl $module::Tasks for Desk {$(
            async fn $task(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
                self.submit(cx, input);
                Ok(json!("submitted"))
            }
        )+}
    )+};
}

noted! {
    approve: ask;
    elsewhere: ask, plain;
    side_by_side: ask;
    names: sqs_send_message, sqs_send_message_wait_for_task_token, ecs_run_task;
    credentials: constant, evaluated, none, missing;
}

/// Tasks that a test writes as one function.
struct Script<F>(F);

macro_rules! scripted {
    ($($module:ident: $task:ident;)+) => {$(
        impl<F, R> $module::Tasks for Script<F>
        where
            F: Fn(TaskContext, Value) -> R + Send + Sync,
            R: Future<Output = Result<Value, TaskError>> + Send,
        {
            async fn $task(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
                (self.0)(cx.clone(), input).await
            }
        }
    )+};
}

scripted! {
    approve: ask;
    first: build;
}

async fn seconds(seconds: u64) {
    sleep(Duration::from_secs(seconds)).await;
}

fn kind(result: Result<(), CallbackError>) -> Option<CallbackErrorKind> {
    result.err().map(|error| error.kind())
}

#[tokio::test(start_paused = true)]
async fn task_11_the_state_waits_for_its_token() {
    let (desk, callbacks, start) = (Desk::default(), Callbacks::default(), Instant::now());
    let machine = approve::Machine::new(desk.clone()).callbacks(&callbacks);
    let (output, ()) = tokio::join!(machine.run(json!({"order": 7})), async {
        seconds(10).await;
        assert_eq!(callbacks.waiting(), 1);
        callbacks
            .send_success(&desk.latest(), json!({"approved": true}))
            .unwrap();
    });
    let token = desk.latest();
    // What the submission gives is dropped.
    let desk_says = json!({"answer": {"approved": true}, "token": token.clone()});
    assert_eq!(output.unwrap(), json!({"order": 7, "desk": desk_says}));
    assert_eq!(start.elapsed(), Duration::from_secs(10));
    let (_, input) = &desk.submitted()[0];
    assert_eq!(
        *input,
        json!({"order": 7, "token": token.clone(), "retries": 0})
    );
    assert_eq!(
        kind(callbacks.send_success(&token, 1)),
        Some(CallbackErrorKind::Used)
    );
    assert_eq!(callbacks.waiting(), 0);
}

#[tokio::test(start_paused = true)]
async fn retry_8_and_10_every_attempt_has_a_token_and_limits_of_its_own() {
    let (desk, callbacks, start) = (Desk::default(), Callbacks::default(), Instant::now());
    let machine = approve::Machine::new(desk.clone()).callbacks(&callbacks);
    let (output, ()) = tokio::join!(machine.run(json!({"order": 7})), async {
        for pause in [5, 10, 0] {
            for _ in 0..3 {
                seconds(20).await;
                callbacks.send_heartbeat(&desk.latest()).unwrap();
            }
            callbacks
                .send_failure(&desk.latest(), "Desk.Busy", "lunch")
                .unwrap();
            seconds(pause).await;
        }
    });
    assert_eq!(start.elapsed(), Duration::from_secs(60 + 5 + 60 + 10 + 60));
    let problem = json!({"Error": "Desk.Busy", "Cause": "lunch"});
    assert_eq!(output.unwrap(), json!({"order": 7, "problem": problem}));
    let mut tokens = desk.tokens();
    for token in &tokens {
        assert_eq!(
            kind(callbacks.send_heartbeat(token)),
            Some(CallbackErrorKind::Used)
        );
    }
    let retries = desk
        .submitted()
        .into_iter()
        .map(|(_, input)| input["retries"].clone());
    assert_eq!(retries.collect::<Value>(), json!([0, 1, 2])); // CTX-2
    tokens.sort();
    tokens.dedup();
    assert_eq!(tokens.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn task_4_heartbeats_keep_the_task_alive() {
    let (desk, callbacks, start) = (Desk::default(), Callbacks::default(), Instant::now());
    let machine = approve::Machine::new(desk.clone()).callbacks(&callbacks);
    let (output, ()) = tokio::join!(machine.run(json!({"order": 7})), async {
        for _ in 0..3 {
            seconds(29).await;
            callbacks.send_heartbeat(&desk.latest()).unwrap();
        }
        desk.submitted()[0].0.heartbeat(); // does the same
        seconds(10).await;
        callbacks.send_success(&desk.latest(), "yes").unwrap();
    });
    assert_eq!(output.unwrap()["desk"]["answer"], json!("yes"));
    assert_eq!(start.elapsed(), Duration::from_secs(97));
}

#[tokio::test(start_paused = true)]
async fn err_14_a_silent_task_is_a_heartbeat_timeout_that_says_timeout() {
    let (desk, callbacks, start) = (Desk::default(), Callbacks::default(), Instant::now());
    let machine = approve::Machine::new(desk.clone()).callbacks(&callbacks);
    let (output, ()) = tokio::join!(machine.run(json!({"order": 7})), async {
        seconds(20).await;
        callbacks.send_heartbeat(&desk.latest()).unwrap();
    });
    assert_eq!(output.unwrap()["silent"]["Error"], json!("States.Timeout"));
    assert_eq!(start.elapsed(), Duration::from_secs(50));
    let late = callbacks.send_success(&desk.latest(), "yes");
    assert_eq!(kind(late), Some(CallbackErrorKind::Expired));
}

#[tokio::test(start_paused = true)]
async fn task_3_the_timeout_runs_over_submission_and_wait() {
    let (desk, callbacks, start) = (Desk::default(), Callbacks::default(), Instant::now());
    let noted = desk.clone();
    let tasks = Script(move |cx: TaskContext, input| {
        noted.submit(&cx, input);
        async {
            seconds(15).await;
            Ok(Value::Null)
        }
    });
    let machine = approve::Machine::new(tasks).callbacks(&callbacks);
    let (output, ()) = tokio::join!(machine.run(json!({"order": 7})), async {
        for _ in 0..9 {
            seconds(11).await;
            callbacks.send_heartbeat(&desk.latest()).unwrap();
        }
    });
    assert_eq!(output.unwrap()["problem"]["Error"], json!("States.Timeout"));
    assert_eq!(start.elapsed(), Duration::from_secs(100));
    // TASK-8
    let late = callbacks.send_success(&desk.latest(), "yes").unwrap_err();
    assert_eq!(late.kind(), CallbackErrorKind::Expired);
    assert_eq!(
        late.to_string(),
        "the token has expired: the attempt that it was made for is over"
    );
}

#[tokio::test]
async fn a_thread_without_a_runtime_completes_the_task() {
    let tasks = Script(|cx: TaskContext, _| {
        let (callbacks, token) = (cx.callbacks().clone(), cx.task_token().unwrap().to_owned());
        let work = move || {
            callbacks.send_heartbeat(&token).unwrap();
            callbacks.send_success(&token, [1, 2]).unwrap();
        };
        std::thread::spawn(work);
        async { Ok(Value::Null) }
    });
    let output = approve::run(tasks, json!({"order": 7})).await.unwrap();
    assert_eq!(output["desk"]["answer"], json!([1, 2]));
}

#[tokio::test(start_paused = true)]
async fn a_completion_before_the_submission_has_ended_is_kept() {
    let refused = || TaskError::new("Queue.Refused", "full");
    for (ending, answer) in [(Ok(Value::Null), "early"), (Err(refused()), "early")] {
        let start = Instant::now();
        let tasks = Script(move |cx: TaskContext, _| {
            let ending = ending.clone();
            async move {
                let (callbacks, token) = (cx.callbacks(), cx.task_token().unwrap());
                callbacks.send_success(token, "early").unwrap();
                seconds(5).await;
                let again = callbacks.send_success(token, "again");
                assert_eq!(kind(again), Some(CallbackErrorKind::Used));
                ending
            }
        });
        let output = approve::run(tasks, json!({"order": 7})).await.unwrap();
        assert_eq!(output["desk"]["answer"], json!(answer));
        assert_eq!(start.elapsed(), Duration::from_secs(5));
    }
}

#[tokio::test(start_paused = true)]
async fn task_2_a_failed_submission_is_the_task_s_error() {
    let (desk, callbacks) = (Desk::default(), Callbacks::default());
    let noted = desk.clone();
    let tasks = Script(move |cx: TaskContext, input| {
        noted.submit(&cx, input);
        async { Err(TaskError::new("Queue.Refused", "full")) }
    });
    let machine = approve::Machine::new(tasks).callbacks(&callbacks);
    let output = machine.run(json!({"order": 7})).await.unwrap();
    let problem = json!({"Error": "Queue.Refused", "Cause": "full"});
    assert_eq!(output, json!({"order": 7, "problem": problem}));
    let late = callbacks.send_success(&desk.latest(), "yes");
    assert_eq!(kind(late), Some(CallbackErrorKind::Expired));
}

#[tokio::test(start_paused = true)]
async fn a_panicking_submission_is_an_error_of_the_task() {
    let tasks = Script(|_, _| async { panic!("no queue") });
    let output = approve::run(tasks, json!({"order": 7})).await.unwrap();
    assert_eq!(output["problem"]["Error"], json!("States.TaskFailed"));
}

#[tokio::test(start_paused = true)]
async fn dropping_the_execution_expires_its_tokens() {
    let (desk, callbacks) = (Desk::default(), Callbacks::default());
    let machine = approve::Machine::new(desk.clone()).callbacks(&callbacks);
    let execution = machine.run(json!({"order": 7}));
    assert!(
        tokio::time::timeout(Duration::from_secs(1), execution)
            .await
            .is_err()
    );
    assert_eq!(callbacks.waiting(), 0);
    let (cx, _) = &desk.submitted()[0];
    assert!(cx.is_cancelled());
    let late = callbacks.send_failure(&desk.latest(), "Desk.Closed", "");
    assert_eq!(kind(late), Some(CallbackErrorKind::Expired));
}

#[tokio::test(start_paused = true)]
async fn executions_may_share_callbacks() {
    let callbacks = Callbacks::default();
    let desks = [Desk::default(), Desk::default()];
    let [one, two] = desks.clone().map(|desk| {
        let machine = approve::Machine::new(desk).callbacks(&callbacks);
        machine.run(json!({"order": 7}))
    });
    let (one, two, ()) = tokio::join!(one, two, async {
        seconds(1).await;
        assert_eq!(callbacks.waiting(), 2);
        callbacks.send_success(&desks[1].latest(), "two").unwrap();
        callbacks.send_success(&desks[0].latest(), "one").unwrap();
    });
    let answers = [one, two].map(|output| output.unwrap()["desk"]["answer"].clone());
    assert_eq!(answers, [json!("one"), json!("two")]);
}

#[tokio::test(start_paused = true)]
async fn executions_with_callbacks_of_their_own_do_not_know_each_other_s_tokens() {
    let (desk, other) = (Desk::default(), Callbacks::default());
    let (output, ()) = tokio::join!(approve::run(desk.clone(), json!({"order": 7})), async {
        seconds(1).await;
        let token = desk.latest();
        let unknown = other.send_success(&token, "theirs");
        assert_eq!(kind(unknown), Some(CallbackErrorKind::Unknown));
        let (cx, _) = &desk.submitted()[0];
        cx.callbacks().send_success(&token, "ours").unwrap();
    });
    assert_eq!(output.unwrap()["desk"]["answer"], json!("ours"));
}

#[tokio::test(start_paused = true)]
async fn a_seed_makes_tokens_that_must_not_meet() {
    let callbacks = Callbacks::default();
    let desks = [Desk::default(), Desk::default()];
    let [one, two] = desks.clone().map(|desk| {
        let machine = approve::Machine::new(desk).callbacks(&callbacks).seed(7);
        machine.run(json!({"order": 7}))
    });
    let (one, two, ()) = tokio::join!(one, two, async {
        seconds(1).await;
        callbacks.send_success(&desks[0].latest(), "one").unwrap();
    });
    assert_eq!(one.unwrap()["desk"]["answer"], json!("one"));
    assert_eq!(two.unwrap_err().error_name(), Some("States.Runtime"));
    // One after the other they may: that is what a seed is for.
    let again = Desk::default();
    let machine = approve::Machine::new(again.clone())
        .callbacks(&callbacks)
        .seed(7);
    let (_, ()) = tokio::join!(machine.run(json!({"order": 7})), async {
        seconds(1).await;
        callbacks.send_success(&again.latest(), "again").unwrap();
    });
    assert_eq!(again.tokens(), desks[0].tokens());
}

#[tokio::test(start_paused = true)]
async fn ctx_2_no_other_state_sees_a_token() {
    let desk = Desk::default();
    let (output, ()) = tokio::join!(elsewhere::run(desk.clone(), json!({})), async {
        seconds(1).await;
        let (cx, _) = &desk.submitted()[0];
        cx.callbacks()
            .send_success(cx.task_token().unwrap(), ())
            .unwrap();
    });
    let (cx, input) = desk.submitted().pop().unwrap();
    assert_eq!((cx.state(), cx.task_token()), ("Plain", None));
    assert_eq!(input["context"]["State"]["Name"], json!("Plain"));
    assert_eq!(input["context"].get("Task"), None);
    // The Choice does not see it either, and the Pass fails for want of it (CTX-3).
    let error = output.unwrap_err();
    assert_eq!(error.state(), Some(elsewhere::State::Read));
}

#[tokio::test(start_paused = true)]
async fn task_11_iterations_have_tokens_of_their_own() {
    let (desk, callbacks) = (Desk::default(), Callbacks::default());
    let machine = side_by_side::Machine::new(desk.clone()).callbacks(&callbacks);
    let (output, ()) = tokio::join!(machine.run(json!(["a", "b", "c"])), async {
        seconds(1).await;
        assert_eq!(callbacks.waiting(), 3);
        for (cx, input) in desk.submitted().into_iter().rev() {
            let item = input["item"].as_str().unwrap().to_uppercase();
            callbacks
                .send_success(cx.task_token().unwrap(), item)
                .unwrap();
        }
    });
    assert_eq!(output.unwrap(), json!(["A", "B", "C"]));
}

/// A job that takes 50 s, and notes whether it has come to its end.
fn job(desk: &Desk, ended: &Arc<Mutex<bool>>) -> impl first::Tasks + use<> {
    let (desk, ended) = (desk.clone(), Arc::clone(ended));
    Script(move |cx: TaskContext, input: Value| {
        assert_eq!(input["token"].as_str(), cx.task_token());
        desk.submit(&cx, input);
        let ended = Arc::clone(&ended);
        async move {
            seconds(50).await;
            *ended.lock().unwrap() = true;
            Ok(json!("job"))
        }
    })
}

#[tokio::test(start_paused = true)]
async fn ctx_2_a_token_may_be_faster_than_the_job() {
    let (desk, ended, start) = (Desk::default(), Arc::default(), Instant::now());
    let (output, ()) = tokio::join!(first::run(job(&desk, &ended), json!({})), async {
        seconds(10).await;
        let (cx, _) = &desk.submitted()[0];
        cx.callbacks()
            .send_success(cx.task_token().unwrap(), "callback")
            .unwrap();
    });
    assert_eq!(output.unwrap(), json!("callback"));
    assert_eq!(start.elapsed(), Duration::from_secs(10));
    assert!(!*ended.lock().unwrap());
}

#[tokio::test(start_paused = true)]
async fn ctx_2_the_job_may_be_faster_than_its_token() {
    let (desk, ended, callbacks) = (Desk::default(), Arc::default(), Callbacks::default());
    let machine = first::Machine::new(job(&desk, &ended)).callbacks(&callbacks);
    assert_eq!(machine.run(json!({})).await.unwrap(), json!("job"));
    assert!(*ended.lock().unwrap());
    let late = callbacks.send_success(&desk.latest(), "callback");
    assert_eq!(kind(late), Some(CallbackErrorKind::Expired));
}

#[tokio::test(start_paused = true)]
async fn task_3_a_job_with_a_token_has_its_limit_too() {
    let tasks = Script(|_, _| pending());
    let start = Instant::now();
    let error = first::run(tasks, json!({})).await.unwrap_err();
    assert_eq!(error.error_name(), Some("States.Timeout"));
    assert_eq!(start.elapsed(), Duration::from_secs(1_000));
}

#[tokio::test(start_paused = true)]
async fn task_11_patterns_of_one_api_are_different_methods() {
    let desk = Desk::default();
    let (output, ()) = tokio::join!(names::run(desk.clone(), json!({})), async {
        for _ in 0..2 {
            seconds(1).await;
            let waiting = desk.submitted().into_iter().rev();
            let mut waiting = waiting.filter(|(cx, _)| cx.task_token().is_some());
            let (cx, _) = waiting.next().unwrap();
            cx.callbacks()
                .send_success(cx.task_token().unwrap(), 1)
                .unwrap();
        }
    });
    assert_eq!(output.unwrap(), json!("submitted"));
    let submitted = desk.submitted().into_iter();
    let resources: Vec<&str> = submitted.map(|(cx, _)| cx.resource()).collect();
    let wait = "arn:aws:states:::sqs:sendMessage.waitForTaskToken";
    let plain = "arn:aws:states:::sqs:sendMessage";
    let job = "arn:aws:states:::ecs:runTask.sync";
    assert_eq!(resources, [plain, wait, plain, wait, job, job]);
}

/// Lambda handlers, as they are however they are called.
struct Functions;

impl lambda::Tasks for Functions {
    async fn charge(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if let Some(token) = cx.task_token() {
            assert_eq!(input["token"].as_str(), Some(token));
            cx.callbacks().send_success(token, "called back").unwrap();
        }
        Ok(json!({"charged": input["amount"].clone()}))
    }

    async fn without_payload(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}

#[tokio::test(start_paused = true)]
async fn task_11_a_lambda_handler_serves_every_form_of_the_call() {
    let output = lambda::run(Functions, json!({"amount": 5})).await.unwrap();
    let text = concat!(
        r#"{"amount":5,"direct":{"charged":5},"#,
        r#""invoked":{"ExecutedVersion":"$LATEST","Payload":{"charged":5},"StatusCode":200},"#,
        r#""callback":"called back","#,
        r#""audit":{"ExecutedVersion":"$LATEST","Payload":{},"StatusCode":200}}"#,
    );
    assert_eq!(output.to_string(), text);
}

#[tokio::test(start_paused = true)]
async fn task_9_credentials_are_evaluated_for_the_task() {
    let desk = Desk::default();
    let input = json!({"account": {"role": "arn:role"}});
    let error = credentials::run(desk.clone(), input).await.unwrap_err();
    let submitted = desk.submitted();
    let given: Vec<_> = submitted
        .iter()
        .map(|(cx, _)| (cx.state(), cx.credentials()))
        .collect();
    let evaluated = json!({"RoleArn": "arn:role", "by": "Evaluated", "fixed": [1, {"x.y": true}]});
    assert_eq!(
        given,
        [
            (
                "Constant",
                Some(&json!({"RoleArn": "arn:aws:iam::1:role/ship"}))
            ),
            ("Evaluated", Some(&evaluated)), // IO-10: on the input after InputPath
            ("None", None),
        ]
    );
    // PATH-12: a path without a match; the task is not called. IO-10: `Parameters` come first.
    assert_eq!(error.state(), Some(credentials::State::BothMissing));
    assert_eq!(error.error_name(), Some("States.ParameterPathFailure"));
    assert!(error.cause().unwrap().contains("first.$"), "{error}");
}
