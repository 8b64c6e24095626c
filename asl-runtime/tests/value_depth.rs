//! Documents nested deeper than the stack, and larger than a scan can take.

use asl_runtime::value::{MAX_DEPTH, to_value};
use asl_runtime::{Object, Value, json};

const MILLION: usize = 1_000_000;

/// Still far deeper than a test's stack, and quicker to build.
const DEEP: usize = 200_000;

fn arrays(depth: usize) -> Value {
    (0..depth).fold(Value::Null, |inner, _| Value::from(vec![inner]))
}

fn objects(depth: usize) -> Value {
    (0..depth).fold(Value::Null, |inner, _| Object::from([("k", inner)]).into())
}

#[test]
fn deep_values_drop() {
    drop(arrays(MILLION));
    drop(objects(MILLION));

    let mixed = (0..MILLION).fold(Value::Null, |inner, n| {
        if n % 2 == 0 {
            json!([0, inner, "after"])
        } else {
            json!({"before": [], "k": inner})
        }
    });
    let second = mixed.clone();
    drop(mixed);
    drop(second);
}

/// Each level holds the one below twice, so that none is unique before the first owner lets go.
#[test]
fn deep_values_that_share_their_parts_drop() {
    drop((0..DEEP).fold(json!([]), |inner, _| json!([inner.clone(), inner])));
    drop((0..DEEP).fold(json!({}), |inner, n| {
        let (array, object) = (json!([inner.clone()]), json!({"k": inner}));
        if n % 2 == 0 {
            json!({"a": array, "b": object})
        } else {
            json!([object, array])
        }
    }));
}

#[test]
fn the_last_of_several_threads_drops_a_deep_value() {
    let value = arrays(MILLION);
    let threads =
        [value.clone(), value.clone(), value].map(|value| std::thread::spawn(move || drop(value)));
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn deep_values_compare() {
    assert_eq!(arrays(DEEP), arrays(DEEP));
    assert_ne!(arrays(DEEP), arrays(DEEP - 1));
    assert_eq!(objects(DEEP), objects(DEEP));
    assert_ne!(objects(DEEP), objects(DEEP + 1));
}

#[test]
fn deep_values_print() {
    let text = arrays(DEEP).to_string();
    assert_eq!(text.len(), 2 * DEEP + 4);
    assert!(text.starts_with("[[[") && text.ends_with("]]]"));
    assert!(objects(DEEP).to_string().ends_with("}}}"));
}

#[test]
fn debug_stops_with_an_ellipsis() {
    let shallow = format!("{:?}", arrays(MAX_DEPTH));
    assert_eq!(
        shallow,
        format!("{}null{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH))
    );
    let deep = format!("{:?}", arrays(DEEP));
    assert_eq!(
        deep,
        format!("{}…{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH))
    );
    assert!(format!("{:?}", objects(DEEP)).contains("{\"k\": …}"));
}

#[test]
fn deep_values_convert() {
    // serde_json's own values overflow the stack when they are dropped, a little later than this.
    let depth = 3_000;
    let json = serde_json::Value::from(arrays(depth));
    assert_eq!(Value::from(json), arrays(depth));
}

#[test]
fn parsing_stops_at_the_limit_and_names_it() {
    let text = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Value::from_json(&text(MAX_DEPTH - 1)).is_ok());
    for depth in [MAX_DEPTH, DEEP] {
        let error = Value::from_json(&text(depth)).unwrap_err().to_string();
        assert!(error.contains("the limit is 127"), "{error}");
        assert!(error.contains("line 1 column 128"), "{error}");
    }
}

#[test]
fn serialising_stops_at_the_limit_and_names_it() {
    for nest in [arrays, objects] {
        let deepest = nest(MAX_DEPTH - 1);
        assert_eq!(
            deepest.to_json().unwrap().parse::<Value>().unwrap(),
            deepest
        );
        assert_eq!(to_value(&deepest).unwrap(), deepest);
        assert!(deepest.to_json().is_ok());
        assert!(deepest.to_json_bytes().is_ok());
        for depth in [MAX_DEPTH, DEEP] {
            let error = nest(depth).to_json().unwrap_err().to_string();
            assert!(error.contains("the limit is 127"), "{error}");
            assert!(nest(depth).to_json_bytes().is_err());
            assert!(to_value(nest(depth)).is_err());
        }
    }
}

#[test]
fn typed_conversions_stop_at_the_limit() {
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Link {
        next: Option<Box<Link>>,
    }
    let chain = |length: usize| {
        (0..length)
            .fold(None, |next, _| Some(Box::new(Link { next })))
            .map_or(Value::Null, |link| {
                to_value(link).unwrap_or_else(|error| error.to_string().into())
            })
    };
    assert!(chain(MAX_DEPTH - 1).is_object());
    assert!(
        chain(MAX_DEPTH)
            .as_str()
            .unwrap()
            .contains("the limit is 127")
    );

    let deep = (0..DEEP).fold(Value::Null, |next, _| Object::from([("next", next)]).into());
    let error = asl_runtime::from_value::<Link>(deep.clone())
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("the limit is 127"), "{error}");
    assert!(asl_runtime::from_value::<serde_json::Value>(deep).is_err());
}

#[test]
fn objects_with_very_many_keys_parse() {
    let count = 100_000;
    let entries: Vec<String> = (0..count).map(|n| format!("\"key {n}\":{n}")).collect();
    let text = format!("{{{}}}", entries.join(","));
    let value = Value::from_json(&text).unwrap();
    assert_eq!(value.as_object().unwrap().len(), count);
    for n in (0..count).step_by(997) {
        assert_eq!(value[format!("key {n}").as_str()], n);
    }
    assert_eq!(value.to_string(), text);

    let reversed: Value = value
        .as_object()
        .unwrap()
        .clone()
        .into_iter()
        .rev()
        .collect();
    assert_eq!(value, reversed);
}
