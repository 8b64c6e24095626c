//! Reads text that is JSON, or was meant to be: the grammar is taken for granted.
//!
//! After a syntax error nothing is compiled, but the names in the definition are still good for keeping
//! errors about them out of the engineer's Rust files. Most such texts lack a comma or a bracket, or
//! have one too many.

use super::string::{self, LoneSurrogate};
use super::{Kind, MAX_DEPTH, Member, Node, Text};
use crate::source::Filled;

/// Reads whatever looks like JSON, and skips the rest. Never fails, so the result means nothing but a
/// guess.
pub(crate) fn recover(filled: &Filled) -> Node {
    let start = filled.text().find('{').unwrap_or_default();
    Reader::new(filled, start).value(0)
}

/// What can be wrong with text that is JSON. Offsets are those of the filled text.
pub(super) enum Problem {
    /// The bracket at this offset is inside too many others.
    TooDeep(usize),
    LoneSurrogate(LoneSurrogate),
}

/// A place in a text.
pub(super) struct Reader<'a> {
    filled: &'a Filled,
    /// Offset of the next character.
    at: usize,
    /// The first one found.
    problem: Option<Problem>,
}

impl<'a> Reader<'a> {
    /// A reader of what begins at the offset `at`.
    pub(super) fn new(filled: &'a Filled, at: usize) -> Self {
        Self {
            filled,
            at,
            problem: None,
        }
    }

    /// What was wrong with what has been read, JSON or not.
    pub(super) fn into_problem(self) -> Option<Problem> {
        self.problem
    }

    fn rest(&self) -> &'a str {
        self.filled.text().get(self.at..).unwrap_or_default()
    }

    /// The next character that means something; commas and colons are taken for granted.
    fn peek(&mut self) -> Option<char> {
        let bytes = self.filled.text().as_bytes();
        // Most of what is skipped is the indentation of lines.
        while let Some(b' ' | b'\n' | b',' | b':') = bytes.get(self.at) {
            self.at += 1;
        }
        let rest = self.rest();
        let blank = |c: char| c.is_whitespace() || matches!(c, ',' | ':');
        self.at += rest.len() - rest.trim_start_matches(blank).len();
        self.rest().chars().next()
    }

    /// One value, with `depth` arrays and objects around it. Where nothing is left it is null.
    pub(super) fn value(&mut self, depth: usize) -> Node {
        let first = self.peek();
        let start = self.at;
        let kind = match first {
            Some('{' | '[') if depth >= MAX_DEPTH => {
                self.problem.get_or_insert(Problem::TooDeep(start));
                self.word()
            }
            Some('{') => self.object(depth + 1),
            Some('[') => self.array(depth + 1),
            Some('"') => self.string().map_or(Kind::Null, Kind::String),
            _ => self.word(),
        };
        Node {
            span: self.filled.span(start..self.at),
            kind,
        }
    }

    fn object(&mut self, depth: usize) -> Kind {
        self.at += 1;
        let mut members = Vec::new();
        while let Some(next) = self.peek() {
            match next {
                '}' => {
                    self.at += 1;
                    break;
                }
                // The bracket of an array around this object, whose own brace is missing.
                ']' => break,
                '"' => {
                    if let Some(key) = self.string() {
                        let value = self.value(depth);
                        members.push(Member { key, value });
                    }
                }
                // Not a key: skipped, with everything in it.
                _ => drop(self.value(depth)),
            }
        }
        Kind::Object(members)
    }

    fn array(&mut self, depth: usize) -> Kind {
        self.at += 1;
        let mut elements = Vec::new();
        while let Some(next) = self.peek() {
            match next {
                ']' => {
                    self.at += 1;
                    break;
                }
                '}' => break,
                _ => elements.push(self.value(depth)),
            }
        }
        Kind::Array(elements)
    }

    /// A string of one line; `None` if it does not end there, or cannot be decoded.
    fn string(&mut self) -> Option<Text> {
        let (start, rest) = (self.at, self.rest());
        let (length, is_closed) = literal(rest.as_bytes());
        self.at += length;
        let literal = rest.get(..length).filter(|_| is_closed)?;
        match string::decode(literal, start, self.filled) {
            Ok(text) => Some(text),
            Err(half) => {
                self.problem.get_or_insert(Problem::LoneSurrogate(half));
                None
            }
        }
    }

    /// A number or a word. At least one character, so that every step gets further.
    fn word(&mut self) -> Kind {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || "{}[]\",:".contains(c);
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest.find(ends).unwrap_or(rest.len()).max(first);
        self.at += length;
        match rest.get(..length) {
            Some("true") => Kind::Bool(true),
            Some("false") => Kind::Bool(false),
            Some(word) if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                Kind::Number(word.to_owned())
            }
            _ => Kind::Null,
        }
    }
}

/// The length of the string that begins here, up to the end of its line at most, and whether it is closed.
fn literal(bytes: &[u8]) -> (usize, bool) {
    // By bytes: all three are ASCII.
    let ends = |byte: &u8| matches!(byte, b'"' | b'\\' | b'\n');
    let mut length = 1;
    while let Some(at) = bytes
        .get(length..)
        .and_then(|rest| rest.iter().position(ends))
    {
        length += at + 1;
        match bytes.get(length - 1) {
            Some(b'"') => return (length, true),
            // What is escaped means nothing.
            Some(b'\\') if bytes.get(length) != Some(&b'\n') => length += 1,
            Some(b'\\') => {}
            _ => return (length, false),
        }
    }
    (bytes.len(), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        fn visit(node: &Node, keys: &mut Vec<String>) {
            for member in node.as_object().unwrap_or_default() {
                keys.push(member.key.value.clone());
                visit(&member.value, keys);
            }
            for element in node.as_array().unwrap_or_default() {
                visit(element, keys);
            }
        }
        let mut found = Vec::new();
        visit(&recover(&Filled::plain(text)), &mut found);
        found
    }

    #[test]
    fn recover_reads_past_the_usual_slips() {
        for text in [
            r#"{"A": {"B": 1}, "C": [{"D": 2}]}"#,
            r#"{"A": {"B": 1} "C": [{"D": 2}]}"#,
            r#"{"A": {"B": 1,}, "C": [{"D": 2},],}"#,
            r#"{"A" {"B" 1}, "C": [{"D": 2]}"#,
            r#"{"A": {"B": 1}, // comment
                "C": [{"D": 2}"#,
            r#"{"A": {"B": 1}}, "C": [{"D": 2}]}"#,
            "\u{feff}{\"A\": {\"B\": \"cut\n}, \"C\": [{\"D\": tru}]}",
        ] {
            let found = keys(text);
            let expected: &[&str] = match text.contains("}},") {
                true => &["A", "B"],
                false => &["A", "B", "C", "D"],
            };
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn recover_ends_on_anything() {
        let deep = "[".repeat(10_000);
        for text in [
            "", "}", "{", "{\"", "{\"a", "{]", "[}", "{\"\\", "{{{{[[", "é", &deep,
        ] {
            keys(text);
            keys(&format!("{{{text}"));
        }
    }
}
