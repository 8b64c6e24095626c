//! Placeholders: `${Name}`, as SAM, CloudFormation and Terraform write them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::offsets::Offsets;
use super::span::Span;
use crate::diagnostic::{Code, Diagnostic, suggest};

/// The text of a definition with its placeholders filled in, and the way back to the text that was written.
#[derive(Clone, Debug)]
pub struct Filled {
    text: String,
    offsets: Offsets,
}

impl Filled {
    /// A text whose placeholders, if it has any, stay as they are.
    pub fn plain(text: &str) -> Self {
        let mut offsets = Offsets::starting_at(0);
        offsets.push_run(text.len(), 0);
        Self {
            text: text.to_owned(),
            offsets,
        }
    }

    /// The text to parse.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a range of bytes of [`text`](Self::text) was written.
    ///
    /// A range that touches a filled-in value covers all of its placeholder.
    pub fn span(&self, range: Range<usize>) -> Span {
        self.offsets.span(range)
    }

    /// The value of a placeholder that was filled in around `offset`.
    pub(super) fn placeholder_at(&self, offset: usize) -> Option<&str> {
        self.text.get(self.offsets.whole_around(offset)?)
    }

    /// Where `range` was written, if it was written in one piece.
    pub(super) fn run_from(&self, range: Range<usize>) -> Option<u32> {
        self.offsets.run_from(range)
    }

    /// Where each part of `range` was written.
    pub(super) fn offsets_of(&self, range: Range<usize>) -> Offsets {
        let mut offsets = Offsets::starting_at(self.offsets.span(range.start..range.start).start);
        offsets.push_range(&self.offsets, range);
        offsets
    }

    /// Appends where each part of `range` was written to `offsets`.
    pub(super) fn copy_offsets(&self, offsets: &mut Offsets, range: Range<usize>) {
        offsets.push_range(&self.offsets, range);
    }
}

/// Fills the placeholders of `text` from `values`, pairs of name and value; of two with the same name the first counts.
///
/// Inside a JSON string the value is inserted as text, escaped as needed; elsewhere as it is, so that it can be a number
/// or an object. A value is not searched for placeholders again. `${!Name}` stands for the text `${Name}`.
///
/// A placeholder without a value stays if it is inside a string ([`Code::UnfilledPlaceholder`], a warning, once per
/// name); elsewhere it is an error ([`Code::UnfilledValue`]), and `null` is inserted so that the rest can be checked.
/// A value that no placeholder uses is a warning ([`Code::UnusedSubstitution`]).
///
/// ```
/// use asl_codegen::source::substitute::fill;
///
/// let values = [("Name".to_string(), "say \"hi\"".to_string()), ("Seconds".to_string(), "60".to_string())];
/// let (filled, diagnostics) = fill(r#"{ "Next": "${Name}", "Seconds": ${Seconds} }"#, &values);
/// assert_eq!(filled.text(), r#"{ "Next": "say \"hi\"", "Seconds": 60 }"#);
/// assert!(diagnostics.is_empty());
/// ```
pub fn fill(text: &str, values: &[(String, String)]) -> (Filled, Vec<Diagnostic>) {
    let mut filler = Filler {
        text,
        values,
        used: vec![false; values.len()],
        copied: 0,
        filled: Filled {
            text: String::with_capacity(text.len()),
            offsets: Offsets::starting_at(0),
        },
        unfilled: BTreeSet::new(),
        diagnostics: Vec::new(),
    };
    filler.run();
    filler.finish()
}

struct Filler<'a> {
    text: &'a str,
    values: &'a [(String, String)],
    /// Which of the values a placeholder asked for.
    used: Vec<bool>,
    /// How much of the text is in `filled`.
    copied: usize,
    filled: Filled,
    /// Names without a value.
    unfilled: BTreeSet<&'a str>,
    diagnostics: Vec<Diagnostic>,
}

/// A placeholder in the text.
struct Placeholder<'a> {
    name: &'a str,
    /// `${!Name}`.
    escaped: bool,
    range: Range<usize>,
}

impl<'a> Filler<'a> {
    fn run(&mut self) {
        let text = self.text;
        let mut in_string = false;
        let mut at = 0;
        while let Some(found) = text.get(at..).and_then(|rest| rest.find(['"', '\\', '$'])) {
            at += found;
            match text.as_bytes().get(at) {
                Some(b'"') => in_string = !in_string,
                // The character after a backslash means nothing here, a quote least of all.
                Some(b'\\') if in_string => {
                    at += text.get(at + 1..).and_then(next_len).unwrap_or(0)
                }
                Some(b'$') => {
                    if let Some(placeholder) = placeholder(text, at) {
                        at = placeholder.range.end - 1;
                        self.replace(placeholder, in_string);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.copy_to(text.len());
    }

    fn replace(&mut self, placeholder: Placeholder<'a>, in_string: bool) {
        let Placeholder {
            name,
            escaped,
            range,
        } = placeholder;
        if escaped {
            // All but the `!`.
            self.copy_to(range.start + 2);
            self.copied += 1;
            return;
        }
        let found = self.values.iter().position(|(key, _)| key == name);
        match found.and_then(|index| Some((index, self.values.get(index)?))) {
            Some((index, (_, value))) => {
                if let Some(used) = self.used.get_mut(index) {
                    *used = true;
                }
                if in_string {
                    self.insert(&escape(value), range)
                } else {
                    self.insert(value, range)
                }
            }
            None => self.unfilled(name, range, in_string),
        }
    }

    fn unfilled(&mut self, name: &'a str, range: Range<usize>, in_string: bool) {
        let span = Span::from_range(range.clone());
        let first = self.unfilled.insert(name);
        let help = format!(
            "give it a value: `substitutions = {{ \"{name}\" = \"..\" }}`, or `--set {name}=..` on the command line"
        );
        if !in_string {
            self.insert("null", range);
            let message = format!("placeholder `${{{name}}}` has no value");
            self.diagnostics.push(
                Diagnostic::error(Code::UnfilledValue, span, message)
                    .label("without a value this is not JSON")
                    .help(help),
            );
        } else if first {
            let message = format!("placeholder `${{{name}}}` has no value and stays as it is");
            self.diagnostics
                .push(Diagnostic::warning(Code::UnfilledPlaceholder, span, message).help(help));
        }
    }

    /// Writes `value` in place of `range`.
    fn insert(&mut self, value: &str, range: Range<usize>) {
        self.copy_to(range.start);
        self.copied = range.end;
        self.filled.text.push_str(value);
        self.filled
            .offsets
            .push_whole(value.len(), Span::from_range(range));
    }

    fn copy_to(&mut self, end: usize) {
        let text = self.text.get(self.copied..end).unwrap_or_default();
        self.filled
            .offsets
            .push_run(text.len(), Span::from_range(self.copied..end).start);
        self.filled.text.push_str(text);
        self.copied = end;
    }

    fn finish(mut self) -> (Filled, Vec<Diagnostic>) {
        for ((name, _), used) in self.values.iter().zip(self.used) {
            if !used {
                let message = format!(
                    "substitution `{name}` is not used: the definition has no `${{{name}}}`"
                );
                let unused = Diagnostic::file(Code::UnusedSubstitution, message)
                    .severity(crate::diagnostic::Severity::Warning);
                let near = suggest::nearest(name, self.unfilled.iter().copied());
                self.diagnostics.push(match near {
                    Some(near) => unused.help(format!("did you mean `{near}`?")),
                    None => unused,
                });
            }
        }
        (self.filled, self.diagnostics)
    }
}

/// The placeholder that starts at `at`, if it is one and not just a `$`.
fn placeholder(text: &str, at: usize) -> Option<Placeholder<'_>> {
    let rest = text.get(at..)?.strip_prefix("${")?;
    let (escaped, rest) = rest
        .strip_prefix('!')
        .map_or((false, rest), |rest| (true, rest));
    let (name, _) = rest.split_at_checked(rest.find(|c: char| !is_name(c))?)?;
    let end = at + 2 + usize::from(escaped) + name.len();
    let closed = !name.is_empty() && text.get(end..)?.starts_with('}');
    closed.then_some(Placeholder {
        name,
        escaped,
        range: at..end + 1,
    })
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '-')
}

fn next_len(text: &str) -> Option<usize> {
    text.chars().next().map(char::len_utf8)
}

/// `value` as it is written between the quotes of a JSON string.
fn escape(value: &str) -> String {
    let quoted = serde_json::Value::from(value).to_string();
    quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(&quoted)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
