use asl_runtime::json;

use super::*;

/// A task `A`, then a state `B`.
const LINE: &str = r#"{ "States": { "A": { "Type": "Task" }, "B": { "Type": "Pass" } } }"#;
const FAN: &str = r#"{ "States": { "A": { "Type": "Map" }, "B": { "Type": "Pass" } } }"#;

fn case(definition: &str, expect: &str, members: &str) -> Case {
    let text = format!(
        r#"{{ "name": "n", "group": "g", "definition": {definition}, "expect": {{ {expect} }} {members} }}"#
    );
    serde_json::from_str(&text).unwrap()
}

fn call(state: &str, input: Value) -> Call {
    Call {
        state: state.to_owned(),
        input,
        at: 0,
        limit: Some(5_000),
        answer: Answer::Fits,
    }
}

fn enter(state: &str, document: Value) -> Step {
    Step {
        event: StepKind::Enter,
        state: state.to_owned(),
        document,
        assigned: None,
    }
}

fn gives(output: Value) -> Record {
    Record {
        end: End::Output(output),
        ..Record::panicked("")
    }
}

fn fails(timed_out: bool, error: Option<&str>) -> Record {
    let end = End::Failed {
        timed_out,
        error: error.map(str::to_owned),
        cause: None,
    };
    Record {
        end,
        ..Record::panicked("")
    }
}

fn path(case: &Case, record: &Record) -> Option<String> {
    difference(case, record).map(|difference| difference.path)
}

#[test]
fn end_has_to_be_of_the_same_kind() {
    let succeeds = case(LINE, r#""status": "SUCCEEDED", "output": { "a": 1 }"#, "");
    assert_eq!(path(&succeeds, &gives(json!({"a": 1}))), None);
    let other = path(&succeeds, &gives(json!({"a": 2})));
    assert_eq!(other.as_deref(), Some("output $.a"));
    for record in [fails(false, Some("E")), Record::panicked("boom")] {
        assert_eq!(path(&succeeds, &record).as_deref(), Some("status"));
    }
}

#[test]
fn err_1_error_names_are_compared_and_null_is_none() {
    let named = case(LINE, r#""status": "FAILED", "error": "E""#, "");
    assert_eq!(path(&named, &fails(false, Some("E"))), None);
    for record in [fails(false, Some("F")), fails(false, None)] {
        assert_eq!(path(&named, &record).as_deref(), Some("error"));
    }
    let nameless = case(LINE, r#""status": "FAILED", "error": null"#, "");
    assert_eq!(path(&nameless, &fails(false, None)), None);
    assert!(path(&nameless, &fails(false, Some("E"))).is_some());
}

#[test]
fn top_6_machine_timeout_is_a_status_or_an_error_name() {
    let late = case(
        LINE,
        r#""status": "TIMED_OUT", "error": "States.Timeout""#,
        "",
    );
    assert_eq!(path(&late, &fails(true, None)), None);
    assert_eq!(path(&late, &fails(false, Some("States.Timeout"))), None);
    assert!(path(&late, &fails(false, Some("E"))).is_some());
    assert!(path(&late, &gives(json!(1))).is_some());
}

#[test]
fn calls_are_compared_with_their_limit() {
    let calls = r#", "task_calls": [{ "state": "A", "input": { "t": "x" }, "timeoutInSeconds": 5 },
        { "state": "A", "input": 2 }], "task_calls_volatile": ["$[0].input.t"]"#;
    let record = |calls: [Call; 2]| Record {
        calls: calls.to_vec(),
        ..gives(json!(1))
    };
    let first = || call("A", json!({"t": "y"}));
    let same = record([first(), call("A", json!(2))]);
    let other = record([first(), call("A", json!(3))]);
    let swapped = record([call("A", json!(2)), first()]);
    let line = case(LINE, r#""status": "SUCCEEDED""#, calls);
    assert_eq!(path(&line, &same), None);
    assert_eq!(
        path(&line, &other).as_deref(),
        Some("task_calls $[1].input")
    );
    assert!(path(&line, &swapped).is_some());
    assert_eq!(
        path(&case(FAN, r#""status": "SUCCEEDED""#, calls), &swapped),
        None
    );
    let mut short = same;
    short.calls[0].limit = Some(4_000);
    let limit = path(&line, &short).unwrap();
    assert!(limit.contains("timeoutInSeconds"), "{limit}");
    assert!(path(&line, &gives(json!(1))).is_some());
}

#[test]
fn every_answer_has_to_be_used_by_its_call() {
    let any = case(LINE, r#""status": "SUCCEEDED""#, "");
    let unused = Record {
        unused: vec![("A".to_owned(), 1)],
        ..gives(json!(1))
    };
    assert_eq!(path(&any, &unused).as_deref(), Some("calls of `A`"));
    let answered = |answer| Record {
        calls: vec![Call {
            answer,
            ..call("A", json!(1))
        }],
        ..gives(json!(1))
    };
    assert_eq!(path(&any, &answered(Answer::Fits)), None);
    assert!(path(&any, &answered(Answer::ForAnotherInput)).is_some());
    assert!(path(&any, &answered(Answer::Missing)).is_some());
}

#[test]
fn steps_are_compared_by_document_and_variables() {
    let trace = r#", "trace": [{ "event": "enter", "state": "A", "input": 1 },
        { "event": "exit", "state": "A", "output": 2, "assigned": { "x": 3 } },
        { "event": "evaluation_failed", "state": "A" }]"#;
    let traced = case(LINE, r#""status": "SUCCEEDED""#, trace);
    let record = |output: Value, x: Value| Record {
        steps: vec![
            enter("A", json!(1)),
            Step {
                event: StepKind::Exit,
                assigned: Some(json!({"x": x})),
                ..enter("A", output)
            },
        ],
        ..gives(json!(1))
    };
    assert_eq!(path(&traced, &record(json!(2), json!(3))), None);
    let output = path(&traced, &record(json!(1), json!(3)));
    assert_eq!(output.as_deref(), Some("trace [1] exit `A` $"));
    let variable = path(&traced, &record(json!(2), json!(4)));
    assert_eq!(variable.as_deref(), Some("trace [1] exit `A` assigned.x"));
}

#[test]
fn way_of_a_rule_is_the_states_entered() {
    let trace = r#", "dialect": "asl", "trace": [{ "event": "enter", "state": "A" }]"#;
    let case = case(LINE, r#""status": "SUCCEEDED""#, trace);
    let exit = Step {
        event: StepKind::Exit,
        ..enter("A", json!(2))
    };
    let mut record = Record {
        steps: vec![enter("A", json!(1)), exit],
        ..gives(json!(1))
    };
    assert_eq!(path(&case, &record), None);
    record.steps.push(enter("B", json!(2)));
    assert_eq!(path(&case, &record).as_deref(), Some("trace"));
}

#[test]
fn virtual_time_is_exact_to_the_millisecond() {
    let timed = case(
        LINE,
        r#""status": "SUCCEEDED""#,
        r#", "virtual_seconds": 1.5"#,
    );
    let took = |millis| Record {
        millis,
        ..gives(json!(1))
    };
    assert_eq!(path(&timed, &took(1_500)), None);
    assert!(path(&timed, &took(1_501)).is_some());
}

#[test]
fn iterations_of_a_distributed_map_are_not_in_a_recording() {
    let definition = r#"{ "States": { "M": { "Type": "Map", "ItemProcessor": {
        "ProcessorConfig": { "Mode": "DISTRIBUTED" }, "States": { "A": { "Type": "Task" } } } } } }"#;
    let expected = r#", "task_calls": [], "trace": [{ "event": "enter", "state": "M" }]"#;
    let record = Record {
        steps: vec![enter("M", json!(1)), enter("A", json!(2))],
        calls: vec![call("A", json!(2))],
        ..gives(json!(1))
    };
    let success = r#""status": "SUCCEEDED""#;
    assert_eq!(path(&case(definition, success, expected), &record), None);
    let rule = format!(r#"{expected}, "dialect": "asl""#);
    let found = path(&case(definition, success, &rule), &record);
    assert_eq!(found.as_deref(), Some("task_calls"));
}
