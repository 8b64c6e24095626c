//! Strings, and the way back from a decoded byte to the bytes in the file.

use std::ops::Range;

use crate::source::Span;
use crate::source::offsets::Offsets;
use crate::source::substitute::Filled;

/// A decoded string and where it was written.
///
/// ```
/// use asl_codegen::source::{Filled, Span, json};
///
/// let node = json::parse(&Filled::plain(r#""caf\u00e9 $.x""#)).unwrap();
/// let text = node.as_text().unwrap();
/// assert_eq!(text.value, "café $.x");
/// assert_eq!(text.span_of(6..9), Span::new(11, 14)); // `$.x`
/// assert_eq!(text.span_of(3..5), Span::new(4, 10)); // `é`, all of the escape
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The string as it is meant: escapes decoded, placeholders filled in.
    pub value: String,
    /// Where it was written, quotes included.
    pub span: Span,
    /// Only for strings that are not their own bytes between two quotes.
    offsets: Option<Box<Offsets>>,
}

impl Text {
    /// A string that was decoded elsewhere and written at `offsets`.
    #[cfg_attr(not(feature = "yaml"), allow(dead_code))]
    pub(in crate::source) fn new(value: String, span: Span, offsets: Offsets) -> Self {
        let offsets = Some(Box::new(offsets));
        Self {
            value,
            span,
            offsets,
        }
    }

    /// Where a range of bytes of `value` was written.
    ///
    /// A range that touches an escape or a placeholder covers all of it. An empty range is a position; what lies past
    /// the end of `value` is its end.
    pub fn span_of(&self, range: Range<usize>) -> Span {
        if let Some(offsets) = &self.offsets {
            return offsets.span(range);
        }
        let last = self.value.len();
        let first = self.span.start as usize + 1;
        Span::from_range(first + range.start.min(last)..first + range.end.min(last))
    }

    /// A part of the string, as one of its own: where it was written has no quotes then.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Text {
        let span = self.span_of(range.clone());
        let mut offsets = Offsets::starting_at(span.start);
        match &self.offsets {
            Some(all) => offsets.push_range(all, range.clone()),
            None => offsets.push_run(range.len(), span.start),
        }
        Text {
            value: self.value.get(range).unwrap_or_default().to_owned(),
            span,
            offsets: Some(Box::new(offsets)),
        }
    }

    /// Where it was written, without the quotes.
    pub fn inner(&self) -> Span {
        let end = self.value.len();
        self.span_of(0..0).to(self.span_of(0..end))
    }
}

/// A `\u` escape that is half of a surrogate pair, in the filled text.
pub(super) struct LoneSurrogate(pub(super) Range<usize>);

/// Decodes a string literal that `serde_json` accepted and that starts at `start` of the filled text.
///
/// `serde_json` accepts a lone surrogate as long as nobody asks for the contents, so they are looked for here.
pub(super) fn decode(literal: &str, start: usize, filled: &Filled) -> Result<Text, LoneSurrogate> {
    let span = filled.span(start..start + literal.len());
    let contents = literal
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(literal);
    let start = start + 1;
    if !contents.contains('\\') {
        let range = start..start + contents.len();
        let plain = filled.run_from(range.clone()) == Some(span.start + 1);
        let offsets = (!plain).then(|| Box::new(filled.offsets_of(range)));
        return Ok(Text {
            value: contents.to_owned(),
            span,
            offsets,
        });
    }
    let mut value = String::with_capacity(contents.len());
    let mut offsets = filled.offsets_of(start..start);
    let mut rest = contents;
    while let Some((before, escaped)) = rest.split_once('\\') {
        let at = start + contents.len() - rest.len();
        filled.copy_offsets(&mut offsets, at..at + before.len());
        value.push_str(before);
        let at = at + before.len();
        let (decoded, len) = escape(escaped).ok_or(LoneSurrogate(at..at + 6))?;
        offsets.push_whole(decoded.len_utf8(), filled.span(at..at + len));
        value.push(decoded);
        rest = contents.get(at + len - start..).unwrap_or_default();
    }
    let at = start + contents.len() - rest.len();
    filled.copy_offsets(&mut offsets, at..at + rest.len());
    value.push_str(rest);
    Ok(Text {
        value,
        span,
        offsets: Some(Box::new(offsets)),
    })
}

/// The character that an escape stands for and the length of the escape; `escaped` follows the backslash.
fn escape(escaped: &str) -> Option<(char, usize)> {
    let simple = match escaped.chars().next()? {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return unicode(escaped),
        other => other,
    };
    Some((simple, 1 + simple.len_utf8()))
}

/// The same for `\uXXXX`, or a pair of them; `None` for half a pair.
fn unicode(escaped: &str) -> Option<(char, usize)> {
    let first = hex(escaped.get(1..5)?)?;
    if let Some(decoded) = char::from_u32(first) {
        return Some((decoded, 6));
    }
    let second = hex(escaped.get(5..)?.strip_prefix("\\u")?.get(..4)?)?;
    let (high, low) = (first.checked_sub(0xd800)?, second.checked_sub(0xdc00)?);
    let in_range = high < 0x400 && low < 0x400;
    char::from_u32(0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff))
        .filter(|_| in_range)
        .map(|decoded| (decoded, 12))
}

fn hex(digits: &str) -> Option<u32> {
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::source::Node;

    fn text(literal: &str) -> Text {
        let node = parse(&Filled::plain(literal)).unwrap();
        node.as_text().unwrap().clone()
    }

    #[test]
    fn a_part_knows_where_it_was_written() {
        for (literal, start) in [("\"ab $.x\"", 4), ("\"\\u00e9 $.x\"", 8)] {
            let whole = text(literal);
            let part = whole.part(3..6);
            assert_eq!(part.value, "$.x", "{literal}");
            assert_eq!(part.span, Span::new(start, start + 3), "{literal}");
            assert_eq!(part.inner(), part.span, "{literal}");
            assert_eq!(
                part.span_of(2..3),
                Span::new(start + 2, start + 3),
                "{literal}"
            );
        }
        // An escape inside it moves what comes after.
        assert_eq!(
            text("\"$.\\u00e9x\"").part(2..5).span_of(2..3),
            Span::new(9, 10)
        );
    }

    #[test]
    fn decodes_as_serde_json_does() {
        let literals = [
            r#""""#,
            r#""plain é 😀""#,
            r#""\"\\\/\b\f\n\r\t""#,
            r#""\u00e9\u20AC\u0000""#,
            r#""\ud83d\ude00 \uDBFF\uDFFF \uD800\uDC00""#,
            r#""a\\u00e9\\""#,
            r#""\ue000\ud7ff""#,
        ];
        for literal in literals {
            assert_eq!(
                text(literal).value,
                serde_json::from_str::<String>(literal).unwrap(),
                "{literal}"
            );
        }
    }

    #[test]
    fn span_of_finds_the_bytes_past_escapes() {
        let literal = r#""a\\b\u00e9c\ud83d\ude00d""#;
        let text = text(literal);
        assert_eq!(text.value, "a\\béc😀d");
        for (part, written) in [
            ("a", "a"),
            ("\\", "\\\\"),
            ("b", "b"),
            ("é", "\\u00e9"),
            ("c", "c"),
            ("😀", "\\ud83d\\ude00"),
            ("d", "d"),
            ("béc", "b\\u00e9c"),
            ("😀d", "\\ud83d\\ude00d"),
        ] {
            let at = text.value.find(part).unwrap();
            let span = text.span_of(at..at + part.len());
            assert_eq!(literal.get(span.range()).unwrap(), written, "{part}");
        }
    }

    #[test]
    fn span_of_a_part_of_an_escaped_character_is_the_escape() {
        let text = text(r#""\u00e9""#);
        assert_eq!(text.span_of(1..2), Span::new(1, 7));
    }

    #[test]
    fn span_of_without_escapes_is_arithmetic() {
        let text = text("  \"$.a.b\"");
        assert_eq!(text.offsets, None, "no map for the common case");
        assert_eq!(text.span, Span::new(2, 9));
        assert_eq!(text.span_of(2..3), Span::new(5, 6));
        assert_eq!(text.span_of(5..5), Span::new(8, 8));
        assert_eq!(text.span_of(7..99), Span::new(8, 8));
        assert_eq!(text.inner(), Span::new(3, 8));
    }

    #[test]
    fn span_of_past_the_end_is_before_the_closing_quote() {
        assert_eq!(text(r#""\n""#).span_of(1..1), Span::new(3, 3));
        assert_eq!(text(r#""\n""#).span_of(5..9), Span::new(3, 3));
        assert_eq!(text(r#""\n""#).inner(), Span::new(1, 3));
        assert_eq!(text(r#""""#).inner(), Span::new(1, 1));
    }

    #[test]
    fn span_of_points_into_filled_strings() {
        let values = [
            ("Name".to_owned(), "charge \"fast\"".to_owned()),
            ("Empty".to_owned(), String::new()),
        ];
        let original = r#"{"A": "x${Name}y\n${Empty}z"}"#;
        let (filled, diagnostics) = crate::source::substitute::fill(original, &values);
        assert_eq!(diagnostics, []);
        let node: Node = parse(&filled).unwrap();
        let text = node.get("A").unwrap().as_text().unwrap();
        assert_eq!(text.value, "xcharge \"fast\"y\nz");
        assert_eq!(
            original.get(text.span.range()).unwrap(),
            r#""x${Name}y\n${Empty}z""#
        );
        for (part, written) in [
            ("x", "x"),
            ("charge", "${Name}"),
            ("\"fast", "${Name}"),
            ("y", "y"),
            ("\n", "\\n"),
            ("z", "z"),
            ("xc", "x${Name}"),
            ("t\"y", "${Name}y"),
        ] {
            let at = text.value.find(part).unwrap();
            assert_eq!(
                original
                    .get(text.span_of(at..at + part.len()).range())
                    .unwrap(),
                written,
                "{part}"
            );
        }
    }
}
