//! What goes wrong at run time ends in an error value: panics, runaway machines, deep documents.

use std::future::ready;
use std::iter::successors;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use asl_runtime::{ErrorKind, Value};
use tokio::time::Instant;

use super::support::{World, fails, flow, gives, hangs, json, panics};

machines! {
    fork = "flows/parallel/fork.asl.json", tasks = [work];
    each = "flows/map/each.asl.json", tasks = [work];
    checked = "flows/map/fail.asl.json";
    matching = "flows/errors/matching.asl.json", tasks = [work];
    nest = "flows/robust/nest.asl.json", tasks = [count, left];
    spin = "flows/robust/spin.asl.json";
    spin_map = "flows/robust/spin_map.asl.json";
    wait = "flows/simple/wait.asl.json";
    retry_for_ever = "flows/robust/retry_for_ever.asl.json", tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn panic_of_a_task_fails_it_and_drops_its_siblings() {
    let world = World::new()
        .on("A", [hangs()])
        .on("B", [hangs()])
        .on("C", [panics("out of tea").after(2.0)]);
    let error = fork::run(&world, json!({})).await.unwrap_err();
    assert_eq!(error.error_name(), Some("States.TaskFailed"));
    assert!(
        error
            .cause()
            .is_some_and(|cause| cause.contains("out of tea")),
        "{error}"
    );
    let mut dropped = world.dropped();
    dropped.sort_unstable();
    assert_eq!(dropped, ["A", "B"]);
}

#[tokio::test(start_paused = true)]
async fn panic_of_a_task_is_caught_as_task_failed() {
    for listed in ["task failed", "all"] {
        let world = World::new().on(listed, [panics("out of tea")]);
        let output = flow(matching::run(&world, json!({"listed": listed})))
            .await
            .output();
        assert_eq!(output.get("Error"), Some(&json!("States.TaskFailed")));
    }
}

#[tokio::test(start_paused = true)]
async fn task_8_late_result_of_a_timed_out_task_is_never_seen() {
    let world = World::new().on(
        "timeout",
        [gives("late").after(21.0).beats([5.0, 10.0, 15.0])],
    );
    let output = flow(matching::run(&world, json!({"listed": "timeout"})))
        .await
        .took(20.0)
        .output();
    assert_eq!(output.get("Error"), Some(&json!("States.Timeout")));
    assert_eq!(world.dropped(), ["timeout"]);
}

#[tokio::test(start_paused = true)]
async fn retry_4_delays_beyond_all_bounds_are_cut_by_the_deadline() {
    let world = World::new().on("Work", [fails("A")]);
    let deadline = Instant::now() + Duration::from_secs(1_000_000_000);
    flow(
        retry_for_ever::Machine::new(&world)
            .deadline(deadline)
            .run(json!({})),
    )
    .await
    .ends(ErrorKind::TimedOut, Some("States.Timeout"));
    assert_eq!(world.starts("Work"), [0.0]);
}

#[tokio::test(start_paused = true)]
async fn wait_2_times_beyond_all_bounds_are_cut_by_the_deadline() {
    for input in [
        json!({"seconds": u64::MAX}),
        json!({"time": ["9999-12-31T23:59:59Z"]}),
    ] {
        let deadline = Instant::now() + Duration::from_secs(1_000_000_000);
        flow(wait::Machine::new(()).deadline(deadline).run(input))
            .await
            .ends(ErrorKind::TimedOut, Some("States.Timeout"))
            .took(1_000_000_000.0);
    }
}

#[tokio::test]
async fn machine_that_never_waits_is_ended_by_its_deadline() {
    let deadline = || Instant::now() + Duration::from_millis(20);
    flow(spin::Machine::new(()).deadline(deadline()).run(json!({})))
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"));
    flow(
        spin_map::Machine::new(())
            .deadline(deadline())
            .run(json!([1, 2, 3])),
    )
    .await
    .ends(ErrorKind::TimedOut, Some("States.Timeout"));
}

#[tokio::test]
async fn machine_that_never_waits_can_be_cancelled() {
    flow(
        spin::Machine::new(())
            .cancellation(ready(()))
            .run(json!({})),
    )
    .await
    .ends(ErrorKind::Cancelled, None);
}

#[tokio::test(start_paused = true)]
async fn map_of_ten_thousand_items_side_by_side() {
    let items: Vec<Value> = (0..10_000).map(Value::from).collect();
    let world = World::new().by("Work", |item| gives(item.clone()).after(1.0));
    flow(each::run(&world, Value::from(items.clone())))
        .await
        .gives(items)
        .took(1.0);
    assert_eq!(world.most_running(), 10_000);
}

#[tokio::test(start_paused = true)]
async fn map_of_ten_thousand_items_that_do_not_suspend() {
    let items = || Value::from((0..10_000).map(|n| json!(n % 3)).collect::<Vec<_>>());
    let ended = flow(checked::run((), items())).await.took(0.0);
    ended.gives(items());
}

/// Nests ten thousand times, then says how to go on.
fn nesting(then: &'static str) -> World {
    let turns = AtomicUsize::new(0);
    World::new().by("Count", move |_| {
        match turns.fetch_add(1, Ordering::Relaxed) {
            9_999 => gives(then),
            _ => gives(json!(null)),
        }
    })
}

fn depth(value: &Value) -> usize {
    successors(Some(value), |value| value.get("inner")).count() - 1
}

#[tokio::test(start_paused = true)]
async fn document_ten_thousand_deep_is_an_output() {
    let output = flow(nest::run(nesting("done"), json!({}))).await.output();
    assert_eq!(depth(&output), 10_000);
    let copy = output.clone();
    assert!(copy == output);
    drop(output);
    assert!(copy.to_string().len() > 100_000);
}

#[tokio::test(start_paused = true)]
async fn document_ten_thousand_deep_is_part_of_an_error() {
    flow(nest::run(nesting("place"), json!({})))
        .await
        .reports("States.ResultPathMatchFailure")
        .in_state("Misplace");
}

#[tokio::test(start_paused = true)]
async fn document_ten_thousand_deep_is_handed_to_branches_and_tasks() {
    let world = nesting("fork").by("Left", |input| gives(json!(depth(input))));
    flow(nest::run(&world, json!({}))).await.gives(10_000);
}
