//! Paths from each of the roots.

use super::*;
use crate::frame::Variables;
use crate::path::{Condition, Filter, Operator, Term};

fn read(visit: &Visit<'_>, root: Root, steps: &'static [Seg], document: &Value) -> Option<Value> {
    let path = Path {
        text: "",
        root,
        steps,
    };
    visit.read(&path, document).map(Cow::into_owned)
}

#[test]
fn ctx_3_path_10_indefinite_paths_into_the_context_object() {
    let visit = visit(&Language::ASL);
    const NAME: Seg = Seg::Descend(&Seg::Key("Name"));
    const STATES: Seg = Seg::Keys(&["State", "StateMachine", "no"]);
    let cases: [(&[Seg], Option<Value>); 8] = [
        (&[NAME], Some(json!(["run-9", "order", "Look"]))),
        (
            &[Seg::All, Seg::Key("Name")],
            Some(json!(["run-9", "order", "Look"])),
        ),
        (&[STATES, Seg::Key("Name")], Some(json!(["Look", "order"]))),
        (
            &[Seg::Key("Execution"), Seg::Keys(&["Name", "Input"])],
            Some(json!({"Name": "run-9", "Input": {"sku": "A-1"}})),
        ),
        (
            &[Seg::Key("Execution"), Seg::Key("Input"), Seg::All],
            Some(json!(["A-1"])),
        ),
        (&[Seg::Key("No"), Seg::All], Some(json!([]))),
        (
            &[Seg::Key("Execution"), Seg::Key("No"), Seg::Key("x")],
            None,
        ),
        (&[Seg::Key("Execution"), Seg::FromEnd(1)], None),
    ];
    for (steps, expected) in cases {
        let found = read(&visit, Root::Context, steps, &json!({}));
        assert_eq!(found, expected, "{steps:?}");
    }
}

#[test]
fn var_8_17_paths_into_variables() {
    let order = Object::from([("order", json!({"lines": [1, 2]}))]);
    let around = Surroundings {
        variables: Variables::nested(order),
        ..surroundings()
    };
    let visit = visit_in(around, &Language::ASL);
    let lines = &[Seg::Key("lines"), Seg::All];
    let order = Root::Variable("order");
    let document = json!({"lines": [3]});
    assert_eq!(read(&visit, order, lines, &document), Some(json!([1, 2])));
    assert_eq!(
        read(&visit, order, &[], &document),
        Some(json!({"lines": [1, 2]}))
    );
    assert_eq!(read(&visit, order, &[Seg::Key("no")], &document), None);
    // No value is an error even where no match would not be.
    assert_eq!(read(&visit, Root::Variable("none"), lines, &document), None);
    let path = Path {
        text: "$none.a",
        root: Root::Variable("none"),
        steps: &[Seg::Key("a")],
    };
    let cause = "Invalid path '$none.a' : No results for path: $none['a']";
    assert_eq!(error(visit.input_path(&path, document)), runtime(cause));
}

#[test]
fn path_5_filters_look_at_every_root() {
    // [?(@.sku == …)]
    static DATA: Filter = filter(&[data("$.sku", &[Seg::Key("sku")])]);
    static CONTEXT: Filter = filter(&[context(
        "$$.Execution.Input.sku",
        &[Seg::Key("Execution"), Seg::Key("Input"), Seg::Key("sku")],
    )]);
    static VARIABLE: Filter = filter(&[Path {
        text: "$sku",
        root: Root::Variable("sku"),
        steps: &[],
    }]);
    const fn filter(outer: &'static [Path]) -> Filter {
        let sku = Term::Item(&[Seg::Key("sku")]);
        Filter {
            outer,
            test: Condition::Compare(sku, Operator::Equal, Term::Outer(0)),
        }
    }
    let around = Surroundings {
        variables: Variables::nested(Object::from([("sku", "C-3")])),
        ..surroundings()
    };
    let visit = visit_in(around, &Language::ASL);
    let lines = json!([{"sku": "A-1"}, {"sku": "B-2"}, {"sku": "C-3"}]);
    let document = json!({"sku": "B-2", "lines": lines});
    let found = |filter| {
        let steps = [Seg::Key("lines"), Seg::Filter(filter), Seg::Key("sku")];
        read(&visit, Root::Data, Box::leak(Box::new(steps)), &document)
    };
    assert_eq!(found(&DATA), Some(json!(["B-2"])));
    assert_eq!(found(&CONTEXT), Some(json!(["A-1"])));
    assert_eq!(found(&VARIABLE), Some(json!(["C-3"])));
    // The document stays the field's, whatever the path begins with.
    let item = [Seg::Key("Execution"), Seg::Key("Input"), Seg::Filter(&DATA)];
    let item: &'static [Seg] = Box::leak(Box::new(item));
    assert_eq!(
        read(&visit, Root::Context, item, &document),
        Some(json!([]))
    );
    assert_eq!(
        read(&visit, Root::Context, item, &json!({"sku": "A-1"})),
        Some(json!([{"sku": "A-1"}]))
    );
}

#[test]
fn rp_3_6_a_member_is_set_in_objects_only() {
    let visit = visit(&Language::ASL);
    let place = |raw: Value| visit.place(&Placement::Key("a"), raw, json!(2));
    let cases = [
        (json!({}), json!({"a": 2})),
        (json!({"b": 1}), json!({"b": 1, "a": 2})),
        (json!({"a": {"b": 1}, "c": 3}), json!({"a": 2, "c": 3})),
    ];
    for (raw, expected) in cases {
        assert_eq!(place(raw).unwrap(), expected);
    }
    for (raw, shown) in [(json!([1]), "[1]"), (json!("text"), "\"text\"")] {
        let cause = format!("Unable to apply ReferencePath $.a to input {shown}");
        let expected = ("States.ResultPathMatchFailure".to_owned(), cause);
        assert_eq!(error(place(raw)), expected);
    }
}

#[test]
fn tmpl_5_path_12_keys_are_looked_up_each_in_the_value_before() {
    static KEYS: Template = Template::Object(&[("x", Template::Keys(&["a", "b"]))]);
    let visit = visit(&Language::ASL);
    let shaped = |document: Value| visit.template("Parameters", &KEYS, &document);
    assert_eq!(
        shaped(json!({"b": 0, "a": {"b": [1]}})).unwrap(),
        json!({"x": [1]})
    );
    for document in ["{\"a\":{\"c\":1}}", "{\"b\":1}", "{\"a\":[1]}"] {
        let (_, cause) = error(shaped(document.parse().unwrap()));
        let expected = format!(
            "The JSONPath '$.a.b' specified for the field 'x.$' could not be found in the input \
             '{document}'"
        );
        assert_eq!(cause, expected);
    }
}
