//! Showing diagnostics to people and to programs.
//!
//! For people, [`human`] is the form with the lines of the file, [`styled`] the same for a terminal, [`inline`] the same
//! for places that put `error: ` before it themselves, [`short`] one line, [`all`] a whole list. For programs,
//! [`json`](fn@json), [`sarif`](fn@sarif) and [`github`].

mod excerpt;
mod github;
mod json;
mod sarif;
mod style;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use self::excerpt::Excerpt;
use super::{Applicability, Code, Diagnostic, Label, Severity};
use crate::source::{Node, Source, Span};

pub use github::github;
pub use json::json;
pub use sarif::{Tool, sarif};
pub use style::Style;

/// How many diagnostics are worth showing at once.
pub const DEFAULT_LIMIT: usize = 100;

/// Messages quote what users wrote, which may be of any length.
const LONGEST_TEXT: usize = 400;

/// Lines are cut by [`Excerpt`], which knows what has to stay; the renderer should not cut them again.
const WIDTH: usize = 10_000;

/// A definition and what there is to say about it.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'a> {
    /// The definition.
    pub source: &'a Source,
    /// Its document, where the text has one: [`Compilation::tree`](crate::Compilation::tree).
    pub tree: Option<&'a Node>,
    /// What there is to say.
    pub diagnostics: &'a [Diagnostic],
}

/// The page about a code.
pub fn page_url(code: Code) -> String {
    format!(
        "{}/blob/main/docs/errors/{code}.md",
        env!("CARGO_PKG_REPOSITORY")
    )
}

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
    styled(diagnostic, source, Style::default())
}

/// As [`human`], with the colours and the drawing of `style`.
pub fn styled(diagnostic: &Diagnostic, source: &Source, style: Style) -> String {
    let Diagnostic {
        code,
        severity,
        message,
        ..
    } = diagnostic;
    let kind = style.severity(*severity, &format!("{severity}[{code}]"));
    let message = style.strong(&format!(": {}", printable(message)));
    style.encoded(format!(
        "{kind}{message}\n{}",
        body(diagnostic, source, style)
    ))
}

/// The same for the message of `compile_error!`: without the leading `error`, which rustc prints itself.
///
/// The code ends the first line, since rustc has no place for it before the message.
pub fn inline(diagnostic: &Diagnostic, source: &Source) -> String {
    format!(
        "{} [{}]\n{}",
        printable(&diagnostic.message),
        diagnostic.code,
        body(diagnostic, source, Style::default())
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
    let name = escaped(source.name());
    match diagnostic.span() {
        Some(span) => format!("{name}:{}", source.position(span.start)),
        None => name,
    }
}

/// What follows the first line: location, lines of the file, help.
fn body(diagnostic: &Diagnostic, source: &Source, style: Style) -> String {
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
        return without_excerpt(&location, help.collect(), style);
    };
    let labels: Vec<&Label> = std::iter::once(primary)
        .chain(&diagnostic.secondary)
        .collect();
    let spans: Vec<Span> = labels.iter().map(|label| label.span).collect();
    let excerpt = Excerpt::new(source, &spans);
    let indent = " ".repeat(excerpt.number_width());
    let group = Group::with_level(level(diagnostic.severity))
        .element(snippet(excerpt, &labels))
        .elements(help.map(|text| Level::HELP.message(text)));
    let rendered = renderer(style).render(&[group]);
    // Its first line is only the beginning of the drawing. The renderer's own location would count columns in what is
    // left of a long line.
    let lines = rendered.split_once('\n').map_or("", |(_, lines)| lines);
    format!(
        "{indent}{} {location}\n{indent} {}\n{}",
        style.frame(style.arrow()),
        style.frame(style.bar()),
        lines.trim_end()
    )
}

/// The body of what has no place in the text.
fn without_excerpt(location: &str, help: Vec<String>, style: Style) -> String {
    let mut body = format!(" {} {location}", style.frame(style.arrow()));
    if !help.is_empty() {
        body.push_str(&format!("\n  {}", style.frame(style.bar())));
    }
    for (index, text) in help.iter().enumerate() {
        let corner = style.frame(style.corner(index + 1 == help.len()));
        body.push_str(&format!("\n  {corner} {}: {text}", style.strong("help")));
    }
    body
}

fn renderer(style: Style) -> Renderer {
    let renderer = if style.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let decor = if style.unicode {
        DecorStyle::Unicode
    } else {
        DecorStyle::Ascii
    };
    renderer.decor_style(decor).term_width(WIDTH)
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
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => escaped(text.get(..end).unwrap_or_default()) + "...",
        None => escaped(text),
    }
}

/// The text in one line, with nothing in it that a terminal acts on.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => escaped.extend(c.escape_default()),
            c if c.is_control() || is_bidi(c) => escaped.extend(c.escape_unicode()),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Characters that reorder the text around them.
fn is_bidi(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests;
