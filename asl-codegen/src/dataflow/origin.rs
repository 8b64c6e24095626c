//! Where a document or a part of it was made.

use crate::source::Span;

/// The place in the definition that made a value, for the reason of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The place.
    pub span: Span,
    /// What is there.
    pub kind: OriginKind,
}

/// How a value was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OriginKind {
    /// By the result of a state, which takes the place of what was there.
    Replaced,
    /// By a constant or a template.
    Value,
    /// By a test that lets no other value through.
    Tested,
    /// By a `ResultPath` on its way (RP-4).
    Created,
    /// By a path that is `null` (IO-3, IO-5).
    Empty,
    /// By a catcher (ERR-5).
    ErrorOutput,
    /// By a Parallel (PAR-4) or a Map (MAP-52).
    Outputs,
    /// By a Map with batches (MAP-42).
    Batch,
    /// By an intrinsic function.
    Call,
}

/// Up to two places that made a value on different ways.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origins([Option<Origin>; 2]);

impl From<Origin> for Origins {
    fn from(origin: Origin) -> Self {
        Self([Some(origin), None])
    }
}

impl Origins {
    /// The places, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Origin> {
        self.0.into_iter().flatten()
    }

    /// Whether no place is known.
    pub fn is_empty(&self) -> bool {
        self.0 == [None, None]
    }

    /// The same of a value that takes the place of another.
    pub(super) fn replacing(mut self) -> Self {
        for origin in self.0.iter_mut().flatten() {
            if origin.kind == OriginKind::Value {
                origin.kind = OriginKind::Replaced;
            }
        }
        self
    }

    /// Adds those of another way: the first two in the file are kept.
    pub(super) fn add(&mut self, other: &Origins) {
        for origin in other.iter() {
            self.0 = match self.0 {
                [None, _] => [Some(origin), None],
                [Some(first), _] if origin < first => [Some(origin), Some(first)],
                [Some(first), None] if origin > first => [Some(first), Some(origin)],
                [Some(first), Some(second)] if origin > first && origin < second => {
                    [Some(first), Some(origin)]
                }
                same => same,
            };
        }
    }
}
