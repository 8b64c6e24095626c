//! Rust types to and from values: the answers are those of `serde_json`.
#![expect(clippy::unwrap_used, reason = "a failed helper fails its test")]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use asl_runtime::value::{into_value, try_from_value};
use asl_runtime::{Array, Number, Object, Text, Value, from_value, json, to_value};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Newtype(i64);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Pair(u8, String);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Item {
    sku: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    quantity: u32,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum External {
    Unit,
    Newtype(Newtype),
    Tuple(i8, char),
    Struct { a: f64, b: Option<Unit> },
    Nested(Box<External>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "type")]
enum Internal {
    A { x: i32 },
    B,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(i32),
    B { y: Vec<u8> },
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    List(Vec<Untagged>),
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug, Clone)]
enum KeyEnum {
    First,
    Second,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug, Clone)]
struct KeyNewtype(i16);

/// Serialises and reads back as `serde_json` does, owned and borrowed.
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(data: T) {
    let theirs = serde_json::to_value(&data).unwrap();
    let ours = to_value(&data).unwrap();
    assert_eq!(Json::from(ours.clone()), theirs, "{data:?}");
    assert_eq!(T::deserialize(&ours).unwrap(), data, "borrowed: {ours}");
    let shared = ours.clone();
    assert_eq!(from_value::<T>(ours).unwrap(), data, "shared: {shared}");
    assert_eq!(from_value::<T>(shared).unwrap(), data, "owned");
    // Through text, where serde_json drives and is driven.
    let text = serde_json::to_string(&Value::from(theirs)).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), data, "{text}");
}

#[test]
fn scalars() {
    same(());
    same(true);
    same((i8::MIN, i16::MIN, i32::MIN, i64::MIN, i64::MAX));
    same((u8::MAX, u16::MAX, u32::MAX, u64::MAX));
    same((
        i128::from(i64::MIN),
        i128::from(u64::MAX),
        u128::from(u64::MAX),
    ));
    same((0.5_f32, 1e300_f64, -1.0_f64));
    same(('é', String::from("text"), String::new()));
    same((Some(1), None::<i32>, Some(Some("deep".to_owned()))));
}

#[test]
fn containers() {
    same(vec![vec![1], vec![], vec![2, 3]]);
    same([1, 2, 3]);
    same(BTreeMap::from([("a".to_owned(), vec![Some(1), None])]));
    same((1, "two".to_owned(), [3.5]));
}

#[test]
fn structs() {
    same(Unit);
    same(Newtype(-3));
    same(Pair(1, "x".to_owned()));
    let rest = BTreeMap::from([("extra".to_owned(), true)]);
    same(Item {
        sku: "A".to_owned(),
        note: None,
        quantity: 1,
        rest: rest.clone(),
    });
    same(Item {
        sku: "A".to_owned(),
        note: Some("n".to_owned()),
        quantity: 1,
        rest,
    });
}

#[test]
fn enums() {
    same(External::Unit);
    same(External::Newtype(Newtype(5)));
    same(External::Tuple(-1, 'z'));
    same(External::Struct { a: 0.25, b: None });
    same(External::Nested(Box::new(External::Nested(Box::new(
        External::Unit,
    )))));
    same(vec![Internal::A { x: 1 }, Internal::B]);
    same(vec![Adjacent::A(1), Adjacent::B { y: vec![1, 2] }]);
    same(vec![
        Untagged::Number(1),
        Untagged::Text("t".to_owned()),
        Untagged::List(vec![Untagged::Number(2)]),
    ]);
}

#[test]
fn keys_that_are_not_strings() {
    same(BTreeMap::from([(-5_i8, 0), (5, 1)]));
    same(BTreeMap::from([(u64::MAX, 0)]));
    same(BTreeMap::from([(i128::MIN, 0), (i128::MAX, 1)]));
    same(BTreeMap::from([(u128::MAX, 0)]));
    same(BTreeMap::from([(true, 0), (false, 1)]));
    same(BTreeMap::from([('c', 0)]));
    same(BTreeMap::from([(KeyEnum::First, 0), (KeyEnum::Second, 1)]));
    same(BTreeMap::from([(KeyNewtype(-3), 0)]));
}

/// A map with one entry, under a key of any type.
struct Single<K>(K);

impl<K: Serialize> Serialize for Single<K> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(&self.0, 1)])
    }
}

#[test]
fn keys_of_each_type_are_written_as_serde_json_writes_them() {
    fn check<K: Serialize + Debug>(key: K) {
        let theirs = serde_json::to_value(Single(&key)).ok();
        let ours = to_value(Single(&key)).ok().map(Json::from);
        assert_eq!(ours, theirs, "{key:?}");
    }
    check(0.1_f32);
    check(1e300_f64);
    check(f64::NAN);
    check(f32::INFINITY);
    check(Unit);
    check(());
    check(Some("key"));
    check(None::<&str>);
    check([1, 2]);
    check((1, 2));
    check(External::Newtype(Newtype(1)));
    check(External::Tuple(1, 'c'));
    check(External::Struct { a: 0.0, b: None });
    check(BTreeMap::from([(1, 2)]));
    check(format_args!("{}-{}", 1, 2));
}

#[test]
fn numbers_out_of_range_are_refused() {
    assert!(to_value(u128::from(u64::MAX) + 1).is_err());
    assert!(to_value(i128::from(i64::MIN) - 1).is_err());
    assert!(from_value::<u8>(json!(256)).is_err());
    assert!(from_value::<u8>(json!(-1)).is_err());
    assert!(from_value::<i64>(json!(u64::MAX)).is_err());
    assert!(from_value::<u8>(json!(1.5)).is_err());
}

#[test]
fn what_serde_json_refuses_is_refused() {
    fn check<T: DeserializeOwned + Debug + PartialEq>(value: &Value) {
        let theirs = serde_json::from_value::<T>(value.clone().into()).ok();
        let name = std::any::type_name::<T>();
        assert_eq!(
            from_value::<T>(value.clone()).ok(),
            theirs,
            "{name} from {value}"
        );
        assert_eq!(T::deserialize(value).ok(), theirs, "{name} from &{value}");
    }
    let samples = [
        "null",
        "true",
        "0",
        "1.0",
        "-1",
        "\"\"",
        "\"Unit\"",
        "\"c\"",
        "\"First\"",
        "[]",
        "[1]",
        "[1,\"x\"]",
        "[1,\"x\",2]",
        "{}",
        "{\"Unit\":null}",
        "{\"Unit\":1}",
        "{\"Newtype\":1}",
        "\"Newtype\"",
        "{\"Tuple\":[1,\"c\"]}",
        "{\"Tuple\":[]}",
        "{\"Tuple\":{}}",
        "{\"Struct\":[]}",
        "\"Tuple\"",
        "\"Struct\"",
        "{\"Struct\":{\"a\":1}}",
        "{\"Struct\":{\"a\":1,\"a\":2,\"z\":3}}",
        "{\"Unit\":null,\"x\":1}",
        "{\"sku\":\"A\",\"quantity\":1}",
        "{\"sku\":\"A\",\"quantity\":null}",
        "{\"1\":1}",
        "{\" 1\":1}",
        "{\"1 \":1}",
        "{\"+1\":1}",
        "{\"01\":1}",
        "{\"1.0\":1}",
        "{\"true\":1}",
        "{\"x\":1}",
        "{\"\":1}",
        "{\"type\":\"A\",\"x\":1}",
        "{\"type\":\"C\"}",
        "{\"t\":\"B\",\"c\":{\"y\":[1]}}",
        "[\"A\",1]",
    ];
    for text in samples {
        let value = Value::from_json(text).unwrap();
        check::<()>(&value);
        check::<bool>(&value);
        check::<i64>(&value);
        check::<u8>(&value);
        check::<f64>(&value);
        check::<char>(&value);
        check::<String>(&value);
        check::<Option<u8>>(&value);
        check::<Unit>(&value);
        check::<Newtype>(&value);
        check::<Pair>(&value);
        check::<Item>(&value);
        check::<External>(&value);
        check::<Internal>(&value);
        check::<Adjacent>(&value);
        check::<Untagged>(&value);
        check::<Vec<i64>>(&value);
        check::<[u8; 1]>(&value);
        check::<BTreeMap<String, i64>>(&value);
        check::<BTreeMap<i32, i64>>(&value);
        check::<BTreeMap<u64, i64>>(&value);
        check::<BTreeMap<i128, i64>>(&value);
        check::<BTreeMap<bool, i64>>(&value);
        check::<BTreeMap<Option<KeyEnum>, i64>>(&value);
        check::<Json>(&value);
    }
}

#[test]
fn strings_borrow_from_a_borrowed_value() {
    #[derive(Deserialize)]
    struct Borrowing<'a> {
        name: &'a str,
        #[serde(borrow)]
        other: Cow<'a, str>,
    }
    let value = json!({"name": "N", "other": "O"});
    let borrowing = Borrowing::deserialize(&value).unwrap();
    assert_eq!(
        borrowing.name.as_ptr(),
        value["name"].as_str().unwrap().as_ptr()
    );
    assert!(matches!(borrowing.other, Cow::Borrowed("O")));
}

#[test]
fn bytes_are_read_from_strings_and_arrays() {
    struct Bytes(Vec<u8>);

    impl Serialize for Bytes {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0)
        }
    }

    assert_eq!(to_value(Bytes(vec![1, 255])).unwrap(), json!([1, 255]));
    let text = json!("abc");
    assert_eq!(<&[u8]>::deserialize(&text).unwrap(), b"abc");
}

#[test]
fn errors_say_where_they_arose() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only read from values")]
    struct Order {
        items: Vec<Line>,
        kind: Option<External>,
        by_id: Option<BTreeMap<u8, bool>>,
    }

    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only read from values")]
    struct Line {
        sku: String,
    }

    let good = json!({"sku": "A"});
    let cases = [
        (
            json!({"items": [&good, &good, &good, {"sku": 7}]}),
            "invalid type: integer `7`, expected a string at $.items[3].sku",
        ),
        (
            json!({"items": [&good, {}]}),
            "missing field `sku` at $.items[1]",
        ),
        (
            json!({"items": null}),
            "invalid type: null, expected a sequence at $.items",
        ),
        (
            json!([]),
            "invalid length 0, expected struct Order with 3 elements",
        ),
        (
            json!({"items": [], "kind": {"Tuple": [1, 2]}}),
            "invalid type: integer `2`, expected a character at $.kind.Tuple[1]",
        ),
        (
            json!({"items": [], "kind": {"Nested": {"Nested": 3}}}),
            "invalid type: integer `3`, expected string or map at $.kind.Nested.Nested",
        ),
        (
            json!({"items": [], "by_id": {"1": 0}}),
            "invalid type: integer `0`, expected a boolean at $.by_id['1']",
        ),
        (
            json!({"items": [], "by_id": {"it's": true}}),
            "invalid type: string \"it's\", expected u8 at $.by_id",
        ),
    ];
    for (value, expected) in cases {
        let message =
            |error: asl_runtime::value::Error| error.to_string().replace("unit value", "null");
        assert_eq!(
            message(Order::deserialize(&value).unwrap_err()),
            expected,
            "&{value}"
        );
        assert_eq!(message(from_value::<Order>(value).unwrap_err()), expected);
    }
}

#[test]
fn keys_in_paths_are_quoted_where_needed() {
    for (key, path) in [
        ("a_1", "$.a_1"),
        ("1a", "$['1a']"),
        ("a b", "$['a b']"),
        ("it's", r"$['it\'s']"),
        ("", "$['']"),
    ] {
        let value = Value::from(Object::from([(key, "x")]));
        let error = from_value::<BTreeMap<String, bool>>(value)
            .unwrap_err()
            .to_string();
        assert!(error.ends_with(&format!(" at {path}")), "{error}");
    }
}

#[test]
fn parts_of_values_are_types_like_any_other() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Parts {
        value: Value,
        number: Number,
        text: Text,
        array: Array,
        object: Object,
    }
    let value = json!({"value": {"z": 1, "a": null}, "number": 1.5, "text": "t", "array": [1], "object": {"z": 1, "a": 2}});
    let parts: Parts = from_value(value.clone()).unwrap();
    assert_eq!(parts.value, json!({"z": 1, "a": null}));
    assert_eq!(to_value(&parts).unwrap().to_string(), value.to_string());
    same(parts);
    for wrong in ["number", "text", "array", "object"] {
        let mut value = value.clone();
        *value.get_mut(wrong).unwrap() = Value::Null;
        let error = from_value::<Parts>(value).unwrap_err().to_string();
        assert!(error.ends_with(&format!("at $.{wrong}")), "{error}");
    }
}

#[test]
fn values_move_through_generic_code() {
    let array = json!([1, 2, 3]);
    let address = array.as_array().unwrap().as_ptr();
    let moved: Value = try_from_value(into_value(array).unwrap()).unwrap();
    assert_eq!(moved.as_array().unwrap().as_ptr(), address);

    assert_eq!(into_value(vec![1, 2, 3]).unwrap(), moved);
    assert_eq!(try_from_value::<Vec<u8>>(moved).unwrap(), [1, 2, 3]);
    assert!(try_from_value::<bool>(json!(1)).is_err());
}

#[test]
fn serde_jsons_own_types_pass_through() {
    let raw: Box<serde_json::value::RawValue> =
        serde_json::from_str(r#"{"b":[1, 2],"a":0.50}"#).unwrap();
    let value = to_value(&raw).unwrap();
    assert_eq!(value.to_string(), r#"{"b":[1,2],"a":0.5}"#);
    let back: Box<serde_json::value::RawValue> = from_value(value).unwrap();
    assert_eq!(back.get(), r#"{"b":[1,2],"a":0.5}"#);
    same(serde_json::json!({"a": [1, -1, 1.5, null, true, "s"]}));
}

#[test]
fn the_marker_of_arbitrary_precision_is_an_ordinary_key_without_it() {
    // This build of serde_json passes numbers as numbers.
    let text = r#"{"$serde_json::private::Number":"5"}"#;
    assert_eq!(Value::from_json(text).unwrap().to_string(), text);
}

#[test]
fn ignored_values_are_not_walked() {
    let deep = (0..1_000_000).fold(Value::Null, |inner, _| Value::from(vec![inner]));
    IgnoredAny::deserialize(&deep).unwrap();
    from_value::<IgnoredAny>(deep).unwrap();
}

#[test]
fn any_deserializer_is_bounded_in_depth() {
    /// A format whose data never ends.
    struct Endless;

    impl<'de> serde::Deserializer<'de> for Endless {
        type Error = asl_runtime::value::Error;

        fn deserialize_any<V: serde::de::Visitor<'de>>(
            self,
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            visitor.visit_some(self)
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
            option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum
            identifier ignored_any
        }
    }

    let error = Value::deserialize(Endless).unwrap_err().to_string();
    assert!(error.contains("the limit is 127"), "{error}");
}
