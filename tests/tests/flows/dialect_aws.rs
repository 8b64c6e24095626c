//! Where the dialects differ at run time: section 30.

use asl_runtime::ErrorKind;

use super::support::{World, fails, flow, gives, json};

machines! {
    asl = "flows/aws/language.asl.json", tasks = [work];
    aws = "flows/aws/language.asl.json", dialect = aws, tasks = [work];
    parameters = "flows/aws/parameters.asl.json", dialect = aws;
    fields = "flows/paths/fields.asl.json", dialect = aws, tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn vary_4_default_timeout_of_a_task() {
    let slow = || World::new().on("Work", [gives("at last").after(1_000_000.0)]);
    let input = json!({"point": "default timeout"});
    flow(asl::run(slow(), input.clone()))
        .await
        .reports("States.Timeout")
        .took(60.0);
    flow(aws::run(slow(), input))
        .await
        .gives("at last")
        .took(1_000_000.0);
}

#[tokio::test(start_paused = true)]
async fn vary_7_parameters_of_any_json_type() {
    outputs! { parameters:
        {"x": 1} => {"x": 1, "list": ["$.x", {"x": 1}, 1], "text": "$.x", "number": 7},
    }
}

#[tokio::test(start_paused = true)]
async fn vary_13_template_path_without_match() {
    outputs! { asl: {"point": "template"} => "caught" }
    failures! { aws: {"point": "template"} => "States.Runtime" in "Template" }
}

#[tokio::test(start_paused = true)]
async fn err_13_vary_14_states_all_matches_a_data_limit_on_the_service_only() {
    let input = json!({"point": "data limit"});
    let world = || World::new().on("Limit", [fails("States.DataLimitExceeded")]);
    flow(asl::run(world(), input.clone()))
        .await
        .reports("States.DataLimitExceeded");
    flow(aws::run(world(), input)).await.gives("caught");
}

#[tokio::test(start_paused = true)]
async fn vary_16_branch_failed_as_an_extra_match() {
    outputs! { asl: {"point": "branch"} => "caught" }
    failures! { aws: {"point": "branch"} => "E" in "Stop" }
}

#[tokio::test(start_paused = true)]
async fn vary_27_order_of_strings() {
    let astral = json!({"point": "order", "a": "\u{1D306}", "b": "\u{FF5E}"});
    flow(asl::run(World::new(), astral.clone()))
        .await
        .gives("more");
    flow(aws::run(World::new(), astral)).await.gives("less");
    outputs! { aws:
        {"point": "order", "a": "a", "b": "b"} => "less",
        {"point": "order", "a": "b", "b": "B"} => "more",
        {"point": "order", "a": "a", "b": "ab"} => "less",
    }
}

#[tokio::test(start_paused = true)]
async fn wait_6_longest_wait() {
    let seconds = i64::from(i32::MAX);
    let most = json!({"point": "long wait", "seconds": seconds});
    let more = json!({"point": "long wait", "seconds": seconds + 1});
    // Accepted, but an execution of the service ends after a year (LIM-4).
    flow(aws::run(World::new(), most))
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"))
        .took(31_536_000.0);
    flow(aws::run(World::new(), more.clone()))
        .await
        .fails("States.Runtime", "Wait state delay is too long.");
    flow(asl::run(World::new(), more))
        .await
        .took(2_147_483_648.0);
}

#[tokio::test(start_paused = true)]
async fn path_12_error_names_by_field_in_aws() {
    failures! { fields:
        {"field": "InputPath"} => "States.Runtime" in "InputPath",
        {"field": "OutputPath"} => "States.Runtime" in "OutputPath",
        {"field": "Parameters"} => "States.Runtime" in "Parameters",
        {"field": "ResultSelector", "list": [1]} => "States.Runtime" in "ResultSelector",
        {"field": "ItemSelector", "list": [1]} => "States.Runtime" in "ItemSelector",
        {"field": "ResultPath"} => "States.ResultPathMatchFailure" in "ResultPath",
        {"field": "ItemsPath"} => "States.Runtime" in "ItemsPath",
        {"field": "Variable"} => "States.Runtime" in "Variable",
        {"field": "Operand"} => "States.Runtime" in "Operand",
        {"field": "SecondsPath"} => "States.Runtime" in "SecondsPath",
        {"field": "TimestampPath"} => "States.Runtime" in "TimestampPath",
        {"field": "ErrorPath"} => "States.Runtime" in "ErrorPath",
        {"field": "CausePath"} => "States.Runtime" in "CausePath",
    }
}
