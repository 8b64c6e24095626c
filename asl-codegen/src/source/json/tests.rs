//! The parser as a whole: spans, order, limits.

use std::time::Instant;

use proptest::prelude::*;

use super::*;
use crate::diagnostic::Code;
use crate::source::Span;

fn parsed(text: &str) -> Node {
    parse(&Filled::plain(text)).unwrap()
}

fn nested(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

#[test]
fn every_span_is_the_bytes_that_were_written() {
    let text = "\r\n{ \"é\":\t[ 1.50e+3 , true,null ,\"😀\"],\r\n\t\"b\" : { } , \"\" : false}\n";
    let node = parsed(text);
    let written = |span: Span| text.get(span.range()).unwrap();
    assert_eq!(written(node.span), text.trim());
    let members = node.as_object().unwrap();
    let keys: Vec<&str> = members
        .iter()
        .map(|member| written(member.key.span))
        .collect();
    assert_eq!(keys, ["\"é\"", "\"b\"", "\"\""]);
    let values: Vec<&str> = members
        .iter()
        .map(|member| written(member.value.span))
        .collect();
    assert_eq!(values, ["[ 1.50e+3 , true,null ,\"😀\"]", "{ }", "false"]);
    let elements = members[0].value.as_array().unwrap();
    let elements: Vec<&str> = elements
        .iter()
        .map(|element| written(element.span))
        .collect();
    assert_eq!(elements, ["1.50e+3", "true", "null", "\"😀\""]);
    assert_eq!(written(members[1].span()), "\"b\" : { }");
}

#[test]
fn accessors_answer_for_their_kind_only() {
    let node = parsed(r#"[null, true, -0.10, "s", [], {"k": 1}]"#);
    let elements = node.as_array().unwrap();
    let names: Vec<&str> = elements.iter().map(Node::kind_name).collect();
    assert_eq!(
        names,
        [
            "null",
            "a boolean",
            "a number",
            "a string",
            "an array",
            "an object"
        ]
    );
    let nulls: Vec<bool> = elements.iter().map(Node::is_null).collect();
    assert_eq!(nulls, [true, false, false, false, false, false]);
    let only = |index: usize, answers: &dyn Fn(&Node) -> bool| {
        let found: Vec<usize> = (0..elements.len())
            .filter(|at| answers(&elements[*at]))
            .collect();
        assert_eq!(found, [index]);
    };
    only(1, &|node| node.as_bool() == Some(true));
    only(2, &|node| node.as_number() == Some("-0.10"));
    only(3, &|node| {
        node.as_str() == Some("s") && node.as_text().is_some()
    });
    only(4, &|node| node.as_array().is_some_and(<[Node]>::is_empty));
    only(5, &|node| {
        node.get("k").is_some() && node.get("x").is_none() && node.as_object().is_some()
    });
}

#[test]
fn numbers_keep_every_digit() {
    let digits = "123456789012345678901234567890.000000000000000000001e999";
    assert_eq!(parsed(digits).as_number(), Some(digits));
}

#[test]
fn dia_7_duplicate_keys_stay_visible() {
    let node = parsed(r#"{"a": 1, "\u0061": 2, "a": 3}"#);
    let members = node.as_object().unwrap();
    let keys: Vec<(&str, u32)> = members
        .iter()
        .map(|m| (m.key.value.as_str(), m.key.span.start))
        .collect();
    assert_eq!(keys, [("a", 1), ("a", 9), ("a", 22)]);
    assert_eq!(node.get("a").unwrap().as_number(), Some("1"));
}

#[test]
fn depth_is_limited_to_128_levels() {
    assert_eq!(parsed(&nested(MAX_DEPTH)).span, Span::new(0, 256));
    let error = parse(&Filled::plain(&nested(MAX_DEPTH + 1))).unwrap_err();
    assert_eq!(
        (error.code, error.span()),
        (Code::TooDeep, Some(Span::new(128, 129)))
    );
    let object = "{\"a\":".repeat(129) + "1" + &"}".repeat(129);
    let error = parse(&Filled::plain(&object)).unwrap_err();
    assert_eq!(
        (error.code, error.span()),
        (Code::TooDeep, Some(Span::new(640, 641)))
    );
}

#[test]
fn a_hundred_thousand_levels_do_not_overflow_the_stack() {
    let error = parse(&Filled::plain(&nested(100_000))).unwrap_err();
    assert_eq!(error.code, Code::TooDeep);
    let open = "[".repeat(100_000);
    assert_eq!(
        parse(&Filled::plain(&open)).unwrap_err().code,
        Code::NotJson
    );
}

#[test]
fn spans_lead_back_through_placeholders() {
    let values = [
        ("Seconds".to_owned(), "60".to_owned()),
        ("Rest".to_owned(), "{\"B\": [1]}".to_owned()),
    ];
    let original = r#"{"A": ${Seconds}, "Next": "C", "D": ${Rest}, "E": 1}"#;
    let (filled, diagnostics) = crate::source::substitute::fill(original, &values);
    assert_eq!(diagnostics, []);
    let node = parse(&filled).unwrap();
    let written = |key: &str| original.get(node.get(key).unwrap().span.range()).unwrap();
    assert_eq!(node.get("A").unwrap().as_number(), Some("60"));
    assert_eq!(written("A"), "${Seconds}");
    assert_eq!(written("Next"), "\"C\"");
    assert_eq!(written("D"), "${Rest}");
    assert_eq!(
        original
            .get(node.get("D").unwrap().get("B").unwrap().span.range())
            .unwrap(),
        "${Rest}"
    );
    assert_eq!(written("E"), "1");
    assert_eq!(original.get(node.span.range()).unwrap(), original);
}

#[test]
fn a_megabyte_is_parsed_in_no_time() {
    let state = r#"{"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Next": "S\u0031", "Retry": [{"A": [1]}]}"#;
    let states: Vec<String> = (0..9_000)
        .map(|index| format!("\"S{index}\":{state}"))
        .collect();
    let text = format!("{{\"States\":{{{}}}}}", states.join(",\n"));
    assert!(text.len() > 1_000_000);
    let start = Instant::now();
    assert_eq!(
        parsed(&text)
            .get("States")
            .unwrap()
            .as_object()
            .unwrap()
            .len(),
        9_000
    );
    // A hundred times what an optimised build takes: this is about the order of growth.
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

proptest! {
    #[test]
    fn agrees_with_serde_json_and_places_every_error_in_the_text(
        text in r#"([\[\]{},: "\\\\tnu0-9de+.$\r\n\u{1}\u{e9}\u{1f600}]|null|true|"a":|\\\\u[dD][8cC]00|\$\{a\}){0,24}"#
    ) {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        match (parse(&Filled::plain(&text)), theirs) {
            (Ok(node), _) => prop_assert_eq!(text.get(node.span.range()).unwrap(), text.trim()),
            (Err(error), theirs) => {
                prop_assert!(theirs.is_err(), "{:?} is JSON, not {}", text, error);
                let span = error.span().unwrap_or_default();
                prop_assert!(text.get(span.range()).is_some(), "{:?}: {:?}", text, error);
            }
        }
    }

    #[test]
    fn every_string_is_decoded_and_every_character_found(value in any::<String>()) {
        let literal = serde_json::to_string(&value).unwrap();
        let node = parsed(&literal);
        let text = node.as_text().unwrap();
        prop_assert_eq!(&text.value, &value);
        for (at, c) in value.char_indices() {
            let written = literal.get(text.span_of(at..at + c.len_utf8()).range()).unwrap();
            let decoded: String = serde_json::from_str(&format!("\"{written}\"")).unwrap();
            prop_assert_eq!(decoded, c.to_string());
        }
    }
}
