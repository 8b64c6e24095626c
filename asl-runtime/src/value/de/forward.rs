//! `Value` and `&Value` as deserializers themselves.

use serde::de::{Deserializer, IntoDeserializer, Visitor};

use super::Walk;
use crate::value::{Error, Value};

/// Hands each method on to a walk that starts at the value.
macro_rules! forward {
    ($($method:ident($($argument:ident: $ty:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, Error> {
            Walk::new(self).$method($($argument,)* visitor)
        }
    )*};
}

macro_rules! deserializers {
    ($($ty:ty)*) => {$(
        impl<'de> Deserializer<'de> for $ty {
            type Error = Error;

            forward! {
                deserialize_any()
                deserialize_bool()
                deserialize_i8()
                deserialize_i16()
                deserialize_i32()
                deserialize_i64()
                deserialize_i128()
                deserialize_u8()
                deserialize_u16()
                deserialize_u32()
                deserialize_u64()
                deserialize_u128()
                deserialize_f32()
                deserialize_f64()
                deserialize_char()
                deserialize_str()
                deserialize_string()
                deserialize_bytes()
                deserialize_byte_buf()
                deserialize_option()
                deserialize_unit()
                deserialize_unit_struct(name: &'static str)
                deserialize_newtype_struct(name: &'static str)
                deserialize_seq()
                deserialize_tuple(length: usize)
                deserialize_tuple_struct(name: &'static str, length: usize)
                deserialize_map()
                deserialize_struct(name: &'static str, fields: &'static [&'static str])
                deserialize_enum(name: &'static str, variants: &'static [&'static str])
                deserialize_identifier()
                deserialize_ignored_any()
            }
        }

        impl<'de> IntoDeserializer<'de, Error> for $ty {
            type Deserializer = Self;

            fn into_deserializer(self) -> Self {
                self
            }
        }
    )*};
}

deserializers!(Value &'de Value);
