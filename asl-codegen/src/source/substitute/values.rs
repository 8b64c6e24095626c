//! The values of placeholders, which of them were used, and what there is to say about it.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Severity, suggest};
use crate::source::Span;

/// What the help about a template expression says.
const RENDER_FIRST: &str = "render the template before it is compiled, or put a placeholder with a plain name there and give it a value";

/// The values of one definition's placeholders while they are filled in.
pub(in crate::source) struct Values<'a> {
    values: &'a [(String, String)],
    /// Which of the values a placeholder asked for.
    used: Vec<bool>,
    /// Names without a value.
    unfilled: BTreeSet<String>,
    findings: Vec<Diagnostic>,
}

impl<'a> Values<'a> {
    pub(in crate::source) fn new(values: &'a [(String, String)]) -> Self {
        Self {
            values,
            used: vec![false; values.len()],
            unfilled: BTreeSet::new(),
            findings: Vec::new(),
        }
    }

    /// The value of `name`; of two the first.
    pub(in crate::source) fn get(&mut self, name: &str) -> Option<&'a str> {
        let index = self.values.iter().position(|(key, _)| key == name)?;
        if let Some(used) = self.used.get_mut(index) {
            *used = true;
        }
        self.values.get(index).map(|(_, value)| value.as_str())
    }

    /// A placeholder without a value in a string stays, with one warning per name.
    pub(super) fn unfilled_string(&mut self, name: &str, span: Span) {
        if self.unfilled.insert(name.to_owned()) {
            let message = format!("placeholder `${{{name}}}` has no value and stays as it is");
            self.findings.push(
                Diagnostic::warning(Code::UnfilledPlaceholder, span, message).help(give(name)),
            );
        }
    }

    /// A placeholder without a value elsewhere is an error.
    pub(super) fn unfilled_value(&mut self, name: &str, span: Span) {
        self.unfilled.insert(name.to_owned());
        let message = format!("placeholder `${{{name}}}` has no value");
        self.findings.push(
            Diagnostic::error(Code::UnfilledValue, span, message)
                .label("without a value this is not JSON")
                .help(give(name)),
        );
    }

    /// What is filled in between the values of a JSON text must be a value itself.
    pub(super) fn not_one_value(&mut self, name: &str, value: &str, span: Span) {
        let message = format!("the value of placeholder `${{{name}}}` is not one JSON value");
        self.findings.push(
            Diagnostic::error(Code::FilledValue, span, message)
                .label(format!("filled in as `{value}`"))
                .help("to make it a string, put the placeholder in quotes"),
        );
    }

    /// Only the template language can say what an expression is: in a string it stays, elsewhere that is an error.
    pub(super) fn expression(&mut self, text: &str, span: Span, in_string: bool) {
        let (severity, what) = stays(in_string);
        let message = format!("template expression `{}` {what}", shortened(text));
        self.findings.push(
            Diagnostic::warning(Code::TemplateExpression, span, message)
                .severity(severity)
                .help(RENDER_FIRST),
        );
    }

    /// The same for a directive.
    pub(in crate::source) fn directive(&mut self, text: &str, span: Span, in_string: bool) {
        let (severity, what) = stays(in_string);
        let message = format!("template directive `{}` {what}", shortened(text));
        self.findings.push(
            Diagnostic::warning(Code::TemplateDirective, span, message)
                .severity(severity)
                .help("render the template before it is compiled; two definitions do for an `if`"),
        );
    }

    /// Everything found, with the values that nothing asked for.
    pub(in crate::source) fn finish(mut self) -> Vec<Diagnostic> {
        for ((name, _), used) in self.values.iter().zip(self.used) {
            if used {
                continue;
            }
            let message =
                format!("substitution `{name}` is not used: the definition has no `${{{name}}}`");
            let unused =
                Diagnostic::file(Code::UnusedSubstitution, message).severity(Severity::Warning);
            let near = suggest::nearest(name, self.unfilled.iter().map(String::as_str));
            self.findings.push(match near {
                Some(near) => unused.help(format!("did you mean `{near}`?")),
                None => unused,
            });
        }
        self.findings
    }
}

fn give(name: &str) -> String {
    format!(
        "give it a value: `substitutions = {{ \"{name}\" = \"..\" }}`, or `--set {name}=..` on the command line"
    )
}

fn stays(in_string: bool) -> (Severity, &'static str) {
    if in_string {
        (Severity::Warning, "is not evaluated and stays as it is")
    } else {
        (Severity::Error, "cannot be evaluated")
    }
}

/// The first line of `text`, or the beginning of it.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}..", line.get(..end).unwrap_or_default()),
        None if line.len() < text.len() => format!("{line}.."),
        None => line.to_owned(),
    }
}
