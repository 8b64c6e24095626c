//! Showing diagnostics to people.
//!
//! [`human`] is the form with the lines of the file, [`inline`] the same for places that put `error: ` before it
//! themselves, [`short`] one line, [`all`] a whole list.

mod excerpt;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use self::excerpt::Excerpt;
use super::{Diagnostic, Label, Severity};
use crate::source::{Source, Span};

/// How many diagnostics are worth showing at once.
pub const DEFAULT_LIMIT: usize = 100;

/// Messages quote what users wrote, which may be of any length.
const LONGEST_TEXT: usize = 400;

/// Lines are cut by [`Excerpt`], which knows what has to stay; the renderer should not cut them again.
const WIDTH: usize = 10_000;

/// The diagnostic with the lines of the file it is about, as rustc shows its own; ends without a line break.
///
/// For a file that could not be read, `source` has the name and an empty text.
///
/// ```
/// use asl_codegen::diagnostic::{render, Code, Diagnostic};
/// use asl_codegen::source::{Source, Span};
///
/// let source = Source::new("hello.asl.json", "{\n  \"StartAt\": \"Helo\"\n}");
/// let diagnostic = Diagnostic::error(Code::UnknownTarget, Span::new(15, 21), "state `Helo` does not exist")
///     .label("no such state")
///     .suggest(Span::new(16, 20), "Hello");
/// assert_eq!(render::human(&diagnostic, &source), "\
/// error[ASL0201]: state `Helo` does not exist
///  --> hello.asl.json:2:14
///   |
/// 2 |   \"StartAt\": \"Helo\"
///   |              ^^^^^^ no such state
///   |
///   = help: did you mean `Hello`?");
/// ```
pub fn human(diagnostic: &Diagnostic, source: &Source) -> String {
    let Diagnostic {
        code,
        severity,
        message,
        ..
    } = diagnostic;
    format!(
        "{severity}[{code}]: {}\n{}",
        printable(message),
        body(diagnostic, source)
    )
}

/// The same for the message of `compile_error!`: without the leading `error`, which rustc prints itself.
///
/// The code ends the first line, since rustc has no place for it before the message.
pub fn inline(diagnostic: &Diagnostic, source: &Source) -> String {
    format!(
        "{} [{}]\n{}",
        printable(&diagnostic.message),
        diagnostic.code,
        body(diagnostic, source)
    )
}

/// The diagnostic in one line: `flows/order.asl.json:4:40: error[ASL0201]: state ...`.
pub fn short(diagnostic: &Diagnostic, source: &Source) -> String {
    let Diagnostic {
        code,
        severity,
        message,
        ..
    } = diagnostic;
    format!(
        "{}: {severity}[{code}]: {}",
        location(diagnostic, source),
        printable(message)
    )
}

/// The first `limit` diagnostics as [`human`] shows them, a blank line between them, and how many more there are.
pub fn all(diagnostics: &[Diagnostic], source: &Source, limit: usize) -> String {
    let mut shown: Vec<String> = diagnostics
        .iter()
        .take(limit)
        .map(|diagnostic| human(diagnostic, source))
        .collect();
    match diagnostics.len().saturating_sub(limit) {
        0 => {}
        1 => shown.push("... and 1 more".to_owned()),
        more => shown.push(format!("... and {more} more")),
    }
    shown.join("\n\n")
}

/// Where it is, as editors and terminals recognise it.
fn location(diagnostic: &Diagnostic, source: &Source) -> String {
    match diagnostic.span() {
        Some(span) => format!("{}:{}", source.name(), source.position(span.start)),
        None => source.name().to_owned(),
    }
}

/// What follows the first line: location, lines of the file, help.
fn body(diagnostic: &Diagnostic, source: &Source) -> String {
    let location = location(diagnostic, source);
    let suggestion = diagnostic
        .suggestion
        .iter()
        .map(|suggestion| &suggestion.text);
    let help = diagnostic
        .help
        .iter()
        .chain(suggestion)
        .map(|text| printable(text));
    let Some(primary) = &diagnostic.primary else {
        let help: String = help.map(|text| format!("\n  = help: {text}")).collect();
        return format!(
            " --> {location}{}{help}",
            if help.is_empty() { "" } else { "\n  |" }
        );
    };
    let labels: Vec<&Label> = std::iter::once(primary)
        .chain(&diagnostic.secondary)
        .collect();
    let spans: Vec<Span> = labels.iter().map(|label| label.span).collect();
    let excerpt = Excerpt::new(source, &spans);
    // The renderer's own location would count columns in what is left of a long line.
    let indent = " ".repeat(excerpt.number_width());
    let group = Group::with_level(level(diagnostic.severity))
        .element(snippet(excerpt, &labels))
        .elements(help.map(|text| Level::HELP.message(text)));
    let rendered = Renderer::plain().term_width(WIDTH).render(&[group]);
    format!("{indent}--> {location}\n{}", rendered.trim_end())
}

fn snippet<'a>(excerpt: Excerpt, labels: &[&Label]) -> Snippet<'a, Annotation<'a>> {
    let annotations =
        labels
            .iter()
            .zip(excerpt.ranges)
            .enumerate()
            .map(|(index, (label, range))| {
                let kind = if index == 0 {
                    AnnotationKind::Primary
                } else {
                    AnnotationKind::Context
                };
                kind.span(range)
                    .label((!label.text.is_empty()).then(|| printable(&label.text)))
            });
    Snippet::source(excerpt.text)
        .line_start(excerpt.first_line)
        .annotations(annotations)
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// The text in one line of bounded length, with nothing in it that a terminal acts on.
fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len().min(LONGEST_TEXT));
    for (count, c) in text.chars().enumerate() {
        if count == LONGEST_TEXT {
            printable.push_str("...");
            break;
        }
        match c {
            '\n' | '\r' | '\t' => printable.extend(c.escape_default()),
            c if c.is_control() || is_bidi(c) => printable.extend(c.escape_unicode()),
            c => printable.push(c),
        }
    }
    printable
}

/// Characters that reorder the text around them.
fn is_bidi(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests;
