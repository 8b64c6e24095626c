//! Finding placeholders, and what looks like one.

use std::ops::Range;

/// How far the end of a template expression is looked for, in bytes: bounds the work on a text full of `${`.
const LONGEST_EXPRESSION: usize = 2048;

/// A placeholder, or what a template language would take for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found<'a> {
    pub(super) kind: Kind<'a>,
    /// All of it.
    pub(super) range: Range<usize>,
}

/// What is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// `${Name}`.
    Name(&'a str),
    /// `${!Name}`, `$${..}` or `%%{ .. }`: stands for itself without the bytes in this range.
    Escaped(Range<usize>),
    /// `${jsonencode(..)}`: only the template language can say what it is.
    Expression,
    /// `%{ if .. }`.
    Directive,
}

/// What surrounds a place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A JSON string: what begins there ends before the closing quote.
    String,
    /// A string that holds a JSONata expression, where `${` and `%{` can have a meaning of their own.
    Jsonata,
    /// Between the values of a JSON text.
    Bare,
    /// The value of a string, its quotes and escapes taken away.
    Decoded,
}

/// What begins at `at`, which is the offset of a `$` or `%`.
pub(super) fn found_at(text: &str, at: usize, place: Place) -> Option<Found<'_>> {
    let rest = text.get(at..)?;
    if rest.starts_with("$${") {
        let end = match name_in(text, at + 1) {
            Some((_, end)) => end,
            None => expression_end(text, at + 1, place)?,
        };
        return Some(escaped(at..end, at..at + 1));
    }
    if rest.starts_with("${") {
        let inner = rest.get(2..).unwrap_or_default();
        if let Some(name) = inner.strip_prefix('!') {
            let (_, len) = name_before_brace(name)?;
            return Some(escaped(at..at + 3 + len, at + 2..at + 3));
        }
        if let Some((name, end)) = name_in(text, at) {
            let kind = Kind::Name(name);
            return Some(Found {
                kind,
                range: at..end,
            });
        }
        let end = expression_end(text, at, place)?;
        return Some(Found {
            kind: Kind::Expression,
            range: at..end,
        });
    }
    if place == Place::Jsonata {
        return None;
    }
    if rest.starts_with("%%{") {
        let end = directive_end(text, at + 1, place)?;
        return Some(escaped(at..end, at..at + 1));
    }
    let end = directive_end(text, at, place)?;
    Some(Found {
        kind: Kind::Directive,
        range: at..end,
    })
}

fn escaped<'a>(range: Range<usize>, dropped: Range<usize>) -> Found<'a> {
    Found {
        kind: Kind::Escaped(dropped),
        range,
    }
}

/// The name and the end of the `${Name}` at `at`; Terraform allows blanks around the name.
fn name_in(text: &str, at: usize) -> Option<(&str, usize)> {
    let inner = text.get(at..)?.strip_prefix("${")?;
    let (name, len) = name_before_brace(inner)?;
    Some((name, at + 2 + len))
}

/// The name that `text` begins with, and the length up to and with the `}` that follows.
fn name_before_brace(text: &str) -> Option<(&str, usize)> {
    let name_and_rest = text.trim_start_matches(' ');
    let end = name_and_rest.find(|c: char| !is_name(c))?;
    let (name, rest) = name_and_rest.split_at_checked(end)?;
    let rest = rest.trim_start_matches(' ').strip_prefix('}')?;
    (!name.is_empty()).then_some((name, text.len() - rest.len()))
}

/// The characters of names in CloudFormation (`AWS::Region`, `Charge.Arn`) and Terraform (`local.charge_arn`).
fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '-')
}

/// The end of the template expression at `at`.
///
/// Between values everything in braces is one. In a string it must look like one: `${a b}` is text.
fn expression_end(text: &str, at: usize, place: Place) -> Option<usize> {
    if place == Place::Jsonata {
        return None;
    }
    let end = closing_brace(text, at + 2, place)?;
    let inner = text.get(at + 2..end - 1)?;
    let telling = |c: char| "()[]?\"+*/=<>&|".contains(c);
    (place == Place::Bare || inner.contains(telling)).then_some(end)
}

/// The end of the directive at `at`: `%{ if .. }`, `%{~ endfor ~}`.
fn directive_end(text: &str, at: usize, place: Place) -> Option<usize> {
    let inner = text.get(at..)?.strip_prefix("%{")?;
    let inner = inner.strip_prefix('~').unwrap_or(inner).trim_start();
    let word = inner.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    if !matches!(word, "if" | "else" | "endif" | "for" | "endfor") {
        return None;
    }
    closing_brace(text, at + 2, place)
}

/// The offset behind the `}` that closes what was opened before `from`.
fn closing_brace(text: &str, from: usize, place: Place) -> Option<usize> {
    let mut depth = 1_usize;
    let mut quoted = false;
    let mut escaped = false;
    let rest = text.as_bytes().get(from..)?;
    let window = rest.get(..LONGEST_EXPRESSION).unwrap_or(rest);
    if !window.contains(&b'}') {
        // Found out much faster than below.
        return None;
    }
    for (at, byte) in window.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted || place == Place::String => escaped = true,
            b'"' if place == Place::String => return None,
            b'"' => quoted = !quoted,
            b'{' if !quoted => depth += 1,
            b'}' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(from + at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, place: Place) -> Option<(Kind<'_>, &str)> {
        let at = text.find(['$', '%']).unwrap();
        let found = found_at(text, at, place)?;
        Some((found.kind, text.get(found.range).unwrap()))
    }

    #[test]
    fn names_of_every_template_language() {
        for (text, name) in [
            ("${Name}", "Name"),
            ("a ${AWS::Region} b", "AWS::Region"),
            ("${Charge.Arn}", "Charge.Arn"),
            ("${ local.charge_arn }", "local.charge_arn"),
            ("${My-Fn_2}", "My-Fn_2"),
        ] {
            for place in [Place::String, Place::Jsonata, Place::Bare, Place::Decoded] {
                let (kind, _) = found(text, place).unwrap();
                assert_eq!(kind, Kind::Name(name), "{text} {place:?}");
            }
        }
    }

    #[test]
    fn escapes_drop_one_byte() {
        for (text, dropped) in [("${!Name}", 2..3), ("$${Name}", 0..1), ("%%{ if a }", 0..1)] {
            let (kind, all) = found(text, Place::String).unwrap();
            assert_eq!((kind, all), (Kind::Escaped(dropped), text), "{text}");
        }
    }

    #[test]
    fn expressions_and_directives_reach_to_their_own_brace() {
        let cases = [
            (
                "${jsonencode({a = 1})} x",
                Place::String,
                "${jsonencode({a = 1})}",
            ),
            (
                "${jsonencode({a = \"}\"})} x",
                Place::Bare,
                "${jsonencode({a = \"}\"})}",
            ),
            ("${a ? b : c}", Place::Decoded, "${a ? b : c}"),
            ("${var.list[0]}", Place::String, "${var.list[0]}"),
            ("${a b}", Place::Bare, "${a b}"),
        ];
        for (text, place, all) in cases {
            assert_eq!(found(text, place), Some((Kind::Expression, all)), "{text}");
        }
        for text in ["%{ if a }", "%{~ endfor ~}", "%{else}"] {
            let found = found(text, Place::String);
            assert_eq!(found, Some((Kind::Directive, text)), "{text}");
        }
    }

    #[test]
    fn what_only_resembles_one_is_text() {
        for text in [
            "${}", "${a b}", "${a", "${é}", "$.a", "$", "${f(\"}", "%{", "%{ a }", "100%", "$${}",
        ] {
            assert_eq!(found(text, Place::String), None, "{text}");
        }
        for text in ["${ \"a\": b(1) }", "$${f(x)}", "%{ if a }"] {
            assert_eq!(found(text, Place::Jsonata), None, "{text}");
        }
    }
}
