//! Making the edits that are certain.

use super::{Applicability, Diagnostic, Suggestion};

/// What became of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The text with the edits made.
    pub text: String,
    /// How many were made, at least one.
    pub edits: usize,
}

/// Makes the suggested edits that are certain ([`Applicability::MachineApplicable`]); `None` if there is none.
///
/// Of edits that overlap, the first is made. What a placeholder was written for is left alone: the edit belongs to its
/// value. An edit can bring up the next one, so compile and apply until nothing is left to do.
///
/// ```
/// use asl_codegen::diagnostic::fix;
/// use asl_codegen::{Options, Source, compile};
///
/// let source = Source::new("a.json", r#"{ "StartAt": "A", "States": { "A": { "type": "Succeed" } } }"#);
/// let fixed = fix::apply(source.text(), &compile(&source, &Options::default()).diagnostics).unwrap();
/// assert_eq!(fixed.text, r#"{ "StartAt": "A", "States": { "A": { "Type": "Succeed" } } }"#);
/// ```
pub fn apply(text: &str, diagnostics: &[Diagnostic]) -> Option<Fixed> {
    let mut edits: Vec<&Suggestion> = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.suggestion.as_deref())
        .filter(|edit| edit.applicability == Applicability::MachineApplicable)
        .collect();
    edits.sort_by_key(|edit| edit.span);
    let mut fixed = Fixed {
        text: String::with_capacity(text.len()),
        edits: 0,
    };
    let mut copied = 0;
    for edit in edits {
        let range = edit.span.range();
        let replaced = text.get(range.clone()).filter(|old| !old.contains("${"));
        let before = text.get(copied..range.start);
        if let (Some(_), Some(before)) = (replaced, before) {
            fixed.text.push_str(before);
            fixed.text.push_str(&edit.replacement);
            fixed.edits += 1;
            copied = range.end;
        }
    }
    fixed.text.push_str(text.get(copied..)?);
    (fixed.edits > 0).then_some(fixed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::Span;

    fn error() -> Diagnostic {
        Diagnostic::error(Code::UnknownField, Span::new(0, 1), "no such field")
    }

    fn fixed(text: &str, diagnostics: &[Diagnostic]) -> Option<(String, usize)> {
        apply(text, diagnostics).map(|fixed| (fixed.text, fixed.edits))
    }

    #[test]
    fn makes_certain_edits_in_the_order_of_the_text() {
        let found = [
            error().fix(Span::new(4, 5), "", "remove it"),
            error().suggest(Span::new(2, 3), "guess"),
            error().fix(Span::new(0, 1), "AA", "write it twice"),
        ];
        assert_eq!(fixed("abcdé", &found), Some(("AAbcdé".to_owned(), 1)));
        assert_eq!(fixed("abcdef", &found), Some(("AAbcdf".to_owned(), 2)));
    }

    #[test]
    fn makes_the_first_of_edits_that_overlap() {
        let found = [
            error().fix(Span::new(1, 3), "x", "x"),
            error().fix(Span::new(2, 4), "y", "y"),
        ];
        assert_eq!(fixed("abcdef", &found), Some(("axdef".to_owned(), 1)));
    }

    #[test]
    fn leaves_guesses_placeholders_and_places_outside_alone() {
        let guess = [error().suggest(Span::new(0, 1), "A")];
        assert_eq!(fixed("abc", &guess), None);
        let placeholder = [error().fix(Span::new(1, 5), "Pass", "write `Pass`")];
        assert_eq!(fixed("\"${T}\"", &placeholder), None);
        let outside = [error().fix(Span::new(7, 9), "x", "x")];
        assert_eq!(fixed("abc", &outside), None);
    }
}
