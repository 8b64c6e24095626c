//! Suggestions for a YAML text.
//!
//! All stages suggest what to write between the quotes of a JSON string. In YAML there may be none.

use super::scalar::{Scalar, resolve};
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;

/// Writes the suggestions as the scalars they are for are written, and what is said in the words of YAML. What cannot
/// be written so is said in words only.
pub(in crate::source) fn adapt(source: &Source, diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics {
        // Those about YAML itself know where they are.
        if diagnostic.code >= Code::YamlIsOff {
            continue;
        }
        words::adapt(diagnostic);
        let Some(mut suggestion) = diagnostic.suggestion.take() else {
            continue;
        };
        let (start, end) = (suggestion.span.start as usize, suggestion.span.end as usize);
        match adapted(source.text(), start, end, &suggestion.replacement) {
            Some(replacement) => {
                suggestion.replacement = replacement;
                diagnostic.suggestion = Some(suggestion);
            }
            None => diagnostic.help.push(suggestion.text),
        }
    }
}

/// What to write from `start` to `end` for what JSON would write as `replacement` between quotes.
fn adapted(text: &str, start: usize, end: usize, replacement: &str) -> Option<String> {
    if is_quoted(text.get(start..end)?) {
        // Not what is between the quotes but the whole scalar, for a number or a boolean: JSON is YAML.
        return Some(replacement.to_owned());
    }
    let meant: String = serde_json::from_str(&format!("\"{replacement}\"")).ok()?;
    let before = text.get(..start)?.chars().next_back();
    let after = text.get(end..)?.chars().next();
    match (before, after) {
        _ if start == end => None,
        (Some('"'), Some('"')) => Some(replacement.to_owned()),
        (Some('\''), Some('\'')) => {
            let printable = !meant.chars().any(char::is_control);
            printable.then(|| meant.replace('\'', "''"))
        }
        _ if is_plain(&meant) => Some(meant),
        // A plain scalar of its own, not a part of a longer one.
        (None | Some(' ' | '\n' | '['), None | Some('\n' | '\r' | ':' | ',' | ']' | '}')) => {
            Some(format!("\"{replacement}\""))
        }
        _ => None,
    }
}

/// Whether a text is a scalar with its quotes.
fn is_quoted(text: &str) -> bool {
    let quoted = |quote: char| text.len() > 1 && text.starts_with(quote) && text.ends_with(quote);
    quoted('"') || quoted('\'')
}

/// Whether a string is the same string as a plain scalar anywhere.
fn is_plain(meant: &str) -> bool {
    let harmless = |c: char| c.is_alphanumeric() || " _.-/$".contains(c);
    meant.starts_with(|c: char| c.is_alphabetic() || c == '$')
        && !meant.ends_with(' ')
        && meant.chars().all(harmless)
        && resolve(meant) == Scalar::String
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_are_written_as_their_scalar() {
        let cases = [
            ("Next: «Shp»\n", "Ship It", Some("Ship It")),
            ("Next: «Shp»\n", "Ship: it", Some("\"Ship: it\"")),
            ("Next: «Shp» # c\n", "Ship: it", None),
            ("Next: «tru»\n", "true", Some("\"true\"")),
            ("Next: \"«Shp»\"\n", "a\\\"b", Some("a\\\"b")),
            ("Next: '«Shp»'\n", "it's \\\"b\\\"", Some("it''s \"b\"")),
            ("[«Shp»]\n", "a, b", Some("\"a, b\"")),
            ("a: States.«Uid»()\n", "UUID", Some("UUID")),
            ("a: x «y» z\n", "b: c", None),
            ("a: «»b\n", "c", None),
            ("«Nxt»: b\n", "Next", Some("Next")),
            ("Next: «Shp»", "a\", \"b", None),
            ("End: «\"true\"»\n", "true", Some("true")),
            ("Seconds: «'60'»\n", "60", Some("60")),
        ];
        for (marked, replacement, expected) in cases {
            let start = marked.find('«').unwrap();
            let end = marked.find('»').unwrap() - '«'.len_utf8();
            let text = marked.replace(['«', '»'], "");
            let found = adapted(&text, start, end, replacement);
            assert_eq!(found.as_deref(), expected, "{marked} with {replacement}");
        }
    }
}
