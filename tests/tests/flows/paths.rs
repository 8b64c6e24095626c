//! Paths and Reference Paths: sections 8 and 9.

use asl_runtime::Value;

use super::support::{World, flow, gives, json};

machines! {
    read = "flows/paths/read.asl.json";
    fields = "flows/paths/fields.asl.json", tasks = [work];
}

async fn select(path: &str, input: Value) -> Value {
    let machine = read::Machine::new(()).execution_name(path);
    flow(machine.run(input)).await.output()
}

#[tokio::test(start_paused = true)]
async fn rpath_3_to_6_table_of_published_examples() {
    let rows = [
        ("$", json!({"store": 1}), json!({"store": 1})),
        (
            "$.store.book",
            json!({"store": {"book": 1}, "store.book": 2}),
            json!(1),
        ),
        (
            r"$.store\.book",
            json!({"store": {"book": 1}, "store.book": 2}),
            json!(2),
        ),
        (r"$.\stor\e.boo\k", json!({"store": {"book": 1}}), json!(1)),
        (
            "$.store.book.title",
            json!({"store": {"book": {"title": "T"}}}),
            json!("T"),
        ),
        (
            r"$.foo.\.bar",
            json!({"foo": {".bar": 1, "bar": 2}}),
            json!(1),
        ),
        (
            r"$.foo\@bar.baz\[\[.\?pretty",
            json!({"foo@bar": {"baz[[": {"?pretty": 1}}}),
            json!(1),
        ),
        (
            r"$.&Ж中.\uD800\uDF46",
            json!({"&Ж中": {"\u{10346}": 1}}),
            json!(1),
        ),
        (
            "$.ledgers.branch[0].pending.count",
            json!({"ledgers": {"branch": [{"pending": {"count": 5}}]}}),
            json!(5),
        ),
        (
            "$.ledgers.branch[0]",
            json!({"ledgers": {"branch": [{"a": 1}, {"b": 2}]}}),
            json!({"a": 1}),
        ),
        (
            "$['store']['book']",
            json!({"store": {"book": 1}}),
            json!(1),
        ),
        (r"$.\u0061b", json!({"ab": 1, "u0061b": 2}), json!(1)),
        (r"$.\ux", json!({"ux": 1}), json!(1)),
        ("$.a-b/c#1.2", json!({"a-b/c#1": {"2": 1}}), json!(1)),
        (
            "$['store'][0]['book']",
            json!({"store": [{"book": 1}]}),
            json!(1),
        ),
    ];
    for (path, input, selected) in rows {
        assert_eq!(select(path, input).await, selected, "{path}");
    }
}

#[tokio::test(start_paused = true)]
async fn rpath_3_indices_may_repeat() {
    let mut inner = vec![Value::Null; 316];
    inner[315] = json!({"foo": "found"});
    let mut middle = vec![Value::Null; 23];
    middle[22] = Value::from(inner);
    let input = json!({"ledgers": [middle]});
    let found = select("$.ledgers[0][22][315].foo", input).await;
    assert_eq!(found, json!("found"));
}

#[tokio::test(start_paused = true)]
async fn rpath_5_quoted_names() {
    let rows = [
        (r#"$['Test\""Name"']"#, json!({r#"Test\""Name""#: 1})),
        (r"$['it\'s']", json!({"it's": 1})),
        (r"$['a\\b']", json!({r"a\b": 1})),
        (r"$['a\nb']", json!({r"a\nb": 1})),
        (r#"$["dot.ted"]"#, json!({"dot.ted": 1})),
    ];
    for (path, input) in rows {
        assert_eq!(select(path, input).await, json!(1), "{path}");
    }
}

#[tokio::test(start_paused = true)]
async fn path_9_and_12_no_match_is_an_error_and_null_is_a_match() {
    let cases = [
        ("$.store.book", json!({"store": {}})),
        ("$.store.book", json!({"store": null})),
        ("$.store.book", json!({"store": [{"book": 1}]})),
        ("$.store.book", json!("store")),
        (
            "$['store'][0]['book']",
            json!({"store": {"0": {"book": 1}}}),
        ),
        ("$['store'][0]['book']", json!({"store": []})),
        ("$['store'][0]['book']", json!({"store": "text"})),
        (r"$.store\.book", json!({"store": {"book": 1}})),
    ];
    for (path, input) in cases {
        let machine = read::Machine::new(()).execution_name(path);
        flow(machine.run(input)).await.reports("States.Runtime");
    }
    let null = select("$.store.book", json!({"store": {"book": null}})).await;
    assert_eq!(null, Value::Null);
}

#[tokio::test(start_paused = true)]
async fn path_12_error_names_by_field() {
    failures! { fields:
        {"field": "InputPath"} => "States.Runtime" in "InputPath",
        {"field": "OutputPath"} => "States.Runtime" in "OutputPath",
        {"field": "Parameters"} => "States.ParameterPathFailure" in "Parameters",
        {"field": "ResultSelector", "list": [1]} => "States.ParameterPathFailure" in "ResultSelector",
        {"field": "ItemSelector", "list": [1]} => "States.ParameterPathFailure" in "ItemSelector",
        {"field": "ResultPath"} => "States.ResultPathMatchFailure" in "ResultPath",
        {"field": "ItemsPath"} => "States.Runtime" in "ItemsPath",
        {"field": "Variable"} => "States.Runtime" in "Variable",
        {"field": "Operand"} => "States.Runtime" in "Operand",
        {"field": "SecondsPath"} => "States.Runtime" in "SecondsPath",
        {"field": "TimestampPath"} => "States.Runtime" in "TimestampPath",
        {"field": "TimeoutSecondsPath"} => "States.Runtime" in "TimeoutSecondsPath",
        {"field": "HeartbeatSecondsPath"} => "States.Runtime" in "HeartbeatSecondsPath",
        {"field": "ErrorPath"} => "States.Runtime" in "ErrorPath",
        {"field": "CausePath"} => "States.Runtime" in "CausePath",
    }
}

#[tokio::test(start_paused = true)]
async fn task_7_limits_without_a_value_keep_the_work_from_starting() {
    let world = World::new().on("TimeoutSecondsPath", [gives(1)]);
    for field in ["TimeoutSecondsPath", "HeartbeatSecondsPath"] {
        flow(fields::run(&world, json!({"field": field})))
            .await
            .reports("States.Runtime");
    }
    assert_eq!(world.calls(), []);
}
