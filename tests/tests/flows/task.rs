//! Task: section 20.

use super::support::{World, flow, gives, hangs, json};

machines! {
    limits = "flows/task/limits.asl.json", tasks = [work];
    shared = "flows/task/shared.asl.json", tasks = [do_it, third, fourth, fifth];
}

#[tokio::test(start_paused = true)]
async fn task_1_and_11_states_share_a_resource_and_functions_are_tasks() {
    let world = World::new();
    let last = flow(shared::run(&world, json!({"x": 1}))).await.output();
    assert_eq!(
        last.get("Payload").and_then(|p| p.get("Payload")),
        Some(&json!({"x": 1}))
    );
    let calls: Vec<_> = world.calls().iter().map(|call| call.state).collect();
    assert_eq!(calls, ["First", "Second", "Third", "Fourth", "Fifth"]);
}

#[tokio::test(start_paused = true)]
async fn task_3_timeout_seconds_limits_an_attempt() {
    let world = World::new().on("Timeout", [gives("in time").after(6.999)]);
    flow(limits::run(&world, json!({"limit": "timeout"})))
        .await
        .gives("in time")
        .took(6.999);
    let world = World::new().on("Timeout", [gives("too late").after(7.001)]);
    flow(limits::run(&world, json!({"limit": "timeout"})))
        .await
        .reports("States.Timeout")
        .took(7.0);
    assert_eq!(world.dropped(), ["Timeout"]);
}

#[tokio::test(start_paused = true)]
async fn task_3_and_vary_4_default_is_a_minute() {
    let world = World::new().on("Default", [hangs()]);
    flow(limits::run(&world, json!({"limit": "none"})))
        .await
        .reports("States.Timeout")
        .took(60.0);
    assert_eq!(world.dropped(), ["Default"]);
}

#[tokio::test(start_paused = true)]
async fn task_4_heartbeats_start_the_time_anew() {
    let beats = [2.5, 5.0, 7.5, 10.0];
    let world = World::new().on("Heartbeat", [gives("alive").after(12.5).beats(beats)]);
    flow(limits::run(&world, json!({"limit": "heartbeat"})))
        .await
        .gives("alive")
        .took(12.5);
    let world = World::new().on("Heartbeat", [gives("dead").after(12.5).beats([2.5, 5.0])]);
    flow(limits::run(&world, json!({"limit": "heartbeat"})))
        .await
        .reports("States.Timeout")
        .took(8.0);
    assert_eq!(world.dropped(), ["Heartbeat"]);
}

#[tokio::test(start_paused = true)]
async fn task_3_and_4_heartbeats_do_not_extend_the_timeout() {
    let world = World::new().on("Paths", [hangs().beats([1.0, 2.0, 3.0, 4.0, 5.0])]);
    flow(limits::run(
        &world,
        json!({"limit": "paths", "t": 5, "h": 2}),
    ))
    .await
    .reports("States.Timeout")
    .took(5.0);
}

#[tokio::test(start_paused = true)]
async fn task_6_limits_behind_paths() {
    let world = World::new().on("Paths", [hangs()]);
    flow(limits::run(
        &world,
        json!({"limit": "paths", "t": 9, "h": 4}),
    ))
    .await
    .reports("States.Timeout")
    .took(4.0);
    let world = World::new().on("Paths", [hangs()]);
    flow(limits::run(
        &world,
        json!({"limit": "paths", "t": 9.0, "h": 4.0}),
    ))
    .await
    .reports("States.Timeout")
    .took(4.0);
}

#[tokio::test(start_paused = true)]
async fn task_5_heartbeat_must_be_shorter_than_the_timeout() {
    failures! { limits:
        {"limit": "paths", "t": 5, "h": 5} => "States.Runtime" in "Paths",
        {"limit": "paths", "t": 5, "h": 6} => "States.Runtime" in "Paths",
        {"limit": "heartbeat path", "h": 60} => "States.Runtime" in "HeartbeatPath",
    }
    let world = World::new().on("HeartbeatPath", [hangs()]);
    flow(limits::run(
        &world,
        json!({"limit": "heartbeat path", "h": 59}),
    ))
    .await
    .reports("States.Timeout")
    .took(59.0);
}

#[tokio::test(start_paused = true)]
async fn task_6_and_7_values_behind_paths_are_positive_integers() {
    failures! { limits:
        {"limit": "paths", "t": 0, "h": 1} => "States.Runtime" in "Paths",
        {"limit": "paths", "t": (-5), "h": 1} => "States.Runtime" in "Paths",
        {"limit": "paths", "t": 5.5, "h": 1} => "States.Runtime" in "Paths",
        {"limit": "paths", "t": "5", "h": 1} => "States.Runtime" in "Paths",
        {"limit": "paths", "t": 5, "h": 0} => "States.Runtime" in "Paths",
        {"limit": "paths", "t": 5, "h": null} => "States.Runtime" in "Paths",
        {"limit": "paths", "t": null, "h": 1} => "States.Runtime" in "Paths",
        {"limit": "paths", "t": [5], "h": 1} => "States.Runtime" in "Paths",
    }
}
