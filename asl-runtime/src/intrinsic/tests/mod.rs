mod codes;
mod numbers;

use super::*;
use crate::environment::Fixed;
use crate::json;
use crate::path::Root;

const ASL: &Language = &Language::ASL;
const AWS: &Language = &Language::AWS;

const fn place(text: &'static str) -> Path {
    Path {
        text,
        root: Root::Data,
        steps: &[],
    }
}

static PLACES: [Path; 4] = [place("0"), place("1"), place("2"), place("3")];
static ARGUMENTS: [Argument; 4] = [
    Argument::Path(&PLACES[0]),
    Argument::Path(&PLACES[1]),
    Argument::Path(&PLACES[2]),
    Argument::Path(&PLACES[3]),
];

/// The result of `function` with the items of `values` behind paths.
fn apply(
    language: &'static Language,
    function: Function,
    values: &Value,
) -> Result<Value, Failure> {
    let values = values.as_array().unwrap();
    let call = Call {
        function,
        arguments: &ARGUMENTS[..values.len()],
    };
    let scope = Scope {
        language,
        host: &Fixed(0.5),
        read: &|path| Ok(values[path.text.parse::<usize>().unwrap()].clone()),
    };
    evaluate(&call, &scope)
}

/// The result of a call that holds all it needs.
fn literal(language: &'static Language, call: &'static Call) -> Result<Value, Failure> {
    let scope = Scope {
        language,
        host: &Fixed(0.5),
        read: &|path| panic!("no path is read, but {}", path.text),
    };
    evaluate(call, &scope)
}

/// Results by JSON text, which shows order and the kind of a number too; `None` is a failure.
fn check(language: &'static Language, function: Function, cases: &[(Value, Option<&str>)]) {
    for (values, expected) in cases {
        let result = apply(language, function, values);
        if let Err(failure) = &result {
            assert_eq!(
                failure.name(),
                "States.IntrinsicFailure",
                "{function:?} {values}"
            );
            let prefix = format!("{}: ", function.name());
            assert!(failure.cause().unwrap().starts_with(&prefix), "{failure}");
        }
        let text = result.ok().map(|value| value.to_string());
        assert_eq!(text.as_deref(), *expected, "{function:?} {values}");
    }
}

fn check_both(function: Function, cases: &[(Value, Option<&str>)]) {
    check(ASL, function, cases);
    check(AWS, function, cases);
}

fn cause(language: &'static Language, function: Function, values: &Value) -> String {
    let failure = apply(language, function, values).unwrap_err();
    failure.cause().unwrap().to_owned()
}

#[test]
fn intr_8_literals_denote_themselves() {
    static INNER: Call = Call {
        function: Function::MathAdd,
        arguments: &[Argument::Int(-1), Argument::Int(3)],
    };
    static OUTER: Call = Call {
        function: Function::Array,
        arguments: &[
            Argument::Str("it's"),
            Argument::Int(-7),
            Argument::UInt(u64::MAX),
            Argument::Float(0.5),
            Argument::Bool(true),
            Argument::Null,
            Argument::Call(&INNER),
            Argument::Pieces(&["a", "b"]),
        ],
    };
    let expected = r#"["it's",-7,18446744073709551615,0.5,true,null,2,"a{}b"]"#;
    assert_eq!(literal(ASL, &OUTER).unwrap().to_string(), expected);
}

#[test]
fn intr_11_causes_name_the_function_and_the_reason() {
    let cases = [
        (
            Function::ArrayLength,
            json!(["a"]),
            "States.ArrayLength: the first argument must be an array, not a string",
        ),
        (
            Function::ArrayGetItem,
            json!([["a", "b"], 2]),
            "States.ArrayGetItem: there is no item 2 in an array of 2",
        ),
        (
            Function::MathAdd,
            json!([1, 1.5]),
            "States.MathAdd: the second argument must be an integer, not 1.5",
        ),
        (
            Function::Format,
            json!(["{}"]),
            "States.Format: placeholders in the template: 1, values for them: 0",
        ),
        (
            Function::ArrayRange,
            json!([1, 2]),
            "States.ArrayRange: argument 3 is missing",
        ),
    ];
    for (function, values, expected) in cases {
        assert_eq!(cause(ASL, function, &values), expected);
    }
}

#[test]
fn intr_13_asl_takes_integers_only() {
    check(
        ASL,
        Function::MathAdd,
        &[
            (json!([2.0, 1]), Some("3")),
            (json!([2.5, 1]), None),
            (json!(["2", 1]), None),
            (json!([null, 1]), None),
            (json!([1e300, 1]), None),
            (json!([u64::MAX, 1]), None),
        ],
    );
}

/// VARY-23.
#[test]
fn intr_13_aws_rounds_halves_upwards() {
    let rounded = [
        (2.5, "3"),
        (2.4, "2"),
        (1.5, "2"),
        (0.5, "1"),
        (0.499_999_999_999_999_94, "0"),
        (-0.5, "0"),
        (-1.5, "-1"),
        (-2.5, "-2"),
        (-2.6, "-3"),
    ];
    for (number, expected) in rounded {
        check(
            AWS,
            Function::MathAdd,
            &[(json!([number, 0]), Some(expected))],
        );
    }
    check(
        AWS,
        Function::ArrayGetItem,
        &[(json!([["a", "b"], 0.5]), Some(r#""b""#))],
    );
    check(AWS, Function::MathAdd, &[(json!(["1", 0]), None)]);
}

#[test]
fn intr_20_format_renders_strings_raw_and_leaves_as_json() {
    check_both(
        Function::Format,
        &[
            (json!(["{} has {}", "Bo", 3]), Some(r#""Bo has 3""#)),
            (json!(["{}{}{}", true, null, 1.0]), Some(r#""truenull1.0""#)),
            (json!(["plain"]), Some(r#""plain""#)),
            (json!([""]), Some(r#""""#)),
            (json!(["{}", "{}"]), Some(r#""{}""#)),
            // From a path a backslash is an ordinary character.
            (json!([r"\{{}\}", "x"]), Some(r#""\\{x\\}""#)),
            (json!(["{ } {x} }{", 1]), None),
            (json!(["{}"]), None),
            (json!(["{}", 1, 2]), None),
            (json!([7]), None),
        ],
    );
}

#[test]
fn intr_20_a_literal_template_is_cut_at_compile_time() {
    static CALL: Call = Call {
        function: Function::Format,
        arguments: &[
            Argument::Pieces(&["", " has ", " of {max}"]),
            Argument::Str("Bo"),
            Argument::Int(3),
        ],
    };
    assert_eq!(literal(ASL, &CALL).unwrap(), "Bo has 3 of {max}");
}

/// VARY-21.
#[test]
fn intr_20_arrays_and_objects_by_dialect() {
    let values = json!(["{}", {"Arg1": 1, "Arg2": [], "Arg3": ["a", null, {"b": "c"}]}]);
    check(
        ASL,
        Function::Format,
        &[(values.clone(), None), (json!(["{}", []]), None)],
    );
    check(
        AWS,
        Function::Format,
        &[
            (
                values,
                Some(r#""{Arg1=1, Arg2=[], Arg3=[a, null, {b=c}]}""#),
            ),
            (json!(["{}{}", {}, [1, 2]]), Some(r#""{}[1, 2]""#)),
        ],
    );
}

#[test]
fn intr_20_a_value_deeper_than_any_document_fails() {
    let deep = (0..=crate::value::MAX_DEPTH).fold(json!(1), |inner, _| json!([inner]));
    assert!(apply(AWS, Function::Format, &json!(["{}", &deep])).is_err());
}

#[test]
fn intr_21_string_to_json() {
    check_both(
        Function::StringToJson,
        &[
            (json!(["[1, 2]"]), Some("[1,2]")),
            (json!(["-0"]), Some("0")),
            (
                json!([r#" {"b": 1, "a": "x"} "#]),
                Some(r#"{"b":1,"a":"x"}"#),
            ),
            (json!(["null"]), Some("null")),
            (json!([r#""s""#]), Some(r#""s""#)),
            (json!(["{'a': 1}"]), None),
            (json!(["1 2"]), None),
            (json!([1]), None),
        ],
    );
}

/// VARY-22.
#[test]
fn intr_21_blank_by_dialect() {
    for blank in ["", " ", "\n\t"] {
        check(ASL, Function::StringToJson, &[(json!([blank]), None)]);
        check(
            AWS,
            Function::StringToJson,
            &[(json!([blank]), Some("null"))],
        );
    }
}

#[test]
fn intr_22_json_to_string_is_compact_and_keeps_order() {
    let cases = [
        (
            json!({"b": [1, "x"], "a": null}),
            r#"{"b":[1,"x"],"a":null}"#,
        ),
        (json!(null), "null"),
        (json!("x"), r#""x""#),
        (json!(1.0), "1.0"),
    ];
    for (value, expected) in cases {
        assert_eq!(
            apply(ASL, Function::JsonToString, &json!([value])).unwrap(),
            expected
        );
    }
}

#[test]
fn intr_23_to_25_and_27_to_29_arrays() {
    check_both(
        Function::Array,
        &[
            (json!([]), Some("[]")),
            (json!([1, null, "[2]", [3]]), Some(r#"[1,null,"[2]",[3]]"#)),
        ],
    );
    check_both(
        Function::ArrayPartition,
        &[
            (json!([[5, 6, 7], 2]), Some("[[5,6],[7]]")),
            (json!([[5, 6], 2]), Some("[[5,6]]")),
            (json!([[5, 6], 9]), Some("[[5,6]]")),
            (json!([[], 2]), Some("[]")),
            (json!([[5], i64::MAX]), Some("[[5]]")),
            (json!([[5], 0]), None),
            (json!([[5], -1]), None),
            (json!(["5", 1]), None),
        ],
    );
    check_both(
        Function::ArrayContains,
        &[
            (json!([[[1, 2], 3], [1, 2]]), Some("true")),
            (
                json!([[{"a": 1, "b": 2}], {"b": 2.0, "a": 1}]),
                Some("true"),
            ),
            (json!([[1], "1"]), Some("false")),
            (json!([[], null]), Some("false")),
            (json!([[], []]), Some("false")),
            (json!([{}, 1]), None),
        ],
    );
    check_both(
        Function::ArrayGetItem,
        &[
            (json!([["a", "b"], 1]), Some(r#""b""#)),
            (json!([["a", "b"], 0]), Some(r#""a""#)),
            (json!([["a", "b"], 2]), None),
            (json!([["a", "b"], -1]), None),
            (json!([[], 0]), None),
        ],
    );
    check_both(
        Function::ArrayLength,
        &[
            (json!([[]]), Some("0")),
            (json!([[1, [2, 3]]]), Some("2")),
            (json!([{"a": 1}]), None),
        ],
    );
    check_both(
        Function::ArrayUnique,
        &[
            (json!([[3, 1, 3]]), Some("[3,1]")),
            (
                json!([[1, 1.0, "1", true, null, null]]),
                Some(r#"[1,"1",true,null]"#),
            ),
            (
                json!([[{"a": [1], "b": 2}, {"b": 2, "a": [1.0]}, {"a": [2], "b": 2}]]),
                Some(r#"[{"a":[1],"b":2},{"a":[2],"b":2}]"#),
            ),
            (json!([[[], {}, [], {}]]), Some("[[],{}]")),
            (json!([[[1, 2], [2, 1], [1, 2]]]), Some("[[1,2],[2,1]]")),
            (json!([[]]), Some("[]")),
            (json!([1]), None),
        ],
    );
}

#[test]
fn intr_29_unique_does_not_compare_all_with_all() {
    let items: Vec<Value> = (0..100_000).map(|i| json!({"id": (i % 50_000)})).collect();
    let unique = apply(ASL, Function::ArrayUnique, &json!([items])).unwrap();
    assert_eq!(unique.as_array().unwrap().len(), 50_000);
}

#[test]
fn intr_26_array_range() {
    check_both(
        Function::ArrayRange,
        &[
            (json!([0, 10, 3]), Some("[0,3,6,9]")),
            (json!([1, 9, 9]), Some("[1]")),
            (json!([5, 1, -2]), Some("[5,3,1]")),
            (json!([5, 5, 1]), Some("[5]")),
            (json!([5, 5, -1]), Some("[5]")),
            (json!([1, 5, -1]), Some("[]")),
            (json!([5, 1, 1]), Some("[]")),
            (json!([5, 1, 100]), Some("[]")),
            (
                json!([i64::MAX - 1, i64::MAX, 1]),
                Some("[9223372036854775806,9223372036854775807]"),
            ),
            (
                json!([i64::MIN, i64::MAX, i64::MAX]),
                Some("[-9223372036854775808,-1,9223372036854775806]"),
            ),
            (json!([1, 5, 0]), None),
            (json!([1, 1, 0]), None),
            (json!([1, 1001, 1]), None),
            (json!([0, -1000, -1]), None),
            (json!([i64::MIN, i64::MAX, 1]), None),
        ],
    );
    let longest = apply(ASL, Function::ArrayRange, &json!([1, 1000, 1])).unwrap();
    assert_eq!(longest.as_array().unwrap().len(), 1000);
}

#[test]
fn intr_33_json_merge() {
    let (a, b) = (json!({"k": {"x": 1}, "m": 1}), json!({"k": {"y": 2}}));
    check(
        ASL,
        Function::JsonMerge,
        &[
            (json!([&a, &b, false]), Some(r#"{"k":{"y":2},"m":1}"#)),
            (json!([&a, &b, true]), Some(r#"{"k":{"x":1,"y":2},"m":1}"#)),
            // Arrays are never merged, and only objects are.
            (json!([{"k": [1]}, {"k": [2]}, true]), Some(r#"{"k":[2]}"#)),
            (json!([{"k": {"x": 1}}, {"k": 2}, true]), Some(r#"{"k":2}"#)),
            (
                json!([{"k": 2}, {"k": {"x": 1}}, true]),
                Some(r#"{"k":{"x":1}}"#),
            ),
            (json!([{}, {}, true]), Some("{}")),
            (json!([{}, [], false]), None),
            (json!([{}, {}, "true"]), None),
        ],
    );
}

/// VARY-20.
#[test]
fn intr_33_aws_merges_shallow_in_the_order_of_a_hash_map() {
    let (a, b) = (json!({"k": {"x": 1}, "m": 1}), json!({"k": {"y": 2}}));
    check(
        AWS,
        Function::JsonMerge,
        &[
            (json!([&a, &b, false]), Some(r#"{"k":{"y":2},"m":1}"#)),
            (json!([&a, &b, true]), None),
            (json!([{"a": 1}, {"p": 2}, false]), Some(r#"{"p":2,"a":1}"#)),
        ],
    );
    check(
        ASL,
        Function::JsonMerge,
        &[(json!([{"a": 1}, {"p": 2}, false]), Some(r#"{"a":1,"p":2}"#))],
    );
}

#[test]
fn intr_33_merging_leaves_the_arguments_as_they_were() {
    let values = json!([{"k": {"x": 1}}, {"k": {"y": 2}}, true]);
    apply(ASL, Function::JsonMerge, &values).unwrap();
    assert_eq!(values, json!([{"k": {"x": 1}}, {"k": {"y": 2}}, true]));
}

#[test]
fn intr_33_objects_deeper_than_any_document_fail() {
    let deep = (0..=crate::value::MAX_DEPTH).fold(json!({}), |inner, _| json!({"k": inner}));
    assert!(apply(ASL, Function::JsonMerge, &json!([&deep, &deep, true])).is_err());
    assert!(apply(ASL, Function::JsonMerge, &json!([&deep, &deep, false])).is_ok());
}
