//! The machine, its states and the transitions between them.

use asl_codegen::Dialect;
use asl_codegen::diagnostic::Code::*;

use super::{
    ACCEPTED, ASL_AND_AWS, agreed, around, by_dialect, compare, compiled, errors, kind, with,
};

fn verbatim(text: &str) -> String {
    text.to_owned()
}

/// A minimal machine with more members.
fn top(members: &str) -> String {
    format!(r#"{{"StartAt":"S","States":{{"S":{{"Type":"Succeed"}}}}{members}}}"#)
}

/// A machine of these states that starts in `A`.
fn states(states: &str) -> String {
    format!(r#"{{"StartAt":"A","States":{{{states}}}}}"#)
}

#[test]
fn dia_1_asl_is_the_default_and_aws_differs() {
    assert_eq!(Dialect::default(), Dialect::Asl);
    assert_eq!(Dialect::from_name("asl"), Some(Dialect::Asl));
    assert_eq!(Dialect::from_name("aws"), Some(Dialect::Aws));
    assert_eq!(Dialect::from_name("AWS"), None);
    assert_eq!(Dialect::from_name(""), None);
    by_dialect(
        kind,
        &[(
            r#"Task: "HeartbeatSeconds": 100000000, "TimeoutSeconds": 100000001"#,
            ACCEPTED,
            &[OutOfRange, OutOfRange],
        )],
    );
}

#[test]
fn dia_2_fields_of_every_edition_are_accepted() {
    let iterator = r#"{"Type":"Map","Iterator":{"StartAt":"N","States":{"N":{"Type":"Succeed"}}},"Parameters":{"v.$":"$$.Map.Item.Value"},"Next":"Z"}"#;
    agreed(
        around,
        &[
            (iterator, ACCEPTED), // 2019
            (&iterator.replace("Iterator", "Iterators"), &[UnknownField]),
        ],
    );
    agreed(
        kind,
        &[
            (
                r#"Task: "TimeoutSecondsPath": "$.t", "ResultSelector": {"a.$": "States.Array(1)"}"#,
                ACCEPTED,
            ), // 2020
            (
                r#"Map: "MaxConcurrencyPath": "$.n", "ItemSelector": {"a.$": "States.UUID()"}"#,
                ACCEPTED,
            ), // 2022
            (r#"Fail: "ErrorPath": "$.e", "CausePath": "$.c""#, ACCEPTED), // 2023
            (
                r#"Task: "Retry": [{"ErrorEquals": ["E"], "MaxDelaySeconds": 9, "JitterStrategy": "FULL"}]"#,
                ACCEPTED,
            ),
            (
                r#"Pass: "Assign": {"x": 1}, "QueryLanguage": "JSONPath""#,
                ACCEPTED,
            ), // 2024
            (r#"Pass: "Assigns": {"x": 1}"#, &[UnknownField]),
        ],
    );
}

#[test]
fn dia_5_unknown_fields_are_errors_and_comments_are_not() {
    let in_every_object = |field: &str| {
        [
            top(&format!(",{field}")),
            with("Wait", field),
            around(&format!(
                r#"{{"Type":"Choice","Choices":[{{"Variable":"$.a","IsNull":true,"Next":"Z",{field}}}]}}"#
            )),
            around(&format!(
                r#"{{"Type":"Choice","Choices":[{{"Not":{{"Variable":"$.a","IsNull":true,{field}}},"Next":"Z"}}]}}"#
            )),
            with(
                "Task",
                &format!(r#""Retry":[{{"ErrorEquals":["E"],{field}}}]"#),
            ),
            with(
                "Task",
                &format!(r#""Catch":[{{"ErrorEquals":["E"],"Next":"Z",{field}}}]"#),
            ),
            with("Parallel", "").replace(
                r#"[{"StartAt":"N","#,
                &format!(r#"[{{{field},"StartAt":"N","#),
            ),
            with("Map", "").replace(
                r#":{"StartAt":"N","#,
                &format!(r#":{{{field},"StartAt":"N","#),
            ),
        ]
    };
    for dialect in ASL_AND_AWS {
        for text in in_every_object(r#""Colour":"red""#) {
            assert_eq!(
                errors(*dialect, &text),
                [UnknownField],
                "{dialect:?}: {text}"
            );
        }
        for text in in_every_object(r#""Comment":"red""#) {
            assert_eq!(errors(*dialect, &text), ACCEPTED, "{dialect:?}: {text}");
        }
    }
}

#[test]
fn dia_5_unknown_fields_in_the_objects_of_a_map() {
    for text in in_objects_of_a_map(r#""Colour":"red""#) {
        agreed(verbatim, &[(&text, &[UnknownField])]);
    }
}

#[test]
fn dia_5_comments_in_the_objects_of_a_map() {
    for text in in_objects_of_a_map(r#""Comment":"red""#) {
        agreed(verbatim, &[(&text, ACCEPTED)]);
    }
}

fn in_objects_of_a_map(field: &str) -> [String; 3] {
    [
        with(
            "Distributed",
            &format!(r#""ItemReader":{{"Resource":"arn:aws:states:::s3:getObject",{field}}}"#),
        ),
        with(
            "Distributed",
            &format!(r#""ItemBatcher":{{"MaxItemsPerBatch":1,{field}}}"#),
        ),
        with(
            "Distributed",
            &format!(r#""ResultWriter":{{"Resource":"arn:aws:states:::s3:putObject",{field}}}"#),
        ),
    ]
}

#[test]
fn top_1_a_definition_is_one_json_object() {
    agreed(
        verbatim,
        &[
            (&top(""), ACCEPTED),
            (&format!("\r\n\t {} \n", top("")), ACCEPTED),
            (&format!("[{}]", top("")), &[WrongType]),
            ("\"S\"", &[WrongType]),
            (&format!("{0} {0}", top("")), &[TrailingText]),
            (r#"{"StartAt":'S'}"#, &[NotJson]),
            ("", &[EmptyFile]),
        ],
    );
}

#[test]
fn top_2_states_is_an_object_of_at_least_one() {
    agreed(
        verbatim,
        &[
            (
                r#"{"StartAt":"S","States":{"S":{"Type":"Succeed"}}}"#,
                ACCEPTED,
            ),
            (r#"{"StartAt":"S"}"#, &[MissingField]),
            (
                r#"{"StartAt":"S","States":[{"Type":"Succeed"}]}"#,
                &[WrongType],
            ),
            (r#"{"StartAt":"S","States":{}}"#, &[Empty]),
        ],
    );
}

#[test]
fn top_3_start_at_is_byte_for_byte_a_state() {
    let start = |name: &str| {
        format!(r#"{{"StartAt":{name},"States":{{"Caf\u00e9 1":{{"Type":"Succeed"}}}}}}"#)
    };
    agreed(
        start,
        &[
            (r#""Café 1""#, ACCEPTED),
            (r#""Caf\u00e9\u00201""#, ACCEPTED),
            (r#""café 1""#, &[UnknownTarget]),
            (r#""Cafe\u0301 1""#, &[UnknownTarget]),
            (r#""Café 1 ""#, &[UnknownTarget]),
            ("1", &[WrongType]),
        ],
    );
    agreed(
        verbatim,
        &[(r#"{"States":{"S":{"Type":"Succeed"}}}"#, &[MissingField])],
    );
}

#[test]
fn top_4_5_7_optional_fields_of_the_machine() {
    agreed(
        top,
        &[
            (r#","Comment":"""#, ACCEPTED),
            (r#","Comment":["why"]"#, &[WrongType]),
            (r#","Version":"1.0""#, ACCEPTED),
            (r#","Version":"1""#, &[UnknownValue]),
            (r#","Version":1.0"#, &[WrongType]),
            (r#","QueryLanguage":"JSONPath""#, ACCEPTED),
            (r#","QueryLanguage":"JSONata""#, &[NotSupportedYet]),
            (r#","QueryLanguage":"jsonpath""#, &[UnknownValue]),
            (r#","QueryLanguage":true"#, &[WrongType]),
        ],
    );
    let plain = top("");
    compare(Dialect::Asl, &plain, &top(r#","Version":"1.0""#), true);
    compare(
        Dialect::Asl,
        &plain,
        &top(r#","QueryLanguage":"JSONPath""#),
        true,
    );
    compare(Dialect::Asl, &plain, &top(r#","TimeoutSeconds":9"#), false);
}

#[test]
fn top_8_ql_4_fields_of_the_machine_are_not_for_nested_ones() {
    let parallel = |field: &str| {
        with("Parallel", "").replace(
            r#"[{"StartAt":"N","#,
            &format!(r#"[{{{field},"StartAt":"N","#),
        )
    };
    let map = |field: &str| {
        with("Map", "").replace(
            r#":{"StartAt":"N","#,
            &format!(r#":{{{field},"StartAt":"N","#),
        )
    };
    let iterator = |field: &str| map(field).replace("ItemProcessor", "Iterator");
    let machine_only: &[(&str, &[_])] = &[
        (r#""QueryLanguage":"JSONPath""#, &[FieldNotHere]),
        (r#""Version":"1.0""#, &[FieldNotHere]),
        (r#""TimeoutSeconds":1"#, &[FieldNotHere]),
        (r#""Comment":"why""#, ACCEPTED),
    ];
    agreed(parallel, machine_only);
    agreed(map, machine_only);
    agreed(iterator, machine_only);
    for (field, _) in machine_only {
        agreed(top, &[(&format!(",{field}"), ACCEPTED)]);
    }
    let config = r#""ProcessorConfig":{"Mode":"INLINE"}"#;
    agreed(map, &[(config, ACCEPTED)]);
    agreed(parallel, &[(config, &[UnknownField])]);
    agreed(
        top,
        &[
            (&format!(",{config}"), &[UnknownField]),
            (r#","InputPath":"$""#, &[UnknownField]),
        ],
    );
}

#[test]
fn top_9_yaml_is_not_read() {
    let yaml = "StartAt: S\nStates:\n  S:\n    Type: Succeed\n";
    agreed(verbatim, &[(yaml, &[NotJson]), (&top(""), ACCEPTED)]);
    let found = compiled(Dialect::Asl, yaml).diagnostics.remove(0);
    let said = format!("{} {}", found.message, found.help.concat());
    assert!(said.contains("YAML"), "{said}");
}

#[test]
fn state_1_a_state_is_an_object_under_its_name() {
    agreed(
        around,
        &[
            (r#"{"Type":"Pass","Next":"Z"}"#, ACCEPTED),
            (r#""Pass""#, &[WrongType]),
            (r#"[{"Type":"Pass","Next":"Z"}]"#, &[WrongType]),
            ("null", &[WrongType]),
        ],
    );
}

#[test]
fn state_2_names_are_unique_at_every_depth() {
    let nested = |name: &str| {
        let inner = format!(
            r#"{{"Type":"Parallel","End":true,"Branches":[{{"StartAt":"{name}","States":{{"{name}":{{"Type":"Succeed"}}}}}}]}}"#
        );
        states(&format!(
            r#""A":{{"Type":"Parallel","End":true,"Branches":[{{"StartAt":"B","States":{{"B":{inner}}}}},{{"StartAt":"C","States":{{"C":{{"Type":"Map","End":true,"ItemProcessor":{{"StartAt":"D","States":{{"D":{{"Type":"Succeed"}}}}}}}}}}}}]}}"#
        ))
    };
    agreed(
        nested,
        &[
            ("E", ACCEPTED),
            ("D2", ACCEPTED),
            ("A", &[DuplicateState]),
            ("B", &[DuplicateState]),
            ("C", &[DuplicateState]),
            ("D", &[DuplicateState]),
        ],
    );
}

#[test]
fn state_5_to_8_fields_of_every_state() {
    agreed(
        around,
        &[
            (r#"{"Next":"Z"}"#, &[MissingField]),
            (r#"{"Type":"pass","Next":"Z"}"#, &[UnknownType]),
            (r#"{"Type":"Lambda","Next":"Z"}"#, &[UnknownType]),
            (r#"{"Type":1,"Next":"Z"}"#, &[WrongType]),
        ],
    );
    for state_type in [
        "Pass", "Task", "Choice", "Wait", "Succeed", "Fail", "Parallel", "Map",
    ] {
        agreed(
            |member| with(state_type, member),
            &[
                ("", ACCEPTED),
                (r#""Comment":"why""#, ACCEPTED),
                (r#""Comment":1"#, &[WrongType]),
                (r#""QueryLanguage":"JSONPath""#, ACCEPTED),
                (r#""QueryLanguage":"JSONata""#, &[NotSupportedYet]),
                (r#""QueryLanguage":"XPath""#, &[UnknownValue]),
            ],
        );
    }
}

#[test]
fn state_14_timeouts_and_handlers_are_for_what_works() {
    for (state_type, times, handles) in [
        ("Task", true, true),
        ("Parallel", false, true),
        ("Map", false, true),
        ("Pass", false, false),
        ("Wait", false, false),
        ("Choice", false, false),
        ("Succeed", false, false),
        ("Fail", false, false),
    ] {
        let codes = |allowed: bool| if allowed { ACCEPTED } else { &[FieldNotHere] };
        agreed(
            |member| with(state_type, member),
            &[
                (r#""TimeoutSeconds":1"#, codes(times)),
                (r#""Retry":[{"ErrorEquals":["E"]}]"#, codes(handles)),
                (
                    r#""Catch":[{"ErrorEquals":["E"],"Next":"Z"}]"#,
                    codes(handles),
                ),
            ],
        );
    }
}

#[test]
fn state_15_paths_of_succeed_but_not_of_fail() {
    agreed(
        kind,
        &[
            (r#"Succeed: "InputPath":"$.a","OutputPath":"$.b""#, ACCEPTED),
            (r#"Succeed: "ResultPath":"$.a""#, &[FieldNotHere]),
            (r#"Fail: "InputPath":"$.a""#, &[FieldNotHere]),
            (r#"Fail: "OutputPath":"$.a""#, &[FieldNotHere]),
        ],
    );
}

#[test]
fn state_16_null_is_for_three_paths_and_for_json() {
    agreed(
        kind,
        &[
            (
                r#"Task: "InputPath":null,"OutputPath":null,"ResultPath":null"#,
                ACCEPTED,
            ),
            (
                r#"Task: "Catch":[{"ErrorEquals":["E"],"Next":"Z","ResultPath":null}]"#,
                ACCEPTED,
            ),
            (r#"Pass: "Result":null"#, ACCEPTED),
            (
                r#"Pass: "Parameters":{"a":null,"b":[null]},"Assign":{"v":null}"#,
                ACCEPTED,
            ),
            (r#"Task: "Comment":null"#, &[WrongType]),
            (r#"Task: "TimeoutSeconds":null"#, &[WrongType]),
            (r#"Task: "ResultSelector":null"#, &[TemplateNotObject]),
            (r#"Task: "Retry":null"#, &[WrongType]),
            (
                r#"Task: "Catch":[{"ErrorEquals":["E"],"Next":"Z","Assign":null}]"#,
                &[WrongType],
            ),
            (r#"Map: "ItemsPath":null"#, &[WrongType]),
            (r#"Map: "MaxConcurrency":null"#, &[WrongType]),
            (r#"Choice: "Default":null"#, &[WrongType]),
            (r#"Fail: "Error":null"#, &[WrongType]),
        ],
    );
}

#[test]
fn trans_2_to_4_a_state_goes_on_or_ends() {
    for state_type in ["Pass", "Task", "Wait", "Parallel", "Map"] {
        agreed(
            |members| {
                let text = with(state_type, "");
                let at = text.rfind(r#""Next":"Z""#).unwrap();
                format!(
                    "{}{members}{}",
                    &text[..at],
                    &text[at + r#""Next":"Z""#.len()..]
                )
            },
            &[
                (r#""Next":"Z""#, ACCEPTED),
                (r#""End":true"#, ACCEPTED),
                (r#""Next":"Z","End":false"#, ACCEPTED),
                (r#""Next":"z""#, &[UnknownTarget]),
                (r#""Next":["Z"]"#, &[WrongType]),
                (r#""End":"true""#, &[WrongType]),
                (r#""Next":"Z","End":true"#, &[NextAndEnd]),
                (r#""End":false"#, &[NoTransition]),
                (r#""Comment":"neither""#, &[NoTransition]),
            ],
        );
    }
}

#[test]
fn trans_5_6_choice_succeed_and_fail_have_no_transition_of_their_own() {
    agreed(
        kind,
        &[
            (r#"Choice: "Default":"Z""#, ACCEPTED),
            (r#"Choice: "Next":"Z""#, &[FieldNotHere]),
            (r#"Choice: "End":true"#, &[FieldNotHere]),
            (r#"Succeed: "Next":"Z""#, &[FieldNotHere]),
            (r#"Succeed: "End":true"#, &[FieldNotHere]),
            (r#"Fail: "Next":"Z""#, &[FieldNotHere]),
            (r#"Fail: "End":true"#, &[FieldNotHere]),
        ],
    );
}

#[test]
fn trans_8_no_transition_crosses_a_boundary() {
    let in_a_branch = |state: &str| {
        states(&format!(
            r#""A":{{"Type":"Parallel","Next":"Out","Branches":[{{"StartAt":"B","States":{{"B":{state},"C":{{"Type":"Succeed"}}}}}},{{"StartAt":"D","States":{{"D":{{"Type":"Succeed"}}}}}}]}},"Out":{{"Type":"Succeed"}}"#
        ))
    };
    // `C` is reached by other ways, so that the target is all there is to say.
    let cases = [
        r#"{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"C"}],"Default":"TARGET"}"#,
        r#"{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"TARGET"}],"Default":"C"}"#,
        r#"{"Type":"Task","Resource":"r","Next":"C","Catch":[{"ErrorEquals":["E"],"Next":"TARGET"}]}"#,
        r#"{"Type":"Task","Resource":"r","Next":"TARGET","Catch":[{"ErrorEquals":["E"],"Next":"C"}]}"#,
    ];
    for case in cases {
        let target = |name: &str| in_a_branch(&case.replace("TARGET", name));
        agreed(
            target,
            &[
                ("C", ACCEPTED),
                ("Out", &[TargetElsewhere]),
                ("D", &[TargetElsewhere]),
                ("No", &[UnknownTarget]),
            ],
        );
    }
    let into = |target: &str| {
        states(&format!(
            r#""A":{{"Type":"Map","Next":"{target}","ItemProcessor":{{"StartAt":"In","States":{{"In":{{"Type":"Succeed"}}}}}},"Catch":[{{"ErrorEquals":["E"],"Next":"Out"}}]}},"Out":{{"Type":"Succeed"}}"#
        ))
    };
    agreed(into, &[("Out", ACCEPTED), ("In", &[TargetElsewhere])]);
}

#[test]
fn trans_10_targets_exist_states_are_reached_and_one_ends() {
    agreed(
        states,
        &[
            (
                r#""A":{"Type":"Pass","Next":"B"},"B":{"Type":"Succeed"}"#,
                ACCEPTED,
            ),
            (r#""A":{"Type":"Pass","Next":"B"}"#, &[UnknownTarget]),
            (
                r#""A":{"Type":"Pass","End":true},"B":{"Type":"Succeed"}"#,
                &[Unreachable],
            ),
            // Reached from itself only.
            (
                r#""A":{"Type":"Pass","End":true},"B":{"Type":"Pass","Next":"B"}"#,
                &[Unreachable],
            ),
            (
                r#""A":{"Type":"Pass","Next":"B"},"B":{"Type":"Pass","Next":"A"}"#,
                &[NoTerminal],
            ),
            (
                r#""A":{"Type":"Task","Resource":"r","Next":"A","Catch":[{"ErrorEquals":["E"],"Next":"B"}]},"B":{"Type":"Fail"}"#,
                ACCEPTED,
            ),
            (
                r#""A":{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"B"}],"Default":"C"},"B":{"Type":"Succeed"},"C":{"Type":"Succeed"}"#,
                ACCEPTED,
            ),
            // Each `States` object ends by itself.
            (
                r#""A":{"Type":"Parallel","End":true,"Branches":[{"StartAt":"B","States":{"B":{"Type":"Pass","Next":"B"}}}]}"#,
                &[NoTerminal],
            ),
        ],
    );
}

#[test]
fn ql_1_a_state_may_have_a_language_of_its_own() {
    agreed(
        verbatim,
        &[
            (&top(r#","QueryLanguage":"JSONPath""#), ACCEPTED),
            (&top(r#","QueryLanguage":"JSONata""#), &[NotSupportedYet]),
            (
                &with("Pass", r#""QueryLanguage":"JSONPath","Result":"{% 1 %}""#),
                ACCEPTED,
            ),
            (
                &with("Pass", r#""QueryLanguage":"JSONata","Output":"{% 1 %}""#),
                &[NotSupportedYet],
            ),
            // Without one a state is in JSONPath, where `Output` is unknown.
            (&with("Pass", r#""Output":"{% 1 %}""#), &[FieldNotHere]),
        ],
    );
}
