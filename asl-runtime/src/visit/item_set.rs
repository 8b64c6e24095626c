//! What a Map iterates over.

use std::vec;

use crate::context::MapItem;
use crate::value::{Key, Object, Text, Value};

/// The items of a Map, in order.
pub(super) struct ItemSet {
    members: Members,
    left: usize,
    /// The item that it stands at.
    item: MapItem,
}

impl ItemSet {
    /// The first `most` of the members, which come from `source`.
    pub(super) fn new(members: Members, most: usize, source: Option<Text>) -> Self {
        Self {
            left: members.len().min(most),
            members,
            item: MapItem {
                index: usize::MAX, // before the first
                value: Value::Null,
                key: None,
                source,
            },
        }
    }

    /// How many items are left.
    pub(super) const fn len(&self) -> usize {
        self.left
    }

    /// The next item. Always in the same place: most are used only once.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<&mut MapItem> {
        self.left = self.left.checked_sub(1)?;
        self.item.index = self.item.index.wrapping_add(1);
        // First, so that the next one comes straight to its place.
        self.item.value = Value::Null;
        match &mut self.members {
            Members::Array(items) => self.item.value = items.next()?,
            Members::Object(members) => {
                let (key, value) = members.next()?;
                self.item.key = Some(key);
                self.item.value = value;
            }
        }
        Some(&mut self.item)
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

impl MapItem {
    /// The input of an iteration without an `ItemSelector`: the item takes itself apart for it.
    pub(super) fn take_input(&mut self) -> Value {
        let value = self.value.take();
        let Some(key) = self.key.take() else {
            return value;
        };
        Value::Object(Object::from([
            (Key::from_static("Key"), Value::String(key)),
            (Key::from_static("Value"), value),
        ]))
    }
}
