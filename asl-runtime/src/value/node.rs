//! What a small object has on the heap.

use std::array;
use std::sync::Arc;

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

impl Node {
    /// A node with the values that `next` gives, one for each key; `None` for more than 16.
    pub(super) fn new(shape: Shape, next: &mut dyn FnMut() -> Value) -> Option<Arc<Self>> {
        by_length!(shape, next: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }

    /// One of its own with the same contents.
    pub(super) fn copied(&self) -> Option<Arc<Self>> {
        let mut values = self.values.iter().cloned();
        Self::new(self.shape.clone(), &mut || {
            values.next().unwrap_or_default()
        })
    }
}
