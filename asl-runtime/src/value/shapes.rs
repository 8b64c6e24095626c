//! Finding the keys that objects can share.

use std::cell::Cell;
use std::sync::Arc;
use std::{iter, mem};

use super::index::SCAN_LIMIT;
use super::shape::{self, Digest, Keys, Shape};
use super::{Key, Value};

/// How many keys can be first, and how many times two shapes can be known.
const SLOTS: usize = 64;

/// Keys with more text are not kept: with it, the memory of all that are is bounded, too.
const LONGEST_TEXT: usize = 512;

/// The shapes met recently on this thread, so that the records of a document share their keys, and
/// so do a hundred thousand documents of one form.
///
/// Caches of a fixed size, in which shapes that collide only lose the sharing. No document can make
/// them slow or large; what is in them is at most about 200 KB.
#[derive(Default)]
pub(super) struct Shapes {
    /// By the first key: what an object in text will probably turn out to be. All keys are plain.
    by_first: Slots<1>,
    /// By all keys.
    by_all: Slots<2>,
    /// Room for the values of containers that are not closed, for the next who reads text.
    spare: Vec<Value>,
}

/// In each slot as many as there are ways; what comes last is first.
struct Slots<const WAYS: usize>([[Option<Arc<Keys>>; WAYS]; SLOTS]);

thread_local! {
    // Taken out while in use: no borrow can fail, and who comes in between has a cache of its own.
    static SHAPES: Cell<Option<Box<Shapes>>> = const { Cell::new(None) };
}

/// Room for as many values is worth keeping.
const MOST_SPARE: usize = 64;

impl<const WAYS: usize> Default for Slots<WAYS> {
    fn default() -> Self {
        Self([const { [const { None }; WAYS] }; SLOTS])
    }
}

impl<const WAYS: usize> Slots<WAYS> {
    /// Those that may be the one of this digest.
    #[inline]
    fn get(&self, digest: Digest) -> impl Iterator<Item = &Arc<Keys>> {
        self.0
            .get(digest.slot(SLOTS))
            .into_iter()
            .flatten()
            .flatten()
    }

    fn set(&mut self, digest: Digest, keys: &Arc<Keys>) {
        if let Some(slot) = self.0.get_mut(digest.slot(SLOTS)) {
            slot.rotate_right(1);
            if let Some(first) = slot.first_mut() {
                *first = Some(Arc::clone(keys));
            }
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

    /// Room for values.
    pub(super) fn take_spare(&mut self) -> Vec<Value> {
        mem::take(&mut self.spare)
    }

    /// Keeps room for the next, unless it is large.
    pub(super) fn put_spare(&mut self, mut spare: Vec<Value>) {
        if spare.capacity() <= MOST_SPARE {
            spare.clear();
            self.spare = spare;
        }
    }

    /// Plain keys whose first one is `name`.
    #[inline]
    pub(super) fn beginning_with(&self, name: &[u8]) -> Option<&Arc<Keys>> {
        let known = self.by_first.get(Digest::EMPTY.with(name)).next()?;
        (known.names().first()?.is(name)).then_some(known)
    }

    /// The shape of these keys; `None` if two are equal, or there are none or too many.
    pub(super) fn of(&mut self, names: &[Key]) -> Option<Arc<Keys>> {
        let digest = shape::digest(names.iter().map(Key::as_bytes));
        let known = (self.by_all.get(digest)).find(|known| known.names() == names);
        let keys = match known.cloned() {
            Some(known) => known,
            None if !are_unique(names) => return None,
            None => self.add(names.to_vec())?,
        };
        if let Some(first) = names.first()
            && keys.are_plain()
            && keys.text_length() <= LONGEST_TEXT
        {
            let first = Digest::EMPTY.with(first.as_bytes());
            self.by_first.set(first, &keys);
        }
        Some(keys)
    }

    /// The shape with another key at the end, which `shape` does not have; `None` if there are too
    /// many.
    fn grown(&mut self, shape: &Shape, last: &Key) -> Option<Arc<Keys>> {
        let digest = shape.digest().with(last.as_bytes());
        let is_it = |known: &&Arc<Keys>| {
            let Some((known_last, others)) = known.names().split_last() else {
                return false;
            };
            let mut others = iter::zip(others, shape.names());
            known_last == last
                && known.names().len() == shape.len() + 1
                && others.all(|(known, name)| known.is(name.bytes))
        };
        if let Some(known) = self.by_all.get(digest).find(is_it) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<Key> {
        names.iter().map(|name| Key::from(*name)).collect()
    }

    #[test]
    fn equal_keys_are_shared_in_their_order_only() {
        let mut shapes = Shapes::default();
        let first = shapes.of(&names(&["a", "b"])).unwrap();
        let again = shapes.of(&names(&["a", "b"])).unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        for other in [
            &["b", "a"][..],
            &["a"],
            &["a", "b", "c"],
            &["a", "\u{1f600}"],
        ] {
            let other_keys = shapes.of(&names(other)).unwrap();
            assert_eq!(other_keys.names(), names(other));
        }
    }

    #[test]
    fn dia_7_equal_keys_make_no_shape() {
        let mut shapes = Shapes::default();
        assert!(shapes.of(&names(&["a", "b", "a"])).is_none());
        assert!(shapes.of(&[]).is_none());
        let many: Vec<Key> = (0..=SCAN_LIMIT).map(|n| n.to_string().into()).collect();
        assert!(shapes.of(&many).is_none());
        assert!(shapes.of(&many[1..]).is_some());
    }

    #[test]
    fn a_grown_shape_is_that_of_all_keys() {
        let mut shapes = Shapes::default();
        let shape = Shape::Shared(shapes.of(&names(&["a", "b"])).unwrap());
        let grown = shapes.grown(&shape, &"c".into()).unwrap();
        assert_eq!(grown.names(), names(&["a", "b", "c"]));
        assert!(Arc::ptr_eq(
            &grown,
            &shapes.of(&names(&["a", "b", "c"])).unwrap()
        ));
        assert!(Arc::ptr_eq(
            &grown,
            &shapes.grown(&shape, &"c".into()).unwrap()
        ));
        let other = Shape::Shared(shapes.of(&names(&["a", "x"])).unwrap());
        let grown = shapes.grown(&other, &"c".into()).unwrap();
        assert_eq!(grown.names(), names(&["a", "x", "c"]));
    }

    #[test]
    fn no_more_is_kept_than_has_a_place() {
        let mut shapes = Shapes::default();
        let all: Vec<Arc<Keys>> = (0..10_000)
            .map(|n| shapes.of(&[Key::from(n.to_string())]).unwrap())
            .collect();
        let kept = all.iter().filter(|keys| Arc::strong_count(keys) > 1);
        assert!(kept.count() <= 3 * SLOTS);
    }

    #[test]
    fn keys_with_much_text_are_not_kept() {
        let mut shapes = Shapes::default();
        for length in [LONGEST_TEXT, LONGEST_TEXT + 1] {
            let keys = shapes.of(&[Key::from("k".repeat(length))]).unwrap();
            assert_eq!(Arc::strong_count(&keys) > 1, length == LONGEST_TEXT);
        }
    }
}
