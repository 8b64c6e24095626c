//! Fields that one kind of state has.

use asl_codegen::Dialect;
use asl_codegen::diagnostic::Code::{self, *};

use super::{ACCEPTED, agreed, around, by_dialect, errors, kind, processor, warnings, with};

/// A Choice with these rules.
fn choices(choices: &str) -> String {
    around(&format!(r#"{{"Type":"Choice","Choices":{choices}}}"#))
}

/// A Choice with one rule of these members and `Next`.
fn rule(members: &str) -> String {
    choices(&format!(r#"[{{{members},"Next":"Z"}}]"#))
}

#[test]
fn pass_4_5_fields_of_other_kinds_and_of_jsonata() {
    agreed(
        kind,
        &[
            (r#"Pass: "Result":1,"Parameters":{"a":1}"#, ACCEPTED),
            (r#"Pass: "ResultSelector":{}"#, &[FieldNotHere]),
            (r#"Task: "ResultSelector":{}"#, ACCEPTED),
            (r#"Pass: "Output":1"#, &[FieldNotHere]),
            (r#"Pass: "Arguments":{}"#, &[FieldNotHere]),
            (
                r#"Pass: "QueryLanguage":"JSONata","Output":1"#,
                &[NotSupportedYet],
            ),
            (r#"Pass: "QueryLanguage":"JSONPath","Result":1"#, ACCEPTED),
        ],
    );
    for field in [r#""Result":1"#, r#""Parameters":{}"#] {
        let text = with("Pass", &format!(r#""QueryLanguage":"JSONata",{field}"#));
        let found = errors(Dialect::Asl, &text);
        assert_eq!(found.first(), Some(&NotSupportedYet), "{text}");
    }
}

#[test]
fn choice_1_3_a_choice_has_rules_that_go_on() {
    let good = r#"{"Variable":"$.a","IsNull":true,"Next":"Z"}"#;
    agreed(
        choices,
        &[
            (&format!("[{good}]"), ACCEPTED),
            (&format!("[{good},{good}]"), ACCEPTED),
            ("[]", &[Empty]),
            (good, &[WrongType]),
            (&format!("[{good},1]"), &[WrongType]),
            (r#"[{"Variable":"$.a","IsNull":true}]"#, &[MissingField]),
            (
                r#"[{"Not":{"Variable":"$.a","IsNull":true}}]"#,
                &[MissingField],
            ),
            (
                r#"[{"Variable":"$.a","IsNull":true,"Next":1}]"#,
                &[WrongType],
            ),
            (
                r#"[{"Variable":"$.a","IsNull":true,"Next":"z"}]"#,
                &[UnknownTarget],
            ),
        ],
    );
    agreed(
        around,
        &[(r#"{"Type":"Choice","Default":"Z"}"#, &[MissingField])],
    );
}

#[test]
fn choice_5_fields_that_a_choice_does_not_have() {
    agreed(
        kind,
        &[
            (
                r#"Choice: "InputPath":"$.a","OutputPath":"$.b","Default":"Z","Assign":{"v":1}"#,
                ACCEPTED,
            ),
            (r#"Choice: "Next":"Z""#, &[FieldNotHere]),
            (r#"Choice: "End":true"#, &[FieldNotHere]),
            (r#"Choice: "Retry":[]"#, &[FieldNotHere]),
            (r#"Choice: "Catch":[]"#, &[FieldNotHere]),
            (r#"Choice: "ResultPath":"$""#, &[FieldNotHere]),
            (r#"Choice: "Parameters":{}"#, &[FieldNotHere]),
        ],
    );
}

#[test]
fn choice_21_vary_29_nested_rules() {
    let test = r#"{"Variable":"$.a","IsNull":true}"#;
    let going = r#"{"Variable":"$.a","IsNull":true,"Next":"Z"}"#;
    for operator in ["And", "Or"] {
        agreed(
            |operand| rule(&format!(r#""{operator}":{operand}"#)),
            &[
                (&format!("[{test}]"), ACCEPTED),
                (
                    &format!(r#"[{test},{{"Not":{{"And":[{test}]}}}}]"#),
                    ACCEPTED,
                ),
                (
                    r#"[{"Comment":"c","Variable":"$.a","IsNull":true}]"#,
                    ACCEPTED,
                ),
                ("[]", &[Empty]),
                (test, &[WrongType]),
                ("[1]", &[WrongType]),
                (&format!("[{test},{going}]"), &[NestedNext]),
                (&format!(r#"[{{"Or":[{going}]}}]"#), &[NestedNext]),
                (
                    r#"[{"Variable":"$.a","IsNull":true,"Output":1}]"#,
                    &[NestedNext],
                ),
            ],
        );
    }
    agreed(
        |operand| rule(&format!(r#""Not":{operand}"#)),
        &[
            (test, ACCEPTED),
            (&format!(r#"{{"Comment":"c","Not":{test}}}"#), ACCEPTED),
            (&format!("[{test}]"), &[WrongType]),
            (going, &[NestedNext]),
            (&format!(r#"{{"Not":{going}}}"#), &[NestedNext]),
        ],
    );
    let assign = rule(r#""Not":{"Variable":"$.a","IsNull":true,"Assign":{"v":1}}"#);
    assert_eq!(errors(Dialect::Asl, &assign), [NestedNext]);
}

#[test]
fn choice_21_assign_in_a_nested_rule_is_a_warning_in_aws() {
    let assign = rule(r#""Not":{"Variable":"$.a","IsNull":true,"Assign":{"v":1}}"#);
    assert_eq!(errors(Dialect::Aws, &assign), ACCEPTED);
    assert_eq!(warnings(Dialect::Aws, &assign).len(), 1);
}

#[test]
fn choice_23_vary_19_paths_of_a_choice() {
    let in_aws: &[Code] = &[NotReferencePath];
    for test in [
        r#""Variable":"PATH","StringEquals":"a""#,
        r#""Variable":"$.a","StringEqualsPath":"PATH""#,
    ] {
        by_dialect(
            |path| rule(&test.replace("PATH", path)),
            &[
                ("$.a[0]['b']", ACCEPTED, ACCEPTED),
                ("$", ACCEPTED, ACCEPTED),
                ("$$.Execution.Name", ACCEPTED, ACCEPTED),
                ("$.a[*]", ACCEPTED, in_aws),
                ("$..a", ACCEPTED, in_aws),
                ("$.a[?(@.b == 1)]", ACCEPTED, in_aws),
                ("a", &[BadPath], &[BadPath]),
                ("", &[BadPath], &[BadPath]),
            ],
        );
    }
    by_dialect(
        rule,
        &[
            (r#""Variable":1,"IsNull":true"#, &[WrongType], &[WrongType]),
            // A part of a condition.
            (
                r#""Not":{"Variable":"$..a","IsNull":true}"#,
                ACCEPTED,
                in_aws,
            ),
        ],
    );
}

#[test]
fn choice_29_operators_of_the_first_edition_and_of_later_ones() {
    let mut literals = vec![("BooleanEquals".to_owned(), "true")];
    for (of, operand) in [
        ("String", r#""a""#),
        ("Numeric", "1"),
        ("Timestamp", r#""2016-03-14T01:59:00Z""#),
    ] {
        for relation in [
            "Equals",
            "LessThan",
            "GreaterThan",
            "LessThanEquals",
            "GreaterThanEquals",
        ] {
            literals.push((format!("{of}{relation}"), operand));
        }
    }
    assert_eq!(literals.len(), 16);
    for (operator, operand) in &literals {
        let test =
            |operator: &str, operand: &str| format!(r#""Variable":"$.a","{operator}":{operand}"#);
        agreed(
            rule,
            &[
                (&test(operator, operand), ACCEPTED),
                (&test(operator, "[]"), &[OperandType]),
                (&test(&format!("{operator}Path"), r#""$.b""#), ACCEPTED),
                (&test(&format!("{operator}Path"), r#""b""#), &[BadPath]),
            ],
        );
        let unknown = errors(
            Dialect::Asl,
            &rule(&test(&operator.to_lowercase(), operand)),
        );
        assert_eq!(unknown.last(), Some(&UnknownField), "{operator}");
    }
    let test = r#"{"Variable":"$.a","IsNull":true}"#;
    agreed(
        rule,
        &[
            (&format!(r#""And":[{test}]"#), ACCEPTED),
            (&format!(r#""Or":[{test}]"#), ACCEPTED),
            (&format!(r#""Not":{test}"#), ACCEPTED),
            (r#""Variable":"$.a","StringMatches":"a*""#, ACCEPTED),
        ],
    );
}

#[test]
fn wait_1_exactly_one_moment() {
    let wait = |fields: &str| around(&format!(r#"{{"Type":"Wait",{fields}"Next":"Z"}}"#));
    let fields = [
        r#""Seconds":1,"#,
        r#""Timestamp":"2016-03-14T01:59:00Z","#,
        r#""SecondsPath":"$.s","#,
        r#""TimestampPath":"$.t","#,
    ];
    agreed(wait, &[("", &[ExactlyOne])]);
    for (index, one) in fields.iter().enumerate() {
        agreed(wait, &[(one, ACCEPTED)]);
        for other in &fields[index + 1..] {
            agreed(wait, &[(&format!("{one}{other}"), &[ExactlyOne])]);
        }
    }
}

#[test]
fn succeed_3_fail_6_7_fields_that_ending_states_do_not_have() {
    agreed(
        kind,
        &[
            (r#"Succeed: "Comment":"c","InputPath":"$.a""#, ACCEPTED),
            (r#"Succeed: "Next":"Z""#, &[FieldNotHere]),
            (r#"Succeed: "End":true"#, &[FieldNotHere]),
            (r#"Succeed: "Assign":{}"#, &[FieldNotHere]),
            (r#"Succeed: "Retry":[]"#, &[FieldNotHere]),
            (r#"Succeed: "Catch":[]"#, &[FieldNotHere]),
            (r#"Fail: "Comment":"c","Error":"E","Cause":"c""#, ACCEPTED),
            (r#"Fail: "InputPath":"$""#, &[FieldNotHere]),
            (r#"Fail: "OutputPath":"$""#, &[FieldNotHere]),
            (r#"Fail: "Output":1"#, &[FieldNotHere]),
            (r#"Fail: "Assign":{}"#, &[FieldNotHere]),
            (r#"Fail: "Next":"Z""#, &[FieldNotHere]),
            (r#"Fail: "End":true"#, &[FieldNotHere]),
        ],
    );
    // Caught by what is around it, not by itself.
    let catch = r#""Catch":[{"ErrorEquals":["E"],"Next":"Z"}]"#;
    agreed(
        |fail| with("Parallel", catch).replace(r#"{"Type":"Pass","End":true}"#, fail),
        &[
            (r#"{"Type":"Fail","Error":"E"}"#, ACCEPTED),
            (
                &format!(r#"{{"Type":"Fail","Error":"E",{catch}}}"#),
                &[FieldNotHere],
            ),
        ],
    );
}

#[test]
fn par_1_branches_are_machines_without_more() {
    let parallel = |branches: &str| {
        around(&format!(
            r#"{{"Type":"Parallel","Branches":{branches},"Next":"Z"}}"#
        ))
    };
    let branch = r#"{"StartAt":"B","States":{"B":{"Type":"Succeed"}}}"#;
    agreed(
        parallel,
        &[
            (&format!("[{branch}]"), ACCEPTED),
            (
                &format!("[{branch},{}]", branch.replace('B', "C")),
                ACCEPTED,
            ),
            (
                &format!("[{}]", branch.replacen('{', r#"{"Comment":"c","#, 1)),
                ACCEPTED,
            ),
            ("[]", &[Empty]),
            (branch, &[WrongType]),
            ("[1]", &[WrongType]),
            (r#"[{"States":{"B":{"Type":"Succeed"}}}]"#, &[MissingField]),
            (r#"[{"StartAt":"B"}]"#, &[MissingField]),
            (r#"[{"StartAt":"B","States":{}}]"#, &[Empty]),
            (
                r#"[{"StartAt":"b","States":{"B":{"Type":"Succeed"}}}]"#,
                &[UnknownTarget],
            ),
            (
                &format!("[{}]", branch.replacen('{', r#"{"ProcessorConfig":{},"#, 1)),
                &[UnknownField],
            ),
        ],
    );
    agreed(
        around,
        &[(r#"{"Type":"Parallel","Next":"Z"}"#, &[MissingField])],
    );
}

/// Fields of a Map that are for the mode `DISTRIBUTED` in dialect `aws`.
const DISTRIBUTED: [&str; 8] = [
    r#""ItemReader":{"Resource":"arn:aws:states:::s3:listObjectsV2"}"#,
    r#""ItemBatcher":{"MaxItemsPerBatch":2}"#,
    r#""ResultWriter":{"Resource":"arn:aws:states:::s3:putObject"}"#,
    r#""Label":"runs""#,
    r#""ToleratedFailureCount":1"#,
    r#""ToleratedFailureCountPath":"$.c""#,
    r#""ToleratedFailurePercentage":1"#,
    r#""ToleratedFailurePercentagePath":"$.p""#,
];

fn in_mode(mode: &str, field: &str) -> String {
    let processor =
        processor(mode).replace(r#""INLINE","ExecutionType":"STANDARD""#, r#""INLINE""#);
    around(&format!(
        r#"{{"Type":"Map","ItemProcessor":{processor},"Next":"Z",{field}}}"#
    ))
}

#[test]
fn map_5_vary_26_fields_of_distributed_maps() {
    // Tolerance is documented for the one mode and taken in both: a warning (see `ASL0640`).
    let (refused, warned) = DISTRIBUTED.split_at(4);
    for field in DISTRIBUTED {
        agreed(|field| in_mode("DISTRIBUTED", field), &[(field, ACCEPTED)]);
        assert_eq!(
            warnings(Dialect::Asl, &in_mode("INLINE", field)),
            ACCEPTED,
            "{field}"
        );
    }
    for field in refused {
        assert_eq!(
            errors(Dialect::Aws, &in_mode("INLINE", field)),
            [DistributedOnly],
            "{field}"
        );
        assert_eq!(
            errors(Dialect::Aws, &with("Map", field)),
            [DistributedOnly],
            "{field}"
        );
    }
    for field in warned {
        assert_eq!(
            warnings(Dialect::Aws, &in_mode("INLINE", field)),
            [DistributedOnly],
            "{field}"
        );
    }
}

#[test]
fn map_13_items_are_a_field_of_jsonata() {
    let reader = DISTRIBUTED[0];
    let both = format!(r#""Items":[1],{reader}"#);
    agreed(
        |members| with("Distributed", members),
        &[
            (reader, ACCEPTED),
            (r#""Items":[1]"#, &[FieldNotHere]),
            (&both, &[FieldNotHere]),
        ],
    );
    let text = with(
        "Distributed",
        &format!(r#""QueryLanguage":"JSONata",{both}"#),
    );
    assert_eq!(errors(Dialect::Asl, &text).first(), Some(&NotSupportedYet));
}

#[test]
fn map_31_how_many_items_a_reader_delivers() {
    let reader = |config: &str| {
        with(
            "Distributed",
            &format!(
                r#""ItemReader":{{"Resource":"arn:aws:states:::s3:listObjectsV2","ReaderConfig":{config}}}"#
            ),
        )
    };
    agreed(
        reader,
        &[
            ("{}", ACCEPTED),
            (r#"{"MaxItems":1}"#, ACCEPTED),
            (r#"{"MaxItemsPath":"$.n"}"#, ACCEPTED),
            (r#"{"MaxItems":-1}"#, &[OutOfRange]),
            (r#"{"MaxItems":1.5}"#, &[OutOfRange]),
            (r#"{"MaxItems":"1"}"#, &[WrongType]),
            (r#"{"MaxItemsPath":1}"#, &[WrongType]),
            (r#"{"MaxItemsPath":"$.n[*]"}"#, &[NotReferencePath]),
            (r#"{"MaxItems":1,"MaxItemsPath":"$.n"}"#, &[Exclusive]),
            ("[]", &[WrongType]),
        ],
    );
    by_dialect(reader, &[(r#"{"MaxItems":0}"#, &[OutOfRange], ACCEPTED)]);
}

#[test]
fn map_33_members_of_the_services_readers() {
    let reader = |config: &str| {
        with(
            "Distributed",
            &format!(
                r#""ItemReader":{{"Resource":"arn:aws:states:::s3:getObject","ReaderConfig":{{{config}}}}}"#
            ),
        )
    };
    let csv = r#""InputType":"CSV","CSVHeaderLocation":"FIRST_ROW""#;
    let with_csv = |member: &str| reader(&format!("{csv},{member}"));
    for (wrap, member, values) in [
        (
            &reader as &dyn Fn(&str) -> String,
            "InputType",
            "JSON JSONL PARQUET",
        ),
        (&with_csv, "CSVDelimiter", "COMMA PIPE SEMICOLON SPACE TAB"),
        (&with_csv, "Transformation", "NONE LOAD_AND_FLATTEN"),
    ] {
        for value in values.split(' ') {
            let right = format!(r#""{member}":"{value}""#);
            let wrong = right.replace(value, &value.to_lowercase());
            by_dialect(
                wrap,
                &[
                    (&right, ACCEPTED, ACCEPTED),
                    (&wrong, ACCEPTED, &[UnknownValue]),
                ],
            );
        }
    }
    // Elsewhere the members are the reader's business.
    by_dialect(
        reader,
        &[
            (csv, ACCEPTED, ACCEPTED),
            (
                r#""InputType":"CSV","CSVHeaderLocation":"GIVEN","CSVHeaders":["a","b"]"#,
                ACCEPTED,
                ACCEPTED,
            ),
            (
                r#""InputType":"CSV","CSVHeaderLocation":"GIVEN""#,
                ACCEPTED,
                &[CsvHeaders],
            ),
            (
                r#""InputType":"CSV","CSVHeaderLocation":"LAST_ROW""#,
                ACCEPTED,
                &[UnknownValue],
            ),
            (
                r#""InputType":"JSON","ItemsPointer":"/a/b""#,
                ACCEPTED,
                ACCEPTED,
            ),
            (
                r#""InputType":"MANIFEST","ManifestType":"ATHENA_DATA""#,
                ACCEPTED,
                ACCEPTED,
            ),
            (
                r#""InputType":"MANIFEST","ManifestType":"S3_INVENTORY""#,
                ACCEPTED,
                ACCEPTED,
            ),
            (
                r#""InputType":"MANIFEST","ManifestType":"S3""#,
                ACCEPTED,
                &[UnknownValue],
            ),
            (
                r#""InputType":"JSON","Colour":"red""#,
                ACCEPTED,
                &[UnknownField],
            ),
        ],
    );
}
