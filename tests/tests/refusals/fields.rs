//! Fields that several kinds of states have: paths, templates, variables, handlers.

use asl_codegen::Dialect;
use asl_codegen::diagnostic::Code::*;

use super::{ACCEPTED, ASL_AND_AWS, agreed, around, by_dialect, compiled, kind, warnings, with};

#[test]
fn time_7_timestamps_are_checked_where_they_are_written() {
    let wait = |time: &str| {
        around(&format!(
            r#"{{"Type":"Wait","Timestamp":"{time}","Next":"Z"}}"#
        ))
    };
    let operand = |time: &str| {
        around(&format!(
            r#"{{"Type":"Choice","Choices":[{{"Variable":"$.a","TimestampLessThan":"{time}","Next":"Z"}}]}}"#
        ))
    };
    let refused = &[BadTimestamp];
    let cases: &[(&str, &[_])] = &[
        ("2016-12-05T21:29:29Z", ACCEPTED),
        ("2016-02-29T21:29:29.5+01:00", ACCEPTED),
        ("2015-02-29T21:29:29Z", refused),
        ("2016-12-05T21:29:29", refused),
        ("2016-12-05 21:29:29Z", refused),
        ("2016-12-05", refused),
        ("$.a", refused),
        ("", refused),
    ];
    agreed(wait, cases);
    agreed(operand, cases);
    // Other strings are no timestamps.
    agreed(kind, &[(r#"Pass: "Result": "2016-13-05""#, ACCEPTED)]);
}

#[test]
fn ctx_5_rp_1_result_path_is_null_or_a_place_in_the_data() {
    let of_a_state = |path: &str| with("Task", &format!(r#""ResultPath":{path}"#));
    let of_a_catcher = |path: &str| {
        with(
            "Task",
            &format!(r#""Catch":[{{"ErrorEquals":["E"],"Next":"Z","ResultPath":{path}}}]"#),
        )
    };
    for wrap in [&of_a_state as &dyn Fn(&str) -> String, &of_a_catcher] {
        agreed(
            wrap,
            &[
                ("null", ACCEPTED),
                (r#""$""#, ACCEPTED),
                (r#""$.a[0]['b']""#, ACCEPTED),
                (r#""$$""#, &[ContextNotAllowed]),
                (r#""$$.Execution.Name""#, &[ContextNotAllowed]),
                (r#""$v.a""#, &[VariableNotAllowed]),
                (r#""$.a[*]""#, &[NotReferencePath]),
                (r#""$..a""#, &[NotReferencePath]),
                (r#""a""#, &[BadPath]),
                ("false", &[WrongType]),
            ],
        );
    }
    // What is only read may be in the context object.
    agreed(
        kind,
        &[(
            r#"Task: "InputPath":"$$.Execution","OutputPath":"$$""#,
            ACCEPTED,
        )],
    );
}

#[test]
fn rpath_8_fields_that_select_one_value() {
    let reference = [
        r#"Task: "ResultPath":"PATH""#,
        r#"Task: "TimeoutSecondsPath":"PATH""#,
        r#"Task: "HeartbeatSecondsPath":"PATH""#,
        r#"Map: "ItemsPath":"PATH""#,
        r#"Map: "MaxConcurrencyPath":"PATH""#,
        r#"Distributed: "ToleratedFailureCountPath":"PATH""#,
        r#"Distributed: "ToleratedFailurePercentagePath":"PATH""#,
        r#"Distributed: "ItemBatcher":{"MaxItemsPerBatchPath":"PATH"}"#,
        r#"Distributed: "ItemBatcher":{"MaxInputBytesPerBatchPath":"PATH"}"#,
        r#"Distributed: "ItemReader":{"Resource":"arn:aws:states:::s3:listObjectsV2","ReaderConfig":{"MaxItemsPath":"PATH"}}"#,
        r#"Fail: "ErrorPath":"PATH""#,
        r#"Fail: "CausePath":"PATH""#,
    ];
    for field in reference {
        agreed(
            |path| kind(&field.replace("PATH", path)),
            &[
                ("$.a[0].b", ACCEPTED),
                ("$.a[*]", &[NotReferencePath]),
                ("$..a", &[NotReferencePath]),
                ("$.a[0,1]", &[NotReferencePath]),
                ("$.a[-1:]", &[NotReferencePath]),
                ("$.a[?(@.b == 1)]", &[NotReferencePath]),
            ],
        );
    }
    for field in ["SecondsPath", "TimestampPath"] {
        agreed(
            |path| {
                around(&format!(
                    r#"{{"Type":"Wait","{field}":"{path}","Next":"Z"}}"#
                ))
            },
            &[("$.a[0]", ACCEPTED), ("$.a[*]", &[NotReferencePath])],
        );
    }
    // These two may be calls.
    agreed(
        kind,
        &[
            (
                r#"Fail: "ErrorPath":"States.Format('{}', $.a[*])","CausePath":"States.UUID()""#,
                ACCEPTED,
            ),
            (
                r#"Task: "TimeoutSecondsPath":"States.MathAdd(1, 2)""#,
                &[BadPath],
            ),
        ],
    );
    let any = [
        r#"Task: "InputPath":"PATH""#,
        r#"Task: "OutputPath":"PATH""#,
        r#"Task: "Parameters":{"a.$":"PATH"}"#,
        r#"Task: "Parameters":{"a.$":"States.Array(PATH)"}"#,
    ];
    for field in any {
        agreed(
            |path| kind(&field.replace("PATH", path)),
            &[
                ("$.a[*]", ACCEPTED),
                ("$..a", ACCEPTED),
                ("$.a[-1:]", ACCEPTED),
            ],
        );
    }
}

#[test]
fn tmpl_1_fields_that_are_templates() {
    let templates = [
        r#"Task: "Parameters":TEMPLATE"#,
        r#"Task: "ResultSelector":TEMPLATE"#,
        r#"Task: "Assign":TEMPLATE"#,
        r#"Task: "Credentials":TEMPLATE"#,
        r#"Task: "Catch":[{"ErrorEquals":["E"],"Next":"Z","Assign":TEMPLATE}]"#,
        r#"Parallel: "Parameters":TEMPLATE"#,
        r#"Parallel: "ResultSelector":TEMPLATE"#,
        r#"Pass: "Parameters":TEMPLATE"#,
        r#"Map: "Parameters":TEMPLATE"#,
        r#"Map: "ItemSelector":TEMPLATE"#,
        r#"Map: "ResultSelector":TEMPLATE"#,
        r#"Distributed: "ItemReader":{"Resource":"arn:aws:states:::s3:listObjectsV2","Parameters":TEMPLATE}"#,
        r#"Distributed: "ItemBatcher":{"MaxItemsPerBatch":1,"BatchInput":TEMPLATE}"#,
        r#"Distributed: "ResultWriter":{"Resource":"arn:aws:states:::s3:putObject","Parameters":TEMPLATE}"#,
    ];
    for field in templates {
        agreed(
            |value| {
                kind(&field.replace(
                    "TEMPLATE",
                    &format!(r#"{{"RoleArn":"arn:aws:iam::1:role/r","a.$":{value}}}"#),
                ))
            },
            &[
                (r#""$.x""#, ACCEPTED),
                (r#""States.UUID()""#, ACCEPTED),
                (r#""x""#, &[BadPath]),
                ("1", &[TemplateValue]),
            ],
        );
    }
    agreed(kind, &[(r#"Pass: "Result":{"a.$":"x"}"#, ACCEPTED)]);
}

#[test]
fn tmpl_2_a_template_is_an_object() {
    by_dialect(
        kind,
        &[
            (r#"Task: "Parameters":{}"#, ACCEPTED, ACCEPTED),
            (
                r#"Task: "Parameters":[{"a.$":"$.x"}]"#,
                &[TemplateNotObject],
                ACCEPTED,
            ),
            (
                r#"Pass: "Parameters":"$.x""#,
                &[TemplateNotObject],
                ACCEPTED,
            ),
            // Templates nested in a list are processed all the same.
            (
                r#"Task: "Parameters":{"l":[{"a.$":1}]}"#,
                &[TemplateValue],
                &[TemplateValue],
            ),
            (r#"Task: "Assign":["v"]"#, &[WrongType], &[WrongType]),
        ],
    );
}

#[test]
fn tmpl_7_8_names_after_renaming() {
    let parameters = |members: &str| with("Pass", &format!(r#""Parameters":{members}"#));
    agreed(
        parameters,
        &[
            (r#"{"a":1,"b.$":"$.x"}"#, ACCEPTED),
            (r#"{"a":1,"a.$":"$.x"}"#, &[TemplateDuplicate]),
            (r#"{"a.$":"$.x","a":1}"#, &[TemplateDuplicate]),
            (r#"{"o":[{"a.$":"$.x","a":{}}]}"#, &[TemplateDuplicate]),
            (r#"{"a":{"b":1},"b.$":"$.x"}"#, ACCEPTED),
            (r#"{"a$":1,"a.$":"$.x"}"#, ACCEPTED),
            (r#"{".$":"$.x"}"#, &[TemplateEmptyName]),
            (r#"{"o":{".$":"$.x"}}"#, &[TemplateEmptyName]),
            (r#"{"..$":"$.x","":1}"#, ACCEPTED),
        ],
    );
}

#[test]
fn intr_3_reserved_characters_are_escaped() {
    let call = |text: &str| with("Pass", &format!(r#""Parameters":{{"a.$":"{text}"}}"#));
    agreed(
        call,
        &[
            (r"States.Format('it\\'s')", ACCEPTED),
            ("States.Format('it's')", &[CallSyntax]),
            (r"States.Format('it\\\\')", ACCEPTED),
            (r"States.Format('it\\')", &[CallSyntax]),
            // An escaped brace is no placeholder.
            ("States.Format('{}', 1)", ACCEPTED),
            (r"States.Format('\\{\\}', 1)", &[PlaceholderCount]),
            (r"States.Format('\\{\\}')", ACCEPTED),
            ("States.Format('{}')", &[PlaceholderCount]),
            (r"States.Format('\\n')", &[OpenEscape]),
        ],
    );
}

#[test]
fn rp_7_pass_4_results_are_placed_and_selected_where_work_is_done() {
    for (state_type, placed, selected) in [
        ("Task", true, true),
        ("Parallel", true, true),
        ("Map", true, true),
        ("Pass", true, false),
        ("Choice", false, false),
        ("Wait", false, false),
        ("Succeed", false, false),
        ("Fail", false, false),
    ] {
        let codes = |allowed: bool| if allowed { ACCEPTED } else { &[FieldNotHere] };
        agreed(
            |member| with(state_type, member),
            &[
                (r#""ResultPath":"$.r""#, codes(placed)),
                (r#""ResultPath":null"#, codes(placed)),
                (r#""ResultSelector":{"a.$":"$.b"}"#, codes(selected)),
            ],
        );
    }
}

#[test]
fn var_2_a_variable_comes_from_an_assign() {
    for value in ["null", "true", "-1.5e3", r#""text""#, "[]", r#"{"a":[{}]}"#] {
        for dialect in ASL_AND_AWS {
            let text = |name: &str| {
                around(&format!(
                    r#"{{"Type":"Pass","Assign":{{"{name}":{value}}},"Next":"B"}},"B":{{"Type":"Pass","InputPath":"$v","Next":"Z"}}"#
                ))
            };
            assert_eq!(warnings(*dialect, &text("v")), ACCEPTED, "{value}");
            assert_eq!(warnings(*dialect, &text("w")), [NeverAssigned], "{value}");
        }
    }
    // A member of the input or of a result of that name is none.
    let result = around(
        r#"{"Type":"Pass","Result":{"v":1},"ResultPath":"$.v","Next":"B"},"B":{"Type":"Pass","InputPath":"$v","Next":"Z"}"#,
    );
    assert_eq!(warnings(Dialect::Asl, &result), [NeverAssigned]);
}

#[test]
fn var_4_assign_names_whole_variables() {
    agreed(
        |assign| with("Pass", &format!(r#""Assign":{assign}"#)),
        &[
            ("{}", ACCEPTED),
            (r#"{"x":1,"y.$":"$.a"}"#, ACCEPTED),
            (r#"{"x":{"y":{"z w":1}}}"#, ACCEPTED),
            (r#"{"x.y":1}"#, &[VariableName]),
            (r#"{"x.y.$":"$.a"}"#, &[VariableName]),
            (r#"{"x[0]":1}"#, &[VariableName]),
            (r#"{"$x":1}"#, &[VariableName]),
            (r#"["x"]"#, &[WrongType]),
            (r#""x""#, &[WrongType]),
        ],
    );
}

#[test]
fn var_5_where_variables_are_assigned() {
    agreed(
        kind,
        &[
            (r#"Task: "Assign":{"v":1}"#, ACCEPTED),
            (r#"Parallel: "Assign":{"v":1}"#, ACCEPTED),
            (r#"Map: "Assign":{"v":1}"#, ACCEPTED),
            (r#"Pass: "Assign":{"v":1}"#, ACCEPTED),
            (r#"Wait: "Assign":{"v":1}"#, ACCEPTED),
            (r#"Choice: "Assign":{"v":1}"#, ACCEPTED),
            (r#"Succeed: "Assign":{"v":1}"#, &[FieldNotHere]),
            (r#"Fail: "Assign":{"v":1}"#, &[FieldNotHere]),
            (
                r#"Task: "Catch":[{"ErrorEquals":["E"],"Next":"Z","Assign":{"v":1}}]"#,
                ACCEPTED,
            ),
            (
                r#"Task: "Retry":[{"ErrorEquals":["E"],"Assign":{"v":1}}]"#,
                &[UnknownField],
            ),
        ],
    );
    agreed(
        around,
        &[(
            r#"{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"Z","Assign":{"v":1}}]}"#,
            ACCEPTED,
        )],
    );
}

#[test]
fn var_15_an_inner_scope_assigns_no_variable_of_an_outer_one() {
    let machine = |names: &str| {
        let [outer, first, second] = names.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let pass = |name: &str| format!(r#"{{"Type":"Pass","Assign":{{"{name}":1}},"End":true}}"#);
        around(&format!(
            r#"{{"Type":"Parallel","Branches":[{{"StartAt":"B","States":{{"B":{}}}}},{{"StartAt":"C","States":{{"C":{{"Type":"Map","End":true,"ItemProcessor":{{"StartAt":"D","States":{{"D":{}}}}}}}}}}}],"Next":"E"}},"E":{{"Type":"Pass","Assign":{{"{outer}":1}},"Next":"Z"}}"#,
            pass(first),
            pass(second),
        ))
    };
    agreed(
        machine,
        &[
            ("a b c", ACCEPTED),
            ("a b b", ACCEPTED), // siblings
            ("a A c", ACCEPTED),
            ("a a c", &[ShadowedVariable]),
            ("a b a", &[ShadowedVariable]),
            ("a a a", &[ShadowedVariable, ShadowedVariable]),
        ],
    );
    // The Assign of a Map belongs to the scope around it.
    agreed(
        |name| {
            with("Map", &format!(r#""Assign":{{"{name}":1}}"#)).replace(
                r#"{"Type":"Pass","End":true}"#,
                r#"{"Type":"Pass","Assign":{"v":1},"End":true}"#,
            )
        },
        &[("w", ACCEPTED), ("v", &[ShadowedVariable])],
    );
}

#[test]
fn err_2_reporting_a_reserved_name_is_a_warning() {
    let cases: &[(&str, &[_])] = &[
        ("States.Oops", &[ReservedError]),
        ("States.Timeout", &[ReservedError]),
        ("States.", &[ReservedError]),
        ("Statesman", ACCEPTED),
        ("states.Oops", ACCEPTED),
        ("My.States.Oops", ACCEPTED),
    ];
    for (name, expected) in cases {
        for dialect in ASL_AND_AWS {
            let text = with("Fail", &format!(r#""Error":"{name}""#));
            assert_eq!(warnings(*dialect, &text), *expected, "{name}");
        }
    }
}

#[test]
fn err_16_what_handlers_handle() {
    let retry = |names: &str| with("Task", &format!(r#""Retry":[{{"ErrorEquals":{names}}}]"#));
    let catch = |names: &str| {
        with(
            "Task",
            &format!(r#""Catch":[{{"ErrorEquals":{names},"Next":"Z"}}]"#),
        )
    };
    for wrap in [&retry as &dyn Fn(&str) -> String, &catch] {
        agreed(
            wrap,
            &[
                (r#"["E"]"#, ACCEPTED),
                (r#"["E","States.Timeout","a b"]"#, ACCEPTED),
                (r#"["States.ALL"]"#, ACCEPTED),
                (r#"["States.TaskFailed","E"]"#, ACCEPTED),
                ("[]", &[Empty]),
                (r#""E""#, &[WrongType]),
                (r#"["E",1]"#, &[WrongType]),
                (r#"["E","States.ALL"]"#, &[AllNotAlone]),
                (r#"["States.ALL","E"]"#, &[AllNotAlone]),
            ],
        );
    }
    agreed(
        kind,
        &[
            (
                r#"Task: "Retry":[{"ErrorEquals":["E"]},{"ErrorEquals":["States.ALL"]}]"#,
                ACCEPTED,
            ),
            (
                r#"Task: "Retry":[{"ErrorEquals":["States.ALL"]},{"ErrorEquals":["E"]}]"#,
                &[AllNotLast],
            ),
            (
                r#"Task: "Catch":[{"ErrorEquals":["E"],"Next":"Z"},{"ErrorEquals":["States.ALL"],"Next":"Z"}]"#,
                ACCEPTED,
            ),
            (
                r#"Task: "Catch":[{"ErrorEquals":["States.ALL"],"Next":"Z"},{"ErrorEquals":["E"],"Next":"Z"}]"#,
                &[AllNotLast],
            ),
            // Each list has a last one.
            (
                r#"Task: "Retry":[{"ErrorEquals":["States.ALL"]}],"Catch":[{"ErrorEquals":["E"],"Next":"Z"}]"#,
                ACCEPTED,
            ),
        ],
    );
}

#[test]
fn catch_1_2_fields_of_a_catcher() {
    agreed(
        |catch| with("Task", &format!(r#""Catch":{catch}"#)),
        &[
            ("[]", ACCEPTED),
            (r#"{"ErrorEquals":["E"],"Next":"Z"}"#, &[WrongType]),
            (r#"["E"]"#, &[WrongType]),
            (
                r#"[{"ErrorEquals":["E"],"Next":"Z","Comment":"c","Assign":{"v.$":"$.Cause"},"ResultPath":"$.e"}]"#,
                ACCEPTED,
            ),
            (r#"[{"ErrorEquals":["E"]}]"#, &[MissingField]),
            (r#"[{"Next":"Z"}]"#, &[MissingField]),
            (r#"[{"ErrorEquals":["E"],"Next":"Y"}]"#, &[UnknownTarget]),
            (
                r#"[{"ErrorEquals":["E"],"Next":"Z","Output":{}}]"#,
                &[FieldNotHere],
            ),
            (
                r#"[{"ErrorEquals":["E"],"Next":"Z","MaxAttempts":1}]"#,
                &[UnknownField],
            ),
            (
                r#"[{"ErrorEquals":["E"],"Next":"Z","End":true}]"#,
                &[UnknownField],
            ),
        ],
    );
}

#[test]
fn retry_11_fields_of_a_retrier_are_constants() {
    agreed(
        |field| {
            with(
                "Task",
                &format!(r#""Retry":[{{"ErrorEquals":["E"],{field}}}]"#),
            )
        },
        &[
            (
                r#""MaxAttempts":2,"IntervalSeconds":3,"BackoffRate":1.5,"MaxDelaySeconds":9"#,
                ACCEPTED,
            ),
            (r#""MaxAttempts":"{% 1 + 1 %}""#, &[WrongType]),
            (r#""IntervalSeconds":"{% 3 %}""#, &[WrongType]),
            (r#""BackoffRate":"2""#, &[WrongType]),
            (r#""MaxDelaySeconds":"$.d""#, &[WrongType]),
            (r#""MaxAttemptsPath":"$.n""#, &[UnknownField]),
            (r#""MaxAttempts.$":"$.n""#, &[UnknownField]),
        ],
    );
    // A name that looks like an expression is a name.
    let names = |name: &str| {
        with(
            "Task",
            &format!(r#""Retry":[{{"ErrorEquals":["{name}"]}}]"#),
        )
    };
    agreed(names, &[("{% 'E' %}", ACCEPTED), ("$.e", ACCEPTED)]);
    let tokens = compiled(Dialect::Asl, &names("{% 'E' %}"))
        .tokens
        .to_string();
    assert!(tokens.contains(r#"errors : & ["{% 'E' %}"]"#), "{tokens}");
}

#[test]
fn task_5_a_limit_that_was_refused_is_compared_with_nothing() {
    agreed(
        kind,
        &[
            (
                r#"Task: "TimeoutSeconds":"300","HeartbeatSeconds":100"#,
                &[WrongType],
            ),
            (
                r#"Task: "TimeoutSecondsPath":"x","HeartbeatSeconds":100"#,
                &[BadPath],
            ),
            (
                r#"Task: "TimeoutSecond":300,"HeartbeatSeconds":100"#,
                &[UnknownField],
            ),
        ],
    );
}

#[test]
fn map_5_a_mode_that_was_refused_is_no_other_mode() {
    let map = |config: &str| {
        let machine = r#""StartAt":"N","States":{"N":{"Type":"Pass","End":true}}"#;
        around(&format!(
            r#"{{"Type":"Map","Next":"Z","ToleratedFailureCount":1,"MaxConcurrency":500,
            "ItemReader":{{"Resource":"do:r"}},"ItemProcessor":{{{config},{machine}}}}}"#
        ))
    };
    agreed(
        map,
        &[
            (
                r#""ProcessorConfig":{"Mode":"DISTRIBUTED","ExecutionType":"STANDARD"}"#,
                ACCEPTED,
            ),
            (r#""ProcessorConfig":"DISTRIBUTED""#, &[WrongType]),
            (
                r#""ProcessorConfig":{"Mode":"DISTRIBUTE"}"#,
                &[UnknownValue],
            ),
            (
                r#""ProcessorConfig":{"mode":"DISTRIBUTED"}"#,
                &[UnknownField],
            ),
            (
                r#""ProcessorConfig":{"Mode":"DISTRIBUTED","ExecutionType":"standard"}"#,
                &[UnknownValue],
            ),
            (
                r#""ProcessorConfg":{"Mode":"DISTRIBUTED"}"#,
                &[UnknownField],
            ),
        ],
    );
}

#[test]
fn var_17_what_could_not_be_read_may_have_assigned_it() {
    for (assign, error) in [
        (r#""Assign":"x""#, WrongType),
        (r#""Assign":{"x.$":"$..["}"#, BadPath),
        (r#""Asign":{"x":1}"#, UnknownField),
    ] {
        let text = format!(
            r#"{{"StartAt":"A","States":{{"A":{{"Type":"Pass",{assign},"Next":"B"}},
            "B":{{"Type":"Pass","Parameters":{{"a.$":"$x"}},"End":true}}}}}}"#
        );
        let found = compiled(Dialect::Asl, &text).diagnostics;
        let codes: Vec<_> = found.iter().map(|found| found.code).collect();
        assert_eq!(codes, [error], "{text}");
    }
}
