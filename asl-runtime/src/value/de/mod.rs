//! From a `Value` to any type that implements `Deserialize`.

mod access;
mod forward;
mod key;
pub(super) mod source;

use std::any::Any;
use std::iter;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};

use self::access::{EntryAccess, EnumAccess, ItemAccess};
use self::source::{Node, Source};
use super::depth::Depth;
use super::{Error, Number, RAW_VALUE_TOKEN, Value};

/// Turns a value into any type that implements `Deserialize`.
///
/// Data moves out of a value that is not shared. To borrow from one instead, `T::deserialize(&value)`.
///
/// # Errors
///
/// Where the value does not have the shape that the type wants; the error says where.
///
/// ```
/// use asl_runtime::{from_value, json};
///
/// #[derive(serde::Deserialize, PartialEq, Debug)]
/// struct Item { sku: String, quantity: u32 }
///
/// let item: Item = from_value(json!({"sku": "A-1", "quantity": 2}))?;
/// assert_eq!(item, Item { sku: "A-1".to_owned(), quantity: 2 });
///
/// let error = from_value::<Vec<Item>>(json!([{"sku": "A-1", "quantity": "two"}])).unwrap_err();
/// assert_eq!(error.to_string(), r#"invalid type: string "two", expected u32 at $[0].quantity"#);
/// # Ok::<(), asl_runtime::value::Error>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    T::deserialize(Walk::new(value))
}

/// [`from_value`] that moves the value when `T` is [`Value`] itself, instead of walking it.
///
/// # Errors
///
/// As [`from_value`].
pub fn try_from_value<T: DeserializeOwned + 'static>(value: Value) -> Result<T, Error> {
    let mut slot = Some(value);
    let same_type = (&mut slot as &mut dyn Any).downcast_mut::<Option<T>>();
    match same_type.and_then(Option::take) {
        Some(value) => Ok(value),
        None => from_value(slot.unwrap_or_default()),
    }
}

/// A deserializer at some place of a value, owned or borrowed.
pub(super) struct Walk<S> {
    value: S,
    depth: Depth,
}

impl<S> Walk<S> {
    const fn new(value: S) -> Self {
        Self {
            value,
            depth: Depth::ROOT,
        }
    }
}

/// Methods that let the visitor see only the kinds of value they are about. Visitors alone are too
/// lenient: that of an enum's tag, say, also takes a number.
macro_rules! deserialize_only {
    ($($method:ident($($argument:ty),*): $($kind:ident)|+;)*) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $argument,)* visitor: V) -> Result<V::Value, Error> {
            let node = self.value.open();
            if !matches!(node, $(Node::$kind { .. })|+) {
                return Err(Error::invalid_type(node.unexpected(), &visitor));
            }
            visit(node, self.depth, visitor)
        }
    )*};
}

impl<'de, S: Source<'de>> Deserializer<'de> for Walk<S> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visit(self.value.open(), self.depth, visitor)
    }

    deserialize_only! {
        deserialize_bool(): Bool;
        deserialize_i8(): Number;
        deserialize_i16(): Number;
        deserialize_i32(): Number;
        deserialize_i64(): Number;
        deserialize_i128(): Number;
        deserialize_u8(): Number;
        deserialize_u16(): Number;
        deserialize_u32(): Number;
        deserialize_u64(): Number;
        deserialize_u128(): Number;
        deserialize_f32(): Number;
        deserialize_f64(): Number;
        deserialize_char(): String;
        deserialize_str(): String;
        deserialize_string(): String;
        deserialize_identifier(): String;
        deserialize_bytes(): String | Array;
        deserialize_byte_buf(): String | Array;
        deserialize_unit(): Null;
        deserialize_unit_struct(&'static str): Null;
        deserialize_seq(): Array;
        deserialize_tuple(usize): Array;
        deserialize_tuple_struct(&'static str, usize): Array;
        deserialize_map(): Object;
        deserialize_struct(&'static str, &'static [&'static str]): Array | Object;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.as_value().is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == RAW_VALUE_TOKEN {
            let text = self.value.as_value().to_json()?;
            return visitor.visit_map(MapDeserializer::new(iter::once((RAW_VALUE_TOKEN, text))));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.value.open() {
            Node::String(variant) => visitor.visit_enum(EnumAccess::<S>::unit(variant)),
            Node::Object(entries) => {
                let depth = self.depth.enter().map_err(Error::custom)?;
                visitor.visit_enum(EnumAccess::<S>::tagged(entries, depth)?)
            }
            other => Err(Error::invalid_type(other.unexpected(), &"string or map")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

fn visit<'de, S, V>(node: Node<'de, S>, depth: Depth, visitor: V) -> Result<V::Value, Error>
where
    S: Source<'de>,
    V: Visitor<'de>,
{
    match node {
        Node::Null => visitor.visit_unit(),
        Node::Bool(value) => visitor.visit_bool(value),
        Node::Number(number) => visit_number(number, visitor),
        Node::String(text) => text.visit(visitor),
        Node::Array(items) => visit_array::<S, V>(items, depth, visitor),
        Node::Object(entries) => visit_object::<S, V>(entries, depth, visitor),
    }
}

fn visit_number<'de, V: Visitor<'de>>(number: Number, visitor: V) -> Result<V::Value, Error> {
    // Unsigned first: what `serde_json` does, and what visitors of unsigned types expect.
    if let Some(unsigned) = number.as_u64() {
        return visitor.visit_u64(unsigned);
    }
    match number.as_i64() {
        Some(signed) => visitor.visit_i64(signed),
        None => visitor.visit_f64(number.as_f64()),
    }
}

fn visit_array<'de, S, V>(items: S::Items, outside: Depth, visitor: V) -> Result<V::Value, Error>
where
    S: Source<'de>,
    V: Visitor<'de>,
{
    let depth = outside.enter().map_err(Error::custom)?;
    let mut access = ItemAccess::<S>::new(items, depth);
    let length = access.remaining();
    let value = visitor.visit_seq(&mut access)?;
    if access.remaining() > 0 {
        return Err(Error::invalid_length(length, &"fewer elements in array"));
    }
    Ok(value)
}

fn visit_object<'de, S, V>(
    entries: S::Entries,
    outside: Depth,
    visitor: V,
) -> Result<V::Value, Error>
where
    S: Source<'de>,
    V: Visitor<'de>,
{
    let depth = outside.enter().map_err(Error::custom)?;
    let mut access = EntryAccess::<S>::new(entries, depth);
    let length = access.remaining();
    let value = visitor.visit_map(&mut access)?;
    if access.remaining() > 0 {
        return Err(Error::invalid_length(length, &"fewer elements in map"));
    }
    Ok(value)
}
