//! Objects: a shared, copy-on-write map that keeps its keys in the order they came.

use std::fmt;
use std::sync::Arc;
use std::{mem, slice, vec};

use super::index::Index;
use super::{Key, Value, release};

/// A JSON object that keeps insertion order (DATA-6), clones in constant time and copies itself when
/// a shared one is changed.
///
/// Lookup is a scan of up to 16 keys and a hash index above. Inserting under a key that exists
/// replaces the value and keeps the key's place. Two objects are equal if they hold equal values
/// under the same keys, in whatever order.
///
/// ```
/// use asl_runtime::{json, value::Object};
///
/// let mut order = Object::new();
/// order.insert("sku", "A-1");
/// order.insert("quantity", 2);
/// order.insert("sku", "B-2");
/// assert_eq!(order.get("sku"), Some(&json!("B-2")));
/// assert_eq!(order.keys().collect::<Vec<_>>(), ["sku", "quantity"]);
/// ```
// `None` is the empty object, so that making one does not allocate.
#[derive(Clone, Default)]
pub struct Object(Option<Arc<Node>>);

#[derive(Clone, Default)]
struct Node {
    // INVARIANT: no two entries have the same key, and `index`, if any, maps each to its place.
    entries: Vec<(Key, Value)>,
    index: Option<Box<Index>>,
}

impl Drop for Node {
    fn drop(&mut self) {
        release::children(self.entries.drain(..).map(|(_, value)| value));
    }
}

impl Node {
    fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key),
            None => self.entries.iter().position(|(k, _)| k == key),
        }
    }

    fn insert(&mut self, key: Key, value: Value) -> Option<Value> {
        let found = self.position(&key).and_then(|at| self.entries.get_mut(at));
        if let Some((_, old)) = found {
            return Some(mem::replace(old, value));
        }
        if let Some(index) = &mut self.index {
            index.push(key.clone(), self.entries.len());
        }
        self.entries.push((key, value));
        if self.index.is_none() {
            self.index = Index::if_worthwhile(&self.entries);
        }
        None
    }

    fn remove(&mut self, at: usize) -> Value {
        let (key, value) = self.entries.remove(at);
        if let Some(index) = &mut self.index {
            index.remove(&key, at);
        }
        value
    }
}

impl Object {
    /// An empty object. Does not allocate.
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    /// An empty object with room for `capacity` entries.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        let entries = Vec::with_capacity(capacity);
        Self(Some(Arc::new(Node {
            entries,
            index: None,
        })))
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// The entries in insertion order, with their shareable keys.
    #[must_use]
    pub fn as_slice(&self) -> &[(Key, Value)] {
        match &self.0 {
            Some(node) => &node.entries,
            None => &[],
        }
    }

    /// The value under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let node = self.0.as_ref()?;
        node.entries
            .get(node.position(key)?)
            .map(|(_, value)| value)
    }

    /// The value under `key` for writing. Copies the entries first if the object is shared and the
    /// key exists.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let node = self.0.as_mut()?;
        let at = node.position(key)?;
        Arc::make_mut(node)
            .entries
            .get_mut(at)
            .map(|(_, value)| value)
    }

    /// Whether there is a value under `key`, `null` included.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Puts `value` under `key` and returns the value that was there. A key that exists keeps its
    /// place; a new one goes to the end.
    pub fn insert(&mut self, key: impl Into<Key>, value: impl Into<Value>) -> Option<Value> {
        Arc::make_mut(self.0.get_or_insert_default()).insert(key.into(), value.into())
    }

    /// Removes `key` and returns its value; the order of the others stays.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let node = self.0.as_mut()?;
        let at = node.position(key)?;
        Some(Arc::make_mut(node).remove(at))
    }

    /// The entries in insertion order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.as_slice().iter())
    }

    /// The entries in insertion order, the values for writing. Copies the entries first if the
    /// object is shared.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&str, &mut Value)> {
        let entries = match &mut self.0 {
            Some(node) => Arc::make_mut(node).entries.as_mut_slice(),
            None => &mut [],
        };
        entries.iter_mut().map(|(key, value)| (key.as_str(), value))
    }

    /// The keys in insertion order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.as_slice().iter().map(|(key, _)| key.as_str())
    }

    /// The values in insertion order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.as_slice().iter().map(|(_, value)| value)
    }

    /// Whether both are the very same allocation, which implies that they are equal.
    pub(super) fn same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// The entries if this was the last reference to them, else nothing.
    pub(super) fn into_unique(self) -> Option<Vec<(Key, Value)>> {
        let mut node = Arc::into_inner(self.0?)?;
        Some(mem::take(&mut node.entries))
    }
}

impl From<Object> for Vec<(Key, Value)> {
    /// Moves the entries out of an object that is not shared, else copies them (each in constant
    /// time).
    fn from(object: Object) -> Self {
        match object.0.map(Arc::try_unwrap) {
            Some(Ok(mut node)) => mem::take(&mut node.entries),
            Some(Err(shared)) => shared.entries.clone(),
            None => Self::new(),
        }
    }
}

impl<K: Into<Key>, V: Into<Value>> Extend<(K, V)> for Object {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let node = Arc::make_mut(self.0.get_or_insert_default());
        for (key, value) in entries {
            node.insert(key.into(), value.into());
        }
    }
}

impl<K: Into<Key>, V: Into<Value>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        // The hint is another's claim; the cap keeps a wrong one from exhausting memory.
        let mut object = Self::with_capacity(entries.size_hint().0.min(1024));
        object.extend(entries);
        object
    }
}

impl<K: Into<Key>, V: Into<Value>, const N: usize> From<[(K, V); N]> for Object {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl IntoIterator for Object {
    type Item = (Key, Value);
    type IntoIter = vec::IntoIter<(Key, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        Vec::from(self).into_iter()
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = (&'a str, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::write::debug_object(self, f)
    }
}

/// The entries of an [`Object`] in insertion order.
#[derive(Clone, Debug)]
pub struct Iter<'a>(slice::Iter<'a, (Key, Value)>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key.as_str(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(key, value)| (key.as_str(), value))
    }
}

impl ExactSizeIterator for Iter<'_> {}
