//! Intrinsic functions: section 11. What each of them does is tested beside it, in the runtime.

use super::support::{World, flow, gives, json};

machines! {
    all = "flows/intrinsics/all.asl.json";
    failure = "flows/intrinsics/failure.asl.json", tasks = [work];
    fail = "flows/intrinsics/fail.asl.json";
    aws = "flows/intrinsics/aws.asl.json", dialect = aws;
    aws_failure = "flows/intrinsics/failure.asl.json", dialect = aws, tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn intr_20_to_37_every_function_from_definition_to_result() {
    let input = json!({
        "who": "Bo",
        "json": "[1, {\"a\": null}]",
        "array": [4, 5, 4.0],
        "object": {"k": {"y": 2}},
    });
    let run = all::Machine::new(())
        .execution_name("run-9")
        .seed(1)
        .run(input);
    let mut output = run.await.unwrap();
    let output = output.as_object_mut().unwrap();
    let id = output.remove("id").unwrap();
    let seeded = output.remove("seeded").unwrap();
    assert_eq!(
        json!(output.clone()),
        json!({
            "format": "Bo has 3 of {max}",
            "fromJson": [1, {"a": null}],
            "toJson": "[4,5,4.0]",
            "array": ["Bo", "it's", -1.5, true, null, "run-9"],
            "chunks": [[4, 5], [4]],
            "contains": true,
            "range": [0, 3, 6, 9],
            "item": 4,
            "length": 3,
            "unique": [4, 5],
            "encoded": "aGk/",
            "decoded": "hi?",
            "hash": "aaff4a450a104cd177d28d18d74485e8cae074b7",
            "merged": {"k": {"x": 1, "y": 2}},
            "random": 7,
            "sum": 110,
            "pieces": ["a", "b", "c"],
        })
    );
    // INTR-34, INTR-37
    assert_eq!(seeded[0], seeded[1]);
    let id = id.as_str().unwrap();
    assert_eq!((id.len(), id.as_bytes()[14]), (36, b'4'), "{id}");
    assert_eq!(id, id.to_lowercase());
}

#[tokio::test(start_paused = true)]
async fn intr_40_the_seed_of_an_execution_fixes_chance() {
    let input = json!({"who": "Bo", "json": "1", "array": [1], "object": {}});
    let draw = async |seed| {
        let output = all::Machine::new(()).seed(seed).run(input.clone()).await;
        output.unwrap()["id"].clone()
    };
    assert_eq!(draw(7).await, draw(7).await);
    assert_ne!(draw(7).await, draw(8).await);
}

#[tokio::test(start_paused = true)]
async fn tmpl_10_an_intrinsic_failure_is_caught() {
    for input in [json!({"list": 7}), json!({})] {
        let world = World::new();
        flow(failure::run(&world, input))
            .await
            .gives("States.IntrinsicFailure");
        assert_eq!(world.calls(), []);
    }
    let world = World::new().on("Work", [gives("done")]);
    flow(failure::run(&world, json!({"list": [1, 2]})))
        .await
        .gives("done");
    assert_eq!(world.inputs("Work"), [json!({"length": 2})]);
}

#[tokio::test(start_paused = true)]
async fn path_12_a_missing_argument_is_fatal_in_aws() {
    let world = World::new();
    flow(aws_failure::run(&world, json!({"list": 7})))
        .await
        .gives("States.IntrinsicFailure");
    flow(aws_failure::run(&world, json!({})))
        .await
        .reports("States.Runtime")
        .in_state("Work");
}

#[tokio::test(start_paused = true)]
async fn fail_4_5_error_and_cause_by_calls() {
    let error = fail::run((), json!({"names": ["Shop.Closed", "x"], "why": "late"}))
        .await
        .unwrap_err();
    assert_eq!(error.error_name(), Some("Shop.Closed"));
    assert_eq!(error.cause(), Some("late after 2"));
    failures! { fail:
        {"names": [7], "why": "late"} => "States.Runtime" in "Give up",
        {"names": [], "why": "late"} => "States.IntrinsicFailure" in "Give up",
        {"names": ["Shop.Closed"]} => "States.IntrinsicFailure" in "Give up",
    }
}

/// VARY-21, VARY-22, VARY-23, and the order of JsonMerge.
#[tokio::test(start_paused = true)]
async fn intr_13_20_21_33_as_the_service_runs_them() {
    outputs! { aws:
        {"half": 1.5, "object": {"a": 1, "b": []}, "left": {"a": 1}, "right": {"p": 2}} => {
            "sum": 4, "text": "{a=1, b=[]}", "blank": null, "merged": "{\"p\":2,\"a\":1}",
        },
    }
}
