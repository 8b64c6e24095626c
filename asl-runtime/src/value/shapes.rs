//! Finding the keys that objects can share.

use std::array;
use std::cell::Cell;
use std::sync::Arc;

use super::Key;
use super::index::SCAN_LIMIT;
use super::shape::{self, Digest, Keys, Shape};

const BY_FIRST: usize = 32;
const BY_ALL: usize = 64;

/// Keys with more text are not kept: with it, the memory of all that are is bounded, too.
const LONGEST_TEXT: usize = 1_024;

/// The shapes met recently on this thread, so that the records of a document share their keys, and
/// so do a hundred thousand documents of one form.
///
/// Two direct-mapped caches: their size is fixed, and shapes that collide only lose the sharing. No
/// document can make them slow or large; what is in them is at most about 150 KB.
#[derive(Default)]
pub(super) struct Shapes {
    /// By the first key: what an object in text will probably turn out to be.
    by_first: Slots<BY_FIRST>,
    /// By all keys.
    by_all: Slots<BY_ALL>,
}

struct Slots<const N: usize>([Option<Arc<Keys>>; N]);

thread_local! {
    // Taken out while in use: no borrow can fail, and who comes in between has a cache of its own.
    static SHAPES: Cell<Option<Box<Shapes>>> = const { Cell::new(None) };
}

impl<const N: usize> Default for Slots<N> {
    fn default() -> Self {
        Self(array::from_fn(|_| None))
    }
}

impl<const N: usize> Slots<N> {
    #[inline]
    fn get(&self, digest: Digest) -> Option<&Arc<Keys>> {
        self.0.get(digest.slot(N))?.as_ref()
    }

    fn set(&mut self, digest: Digest, keys: &Arc<Keys>) {
        if let Some(slot) = self.0.get_mut(digest.slot(N)) {
            *slot = Some(Arc::clone(keys));
        }
    }
}

impl Shapes {
    /// Hands out those of this thread.
    pub(super) fn with<R>(work: impl FnOnce(&mut Self) -> R) -> R {
        let mut shapes = SHAPES
            .try_with(Cell::take)
            .ok()
            .flatten()
            .unwrap_or_default();
        let result = work(&mut shapes);
        // At the end of the thread there is nowhere to put them back.
        let _ = SHAPES.try_with(|place| place.set(Some(shapes)));
        result
    }

    /// Plain keys whose first one is `name`.
    #[inline]
    pub(super) fn beginning_with(&self, name: &[u8]) -> Option<&Arc<Keys>> {
        let known = self.by_first.get(Digest::EMPTY.with(name))?;
        let is_it = known.are_plain() && known.names().first().is_some_and(|key| key.is(name));
        is_it.then_some(known)
    }

    /// The shape of these keys; `None` if two are equal, or there are none or too many.
    pub(super) fn of(&mut self, names: &[Key]) -> Option<Arc<Keys>> {
        let digest = shape::digest(names.iter().map(Key::as_bytes));
        let keys = match self.by_all.get(digest) {
            Some(known) if known.names() == names => Arc::clone(known),
            _ if !are_unique(names) => return None,
            _ => self.add(names.to_vec())?,
        };
        if let Some(first) = names.first() {
            self.by_first
                .set(Digest::EMPTY.with(first.as_bytes()), &keys);
        }
        Some(keys)
    }

    /// The shape with another key at the end, which `shape` does not have; `None` if there are too
    /// many.
    fn grown(&mut self, shape: &Shape, last: &Key) -> Option<Arc<Keys>> {
        let digest = shape.digest().with(last.as_bytes());
        if let Some(known) = self.by_all.get(digest)
            && let Some((known_last, others)) = known.names().split_last()
            && known_last == last
            && others.len() == shape.len()
            && (others.iter().zip(shape.names())).all(|(known, name)| known.is(name.bytes))
        {
            return Some(Arc::clone(known));
        }
        let mut names = Vec::with_capacity(shape.len() + 1);
        names.extend(shape.names().map(shape::Name::to_key));
        names.push(last.clone());
        self.add(names)
    }

    fn add(&mut self, names: Vec<Key>) -> Option<Arc<Keys>> {
        let keys = Arc::new(Keys::new(names)?);
        if keys.text_length() <= LONGEST_TEXT {
            self.by_all.set(keys.digest(), &keys);
        }
        Some(keys)
    }
}

impl Shape {
    /// The shape of these keys; `None` if two are equal, or there are none or too many.
    pub(super) fn of(names: &[Key]) -> Option<Self> {
        if !(1..=SCAN_LIMIT).contains(&names.len()) {
            return None;
        }
        Shapes::with(|shapes| shapes.of(names)).map(Self::Shared)
    }

    /// The shape with another key at the end, which this one does not have; `None` if there are too
    /// many.
    pub(super) fn grown(&self, last: &Key) -> Option<Self> {
        if self.len() >= SCAN_LIMIT {
            return None;
        }
        Shapes::with(|shapes| shapes.grown(self, last)).map(Self::Shared)
    }
}

fn are_unique(names: &[Key]) -> bool {
    let is_first = |(at, name): (usize, &Key)| shape::position(names, name.as_bytes()) == Some(at);
    names.len() <= SCAN_LIMIT && names.iter().enumerate().all(is_first)
}
