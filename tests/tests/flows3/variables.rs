//! Variables: section 14, and their trace.

use asl_runtime::Value;

use super::support::{World, fails, flow, gives, json};

machines! {
    documents = "flows/more/assign_documents.asl.json", tasks = [work];
    variables = "flows/more/variables.asl.json", tasks = [work];
    scopes = "flows/more/scopes.asl.json";
}

#[tokio::test(start_paused = true)]
async fn var_6_the_document_of_assign_by_type_of_state() {
    let world = World::new()
        .on("Work", [gives(json!({"r": 1}))])
        .on("Broken", [fails("E")]);
    let output = flow(documents::run(&world, json!({"in": {"x": 1, "list": [7]}})))
        .await
        .output();
    let expected = json!({
        "task": {"r": 1},
        "fork": [1],
        "each": ["i"],
        "wait": [7],
        "choice": 1,
        "pass": {"r": 2},
        "path": "$.x",
        "query": "{% $x %}",
        "caught": {"Error": "E"}
    });
    assert_eq!(output, expected);
}

#[tokio::test(start_paused = true)]
async fn var_9_all_reads_see_the_values_at_entry() {
    outputs! { variables:
        {"case": "entry"} => {"x": 6, "y": 42, "old": 5, "output": 5},
    }
}

#[tokio::test(start_paused = true)]
async fn var_10_a_failing_assign_stores_nothing() {
    outputs! { variables:
        {"case": "fail"} => {"x": 5, "y": 6, "rule": false, "state": false, "catcher": false},
    }
}

#[tokio::test(start_paused = true)]
async fn var_11_choice_7_the_chosen_rules_assign_or_the_states_where_no_rule_matched() {
    outputs! { variables:
        {"case": "one", "n": 1} => {"x": 5, "y": 6, "rule": true, "state": false, "catcher": false},
        {"case": "one", "n": 2} => {"x": 5, "y": 6, "rule": false, "state": false, "catcher": false},
        {"case": "one", "n": 3} => {"x": 5, "y": 6, "rule": false, "state": true, "catcher": false},
    }
}

#[tokio::test(start_paused = true)]
async fn var_11_catch_6_task_10_a_caught_error_runs_only_the_catchers_assign() {
    let run = |world: World| flow(variables::run(world, json!({"case": "task"})));
    let caught = World::new().on("Work", [fails("Again"), fails("E")]);
    run(caught)
        .await
        .gives(json!({"x": 5, "y": 5, "rule": false, "state": false, "catcher": true}))
        .took(1.0);
    let retried = World::new().on("Work", [fails("Again"), gives(0)]);
    run(retried)
        .await
        .gives(json!({"x": 7, "y": 6, "rule": false, "state": true, "catcher": false}));
}

async fn scoped(visits: u32) -> Value {
    let input = json!({"items": ["a", "b"], "visits": visits});
    flow(scopes::run((), input)).await.output()
}

#[tokio::test(start_paused = true)]
async fn trace_4_var_12_a_maps_own_assign_belongs_to_the_scope_around_it() {
    let output = scoped(1).await;
    assert_eq!(output["seen"], json!(["hello", "hello"]));
    assert_eq!(output["outer"], 2);
    assert_eq!(output["caught"], "E");
}

#[tokio::test(start_paused = true)]
async fn var_13_par_6_siblings_never_see_each_others_variables() {
    let fork = json!([{"mine": "left", "outer": 2}, {"mine": "right", "outer": 2}]);
    let output = scoped(1).await;
    assert_eq!(output["fork"], fork);
    // The second iteration runs after the first and does not find its variable.
    assert_eq!(output["seen"], json!(["hello", "hello"]));
}

#[tokio::test(start_paused = true)]
async fn var_16_variables_of_an_iteration_vanish_with_it() {
    // On its second visit the Map sees its own Assign of the first, but nothing of its iterations.
    assert_eq!(scoped(2).await["seen"], json!([2, 2]));
}
