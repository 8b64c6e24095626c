//! Strings that clone in constant time.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::{Value, scan};

/// The longest string that is kept in a [`Text`] itself.
pub(super) const INLINE: usize = 15;

/// An immutable string, cheap to clone: `&'static str`, at most 15 bytes in place, or shared.
///
/// Equality, order and hash are those of `str`.
///
/// ```
/// use asl_runtime::value::Text;
///
/// const STATUS: Text = Text::from_static("status"); // no allocation, here or when cloned
/// assert_eq!(STATUS, "status");
/// assert!(STATUS.starts_with("stat"));
/// ```
#[derive(Clone)]
pub struct Text(Repr);

// The tag is also where `Value` keeps its own, so that it stays at 24 bytes. It is a whole word,
// though a byte would do and leave room for seven more characters: a value whose first word is
// written in parts and read at once makes the processor wait, on every move.
#[derive(Clone)]
#[repr(u64)]
enum Repr {
    Static(&'static str),
    /// INVARIANT: the first `length` bytes are UTF-8. The others may be anything.
    Inline {
        length: u8,
        bytes: [u8; INLINE],
    },
    Shared(Arc<str>),
}

impl Text {
    /// A string known at compile time. Never allocates.
    #[must_use]
    pub const fn from_static(text: &'static str) -> Self {
        Self(Repr::Static(text))
    }

    /// The string itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Repr::Static(text) => text,
            // Checked again each time, as there is no `unsafe` here: what matters uses `as_bytes`.
            Repr::Inline { .. } => str::from_utf8(self.as_bytes()).unwrap_or_default(),
            Repr::Shared(text) => text,
        }
    }

    /// The string's UTF-8.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Static(text) => text.as_bytes(),
            Repr::Inline { length, bytes } => bytes.get(..usize::from(*length)).unwrap_or_default(),
            Repr::Shared(text) => text.as_bytes(),
        }
    }

    /// Whether the string has this UTF-8.
    #[inline]
    pub(super) fn is(&self, other: &[u8]) -> bool {
        scan::are_equal(self.as_bytes(), other)
    }

    /// The number of bytes.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }

    /// Whether the string is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The string in place, if it is short enough.
    #[inline]
    fn inline(text: &str) -> Option<Self> {
        let mut bytes = [0; INLINE];
        bytes
            .get_mut(..text.len())?
            .copy_from_slice(text.as_bytes());
        let length = u8::try_from(text.len()).ok()?;
        Some(Self(Repr::Inline { length, bytes }))
    }

    /// The `length` bytes of `source` from `start` on, if they are whole characters.
    #[inline]
    pub(super) fn within(source: &str, start: usize, length: usize) -> Option<Self> {
        // With what comes after them: bytes that are always as many need no call to be copied.
        if let Some(bytes) = source.as_bytes().get(start..)?.first_chunk()
            && length <= INLINE
            && let Ok(length) = u8::try_from(length)
        {
            let bytes = *bytes;
            return Some(Self(Repr::Inline { length, bytes }));
        }
        source.get(start..start + length).map(Self::from)
    }

    /// [`Value::clone_to`], where there is nothing to drop.
    #[inline]
    pub(super) fn clone_to(&self, place: &mut Value) {
        match &self.0 {
            Repr::Static(text) => *place = Value::String(Self(Repr::Static(text))),
            Repr::Shared(text) => *place = Value::String(Self(Repr::Shared(Arc::clone(text)))),
            Repr::Inline { length, bytes } => {
                let (length, bytes) = (*length, *bytes);
                *place = Value::String(Self(Repr::Inline { length, bytes }));
            }
        }
    }

    /// If the string is in place: some bytes, and how many of them it is.
    #[inline]
    pub(super) const fn as_inline(&self) -> Option<(&[u8; INLINE], usize)> {
        match &self.0 {
            Repr::Inline { length, bytes } => Some((bytes, *length as usize)),
            Repr::Static(_) | Repr::Shared(_) => None,
        }
    }

    /// The string for the rest of the program, if it was made by [`Text::from_static`].
    pub(super) const fn as_static(&self) -> Option<&'static str> {
        match self.0 {
            Repr::Static(text) => Some(text),
            Repr::Inline { .. } | Repr::Shared(_) => None,
        }
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::from_static("")
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.is(other.as_bytes())
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

macro_rules! eq_strings {
    ($($ty:ty)*) => {$(
        impl PartialEq<$ty> for Text {
            #[inline]
            fn eq(&self, other: &$ty) -> bool {
                let other: &str = other.as_ref();
                self.as_bytes() == other.as_bytes()
            }
        }

        impl PartialEq<Text> for $ty {
            fn eq(&self, other: &Text) -> bool {
                other == self
            }
        }
    )*};
}

eq_strings!(str &str String);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl From<&str> for Text {
    #[inline]
    fn from(text: &str) -> Self {
        Self::inline(text).unwrap_or_else(|| Self(Repr::Shared(Arc::from(text))))
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::from(&*text)
    }
}

impl From<Box<str>> for Text {
    fn from(text: Box<str>) -> Self {
        Self::from(&*text)
    }
}

impl From<Arc<str>> for Text {
    fn from(text: Arc<str>) -> Self {
        Self(Repr::Shared(text))
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        Self::from(&*text)
    }
}

impl From<char> for Text {
    fn from(text: char) -> Self {
        Self::from(&*text.encode_utf8(&mut [0; 4]))
    }
}

impl From<&Text> for Text {
    fn from(text: &Text) -> Self {
        text.clone()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.as_str().to_owned()
    }
}

impl From<Text> for Arc<str> {
    fn from(text: Text) -> Self {
        match text.0 {
            Repr::Shared(text) => text,
            _ => Arc::from(text.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_strings_are_alike_to_their_users() {
        for length in [0, 1, INLINE - 1, INLINE, INLINE + 1, 100] {
            let text = "x".repeat(length);
            let (made, known) = (
                Text::from(text.as_str()),
                Text::from_static(text.clone().leak()),
            );
            assert_eq!(made, known);
            assert_eq!((made.as_str(), made.len()), (text.as_str(), length));
            assert_eq!(made.is_empty(), length == 0);
            assert_eq!(Arc::<str>::from(made.clone()).as_ref(), text);
            assert_eq!(made.cmp(&known), Ordering::Equal);
            let longer = Text::from(format!("{text}x"));
            assert!(made < longer);
        }
    }

    #[test]
    fn characters_of_several_bytes_stay_whole() {
        // 16 bytes, so not in place; 15, so in place.
        for text in ["\u{1f600}".repeat(4), "\u{e9}\u{20ac}".repeat(3)] {
            assert!(text.len().abs_diff(INLINE) <= 1);
            assert_eq!(Text::from(text.as_str()).as_str(), text);
        }
    }

    #[test]
    fn texts_within_another_are_cut_out_of_it() {
        let source = "0123456789 é\u{20ac} and some more that is not short";
        for start in 0..source.len() {
            for length in 0..=source.len() - start {
                let Some(expected) = source.get(start..start + length) else {
                    continue;
                };
                let text = Text::within(source, start, length).unwrap();
                assert_eq!(text, expected);
                assert_eq!((text.as_str(), text.len()), (expected, length));
                // What comes after it is not part of it.
                let copy = Text::from(expected);
                assert_eq!((&text, text.cmp(&copy)), (&copy, Ordering::Equal));
                let mut place = Value::Null;
                text.clone_to(&mut place);
                assert_eq!(place, expected);
            }
            assert!(Text::within(source, start, source.len() - start + 1).is_none());
        }
    }
}
