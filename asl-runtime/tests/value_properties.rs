//! Properties, with `serde_json` as the oracle.

use asl_runtime::{Object, Value, from_value, json, to_value};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::Value as Json;

/// Any value, negative zero apart, which becomes 0 here (DATA-5).
fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        any::<f64>()
            .prop_filter("negative zero", |x| x.to_bits() != 1 << 63)
            .prop_map(Json::from),
        any_text().prop_map(Json::from),
    ];
    leaf.prop_recursive(6, 100, 25, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..25).prop_map(Json::from),
            btree_map(any_text(), inner, 0..25)
                .prop_map(|entries| Json::Object(entries.into_iter().collect())),
        ]
    })
}

fn any_text() -> impl Strategy<Value = String> {
    vec(
        prop_oneof![any::<char>(), proptest::char::range('\0', '~')],
        0..6,
    )
    .prop_map(|chars| chars.into_iter().collect())
}

/// What an object is expected to do: the same on a plain list.
fn model_insert(model: &mut Vec<(String, u32)>, key: String, value: u32) -> Option<u32> {
    match model.iter_mut().find(|(k, _)| *k == key) {
        Some((_, old)) => Some(std::mem::replace(old, value)),
        None => {
            model.push((key, value));
            None
        }
    }
}

fn model_remove(model: &mut Vec<(String, u32)>, key: &str) -> Option<u32> {
    let at = model.iter().position(|(k, _)| k == key)?;
    Some(model.remove(at).1)
}

proptest! {
    #[test]
    fn conversion_to_serde_json_and_back_loses_nothing(json in any_json()) {
        let value = Value::from(json.clone());
        prop_assert_eq!(&Json::from(value.clone()), &json);
        prop_assert_eq!(&serde_json::to_value(&value).unwrap(), &json);
        prop_assert_eq!(&to_value(&json).unwrap(), &value);
        prop_assert_eq!(&from_value::<Json>(value.clone()).unwrap(), &json);
        prop_assert_eq!(&from_value::<Value>(value.clone()).unwrap(), &value);
    }

    #[test]
    fn data_5_text_is_what_serde_json_writes(json in any_json()) {
        let text = json.to_string();
        let value = Value::from(json);
        prop_assert_eq!(&value.to_string(), &text);
        prop_assert_eq!(&value.to_json().unwrap(), &text);
        prop_assert_eq!(value.to_json_bytes().unwrap(), text.into_bytes());
    }

    #[test]
    fn data_4_text_reads_as_what_has_been_written(json in any_json()) {
        let text = json.to_string();
        // To the last bit of a float, which `serde_json` itself gives only when asked to.
        let expected = Value::from(json);
        let parsed = Value::from_json(&text).unwrap();
        prop_assert_eq!(&parsed, &expected);
        prop_assert_eq!(&Value::from_json_slice(text.as_bytes()).unwrap(), &expected);
    }

    #[test]
    fn any_text_parses_or_is_refused_as_by_serde_json(text in any_text()) {
        let theirs = serde_json::from_str::<Json>(&text).ok();
        let ours = text.parse::<Value>().ok();
        prop_assert_eq!(ours, theirs.map(Value::from));
    }

    #[test]
    fn objects_behave_like_a_list_of_entries(
        steps in vec((any::<bool>(), 0..40_u8, any::<u32>()), 0..200),
        clone_every in 1..50_usize,
    ) {
        let mut object = Object::new();
        let mut model = Vec::new();
        let mut kept = Vec::new();
        for (step, (insert, key, value)) in steps.into_iter().enumerate() {
            let key = key.to_string();
            let (ours, theirs) = if insert {
                (object.insert(key.as_str(), value), model_insert(&mut model, key, value))
            } else {
                (object.remove(&key), model_remove(&mut model, &key))
            };
            prop_assert_eq!(ours, theirs.map(Value::from));
            if step % clone_every == 0 {
                kept.push((object.clone(), model.clone()));
            }
        }
        kept.push((object, model));
        // Clones taken on the way have not changed since.
        for (object, model) in kept {
            prop_assert_eq!(object.len(), model.len());
            for (key, value) in &model {
                prop_assert_eq!(object.get(key), Some(&json!(*value)));
            }
            let entries: Vec<_> = object.into_iter().map(|(k, v)| (String::from(k), v)).collect();
            let expected: Vec<_> = model.into_iter().map(|(k, v)| (k, json!(v))).collect();
            prop_assert_eq!(entries, expected);
        }
    }

    #[test]
    fn equality_is_reflexive_and_sees_every_change(json in any_json(), other in any_json()) {
        let (a, b) = (Value::from(json.clone()), Value::from(json.clone()));
        prop_assert_eq!(&a, &b);
        let c = Value::from(other.clone());
        // Apart from `1 == 1.0`, equality is serde_json's.
        if json == other {
            prop_assert_eq!(&a, &c);
        }
        prop_assert_eq!(a == c, c == a);
        prop_assert_ne!(json!([&a]), json!([&a, &c]));
        prop_assert_ne!(json!({"k": &a}), json!({"l": &a}));
    }
}

/// Objects of a few forms in any order, with what their keys may be in text: equal, escaped, long.
fn any_records() -> impl Strategy<Value = Vec<Vec<&'static str>>> {
    let key = proptest::sample::select(vec![
        "a",
        "ab",
        "b",
        "id",
        "a key that is not kept in place",
        "line\nbreak",
        "quote\"",
        "é",
    ]);
    vec(vec(key, 0..20), 0..12)
}

proptest! {
    /// Whatever has been read before, an object has the keys of its own text (DIA-7).
    #[test]
    fn dia_7_records_of_any_form_are_read_like_lists_of_entries(records in any_records()) {
        let text = |keys: &Vec<&str>| {
            let entry = |(n, key): (usize, &&str)| format!("{}:{n}", Json::from(*key));
            let entries: Vec<String> = keys.iter().enumerate().map(entry).collect();
            format!("{{{}}}", entries.join(","))
        };
        let texts: Vec<String> = records.iter().map(text).collect();
        let parsed = Value::from_json(&format!("[{}]", texts.join(", "))).unwrap();
        prop_assert_eq!(parsed.as_array().unwrap().len(), records.len());
        for (object, keys) in parsed.as_array().unwrap().iter().zip(&records) {
            let mut model = Vec::new();
            for (n, key) in keys.iter().enumerate() {
                model_insert(&mut model, (*key).to_owned(), u32::try_from(n).unwrap());
            }
            let object = object.as_object().unwrap();
            let entries: Vec<_> = object.iter().collect();
            let model: Vec<_> = model.iter().map(|(k, n)| (k.as_str(), json!(*n))).collect();
            let expected: Vec<_> = model.iter().map(|(k, n)| (*k, n)).collect();
            prop_assert_eq!(entries, expected);
            let backwards: Vec<_> = object.iter().rev().map(|(k, _)| k).collect();
            prop_assert_eq!(backwards, model.iter().rev().map(|(k, _)| *k).collect::<Vec<_>>());
        }
    }

    /// An object grows and shrinks over the size from which on it has an index, shared or not.
    #[test]
    fn objects_behave_like_a_list_of_entries_at_every_size(
        size in 0..20_usize,
        removed in vec(any::<prop::sample::Index>(), 0..6),
        share in any::<bool>(),
    ) {
        let mut object = Object::new();
        let mut model = Vec::new();
        let mut kept = Vec::new();
        for n in 0..size {
            let before = share.then(|| (object.clone(), model.clone()));
            kept.extend(before);
            object.extend([(format!("k{n}"), n as u32)]);
            model_insert(&mut model, format!("k{n}"), n as u32);
        }
        for index in removed {
            kept.extend(share.then(|| (object.clone(), model.clone())));
            if model.is_empty() {
                break;
            }
            let key = model[index.index(model.len())].0.clone();
            prop_assert_eq!(object.remove(&key), model_remove(&mut model, &key).map(Value::from));
            object.insert(key.as_str(), 99);
            model_insert(&mut model, key, 99);
        }
        kept.push((object, model));
        for (mut object, model) in kept {
            let expected: Vec<_> = model.iter().map(|(k, n)| (k.clone(), json!(*n))).collect();
            let entries: Vec<_> = object.iter().map(|(k, v)| (k.to_owned(), v.clone())).collect();
            prop_assert_eq!(&entries, &expected);
            prop_assert_eq!(object.len(), model.len());
            let before = object.clone();
            object.iter_mut().for_each(|(_, value)| *value = Value::Null);
            prop_assert!(object.values().all(Value::is_null));
            let entries: Vec<_> = before.into_iter().map(|(k, v)| (String::from(k), v)).collect();
            prop_assert_eq!(&entries, &expected);
        }
    }
}
