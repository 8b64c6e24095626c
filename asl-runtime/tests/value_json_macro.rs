//! The `json!` macro, in a module that has nothing in scope.

mod bare {
    #![no_implicit_prelude]

    use ::asl_runtime as renamed;

    pub(crate) fn everything() -> renamed::Value {
        let id = 7_u64;
        let items = [renamed::json!({"sku": "A-1"})];
        renamed::json!({
            "id": id,
            "sum": 1 + id,
            "nothing": null,
            "yes": true,
            "no": false,
            "empty": [{}, []],
            "nested": {"list": [null, [true, false,], {"deep": -1.5},],},
            ("computed"): items,
        })
    }
}

use asl_runtime::{Key, Value, json};

#[test]
fn needs_nothing_in_scope() {
    assert_eq!(
        bare::everything().to_string(),
        concat!(
            r#"{"id":7,"sum":8,"nothing":null,"yes":true,"no":false,"empty":[{},[]],"#,
            r#""nested":{"list":[null,[true,false],{"deep":-1.5}]},"computed":[{"sku":"A-1"}]}"#,
        ),
    );
}

#[test]
fn takes_what_serde_jsons_macro_takes() {
    let key = "k";
    let list = std::hint::black_box([1, 2]);
    macro_rules! compare {
        ($($json:tt)+) => {
            let theirs = serde_json::json!($($json)+);
            assert_eq!(serde_json::Value::from(json!($($json)+)), theirs);
        };
    }
    compare!(null);
    compare!(true);
    compare!("text");
    compare!(-7);
    compare!(1 + 2 * 3);
    compare!([]);
    compare!({});
    compare!([null]);
    compare!([1, "a", true, null, [], {}]);
    compare!([1, 2,]);
    compare!([list.len(), list[0] + 1, { "a": 1 }]);
    compare!({"a": 1, "b": {"c": [1, {"d": null,}]},});
    compare!({key: 1, (key.repeat(2)): 2, list[0].to_string(): 3});
    compare!({"call": list.iter().sum::<i32>(), "if": if list.is_empty() { 1 } else { 2 }});
    compare!({"a": 1, "a": 2});
    compare!({"opt": Some(1), "none": None::<i32>, "list": [list[0], list[1]], "char": 'c'});
    compare!({"neg": -1, "not": !list.is_empty(), "ref": "s".to_string()});
}

#[test]
fn expressions_are_whatever_is_into_value() {
    let shared = json!({"a": [1]});
    let whole = json!({"by reference": &shared, "by value": shared.clone()});
    assert_eq!(whole["by reference"], shared);
    assert_eq!(whole["by value"], shared);

    let key = Key::from_static("key");
    assert_eq!(json!({(key): Value::Null}).to_string(), r#"{"key":null}"#);
    assert_eq!(json!(f64::NAN), Value::Null);
}
