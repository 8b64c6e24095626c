//! Data, numbers and the Context Object: sections 5 and 6.

use super::support::{World, fails, flow, gives, json};

machines! {
    pass = "flows/data/pass.asl.json";
    order = "flows/data/order.asl.json";
    equal = "flows/data/equal.asl.json";
    context = "flows/data/context.asl.json";
    context_fields = "flows/data/context_fields.asl.json";
    context_missing = "flows/data/context_missing.asl.json";
    entered_time = "flows/data/entered_time.asl.json", tasks = [look];
}

#[tokio::test(start_paused = true)]
async fn data_1_any_json_value_passes_through() {
    outputs! { pass:
        {} => {},
        [] => [],
        {"a": [1, {"b": null}]} => {"a": [1, {"b": null}]},
        [[], {}] => [[], {}],
        "" => "",
        "text" => "text",
        0 => 0,
        1.5 => 1.5,
        true => true,
        false => false,
        null => null,
    }
}

#[tokio::test(start_paused = true)]
async fn data_4_and_5_numbers_pass_through_unchanged() {
    for text in [
        "9007199254740993",
        "-9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "[1,1.5,-2,1e300]",
    ] {
        let output = flow(pass::run((), text.parse().unwrap())).await.output();
        assert_eq!(output, text.parse::<asl_runtime::Value>().unwrap());
        if !text.contains('e') {
            assert_eq!(output.to_string(), text);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn data_4_numbers_compare_as_binary64() {
    outputs! { equal:
        {"x": 1, "y": 1.0} => "=",
        {"x": 0, "y": (-0.0)} => "=",
        {"x": 9007199254740992_i64, "y": 9007199254740993_i64} => "=",
        {"x": 1, "y": 1.5} => "<",
        {"x": (-1), "y": (-2)} => ">",
        {"x": 18446744073709551615_u64, "y": 1} => ">",
    }
}

#[tokio::test(start_paused = true)]
async fn data_6_key_order_is_kept_and_new_keys_come_last() {
    let input = r#"{"z":0,"m":[1],"a":{"y":1,"b":2}}"#;
    let output = flow(order::run((), input.parse().unwrap())).await.text();
    assert_eq!(
        output,
        r#"{"z":0,"m":{"z":1,"a":2},"a":{"y":1,"b":2},"b":true}"#
    );
}

#[tokio::test(start_paused = true)]
async fn dia_7_of_duplicate_keys_in_data_the_last_wins() {
    let input = r#"{"a":1,"b":2,"a":3}"#;
    let output = flow(pass::run((), input.parse().unwrap())).await;
    output.gives(json!({"a": 3, "b": 2}));
}

#[tokio::test(start_paused = true)]
async fn ctx_2_layout_of_the_context_object() {
    let run = context::Machine::new(())
        .execution_name("run-9")
        .run(json!({"k": [1]}));
    let output = flow(run).await.output();
    let execution = output.get("execution").unwrap();
    assert_eq!(execution.get("Name"), Some(&json!("run-9")));
    assert_eq!(execution.get("Input"), Some(&json!({"k": [1]})));
    assert_eq!(execution.get("RedriveCount"), Some(&json!(0)));
    assert!(execution.get("RedriveTime").is_none(), "{execution}");
    for text in ["Id", "RoleArn", "StartTime"] {
        assert!(
            execution.get(text).unwrap().is_string(),
            "{text}: {execution}"
        );
    }
    let machine = output.get("machine").unwrap();
    for text in ["Id", "Name"] {
        assert!(machine.get(text).unwrap().is_string(), "{text}: {machine}");
    }
    assert_eq!(output.get("state"), Some(&json!("Look")));
}

#[tokio::test(start_paused = true)]
async fn ctx_2_times_are_utc_with_milliseconds() {
    let output = flow(context::run((), json!({}))).await.output();
    for field in ["start", "entered"] {
        let time = output.get(field).and_then(|time| time.as_str()).unwrap();
        let shape: String = time
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        assert_eq!(shape, "0000-00-00T00:00:00.000Z", "{field}");
    }
}

#[tokio::test(start_paused = true)]
async fn ctx_2_execution_without_a_name_gets_one_of_its_own() {
    let mut names = Vec::new();
    for _ in 0..2 {
        let output = flow(context::run((), json!({}))).await.output();
        names.push(
            output
                .get("execution")
                .unwrap()
                .get("Name")
                .cloned()
                .unwrap(),
        );
    }
    assert_ne!(names[0], names[1]);
    assert!(names[0].as_str().is_some_and(|name| !name.is_empty()));
}

#[tokio::test(start_paused = true)]
async fn ctx_6_fields_that_accept_context_paths() {
    let machine = || context_fields::Machine::new(World::new()).execution_name("n");
    let input = json!({"inner": {"x": 1}, "name": "n", "list": [5, 6]});
    flow(machine().run(input))
        .await
        .gives(json!({"got": {"x": 1, "items": [5, 6]}, "in": "Output"}));
    let input = json!({"inner": {}, "name": "n", "list": [], "whole": true});
    flow(machine().run(input.clone())).await.gives(input);
    let input = json!({"inner": {}, "name": "other", "error": "Misnamed"});
    flow(machine().run(input)).await.fails("Misnamed", "n");
}

#[tokio::test(start_paused = true)]
async fn ctx_3_and_path_12_missing_member_of_the_context() {
    failures! { context_missing:
        {"read": "item in template"} => "States.ParameterPathFailure" in "Template",
        {"read": "item as input"} => "States.Runtime" in "Input",
        {"read": "retries of a pass"} => "States.ParameterPathFailure" in "Retries",
    }
    outputs! { context_missing: {"read": "unknown member"} => {} }
}

#[tokio::test(start_paused = true)]
async fn ctx_2_and_retry_8_entered_time_is_not_reset_by_retries() {
    let world = World::new().on("First", [fails("Again").after(1.0), gives(1)]);
    flow(entered_time::run(&world, json!({}))).await.took(13.0);
    let seen: Vec<_> = world.calls().into_iter().map(|call| call.input).collect();
    let field = |call: usize, name: &str| seen[call].get(name).cloned().unwrap();
    let counts: Vec<_> = (0..3).map(|call| field(call, "retries")).collect();
    assert_eq!(counts, [json!(0), json!(1), json!(0)]);
    assert_eq!(field(0, "entered"), field(1, "entered"));
    assert_eq!(field(0, "start"), field(2, "start"));
    let ahead = milliseconds(&field(2, "entered")) - milliseconds(&field(0, "entered"));
    assert!(
        (ahead.rem_euclid(3_600_000) - 13_000).abs() <= 10,
        "{ahead}"
    );
}

/// Of the hour.
fn milliseconds(time: &asl_runtime::Value) -> i64 {
    let part = |from: usize, to: usize| time.as_str().unwrap()[from..to].parse::<i64>().unwrap();
    (part(14, 16) * 60 + part(17, 19)) * 1_000 + part(20, 23)
}
