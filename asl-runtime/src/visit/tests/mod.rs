mod calls;
mod choice;
mod fields;
mod map;
mod paths;

use super::*;
use crate::context::{Facts, Kept, MapItem};
use crate::json;
use crate::path::{RefPath, Seg};
use crate::payload::Limit;
use crate::program::{ContextUse, Effect};
use crate::template::Constant;

fn execution(language: &'static Language) -> Execution {
    let facts = Facts {
        name: "order",
        uses: ContextUse {
            execution_input: true,
            start_time: true,
            map_item: true,
        },
        language,
    };
    Execution {
        program: Box::leak(Box::new(facts)),
        live_variables: std::sync::atomic::AtomicUsize::new(0),
        largest_payload: Limit::NONE,
        steps: std::sync::atomic::AtomicU32::new(0),
        is_observed: false,
        kept: Some(Box::new(Kept {
            input: Some(json!({"sku": "A-1"})),
            started: Timestamp::parse("2019-03-26T20:14:13.192Z"),
        })),
    }
}

/// The third attempt of the first visit of a state.
fn surroundings() -> Surroundings {
    let mut around = Surroundings {
        retries: 2,
        ..Surroundings::default()
    };
    around.rare_mut().entered = Timestamp::parse("2019-03-26T20:14:15Z");
    around
}

fn visit(language: &'static Language) -> Visit<'static> {
    visit_in(surroundings(), language)
}

fn visit_in(around: Surroundings, language: &'static Language) -> Visit<'static> {
    Visit {
        execution: Box::leak(Box::new(execution(language))),
        state: "Look",
        kind: StateKind::Task,
        item: None,
        around: Box::leak(Box::new(around)),
        host: &crate::environment::Fixed(0.5),
    }
}

const fn data(text: &'static str, steps: &'static [Seg]) -> Path {
    Path {
        text,
        root: Root::Data,
        steps,
    }
}

const fn context(text: &'static str, steps: &'static [Seg]) -> Path {
    Path {
        text,
        root: Root::Context,
        steps,
    }
}

const X: Path = data("$.x", &[Seg::Key("x")]);
const Y: Path = data("$.y", &[Seg::Key("y")]);
const NAME: Path = context(
    "$$.Execution.Name",
    &[Seg::Key("Execution"), Seg::Key("Name")],
);

fn error<T: std::fmt::Debug>(result: Result<T, Failure>) -> (String, String) {
    let failure = result.unwrap_err();
    (
        failure.name().to_owned(),
        failure.cause().unwrap_or_default().to_owned(),
    )
}

fn runtime(cause: &str) -> (String, String) {
    ("States.Runtime".to_owned(), cause.to_owned())
}

#[test]
fn ctx_2_fields() {
    let mut visit = visit(&Language::ASL);
    let item = MapItem {
        index: 3,
        value: json!({"k": [7]}),
        key: None,
        source: None,
    };
    visit.item = Some(&item);
    let cases: [(&[Seg], Option<Value>); 18] = [
        (
            &[Seg::Key("Execution"), Seg::Key("Id")],
            Some(json!("order:run-9")),
        ),
        (
            &[Seg::Key("Execution"), Seg::Key("Name")],
            Some(json!("run-9")),
        ),
        (
            &[Seg::Key("Execution"), Seg::Key("RoleArn")],
            Some(json!("")),
        ),
        (
            &[Seg::Key("Execution"), Seg::Key("RedriveCount")],
            Some(json!(0)),
        ),
        (
            &[Seg::Key("Execution"), Seg::Key("StartTime")],
            Some(json!("2019-03-26T20:14:13.192Z")),
        ),
        (
            &[Seg::Key("Execution"), Seg::Key("Input"), Seg::Key("sku")],
            Some(json!("A-1")),
        ),
        (
            &[Seg::Key("Execution"), Seg::Key("Input"), Seg::Key("no")],
            None,
        ), // CTX-3
        (
            &[Seg::Key("Execution"), Seg::Key("Name"), Seg::Key("no")],
            None,
        ),
        (
            &[Seg::Key("StateMachine"), Seg::Key("Name")],
            Some(json!("order")),
        ),
        (&[Seg::Key("State"), Seg::Key("Name")], Some(json!("Look"))),
        (&[Seg::Key("State"), Seg::Key("RetryCount")], Some(json!(2))),
        (
            &[Seg::Key("State"), Seg::Key("EnteredTime")],
            Some(json!("2019-03-26T20:14:15.000Z")),
        ),
        (
            &[Seg::Key("Map"), Seg::Key("Item"), Seg::Key("Index")],
            Some(json!(3)),
        ),
        (
            &[
                Seg::Key("Map"),
                Seg::Key("Item"),
                Seg::Key("Value"),
                Seg::Key("k"),
                Seg::Index(0),
            ],
            Some(json!(7)),
        ),
        (
            &[Seg::Key("Map")],
            Some(json!({"Item": {"Index": 3, "Value": {"k": [7]}}})),
        ),
        (&[Seg::Key("Map"), Seg::Key("no")], None),
        (&[Seg::Key("Task"), Seg::Key("Token")], None),
        (&[Seg::Index(0)], None),
    ];
    for (steps, expected) in cases {
        assert_eq!(visit.context(steps), expected, "{steps:?}");
    }
}

#[test]
fn ctx_2_order_of_the_whole_object() {
    let mut visit = visit(&Language::AWS);
    let text = visit.context(&[]).unwrap().to_string();
    assert_eq!(
        text,
        concat!(
            r#"{"Execution":{"Id":"order:run-9","Input":{"sku":"A-1"},"#,
            r#""StartTime":"2019-03-26T20:14:13.192Z","Name":"run-9","RoleArn":"","#,
            r#""RedriveCount":0},"StateMachine":{"Id":"order","Name":"order"},"#,
            r#""State":{"Name":"Look","EnteredTime":"2019-03-26T20:14:15.000Z","RetryCount":2}}"#,
        )
    );
    visit.kind = StateKind::Pass;
    assert_eq!(
        visit.context(&[Seg::Key("State"), Seg::Key("RetryCount")]),
        None
    );
}

#[test]
fn path_12_input_path() {
    let visit = visit(&Language::ASL);
    assert_eq!(
        visit.input_path(&X, json!({"x": {"a": 1}})).unwrap(),
        json!({"a": 1})
    );
    assert_eq!(
        visit.output_path(&NAME, json!(null)).unwrap(),
        json!("run-9")
    );
    assert_eq!(
        error(visit.input_path(&X, json!({}))),
        runtime("Invalid path '$.x' : No results for path: $['x']")
    );
    const NO_SUCH: Path = data("$.no.such", &[Seg::Key("no"), Seg::Key("such")]);
    assert_eq!(
        error(visit.output_path(&NO_SUCH, json!([1]))),
        runtime("Invalid path '$.no.such' : Missing property in path $['no']")
    );
}

static TEMPLATE: Template = Template::Object(&[
    ("fixed", Template::Bool(true)),
    ("value", Template::Path(&X)),
    (
        "list",
        Template::Array(&[Template::Object(&[("name", Template::Path(&NAME))])]),
    ),
    ("text", Template::Str("$.x")),
    ("shared", Template::Constant(&SHARED)),
]);
static SHARED: Constant = Constant::new(&Template::Array(&[Template::Int(1)]));

#[test]
fn tmpl_3_4_9_evaluation() {
    let visit = visit(&Language::ASL);
    let value = visit
        .template("Parameters", &TEMPLATE, &json!({"x": [1]}))
        .unwrap();
    assert_eq!(
        value.to_string(),
        r#"{"fixed":true,"value":[1],"list":[{"name":"run-9"}],"text":"$.x","shared":[1]}"#
    );
}

#[test]
fn path_12_template_error_by_dialect() {
    let cause = "The JSONPath '$.x' specified for the field 'value.$' could not be found in the \
                 input '{\"y\":1}'";
    for (language, name) in [
        (&Language::ASL, "States.ParameterPathFailure"),
        (&Language::AWS, "States.Runtime"),
    ] {
        let result = visit(language).template("Parameters", &TEMPLATE, &json!({"y": 1}));
        assert_eq!(error(result), (name.to_owned(), cause.to_owned()));
    }
}

#[test]
fn rp_8_cause_shows_the_input_as_it_was() {
    let visit = visit(&Language::ASL);
    const DEEP: Placement = Placement::At(RefPath {
        text: "$.new.a.b",
        steps: &[Seg::Key("a"), Seg::Key("b")],
    });
    let raw = json!({"a": 1});
    assert_eq!(
        error(visit.place(&DEEP, raw.clone(), json!(2))),
        (
            "States.ResultPathMatchFailure".to_owned(),
            "Unable to apply ReferencePath $.new.a.b to input {\"a\":1}".to_owned()
        )
    );
    assert_eq!(
        visit
            .place(&Placement::Discard, raw.clone(), json!(2))
            .unwrap(),
        raw
    ); // IO-4
    assert_eq!(
        visit.place(&Placement::Replace, raw, json!(2)).unwrap(),
        json!(2)
    ); // RP-2
}

#[test]
fn map_22_item_selector() {
    static SELECTOR: Template = Template::Object(&[
        (
            "at",
            Template::Path(&context(
                "$$.Map.Item.Value",
                &[Seg::Key("Map"), Seg::Key("Item"), Seg::Key("Value")],
            )),
        ),
        (
            "n",
            Template::Path(&context(
                "$$.Map.Item.Index",
                &[Seg::Key("Map"), Seg::Key("Item"), Seg::Key("Index")],
            )),
        ),
        ("city", Template::Path(&data("$.city", &[Seg::Key("city")]))),
    ]);
    let visit = visit(&Language::ASL);
    let document = json!({"city": "Rome", "stops": ["a", "b"]});
    let step = visit.items::<()>(4, json!(["a", "b"]), 2, |visit| {
        visit.template("ItemSelector", &SELECTOR, &document)
    });
    let Ok(Effect::FanOut(fan_out)) = step else {
        panic!("{step:?}")
    };
    assert_eq!(fan_out.max_concurrency, 2);
    let calls = fan_out.calls.into_vec();
    let inputs: Vec<&Value> = calls.iter().map(|call| &call.input).collect();
    assert_eq!(
        inputs,
        [
            &json!({"at": "a", "n": 0, "city": "Rome"}),
            &json!({"at": "b", "n": 1, "city": "Rome"})
        ]
    );
    assert!(calls.iter().all(|call| call.branch == 4));
    // attempt 3 of the first visit
    assert_eq!(calls[0].scope, "Look#1.3");
}

#[test]
fn map_23_a_failing_selector_fails_the_map() {
    let visit = visit(&Language::ASL);
    let step = visit.items::<()>(0, json!([1]), 0, |visit| {
        visit.template("ItemSelector", &TEMPLATE, &json!({}))
    });
    assert_eq!(error(step).0, "States.ParameterPathFailure");
    assert_eq!(
        error(visit.plain_items::<()>(0, json!({}), 0)).0,
        "States.Runtime"
    );
}
