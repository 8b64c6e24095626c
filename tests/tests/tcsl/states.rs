//! Choice, Task, Parallel, Map and the limits of machines: sections 2, 7, 8, 9 and 11.

use asl_runtime::{ErrorKind, Value};

use super::support::{World, echoes, fails, flow, gives, hangs, json};

machines! {
    choice = "flows/tcsl/choice.asl.json", dialect = tcsl;
    operands = "flows/tcsl/operands.asl.json", dialect = tcsl;
    milliseconds = "flows/tcsl/milliseconds.asl.json", dialect = tcsl, tasks = [work];
    standard = "flows/tcsl/long.asl.json", dialect = tcsl, tasks = [work];
    express = "flows/tcsl/long.asl.json", dialect = tcsl, machine_type = express, tasks = [work];
    map = "flows/tcsl/map.asl.json", dialect = tcsl, tasks = [work, pair];
    parallel = "flows/tcsl/parallel.asl.json", dialect = tcsl, tasks = [one, two];
    names = "flows/tcsl/names.asl.json", dialect = tcsl,
        tasks = [average, nlp_keywords_extraction, order];
}

#[tokio::test(start_paused = true)]
async fn tcsl_60_69_published_choice_example() {
    outputs! {
        choice: {"name": "John", "female": false, "age": 18} => "Age",
        {"name": "Mei", "female": true, "age": 18} => "Gender",
        {"name": "Tom", "female": false, "age": 17} => "Other",
    };
}

#[tokio::test(start_paused = true)]
async fn tcsl_61_63_to_65_operands_may_be_paths() {
    outputs! {
        operands: {"test": "string", "a": "x", "b": "x"} => true,
        {"test": "string", "a": "$['b']", "b": "x"} => false,
        {"test": "string", "a": 1, "b": 1} => false,
        {"test": "number", "a": 1, "b": 1.0} => true,
        {"test": "number", "a": 1, "b": "1"} => false,
        {"test": "boolean", "a": false, "b": false} => true,
        {"test": "boolean", "a": false, "b": null} => false,
        {"test": "is", "a": false, "b": true} => true,
        {"test": "is", "a": 1, "b": false} => true,
        {"test": "is", "a": 1, "b": true} => false,
        {"test": "is", "a": 1, "b": 1} => false,
        {"test": "literal", "a": "$"} => true,
        {"test": "literal", "a": -1.5} => true,
        {"test": "literal", "a": "1"} => false,
        {"test": "literal", "a": null} => false,
        {"test": "literal", "a": false} => true,
        {"test": "none", "a": 1} => true,
        {"test": "other"} => false,
    };
    failures! {
        operands: {"test": "string", "a": "x"} => "StatesRuntime" in "String",
        {"test": "number", "b": 1} => "StatesRuntime" in "Number",
        {"test": "is", "a": 1} => "StatesRuntime" in "Is",
        {"test": "literal"} => "StatesRuntime" in "Literal",
    };
}

#[tokio::test(start_paused = true)]
async fn tcsl_66_choice_without_a_hit_is_a_runtime_error() {
    let error = operands::run(World::new(), json!({"test": "none", "a": 2})).await;
    let error = error.unwrap_err();
    assert_eq!(error.error_name(), Some("StatesRuntime"));
    let cause = error.cause().unwrap();
    assert!(cause.starts_with("[States.NoChoiceMatched] "), "{cause}");
}

#[tokio::test(start_paused = true)]
async fn tcsl_12_15_milliseconds_decide_and_nothing_catches_their_end() {
    let slow = World::new().on("Work", [gives(1).after(2.4)]);
    flow(milliseconds::run(&slow, json!({})))
        .await
        .gives(1)
        .took(2.4);
    let endless = World::new().on("Work", [hangs()]);
    flow(milliseconds::run(&endless, json!({})))
        .await
        .ends(ErrorKind::TimedOut, Some("StatesTimeout"))
        .took(2.5);
}

#[tokio::test(start_paused = true)]
async fn tcsl_3_13_53_standard_machines_have_a_day_express_machines_a_minute() {
    const DAY: f64 = 86_400.0;
    let takes = |seconds| World::new().on("Work", [gives("done").after(seconds)]);
    flow(standard::run(takes(DAY - 1.0), json!({})))
        .await
        .gives("done")
        .took(DAY - 1.0);
    flow(standard::run(takes(DAY + 1.0), json!({})))
        .await
        .ends(ErrorKind::TimedOut, Some("StatesTimeout"))
        .took(DAY);
    flow(express::run(takes(59.0), json!({})))
        .await
        .gives("done");
    flow(express::run(takes(61.0), json!({})))
        .await
        .ends(ErrorKind::TimedOut, Some("StatesTimeout"))
        .took(60.0);
}

#[tokio::test(start_paused = true)]
async fn tcsl_52_91_to_94_map_goes_through_its_items_one_by_one() {
    let world = World::new()
        .by("Work", |_| echoes().after(1.0))
        .by("Pair", |item| {
            gives(item.clone()).after(if *item == json!("a") { 2.0 } else { 1.0 })
        });
    let input = json!({"in": {"class": "No-01", "items": ["a", "b", "c"]}});
    flow(map::run(&world, input))
        .await
        .gives(json!({"out": [{"did": "a"}, {"did": "b"}, {"did": "c"}], "both": ["a", "b", "c"]}))
        .took(3.0 + 2.0);
    assert_eq!(world.starts("Work"), [0.0, 1.0, 2.0]);
    assert_eq!(world.starts("Pair"), [3.0, 3.0, 4.0]);
    assert_eq!(
        world.inputs("Work").first(),
        Some(&json!({"class": "No-01", "item": "a", "at": 0}))
    );
}

#[tokio::test(start_paused = true)]
async fn tcsl_91_94_empty_items_wrong_items_and_the_first_failure() {
    let world = World::new().on("Work", [gives(json!({"item": 1})), fails("My.Error")]);
    let empty = json!({"in": {"class": "", "items": []}});
    flow(map::run(&world, empty))
        .await
        .gives(json!({"out": [], "both": []}));
    let wrong = json!({"in": {"class": "", "items": {}}});
    flow(map::run(&world, wrong))
        .await
        .reports("StatesRuntime")
        .in_state("Each");
    let input = json!({"in": {"class": "", "items": [1, 2, 3]}});
    flow(map::run(&world, input))
        .await
        .reports("My.Error")
        .in_state("Work");
    assert_eq!(world.calls().len(), 2, "the third item is not begun");
}

#[tokio::test(start_paused = true)]
async fn tcsl_70_71_100_branches_in_order_and_the_first_failure() {
    let run = |world: World| async move { flow(parallel::run(world, json!({"number": 7}))).await };
    run(World::new())
        .await
        .gives(json!({"number": 7, "both": {"first": {"n": 7}, "second": {"n": 7}}}));
    let failing = World::new().on("Two", [fails("ResourceInUse"), fails("ResourceNotFound")]);
    run(failing)
        .await
        .gives(json!({"caught": "ResourceNotFound"}))
        .took(1.0);
    let business = World::new().on("One", [fails("My.Error")]);
    run(business).await.reports("My.Error").in_state("One");
}

/// Each method is called twice, by both states that use its task.
#[tokio::test(start_paused = true)]
async fn tcsl_56_to_58_tasks_are_called_by_function_action_or_machine() {
    let world = World::new();
    flow(names::run(&world, json!(1))).await.gives(1);
    assert_eq!(world.calls().len(), 6);
    let resources: Vec<Value> = world.inputs("E");
    assert_eq!(resources, [json!(1)]);
}
