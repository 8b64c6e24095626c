//! Numbers: exact integers, binary64, and what equals what.
#![expect(clippy::unwrap_used, reason = "a failed helper fails its test")]

use std::cmp::Ordering;

use asl_runtime::{Number, Value, json};

fn number(text: &str) -> Number {
    *Value::from_json(text).unwrap().as_number().unwrap()
}

#[test]
fn data_4_integers_pass_through_unchanged() {
    for text in [
        "0",
        "-1",
        "9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "18446744073709551615",
    ] {
        assert_eq!(number(text).to_string(), text);
    }
}

#[test]
fn data_4_one_equals_one_point_zero() {
    assert_eq!(json!(1), json!(1.0));
    assert_eq!(json!([{"a": 2.0}]), json!([{"a": 2}]));
    assert_ne!(json!(1), json!(1.5));
    assert_ne!(json!(1), json!("1"));
    assert_ne!(json!(1), json!(true));
}

#[test]
fn numbers_compare_by_value() {
    for (a, b, expected) in [
        ("1", "1.0", Ordering::Equal),
        ("1", "1.5", Ordering::Less),
        ("-1", "18446744073709551615", Ordering::Less),
        (
            "18446744073709551615",
            "18446744073709551614",
            Ordering::Greater,
        ),
        // Exact between integers, where binary64 would call them equal.
        ("9007199254740992", "9007199254740993", Ordering::Less),
        // As binary64 as soon as one is a float.
        ("9007199254740993", "9007199254740992.0", Ordering::Equal),
        ("1e300", "18446744073709551615", Ordering::Greater),
    ] {
        assert_eq!(
            number(a).partial_cmp(&number(b)),
            Some(expected),
            "{a} and {b}"
        );
        assert_eq!(
            number(b).partial_cmp(&number(a)),
            Some(expected.reverse()),
            "{b} and {a}"
        );
        assert_eq!(
            number(a) == number(b),
            expected == Ordering::Equal,
            "{a} == {b}"
        );
    }
}

#[test]
fn data_5_negative_zero_prints_zero() {
    for text in ["-0", "-0.0", "-0e5", "-0.000E-3"] {
        assert_eq!(Value::from_json(text).unwrap().to_string(), "0", "{text}");
    }
    assert_eq!(Value::from(-0.0_f64).to_string(), "0");
    assert_eq!(Value::from(-0.0_f32).as_i64(), Some(0));
    assert_eq!(asl_runtime::to_value(-0.0).unwrap().to_string(), "0");
}

#[test]
fn data_5_floats_keep_their_point() {
    for (text, printed) in [
        ("1.0", "1.0"),
        ("0.0", "0.0"),
        ("0.1", "0.1"),
        ("1e2", "100.0"),
        ("-2.50", "-2.5"),
        ("18446744073709551616", "1.8446744073709552e+19"),
    ] {
        let value = Value::from_json(text).unwrap();
        assert!(value.is_f64(), "{text}");
        assert_eq!(value.to_string(), printed);
        assert_eq!(value.to_json().unwrap(), printed);
    }
}

#[test]
fn floats_that_json_cannot_write_are_null() {
    for float in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(Number::from_f64(float).is_none());
        assert!(Value::from(float).is_null());
        assert!(asl_runtime::to_value(float).unwrap().is_null());
    }
}

#[test]
fn accessors_tell_integers_from_floats() {
    let big = Number::from(u64::MAX);
    assert_eq!(
        (big.as_i64(), big.as_u64(), big.as_f64()),
        (None, Some(u64::MAX), 2_f64.powi(64))
    );

    let negative = Number::from(-7);
    assert_eq!(
        (negative.as_i64(), negative.as_u64(), negative.as_f64()),
        (Some(-7), None, -7.0)
    );

    let float = number("2.0");
    assert_eq!(
        (float.as_i64(), float.as_u64(), float.as_f64()),
        (None, None, 2.0)
    );
    assert!(json!(u64::MAX).is_u64() && !json!(u64::MAX).is_i64());
}

#[test]
fn intr_13_a_float_with_zero_fraction_is_an_integer() {
    for (text, integer) in [
        ("2.0", Some(2)),
        ("-3", Some(-3)),
        ("2.5", None),
        ("-9223372036854775808.0", Some(i64::MIN)),
    ] {
        assert_eq!(number(text).to_i64(), integer, "{text}");
        assert_eq!(number(text).is_integer(), integer.is_some(), "{text}");
    }
    for beyond_i64 in ["1e19", "18446744073709551615", "9223372036854775808.0"] {
        assert!(number(beyond_i64).is_integer());
        assert_eq!(number(beyond_i64).to_i64(), None, "{beyond_i64}");
    }
}
