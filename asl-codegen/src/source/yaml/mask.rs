//! Placeholders as plain text.
//!
//! In a flow collection `[${Name}]` is no YAML, because a brace ends a plain scalar there. For the parser every brace
//! of a placeholder is therefore replaced by another character of the same length, so that all offsets stay.

use std::borrow::Cow;
use std::ops::Range;

use crate::source::substitute;

/// Pairs that mean nothing in a plain scalar.
const PAIRS: [(char, char); 3] = [('<', '>'), ('(', ')'), ('^', '~')];

/// A text whose placeholders have no braces.
pub(super) struct Mask<'a> {
    original: &'a str,
    masked: Cow<'a, str>,
    /// In order.
    placeholders: Vec<Range<usize>>,
}

impl<'a> Mask<'a> {
    /// A text in which `${Name}` has no meaning is not changed.
    pub(super) fn new(original: &'a str, has_placeholders: bool) -> Self {
        let mut mask = Mask {
            original,
            masked: Cow::Borrowed(original),
            placeholders: Vec::new(),
        };
        // With all pairs taken, placeholders in flow collections are a syntax error; everything else works.
        let pair = PAIRS
            .iter()
            .find(|(open, _)| !original.contains(&format!("${open}")));
        let (Some((open, close)), true) = (pair, has_placeholders) else {
            return mask;
        };
        let placeholders = substitute::placeholders(original);
        if placeholders.is_empty() {
            return mask;
        }
        let mut masked = String::with_capacity(original.len());
        let mut copied = 0;
        for range in &placeholders {
            masked.push_str(original.get(copied..range.start).unwrap_or_default());
            let braces = |c: char| match c {
                '{' => *open,
                '}' => *close,
                other => other,
            };
            masked.extend(
                original
                    .get(range.clone())
                    .unwrap_or_default()
                    .chars()
                    .map(braces),
            );
            copied = range.end;
        }
        masked.push_str(original.get(copied..).unwrap_or_default());
        mask.masked = Cow::Owned(masked);
        mask.placeholders = placeholders;
        mask
    }

    /// The text to parse.
    pub(super) fn text(&self) -> &str {
        &self.masked
    }

    /// Puts the braces back into what the parser made of `range`.
    pub(super) fn unmask(&self, value: String, range: Range<usize>) -> String {
        let first = self
            .placeholders
            .partition_point(|placeholder| placeholder.start < range.start);
        let mut unmasked = String::new();
        let mut rest = value.as_str();
        for placeholder in self.placeholders.iter().skip(first) {
            if placeholder.end > range.end {
                break;
            }
            let masked = self.masked.get(placeholder.clone()).unwrap_or_default();
            if let Some((before, after)) = rest.split_once(masked) {
                unmasked.push_str(before);
                unmasked.push_str(self.original.get(placeholder.clone()).unwrap_or_default());
                rest = after;
            }
        }
        if unmasked.is_empty() {
            return value;
        }
        unmasked.push_str(rest);
        unmasked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_and_unmasks_in_place() {
        let text = "[${A}, \"${!B} {x} ${AWS::R}\", $${C}]";
        let mask = Mask::new(text, true);
        assert_eq!(mask.text(), "[$<A>, \"$<!B> {x} $<AWS::R>\", $$<C>]");
        assert_eq!(mask.unmask("$<A>".to_owned(), 1..5), "${A}");
        let all = 7..text.len();
        assert_eq!(
            mask.unmask("$<!B> $<AWS::R>".to_owned(), all),
            "${!B} ${AWS::R}"
        );
    }

    #[test]
    fn takes_characters_that_the_text_does_not_have() {
        let mask = Mask::new("$<A> ${A}", true);
        assert_eq!(mask.text(), "$<A> $(A)");
        assert_eq!(mask.unmask(mask.text().to_owned(), 0..9), "$<A> ${A}");
    }

    #[test]
    fn leaves_a_text_without_placeholders() {
        assert_eq!(Mask::new("${A}", false).text(), "${A}");
        assert!(matches!(
            Mask::new("$.a {b}", true).masked,
            Cow::Borrowed(_)
        ));
    }
}
