//! Where the nodes of each layer stand from left to right: the method of Brandes and Köpf, which
//! keeps long lanes straight.
//!
//! Four layouts, each pushed to one side, are averaged. In each, nodes are aligned with the median
//! of their neighbours to blocks, and blocks are packed.

use std::collections::BTreeSet;

use crate::graph::layout::layered::{Layered, What};
use crate::graph::layout::order::{Neighbours, positions};
use crate::graph::layout::table::{Table, push, row};

/// Sets `x` of every node.
pub(super) fn place(graph: &mut Layered, near: &Neighbours) {
    let conflicts = conflicts(graph, near);
    let mut layouts = Vec::new();
    for is_up in [false, true] {
        for is_mirrored in [false, true] {
            let xs = one_layout(graph, near, &conflicts, is_up, is_mirrored);
            layouts.push((xs, is_mirrored));
        }
    }
    align(graph, &mut layouts);
    for (id, node) in graph.nodes.iter_mut().enumerate() {
        let mut xs: Vec<i64> = layouts.iter().map(|(xs, _)| xs.at(id)).collect();
        xs.sort_unstable();
        node.x = xs.iter().skip(1).take(2).sum::<i64>().div_euclid(2);
    }
    keep_apart(graph);
}

/// What rounding has moved together. The rest stands apart already.
fn keep_apart(graph: &mut Layered) {
    for layer in graph.layers.clone() {
        for (left, right) in layer.iter().zip(layer.iter().skip(1)) {
            let x = |node: usize| graph.nodes.get(node).map_or(0, |node| node.x);
            let least = x(*left) + separation(graph, *left, *right);
            if let Some(node) = graph.nodes.get_mut(*right) {
                node.x = node.x.max(least);
            }
        }
    }
}

/// The space between the centres of two nodes that stand side by side.
fn separation(graph: &Layered, left: usize, right: usize) -> i64 {
    let half = |node: usize| {
        graph
            .nodes
            .get(node)
            .map_or((0, 0), |node| match node.what {
                What::Vertex(_) => (node.size.width / 2 + 1, 26),
                What::Label(_) => (node.size.width / 2 + 1, 12),
                What::Lane => (0, 16),
            })
    };
    let ((left, space), (right, other)) = (half(left), half(right));
    left + right + (space + other) / 2
}

/// Lines that cross a lane: they give way to it, that it may be straight.
fn conflicts(graph: &Layered, near: &Neighbours) -> BTreeSet<(usize, usize)> {
    let positions = positions(graph);
    let is_lane = |node: usize| graph.is_lane(node);
    let mut conflicts = BTreeSet::new();
    for (above, layer) in graph.layers.iter().zip(graph.layers.iter().skip(1)) {
        let (mut left, mut scanned) = (0, 0);
        for (place, node) in layer.iter().enumerate() {
            let inner = row(&near.above, *node)
                .iter()
                .find(|above| is_lane(*node) && is_lane(**above));
            if inner.is_none() && place + 1 < layer.len() {
                continue;
            }
            let right = inner.map_or(above.len(), |inner| positions.at(*inner));
            for lower in layer.iter().take(place + 1).skip(scanned) {
                for upper in row(&near.above, *lower) {
                    let at = positions.at(*upper);
                    if (at < left || right < at) && !(is_lane(*upper) && is_lane(*lower)) {
                        conflicts.insert((*upper, *lower));
                    }
                }
            }
            (left, scanned) = (right, place + 1);
        }
    }
    conflicts
}

/// One of the four layouts.
fn one_layout(
    graph: &Layered,
    near: &Neighbours,
    conflicts: &BTreeSet<(usize, usize)>,
    is_up: bool,
    is_mirrored: bool,
) -> Table<i64> {
    let mut layers = graph.layers.clone();
    if is_up {
        layers.reverse();
    }
    if is_mirrored {
        layers.iter_mut().for_each(|layer| layer.reverse());
    }
    let near: Vec<Vec<usize>> = (0..graph.nodes.len())
        .map(|node| near.in_line(graph, node, !is_up))
        .collect();
    let roots = blocks(graph.nodes.len(), &layers, &near, conflicts, is_up);
    let xs = pack(graph, &layers, &roots);
    match is_mirrored {
        true => xs.iter().map(|x| -x).collect(),
        false => xs,
    }
}

/// Aligns each node with the median of its neighbours, where that crosses no alignment to its
/// left. The root of each node's block.
fn blocks(
    count: usize,
    layers: &[Vec<usize>],
    near: &[Vec<usize>],
    conflicts: &BTreeSet<(usize, usize)>,
    is_up: bool,
) -> Table<usize> {
    let mut positions = Table::filled(count, 0);
    for layer in layers {
        for (place, node) in layer.iter().enumerate() {
            positions.set(*node, place);
        }
    }
    let mut roots: Table<usize> = (0..count).collect();
    // A node can be aligned with one in the next layer only.
    let mut is_taken = Table::filled(count, false);
    for layer in layers {
        let mut free = 0;
        for node in layer {
            let mut found: Vec<usize> = row(near, *node).to_vec();
            found.sort_by_key(|near| positions.at(*near));
            let medians = [found.len().saturating_sub(1) / 2, found.len() / 2];
            for median in medians {
                let Some(other) = found.get(median) else {
                    continue;
                };
                let pair = if is_up {
                    (*node, *other)
                } else {
                    (*other, *node)
                };
                let at = positions.at(*other);
                let is_aligned = roots.at(*node) != *node;
                if is_aligned || is_taken.at(*other) || at < free || conflicts.contains(&pair) {
                    continue;
                }
                is_taken.set(*other, true);
                roots.set(*node, roots.at(*other));
                free = at + 1;
            }
        }
    }
    roots
}

/// Packs blocks to the left, then lets those move right that have room.
fn pack(graph: &Layered, layers: &[Vec<usize>], roots: &Table<usize>) -> Table<i64> {
    let count = graph.nodes.len();
    let mut right: Vec<Vec<(usize, i64)>> = vec![Vec::new(); count];
    let mut waiting = Table::filled(count, 0usize);
    for layer in layers {
        for (a, b) in layer.iter().zip(layer.iter().skip(1)) {
            push(
                &mut right,
                roots.at(*a),
                (roots.at(*b), separation(graph, *a, *b)),
            );
            waiting.set(roots.at(*b), waiting.at(roots.at(*b)) + 1);
        }
    }
    let mut xs = Table::filled(count, 0i64);
    let is_root = |node: &usize| roots.at(*node) == *node;
    let mut sorted: Vec<usize> = (0..count)
        .filter(is_root)
        .filter(|node| waiting.at(*node) == 0)
        .collect();
    let mut next = 0;
    while let Some(block) = sorted.get(next).copied() {
        next += 1;
        for (other, space) in row(&right, block) {
            xs.set(*other, xs.at(*other).max(xs.at(block) + space));
            waiting.set(*other, waiting.at(*other).saturating_sub(1));
            if waiting.at(*other) == 0 {
                sorted.push(*other);
            }
        }
    }
    for block in sorted.iter().rev() {
        let room = row(&right, *block)
            .iter()
            .map(|(other, space)| xs.at(*other) - space)
            .min();
        if let Some(room) = room {
            xs.set(*block, xs.at(*block).max(room));
        }
    }
    (0..count).map(|node| xs.at(roots.at(node))).collect()
}

/// Moves the layouts over the narrowest one, each with the side to which it was packed.
fn align(graph: &Layered, layouts: &mut [(Table<i64>, bool)]) {
    let extent = |xs: &Table<i64>| {
        let half = |id: usize| graph.nodes.get(id).map_or(0, |node| node.size.width / 2);
        let left = xs.iter().enumerate().map(|(id, x)| x - half(id)).min();
        let right = xs.iter().enumerate().map(|(id, x)| x + half(id)).max();
        (left.unwrap_or(0), right.unwrap_or(0))
    };
    let narrowest = layouts
        .iter()
        .map(|(xs, _)| extent(xs))
        .min_by_key(|(l, r)| r - l);
    let Some((left, right)) = narrowest else {
        return;
    };
    for (xs, is_mirrored) in layouts {
        let own = extent(xs);
        let shift = if *is_mirrored {
            right - own.1
        } else {
            left - own.0
        };
        *xs = xs.iter().map(|x| x + shift).collect();
    }
}
