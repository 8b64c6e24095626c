//! Keys of objects as keys of Rust maps, which need not be strings.

use std::str::FromStr;

use serde::de::{Deserializer, Error as _, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::access::EnumAccess;
use super::source::Str;
use super::visit_number;
use crate::value::{Error, Number, Value};

/// A deserializer for a key.
pub(super) struct KeyWalk<'de>(pub(super) Str<'de>);

impl KeyWalk<'_> {
    /// The key as a number, if it is written as JSON writes one.
    fn number(&self) -> Option<Number> {
        let text = self.0.as_str();
        // Leaves no blanks around it, which the parser would skip.
        let ends_in_digit = text.ends_with(|last: char| last.is_ascii_digit());
        if !ends_in_digit || text.starts_with(|first: char| first.is_ascii_whitespace()) {
            return None;
        }
        serde_json::from_str(text).ok()
    }

    /// The key as an integer that a [`Number`] may be too narrow for.
    fn wide_integer<T: FromStr>(&self) -> Option<T> {
        self.number()?; // Rust would also take `+1` and `01`
        self.0.as_str().parse().ok()
    }

    fn mismatch(&self, expected: &dyn serde::de::Expected) -> Error {
        Error::invalid_type(Unexpected::Str(self.0.as_str()), expected)
    }
}

macro_rules! deserialize_numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.number() {
                Some(number) => visit_number(number, visitor),
                None => Err(self.mismatch(&visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyWalk<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.visit(visitor)
    }

    deserialize_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.wide_integer() {
            Some(number) => visitor.visit_i128(number),
            None => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.wide_integer() {
            Some(number) => visitor.visit_u128(number),
            None => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.as_str() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(EnumAccess::<&'de Value>::unit(self.0))
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}
