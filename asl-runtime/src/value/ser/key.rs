//! Keys of Rust maps as keys of objects, which are strings.

use std::fmt::Display;

use serde::ser::{Error as _, Impossible, Serialize, Serializer};

use crate::value::{Error, Key};

/// Turns a key into a string, where JSON has one for it.
pub(super) struct KeySerializer;

type Never = Impossible<Key, Error>;

fn not_a_string<T>() -> Result<T, Error> {
    Err(Error::custom("the key of an object must be a string"))
}

fn float_key(is_finite: bool, text: serde_json::Result<String>) -> Result<Key, Error> {
    if !is_finite {
        return Err(Error::custom(
            "the key of an object must be a string or a finite number",
        ));
    }
    text.map(Key::from).map_err(Error::custom)
}

macro_rules! serialize_display {
    ($($method:ident($ty:ty))*) => {$(
        fn $method(self, value: $ty) -> Result<Key, Error> {
            Ok(value.to_string().into())
        }
    )*};
}

macro_rules! serialize_refused {
    ($($method:ident($($ty:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<$ok, Error> {
            not_a_string()
        }
    )*};
}

impl Serializer for KeySerializer {
    type Ok = Key;
    type Error = Error;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    serialize_display! {
        serialize_bool(bool)
        serialize_i8(i8)
        serialize_i16(i16)
        serialize_i32(i32)
        serialize_i64(i64)
        serialize_i128(i128)
        serialize_u8(u8)
        serialize_u16(u16)
        serialize_u32(u32)
        serialize_u64(u64)
        serialize_u128(u128)
        serialize_char(char)
    }

    fn serialize_str(self, value: &str) -> Result<Key, Error> {
        Ok(value.into())
    }

    fn serialize_f32(self, value: f32) -> Result<Key, Error> {
        float_key(value.is_finite(), serde_json::to_string(&value))
    }

    fn serialize_f64(self, value: f64) -> Result<Key, Error> {
        float_key(value.is_finite(), serde_json::to_string(&value))
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Key, Error> {
        Ok(Key::from_static(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Key, Error> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _value: &T) -> Result<Key, Error> {
        not_a_string()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<Key, Error> {
        not_a_string()
    }

    serialize_refused! {
        serialize_bytes(&[u8]) -> Key;
        serialize_none() -> Key;
        serialize_unit() -> Key;
        serialize_unit_struct(&'static str) -> Key;
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct(&'static str, usize) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Key, Error> {
        Ok(value.to_string().into())
    }
}
