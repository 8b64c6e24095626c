//! `cargo asl graph`.

use asl_codegen::diagnostic::render::DEFAULT_LIMIT;
use asl_codegen::graph::Graph;

use crate::cli::{GraphArgs, GraphFormat};
use crate::definition::Compiler;
use crate::failure::Failure;
use crate::terminal::Terminal;
use crate::{Outcome, check, files};

pub(crate) fn run(args: &GraphArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let input = files::single(&args.file)?;
    let definition = [Compiler::new(&args.definition, 1)?.definition(&input)];
    let findings = check::human(&definition, DEFAULT_LIMIT, terminal.error_style());
    if !findings.is_empty() {
        terminal.note(findings.trim_end());
    }
    let [definition] = &definition;
    let graph = definition
        .compilation
        .as_ref()
        .and_then(|compilation| compilation.graph.as_ref());
    if let Some(graph) = graph {
        terminal.print(&drawn(graph, args.format))?;
    }
    Ok(check::outcome(std::slice::from_ref(definition)))
}

/// The picture, which ends with a line break.
fn drawn(graph: &Graph, format: GraphFormat) -> String {
    let mut picture = match format {
        GraphFormat::Text => graph.text(),
        GraphFormat::Mermaid => graph.mermaid(),
        GraphFormat::Dot => graph.dot(),
        GraphFormat::Svg => graph.svg(),
    };
    if !picture.ends_with('\n') {
        picture.push('\n');
    }
    picture
}
