//! Pass, Wait and Succeed: sections 19, 22 and 23.

use std::time::{SystemTime, UNIX_EPOCH};

use super::support::{flow, json};

machines! {
    pass = "flows/simple/pass.asl.json";
    insert = "flows/simple/insert.asl.json";
    results = "flows/simple/results.asl.json";
    wait = "flows/simple/wait.asl.json";
    succeed = "flows/simple/succeed.asl.json";
}

#[tokio::test(start_paused = true)]
async fn pass_2_and_7_result_acts_as_that_of_a_task() {
    outputs! { pass: {"home": "Oslo"} => {"home": "Oslo", "geo": {"lat": 59.9}} }
    flow(results::run((), json!({}))).await.gives(json!({
        "null": null,
        "number": (-1.5),
        "text": "é😀\"\\\n",
        "list": [true, [], {}],
        "big": u64::MAX,
    }));
}

#[tokio::test(start_paused = true)]
async fn pass_3_parameters_and_result_path_insert_the_payload() {
    outputs! { insert: {"a": [1]} => {"a": [1], "p": {"x": [1]}} }
}

#[tokio::test(start_paused = true)]
async fn wait_2_seconds() {
    for (for_, seconds) in [
        ("no time", 0.0),
        ("a minute", 60.0),
        ("ten years", 315_360_000.0),
    ] {
        let input = json!({"for": for_});
        flow(wait::run((), input.clone()))
            .await
            .gives(input)
            .took(seconds);
    }
}

#[tokio::test(start_paused = true)]
async fn wait_3_time_in_the_past_ends_the_wait_at_once() {
    let input = json!({"for": "the past"});
    flow(wait::run((), input.clone()))
        .await
        .gives(input)
        .took(0.0);
}

#[tokio::test(start_paused = true)]
async fn wait_3_and_time_6_until_a_moment() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let left = 4_102_444_800.0 - now.as_secs_f64();
    let input = json!({"for": "the future"});
    flow(wait::run((), input)).await.took_about(left);
    // The time of day has gone on with the clock.
    let input = json!({"time": ["2100-01-01T00:00:00.5Z"]});
    flow(wait::run((), input)).await.took_about(0.5);
}

#[tokio::test(start_paused = true)]
async fn wait_4_and_7_path_on_the_input_after_input_path() {
    flow(wait::run((), json!({"seconds": 12})))
        .await
        .gives(12)
        .took(12.0);
    flow(wait::run((), json!({"seconds": 0})))
        .await
        .gives(0)
        .took(0.0);
    flow(wait::run((), json!({"time": ["2001-02-03T04:05:06Z", 1]})))
        .await
        .gives(json!(["2001-02-03T04:05:06Z", 1]))
        .took(0.0);
}

#[tokio::test(start_paused = true)]
async fn data_4_and_wait_4_a_float_without_fraction_is_an_integer() {
    flow(wait::run((), json!({"seconds": 3.0}))).await.took(3.0);
}

#[tokio::test(start_paused = true)]
async fn wait_5_values_behind_paths() {
    failures! { wait:
        {"seconds": (-1)} => "States.Runtime" in "Seconds",
        {"seconds": 1.5} => "States.Runtime" in "Seconds",
        {"seconds": "7"} => "States.Runtime" in "Seconds",
        {"seconds": null} => "States.Runtime" in "Seconds",
        {"seconds": []} => "States.Runtime" in "Seconds",
        {"time": ["2001-02-03"]} => "States.Runtime" in "Time",
        {"time": [1480973369]} => "States.Runtime" in "Time",
        {"time": []} => "States.Runtime" in "Time",
    }
}

#[tokio::test(start_paused = true)]
async fn succeed_1_par_7_and_map_59_ends_only_its_scope() {
    flow(succeed::run((), json!({"stop": true})))
        .await
        .gives(json!([true, {"other": "slowly"}]))
        .took(5.0);
    flow(succeed::run((), json!({"stop": false})))
        .await
        .gives(json!([{"other": "late"}, {"other": "slowly"}]));
}
