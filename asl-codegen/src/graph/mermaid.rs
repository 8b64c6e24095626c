//! The Mermaid flowchart.
//!
//! Nodes have ids of ours, and names stand in quotes with everything that means something to
//! Mermaid or HTML written as an entity.

use crate::graph::{Edge, EdgeKind, Graph, Kind, Point, State, Visit, is_control, line, shortened};

/// Longest name or label in characters.
const MAX_TEXT: usize = 80;

pub(super) fn draw(graph: &Graph) -> String {
    let mut out = String::from("flowchart TB\n");
    let mut depth = 1;
    let ends = Point::ends(graph);
    for visit in graph.walk() {
        match visit {
            Visit::Open(id) => {
                // The one scope of a Map is its frame.
                if graph.is_framed(id) {
                    let label = graph.scopes().get(id).map_or("", |scope| &scope.label);
                    line(
                        &mut out,
                        depth,
                        &format!("subgraph c{id}[\"{}\"]", escaped(label)),
                    );
                    depth += 1;
                }
                if id > 0 {
                    line(&mut out, depth, "direction TB");
                }
                line(&mut out, depth, &format!("b{id}((\" \")):::start"));
            }
            Visit::State(id) => {
                if let Some(state) = graph.state(id) {
                    line(&mut out, depth, &node(id, state));
                    depth += usize::from(!state.scopes.is_empty());
                }
            }
            Visit::Close(id) => {
                if ends.contains(&id) {
                    line(&mut out, depth, &format!("e{id}(((\" \"))):::finish"));
                }
                if graph.is_framed(id) {
                    depth -= 1;
                    line(&mut out, depth, "end");
                }
                if graph.is_last_in_owner(id) {
                    depth -= 1;
                    line(&mut out, depth, "end");
                }
            }
        }
    }
    for edge in graph.edges() {
        line(&mut out, 1, &arrow(edge));
    }
    out.push_str(CLASSES);
    out
}

const CLASSES: &str = "    classDef succeed stroke:#1a7f37,stroke-width:2px
    classDef fail stroke:#cf222e,stroke-width:2px
    classDef start fill:#57606a,stroke:#57606a
    classDef finish fill:#57606a,stroke:#57606a
";

fn node(id: usize, state: &State) -> String {
    let (name, kind) = (escaped(&state.name), state.kind.name());
    let kind = match state.note.as_str() {
        "" => kind.to_owned(),
        note => format!("{kind}: {}", escaped(note)),
    };
    if !state.scopes.is_empty() {
        // There is room for one line only.
        return format!("subgraph s{id}[\"{name} · {kind}\"]");
    }
    let text = format!("{name}<br><small>{kind}</small>");
    match state.kind {
        Kind::Choice => format!("s{id}{{{{\"{text}\"}}}}"),
        Kind::Wait => format!("s{id}([\"{text}\"])"),
        Kind::Succeed => format!("s{id}[\"{text}\"]:::succeed"),
        Kind::Fail => format!("s{id}[\"{text}\"]:::fail"),
        _ => format!("s{id}[\"{text}\"]"),
    }
}

fn arrow(edge: &Edge) -> String {
    let (from, to) = (edge.from.id(edge.scope), edge.to.id(edge.scope));
    let arrow = if edge.kind == EdgeKind::Catch {
        "-.->"
    } else {
        "-->"
    };
    match edge.words().as_str() {
        "" => format!("{from} {arrow} {to}"),
        label => format!("{from} {arrow}|\"{}\"| {to}", escaped(label)),
    }
}

/// Text between quotes, in entities where a character means something. `:` is written out where
/// Mermaid would look for its statements `style` and `classDef`, which it does even in quotes.
fn escaped(text: &str) -> String {
    let statement = text.contains("style") || text.contains("classDef");
    let mut out = String::new();
    for c in shortened(text, MAX_TEXT).chars() {
        match c {
            '"' | '#' | '<' | '>' | '&' | '`' | '%' | '\\' | '*' | '~' => {
                out.push_str(&format!("#{};", c as u32));
            }
            ':' if statement => out.push_str("#58;"),
            // Between two `$$` Mermaid sees a formula, even if they are entities.
            '$' if out.ends_with('$') => out.push_str("\u{200b}$"),
            // At the beginning they would make a list.
            '-' | '+' if out.is_empty() => out.push_str(&format!("#{};", c as u32)),
            c if is_control(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
