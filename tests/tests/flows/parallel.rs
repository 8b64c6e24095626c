//! Parallel: section 25.

use asl_runtime::Value;

use super::support::{World, echoes, fails, fails_because, flow, gives, hangs, json};

machines! {
    fork = "flows/parallel/fork.asl.json", tasks = [work];
    sums = "flows/parallel/sums.asl.json", tasks = [sum, product];
    trace_6 = "flows/parallel/trace_6.asl.json";
    nested = "flows/parallel/nested.asl.json", tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn par_2_to_4_branches_run_side_by_side_and_results_stay_in_order() {
    let world = World::new()
        .on("A", [echoes().after(9.0)])
        .on("B", [echoes().after(3.0)])
        .on("B2", [gives(true).after(4.0)])
        .on("C", [gives(json!({"c": 1})).after(1.0)]);
    flow(fork::run(&world, json!({"x": 1})))
        .await
        .gives(json!([{"x": 1}, true, {"c": 1}]))
        .took(9.0);
    for branch in ["A", "B", "C"] {
        assert_eq!(world.starts(branch), [0.0]);
        assert_eq!(world.inputs(branch), [json!({"x": 1})]);
    }
    assert_eq!(world.starts("B2"), [3.0]);
    assert_eq!(world.most_running(), 3);
}

#[tokio::test(start_paused = true)]
async fn par_11_sum_and_product() {
    let numbers = |input: &Value| -> Vec<i64> {
        input
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_i64)
            .collect()
    };
    let world = World::new()
        .by("Sum", move |input| {
            gives(numbers(input).iter().sum::<i64>())
        })
        .by("Product", move |input| {
            gives(numbers(input).iter().product::<i64>())
        });
    flow(sums::run(&world, json!([8, 2])))
        .await
        .gives(json!([10, 16]));
}

#[tokio::test(start_paused = true)]
async fn par_8_siblings_are_dropped_when_a_branch_fails() {
    let world = World::new()
        .on("A", [hangs()])
        .on("B", [gives(1).after(2.0)])
        .on("B2", [hangs()])
        .on("C", [fails_because("Broken", "c").after(5.0)]);
    flow(fork::run(&world, json!({})))
        .await
        .fails("Broken", "c")
        .took(5.0);
    let mut dropped = world.dropped();
    dropped.sort_unstable();
    assert_eq!(dropped, ["A", "B2"]);
}

#[tokio::test(start_paused = true)]
async fn par_2_every_branch_begins_even_if_the_first_fails_at_once() {
    let world = World::new()
        .on("A", [fails("Broken")])
        .on("B", [hangs()])
        .on("C", [hangs()]);
    flow(fork::run(&world, json!({})))
        .await
        .fails("Broken", "")
        .took(0.0);
    let mut called: Vec<_> = world.calls().iter().map(|call| call.state).collect();
    called.sort_unstable();
    assert_eq!(called, ["A", "B", "C"]);
}

#[tokio::test(start_paused = true)]
async fn par_8_a_branch_that_fails_later_keeps_the_next_state_from_running() {
    let world = World::new()
        .on("B", [gives(1).after(2.0)])
        .on("C", [fails("Broken").after(1.0)]);
    flow(fork::run(&world, json!({})))
        .await
        .fails("Broken", "")
        .took(1.0);
    assert_eq!(world.calls_of("B2"), []);
}

#[tokio::test(start_paused = true)]
async fn par_9_the_first_failure_to_occur_is_reported() {
    let world = World::new()
        .on("A", [fails("Second").after(2.0)])
        .on("C", [fails("First").after(1.0)]);
    let error = fork::run(&world, json!({})).await.unwrap_err();
    assert_eq!(error.error_name(), Some("First"));
    assert_eq!(error.state(), Some(fork::State::C));
}

#[tokio::test(start_paused = true)]
async fn par_10_catch_starts_from_the_raw_input_of_the_parallel() {
    let world = World::new().on("B", [fails_because("Caught", "c")]);
    flow(fork::run(&world, json!({"k": 1})))
        .await
        .gives(json!({"k": 1, "error": {"Error": "Caught", "Cause": "c"}}));
}

#[tokio::test(start_paused = true)]
async fn trace_6_fail_in_a_branch_is_caught() {
    flow(trace_6::run((), json!({"k": 1})))
        .await
        .gives(json!({"k": 1, "err": {"Error": "E", "Cause": "c"}}))
        .took(0.0);
}

#[tokio::test(start_paused = true)]
async fn par_2_and_6_nested_scopes_change_their_own_copies() {
    let world = World::new();
    let list = json!([{"i": 0}, {"i": 1}]);
    let input = json!({"list": list});
    flow(nested::run(&world, input.clone())).await.gives(json!([
        [
            [{"i": 0, "mark": "marked"}, {"i": 0}],
            [{"i": 1, "mark": "marked"}, {"i": 1}],
        ],
        input,
    ]));
    let mut keys: Vec<_> = world.calls().into_iter().map(|call| call.key).collect();
    keys.dedup();
    assert_eq!(keys.len(), 2);
}
