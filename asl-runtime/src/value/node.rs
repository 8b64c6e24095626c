//! What a small object has on the heap.

use std::sync::Arc;
use std::{array, mem};

use super::shape::Shape;
use super::{Value, release};

/// The shape of an object and as many values, in one allocation.
pub(super) struct Node<V: ?Sized + AsMut<[Value]> = [Value]> {
    pub(super) shape: Shape,
    pub(super) values: V,
}

impl<V: ?Sized + AsMut<[Value]>> Drop for Node<V> {
    fn drop(&mut self) {
        let values = self.values.as_mut();
        if values.iter().any(release::is_deep) {
            release::children(values.iter_mut());
        }
    }
}

/// An arm for each length: a node is made with an array, whose length is then forgotten. Without
/// `unsafe`, there is no other way to put something beside a slice.
macro_rules! by_length {
    ($shape:ident, $next:ident: $($length:literal)*) => {
        match $shape.len() {
            $($length => {
                let values: [Value; $length] = array::from_fn(|_| $next());
                Some(Arc::new(Node { shape: $shape, values }))
            })*
            _ => None,
        }
    };
}

/// The same with an array that is moved in one piece.
macro_rules! last_by_length {
    ($shape:ident, $values:ident: $($length:literal)*) => {
        match $shape.len() {
            $($length => {
                let last: &mut [Value; $length] = $values.last_chunk_mut()?;
                let values = mem::replace(last, [const { Value::Null }; $length]);
                Some(Arc::new(Node { shape: $shape, values }) as Arc<Self>)
            })*
            _ => None,
        }
    };
}

impl Node {
    /// A node with the values that `next` gives, one for each key; `None` for more than 16.
    // Callers that are not in a hurry hand in a `&mut dyn FnMut`: there are sixteen loops in here.
    #[inline]
    pub(super) fn new(shape: Shape, mut next: impl FnMut() -> Value) -> Option<Arc<Self>> {
        by_length!(shape, next: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }

    /// A node with the last of `values`, one for each key, which it takes out; `None` for more than
    /// 16, or if there are too few.
    pub(super) fn of_last(shape: Shape, values: &mut Vec<Value>) -> Option<Arc<Self>> {
        let start = values.len().checked_sub(shape.len())?;
        let node = last_by_length!(shape, values: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
        values.truncate(start);
        node
    }

    /// One of its own with the same contents.
    pub(super) fn copied(&self) -> Option<Arc<Self>> {
        let mut values = self.values.iter().cloned();
        let next: &mut dyn FnMut() -> Value = &mut || values.next().unwrap_or_default();
        Self::new(self.shape.clone(), next)
    }
}
