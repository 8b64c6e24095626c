//! Input and output processing: section 12, and its traces.

use asl_runtime::Value;

use super::support::{World, flow, gives, hangs, json};

machines! {
    pass = "flows/io/pass.asl.json";
    task = "flows/io/task.asl.json", tasks = [work];
    trace_1 = "flows/io/trace_1.asl.json", tasks = [add];
    trace_2 = "flows/io/trace_2.asl.json", tasks = [call];
    nulls = "flows/io/null.asl.json";
    parallel = "flows/io/parallel.asl.json";
    map = "flows/io/map.asl.json", tasks = [visit];
    quiet = "flows/io/quiet.asl.json";
    after_work = "flows/io/after_work.asl.json", tasks = [work];
}

fn adder(state: &'static str) -> World {
    World::new().by(state, |input| {
        let number = |name| input.get(name).and_then(Value::as_i64);
        gives(number("a").zip(number("b")).map_or(-1, |(a, b)| a + b))
    })
}

#[tokio::test(start_paused = true)]
async fn trace_1_io_chain() {
    let raw = json!({"t": "n", "v": {"a": 3, "b": 4}});
    let summed = json!({"t": "n", "v": {"a": 3, "b": 4}, "sum": 7});
    for (name, state, output) in [
        ("", "With ResultPath", summed),
        ("OutputPath", "With OutputPath", json!(7)),
        ("null", "Discarded", raw.clone()),
    ] {
        let machine = trace_1::Machine::new(adder(state)).execution_name(name);
        flow(machine.run(raw.clone())).await.gives(output);
    }
}

#[tokio::test(start_paused = true)]
async fn io_2_without_fields_a_state_consumes_its_input_and_emits_its_result() {
    let world = adder("Bare");
    let machine = trace_1::Machine::new(&world).execution_name("bare");
    flow(machine.run(json!({"a": 1, "b": 2}))).await.gives(3);
    assert_eq!(world.inputs("Bare"), [json!({"a": 1, "b": 2})]);
}

#[tokio::test(start_paused = true)]
async fn trace_2_result_selector() {
    let world = World::new().on("Call", [gives(json!({"status": 200, "body": {"x": 1}}))]);
    flow(trace_2::run(&world, json!({})))
        .await
        .gives(json!({"r": {"x": 1, "raw": "$.body"}}));
}

#[tokio::test(start_paused = true)]
async fn io_3_to_6_null_is_not_absent() {
    outputs! { nulls:
        {"null": "InputPath"} => {},
        {"null": "ResultPath"} => {"null": "ResultPath"},
        {"null": "OutputPath"} => {},
        {"null": "every"} => {},
        {"null": "Choice"} => {"got": {}},
        {"null": "Wait"} => {"got": {}},
        {"null": "Succeed"} => {},
    }
}

#[tokio::test(start_paused = true)]
async fn io_10_pass_row() {
    outputs! { pass:
        {"row": "parameters", "v": {"x": 1}} => {"row": "parameters", "v": {"x": 1}, "r": {"p": 1}},
        {"row": "result", "v": {"x": 1}} => {"row": "result", "v": {"x": 1}, "r": "fixed"},
        {"row": "output", "v": {"x": 1}} => {"x": 1, "copy": {"x": 1}},
        {"row": "bare", "v": {"x": 1}} => {"x": 1},
    }
}

#[tokio::test(start_paused = true)]
async fn io_12_parameters_beside_result_are_still_evaluated() {
    failures! { pass: {"row": "result", "v": {}} => "States.ParameterPathFailure" in "Result" }
}

#[tokio::test(start_paused = true)]
async fn io_10_and_11_task_row() {
    let world = World::new().on("Work", [gives(json!({"deep": {"y": 2}}))]);
    flow(task::run(
        &world,
        json!({"v": {"x": 1, "limit": 5}, "other": 0}),
    ))
    .await
    .gives(json!({"x": 1, "limit": 5, "sum": {"y": 2}}));
    assert_eq!(world.inputs("Work"), [json!({"x": 1, "limit": 1000})]);
}

#[tokio::test(start_paused = true)]
async fn io_10_task_row_reads_its_limits_before_parameters() {
    let world = World::new().on("Work", [hangs()]);
    flow(task::run(&world, json!({"v": {"x": 1, "limit": 5}})))
        .await
        .reports("States.Timeout")
        .took(5.0);
}

#[tokio::test(start_paused = true)]
async fn io_10_parallel_row() {
    outputs! { parallel:
        {"v": {"x": 1}, "other": 0} => {"x": 1, "both": {"l": {"n": 1}, "r": {"n": 1}}},
    }
}

#[tokio::test(start_paused = true)]
async fn io_10_map_row() {
    let world = World::new();
    let input = json!({"v": {"city": "Rome", "stops": ["a", "b"]}});
    let visits = [
        json!({"at": "a", "n": 0, "city": "Rome"}),
        json!({"at": "b", "n": 1, "city": "Rome"}),
    ];
    flow(map::run(&world, input))
        .await
        .gives(json!({"visits": visits.to_vec()}));
    assert_eq!(world.inputs("Visit"), visits);
}

#[tokio::test(start_paused = true)]
async fn io_10_choice_wait_and_succeed_rows() {
    let done = json!({"pause": 3, "e": {"f": "end"}});
    let input = json!({"a": {"b": {"go": "on", "c": {"d": done}}}});
    flow(quiet::run((), input)).await.gives("end").took(3.0);
}

#[tokio::test(start_paused = true)]
async fn io_10_fail_row_reads_its_paths_from_the_raw_input() {
    let input = json!({"a": {"b": {"go": "fail", "name": "Named", "why": {"text": "because"}}}});
    flow(quiet::run((), input)).await.fails("Named", "because");
}

#[tokio::test(start_paused = true)]
async fn io_13_failure_after_the_work_is_an_error_of_the_state() {
    let world = World::new().on("Place", [gives(1)]);
    flow(after_work::run(&world, json!({"place": "text"})))
        .await
        .gives("States.ResultPathMatchFailure")
        .took(1.0);
    assert_eq!(world.starts("Place"), [0.0, 1.0]);
    let world = World::new().on("Select", [gives(json!({"y": 1}))]);
    flow(after_work::run(&world, json!({"select": 1})))
        .await
        .gives("States.ParameterPathFailure");
}

#[tokio::test(start_paused = true)]
async fn io_13_and_err_12_output_path_without_match_is_neither_retried_nor_caught() {
    let world = World::new().on("Filter", [gives(json!({"y": 1}))]);
    flow(after_work::run(&world, json!({})))
        .await
        .reports("States.Runtime")
        .took(0.0);
    assert_eq!(world.starts("Filter"), [0.0]);
}
