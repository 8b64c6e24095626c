//! Where the dialects agree and where they differ: section 30.

use super::support::{World, fails, fails_because, flow, hangs, json};

machines! {
    asl = "flows/more/vary.asl.json", tasks = [work];
    aws = "flows/more/vary.asl.json", dialect = aws, tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn vary_6_null_input_path_is_an_empty_object() {
    outputs! { asl: {"case": "null input"} => {"got": {}} }
    outputs! { aws: {"case": "null input"} => {"got": {}} }
}

#[tokio::test(start_paused = true)]
async fn vary_14_states_all_does_not_match_runtime() {
    failures! { asl: {"case": "all"} => "States.Runtime" in "All" }
    failures! { aws: {"case": "all"} => "States.Runtime" in "All" }
    let input = || json!({"case": "all", "v": 1});
    let world = |name| World::new().on("All", [fails(name)]);
    flow(asl::run(world("E"), input()))
        .await
        .gives(json!({"Error": "E"}));
    flow(aws::run(world("E"), input()))
        .await
        .gives(json!({"Error": "E"}));
    flow(asl::run(world("States.DataLimitExceeded"), input()))
        .await
        .reports("States.DataLimitExceeded");
}

#[tokio::test(start_paused = true)]
async fn vary_15_a_missed_heartbeat_has_two_names() {
    for (case, state) in [
        ("heartbeat", "Beat"),
        ("beat as timeout", "Beat as timeout"),
    ] {
        let world = || World::new().on(state, [hangs()]);
        let input = json!({"case": case});
        let output = flow(asl::run(world(), input.clone()))
            .await
            .took(5.0)
            .output();
        assert_eq!(output["Error"], "States.Timeout");
        let output = flow(aws::run(world(), input)).await.took(5.0).output();
        assert_eq!(output["Error"], "States.Timeout");
    }
}

#[tokio::test(start_paused = true)]
async fn vary_18_an_error_output_has_a_cause_where_there_is_one() {
    let input = || json!({"case": "all", "v": 1});
    let world = || World::new().on("All", [fails("E")]);
    flow(aws::run(world(), input()))
        .await
        .gives(json!({"Error": "E"}));
    let world = || World::new().on("All", [fails_because("E", "why")]);
    let expected = || json!({"Error": "E", "Cause": "why"});
    flow(asl::run(world(), input())).await.gives(expected());
    flow(aws::run(world(), input())).await.gives(expected());
}

#[tokio::test(start_paused = true)]
async fn vary_20_json_merge_is_deep_in_asl_only() {
    outputs! { asl:
        {"case": "merge", "deep": true, "a": {"k": {"x": 1}, "m": 1}, "b": {"k": {"y": 2}}}
            => {"k": {"x": 1, "y": 2}, "m": 1},
        {"case": "merge", "deep": false, "a": {"k": {"x": 1}, "m": 1}, "b": {"k": {"y": 2}}}
            => {"k": {"y": 2}, "m": 1},
    }
    outputs! { aws:
        {"case": "merge", "deep": false, "a": {"k": {"x": 1}, "m": 1}, "b": {"k": {"y": 2}}}
            => {"k": {"y": 2}, "m": 1},
    }
    failures! { aws:
        {"case": "merge", "deep": true, "a": {}, "b": {}} => "States.IntrinsicFailure" in "Merge",
    }
}

#[tokio::test(start_paused = true)]
async fn vary_21_format_writes_arrays_and_objects_in_aws_only() {
    outputs! { aws:
        {"case": "format", "v": {"Arg1": 1, "Arg2": []}} => "<{Arg1=1, Arg2=[]}>",
        {"case": "format", "v": 1} => "<1>",
    }
    outputs! { asl: {"case": "format", "v": 1} => "<1>" }
    failures! { asl:
        {"case": "format", "v": {}} => "States.IntrinsicFailure" in "Format",
        {"case": "format", "v": []} => "States.IntrinsicFailure" in "Format",
    }
}

#[tokio::test(start_paused = true)]
async fn vary_22_blank_text_is_null_in_aws_only() {
    outputs! { aws: {"case": "blank", "v": ""} => null, {"case": "blank", "v": " "} => null }
    outputs! { asl: {"case": "blank", "v": " 1"} => 1 }
    failures! { asl:
        {"case": "blank", "v": ""} => "States.IntrinsicFailure" in "Blank",
        {"case": "blank", "v": " "} => "States.IntrinsicFailure" in "Blank",
    }
}

#[tokio::test(start_paused = true)]
async fn vary_23_numbers_are_rounded_to_integers_in_aws_only() {
    outputs! { aws:
        {"case": "half", "v": 2.5} => 3,
        {"case": "half", "v": (-2.5)} => (-2),
        {"case": "half", "v": (-0.5)} => 0,
    }
    outputs! { asl: {"case": "half", "v": 2.0} => 2 }
    failures! { asl: {"case": "half", "v": 2.5} => "States.IntrinsicFailure" in "Half" }
}

#[tokio::test(start_paused = true)]
async fn vary_24_a_wait_of_zero_seconds_ends_at_once() {
    flow(asl::run(World::new(), json!({"case": "zero"})))
        .await
        .gives("zero")
        .took(0.0);
    flow(aws::run(World::new(), json!({"case": "zero"})))
        .await
        .gives("zero")
        .took(0.0);
}

#[tokio::test(start_paused = true)]
async fn vary_30_err_6_paths_and_values_that_are_wrong_are_runtime_errors_in_both() {
    failures! { asl:
        {"case": "rule"} => "States.Runtime" in "Rule",
        {"case": "items", "v": 1} => "States.Runtime" in "Each",
        {"case": "items"} => "States.Runtime" in "Each",
        {"case": "seconds", "v": [{"seconds": "x"}]} => "States.Runtime" in "Pause",
        {"case": "seconds", "v": []} => "States.Runtime" in "Pause",
    }
    failures! { aws:
        {"case": "rule"} => "States.Runtime" in "Rule",
        {"case": "items", "v": 1} => "States.Runtime" in "Each",
        {"case": "items"} => "States.Runtime" in "Each",
        {"case": "seconds", "v": [{"seconds": "x"}]} => "States.Runtime" in "Pause",
        {"case": "seconds", "v": []} => "States.Runtime" in "Pause",
    }
}
