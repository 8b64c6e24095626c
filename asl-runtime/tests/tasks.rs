//! One Task state: Retry, Catch, time limits, panics.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

mod common;

use std::time::Duration;

use asl_runtime::__private::{
    BoxFuture, Branch, Catcher, ContextUse, Dispatch, Jitter, Language, Limit, Path, Placement,
    Program, RefPath, Retrier, Root, Seg, StateInfo, TaskInfo, TaskWork, Template, Work,
};
use asl_runtime::{
    ErrorKind, ExecutionError, Machine, StateKind, TaskContext, TaskError, Value, json,
};
use common::{Call, Log, Script, plain, script, writing_to};
use tokio::time::{Instant, sleep};

// {
//   "StartAt": "Work",
//   "TimeoutSeconds": $timeout,
//   "States": {
//     "Work": {
//       "Type": "Task", "Resource": "work", "Next": "Done",
//       "TimeoutSeconds": $limits.0, "HeartbeatSeconds": $limits.1,
//       "Parameters": { "payload.$": "$", "retries.$": "$$.State.RetryCount" },
//       "Retry": $retry, "Catch": $catch, "ResultPath": "$.result"
//     },
//     "Done": { "Type": "Succeed" }
//   }
// }
states!(Work, Done);

const PARAMETERS: Template = Template::Object(&[
    (
        "payload",
        Template::Path(&Path {
            text: "$",
            root: Root::Data,
            steps: &[],
        }),
    ),
    (
        "retries",
        Template::Path(&Path {
            text: "$$.State.RetryCount",
            root: Root::Context,
            steps: &[Seg::Key("State"), Seg::Key("RetryCount")],
        }),
    ),
]);
const RESULT: Placement = Placement::At(RefPath {
    text: "$.result",
    steps: &[Seg::Key("result")],
});
const PROBLEM: Placement = Placement::At(RefPath {
    text: "$.problem",
    steps: &[Seg::Key("problem")],
});

const fn seconds(seconds: Option<u64>) -> Option<Duration> {
    match seconds {
        Some(seconds) => Some(Duration::from_secs(seconds)),
        None => None,
    }
}

const fn work((timeout, heartbeat): (Option<u64>, Option<u64>)) -> Work<State> {
    Work::Task(TaskWork {
        timeout: limit(timeout),
        heartbeat: limit(heartbeat),
        ..TaskWork::PLAIN
    })
}

const fn limit(seconds: Option<u64>) -> Limit {
    match seconds {
        Some(seconds) => Limit::Seconds(seconds),
        None => Limit::None,
    }
}

macro_rules! machine {
    ($program:ident, timeout: $timeout:expr, limits: $limits:expr, retry: $retry:expr,
     catch: $catch:expr) => {
        struct $program;

        impl Program for $program {
            type State = State;
            type Input = Value;
            type Output = Value;
            const NAME: &'static str = "machine";
            const LANGUAGE: &'static Language = &Language::ASL;
            const START: State = State::Work;
            const TIMEOUT: Option<Duration> = seconds($timeout);
            const READS_CONTEXT: ContextUse = ContextUse {
                execution_input: false,
                start_time: false,
                map_item: false,
            };

            fn row(state: State) -> &'static StateInfo<State> {
                static STATES: [StateInfo<State>; 2] = [
                    StateInfo {
                        keep_input: true,
                        retry: $retry,
                        catch: $catch,
                        parameters: Some(PARAMETERS),
                        work: work($limits),
                        result_path: RESULT,
                        next: Some(State::Done),
                        ..plain("Work", StateKind::Task)
                    },
                    StateInfo {
                        work: Work::Succeed,
                        ..plain("Done", StateKind::Succeed)
                    },
                ];
                &STATES[state as usize]
            }

            fn branches() -> &'static [Branch<State>] {
                &[]
            }

            fn tasks() -> &'static [TaskInfo] {
                &[TaskInfo {
                    name: "work",
                    resource: "arn:work",
                }]
            }
        }

        impl Dispatch<Script> for $program {
            fn call<'a>(
                tasks: &'a Script,
                task: u32,
                context: TaskContext,
                input: Value,
            ) -> BoxFuture<'a, Result<Value, TaskError>> {
                tasks.call(task, context, input)
            }
        }
    };
}

const fn retrier(errors: &'static [&'static str], interval_seconds: u64, max: u32) -> Retrier {
    Retrier {
        errors,
        interval_seconds,
        max_attempts: max,
        backoff_rate: 2.0,
        max_delay_seconds: None,
        jitter: Jitter::None,
    }
}

const fn catcher(errors: &'static [&'static str], result_path: Placement) -> Catcher<State> {
    Catcher {
        errors,
        next: State::Done,
        result_path,
        assign: &[],
    }
}

machine!(Bare, timeout: None, limits: (None, None), retry: &[], catch: &[]);

/// Reports these errors one after the other, then succeeds.
fn failing_with(errors: &'static [&'static str], log: &Log) -> Script {
    let log = log.clone();
    let began = Instant::now();
    script(move |call: Call| {
        let at = began.elapsed().as_millis();
        log.add(format!(
            "{at} {} {}",
            call.input["retries"],
            call.context.idempotency_key()
        ));
        let attempt = call.context.attempt() as usize;
        async move {
            match errors.get(attempt - 1) {
                Some(name) => Err(TaskError::new(*name, "why")),
                None => Ok(json!("done")),
            }
        }
    })
}

machine!(Retry7, timeout: None, limits: (None, None),
    retry: &[retrier(&["A", "B"], 1, 2), retrier(&["C"], 5, 3)],
    catch: &[catcher(&["States.ALL"], PROBLEM)]);

#[tokio::test(start_paused = true)]
async fn retry_7_worked_case_then_catch() {
    let log = Log::default();
    let output = Machine::<Retry7, _>::new(failing_with(&["A", "B", "C", "B", "A"], &log))
        .execution_name("run")
        .run(json!({"k": 1}))
        .await
        .unwrap();
    // waits 1, 2, 5; RETRY-8: the template is evaluated anew
    let expected = [
        "0 0 run/Work#1/1",
        "1000 1 run/Work#1/2",
        "3000 2 run/Work#1/3",
        "8000 3 run/Work#1/4",
    ];
    assert_eq!(log.lines(), expected);
    assert_eq!(
        output,
        json!({"k": 1, "problem": {"Error": "B", "Cause": "why"}})
    ); // CATCH-4
}

#[tokio::test(start_paused = true)]
async fn retry_3_success_ends_the_retries() {
    let log = Log::default();
    let tasks = failing_with(&["C", "C"], &log);
    let output = Machine::<Retry7, _>::new(tasks)
        .run(json!({}))
        .await
        .unwrap();
    assert_eq!(output, json!({"result": "done"}));
    assert_eq!(log.lines().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn observers_see_retries_and_catches() {
    let log = Log::default();
    let quiet = Log::default();
    Machine::<Retry7, _>::new(failing_with(&["A", "D"], &quiet))
        .observer(writing_to(&log))
        .run(json!({}))
        .await
        .unwrap();
    assert_eq!(
        log.lines(),
        [
            r#"enter Work {}"#,
            r#"call Work 1 {"payload":{},"retries":0}"#,
            r#"fail Work A Some("why")"#,
            r#"retry Work A 1 in 1s"#,
            r#"call Work 2 {"payload":{},"retries":1}"#,
            r#"fail Work D Some("why")"#,
            r#"catch Work D -> Done"#,
            r#"exit Work {"problem":{"Error":"D","Cause":"why"}} -> Done"#,
            r#"enter Done {"problem":{"Error":"D","Cause":"why"}}"#,
            r#"exit Done {"problem":{"Error":"D","Cause":"why"}} -> end"#,
        ]
    );
}

machine!(Jittery, timeout: None, limits: (None, None),
    retry: &[Retrier { jitter: Jitter::Full, ..retrier(&["A"], 8, 3) }], catch: &[]);

#[tokio::test(start_paused = true)]
async fn retry_4_jitter_depends_on_the_seed_alone() {
    async fn times(seed: u64) -> Vec<String> {
        let log = Log::default();
        let machine = Machine::<Jittery, _>::new(failing_with(&["A", "A", "A"], &log));
        machine.seed(seed).run(json!({})).await.unwrap();
        log.lines()
    }
    let first = times(1).await;
    assert_eq!(first, times(1).await, "names and delays are the same");
    assert_ne!(first, times(2).await);
}

#[tokio::test(start_paused = true)]
async fn err_3_an_unhandled_error_fails_the_execution() {
    let log = Log::default();
    let result = Machine::<Bare, _>::new(failing_with(&["Db.Busy"], &log))
        .run(json!({}))
        .await;
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Failed);
    assert_eq!(
        (error.error_name(), error.cause()),
        (Some("Db.Busy"), Some("why"))
    );
    assert_eq!(error.state(), Some(State::Work));
    assert_eq!(error.to_string(), "state `Work` failed with `Db.Busy`: why");
    assert_eq!(
        std::error::Error::source(&error).unwrap().to_string(),
        "why"
    );
}

machine!(CatchInput, timeout: None, limits: (None, None), retry: &[],
    catch: &[catcher(&["B"], RESULT), catcher(&["A"], PROBLEM), catcher(&["States.ALL"], Placement::Replace)]);

#[tokio::test(start_paused = true)]
async fn catch_3_4_8_the_first_match_places_the_error_output() {
    let cases = [
        (
            "A",
            json!({"id": 4}),
            json!({"id": 4, "problem": {"Error": "A", "Cause": "locked"}}),
        ),
        (
            "B",
            json!({"id": 4}),
            json!({"id": 4, "result": {"Error": "B", "Cause": "locked"}}),
        ),
        (
            "C",
            json!({"id": 4}),
            json!({"Error": "C", "Cause": "locked"}),
        ),
    ];
    for (name, input, expected) in cases {
        let tasks = script(move |_| async move { Err(TaskError::new(name, "locked")) });
        let output = Machine::<CatchInput, _>::new(tasks)
            .run(input)
            .await
            .unwrap();
        assert_eq!(output, expected);
    }
    let nameless = script(|_| async { Err(TaskError::named("D")) });
    let output = Machine::<CatchInput, _>::new(nameless)
        .run(json!({}))
        .await
        .unwrap();
    assert_eq!(output, json!({"Error": "D"}), "ERR-5: no cause, no member");
}

#[tokio::test(start_paused = true)]
async fn err_17_a_failing_catcher_fails_the_scope() {
    let log = Log::default();
    let tasks = failing_with(&["A"], &log);
    // `$.problem` cannot be put into an array; the third Catcher would take the new error.
    let error = Machine::<CatchInput, _>::new(tasks)
        .run(json!([]))
        .await
        .unwrap_err();
    assert_eq!(error.error_name(), Some("States.ResultPathMatchFailure"));
    assert_eq!(error.state(), Some(State::Work));
}

#[tokio::test(start_paused = true)]
async fn io_13_a_failing_result_path_can_be_caught() {
    let tasks = script(|_| async { Ok(json!(1)) });
    let output = Machine::<CatchInput, _>::new(tasks)
        .run(json!([]))
        .await
        .unwrap();
    assert_eq!(output["Error"], "States.ResultPathMatchFailure");
}

machine!(Timed, timeout: None, limits: (Some(10), Some(3)),
    retry: &[retrier(&["States.HeartbeatTimeout"], 1, 1)], catch: &[]);

#[tokio::test(start_paused = true)]
async fn task_3_8_a_timed_out_attempt_is_dropped() {
    let log = Log::default();
    let began = Instant::now();
    let (drops, contexts) = (log.clone(), Log::default());
    let seen = contexts.clone();
    let tasks = script(move |call| {
        let guard = drops.on_drop("dropped");
        let (context, seen) = (call.context, seen.clone());
        async move {
            let _guard = guard;
            let spawned = context.clone();
            assert_eq!(
                context.deadline(),
                Some(Instant::now() + Duration::from_secs(10))
            );
            tokio::spawn(async move {
                spawned.cancelled().await;
                seen.add("told");
            });
            loop {
                sleep(Duration::from_secs(2)).await;
                context.heartbeat();
            }
        }
    });
    let error = Machine::<Timed, _>::new(tasks)
        .run(json!({}))
        .await
        .unwrap_err();
    assert_eq!(began.elapsed(), Duration::from_secs(10));
    assert_eq!(error.error_name(), Some("States.Timeout"));
    assert_eq!(error.cause(), Some("the task did not end within 10 s"));
    assert_eq!(log.lines(), ["dropped"]);
    tokio::task::yield_now().await;
    assert_eq!(contexts.lines(), ["told"]);
}

machine!(Dropped, timeout: None, limits: (Some(10), None),
    retry: &[retrier(&["States.Timeout"], 1, 1)],
    catch: &[catcher(&["States.ALL"], Placement::Replace)]);

#[tokio::test(start_paused = true)]
async fn task_8_an_attempt_is_dropped_before_its_end_is_acted_on() {
    let log = Log::default();
    let drops = log.clone();
    let tasks = script(move |call: Call| {
        let guard = drops.on_drop(format!("drop {}", call.context.attempt()));
        async move {
            let _guard = guard;
            std::future::pending().await
        }
    });
    Machine::<Dropped, _>::new(tasks)
        .observer(writing_to(&log))
        .run(json!({}))
        .await
        .unwrap();
    let lines = log.lines();
    let words = lines
        .iter()
        .map(|line| line.split('{').next().unwrap().trim());
    let expected = [
        "enter Work",
        "call Work 1",
        "drop 1",
        "fail Work States.Timeout Some(\"the task did not end within 10 s\")",
        "retry Work States.Timeout 1 in 1s",
        "call Work 2",
        "drop 2",
        "fail Work States.Timeout Some(\"the task did not end within 10 s\")",
        "catch Work States.Timeout -> Done",
        "exit Work",
        "enter Done",
        "exit Done",
    ];
    assert!(words.eq(expected), "{lines:#?}");
}

#[tokio::test(start_paused = true)]
async fn err_14_a_missed_heartbeat_is_a_timeout_of_its_own_kind() {
    let log = Log::default();
    let calls = log.clone();
    let began = Instant::now();
    let tasks = script(move |call| {
        calls.add(began.elapsed().as_secs().to_string());
        async move {
            sleep(Duration::from_secs(2)).await;
            call.context.heartbeat();
            sleep(Duration::from_secs(4)).await; // one too many
            Ok(json!(null))
        }
    });
    let error = Machine::<Timed, _>::new(tasks)
        .run(json!({}))
        .await
        .unwrap_err();
    // 2 + 3 s, then the one retry that `States.HeartbeatTimeout` allows
    assert_eq!(log.lines(), ["0", "6"]);
    assert_eq!(error.error_name(), Some("States.Timeout"));
    assert_eq!(error.cause(), Some("the task sent no heartbeat within 3 s"));
}

#[tokio::test(start_paused = true)]
async fn task_3_an_end_at_the_last_moment_counts() {
    let tasks = script(|call: Call| async move {
        for _ in 0..5 {
            sleep(Duration::from_secs(2)).await;
            call.context.heartbeat();
        }
        Ok(json!("just in time"))
    });
    let output = Machine::<Timed, _>::new(tasks)
        .run(json!({}))
        .await
        .unwrap();
    assert_eq!(output["result"], "just in time");
}

machine!(Rescued, timeout: None, limits: (None, None), retry: &[],
    catch: &[catcher(&["States.TaskFailed"], Placement::Replace)]);

#[tokio::test(start_paused = true)]
async fn panics_are_errors_of_the_task() {
    let in_future = script(|_| async { panic!("boom") });
    let output = Machine::<Rescued, _>::new(in_future)
        .run(json!({}))
        .await
        .unwrap();
    let expected = json!({"Error": "States.TaskFailed", "Cause": "the task panicked: boom"});
    assert_eq!(output, expected);

    fn at_once(_: Call) -> std::future::Ready<Result<Value, TaskError>> {
        panic!("{}", String::from("boom"))
    }
    let output = Machine::<Rescued, _>::new(script(at_once))
        .run(json!({}))
        .await
        .unwrap();
    assert_eq!(output, expected);

    let later = script(|_| async {
        sleep(Duration::from_secs(1)).await;
        std::panic::panic_any(5)
    });
    let output = Machine::<Rescued, _>::new(later)
        .run(json!({}))
        .await
        .unwrap();
    assert_eq!(output["Cause"], "the task panicked: no message");
}

#[path = "tasks/ends.rs"]
mod ends;
