//! Reading JSON text.

use asl_runtime::{Value, json};

#[test]
fn data_1_any_json_value_is_a_document() {
    for (text, value) in [
        ("null", json!(null)),
        (" true\n", json!(true)),
        ("-1.5e1", json!(-15)),
        (r#""\u00e9\ud83d\ude00\n""#, json!("é\u{1f600}\n")),
        ("[]", json!([])),
        ("{}", json!({})),
        (
            r#"[{"a": [1, {"b": null}]}]"#,
            json!([{"a": [1, {"b": null}]}]),
        ),
    ] {
        assert_eq!(text.parse::<Value>().unwrap(), value, "{text}");
        assert_eq!(
            Value::from_json_slice(text.as_bytes()).unwrap(),
            value,
            "{text}"
        );
    }
}

#[test]
fn what_is_not_json_is_refused_with_its_position() {
    for (text, position) in [
        ("", "line 1 column 0"),
        ("[1,\n 2,]", "line 2 column 4"),
        ("{\"a\" 1}", "line 1 column 6"),
        ("[1] 2", "line 1 column 5"),
        ("{a: 1}", "line 1 column 2"),
        ("nul", "line 1 column 3"),
        ("01", "line 1 column 2"),
        ("NaN", "line 1 column 1"),
        ("\"\t\"", "line 1 column 2"),
        ("\u{feff}1", "line 1 column 1"),
        (r#"["\ud800"]"#, "line 1 column 9"), // a lone surrogate
        ("[1e400]", "line 1"),                // beyond binary64
    ] {
        let error = Value::from_json(text).unwrap_err().to_string();
        assert!(error.contains(position), "{text}: {error}");
    }
    assert!(Value::from_json_slice(b"\"\xff\"").is_err());
}

#[test]
fn records_share_their_long_keys() {
    let record = r#"{"the number of days until delivery": 1}"#;
    let records = Value::from_json(&format!("[{record},{record},{record}]")).unwrap();
    let key = |index: usize| {
        records[index]
            .as_object()
            .unwrap()
            .keys()
            .next()
            .unwrap()
            .as_ptr()
    };
    assert_eq!(key(0), key(1));
    assert_eq!(key(0), key(2));
}

#[test]
fn keys_stay_apart_however_many_there_are() {
    // More than are remembered for sharing, short and long, and all of them twice.
    let keys: Vec<String> = (0..1000)
        .map(|n| "k".repeat(n % 50) + &n.to_string())
        .collect();
    let record = format!(
        "{{{}}}",
        keys.iter()
            .map(|k| format!("\"{k}\":0"))
            .collect::<Vec<_>>()
            .join(",")
    );
    let records = Value::from_json(&format!("[{record},{record}]")).unwrap();
    for record in records.as_array().unwrap() {
        assert!(record.as_object().unwrap().keys().eq(&keys));
    }
}
