//! CHOICE-20 to CHOICE-37

use super::*;
use crate::choice::{Num, Relation};
use crate::glob::Piece;

/// A test on `x`, `y` and what it answers.
type Case = (Value, Value, bool);

fn check(cases: &[Case], test: impl Fn(&Tests<'_>) -> Result<bool, Failure>) {
    let visit = visit(&Language::ASL);
    for (x, y, expected) in cases {
        let document = json!({"x": x.clone(), "y": y.clone()});
        assert_eq!(
            test(&visit.tests(&document)).unwrap(),
            *expected,
            "{document}"
        );
    }
}

#[test]
fn choice_27_28_37_strings() {
    use Relation::{Equal, Greater, GreaterEqual, Less, LessEqual};
    let none = json!(null);
    check(
        &[
            (json!("A"), none.clone(), true),
            (json!("a"), none.clone(), false),
            (json!("A "), none.clone(), false),
            (json!(1), none.clone(), false),
            (json!(null), none.clone(), false),
            (json!(["A"]), none, false), // CHOICE-36
        ],
        |tests| tests.string(&X, Equal, "A"),
    );
    for (relation, less, equal, greater) in [
        (Equal, false, true, false),
        (Less, true, false, false),
        (LessEqual, true, true, false),
        (Greater, false, false, true),
        (GreaterEqual, false, true, true),
    ] {
        let cases = [
            (json!("A"), json!("AB"), less),
            (json!(""), json!(""), equal),
            (json!("b"), json!("AB"), greater),
            (json!("1"), json!(1), false),
            (json!(1), json!("1"), false),
        ];
        check(&cases, |tests| tests.string_path(&X, relation, &Y));
        let numbers = [
            (json!(-1), json!(0.5), less),
            (json!(0), json!(0.0), equal),
            (json!(u64::MAX), json!(i64::MAX), greater),
            (json!("42"), json!(42), false),
            (json!(true), json!(1), false),
        ];
        check(&numbers, |tests| tests.number_path(&X, relation, &Y));
        let moments = [
            (
                json!("2016-03-14T01:58:59.9Z"),
                json!("2016-03-14T01:59:00Z"),
                less,
            ),
            (
                json!("2016-03-14T01:59:00Z"),
                json!("2016-03-14T02:59:00+01:00"),
                equal,
            ),
            (
                json!("2016-03-14T01:59:00Z"),
                json!("2016-03-14T02:58:59+01:00"),
                greater,
            ),
            (
                json!("2016-03-14 01:59:00"),
                json!("2016-03-14 01:59:00"),
                false,
            ),
        ];
        check(&moments, |tests| tests.timestamp_path(&X, relation, &Y));
    }
}

#[test]
fn choice_30_order_by_dialect() {
    // U+FFFD is above U+1F600 in UTF-16 and below it in scalar values.
    let document = json!({"x": "\u{fffd}", "y": "\u{1f600}"});
    for (language, is_less) in [(&Language::ASL, true), (&Language::AWS, false)] {
        let visit = visit(language);
        let answer = visit
            .tests(&document)
            .string_path(&X, Relation::Less, &Y)
            .unwrap();
        assert_eq!(answer, is_less);
    }
}

#[test]
fn choice_28_literal_operands() {
    let none = json!(null);
    let number = |tests: &Tests<'_>, operand| tests.number(&X, Relation::Equal, operand);
    let cases = [
        (json!(42), none.clone(), true),
        (json!(42.0), none.clone(), true),
        (json!("42"), none.clone(), false),
    ];
    check(&cases, |tests| number(tests, Num::Int(42)));
    check(&cases, |tests| number(tests, Num::UInt(42)));
    check(&cases, |tests| number(tests, Num::Float(42.0)));
    check(
        &[
            (json!(true), none.clone(), true),
            (json!(false), none.clone(), false),
            (json!(1), none.clone(), false),
        ],
        |tests| tests.boolean(&X, true),
    );
    check(
        &[
            (json!(false), json!(false), true),
            (json!(false), json!(true), false),
            (json!(0), json!(0), false),
        ],
        |tests| tests.boolean_path(&X, &Y),
    );
    let moment = Timestamp {
        seconds: 60,
        nanos: 0,
    };
    check(
        &[
            (json!("1970-01-01T00:01:00Z"), none.clone(), true),
            (json!("1970-01-01T01:01:00+01:00"), none.clone(), true),
            (json!("1970-01-01T00:01:01Z"), none.clone(), false),
            (json!(60), none.clone(), false),
        ],
        |tests| tests.timestamp(&X, Relation::Equal, moment),
    );
    check(
        &[
            (json!("foo23.log"), none.clone(), true),
            (json!("foo23.txt"), none.clone(), false),
            (json!(23), none, false),
        ],
        |tests| tests.matches(&X, &[Piece::Text("foo"), Piece::Any, Piece::Text(".log")]),
    );
}

#[test]
fn choice_34_35_is_operators() {
    type Is = fn(&Tests<'_>, &Path, bool) -> Result<bool, Failure>;
    let values = [
        json!(null),
        json!(0),
        json!(""),
        json!(false),
        json!([]),
        json!("2012-10-09T19:00:55Z"),
        json!("2012-10-09T19:00:55"),
    ];
    let operators: [(Is, [bool; 7]); 5] = [
        (
            |t, p, b| t.is_null(p, b),
            [true, false, false, false, false, false, false],
        ),
        (
            |t, p, b| t.is_numeric(p, b),
            [false, true, false, false, false, false, false],
        ),
        (
            |t, p, b| t.is_string(p, b),
            [false, false, true, false, false, true, true],
        ),
        (
            |t, p, b| t.is_boolean(p, b),
            [false, false, false, true, false, false, false],
        ),
        (
            |t, p, b| t.is_timestamp(p, b),
            [false, false, false, false, false, true, false],
        ),
    ];
    for (is, answers) in operators {
        for (x, answer) in values.iter().zip(answers) {
            let case = |expected| (x.clone(), json!(null), expected);
            check(&[case(answer)], |tests| is(tests, &X, true));
            check(&[case(!answer)], |tests| is(tests, &X, false));
        }
    }
}

#[test]
fn choice_24_26_33_missing_paths() {
    let visit = visit(&Language::ASL);
    let document = json!({"y": 1});
    let tests = visit.tests(&document);
    let cause =
        "Invalid path '$.x': The choice state's condition path references an invalid value.";
    assert_eq!(
        error(tests.number(&X, Relation::Equal, Num::Int(1))),
        runtime(cause)
    );
    assert_eq!(
        error(tests.number_path(&Y, Relation::Equal, &X)),
        runtime(cause)
    );
    assert_eq!(error(tests.is_null(&X, false)), runtime(cause));
    assert!(!tests.is_present(&X, true).unwrap());
    assert!(tests.is_present(&X, false).unwrap());
    assert!(tests.is_present(&Y, true).unwrap());
    assert!(tests.string(&NAME, Relation::Equal, "run-9").unwrap());
}

#[test]
fn choice_4_no_rule_and_no_default() {
    let failure = Failure::no_choice(&visit(&Language::ASL));
    assert_eq!(failure.name(), "States.NoChoiceMatched");
    assert!(
        failure
            .cause()
            .is_some_and(|cause| cause.contains("`Look`"))
    );
}
