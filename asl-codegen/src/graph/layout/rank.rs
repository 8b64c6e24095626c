//! Which edges lead back, and how far below the start each vertex stands.

use crate::graph::layout::table::{Table, push, row};

/// The place of vertices in a drawing from top to bottom.
pub(super) struct Ranks {
    /// By vertex; every edge that does not lead back leads to a higher rank.
    pub(super) of: Table<usize>,
    /// By edge: whether it leads back, as the last one of a loop does. A vertex's edge to itself is
    /// one of them.
    pub(super) is_back: Table<bool>,
}

/// Ranks by the longest way from the start. Vertices come in the order in which they are to be
/// visited, with the start first.
pub(super) fn rank(vertices: usize, edges: &[(usize, usize)]) -> Ranks {
    let mut outgoing = vec![Vec::new(); vertices];
    for (index, (from, to)) in edges.iter().enumerate() {
        push(&mut outgoing, *from, (index, *to));
    }
    let (is_back, finished) = search(vertices, edges.len(), &outgoing);
    // The reverse of the order in which a search leaves vertices is a topological one.
    let mut of = Table::filled(vertices, 0);
    for vertex in finished.iter().rev() {
        for (edge, to) in row(&outgoing, *vertex) {
            if !is_back.at(*edge) {
                of.set(*to, of.at(*to).max(of.at(*vertex) + 1));
            }
        }
    }
    Ranks { of, is_back }
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Mark {
    #[default]
    New,
    Open,
    Done,
}

/// A depth-first search: the edges to a vertex that is still open lead back. With the order in
/// which vertices are left.
fn search(
    vertices: usize,
    edges: usize,
    outgoing: &[Vec<(usize, usize)>],
) -> (Table<bool>, Vec<usize>) {
    let mut marks = Table::filled(vertices, Mark::New);
    let mut is_back = Table::filled(edges, false);
    let mut finished = Vec::with_capacity(vertices);
    for first in 0..vertices {
        if marks.at(first) != Mark::New {
            continue;
        }
        marks.set(first, Mark::Open);
        let mut path = vec![(first, 0)];
        while let Some((vertex, next)) = path.last_mut() {
            let edge = row(outgoing, *vertex).get(*next).copied();
            *next += 1;
            match edge {
                Some((edge, to)) => match marks.at(to) {
                    Mark::New => {
                        marks.set(to, Mark::Open);
                        path.push((to, 0));
                    }
                    Mark::Open => is_back.set(edge, true),
                    Mark::Done => {}
                },
                None => {
                    marks.set(*vertex, Mark::Done);
                    finished.push(*vertex);
                    path.pop();
                }
            }
        }
    }
    (is_back, finished)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_close_a_loop_lead_back_and_the_others_down() {
        // 0 → 1 → 2 → 3, a short cut, a loop over two vertices, and one over a single vertex.
        let edges = [(0, 1), (1, 2), (2, 3), (0, 3), (3, 1), (2, 2)];
        let ranks = rank(4, &edges);
        assert_eq!(ranks.of.iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(
            ranks.is_back.iter().collect::<Vec<_>>(),
            [false, false, false, false, true, true]
        );
    }
}
