//! What is said, and what is not.

use asl_codegen::diagnostic::Severity;
use asl_codegen::{Options, Source, compile};

/// The findings of a definition whose states these are, the first one being the start: the code and
/// the text that each is about.
fn found(states: &str) -> Vec<(String, String)> {
    let text = definition(states);
    let compilation = compile(&Source::new("flow.json", text.clone()), &Options::default());
    assert!(!compilation.is_refused(), "{:?}", compilation.diagnostics);
    let found = compilation.diagnostics.iter();
    found
        .map(|found| {
            let at = found.span().unwrap().range();
            (found.code.to_string(), text[at].to_owned())
        })
        .collect()
}

fn definition(states: &str) -> String {
    let start = states.split('"').nth(1).unwrap();
    format!(r#"{{ "StartAt": "{start}", "States": {{ {states} }} }}"#)
}

#[track_caller]
fn assert_found(states: &str, expected: &[(&str, &str)]) {
    let found = found(states);
    let found: Vec<(&str, &str)> = found.iter().map(|(code, at)| (&**code, &**at)).collect();
    assert_eq!(found, expected, "{states}");
}

/// A Pass that makes a document, then a state that reads it.
fn after(result: &str, reader: &str) -> String {
    let done = match reader.contains("Done") {
        true => r#", "Done": { "Type": "Succeed" }"#,
        false => "",
    };
    format!(
        r#""Make": {{ "Type": "Pass", "Result": {result}, "Next": "Read" }},
           "Read": {{ {reader} }}{done}"#
    )
}

#[test]
fn path_12_no_match_is_found_in_every_field() {
    let order = r#"{ "order": { "id": 7, "tags": ["a", "b"] }, "n": 1 }"#;
    for (reader, at) in [
        (r#""Type": "Pass", "InputPath": "$.x", "End": true"#, "$.x"),
        (
            r#""Type": "Succeed", "OutputPath": "$.order.x""#,
            "$.order.x",
        ),
        (
            r#""Type": "Pass", "Parameters": { "a.$": "$.n.x" }, "End": true"#,
            "$.n.x",
        ),
        (
            r#""Type": "Pass", "Parameters": { "a": [{ "b.$": "$.x" }] }, "End": true"#,
            "$.x",
        ),
        (
            r#""Type": "Pass", "Parameters": { "a.$": "$.order.tags[2]" }, "End": true"#,
            "$.order.tags[2]",
        ),
        (
            r#""Type": "Pass", "Parameters": { "a.$": "$.order.tags[-3]" }, "End": true"#,
            "$.order.tags[-3]",
        ),
        (
            r#""Type": "Pass", "Parameters": { "a.$": "$.order[0]" }, "End": true"#,
            "$.order[0]",
        ),
        (
            r#""Type": "Pass", "Parameters": { "a.$": "States.Array(1, $.x)" }, "End": true"#,
            "$.x",
        ),
        (
            r#""Type": "Pass", "Assign": { "v.$": "$.x" }, "End": true, "InputPath": "$.order""#,
            "$.x",
        ),
        (
            r#""Type": "Wait", "SecondsPath": "$.x", "End": true"#,
            "$.x",
        ),
        (
            r#""Type": "Wait", "TimestampPath": "$.x", "End": true"#,
            "$.x",
        ),
        (r#""Type": "Fail", "ErrorPath": "$.x""#, "$.x"),
        (
            r#""Type": "Fail", "CausePath": "States.Format('{}', $.x)""#,
            "$.x",
        ),
        (
            r#""Type": "Task", "Resource": "r", "TimeoutSecondsPath": "$.x", "End": true"#,
            "$.x",
        ),
        (
            r#""Type": "Task", "Resource": "r", "Parameters": { "a.$": "$.x" }, "End": true"#,
            "$.x",
        ),
        (
            r#""Type": "Task", "Resource": "r", "Credentials": { "a.$": "$.x" }, "End": true"#,
            "$.x",
        ),
        (
            r#""Type": "Task", "Resource": "r", "ResultSelector": { "a": 1 }, "OutputPath": "$.b", "End": true"#,
            "$.b",
        ),
        (
            r#""Type": "Choice", "Default": "Done", "Choices": [{ "Variable": "$.x", "IsNull": true, "Next": "Done" }]"#,
            "$.x",
        ),
        (
            r#""Type": "Choice", "Default": "Done", "Choices": [{ "Variable": "$.n", "NumericEqualsPath": "$.x", "Next": "Done" }]"#,
            "$.x",
        ),
        (
            r#""Type": "Map", "ItemsPath": "$.x", "End": true, "ItemProcessor": { "StartAt": "I", "States": { "I": { "Type": "Succeed" } } }"#,
            "$.x",
        ),
        (
            r#""Type": "Map", "ItemsPath": "$.order.tags", "ItemSelector": { "a.$": "$.x" }, "End": true, "ItemProcessor": { "StartAt": "I", "States": { "I": { "Type": "Succeed" } } }"#,
            "$.x",
        ),
        (
            r#""Type": "Map", "ItemsPath": "$.order.tags", "MaxConcurrencyPath": "$.x", "End": true, "ItemProcessor": { "StartAt": "I", "States": { "I": { "Type": "Succeed" } } }"#,
            "$.x",
        ),
    ] {
        let quoted = format!("\"{at}\"");
        let expected = match reader.contains("States.") {
            true => at,
            false => quoted.as_str(),
        };
        assert_found(&after(order, reader), &[("ASL1101", expected)]);
    }
}

#[test]
fn path_10_indefinite_paths_always_match() {
    for path in [
        "$.x[*]",
        "$..x",
        "$.n[0,1]",
        "$.x[0:2]",
        "$.x[?(@.y)].z",
        "$.*.y",
    ] {
        let reader = format!(r#""Type": "Pass", "Parameters": {{ "a.$": "{path}" }}, "End": true"#);
        assert_found(&after(r#"{ "n": 1 }"#, &reader), &[]);
    }
}

#[test]
fn what_is_not_known_is_not_judged() {
    for states in [
        // The execution's input.
        r#""A": { "Type": "Pass", "Parameters": { "a.$": "$.x.y[3]" }, "End": true }"#,
        // A task's result, and what selects from it.
        r#""A": { "Type": "Task", "Resource": "r", "Next": "B" }, "B": { "Type": "Succeed", "OutputPath": "$.x" }"#,
        r#""A": { "Type": "Task", "Resource": "r", "ResultSelector": { "a.$": "$.x" }, "Next": "B" },
           "B": { "Type": "Succeed", "OutputPath": "$.a.y" }"#,
        // What a ResultPath is added to.
        r#""A": { "Type": "Pass", "Result": 1, "ResultPath": "$.a", "Next": "B" },
           "B": { "Type": "Succeed", "OutputPath": "$.b" }"#,
        // Parsed text.
        r#""A": { "Type": "Pass", "Parameters": { "a.$": "States.StringToJson($.t)" }, "Next": "B" },
           "B": { "Type": "Succeed", "OutputPath": "$.a.y" }"#,
        // The context.
        r#""A": { "Type": "Pass", "Parameters": { "a.$": "$$.Execution.Input.x" }, "Next": "B" },
           "B": { "Type": "Succeed", "OutputPath": "$.a.y" }"#,
        // A variable of a task's result.
        r#""A": { "Type": "Task", "Resource": "r", "Assign": { "v.$": "$.v" }, "Next": "B" },
           "B": { "Type": "Pass", "Parameters": { "a.$": "$v.y" }, "End": true }"#,
        // The result of a state with a writer.
        r#""A": { "Type": "Map", "Next": "B", "ItemProcessor": { "StartAt": "I", "States": { "I": { "Type": "Succeed" } } },
                  "ResultWriter": { "Resource": "w" } },
           "B": { "Type": "Succeed", "OutputPath": "$.a.y" }"#,
    ] {
        assert_found(states, &[]);
    }
}

#[test]
fn a_way_on_which_it_matches_is_enough() {
    let states = r#"
        "Which": { "Type": "Choice", "Default": "Short",
                   "Choices": [{ "Variable": "$.x", "IsPresent": true, "Next": "Long" }] },
        "Short": { "Type": "Pass", "Result": { "a": 1 }, "Next": "Read" },
        "Long": { "Type": "Pass", "Result": { "a": 1, "b": 2 }, "Next": "Read" },
        "Read": { "Type": "Succeed", "OutputPath": "$.b" }"#;
    assert_found(states, &[]);
    assert_found(
        &states.replace("\"$.b\"", "\"$.c\""),
        &[("ASL1101", "\"$.c\"")],
    );
}

#[test]
fn trans_7_loops_are_followed_until_nothing_changes() {
    let states = r#"
        "Start": { "Type": "Pass", "Result": { "i": 0 }, "Next": "Count" },
        "Count": { "Type": "Pass", "Parameters": { "i.$": "States.MathAdd($.i, 1)" }, "Next": "More" },
        "More": { "Type": "Choice", "Default": "Done",
                  "Choices": [{ "Variable": "$.i", "NumericLessThan": 5, "Next": "Count" }] },
        "Done": { "Type": "Succeed", "OutputPath": "$.i" }"#;
    assert_found(states, &[]);
    // A member that only the first round lacks.
    let states = r#"
        "Start": { "Type": "Pass", "Result": {}, "Next": "Read" },
        "Read": { "Type": "Choice", "Default": "Add",
                  "Choices": [{ "And": [{ "Variable": "$.i", "IsPresent": true }, { "Variable": "$.i", "NumericEquals": 1 }], "Next": "Done" }] },
        "Add": { "Type": "Pass", "Result": 1, "ResultPath": "$.i", "Next": "Read" },
        "Done": { "Type": "Succeed", "OutputPath": "$.i" }"#;
    assert_found(states, &[]);
}

#[test]
fn choice_22_what_is_never_evaluated_is_not_judged() {
    for test in [
        r#""And": [{ "Variable": "$.x", "IsPresent": true }, { "Variable": "$.x", "NumericEquals": 1 }]"#,
        r#""Or": [{ "Variable": "$.x", "IsPresent": false }, { "Variable": "$.x", "NumericEquals": 1 }]"#,
        r#""Not": { "And": [{ "Variable": "$.a", "IsString": true }, { "Variable": "$.a.x", "IsNull": true }] }"#,
    ] {
        let reader = format!(
            r#""Type": "Choice", "Default": "Done", "Choices": [{{ {test}, "Next": "Done" }}]"#
        );
        assert_found(&after(r#"{ "a": 1 }"#, &reader), &[]);
    }
}

#[test]
fn choice_2_a_state_that_no_rule_can_lead_to_is_not_judged() {
    let states = r#"
        "Make": { "Type": "Pass", "Result": { "a": "x" }, "Next": "Which" },
        "Which": { "Type": "Choice", "Default": "Done",
                   "Choices": [{ "Variable": "$.b", "IsPresent": true, "Next": "Use" }] },
        "Use": { "Type": "Succeed", "OutputPath": "$.b" },
        "Done": { "Type": "Succeed" }"#;
    assert_found(states, &[]);
}

#[test]
fn choice_33_what_a_rule_has_tested_is_known_behind_it() {
    let which = |test: &str, reader: &str| {
        format!(
            r#""Which": {{ "Type": "Choice", "Default": "Other", "Choices": [{{ {test}, "Next": "Held" }}] }},
               "Held": {{ "Type": "Succeed" }},
               "Other": {{ "Type": "Pass", "End": true, "Parameters": {{ "a.$": "{reader}" }} }}"#
        )
    };
    let present = r#""Variable": "$.a.b", "IsPresent": true"#;
    for (test, reader, is_found) in [
        (present, "$.a.b", true),
        (present, "$.a.b.c", true),
        (present, "$.a", false),
        (present, "$.a.c", false),
        (
            r#""Variable": "$.a.b", "IsPresent": false"#,
            "$.a.b.c",
            false,
        ),
        (
            r#""Not": { "Variable": "$.a", "IsString": true }"#,
            "$.a.b",
            true,
        ),
        (r#""Variable": "$.a", "IsString": true"#, "$.a.b", false),
        (
            r#""Or": [{ "Variable": "$.a", "IsNull": true }, { "Variable": "$.b", "IsPresent": true }]"#,
            "$.b",
            true,
        ),
        (
            r#""And": [{ "Variable": "$.b", "IsPresent": true }, { "Variable": "$.b", "StringEquals": "x" }]"#,
            "$.b",
            false,
        ),
        // A document that is no object at all lacks the member too.
        (r#""Variable": "$.a", "IsPresent": true"#, "$.b", false),
    ] {
        let at = format!("\"{reader}\"");
        let expected: &[(&str, &str)] = if is_found { &[("ASL1101", &at)] } else { &[] };
        assert_found(&which(test, reader), expected);
    }
}

#[test]
fn a_path_that_matches_behind_one_rule_is_not_reported() {
    // `OutputPath` matches for those that the rule lets through.
    let states = r#"
        "Which": { "Type": "Choice", "Default": "Done", "OutputPath": "$.a",
                   "Choices": [{ "Variable": "$.a", "IsPresent": true, "Next": "Done" }] },
        "Done": { "Type": "Succeed" }"#;
    assert_found(states, &[]);
}

#[test]
fn choice_27_comparison_with_another_type() {
    for (test, at) in [
        (r#""Variable": "$.s", "NumericEquals": 5"#, "\"$.s\""),
        (r#""Variable": "$.n", "StringMatches": "5*""#, "\"$.n\""),
        (r#""Variable": "$.n", "BooleanEquals": true"#, "\"$.n\""),
        (
            r#""Variable": "$.n", "TimestampLessThanPath": "$.s""#,
            "\"$.n\"",
        ),
        (r#""Variable": "$.s", "StringEqualsPath": "$.n""#, "\"$.n\""),
        (r#""Variable": "$.l[*]", "StringEquals": "a""#, "\"$.l[*]\""),
    ] {
        let reader = format!(
            r#""Type": "Choice", "Default": "Done", "Choices": [{{ {test}, "Next": "Done" }}]"#
        );
        assert_found(
            &after(r#"{ "s": "5", "n": 5, "l": ["a"] }"#, &reader),
            &[("ASL1104", at)],
        );
    }
}

#[test]
fn choice_34_questions_about_the_type_are_not_comparisons() {
    for test in [
        r#""IsNumeric": true"#,
        r#""IsString": false"#,
        r#""IsNull": true"#,
    ] {
        let reader = format!(
            r#""Type": "Choice", "Default": "Done", "Choices": [{{ "Variable": "$.s", {test}, "Next": "Done" }}]"#
        );
        assert_found(&after(r#"{ "s": "5" }"#, &reader), &[]);
    }
}

#[test]
fn map_11_items_that_are_no_array() {
    let map = |path: &str| {
        format!(
            r#""Type": "Map", "ItemsPath": "{path}", "End": true,
               "ItemProcessor": {{ "StartAt": "I", "States": {{ "I": {{ "Type": "Succeed", "OutputPath": "$.sku" }} }} }}"#
        )
    };
    let order = r#"{ "lines": [{ "sku": "A" }], "count": 1, "none": [] }"#;
    assert_found(
        &after(order, &map("$.count")),
        &[("ASL1102", "\"$.count\"")],
    );
    assert_found(&after(order, &map("$.lines")), &[]);
    assert_found(&after(order, &map("$.none")), &[]);
}

#[test]
fn map_11_input_that_is_no_array() {
    let states = r#"
        "Make": { "Type": "Pass", "Result": { "lines": [] }, "Next": "Each" },
        "Each": { "Type": "Map", "End": true,
                  "ItemProcessor": { "StartAt": "I", "States": { "I": { "Type": "Succeed" } } } }"#;
    assert_found(states, &[("ASL1102", "\"Each\"")]);
}

#[test]
fn map_items_are_known_to_the_processor() {
    let states = r#"
        "Make": { "Type": "Pass", "Result": [{ "sku": "A" }, { "sku": "B", "n": 1 }], "Next": "Each" },
        "Each": { "Type": "Map", "Next": "Read",
                  "ItemSelector": { "item.$": "$$.Map.Item.Value", "index.$": "$$.Map.Item.Index" },
                  "ItemProcessor": { "StartAt": "One", "States": {
                      "One": { "Type": "Pass", "Parameters": { "sku.$": "$.item.sku", "x.$": "$.item.price" }, "End": true } } } },
        "Read": { "Type": "Succeed", "OutputPath": "$[0].skew" }"#;
    assert_found(states, &[("ASL1101", "\"$.item.price\"")]);
    let states = states.replace(r#", "x.$": "$.item.price""#, "");
    assert_found(&states, &[("ASL1101", "\"$[0].skew\"")]);
}

#[test]
fn par_4_outputs_are_known_one_by_one() {
    let states = r#"
        "Both": { "Type": "Parallel", "Next": "Read",
                  "Branches": [
                      { "StartAt": "L", "States": { "L": { "Type": "Pass", "Result": { "l": 1 }, "End": true } } },
                      { "StartAt": "R", "States": { "R": { "Type": "Task", "Resource": "r", "End": true } } } ] },
        "Read": { "Type": "Pass", "End": true,
                  "Parameters": { "a.$": "$[0].l", "b.$": "$[1].anything", "c.$": "$[0].r", "d.$": "$[2]" } }"#;
    assert_found(
        states,
        &[("ASL1101", "\"$[0].r\""), ("ASL1101", "\"$[2]\"")],
    );
}

#[test]
fn catch_4_error_outputs_have_two_members() {
    let states = r#"
        "Call": { "Type": "Task", "Resource": "r", "End": true,
                  "Catch": [{ "ErrorEquals": ["States.ALL"], "Next": "Look" }] },
        "Look": { "Type": "Pass", "End": true,
                  "Parameters": { "e.$": "$.Error", "c.$": "$.Cause", "o.$": "$.order", "m.$": "$.Cause.message" } }"#;
    assert_found(
        states,
        &[
            ("ASL1101", "\"$.order\""),
            ("ASL1101", "\"$.Cause.message\""),
        ],
    );
    let kept = states.replace(
        r#""Next": "Look" }"#,
        r#""Next": "Look", "ResultPath": "$.error" }"#,
    );
    assert_found(&kept, &[]);
}

#[test]
fn io_3_and_5_null_paths_make_an_empty_object() {
    assert_found(
        r#""A": { "Type": "Pass", "InputPath": null, "Parameters": { "a.$": "$.x" }, "End": true }"#,
        &[("ASL1101", "\"$.x\"")],
    );
    assert_found(
        r#""A": { "Type": "Wait", "Seconds": 1, "OutputPath": null, "Next": "B" },
           "B": { "Type": "Succeed", "InputPath": "$.x" }"#,
        &[("ASL1101", "\"$.x\"")],
    );
}

#[test]
fn io_4_a_result_that_is_discarded_replaces_nothing() {
    assert_found(
        r#""A": { "Type": "Pass", "Result": 1, "ResultPath": null, "Next": "B" },
           "B": { "Type": "Succeed", "InputPath": "$.x" }"#,
        &[],
    );
}

#[test]
fn rp_6_result_paths_that_never_fit() {
    for (input, path, fits) in [
        (r#"{ "a": 1 }"#, "$.a.b", false),
        (r#""text""#, "$.x", false),
        ("[1]", "$.x", false),
        ("[1]", "$[1]", false),
        ("[1]", "$[0]", true),
        (r#"{ "a": 1 }"#, "$.b[0]", false),
        (r#"{ "a": 1 }"#, "$.b.c.d", true),
        (r#"{ "a": {} }"#, "$.a.b", true),
    ] {
        let reader =
            format!(r#""Type": "Task", "Resource": "r", "ResultPath": "{path}", "Next": "Done""#);
        let at = format!("\"{path}\"");
        let expected: &[(&str, &str)] = if fits { &[] } else { &[("ASL1103", &at)] };
        assert_found(&after(input, &reader), expected);
    }
}

#[test]
fn intr_11_arguments_of_another_type() {
    for (call, at) in [
        ("States.ArrayLength($.n)", Some("$.n")),
        ("States.MathAdd($.s, 1)", Some("$.s")),
        ("States.StringSplit($.n, ',')", Some("$.n")),
        ("States.JsonMerge($.l, $, false)", Some("$.l")),
        ("States.Format('{}', $.l)", Some("$.l")),
        ("States.Format('{}', $.n)", None),
        ("States.ArrayContains($.l, $.n)", None),
        ("States.MathAdd(States.ArrayLength($.l), $.n)", None),
    ] {
        let reader =
            format!(r#""Type": "Pass", "Parameters": {{ "a.$": "{call}" }}, "Next": "Done""#);
        let expected: Vec<(&str, &str)> = at.map(|at| ("ASL1105", at)).into_iter().collect();
        assert_found(
            &after(r#"{ "n": 1, "s": "x", "l": [1] }"#, &reader),
            &expected,
        );
    }
}

#[test]
fn var_9_variables_are_followed() {
    let states = r#"
        "Set": { "Type": "Pass", "Assign": { "v": { "a": 1 } }, "Next": "Read" },
        "Read": { "Type": "Pass", "Parameters": { "x.$": "$v.a", "y.$": "$v.b" }, "End": true }"#;
    assert_found(states, &[("ASL1101", "\"$v.b\"")]);
    // In the state itself it still has its old value.
    let states = r#"
        "Set": { "Type": "Pass", "Assign": { "v": { "a": 1 } }, "Next": "Again" },
        "Again": { "Type": "Pass", "Assign": { "v": { "b": 1 }, "w.$": "$v.a" }, "Next": "Read" },
        "Read": { "Type": "Pass", "Parameters": { "x.$": "$v.b" }, "End": true }"#;
    assert_found(states, &[]);
}

#[test]
fn strict_makes_findings_errors() {
    let text = definition(
        r#""A": { "Type": "Pass", "Result": 1, "Next": "B" }, "B": { "Type": "Succeed", "InputPath": "$.x" }"#,
    );
    let source = Source::new("flow.json", text);
    let severity = |strict: bool| {
        let options = Options {
            strict,
            ..Options::default()
        };
        let compilation = compile(&source, &options);
        let [found] = compilation.diagnostics.as_slice() else {
            panic!("{:?}", compilation.diagnostics);
        };
        assert_eq!(compilation.is_refused(), found.is_error());
        found.severity
    };
    assert_eq!(severity(false), Severity::Warning);
    assert_eq!(severity(true), Severity::Error);
}

#[test]
fn findings_say_where_the_value_was_replaced() {
    let text = definition(
        r#""Load": { "Type": "Pass", "Result": { "id": 7 }, "ResultPath": "$.order", "Next": "Use" },
           "Use": { "Type": "Pass", "InputPath": "$.order.customer", "End": true }"#,
    );
    let compilation = compile(&Source::new("flow.json", text.clone()), &Options::default());
    let [found] = compilation.diagnostics.as_slice() else {
        panic!("{:?}", compilation.diagnostics);
    };
    assert_eq!(
        found.to_string(),
        "warning[ASL1101]: `$.order.customer` can never match"
    );
    let [reason] = found.secondary.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(reason.text, "`$.order` is replaced here");
    assert!(text[reason.span.start as usize..].starts_with(r#"{ "id": 7 }"#));
    assert_eq!(found.help, ["the only member of `$.order` is `id`"]);
}
