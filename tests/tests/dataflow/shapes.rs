//! What the optimiser may ask.

use asl_codegen::Dialect;
use asl_codegen::ast::Path;
use asl_codegen::dataflow::{Constant, Types};
use asl_codegen::parse::{PathRules, parse_path};

use crate::Analysis;

const COUNTER: &str = r#"{ "StartAt": "Init", "States": {
    "Init": { "Type": "Pass", "Result": { "i": 0, "n": 10000, "sum": 0 }, "Next": "Check" },
    "Check": { "Type": "Choice", "Default": "Done",
               "Choices": [{ "Variable": "$.i", "NumericLessThanPath": "$.n", "Next": "Step" }] },
    "Step": { "Type": "Pass", "Next": "Check", "Parameters": {
        "i.$": "States.MathAdd($.i, 1)", "n.$": "$.n", "sum.$": "States.MathAdd($.sum, $.i)" } },
    "Done": { "Type": "Succeed", "OutputPath": "$.sum" } } }"#;

fn path(text: &str) -> Path {
    parse_path(text, PathRules::ANY).unwrap()
}

#[test]
fn counters_are_integers_on_every_way() {
    let analysis = Analysis::of(COUNTER, Dialect::Asl);
    for state in ["Check", "Step", "Done"] {
        let known = analysis.dataflow.state(state).unwrap();
        for text in ["$.i", "$.sum"] {
            let reading = known.at(&path(text));
            assert!(
                reading.shape.is(Types::INTEGER) && !reading.may_miss,
                "{state} {text}"
            );
        }
        let limit = known.at(&path("$.n")).shape;
        assert_eq!(limit.constant(), Some(&Constant::Integer(10_000)));
        let layout = known.document.members().unwrap().layout();
        assert_eq!(layout, Some(vec!["i", "n", "sum"]), "{state}");
    }
}

#[test]
fn tmpl_order_of_the_service_is_known_too() {
    // Fixed members first, then the others in the order of their hashes.
    let analysis = Analysis::of(COUNTER, Dialect::Aws);
    let step = analysis.dataflow.state("Step").unwrap();
    assert!(step.at(&path("$.i")).shape.is(Types::INTEGER));
}

#[test]
fn data_6_new_members_come_last_and_known_ones_keep_their_place() {
    let text = r#"{ "StartAt": "A", "States": {
        "A": { "Type": "Pass", "Result": { "a": 1, "b": 2 }, "Next": "B" },
        "B": { "Type": "Pass", "Result": "x", "ResultPath": "$.c", "Next": "C" },
        "C": { "Type": "Pass", "Result": "y", "ResultPath": "$.a", "Next": "D" },
        "D": { "Type": "Succeed" } } }"#;
    let analysis = Analysis::of(text, Dialect::Asl);
    let known = analysis.dataflow.state("D").unwrap();
    assert_eq!(
        known.document.members().unwrap().layout(),
        Some(vec!["a", "b", "c"])
    );
    assert!(known.at(&path("$.a")).shape.is(Types::TEXT));
}

#[test]
fn members_of_some_ways_may_be_missing() {
    let text = r#"{ "StartAt": "Which", "States": {
        "Which": { "Type": "Choice", "Default": "A", "Choices": [{ "Variable": "$.x", "IsPresent": true, "Next": "B" }] },
        "A": { "Type": "Pass", "Result": { "a": 1 }, "Next": "End" },
        "B": { "Type": "Pass", "Result": { "a": "s", "b": null }, "Next": "End" },
        "End": { "Type": "Succeed" } } }"#;
    let analysis = Analysis::of(text, Dialect::Asl);
    let end = analysis.dataflow.state("End").unwrap();
    let members = end.document.members().unwrap();
    assert!(members.is_closed() && members.layout().is_none());
    assert!(
        end.at(&path("$.a"))
            .shape
            .is(Types::INTEGER.union(Types::TEXT))
    );
    let b = end.at(&path("$.b"));
    assert!(b.may_miss && b.shape.is(Types::NULL));
    assert!(end.at(&path("$.c")).miss.is_some());
}

#[test]
fn variables_are_integers_on_every_way() {
    let text = r#"{ "StartAt": "Init", "States": {
        "Init": { "Type": "Pass", "Assign": { "i": 0 }, "Next": "Step" },
        "Step": { "Type": "Pass", "Assign": { "i.$": "States.MathAdd($i, 1)", "late": 1 }, "Next": "Step" } } }"#;
    let analysis = Analysis::of(text, Dialect::Asl);
    let step = analysis.dataflow.state("Step").unwrap();
    let i = step.variables.get("i").unwrap();
    assert!(i.is_assigned && i.shape.is(Types::INTEGER));
    assert!(!step.variables.get("late").unwrap().is_assigned);
}

#[test]
fn tests_narrow_what_goes_round_a_loop() {
    // The execution's input may be anything, but what comes back to `Check` is known.
    let text = r#"{ "StartAt": "Check", "States": {
        "Check": { "Type": "Choice", "Default": "Done",
                   "Choices": [{ "Variable": "$.n", "NumericLessThanPath": "$.limit", "Next": "Inc" }] },
        "Inc": { "Type": "Pass", "Next": "Check",
                 "Parameters": { "n.$": "States.MathAdd($.n, 1)", "limit.$": "$.limit" } },
        "Done": { "Type": "Succeed" } } }"#;
    let analysis = Analysis::of(text, Dialect::Asl);
    let inc = analysis.dataflow.state("Inc").unwrap();
    for text in ["$.n", "$.limit"] {
        let reading = inc.at(&path(text));
        assert!(
            reading.shape.is(Types::NUMBER) && !reading.may_miss,
            "{text}"
        );
    }
    let [(next, back)] = analysis.dataflow.exits("Inc") else {
        panic!("{:?}", analysis.dataflow.exits("Inc"));
    };
    assert_eq!(next, "Check");
    assert_eq!(
        back.document.members().unwrap().layout(),
        Some(vec!["n", "limit"])
    );
    assert!(back.at(&path("$.n")).shape.is(Types::INTEGER));
    let known = analysis.dataflow.state("Check").unwrap();
    assert_eq!(known.document.types(), Types::ANY);
}

#[test]
fn growing_documents_end() {
    // Each round nests the document deeper, or makes it longer.
    let text = r#"{ "StartAt": "Deep", "States": {
        "Deep": { "Type": "Pass", "Parameters": { "a.$": "$", "b.$": "States.Array($, $.a)" }, "Next": "Long" },
        "Long": { "Type": "Pass", "Parameters": { "l.$": "States.Array($.b, $.l)" }, "ResultPath": "$.b[1]", "Next": "Deep" } } }"#;
    let analysis = Analysis::of(text, Dialect::Asl);
    assert!(analysis.dataflow.state("Long").is_some());
}

#[test]
fn long_chains_take_linear_time() {
    let states = |count: usize| {
        let states: Vec<String> = (0..count)
            .map(|n| {
                let next = (n + 1) % count;
                format!(
                    r#""S{n}": {{ "Type": "Pass", "Parameters": {{ "v.$": "$.m{n}", "w.$": "States.Array($, $.v)" }},
                       "ResultPath": "$.m{next}", "Assign": {{ "x{n}": 1 }}, "Next": "S{next}" }}"#
                )
            })
            .collect();
        format!(
            r#"{{ "StartAt": "S0", "States": {{ {} }} }}"#,
            states.join(",")
        )
    };
    let time = |count: usize| {
        let text = states(count);
        let start = cpu_time::ThreadTime::now();
        let analysis = Analysis::of(&text, Dialect::Asl);
        assert!(analysis.dataflow.state("S1").is_some());
        start.elapsed()
    };
    let (short, long) = (time(500), time(5000));
    assert!(
        long < 40 * short,
        "500 states {short:?}, 5000 states {long:?}"
    );
}
