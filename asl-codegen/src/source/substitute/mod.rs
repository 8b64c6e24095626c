//! Placeholders: `${Name}`, as SAM, CloudFormation and Terraform write them.
//!
//! In a JSON text they are filled before it is parsed, because a bare one is no JSON; in YAML after, scalar by scalar.

// Some of this is for YAML only.
#![cfg_attr(not(feature = "yaml"), allow(dead_code))]

mod read;
mod scan;
mod values;

use std::borrow::Cow;
use std::ops::Range;

use super::offsets::Offsets;
use super::span::Span;
use crate::diagnostic::Diagnostic;

pub(super) use read::about_values;
pub use read::{Substitutions, read_values};
use scan::{Found, Kind, Place, found_at};
pub(super) use values::Values;

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

    /// A text that stands for all of `span`.
    pub(super) fn whole(text: &str, span: Span) -> Self {
        let mut offsets = Offsets::starting_at(span.start);
        offsets.push_whole(text.len(), span);
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

/// Fills the placeholders of a JSON text from `values`, pairs of name and value; of two with the same name the first
/// counts.
///
/// Inside a JSON string the value is inserted as text, escaped as needed; elsewhere as it is, so that it can be a number
/// or an object. A value is not searched for placeholders again. `${!Name}` (CloudFormation) and `$${Name}` (Terraform)
/// stand for the text `${Name}`.
///
/// A placeholder without a value stays if it is inside a string ([`Code::UnfilledPlaceholder`], a warning, once per
/// name); elsewhere it is an error ([`Code::UnfilledValue`]), and `null` is inserted so that the rest can be checked.
/// The same holds for an expression of a template language ([`Code::TemplateExpression`]) and its directives
/// ([`Code::TemplateDirective`]). What is filled in outside of a string must be one JSON value
/// ([`Code::FilledValue`]). A value that no placeholder uses is a warning ([`Code::UnusedSubstitution`]).
///
/// ```
/// use asl_codegen::source::substitute::fill;
///
/// let values = [("Name".to_string(), "say \"hi\"".to_string()), ("Seconds".to_string(), "60".to_string())];
/// let (filled, diagnostics) = fill(r#"{ "Next": "${Name}", "Seconds": ${Seconds} }"#, &values);
/// assert_eq!(filled.text(), r#"{ "Next": "say \"hi\"", "Seconds": 60 }"#);
/// assert!(diagnostics.is_empty());
/// ```
///
/// [`Code::UnfilledPlaceholder`]: crate::diagnostic::Code::UnfilledPlaceholder
/// [`Code::UnfilledValue`]: crate::diagnostic::Code::UnfilledValue
/// [`Code::TemplateExpression`]: crate::diagnostic::Code::TemplateExpression
/// [`Code::TemplateDirective`]: crate::diagnostic::Code::TemplateDirective
/// [`Code::FilledValue`]: crate::diagnostic::Code::FilledValue
/// [`Code::UnusedSubstitution`]: crate::diagnostic::Code::UnusedSubstitution
pub fn fill(text: &str, values: &[(String, String)]) -> (Filled, Vec<Diagnostic>) {
    let mut values = Values::new(values);
    if !may_hold_placeholders(text) {
        return (Filled::plain(text), values.finish());
    }
    let mut filler = Filler::new(text, &mut values);
    let mut string: Option<Place> = None;
    let mut at = 0;
    // By bytes: most of a definition is none of these, and all of them are ASCII.
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | b'$' | b'%');
    while let Some(found) = text
        .as_bytes()
        .get(at..)
        .and_then(|rest| rest.iter().position(is_special))
    {
        at += found;
        match text.as_bytes().get(at) {
            Some(b'"') => {
                string = match string {
                    Some(_) => None,
                    None => Some(place_in_string(text.get(at + 1..).unwrap_or_default())),
                };
            }
            // The character after a backslash means nothing here, a quote least of all.
            Some(b'\\') if string.is_some() => {
                at += text.get(at + 1..).and_then(next_len).unwrap_or(0)
            }
            Some(b'$' | b'%') => {
                if let Some(found) = found_at(text, at, string.unwrap_or(Place::Bare)) {
                    at = found.range.end - 1;
                    filler.replace_in_json(found, string.is_some());
                }
            }
            _ => {}
        }
        at += 1;
    }
    let filled = filler.finish();
    (filled, values.finish())
}

/// Whether `${` or `%{` is in a text: most have neither, and need not be looked at byte by byte.
fn may_hold_placeholders(text: &str) -> bool {
    let begins = |mark: char| {
        let mut marks = text.match_indices(mark);
        marks.any(|(at, _)| text.as_bytes().get(at + 1) == Some(&b'{'))
    };
    begins('$') || begins('%')
}

/// What kind of string begins here.
fn place_in_string(contents: &str) -> Place {
    if contents.trim_start().starts_with("{%") {
        Place::Jsonata
    } else {
        Place::String
    }
}

/// Fills the placeholders of a decoded string that was written at `offsets`.
pub(super) fn fill_decoded(
    value: String,
    offsets: Offsets,
    values: &mut Values<'_>,
) -> (String, Offsets) {
    if !value.contains(['$', '%']) {
        return (value, offsets);
    }
    let place = match value.trim_start().starts_with("{%") {
        true => Place::Jsonata,
        false => Place::Decoded,
    };
    let mut filler = Filler::new(&value, values);
    filler.filled.offsets = Offsets::starting_at(offsets.span(0..0).start);
    filler.origin = Some(&offsets);
    let mut at = 0;
    while let Some(found) = value.get(at..).and_then(|rest| rest.find(['$', '%'])) {
        at += found;
        if let Some(found) = found_at(&value, at, place) {
            at = found.range.end - 1;
            filler.replace_in_string(found, |value| Cow::Borrowed(value));
        }
        at += 1;
    }
    let filled = filler.finish();
    (filled.text, filled.offsets)
}

/// The one placeholder that all of `value` is, by name.
pub(super) fn sole_placeholder(value: &str) -> Option<&str> {
    match found_at(value, 0, Place::Decoded)? {
        Found {
            kind: Kind::Name(name),
            range,
        } if range.end == value.len() => Some(name),
        _ => None,
    }
}

/// The placeholders of a text that are no expressions, escaped ones included.
pub(super) fn placeholders(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('$')) {
        at += found;
        // In the place where least is found.
        if let Some(found) = found_at(text, at, Place::Jsonata) {
            at = found.range.end - 1;
            ranges.push(found.range);
        }
        at += 1;
    }
    ranges
}

/// Copies a text and puts other things in place of its placeholders.
struct Filler<'a, 'v> {
    text: &'a str,
    /// Where the text was written, if it is not the file itself.
    origin: Option<&'a Offsets>,
    values: &'a mut Values<'v>,
    /// How much of the text is in `filled`.
    copied: usize,
    filled: Filled,
}

impl<'a, 'v> Filler<'a, 'v> {
    fn new(text: &'a str, values: &'a mut Values<'v>) -> Self {
        Filler {
            text,
            origin: None,
            values,
            copied: 0,
            filled: Filled {
                text: String::with_capacity(text.len()),
                offsets: Offsets::starting_at(0),
            },
        }
    }

    fn replace_in_json(&mut self, found: Found<'a>, in_string: bool) {
        if in_string {
            return self.replace_in_string(found, |value| Cow::Owned(escape(value)));
        }
        let Found { kind, range } = found;
        let span = self.span(&range);
        match kind {
            Kind::Name(name) => match self.values.get(name) {
                Some(value) if is_one_value(value) => self.insert(value, range),
                Some(value) => {
                    self.values.not_one_value(name, value, span);
                    self.insert("null", range);
                }
                None => {
                    self.values.unfilled_value(name, span);
                    self.insert("null", range);
                }
            },
            Kind::Expression => {
                self.values.expression(self.written(&range), span, false);
                self.insert("null", range);
            }
            Kind::Directive => self.values.directive(self.written(&range), span, false),
            // Between values it means nothing; the parser says so.
            Kind::Escaped(_) => {}
        }
    }

    fn replace_in_string(&mut self, found: Found<'a>, written: fn(&str) -> Cow<'_, str>) {
        let Found { kind, range } = found;
        let span = self.span(&range);
        match kind {
            Kind::Name(name) => match self.values.get(name) {
                Some(value) => self.insert(&written(value), range),
                None => self.values.unfilled_string(name, span),
            },
            Kind::Escaped(dropped) => {
                self.copy_to(dropped.start);
                self.copied = dropped.end;
            }
            Kind::Expression => self.values.expression(self.written(&range), span, true),
            Kind::Directive => self.values.directive(self.written(&range), span, true),
        }
    }

    fn written(&self, range: &Range<usize>) -> &'a str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn span(&self, range: &Range<usize>) -> Span {
        match self.origin {
            Some(origin) => origin.span(range.clone()),
            None => Span::from_range(range.clone()),
        }
    }

    /// Writes `value` in place of `range`.
    fn insert(&mut self, value: &str, range: Range<usize>) {
        self.copy_to(range.start);
        self.copied = range.end;
        self.filled.text.push_str(value);
        let span = self.span(&range);
        self.filled.offsets.push_whole(value.len(), span);
    }

    fn copy_to(&mut self, end: usize) {
        let range = self.copied..end;
        let text = self.text.get(range.clone()).unwrap_or_default();
        let offsets = &mut self.filled.offsets;
        match self.origin {
            Some(origin) => offsets.push_range(origin, range),
            None => offsets.push_run(text.len(), Span::from_range(range).start),
        }
        self.filled.text.push_str(text);
        self.copied = end;
    }

    fn finish(mut self) -> Filled {
        self.copy_to(self.text.len());
        self.filled
    }
}

fn is_one_value(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
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
mod tests;
