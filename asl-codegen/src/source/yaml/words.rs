//! What is said about a definition, in the words of YAML.
//!
//! All stages speak of members as JSON has them: `"End": true`.

use crate::diagnostic::{Diagnostic, Label};
use crate::parse::escapes;

/// Lets a finding speak of YAML.
pub(super) fn adapt(diagnostic: &mut Diagnostic) {
    let labels = diagnostic
        .primary
        .iter_mut()
        .chain(&mut diagnostic.secondary);
    let texts = labels.map(|Label { text, .. }| text);
    let texts = texts
        .chain(&mut diagnostic.help)
        .chain([&mut diagnostic.message]);
    for text in texts {
        if let Some(words) = escapes::ALL.iter().find(|words| words.json == text) {
            *text = words.yaml.to_owned();
        } else if text.contains("`\"") {
            *text = without_quotes(text);
        }
    }
}

/// The same with members that need no quotes: of what stands in backticks, that which begins with a key, and what it
/// goes on with.
fn without_quotes(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut speaks_of_members = false;
    for (index, part) in text.split('`').enumerate() {
        if index > 0 {
            said.push('`');
        }
        let is_code = index % 2 == 1;
        speaks_of_members |= is_code && begins_with_key(part);
        match is_code && speaks_of_members && part.starts_with('"') {
            true => said.extend(part.chars().filter(|c| *c != '"')),
            false => said.push_str(part),
        }
    }
    said
}

/// Whether it is `"Key": …`, with a key as the language has them.
fn begins_with_key(code: &str) -> bool {
    let key = code
        .strip_prefix('"')
        .and_then(|rest| rest.split_once("\":"));
    key.is_some_and(|(key, _)| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '$');
        !key.is_empty() && key.chars().all(is_plain)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_have_no_quotes() {
        let cases = [
            (
                "add `\"Next\": \"…\"`, or `\"End\": true`",
                "add `Next: …`, or `End: true`",
            ),
            (
                "add `\"ExecutionType\": \"STANDARD\"` or `\"EXPRESS\"`",
                "add `ExecutionType: STANDARD` or `EXPRESS`",
            ),
            (
                "write `\"ProcessorConfig\": { \"Mode\": \"DISTRIBUTED\" }`",
                "write `ProcessorConfig: { Mode: DISTRIBUTED }`",
            ),
            (
                "pass on `\"TaskToken.$\": \"$$.Task.Token\"`",
                "pass on `TaskToken.$: $$.Task.Token`",
            ),
        ];
        for (json, yaml) in cases {
            assert_eq!(without_quotes(json), yaml);
        }
    }

    #[test]
    fn what_is_no_member_stays() {
        for text in [
            "choose one: `names = { \"self\" = MyState }`",
            "there is no state `\"a b\": c`",
            "put it in quotes: `\"200\"`",
            "an open ` \"End\": true",
        ] {
            assert_eq!(without_quotes(text), text);
        }
    }
}
