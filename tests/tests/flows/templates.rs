//! Payload Templates: section 10.

use super::support::{World, flow, gives, json};

machines! {
    worked = "flows/templates/worked.asl.json";
    documents = "flows/templates/documents.asl.json", tasks = [work];
    result = "flows/templates/result.asl.json";
    failure = "flows/templates/failure.asl.json", tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn tmpl_3_4_and_9_members_are_replaced_at_every_depth() {
    let input = json!({"order": {"id": 7, "lines": [{"sku": "A"}, {"sku": "B"}]}});
    let run = worked::Machine::new(())
        .execution_name("run-9")
        .run(input.clone());
    flow(run).await.gives(json!({
        "fixed": true,
        "ref": {"id": 7, "second": "B"},
        "tag": "run-9",
        "list": [{"id": 7}, "$.order.id", [{"deep": {"line": {"sku": "A"}}}], null, 1.5],
        "path": "$.order.id",
        "whole": input,
        "a.$b": "$.order",
        "empty": {},
    }));
}

#[tokio::test(start_paused = true)]
async fn tmpl_5_what_the_root_of_each_template_is() {
    let result = json!({"list": [8, 9], "more": true});
    let world = World::new().on("Work", [gives(result.clone())]);
    let first = json!({"item": 8, "whole": result.clone(), "same": 8});
    let second = json!({"item": 9, "whole": result, "same": 8});
    flow(documents::run(&world, json!({"in": {"x": 1}, "out": 0})))
        .await
        .gives(json!({"first": first.clone(), "all": [first, second]}));
    assert_eq!(world.inputs("Work"), [json!({"was": {"x": 1}})]);
}

#[tokio::test(start_paused = true)]
async fn tmpl_11_the_result_of_a_pass_is_no_template() {
    outputs! { result:
        {"x": 1} => {"a.$": "$.x", "b": ["$.x", {"c.$": 1}], "d.$": "no path"},
    }
}

#[tokio::test(start_paused = true)]
async fn tmpl_10_failure_in_parameters_is_retried_and_caught() {
    let world = World::new();
    flow(failure::run(&world, json!({"before": true})))
        .await
        .gives("States.ParameterPathFailure")
        .took(4.0);
    assert_eq!(world.calls(), []);
}

#[tokio::test(start_paused = true)]
async fn tmpl_10_failure_in_result_selector_repeats_the_work() {
    let world = World::new().on("After", [gives(json!({})), gives(json!({"found": 1}))]);
    flow(failure::run(&world, json!({"after": true})))
        .await
        .gives(json!({"x": 1}))
        .took(4.0);
    let world = World::new().on("After", [gives(json!({}))]);
    flow(failure::run(&world, json!({"after": true})))
        .await
        .gives("States.ParameterPathFailure")
        .took(4.0);
    assert_eq!(world.starts("After"), [0.0, 4.0]);
}

#[tokio::test(start_paused = true)]
async fn tmpl_10_and_pass_6_failure_in_a_pass_fails_its_scope() {
    failures! { failure: {} => "States.ParameterPathFailure" in "Neither" }
}
