//! From any type that implements `Serialize` to a `Value`.

mod compound;
mod key;

use std::any::Any;
use std::fmt::Display;

use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use self::compound::{Entries, Fields, Items};
use super::depth::Depth;
use super::{Array, Error, Key, NUMBER_TOKEN, Number, Object, RAW_VALUE_TOKEN, Text, Value};

/// Turns any type that implements `Serialize` into a value.
///
/// As with `serde_json`, keys that are numbers, booleans or characters become strings, and NaN and
/// the infinities become `null`.
///
/// # Errors
///
/// Where the type's own `Serialize` fails, a map has a key that JSON cannot express, a 128-bit integer
/// fits neither `i64` nor `u64`, or arrays and objects nest [`MAX_DEPTH`](super::MAX_DEPTH) deep.
///
/// ```
/// use asl_runtime::{json, to_value};
///
/// #[derive(serde::Serialize)]
/// struct Item<'a> { sku: &'a str, quantity: u32 }
///
/// let item = to_value(Item { sku: "A-1", quantity: 2 })?;
/// assert_eq!(item, json!({"sku": "A-1", "quantity": 2}));
/// # Ok::<(), asl_runtime::value::Error>(())
/// ```
pub fn to_value<T: Serialize>(data: T) -> Result<Value, Error> {
    data.serialize(ValueSerializer { depth: Depth::ROOT })
}

/// [`to_value`] that moves the data when `T` is [`Value`] itself, instead of walking it.
///
/// # Errors
///
/// As [`to_value`]; none when `T` is [`Value`].
pub fn into_value<T: Serialize + 'static>(data: T) -> Result<Value, Error> {
    let mut slot = Some(data);
    let same_type = (&mut slot as &mut dyn Any).downcast_mut::<Option<Value>>();
    if let Some(value) = same_type.and_then(Option::take) {
        return Ok(value);
    }
    match slot {
        Some(data) => to_value(data),
        None => Ok(Value::Null), // only taken from above
    }
}

/// A value at some depth of the one that is being serialised.
struct Nested<'a> {
    value: &'a Value,
    depth: Depth,
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(number) => number.serialize(serializer),
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(array) => serialize_array(array, self.depth, serializer),
            Value::Object(object) => serialize_object(object, self.depth, serializer),
        }
    }
}

fn serialize_array<S: Serializer>(
    array: &Array,
    outside: Depth,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let depth = outside.enter().map_err(S::Error::custom)?;
    let mut seq = serializer.serialize_seq(Some(array.len()))?;
    for value in array {
        seq.serialize_element(&Nested { value, depth })?;
    }
    seq.end()
}

fn serialize_object<S: Serializer>(
    object: &Object,
    outside: Depth,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let depth = outside.enter().map_err(S::Error::custom)?;
    let mut map = serializer.serialize_map(Some(object.len()))?;
    for (key, value) in object {
        map.serialize_entry(key, &Nested { value, depth })?;
    }
    map.end()
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Nested {
            value: self,
            depth: Depth::ROOT,
        }
        .serialize(serializer)
    }
}

impl Serialize for Array {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_array(self, Depth::ROOT, serializer)
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_object(self, Depth::ROOT, serializer)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Unsigned first, as `serde_json` does.
        match (self.as_u64(), self.as_i64()) {
            (Some(unsigned), _) => serializer.serialize_u64(unsigned),
            (None, Some(signed)) => serializer.serialize_i64(signed),
            (None, None) => serializer.serialize_f64(self.as_f64()),
        }
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

/// Builds a value from what a `Serialize` implementation says.
struct ValueSerializer {
    depth: Depth,
}

impl ValueSerializer {
    fn enter(self) -> Result<Self, Error> {
        Ok(Self {
            depth: self.depth.enter().map_err(Error::custom)?,
        })
    }
}

macro_rules! serialize_plain {
    ($($method:ident($ty:ty))*) => {$(
        fn $method(self, value: $ty) -> Result<Value, Error> {
            Ok(value.into())
        }
    )*};
}

impl Serializer for ValueSerializer {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Entries;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Entries;

    serialize_plain! {
        serialize_bool(bool)
        serialize_i8(i8)
        serialize_i16(i16)
        serialize_i32(i32)
        serialize_i64(i64)
        serialize_u8(u8)
        serialize_u16(u16)
        serialize_u32(u32)
        serialize_u64(u64)
        serialize_f32(f32)
        serialize_f64(f64)
        serialize_char(char)
        serialize_str(&str)
        serialize_bytes(&[u8])
    }

    fn serialize_i128(self, value: i128) -> Result<Value, Error> {
        match (i64::try_from(value), u64::try_from(value)) {
            (Ok(signed), _) => Ok(signed.into()),
            (_, Ok(unsigned)) => Ok(unsigned.into()),
            _ => Err(out_of_range(value)),
        }
    }

    fn serialize_u128(self, value: u128) -> Result<Value, Error> {
        u64::try_from(value)
            .map(Value::from)
            .map_err(|_| out_of_range(value))
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Value, Error> {
        Ok(Text::from_static(variant).into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        Ok(tagged(variant, value.serialize(self.enter()?)?))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items, Error> {
        Ok(Items::new(self.enter()?.depth, length.unwrap_or(0)))
    }

    fn serialize_tuple(self, length: usize) -> Result<Items, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _name: &'static str, length: usize) -> Result<Items, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Items, Error> {
        Ok(self
            .enter()?
            .serialize_seq(Some(length))?
            .of_variant(variant))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Entries, Error> {
        Ok(Entries::new(self.enter()?.depth, length.unwrap_or(0)))
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<Fields, Error> {
        match name {
            RAW_VALUE_TOKEN => Ok(Fields::RawValue(Value::Null)),
            NUMBER_TOKEN => Ok(Fields::Number(Value::Null)),
            _ => self.serialize_map(Some(length)).map(Fields::Entries),
        }
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Entries, Error> {
        Ok(self
            .enter()?
            .serialize_map(Some(length))?
            .of_variant(variant))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Value, Error> {
        Ok(value.to_string().into())
    }
}

/// `{"Variant": content}`, serde's external tagging.
fn tagged(variant: &'static str, content: Value) -> Value {
    Value::Object([(Key::from_static(variant), content)].into())
}

fn out_of_range(number: impl Display) -> Error {
    Error::new(format!(
        "number out of range: `{number}` fits neither `i64` nor `u64`"
    ))
}
