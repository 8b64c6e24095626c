//! `cargo asl fix`.

use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::Source;
use asl_codegen::diagnostic::fix;
use asl_codegen::diagnostic::render::DEFAULT_LIMIT;
use similar::TextDiff;

use crate::cli::FixArgs;
use crate::definition::{Compiler, Definition};
use crate::failure::Failure;
use crate::files::Input;
use crate::terminal::Terminal;
use crate::{Outcome, check, files};

/// One edit can bring up the next, a comma after another; but not without end.
const MOST_ROUNDS: usize = 1_000;

pub(crate) fn run(args: &FixArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let inputs = files::inputs(&args.files)?;
    let compiler = Compiler::new(&args.definition, inputs.len())?;
    let mut definitions = Vec::with_capacity(inputs.len());
    let mut edits = 0;
    for input in &inputs {
        let Input::File(path) = input else {
            return Err(Failure::new("standard input cannot be repaired in place")
                .help("give files, or use `check`"));
        };
        let fixed = fixed(compiler.definition(input), &compiler);
        if let Some(original) = &fixed.original {
            finish(
                path,
                original,
                fixed.definition.source.text(),
                args,
                terminal,
            )?;
            edits += fixed.edits;
        }
        definitions.push(fixed.definition);
    }
    let verb = if args.dry_run { "would make" } else { "made" };
    terminal.note(&format!("{verb} {}", check::counted(edits, "change")));
    // What a person has to decide.
    let rest = check::human(&definitions, DEFAULT_LIMIT, terminal.error_style());
    if !rest.is_empty() {
        terminal.note(&format!("\n{}", rest.trim_end()));
        terminal.note(&check::summary(&definitions));
    }
    Ok(check::outcome(&definitions))
}

/// A definition after all edits that are certain.
struct Fixed {
    definition: Definition,
    /// The text before; none if there was nothing to do.
    original: Option<String>,
    edits: usize,
}

fn fixed(mut definition: Definition, compiler: &Compiler) -> Fixed {
    let mut original = None;
    let mut edits = 0;
    for _ in 0..MOST_ROUNDS {
        let Some(next) = fix::apply(definition.source.text(), &definition.diagnostics) else {
            break;
        };
        // An edit that changes nothing would be made for ever.
        if next.text == definition.source.text() {
            break;
        }
        edits += next.edits;
        let name = definition.source.name().to_owned();
        let before = definition.source.text().to_owned();
        original.get_or_insert(before);
        definition = compiler.compile(Source::new(name, next.text));
    }
    Fixed {
        definition,
        original,
        edits,
    }
}

/// Writes the new text, or shows what it would change.
fn finish(
    path: &Path,
    old: &str,
    new: &str,
    args: &FixArgs,
    terminal: &Terminal,
) -> Result<(), Failure> {
    if args.dry_run {
        let name = path.display();
        let diff = TextDiff::from_lines(old, new);
        let mut unified = diff.unified_diff();
        return terminal.print(
            &unified
                .header(&format!("a/{name}"), &format!("b/{name}"))
                .to_string(),
        );
    }
    write(path, new)
        .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))
}

/// Replaces the file as a whole: whoever reads it meanwhile, and whoever interrupts this, has the old text or the new.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    // A link stays a link.
    let path = fs::canonicalize(path)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let scratch: PathBuf = path.with_file_name(name);
    let written = fs::write(&scratch, text)
        .and_then(|()| fs::set_permissions(&scratch, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&scratch, &path));
    if written.is_err() {
        let _ = fs::remove_file(&scratch);
    }
    written
}
