//! The outline.

use crate::graph::{Edge, EdgeKind, Graph, Point, State, Visit, one_line};

/// How deep the outline is indented: beyond it, lines would be longer than what they say.
const MAX_INDENT: usize = 16;

pub(super) fn draw(graph: &Graph) -> String {
    let edges = graph.edges_by_state();
    let starts = starts(graph);
    let mut out = String::new();
    let mut depth = 0usize;
    for visit in graph.walk() {
        match visit {
            Visit::Open(id) => {
                let label = label(graph, id);
                if !label.is_empty() {
                    depth += 1;
                    line(&mut out, depth, &format!("{label}:"));
                    depth += 1;
                }
                if let Some(Some(start)) = starts.get(id) {
                    line(
                        &mut out,
                        depth,
                        &format!("start -> {}", target(graph, start.to)),
                    );
                }
            }
            Visit::State(id) => {
                if let Some(state) = graph.state(id) {
                    let edges = edges.get(id).map_or(&[][..], Vec::as_slice);
                    describe(graph, state, edges, depth, &mut out);
                }
            }
            Visit::Close(id) if label(graph, id).is_empty() => {}
            Visit::Close(_) => depth = depth.saturating_sub(2),
        }
    }
    out
}

fn label(graph: &Graph, scope: usize) -> &str {
    graph.scopes().get(scope).map_or("", |scope| &scope.label)
}

/// The edge from the start of each scope.
fn starts(graph: &Graph) -> Vec<Option<&Edge>> {
    let mut starts = vec![None; graph.scopes().len()];
    for edge in graph
        .edges()
        .iter()
        .filter(|edge| edge.from == Point::Start)
    {
        if let Some(start) = starts.get_mut(edge.scope) {
            *start = Some(edge);
        }
    }
    starts
}

/// A state on one line, with lines of their own for what depends on a condition or error.
fn describe(graph: &Graph, state: &State, edges: &[&Edge], depth: usize, out: &mut String) {
    let (name, note) = (one_line(&state.name), one_line(&state.note));
    let mut text = match note.as_str() {
        "" => format!("{name} [{}]", state.kind.name()),
        // What a Map does for each item stands below it.
        _ if !state.scopes.is_empty() => format!("{name} [{}]", state.kind.name()),
        note => format!("{name} [{}: {note}]", state.kind.name()),
    };
    for edge in edges.iter().filter(|edge| edge.kind == EdgeKind::Next) {
        text.push_str(&format!(" -> {}", target(graph, edge.to)));
    }
    line(out, depth, &text);
    for edge in edges.iter().filter(|edge| edge.kind != EdgeKind::Next) {
        let text = format!("{} -> {}", one_line(&edge.words()), target(graph, edge.to));
        line(out, depth + 2, &text);
    }
}

fn target(graph: &Graph, point: Point) -> String {
    match point {
        Point::Start => "start".to_owned(),
        Point::State(id) => one_line(graph.name(id)),
        Point::End => "end".to_owned(),
    }
}

fn line(out: &mut String, depth: usize, text: &str) {
    out.push_str(&"  ".repeat(depth.min(MAX_INDENT)));
    out.push_str(text);
    out.push('\n');
}
