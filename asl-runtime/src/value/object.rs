//! Objects: a shared, copy-on-write map that keeps its keys in the order they came.

use std::fmt;
use std::sync::Arc;
use std::{iter, mem, slice, vec};

use super::large::Large;
use super::node::Node;
use super::shape::{Member, Names, Shape};
use super::{Key, Value};

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

#[derive(Clone)]
enum Repr {
    /// Few entries: the values in one allocation, the keys shared with objects that are alike.
    Small(Arc<Node>),
    /// More of them, or an object in the making. `None` is the empty object, which does not allocate.
    Large(Option<Arc<Large>>),
}

impl Default for Object {
    fn default() -> Self {
        Self::new()
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
        Self::large(Large::with_capacity(capacity))
    }

    fn large(large: Large) -> Self {
        Self(Repr::Large(Some(Arc::new(large))))
    }

    /// The object of these keys and values. Of equal keys the last one's value counts, in the place
    /// of the first (DIA-7).
    fn from_parts(names: Vec<Key>, mut values: Vec<Value>) -> Self {
        match Shape::of(names.iter()) {
            Some(shape) => Self::of_last(shape, &mut values),
            None => iter::zip(names, values).collect(),
        }
    }

    /// The object of a shape with the last of `values`, which it takes out.
    pub(super) fn of_last(shape: Shape, values: &mut Vec<Value>) -> Self {
        Self::of_node(Node::of_last(shape, values))
    }

    fn of_node(node: Option<Arc<Node>>) -> Self {
        Self(node.map_or(Repr::Large(None), Repr::Small))
    }

    /// The object of these entries, which it takes. Of equal keys the last one's value counts, in the
    /// place of the first (DIA-7).
    pub(super) fn of_entries(entries: &mut [(Key, Value)]) -> Self {
        match Shape::of(entries.iter().map(|(key, _)| key)) {
            Some(shape) => {
                let values = entries.iter_mut().map(|(_, value)| value);
                Self::of_node(Node::taking(shape, values))
            }
            None => entries.iter_mut().map(mem::take).collect(),
        }
    }

    /// The same object without room for more.
    pub(super) fn compact(mut self) -> Self {
        let Repr::Large(Some(large)) = &mut self.0 else {
            return self;
        };
        let Some(shape) = Shape::of(large.names().iter()) else {
            return self;
        };
        match Arc::get_mut(large) {
            Some(large) => Self::of_last(shape, &mut large.take().1),
            None => Self::of_node(Node::copying(shape, large.values())),
        }
    }

    /// The object of the values that `fill` puts in place for each of the members of a template, no
    /// two of which have the same name (TMPL-7).
    ///
    /// # Errors
    ///
    /// The first that `fill` gives.
    #[inline]
    pub(crate) fn of_template<E>(
        members: &'static [Member],
        fill: impl Fn(&'static Member, &mut Value) -> Result<(), E>,
    ) -> Result<Self, E> {
        let shape = Shape::Template(members);
        if let Some(node) = Node::filled(shape, |places| {
            iter::zip(members, places).try_for_each(|(member, place)| fill(member, place))
        }) {
            return Ok(Self(Repr::Small(node?)));
        }
        let mut all = Large::with_capacity(members.len());
        for member in members {
            let mut value = Value::Null;
            fill(member, &mut value)?;
            all.insert(Key::from_static(member.0), value);
        }
        Ok(Self(Repr::Large(
            (!members.is_empty()).then(|| Arc::new(all)),
        )))
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values_slice().len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values_slice().is_empty()
    }

    #[inline]
    fn values_slice(&self) -> &[Value] {
        match &self.0 {
            Repr::Small(node) => &node.values,
            Repr::Large(Some(large)) => large.values(),
            Repr::Large(None) => &[],
        }
    }

    /// The keys, and as many values.
    #[inline]
    pub(super) fn parts(&self) -> (Names<'_>, &[Value]) {
        match &self.0 {
            Repr::Small(node) => (node.shape.names(), &node.values),
            Repr::Large(Some(large)) => (Names::keys(large.names(), false), large.values()),
            Repr::Large(None) => (Names::keys(&[], true), &[]),
        }
    }

    /// The same for writing, copied first if they are shared.
    fn parts_mut(&mut self) -> (Names<'_>, &mut [Value]) {
        match &mut self.0 {
            Repr::Small(node) => match unshared(node) {
                Some(node) => (node.shape.names(), &mut node.values),
                None => (Names::keys(&[], true), &mut []),
            },
            Repr::Large(Some(large)) => {
                let (names, values) = Arc::make_mut(large).parts_mut();
                (Names::keys(names, false), values)
            }
            Repr::Large(None) => (Names::keys(&[], true), &mut []),
        }
    }

    #[inline]
    fn position(&self, key: &str) -> Option<usize> {
        match &self.0 {
            Repr::Small(node) => node.shape.position(key.as_bytes()),
            Repr::Large(large) => large.as_ref()?.position(key),
        }
    }

    /// The value under `key`.
    #[must_use]
    #[inline]
    pub fn get(&self, key: &str) -> Option<&Value> {
        if let Repr::Small(node) = &self.0 {
            return node.values.get(node.shape.position(key.as_bytes())?);
        }
        self.values_slice().get(self.position(key)?)
    }

    /// The value under `key` for writing. Copies the entries first if the object is shared and the
    /// key exists.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let at = self.position(key)?;
        self.parts_mut().1.get_mut(at)
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
            Repr::Small(node) => {
                if let Some(at) = node.shape.position(key.as_bytes()) {
                    let old = unshared(node)?.values.get_mut(at)?;
                    return Some(mem::replace(old, value));
                }
                self.grow(key, value);
                None
            }
            Repr::Large(large) => Arc::make_mut(large.get_or_insert_default()).insert(key, value),
        }
    }

    /// Appends an entry to a small object.
    fn grow(&mut self, key: Key, value: Value) {
        let Repr::Small(node) = &mut self.0 else {
            return;
        };
        let Some(shape) = node.shape.grown(&key) else {
            let (mut names, mut values) = mem::take(self).into_parts();
            names.push(key);
            values.push(value);
            *self = Self::large(Large::new(names, values));
            return;
        };
        *self = Self::of_node(match if_unshared(node) {
            Some(node) => Node::grown_taking(shape, &mut node.values, value),
            None => Node::grown_copying(shape, &node.values, value),
        });
    }

    /// Removes `key` and returns its value; the order of the others stays.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let at = self.position(key)?;
        if let Repr::Large(Some(large)) = &mut self.0 {
            return Some(Arc::make_mut(large).remove(at));
        }
        let (mut names, mut values) = mem::take(self).into_parts();
        names.remove(at);
        let value = values.remove(at);
        *self = Self::from_parts(names, values);
        Some(value)
    }

    /// The entries in insertion order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        let (names, values) = self.parts();
        Iter {
            names,
            values: values.iter(),
        }
    }

    /// The entries in insertion order, the values for writing. Copies the entries first if the
    /// object is shared.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&str, &mut Value)> {
        let (names, values) = self.parts_mut();
        iter::zip(names, values).map(|(name, value)| (name.as_str(), value))
    }

    /// The keys in insertion order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        let (names, _) = self.parts();
        names.map(|name| name.as_str())
    }

    /// The values in insertion order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.values_slice().iter()
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
        let values = match &mut self.0 {
            Repr::Small(node) => Arc::get_mut(node).map(|node| &mut node.values),
            Repr::Large(large) => {
                let large = large.as_mut().and_then(Arc::get_mut);
                large.map(|large| large.parts_mut().1)
            }
        };
        values.into_iter().flatten()
    }

    /// The keys and values: moved out of an object that is not shared, else copied (each in constant
    /// time).
    fn into_parts(mut self) -> (Vec<Key>, Vec<Value>) {
        match &mut self.0 {
            Repr::Small(node) => {
                let names = node.shape.names().map(|name| name.to_key()).collect();
                let values = match Arc::get_mut(node) {
                    Some(node) => node.values.iter_mut().map(Value::take).collect(),
                    None => node.values.to_vec(),
                };
                (names, values)
            }
            Repr::Large(Some(large)) => match Arc::get_mut(large) {
                Some(large) => large.take(),
                None => (large.names().to_vec(), large.values().to_vec()),
            },
            Repr::Large(None) => (Vec::new(), Vec::new()),
        }
    }
}

/// A node for writing, if it is not shared.
fn if_unshared(node: &mut Arc<Node>) -> Option<&mut Node> {
    // There are no weak references: looking first is cheaper, and mostly right.
    if Arc::strong_count(node) == 1 {
        Arc::get_mut(node)
    } else {
        None
    }
}

/// A node for writing, copied first if it is shared.
fn unshared(node: &mut Arc<Node>) -> Option<&mut Node> {
    // There are no weak references.
    if Arc::strong_count(node) != 1 {
        *node = Node::copying(node.shape.clone(), &node.values)?;
    }
    Arc::get_mut(node)
}

impl From<Object> for Vec<(Key, Value)> {
    /// Moves the entries out of an object that is not shared, else copies them (each in constant
    /// time).
    fn from(mut object: Object) -> Self {
        if let Repr::Small(node) = &mut object.0
            && let Some(node) = Arc::get_mut(node)
        {
            let names = node.shape.names().map(|name| name.to_key());
            return iter::zip(names, node.values.iter_mut().map(Value::take)).collect();
        }
        let (names, values) = object.into_parts();
        iter::zip(names, values).collect()
    }
}

impl<K: Into<Key>, V: Into<Value>> Extend<(K, V)> for Object {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let is_empty = self.is_empty();
        for (key, value) in entries {
            self.put(key.into(), value.into());
        }
        if is_empty {
            *self = mem::take(self).compact();
        }
    }
}

impl<K: Into<Key>, V: Into<Value>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        // The hint is another's claim; the cap keeps a wrong one from exhausting memory.
        let mut all = Large::with_capacity(entries.size_hint().0.min(1024));
        for (key, value) in entries {
            all.insert(key.into(), value.into());
        }
        match Shape::of(all.names().iter()) {
            Some(shape) => Self::of_last(shape, &mut all.take().1),
            None if all.names().is_empty() => Self::new(),
            None => Self::large(all),
        }
    }
}

impl<K: Into<Key>, V: Into<Value>, const N: usize> From<[(K, V); N]> for Object {
    fn from(entries: [(K, V); N]) -> Self {
        Self::of_entries(&mut entries.map(|(key, value)| (key.into(), value.into())))
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
pub struct Iter<'a> {
    names: Names<'a>,
    values: slice::Iter<'a, Value>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.names.next()?.as_str(), self.values.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        Some((self.names.next_back()?.as_str(), self.values.next_back()?))
    }
}

impl ExactSizeIterator for Iter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::Template;

    static MEMBERS: [Member; 17] = {
        const fn member(name: &'static str) -> Member {
            (name, Template::Null)
        }
        [
            member("a"),
            member("b"),
            member("c"),
            member("d"),
            member("e"),
            member("f"),
            member("g"),
            member("h"),
            member("i"),
            member("j"),
            member("k"),
            member("l"),
            member("m"),
            member("n"),
            member("o"),
            member("p"),
            member("a name that is not kept in place"),
        ]
    };

    fn of_template(size: usize, fails_at: Option<&str>) -> Result<Object, String> {
        Object::of_template(&MEMBERS[..size], |(name, _), place| {
            if Some(*name) == fails_at {
                return Err((*name).to_owned());
            }
            *place = Value::from(*name);
            Ok(())
        })
    }

    #[test]
    fn objects_of_a_template_are_like_others_at_every_size() {
        for size in 0..=MEMBERS.len() {
            let mut object = of_template(size, None).unwrap();
            let mut other: Object = (MEMBERS[..size].iter())
                .map(|(name, _)| (*name, *name))
                .collect();
            for new in ["new", "newer"] {
                assert_eq!(object, other);
                assert!(object.keys().eq(other.keys()));
                assert!((object.keys()).all(|key| object.get(key) == other.get(key)));
                assert_eq!(object.get("absent"), None);
                // Again with a key that no template has.
                let before = object.clone();
                assert_eq!(object.insert(new, 1), other.insert(new, 1));
                assert!(!before.contains_key(new));
            }
            assert_eq!(object.remove("a"), other.remove("a"));
            assert_eq!(Vec::from(object), Vec::from(other));
        }
    }

    #[test]
    fn the_first_error_in_a_template_is_its_error() {
        for (size, at) in [(1, "a"), (16, "a"), (16, "p"), (17, "c")] {
            assert_eq!(of_template(size, Some(at)).unwrap_err(), at);
        }
    }
}
