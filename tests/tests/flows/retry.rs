//! Retry: section 17.

use super::support::{World, fails, fails_because, flow, gives, hangs, json};

machines! {
    two_retriers = "flows/retry/two_retriers.asl.json", tasks = [work];
    delays = "flows/retry/delays.asl.json", tasks = [work];
    order = "flows/retry/order.asl.json", tasks = [work];
    visits = "flows/retry/visits.asl.json", tasks = [work];
    nested = "flows/retry/nested.asl.json", tasks = [work];
    limits = "flows/retry/limits.asl.json", tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn retry_7_and_trace_5_each_retrier_counts_alone_across_the_visit() {
    let errors = ["ErrorA", "ErrorB", "ErrorC", "ErrorB"].map(fails);
    let world = World::new().on("Work", errors);
    flow(two_retriers::run(&world, json!({})))
        .await
        .gives(json!({"Error": "ErrorB"}))
        .took(8.0);
    assert_eq!(world.starts("Work"), [0.0, 1.0, 3.0, 8.0]);
}

#[tokio::test(start_paused = true)]
async fn trace_5_catcher_hands_on_the_cause_if_given() {
    let world = World::new().on("Work", [fails_because("Other", "c")]);
    flow(two_retriers::run(&world, json!({})))
        .await
        .gives(json!({"Error": "Other", "Cause": "c"}))
        .took(0.0);
}

#[tokio::test(start_paused = true)]
async fn retry_2_4_and_5_delays() {
    let cases: [(&str, &[f64]); 7] = [
        ("3/2.0", &[0.0, 3.0, 9.0]),
        ("3/2.0 cap 4", &[0.0, 3.0, 7.0]),
        ("3/1.5", &[0.0, 3.0, 7.5]),
        ("1/1.0", &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]),
        ("1/1.001", &[0.0, 1.0, 2.001]),
        ("cap below interval", &[0.0, 2.0, 4.0]),
        ("defaults", &[0.0, 1.0, 3.0, 7.0]),
    ];
    for (retry, starts) in cases {
        let world = World::new().on(retry, [fails("A")]);
        flow(delays::run(&world, json!({"retry": retry})))
            .await
            .fails("A", "")
            .took(starts[starts.len() - 1]);
        assert_eq!(world.starts(retry), starts, "{retry}");
    }
}

#[tokio::test(start_paused = true)]
async fn retry_4_full_jitter_stays_below_the_capped_delay() {
    let caps = [10.0, 20.0, 25.0, 25.0, 25.0, 25.0];
    let mut is_varied = false;
    for seed in 0..20 {
        let world = World::new().on("full jitter", [fails("A")]);
        let machine = delays::Machine::new(&world).seed(seed);
        flow(machine.run(json!({"retry": "full jitter"})))
            .await
            .fails("A", "");
        let starts = world.starts("full jitter");
        assert_eq!(starts.len(), 7);
        for (pair, cap) in starts.windows(2).zip(caps) {
            let delay = pair[1] - pair[0];
            assert!(
                (0.0..=cap + 0.001).contains(&delay),
                "seed {seed}: {delay} of {cap}"
            );
            is_varied |= delay > 0.0 && delay < cap;
        }
    }
    assert!(is_varied);
}

#[tokio::test(start_paused = true)]
async fn retry_3_and_6_first_match_decides_and_may_allow_no_attempt() {
    let world = World::new().on("Work", [fails("Never")]);
    flow(order::run(&world, json!({})))
        .await
        .fails("Never", "")
        .took(0.0);
    let world = World::new().on("Work", [fails("Once")]);
    flow(order::run(&world, json!({})))
        .await
        .fails("Once", "")
        .took(2.0);
    let world = World::new().on("Work", [fails("Once"), fails("Any"), fails("Once")]);
    flow(order::run(&world, json!({})))
        .await
        .fails("Once", "")
        .took(5.0);
    assert_eq!(world.starts("Work"), [0.0, 2.0, 5.0]);
}

#[tokio::test(start_paused = true)]
async fn retry_7_counters_are_reset_by_a_transition() {
    let replies = [
        fails("A"),
        fails("B"),
        gives("more"),
        fails("B"),
        fails("A"),
        gives("done"),
    ];
    let world = World::new().on("Work", replies);
    flow(visits::run(&world, json!({"in": {"x": 1}})))
        .await
        .gives(json!({"in": {"x": 1}, "result": "done"}))
        .took(6.0);
    assert_eq!(world.starts("Work"), [0.0, 1.0, 3.0, 3.0, 5.0, 6.0]);
}

#[tokio::test(start_paused = true)]
async fn retry_8_starts_over_from_the_raw_input_with_the_count_over_all_retriers() {
    let replies = [
        fails("A"),
        fails("B"),
        gives("more"),
        fails("A"),
        gives("done"),
    ];
    let world = World::new().on("Work", replies);
    let ended = flow(visits::run(&world, json!({"in": {"x": 1}}))).await;
    ended.gives(json!({"in": {"x": 1}, "result": "done"}));
    let inputs = [0, 1, 2, 0, 1].map(|retries| json!({"x": 1, "retries": retries}));
    assert_eq!(world.inputs("Work"), inputs);
    let attempts: Vec<_> = world.calls().iter().map(|call| call.attempt).collect();
    assert_eq!(attempts, [1, 2, 3, 1, 2]);
}

#[tokio::test(start_paused = true)]
async fn retry_9_and_par_10_parallel_runs_all_branches_again() {
    let world = World::new()
        .on("Shaky", [fails("Outer"), gives(2)])
        .on("Then", [gives(1)]);
    flow(nested::run(&world, json!({})))
        .await
        .gives(json!([1, 2]))
        .took(10.0);
    assert_eq!(world.starts("Steady"), [0.0, 10.0]);
    assert_eq!(world.starts("Shaky"), [0.0, 10.0]);
}

#[tokio::test(start_paused = true)]
async fn retry_9_counters_inside_start_afresh() {
    let world = World::new()
        .on("Shaky", [fails("Inner")])
        .on("Steady", [gives(0).after(0.5)]);
    flow(nested::run(&world, json!({})))
        .await
        .fails("Inner", "")
        .took(12.0);
    assert_eq!(world.starts("Shaky"), [0.0, 1.0, 11.0, 12.0]);
    assert_eq!(world.starts("Steady"), [0.0, 11.0]);
}

#[tokio::test(start_paused = true)]
async fn retry_8_and_9_map_runs_all_iterations_again_and_counts() {
    let world = World::new().on("Item", [gives(1), fails("Outer"), gives(1), gives(2)]);
    flow(nested::run(&world, json!({"items": ["a", "b"]})))
        .await
        .gives(json!([1, 2]))
        .took(10.0);
    let input = |item: &str, retries: i64| json!({"item": item, "retries": retries});
    assert_eq!(
        world.inputs("Item"),
        [input("a", 0), input("b", 0), input("a", 1), input("b", 1)]
    );
}

#[tokio::test(start_paused = true)]
async fn retry_10_limits_apply_to_each_attempt() {
    let slow = || gives("slow").after(10.0).beats([3.0, 6.0, 9.0]);
    let world = World::new().on("Work", [hangs(), slow().after(9.5)]);
    flow(limits::run(&world, json!({})))
        .await
        .gives("slow")
        .took(43.5);
    // The first misses its heartbeat after 4 s; 30 s later the second has its own 10 s.
    assert_eq!(world.starts("Work"), [0.0, 34.0]);
    let world = World::new().on("Work", [slow().after(11.0), hangs()]);
    flow(limits::run(&world, json!({})))
        .await
        .reports("States.Timeout")
        .took(44.0);
    assert_eq!(world.starts("Work"), [0.0, 40.0]);
}
