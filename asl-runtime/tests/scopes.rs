//! States that never suspend, waits, and the Context Object of a running execution.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

mod common;

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use asl_runtime::__private::{
    BoxFuture, Branch, ContextUse, Delay, Dispatch, Failure, Language, MapWork, Message, Path,
    Program, Root, Seg, Select, StateInfo, TaskInfo, TaskWork, Timestamp, Visit, Work,
};
use asl_runtime::{ErrorKind, Machine, StateKind, TaskContext, TaskError, Value, json};
use common::{Call, Log, Script, plain, script, writing_to};
use tokio::time::Instant;

// Every test starts somewhere else in this definition.
// {
//   "States": {
//     "Spin":    { "Type": "Pass", "Next": "Spin" },
//     "Many":    { "Type": "Map", "ItemProcessor": { "StartAt": "Copy" .. }, "End": true },
//       "Copy":  { "Type": "Pass", "End": true },
//     "Pause":   { "Type": "Wait", "SecondsPath": "$.seconds", "Next": "Until" },
//     "Until":   { "Type": "Wait", "TimestampPath": "$.moment", "Next": "Look" },
//     "Look":    { "Type": "Pass", "InputPath": "$$", "End": true },
//     "Again":   { "Type": "Task", "Resource": "again", "Next": "Choose" },
//     "Choose":  { "Type": "Choice", "Choices": [{ .. "BooleanEquals": true, "Next": "Again" }], "Default": "Stop" },
//     "Stop":    { "Type": "Fail" }
//   }
// }
states!(Spin, Many, Copy, Pause, Until, Look, Again, Choose, Stop);

const CONTEXT: Path = Path {
    text: "$$",
    root: Root::Context,
    steps: &[],
};
const DOCUMENT: Path = Path {
    text: "$",
    root: Root::Data,
    steps: &[],
};
const SECONDS: Path = Path {
    text: "$.seconds",
    root: Root::Data,
    steps: &[Seg::Key("seconds")],
};
const MOMENT: Path = Path {
    text: "$.moment",
    root: Root::Data,
    steps: &[Seg::Key("moment")],
};

macro_rules! machine {
    ($program:ident, $start:ident) => {
        struct $program;

        impl Program for $program {
            type State = State;
            type Input = Value;
            type Output = Value;
            const NAME: &'static str = "machine";
            const LANGUAGE: &'static Language = &Language::AWS;
            const START: State = State::$start;
            const TIMEOUT: Option<std::time::Duration> = None;
            const READS_CONTEXT: ContextUse = ContextUse {
                execution_input: true,
                start_time: true,
                map_item: false,
            };

            fn row(state: State) -> &'static StateInfo<State> {
                static STATES: [StateInfo<State>; 9] = [
                    StateInfo {
                        next: Some(State::Spin),
                        ..plain("Spin", StateKind::Pass)
                    },
                    StateInfo {
                        work: Work::Map(MapWork {
                            branch: 0,
                            items_path: None,
                            item_selector: None,
                            max_concurrency: 0,
                        }),
                        ..plain("Many", StateKind::Map)
                    },
                    plain("Copy", StateKind::Pass),
                    StateInfo {
                        work: Work::Wait(Delay::SecondsPath(&SECONDS)),
                        next: Some(State::Until),
                        ..plain("Pause", StateKind::Wait)
                    },
                    StateInfo {
                        work: Work::Wait(Delay::TimestampPath(&MOMENT)),
                        next: Some(State::Look),
                        ..plain("Until", StateKind::Wait)
                    },
                    StateInfo {
                        reads_entered_time: true,
                        input_path: Select::Path(&CONTEXT),
                        ..plain("Look", StateKind::Pass)
                    },
                    StateInfo {
                        work: Work::Task(TaskWork::PLAIN),
                        next: Some(State::Choose),
                        ..plain("Again", StateKind::Task)
                    },
                    StateInfo {
                        work: Work::Choose(choose),
                        ..plain("Choose", StateKind::Choice)
                    },
                    StateInfo {
                        work: Work::Fail(Message::Text(""), None),
                        ..plain("Stop", StateKind::Fail)
                    },
                ];
                &STATES[state as usize]
            }

            fn branches() -> &'static [Branch<State>] {
                &[Branch {
                    start: State::Copy,
                    suspends: false,
                }]
            }

            fn tasks() -> &'static [TaskInfo] {
                &[TaskInfo {
                    name: "again",
                    resource: "again",
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

fn choose(visit: &Visit<'_>, input: &Value) -> Result<State, Failure> {
    if visit.tests(input).boolean(&DOCUMENT, true)? {
        return Ok(State::Again);
    }
    Ok(State::Stop)
}

machine!(Spinning, Spin);
machine!(Mapping, Many);
machine!(Waiting, Pause);
machine!(Looping, Again);

fn idle() -> Script {
    script(|_| async { Ok(json!(null)) })
}

#[test]
fn a_loop_that_never_waits_can_be_dropped_and_cancelled() {
    let mut context = Context::from_waker(Waker::noop());
    let mut endless = pin!(Machine::<Spinning, _>::new(idle()).run(json!({})));
    for _ in 0..3 {
        assert!(endless.as_mut().poll(&mut context).is_pending());
    }

    let cancelled = Machine::<Spinning, _>::new(idle())
        .cancellation(async {})
        .run(json!({}));
    let Poll::Ready(Err(error)) = pin!(cancelled).poll(&mut context) else {
        panic!()
    };
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}

#[test]
fn map_52_iterations_that_never_wait_need_no_runtime() {
    let items: Vec<Value> = (0..10_000).map(Value::from).collect();
    let items = Value::from(items);
    let mut mapping = pin!(Machine::<Mapping, _>::new(idle()).run(items.clone()));
    let mut context = Context::from_waker(Waker::noop());
    let mut polls = 1;
    let output = loop {
        match mapping.as_mut().poll(&mut context) {
            Poll::Ready(output) => break output.unwrap(),
            Poll::Pending => polls += 1,
        }
    };
    assert_eq!(output, items);
    assert!((5..=20).contains(&polls), "yields now and then: {polls}");
}

fn parse(value: &Value) -> Timestamp {
    Timestamp::parse(value.as_str().unwrap()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn wait_3_4_ctx_2_time_moves_with_the_paused_clock() {
    let began = Instant::now();
    // As the definition has it: the moment is a day after the start, the first wait is an hour.
    let day = Duration::from_secs(86_400);
    let moment = Timestamp::from(SystemTime::now() + day).to_string();
    let input = json!({"seconds": 3600, "moment": moment});
    let output = Machine::<Waiting, _>::new(idle())
        .execution_name("run")
        .run(input.clone())
        .await
        .unwrap();
    let slept = began.elapsed();
    assert!(slept.abs_diff(day) < Duration::from_secs(60), "{slept:?}");
    let execution = &output["Execution"];
    assert_eq!(
        (&execution["Name"], &execution["Input"]),
        (&json!("run"), &input)
    );
    let waited =
        parse(&output["State"]["EnteredTime"]).saturating_since(parse(&execution["StartTime"]));
    assert!(waited.abs_diff(day) < Duration::from_secs(60), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn wait_3_a_moment_in_the_past_ends_at_once() {
    let began = Instant::now();
    let input = json!({"seconds": 0, "moment": "2001-01-01T00:00:00Z"});
    Machine::<Waiting, _>::new(idle()).run(input).await.unwrap();
    assert_eq!(began.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn wait_6_the_longest_wait_of_dialect_aws() {
    let began = Instant::now();
    let past = "2001-01-01T00:00:00Z";
    let longest = json!({"seconds": i32::MAX, "moment": past});
    Machine::<Waiting, _>::new(idle())
        .run(longest)
        .await
        .unwrap();
    assert_eq!(began.elapsed().as_secs(), 2_147_483_647);

    let longer = json!({"seconds": 2_147_483_648_u64, "moment": past});
    let error = Machine::<Waiting, _>::new(idle())
        .run(longer)
        .await
        .unwrap_err();
    assert_eq!(error.cause(), Some("Wait state delay is too long."));
}

#[tokio::test(start_paused = true)]
async fn fail_3_an_error_without_a_name_has_none() {
    let log = Log::default();
    let tasks =
        script(
            |call: Call| async move { Ok(json!(!call.context.idempotency_key().contains("#3/"))) },
        );
    let result = Machine::<Looping, _>::new(tasks)
        .observer(writing_to(&log))
        .run(json!(0))
        .await;
    let error = result.unwrap_err();
    assert_eq!((error.error_name(), error.cause()), (None, None));
    assert_eq!(error.to_string(), "state `Stop` failed");
    let calls = log
        .lines()
        .iter()
        .filter(|line| line.starts_with("call"))
        .count();
    assert_eq!(calls, 3, "each visit has a key of its own");
}
