//! What the iterations of a Map begin with.

use super::*;
use crate::context::ChildExecution;
use crate::frame::Variables;
use crate::host::{BranchCall, ScopePath};
use crate::iterations::{Batches, Iterations};
use crate::program::FanOut;

fn fan_out(visit: &Visit<'_>, iterations: Iterations, items: Value) -> FanOut {
    match visit.iterate_plain::<()>(iterations, items) {
        Ok(Effect::FanOut(fan_out)) => *fan_out,
        other => panic!("{other:?}"),
    }
}

#[test]
fn map_4_var_14_a_child_execution_sees_no_outer_variables() {
    let around = Surroundings {
        variables: Variables::nested(Object::from([("who", "me")])),
        ..surroundings()
    };
    let visit = visit_in(around, &Language::ASL);
    let first = |iterations| {
        fan_out(&visit, iterations, json!(["a"]))
            .calls
            .into_vec()
            .remove(0)
    };
    let inline = first(Iterations::inline(0));
    assert_eq!(inline.variables.get("who"), Some(&json!("me")));
    assert_eq!(inline.child, None);
    let child = first(Iterations::distributed(0, "run"));
    assert!(child.variables.is_empty());
    let scope = ScopePath {
        state: "Look#1.3".into(),
        index: 0,
    };
    let expected = ChildExecution {
        map_run: "run".into(),
        scope,
        input: Some(json!("a")),
        started: None,
    };
    assert_eq!(child.child.as_deref(), Some(&expected));
}

#[test]
fn ctx_7_what_is_nested_in_a_child_execution_is_part_of_it() {
    let outer = fan_out(
        &visit(&Language::ASL),
        Iterations::distributed(0, "run"),
        json!(["a"]),
    );
    let outer = outer.calls.into_vec();
    let child = outer[0].child.as_deref().unwrap();
    let around = Surroundings {
        child: Some(Box::new(child.clone())),
        ..surroundings()
    };
    let visit = visit_in(around, &Language::ASL);
    let inner = fan_out(&visit, Iterations::inline(1), json!([1]))
        .calls
        .into_vec();
    assert_eq!(inner[0].child.as_deref(), Some(child));
    let Effect::<()>::FanOut(branches) = visit.branches(json!(null), 1, 2) else {
        panic!("branches fan out")
    };
    let is_inside = |call: &BranchCall| call.child.as_deref() == Some(child);
    assert!(branches.calls.into_vec().iter().all(is_inside));
    let own = fan_out(&visit, Iterations::distributed(1, "other"), json!([1]))
        .calls
        .into_vec();
    assert_eq!(own[0].child.as_ref().unwrap().map_run, "other");
}

#[test]
fn map_58_calls_know_how_many_items_they_are_for() {
    let iterations = Iterations {
        batches: Some(Batches {
            max_items: Some(2),
            ..Batches::default()
        }),
        ..Iterations::inline(0)
    };
    let fan_out = fan_out(&visit(&Language::ASL), iterations, json!([1, 2, 3]));
    let calls = fan_out.calls.into_vec();
    let items: Vec<usize> = calls.iter().map(|call| call.items).collect();
    assert_eq!(items, [2, 1]);
    let indices: Vec<usize> = calls.iter().map(|call| call.index).collect();
    assert_eq!(indices, [0, 1]);
}

#[test]
fn map_51_lim_7_how_many_at_once() {
    let most = |language, iterations: Iterations, max_concurrency| {
        let iterations = Iterations {
            max_concurrency,
            ..iterations
        };
        fan_out(&visit(language), iterations, json!([])).max_concurrency
    };
    let (asl, aws) = (&Language::ASL, &Language::AWS);
    let cases = [
        (asl, Iterations::inline(0), 0, 0),
        (asl, Iterations::inline(0), 100, 100),
        (aws, Iterations::inline(0), 0, 40),
        (aws, Iterations::inline(0), 7, 7),
        (aws, Iterations::inline(0), 41, 40),
        (aws, Iterations::distributed(0, "run"), 0, 10_000),
        (aws, Iterations::distributed(0, "run"), 10_001, 10_000),
    ];
    for (language, iterations, wanted, expected) in cases {
        assert_eq!(most(language, iterations, wanted), expected, "{wanted}");
    }
}

#[test]
fn map_40_limits_of_batches_are_positive() {
    let visit = visit(&Language::ASL);
    let limit = |x: Value| visit.limit(&X, &json!({"x": x}), "MaxItemsPerBatchPath");
    assert_eq!(limit(json!(3)).unwrap(), 3);
    for wrong in [json!(0), json!(-1), json!(1.5), json!("3"), json!(null)] {
        assert_eq!(error(limit(wrong)).0, "States.Runtime");
    }
}

#[test]
fn map_60_percentages() {
    let visit = visit(&Language::AWS);
    let percentage =
        |x: Value| visit.percentage(&X, &json!({"x": x}), "ToleratedFailurePercentagePath");
    for (x, expected) in [(json!(0), 0.0), (json!("1.5"), 1.5), (json!(100), 100.0)] {
        assert_eq!(percentage(x).unwrap(), expected);
    }
    assert_eq!(
        error(visit.percentage(&X, &json!({}), "ToleratedFailurePercentagePath")),
        runtime("Invalid path '$.x' : No results for path: $['x']")
    );
}
