//! Where lines meet the boxes.

use crate::graph::layout::layered::{Layered, Pin, Side, What};

/// The space between two lines that meet one side of a box.
const SPACE: i64 = 14;

/// What stays free at each end of a side: boxes have round or pointed ends.
const INSET: i64 = 16;

/// A pin, by its net and its place in it; the hub has none.
type PinId = (usize, Option<usize>);

/// Spreads the pins of each box over its side, and moves those that get a straight line by it.
pub(super) fn spread(graph: &mut Layered) {
    let mut sides: Vec<[Vec<PinId>; 2]> = vec![[Vec::new(), Vec::new()]; graph.nodes.len()];
    for (id, net) in graph.nets.iter().enumerate() {
        let pins = net
            .pins
            .iter()
            .enumerate()
            .map(|(place, pin)| (*pin, Some(place)));
        for (pin, place) in pins.chain([(net.hub, None)]) {
            if let Some([top, bottom]) = sides.get_mut(pin.node) {
                let side = if pin.side == Side::Top { top } else { bottom };
                side.push((id, place));
            }
        }
    }
    for (node, sides) in sides.iter().enumerate() {
        if graph
            .nodes
            .get(node)
            .is_some_and(|node| matches!(node.what, What::Vertex(_)))
        {
            for side in sides {
                spread_side(graph, node, side);
            }
        }
    }
    for net in 0..graph.nets.len() {
        straighten(graph, net, &sides);
    }
}

fn spread_side(graph: &mut Layered, node: usize, side: &[PinId]) {
    let (x, room) = middle(graph, node);
    // The usual way stays in the middle.
    let main = side
        .iter()
        .min_by_key(|(net, _)| graph.nets.get(*net).map(|net| (net.is_back, net.is_catch)));
    let mut others: Vec<(i64, PinId)> = side
        .iter()
        .filter(|pin| Some(*pin) != main)
        .map(|pin| (far_end(graph, *pin), *pin))
        .collect();
    others.sort_unstable();
    let (left, right): (Vec<_>, Vec<_>) = others.into_iter().partition(|(far, _)| *far < x);
    for (step, (_, pin)) in (1..).zip(left.iter().rev()) {
        set(graph, *pin, (-SPACE * step).max(-room));
    }
    for (step, (_, pin)) in (1..).zip(&right) {
        set(graph, *pin, (SPACE * step).min(room));
    }
}

/// The centre of a box, and how far from it lines may meet it.
fn middle(graph: &Layered, node: usize) -> (i64, i64) {
    let node = graph.nodes.get(node);
    node.map_or((0, 0), |node| match node.what {
        What::Vertex(_) => (node.x, (node.size.width / 2 - INSET).max(0)),
        _ => (node.x, 0),
    })
}

/// Where the lines of a pin lead, on average.
fn far_end(graph: &Layered, (net, place): PinId) -> i64 {
    let Some(net) = graph.nets.get(net) else {
        return 0;
    };
    match place {
        Some(_) => graph.x(net.hub),
        None => {
            let sum: i64 = net.pins.iter().map(|pin| graph.x(*pin)).sum();
            sum / i64::try_from(net.pins.len().max(1)).unwrap_or(1)
        }
    }
}

fn pin(graph: &Layered, (net, place): PinId) -> Option<Pin> {
    let net = graph.nets.get(net)?;
    match place {
        Some(place) => net.pins.get(place).copied(),
        None => Some(net.hub),
    }
}

fn set(graph: &mut Layered, (net, place): PinId, dx: i64) {
    let Some(net) = graph.nets.get_mut(net) else {
        return;
    };
    let pin = match place {
        Some(place) => net.pins.get_mut(place),
        None => Some(&mut net.hub),
    };
    if let Some(pin) = pin {
        pin.dx = dx;
    }
}

/// Moves an end of a net of one line, if the line then has no bend.
fn straighten(graph: &mut Layered, net: usize, sides: &[[Vec<PinId>; 2]]) {
    let Some((hub, [other])) = graph
        .nets
        .get(net)
        .map(|net| (net.hub, net.pins.as_slice()))
    else {
        return;
    };
    let other = *other;
    if graph.x(hub) == graph.x(other) || hub.side == other.side {
        return;
    }
    for (moved, id, fixed) in [(other, (net, Some(0)), hub), (hub, (net, None), other)] {
        let (x, room) = middle(graph, moved.node);
        let dx = graph.x(fixed) - x;
        let side = usize::from(moved.side == Side::Bottom);
        let beside = sides.get(moved.node).and_then(|sides| sides.get(side));
        let is_free = beside.into_iter().flatten().all(|other| {
            *other == id || pin(graph, *other).is_some_and(|pin| pin.dx.abs_diff(dx) >= 10)
        });
        if dx.abs() <= room && is_free {
            set(graph, id, dx);
            return;
        }
    }
}
