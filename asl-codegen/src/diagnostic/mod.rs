//! What the compiler has to say about a definition, and how it is shown.
//!
//! ```
//! use asl_codegen::diagnostic::{render, Code, Diagnostic};
//! use asl_codegen::source::{Source, Span};
//!
//! let source = Source::new("hello.asl.json", r#"{ "StartAt": "Helo" }"#);
//! let diagnostic = Diagnostic::error(Code::UnknownTarget, Span::new(13, 19), "state `Helo` does not exist")
//!     .suggest(Span::new(14, 18), "Hello");
//! assert_eq!(render::short(&diagnostic, &source), "hello.asl.json:1:14: error[ASL0201]: state `Helo` does not exist");
//! ```

mod category;
mod code;
mod collect;
pub mod fix;
pub mod render;
pub mod suggest;

use std::fmt;

pub use category::Category;
pub use code::{Code, UnknownCode};
pub use collect::Diagnostics;

use crate::source::Span;

/// One finding about a definition, with the places that explain it.
///
/// Built from [`Diagnostic::error`], [`warning`](Self::warning), [`note`](Self::note) or [`file`](Self::file) and the
/// methods that add to it. Text is in rustc's tone: lower case, names in backticks, no full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Diagnostic {
    /// The rule.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where; `None` only for what concerns the whole file or an option.
    pub primary: Option<Label>,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// What to do about it, a line each.
    pub help: Vec<String>,
    /// An edit that probably repairs it. Boxed to keep `Result<_, Diagnostic>` small.
    pub suggestion: Option<Box<Suggestion>>,
}

/// How bad a finding is; a later one is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably a mistake; code is generated.
    Warning,
    /// The definition has no meaning; no code is generated.
    Error,
}

/// A place and what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is shown beside it; may be empty.
    pub text: String,
}

/// An edit that probably repairs what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The text to replace.
    pub span: Span,
    /// What to write there.
    pub replacement: String,
    /// The suggestion in words.
    pub text: String,
    /// Whether it may be made without a person looking at it.
    pub applicability: Applicability,
}

/// How sure a suggestion is, in rustc's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// Probably what was meant, such as the nearest name; a person decides.
    MaybeIncorrect,
    /// Certainly what was meant: `cargo asl fix` makes the edit.
    MachineApplicable,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::at(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::at(Severity::Warning, code, span, message)
    }

    /// A note at `span`.
    pub fn note(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::at(Severity::Note, code, span, message)
    }

    /// An error about the file as a whole.
    pub fn file(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            help: Vec::new(),
            suggestion: None,
        }
    }

    fn at(severity: Severity, code: Code, span: Span, message: impl Into<String>) -> Self {
        let primary = Some(Label {
            span,
            text: String::new(),
        });
        Self {
            severity,
            primary,
            ..Self::file(code, message)
        }
    }

    /// The same with another severity.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Says something beside the primary place; nothing happens where there is none.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(primary) = &mut self.primary {
            primary.text = text.into();
        }
        self
    }

    /// Adds another place that explains it.
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a line that says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Suggests to write `replacement` at `span`, in the words "did you mean": a guess.
    ///
    /// For a name inside a string give the span between the quotes ([`Text::inner`](crate::source::Text::inner)).
    pub fn suggest(self, span: Span, replacement: impl Into<String>) -> Self {
        let replacement = replacement.into();
        let text = format!("did you mean `{replacement}`?");
        self.suggest_with(span, replacement, text)
    }

    /// As [`suggest`](Self::suggest), for the nearest word of a closed vocabulary, such as a field or a type: certain
    /// where it differs from what is `written` only in case, for then nothing else can have been meant.
    pub fn suggest_keyword(self, span: Span, written: &str, keyword: &str) -> Self {
        let mut diagnostic = self.suggest(span, keyword);
        if let Some(suggestion) = &mut diagnostic.suggestion
            && written.eq_ignore_ascii_case(keyword)
        {
            suggestion.applicability = Applicability::MachineApplicable;
        }
        diagnostic
    }

    /// Suggests to write `replacement` at `span`, in your own words: a guess.
    pub fn suggest_with(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        self.suggestion = Some(Box::new(Suggestion {
            span,
            replacement: replacement.into(),
            text: text.into(),
            applicability: Applicability::MaybeIncorrect,
        }));
        self
    }

    /// As [`suggest_with`](Self::suggest_with), for an edit that is certainly right: a machine may make it.
    pub fn fix(self, span: Span, replacement: impl Into<String>, text: impl Into<String>) -> Self {
        let mut diagnostic = self.suggest_with(span, replacement, text);
        if let Some(suggestion) = &mut diagnostic.suggestion {
            suggestion.applicability = Applicability::MachineApplicable;
        }
        diagnostic
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The primary place.
    pub fn span(&self) -> Option<Span> {
        self.primary.as_ref().map(|label| label.span)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// The first line of the rendered form: `error[ASL0201]: state ...`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builder_fills_every_part() {
        let built = Diagnostic::warning(
            Code::Unreachable,
            Span::new(1, 4),
            "state `A` is unreachable",
        )
        .label("never entered")
        .secondary(Span::new(7, 9), "the flow starts here")
        .help("remove it")
        .suggest(Span::new(1, 4), "B");
        assert_eq!(built.severity, Severity::Warning);
        assert_eq!(
            built.primary,
            Some(Label {
                span: Span::new(1, 4),
                text: "never entered".into()
            })
        );
        assert_eq!(
            built.secondary,
            [Label {
                span: Span::new(7, 9),
                text: "the flow starts here".into()
            }]
        );
        assert_eq!(built.help, ["remove it"]);
        let suggestion = built.suggestion.unwrap();
        assert_eq!(
            (suggestion.replacement.as_str(), suggestion.text.as_str()),
            ("B", "did you mean `B`?")
        );
        assert_eq!(suggestion.applicability, Applicability::MaybeIncorrect);
    }

    #[test]
    fn a_suggestion_is_certain_where_nothing_else_can_be_meant() {
        let found = Diagnostic::error(Code::UnknownType, Span::new(1, 5), "`pass` is no type");
        let cases = [
            (found.clone().suggest(Span::new(1, 5), "Pass"), false),
            (
                found
                    .clone()
                    .suggest_keyword(Span::new(1, 5), "pass", "Pass"),
                true,
            ),
            (
                found
                    .clone()
                    .suggest_keyword(Span::new(1, 5), "Past", "Pass"),
                false,
            ),
            (found.fix(Span::new(1, 5), "Pass", "write `Pass`"), true),
        ];
        for (built, certain) in cases {
            let applicability = built.suggestion.as_ref().unwrap().applicability;
            assert_eq!(
                applicability == Applicability::MachineApplicable,
                certain,
                "{built}"
            );
        }
    }

    #[test]
    fn display_is_the_first_line() {
        let note = Diagnostic::note(Code::UnknownTask, Span::default(), "task `a` is not used");
        assert_eq!(note.to_string(), "note[ASL0704]: task `a` is not used");
        assert!(!note.is_error());
        assert!(note.severity(Severity::Error).is_error());
    }

    #[test]
    fn label_needs_a_place() {
        assert_eq!(
            Diagnostic::file(Code::EmptyFile, "definition is empty")
                .label("here")
                .primary,
            None
        );
    }
}
