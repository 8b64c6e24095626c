//! Where everything in an image stands: a layered layout of each scope, the innermost first, whose
//! frames are boxes of the scope around it.
//!
//! The stages are those of Sugiyama: ranks, layers with nodes for all that a line passes, an order
//! with few crossings, coordinates, and lines with right angles in the gaps between the layers. No
//! crate was found that does this for frames with edges to them, keeps labels free, and never
//! panics; that no edge crosses the border of a frame (TRANS-8) makes it simple.

mod layered;
mod measure;
mod order;
mod place;
mod ports;
mod rank;
mod route;
mod table;

pub(super) use measure::fit;
pub(super) use route::{Spot, Wire};

use crate::graph::layout::layered::{Connection, Course, Layered, What};
use crate::graph::layout::measure::{Block, Font, width, wrap};
use crate::graph::{Edge, EdgeKind, Graph, Kind, Point, State};

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: i64,
    pub(super) height: i64,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) size: Size,
}

/// The label of an edge.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) text: Block,
    pub(super) rect: Rect,
}

/// Everything in an image.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) size: Size,
    /// By state: its box or frame.
    pub(super) states: Vec<Rect>,
    /// By scope: the frame of a branch.
    pub(super) scopes: Vec<Rect>,
    /// By scope: the centre of the dot where it starts.
    pub(super) starts: Vec<Option<Spot>>,
    /// By scope: the centre of the dot where it ends, if something leads there.
    pub(super) ends: Vec<Option<Spot>>,
    /// By edge.
    pub(super) wires: Vec<Wire>,
    /// By edge.
    pub(super) labels: Vec<Option<Label>>,
}

/// The size of the font of names, and of what is below them and on edges.
pub(super) const NAME_SIZE: i64 = 13;
pub(super) const SMALL_SIZE: i64 = 11;

/// The height of a line on an edge.
pub(super) const LINE_HEIGHT: i64 = 14;

/// The widest text in a box.
pub(super) const MAX_NAME: i64 = 270;

/// The radius of the dots of start and end.
pub(super) const DOT: i64 = 7;

/// The height of the title of a frame, and of the one of a branch.
pub(super) const TITLE: i64 = 44;
pub(super) const BRANCH_TITLE: i64 = 24;

const LABEL_FONT: Font = Font {
    size: SMALL_SIZE,
    line_height: LINE_HEIGHT,
    max_width: 180,
    max_lines: 3,
};
const MARGIN: i64 = 16;
const PADDING: i64 = 14;
const BOX_HEIGHT: i64 = 44;

/// Branches stand side by side up to this width, then in rows.
const MAX_ROW: i64 = 1_400;

/// A scope by itself.
#[derive(Default)]
struct Plan {
    size: Size,
    /// The states and their boxes.
    states: Vec<(usize, Rect)>,
    start: Option<Spot>,
    end: Option<Spot>,
    /// Edges with their lines and labels.
    edges: Vec<(usize, Wire, Option<Label>)>,
}

/// Lays out a graph.
pub(super) fn draw(graph: &Graph) -> Drawing {
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); graph.scopes().len()];
    for (id, edge) in graph.edges().iter().enumerate() {
        table::push(&mut edges, edge.scope, id);
    }
    let mut sizes: Vec<Size> = graph.states().iter().map(box_size).collect();
    let mut frames = Frames {
        scopes: vec![Rect::default(); graph.scopes().len()],
    };
    let mut plans: Vec<Plan> = Vec::with_capacity(graph.scopes().len());
    // Scopes have higher numbers than those around them.
    for id in (0..graph.scopes().len()).rev() {
        let plan = plan(graph, id, table::row(&edges, id), &sizes);
        frames.fit(graph, id, plan.size, &mut sizes);
        plans.push(plan);
    }
    plans.reverse();
    assemble(graph, plans, &frames)
}

/// The frames of branches.
struct Frames {
    /// By scope, relative to the frame of its state.
    scopes: Vec<Rect>,
}

impl Frames {
    /// Takes the size of a scope. With the first one of a state, which comes last, all of them are
    /// placed in its frame.
    fn fit(&mut self, graph: &Graph, id: usize, size: Size, sizes: &mut [Size]) {
        let title = if graph.is_framed(id) { BRANCH_TITLE } else { 0 };
        let padding = if graph.is_framed(id) { PADDING } else { 0 };
        let size = Size {
            width: size.width + 2 * padding,
            height: size.height + title + padding,
        };
        if let Some(scope) = self.scopes.get_mut(id) {
            scope.size = size;
        }
        let owner = graph.scopes().get(id).and_then(|scope| scope.owner);
        let Some((owner, state)) = owner.and_then(|owner| Some((owner, graph.state(owner)?)))
        else {
            return;
        };
        if state.scopes.first() == Some(&id) {
            let inner = self.rows(&state.scopes);
            if let Some(size) = sizes.get_mut(owner) {
                *size = Size {
                    width: (inner.width + 2 * PADDING).max(size.width),
                    height: TITLE + inner.height + PADDING,
                };
                self.centre(&state.scopes, (size.width - 2 * PADDING - inner.width) / 2);
            }
        }
    }

    /// Places scopes side by side, in several rows if they are many. The size of them all.
    fn rows(&mut self, scopes: &[usize]) -> Size {
        let sizes = || {
            scopes
                .iter()
                .filter_map(|id| self.scopes.get(*id))
                .map(|r| r.size)
        };
        let widest = sizes().map(|size| size.width).max().unwrap_or(0);
        let area: i64 = sizes()
            .map(|size| size.width.saturating_mul(size.height))
            .sum();
        let limit = widest
            .max(MAX_ROW)
            .max(area.unsigned_abs().isqrt().cast_signed());
        let (mut x, mut y, mut row_height, mut width) = (0, 0, 0, 0);
        for id in scopes {
            let Some(rect) = self.scopes.get_mut(*id) else {
                continue;
            };
            if x > 0 && x + rect.size.width > limit {
                y += row_height + PADDING;
                (x, row_height) = (0, 0);
            }
            (rect.x, rect.y) = (PADDING + x, TITLE + y);
            x += rect.size.width + PADDING;
            width = width.max(x - PADDING);
            row_height = row_height.max(rect.size.height);
        }
        Size {
            width,
            height: y + row_height,
        }
    }

    fn centre(&mut self, scopes: &[usize], shift: i64) {
        for id in scopes {
            if let Some(rect) = self.scopes.get_mut(*id) {
                rect.x += shift;
            }
        }
    }
}

/// The size of a state's box, or of the title of its frame.
fn box_size(state: &State) -> Size {
    let name = width(&fit(&state.name, NAME_SIZE, MAX_NAME), NAME_SIZE);
    let note = width(&fit(&subtitle(state), SMALL_SIZE, MAX_NAME), SMALL_SIZE);
    // A Choice has pointed ends, a Wait round ones.
    let ends = if matches!(state.kind, Kind::Choice | Kind::Wait) {
        46
    } else {
        30
    };
    Size {
        width: (name.max(note) + ends).max(96),
        height: BOX_HEIGHT,
    }
}

/// The line below a name: "Task · price-item".
pub(super) fn subtitle(state: &State) -> String {
    match state.note.as_str() {
        "" => state.kind.name().to_owned(),
        note => format!("{} · {note}", state.kind.name()),
    }
}

/// What stands on an edge.
fn caption(edge: &Edge) -> Option<String> {
    match edge.kind {
        EdgeKind::Next => None,
        EdgeKind::Rule | EdgeKind::Catch => Some(edge.label.clone()),
        EdgeKind::Default => Some(edge.words()),
    }
}

/// What stands on an edge that is not drawn to its end.
fn jump_caption(graph: &Graph, edge: &Edge) -> String {
    let target = match edge.to {
        Point::State(id) => graph.name(id),
        _ => "end",
    };
    match caption(edge) {
        Some(caption) => format!("{caption} → {target}"),
        None => format!("→ {target}"),
    }
}

/// Lays out one scope.
fn plan(graph: &Graph, id: usize, edges: &[usize], sizes: &[Size]) -> Plan {
    let scope = graph.scopes().get(id);
    let states = scope.map_or(&[][..], |scope| &scope.states);
    let known = edges.iter();
    let known: Vec<(usize, &Edge)> = known
        .filter_map(|id| Some((*id, graph.edges().get(*id)?)))
        .collect();
    let vertices = vertices(states, &known, sizes);
    let (first, end) = (states.first().copied().unwrap_or(0), 1 + states.len());
    let vertex = |point| match point {
        Point::Start => 0,
        Point::State(id) => 1 + id - first,
        Point::End => end,
    };
    let connections: Vec<Connection> = known
        .iter()
        .map(|(_, edge)| connection(graph, edge, vertex))
        .collect();

    let mut layered = layered::layered(&vertices, &connections);
    let near = order::neighbours(&layered);
    order::order(&mut layered, &near);
    place::place(&mut layered, &near);
    ports::spread(&mut layered);
    let tracks = route::tracks(&mut layered);
    let mut wires = route::wires(&layered, &tracks);
    let width = to_the_left(&mut layered, &mut wires);

    let centre = |rect: Rect| (rect.x + DOT, rect.y + DOT);
    let rect = |vertex: usize| layered.rect(*layered.vertices.get(vertex)?);
    let courses = known.iter().zip(&layered.courses);
    let edges = courses
        .zip(wires)
        .map(|(((id, edge), course), wire)| (*id, wire, label(graph, edge, course, &layered)));
    Plan {
        size: Size {
            width,
            height: tracks.height,
        },
        states: (1..)
            .zip(states)
            .filter_map(|(v, id)| Some((*id, rect(v)?)))
            .collect(),
        start: rect(0).map(centre),
        end: rect(end).map(centre),
        edges: edges.collect(),
    }
}

/// The start, the states, and the end if anything leads there.
fn vertices(states: &[usize], edges: &[(usize, &Edge)], sizes: &[Size]) -> Vec<Size> {
    let dot = Size {
        width: 2 * DOT,
        height: 2 * DOT,
    };
    let sizes = states.iter().map(|id| sizes.get(*id).copied());
    let mut vertices = vec![dot];
    vertices.extend(sizes.map(Option::unwrap_or_default));
    if edges.iter().any(|(_, edge)| edge.to == Point::End) {
        vertices.push(dot);
    }
    vertices
}

fn connection(graph: &Graph, edge: &Edge, vertex: impl Fn(Point) -> usize) -> Connection {
    Connection {
        from: vertex(edge.from),
        to: vertex(edge.to),
        is_catch: edge.kind == EdgeKind::Catch,
        label: caption(edge).map(|caption| wrap(&caption, LABEL_FONT).size),
        jump: wrap(&jump_caption(graph, edge), LABEL_FONT).size,
    }
}

/// The label of an edge, where the layout has left room for one.
fn label(graph: &Graph, edge: &Edge, course: &Course, layered: &Layered) -> Option<Label> {
    let node = course.label?;
    let caption = match course.is_jump {
        true => jump_caption(graph, edge),
        false => caption(edge).unwrap_or_default(),
    };
    Some(Label {
        text: wrap(&caption, LABEL_FONT),
        rect: layered.rect(node)?,
    })
}

impl Layered {
    fn rect(&self, node: usize) -> Option<Rect> {
        let node = self.nodes.get(node)?;
        Some(Rect {
            x: node.x - node.size.width / 2,
            y: node.y,
            size: node.size,
        })
    }
}

/// Moves everything so that the leftmost thing is at 0. The width of it all.
fn to_the_left(layered: &mut Layered, wires: &mut [Wire]) -> i64 {
    let (mut left, mut right) = (i64::MAX, i64::MIN);
    for node in &layered.nodes {
        let half = if node.what == What::Lane {
            4
        } else {
            node.size.width / 2 + 1
        };
        left = left.min(node.x - half);
        right = right.max(node.x + half);
    }
    if left > right {
        return 0;
    }
    layered.nodes.iter_mut().for_each(|node| node.x -= left);
    wires.iter_mut().for_each(|wire| wire.shift(-left, 0));
    right - left
}

impl Wire {
    fn shift(&mut self, x: i64, y: i64) {
        for spot in self.lines.iter_mut().flatten().chain(&mut self.arrow) {
            *spot = (spot.0 + x, spot.1 + y);
        }
    }
}

impl Rect {
    fn shifted(self, x: i64, y: i64) -> Rect {
        Rect {
            x: self.x + x,
            y: self.y + y,
            size: self.size,
        }
    }
}

impl Label {
    fn shifted(self, x: i64, y: i64) -> Label {
        Label {
            rect: self.rect.shifted(x, y),
            ..self
        }
    }
}

/// Puts the scopes into their frames, the outermost first.
fn assemble(graph: &Graph, plans: Vec<Plan>, frames: &Frames) -> Drawing {
    let mut drawing = Drawing {
        size: Size::default(),
        states: vec![Rect::default(); graph.states().len()],
        scopes: frames.scopes.clone(),
        starts: Vec::new(),
        ends: Vec::new(),
        wires: vec![Wire::default(); graph.edges().len()],
        labels: vec![None; graph.edges().len()],
    };
    for (id, plan) in plans.into_iter().enumerate() {
        let owner = graph.scopes().get(id).and_then(|scope| scope.owner);
        let (mut x, mut y) = (MARGIN, MARGIN);
        match owner.and_then(|owner| drawing.states.get(owner)).copied() {
            Some(frame) => {
                if let Some(scope) = drawing.scopes.get_mut(id) {
                    *scope = scope.shifted(frame.x, frame.y);
                    (x, y) = (scope.x, scope.y);
                }
                if graph.is_framed(id) {
                    (x, y) = (x + PADDING, y + BRANCH_TITLE);
                }
            }
            None => {
                drawing.size = Size {
                    width: plan.size.width + 2 * MARGIN,
                    height: plan.size.height + 2 * MARGIN,
                };
            }
        }
        drawing.add(plan, x, y);
    }
    drawing
}

impl Drawing {
    fn add(&mut self, plan: Plan, x: i64, y: i64) {
        for (id, rect) in plan.states {
            if let Some(place) = self.states.get_mut(id) {
                *place = rect.shifted(x, y);
            }
        }
        let shifted = |spot: Spot| (spot.0 + x, spot.1 + y);
        self.starts.push(plan.start.map(shifted));
        self.ends.push(plan.end.map(shifted));
        for (id, mut wire, label) in plan.edges {
            wire.shift(x, y);
            if let Some(place) = self.wires.get_mut(id) {
                *place = wire;
            }
            if let Some(place) = self.labels.get_mut(id) {
                *place = label.map(|label| label.shifted(x, y));
            }
        }
    }
}
