//! Which cases are not run, and why.

use super::case::Case;
use super::structure;

/// What a case may need that this program does not provide.
const LACKS: [&str; 4] = [
    "s3",
    "task-outcomes-unknown",
    "teststate-mocks-whole-state",
    "teststate-settings",
];

/// Why the case cannot be judged; `None` if it can.
pub fn reason(case: &Case) -> Option<String> {
    if case.dialect().is_none() {
        let dialect = case.dialect.as_deref().unwrap_or_default();
        return Some(format!("dialect {dialect}"));
    }
    if uses_jsonata(case) {
        return Some("JSONata".to_owned());
    }
    if expects_a_verdict(case) {
        return None;
    }
    let lacking = LACKS
        .iter()
        .find(|lack| case.needs.iter().any(|need| need == *lack));
    lacking.map(|need| format!("needs {need}"))
}

/// Whether it is only about the definition: nothing is run that could need anything.
fn expects_a_verdict(case: &Case) -> bool {
    use super::case::Status::{Invalid, Valid};
    matches!(case.expect.status, Invalid | Valid)
}

fn uses_jsonata(case: &Case) -> bool {
    if !case.query_languages.is_empty() {
        return case.query_languages.iter().any(|name| name == "JSONata");
    }
    structure::asks_for_jsonata(&structure::read(case.text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_of(status: &str, members: &str) -> Option<String> {
        let text = format!(
            r#"{{ "name": "n", "group": "g", "expect": {{ "status": "{status}" }}, {members} }}"#
        );
        reason(&serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn what_is_lacking_is_named() {
        let reason = |members| reason_of("SUCCEEDED", members);
        assert_eq!(reason(r#""needs": ["lambda", "context-object"]"#), None);
        assert_eq!(
            reason(r#""needs": ["lambda", "s3"]"#).as_deref(),
            Some("needs s3")
        );
        assert_eq!(
            reason(r#""dialect": "other""#).as_deref(),
            Some("dialect other")
        );
    }

    #[test]
    fn verdict_on_a_definition_needs_nothing() {
        assert_eq!(reason_of("INVALID", r#""needs": ["callback"]"#), None);
    }

    #[test]
    fn languages_that_a_case_names_are_taken_for_those_used() {
        let languages = r#""query_languages": ["JSONPath", "JSONata"]"#;
        assert_eq!(reason_of("INVALID", languages).as_deref(), Some("JSONata"));
        let jsonata = r#"{ "QueryLanguage": "JSONata", "States": {} }"#;
        let definition = format!(r#""definition": {jsonata}"#);
        assert!(reason_of("SUCCEEDED", &definition).is_some());
        let both = format!(r#""query_languages": ["JSONPath"], {definition}"#);
        assert_eq!(reason_of("SUCCEEDED", &both), None);
    }
}
