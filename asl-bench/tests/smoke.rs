//! What the figures of the suite rest on: equal work, and counters that count.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::hint::black_box;
use std::time::Duration;

use asl_bench::allocator::count;
use asl_bench::compile_time::definition;
use asl_bench::contestant::Arena;
use asl_bench::measure::{Measure, Side, Stopwatch, median};
use asl_bench::ratios::{Effort, compare, same_outputs};
use asl_bench::single::{self, Request};
use asl_bench::{WORKFLOWS, Workflow, memory, table};
use asl_codegen::{Options, Source, compile};
use serde_json::{Value, json};

/// From the definitions: how many states each execution enters.
const TRANSITIONS: [(&str, u64); 11] = [
    ("pass_chain_100", 100),
    ("order_flow", 29),
    ("map_1k", 1_001),
    ("map_1k_sel", 1_001),
    ("map_10k", 10_001),
    ("map_10k_sel", 10_001),
    ("parallel_8", 81),
    ("choice_wide", 2),
    ("big_payload", 20),
    ("counter_loop_10k", 20_002),
    ("counter_loop_task_10k", 20_002),
];

fn output(name: &str, side: Side) -> Value {
    let workflow = Workflow::named(name).unwrap();
    let arena = Arena::new().unwrap();
    let contestants = workflow.contestants(arena, workflow.input()).unwrap();
    let contestant = contestants.iter().find(|one| one.side == side).unwrap();
    serde_json::from_slice(&contestant.output().unwrap()).unwrap()
}

#[test]
fn all_sides_give_the_same_outputs_after_the_same_states() {
    let arena = Arena::new().unwrap();
    assert_eq!(WORKFLOWS.len(), TRANSITIONS.len());
    for (workflow, (name, transitions)) in WORKFLOWS.iter().zip(TRANSITIONS) {
        assert_eq!(workflow.name, name);
        let input = workflow.input();
        let contestants = workflow.contestants(arena, input).unwrap();
        let sides: Vec<Side> = contestants.iter().map(|one| one.side).collect();
        assert_eq!(sides, Side::ALL, "{name}");
        same_outputs(workflow, &contestants).unwrap();
        let counted = workflow.transitions(arena, input).unwrap();
        assert_eq!(counted, transitions, "{name}");
    }
}

#[test]
fn outputs_are_those_of_the_definitions() {
    let counted = json!({"n": 10_000, "limit": 10_000});
    assert_eq!(output("counter_loop_10k", Side::Value), counted);
    assert_eq!(output("counter_loop_task_10k", Side::Structs), counted);
    let chosen = json!({"code": "code-199", "x": 1, "result": {"hit": 3}});
    assert_eq!(output("choice_wide", Side::Value), chosen);
    let lines = output("map_1k", Side::Compiled);
    assert_eq!(lines.as_array().unwrap().len(), 1_000);
    assert_eq!(
        lines[999],
        json!({"index": 999, "sku": "sku-999", "qty": 1})
    );
    let order = output("order_flow", Side::Compiled);
    assert_eq!(order["declined"], "CardDeclined");
    assert_eq!(
        order["total"],
        (10 + 2 * 11 + 3 * 12 + 4 * 13 + 5 * 14) * 85
    );
}

#[test]
fn a_difference_is_found() {
    let arena = Arena::new().unwrap();
    let workflow = Workflow::named("counter_loop_10k").unwrap();
    let input: &[u8] = br#"{"n": 9998, "limit": 10000}"#;
    let mut contestants = workflow.contestants(arena, input).unwrap();
    let other: &[u8] = br#"{"n": 9998, "limit": 9999}"#;
    contestants.extend(workflow.contestants(arena, other).unwrap());
    let error = same_outputs(workflow, &contestants).unwrap_err();
    assert_eq!(
        error.to_string(),
        "counter_loop_10k: the output of `compiled` differs"
    );
}

#[test]
fn every_measure_of_every_side_has_figures() {
    let arena = Arena::new().unwrap();
    let workflow = Workflow::named("choice_wide").unwrap();
    let effort = Effort {
        rounds: 2,
        turn: Duration::from_micros(100),
    };
    let comparison = compare(arena, workflow, effort).unwrap();
    for measure in Measure::ALL {
        for side in Side::ALL {
            assert!(
                comparison.cpu_ns(measure, side) > 0.0,
                "{measure} of {side}"
            );
        }
        assert!(comparison.ratio(measure, Side::Value) > 0.0);
    }
    // The key and the value of the input, its object, the key and the object of the result, and
    // the same for the key in that.
    let by_hand = comparison.allocations(Measure::Run, Side::Value);
    assert!((4.0..=10.0).contains(&by_hand), "{by_hand}");
}

#[test]
fn one_workflow_is_a_line_of_json() {
    let request = Request {
        workflow: Workflow::named("order_flow").unwrap(),
        time: Duration::from_millis(1),
        warm: Duration::ZERO,
        measure: Measure::EndToEnd,
        side: Side::Compiled,
    };
    let (line, output) = single::measure(Arena::new().unwrap(), request).unwrap();
    let line = serde_json::to_string(&line).unwrap();
    assert!(
        line.starts_with(r#"{"workflow":"order_flow","cpu_ns_per_exec":"#),
        "{line}"
    );
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["transitions"], 29);
    assert!(line["allocs_per_exec"].as_f64().unwrap() > 1.0);
    assert!(line["peak_rss_kib"].is_u64());
    let output: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(output["orderId"], "o-1001");
}

fn count_states(machine: &Value) -> usize {
    let states = machine["States"].as_object().unwrap().values();
    states
        .map(|state| {
            let branches = state["Branches"].as_array().into_iter().flatten();
            let nested = branches.chain(state.get("ItemProcessor"));
            1 + nested.map(count_states).sum::<usize>()
        })
        .sum()
}

#[test]
fn generated_definitions_are_clean_and_of_the_size_asked_for() {
    for states in [3, 10, 11, 12, 13, 14, 15, 16, 17, 100, 300] {
        let text = definition(states);
        assert_eq!(text, definition(states));
        let machine: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(count_states(&machine), states);
        let source = Source::new("scratch.asl.json", text);
        let compilation = compile(&source, &Options::default());
        assert!(compilation.diagnostics.is_empty(), "{states}");
        assert!(!compilation.is_refused());
    }
}

#[test]
fn large_definitions_have_states_of_all_types() {
    let text = definition(40);
    for kind in [
        "Pass", "Task", "Choice", "Wait", "Parallel", "Map", "Succeed", "Fail",
    ] {
        assert!(text.contains(&format!("\"Type\": \"{kind}\"")), "{kind}");
    }
}

#[test]
fn executions_that_wait_are_weighed() {
    for kind in ["order_wait", "order_task", "empty_wait", "empty_task"] {
        for side in [Side::Compiled, Side::Value] {
            let weight = memory::weigh(kind, 50, side).unwrap();
            // The task of tokio holds the future.
            let future = weight.future_bytes as f64;
            assert!(future > 0.0, "{kind} of {side}");
            assert!(weight.heap_bytes > future, "{kind} of {side}: {weight:?}");
            assert!(weight.blocks >= 1.0, "{kind} of {side}: {weight:?}");
        }
    }
    assert!(memory::weigh("no_such", 1, Side::Value).is_err());
}

#[test]
fn allocations_are_counted() {
    let stopwatch = Stopwatch::start();
    for number in 0..100u64 {
        black_box(Box::new(black_box(number)));
    }
    let sample = stopwatch.stop(100);
    assert_eq!(sample.allocations, 100);
    let before = count();
    let block = black_box(vec![0u8; 1_000]);
    let during = count();
    drop(block);
    assert_eq!(
        (during.blocks - before.blocks, during.bytes - before.bytes),
        (1, 1_000)
    );
    assert_eq!(
        (count().blocks, count().bytes),
        (before.blocks, before.bytes)
    );
}

#[test]
fn medians_and_tables() {
    assert_eq!(median([3.0, 1.0, 2.0]).to_bits(), 2.0f64.to_bits());
    assert_eq!(median([4.0, 1.0, 2.0, 3.0]).to_bits(), 2.5f64.to_bits());
    assert_eq!(median([]).to_bits(), 0.0f64.to_bits());
    let figures = [1_234_567.8, 123.4, 12.34, 1.234, 0.01234];
    let texts = figures.map(table::figure);
    assert_eq!(texts, ["1,234,568", "123", "12.3", "1.23", "0.0123"]);
    let mut table = table::Table::new(&["name", "us"]);
    table.row(["map".to_owned(), "12.5".to_owned()]);
    assert_eq!(
        table.to_string(),
        "| name |   us |\n|------|-----:|\n| map  | 12.5 |\n"
    );
}
