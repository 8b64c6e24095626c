//! Byte ranges of the text a person wrote.

use std::ops::Range;

/// A byte range `start..end` in the original text of a definition.
///
/// Offsets always refer to the text as the user wrote it, before placeholders were filled in. An empty range is a
/// position between two characters.
///
/// ```
/// use asl_codegen::source::Span;
///
/// let key = Span::new(2, 8);
/// let value = Span::new(10, 12);
/// assert_eq!(key.to(value), Span::new(2, 12));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end`; an `end` before `start` gives the empty range at `start`.
    pub fn new(start: u32, end: u32) -> Self {
        Self {
            start,
            end: end.max(start),
        }
    }

    /// The same for a range of `usize`, as string functions give it. Offsets past 4 GiB saturate.
    pub fn from_range(range: Range<usize>) -> Self {
        Self::new(saturate(range.start), saturate(range.end))
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The range for use with string functions.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Length in bytes.
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it covers no byte.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// Offsets are 32 bits wide: half the memory in every node, and a definition is at most a few megabytes.
pub(super) fn saturate(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// A value and where it was written.
///
/// ```
/// use asl_codegen::source::{Span, Spanned};
///
/// let seconds = Spanned::new(60_u32, Span::new(4, 6));
/// assert_eq!(seconds.map(u64::from).value, 60);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value written at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Another value in the same place.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned {
            value: f(self.value),
            span: self.span,
        }
    }

    /// The value by reference, in the same place.
    pub fn as_ref(&self) -> Spanned<&T> {
        Spanned {
            value: &self.value,
            span: self.span,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_never_ends_before_it_starts() {
        assert_eq!(Span::new(5, 3), Span { start: 5, end: 5 });
    }

    #[test]
    fn to_covers_both_in_either_order() {
        let (a, b) = (Span::new(2, 4), Span::new(8, 9));
        assert_eq!(a.to(b), Span::new(2, 9));
        assert_eq!(b.to(a), Span::new(2, 9));
    }

    #[test]
    fn from_range_saturates_past_four_gibibytes() {
        assert_eq!(
            Span::from_range(1..usize::MAX),
            Span {
                start: 1,
                end: u32::MAX
            }
        );
    }

    #[test]
    fn map_and_as_ref_keep_the_place() {
        let word = Spanned::new(String::from("Wait"), Span::new(1, 5));
        assert_eq!(
            word.as_ref().map(String::len),
            Spanned::new(4, Span::new(1, 5))
        );
    }
}
