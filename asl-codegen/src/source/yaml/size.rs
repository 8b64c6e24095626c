//! How much a tree is, for the limits of depth and of what aliases copy.

use crate::source::{Kind, Node};

/// How large a tree is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    /// Nodes and bytes of strings.
    pub(super) weight: usize,
    /// Collections inside each other.
    pub(super) height: usize,
}

impl Size {
    /// What is inside a complete node. Recursive: no JSON is nested deeper than `MAX_DEPTH`.
    pub(super) fn inside(node: &Node) -> Self {
        let own = |node: &Node| {
            let inside = Self::inside(node);
            Self {
                weight: inside.weight + 1 + node.as_str().map_or(0, str::len),
                ..inside
            }
        };
        let (keys, parts): (usize, Vec<Self>) = match &node.kind {
            Kind::Array(elements) => (0, elements.iter().map(own).collect()),
            Kind::Object(members) => (
                members
                    .iter()
                    .map(|member| 1 + member.key.value.len())
                    .sum(),
                members.iter().map(|member| own(&member.value)).collect(),
            ),
            _ => return Self::default(),
        };
        Self {
            weight: keys + parts.iter().map(|part| part.weight).sum::<usize>(),
            height: 1 + parts.iter().map(|part| part.height).max().unwrap_or(0),
        }
    }
}
