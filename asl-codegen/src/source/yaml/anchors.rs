//! Anchors, and the values that aliases stand for.

use std::collections::BTreeMap;

use super::report;
use super::size::Size;
use crate::diagnostic::Diagnostic;
use crate::source::offsets::Offsets;
use crate::source::{Kind, Node, Span, Text};

/// How much aliases may stand for in one text, in nodes and bytes of strings. Nine lines of aliases of aliases
/// ("a billion laughs") would fill the memory otherwise.
const MOST_COPIED: usize = 1 << 19;

/// In how many findings near names are looked for: as many as are shown.
const MOST_SUGGESTIONS: usize = 100;

/// The anchors of a text.
#[derive(Default)]
pub(super) struct Anchors {
    /// The complete values, by the number of the anchor.
    values: BTreeMap<usize, (Node, Size)>,
    names: Vec<String>,
    /// How many aliases had no anchor.
    unknown: usize,
    /// How much was copied so far.
    copied: usize,
}

impl Anchors {
    /// An anchor is called `name`.
    pub(super) fn name(&mut self, name: &str) {
        self.names.push(name.to_owned());
    }

    /// Keeps a value for aliases to come; past the limit they are refused.
    pub(super) fn keep(&mut self, anchor: usize, node: &Node, size: Size) {
        self.copied = self.copied.saturating_add(size.weight);
        if self.copied <= MOST_COPIED {
            self.values.insert(anchor, (node.clone(), size));
        }
    }

    /// What an alias at `span` stands for. It is written there; its parts are written where the anchor is.
    pub(super) fn resolve(
        &mut self,
        anchor: usize,
        span: Span,
    ) -> Result<(Node, Size), Diagnostic> {
        let weight = self.values.get(&anchor).map_or(0, |(_, size)| size.weight);
        self.copied = self.copied.saturating_add(weight);
        if self.copied > MOST_COPIED {
            return Err(report::too_many_aliases(span, MOST_COPIED));
        }
        let Some((node, size)) = self.values.get(&anchor) else {
            // The value is complete only after its end.
            return Err(report::recursive(span));
        };
        let mut node = node.clone();
        node.span = span;
        if let Kind::String(text) = &mut node.kind {
            let mut offsets = Offsets::starting_at(span.start);
            offsets.push_whole(text.value.len(), span);
            *text = Text::new(std::mem::take(&mut text.value), span, offsets);
        }
        Ok((node, *size))
    }

    /// What to say about an alias that no anchor goes before.
    pub(super) fn unknown(&mut self, name: &str, span: Span) -> Diagnostic {
        self.unknown += 1;
        let names = match self.unknown <= MOST_SUGGESTIONS {
            true => self.names.as_slice(),
            false => &[],
        };
        report::unknown_anchor(name, span, names.iter().map(String::as_str))
    }
}
