//! What dialect `tcsl` refuses, and the nearest thing that it accepts: a table of definitions and
//! the codes they are found fault with; no codes: accepted without a word.

use asl_codegen::diagnostic::Code::{self, *};
use asl_codegen::diagnostic::render;
use asl_codegen::{Compilation, Dialect, Options, Source, compile};

pub(super) const ACCEPTED: &[Code] = &[];

/// A resource of a function.
pub(super) const FUNCTION: &str =
    "qrn:qcs:asw:ap-guangzhou:123456789:sdk:json:qcloud:scf:Invoke/work";

pub(super) fn compiled(text: &str) -> Compilation {
    let options = Options {
        dialect: Dialect::Tcsl,
        ..Options::default()
    };
    compile(&Source::new("t.asl.json", text), &options)
}

/// What there is to say about a definition, whatever its severity.
pub(super) fn found(text: &str) -> Vec<Code> {
    let found = compiled(text).diagnostics.into_iter();
    found.map(|found| found.code).collect()
}

/// What a person reads.
pub(super) fn shown(text: &str) -> String {
    let source = Source::new("t.asl.json", text);
    render::all(&compiled(text).diagnostics, &source, render::DEFAULT_LIMIT)
}

pub(super) fn table(wrap: impl Fn(&str) -> String, cases: &[(&str, &[Code])]) {
    for (case, expected) in cases {
        let text = wrap(case);
        assert_eq!(found(&text), *expected, "{text}\n{}", shown(&text));
    }
}

/// A machine with these states besides `Z`, which ends it. It starts in `A`.
pub(super) fn states(states: &str) -> String {
    format!(r#"{{"StartAt":"A","States":{{{states},"Z":{{"Type":"Pass","End":true}}}}}}"#)
}

/// A machine with a state of a kind that has what the kind requires and, after a colon, more.
pub(super) fn kind(case: &str) -> String {
    let (kind, members) = case.split_once(':').unwrap();
    let nested = r#"{"StartAt":"N","States":{"N":{"Type":"Pass","End":true}}}"#;
    let required = match kind {
        "Pass" => String::new(),
        "Task" => format!(r#","Resource":"{FUNCTION}""#),
        "Choice" => {
            let rules = r#"[{"Variable":"$.a","IsNumeric":true,"Next":"Z"}]"#;
            let has_default = members.contains("Default");
            let default = if has_default { "" } else { r#","Default":"Z""# };
            format!(r#","Choices":{rules}{default}"#)
        }
        "Parallel" => format!(r#","Branches":[{nested}]"#),
        "Map" => format!(r#","Iterator":{nested}"#),
        _ => panic!("{kind}"),
    };
    let next = if kind == "Choice" {
        ""
    } else {
        r#","Next":"Z""#
    };
    let members = members.trim();
    let comma = if members.is_empty() { "" } else { "," };
    states(&format!(
        r#""A":{{"Type":"{kind}"{required}{next}{comma}{members}}}"#
    ))
}

/// A machine with members at its top level.
fn top(members: &str) -> String {
    format!(r#"{{"StartAt":"A","States":{{"A":{{"Type":"Pass","End":true}}}}{members}}}"#)
}

/// A Choice with one rule.
fn rule(members: &str) -> String {
    states(&format!(
        r#""A":{{"Type":"Choice","Choices":[{{{members},"Next":"Z"}}],"Default":"Z"}}"#
    ))
}

/// A Task with a retrier that has these members.
fn retrier(members: &str) -> String {
    kind(&format!(
        r#"Task: "Retry":[{{"ErrorEquals":["InternalError"]{members}}}]"#
    ))
}

#[test]
fn tcsl_10_12_14_fields_of_the_machine() {
    table(
        top,
        &[
            ("", ACCEPTED),
            (r#","Comment":"c""#, ACCEPTED),
            (r#","TimeoutSeconds":10000000"#, ACCEPTED),
            (r#","TimeoutMilliseconds":1"#, ACCEPTED),
            (r#","TimeoutMilliseconds":1,"TimeoutSeconds":1"#, ACCEPTED),
            (r#","TimeoutMilliseconds":0"#, &[OutOfRange]),
            (r#","TimeoutMilliseconds":1.5"#, &[OutOfRange]),
            (r#","TimeoutMilliseconds":"1""#, &[WrongType]),
            // Ignored, but still type-checked.
            (
                r#","TimeoutMilliseconds":1,"TimeoutSeconds":-1"#,
                &[OutOfRange],
            ),
            (
                r#","TimeoutMilliseconds":1,"TimeoutSeconds":true"#,
                &[WrongType],
            ),
            (r#","Version":"1.0""#, &[NotInDialect]),
            (r#","QueryLanguage":"JSONPath""#, &[NotInDialect]),
            (r#","QueryLanguage":"JSONata""#, &[NotInDialect]),
            (r#","Owner":"me""#, &[UnknownField]),
        ],
    );
}

#[test]
fn tcsl_1_14_20_state_types() {
    let of_type = |name: &str| states(&format!(r#""A":{{"Type":"{name}","Next":"Z"}}"#));
    table(
        of_type,
        &[
            ("Pass", ACCEPTED),
            ("Wait", &[NotInDialect]),
            ("Succeed", &[NotInDialect]),
            ("Fail", &[NotInDialect]),
            ("pass", &[UnknownType]),
            ("Node", &[UnknownType]),
        ],
    );
    let text = shown(&of_type("Wait"));
    assert!(
        text.contains("`Wait` is no state type in dialect `tcsl`"),
        "{text}"
    );
}

#[test]
fn tcsl_5_messages_say_state() {
    let cases = [
        of_everything(),
        kind("Pass: \"Retry\":[]"),
        states(r#""A":{"Type":"Wait"}"#),
    ];
    for text in cases {
        assert!(!shown(&text).contains("node"), "{text}");
    }
}

/// One of everything that the dialect does not have.
fn of_everything() -> String {
    kind(r#"Map: "ItemReader":{},"Assign":{"x":1},"Label":"l","MaxConcurrencyPath":"$.n""#)
}

/// TCSL-23, column by column: what each type may have.
const FIELDS: [(&str, &str); 12] = [
    ("Pass Task Choice Parallel Map", r#""Comment":"c""#),
    ("Pass Task Choice Parallel Map", r#""InputPath":"$.a""#),
    ("Pass Task Choice Parallel Map", r#""OutputPath":null"#),
    ("Pass", r#""Result":1"#),
    ("Pass Task Parallel Map", r#""ResultPath":"$.a""#),
    ("Pass Task Parallel Map", r#""Parameters":{"a.$":"$.b"}"#),
    ("Pass Task Parallel Map", r#""ResultSelector":{"a.$":"$"}"#),
    (
        "Task Parallel Map",
        r#""Retry":[{"ErrorEquals":["InternalError"]}]"#,
    ),
    (
        "Task Parallel Map",
        r#""Catch":[{"ErrorEquals":["E"],"Next":"Z"}]"#,
    ),
    ("Choice", r#""Default":"Z""#),
    ("Map", r#""ItemsPath":"$.a""#),
    ("Map", r#""MaxConcurrency":2"#),
];

#[test]
fn tcsl_21_23_42_81_100_field_table() {
    for (types, field) in FIELDS {
        for name in ["Pass", "Task", "Choice", "Parallel", "Map"] {
            let expected: &[Code] = match name {
                _ if types.split(' ').any(|has| has == name) => ACCEPTED,
                "Choice" if field.contains("ResultPath") => &[NoEffect],
                _ => &[FieldNotHere],
            };
            let text = kind(&format!("{name}: {field}"));
            assert_eq!(found(&text), expected, "{name} {field}\n{}", shown(&text));
        }
    }
    table(
        kind,
        &[
            ("Task: ", ACCEPTED),
            ("Parallel: ", ACCEPTED),
            ("Map: ", ACCEPTED),
            ("Choice: ", ACCEPTED),
            (r#"Choice: "Next":"Z""#, &[FieldNotHere]),
            (r#"Choice: "End":true"#, &[FieldNotHere]),
            (r#"Pass: "Colour":"red""#, &[UnknownField]),
            (r#"Pass: "Output":{"x":1}"#, &[NotInDialect]),
            (r#"Pass: "Assign":{"x":1}"#, &[NotInDialect]),
            (r#"Pass: "QueryLanguage":"JSONPath""#, &[NotInDialect]),
            (r#"Task: "Arguments":{}"#, &[NotInDialect]),
            (r#"Pass: "Seconds":1"#, &[NotInDialect]),
        ],
    );
}

#[test]
fn tcsl_53_tasks_have_no_limits_and_no_credentials() {
    table(
        kind,
        &[
            (r#"Task: "TimeoutSeconds":1"#, &[NotInDialect]),
            (r#"Task: "TimeoutSecondsPath":"$.t""#, &[NotInDialect]),
            (r#"Task: "HeartbeatSeconds":1"#, &[NotInDialect]),
            (r#"Task: "HeartbeatSecondsPath":"$.t""#, &[NotInDialect]),
            (r#"Task: "Credentials":{}"#, &[NotInDialect]),
        ],
    );
    let resource = states(r#""A":{"Type":"Task","Next":"Z"}"#);
    assert_eq!(found(&resource), [MissingField]);
}

#[test]
fn tcsl_22_names_are_any_text_and_unique_in_the_whole_machine() {
    let named = |name: &str| {
        format!(r#"{{"StartAt":"{name}","States":{{"{name}":{{"Type":"Pass","End":true}}}}}}"#)
    };
    assert_eq!(found(&named(&"n".repeat(1000))), ACCEPTED);
    assert_eq!(found(&named("")), [NoRustName], "only an alias is missing");
    let nested = r#"{"StartAt":"Z","States":{"Z":{"Type":"Pass","End":true}}}"#;
    let twice = states(&format!(
        r#""A":{{"Type":"Map","Iterator":{nested},"Next":"Z"}}"#
    ));
    assert_eq!(found(&twice), [DuplicateState]);
}

#[test]
fn tcsl_11_24_30_32_transitions() {
    table(
        states,
        &[
            (r#""A":{"Type":"Pass","Next":"z"}"#, &[UnknownTarget]),
            (r#""A":{"Type":"Pass","End":false,"Next":"Z"}"#, ACCEPTED),
            (r#""A":{"Type":"Pass","End":false}"#, &[NoTransition]),
            (
                r#""A":{"Type":"Pass","End":true,"Next":"Z"}"#,
                &[NextAndEnd],
            ),
            (r#""A":{"Type":"Pass","End":true}"#, &[Unreachable]),
        ],
    );
    let start = r#"{"StartAt":"a","States":{"A":{"Type":"Pass","End":true}}}"#;
    assert_eq!(found(start), [UnknownTarget]);
    let choice = r#"{"Type":"Choice","Choices":[{"Variable":"$.a","IsNumeric":true,"Next":"A"}],"Default":"A"}"#;
    let endless = format!(r#"{{"StartAt":"A","States":{{"A":{choice}}}}}"#);
    assert_eq!(found(&endless), [Cycle], "and not that nothing ends it");
}

#[test]
fn tcsl_31_no_transition_leads_back() {
    let choice = |next: &str, default: &str| {
        format!(
            r#""C":{{"Type":"Choice","Choices":[{{"Variable":"$.a","IsNumeric":true,"Next":"{next}"}}],"Default":"{default}"}}"#
        )
    };
    let task = format!(r#""Type":"Task","Resource":"{FUNCTION}""#);
    let pass = r#""A":{"Type":"Pass","Next":"C"}"#;
    let catch =
        format!(r#""A":{{{task},"Catch":[{{"ErrorEquals":["E"],"Next":"A"}}],"Next":"Z"}}"#);
    let retry = format!(r#""A":{{{task},"Retry":[{{"ErrorEquals":["E"]}}],"Next":"Z"}}"#);
    for (case, expected) in [
        (
            r#""A":{"Type":"Pass","Next":"A"}"#.to_owned(),
            &[Cycle, Unreachable][..],
        ),
        (format!("{pass},{}", choice("A", "Z")), &[Cycle]),
        (format!("{pass},{}", choice("Z", "A")), &[Cycle]),
        (format!("{pass},{}", choice("Z", "Z")), &[]),
        (catch, &[Cycle]),
        (retry, &[]),
    ] {
        let text = states(&case);
        assert_eq!(found(&text), expected, "{text}\n{}", shown(&text));
    }
    let text = shown(&states(&format!("{pass},{}", choice("A", "Z"))));
    assert!(text.contains("`A` → `C` → `A`"), "{text}");
    let inner = r#"{"StartAt":"N","States":{"N":{"Type":"Pass","Next":"N"}}}"#;
    let nested = format!(r#""A":{{"Type":"Map","Iterator":{inner},"Next":"Z"}}"#);
    assert_eq!(found(&states(&nested)), [Cycle], "in each `States` object");
}

/// Long machines are no problem, and neither is a cycle through all of them.
#[test]
fn tcsl_31_cycles_of_any_length() {
    let chain = |last: &str| {
        let states: Vec<String> = (0..5000)
            .map(|n| format!(r#""S{n}":{{"Type":"Pass","Next":"S{}"}}"#, n + 1))
            .chain([format!(r#""S5000":{{"Type":"Pass",{last}}}"#)])
            .collect();
        format!(r#"{{"StartAt":"S0","States":{{{}}}}}"#, states.join(","))
    };
    assert_eq!(found(&chain(r#""End":true"#)), ACCEPTED);
    assert_eq!(found(&chain(r#""Next":"S0""#)), [Cycle]);
}

#[test]
fn tcsl_34_36_paths() {
    table(
        kind,
        &[
            (r#"Pass: "InputPath":"$.a[?(@.b > 1)]""#, ACCEPTED),
            (r#"Pass: "ResultPath":"$.a[*]""#, &[NotReferencePath]),
            (r#"Map: "ItemsPath":"$.a[*]""#, &[NotReferencePath]),
            (r#"Pass: "ResultPath":"$$.a""#, &[ContextNotAllowed]),
            (r#"Map: "Parameters":{"a.$":"$$.Map.Item.Value"}"#, ACCEPTED),
            (r#"Map: "Parameters":{"a.$":"$$.Map.Item.Index"}"#, ACCEPTED),
            (r#"Map: "Parameters":{"a.$":"$$.Map.Item"}"#, ACCEPTED),
            (r#"Pass: "InputPath":"$$""#, &[UndocumentedContext]),
            (
                r#"Pass: "InputPath":"$$.Execution.Id""#,
                &[UndocumentedContext],
            ),
            (r#"Pass: "InputPath":"$x.a""#, &[NotInDialect]),
            (r#"Pass: "InputPath":"$states.input""#, &[NotInDialect]),
        ],
    );
}

#[test]
fn tcsl_14_83_templates_take_paths_only() {
    table(
        kind,
        &[
            (
                r#"Pass: "Parameters":{"a.$":"$.b","c":{"d.$":"$"},"e":[{"f.$":"$"}]}"#,
                ACCEPTED,
            ),
            (
                r#"Pass: "Parameters":{"a.$":"States.UUID()"}"#,
                &[NotInDialect],
            ),
            (r#"Pass: "Parameters":{"a.$":"b"}"#, &[BadPath]),
            (r#"Pass: "Parameters":{"a.$":1}"#, &[TemplateValue]),
            (
                r#"Pass: "Parameters":{"a.$":"$","a":1}"#,
                &[TemplateDuplicate],
            ),
            (r#"Pass: "Parameters":"$""#, &[TemplateNotObject]),
            (
                r#"Task: "ResultSelector":{"a.$":"States.Format('')"}"#,
                &[NotInDialect],
            ),
        ],
    );
}

#[test]
fn tcsl_54_to_56_59_resources() {
    let resource = |tail: &str| {
        let head = "qrn:qcs:asw:ap-guangzhou:123456789:";
        let resource = tail
            .strip_prefix('=')
            .map_or_else(|| format!("{head}{tail}"), str::to_owned);
        states(&format!(
            r#""A":{{"Type":"Task","Resource":"{resource}","Next":"Z"}}"#
        ))
    };
    table(
        resource,
        &[
            ("sdk:json:qcloud:scf:Invoke/f", ACCEPTED),
            ("sdk:json:qcloud:scf:Invoke/f/1", ACCEPTED),
            ("sdk:json:qcloud:scf:Invoke/f/$DEFAULT/default", ACCEPTED),
            ("sdk:json:qcloud:scf:Invoke", ACCEPTED),
            ("sdk:json:qcloud:mps:checkMpsJob", ACCEPTED),
            ("http:json:flowmachine:Order:4711", ACCEPTED),
            ("sdk:json:qcloud:scf:Invoke/f/1/n/x", &[BadResource]),
            ("sdk:json:qcloud:nlp:Sum/f", &[BadResource]),
            ("sdk:json:qcloud:scf:Invoke/", &[BadResource]),
            ("http:json:flowmachine:Order", &[BadResource]),
            ("=https://example.com/f", &[BadResource]),
            ("=arn:aws:lambda:eu-west-1:1:function:f", &[BadResource]),
            (
                "=qrn:qcs:asw:ap-guangzhou:12a4:sdk:json:qcloud:scf:Invoke/f",
                &[BadResource],
            ),
            ("=", &[Empty]),
            ("=qrn:${rest}", &[UnfilledPlaceholder]),
        ],
    );
}

#[test]
fn tcsl_61_62_64_operators() {
    table(
        rule,
        &[
            (r#""Variable":"$.a","BooleanEquals":true"#, ACCEPTED),
            (r#""Variable":"$.a","NumericEquals":1.5"#, ACCEPTED),
            (r#""Variable":"$.a","StringEquals":"Mathematics""#, ACCEPTED),
            (r#""Variable":"$.a","IsBoolean":false"#, ACCEPTED),
            (
                r#""Variable":"$.a","IsNumeric":true,"Comment":"c""#,
                ACCEPTED,
            ),
            (r#""Variable":"$.a","IsPresent":true"#, &[NotInDialect]),
            (r#""Variable":"$.a","NumericLessThan":1"#, &[NotInDialect]),
            (
                r#""Variable":"$.a","NumericEqualsPath":"$.b""#,
                &[NotInDialect],
            ),
            (r#""Variable":"$.a","StringMatches":"*""#, &[NotInDialect]),
            (r#""Variable":"$.a","NumericEqual":1"#, &[UnknownField]),
            (
                r#""And":[{"Variable":"$.a","IsNumeric":true}]"#,
                &[NotInDialect],
            ),
            (r#""Or":[]"#, &[NotInDialect]),
            (
                r#""Not":{"Variable":"$.a","IsNumeric":true}"#,
                &[NotInDialect],
            ),
            (
                r#""Variable":"$.a","IsNumeric":true,"Assign":{}"#,
                &[NotInDialect],
            ),
            (r#""Condition":true"#, &[NotInDialect]),
            (
                r#""Variable":"$.a","IsNumeric":true,"IsBoolean":true"#,
                &[RuleShape],
            ),
            (r#""Variable":"$.a""#, &[RuleShape]),
            (r#""IsNumeric":true"#, &[RuleShape]),
        ],
    );
}

#[test]
fn tcsl_63_operands_that_are_paths() {
    table(
        rule,
        &[
            (r#""Variable":"$.a","StringEquals":"$.b""#, &[PathOperand]),
            (
                r#""Variable":"$.a","StringEquals":"$['b']""#,
                &[PathOperand],
            ),
            (
                r#""Variable":"$.a","StringEquals":"$$.Map.Item.Index""#,
                &[ContextNotHere, PathOperand],
            ),
            (r#""Variable":"$.a","StringEquals":"$""#, ACCEPTED),
            (r#""Variable":"$.a","StringEquals":"$$""#, ACCEPTED),
            (r#""Variable":"$.a","StringEquals":"$5""#, ACCEPTED),
            (r#""Variable":"$.a","StringEquals":"$x.y""#, ACCEPTED),
            (r#""Variable":"$.a","StringEquals":"a.b""#, ACCEPTED),
            (r#""Variable":"$.a","NumericEquals":"$.b""#, ACCEPTED),
            (r#""Variable":"$.a","BooleanEquals":"$.b""#, ACCEPTED),
            (r#""Variable":"$.a","IsNumeric":"$.b""#, ACCEPTED),
            (r#""Variable":"$.a","NumericEquals":"1""#, &[OperandType]),
            (r#""Variable":"$.a","NumericEquals":"$""#, &[OperandType]),
            (r#""Variable":"$.a","IsNumeric":1"#, &[OperandType]),
        ],
    );
}

#[test]
fn tcsl_67_82_fields_that_are_listed_only_in_some_places() {
    table(
        kind,
        &[
            (r#"Choice: "ResultPath":"$.a""#, &[NoEffect]),
            (r#"Choice: "ResultPath":"a""#, &[NoEffect, BadPath]),
            (r#"Choice: "ResultSeclector":{}"#, &[UnknownField]),
        ],
    );
}

#[test]
fn tcsl_72_branches_have_a_comment_and_no_time_limit() {
    let branch = |members: &str| {
        states(&format!(
            r#""A":{{"Type":"Parallel","Branches":[{{"StartAt":"N","States":{{"N":{{"Type":"Pass","End":true}}}}{members}}}],"Next":"Z"}}"#
        ))
    };
    table(
        branch,
        &[
            (r#","Comment":"c""#, ACCEPTED),
            (r#","TimeoutSeconds":1"#, &[FieldNotHere]),
            (r#","TimeoutMilliseconds":1"#, &[FieldNotHere]),
            (r#","Owner":"me""#, &[UnknownField]),
        ],
    );
}

#[test]
fn tcsl_90_93_maps_have_an_iterator_and_a_limit() {
    table(
        kind,
        &[
            (r#"Map: "MaxConcurrency":1"#, ACCEPTED),
            (r#"Map: "MaxConcurrency":0"#, &[OutOfRange]),
            (r#"Map: "MaxConcurrencyPath":"$.n""#, &[NotInDialect]),
            (r#"Map: "ItemSelector":{}"#, &[NotInDialect]),
            (r#"Map: "ItemReader":{}"#, &[NotInDialect]),
            (r#"Map: "ToleratedFailureCount":1"#, &[NotInDialect]),
        ],
    );
    let map = |members: &str| states(&format!(r#""A":{{"Type":"Map",{members}"Next":"Z"}}"#));
    assert_eq!(found(&map("")), [MissingField]);
    let processor =
        map(r#""ItemProcessor":{"StartAt":"N","States":{"N":{"Type":"Pass","End":true}}},"#);
    assert_eq!(found(&processor), [NotInDialect]);
    let text = shown(&processor);
    assert!(text.contains("did you mean `Iterator`?"), "{text}");
}

#[test]
fn tcsl_102_fields_of_retriers() {
    table(
        retrier,
        &[
            (
                r#","IntervalSeconds":1,"MaxAttempts":1,"BackoffRate":1.0"#,
                ACCEPTED,
            ),
            (r#","IntervalSeconds":0"#, &[OutOfRange]),
            (r#","IntervalSeconds":1.5"#, &[OutOfRange]),
            (r#","MaxAttempts":0"#, &[OutOfRange]),
            (r#","BackoffRate":0.9"#, &[OutOfRange]),
            (r#","MaxDelaySeconds":9"#, &[NotInDialect]),
            (r#","JitterStrategy":"FULL""#, &[NotInDialect]),
            (r#","Comment":"c""#, &[NotInDialect]),
        ],
    );
    assert_eq!(
        found(&kind(r#"Task: "Retry":[{"ErrorEquals":[]}]"#)),
        [Empty]
    );
    assert_eq!(found(&kind(r#"Task: "Retry":[{}]"#)), [MissingField]);
}

#[test]
fn tcsl_104_fields_of_catchers() {
    let catcher = |members: &str| {
        kind(&format!(
            r#"Task: "Catch":[{{"ErrorEquals":["StatesALL"]{members}}}]"#
        ))
    };
    table(
        catcher,
        &[
            (r#","Next":"Z","ResultPath":"$.e""#, ACCEPTED),
            (r#","Next":"Z","ResultPath":null"#, ACCEPTED),
            (r#","Next":"z""#, &[UnknownTarget]),
            ("", &[MissingField]),
            (r#","Next":"Z","Assign":{"x":1}"#, &[NotInDialect]),
            (r#","Next":"Z","Output":1"#, &[NotInDialect]),
        ],
    );
}
