//! Objects and arrays: order, lookup, copy-on-write.

use asl_runtime::{Array, Key, Object, Text, Value, json};

/// One size that is scanned and one that is indexed.
const SIZES: [usize; 2] = [10, 100];

fn numbered(size: usize) -> Object {
    (0..size).map(|n| (format!("k{n}"), n)).collect()
}

fn keys(object: &Object) -> Vec<&str> {
    object.keys().collect()
}

#[test]
fn value_is_three_words_and_shareable() {
    fn shareable<T: Send + Sync>() {}
    shareable::<Value>();
    assert_eq!(size_of::<Value>(), 24);
    assert_eq!(size_of::<Option<Value>>(), 24);
}

#[test]
fn data_6_keys_keep_insertion_order() {
    let mut object = Object::new();
    for key in ["z", "a", "m"] {
        assert_eq!(object.insert(key, key), None);
    }
    assert_eq!(keys(&object), ["z", "a", "m"]);
    assert_eq!(
        Value::from(object).to_string(),
        r#"{"z":"z","a":"a","m":"m"}"#
    );
}

#[test]
fn dia_7_the_last_value_wins_in_the_place_of_the_first() {
    for size in SIZES {
        let mut object = numbered(size);
        assert_eq!(object.insert("k3", "new"), Some(json!(3)));
        assert_eq!(object.len(), size);
        assert_eq!(object.iter().nth(3), Some(("k3", &json!("new"))));
    }
    let parsed = Value::from_json(r#"{"a": 1, "b": 2, "a": 3}"#).unwrap();
    assert_eq!(parsed.to_string(), r#"{"a":3,"b":2}"#);
}

#[test]
fn every_key_is_found_whatever_the_size() {
    for size in 0..40 {
        let object = numbered(size);
        assert_eq!(object.len(), size);
        assert_eq!(object.is_empty(), size == 0);
        for n in 0..size {
            assert_eq!(object.get(&format!("k{n}")), Some(&json!(n)));
        }
        assert_eq!(object.get(&format!("k{size}")), None);
    }
}

#[test]
fn removal_keeps_the_order_and_the_index() {
    for size in SIZES {
        let mut object = numbered(size);
        assert_eq!(object.remove("no such key"), None);
        for removed in (0..size).step_by(3) {
            assert_eq!(object.remove(&format!("k{removed}")), Some(json!(removed)));
        }
        let left: Vec<usize> = (0..size).filter(|n| n % 3 != 0).collect();
        assert_eq!(
            object.values().cloned().collect::<Value>(),
            Value::from(left.clone())
        );
        for n in 0..size {
            let expected = left.contains(&n).then(|| json!(n));
            assert_eq!(
                object.get(&format!("k{n}")),
                expected.as_ref(),
                "k{n} of {size}"
            );
        }
        object.insert("k0", "again");
        assert_eq!(object.iter().next_back(), Some(("k0", &json!("again"))));
    }
}

#[test]
fn equality_ignores_the_order_of_keys() {
    for size in SIZES {
        let object = numbered(size);
        let reversed: Object = object.clone().into_iter().rev().collect();
        assert_ne!(keys(&object), keys(&reversed));
        assert_eq!(object, reversed);

        let mut other_value = reversed.clone();
        other_value.insert("k1", "x");
        assert_ne!(object, other_value);

        let mut other_key = reversed;
        other_key.remove("k1");
        other_key.insert("x", 1);
        assert_ne!(object, other_key);
    }
}

#[test]
fn a_change_to_a_clone_leaves_the_original() {
    let original = json!({"items": [{"sku": "A"}, {"sku": "B"}], "paid": false});
    let text = original.to_string();

    let mut copy = original.clone();
    let item = copy
        .get_mut("items")
        .and_then(|items| items.get_index_mut(1));
    item.unwrap().as_object_mut().unwrap().insert("sku", "C");
    copy.as_object_mut().unwrap().remove("paid");

    assert_eq!(original.to_string(), text);
    assert_eq!(copy.to_string(), r#"{"items":[{"sku":"A"},{"sku":"C"}]}"#);
}

#[test]
fn a_change_copies_only_the_way_to_it() {
    let original = json!({"left": [1], "right": [2]});
    let mut copy = original.clone();
    copy.get_mut("left")
        .unwrap()
        .as_array_mut()
        .unwrap()
        .push(3);

    let shared = |key: &str| {
        original[key].as_array().unwrap().as_ptr() == copy[key].as_array().unwrap().as_ptr()
    };
    assert!(!shared("left"));
    assert!(shared("right"));
}

#[test]
fn a_failed_write_does_not_unshare() {
    let original = json!({"list": [1]});
    let mut copy = original.clone();
    assert_eq!(copy.get_mut("absent"), None);
    assert_eq!(copy.as_object_mut().unwrap().remove("absent"), None);
    let first =
        |value: &Value| std::ptr::from_ref(value.as_object().unwrap().values().next().unwrap());
    assert_eq!(first(&original), first(&copy));

    let mut list = original["list"].clone();
    assert_eq!(list.get_index_mut(1), None);
    assert_eq!(
        list.as_array().unwrap().as_ptr(),
        original["list"].as_array().unwrap().as_ptr()
    );
}

#[test]
fn unshared_contents_move_out() {
    let array = Array::from(vec![json!("only here")]);
    let before = array.as_ptr();
    let items = Vec::from(array);
    assert_eq!(items.as_ptr(), before);

    let shared = Array::from(items);
    let other = shared.clone();
    assert_eq!(shared.into_iter().collect::<Vec<_>>(), [json!("only here")]);
    assert_eq!(other.len(), 1);
}

#[test]
fn iter_mut_writes_in_place() {
    let mut object = Object::from([("a", 1), ("b", 2)]);
    let before = object.clone();
    for (key, value) in object.iter_mut() {
        *value = key.into();
    }
    assert_eq!(Value::from(object), json!({"a": "a", "b": "b"}));
    assert_eq!(Value::from(before), json!({"a": 1, "b": 2}));
}

#[test]
fn accessors_answer_only_for_their_kind() {
    let samples = [
        json!(null),
        json!(true),
        json!(1),
        json!("s"),
        json!([]),
        json!({}),
    ];
    let names = ["null", "boolean", "number", "string", "array", "object"];
    for (kind, (value, name)) in samples.iter().zip(names).enumerate() {
        assert_eq!(value.type_name(), name);
        let tests = [
            value.is_null(),
            value.is_boolean() && value.as_bool().is_some(),
            value.is_number() && value.as_number().is_some() && value.as_f64().is_some(),
            value.is_string() && value.as_str().is_some(),
            value.is_array() && value.as_array().is_some(),
            value.is_object() && value.as_object().is_some(),
        ];
        for (other, holds) in tests.into_iter().enumerate() {
            assert_eq!(holds, other == kind, "{value}: {}", names[other]);
        }
    }
}

#[test]
fn indexing_what_is_absent_gives_null() {
    let value = json!({"list": [1]});
    assert_eq!(value["list"][0], 1);
    for absent in [
        &value["no"],
        &value["list"][1],
        &value["list"]["no"],
        &value[0],
    ] {
        assert!(absent.is_null());
    }
    let mut value = value;
    assert_eq!(value.take(), json!({"list": [1]}));
    assert!(value.is_null());
}

#[test]
fn values_compare_with_rust_literals() {
    assert_eq!(json!("x"), "x");
    assert_eq!("x", json!("x"));
    assert_eq!(json!("x"), String::from("x"));
    assert_eq!(json!(true), true);
    assert_eq!(json!(3), 3_u8);
    assert_eq!(json!(3.0), 3);
    assert_eq!(json!(0.5), 0.5);
    assert_ne!(json!("3"), 3);
    assert_ne!(json!(null), false);
}

#[test]
fn texts_are_strings_whatever_holds_them() {
    const STATIC: Text = Text::from_static("key");
    let shared = Text::from(String::from("key"));
    assert_eq!(STATIC, shared);
    assert_eq!(STATIC.cmp(&shared), std::cmp::Ordering::Equal);
    assert_eq!(shared, "key");
    assert_eq!(format!("{shared} {shared:?}"), r#"key "key""#);

    let set = std::collections::HashSet::from([STATIC]);
    assert!(set.contains(&shared));
    assert!(set.contains("key"));
}

#[test]
fn strings_print_with_the_escapes_json_needs() {
    for (raw, printed) in [
        ("plain", r#""plain""#),
        ("\"\\/", r#""\"\\/""#),
        ("\n\r\t\u{8}\u{c}", r#""\n\r\t\b\f""#),
        ("\0\u{1f}\u{7f}", "\"\\u0000\\u001f\u{7f}\""),
        ("é日\u{1f600}", "\"é日\u{1f600}\""),
        ("", r#""""#),
    ] {
        assert_eq!(Value::from(raw).to_string(), printed);
        let object = Value::from(Object::from([(Key::from(raw), 0)]));
        assert_eq!(object.to_string(), format!("{{{printed}:0}}"));
    }
}
