//! How deep a recursion over a value may still go.

use std::fmt;

/// How deep arrays and objects may be nested in text that is parsed and in a value that is
/// serialised: fewer than this many around one another, the limit `serde_json` has for text.
///
/// A deeper value can be built, cloned, compared, printed and dropped all the same.
pub const MAX_DEPTH: usize = 128;

/// The containers around a place.
#[derive(Clone, Copy)]
pub(super) struct Depth(usize);

/// The limit is reached.
pub(super) struct TooDeep;

impl Depth {
    /// Outside everything.
    pub(super) const ROOT: Self = Self(0);

    /// One container further in.
    pub(super) const fn enter(self) -> Result<Self, TooDeep> {
        if self.0 + 1 < MAX_DEPTH {
            Ok(Self(self.0 + 1))
        } else {
            Err(TooDeep)
        }
    }
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "arrays and objects are nested {MAX_DEPTH} deep, the limit is {}",
            MAX_DEPTH - 1
        )
    }
}
