//! Machines, states and transitions: sections 1 to 3.

use asl_runtime::ErrorKind;

use super::support::{World, fails, flow, gives, hangs, json};

asl_runtime::asl_machine!(
    mod names = "flows/states/names.asl.json",
    names = { "step" = LowerStep, "a$b %s {} \"quoted\" \\ /" = Odd },
);

machines! {
    looping = "flows/states/loop.asl.json", tasks = [count];
    early_end = "flows/states/early_end.asl.json", tasks = [work];
    machine_timeout = "flows/states/machine_timeout.asl.json", tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn state_3_and_4_names_of_any_characters_up_to_128_long() {
    flow(names::run((), json!({}))).await.gives(json!({
        "name": r#"a$b %s {} "quoted" \ /"#,
        "rest": {"a": [1], "b": [2], "c": [3]},
    }));
}

#[tokio::test(start_paused = true)]
async fn dia_6_and_trans_4_names_differ_by_case_and_end_false_goes_on() {
    let states = names::State::ALL.iter().map(|state| state.as_str());
    let steps: Vec<_> = states.filter(|name| name.len() == 4).collect();
    assert_eq!(steps, ["step", "Step"]);
    assert_eq!(names::State::LowerStep.successors(), [names::State::Step]);
}

#[tokio::test(start_paused = true)]
async fn trans_7_and_9_a_cycle_passes_outputs_on_as_inputs() {
    let world = World::new().on(
        "Count",
        [1, 2, 3].map(|n| gives(json!({"n": n, "was": "counted"}))),
    );
    flow(looping::run(&world, json!({"n": 0})))
        .await
        .gives(json!({"n": 3, "was": "counted"}));
    assert_eq!(
        world.inputs("Count"),
        [
            json!({"n": 0}),
            json!({"n": 1, "was": "counted"}),
            json!({"n": 2, "was": "counted"}),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn trans_1_and_11_terminal_states_stop_the_execution() {
    outputs! { early_end: {"end": "pass"} => "ended", {"end": "succeed"} => "succeed" }
    flow(early_end::run(World::new(), json!({"end": "fail"})))
        .await
        .fails("Gone", "for good");
}

#[tokio::test(start_paused = true)]
async fn err_3_and_trans_11_an_unhandled_error_stops_the_execution() {
    let world = World::new().on("Work", [fails("Broken")]);
    let error = early_end::run(&world, json!({"end": "later"}))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Failed);
    assert_eq!((error.error_name(), error.cause()), (Some("Broken"), None));
    assert_eq!(error.state(), Some(early_end::State::Work));
}

#[tokio::test(start_paused = true)]
async fn top_6_timeout_of_the_machine_is_beyond_retry_and_catch() {
    let world = World::new().on("Work", [hangs()]);
    flow(machine_timeout::run(&world, json!({})))
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"))
        .took(10.0);
    assert_eq!(world.starts("Work"), [0.0]);
    assert_eq!(world.dropped(), ["Work"]);
}

#[tokio::test(start_paused = true)]
async fn top_6_timeout_of_the_machine_also_cuts_the_wait_before_a_retry() {
    let world = World::new().on("Work", [fails("Broken").after(2.0)]);
    flow(machine_timeout::run(&world, json!({})))
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"))
        .took(10.0);
    // Attempts of 2 s, then 1 s and 2 s of waiting: the third is running after 9 s, and cut.
    assert_eq!(world.starts("Work"), [0.0, 3.0, 7.0]);
}

#[tokio::test(start_paused = true)]
async fn top_6_machine_that_ends_in_time_is_not_timed_out() {
    let world = World::new().on("Work", [gives("done").after(9.999)]);
    flow(machine_timeout::run(&world, json!({})))
        .await
        .gives("done")
        .took(9.999);
}
