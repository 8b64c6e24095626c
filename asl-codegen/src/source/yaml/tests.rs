use super::*;
use crate::diagnostic::Severity;

fn document(text: &str) -> Document {
    read(text, Some(&[]))
}

/// The tree of a text without a finding.
fn tree(text: &str) -> Node {
    let document = document(text);
    assert!(document.is_whole, "{text}\n{:?}", document.findings);
    assert_eq!(document.findings, [], "{text}");
    document.root
}

fn json(node: &Node) -> serde_json::Value {
    match &node.kind {
        Kind::Null => serde_json::Value::Null,
        Kind::Bool(value) => (*value).into(),
        Kind::Number(text) => serde_json::from_str(text).unwrap(),
        Kind::String(text) => text.value.as_str().into(),
        Kind::Array(elements) => elements.iter().map(json).collect(),
        Kind::Object(members) => members
            .iter()
            .map(|member| (member.key.value.clone(), json(&member.value)))
            .collect(),
    }
}

fn findings(text: &str) -> Vec<(Code, &str)> {
    let found = document(text).findings;
    let place = |span: Option<Span>| text.get(span.unwrap_or_default().range()).unwrap();
    found.iter().map(|f| (f.code, place(f.span()))).collect()
}

#[test]
fn reads_what_json_can_say() {
    let cases = [
        (
            "a: 1\nb: [x, \"y\", 'z']\n",
            r#"{"a": 1, "b": ["x", "y", "z"]}"#,
        ),
        (
            "{\"a\": {\"b\": [1, 2.50, true, null]}}",
            r#"{"a": {"b": [1, 2.50, true, null]}}"#,
        ),
        ("{\"a\":1,\"b\":[]}", r#"{"a": 1, "b": []}"#),
        ("a:\n- 1\n-   - 2\n", r#"{"a": [1, [2]]}"#),
        (
            "a: yes\nb: 2016-03-14\nc:\nd: ~\n",
            r#"{"a": "yes", "b": "2016-03-14", "c": null, "d": null}"#,
        ),
        (
            "a: |\n  x\n   y\n\nb: >-\n  x\n  y\n",
            r#"{"a": "x\n y\n", "b": "x y"}"#,
        ),
        ("# c\n---\na: 1 # d\n...\n", r#"{"a": 1}"#),
        ("%YAML 1.2\n---\na: 1\n", r#"{"a": 1}"#),
        (
            "a: !!str 1\nb: !!int \"2\"\nc: ! 3\nd: !!map {}\ne: !!float 4\n",
            r#"{"a": "1", "b": 2, "c": "3", "d": {}, "e": 4}"#,
        ),
        ("? a\n: 1\n", r#"{"a": 1}"#),
        ("\"200\": 1\n\"<<\": 2\n", r#"{"200": 1, "<<": 2}"#),
        ("\u{feff}a: 1\r\nb: 2\r\n", r#"{"a": 1, "b": 2}"#),
        (
            "a: \"\\u00e9\\ud83d\\ude00\\x41\\\n  b\"\n",
            r#"{"a": "é😀Ab"}"#,
        ),
    ];
    for (text, expected) in cases {
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        assert_eq!(json(&tree(text)), expected, "{text}");
    }
}

#[test]
fn members_written_twice_are_there_twice() {
    let root = tree("a: 1\na: 2\n");
    assert_eq!(root.as_object().unwrap().len(), 2);
}

#[test]
fn spans_cover_values_and_keys() {
    let text = "\u{feff}# é\nb: [1, {c: 'x'}]\r\nd:\n  e: pl ain # c\n  f:\n    - \"q\"\n\n# end\n";
    let root = tree(text);
    let at = |span: Span| text.get(span.range()).unwrap();
    assert_eq!(at(root.get("b").unwrap().span), "[1, {c: 'x'}]");
    assert_eq!(
        at(root.get("b").unwrap().as_array().unwrap()[1]
            .get("c")
            .unwrap()
            .span),
        "'x'"
    );
    let d = root.get("d").unwrap();
    assert_eq!(at(d.span), "e: pl ain # c\n  f:\n    - \"q\"");
    assert_eq!(at(d.get("e").unwrap().span), "pl ain");
    assert_eq!(at(d.get("f").unwrap().span), "- \"q\"");
    assert_eq!(at(d.as_object().unwrap()[0].key.span), "e");
    assert_eq!(at(d.as_object().unwrap()[0].key.inner()), "e");
}

#[test]
fn spans_inside_strings_are_those_of_the_text() {
    let cases = [
        ("a: x $.b\n", "$.b", "$.b"),
        ("a: x\n  $.b c\n", "$.b", "$.b"),
        ("a: 'it''s $.b'\n", "$.b", "$.b"),
        ("a: 'it''s'\n", "'", "''"),
        ("a: \"\\u00e9\\t\\\"$.b\"\n", "$.b", "$.b"),
        ("a: \"\\u00e9\\t\"\n", "é", "\\u00e9"),
        ("a: \"\\ud83d\\ude00 b\"\n", "😀", "\\ud83d\\ude00"),
        ("a: \"\\ud83d\\ude00 b\"\n", "b", "b"),
        ("a: \"x \\\n   $.b\"\n", "$.b", "$.b"),
        ("a: \"x\n\n   $.b\"\n", "$.b", "$.b"),
        ("a: \"x\r\n   $.b\"\r\n", "$.b", "$.b"),
        ("a: |\n   x\n    y $.b\n", "$.b", "$.b"),
        ("a: |2+\n    x\n    y $.b\n\n\n", "$.b", "$.b"),
        ("a: >-\n   x\n   y\n\n\n   $.b z\n", "$.b", "$.b"),
        ("a: |\r\n  é\r\n  $.b\r\n", "$.b", "$.b"),
        ("a: &n !!str x $.b\n", "$.b", "$.b"),
    ];
    for (text, part, written) in cases {
        let root = tree(text);
        let value = root.get("a").unwrap().as_text().unwrap();
        let at = value.value.find(part).unwrap();
        let span = value.span_of(at..at + part.len());
        assert_eq!(text.get(span.range()).unwrap(), written, "{text:?}");
    }
}

#[test]
fn placeholders_are_filled_in_every_style() {
    let values = [
        ("N".to_owned(), "x \"y\" 'z'".to_owned()),
        ("AWS::Region".to_owned(), "eu".to_owned()),
        ("Seconds".to_owned(), "60".to_owned()),
        ("List".to_owned(), r#"[{"k": "${N}"}]"#.to_owned()),
        ("Empty".to_owned(), String::new()),
    ];
    let cases = [
        ("a: ${N}", r#"{"a": "x \"y\" 'z'"}"#),
        ("a: \"<${N}>\"", r#"{"a": "<x \"y\" 'z'>"}"#),
        ("a: '${N}'", r#"{"a": "x \"y\" 'z'"}"#),
        (
            "a: |-\n  1 ${AWS::Region}\n  ${N}",
            r#"{"a": "1 eu\nx \"y\" 'z'"}"#,
        ),
        (
            "a: ${Seconds}\nb: '${Seconds}'\nc: 1${Seconds}",
            r#"{"a": 60, "b": "60", "c": 160}"#,
        ),
        (
            "a: ${List}\nb: '${List}'",
            r#"{"a": [{"k": "${N}"}], "b": "[{\"k\": \"${N}\"}]"}"#,
        ),
        (
            "{a: ${Seconds}, ${AWS::Region}: [${AWS::Region}]}",
            r#"{"a": 60, "eu": ["eu"]}"#,
        ),
        ("a: ${!N} $${N}", r#"{"a": "${N} ${N}"}"#),
        ("a: [${!N}]", r#"{"a": ["${N}"]}"#),
        ("a: \"${Empty}\"\nb: ${Empty}", r#"{"a": "", "b": null}"#),
    ];
    for (text, expected) in cases {
        let document = read(text, Some(&values));
        let unused = |f: &&Diagnostic| f.code != Code::UnusedSubstitution;
        assert_eq!(document.findings.iter().find(unused), None, "{text}");
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        assert_eq!(json(&document.root), expected, "{text}");
    }
}

#[test]
fn spans_around_filled_placeholders_are_those_of_the_text() {
    let values = [("N".to_owned(), "charge-it-now".to_owned())];
    for text in [
        "a: x ${N} y",
        "a: \"x\\x20${N} y\"",
        "a: >\n  x\n  ${N}\n  y\n",
    ] {
        let root = read(text, Some(&values)).root;
        let value = root.get("a").unwrap().as_text().unwrap();
        for (part, written) in [("x", "x"), ("it", "${N}"), ("y", "y")] {
            let at = value.value.find(part).unwrap();
            let span = value.span_of(at..at + part.len());
            assert_eq!(text.get(span.range()).unwrap(), written, "{text}");
        }
    }
}

#[test]
fn asl0801_an_unfilled_placeholder_stays() {
    let text = "a: ${A}\nb: '${A} ${B}'\nc: ${jsonencode(x)}\nd: '%{ if x }'\n";
    let document = document(text);
    let warnings = document.findings.iter().map(|f| (f.code, f.severity));
    let expected = [
        Code::UnfilledPlaceholder,
        Code::UnfilledPlaceholder,
        Code::TemplateExpression,
        Code::TemplateDirective,
    ];
    assert!(warnings.eq(expected.map(|code| (code, Severity::Warning))));
    assert_eq!(document.root.get("b").unwrap().as_str(), Some("${A} ${B}"));
}

#[test]
fn what_json_has_no_place_for_is_refused_where_it_stands() {
    let cases: &[(&str, &[(Code, &str)])] = &[
        ("a: 1\n---\nb: 1\n", &[(Code::YamlDocuments, "---")]),
        (
            "200: x\ntrue: y\n~: z\n",
            &[
                (Code::YamlKey, "200"),
                (Code::YamlKey, "true"),
                (Code::YamlKey, "~"),
            ],
        ),
        ("? [1]\n: 2\n", &[(Code::YamlKey, "[1]")]),
        (
            "a: !Sub x\nb: !GetAtt [A, Arn]\n",
            &[(Code::YamlTag, "!Sub"), (Code::YamlTag, "!GetAtt")],
        ),
        (
            "a: !!int x\nb: !!map []\nc: !!binary x\n",
            &[
                (Code::YamlTag, "x"),
                (Code::YamlTag, "!!map"),
                (Code::YamlTag, "!!binary"),
            ],
        ),
        ("<<: {a: 1}\nb: 2\n", &[(Code::YamlMerge, "<<")]),
        ("a: *b\n", &[(Code::YamlAlias, "*b")]),
        ("a: &b [*b]\n", &[(Code::YamlAlias, "*b")]),
        (
            "a: .inf\nb: -.INF\nc: .nan\n",
            &[
                (Code::YamlNumber, ".inf"),
                (Code::YamlNumber, "-.INF"),
                (Code::YamlNumber, ".nan"),
            ],
        ),
        ("", &[(Code::EmptyFile, "")]),
        ("# nothing\n", &[(Code::EmptyFile, "")]),
    ];
    for (text, expected) in cases {
        assert_eq!(findings(text), *expected, "{text}");
    }
}

#[test]
fn syntax_errors_have_a_place() {
    let cases = [
        ("a: b: c\n", ":"),
        ("a:\n\t- 1\n", "\t"),
        ("a: @x\n", "@x"),
        ("a: \"x", "\""),
        ("a: \"\\q\"\n", "\""),
        ("{a: 1}\n{b: 1}\n", "{"),
        ("a: é\nb: `x\n", "`x"),
    ];
    for (text, place) in cases {
        assert_eq!(findings(text), [(Code::NotYaml, place)], "{text:?}");
    }
}

#[test]
fn a_syntax_error_leaves_what_was_read() {
    let document = document("StartAt: A\nStates:\n  A:\n    Type: Pass\n    Next: @\n");
    assert!(!document.is_whole);
    let a = document
        .root
        .get("States")
        .and_then(|states| states.get("A"))
        .unwrap();
    assert_eq!(a.get("Type").and_then(Node::as_str), Some("Pass"));
}

#[test]
fn asl0805_a_template_directive_speaks_for_the_syntax_error() {
    let text = "a: 1\n%{ if x }\nb: 2\n%{ endif }\n";
    let expected = [
        (Code::TemplateDirective, "%{ if x }"),
        (Code::TemplateDirective, "%{ endif }"),
    ];
    assert_eq!(findings(text), expected);
}

#[test]
fn an_alias_is_written_where_it_stands_and_its_parts_where_the_anchor_is() {
    let text = "a: &r\n  - x: 1\nb: *r\nc: &s word\nd: *s\n*s : 3\n";
    let root = tree(text);
    let at = |span: Span| text.get(span.range()).unwrap();
    let b = root.get("b").unwrap();
    assert_eq!(at(b.span), "*r");
    assert_eq!(at(b.as_array().unwrap()[0].span), "x: 1");
    let d = root.get("d").unwrap().as_text().unwrap();
    assert_eq!(
        (d.value.as_str(), at(d.span), at(d.span_of(1..2))),
        ("word", "*s", "*s")
    );
    assert_eq!(root.get("word").unwrap().as_number(), Some("3"));
}

#[test]
fn aliases_of_aliases_are_bounded() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let alias = format!("*a{}", level - 1);
        text.push_str(&format!(
            "a{level}: &a{level} [{}]\n",
            [alias.as_str(); 10].join(", ")
        ));
    }
    let document = document(&text);
    assert!(!document.is_whole);
    assert_eq!(document.findings[0].code, Code::YamlAlias);
}

#[test]
fn a_long_string_counts_by_its_length() {
    let text = format!(
        "a: &a {}\nb: [{}]\n",
        "x".repeat(100_000),
        vec!["*a"; 100].join(", ")
    );
    assert_eq!(document(&text).findings[0].code, Code::YamlAlias);
}

#[test]
fn depth_is_limited_in_every_style() {
    let flow = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(findings(&flow(MAX_DEPTH)), []);
    assert_eq!(findings(&flow(MAX_DEPTH + 1)), [(Code::TooDeep, "[")]);
    assert_eq!(document(&flow(100_000)).findings[0].code, Code::TooDeep);
    let block = "- ".repeat(MAX_DEPTH + 1);
    assert_eq!(document(&block).findings[0].code, Code::TooDeep);
    let aliased = format!(
        "- &a {}\n- {}*a{}\n",
        flow(100),
        "[".repeat(100),
        "]".repeat(100)
    );
    assert_eq!(findings(&aliased), [(Code::TooDeep, "*a")]);
}

#[test]
fn what_is_filled_in_counts_like_what_is_written() {
    let read = |text: &str, value: String| {
        let values = [("V".to_owned(), value)];
        let findings = read(text, Some(&values)).findings;
        findings.iter().map(|f| f.code).collect::<Vec<_>>()
    };
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let text = "a: ${V}\n";
    assert_eq!(read(text, nested(MAX_DEPTH - 1)), []);
    assert_eq!(read(text, nested(MAX_DEPTH)), [Code::TooDeep]);

    let copies = format!("a: &a ${{V}}\nb: [{}]\n", ["*a"; 100].join(", "));
    assert_eq!(read(&copies, "[1]".to_owned()), []);
    let large = format!("[{}1]", "1, ".repeat(10_000));
    assert_eq!(read(&copies, large), [Code::YamlAlias]);
}

proptest::proptest! {
    /// Anything gives a document or findings in their places, and no panic.
    #[test]
    fn arbitrary_text_never_panics(text in "([-?:,\\[\\]{}#&*!|>'\"%@`~<$. \t\r\na01\\\\\u{e9}\u{feff}]|\\$\\{A\\}|%\\{ if|<<|!!str|\n  ){0,60}") {
        let document = document(&text);
        proptest::prop_assert!(document.is_whole || !document.findings.is_empty());
        for found in &document.findings {
            let span = found.span().unwrap_or_default();
            proptest::prop_assert!(text.get(span.range()).is_some(), "{:?} in {:?}", span, text);
        }
    }

    /// A string in double quotes is read as JSON reads it, and each of its characters is placed.
    #[test]
    fn json_strings_are_placed(value in "[ -~\u{e9}\u{1f600}\n\t]{0,40}") {
        let text = format!("a: {}\n", serde_json::Value::from(value.as_str()));
        let root = read(&text, None).root;
        let read = root.get("a").unwrap().as_text().unwrap();
        proptest::prop_assert_eq!(&read.value, &value);
        for (at, c) in value.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            let written = text.get(read.span_of(at..at + c.len_utf8()).range()).unwrap();
            proptest::prop_assert_eq!(written, c.to_string());
        }
    }
}
