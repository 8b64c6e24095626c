//! The form for programs, described in `docs/json-output.md`: change the two together.

use serde::Serialize;

use super::{Applicability, Diagnostic, Findings, Label, Node, Severity, Source, Span, page_url};

/// The version of the form. Members may be added under one version; any other change is the next.
const VERSION: u32 = 1;

/// The findings of all files as one JSON document in one line, as `docs/json-output.md` describes it.
///
/// ```
/// use asl_codegen::diagnostic::render::{self, Findings};
/// use asl_codegen::{Options, Source, compile};
///
/// let source = Source::new("a.json", "{}");
/// let compilation = compile(&source, &Options::default());
/// let findings = Findings {
///     source: &source,
///     tree: compilation.tree.as_ref(),
///     diagnostics: &compilation.diagnostics,
/// };
/// let document = render::json(&[findings]);
/// assert!(document.starts_with(r#"{"version":1,"summary":{"files":1,"errors":1,"#));
/// ```
pub fn json(files: &[Findings<'_>]) -> String {
    let document = Document {
        version: VERSION,
        summary: Summary::new(files),
        files: files.iter().map(File::new).collect(),
    };
    // Strings and numbers only: there is nothing that could fail.
    serde_json::to_string(&document).unwrap_or_default()
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    summary: Summary,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct Summary {
    files: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl Summary {
    fn new(files: &[Findings<'_>]) -> Self {
        let all = || files.iter().flat_map(|file| file.diagnostics);
        let count = |severity| all().filter(|found| found.severity == severity).count();
        Self {
            files: files.len(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
        }
    }
}

#[derive(Serialize)]
struct File<'a> {
    file: &'a str,
    findings: Vec<Finding<'a>>,
}

impl<'a> File<'a> {
    fn new(file: &Findings<'a>) -> Self {
        let places = Places {
            source: file.source,
            tree: file.tree,
        };
        Self {
            file: file.source.name(),
            findings: file
                .diagnostics
                .iter()
                .map(|diagnostic| Finding::new(diagnostic, &places))
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'static str,
    title: &'static str,
    category: Option<&'static str>,
    severity: String,
    message: &'a str,
    place: Option<Place<'a>>,
    related: Vec<Place<'a>>,
    help: &'a [String],
    suggestion: Option<Edit<'a>>,
    page: String,
}

impl<'a> Finding<'a> {
    fn new(diagnostic: &'a Diagnostic, places: &Places<'_>) -> Self {
        let code = diagnostic.code;
        let suggestion = diagnostic.suggestion.as_ref().map(|suggestion| Edit {
            message: &suggestion.text,
            applicability: match suggestion.applicability {
                Applicability::MachineApplicable => "machine-applicable",
                Applicability::MaybeIncorrect => "maybe-incorrect",
            },
            replacement: &suggestion.replacement,
            start: places.position(suggestion.span.start),
            end: places.position(suggestion.span.end),
        });
        Self {
            code: code.as_str(),
            title: code.title(),
            category: code.category().map(|category| category.as_str()),
            severity: diagnostic.severity.to_string(),
            message: &diagnostic.message,
            place: diagnostic.primary.as_ref().map(|label| places.place(label)),
            related: diagnostic
                .secondary
                .iter()
                .map(|label| places.place(label))
                .collect(),
            help: &diagnostic.help,
            suggestion,
            page: page_url(code),
        }
    }
}

#[derive(Serialize)]
struct Place<'a> {
    label: &'a str,
    pointer: Option<String>,
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Edit<'a> {
    message: &'a str,
    applicability: &'static str,
    replacement: &'a str,
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
    offset: u32,
}

/// A file, for the places in it.
struct Places<'a> {
    source: &'a Source,
    tree: Option<&'a Node>,
}

impl Places<'_> {
    fn place<'l>(&self, label: &'l Label) -> Place<'l> {
        let Span { start, end } = label.span;
        Place {
            label: &label.text,
            pointer: self.tree.map(|tree| tree.pointer(label.span)),
            start: self.position(start),
            end: self.position(end),
        }
    }

    fn position(&self, offset: u32) -> Position {
        let position = self.source.position(offset);
        Position {
            line: position.line,
            column: position.column,
            offset,
        }
    }
}
