//! `cargo asl expand`.

use asl_codegen::build;
use asl_codegen::diagnostic::render::DEFAULT_LIMIT;

use crate::cli::ExpandArgs;
use crate::definition::Compiler;
use crate::failure::Failure;
use crate::terminal::Terminal;
use crate::{Outcome, check, files};

pub(crate) fn run(args: &ExpandArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let input = files::single(&args.file)?;
    let definition = [Compiler::new(&args.definition, 1)?.definition(&input)];
    // Findings go where they are not mistaken for code.
    let findings = check::human(&definition, DEFAULT_LIMIT, terminal.error_style());
    if !findings.is_empty() {
        terminal.note(findings.trim_end());
    }
    let outcome = check::outcome(&definition);
    let [definition] = definition;
    if let (Outcome::Fine, Some(compilation)) = (outcome, definition.compilation) {
        let mut text = String::new();
        for line in &compilation.docs {
            let line = format!("//! {line}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        let code = build::format(&compilation).map_err(Failure::new)?;
        terminal.print(&format!("{text}\n{code}"))?;
    }
    Ok(outcome)
}
