//! Finding the keys that objects can share.

use std::cell::Cell;
use std::mem;
use std::sync::Arc;

use super::index::SCAN_LIMIT;
use super::shape::{self, Digest, Keys, Shape};
use super::{Key, Value};

/// The slots of each cache.
const SLOTS: usize = 64;

/// Keys with more bytes of text are not kept: so the memory of all that are is bounded, too.
const LONGEST_TEXT: usize = 512;

/// Room for as many values is worth keeping.
const MOST_SPARE: usize = 64;

/// The shapes met recently on this thread, so that the records of a document share their keys, and
/// so do a hundred thousand documents of one form.
///
/// Caches of a fixed size, in which shapes that collide only lose the sharing. No document can make
/// them slow or large: what they keep is less than half a megabyte, whatever has been read.
#[derive(Default)]
pub(super) struct Shapes {
    /// By the first key: what an object in text will probably turn out to be. All keys are plain.
    by_first: Slots<1>,
    /// By all keys.
    by_all: Slots<2>,
    /// By the shape that they have grown from, and the key that was added.
    by_growth: Slots<2>,
    /// Room for the values of containers that are not closed, for the next who reads text.
    spare: Vec<Value>,
}

/// In each slot as many as there are ways; what comes last is first.
struct Slots<const WAYS: usize>([[Option<Arc<Keys>>; WAYS]; SLOTS]);

thread_local! {
    // Taken out while in use: no borrow can fail, and who comes in between has a cache of its own.
    static SHAPES: Cell<Option<Box<Shapes>>> = const { Cell::new(None) };
}

impl<const WAYS: usize> Default for Slots<WAYS> {
    fn default() -> Self {
        Self([const { [const { None }; WAYS] }; SLOTS])
    }
}

impl<const WAYS: usize> Slots<WAYS> {
    /// Those that may be the one of this digest.
    #[inline]
    fn get(&self, digest: Digest) -> impl Iterator<Item = &Arc<Keys>> {
        let slot = self.0.get(digest.slot(SLOTS));
        slot.map_or(&[][..], <[_; WAYS]>::as_slice).iter().flatten()
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

    /// Expects these keys after the first of them.
    pub(super) fn expect(&mut self, keys: &Arc<Keys>) {
        if let Some(first) = keys.names().first()
            && keys.are_plain()
            && is_worth_keeping(keys)
        {
            let first = Digest::EMPTY.with(first.as_bytes());
            self.by_first.set(first, keys);
        }
    }

    /// The shape of these keys; `None` if two are equal, or there are none or too many.
    pub(super) fn of<'k>(
        &mut self,
        names: impl Iterator<Item = &'k Key> + Clone,
    ) -> Option<Arc<Keys>> {
        let digests = names.clone().map(Key::as_bytes);
        let digest = digests.fold(Digest::EMPTY, Digest::with);
        let known = (self.by_all.get(digest)).find(|known| names.clone().eq(known.names()));
        if let Some(known) = known {
            return Some(Arc::clone(known));
        }
        let names: Vec<Key> = names.take(SCAN_LIMIT + 1).cloned().collect();
        if !are_unique(&names) {
            return None;
        }
        let keys = Arc::new(Keys::new(names, None)?);
        if is_worth_keeping(&keys) {
            self.by_all.set(digest, &keys);
        }
        Some(keys)
    }

    /// The shape with another key at the end, which `shape` does not have; `None` if there are too
    /// many.
    fn grown(&mut self, shape: &Shape, last: &Key) -> Option<Arc<Keys>> {
        let (from, length) = (shape.id(), shape.len() + 1);
        let digest = Digest::of(from).with(last.as_bytes());
        let is_it = |known: &&Arc<Keys>| {
            known.grown_from() == Some(from)
                && known.names().len() == length
                && known.names().last() == Some(last)
        };
        if let Some(known) = self.by_growth.get(digest).find(is_it) {
            return Some(Arc::clone(known));
        }
        let mut names = Vec::with_capacity(length);
        names.extend(shape.names().map(shape::Name::to_key));
        names.push(last.clone());
        let keys = Arc::new(Keys::new(names, Some(from))?);
        if is_worth_keeping(&keys) {
            self.by_growth.set(digest, &keys);
        }
        Some(keys)
    }
}

fn is_worth_keeping(keys: &Keys) -> bool {
    keys.text_length() <= LONGEST_TEXT
}

impl Shape {
    /// The shape of these keys; `None` if two are equal, or there are none or too many.
    pub(super) fn of<'k>(names: impl ExactSizeIterator<Item = &'k Key> + Clone) -> Option<Self> {
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

    fn of(shapes: &mut Shapes, names: &[Key]) -> Option<Arc<Keys>> {
        shapes.of(names.iter())
    }

    #[test]
    fn equal_keys_are_shared_in_their_order_only() {
        let mut shapes = Shapes::default();
        let first = of(&mut shapes, &names(&["a", "b"])).unwrap();
        let again = of(&mut shapes, &names(&["a", "b"])).unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        for other in [
            &["b", "a"][..],
            &["a"],
            &["a", "b", "c"],
            &["a", "\u{1f600}"],
        ] {
            let other_keys = of(&mut shapes, &names(other)).unwrap();
            assert_eq!(other_keys.names(), names(other));
        }
    }

    #[test]
    fn dia_7_equal_keys_make_no_shape() {
        let mut shapes = Shapes::default();
        assert!(of(&mut shapes, &names(&["a", "b", "a"])).is_none());
        assert!(of(&mut shapes, &[]).is_none());
        let many: Vec<Key> = (0..=SCAN_LIMIT).map(|n| n.to_string().into()).collect();
        assert!(of(&mut shapes, &many).is_none());
        assert!(of(&mut shapes, &many[1..]).is_some());
    }

    #[test]
    fn shapes_that_grow_alike_are_shared() {
        let mut shapes = Shapes::default();
        let mut shape = |names: &[Key]| Shape::Shared(of(&mut shapes, names).unwrap());
        let [ab, ax] = [&["a", "b"], &["a", "x"]].map(|list| shape(&names(list)));
        let abc = shapes.grown(&ab, &"c".into()).unwrap();
        assert_eq!(abc.names(), names(&["a", "b", "c"]));
        assert!(Arc::ptr_eq(&abc, &shapes.grown(&ab, &"c".into()).unwrap()));
        let axc = shapes.grown(&ax, &"c".into()).unwrap();
        assert_eq!(axc.names(), names(&["a", "x", "c"]));
        let abd = shapes.grown(&ab, &"d".into()).unwrap();
        assert_eq!(abd.names(), names(&["a", "b", "d"]));
        // Whatever has been grown from the same before.
        for n in 0..1_000 {
            let last = Key::from(n.to_string());
            let grown = shapes.grown(&ab, &last).unwrap();
            assert_eq!(grown.names().last(), Some(&last));
            assert_eq!(grown.names().len(), 3);
        }
    }

    #[test]
    fn no_more_is_kept_than_has_a_place() {
        let mut shapes = Shapes::default();
        let all: Vec<Arc<Keys>> = (0..10_000)
            .map(|n| of(&mut shapes, &[Key::from(n.to_string())]).unwrap())
            .collect();
        all.iter().for_each(|keys| shapes.expect(keys));
        let kept = all.iter().filter(|keys| Arc::strong_count(keys) > 1);
        assert!((1..=3 * SLOTS).contains(&kept.count()));
    }

    #[test]
    fn keys_with_much_text_are_not_kept() {
        let mut shapes = Shapes::default();
        for length in [LONGEST_TEXT, LONGEST_TEXT + 1] {
            let keys = of(&mut shapes, &[Key::from("k".repeat(length))]).unwrap();
            assert_eq!(Arc::strong_count(&keys) > 1, length == LONGEST_TEXT);
        }
    }
}
