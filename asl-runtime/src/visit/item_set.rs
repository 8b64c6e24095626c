//! What a Map iterates over.

use std::vec;

use crate::context::MapItem;
use crate::value::{Key, Object, Text, Value};

/// The items of a Map, in order.
pub(super) struct ItemSet {
    members: Members,
    left: usize,
    next: usize,
    source: Option<Text>,
}

impl ItemSet {
    /// The first `most` of the members, which come from `source`.
    pub(super) fn new(members: Members, most: usize, source: Option<Text>) -> Self {
        Self {
            left: members.len().min(most),
            members,
            next: 0,
            source,
        }
    }
}

/// What they are items of.
pub(super) enum Members {
    Array(vec::IntoIter<Value>),
    /// MAP-15.
    Object(vec::IntoIter<(Key, Value)>),
}

impl Members {
    fn len(&self) -> usize {
        match self {
            Self::Array(items) => items.len(),
            Self::Object(members) => members.len(),
        }
    }
}

impl Iterator for ItemSet {
    type Item = MapItem;

    fn next(&mut self) -> Option<MapItem> {
        self.left = self.left.checked_sub(1)?;
        let (key, value) = match &mut self.members {
            Members::Array(items) => (None, items.next()?),
            Members::Object(members) => {
                let (key, value) = members.next()?;
                (Some(key), value)
            }
        };
        let index = self.next;
        self.next += 1;
        Some(MapItem {
            index,
            value,
            key,
            source: self.source.clone(),
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for ItemSet {}

impl MapItem {
    /// The input of an iteration without an `ItemSelector`.
    pub(super) fn into_input(self) -> Value {
        let Some(key) = self.key else {
            return self.value;
        };
        Value::Object(Object::from([
            (Key::from_static("Key"), Value::String(key)),
            (Key::from_static("Value"), self.value),
        ]))
    }
}
