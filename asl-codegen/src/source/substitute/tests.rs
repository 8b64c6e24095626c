//! What filling does to a JSON text.

use super::*;
use crate::diagnostic::Code;
use crate::source::{Node, json};

fn filled(text: &str, values: &[(&str, &str)]) -> (String, Vec<(Code, Option<Span>)>) {
    let values: Vec<_> = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let (filled, diagnostics) = fill(text, &values);
    let found = diagnostics
        .iter()
        .map(|found| (found.code, found.span()))
        .collect();
    (filled.text, found)
}

#[test]
fn fills_strings_escaped_and_other_places_as_they_are() {
    let cases = [
        (r#"{"a": "${N}"}"#, "x", r#"{"a": "x"}"#),
        (r#"{"a": "1${N}2${N}"}"#, "x", r#"{"a": "1x2x"}"#),
        (r#"{"${N}": 1}"#, "key", r#"{"key": 1}"#),
        (r#"{"a": "${N}"}"#, "q\" \\ \n é", r#"{"a": "q\" \\ \n é"}"#),
        (r#"{"a": ${N}}"#, "60", r#"{"a": 60}"#),
        (
            r#"{"a": ${N}, "b": "${N}"}"#,
            r#"{"k": []}"#,
            r#"{"a": {"k": []}, "b": "{\"k\": []}"}"#,
        ),
        // Neither an escaped quote nor an escaped backslash before a quote confuses it.
        (r#"{"a\"": ${N}}"#, "\"s\"", r#"{"a\"": "s"}"#),
        (r#"{"a\\": ${N}}"#, "\"s\"", r#"{"a\\": "s"}"#),
        // A value is not looked into again.
        (r#"["${N}"]"#, "${N}", r#"["${N}"]"#),
        ("${N}", "{}", "{}"),
    ];
    for (text, value, expected) in cases {
        assert_eq!(
            filled(text, &[("N", value)]),
            (expected.to_owned(), vec![]),
            "{text} with {value}"
        );
    }
}

#[test]
fn names_are_those_of_sam_and_cloud_formation() {
    let (text, found) = filled(
        r#""${AWS::Region} ${My-Fn.Arn_2}""#,
        &[("AWS::Region", "eu"), ("My-Fn.Arn_2", "f")],
    );
    assert_eq!((text.as_str(), found), ("\"eu f\"", vec![]));
}

#[test]
fn what_is_no_placeholder_stays() {
    for text in [
        r#""$""#,
        r#""$.a""#,
        r#""${}""#,
        r#""${a b}""#,
        r#""${a""#,
        r#""$ {a}""#,
        r#""${é}""#,
        "\"${",
        "$",
    ] {
        assert_eq!(filled(text, &[]), (text.to_owned(), vec![]), "{text}");
    }
}

#[test]
fn the_escaped_form_stands_for_a_placeholder_that_stays() {
    assert_eq!(
        filled(r#""${!N} ${N}""#, &[("N", "x")]),
        (r#""${N} x""#.to_owned(), vec![])
    );
    let (filled, _) = fill(r#""${!N}z""#, &[]);
    assert_eq!(filled.span(3..4), Span::new(4, 5), "the name");
    assert_eq!(filled.span(5..6), Span::new(6, 7), "what follows");
}

#[test]
fn asl0801_an_unfilled_string_stays_with_one_warning_per_name() {
    let text = r#"["${A} ${A}", "${B}"]"#;
    let (same, found) = filled(text, &[]);
    assert_eq!(same, text);
    let expected = [
        (Code::UnfilledPlaceholder, Some(Span::new(2, 6))),
        (Code::UnfilledPlaceholder, Some(Span::new(15, 19))),
    ];
    assert_eq!(found, expected);
    let (_, diagnostics) = fill(text, &[]);
    assert!(diagnostics.iter().all(|found| !found.is_error()));
    assert_eq!(
        diagnostics[0].message,
        "placeholder `${A}` has no value and stays as it is"
    );
    assert_eq!(
        diagnostics[0].help,
        [
            "give it a value: `substitutions = { \"A\" = \"..\" }`, or `--set A=..` on the command line"
        ]
    );
}

#[test]
fn asl0802_an_unfilled_value_is_an_error_at_each_place_and_the_rest_still_parses() {
    let original = r#"{"a": ${A}, "b": ${A}, "c": 1}"#;
    let (filled, diagnostics) = fill(original, &[]);
    let found: Vec<_> = diagnostics
        .iter()
        .map(|found| (found.code, found.is_error(), found.span()))
        .collect();
    let expected = [
        (Code::UnfilledValue, true, Some(Span::new(6, 10))),
        (Code::UnfilledValue, true, Some(Span::new(17, 21))),
    ];
    assert_eq!(found, expected);
    assert_eq!(
        diagnostics[0].help,
        [
            "give it a value: `substitutions = { \"A\" = \"..\" }`, or `--set A=..` on the command line"
        ]
    );
    let node = crate::source::json::parse(&filled).unwrap();
    assert_eq!(node.get("a").unwrap().span, Span::new(6, 10));
    assert_eq!(
        original.get(node.get("c").unwrap().span.range()).unwrap(),
        "1"
    );
}

#[test]
fn asl0803_an_unused_substitution_is_a_warning_with_the_name_that_was_meant() {
    let values = [
        ("FunctoinArn".to_owned(), "x".to_owned()),
        ("Other".to_owned(), "y".to_owned()),
    ];
    let (_, diagnostics) = fill(r#""${FunctionArn}""#, &values);
    let codes: Vec<Code> = diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(
        codes,
        [
            Code::UnfilledPlaceholder,
            Code::UnusedSubstitution,
            Code::UnusedSubstitution
        ]
    );
    let messages: Vec<&str> = diagnostics[1..]
        .iter()
        .map(|found| found.message.as_str())
        .collect();
    let expected = [
        "substitution `FunctoinArn` is not used: the definition has no `${FunctoinArn}`",
        "substitution `Other` is not used: the definition has no `${Other}`",
    ];
    assert_eq!(messages, expected);
    assert_eq!(diagnostics[1].help, ["did you mean `FunctionArn`?"]);
    assert!(diagnostics[2].help.is_empty() && !diagnostics[2].is_error());
}

#[test]
fn of_two_values_with_one_name_the_first_counts() {
    let (text, found) = filled("\"${A}\"", &[("A", "1"), ("A", "2")]);
    assert_eq!(text, "\"1\"");
    assert_eq!(found, [(Code::UnusedSubstitution, None)]);
}

#[test]
fn plain_leaves_every_byte_and_offset() {
    let filled = Filled::plain(r#""${A} ${!B}""#);
    assert_eq!(filled.text(), r#""${A} ${!B}""#);
    assert_eq!(filled.span(2..9), Span::new(2, 9));
}

/// What findings say about, as it was written.
fn places(text: &str, values: &[(&str, &str)]) -> Vec<(Code, bool, String)> {
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let values: Vec<_> = values.iter().map(owned).collect();
    let (_, findings) = fill(text, &values);
    let written = |span: Option<Span>| text.get(span.unwrap().range()).unwrap().to_owned();
    let place = |found: &Diagnostic| (found.code, found.is_error(), written(found.span()));
    findings.iter().map(place).collect()
}

#[test]
fn terraforms_escape_stands_for_a_placeholder_that_stays() {
    let (text, found) = filled(r#""$${N} $$.a $${f(x)}""#, &[("N", "1")]);
    assert_eq!(text, r#""${N} $$.a ${f(x)}""#);
    assert_eq!(found, [(Code::UnusedSubstitution, None)]);
    assert_eq!(filled(r#""%%{ if x }""#, &[]).0, r#""%{ if x }""#);
}

#[test]
fn asl0804_an_expression_in_a_string_stays_and_elsewhere_is_an_error() {
    let cases = [
        (r#"{"a": "${jsonencode(x)}"}"#, false, "${jsonencode(x)}"),
        (r#"{"a": "x ${a ? b : c} y"}"#, false, "${a ? b : c}"),
        (
            r#"{"a": ${jsonencode({"k" = "}"})}}"#,
            true,
            r#"${jsonencode({"k" = "}"})}"#,
        ),
        (
            "{\"a\": ${merge(\n  a,\n  b)}}",
            true,
            "${merge(\n  a,\n  b)}",
        ),
    ];
    for (text, is_error, place) in cases {
        let expected = [(Code::TemplateExpression, is_error, place.to_owned())];
        assert_eq!(places(text, &[]), expected, "{text}");
        let (filled, _) = fill(text, &[]);
        assert!(
            json::parse(&filled).is_ok(),
            "the rest can be checked: {text}"
        );
    }
}

#[test]
fn asl0805_directives_in_a_string_stay_and_elsewhere_are_errors() {
    let text = "{\n%{ if a }\n\"b\": \"%{~ endfor }\"\n%{endif}\n}";
    let expected = [
        ("%{ if a }", true),
        ("%{~ endfor }", false),
        ("%{endif}", true),
    ]
    .map(|(place, is_error)| (Code::TemplateDirective, is_error, place.to_owned()));
    assert_eq!(places(text, &[]), expected);
}

#[test]
fn asl0806_a_bare_value_must_be_one_json_value() {
    for value in ["soon", "1, 2", "1 2", "", "1} {", "{\"a\": }", "'x'"] {
        let expected = [(Code::FilledValue, true, "${N}".to_owned())];
        assert_eq!(
            places("{\"a\": ${N}}", &[("N", value)]),
            expected,
            "{value}"
        );
    }
    for value in ["1", "-1.5e3", "null", " true ", "\"s\"", "[1, {}]"] {
        assert_eq!(places("{\"a\": ${N}}", &[("N", value)]), [], "{value}");
    }
}

#[test]
fn a_jsonata_expression_has_placeholders_only() {
    let text = r#""{% ${ \"a\": f(1) } & '${N}' & $${x: f(y)} %}""#;
    let (same, found) = filled(text, &[("N", "v")]);
    assert_eq!((same, found), (text.replace("${N}", "v"), vec![]));
}

/// A value of any length moves nothing that is written before, in or after its placeholder.
#[test]
fn places_around_a_value_of_another_length_are_those_of_the_text() {
    let original = "{\"x\": \"P${A}Q\\n${B}R\",\r\n\t\"é${A}\": ${B}, \"z\": [${B}, 7]}";
    for (a, b) in [
        ("", "0"),
        ("a longer \"value\"", "[1, 2, 3, 4, 5, 6]"),
        ("é", "null"),
    ] {
        let values = [
            ("A".to_owned(), a.to_owned()),
            ("B".to_owned(), b.to_owned()),
        ];
        let (filled, findings) = fill(original, &values);
        assert_eq!(findings, []);
        let root: Node = json::parse(&filled).unwrap();
        let at = |span: Span| original.get(span.range()).unwrap();
        let members = root.as_object().unwrap();
        let x = members[0].value.as_text().unwrap();
        for (part, written) in [("P", "P"), ("Q", "Q"), ("\n", "\\n"), ("R", "R")] {
            let start = x.value.find(part).unwrap();
            let found = at(x.span_of(start..start + part.len()));
            assert_eq!(found, written, "{part} with {a:?}");
        }
        assert_eq!(at(x.span_of(0..x.value.len())), r"P${A}Q\n${B}R");
        assert_eq!(at(members[1].key.span), "\"é${A}\"");
        assert_eq!(at(members[1].value.span), "${B}");
        assert_eq!(at(members[2].value.span), "[${B}, 7]");
        assert_eq!(at(members[2].value.as_array().unwrap()[0].span), "${B}");
        assert_eq!(at(members[2].value.as_array().unwrap()[1].span), "7");
        // What is inside a value is shown as all of its placeholder.
        if let Some(inner) = members[1].value.as_array() {
            assert_eq!(at(inner[3].span), "${B}");
        }
    }
}
