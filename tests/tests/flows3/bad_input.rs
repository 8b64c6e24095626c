//! Input that is too deep, too large or odd: correct or a clean error.

use asl_runtime::Value;

use super::support::{flow, json};

machines! { bad_input = "flows/more/bad_input.asl.json"; }

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

#[tokio::test(start_paused = true)]
async fn bad_input_200_levels_deep_is_refused_with_the_limit_named() {
    let error = Value::from_json(&nested(200)).unwrap_err().to_string();
    assert!(error.contains("127"), "{error}");
    let text = r#"{"a":"#.repeat(100_000);
    assert!(
        Value::from_json(&text)
            .unwrap_err()
            .to_string()
            .contains("127")
    );
    // Beneath the limit it passes through.
    let deep = Value::from_json(&nested(120)).unwrap();
    let output = flow(bad_input::run(
        (),
        json!({"case": "copy", "deep": deep.clone()}),
    ))
    .await;
    assert_eq!(output.output()["deep"], deep);
    // The same at run time.
    for depth in [200, 100_000] {
        flow(bad_input::run(
            (),
            json!({"case": "parse", "v": (nested(depth))}),
        ))
        .await
        .reports("States.IntrinsicFailure")
        .in_state("Parse");
    }
}

#[tokio::test(start_paused = true)]
async fn bad_input_of_50_megabytes_is_shared_not_copied() {
    let text = Value::from("x".repeat(50_000_000));
    let pointer = |value: &Value| value["text"].as_str().map(str::as_ptr);
    let input = json!({"case": "copy", "text": text});
    let before = pointer(&input);
    let output = flow(bad_input::run((), input)).await.output();
    assert_eq!(pointer(&output), before);
    assert_eq!(output["text"].as_str().map(str::len), Some(50_000_000));
}

#[tokio::test(start_paused = true)]
async fn bad_input_of_a_million_items_through_a_filter_and_a_map() {
    let items: Value = (0..1_000_000).map(Value::from).collect::<Vec<_>>().into();
    flow(bad_input::run(
        (),
        json!({"case": "million", "items": items}),
    ))
    .await
    .gives(json!({"count": 500_000, "first": 500_000, "last": 999_999}));
}

#[tokio::test(start_paused = true)]
async fn bad_input_numbers_beyond_i64_u64_and_binary64() {
    for (text, kept) in [
        ("18446744073709551615", "18446744073709551615"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("1e-400", "0"),
    ] {
        let input = json!({"case": "parse", "v": text});
        let output = flow(bad_input::run((), input)).await.output();
        assert_eq!(output.as_f64(), kept.parse().ok(), "{text}");
        if text != "1e-400" {
            assert_eq!(output.to_string(), kept);
        }
    }
    // Beyond u64 a number is the nearest binary64.
    let beyond = Value::from_json("18446744073709551616").unwrap();
    assert_eq!(beyond.as_f64(), Some(18_446_744_073_709_551_616.0));
    assert_eq!(Value::from_json(&beyond.to_string()).unwrap(), beyond);
    for text in ["1e400", "-1e400", "NaN", "Infinity", "01", "1."] {
        assert!(Value::from_json(text).is_err(), "{text}");
        flow(bad_input::run((), json!({"case": "parse", "v": text})))
            .await
            .reports("States.IntrinsicFailure");
    }
}

#[tokio::test(start_paused = true)]
async fn bad_input_lone_surrogates() {
    for text in [
        r#""\uD800""#,
        r#""\uDC00""#,
        r#""\uD800x""#,
        r#"{"\uD800":1}"#,
    ] {
        assert!(Value::from_json(text).is_err(), "{text}");
        flow(bad_input::run((), json!({"case": "parse", "v": text})))
            .await
            .reports("States.IntrinsicFailure");
    }
    let pair = Value::from_json(r#""\uD83E\uDD80""#).unwrap();
    assert_eq!(pair, "\u{1F980}");
}

#[tokio::test(start_paused = true)]
async fn bad_input_odd_keys() {
    outputs! { bad_input:
        {"case": "keys", "v": {"": 1, "a.b": 2, "it's": 3, "say \"x\"": 4, "a[0]": 5, "a": {"b": 6}}} => {
            "a.b": {"]": {"empty": 1, "dot": 2, "quote": 3, "double": 4, "bracket": 5}}
        },
    }
    failures! { bad_input:
        {"case": "keys", "v": {"a": {"b": 6}}} => "States.ParameterPathFailure" in "Keys",
    }
}

#[tokio::test(start_paused = true)]
async fn bad_input_descent_on_a_wide_tree() {
    let leaf = json!({"n": 1, "m": [{"n": 2}]});
    let wide: Value = vec![leaf; 100_000].into();
    flow(bad_input::run((), json!({"case": "tree", "wide": wide})))
        .await
        .gives(json!({"count": 200_000}));
}
