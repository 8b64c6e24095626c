//! The Graphviz digraph.
//!
//! Graphviz knows edges between nodes only, so an edge to a cluster goes to a node in it and is
//! clipped at the cluster's border.

use crate::graph::{Edge, EdgeKind, Graph, Kind, Point, State, Visit, is_control, line, shortened};

/// Longest name or label in characters.
const MAX_TEXT: usize = 80;

pub(super) fn draw(graph: &Graph) -> String {
    let mut out = String::from(HEAD);
    let mut depth = 1;
    let ends = Point::ends(graph);
    for visit in graph.walk() {
        match visit {
            Visit::Open(id) => {
                if graph.is_framed(id) {
                    let label = graph.scopes().get(id).map_or("", |scope| &scope.label);
                    line(&mut out, depth, &format!("subgraph cluster_c{id} {{"));
                    depth += 1;
                    line(
                        &mut out,
                        depth,
                        &format!("label=\"{}\"; style=dashed;", escaped(label)),
                    );
                }
                line(
                    &mut out,
                    depth,
                    &format!("b{id} [shape=point, width=0.15];"),
                );
            }
            Visit::State(id) => {
                if let Some(state) = graph.state(id) {
                    depth = node(&mut out, depth, id, state);
                }
            }
            Visit::Close(id) => {
                if ends.contains(&id) {
                    let shape = "shape=doublecircle, width=0.1, label=\"\", style=filled";
                    line(
                        &mut out,
                        depth,
                        &format!("e{id} [{shape}, fillcolor=black];"),
                    );
                }
                for _ in
                    0..usize::from(graph.is_framed(id)) + usize::from(graph.is_last_in_owner(id))
                {
                    depth -= 1;
                    line(&mut out, depth, "}");
                }
            }
        }
    }
    let tails = tails(graph);
    for edge in graph.edges() {
        line(&mut out, 1, &arrow(graph, &tails, edge));
    }
    out.push_str("}\n");
    out
}

const HEAD: &str = "digraph machine {
    compound=true; rankdir=TB; fontname=Helvetica;
    node [shape=box, style=rounded, fontname=Helvetica];
    edge [fontname=Helvetica, fontsize=10];
";

/// A state, or the beginning of its cluster; the depth of what follows.
fn node(out: &mut String, depth: usize, id: usize, state: &State) -> usize {
    let kind = state.kind.name();
    let note = match state.note.as_str() {
        "" => String::new(),
        note => format!(": {}", escaped(note)),
    };
    let label = format!("{}\\n{kind}{note}", escaped(&state.name));
    if !state.scopes.is_empty() {
        line(out, depth, &format!("subgraph cluster_s{id} {{"));
        line(
            out,
            depth + 1,
            &format!("label=\"{label}\"; style=rounded;"),
        );
        return depth + 1;
    }
    let look = match state.kind {
        Kind::Choice => ", shape=hexagon, style=solid",
        Kind::Succeed => ", color=darkgreen, penwidth=2",
        Kind::Fail => ", color=crimson, penwidth=2",
        _ => "",
    };
    line(out, depth, &format!("s{id} [label=\"{label}\"{look}];"));
    depth
}

fn arrow(graph: &Graph, tails: &[Option<Point>], edge: &Edge) -> String {
    let mut attributes = Vec::new();
    let (from, to) = (cluster(graph, edge.from), cluster(graph, edge.to));
    // Graphviz clips nothing where both ends are in the cluster.
    if from != to {
        attributes.extend(from.map(|id| format!("ltail=cluster_s{id}")));
        attributes.extend(to.map(|id| format!("lhead=cluster_s{id}")));
    }
    let words = edge.words();
    if !words.is_empty() {
        attributes.push(format!("label=\"{}\"", escaped(&words)));
    }
    if edge.kind == EdgeKind::Catch {
        attributes.push("style=dashed, color=crimson".to_owned());
    }
    let attributes = match attributes.is_empty() {
        true => String::new(),
        false => format!(" [{}]", attributes.join(", ")),
    };
    let (tail, head) = (tail(graph, tails, edge), head(graph, edge));
    format!("{tail} -> {head}{attributes};")
}

/// The state of a point, if it is drawn as a cluster.
fn cluster(graph: &Graph, point: Point) -> Option<usize> {
    let Point::State(id) = point else {
        return None;
    };
    let is_cluster = graph
        .state(id)
        .is_some_and(|state| !state.scopes.is_empty());
    is_cluster.then_some(id)
}

/// For a cluster, its first start.
fn head(graph: &Graph, edge: &Edge) -> String {
    let scope = cluster(graph, edge.to).and_then(|id| graph.state(id)?.scopes.first());
    match scope {
        Some(scope) => Point::Start.id(*scope),
        None => edge.to.id(edge.scope),
    }
}

fn tail(graph: &Graph, tails: &[Option<Point>], edge: &Edge) -> String {
    let scope = cluster(graph, edge.from).and_then(|id| graph.state(id)?.scopes.last());
    match scope {
        Some(scope) => {
            let point = tails.get(*scope).copied().flatten();
            point.unwrap_or(Point::Start).id(*scope)
        }
        None => edge.from.id(edge.scope),
    }
}

/// For each scope a node low in it, from which edges of its cluster leave.
fn tails(graph: &Graph) -> Vec<Option<Point>> {
    let ends = Point::ends(graph);
    let tail = |(id, scope): (usize, &super::Scope)| {
        let is_leaf = |id: &&usize| {
            graph
                .state(**id)
                .is_some_and(|state| state.scopes.is_empty())
        };
        match ends.contains(&id) {
            true => Some(Point::End),
            false => scope
                .states
                .iter()
                .rfind(is_leaf)
                .map(|id| Point::State(*id)),
        }
    };
    graph.scopes().iter().enumerate().map(tail).collect()
}

/// Text between quotes: `&` would begin an entity, `\` an escape of Graphviz.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in shortened(text, MAX_TEXT).chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            c if is_control(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
