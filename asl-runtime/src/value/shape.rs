//! The keys of small objects, apart from their values.

use std::sync::Arc;

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
    names: Box<[Key]>,
    digest: Digest,
    /// Whether all of them are in JSON text what they are here.
    are_plain: bool,
}

/// Something like a hash: what is equal has an equal one. Only places in caches depend on it, so that
/// it need not be a good one.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Digest(u64);

impl Digest {
    pub(super) const EMPTY: Self = Self(0);

    /// With a key more.
    pub(super) fn with(self, key: &[u8]) -> Self {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let text = match (key.first_chunk::<8>(), key.last_chunk::<8>()) {
            (Some(first), Some(last)) => {
                u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(32)
            }
            _ => key
                .iter()
                .fold(0, |text, byte| (text << 8) | u64::from(*byte)),
        };
        let length = key.len() as u64;
        Self((self.0.rotate_left(7) ^ text ^ length).wrapping_mul(SPREAD))
    }

    /// A place among `slots`.
    pub(super) const fn slot(self, slots: usize) -> usize {
        (self.0 >> 40) as usize % slots
    }
}

impl Keys {
    /// Keys, no two of which are equal; `None` if they are none or too many.
    pub(super) fn new(names: Vec<Key>) -> Option<Self> {
        if !(1..=SCAN_LIMIT).contains(&names.len()) {
            return None;
        }
        Some(Self {
            digest: digest(names.iter().map(Key::as_bytes)),
            are_plain: (names.iter()).all(|name| scan::special(name.as_bytes()).is_none()),
            names: names.into(),
        })
    }

    pub(super) const fn names(&self) -> &[Key] {
        &self.names
    }

    pub(super) const fn digest(&self) -> Digest {
        self.digest
    }

    pub(super) const fn are_plain(&self) -> bool {
        self.are_plain
    }

    /// How many bytes the names have.
    pub(super) fn text_length(&self) -> usize {
        self.names.iter().map(Key::len).sum()
    }
}

/// The digest of keys in their order.
pub(super) fn digest<'a>(names: impl Iterator<Item = &'a [u8]>) -> Digest {
    names.fold(Digest::EMPTY, Digest::with)
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
            Self::Shared(keys) => position(&keys.names, key),
        }
    }

    #[inline]
    pub(super) fn names(&self) -> Names<'_> {
        match self {
            Self::Template(members) => Names::Template(members.iter()),
            Self::Shared(keys) => Names::keys(&keys.names, keys.are_plain),
        }
    }

    pub(super) fn digest(&self) -> Digest {
        match self {
            Self::Template(_) => digest(self.names().map(|name| name.bytes)),
            Self::Shared(keys) => keys.digest,
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
