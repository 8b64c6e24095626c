//! Arrays: a shared, copy-on-write `Vec<Value>`.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::{mem, slice, vec};

use super::Value;
use super::release::release;

/// A JSON array that clones in constant time and copies itself when a shared one is changed.
///
/// Reads like a slice; [`make_mut`](Array::make_mut) gives the `Vec` to write to.
///
/// ```
/// use asl_runtime::{json, value::Array};
///
/// let mut basket: Array = ["pear", "fig"].into();
/// let before = basket.clone();
/// basket.push("plum");
/// assert_eq!(basket.len(), 3);
/// assert_eq!(before.len(), 2);
/// assert_eq!(basket.first(), Some(&json!("pear")));
/// ```
// `None` is the empty array, so that making one does not allocate.
#[derive(Clone, Default)]
pub struct Array(Option<Arc<Node>>);

#[derive(Clone, Default)]
struct Node {
    items: Vec<Value>,
}

impl Drop for Node {
    fn drop(&mut self) {
        release(&mut self.items);
    }
}

impl Array {
    /// An empty array. Does not allocate.
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    /// An empty array with room for `capacity` items.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Vec::with_capacity(capacity).into()
    }

    /// The items.
    #[must_use]
    pub fn as_slice(&self) -> &[Value] {
        match &self.0 {
            Some(node) => &node.items,
            None => &[],
        }
    }

    /// The items for writing. Copies them first (each in constant time) if the array is shared.
    pub fn make_mut(&mut self) -> &mut Vec<Value> {
        &mut Arc::make_mut(self.0.get_or_insert_default()).items
    }

    /// Appends an item.
    pub fn push(&mut self, item: impl Into<Value>) {
        self.make_mut().push(item.into());
    }

    /// Whether both are the very same allocation, which implies that they are equal.
    pub(super) fn same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// The items for writing if this is the last reference to them, else none.
    pub(super) fn unique_items(&mut self) -> impl Iterator<Item = &mut Value> {
        let node = self.0.as_mut().and_then(Arc::get_mut);
        node.into_iter().flat_map(|node| &mut node.items)
    }
}

impl Deref for Array {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        self.as_slice()
    }
}

impl From<Vec<Value>> for Array {
    fn from(items: Vec<Value>) -> Self {
        Self(Some(Arc::new(Node { items })))
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Array {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl From<Array> for Vec<Value> {
    /// Moves the items out of an array that is not shared, else copies them (each in constant time).
    fn from(array: Array) -> Self {
        match array.0.map(Arc::try_unwrap) {
            Some(Ok(mut node)) => mem::take(&mut node.items),
            Some(Err(shared)) => shared.items.clone(),
            None => Self::new(),
        }
    }
}

impl<T: Into<Value>> FromIterator<T> for Array {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items
            .into_iter()
            .map(Into::into)
            .collect::<Vec<Value>>()
            .into()
    }
}

impl<T: Into<Value>> Extend<T> for Array {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.make_mut().extend(items.into_iter().map(Into::into));
    }
}

impl IntoIterator for Array {
    type Item = Value;
    type IntoIter = vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        Vec::from(self).into_iter()
    }
}

impl<'a> IntoIterator for &'a Array {
    type Item = &'a Value;
    type IntoIter = slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::write::debug_array(self, f)
    }
}
