//! Values that a path gives to a field.

use std::time::Duration;

use super::*;
use crate::program::Wait;

#[test]
fn wait_4_5_seconds_path() {
    let visit = visit(&Language::ASL);
    for (x, seconds) in [(json!(0), 0), (json!(90), 90), (json!(2.0), 2)] {
        let wait = visit.wait_seconds(&X, &json!({"x": x})).unwrap();
        assert_eq!(wait, Wait::For(Duration::from_secs(seconds)));
    }
    for (document, cause) in [
        (
            json!({}),
            "The SecondsPath parameter does not reference an input value: $.x",
        ),
        (
            json!({"x": -1}),
            "The SecondsPath parameter references a negative value: $.x == -1",
        ),
        (
            json!({"x": 1.5}),
            "The SecondsPath parameter cannot be parsed as a long value: $.x == 1.5",
        ),
        (
            json!({"x": "soon"}),
            "The SecondsPath parameter cannot be parsed as a long value: $.x == soon",
        ),
    ] {
        assert_eq!(error(visit.wait_seconds(&X, &document)), runtime(cause));
    }
}

#[test]
fn wait_5_timestamp_path() {
    let visit = visit(&Language::ASL);
    let wait = visit
        .wait_timestamp(&X, &json!({"x": "1970-01-01T00:00:01Z"}))
        .unwrap();
    assert_eq!(
        wait,
        Wait::Until(Timestamp {
            seconds: 1,
            nanos: 0
        })
    );
    let cause = "The TimestampPath parameter does not reference a valid ISO-8601 extended offset \
                 date-time format string: $.x == 2016-12-05 21:29:29Z";
    let result = visit.wait_timestamp(&X, &json!({"x": "2016-12-05 21:29:29Z"}));
    assert_eq!(error(result), runtime(cause));
    assert_eq!(
        error(visit.wait_timestamp(&X, &json!({"x": 5}))).0,
        "States.Runtime"
    );
}

#[test]
fn task_6_7_seconds() {
    let visit = visit(&Language::ASL);
    let seconds = |x: Value| visit.seconds(&X, &json!({"x": x}), "TimeoutSecondsPath");
    assert_eq!(seconds(json!(5)).unwrap(), Duration::from_secs(5));
    for wrong in [json!(0), json!(-5), json!(1.5), json!("5"), json!(null)] {
        assert_eq!(error(seconds(wrong)).0, "States.Runtime");
    }
    assert_eq!(
        error(visit.seconds(&X, &json!({}), "TimeoutSecondsPath")),
        runtime("Invalid path '$.x' : No results for path: $['x']")
    );
}

#[test]
fn task_5_heartbeat_is_shorter_than_timeout() {
    let visit = visit(&Language::ASL);
    let seconds = |seconds: Option<u64>| seconds.map(Duration::from_secs);
    let task =
        |timeout, heartbeat| visit.task::<()>(0, json!(null), seconds(timeout), seconds(heartbeat));
    assert!(task(Some(5), Some(4)).is_ok());
    assert!(task(None, Some(4)).is_ok());
    assert_eq!(error(task(Some(5), Some(5))).0, "States.Runtime");
}

#[test]
fn fail_5_texts() {
    let visit = visit(&Language::ASL);
    let text = visit.text(&X, &json!({"x": "E"}), "ErrorPath").unwrap();
    assert_eq!(text, "E");
    assert_eq!(
        error(visit.text(&X, &json!({"x": 1}), "ErrorPath")).0,
        "States.Runtime"
    );
    assert_eq!(
        error(visit.text(&X, &json!({}), "CausePath")),
        runtime(
            "The JSONPath '$.x' specified for the field 'CausePath' could not be found in the \
             input '{}'"
        )
    );
}

#[test]
fn map_11_51_items_and_concurrency() {
    let visit = visit(&Language::AWS);
    assert_eq!(visit.items_path(&X, json!({"x": [1]})).unwrap(), json!([1]));
    const INPUT: Path = context(
        "$$.Execution.Input",
        &[Seg::Key("Execution"), Seg::Key("Input")],
    );
    assert_eq!(
        error(visit.items_path(&INPUT, json!(null))),
        runtime("Reference path \"$.Execution.Input\" must point to array.")
    );
    let count = |x: Value| visit.count(&X, &json!({"x": x}), "MaxConcurrencyPath");
    assert_eq!(count(json!(0)).unwrap(), 0);
    assert_eq!(
        error(count(json!("NoNumber"))),
        runtime(
            "The MaxConcurrencyPath field refers to value \"NoNumber\" which is not a valid \
             integer: $.x"
        )
    );
    assert_eq!(error(count(json!(-1))).0, "States.Runtime");
}
