//! From vertices and edges to layers of nodes, with nets in the gaps between layers.
//!
//! Everything an edge passes is a node: its label, and a lane in each layer it crosses. So no line
//! can run through a box, nor a label lie on something else, whatever the later stages do. Edges of
//! one style to one vertex share their lane, like branches of a river.

use std::collections::BTreeMap;

use crate::graph::layout::Size;
use crate::graph::layout::rank::{Ranks, rank};
use crate::graph::layout::table::{Table, push};

/// An edge to be laid out.
pub(super) struct Connection {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether it is drawn in the style of errors.
    pub(super) is_catch: bool,
    /// Its label.
    pub(super) label: Option<Size>,
    /// Its label if no line is drawn to its target, but only the name of it.
    pub(super) jump: Size,
}

/// What stands in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A vertex, by number.
    Vertex(usize),
    /// The label of an edge, by number.
    Label(usize),
    /// A way through the layer.
    Lane,
}

/// Something in a layer.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) what: What,
    pub(super) layer: usize,
    pub(super) size: Size,
    /// Its centre.
    pub(super) x: i64,
    /// Its upper side.
    pub(super) y: i64,
}

/// A side of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Top,
    Bottom,
}

/// Where a net meets a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pin {
    pub(super) node: usize,
    pub(super) side: Side,
    /// How far from the centre of the node.
    pub(super) dx: i64,
}

/// Lines in one gap that may lie on each other: all lead to the hub, or all come from it.
#[derive(Clone, Debug)]
pub(super) struct Net {
    /// The gap above the layer of that number.
    pub(super) gap: usize,
    pub(super) hub: Pin,
    pub(super) pins: Vec<Pin>,
    pub(super) is_catch: bool,
    /// Whether it belongs to edges that lead back.
    pub(super) is_back: bool,
    /// Whether the hub is at a vertex and not in a lane or label.
    pub(super) is_last: bool,
    /// The net in which the lane goes on, always from its first pin.
    pub(super) next: Option<usize>,
}

/// How an edge runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Course {
    /// The node of its label.
    pub(super) label: Option<usize>,
    /// From its vertex to its label: a net, and the pin of the label.
    pub(super) out: Option<(usize, usize)>,
    /// From there towards its target: a net, and the pin it comes from.
    pub(super) lane: Option<(usize, usize)>,
    /// Whether only the name of the target is shown.
    pub(super) is_jump: bool,
}

/// Layers of nodes.
#[derive(Debug, Default)]
pub(super) struct Layered {
    pub(super) nodes: Vec<Node>,
    /// By vertex.
    pub(super) vertices: Vec<usize>,
    /// The nodes of each layer, from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    pub(super) nets: Vec<Net>,
    /// By edge.
    pub(super) courses: Vec<Course>,
}

/// The most lanes that edges may pass in one drawing. Chains of thousands of states that all catch
/// to one at the far end would have millions.
const MAX_LANES: usize = 8_000;

/// What a lane is for: its target, its style, its direction.
type LaneKey = (usize, bool, bool);

/// Where a lane is entered: the layer, the node, and the edge that does.
type Exit = (usize, usize, usize);

pub(super) fn layered(vertices: &[Size], edges: &[Connection]) -> Layered {
    let pairs: Vec<(usize, usize)> = edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let ranks = rank(vertices.len(), &pairs);
    let jumps = jumps(edges, &ranks);
    let label = |index: usize, edge: &Connection| match jumps.at(index) {
        true => Some(edge.jump),
        false => edge.label,
    };
    let labels: Vec<Option<Size>> = edges
        .iter()
        .enumerate()
        .map(|(index, edge)| label(index, edge))
        .collect();
    let layer_of_rank = layers_of_ranks(edges, &labels, &ranks);

    let mut graph = Layered::default();
    for (vertex, size) in vertices.iter().enumerate() {
        let layer = layer_of_rank.at(ranks.of.at(vertex));
        let node = graph.node(What::Vertex(vertex), layer, *size);
        graph.vertices.push(node);
    }
    graph.courses = vec![Course::default(); edges.len()];
    let mut outs: BTreeMap<(usize, bool), usize> = BTreeMap::new();
    let mut lanes: BTreeMap<LaneKey, Vec<Exit>> = BTreeMap::new();
    for (index, (edge, label)) in edges.iter().zip(&labels).enumerate() {
        let mut exit = graph.vertices.get(edge.from).copied().unwrap_or_default();
        let mut layer = graph.layer(exit);
        let mut course = Course {
            is_jump: jumps.at(index),
            ..Course::default()
        };
        if let Some(size) = label {
            let node = graph.node(What::Label(index), layer + 1, *size);
            let net = *outs
                .entry((edge.from, edge.is_catch))
                .or_insert_with(|| graph.net(layer + 1, Pin::bottom(exit), edge.is_catch, false));
            course.out = graph.join(net, Pin::top(node));
            course.label = Some(node);
            (exit, layer) = (node, layer + 1);
        }
        if let Some(place) = graph.courses.get_mut(index) {
            *place = course;
        }
        if !course.is_jump {
            let key = (edge.to, edge.is_catch, ranks.is_back.at(index));
            lanes.entry(key).or_default().push((layer, exit, index));
        }
    }
    for (key, exits) in lanes {
        graph.lane(key, &exits);
    }
    graph.errors_to_the_right(edges);
    graph
}

/// The edges that are too long for what lanes there may be, longest first.
fn jumps(edges: &[Connection], ranks: &Ranks) -> Table<bool> {
    let mut lanes: BTreeMap<LaneKey, (usize, Vec<usize>)> = BTreeMap::new();
    for (index, edge) in edges.iter().enumerate() {
        let is_back = ranks.is_back.at(index);
        let length = ranks.of.at(edge.to).abs_diff(ranks.of.at(edge.from));
        let lane = lanes.entry((edge.to, edge.is_catch, is_back)).or_default();
        lane.0 = lane.0.max(length);
        lane.1.push(index);
    }
    let mut lanes: Vec<(usize, Vec<usize>)> = lanes.into_values().collect();
    lanes.sort();
    let mut jumps = Table::filled(edges.len(), false);
    let mut total = 0;
    for (length, edges) in lanes {
        total += length;
        if total > MAX_LANES && length > 1 {
            edges.iter().for_each(|edge| jumps.set(*edge, true));
        }
    }
    jumps
}

/// A layer for each rank, and one for labels below it where there are any.
fn layers_of_ranks(edges: &[Connection], labels: &[Option<Size>], ranks: &Ranks) -> Table<usize> {
    let count = ranks.of.iter().max().map_or(0, |max| max + 1);
    let mut has_labels = Table::filled(count, false);
    for (edge, label) in edges.iter().zip(labels) {
        if label.is_some() {
            has_labels.set(ranks.of.at(edge.from), true);
        }
    }
    let mut layer = 0;
    has_labels
        .iter()
        .map(|has_labels| {
            let own = layer;
            layer += 1 + usize::from(has_labels);
            own
        })
        .collect()
}

impl Pin {
    fn top(node: usize) -> Pin {
        Pin {
            node,
            side: Side::Top,
            dx: 0,
        }
    }

    fn bottom(node: usize) -> Pin {
        Pin {
            node,
            side: Side::Bottom,
            dx: 0,
        }
    }
}

impl Layered {
    /// Where nothing else decides, errors stand to the right of the usual way.
    fn errors_to_the_right(&mut self, edges: &[Connection]) {
        let Layered { layers, nodes, .. } = self;
        let is_error = |node: &usize| match nodes.get(*node).map(|node| node.what) {
            Some(What::Label(edge)) => edges.get(edge).is_some_and(|edge| edge.is_catch),
            _ => false,
        };
        layers
            .iter_mut()
            .for_each(|layer| layer.sort_by_key(is_error));
    }

    fn node(&mut self, what: What, layer: usize, size: Size) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Node {
            what,
            layer,
            size,
            x: 0,
            y: 0,
        });
        if self.layers.len() <= layer {
            self.layers.resize_with(layer + 1, Vec::new);
        }
        push(&mut self.layers, layer, id);
        id
    }

    pub(super) fn is_lane(&self, node: usize) -> bool {
        self.nodes
            .get(node)
            .is_some_and(|node| node.what == What::Lane)
    }

    fn layer(&self, node: usize) -> usize {
        self.nodes.get(node).map_or(0, |node| node.layer)
    }

    fn net(&mut self, gap: usize, hub: Pin, is_catch: bool, is_back: bool) -> usize {
        let is_last = hub.side == Side::Top && !self.is_lane(hub.node);
        let (pins, next) = (Vec::new(), None);
        self.nets.push(Net {
            gap,
            hub,
            pins,
            is_catch,
            is_back,
            is_last,
            next,
        });
        self.nets.len() - 1
    }

    fn join(&mut self, net: usize, pin: Pin) -> Option<(usize, usize)> {
        let pins = &mut self.nets.get_mut(net)?.pins;
        pins.push(pin);
        Some((net, pins.len() - 1))
    }

    /// The nets of a lane, from its farthest end to its target.
    fn lane(&mut self, key: LaneKey, exits: &[Exit]) {
        let (to, is_catch, is_back) = key;
        let target = self.vertices.get(to).copied().unwrap_or_default();
        let end = self.layer(target);
        let layers: Vec<usize> = exits.iter().map(|(layer, ..)| *layer).collect();
        let (first, last) = match (layers.iter().min(), layers.iter().max()) {
            (Some(first), Some(last)) => (*first, *last),
            _ => return,
        };
        let mut by_layer: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        for (layer, node, edge) in exits {
            by_layer.entry(*layer).or_default().push((*node, *edge));
        }
        // The layers it passes, in its direction.
        let passed: Vec<usize> = match is_back {
            false => (first + 1..end).collect(),
            true => (end..=last).rev().collect(),
        };
        let mut before: Option<(usize, usize)> = None;
        for layer in passed {
            let node = self.node(What::Lane, layer, Size::default());
            let (gap, hub) = match is_back {
                false => (layer, Pin::top(node)),
                true => (layer + 1, Pin::bottom(node)),
            };
            let net = self.net(gap, hub, is_catch, is_back);
            self.continue_lane(&mut before, net, node, is_back);
            self.enter(net, by_layer.get(&(gap.saturating_sub(1))));
        }
        let net = self.net(end, Pin::top(target), is_catch, is_back);
        self.continue_lane(&mut before, net, target, is_back);
        if !is_back {
            self.enter(net, by_layer.get(&end.saturating_sub(1)));
        }
    }

    /// Links a net of a lane to the one before it, whose last node becomes its first pin.
    fn continue_lane(
        &mut self,
        before: &mut Option<(usize, usize)>,
        net: usize,
        node: usize,
        is_back: bool,
    ) {
        if let Some((last_net, last_node)) = *before {
            let pin = if is_back {
                Pin::top(last_node)
            } else {
                Pin::bottom(last_node)
            };
            self.join(net, pin);
            if let Some(last) = self.nets.get_mut(last_net) {
                last.next = Some(net);
            }
        }
        *before = Some((net, node));
    }

    /// Lets edges into a lane.
    fn enter(&mut self, net: usize, exits: Option<&Vec<(usize, usize)>>) {
        for (node, edge) in exits.into_iter().flatten() {
            let joined = self.join(net, Pin::bottom(*node));
            if let Some(course) = self.courses.get_mut(*edge) {
                course.lane = joined;
            }
        }
    }
}
