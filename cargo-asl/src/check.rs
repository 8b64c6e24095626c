//! `cargo asl check`.

use asl_codegen::diagnostic::render::{self, Findings, Style, Tool};
use asl_codegen::diagnostic::{Diagnostic, Severity, fix};

use crate::cli::{CheckArgs, Deny, Format};
use crate::definition::{Compiler, Definition};
use crate::failure::Failure;
use crate::terminal::Terminal;
use crate::{Outcome, explain, files};

const TOOL: Tool<'static> = Tool {
    name: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
    page: explain::page,
};

pub(crate) fn run(args: &CheckArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let inputs = files::inputs(&args.files)?;
    let compiler = Compiler::new(&args.definition, inputs.len())?;
    let mut definitions = Vec::with_capacity(inputs.len());
    for input in &inputs {
        let mut definition = compiler.definition(input);
        deny(&mut definition.diagnostics, args.deny);
        definitions.push(definition);
    }
    if args.format == Format::Human {
        let findings = human(&definitions, args.limit, terminal.output_style());
        terminal.print_styled(&findings)?;
    } else {
        terminal.print(&for_programs(&definitions, args))?;
    }
    if !args.quiet && matches!(args.format, Format::Human | Format::Short) {
        terminal.note(&summary(&definitions));
        if let Some(hints) = hints(&definitions) {
            terminal.note(&hints);
        }
    }
    Ok(outcome(&definitions))
}

/// Makes errors of the findings that are denied.
fn deny(diagnostics: &mut [Diagnostic], deny: Option<Deny>) {
    let least = match deny {
        None => Severity::Error,
        Some(Deny::Warnings) => Severity::Warning,
        Some(Deny::Notes) => Severity::Note,
    };
    for found in diagnostics
        .iter_mut()
        .filter(|found| found.severity >= least)
    {
        found.severity = Severity::Error;
    }
}

/// The forms that a program reads, at least line by line.
fn for_programs(definitions: &[Definition], args: &CheckArgs) -> String {
    let findings =
        || -> Vec<Findings<'_>> { definitions.iter().map(Definition::findings).collect() };
    let each = |line: fn(&Diagnostic, &asl_codegen::Source) -> String| -> String {
        let lines = definitions.iter().map(|definition| {
            limited(definition, args.limit, "\n", |found| {
                line(found, &definition.source)
            })
        });
        lines.collect()
    };
    match args.format {
        Format::Human | Format::Short => each(render::short),
        Format::Github => each(render::github),
        Format::Json => render::json(&findings()) + "\n",
        Format::Sarif => render::sarif(&findings(), TOOL) + "\n",
    }
}

/// The findings with the lines of their files, as the macro shows them.
pub(crate) fn human(definitions: &[Definition], limit: usize, style: Style) -> String {
    let definitions = definitions.iter().map(|definition| {
        limited(definition, limit, "\n\n", |found| {
            render::styled(found, &definition.source, style)
        })
    });
    definitions.collect()
}

/// The first findings of a definition (with a limit of 0, all), each with `end` behind it, and how many more there are.
fn limited(
    definition: &Definition,
    limit: usize,
    end: &str,
    mut show: impl FnMut(&Diagnostic) -> String,
) -> String {
    let all = definition.diagnostics.len();
    let limit = if limit == 0 { all } else { limit };
    let mut text = String::new();
    for found in definition.diagnostics.iter().take(limit) {
        text.push_str(&show(found));
        text.push_str(end);
    }
    if all > limit {
        let name = definition.source.name();
        text.push_str(&format!(
            "{name}: {} more findings are not shown{end}",
            all - limit
        ));
    }
    text
}

/// `checked 3 definitions: 2 errors, 1 warning`.
pub(crate) fn summary(definitions: &[Definition]) -> String {
    let kinds = [
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Note, "note"),
    ];
    let counts: Vec<String> = kinds
        .into_iter()
        .map(|(severity, name)| (definitions.iter().map(|d| d.count(severity)).sum(), name))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| counted(count, name))
        .collect();
    let counts = if counts.is_empty() {
        "nothing to say".to_owned()
    } else {
        counts.join(", ")
    };
    format!(
        "checked {}: {counts}",
        counted(definitions.len(), "definition")
    )
}

/// What to do next; none if all is well.
fn hints(definitions: &[Definition]) -> Option<String> {
    let mut found = definitions
        .iter()
        .flat_map(|definition| &definition.diagnostics);
    let code = found.find(|found| found.is_error())?.code;
    let mut hints = format!("more about an error: cargo asl explain {code}");
    let is_fixable = |definition: &Definition| {
        fix::apply(definition.source.text(), &definition.diagnostics).is_some()
    };
    if definitions.iter().any(is_fixable) {
        hints.push_str("\nrepair what is certain: cargo asl fix FILE");
    }
    Some(hints)
}

/// `1 error`, `2 errors`.
pub(crate) fn counted(count: usize, name: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {name}{plural}")
}

/// The worst that became of the definitions.
pub(crate) fn outcome(definitions: &[Definition]) -> Outcome {
    if definitions.iter().any(Definition::is_unreadable) {
        Outcome::Unreadable
    } else if definitions
        .iter()
        .any(|definition| definition.count(Severity::Error) > 0)
    {
        Outcome::Refused
    } else {
        Outcome::Fine
    }
}
