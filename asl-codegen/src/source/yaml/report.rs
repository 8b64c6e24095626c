//! What to say about text that is not YAML, or not the YAML of a definition.

use std::ops::Range;

use granit_parser::{ErrorKind, ScanError, Tag};

use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::source::Span;
use crate::source::json::MAX_DEPTH;

/// What a template directive begins with.
const DIRECTIVES: [&str; 2] = ["%{", "%{~"];

/// The characters from `at` to the end of the word, at least one where there is one.
fn word_at(text: &str, at: usize) -> Range<usize> {
    let at = crate::source::floor_boundary(text, at);
    let rest = text.get(at..).unwrap_or_default();
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let ends = |c: char| c.is_whitespace() || ",:[]{}\"'".contains(c);
    match rest.find(ends).unwrap_or(rest.len()) {
        _ if rest.starts_with(['\n', '\r']) => at..at,
        len => at..at + len.max(first),
    }
}

/// The tabs up to `at`.
fn tabs_before(text: &str, at: usize) -> Range<usize> {
    let before = text.get(..at).unwrap_or_default();
    before.trim_end_matches('\t').len()..before.len()
}

/// A violation of the syntax.
pub(super) fn syntax(text: &str, error: &ScanError) -> Diagnostic {
    let at = error.marker().byte_offset().unwrap_or(text.len());
    let span = Span::from_range(match error.kind() {
        // Reported behind them.
        ErrorKind::TabInBlockIndentation => tabs_before(text, at),
        _ => word_at(text, at),
    });
    if matches!(error.kind(), ErrorKind::RecursionLimitExceeded) {
        // The parser's own limit is above ours; it is met first where the parser looks ahead.
        return nested_too_deep(span);
    }
    let (message, help) = explain(error.kind());
    let message = message.unwrap_or_else(|| error.info());
    let diagnostic = Diagnostic::error(
        Code::NotYaml,
        span,
        format!("definition is not valid YAML: {message}"),
    );
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// The usual mistakes in our words, and what to do about them.
fn explain(kind: &ErrorKind) -> (Option<String>, Option<&'static str>) {
    let quote = Some("put the value in quotes");
    let (message, help) = match kind {
        ErrorKind::UnexpectedCharacter { character } => {
            return (
                Some(format!("a plain value cannot begin with `{character}`")),
                quote,
            );
        }
        ErrorKind::MappingValueNotAllowed => (
            "a `:` where no value can begin",
            Some("check the indentation, or put a value with `: ` in it in quotes"),
        ),
        ErrorKind::ExpectedBlockMappingKey => (
            "this line does not continue the mapping above it",
            Some("indent it as much as the keys it stands with"),
        ),
        ErrorKind::ExpectedBlockSequenceEntry => (
            "this line does not continue the sequence above it",
            Some("begin an element with `- `, indented as much as the elements before it"),
        ),
        ErrorKind::ExpectedFlowMappingSeparator => (
            "expected `,` or `}`",
            Some("put a value with `: ` or `,` in it in quotes"),
        ),
        ErrorKind::ExpectedFlowSequenceSeparator => (
            "expected `,` or `]`",
            Some("put a value with `: ` or `,` in it in quotes"),
        ),
        ErrorKind::InvalidTrailingSingleQuotedScalar
        | ErrorKind::InvalidTrailingDoubleQuotedScalar => (
            "text after a value in quotes",
            Some("quotes go around the whole value"),
        ),
        ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabNotAllowed => ("a tab in the indentation", Some("indent with spaces")),
        ErrorKind::UnclosedQuotedScalar => ("a string that is never closed", None),
        ErrorKind::UnclosedFlowCollection { open } => {
            return (Some(format!("`{open}` is never closed")), None);
        }
        ErrorKind::UnknownQuotedScalarEscape => (
            "an unknown escape in this string",
            Some(
                "write `\\\\` for a backslash, or put the string in single quotes, which know no escapes",
            ),
        ),
        ErrorKind::ExpectedDocumentStart => (
            "text after the definition",
            Some("a definition is one mapping; remove what follows it"),
        ),
        _ => return (None, None),
    };
    (Some(message.to_owned()), help)
}

pub(super) fn empty() -> Diagnostic {
    Diagnostic::file(Code::EmptyFile, "definition is empty")
        .help("a definition is a mapping with at least the fields `StartAt` and `States`")
}

pub(super) fn too_deep(span: Span) -> Diagnostic {
    nested_too_deep(span).label(format!("this is level {}", MAX_DEPTH + 1))
}

fn nested_too_deep(span: Span) -> Diagnostic {
    let message = format!("definition is nested more than {MAX_DEPTH} levels deep");
    Diagnostic::error(Code::TooDeep, span, message)
}

pub(super) fn documents(span: Span) -> Diagnostic {
    Diagnostic::error(Code::YamlDocuments, span, "a second document in one file")
        .label("the second document begins here")
        .help("a file holds one definition; put the other one in a file of its own")
}

/// A key that is no string. `what` is "a number", "null", ..; `written` its text, where quotes would help.
pub(super) fn key(span: Span, what: &str, written: Option<&str>) -> Diagnostic {
    let message = match written {
        Some(written) => format!("key `{written}` is {what}, not a string"),
        None => format!("a key is {what}, not a string"),
    };
    let diagnostic = Diagnostic::error(Code::YamlKey, span, message);
    match written.filter(|written| !written.is_empty()) {
        Some(written) => {
            let quoted = format!("\"{written}\"");
            let text = format!("to make it a string, put it in quotes: `{quoted}`");
            // Nobody calls a state or a field after null; a number or `on` can be its name.
            if what == "null" {
                diagnostic.suggest_with(span, quoted, text)
            } else {
                diagnostic.fix(span, quoted, text)
            }
        }
        None => diagnostic.help("keys are the names of fields and states: strings"),
    }
}

pub(super) fn merge(span: Span) -> Diagnostic {
    Diagnostic::error(Code::YamlMerge, span, "merge key `<<` is not supported")
        .label("YAML 1.2 does not have it")
        .help("write the fields out, or use an alias as the whole value of a field")
}

pub(super) fn tag(tag: &Tag, span: Span) -> Diagnostic {
    let name = format!("{}{}", tag.original_handle(), tag.suffix());
    let diagnostic = Diagnostic::error(
        Code::YamlTag,
        span,
        format!("tag `{name}` means nothing in a definition"),
    );
    if tag.original_handle() != "!" {
        return diagnostic.help("the tags of the core schema are `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map`, `!!seq`");
    }
    diagnostic.help(match tag.suffix() {
        "Sub" => "CloudFormation evaluates `!Sub` in a template only; here write the text itself: `${Name}` in it is a placeholder that `substitutions` fills",
        "Ref" | "GetAtt" | "ImportValue" | "FindInMap" | "Join" | "Select" | "If" => {
            "CloudFormation evaluates it in a template only; here write a placeholder, `${Name}`, that `substitutions` fills"
        }
        _ => "remove the tag",
    })
}

/// A value that is not what its tag says.
pub(super) fn not_of_tag(tag: &Tag, span: Span, what: &str) -> Diagnostic {
    let name = format!("{}{}", tag.original_handle(), tag.suffix());
    Diagnostic::error(Code::YamlTag, span, format!("tag `{name}` on {what}"))
        .help("remove the tag or change the value")
}

pub(super) fn unknown_anchor<'a>(
    name: &str,
    span: Span,
    anchors: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("alias `*{name}` has no anchor before it");
    let diagnostic = Diagnostic::error(Code::YamlAlias, span, message);
    match suggest::nearest(name, anchors) {
        Some(near) => diagnostic.suggest(span, format!("*{near}")),
        None => diagnostic.help(format!("write `&{name}` before the value that is meant")),
    }
}

pub(super) fn recursive(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::YamlAlias,
        span,
        "alias inside the value that it stands for",
    )
    .help("a definition is a tree; write the value out")
}

pub(super) fn too_many_aliases(span: Span, limit: usize) -> Diagnostic {
    let message =
        format!("the aliases up to this one stand for more than {limit} values and characters");
    Diagnostic::error(Code::YamlAlias, span, message)
        .help("aliases of aliases multiply; write the values out")
}

pub(super) fn not_finite(span: Span, written: &str) -> Diagnostic {
    let message = format!("JSON has no number `{written}`");
    Diagnostic::error(Code::YamlNumber, span, message)
        .help("if a string is meant, put it in quotes")
}

/// Places of template directives that begin a line, where YAML would call them a directive of its own.
pub(super) fn template_directives(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let start = at + line.len() - trimmed.len();
        let word = DIRECTIVES
            .iter()
            .filter_map(|open| trimmed.strip_prefix(open))
            .map(|rest| rest.trim_start().split(|c: char| !c.is_ascii_alphabetic()))
            .find_map(|mut words| words.next().filter(|word| !word.is_empty()));
        if matches!(word, Some("if" | "else" | "endif" | "for" | "endfor")) {
            ranges.push(start..start + trimmed.trim_end().len());
        }
        at += line.len();
    }
    ranges
}
