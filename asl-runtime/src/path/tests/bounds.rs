//! Large and deep documents.

use super::{key, select};
use crate::choice::Num;
use crate::json;
use crate::path::{Condition, Filter, Operator, Path, Root, Seg, Term};
use crate::value::{Object, Value};

/// `{"a": {"a": … 0}}`
fn deep(levels: usize) -> Value {
    (0..levels).fold(json!(0), |inside, _| {
        Value::Object(Object::from([("a", inside)]))
    })
}

#[test]
fn descent_into_a_document_of_a_hundred_thousand_levels() {
    static ZERO: Filter = Filter {
        outer: &[],
        test: Condition::Compare(
            Term::Item(&[Seg::Descend(&Seg::Key("b"))]),
            Operator::Empty,
            Term::Bool(false),
        ),
    };
    let document = deep(100_000);
    let found = select(&[Seg::Descend(&Seg::Key("a"))], &document).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 100_000);
    assert_eq!(found[99_999], 0);
    assert_eq!(select(&[Seg::Filter(&ZERO)], &document), Some(json!([])));
}

#[test]
fn a_filter_over_a_million_items_reads_paths_from_the_root_once() {
    // $.items[?(@.n < 3 && $..limit)]: read for every item, the right side would take hours.
    static FILTER: Filter = Filter {
        outer: &[Path {
            text: "$..limit",
            root: Root::Data,
            steps: &[Seg::Descend(&Seg::Key("limit"))],
        }],
        test: Condition::All(&[
            Condition::Compare(
                Term::Item(&[Seg::Key("n")]),
                Operator::Less,
                Term::Number(Num::Int(3)),
            ),
            Condition::Exists(Term::Outer(0)),
        ]),
    };
    let items: Vec<Value> = (0..1_000_000).map(|n| json!({"n": n})).collect();
    let document = Value::from(
        [("items", Value::from(items)), ("limit", json!(1))]
            .into_iter()
            .collect::<Object>(),
    );
    let steps = [key("items"), Seg::Filter(&FILTER), key("n")];
    assert_eq!(select(&steps, &document), Some(json!([0, 1, 2])));
}

#[test]
fn descent_through_a_wide_tree_is_linear() {
    let rows: Vec<Value> = (0..1_000)
        .map(|_| json!({"cells": (vec![json!({"v": 1}); 300])}))
        .collect();
    let found = select(&[Seg::Descend(&Seg::Key("v"))], &Value::from(rows)).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 300_000);
}
