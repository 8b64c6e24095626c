//! The keys of small objects, apart from their values.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{array, iter};

use super::Key;
use super::index::SCAN_LIMIT;
use super::scan;
use super::text::INLINE;
use crate::template::Template;

/// A member of an object in a template: its name, and what gives its value.
pub(crate) type Member = (&'static str, Template);

/// The keys of a small object in their order. Objects that have the same ones share them.
// Of a template or shared, never both: a template's keys need no counter, which would cost as much
// as an allocation; those of text must go when nobody has them any more.
#[derive(Clone)]
pub(super) enum Shape {
    /// Those of a template's members.
    Template(&'static [Member]),
    /// Those of other objects.
    Shared(Arc<Keys>),
}

/// Keys that objects share. INVARIANT: from 1 to [`SCAN_LIMIT`], and no two are equal.
pub(super) struct Keys {
    id: Id,
    /// The shape that the last of them has been added to, if that is how they came to be.
    grown_from: Option<Id>,
    names: Box<[Key]>,
    heads: [Head; SCAN_LIMIT],
    /// Whether all of them are in JSON text what they are here.
    are_plain: bool,
}

/// Tells a shape from all others that there have ever been.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Id(u64);

impl Id {
    /// An odd number, as no address of a template is.
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(2, Ordering::Relaxed))
    }
}

/// Something like a hash: what is equal has an equal one. Only places in caches depend on it, so that
/// it need not be a good one.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Digest(u64);

impl Digest {
    pub(super) const EMPTY: Self = Self(0);

    /// That of a shape by its identity.
    pub(super) const fn of(Id(id): Id) -> Self {
        Self(id)
    }

    /// With a key more.
    #[inline]
    pub(super) fn with(self, key: &[u8]) -> Self {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let end = key.last_chunk().map_or(0, |last| u64::from_le_bytes(*last));
        let key = Head::of(key).0 ^ end.rotate_left(32);
        Self((self.0.rotate_left(7) ^ key).wrapping_mul(SPREAD))
    }

    /// A place among `slots`.
    pub(super) const fn slot(self, slots: usize) -> usize {
        (self.0 >> 40) as usize % slots
    }
}

impl Keys {
    /// Keys, no two of which are equal; `None` if they are none or too many.
    pub(super) fn new(names: Vec<Key>, grown_from: Option<Id>) -> Option<Self> {
        if !(1..=SCAN_LIMIT).contains(&names.len()) {
            return None;
        }
        Some(Self {
            id: Id::new(),
            grown_from,
            heads: array::from_fn(|at| Head::of(names.get(at).map_or(b"", Key::as_bytes))),
            are_plain: (names.iter()).all(|name| scan::special(name.as_bytes()).is_none()),
            names: names.into(),
        })
    }

    pub(super) const fn names(&self) -> &[Key] {
        &self.names
    }

    pub(super) const fn grown_from(&self) -> Option<Id> {
        self.grown_from
    }

    pub(super) const fn are_plain(&self) -> bool {
        self.are_plain
    }

    /// Where `key` stands.
    #[inline]
    fn position(&self, key: &[u8]) -> Option<usize> {
        let head = Head::of(key);
        iter::zip(&self.heads, &self.names)
            .position(|(known, name)| *known == head && (key.len() <= Head::BYTES || name.is(key)))
    }

    /// How many bytes the names have.
    pub(super) fn text_length(&self) -> usize {
        self.names.iter().map(Key::len).sum()
    }
}

/// The length of a key and its first bytes: enough to tell most keys apart.
#[derive(Clone, Copy, PartialEq)]
struct Head(u64);

impl Head {
    /// As many bytes of a key are in it. Short keys have one of their own.
    const BYTES: usize = 7;

    #[inline]
    fn of(key: &[u8]) -> Self {
        let word = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
        let text = match (key.first_chunk::<8>(), key.first_chunk(), key.last_chunk()) {
            (Some(first), ..) => u64::from_le_bytes(*first) & (u64::MAX >> 8),
            // Two pieces that overlap.
            (None, Some(first), Some(last)) => word(first) | word(last) << (8 * (key.len() - 4)),
            _ => {
                let more = |text, byte: &u8| text << 8 | u64::from(*byte);
                key.iter().rev().fold(0, more)
            }
        };
        Self(text | (key.len().min(255) as u64) << 56)
    }
}

impl Shape {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Template(members) => members.len(),
            Self::Shared(keys) => keys.names.len(),
        }
    }

    /// Where `key` stands.
    #[inline]
    pub(super) fn position(&self, key: &[u8]) -> Option<usize> {
        match self {
            Self::Template(members) => members
                .iter()
                .position(|(name, _)| scan::are_equal(name.as_bytes(), key)),
            Self::Shared(keys) => keys.position(key),
        }
    }

    #[inline]
    pub(super) fn names(&self) -> Names<'_> {
        match self {
            Self::Template(members) => Names::Template(members.iter()),
            Self::Shared(keys) => Names::keys(&keys.names, keys.are_plain),
        }
    }

    pub(super) fn id(&self) -> Id {
        match self {
            Self::Template(members) => Id(members.as_ptr().addr() as u64),
            Self::Shared(keys) => keys.id,
        }
    }
}

/// Where `key` stands, by looking at all of them.
#[inline]
pub(super) fn position(names: &[Key], key: &[u8]) -> Option<usize> {
    names.iter().position(|known| known.is(key))
}

/// The keys of an object, one after the other.
#[derive(Clone, Debug)]
pub(super) enum Names<'a> {
    Template(std::slice::Iter<'a, Member>),
    Keys {
        names: std::slice::Iter<'a, Key>,
        are_plain: bool,
    },
}

/// A key.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    /// Its UTF-8.
    pub(super) bytes: &'a [u8],
    /// Whether it is known to be in JSON text what it is here.
    pub(super) is_plain: bool,
    origin: Origin<'a>,
}

#[derive(Clone, Copy)]
enum Origin<'a> {
    Template(&'static str),
    Key(&'a Key),
}

impl<'a> Names<'a> {
    pub(super) fn keys(names: &'a [Key], are_plain: bool) -> Self {
        Self::Keys {
            names: names.iter(),
            are_plain,
        }
    }
}

impl<'a> Name<'a> {
    const fn of_template(name: &'static str) -> Self {
        Self {
            bytes: name.as_bytes(),
            is_plain: false,
            origin: Origin::Template(name),
        }
    }

    #[inline]
    fn of_key(key: &'a Key, is_plain: bool) -> Self {
        Self {
            bytes: key.as_bytes(),
            is_plain,
            origin: Origin::Key(key),
        }
    }

    #[inline]
    pub(super) const fn as_inline(self) -> Option<(&'a [u8; INLINE], usize)> {
        match self.origin {
            Origin::Template(_) => None,
            Origin::Key(key) => key.as_inline(),
        }
    }

    pub(super) fn as_str(self) -> &'a str {
        match self.origin {
            Origin::Template(name) => name,
            Origin::Key(key) => key.as_str(),
        }
    }

    pub(super) fn to_key(self) -> Key {
        match self.origin {
            Origin::Template(name) => Key::from_static(name),
            Origin::Key(key) => key.clone(),
        }
    }
}

impl<'a> Iterator for Names<'a> {
    type Item = Name<'a>;

    #[inline]
    fn next(&mut self) -> Option<Name<'a>> {
        match self {
            Self::Template(members) => members.next().map(|(name, _)| Name::of_template(name)),
            Self::Keys { names, are_plain } => {
                let name = names.next()?;
                Some(Name::of_key(name, *are_plain))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Template(members) => members.size_hint(),
            Self::Keys { names, .. } => names.size_hint(),
        }
    }
}

impl DoubleEndedIterator for Names<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        match self {
            Self::Template(members) => members.next_back().map(|(name, _)| Name::of_template(name)),
            Self::Keys { names, are_plain } => {
                let name = names.next_back()?;
                Some(Name::of_key(name, *are_plain))
            }
        }
    }
}

impl ExactSizeIterator for Names<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_keys_have_heads_of_their_own() {
        let keys = [
            "", "a", "b", "ab", "ba", "abc", "abcd", "abce", "abcde", "bbcde", "abcdefg",
        ];
        for (at, key) in keys.iter().enumerate() {
            for (other_at, other) in keys.iter().enumerate() {
                let are_same = Head::of(key.as_bytes()) == Head::of(other.as_bytes());
                assert_eq!(are_same, at == other_at, "{key} {other}");
            }
        }
    }

    #[test]
    fn a_head_does_not_take_a_long_key_for_a_short_one() {
        for short in ["", "abc", "abcdefg"] {
            for more in [256, 512] {
                let long = format!("{short}{}", "\0".repeat(more));
                let keys = Keys::new(vec![Key::from(long)], None).unwrap();
                assert_eq!(keys.position(short.as_bytes()), None);
            }
        }
    }

    #[test]
    fn keys_with_the_same_head_are_told_apart() {
        let names = ["a long key", "a long kez", "a long", "a lonh key"];
        let keys = Keys::new(names.map(Key::from).to_vec(), None).unwrap();
        for (at, name) in names.iter().enumerate() {
            assert_eq!(keys.position(name.as_bytes()), Some(at));
        }
        for absent in ["a long kex", "a lon", "", "a long key "] {
            assert_eq!(keys.position(absent.as_bytes()), None);
        }
    }
}
