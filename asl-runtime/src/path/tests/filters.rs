//! Filters.

use super::{key, select, select_in};
use crate::choice::Num;
use crate::json;
use crate::language::Language;
use crate::path::{Condition, Filter, Operator, Path, Root, Seg, Term};
use crate::value::Value;

const K: Term = Term::Item(&[Seg::Key("k")]);

const fn int(value: i64) -> Term {
    Term::Number(Num::Int(value))
}

/// `[?(…)]` without paths from a root.
fn filter(test: Condition) -> Seg {
    let filter = Filter { outer: &[], test };
    Seg::Filter(Box::leak(Box::new(filter)))
}

/// The values of `k` for which the condition holds, from one object each.
fn kept_in(language: &'static Language, test: Condition, values: &Value) -> Value {
    let items: Vec<Value> = values
        .as_array()
        .unwrap()
        .iter()
        .map(|k| json!({"k": (k.clone())}))
        .collect();
    let steps = [filter(test), key("k")];
    select_in(language, &steps, &Value::from(items)).unwrap()
}

fn kept(test: Condition, values: &Value) -> Value {
    kept_in(&Language::ASL, test, values)
}

/// All kinds of values that a filter may meet.
fn zoo() -> Value {
    json!([0, 42, -1, 42.0, 42.5, "some", "42", "42.0", "", null, true, false, {}, [], [42], {"k": 42}])
}

#[test]
fn path_5_comparisons_with_a_literal() {
    let cases = [
        // Jayway takes a string for the number it spells, digit by digit.
        (Operator::Equal, int(42), json!([42, 42.0, "42"])),
        (Operator::Equal, Term::Text("42"), json!([42, 42.0, "42"])),
        (
            Operator::Equal,
            Term::Text("42.0"),
            json!([42, 42.0, "42.0"]),
        ),
        (Operator::Equal, Term::Text("some"), json!(["some"])),
        (Operator::Equal, Term::Text(""), json!([""])),
        (Operator::Equal, Term::Null, json!([null])),
        (Operator::Equal, Term::Bool(false), json!([false])),
        (
            Operator::NotEqual,
            int(42),
            json!([0, (-1), 42.5, "some", "42.0", "", null, true, false, {}, [], [42], {"k": 42}]),
        ),
        (Operator::Less, int(42), json!([0, (-1)])),
        (Operator::LessEqual, int(42), json!([0, 42, (-1), 42.0])),
        (
            Operator::Greater,
            Term::Number(Num::Float(42.0)),
            json!([42.5]),
        ),
        (
            Operator::GreaterEqual,
            Term::Number(Num::Float(42.0)),
            json!([42, 42.0, 42.5]),
        ),
        (Operator::Less, Term::Text("5"), json!(["42", "42.0", ""])),
        (Operator::Greater, Term::Text("5"), json!(["some"])),
        (Operator::Less, Term::Bool(true), json!([])),
        (Operator::LessEqual, Term::Null, json!([])),
    ];
    for (operator, literal, expected) in cases {
        let test = Condition::Compare(K, operator, literal);
        assert_eq!(kept(test, &zoo()), expected, "@.k {operator:?} {literal:?}");
    }
}

#[test]
fn path_5_the_literal_may_come_first() {
    let test = Condition::Compare(int(0), Operator::Less, K);
    assert_eq!(kept(test, &zoo()), json!([42, 42.0, 42.5]));
}

#[test]
fn path_5_integers_are_compared_exactly() {
    let values = json!([
        9007199254740992_i64,
        9007199254740993_i64,
        18446744073709551615_u64
    ]);
    let equal = |term| Condition::Compare(K, Operator::Equal, term);
    assert_eq!(
        kept(equal(int(9007199254740993)), &values).to_string(),
        "[9007199254740993]"
    );
    let greatest = Term::Number(Num::UInt(u64::MAX));
    assert_eq!(
        kept(equal(greatest), &values).to_string(),
        "[18446744073709551615]"
    );
}

#[test]
fn path_5_strings_are_ordered_as_the_dialect_does() {
    // U+FF5E comes before U+10346, but after its surrogates.
    let values = json!(["\u{10346}"]);
    let test = Condition::Compare(K, Operator::Less, Term::Text("\u{ff5e}"));
    assert_eq!(kept_in(&Language::ASL, test, &values), json!([]));
    assert_eq!(kept_in(&Language::AWS, test, &values), values);
}

#[test]
fn path_5_logic() {
    const BIG: Condition = Condition::Compare(K, Operator::Greater, int(8));
    const SMALL: Condition = Condition::Compare(K, Operator::Less, int(2));
    const ODD: Condition = Condition::Compare(K, Operator::NotEqual, int(9));
    let values = json!([1, 5, 9, 10]);
    let cases = [
        (Condition::Any(&[BIG, SMALL]), json!([1, 9, 10])),
        (Condition::All(&[BIG, ODD]), json!([10])),
        (Condition::Not(&BIG), json!([1, 5])),
        (Condition::Not(&Condition::Any(&[BIG, SMALL])), json!([5])),
        (
            Condition::All(&[Condition::Not(&SMALL), ODD]),
            json!([5, 10]),
        ),
    ];
    for (test, expected) in cases {
        assert_eq!(kept(test, &values), expected, "{test:?}");
    }
}

#[test]
fn path_6_a_member_exists_whatever_its_value() {
    let list = json!([{"keep": true}, {"keep": false}, {"keep": null}, {"other": 1}, 5]);
    let keep = Term::Item(&[Seg::Key("keep")]);
    let exists = [filter(Condition::Exists(keep))];
    let expected = json!([{"keep": true}, {"keep": false}, {"keep": null}]);
    assert_eq!(select(&exists, &list), Some(expected));
    let missing = filter(Condition::Not(Box::leak(Box::new(Condition::Exists(keep)))));
    assert_eq!(select(&[missing], &list), Some(json!([{"other": 1}, 5])));
    // A path of several values exists where it finds one.
    let many = Term::Item(&[Seg::Key("l"), Seg::All]);
    let exists = [filter(Condition::Exists(many))];
    let list = json!([{"l": []}, {"l": [null]}, {"l": 1}, {}]);
    assert_eq!(select(&exists, &list), Some(json!([{"l": [null]}])));
}

#[test]
fn path_5_a_missing_member_is_equal_to_nothing() {
    let list = json!([{"a": 1}, {"k": null}]);
    let compare = |operator, right| [filter(Condition::Compare(K, operator, right))];
    assert_eq!(
        select(&compare(Operator::Equal, Term::Null), &list),
        Some(json!([{"k": null}]))
    );
    assert_eq!(
        select(&compare(Operator::NotEqual, Term::Null), &list),
        Some(json!([{"a": 1}]))
    );
    assert_eq!(
        select(&compare(Operator::LessEqual, int(1)), &list),
        Some(json!([]))
    );
    let none = Term::Item(&[Seg::Key("none")]);
    assert_eq!(
        select(&compare(Operator::Equal, none), &list),
        Some(json!([]))
    );
}

#[test]
fn path_5_an_object_is_tested_itself() {
    let filter = filter(Condition::Compare(K, Operator::Equal, int(1)));
    let document = json!({"k": 1, "x": {"k": 1}});
    assert_eq!(select(&[filter], &document), Some(json!([&document])));
    assert_eq!(
        select(&[key("x"), filter, key("k")], &document),
        Some(json!([1]))
    );
    assert_eq!(select(&[key("k"), filter], &document), Some(json!([])));
}

#[test]
fn path_5_only_asl_filters_scalars() {
    let big = filter(Condition::Compare(
        Term::Item(&[]),
        Operator::Greater,
        int(3),
    ));
    const FIVE: Condition =
        Condition::Compare(Term::Item(&[Seg::Key("n")]), Operator::Equal, int(5));
    let not_big = filter(Condition::Not(&FIVE));
    let list = json!([1, 5, {"n": 5}, {"n": 6}, "x", [5]]);
    assert_eq!(select(&[big], &list), Some(json!([5])));
    assert_eq!(select_in(&Language::AWS, &[big], &list), Some(json!([])));
    assert_eq!(
        select_in(&Language::AWS, &[not_big], &list),
        Some(json!([{"n": 6}, [5]]))
    );
}

#[test]
fn path_5_under_descent_every_object_is_tested_once() {
    static TWO: Filter = Filter {
        outer: &[],
        test: Condition::Compare(Term::Item(&[Seg::Key("id")]), Operator::Equal, int(2)),
    };
    const DESCENT: Seg = Seg::Descend(&Seg::Filter(&TWO));
    let document = json!([
        {"id": 2, "n": 1},
        {"more": [{"id": 2, "n": 2}, {"x": {"id": 2, "n": 3}}], "id": 2, "n": 0},
        [[{"id": 2, "n": 4}]]
    ]);
    assert_eq!(
        select(&[DESCENT, key("n")], &document),
        Some(json!([1, 0, 2, 3, 4]))
    );
}

#[test]
fn path_5_paths_from_a_root_and_filters_inside_filters() {
    const fn data(text: &'static str, steps: &'static [Seg]) -> Path {
        Path {
            text,
            root: Root::Data,
            steps,
        }
    }
    // $.agents[?(@.id == $.best || @.tags[?(@.name == $.wanted)])].id
    static INNER: Filter = Filter {
        outer: &[],
        test: Condition::Compare(
            Term::Item(&[Seg::Key("name")]),
            Operator::Equal,
            Term::Outer(1),
        ),
    };
    static OUTER: Filter = Filter {
        outer: &[
            data("$.best", &[Seg::Key("best")]),
            data("$.wanted", &[Seg::Key("wanted")]),
        ],
        test: Condition::Any(&[
            Condition::Compare(
                Term::Item(&[Seg::Key("id")]),
                Operator::Equal,
                Term::Outer(0),
            ),
            Condition::Exists(Term::Item(&[Seg::Key("tags"), Seg::Filter(&INNER)])),
        ]),
    };
    let document = json!({
        "best": 3,
        "wanted": "fast",
        "agents": [
            {"id": 1, "tags": [{"name": "slow"}, {"name": "fast"}]},
            {"id": 2, "tags": [{"name": "slow"}]},
            {"id": 3}
        ]
    });
    let steps = [key("agents"), Seg::Filter(&OUTER), key("id")];
    assert_eq!(select(&steps, &document), Some(json!([1, 3])));
    static PRESENT: Filter = Filter {
        outer: &[
            data("$.best", &[Seg::Key("best")]),
            data("$.no[*]", &[Seg::Key("no"), Seg::All]),
        ],
        test: Condition::All(&[
            Condition::Exists(Term::Outer(0)),
            Condition::Not(&Condition::Exists(Term::Outer(1))),
        ]),
    };
    assert_eq!(
        select(
            &[key("agents"), Seg::Filter(&PRESENT), key("id")],
            &document
        ),
        Some(json!([1, 2, 3]))
    );
}

#[test]
fn path_5_lexical_operators() {
    const LIST: Term = Term::List(&[int(1), Term::Text("x"), Term::Null]);
    let compare = |operator, right| Condition::Compare(K, operator, right);
    let values = json!([1, 2, "x", "1", null, [1], [1, "x"], [1, 2], [2], [], {}, ""]);
    let cases = [
        (compare(Operator::In, LIST), json!([1, "x", "1", null])),
        (
            compare(Operator::NotIn, LIST),
            json!([2, [1], [1, "x"], [1, 2], [2], [], {}, ""]),
        ),
        (
            compare(Operator::SubsetOf, LIST),
            json!([[1], [1, "x"], []]),
        ),
        (
            compare(Operator::AnyOf, LIST),
            json!([[1], [1, "x"], [1, 2]]),
        ),
        (compare(Operator::NoneOf, LIST), json!([[2], []])),
        (compare(Operator::Size, int(1)), json!(["x", "1", [1], [2]])),
        (compare(Operator::Size, Term::Text("1")), json!([])),
        (
            compare(Operator::Empty, Term::Bool(true)),
            json!([[], {}, ""]),
        ),
        (
            compare(Operator::Empty, Term::Bool(false)),
            json!(["x", "1", [1], [1, "x"], [1, 2], [2]]),
        ),
        (
            Condition::Compare(int(1), Operator::In, K),
            json!([[1], [1, "x"], [1, 2]]),
        ),
        (compare(Operator::In, K), json!([])),
    ];
    for (test, expected) in cases {
        assert_eq!(kept(test, &values), expected, "{test:?}");
    }
}
