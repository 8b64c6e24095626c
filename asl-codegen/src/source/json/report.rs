//! What to say about text that is not JSON, and where.

use std::ops::Range;

use serde_json::error::Category;

use super::MAX_DEPTH;
use super::string::LoneSurrogate;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Filled;

/// White space of RFC 8259; Rust's own notion is wider.
const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

/// Turns places of the filled text into diagnostics about the original one.
pub(super) struct Reporter<'a> {
    pub(super) filled: &'a Filled,
}

impl Reporter<'_> {
    /// What is wrong before the first character of JSON.
    pub(super) fn check_start(&self) -> Result<(), Diagnostic> {
        let text = self.filled.text();
        if text.starts_with('\u{feff}') {
            return Err(Diagnostic::error(
                Code::ByteOrderMark,
                self.filled.span(0..3),
                "definition starts with a byte order mark",
            )
            .label("invisible in most editors")
            .fix(
                self.filled.span(0..3),
                "",
                "save the file as UTF-8 without a byte order mark (BOM)",
            ));
        }
        if text.trim_matches(BLANK).is_empty() {
            let what = if text.is_empty() {
                "definition is empty"
            } else {
                "definition is empty: only white space"
            };
            return Err(Diagnostic::file(Code::EmptyFile, what).help(
                "a definition is a JSON object with at least the fields `StartAt` and `States`",
            ));
        }
        Ok(())
    }

    /// What is wrong behind the value that ends at `end`.
    pub(super) fn check_end(&self, end: usize) -> Result<(), Diagnostic> {
        let rest = self.filled.text().get(end..).unwrap_or_default();
        let trimmed = rest.trim_start_matches(BLANK);
        if trimmed.is_empty() {
            return Ok(());
        }
        let start = end + rest.len() - trimmed.len();
        let first_word = word_from(self.filled.text(), start);
        Err(Diagnostic::error(
            Code::TrailingText,
            self.filled.span(first_word),
            "text after the definition",
        )
        .label("not part of the definition")
        .secondary(
            self.filled.span(end.saturating_sub(1)..end),
            "the definition ends here",
        )
        .help("a definition is one JSON object; remove what follows it"))
    }

    pub(super) fn too_deep(&self, at: usize) -> Diagnostic {
        let message = format!("definition is nested more than {MAX_DEPTH} levels deep");
        Diagnostic::error(Code::TooDeep, self.filled.span(at..at + 1), message)
            .label(format!("this is level {}", MAX_DEPTH + 1))
    }

    pub(super) fn surrogate(&self, LoneSurrogate(range): LoneSurrogate) -> Diagnostic {
        let written = self.filled.text().get(range.clone()).unwrap_or_default();
        let message = format!("`{written}` is half of a surrogate pair");
        self.not_json(range, message)
            .help("write the character itself, or both halves of the pair")
    }

    /// What `serde_json` says about the filled text.
    pub(super) fn syntax(&self, error: &serde_json::Error) -> Diagnostic {
        let text = self.filled.text();
        let said = error.to_string();
        let position = format!(" at line {} column {}", error.line(), error.column());
        let said = said.strip_suffix(&position).unwrap_or(&said);
        if error.classify() == Category::Eof {
            return self.cut_short(text.trim_end_matches(BLANK).len(), said);
        }
        let at = place_of(text, said, error);
        let rest = text.get(at..).unwrap_or_default();
        let found = rest.chars().next().unwrap_or_default();
        if let Some(slip) = self.comma(said, at, found) {
            return slip;
        }
        if self.is_prose(at) {
            return self
                .not_json(word_around(text, at), "expected `{`")
                .label("not the beginning of a definition")
                .help(
                    "a definition is a JSON object with at least the fields `StartAt` and `States`",
                );
        }
        let (range, message) = what_is_wrong(text, said, at, found);
        let word = text.get(range.clone()).unwrap_or_default();
        let capitals = literal_in_capitals(word).filter(|_| said == "expected value");
        let span = self.filled.span(range.clone());
        let diagnostic = self.not_json(range, message);
        if let Some(literal) = capitals {
            return diagnostic.fix(span, literal, format!("write `{literal}`"));
        }
        match self.advice(said, at, found) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// A comma too many, or one that is missing. That one is noticed at the value behind it, which may be on another
    /// line and has nothing wrong about it.
    fn comma(&self, said: &str, at: usize, found: char) -> Option<Diagnostic> {
        let text = self.filled.text();
        let is_trailing = matches!(said, "expected value" | "key must be a string");
        if is_trailing && matches!(found, ']' | '}') {
            let comma = comma_before(text, at)?;
            let span = self.filled.span(comma.clone());
            let diagnostic = self.not_json(comma, "trailing comma");
            return Some(diagnostic.fix(span, "", "remove the `,`"));
        }
        let is_key_or_value = match said {
            "expected `,` or `}`" => found == '"',
            "expected `,` or `]`" => matches!(found, '"' | '{' | '['),
            _ => false,
        };
        let end = text.get(..at)?.trim_end_matches(BLANK).len();
        // Without anything between, it is rather a quote that should have been escaped.
        if !is_key_or_value || end == at || self.is_in_template(at) {
            return None;
        }
        let span = self.filled.span(end..end);
        let diagnostic = self.not_json(end..end, "missing comma");
        Some(diagnostic.fix(span, ",", "add a `,`"))
    }

    /// The text ended inside something.
    fn cut_short(&self, end: usize, said: &str) -> Diagnostic {
        let inside = match said {
            "EOF while parsing a list" => "an array",
            "EOF while parsing an object" => "an object",
            "EOF while parsing a string" => "a string",
            _ => "a value",
        };
        let diagnostic = self
            .not_json(end..end, format!("the text ends inside {inside}"))
            .label("the text ends here");
        match innermost_open(self.filled.text()) {
            Some(open) => {
                diagnostic.secondary(self.filled.span(open..open + 1), "this is never closed")
            }
            None => diagnostic,
        }
    }

    fn not_json(&self, range: Range<usize>, message: impl std::fmt::Display) -> Diagnostic {
        let diagnostic = Diagnostic::error(
            Code::NotJson,
            self.filled.span(range.clone()),
            format!("definition is not valid JSON: {message}"),
        );
        match self.filled.placeholder_at(range.start) {
            Some(value) => diagnostic.label(format!("filled in as `{value}`")),
            None => diagnostic,
        }
    }

    /// What people usually meant.
    fn advice(&self, said: &str, at: usize, found: char) -> Option<&'static str> {
        if self.filled.placeholder_at(at).is_some() {
            return None;
        }
        Some(match found {
            _ if said == "invalid escape" => "write `\\\\` for a backslash",
            '\n' | '\r' | '\t' if said.starts_with("control") => {
                "write `\\n`, `\\r` or `\\t`, or close the string"
            }
            _ if said.starts_with("control") => "write it as `\\u` and four hexadecimal digits",
            _ if self.is_in_template(at) => {
                "this looks like a template expression; render the template before it is compiled"
            }
            '/' | '#' => "JSON has no comments; use the field `Comment`",
            '\'' => "JSON takes double quotes",
            _ if self.looks_like_yaml(at) => {
                "this looks like YAML; let the name of the file end in `.yaml`"
            }
            _ => return None,
        })
    }

    /// Whether the error at `at` is about the very first word of the text, and that word is one of a sentence.
    fn is_prose(&self, at: usize) -> bool {
        let text = self.filled.text();
        let first = text.len() - text.trim_start_matches(BLANK).len();
        let word = word_around(text, at);
        let is_word = text
            .get(word.clone())
            .is_some_and(|word| word.starts_with(char::is_alphabetic));
        word.start == first
            && is_word
            && self.filled.placeholder_at(at).is_none()
            && !self.looks_like_yaml(first)
    }

    /// Whether a template expression begins before `at` in the same line, as in `"${a == "b" ? c : d}"`.
    fn is_in_template(&self, at: usize) -> bool {
        let before = self.filled.text().get(..at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.rsplit_once("${")
            .is_some_and(|(_, expression)| !expression.contains('}'))
    }

    /// Whether the very first thing is a bare word, as in `StartAt: Hello` or `---`.
    fn looks_like_yaml(&self, at: usize) -> bool {
        let text = self.filled.text();
        let first_line = text
            .trim_start_matches(BLANK)
            .lines()
            .next()
            .unwrap_or_default();
        let at_start = text
            .get(..at)
            .is_some_and(|before| before.trim_matches(BLANK).trim_matches('-').is_empty());
        at_start && (first_line.starts_with("---") || first_line.contains(':'))
    }
}

/// Where the error is.
fn place_of(text: &str, said: &str, error: &serde_json::Error) -> usize {
    let at = offset_of(text, error);
    if !is_control_character(said) {
        return at;
    }
    // Reported at the byte before; a control character there would have been the error.
    let rest = text.get(at..).unwrap_or_default();
    at + rest.find(|c: char| c < ' ').unwrap_or(0)
}

fn is_control_character(said: &str) -> bool {
    said.starts_with("control character")
}

/// What is wrong at `at`, in our words, and how much of the text is meant.
fn what_is_wrong(text: &str, said: &str, at: usize, found: char) -> (Range<usize>, String) {
    let (range, message) = match said {
        "expected value" | "key must be a string" if matches!(found, ']' | '}') => {
            (at..at + 1, "expected a value")
        }
        "expected value" => (word_from(text, at), "expected a value"),
        "key must be a string" => (
            word_from(text, at),
            "a key must be a string in double quotes",
        ),
        "expected ident" => (word_around(text, at), "expected `true`, `false` or `null`"),
        "invalid number" => (word_around(text, at), said),
        "invalid escape" => (escape_around(text, at), "invalid escape in a string"),
        _ if is_control_character(said) => return (at..at + 1, control_character(found)),
        _ => (word_from(text, at), said),
    };
    (range, message.to_owned())
}

/// The offset of the byte an error of `serde_json` is about. Its columns count bytes, from 1.
fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    let lines_before = error.line().saturating_sub(1);
    let line: usize = text
        .split_inclusive('\n')
        .take(lines_before)
        .map(str::len)
        .sum();
    // Column 0 is the line break before the line.
    let at = (line + error.column()).saturating_sub(1);
    crate::source::floor_boundary(text, at.min(text.len().saturating_sub(1)))
}

/// The word that begins at `at`, or the one character.
fn word_from(text: &str, at: usize) -> Range<usize> {
    let rest = text.get(at..).unwrap_or_default();
    let word = rest.len() - rest.trim_start_matches(is_word).len();
    at..at
        + if word > 0 {
            word
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        }
}

/// The word that `at` is in or just behind: `nul` is found out at the character after it.
fn word_around(text: &str, at: usize) -> Range<usize> {
    let start = text
        .get(..at)
        .map_or(at, |before| before.trim_end_matches(is_word).len());
    word_from(text, start)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+')
}

/// The literal of JSON that is written as another language has it: `True` in Python.
fn literal_in_capitals(word: &str) -> Option<&'static str> {
    ["true", "false", "null"]
        .into_iter()
        .find(|literal| word.eq_ignore_ascii_case(literal))
}

/// The comma before `at` with only white space between.
fn comma_before(text: &str, at: usize) -> Option<Range<usize>> {
    let before = text.get(..at)?.trim_end_matches(BLANK);
    before
        .ends_with(',')
        .then(|| before.len() - 1..before.len())
}

/// The escape that went wrong at `at`, backslash included.
fn escape_around(text: &str, at: usize) -> Range<usize> {
    let start = text
        .get(..at)
        .and_then(|before| before.rfind('\\'))
        .unwrap_or(at);
    let end = text
        .get(at..)
        .and_then(|rest| rest.chars().next())
        .map_or(at, |c| at + c.len_utf8());
    start..end
}

fn control_character(found: char) -> String {
    let name = match found {
        '\n' | '\r' => "a line break".to_owned(),
        '\t' => "a tab".to_owned(),
        other => format!("control character U+{:04X}", u32::from(other)),
    };
    format!("{name} in a string")
}

/// The last bracket or quote that nothing closes. Tells where to look when the text just ends.
fn innermost_open(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut string = None;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if string.is_some() => escaped = true,
            b'"' => string = if string.is_some() { None } else { Some(at) },
            _ if string.is_some() => {}
            b'{' | b'[' => open.push(at),
            b'}' | b']' => _ = open.pop(),
            _ => {}
        }
    }
    string.or_else(|| open.pop())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::fix;
    use crate::source::substitute;
    use crate::source::{Span, json};

    fn error(text: &str) -> Diagnostic {
        json::parse(&Filled::plain(text)).unwrap_err()
    }

    fn advice(found: &Diagnostic) -> Vec<&str> {
        let suggestion = found.suggestion.iter().map(|suggestion| &suggestion.text);
        found
            .help
            .iter()
            .chain(suggestion)
            .map(String::as_str)
            .collect()
    }

    /// Text with the place between marks, message after "definition is not valid JSON: ".
    const NOT_JSON: &[(&str, &str)] = &[
        ("{\"a\": «nul»}", "expected `true`, `false` or `null`"),
        ("{\"a\": «nulx»}", "expected `true`, `false` or `null`"),
        ("{\"a\": «True»}", "expected a value"),
        ("{\"a\": «undefined»}", "expected a value"),
        ("{\"a\":«}»", "expected a value"),
        ("[«,»]", "expected a value"),
        ("{\"a\": «01»}", "invalid number"),
        ("{\"a\": «1.»}", "invalid number"),
        ("[«-»]", "invalid number"),
        ("{\"a\": «+1»}", "expected a value"),
        ("{\"a\": «NaN»}", "expected a value"),
        ("{\"a\" «1»}", "expected `:`"),
        ("{\"é\": 1«» \"b\": 2}", "missing comma"),
        ("{\"a\": {\n}«»\r\n\t\"b\": 2}", "missing comma"),
        ("[[1]«»\n[2]]", "missing comma"),
        ("[\"a\"«» \"b\"]", "missing comma"),
        ("{\"a\": \"say \"«hi»\"}", "expected `,` or `}`"),
        ("{\"a\": \"say \"«\"», \"b\": 1}", "expected `,` or `}`"),
        ("{\"a\": 1 «b»: 2}", "expected `,` or `}`"),
        ("[1 «2»]", "expected `,` or `]`"),
        ("[1«}»", "expected `,` or `]`"),
        ("{«a»: 1}", "a key must be a string in double quotes"),
        ("{«'»a': 1}", "a key must be a string in double quotes"),
        (
            "{\n  «/»/ all\n}",
            "a key must be a string in double quotes",
        ),
        ("[1,\n 2«,»\n]", "trailing comma"),
        ("{\"a\": 1«,»\r\n}", "trailing comma"),
        ("{\"a\": \"é«\\q»\"}", "invalid escape in a string"),
        (
            "{\"a\": 1,\n \"b\": \"«\\u12G4»\"}",
            "invalid escape in a string",
        ),
        ("{\"a\": \"b«\n»\"}", "a line break in a string"),
        ("{\"a\": \"b«\t»c\"}", "a tab in a string"),
        (
            "{\"a\": \"b«\u{1}»\"}",
            "control character U+0001 in a string",
        ),
        (
            "{\"a\": \"«\\ud800»\"}",
            "`\\ud800` is half of a surrogate pair",
        ),
        (
            "{\"é«\\ud83d»\\ud83d\": 1}",
            "`\\ud83d` is half of a surrogate pair",
        ),
        (
            "{\r\n\"é\": [[\"\\\\«\\uDC00»\"]]}",
            "`\\uDC00` is half of a surrogate pair",
        ),
        ("«StartAt»: Hello\n", "expected a value"),
    ];

    #[test]
    fn says_what_is_wrong_and_exactly_where() {
        for (marked, message) in NOT_JSON {
            let (before, rest) = marked.split_once('«').unwrap();
            let (part, after) = rest.split_once('»').unwrap();
            let found = error(&[before, part, after].concat());
            assert_eq!(found.code, Code::NotJson, "{marked}");
            assert_eq!(
                found.message,
                format!("definition is not valid JSON: {message}"),
                "{marked}"
            );
            let expected = Span::from_range(before.len()..before.len() + part.len());
            assert_eq!(found.span(), Some(expected), "{marked}");
        }
    }

    #[test]
    fn gives_the_usual_advice() {
        let cases = [
            ("{\"a\": 1,}", "remove the `,`"),
            ("{'a': 1}", "JSON takes double quotes"),
            (
                "{\n// x\n}",
                "JSON has no comments; use the field `Comment`",
            ),
            ("[\n# x\n]", "JSON has no comments; use the field `Comment`"),
            (
                "\"a\nb\"",
                "write `\\n`, `\\r` or `\\t`, or close the string",
            ),
            ("\"\\d\"", "write `\\\\` for a backslash"),
            (
                "StartAt: A\nStates:\n",
                "this looks like YAML; let the name of the file end in `.yaml`",
            ),
            (
                "{\"a\": \"${b == \"c\" ? d : e}\"}",
                "this looks like a template expression; render the template before it is compiled",
            ),
            (
                "---\nStartAt: A\n",
                "this looks like YAML; let the name of the file end in `.yaml`",
            ),
        ];
        for (text, help) in cases {
            assert_eq!(advice(&error(text)), [help], "{text:?}");
        }
    }

    #[test]
    fn edits_that_are_certain() {
        let cases = [
            ("\u{feff}{}", "{}"),
            ("{\"a\": [1, 2,\n]}", "{\"a\": [1, 2\n]}"),
            ("{\"a\": True}", "{\"a\": true}"),
            ("[NULL]", "[null]"),
            ("{\"a\": 1\n\"b\": 2}", "{\"a\": 1,\n\"b\": 2}"),
        ];
        for (text, fixed) in cases {
            let found = fix::apply(text, &[error(text)]).unwrap();
            assert_eq!(found.text, fixed, "{text:?}");
        }
        for text in ["[1, 2", "{'a': 1}", "[undefined]", "Order flow"] {
            assert_eq!(fix::apply(text, &[error(text)]), None, "{text:?}");
        }
    }

    #[test]
    fn a_text_that_just_ends_shows_what_was_not_closed() {
        let cases = [
            ("{\"a\": [1, {\"b\": 2}", 18, "an array", 6),
            ("{\"a\": 1\n\n", 7, "an object", 0),
            ("{\"a]\\\"\": \"x[", 12, "a string", 9),
            ("[tru", 4, "a value", 0),
        ];
        for (text, end, inside, open) in cases {
            let found = error(text);
            assert_eq!(
                found.message,
                format!("definition is not valid JSON: the text ends inside {inside}"),
                "{text}"
            );
            assert_eq!(found.span(), Some(Span::new(end, end)), "{text}");
            assert_eq!(found.secondary[0].span, Span::new(open, open + 1), "{text}");
        }
    }

    #[test]
    fn empty_and_blank_texts_have_their_own_message() {
        for (text, message) in [
            ("", "definition is empty"),
            (" \r\n\t", "definition is empty: only white space"),
        ] {
            let found = error(text);
            assert_eq!(
                (found.code, found.message.as_str(), found.primary),
                (Code::EmptyFile, message, None)
            );
        }
    }

    #[test]
    fn byte_order_mark_has_its_own_message() {
        let found = error("\u{feff}{}");
        assert_eq!(
            (found.code, found.span()),
            (Code::ByteOrderMark, Some(Span::new(0, 3)))
        );
    }

    #[test]
    fn text_after_the_value_is_shown_with_the_end_of_the_value() {
        let found = error("{}\n\n{\"a\": 1}");
        assert_eq!(
            (found.code, found.span()),
            (Code::TrailingText, Some(Span::new(4, 5)))
        );
        assert_eq!(found.secondary[0].span, Span::new(1, 2));
        assert_eq!(error("{} trailing words").span(), Some(Span::new(3, 11)));
    }

    #[test]
    fn a_filled_value_in_the_wrong_place_is_shown_at_its_placeholder() {
        let values = [("Arn".to_owned(), "\"arn\"".to_owned())];
        let (filled, _) = substitute::fill("{\"Resource\" ${Arn}}", &values);
        let found = json::parse(&filled).unwrap_err();
        assert_eq!(found.span(), Some(Span::new(12, 18)));
        assert_eq!(found.primary.unwrap().text, "filled in as `\"arn\"`");
    }
}
