//! Loops that only count are turned with integers in local variables. Nobody may see that: whoever
//! watches gets the states one by one, so an observed execution is the other way to the same end.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::time::Duration;

use asl_runtime::{Event, ExecutionError, StateId, Value, asl_machine, json};

asl_machine!(mod count = "flows/loops/count.asl.json");
asl_machine!(mod count_aws = "flows/loops/count.asl.json", dialect = aws);
asl_machine!(mod fibonacci = "flows/loops/fibonacci.asl.json");
asl_machine!(mod fibonacci_aws = "flows/loops/fibonacci.asl.json", dialect = aws);
asl_machine!(mod phases = "flows/loops/phases.asl.json");
asl_machine!(mod endless = "flows/loops/endless.asl.json");

/// The whole of an outcome, as text: order of members and form of numbers included.
fn seen<S: StateId>(outcome: Result<Value, ExecutionError<S>>) -> String {
    match outcome {
        Ok(output) => output.to_string(),
        Err(error) => format!("{error:?}"),
    }
}

/// Runs a machine alone and watched; the one outcome of both.
macro_rules! both {
    ($machine:ident, $input:expr) => {{
        let input: Value = $input;
        let alone = seen($machine::run((), input.clone()).await);
        let machine = $machine::Machine::new(()).observer(|_: &Event<'_, $machine::State>| ());
        let watched = seen(machine.run(input.clone()).await);
        assert_eq!(alone, watched, "{}: {input}", stringify!($machine));
        alone
    }};
}

const LARGEST: i64 = 9_007_199_254_740_991;

/// Documents to count with, and all sorts that are none.
fn documents() -> Vec<Value> {
    let numbers = [
        json!(0),
        json!(-3),
        json!(3),
        json!(3.0),
        json!(2.5),
        json!(1e300),
        json!(LARGEST - 2),
        json!(LARGEST),
        json!(LARGEST + 1),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(i32::MAX),
        json!("3"),
        json!(null),
        json!([1]),
    ];
    let mut documents = vec![json!(null), json!([]), json!({}), json!("n")];
    for number in &numbers {
        for limit in &numbers {
            // A way of counting up that does not end before the machine is old.
            let is_long = match (number.as_f64(), limit.as_f64()) {
                (Some(number), Some(limit)) => limit - number > 1000.0,
                _ => false,
            };
            if !is_long {
                documents.push(json!({"n": number.clone(), "limit": limit.clone()}));
                documents.push(json!({"limit": limit.clone(), "n": number.clone(), "x": 1}));
            }
        }
    }
    documents
}

#[tokio::test]
async fn counting_ends_alike_alone_and_watched() {
    for document in documents() {
        both!(count, document.clone());
        both!(count_aws, document);
    }
}

#[tokio::test]
async fn intr_35_counts_to_the_limit_and_not_beyond() {
    assert_eq!(
        both!(count, json!({"n": 0, "limit": 10_000})),
        r#"{"n":10000,"limit":10000}"#
    );
    // 256 turns are one step of the driver: one less, one more, and none.
    for limit in [127, 128, 129, 255, 256, 257, 513] {
        let counted = both!(count, json!({"limit": limit, "n": 0}));
        assert_eq!(counted, json!({"n": limit, "limit": limit}).to_string());
    }
    assert_eq!(
        both!(count, json!({"limit": 5, "n": 9})),
        r#"{"limit":5,"n":9}"#
    );
    let large = i64::from(i32::MAX);
    let failed = both!(count_aws, json!({"n": large - 2, "limit": large + 5}));
    assert!(failed.contains("States.IntrinsicFailure"), "{failed}");
}

#[tokio::test]
async fn tmpl_5_new_values_come_from_the_old_document() {
    let input = json!({"a": 0, "b": 1, "turns": 10, "note": {"k": [1]}});
    let output = r#"{"note":{"k":[1]},"a":55,"b":89,"turns":0,"fixed":7}"#;
    assert_eq!(both!(fibonacci, input.clone()), output);
    // aws-facts 1: constants first, then what comes of paths and calls, by hash.
    let output = both!(fibonacci_aws, input);
    assert!(output.starts_with(r#"{"fixed":7,"#), "{output}");
    // CHOICE-25: no rule matches after some turns.
    let input = json!({"a": 0, "b": 1, "turns": 100, "note": null});
    let failed = both!(fibonacci, input);
    assert!(failed.contains("States.NoChoiceMatched"), "{failed}");
    for turns in [
        json!(0),
        json!(-3),
        json!(-4),
        json!(1.5),
        json!("1"),
        json!(null),
    ] {
        both!(
            fibonacci,
            json!({"a": 0, "b": 1, "turns": turns.clone(), "note": 1})
        );
        both!(
            fibonacci_aws,
            json!({"turns": turns, "a": 0, "b": 1, "fixed": 7, "note": 1})
        );
    }
}

#[tokio::test]
async fn rp_5_members_keep_their_place() {
    let output = both!(phases, json!({"phase": 0, "other": "x", "mark": 3}));
    assert_eq!(output, r#"{"phase":2,"other":"x","mark":40}"#);
    let output = both!(phases, json!({"phase": 0, "other": "x"}));
    assert_eq!(output, r#"{"phase":2,"other":"x","mark":40}"#);
    for phase in [json!(1), json!(1.0), json!(2), json!("0"), json!(null)] {
        both!(phases, json!({"phase": phase, "mark": null}));
    }
}

#[tokio::test(start_paused = true)]
async fn top_6_a_loop_lets_others_run() {
    // The clock of a test moves only when nobody has anything to do, so the loop is stopped from
    // beside it.
    let machine = endless::Machine::new(());
    let run = tokio::time::timeout(Duration::ZERO, machine.run(json!({"n": 0})));
    assert!(run.await.is_err());
}

#[tokio::test]
async fn lim_1_a_limit_of_payloads_holds_in_a_loop() {
    // The document has 19 bytes, and 21 from 100 on.
    let machine = count::Machine::new(()).payload_limit(20);
    let outcome = seen(machine.run(json!({"n": 0, "limit": 500})).await);
    assert!(outcome.contains("States.DataLimitExceeded"), "{outcome}");
}
