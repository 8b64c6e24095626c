//! What a small object has on the heap.

use std::convert::Infallible;
use std::sync::Arc;
use std::{iter, mem};

use super::Value;
use super::release::release;
use super::shape::Shape;

/// The shape of an object and as many values, in one allocation.
pub(super) struct Node<V: ?Sized + AsMut<[Value]> = [Value]> {
    pub(super) shape: Shape,
    pub(super) values: V,
}

impl<V: ?Sized + AsMut<[Value]>> Drop for Node<V> {
    fn drop(&mut self) {
        release(self.values.as_mut());
    }
}

/// An arm for each length: a node is made with an array, whose length is then forgotten. Without
/// `unsafe`, there is no other way to put something beside a slice.
macro_rules! by_length {
    ($length:expr, $node:ident: $($number:literal)*) => {
        match $length {
            $($number => $node!($number),)*
            _ => None,
        }
    };
    ($length:expr, $node:ident) => {
        by_length!($length, $node: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    };
}

impl Node {
    /// A node with the values that `fill` puts into as many places; `None` for more than 16.
    ///
    /// # Errors
    ///
    /// What `fill` gives.
    #[inline]
    pub(super) fn filled<E>(
        shape: Shape,
        fill: impl FnOnce(&mut [Value]) -> Result<(), E>,
    ) -> Option<Result<Arc<Self>, E>> {
        macro_rules! node {
            ($length:literal) => {{
                let mut values = [const { Value::Null }; $length];
                let filled = fill(&mut values);
                Some(filled.map(|()| Arc::new(Node { shape, values }) as Arc<Self>))
            }};
        }
        by_length!(shape.len(), node)
    }

    fn filled_by(shape: Shape, fill: impl FnOnce(&mut [Value])) -> Option<Arc<Self>> {
        let filled = Self::filled(shape, |places| {
            fill(places);
            Ok::<_, Infallible>(())
        });
        filled.map(|Ok(node)| node)
    }

    /// A node with the last of `values`, one for each key, which it takes out; `None` for more than
    /// 16, or if there are too few.
    pub(super) fn of_last(shape: Shape, values: &mut Vec<Value>) -> Option<Arc<Self>> {
        let start = values.len().checked_sub(shape.len())?;
        macro_rules! node {
            ($length:literal) => {{
                let last: &mut [Value; $length] = values.last_chunk_mut()?;
                let values = mem::replace(last, [const { Value::Null }; $length]);
                Some(Arc::new(Node { shape, values }) as Arc<Self>)
            }};
        }
        let node = by_length!(shape.len(), node);
        values.truncate(start);
        node
    }

    /// A node with `values`, one for each key, which it takes out; `None` for more than 16.
    pub(super) fn taking<'v>(
        shape: Shape,
        values: impl Iterator<Item = &'v mut Value>,
    ) -> Option<Arc<Self>> {
        Self::filled_by(shape, |places| {
            iter::zip(places, values).for_each(|(place, value)| mem::swap(place, value));
        })
    }

    /// A node with copies of `values`, one for each key; `None` for more than 16.
    pub(super) fn copying(shape: Shape, values: &[Value]) -> Option<Arc<Self>> {
        Self::filled_by(shape, |places| {
            iter::zip(places, values).for_each(|(place, value)| value.clone_to(place));
        })
    }

    /// [`taking`](Self::taking) with one more value at the end.
    pub(super) fn grown_taking(
        shape: Shape,
        values: &mut [Value],
        last: Value,
    ) -> Option<Arc<Self>> {
        Self::filled_by(shape, |places| {
            if let Some((end, places)) = places.split_last_mut() {
                iter::zip(places, values).for_each(|(place, value)| mem::swap(place, value));
                *end = last;
            }
        })
    }

    /// [`copying`](Self::copying) with one more value at the end.
    pub(super) fn grown_copying(shape: Shape, values: &[Value], last: Value) -> Option<Arc<Self>> {
        Self::filled_by(shape, |places| {
            if let Some((end, places)) = places.split_last_mut() {
                iter::zip(places, values).for_each(|(place, value)| value.clone_to(place));
                *end = last;
            }
        })
    }
}
