//! From offsets in a derived text back to the text it was derived from.
//!
//! Two texts are derived: the definition with its placeholders filled in, and the decoded contents of a JSON string.
//! Both are a sequence of runs copied byte for byte and of pieces that came from something else as a whole.

use std::ops::Range;

use super::span::{Span, saturate};

/// Where each part of a derived text came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offsets {
    /// In order, without gaps; none is empty.
    pieces: Vec<Piece>,
    /// Length of the derived text.
    len: u32,
    /// Where the next run would come from: the answer for an empty text.
    end: u32,
}

/// A part of the derived text, up to the start of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    start: u32,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Copied from this offset on, byte for byte.
    Run(u32),
    /// Stands for all of this span: an escape, a placeholder.
    Whole(Span),
}

impl Offsets {
    /// A map for a text that begins at `start`.
    pub(super) fn starting_at(start: u32) -> Self {
        Self {
            pieces: Vec::new(),
            len: 0,
            end: start,
        }
    }

    /// Appends `len` bytes copied from `from` on.
    pub(super) fn push_run(&mut self, len: usize, from: u32) {
        if len > 0 && !self.continues(from) {
            self.pieces.push(Piece {
                start: self.len,
                origin: Origin::Run(from),
            });
        }
        self.advance(len, from.saturating_add(saturate(len)));
    }

    /// Whether the last piece is a run that ended where `from` begins: runs that continue each other are one.
    fn continues(&self, from: u32) -> bool {
        match self.pieces.last() {
            Some(Piece {
                start,
                origin: Origin::Run(first),
            }) => first.saturating_add(self.len - start) == from,
            _ => false,
        }
    }

    /// Appends `len` bytes that stand for all of `span`.
    pub(super) fn push_whole(&mut self, len: usize, span: Span) {
        if len > 0 {
            self.pieces.push(Piece {
                start: self.len,
                origin: Origin::Whole(span),
            });
        }
        self.advance(len, span.end);
    }

    /// Appends what `other` says about `range`.
    pub(super) fn push_range(&mut self, other: &Self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let Some((piece, piece_end)) = other.piece_at(at) else {
                return;
            };
            let end = range.end.min(piece_end as usize).max(at + 1);
            match piece.origin {
                Origin::Run(from) => {
                    self.push_run(end - at, from.saturating_add(saturate(at) - piece.start))
                }
                Origin::Whole(span) => self.push_whole(end - at, span),
            }
            at = end;
        }
    }

    /// Where `range` of the derived text came from. An empty range gives a position; past the end is the end.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        let start = match self.piece_at(range.start) {
            Some((
                Piece {
                    start,
                    origin: Origin::Run(from),
                },
                _,
            )) => from.saturating_add(saturate(range.start).saturating_sub(start)),
            Some((
                Piece {
                    origin: Origin::Whole(span),
                    ..
                },
                _,
            )) => {
                if range.is_empty() {
                    return span;
                }
                span.start
            }
            None => self.end,
        };
        Span::new(
            start,
            if range.is_empty() {
                start
            } else {
                self.end_of(range.end)
            },
        )
    }

    /// Where the byte before `end` stopped.
    fn end_of(&self, end: usize) -> u32 {
        match self.piece_at(end.saturating_sub(1)) {
            Some((
                Piece {
                    start,
                    origin: Origin::Run(from),
                },
                _,
            )) => from.saturating_add(saturate(end).saturating_sub(start)),
            Some((
                Piece {
                    origin: Origin::Whole(span),
                    ..
                },
                _,
            )) => span.end,
            None => self.end,
        }
    }

    /// Where `range` was copied from, if it was copied as one run.
    pub(super) fn run_from(&self, range: Range<usize>) -> Option<u32> {
        let (
            Piece {
                start,
                origin: Origin::Run(from),
            },
            end,
        ) = self.piece_at(range.start)?
        else {
            return None;
        };
        (range.end <= end as usize)
            .then(|| from.saturating_add(saturate(range.start).saturating_sub(start)))
    }

    /// The part of the derived text around `offset` that stands for something else.
    pub(super) fn whole_around(&self, offset: usize) -> Option<Range<usize>> {
        let (
            Piece {
                start,
                origin: Origin::Whole(_),
            },
            end,
        ) = self.piece_at(offset)?
        else {
            return None;
        };
        Some(start as usize..end as usize)
    }

    /// The piece that holds the byte at `offset`, and where it ends.
    fn piece_at(&self, offset: usize) -> Option<(Piece, u32)> {
        if offset >= self.len as usize {
            return None;
        }
        let next = self
            .pieces
            .partition_point(|piece| piece.start as usize <= offset);
        let piece = self.pieces.get(next.checked_sub(1)?)?;
        Some((
            *piece,
            self.pieces.get(next).map_or(self.len, |next| next.start),
        ))
    }

    fn advance(&mut self, len: usize, end: u32) {
        self.len = self.len.saturating_add(saturate(len));
        self.end = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ab` from 10, an `X` that stands for 12..18, `cd` from 18.
    fn sample() -> Offsets {
        let mut offsets = Offsets::starting_at(10);
        offsets.push_run(2, 10);
        offsets.push_whole(1, Span::new(12, 18));
        offsets.push_run(2, 18);
        offsets
    }

    #[test]
    fn span_is_exact_in_runs_and_whole_elsewhere() {
        let cases = [
            (0..1, (10, 11)),
            (0..2, (10, 12)),
            (1..3, (11, 18)),
            (2..3, (12, 18)),
            (2..4, (12, 19)),
            (3..5, (18, 20)),
            (1..1, (11, 11)),
            (3..3, (18, 18)),
            // A position inside something replaced can only be all of it.
            (2..2, (12, 18)),
            (5..5, (20, 20)),
            (9..12, (20, 20)),
        ];
        for (range, (start, end)) in cases {
            assert_eq!(
                sample().span(range.clone()),
                Span::new(start, end),
                "{range:?}"
            );
        }
    }

    #[test]
    fn empty_text_is_at_its_start() {
        assert_eq!(Offsets::starting_at(7).span(0..0), Span::new(7, 7));
    }

    #[test]
    fn push_range_composes() {
        let mut inner = Offsets::starting_at(0);
        inner.push_range(&sample(), 1..4);
        assert_eq!(inner.span(0..1), Span::new(11, 12));
        assert_eq!(inner.span(1..2), Span::new(12, 18));
        assert_eq!(inner.span(2..3), Span::new(18, 19));
    }

    #[test]
    fn whole_around_finds_replaced_bytes_only() {
        assert_eq!(sample().whole_around(2), Some(2..3));
        assert_eq!(sample().whole_around(1), None);
        assert_eq!(sample().whole_around(5), None);
    }

    #[test]
    fn runs_around_something_replaced_by_nothing_stay_apart() {
        let mut offsets = Offsets::starting_at(0);
        offsets.push_run(2, 0);
        offsets.push_whole(0, Span::new(2, 8));
        offsets.push_run(2, 8);
        assert_eq!(offsets.span(2..3), Span::new(8, 9));
        assert!(offsets.run_from(0..2).is_some());
        assert!(offsets.run_from(0..4).is_none());
    }

    #[test]
    fn adjoining_runs_are_one_piece() {
        let mut offsets = Offsets::starting_at(0);
        offsets.push_run(2, 0);
        offsets.push_run(3, 2);
        assert_eq!(offsets.pieces.len(), 1);
        assert_eq!(offsets.span(1..4), Span::new(1, 4));
    }
}
