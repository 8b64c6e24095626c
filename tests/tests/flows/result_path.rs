//! ResultPath: section 13.

use asl_runtime::Value;

use super::support::{flow, json};

machines! { place = "flows/io/result_path.asl.json"; }

fn put(path: &str, raw: Value) -> impl Future<Output = super::support::Ended> {
    flow(place::Machine::new(()).execution_name(path).run(raw))
}

#[tokio::test(start_paused = true)]
async fn rp_2_root_and_absent_give_the_result_alone() {
    for path in ["$", "absent"] {
        put(path, json!({"a": 1})).await.gives(0);
    }
}

#[tokio::test(start_paused = true)]
async fn rp_3_to_5_the_location_is_made_or_replaced() {
    let rows = [
        ("$.x", json!({"a": 1}), json!({"a": 1, "x": 0})),
        (
            "$.x",
            json!({"x": {"deep": [1]}, "a": 1}),
            json!({"x": 0, "a": 1}),
        ),
        ("$.x", json!({}), json!({"x": 0})),
        (
            "$.a.b",
            json!({"a": {"b": [1, 2, 3]}}),
            json!({"a": {"b": 0}}),
        ),
        (
            "$.a.b",
            json!({"a": {"c": 1}}),
            json!({"a": {"c": 1, "b": 0}}),
        ),
        (
            "$.p.q.r",
            json!({"a": 1}),
            json!({"a": 1, "p": {"q": {"r": 0}}}),
        ),
        (
            "$.p.q.r",
            json!({"p": {"s": 1}}),
            json!({"p": {"s": 1, "q": {"r": 0}}}),
        ),
        ("$['a b'].c\\.d", json!({}), json!({"a b": {"c.d": 0}})),
    ];
    for (path, raw, output) in rows {
        put(path, raw).await.gives(output);
    }
}

#[tokio::test(start_paused = true)]
async fn rp_6_indices_within_an_array_replace_or_descend() {
    let rows = [
        (
            "$[1].p",
            json!([{"a": 1}, {"id": 7}]),
            json!([{"a": 1}, {"id": 7, "p": 0}]),
        ),
        (
            "$.list[0]",
            json!({"list": [{"a": 1}, 2]}),
            json!({"list": [0, 2]}),
        ),
    ];
    for (path, raw, output) in rows {
        put(path, raw).await.gives(output);
    }
}

#[tokio::test(start_paused = true)]
async fn rp_6_not_applicable() {
    for (path, raw) in [
        ("$.x", json!("foo")),
        ("$.x", json!(null)),
        ("$.x", json!([1])),
        ("$.x", json!(7)),
        ("$.a.b", json!({"a": 1})),
        ("$.a.b", json!({"a": null})),
        ("$.a.b", json!({"a": []})),
        ("$.p.q.r", json!({"p": {"q": "text"}})),
        ("$.list[0]", json!({"list": []})),
        ("$.list[0]", json!({})),
        ("$.list[0]", json!({"list": {"0": 1}})),
        ("$[1].p", json!([{"a": 1}])),
        ("$[1].p", json!([{"a": 1}, 7])),
        ("$[1].p", json!({"1": {}})),
    ] {
        put(path, raw)
            .await
            .reports("States.ResultPathMatchFailure");
    }
}
