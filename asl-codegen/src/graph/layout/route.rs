//! The lines in the gaps between layers: each net has a track of its own where others would lie
//! on it, in an order that keeps crossings few.

use crate::graph::layout::layered::{Course, Layered, Net, Pin, Side, What};
use crate::graph::layout::table::{Table, push, row};

/// The height of a track.
const TRACK: i64 = 9;

/// From a box to the first track.
const ABOVE: i64 = 12;

/// From the last track to a box, with room for the head of an arrow; and to anything else.
const BELOW_ARROW: i64 = 18;
const BELOW: i64 = 8;

/// How close lines may come that do not belong together.
const CLEARANCE: i64 = 6;

/// Closer than this, two lines look like one.
const NEAR: u64 = 4;

/// Above it, the order of tracks is not weighed: each pair of nets would have to be.
const MAX_WEIGHED: usize = 100;

/// A point of a drawing.
pub(in crate::graph) type Spot = (i64, i64);

/// The lines of one edge.
#[derive(Clone, Debug, Default)]
pub(in crate::graph) struct Wire {
    /// Lines with right angles.
    pub(in crate::graph) lines: Vec<Vec<Spot>>,
    /// The point of its arrow, if it leads to its target itself and not into the line of another.
    pub(in crate::graph) arrow: Option<Spot>,
}

impl Layered {
    /// Where a pin is from left to right.
    pub(super) fn x(&self, pin: Pin) -> i64 {
        self.nodes.get(pin.node).map_or(0, |node| node.x) + pin.dx
    }
}

/// The heights of layers, gaps and tracks.
pub(super) struct Tracks {
    /// By net, where its lines run from left to right.
    ys: Table<i64>,
    /// By layer, its lower side.
    bottoms: Table<i64>,
    /// By layer, its upper side.
    tops: Table<i64>,
    /// The lower end of the drawing.
    pub(super) height: i64,
}

/// Gives each net its track, and each node its `y`.
pub(super) fn tracks(graph: &mut Layered) -> Tracks {
    let gaps = graph.layers.len() + 1;
    let mut nets_of_gaps: Vec<Vec<usize>> = vec![Vec::new(); gaps];
    for (id, net) in graph.nets.iter().enumerate() {
        push(&mut nets_of_gaps, net.gap, id);
    }
    let mut tracks = Tracks {
        ys: Table::filled(graph.nets.len(), 0),
        bottoms: Table::filled(gaps, 0),
        tops: Table::filled(gaps, 0),
        height: 0,
    };
    let mut y = 0;
    for gap in 0..gaps {
        let nets = row(&nets_of_gaps, gap);
        if !nets.is_empty() {
            let (numbers, count) = assign(graph, nets);
            for (net, number) in nets.iter().zip(numbers) {
                tracks.ys.set(*net, y + ABOVE + TRACK * number);
            }
            let is_last = |net: &usize| graph.nets.get(*net).is_some_and(|net| net.is_last);
            let below = if nets.iter().any(is_last) {
                BELOW_ARROW
            } else {
                BELOW
            };
            y += ABOVE + TRACK * (count - 1).max(0) + below;
        }
        tracks.tops.set(gap, y);
        let height = |node: &usize| graph.nodes.get(*node).map_or(0, |node| node.size.height);
        let nodes = row(&graph.layers, gap).to_vec();
        let tallest = nodes.iter().map(height).max().unwrap_or(0);
        for node in nodes {
            if let Some(node) = graph.nodes.get_mut(node) {
                node.y = y;
            }
        }
        y += tallest;
        tracks.bottoms.set(gap, y);
    }
    tracks.height = y;
    tracks
}

/// What a net occupies in its gap.
struct Extent {
    left: i64,
    right: i64,
    /// Where it goes up.
    ups: Vec<i64>,
    /// Where it goes down.
    downs: Vec<i64>,
}

impl Extent {
    fn of(graph: &Layered, net: &Net) -> Extent {
        let pins = || net.pins.iter().chain([&net.hub]);
        let xs = |side| {
            pins()
                .filter(move |pin| pin.side == side)
                .map(|pin| graph.x(*pin))
        };
        let (ups, downs): (Vec<i64>, Vec<i64>) =
            (xs(Side::Bottom).collect(), xs(Side::Top).collect());
        let all = || ups.iter().chain(&downs).copied();
        let (left, right) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
        Extent {
            left,
            right,
            ups,
            downs,
        }
    }

    fn is_straight(&self) -> bool {
        self.left == self.right
    }

    fn overlaps(&self, other: &Extent) -> bool {
        self.left - CLEARANCE < other.right && other.left - CLEARANCE < self.right
    }

    /// How many of its lines would lie on lines of the other one, if it were above it.
    fn lies_on(&self, other: &Extent) -> usize {
        let is_near = |x: &&i64| other.ups.iter().any(|up| up.abs_diff(**x) < NEAR);
        self.downs.iter().filter(is_near).count()
    }

    /// How many crossings there would be.
    fn crosses(&self, other: &Extent) -> i64 {
        let inside = |xs: &[i64], by: &Extent| {
            let crossed = xs.iter().filter(|x| by.left < **x && **x < by.right);
            i64::try_from(crossed.count()).unwrap_or(i64::MAX)
        };
        inside(&self.downs, other) + inside(&other.ups, self)
    }
}

/// The track of each net in a gap, and how many there are.
fn assign(graph: &Layered, nets: &[usize]) -> (Vec<i64>, i64) {
    let extents: Vec<Option<Extent>> = nets
        .iter()
        .map(|net| graph.nets.get(*net).map(|net| Extent::of(graph, net)))
        .map(|extent| extent.filter(|extent| !extent.is_straight()))
        .collect();
    let mut bent: Vec<(usize, &Extent)> = extents
        .iter()
        .enumerate()
        .filter_map(|(place, extent)| Some((place, extent.as_ref()?)))
        .collect();
    let mut numbers = vec![0; nets.len()];
    let mut count = 0;
    if bent.len() > MAX_WEIGHED {
        // By their left ends, each into the first track that is free there.
        bent.sort_by_key(|(_, extent)| extent.left);
        let mut ends: Vec<i64> = Vec::new();
        for (place, extent) in bent {
            let free = ends.iter().position(|end| *end + CLEARANCE < extent.left);
            let track = free.unwrap_or(ends.len());
            match ends.get_mut(track) {
                Some(end) => *end = extent.right,
                None => ends.push(extent.right),
            }
            set(&mut numbers, place, i64::try_from(track).unwrap_or(0));
        }
        return (numbers, i64::try_from(ends.len()).unwrap_or(0));
    }
    let mut above: Vec<(i64, &Extent)> = Vec::new();
    while let Some((place, extent)) = take_highest(&mut bent) {
        let below = above.iter().filter(|(_, other)| extent.overlaps(other));
        let number = below.map(|(number, _)| number + 1).max().unwrap_or(0);
        count = count.max(number + 1);
        above.push((number, extent));
        set(&mut numbers, place, number);
    }
    (numbers, count)
}

fn set(numbers: &mut [i64], place: usize, number: i64) {
    if let Some(slot) = numbers.get_mut(place) {
        *slot = number;
    }
}

/// Takes the net that is best above all others: its lines lie on none of theirs, if there is such a
/// net, and it has fewer crossings than below them.
fn take_highest<'a>(nets: &mut Vec<(usize, &'a Extent)>) -> Option<(usize, &'a Extent)> {
    let price = |place: usize, extent: &Extent| {
        let others = || {
            nets.iter()
                .enumerate()
                .filter(move |(other, _)| *other != place)
        };
        let lies_on: usize = others().map(|(_, (_, other))| extent.lies_on(other)).sum();
        let crosses = |(_, (_, other)): (usize, &(usize, &Extent))| {
            extent.crosses(other) - other.crosses(extent)
        };
        (lies_on, others().map(crosses).sum::<i64>())
    };
    let prices = nets
        .iter()
        .enumerate()
        .map(|(place, (_, extent))| (price(place, extent), place));
    let (_, best) = prices.min()?;
    Some(nets.remove(best))
}

/// The wire of each edge.
pub(super) fn wires(graph: &Layered, tracks: &Tracks) -> Vec<Wire> {
    let leaders: Vec<Option<usize>> = graph.nets.iter().map(|net| leader(graph, net)).collect();
    let course = |course: &Course| wire(graph, tracks, &leaders, course);
    graph.courses.iter().map(course).collect()
}

fn wire(graph: &Layered, tracks: &Tracks, leaders: &[Option<usize>], course: &Course) -> Wire {
    let mut wire = Wire::default();
    if let Some((net, place)) = course.out {
        let mut line = Vec::new();
        if let Some(net_of) = graph.nets.get(net)
            && let Some(label) = net_of.pins.get(place)
        {
            graph.link(tracks, net, net_of.hub, *label, &mut line);
        }
        wire.lines.push(line);
    }
    let mut line = Vec::new();
    let mut at = course.lane;
    while let Some((id, place)) = at {
        let Some((net, pin)) = graph
            .nets
            .get(id)
            .and_then(|net| Some((net, net.pins.get(place)?)))
        else {
            break;
        };
        if leaders.get(id).copied().flatten() != Some(place) {
            // Someone else draws what follows.
            let reach = if is_outermost(graph, net, place) {
                net.hub
            } else {
                *pin
            };
            line.push(graph.spot(tracks, *pin));
            line.push((graph.x(*pin), tracks.ys.at(id)));
            line.push((graph.x(reach), tracks.ys.at(id)));
            break;
        }
        graph.link(tracks, id, *pin, net.hub, &mut line);
        if net.is_last {
            wire.arrow = Some(graph.spot(tracks, net.hub));
        }
        at = net.next.map(|next| (next, 0));
    }
    if !line.is_empty() {
        wire.lines.push(line);
    }
    wire.lines.iter_mut().for_each(simplify);
    wire
}

/// The pin whose line goes on to the hub: one straight before it, else the farthest.
fn leader(graph: &Layered, net: &Net) -> Option<usize> {
    let hub = graph.x(net.hub);
    let distance = |pin: &Pin| graph.x(*pin).abs_diff(hub);
    let straight = net
        .pins
        .iter()
        .position(|pin| distance(pin) == 0 && pin.side != net.hub.side);
    let farthest = || {
        let places = net.pins.iter().enumerate();
        places
            .max_by_key(|(_, pin)| distance(pin))
            .map(|(place, _)| place)
    };
    straight.or_else(farthest)
}

/// Whether no pin on its side of the hub is farther away.
fn is_outermost(graph: &Layered, net: &Net, place: usize) -> bool {
    let hub = graph.x(net.hub);
    let way = |pin: &Pin| graph.x(*pin) - hub;
    let own = net.pins.get(place).map_or(0, way);
    let mut others = net
        .pins
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != place);
    others.all(|(other, pin)| {
        let its = way(pin);
        its.signum() != own.signum() || its.abs() < own.abs() || (its == own && other > place)
    })
}

impl Layered {
    /// Where a pin is. Lanes are as high as their layer.
    fn spot(&self, tracks: &Tracks, pin: Pin) -> Spot {
        let Some(node) = self.nodes.get(pin.node) else {
            return (0, 0);
        };
        let y = match (pin.side, node.what) {
            (Side::Top, _) => tracks.tops.at(node.layer),
            (Side::Bottom, What::Lane) => tracks.bottoms.at(node.layer),
            (Side::Bottom, _) => node.y + node.size.height,
        };
        (self.x(pin), y)
    }

    /// The line between two pins of a net.
    fn link(&self, tracks: &Tracks, net: usize, from: Pin, to: Pin, line: &mut Vec<Spot>) {
        let y = tracks.ys.at(net);
        let (from, to) = (self.spot(tracks, from), self.spot(tracks, to));
        line.extend([from, (from.0, y), (to.0, y), to]);
    }
}

/// Leaves out points on the way between others.
fn simplify(line: &mut Vec<Spot>) {
    let mut kept: Vec<Spot> = Vec::with_capacity(line.len());
    for spot in line.iter().copied() {
        if kept.last() == Some(&spot) {
            continue;
        }
        if let [.., a, b] = kept.as_slice()
            && ((a.0 == b.0 && b.0 == spot.0) || (a.1 == b.1 && b.1 == spot.1))
        {
            kept.pop();
        }
        kept.push(spot);
    }
    *line = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(ups: &[i64], downs: &[i64]) -> Extent {
        let (left, right) = (0, 100);
        Extent {
            left,
            right,
            ups: ups.to_vec(),
            downs: downs.to_vec(),
        }
    }

    #[test]
    fn lines_that_would_lie_on_others_run_below_them() {
        // The second goes down where the first comes from, and each other where the second does.
        let (first, second) = (extent(&[10], &[90]), extent(&[50], &[10]));
        let others = [
            extent(&[60], &[50]),
            extent(&[70], &[51]),
            extent(&[80], &[49]),
        ];
        let mut nets: Vec<(usize, &Extent)> = others.iter().enumerate().collect();
        nets.extend([(8, &second), (9, &first)]);
        let order: Vec<usize> = std::iter::from_fn(|| take_highest(&mut nets))
            .map(|(place, _)| place)
            .collect();
        assert_eq!(order.get(..2), Some(&[9, 8][..]), "{order:?}");
    }

    #[test]
    fn points_on_the_way_are_left_out() {
        let mut line = vec![(0, 0), (0, 5), (0, 5), (0, 9), (4, 9), (8, 9), (8, 12)];
        simplify(&mut line);
        assert_eq!(line, [(0, 0), (0, 9), (8, 9), (8, 12)]);
    }
}
