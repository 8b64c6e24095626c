//! What paths select, rule by rule. Each path stands beside its text.

mod bounds;
mod filters;

use std::borrow::Cow;

use super::{Outer, Path, Root, Scope, Seg, explain_missing, read};
use crate::json;
use crate::language::Language;
use crate::value::Value;

const fn key(name: &'static str) -> Seg {
    Seg::Key(name)
}

const fn slice(from: Option<i32>, to: Option<i32>) -> Seg {
    Seg::Slice { from, to }
}

/// What the steps select of a document, whose filters may look back at it.
fn select_in(language: &'static Language, steps: &[Seg], document: &Value) -> Option<Value> {
    let outer = |path: &Path| select_in(language, path.steps, document);
    let scope = Scope {
        language,
        outer: Outer::Read(&outer),
    };
    read(steps, document, scope).map(Cow::into_owned)
}

fn select(steps: &[Seg], document: &Value) -> Option<Value> {
    select_in(&Language::ASL, steps, document)
}

/// Checks `(path, steps, what they select)` on one document.
fn check(document: &Value, cases: &[(&str, &[Seg], Option<Value>)]) {
    for (path, steps, expected) in cases {
        assert_eq!(&select(steps, document), expected, "{path} on {document}");
    }
}

#[test]
fn rpath_9_worked_reads() {
    let document = json!({"foo": 123, "bar": ["a", "b", "c"], "car": {"cdr": true}});
    check(
        &document,
        &[
            ("$", &[], Some(document.clone())),
            ("$.foo", &[key("foo")], Some(json!(123))),
            ("$.bar", &[key("bar")], Some(json!(["a", "b", "c"]))),
            ("$.car.cdr", &[key("car"), key("cdr")], Some(json!(true))),
        ],
    );
}

#[test]
fn path_9_12_definite_paths_have_one_value_or_no_match() {
    let document = json!({"bar": ["a", "b", "c"], "car": {"cdr": null}});
    check(
        &document,
        &[
            ("$.bar[2]", &[key("bar"), Seg::Index(2)], Some(json!("c"))),
            (
                "$.bar[-1]",
                &[key("bar"), Seg::FromEnd(1)],
                Some(json!("c")),
            ),
            (
                "$.bar[-3]",
                &[key("bar"), Seg::FromEnd(3)],
                Some(json!("a")),
            ),
            ("$.car.cdr", &[key("car"), key("cdr")], Some(json!(null))),
            ("$.nope", &[key("nope")], None),
            ("$.car.cdr.x", &[key("car"), key("cdr"), key("x")], None),
            ("$.bar.x", &[key("bar"), key("x")], None),
            ("$.bar[3]", &[key("bar"), Seg::Index(3)], None),
            ("$.bar[-4]", &[key("bar"), Seg::FromEnd(4)], None),
            ("$.car[0]", &[key("car"), Seg::Index(0)], None),
            ("$.car[-1]", &[key("car"), Seg::FromEnd(1)], None),
        ],
    );
}

#[test]
fn path_9_a_definite_path_borrows() {
    let document = json!({"a": [{"b": 1}]});
    let outer = |_: &Path| None;
    let scope = Scope {
        language: &Language::AWS,
        outer: Outer::Read(&outer),
    };
    let read = read(&[key("a"), Seg::FromEnd(1), key("b")], &document, scope);
    assert!(matches!(read, Some(Cow::Borrowed(value)) if *value == 1));
}

#[test]
fn path_10_indefinite_paths_gather_in_document_order() {
    let document = json!({"a": [1, 2, 3, 4], "o": {"z": [5], "y": {"z": 6}}, "s": "text"});
    let a = key("a");
    check(
        &document,
        &[
            ("$.a[*]", &[a, Seg::All], Some(json!([1, 2, 3, 4]))),
            ("$.o.*", &[key("o"), Seg::All], Some(json!([[5], {"z": 6}]))),
            ("$.o.*.z", &[key("o"), Seg::All, key("z")], Some(json!([6]))),
            ("$.*[0]", &[Seg::All, Seg::Index(0)], Some(json!([1]))),
            ("$.*[-1]", &[Seg::All, Seg::FromEnd(1)], Some(json!([4]))),
            ("$.s[*]", &[key("s"), Seg::All], Some(json!([]))),
            ("$.a[0,1]", &[a, Seg::Indices(&[0, 1])], Some(json!([1, 2]))),
            (
                "$.a[2,-1,2,9,-9]",
                &[a, Seg::Indices(&[2, -1, 2, 9, -9])],
                Some(json!([3, 4, 3])),
            ),
        ],
    );
}

#[test]
fn path_10_indefinite_paths_never_fail() {
    let steps: [&[Seg]; 11] = [
        &[Seg::All],
        &[key("items"), Seg::All],
        &[key("items"), Seg::All, key("itemValue")],
        &[key("items"), slice(Some(1), None)],
        &[key("item"), key("items"), slice(Some(1), Some(5)), key("x")],
        &[key("items"), Seg::Indices(&[0, 1])],
        &[key("items"), Seg::Index(0), Seg::All],
        &[slice(None, Some(1))],
        &[Seg::Descend(&Seg::Key("zzz"))],
        &[key("a"), Seg::Keys(&["b", "c"]), key("d")],
        &[key("a"), Seg::All, Seg::Keys(&["b", "c"])],
    ];
    for steps in steps {
        assert_eq!(select(steps, &json!({})), Some(json!([])), "{steps:?}");
    }
}

#[test]
fn path_3_slices() {
    let document = json!([0, 1, 2, 3, 4]);
    let cases = [
        (Some(1), None, json!([1, 2, 3, 4])),
        (None, Some(2), json!([0, 1])),
        (None, None, json!([0, 1, 2, 3, 4])),
        (Some(1), Some(3), json!([1, 2])),
        (Some(-2), None, json!([3, 4])),
        (None, Some(-2), json!([0, 1, 2])),
        (Some(-3), Some(-1), json!([2, 3])),
        (Some(1), Some(-1), json!([1, 2, 3])),
        (Some(-9), Some(9), json!([0, 1, 2, 3, 4])),
        (Some(-9), Some(-9), json!([])),
        (Some(3), Some(1), json!([])),
        (Some(5), None, json!([])),
        (Some(i32::MIN), Some(i32::MAX), json!([0, 1, 2, 3, 4])),
    ];
    for (from, to, expected) in cases {
        let steps = [slice(from, to)];
        assert_eq!(select(&steps, &document), Some(expected), "{steps:?}");
    }
}

#[test]
fn path_3_descent_goes_outside_in_and_in_document_order() {
    let document = json!({
        "v": 1,
        "k": {"v": {"v": 2}, "m": [{"v": 3}, [{"v": 4}]]},
        "a": [[10, 11], [12]]
    });
    const V: Seg = Seg::Descend(&Seg::Key("v"));
    check(
        &document,
        &[
            ("$..v", &[V], Some(json!([1, {"v": 2}, 2, 3, 4]))),
            ("$.k..v", &[key("k"), V], Some(json!([{"v": 2}, 2, 3, 4]))),
            ("$..v.v", &[V, key("v")], Some(json!([2]))),
            (
                "$..[0]",
                &[Seg::Descend(&Seg::Index(0))],
                Some(json!([{"v": 3}, {"v": 4}, [10, 11], 10, 12])),
            ),
            (
                "$.a..[-1:]",
                &[
                    key("a"),
                    Seg::Descend(&Seg::Slice {
                        from: Some(-1),
                        to: None,
                    }),
                ],
                Some(json!([[12], 11, 12])),
            ),
            (
                "$.a..*",
                &[key("a"), Seg::Descend(&Seg::All)],
                Some(json!([[10, 11], [12], 10, 11, 12])),
            ),
        ],
    );
    // A value of a measured execution.
    let document = json!({"d": {"x": {"a": [1, 2]}}});
    let a = Seg::Descend(&Seg::Key("a"));
    check(
        &document,
        &[
            ("$.d..a", &[key("d"), a], Some(json!([[1, 2]]))),
            ("$.d..a[*]", &[key("d"), a, Seg::All], Some(json!([1, 2]))),
        ],
    );
}

#[test]
fn path_11_several_names_give_one_object() {
    let document = json!({"a": 1, "b": 2, "list": [{"a": 3, "c": 4}, {"x": 5}, 6]});
    const AB: Seg = Seg::Keys(&["b", "a", "nope"]);
    check(
        &document,
        &[
            ("$['b','a','nope']", &[AB], Some(json!({"b": 2, "a": 1}))),
            ("$['x','y']", &[Seg::Keys(&["x", "y"])], Some(json!({}))),
            ("$.list['b','a']", &[key("list"), AB], None),
            (
                "$.list[*]['a','c']",
                &[key("list"), Seg::All, Seg::Keys(&["a", "c"])],
                Some(json!([{"a": 3, "c": 4}, {}])),
            ),
            // Jayway: each of them where the path goes on, and all of them under `..`.
            (
                "$['list','nope'][0]",
                &[Seg::Keys(&["list", "nope"]), Seg::Index(0)],
                Some(json!([{"a": 3, "c": 4}])),
            ),
            (
                "$..['a','c']",
                &[Seg::Descend(&Seg::Keys(&["a", "c"]))],
                Some(json!([{"a": 3, "c": 4}])),
            ),
        ],
    );
    let object = select(&[AB], &document).unwrap().to_string();
    assert_eq!(object, r#"{"b":2,"a":1}"#, "in the order of the path");
}

#[test]
fn path_15_explains_where_a_path_ends() {
    let explain = |root, steps: &'static [Seg], document| {
        let path = Path {
            text: "",
            root,
            steps,
        };
        explain_missing(&path, &document)
    };
    const NO_SUCH: &[Seg] = &[key("no"), key("such"), key("result"), key("path")];
    assert_eq!(
        explain(Root::Data, NO_SUCH, json!({})),
        "Missing property in path $['no']"
    );
    assert_eq!(
        explain(Root::Data, NO_SUCH, json!({"no": {"such": 1}})),
        "Missing property in path $['no']['such']['result']"
    );
    assert_eq!(
        explain(
            Root::Data,
            &[Seg::Key("list"), Seg::Index(4)],
            json!({"list": []})
        ),
        "No results for path: $['list'][4]"
    );
    assert_eq!(
        explain(
            Root::Data,
            &[Seg::Key("list"), Seg::FromEnd(1)],
            json!({"list": []})
        ),
        "No results for path: $['list'][-1]"
    );
    assert_eq!(
        explain(Root::Variable("x"), &[Seg::Keys(&["a", "b"])], json!(0)),
        "No results for path: $x['a','b']"
    );
}
