//! Arrays and objects in the making.

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};

use super::key::KeySerializer;
use super::{ValueSerializer, tagged};
use crate::value::depth::Depth;
use crate::value::parse::parse_number;
use crate::value::{Error, Key, Object, Value};

/// More than this is not reserved on a type's word.
const MOST_RESERVED: usize = 1024;

/// A sequence, tuple or tuple variant.
pub(super) struct Items {
    inside: Depth,
    items: Vec<Value>,
    variant: Option<&'static str>,
}

impl Items {
    pub(super) fn new(inside: Depth, length: usize) -> Self {
        Self {
            inside,
            items: Vec::with_capacity(length.min(MOST_RESERVED)),
            variant: None,
        }
    }

    pub(super) fn of_variant(self, variant: &'static str) -> Self {
        Self {
            variant: Some(variant),
            ..self
        }
    }

    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Error> {
        self.items
            .push(item.serialize(ValueSerializer { depth: self.inside })?);
        Ok(())
    }

    fn finish(self) -> Value {
        let array = Value::Array(self.items.into());
        match self.variant {
            Some(variant) => tagged(variant, array),
            None => array,
        }
    }
}

/// A map, or the fields of a struct variant.
pub(super) struct Entries {
    inside: Depth,
    object: Object,
    key: Option<Key>,
    variant: Option<&'static str>,
}

impl Entries {
    pub(super) fn new(inside: Depth, length: usize) -> Self {
        let object = Object::with_capacity(length.min(MOST_RESERVED));
        Self {
            inside,
            object,
            key: None,
            variant: None,
        }
    }

    pub(super) fn of_variant(self, variant: &'static str) -> Self {
        Self {
            variant: Some(variant),
            ..self
        }
    }

    fn insert<T: Serialize + ?Sized>(&mut self, key: Key, value: &T) -> Result<(), Error> {
        let value = value.serialize(ValueSerializer { depth: self.inside })?;
        self.object.insert(key, value);
        Ok(())
    }

    fn finish(self) -> Value {
        let object = Value::Object(self.object.compact());
        match self.variant {
            Some(variant) => tagged(variant, object),
            None => object,
        }
    }
}

/// A struct, or one of the two that `serde_json` passes its own types through as.
pub(super) enum Fields {
    Entries(Entries),
    /// A `RawValue`: JSON text.
    RawValue(Value),
    /// A `Number` of a build with `arbitrary_precision`: its text.
    Number(Value),
}

/// Items come the same way from each of serde's four kinds of sequence.
macro_rules! serialize_items {
    ($($trait:ident::$method:ident)*) => {$(
        impl $trait for Items {
            type Ok = Value;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Error> {
                self.push(item)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.finish())
            }
        }
    )*};
}

serialize_items! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

impl SerializeMap for Entries {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = Some(key.serialize(KeySerializer)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        match self.key.take() {
            Some(key) => self.insert(key, value),
            None => Err(Error::custom("a value was serialised before its key")),
        }
    }

    fn end(self) -> Result<Value, Error> {
        Ok(self.finish())
    }
}

impl SerializeStructVariant for Entries {
    type Ok = Value;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.insert(Key::from_static(name), value)
    }

    fn end(self) -> Result<Value, Error> {
        Ok(self.finish())
    }
}

impl SerializeStruct for Fields {
    type Ok = Value;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        match self {
            Self::Entries(entries) => entries.insert(Key::from_static(name), value)?,
            Self::RawValue(text) | Self::Number(text) => *text = super::to_value(value)?,
        }
        Ok(())
    }

    fn end(self) -> Result<Value, Error> {
        match self {
            Self::Entries(entries) => Ok(entries.finish()),
            Self::RawValue(text) => Value::from_json(text.as_str().unwrap_or_default()),
            Self::Number(text) => {
                parse_number(text.as_str().unwrap_or_default()).map(Value::Number)
            }
        }
    }
}
