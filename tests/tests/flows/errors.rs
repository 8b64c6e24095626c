//! Errors, Catch and Fail: sections 16, 18 and 24.

use asl_runtime::ErrorKind;

use super::support::{Reply, World, fails, fails_because, flow, gives, hangs, json};

machines! {
    matching = "flows/errors/matching.asl.json", tasks = [work];
    nested = "flows/errors/nested.asl.json", tasks = [work];
    catcher = "flows/errors/catcher.asl.json", tasks = [work];
    catch = "flows/errors/catch.asl.json", tasks = [work];
    fail = "flows/errors/fail.asl.json";
}

/// Which of the lists of names catch an error.
async fn lists_that_match(reply: Reply) -> Vec<&'static str> {
    let lists = [
        "exact",
        "several",
        "all",
        "task failed",
        "task failed and more",
        "timeout",
        "heartbeat",
        "runtime",
        "data limit",
        "branch",
        "empty",
    ];
    let mut matched = Vec::new();
    for listed in lists {
        let world = World::new().on(listed, [reply.clone()]);
        match matching::run(&world, json!({"listed": listed})).await {
            Ok(output) => {
                assert!(output.get("Error").is_some(), "{listed}: {output}");
                matched.push(listed);
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Failed),
        }
    }
    matched
}

#[tokio::test(start_paused = true)]
async fn err_10_and_11_a_name_of_ones_own() {
    let matched = lists_that_match(fails("A")).await;
    let expected = [
        "exact",
        "several",
        "all",
        "task failed",
        "task failed and more",
    ];
    assert_eq!(matched, expected);
}

#[tokio::test(start_paused = true)]
async fn err_10_and_dia_6_names_match_exactly() {
    for name in ["a", "A ", "AA", ".A", "StatesX.A"] {
        let matched = lists_that_match(fails(name)).await;
        assert_eq!(
            matched,
            ["all", "task failed", "task failed and more"],
            "{name}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn err_11_task_failed_does_not_match_timeouts() {
    let expected = ["all", "timeout"];
    assert_eq!(lists_that_match(fails("States.Timeout")).await, expected);
    assert_eq!(
        lists_that_match(gives(1).after(21.0).beats([8.0, 16.0])).await,
        expected
    );
}

#[tokio::test(start_paused = true)]
async fn err_11_wildcards_match_errors_of_the_language() {
    let expected = ["all", "task failed", "task failed and more"];
    for name in ["States.Permissions", "States.TaskFailed"] {
        assert_eq!(lists_that_match(fails(name)).await, expected, "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn err_13_data_limit_exceeded_only_by_name() {
    let matched = lists_that_match(fails("States.DataLimitExceeded")).await;
    assert_eq!(matched, ["data limit"]);
}

#[tokio::test(start_paused = true)]
async fn err_14_missed_heartbeat_answers_to_two_names() {
    assert_eq!(
        lists_that_match(hangs()).await,
        ["all", "timeout", "heartbeat"]
    );
    let world = World::new().on("heartbeat", [hangs()]);
    let output = flow(matching::run(&world, json!({"listed": "heartbeat"})))
        .await
        .took(9.0)
        .output();
    assert_eq!(output.get("Error"), Some(&json!("States.Timeout")));
}

#[tokio::test(start_paused = true)]
async fn task_2_reserved_and_missing_names_become_task_failed() {
    for name in ["States.Runtime", "States.ALL", "States.Other", ""] {
        let world = World::new().on("all", [fails(name)]);
        let output = flow(matching::run(&world, json!({"listed": "all"})))
            .await
            .output();
        assert_eq!(
            output.get("Error"),
            Some(&json!("States.TaskFailed")),
            "{name}"
        );
    }
    for name in ["States.Permissions", "States.Timeout", "States.TaskFailed"] {
        let world = World::new().on("all", [fails(name)]);
        flow(matching::run(&world, json!({"listed": "all"})))
            .await
            .gives(json!({"Error": name}));
    }
}

#[tokio::test(start_paused = true)]
async fn retry_1_and_catch_1_may_be_empty() {
    let world = World::new().on("nothing", [fails_because("A", "c")]);
    flow(matching::run(&world, json!({"listed": "-"})))
        .await
        .fails("A", "c");
}

#[tokio::test(start_paused = true)]
async fn err_15_branch_failed_matches_any_error_of_a_parallel() {
    let world = World::new().on("Alone", [fails_because("A", "c")]);
    flow(nested::run(&world, json!({"in": "alone"})))
        .await
        .gives(json!({"branch": {"Error": "A", "Cause": "c"}}));
    let world = World::new().on("In an iteration", [fails("A")]);
    flow(nested::run(&world, json!({"in": "map", "list": [1]})))
        .await
        .gives(json!({"name": {"Error": "A"}}));
}

#[tokio::test(start_paused = true)]
async fn err_18_runtime_and_data_limit_keep_their_name_on_the_way_out() {
    for (input, state) in [
        (json!({"in": "parallel"}), "In a branch"),
        (json!({"in": "map", "list": [1]}), "In an iteration"),
    ] {
        let world = World::new().on(state, [gives(json!({"no": "ok"}))]);
        flow(nested::run(&world, input))
            .await
            .reports("States.Runtime");
    }
    let world = World::new().on("In a branch", [fails("States.DataLimitExceeded")]);
    flow(nested::run(&world, json!({"in": "parallel"})))
        .await
        .gives(json!({"name": {"Error": "States.DataLimitExceeded"}}));
    let world = World::new().on("In an iteration", [fails("States.DataLimitExceeded")]);
    flow(nested::run(&world, json!({"in": "map", "list": [1]})))
        .await
        .reports("States.DataLimitExceeded");
}

#[tokio::test(start_paused = true)]
async fn err_13_and_18_branch_failed_does_not_match_a_data_limit() {
    let world = World::new().on("Alone", [fails("States.DataLimitExceeded")]);
    flow(nested::run(&world, json!({"in": "alone"})))
        .await
        .reports("States.DataLimitExceeded");
}

#[tokio::test(start_paused = true)]
async fn err_17_failing_catcher_fails_the_scope() {
    let world = World::new().on("Work", [fails("A")]);
    let error = catcher::run(&world, json!({"text": "x"}))
        .await
        .unwrap_err();
    assert_eq!(error.error_name(), Some("States.ResultPathMatchFailure"));
    assert_eq!(world.starts("Work"), [0.0]);
}

#[tokio::test(start_paused = true)]
async fn catch_3_4_and_8_first_match_wins_and_places_the_error_output() {
    let raw = json!({"id": 4, "in": {}});
    let cases = [
        (
            fails_because("Db.Busy", "locked"),
            json!({"later": {
                "id": 4, "in": {}, "problem": {"Error": "Db.Busy", "Cause": "locked"},
            }}),
        ),
        (fails("Db.Gone"), json!({"alone": {"Error": "Db.Gone"}})),
        (fails("Db.Quiet"), json!({"later": raw.clone()})),
        (
            fails_because("Other", "c"),
            json!({"alone": {"Error": "Other", "Cause": "c"}}),
        ),
    ];
    for (reply, output) in cases {
        let world = World::new().on("Work", [reply]);
        flow(catch::run(&world, raw.clone())).await.gives(output);
    }
}

#[tokio::test(start_paused = true)]
async fn catch_7_terminal_state_with_catchers_still_ends_on_success() {
    let world = World::new().on("Work", [gives(1)]);
    flow(catch::run(&world, json!({"in": {}})))
        .await
        .gives(json!({"selected": true}));
}

#[tokio::test(start_paused = true)]
async fn err_5_error_output_has_a_cause_only_if_there_is_one() {
    let run = |reply| async {
        let world = World::new().on("Work", [reply]);
        flow(catch::run(&world, json!({"in": {}}))).await.text()
    };
    assert_eq!(run(fails("E")).await, r#"{"alone":{"Error":"E"}}"#);
    assert_eq!(
        run(fails_because("E", "c")).await,
        r#"{"alone":{"Error":"E","Cause":"c"}}"#
    );
}

#[tokio::test(start_paused = true)]
async fn fail_1_to_4_error_and_cause() {
    for (input, name, cause) in [
        (json!({"fail": "both"}), "E", "c"),
        (json!({"fail": "error"}), "E", ""),
        (json!({"fail": "cause"}), "", "c"),
        (json!({"fail": "neither"}), "", ""),
        (
            json!({"fail": "paths", "e": {"name": "N", "cause": "why"}}),
            "N",
            "why",
        ),
    ] {
        flow(fail::run((), input)).await.fails(name, cause);
    }
}

#[tokio::test(start_paused = true)]
async fn fail_3_absent_error_is_an_empty_name_that_only_wildcards_match() {
    outputs! { fail: {"fail": "caught"} => {"Error": ""} }
}

#[tokio::test(start_paused = true)]
async fn fail_5_texts_behind_paths_must_be_strings() {
    failures! { fail:
        {"fail": "paths", "e": {"name": 1, "cause": "c"}} => "States.Runtime" in "Paths",
        {"fail": "paths", "e": {"name": null, "cause": "c"}} => "States.Runtime" in "Paths",
        {"fail": "paths", "e": {"name": "N", "cause": {"a": 1}}} => "States.Runtime" in "Paths",
        {"fail": "paths", "e": {"name": "N"}} => "States.Runtime" in "Paths",
    }
}
