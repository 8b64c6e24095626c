//! Where each key of a large object stands.

use std::collections::HashMap;

use super::Key;

/// Up to this many keys a scan is as fast as hashing, and needs no memory.
pub(super) const SCAN_LIMIT: usize = 16;

/// A hash index over the keys of an object.
// The standard hasher is seeded at random: nobody can choose keys that collide.
#[derive(Clone)]
pub(super) struct Index(HashMap<Key, usize>);

impl Index {
    /// An index over `names` once there are too many to scan.
    pub(super) fn if_worthwhile(names: &[Key]) -> Option<Box<Self>> {
        if names.len() <= SCAN_LIMIT {
            return None;
        }
        let places = names.iter().enumerate().map(|(at, key)| (key.clone(), at));
        Some(Box::new(Self(places.collect())))
    }

    pub(super) fn get(&self, key: &str) -> Option<usize> {
        self.0.get(key).copied()
    }

    pub(super) fn push(&mut self, key: Key, at: usize) {
        self.0.insert(key, at);
    }

    /// Forgets `key`, which stood at `at`; all later ones move up.
    pub(super) fn remove(&mut self, key: &str, at: usize) {
        self.0.remove(key);
        for place in self.0.values_mut().filter(|place| **place > at) {
            *place -= 1;
        }
    }
}
