//! Walking into arrays, objects and enums; every step leaves its mark on an error that passes it.

use serde::de::{
    self, Deserialize, DeserializeSeed, Error as _, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::key::KeyWalk;
use super::source::{Node, Source, Str};
use super::{Walk, visit_array, visit_object};
use crate::value::Error;
use crate::value::depth::Depth;
use crate::value::error::Step;

/// The items of an array, one after the other.
pub(super) struct ItemAccess<'de, S: Source<'de>> {
    items: S::Items,
    depth: Depth,
    taken: usize,
}

impl<'de, S: Source<'de>> ItemAccess<'de, S> {
    pub(super) const fn new(items: S::Items, depth: Depth) -> Self {
        Self {
            items,
            depth,
            taken: 0,
        }
    }

    pub(super) fn remaining(&self) -> usize {
        self.items.len()
    }
}

impl<'de, S: Source<'de>> SeqAccess<'de> for &mut ItemAccess<'de, S> {
    type Error = Error;

    fn next_element_seed<T>(&mut self, seed: T) -> Result<Option<T::Value>, Error>
    where
        T: DeserializeSeed<'de>,
    {
        let Some(value) = self.items.next() else {
            return Ok(None);
        };
        let index = self.taken;
        self.taken += 1;
        let item = seed.deserialize(Walk {
            value,
            depth: self.depth,
        });
        item.map(Some)
            .map_err(|error| error.inside(Step::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.remaining())
    }
}

/// The entries of an object, one after the other.
pub(super) struct EntryAccess<'de, S: Source<'de>> {
    entries: S::Entries,
    depth: Depth,
    current: Option<(Str<'de>, S)>,
}

impl<'de, S: Source<'de>> EntryAccess<'de, S> {
    pub(super) const fn new(entries: S::Entries, depth: Depth) -> Self {
        Self {
            entries,
            depth,
            current: None,
        }
    }

    pub(super) fn remaining(&self) -> usize {
        self.entries.len()
    }
}

impl<'de, S: Source<'de>> MapAccess<'de> for &mut EntryAccess<'de, S> {
    type Error = Error;

    fn next_key_seed<K>(&mut self, seed: K) -> Result<Option<K::Value>, Error>
    where
        K: DeserializeSeed<'de>,
    {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        let (key, _) = self.current.insert((key.into(), value));
        seed.deserialize(KeyWalk(key.clone())).map(Some)
    }

    fn next_value_seed<V>(&mut self, seed: V) -> Result<V::Value, Error>
    where
        V: DeserializeSeed<'de>,
    {
        let Some((key, value)) = self.current.take() else {
            return Err(Error::custom("a value was asked for before its key"));
        };
        let value = seed.deserialize(Walk {
            value,
            depth: self.depth,
        });
        value.map_err(|error| error.inside(Step::Key(key.into_text())))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.remaining())
    }
}

/// An enum as serde tags it: `"Variant"` or `{"Variant": content}`.
pub(super) struct EnumAccess<'de, S> {
    variant: Str<'de>,
    content: Option<Walk<S>>,
}

impl<'de, S: Source<'de>> EnumAccess<'de, S> {
    pub(super) const fn unit(variant: Str<'de>) -> Self {
        Self {
            variant,
            content: None,
        }
    }

    pub(super) fn tagged(mut entries: S::Entries, depth: Depth) -> Result<Self, Error> {
        match (entries.next(), entries.next()) {
            (Some((variant, value)), None) => Ok(Self {
                variant: variant.into(),
                content: Some(Walk { value, depth }),
            }),
            _ => Err(Error::invalid_value(
                Unexpected::Map,
                &"map with a single key",
            )),
        }
    }
}

impl<'de, S: Source<'de>> de::EnumAccess<'de> for EnumAccess<'de, S> {
    type Error = Error;
    type Variant = Content<'de, S>;

    fn variant_seed<V>(self, seed: V) -> Result<(V::Value, Self::Variant), Error>
    where
        V: DeserializeSeed<'de>,
    {
        let variant = seed.deserialize(KeyWalk(self.variant.clone()))?;
        Ok((
            variant,
            Content {
                variant: self.variant,
                content: self.content,
            },
        ))
    }
}

/// What a variant of an enum holds.
pub(super) struct Content<'de, S> {
    variant: Str<'de>,
    content: Option<Walk<S>>,
}

impl<'de, S: Source<'de>> Content<'de, S> {
    /// Reads the content, which has to be there.
    fn read<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(Walk<S>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Some(content) = self.content else {
            return Err(Error::invalid_type(Unexpected::UnitVariant, &expected));
        };
        read(content).map_err(|error| error.inside(Step::Key(self.variant.into_text())))
    }
}

impl<'de, S: Source<'de>> VariantAccess<'de> for Content<'de, S> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            Some(_) => self.read("unit variant", Deserialize::deserialize),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T>(self, seed: T) -> Result<T::Value, Error>
    where
        T: DeserializeSeed<'de>,
    {
        self.read("newtype variant", |content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.read("tuple variant", |Walk { value, depth }| {
            match value.open() {
                Node::Array(items) => visit_array::<S, V>(items, depth, visitor),
                other => Err(Error::invalid_type(other.unexpected(), &"tuple variant")),
            }
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.read("struct variant", |Walk { value, depth }| {
            match value.open() {
                Node::Object(entries) => visit_object::<S, V>(entries, depth, visitor),
                other => Err(Error::invalid_type(other.unexpected(), &"struct variant")),
            }
        })
    }
}
