use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::choice::{Num, Relation};
use crate::context::{ExecutionName, MapItem};
use crate::glob::Piece;
use crate::intrinsic::{Argument, Call, Function};
use crate::json;
use crate::path::{RefPath, Seg};
use crate::program::{ContextUse, Effect, Wait};
use crate::template::Constant;

fn execution() -> Execution {
    Execution {
        name: Arc::new(ExecutionName::given("run-9")),
        machine: "order",
        uses: ContextUse {
            execution_input: true,
            start_time: true,
            map_item: true,
        },
        input: Some(json!({"sku": "A-1"})),
        started: Timestamp::parse("2019-03-26T20:14:13.192Z"),
    }
}

fn visit<'a>(execution: &'a Execution, language: &'static Language) -> Visit<'a> {
    Visit {
        execution,
        language,
        state: "Look",
        kind: StateKind::Task,
        entered: Timestamp::parse("2019-03-26T20:14:15Z"),
        retries: 2,
        number: 1,
        scope: None,
        item: None,
        random: &crate::random::Fixed(0.5),
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
    let execution = execution();
    let mut visit = visit(&execution, &Language::ASL);
    let item = MapItem {
        index: 3,
        value: json!({"k": [7]}),
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
    let execution = execution();
    let mut visit = visit(&execution, &Language::AWS);
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
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
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
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
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
    let execution = execution();
    let cause = "The JSONPath '$.x' specified for the field 'value.$' could not be found in the \
                 input '{\"y\":1}'";
    for (language, name) in [
        (&Language::ASL, "States.ParameterPathFailure"),
        (&Language::AWS, "States.Runtime"),
    ] {
        let result =
            visit(&execution, language).template("Parameters", &TEMPLATE, &json!({"y": 1}));
        assert_eq!(error(result), (name.to_owned(), cause.to_owned()));
    }
}

const X_LENGTH: Call = Call {
    function: Function::ArrayLength,
    arguments: &[Argument::Path(&X)],
};

#[test]
fn tmpl_4_a_call_is_evaluated_in_the_template_s_document_and_context() {
    const LENGTH: Template = Template::Object(&[("length", Template::Call(&X_LENGTH))]);
    const NAMES: Template = Template::Call(&Call {
        function: Function::Array,
        arguments: &[Argument::Path(&NAME), Argument::Call(&X_LENGTH)],
    });
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    let document = json!({"x": [4, 5]});
    let length = visit.template("Parameters", &LENGTH, &document).unwrap();
    assert_eq!(length, json!({"length": 2}));
    let names = visit.template("Parameters", &NAMES, &document).unwrap();
    assert_eq!(names, json!(["run-9", 2]));
}

#[test]
fn path_12_missing_argument_of_a_call_by_dialect() {
    const LENGTH: Template = Template::Object(&[("length", Template::Call(&X_LENGTH))]);
    let execution = execution();
    let cause = "The JSONPath '$.x' specified for the field 'length.$' could not be found in the \
                 input '{\"y\":1}'";
    for (language, name) in [
        (&Language::ASL, "States.IntrinsicFailure"),
        (&Language::AWS, "States.Runtime"),
    ] {
        let result = visit(&execution, language).template("Parameters", &LENGTH, &json!({"y": 1}));
        assert_eq!(error(result), (name.to_owned(), cause.to_owned()));
    }
}

#[test]
fn fail_4_5_call_text() {
    const ITEM: Call = Call {
        function: Function::ArrayGetItem,
        arguments: &[Argument::Path(&X), Argument::Int(0)],
    };
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    let text = |document: Value| visit.call_text(&ITEM, &document, "ErrorPath");
    assert_eq!(text(json!({"x": ["Custom"]})).unwrap(), "Custom");
    assert_eq!(
        error(text(json!({"x": [7]}))),
        runtime(
            "The ErrorPath field refers to value 7 which is not a string: the result of \
             States.ArrayGetItem"
        )
    );
    // That error replaces the intended one, too.
    let (name, _) = error(text(json!({"x": []})));
    assert_eq!(name, "States.IntrinsicFailure");
}

#[test]
fn rp_8_cause_shows_the_input_as_it_was() {
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
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
fn wait_4_5_seconds_path() {
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    for (x, seconds) in [(json!(0), 0), (json!(90), 90), (json!(2.0), 2)] {
        let wait = visit.wait_seconds(&X, &json!({"x": x})).unwrap();
        assert_eq!(wait, Wait::For(Duration::from_secs(seconds)));
    }
    for (document, cause) in [
        (
            json!({}),
            "The SecondsPath parameter does not reference an input value: $.x",
        ),
        (
            json!({"x": -1}),
            "The SecondsPath parameter references a negative value: $.x == -1",
        ),
        (
            json!({"x": 1.5}),
            "The SecondsPath parameter cannot be parsed as a long value: $.x == 1.5",
        ),
        (
            json!({"x": "soon"}),
            "The SecondsPath parameter cannot be parsed as a long value: $.x == soon",
        ),
    ] {
        assert_eq!(error(visit.wait_seconds(&X, &document)), runtime(cause));
    }
}

#[test]
fn wait_5_timestamp_path() {
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    let wait = visit
        .wait_timestamp(&X, &json!({"x": "1970-01-01T00:00:01Z"}))
        .unwrap();
    assert_eq!(
        wait,
        Wait::Until(Timestamp {
            seconds: 1,
            nanos: 0
        })
    );
    let cause = "The TimestampPath parameter does not reference a valid ISO-8601 extended offset \
                 date-time format string: $.x == 2016-12-05 21:29:29Z";
    let result = visit.wait_timestamp(&X, &json!({"x": "2016-12-05 21:29:29Z"}));
    assert_eq!(error(result), runtime(cause));
    assert_eq!(
        error(visit.wait_timestamp(&X, &json!({"x": 5}))).0,
        "States.Runtime"
    );
}

#[test]
fn task_6_7_seconds() {
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    let seconds = |x: Value| visit.seconds(&X, &json!({"x": x}), "TimeoutSecondsPath");
    assert_eq!(seconds(json!(5)).unwrap(), Duration::from_secs(5));
    for wrong in [json!(0), json!(-5), json!(1.5), json!("5"), json!(null)] {
        assert_eq!(error(seconds(wrong)).0, "States.Runtime");
    }
    assert_eq!(
        error(visit.seconds(&X, &json!({}), "TimeoutSecondsPath")),
        runtime("Invalid path '$.x' : No results for path: $['x']")
    );
}

#[test]
fn task_5_heartbeat_is_shorter_than_timeout() {
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    let seconds = |seconds: Option<u64>| seconds.map(Duration::from_secs);
    let task =
        |timeout, heartbeat| visit.task::<()>(0, json!(null), seconds(timeout), seconds(heartbeat));
    assert!(task(Some(5), Some(4)).is_ok());
    assert!(task(None, Some(4)).is_ok());
    assert_eq!(error(task(Some(5), Some(5))).0, "States.Runtime");
}

#[test]
fn fail_5_texts() {
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    let text = visit.text(&X, &json!({"x": "E"}), "ErrorPath").unwrap();
    assert_eq!(text, "E");
    assert_eq!(
        error(visit.text(&X, &json!({"x": 1}), "ErrorPath")).0,
        "States.Runtime"
    );
    assert_eq!(
        error(visit.text(&X, &json!({}), "CausePath")),
        runtime(
            "The JSONPath '$.x' specified for the field 'CausePath' could not be found in the \
             input '{}'"
        )
    );
}

#[test]
fn map_11_51_items_and_concurrency() {
    let execution = execution();
    let visit = visit(&execution, &Language::AWS);
    assert_eq!(visit.items_path(&X, json!({"x": [1]})).unwrap(), json!([1]));
    const INPUT: Path = context(
        "$$.Execution.Input",
        &[Seg::Key("Execution"), Seg::Key("Input")],
    );
    assert_eq!(
        error(visit.items_path(&INPUT, json!(null))),
        runtime("Reference path \"$.Execution.Input\" must point to array.")
    );
    let count = |x: Value| visit.count(&X, &json!({"x": x}), "MaxConcurrencyPath");
    assert_eq!(count(json!(0)).unwrap(), 0);
    assert_eq!(
        error(count(json!("NoNumber"))),
        runtime(
            "The MaxConcurrencyPath field refers to value \"NoNumber\" which is not a valid \
             integer: $.x"
        )
    );
    assert_eq!(error(count(json!(-1))).0, "States.Runtime");
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
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    let document = json!({"city": "Rome", "stops": ["a", "b"]});
    let step = visit.items::<()>(4, json!(["a", "b"]), 2, |visit| {
        visit.template("ItemSelector", &SELECTOR, &document)
    });
    let Ok(Effect::FanOut(fan_out)) = step else {
        panic!("{step:?}")
    };
    assert_eq!(fan_out.max_concurrency, 2);
    let inputs: Vec<&Value> = fan_out.calls.iter().map(|call| &call.input).collect();
    assert_eq!(
        inputs,
        [
            &json!({"at": "a", "n": 0, "city": "Rome"}),
            &json!({"at": "b", "n": 1, "city": "Rome"})
        ]
    );
    assert!(fan_out.calls.iter().all(|call| call.branch == 4));
    // attempt 3 of the first visit
    assert_eq!(fan_out.calls[0].scope, "Look#1.3");
}

#[test]
fn map_23_a_failing_selector_fails_the_map() {
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
    let step = visit.items::<()>(0, json!([1]), 0, |visit| {
        visit.template("ItemSelector", &TEMPLATE, &json!({}))
    });
    assert_eq!(error(step).0, "States.ParameterPathFailure");
    assert_eq!(
        error(visit.plain_items::<()>(0, json!({}), 0)).0,
        "States.Runtime"
    );
}

/// A test on `x`, `y` and what it answers.
type Case = (Value, Value, bool);

fn check(cases: &[Case], test: impl Fn(&Tests<'_>) -> Result<bool, Failure>) {
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
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
            (json!(["A"]), none.clone(), false), // CHOICE-36
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
    let execution = execution();
    // U+FFFD is above U+1F600 in UTF-16 and below it in scalar values.
    let document = json!({"x": "\u{fffd}", "y": "\u{1f600}"});
    for (language, is_less) in [(&Language::ASL, true), (&Language::AWS, false)] {
        let visit = visit(&execution, language);
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
    let execution = execution();
    let visit = visit(&execution, &Language::ASL);
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
