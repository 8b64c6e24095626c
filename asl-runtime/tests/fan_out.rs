//! Parallel and Map states: order, concurrency, failure, nesting, and what observers see.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use asl_runtime::__private::{
    BoxFuture, Branch, Catcher, ContextUse, Dispatch, Jitter, Language, MapWork, Path, Placement,
    Program, Retrier, Root, Seg, StateInfo, TaskInfo, TaskWork, Template, Work,
};
use asl_runtime::{ErrorKind, Machine, StateKind, TaskContext, TaskError, Value, json};
use common::{Call, Log, Script, plain, script, writing_to};
use tokio::time::{Instant, sleep};

// {
//   "StartAt": "Fork",
//   "States": {
//     "Fork": {
//       "Type": "Parallel", "End": true, "Retry": $retry, "Catch": $catch,
//       "Branches": [
//         { "StartAt": "Left", "States": { "Left": { "Type": "Task", "Resource": "left", "End": true } } },
//         { "StartAt": "Each", "States": { "Each": {
//           "Type": "Map", "MaxConcurrency": $max, "End": true,
//           "ItemSelector": { "item.$": "$$.Map.Item.Value" },
//           "ItemProcessor": { "StartAt": "Item", "States": {
//             "Item": { "Type": "Task", "Resource": "item", "End": true } } } } } }
//       ]
//     },
//     "Rescue": { "Type": "Pass", "End": true }
//   }
// }
states!(Fork, Left, Each, Item, Rescue);

const LEFT: u32 = 0;
const ITEM: u32 = 1;

const SELECTOR: Template = Template::Object(&[(
    "item",
    Template::Path(&Path {
        text: "$$.Map.Item.Value",
        root: Root::Context,
        steps: &[Seg::Key("Map"), Seg::Key("Item"), Seg::Key("Value")],
    }),
)]);

const fn calls(number: u32) -> Work<State> {
    Work::Task(TaskWork {
        number,
        ..TaskWork::PLAIN
    })
}

macro_rules! machine {
    ($program:ident, start: $start:expr, max: $max:expr, retry: $retry:expr, catch: $catch:expr) => {
        struct $program;

        impl Program for $program {
            type State = State;
            type Input = Value;
            type Output = Value;
            const NAME: &'static str = "machine";
            const LANGUAGE: &'static Language = &Language::ASL;
            const START: State = $start;
            const TIMEOUT: Option<std::time::Duration> = None;
            const READS_CONTEXT: ContextUse = ContextUse {
                execution_input: false,
                start_time: false,
                map_item: false,
            };

            fn row(state: State) -> &'static StateInfo<State> {
                static STATES: [StateInfo<State>; 5] = [
                    StateInfo {
                        retry: $retry,
                        catch: $catch,
                        work: Work::Parallel { first: 0, count: 2 },
                        ..plain("Fork", StateKind::Parallel)
                    },
                    StateInfo {
                        parent: Some(State::Fork),
                        work: calls(LEFT),
                        ..plain("Left", StateKind::Task)
                    },
                    StateInfo {
                        parent: Some(State::Fork),
                        work: Work::Map(MapWork {
                            branch: 2,
                            items_path: None,
                            item_selector: Some(SELECTOR),
                            max_concurrency: $max,
                        }),
                        ..plain("Each", StateKind::Map)
                    },
                    StateInfo {
                        parent: Some(State::Each),
                        work: calls(ITEM),
                        ..plain("Item", StateKind::Task)
                    },
                    plain("Rescue", StateKind::Pass),
                ];
                &STATES[state as usize]
            }

            fn branches() -> &'static [Branch<State>] {
                &[
                    Branch {
                        start: State::Left,
                        suspends: true,
                    },
                    Branch {
                        start: State::Each,
                        suspends: true,
                    },
                    Branch {
                        start: State::Item,
                        suspends: true,
                    },
                ]
            }

            fn tasks() -> &'static [TaskInfo] {
                &[
                    TaskInfo {
                        name: "left",
                        resource: "left",
                    },
                    TaskInfo {
                        name: "item",
                        resource: "item",
                    },
                ]
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

machine!(Both, start: State::Fork, max: 0, retry: &[], catch: &[]);
machine!(Unlimited, start: State::Each, max: 0, retry: &[], catch: &[]);
machine!(Two, start: State::Each, max: 2, retry: &[], catch: &[]);
machine!(One, start: State::Each, max: 1, retry: &[], catch: &[]);

async fn seconds(value: &Value) {
    sleep(Duration::from_secs(value.as_u64().unwrap_or(0))).await;
}

/// Tasks that take `item` seconds and log when they begin and end.
fn timed(log: &Log) -> Script {
    let (log, began) = (log.clone(), Instant::now());
    script(move |call| {
        let log = log.clone();
        async move {
            let item = call.input["item"].clone();
            log.add(format!("{} begin {item}", began.elapsed().as_secs()));
            seconds(&item).await;
            log.add(format!("{} end {item}", began.elapsed().as_secs()));
            Ok(json!({"did": item}))
        }
    })
}

#[tokio::test(start_paused = true)]
async fn map_51_52_order_and_concurrency() {
    let outputs = json!([{"did": 3}, {"did": 1}, {"did": 2}]);

    let log = Log::default();
    let output = Machine::<One, _>::new(timed(&log))
        .run(json!([3, 1, 2]))
        .await
        .unwrap();
    assert_eq!(output, outputs);
    assert_eq!(
        log.lines(),
        [
            "0 begin 3",
            "3 end 3",
            "3 begin 1",
            "4 end 1",
            "4 begin 2",
            "6 end 2"
        ],
        "TRACE-7"
    );

    let log = Log::default();
    let output = Machine::<Two, _>::new(timed(&log))
        .run(json!([3, 1, 2]))
        .await
        .unwrap();
    assert_eq!(output, outputs);
    assert_eq!(
        log.lines()[..4],
        ["0 begin 3", "0 begin 1", "1 end 1", "1 begin 2"]
    );

    let log = Log::default();
    let output = Machine::<Unlimited, _>::new(timed(&log))
        .run(json!([3, 1, 2]))
        .await
        .unwrap();
    assert_eq!(output, outputs);
    assert_eq!(
        log.lines(),
        [
            "0 begin 3",
            "0 begin 1",
            "0 begin 2",
            "1 end 1",
            "2 end 2",
            "3 end 3"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn map_51_never_more_than_the_limit_at_once() {
    let log = Log::default();
    let items: Vec<Value> = (0..50).map(|item| json!(item % 4)).collect();
    Machine::<Two, _>::new(timed(&log))
        .run(Value::from(items))
        .await
        .unwrap();
    let mut running = 0_i32;
    for line in log.lines() {
        running += if line.contains("begin") { 1 } else { -1 };
        assert!((0..=2).contains(&running));
    }
    assert_eq!(log.lines().len(), 100);
}

#[tokio::test(start_paused = true)]
async fn map_14_no_items() {
    for output in [
        Machine::<One, _>::new(timed(&Log::default()))
            .run(json!([]))
            .await
            .unwrap(),
        Machine::<Unlimited, _>::new(timed(&Log::default()))
            .run(json!([]))
            .await
            .unwrap(),
    ] {
        assert_eq!(output, json!([]));
    }
}

#[tokio::test(start_paused = true)]
async fn par_4_outputs_in_the_order_of_branches() {
    let tasks = script(|call: Call| async move {
        if call.task == LEFT {
            sleep(Duration::from_secs(9)).await;
        }
        Ok(json!(call.context.idempotency_key()))
    });
    let output = Machine::<Both, _>::new(tasks)
        .execution_name("run")
        .run(json!([7, 8]))
        .await
        .unwrap();
    let expected = json!([
        "run/Fork[0]/Left#1/1",
        [
            "run/Fork[1]/Each[0]/Item#1/1",
            "run/Fork[1]/Each[1]/Item#1/1"
        ]
    ]);
    assert_eq!(output, expected);
}

/// `item` fails after the item's seconds; all others sleep and note when they are dropped.
fn failing(log: &Log) -> Script {
    let log = log.clone();
    script(move |call| {
        let guard = log.on_drop(format!("{} dropped", call.context.state()));
        async move {
            let _guard = guard;
            let fails = call.input["item"].is_number();
            if fails {
                seconds(&call.input["item"]).await;
                return Err(TaskError::new("Item.Broken", call.input.to_string()));
            }
            sleep(Duration::from_secs(60)).await;
            Ok(json!(null))
        }
    })
}

#[tokio::test(start_paused = true)]
async fn par_8_map_53_the_first_failure_drops_all_siblings() {
    let (log, began) = (Log::default(), Instant::now());
    let execution = Machine::<Both, _>::new(failing(&log)).run(json!(["slow", 5, 3]));
    let error = execution.await.unwrap_err();
    assert_eq!(began.elapsed(), Duration::from_secs(3));
    // PAR-9: the error as it was, where it was
    assert_eq!(error.error_name(), Some("Item.Broken"));
    assert_eq!(error.cause(), Some(r#"{"item":3}"#));
    assert_eq!(error.state(), Some(State::Item));
    let mut dropped = log.lines();
    dropped.sort();
    assert_eq!(
        dropped,
        [
            "Item dropped",
            "Item dropped",
            "Item dropped",
            "Left dropped"
        ]
    );
}

machine!(Caught, start: State::Fork, max: 0, retry: &[], catch: &[
    Catcher { errors: &["States.BranchFailed"], next: State::Rescue, result_path: Placement::Replace, assign: &[] },
]);

#[tokio::test(start_paused = true)]
async fn err_15_par_9_branch_failed_catches_what_keeps_its_name() {
    let tasks = failing(&Log::default());
    let output = Machine::<Caught, _>::new(tasks)
        .run(json!([1]))
        .await
        .unwrap();
    assert_eq!(
        output,
        json!({"Error": "Item.Broken", "Cause": "{\"item\":1}"})
    );
}

#[tokio::test(start_paused = true)]
async fn err_18_a_runtime_error_in_a_branch_stays_uncatchable() {
    // `Each` gets no array.
    let tasks = failing(&Log::default());
    let error = Machine::<Caught, _>::new(tasks)
        .run(json!({}))
        .await
        .unwrap_err();
    assert_eq!(error.error_name(), Some("States.Runtime"));
    assert_eq!(error.state(), Some(State::Each));
}

machine!(Retried, start: State::Fork, max: 0, retry: &[
    Retrier {
        errors: &["States.ALL"],
        interval_seconds: 1,
        max_attempts: 2,
        backoff_rate: 2.0,
        max_delay_seconds: None,
        jitter: Jitter::None,
    },
], catch: &[]);

#[tokio::test(start_paused = true)]
async fn retry_9_all_branches_run_again_under_keys_of_their_own() {
    let log = Log::default();
    let calls = log.clone();
    let tasks = script(move |call| {
        let key = call.context.idempotency_key();
        calls.add(key.clone());
        async move {
            match key.contains("Fork[") {
                true => Err(TaskError::named("first")),
                false => Ok(json!(call.context.attempt())),
            }
        }
    });
    let output = Machine::<Retried, _>::new(tasks)
        .execution_name("run")
        .run(json!([7]))
        .await
        .unwrap();
    assert_eq!(output, json!([1, [1]]));
    assert_eq!(
        log.lines(),
        [
            "run/Fork[0]/Left#1/1",
            "run/Fork[1]/Each[0]/Item#1/1", // PAR-2: began although `Left` failed at once
            "run/Fork#1.2[0]/Left#1/1",
            "run/Fork#1.2[1]/Each[0]/Item#1/1"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn observers_see_scopes() {
    let log = Log::default();
    let tasks = script(|call: Call| async move { Ok(call.input) });
    Machine::<Unlimited, _>::new(tasks)
        .observer(writing_to(&log))
        .run(json!(["a"]))
        .await
        .unwrap();
    assert_eq!(
        log.lines(),
        [
            r#"enter Each ["a"]"#,
            r#"enter Each[0]/Item {"item":"a"}"#,
            r#"call Each[0]/Item 1 {"item":"a"}"#,
            r#"exit Each[0]/Item {"item":"a"} -> end"#,
            r#"exit Each [{"item":"a"}] -> end"#,
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn dropping_the_execution_drops_all_branches() {
    let log = Log::default();
    let execution = Machine::<Both, _>::new(failing(&log)).run(json!(["slow"]));
    assert!(
        tokio::time::timeout(Duration::from_secs(1), execution)
            .await
            .is_err()
    );
    assert_eq!(log.lines().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_map_of_tasks_that_end_at_once_can_be_cancelled_while_it_begins() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let tasks = script(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        async { Ok(json!(null)) }
    });
    let items = vec![Value::Null; 20_000];
    let error = Machine::<Unlimited, _>::new(tasks)
        .cancellation(std::future::ready(()))
        .run(Value::from(items))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    let calls = calls.load(Ordering::Relaxed);
    assert!((1..5_000).contains(&calls), "{calls}");
}

#[tokio::test(start_paused = true)]
async fn a_map_of_tasks_that_end_at_once_keeps_the_order_of_its_items() {
    let items: Vec<Value> = (0..5_000).map(Value::from).collect();
    let tasks = script(|call: Call| async move { Ok(call.input["item"].clone()) });
    let output = Machine::<Unlimited, _>::new(tasks)
        .run(Value::from(items.clone()))
        .await
        .unwrap();
    assert_eq!(output, Value::from(items));
}
