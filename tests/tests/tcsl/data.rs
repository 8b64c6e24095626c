//! Data and paths, Pass, input and output processing: sections 5, 6 and 10.

use asl_runtime::Value;

use super::support::{World, flow, gives, json};

machines! {
    hello = "flows/tcsl/hello.asl.json", dialect = tcsl;
    count = "flows/tcsl/count.asl.json", dialect = tcsl;
    paths = "flows/tcsl/paths.asl.json", dialect = tcsl;
    pass = "flows/tcsl/pass.asl.json", dialect = tcsl;
    result_path = "flows/tcsl/result_path.asl.json", dialect = tcsl, tasks = [lucy];
    task = "flows/tcsl/task.asl.json", dialect = tcsl, tasks = [choose, select];
}

#[tokio::test(start_paused = true)]
async fn tcsl_11_30_33_any_document_goes_from_start_along_next() {
    outputs! {
        hello: {"greeting": "ni hao", "n": [1, 2]} => {"greeting": "ni hao", "n": [1, 2]},
        [] => [],
        null => null,
        true => true,
    };
}

#[tokio::test(start_paused = true)]
async fn tcsl_40_published_pass_example() {
    outputs! {
        count: {"name": "Lucy"} => {"name": "Lucy", "count": {"apple": "4", "banana": "8"}},
    };
}

fn student() -> Value {
    json!({
        "name": "xiaoming",
        "age": 15,
        "class": ["math", "chinese", "english"],
        "exam_pass": false,
    })
}

#[tokio::test(start_paused = true)]
async fn tcsl_34_35_37_70_87_e_4_paths_select_bare_values() {
    flow(paths::run(World::new(), student()))
        .await
        .gives(json!([
            "xiaoming",
            15,
            ["math", "chinese", "english"],
            false,
            {},
            {},
        ]));
}

#[tokio::test(start_paused = true)]
async fn tcsl_41_to_43_80_81_fields_of_pass_work_in_order() {
    let output = flow(pass::run(World::new(), json!({"in": {"x": 1}, "y": 2}))).await;
    output.gives(json!([
        {"in": {"x": 1}, "out": {"b": 1, "fixed": 1}},
        {"who": "Lucy", "seen": true},
        {"in": {"x": 1}, "y": 2, "seen": {"seen": true}},
    ]));
}

#[tokio::test(start_paused = true)]
async fn tcsl_85_published_result_path_example() {
    let input = json!({"comment": "this is an example.", "user": "Lucy", "age": 15});
    let result = "Name is Lucy. Age is 15.";
    let world = ["Absent", "Whole", "Insert", "Overwrite", "Drop"]
        .into_iter()
        .fold(World::new(), |world, state| {
            world.on(state, [gives(result)])
        });
    flow(result_path::run(&world, input.clone()))
        .await
        .gives(json!([
            result,
            result,
            {"comment": "this is an example.", "user": "Lucy", "age": 15, "info": result},
            {"comment": result, "user": "Lucy", "age": 15},
            input,
        ]));
}

/// The input of the published Parameters example, as printed: a comma is missing.
const PRINTED: &str = r#"{
    "name": "xiaoming", "age": 15, "class": ["math", "chinese", "english"],
    "grades": { "math": 95, "english": 100, "chinese": 10 }
    "exam_pass": false
}"#;

#[tokio::test(start_paused = true)]
async fn tcsl_50_51_83_84_86_e_3_5_published_parameters_example() {
    assert!(Value::from_json(PRINTED).is_err(), "E-3");
    let repaired = PRINTED.replace("}\n", "},\n");
    let input = Value::from_json(&repaired).unwrap();
    let world = World::new();
    // E-5: names keep their case.
    flow(task::run(&world, input))
        .await
        .gives(json!({"ObjectKey": "xiaoming", "Presence": true}));
    let student = json!({"name": "xiaoming", "mathgrades": 95, "presence": true});
    assert_eq!(
        world.inputs("Choose"),
        [json!({"comment": "Just choose some info", "Student": student.clone()})]
    );
    assert_eq!(world.inputs("Select"), [student]);
}
