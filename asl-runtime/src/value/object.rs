//! Objects: a shared, copy-on-write map that keeps its keys in the order they came.

use std::fmt;
use std::sync::Arc;
use std::{iter, mem, slice, vec};

use super::index::{Index, SCAN_LIMIT};
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
#[derive(Clone)]
pub struct Object(Repr);

/// An entry of an [`Object`].
pub(crate) type Entry = (Key, Value);

#[derive(Clone)]
enum Repr {
    /// Few entries: one allocation of exactly their size. INVARIANT: no two have the same key.
    Small(Arc<[Entry]>),
    /// More of them, or an object in the making. `None` is the empty object, which does not allocate.
    Large(Option<Arc<Large>>),
}

#[derive(Clone, Default)]
struct Large {
    // INVARIANT: no two entries have the same key, and `index`, if any, maps each to its place.
    entries: Vec<Entry>,
    index: Option<Box<Index>>,
}

impl Default for Object {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // Two owners that let go at the same moment may each see the other: then the drop goes one
        // level deeper on the stack, and from there on in a loop.
        if let Repr::Small(entries) = &mut self.0
            && Arc::strong_count(entries) == 1
            && are_deep(entries)
            && let Some(entries) = Arc::get_mut(entries)
        {
            release::children(entries.iter_mut().map(|(_, value)| value));
        }
    }
}

impl Drop for Large {
    fn drop(&mut self) {
        if are_deep(&self.entries) {
            release::children(self.entries.iter_mut().map(|(_, value)| value));
        }
    }
}

/// Whether dropping the entries one by one could go deep.
fn are_deep(entries: &[Entry]) -> bool {
    entries.iter().any(|(_, value)| release::is_deep(value))
}

/// Where `key` stands, by looking at all of them.
#[inline]
fn scan(entries: &[Entry], key: &[u8]) -> Option<usize> {
    entries.iter().position(|(known, _)| known.is(key))
}

fn is_small_and_unique(entries: &[Entry]) -> bool {
    let is_first = |(at, (key, _)): (usize, &Entry)| scan(entries, key.as_bytes()) == Some(at);
    (1..=SCAN_LIMIT).contains(&entries.len()) && entries.iter().enumerate().all(is_first)
}

impl Large {
    fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key),
            None => scan(&self.entries, key.as_bytes()),
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
        Self(Repr::Large(None))
    }

    /// An empty object with room for `capacity` entries.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self::large(Vec::with_capacity(capacity))
    }

    fn large(entries: Vec<Entry>) -> Self {
        let index = Index::if_worthwhile(&entries);
        Self(Repr::Large(Some(Arc::new(Large { entries, index }))))
    }

    /// The object of these entries, no two of which have the same key.
    pub(crate) fn from_unique(entries: Vec<Entry>) -> Self {
        match entries.len() {
            0 => Self::new(),
            1..=SCAN_LIMIT => Self(Repr::Small(entries.into())),
            _ => Self::large(entries),
        }
    }

    /// The object of these entries. Of equal keys the last one's value counts, in the place of the
    /// first (DIA-7).
    pub(super) fn from_entries(entries: vec::Drain<'_, Entry>) -> Self {
        if is_small_and_unique(entries.as_slice()) {
            return Self(Repr::Small(entries.collect()));
        }
        entries.collect()
    }

    /// The same, of an array.
    pub(super) fn from_array<const N: usize>(entries: [Entry; N]) -> Self {
        if is_small_and_unique(&entries) {
            return Self(Repr::Small(Arc::new(entries)));
        }
        entries.into_iter().collect()
    }

    /// The same object without room for more.
    pub(super) fn compact(self) -> Self {
        Self::from(Large::from(self))
    }

    /// The object of the entries that `entry` makes of `sources`, no two of which have the same key.
    ///
    /// # Errors
    ///
    /// The first that `entry` gives.
    #[inline]
    pub(crate) fn try_from_unique<S, E>(
        sources: &'static [S],
        entry: impl Fn(&'static S) -> Result<Entry, E>,
    ) -> Result<Self, E> {
        if !(1..=SCAN_LIMIT).contains(&sources.len()) {
            let entries = sources
                .iter()
                .map(entry)
                .collect::<Result<Vec<Entry>, E>>()?;
            return Ok(Self::from_unique(entries));
        }
        // An iterator that never stops early is collected without a detour.
        let mut error = None;
        let entries = sources.iter().map(|source| {
            if error.is_some() {
                return Entry::default();
            }
            entry(source).unwrap_or_else(|first| {
                error = Some(first);
                Entry::default()
            })
        });
        let entries = entries.collect();
        error.map_or(Ok(Self(Repr::Small(entries))), Err)
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
    #[inline]
    pub fn as_slice(&self) -> &[(Key, Value)] {
        match &self.0 {
            Repr::Small(entries) => entries,
            Repr::Large(Some(large)) => &large.entries,
            Repr::Large(None) => &[],
        }
    }

    /// The entries for writing, copied first if they are shared.
    fn entries_mut(&mut self) -> &mut [Entry] {
        match &mut self.0 {
            Repr::Small(entries) => Arc::make_mut(entries),
            Repr::Large(Some(large)) => Arc::make_mut(large).entries.as_mut_slice(),
            Repr::Large(None) => &mut [],
        }
    }

    #[inline]
    fn position(&self, key: &str) -> Option<usize> {
        match &self.0 {
            Repr::Small(entries) => scan(entries, key.as_bytes()),
            Repr::Large(large) => large.as_ref()?.position(key),
        }
    }

    /// The value under `key`.
    #[must_use]
    #[inline]
    pub fn get(&self, key: &str) -> Option<&Value> {
        if let Repr::Small(entries) = &self.0 {
            let (_, value) = entries.iter().find(|(known, _)| known.is(key.as_bytes()))?;
            return Some(value);
        }
        let (_, value) = self.as_slice().get(self.position(key)?)?;
        Some(value)
    }

    /// The value under `key` for writing. Copies the entries first if the object is shared and the
    /// key exists.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let at = self.position(key)?;
        let (_, value) = self.entries_mut().get_mut(at)?;
        Some(value)
    }

    /// Whether there is a value under `key`, `null` included.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// Puts `value` under `key` and returns the value that was there. A key that exists keeps its
    /// place; a new one goes to the end.
    pub fn insert(&mut self, key: impl Into<Key>, value: impl Into<Value>) -> Option<Value> {
        self.put(key.into(), value.into())
    }

    fn put(&mut self, key: Key, value: Value) -> Option<Value> {
        match &mut self.0 {
            Repr::Small(entries) => {
                if let Some(at) = scan(entries, key.as_bytes()) {
                    let (_, old) = Arc::make_mut(entries).get_mut(at)?;
                    return Some(mem::replace(old, value));
                }
                self.grow((key, value));
                None
            }
            Repr::Large(large) => Arc::make_mut(large.get_or_insert_default()).insert(key, value),
        }
    }

    /// Appends an entry to a small object.
    fn grow(&mut self, entry: Entry) {
        let Repr::Small(entries) = &mut self.0 else {
            return;
        };
        if entries.len() == SCAN_LIMIT {
            let mut entries = Vec::from(mem::take(self));
            entries.push(entry);
            *self = Self::large(entries);
            return;
        }
        let last = iter::once(entry);
        *entries = match Arc::get_mut(entries) {
            Some(entries) => entries.iter_mut().map(mem::take).chain(last).collect(),
            None => entries.iter().cloned().chain(last).collect(),
        };
    }

    /// Removes `key` and returns its value; the order of the others stays.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let at = self.position(key)?;
        if let Repr::Small(_) = &self.0 {
            let mut entries = Vec::from(mem::take(self));
            let (_, value) = entries.remove(at);
            *self = Self::from_unique(entries);
            return Some(value);
        }
        match &mut self.0 {
            Repr::Large(Some(large)) => Some(Arc::make_mut(large).remove(at)),
            _ => None,
        }
    }

    /// The entries in insertion order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.as_slice().iter())
    }

    /// The entries in insertion order, the values for writing. Copies the entries first if the
    /// object is shared.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&str, &mut Value)> {
        self.entries_mut()
            .iter_mut()
            .map(|(key, value)| (key.as_str(), value))
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
            (Repr::Small(a), Repr::Small(b)) => Arc::ptr_eq(a, b),
            (Repr::Large(Some(a)), Repr::Large(Some(b))) => Arc::ptr_eq(a, b),
            (Repr::Large(None), Repr::Large(None)) => true,
            _ => false,
        }
    }

    /// The values for writing if this is the last reference to them, else none.
    pub(super) fn unique_values(&mut self) -> impl Iterator<Item = &mut Value> {
        let entries = match &mut self.0 {
            Repr::Small(entries) => Arc::get_mut(entries),
            Repr::Large(large) => {
                let large = large.as_mut().and_then(Arc::get_mut);
                large.map(|large| large.entries.as_mut_slice())
            }
        };
        entries.into_iter().flatten().map(|(_, value)| value)
    }
}

impl From<Object> for Large {
    fn from(mut object: Object) -> Self {
        if let Repr::Large(large) = &mut object.0 {
            let large = large.take().map(Arc::unwrap_or_clone);
            return large.unwrap_or_default();
        }
        Self {
            entries: object.into(),
            index: None,
        }
    }
}

impl From<Large> for Object {
    fn from(mut large: Large) -> Self {
        if large.entries.len() > SCAN_LIMIT {
            Self(Repr::Large(Some(Arc::new(large))))
        } else {
            Self::from_unique(mem::take(&mut large.entries))
        }
    }
}

impl From<Object> for Vec<(Key, Value)> {
    /// Moves the entries out of an object that is not shared, else copies them (each in constant
    /// time).
    fn from(mut object: Object) -> Self {
        match &mut object.0 {
            Repr::Small(shared) => match Arc::get_mut(shared) {
                Some(entries) => entries.iter_mut().map(mem::take).collect(),
                None => shared.to_vec(),
            },
            Repr::Large(large) => match large.take().map(Arc::try_unwrap) {
                Some(Ok(mut large)) => mem::take(&mut large.entries),
                Some(Err(shared)) => shared.entries.clone(),
                None => Self::new(),
            },
        }
    }
}

impl<K: Into<Key>, V: Into<Value>> Extend<(K, V)> for Object {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let mut all = Large::from(mem::take(self));
        for (key, value) in entries {
            all.insert(key.into(), value.into());
        }
        *self = Self::from(all);
    }
}

impl<K: Into<Key>, V: Into<Value>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        // The hint is another's claim; the cap keeps a wrong one from exhausting memory.
        let mut all = Large {
            entries: Vec::with_capacity(entries.size_hint().0.min(1024)),
            index: None,
        };
        for (key, value) in entries {
            all.insert(key.into(), value.into());
        }
        Self::from(all)
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
