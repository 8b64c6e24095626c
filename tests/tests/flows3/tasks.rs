//! Tasks and their errors: sections 3, 8, 12, 16, 17.

use super::support::{World, fails, flow, gives, json};

machines! { tasks = "flows/more/tasks.asl.json", tasks = [work]; }

#[tokio::test(start_paused = true)]
async fn io_1_from_raw_input_to_effective_output() {
    let world = World::new().on("Vocabulary", [gives(json!({"body": 2, "rest": 3}))]);
    flow(tasks::run(
        &world,
        json!({"case": "vocabulary", "v": {"x": 1}}),
    ))
    .await
    .gives(json!({"v": {"x": 1}, "r": {"y": 2}}));
    assert_eq!(world.inputs("Vocabulary"), [json!({"p": 1})]);
}

#[tokio::test(start_paused = true)]
async fn err_4_retry_then_catch_then_the_scope() {
    let run = async |error: &'static str| {
        let world = World::new().on("Order", [fails(error)]);
        let ended = flow(tasks::run(&world, json!({"case": "order"}))).await;
        (ended, world.starts("Order"))
    };
    let (ended, starts) = run("A").await;
    ended.gives(json!({"Error": "A"}));
    assert_eq!(starts, [0.0, 3.0]);
    let (ended, starts) = run("C").await;
    ended.gives(json!({"Error": "C"}));
    assert_eq!(starts, [0.0]);
    let (ended, starts) = run("B").await;
    ended.fails("B", "").in_state("Order");
    assert_eq!(starts, [0.0]);
}

#[tokio::test(start_paused = true)]
async fn path_13_runtime_errors_are_neither_retried_nor_caught() {
    let world = World::new();
    flow(tasks::run(&world, json!({"case": "runtime"})))
        .await
        .reports("States.Runtime")
        .in_state("Runtime")
        .took(0.0);
    let output = flow(tasks::run(&world, json!({"case": "parameter"})))
        .await
        .took(7.0)
        .output();
    assert_eq!(output["Error"], "States.ParameterPathFailure");
    assert!(world.calls().is_empty());
}

#[tokio::test(start_paused = true)]
async fn retry_5_fractional_delays_to_the_millisecond() {
    let world = World::new().on("Fraction", [fails("A")]);
    flow(tasks::run(&world, json!({"case": "fraction"})))
        .await
        .fails("A", "");
    let starts = world.starts("Fraction");
    // 1, 1.1, 1.21 and 1.331 seconds between them.
    let expected = [0.0, 1.0, 2.1, 3.31, 4.641];
    assert_eq!(starts.len(), expected.len());
    for (start, expected) in starts.into_iter().zip(expected) {
        assert!((start - expected).abs() < 0.002, "{start} for {expected}");
    }
}

#[tokio::test(start_paused = true)]
async fn trans_11_task_10_execution_stops_at_an_error_nobody_handles() {
    let world = World::new().on("Stop", [fails("E")]);
    flow(tasks::run(&world, json!({"case": "stop"})))
        .await
        .fails("E", "")
        .in_state("Stop");
    assert!(world.calls_of("Last").is_empty());
    let world = World::new().on("Last", [gives("end")]);
    flow(tasks::run(&world, json!({"case": "stop"})))
        .await
        .gives("end");
    assert_eq!(world.calls().len(), 2);
}
