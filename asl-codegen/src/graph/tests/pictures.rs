//! Layouts of machines of any shape.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::{elements, graph};
use crate::graph::layout::{self, DOT, Drawing, Rect, Size, Spot};
use crate::graph::{Graph, Point};

/// Writes a definition out of arbitrary numbers, with transitions to anywhere in their scope.
struct Writer<'a> {
    numbers: std::slice::Iter<'a, u8>,
    states: usize,
}

impl Writer<'_> {
    fn next(&mut self, below: usize) -> usize {
        usize::from(self.numbers.next().copied().unwrap_or(0)) % below
    }

    fn scope(&mut self, depth: usize) -> String {
        let (count, first) = (1 + self.next(9), self.states);
        self.states += count;
        let start = first + self.next(count);
        let states: Vec<String> = (first..first + count)
            .map(|id| self.state(id, first, count, depth))
            .collect();
        format!(
            "{{\"StartAt\": \"s{start}\", \"States\": {{{}}}}}",
            states.join(",")
        )
    }

    fn target(&mut self, first: usize, count: usize) -> String {
        format!("\"Next\": \"s{}\"", first + self.next(count))
    }

    fn state(&mut self, id: usize, first: usize, count: usize, depth: usize) -> String {
        let mut fields = match self.next(if depth > 0 { 9 } else { 6 }) {
            0 => return format!("\"s{id}\": {{\"Type\": \"Succeed\"}}"),
            1 => return format!("\"s{id}\": {{\"Type\": \"Fail\"}}"),
            2 => {
                let rules: Vec<String> = (0..self.next(5))
                    .map(|n| {
                        let target = self.target(first, count);
                        format!("{{\"Variable\": \"$.a\", \"NumericEquals\": {n}, {target}}}")
                    })
                    .collect();
                let default = first + self.next(count);
                return format!(
                    "\"s{id}\": {{\"Type\": \"Choice\", \"Choices\": [{}], \"Default\": \"s{default}\"}}",
                    rules.join(",")
                );
            }
            3..6 => "\"Type\": \"Task\", \"Resource\": \"arn:x\"".to_owned(),
            6 | 7 => {
                let branches: Vec<String> =
                    (0..=self.next(3)).map(|_| self.scope(depth - 1)).collect();
                format!(
                    "\"Type\": \"Parallel\", \"Branches\": [{}]",
                    branches.join(",")
                )
            }
            _ => format!(
                "\"Type\": \"Map\", \"ItemProcessor\": {}",
                self.scope(depth - 1)
            ),
        };
        let catchers: Vec<String> = (0..self.next(3))
            .map(|n| {
                format!(
                    "{{\"ErrorEquals\": [\"E{n}\"], {}}}",
                    self.target(first, count)
                )
            })
            .collect();
        write!(fields, ", \"Catch\": [{}], ", catchers.join(",")).unwrap();
        fields += &match self.next(4) {
            0 => "\"End\": true".to_owned(),
            _ => self.target(first, count),
        };
        format!("\"s{id}\": {{{fields}}}")
    }
}

/// A machine of up to nine states in a scope and scopes three deep.
fn machine() -> impl Strategy<Value = Graph> {
    prop::collection::vec(any::<u8>(), 1..200).prop_map(|numbers| {
        let mut writer = Writer {
            numbers: numbers.iter(),
            states: 0,
        };
        graph(&writer.scope(2))
    })
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x < b.x + b.size.width
        && b.x < a.x + a.size.width
        && a.y < b.y + b.size.height
        && b.y < a.y + a.size.height
}

fn contains(outer: &Rect, inner: &Rect) -> bool {
    outer.x <= inner.x
        && outer.y <= inner.y
        && inner.x + inner.size.width <= outer.x + outer.size.width
        && inner.y + inner.size.height <= outer.y + outer.size.height
}

/// The rectangle around a dot.
fn dot((x, y): Spot) -> Rect {
    Rect {
        x: x - DOT,
        y: y - DOT,
        size: Size {
            width: 2 * DOT,
            height: 2 * DOT,
        },
    }
}

/// Everything that stands in a scope, each with a name.
fn boxes(graph: &Graph, drawing: &Drawing, scope: usize) -> Vec<(String, Rect)> {
    let states = graph.scopes()[scope].states.iter();
    let mut boxes: Vec<(String, Rect)> = states
        .map(|id| (format!("state {id}"), drawing.states[*id]))
        .collect();
    for (id, edge) in graph.edges().iter().enumerate() {
        if edge.scope == scope
            && let Some(label) = &drawing.labels[id]
        {
            boxes.push((format!("label {id}"), label.rect));
        }
    }
    boxes.extend(drawing.starts[scope].map(|start| ("start".to_owned(), dot(start))));
    boxes.extend(drawing.ends[scope].map(|end| ("end".to_owned(), dot(end))));
    boxes
}

/// The box of a point.
fn end_box(drawing: &Drawing, scope: usize, point: Point) -> Rect {
    match point {
        Point::Start => dot(drawing.starts[scope].unwrap()),
        Point::State(id) => drawing.states[id],
        Point::End => dot(drawing.ends[scope].unwrap()),
    }
}

/// Whether a spot is on the upper or lower side of a box.
fn is_at(rect: &Rect, y: i64, (x, spot_y): Spot) -> bool {
    spot_y == y && rect.x <= x && x <= rect.x + rect.size.width
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn boxes_and_labels_stand_apart_and_inside_their_frame(graph in machine()) {
        let drawing = layout::draw(&graph);
        let page = Rect { x: 0, y: 0, size: drawing.size };
        for (scope, described) in graph.scopes().iter().enumerate() {
            let boxes = boxes(&graph, &drawing, scope);
            let frame = match described.owner {
                Some(owner) => {
                    let state = drawing.states[owner];
                    prop_assert!(contains(&state, &drawing.scopes[scope]));
                    drawing.scopes[scope]
                }
                None => page,
            };
            for (place, (name, rect)) in boxes.iter().enumerate() {
                prop_assert!(contains(&frame, rect), "{name} leaves {frame:?}: {rect:?}");
                for (other, its) in boxes.iter().skip(place + 1) {
                    prop_assert!(!overlap(rect, its), "{name} lies on {other}");
                }
            }
        }
        for state in graph.states() {
            for (place, scope) in state.scopes.iter().enumerate() {
                for other in state.scopes.iter().skip(place + 1) {
                    prop_assert!(!overlap(&drawing.scopes[*scope], &drawing.scopes[*other]));
                }
            }
        }
    }

    #[test]
    fn lines_run_from_box_to_box_and_through_none(graph in machine()) {
        let drawing = layout::draw(&graph);
        for (id, edge) in graph.edges().iter().enumerate() {
            let wire = &drawing.wires[id];
            let (from, to) = (
                end_box(&drawing, edge.scope, edge.from),
                end_box(&drawing, edge.scope, edge.to),
            );
            let first = wire.lines.first().and_then(|line| line.first()).unwrap();
            prop_assert!(is_at(&from, from.y + from.size.height, *first), "edge {id} begins");
            match wire.arrow {
                Some(arrow) => {
                    prop_assert!(is_at(&to, to.y, arrow), "edge {id} ends");
                    prop_assert_eq!(wire.lines.last().and_then(|line| line.last()), Some(&arrow));
                }
                None => prop_assert!(joins(&graph, &drawing, id), "edge {id} is lost"),
            }
            let boxes = boxes(&graph, &drawing, edge.scope);
            for pair in wire.lines.iter().flat_map(|line| line.windows(2)) {
                let [(ax, ay), (bx, by)] = [pair[0], pair[1]];
                prop_assert!(ax == bx || ay == by, "edge {id} is slanted");
                let line = Rect {
                    x: ax.min(bx),
                    y: ay.min(by),
                    size: Size { width: (ax - bx).abs(), height: (ay - by).abs() },
                };
                for (name, rect) in &boxes {
                    // A line has no width: it may touch the sides of a box.
                    let (x, y) = (line.x + line.size.width, line.y + line.size.height);
                    let is_through = line.x < rect.x + rect.size.width
                        && x > rect.x
                        && line.y < rect.y + rect.size.height
                        && y > rect.y;
                    prop_assert!(!is_through, "edge {id} runs through {name}");
                }
            }
        }
    }

    #[test]
    fn every_state_and_edge_is_in_every_picture(graph in machine()) {
        let (text, mermaid, dot, svg) = (graph.text(), graph.mermaid(), graph.dot(), graph.svg());
        let from_states = graph.edges().iter().filter(|edge| edge.from != Point::Start);
        let starts = graph.edges().len() - from_states.count();
        prop_assert_eq!(text.matches(" -> ").count(), graph.edges().len());
        prop_assert_eq!(text.matches("start -> ").count(), starts);
        let arrows = mermaid.matches(" --> ").count()
            + mermaid.matches(" -->|").count()
            + mermaid.matches(" -.->|").count();
        prop_assert_eq!(arrows, graph.edges().len());
        prop_assert_eq!(dot.matches(" -> ").count(), graph.edges().len());
        prop_assert_eq!(svg.matches(" → ").count(), graph.edges().len());
        for state in graph.states() {
            let name = &state.name;
            let text_name = format!("{name} [");
            prop_assert!(text.contains(&text_name));
            let mermaid_name = format!("[\"{name}<");
            let choice = format!("{{{{\"{name}<");
            let frame = format!("[\"{name} ·");
            let forms = [mermaid_name, choice, frame];
            prop_assert!(forms.iter().any(|form| mermaid.contains(form)));
            let dot_name = format!("label=\"{name}\\n");
            prop_assert!(dot.contains(&dot_name));
            let svg_name = format!(">{name}</text>");
            prop_assert!(svg.contains(&svg_name));
        }
    }

    #[test]
    fn a_picture_is_the_same_each_time_and_well_formed(graph in machine()) {
        let image = graph.svg();
        prop_assert!(elements(&image) > graph.states().len() + graph.edges().len());
        prop_assert_eq!(image, graph.svg());
        prop_assert_eq!(graph.dot(), graph.dot());
    }
}

/// Whether the line of an edge without an arrow ends on the line of another one that leads the
/// same way.
fn joins(graph: &Graph, drawing: &Drawing, id: usize) -> bool {
    let edges = graph.edges();
    let Some((x, y)) = drawing.wires[id]
        .lines
        .last()
        .and_then(|line| line.last())
        .copied()
    else {
        return false;
    };
    let alike = |other: &usize| {
        *other != id && edges[*other].scope == edges[id].scope && edges[*other].to == edges[id].to
    };
    (0..edges.len()).filter(alike).any(|other| {
        drawing.wires[other]
            .lines
            .iter()
            .flat_map(|line| line.windows(2))
            .any(|pair| {
                let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
                ax.min(bx) <= x && x <= ax.max(bx) && ay.min(by) <= y && y <= ay.max(by)
            })
    })
}

/// A chain of Tasks; each catches to a state given by its number.
fn chain(states: usize, catches_to: impl Fn(usize) -> usize) -> Graph {
    let state = |id: usize| {
        format!(
            r#""s{id}": {{"Type": "Task", "Resource": "arn:x", "Next": "s{}",
                "Catch": [{{"ErrorEquals": ["States.ALL"], "Next": "s{}"}}]}}"#,
            id + 1,
            catches_to(id)
        )
    };
    let tasks: Vec<String> = (0..states).map(state).collect();
    graph(&format!(
        r#"{{"StartAt": "s0", "States": {{{}, "s{states}": {{"Type": "Succeed"}}}}}}"#,
        tasks.join(",")
    ))
}

/// Far above what it takes, far below what anything quadratic would.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn two_thousand_states_with_one_handler_share_its_lane() {
    let start = Instant::now();
    let graph = chain(2_000, |_| 2_000);
    let drawing = layout::draw(&graph);
    assert!(drawing.wires.iter().all(|wire| !wire.lines.is_empty()));
    assert!(drawing.size.width < 1_000, "{:?}", drawing.size);
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn lines_over_very_many_layers_become_names_of_their_targets() {
    let start = Instant::now();
    let graph = chain(2_000, |id| (id + 700).min(2_000));
    let drawing = layout::draw(&graph);
    let jumps = drawing
        .labels
        .iter()
        .flatten()
        .filter(|label| label.text.lines.iter().any(|line| line.contains("→ s")));
    // Most of 2,000, as lines of 700 layers each would cross more than a million.
    assert!(jumps.count() > 1_000);
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn a_hundred_frames_inside_each_other_are_drawn() {
    // Text cannot be nested so deeply, but a model can.
    let mut graph = graph(r#"{"StartAt": "s", "States": {"s": {"Type": "Pass", "End": true}}}"#);
    for depth in 0..100 {
        let (scope, state) = (graph.scopes.len(), graph.states.len());
        graph.states[depth].scopes.push(scope);
        let mut inner = graph.scopes[0].clone();
        (inner.owner, inner.states) = (Some(depth), vec![state]);
        graph.scopes.push(inner);
        let mut nested = graph.states[0].clone();
        (nested.scope, nested.scopes) = (scope, Vec::new());
        graph.states.push(nested);
    }
    assert!(elements(&graph.svg()) > 100);
    assert_eq!(graph.text().lines().count(), 102);
    assert_eq!(
        graph.dot().matches('{').count(),
        graph.dot().matches('}').count()
    );
}
