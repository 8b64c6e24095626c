//! Comparing Causes: texts for people, whose frame is the service's own.

use asl_runtime::Value;

use super::case::Case;
use super::difference::{Difference, Tolerance, pattern};

/// How the service begins the Cause of an error of the language: with the state, and with the
/// number of an event in a history that nobody else has.
const PREFIX: &str = "An error occurred while executing the state '";
const PREFIX_END: &str = "). ";

/// The difference between the Cause expected and the one found.
pub fn difference(case: &Case, actual: Option<&str>) -> Option<Difference> {
    let expect = &case.expect;
    let found = actual.unwrap_or("none");
    if let Some(text) = &expect.cause_pattern {
        return match pattern(&without_escaped_prefix(text)) {
            Ok(regex) if actual.is_some_and(|actual| regex.is_match(without_prefix(actual))) => {
                None
            }
            Ok(_) => Some(Difference::new("cause", text, found)),
            Err(bad) => Some(bad),
        };
    }
    let absent = expect.cause_absent || case.is_recording() && expect.cause == Some(None);
    if absent {
        return actual.map(|actual| Difference::new("cause", "none", actual));
    }
    let wanted = expect.cause.as_ref()?.as_deref()?;
    match actual {
        Some(actual) if same(wanted, actual) => None,
        _ => Some(Difference::new("cause", wanted, found)),
    }
}

/// Causes that are JSON were parsed and written again when they were recorded.
fn same(wanted: &str, actual: &str) -> bool {
    let [wanted, actual] = [wanted, actual].map(without_prefix);
    if wanted == actual {
        return true;
    }
    match [wanted, actual].map(Value::from_json) {
        [Ok(wanted), Ok(actual)] => {
            let tolerance = Tolerance::default();
            tolerance.difference("$", &wanted, &actual).is_none()
        }
        _ => false,
    }
}

fn without_prefix(cause: &str) -> &str {
    let rest = cause
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.split_once(PREFIX_END));
    rest.map_or(cause, |(_, rest)| rest)
}

/// The same for a regular expression, in which everything but letters may be escaped.
fn without_escaped_prefix(pattern: &str) -> String {
    for escaped in [true, false] {
        let escape = |text: &str| {
            if !escaped {
                return text.to_owned();
            }
            text.chars()
                .flat_map(|c| {
                    [
                        (!c.is_ascii_alphanumeric() && c != '\'').then_some('\\'),
                        Some(c),
                    ]
                })
                .flatten()
                .collect()
        };
        let rest = pattern
            .strip_prefix(&escape(PREFIX))
            .and_then(|rest| rest.split_once(&escape(PREFIX_END)));
        if let Some((_, rest)) = rest {
            return rest.to_owned();
        }
    }
    pattern.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differs(expect: &str, dialect: &str, actual: Option<&str>) -> bool {
        let text = format!(
            r#"{{ "name": "n", "group": "g", {dialect} "expect": {{ "status": "FAILED", {expect} }} }}"#
        );
        difference(&serde_json::from_str(&text).unwrap(), actual).is_some()
    }

    #[test]
    fn null_is_no_cause_in_a_recording_and_any_in_a_rule() {
        let null = r#""cause": null"#;
        assert!(!differs(null, "", None) && differs(null, "", Some("c")));
        assert!(!differs(null, r#""dialect": "asl","#, Some("c")));
        let absent = r#""cause_absent": true"#;
        assert!(differs(absent, r#""dialect": "asl","#, Some("c")));
        assert!(!differs("\"error\": null", "", Some("c")));
    }

    #[test]
    fn path_15_prefix_of_the_service_is_not_compared() {
        let expect = r#""cause": "An error occurred while executing the state 'A' (entered at the event id #2). Not (a). number""#;
        assert!(!differs(expect, "", Some("Not (a). number")));
        assert!(differs(expect, "", Some("number")));
        assert!(differs(expect, "", None));
    }

    #[test]
    fn json_is_compared_parsed() {
        let expect = r#""cause": "{\"a\":1,\"b\":2}""#;
        assert!(!differs(expect, "", Some(r#"{ "b": 2, "a": 1.0 }"#)));
        assert!(differs(expect, "", Some(r#"{"a":1}"#)));
    }

    #[test]
    fn pattern_is_compared_without_its_prefix() {
        let expect = r#""cause": "x", "cause_pattern": "An\\ error\\ occurred\\ while\\ executing\\ the\\ state\\ 'a\\-b'\\ \\(entered\\ at\\ the\\ event\\ id\\ \\#2\\)\\.\\ in\\ '.*'""#;
        assert!(!differs(expect, "", Some("in '{}'")));
        assert!(differs(expect, "", Some("in {}")));
        let plain = r#""cause_pattern": "a.c""#;
        assert!(!differs(plain, "", Some("abc")) && differs(plain, "", Some("abcd")));
        assert!(differs(r#""cause_pattern": "(""#, "", Some("(")));
    }
}
