//! Choice: section 21.

use asl_runtime::Value;

use super::support::{Ended, flow, json};

machines! {
    literals = "flows/choice/literals.asl.json";
    paths = "flows/choice/paths.asl.json";
    is = "flows/choice/is.asl.json";
    matches = "flows/choice/matches.asl.json";
    booleans = "flows/choice/booleans.asl.json";
    rules = "flows/choice/rules.asl.json";
    default = "flows/choice/default.asl.json";
    unmatched = "flows/choice/unmatched.asl.json";
}

/// Whether a test, which the execution is named after, is true of `$.v`.
macro_rules! test {
    ($machine:ident, $test:expr, $input:expr) => {
        flow($machine::Machine::new(()).execution_name($test).run($input))
            .await
            .output()
            == json!(true)
    };
}

#[tokio::test(start_paused = true)]
async fn choice_2_first_true_rule_wins_and_later_ones_are_not_looked_at() {
    outputs! { rules: {"n": (-1)} => "negative", {"n": 3} => "small" }
    failures! { rules: {"n": 12} => "States.Runtime" in "First" }
}

#[tokio::test(start_paused = true)]
async fn choice_4_and_6_default_and_data_passing_through() {
    outputs! { default:
        {"in": {"colour": "red", "out": 1}} => {"red": 1},
        {"in": {"colour": "green", "out": {}}} => {"green": {}},
        {"in": {"colour": "blue", "out": null}} => {"blue": null},
        {"in": {"colour": "RED", "sizes": [2], "out": 1}} => {"any": 1},
        {"in": {"colour": "Red", "sizes": [1], "out": 1}} => {"unreached": 1},
        {"in": {"colour": 5, "sizes": ["1"], "out": 1}} => {"any": 1},
    }
}

#[tokio::test(start_paused = true)]
async fn choice_24_missing_variable_of_an_equality() {
    failures! { default:
        {"in": {"out": 1}} => "States.Runtime" in "Colour",
        {"in": {"colour": "pink", "out": 1}} => "States.Runtime" in "Colour",
        {"in": {"colour": "pink", "sizes": [], "out": 1}} => "States.Runtime" in "Colour",
    }
}

#[tokio::test(start_paused = true)]
async fn choice_4_without_default_nothing_matches() {
    outputs! { unmatched: null => null }
    failures! { unmatched:
        0 => "States.NoChoiceMatched" in "Only",
        {} => "States.NoChoiceMatched" in "Only",
    }
}

const RELATIONS: [&str; 5] = [
    "Equals",
    "LessThan",
    "GreaterThan",
    "LessThanEquals",
    "GreaterThanEquals",
];
const LESS: [bool; 5] = [false, true, false, true, false];
const EQUAL: [bool; 5] = [true, false, false, true, true];
const GREATER: [bool; 5] = [false, false, true, false, true];
const NEITHER: [bool; 5] = [false; 5];

#[tokio::test(start_paused = true)]
async fn choice_25_27_and_28_comparisons_with_literals() {
    let cases = [
        ("String", json!("a"), LESS),
        ("String", json!("m"), EQUAL),
        ("String", json!("n"), GREATER),
        ("String", json!("M"), LESS),
        ("String", json!("m "), GREATER),
        ("String", json!(""), LESS),
        ("String", json!(10), NEITHER),
        ("String", json!(null), NEITHER),
        ("String", json!(["m"]), NEITHER),
        ("Numeric", json!(9.99), LESS),
        ("Numeric", json!(10), EQUAL),
        ("Numeric", json!(10.0), EQUAL),
        ("Numeric", json!(11), GREATER),
        ("Numeric", json!("10"), NEITHER),
        ("Numeric", json!(true), NEITHER),
        ("Numeric", json!({}), NEITHER),
        ("Timestamp", json!("2020-06-01T11:59:59.999Z"), LESS),
        ("Timestamp", json!("2020-06-01T14:00:00+02:00"), EQUAL),
        ("Timestamp", json!("2020-06-01T12:00:00-00:01"), GREATER),
        ("Timestamp", json!("2020-06-01"), NEITHER),
        ("Timestamp", json!(1_591_012_800), NEITHER),
    ];
    for (family, value, expected) in cases {
        for (relation, expected) in RELATIONS.into_iter().zip(expected) {
            let operator = format!("{family}{relation}");
            let holds = test!(literals, operator.as_str(), json!({"v": &value}));
            assert_eq!(holds, expected, "{value} {operator}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn choice_26_to_28_comparisons_with_paths() {
    let time = "2020-06-01T12:00:00Z";
    let cases = [
        ("String", json!("A"), json!("AB"), LESS),
        ("String", json!(""), json!(""), EQUAL),
        ("String", json!("é"), json!("e\u{301}"), GREATER),
        ("String", json!("b"), json!("a"), GREATER),
        ("String", json!("1"), json!(1), NEITHER),
        ("String", json!(null), json!(null), NEITHER),
        ("Numeric", json!(0), json!(0.0), EQUAL),
        ("Numeric", json!(-2), json!(-1.5), LESS),
        ("Numeric", json!(1e300), json!(7), GREATER),
        ("Numeric", json!(1), json!("1"), NEITHER),
        ("Numeric", json!("1"), json!("1"), NEITHER),
        (
            "Timestamp",
            json!(time),
            json!("2020-06-01T13:00:00+01:00"),
            EQUAL,
        ),
        (
            "Timestamp",
            json!(time),
            json!("2020-06-01T12:00:00.1Z"),
            LESS,
        ),
        ("Timestamp", json!(time), json!("2020"), NEITHER),
        ("Timestamp", json!(time), json!(0), NEITHER),
    ];
    for (family, value, operand, expected) in cases {
        for (relation, expected) in RELATIONS.into_iter().zip(expected) {
            let operator = format!("{family}{relation}Path");
            let holds = test!(
                paths,
                operator.as_str(),
                json!({"v": &value, "w": &operand})
            );
            assert_eq!(holds, expected, "{value} {operator} {operand}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn choice_27_and_37_booleans() {
    for (value, expected) in [
        (json!(true), true),
        (json!(false), false),
        (json!(1), false),
        (json!("true"), false),
        (json!(null), false),
    ] {
        let holds = test!(literals, "BooleanEquals", json!({"v": &value}));
        assert_eq!(holds, expected, "{value}");
    }
    for (value, operand, expected) in [
        (json!(false), json!(false), true),
        (json!(true), json!(false), false),
        (json!(true), json!(1), false),
        (json!("true"), json!("true"), false),
    ] {
        let holds = test!(
            paths,
            "BooleanEqualsPath",
            json!({"v": &value, "w": &operand})
        );
        assert_eq!(holds, expected, "{value} {operand}");
    }
}

async fn named(test: &str, input: Value) -> Ended {
    flow(paths::Machine::new(()).execution_name(test).run(input)).await
}

#[tokio::test(start_paused = true)]
async fn choice_24_and_26_missing_operands_are_errors() {
    for operator in [
        "StringEqualsPath",
        "NumericLessThanPath",
        "BooleanEqualsPath",
    ] {
        named(operator, json!({"w": 1}))
            .await
            .reports("States.Runtime");
        named(operator, json!({"v": 1}))
            .await
            .reports("States.Runtime");
    }
    // Both are looked at, whatever the type of the first.
    named("NumericEqualsPath", json!({"v": "text"}))
        .await
        .reports("States.Runtime");
}

#[tokio::test(start_paused = true)]
async fn choice_28_and_33_to_35_tests_of_what_a_value_is() {
    let time = "2012-10-09T19:00:55Z";
    let cases = [
        (json!(null), "Null"),
        (json!(0), "Numeric"),
        (json!(1.5), "Numeric"),
        (json!(""), "String"),
        (json!("1"), "String"),
        (json!("2012-10-09T19:00:55"), "String"),
        (json!("2023-02-24"), "String"),
        (json!(false), "Boolean"),
        (json!([]), "nothing"),
        (json!({}), "nothing"),
    ];
    for (value, kind) in cases {
        for test in ["Null", "Numeric", "String", "Boolean", "Timestamp"] {
            let is = test!(is, format!("Is{test} true"), json!({"v": &value}));
            let is_not = test!(is, format!("Is{test} false"), json!({"v": &value}));
            assert_eq!((is, is_not), (test == kind, test != kind), "{value} {test}");
        }
    }
    assert!(test!(is, "IsTimestamp true", json!({"v": time})));
    assert!(test!(is, "IsString true", json!({"v": time})));
    assert!(!test!(is, "IsTimestamp false", json!({"v": time})));
}

#[tokio::test(start_paused = true)]
async fn choice_24_and_33_presence() {
    for (input, is_present) in [
        (json!({"v": 1}), true),
        (json!({"v": null}), true),
        (json!({"w": 1}), false),
        (json!([]), false),
        (json!("v"), false),
    ] {
        assert_eq!(
            test!(is, "IsPresent true", input.clone()),
            is_present,
            "{input}"
        );
        assert_eq!(
            test!(is, "IsPresent false", input.clone()),
            !is_present,
            "{input}"
        );
    }
    for test in [
        "IsNull true",
        "IsNumeric false",
        "IsString true",
        "IsTimestamp false",
    ] {
        let machine = is::Machine::new(()).execution_name(test);
        flow(machine.run(json!({}))).await.reports("States.Runtime");
    }
}

#[tokio::test(start_paused = true)]
async fn choice_32_string_matches() {
    let cases = [
        ("foo*.log", "foo23.log", true),
        ("foo*.log", "foo.log", true),
        ("foo*.log", "a foo.log", false),
        ("foo*.log", "foo.log.gz", false),
        ("*.log", "zebra.log", true),
        ("*.log", ".log", true),
        ("foo*.*", "foobar.zebra", true),
        ("foo*.*", "foobar", false),
        (r"a\*b", "a*b", true),
        (r"a\*b", "axb", false),
        (r"a\*b", r"a\*b", false),
        (r"\\", r"\", true),
        (r"\\", r"\\", false),
        ("*", "", true),
        ("*", "any\nthing", true),
        ("empty", "", true),
        ("empty", "x", false),
        ("a*b*c", "abc", true),
        ("a*b*c", "aXbbYcc", true),
        ("a*b*c", "acb", false),
        ("**", "x", true),
        ("a?c", "a?c", true),
        ("a?c", "abc", false),
        ("[a-z]", "[a-z]", true),
        ("[a-z]", "b", false),
    ];
    for (pattern, value, expected) in cases {
        let holds = test!(matches, pattern, json!({"v": value}));
        assert_eq!(holds, expected, "{pattern} {value}");
    }
    for value in [json!(1), json!(null), json!(["x"])] {
        assert!(!test!(matches, "*", json!({"v": &value})), "{value}");
    }
}

#[tokio::test(start_paused = true)]
async fn choice_20_and_21_and_or_not() {
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        let input = json!({"a": a, "b": b});
        assert_eq!(test!(booleans, "And", input.clone()), a && b);
        assert_eq!(test!(booleans, "Or", input.clone()), a || b);
        assert_eq!(test!(booleans, "Not", input), !a);
    }
    for (input, expected) in [
        (json!({"a": null, "b": 1}), true),
        (json!({"a": 7, "b": 1}), true),
        (json!({"a": "s", "b": 1}), false),
        (json!({"a": null, "b": "s"}), false),
    ] {
        assert_eq!(
            test!(booleans, "nested", input.clone()),
            expected,
            "{input}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn trace_3_and_choice_22_guard_stops_the_evaluation() {
    assert!(!test!(booleans, "guard", json!({})));
    assert!(test!(booleans, "guard", json!({"k": 6})));
    assert!(!test!(booleans, "guard", json!({"k": 5})));
    assert!(test!(booleans, "or guard", json!({})));
    for test in ["unguarded", "guard too late", "not of an error"] {
        let machine = booleans::Machine::new(()).execution_name(test);
        flow(machine.run(json!({}))).await.reports("States.Runtime");
    }
}

#[tokio::test(start_paused = true)]
async fn choice_30_strings_are_ordered_by_scalar_value() {
    // U+1D306 is beyond U+FF5E; its first UTF-16 unit, D834, is not.
    let input = json!({"v": "\u{1D306}", "w": "\u{FF5E}"});
    assert!(test!(paths, "StringGreaterThanPath", input.clone()));
    assert!(!test!(paths, "StringLessThanPath", input));
}
