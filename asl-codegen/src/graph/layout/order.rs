//! The order of the nodes in each layer: few crossings, by barycentres, in a fixed number of
//! sweeps.

use crate::graph::layout::layered::{Layered, Side};
use crate::graph::layout::table::{Table, push, row};

/// Sweeps over all layers, down and up in turn. More hardly ever help.
const SWEEPS: usize = 16;

/// Who is connected with whom.
pub(super) struct Neighbours {
    /// By node: those in the layer above.
    pub(super) above: Vec<Vec<usize>>,
    /// By node: those in the layer below.
    pub(super) below: Vec<Vec<usize>>,
    /// By node: those in its own layer, around which a line turns.
    beside: Vec<Vec<usize>>,
    /// By node: whether its usual way goes up, and down. With it, other lines do not matter for
    /// where it stands.
    is_usual: Table<(bool, bool)>,
}

impl Neighbours {
    /// Those in the layer above, or below, that a node is to stand in line with.
    pub(super) fn in_line(&self, graph: &Layered, node: usize, is_above: bool) -> Vec<usize> {
        let (near, is_usual) = match is_above {
            true => (&self.above, self.is_usual.at(node).0),
            false => (&self.below, self.is_usual.at(node).1),
        };
        let is_wanted = |other: &usize| {
            let (up, down) = self.is_usual.at(*other);
            !is_usual || if is_above { down } else { up }
        };
        let wanted = || row(near, node).iter().copied().filter(is_wanted);
        // A lane goes on straight, whoever joins it.
        let is_lane = |node: &usize| graph.is_lane(*node);
        match wanted().find(is_lane).filter(|_| is_lane(&node)) {
            Some(lane) => vec![lane],
            None => wanted().collect(),
        }
    }
}

pub(super) fn neighbours(graph: &Layered) -> Neighbours {
    let mut found = Neighbours {
        above: vec![Vec::new(); graph.nodes.len()],
        below: vec![Vec::new(); graph.nodes.len()],
        beside: vec![Vec::new(); graph.nodes.len()],
        is_usual: Table::filled(graph.nodes.len(), (false, false)),
    };
    for net in &graph.nets {
        if !net.is_catch && !net.is_back {
            for pin in net.pins.iter().chain([&net.hub]) {
                let (up, down) = found.is_usual.at(pin.node);
                let is_top = pin.side == Side::Top;
                found
                    .is_usual
                    .set(pin.node, (up || is_top, down || !is_top));
            }
        }
        for pin in &net.pins {
            match (net.hub.side, pin.side) {
                (Side::Top, Side::Bottom) => {
                    push(&mut found.above, net.hub.node, pin.node);
                    push(&mut found.below, pin.node, net.hub.node);
                }
                (Side::Bottom, Side::Top) => {
                    push(&mut found.below, net.hub.node, pin.node);
                    push(&mut found.above, pin.node, net.hub.node);
                }
                // The lane of a loop stands beside where it begins and where it leads.
                (Side::Bottom, Side::Bottom) => push(&mut found.beside, net.hub.node, pin.node),
                (Side::Top, Side::Top) => push(&mut found.beside, pin.node, net.hub.node),
            }
        }
    }
    found
}

/// Orders every layer.
pub(super) fn order(graph: &mut Layered, near: &Neighbours) {
    let mut positions = positions(graph);
    let mut best = (cost(graph, near, &positions), graph.layers.clone());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        let layers = graph.layers.len();
        for step in 0..layers {
            let layer = if is_down(sweep) {
                step
            } else {
                layers - 1 - step
            };
            sort(graph, near, &mut positions, layer, sweep);
        }
        let cost = cost(graph, near, &positions);
        if cost < best.0 {
            best = (cost, graph.layers.clone());
        }
    }
    graph.layers = best.1;
}

/// Sweeps go down first.
fn is_down(sweep: usize) -> bool {
    sweep.is_multiple_of(2)
}

/// Fractions of a position.
const UNIT: usize = 1 << 16;

/// Sorts a layer by where the neighbours of its nodes stand in the layer before.
fn sort(
    graph: &mut Layered,
    near: &Neighbours,
    positions: &mut Table<usize>,
    layer: usize,
    sweep: usize,
) {
    let towards = if is_down(sweep) {
        &near.above
    } else {
        &near.below
    };
    let key = |node: usize| {
        let places = row(towards, node).iter().map(|near| positions.at(*near));
        let (count, sum) = places.fold((0, 0), |(count, sum), place| (count + 1, sum + place));
        match count {
            0 => None,
            _ => Some(sum * UNIT / count),
        }
    };
    let Some(nodes) = graph.layers.get_mut(layer) else {
        return;
    };
    let mut keyed: Vec<(usize, usize)> = Vec::with_capacity(nodes.len());
    for (place, node) in nodes.iter().enumerate() {
        let beside = row(&near.beside, *node).iter().find_map(|near| key(*near));
        let key = match (key(*node), beside) {
            (Some(key), _) => key,
            // To the left of what it belongs to.
            (None, Some(key)) => key.saturating_sub(UNIT / 4),
            (None, None) => place * UNIT,
        };
        keyed.push((key, *node));
    }
    // Every other pair of sweeps turns ties around, which leads out of some dead ends.
    if sweep % 4 >= 2 {
        keyed.reverse();
    }
    keyed.sort_by_key(|(key, _)| *key);
    *nodes = keyed.into_iter().map(|(_, node)| node).collect();
    for (place, node) in nodes.iter().enumerate() {
        positions.set(*node, place);
    }
}

/// The place of every node in its layer.
pub(super) fn positions(graph: &Layered) -> Table<usize> {
    let mut positions = Table::filled(graph.nodes.len(), 0);
    for layer in &graph.layers {
        for (place, node) in layer.iter().enumerate() {
            positions.set(*node, place);
        }
    }
    positions
}

/// Twice the crossings, and how many nodes loops reach over.
fn cost(graph: &Layered, near: &Neighbours, positions: &Table<usize>) -> usize {
    let mut cost = 0;
    for layer in &graph.layers {
        cost += 2 * crossings(layer, near, positions);
        for node in layer {
            let beside = row(&near.beside, *node).iter();
            cost += beside
                .map(|other| positions.at(*node).abs_diff(positions.at(*other)))
                .sum::<usize>();
        }
    }
    cost
}

/// Crossings of the lines from a layer to the one below: the inversions among their lower ends,
/// counted with a Fenwick tree.
fn crossings(layer: &[usize], near: &Neighbours, positions: &Table<usize>) -> usize {
    let mut ends = Vec::new();
    for node in layer {
        let mut places: Vec<usize> = row(&near.below, *node)
            .iter()
            .map(|below| positions.at(*below))
            .collect();
        places.sort_unstable();
        ends.extend(places);
    }
    let size = ends.iter().max().map_or(0, |max| max + 2);
    let mut tree = Table::filled(size, 0usize);
    let mut crossings = 0;
    for (before, end) in ends.iter().enumerate() {
        let mut not_right = 0;
        let mut index = end + 1;
        while index > 0 {
            not_right += tree.at(index);
            index &= index - 1;
        }
        crossings += before - not_right;
        let mut index = end + 1;
        while index < size {
            tree.set(index, tree.at(index) + 1);
            index += index & index.wrapping_neg();
        }
    }
    crossings
}
