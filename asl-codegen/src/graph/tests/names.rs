//! Names are arbitrary text, and conditions and errors too.

use super::{elements, graph};
use crate::graph::{EdgeKind, Graph};

/// Names that mean something to one of the formats.
const NAMES: &[&str] = &[
    "a \"quoted\" name",
    "a --> b",
    "a|b",
    "end",
    "<script>alert(1)</script>",
    "&lt; &amp; &#35;",
    "#quot;",
    "back\\slash\\N\\",
    "line\nbreak\r\ttab",
    "`code`",
    "]]>",
    "%%{init: {}}%%",
    "style:x#1;",
    "classDef a:#b;",
    "$$x$$",
    "{{a}} [b] (c)",
    "*bold* _slanted_ ~struck~",
    "1. first",
    "- item",
    "名前 имя اسم",
    "🚀🧑‍🚀",
    "\u{202e}desrever",
    "\u{0}\u{1b}[31m\u{7f}",
    "subgraph x",
    "}",
    "```",
    "",
];

fn named(name: &str) -> Graph {
    let name = serde_json::Value::from(name).to_string();
    graph(&format!(
        r#"{{"StartAt": {name}, "States": {{{name}: {{
            "Type": "Task", "Resource": {name}, "Next": "after",
            "Catch": [{{"ErrorEquals": [{name}], "Next": "after"}}]}},
            "after": {{"Type": "Choice", "Choices": [
                {{"Variable": "$.a", "StringEquals": {name}, "Next": {name}}}], "Default": {name}}}}}}}"#
    ))
}

#[test]
fn no_name_breaks_a_picture() {
    let plain = named("plain");
    for name in NAMES {
        let graph = named(name);
        let lines = |text: &str| text.lines().count();
        assert_eq!(lines(&graph.text()), lines(&plain.text()), "{name}");
        assert_eq!(lines(&graph.mermaid()), lines(&plain.mermaid()), "{name}");
        assert_eq!(lines(&graph.dot()), lines(&plain.dot()), "{name}");
        // Labels may take more lines, but nothing else is added.
        let (image, usual) = (graph.svg(), plain.svg());
        let label_lines = |image: &str| image.matches("<text x=").count();
        let others = |image: &str| elements(image) - label_lines(image);
        assert_eq!(others(&image), others(&usual), "{name}");
        let image = graph.rustdoc_svg().unwrap();
        assert_eq!(lines(&image), 1, "{name}");
        for line in graph.mermaid().lines() {
            assert_eq!(line.matches('"').count() % 2, 0, "{line}");
            assert!(!line.contains("%%") && !line.contains("$$"), "{line}");
        }
        for line in graph.dot().lines() {
            let line = line.replace("\\\\", "").replace("\\\"", "");
            assert_eq!(line.matches('"').count() % 2, 0, "{line}");
        }
    }
}

#[test]
fn a_name_of_many_characters_is_cut_but_for_its_tooltip() {
    let long = "very long name ".repeat(20);
    let image = named(&long).svg();
    assert!(image.contains(&format!("<title>{long} (Task")));
    assert!(!image.contains(&format!(">{long}</text>")));
    assert!(image.contains("…</text>"));
}

/// The label of the first rule of a Choice with this test.
fn rule(test: &str) -> String {
    let graph = graph(&format!(
        r#"{{"StartAt": "c", "States": {{"c": {{"Type": "Choice",
            "Choices": [{{{test}, "Next": "c"}}]}}}}}}"#
    ));
    let mut edges = graph.edges().iter();
    edges
        .find(|edge| edge.kind == EdgeKind::Rule)
        .unwrap()
        .words()
}

#[test]
fn choice_28_conditions_are_put_into_words() {
    let both = r#"{"Variable": "$.a", "IsPresent": true}, {"Variable": "$.b", "IsNull": false}"#;
    let table = [
        (
            r#""Variable": "$.n", "NumericGreaterThanEquals": 1.5"#.to_owned(),
            "if $.n >= 1.5",
        ),
        (
            r#""Variable": "$.s", "StringEquals": "x""#.to_owned(),
            "if $.s == \"x\"",
        ),
        (
            r#""Variable": "$.s", "StringLessThanPath": "$.t""#.to_owned(),
            "if $.s < $.t",
        ),
        (
            r#""Variable": "$.b", "BooleanEquals": false"#.to_owned(),
            "if $.b == false",
        ),
        (
            r#""Variable": "$.t", "TimestampLessThan": "2016-03-14T01:59:00Z""#.to_owned(),
            "if $.t < 2016-03-14T01:59:00Z",
        ),
        (
            r#""Variable": "$.s", "StringMatches": "log-*.txt""#.to_owned(),
            "if $.s matches \"log-*.txt\"",
        ),
        (
            format!(r#""And": [{both}]"#),
            "if $.a is present and $.b is not null",
        ),
        (
            format!(r#""Not": {{"Or": [{both}]}}"#),
            "if not ($.a is present or $.b is not null)",
        ),
        (
            format!(r#""Or": [{{"And": [{both}]}}, {{"Variable": "$.c", "IsString": true}}]"#),
            "if ($.a is present and $.b is not null) or $.c is a string",
        ),
    ];
    for (test, words) in table {
        assert_eq!(rule(&test), words);
    }
}

#[test]
fn a_condition_of_any_size_is_a_short_label() {
    let one = r#"{"Variable": "$.something", "IsPresent": true}"#;
    let many = vec![one; 1_000].join(",");
    assert!(rule(&format!(r#""And": [{many}]"#)).chars().count() < 200);
    let mut deep = one.to_owned();
    for _ in 0..40 {
        deep = format!(r#"{{"Not": {deep}}}"#);
    }
    assert!(rule(&format!(r#""And": [{deep}]"#)).chars().count() < 200);
}

#[test]
fn trans_8_a_transition_out_of_its_scope_is_left_out() {
    let graph = graph(
        r#"{"StartAt": "m", "States": {"m": {"Type": "Map", "Next": "nowhere", "ItemProcessor":
            {"StartAt": "p", "States": {"p": {"Type": "Pass", "Next": "m"}}}}}}"#,
    );
    assert_eq!(graph.edges().len(), 2, "{:?}", graph.edges());
    assert_eq!(
        graph.text(),
        "start -> m\nm [Map]\n  for each item:\n    start -> p\n    p [Pass]\n"
    );
}

#[test]
fn an_image_follows_the_scheme_of_its_reader() {
    let graph = named("plain");
    assert!(graph.svg().contains("@media(prefers-color-scheme:dark)"));
    let image = graph.rustdoc_svg().unwrap();
    assert!(image.starts_with("<div "));
    assert!(image.contains("[data-theme=dark]") && !image.contains("prefers-color-scheme"));
}
