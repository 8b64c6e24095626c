//! Collecting the findings of all stages.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::{Code, Diagnostic};
use crate::source::Span;

/// The findings about one definition, from all stages.
///
/// ```
/// use asl_codegen::diagnostic::{Code, Diagnostic, Diagnostics};
/// use asl_codegen::source::Span;
///
/// let mut diagnostics = Diagnostics::default();
/// diagnostics.push(Diagnostic::error(Code::MissingField, Span::new(9, 10), "field `Type` is missing"));
/// diagnostics.push(Diagnostic::warning(Code::Unreachable, Span::new(2, 5), "nothing reaches state `A`"));
/// assert!(diagnostics.has_errors());
/// assert_eq!(diagnostics.into_sorted()[0].code, Code::Unreachable);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Noted on the way: a check may ask about every state.
    has_errors: bool,
}

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.has_errors |= diagnostic.is_error();
        self.list.push(diagnostic);
    }

    /// Whether one of them is an error, so that no code can be generated.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// In the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// In the order they are shown: what concerns the file, then by position, then by code, else as found.
    ///
    /// Of equal ones the first is kept. What other rules say about a value that could not be read, such as one whose
    /// placeholder was not filled ([`Code::UnfilledValue`]), is left out: it would only repeat that error.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        let unread: BTreeSet<Span> = self
            .list
            .iter()
            .filter(|found| speaks_for_its_place(found))
            .filter_map(Diagnostic::span)
            .collect();
        self.list.retain(|found| {
            speaks_for_its_place(found) || found.span().is_none_or(|span| !unread.contains(&span))
        });
        self.list.sort_by(in_order);
        // Equal ones need not be neighbours: the order does not look at the message.
        let mut kept: Vec<Diagnostic> = Vec::with_capacity(self.list.len());
        for found in self.list {
            let same_place = kept
                .iter()
                .rev()
                .take_while(|earlier| in_order(earlier, &found).is_eq());
            if !same_place.into_iter().any(|earlier| *earlier == found) {
                kept.push(found);
            }
        }
        kept
    }
}

/// Whether what stands in this place could not be read, so that `null` is checked instead of it.
fn speaks_for_its_place(found: &Diagnostic) -> bool {
    let unread = matches!(
        found.code,
        Code::UnfilledValue
            | Code::TemplateExpression
            | Code::FilledValue
            | Code::YamlTag
            | Code::YamlAlias
            | Code::YamlNumber
    );
    unread && found.is_error()
}

fn in_order(a: &Diagnostic, b: &Diagnostic) -> Ordering {
    // `None` comes first.
    a.span().cmp(&b.span()).then(a.code.cmp(&b.code))
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            has_errors: diagnostic.is_error(),
            list: vec![diagnostic],
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    /// In the order they were found.
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: Code, start: u32, end: u32, message: &str) -> Diagnostic {
        Diagnostic::error(code, Span::new(start, end), message)
    }

    fn sorted(list: &[Diagnostic]) -> Vec<String> {
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend(list.iter().cloned());
        diagnostics
            .into_sorted()
            .into_iter()
            .map(|found| found.message)
            .collect()
    }

    #[test]
    fn sorts_by_position_then_code_and_else_keeps_the_order() {
        let list = [
            error(Code::UnknownField, 9, 10, "late"),
            error(Code::UnknownTarget, 4, 8, "same place, higher code"),
            error(Code::MissingField, 4, 8, "z: found first"),
            error(Code::MissingField, 4, 8, "a: found second"),
            Diagnostic::file(Code::EmptyFile, "file"),
        ];
        let expected = [
            "file",
            "z: found first",
            "a: found second",
            "same place, higher code",
            "late",
        ];
        assert_eq!(sorted(&list), expected);
    }

    #[test]
    fn keeps_one_of_equal_ones() {
        let list = [
            error(Code::BadPath, 1, 2, "a"),
            error(Code::BadPath, 1, 2, "b"),
            error(Code::BadPath, 1, 2, "a"),
            error(Code::BadPath, 1, 3, "a"),
        ];
        assert_eq!(sorted(&list), ["a", "b", "a"]);
    }

    #[test]
    fn an_unfilled_value_speaks_for_its_place() {
        let list = [
            error(Code::WrongType, 4, 8, "expected a number, found null"),
            error(Code::UnfilledValue, 4, 8, "placeholder `${X}` has no value"),
            error(Code::WrongType, 5, 8, "elsewhere"),
        ];
        assert_eq!(
            sorted(&list),
            ["placeholder `${X}` has no value", "elsewhere"]
        );
    }

    #[test]
    fn has_errors_ignores_warnings_and_notes() {
        let mut diagnostics = Diagnostics::default();
        assert!(diagnostics.is_empty() && !diagnostics.has_errors());
        diagnostics.push(Diagnostic::warning(Code::Unreachable, Span::default(), "w"));
        diagnostics.push(Diagnostic::note(Code::Unreachable, Span::default(), "n"));
        assert!(!diagnostics.has_errors());
        diagnostics.push(error(Code::BadPath, 0, 0, "e"));
        assert!(diagnostics.has_errors());
        assert_eq!(diagnostics.len(), 3);
    }
}
