//! Objects with many entries, and objects in the making.

use std::mem;

use super::index::Index;
use super::release::release;
use super::shape::position;
use super::{Key, Value};

#[derive(Clone, Default)]
pub(super) struct Large {
    // INVARIANT: as many names as values, no two of them equal, and `index`, if any, maps each to
    // its place.
    names: Vec<Key>,
    values: Vec<Value>,
    index: Option<Box<Index>>,
}

impl Drop for Large {
    fn drop(&mut self) {
        release(&mut self.values);
    }
}

impl Large {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            names: Vec::with_capacity(capacity),
            values: Vec::with_capacity(capacity),
            index: None,
        }
    }

    /// One of `names`, no two of which are equal, and as many values.
    pub(super) fn new(names: Vec<Key>, values: Vec<Value>) -> Self {
        let index = Index::if_worthwhile(&names);
        Self {
            names,
            values,
            index,
        }
    }

    pub(super) const fn names(&self) -> &[Key] {
        self.names.as_slice()
    }

    pub(super) const fn values(&self) -> &[Value] {
        self.values.as_slice()
    }

    pub(super) const fn parts_mut(&mut self) -> (&[Key], &mut [Value]) {
        (self.names.as_slice(), self.values.as_mut_slice())
    }

    /// Its parts, which it loses.
    pub(super) fn take(&mut self) -> (Vec<Key>, Vec<Value>) {
        self.index = None;
        (mem::take(&mut self.names), mem::take(&mut self.values))
    }

    pub(super) fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key),
            None => position(&self.names, key.as_bytes()),
        }
    }

    pub(super) fn insert(&mut self, key: Key, value: Value) -> Option<Value> {
        let found = self.position(&key).and_then(|at| self.values.get_mut(at));
        if let Some(old) = found {
            return Some(mem::replace(old, value));
        }
        if let Some(index) = &mut self.index {
            index.push(key.clone(), self.names.len());
        }
        self.names.push(key);
        self.values.push(value);
        if self.index.is_none() {
            self.index = Index::if_worthwhile(&self.names);
        }
        None
    }

    /// Removes the entry at `at`, which exists.
    pub(super) fn remove(&mut self, at: usize) -> Value {
        let key = self.names.remove(at);
        if let Some(index) = &mut self.index {
            index.remove(&key, at);
        }
        self.values.remove(at)
    }
}
