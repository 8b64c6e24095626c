//! From JSON text, and from any other format that serde reads.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::de::source::Source;
use super::depth::{Depth, TooDeep};
use super::keys::KeyCache;
use super::read::read;
use super::{Array, Error, Key, NUMBER_TOKEN, Number, Object, Text, Value};

impl Value {
    /// Parses JSON text.
    ///
    /// Of duplicate keys the last one wins (DIA-7). Integers beyond `u64` become binary64.
    ///
    /// # Errors
    ///
    /// Where the text is not JSON (RFC 8259), holds a number beyond binary64, or nests arrays and
    /// objects [`MAX_DEPTH`](super::MAX_DEPTH) deep. The error says the line and column.
    ///
    /// ```
    /// use asl_runtime::Value;
    ///
    /// let order = Value::from_json(r#"{"id": 9007199254740993, "id": 7, "paid": null}"#)?;
    /// assert_eq!(order.to_string(), r#"{"id":7,"paid":null}"#);
    /// assert!(Value::from_json("[1, 2").is_err());
    /// # Ok::<(), asl_runtime::value::Error>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, Error> {
        if let Some(value) = read(text) {
            return Ok(value);
        }
        serde_json::from_str(text).map_err(text_error)
    }

    /// Parses JSON text in UTF-8.
    ///
    /// # Errors
    ///
    /// As [`Value::from_json`], and where the bytes are not UTF-8.
    pub fn from_json_slice(text: &[u8]) -> Result<Self, Error> {
        if let Ok(text) = str::from_utf8(text) {
            return Self::from_json(text);
        }
        serde_json::from_slice(text).map_err(text_error)
    }
}

impl FromStr for Value {
    type Err = Error;

    /// As [`Value::from_json`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_json(text)
    }
}

/// The error of `serde_json`, which counts nesting itself but does not say the limit.
fn text_error(error: serde_json::Error) -> Error {
    let message = error.to_string();
    match message.strip_prefix("recursion limit exceeded") {
        Some(position) => Error::new(format!("{TooDeep}{position}")),
        None => Error::new(message),
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut keys = KeyCache::default();
        ValueVisitor {
            depth: Depth::ROOT,
            keys: &mut keys,
        }
        .deserialize(deserializer)
    }
}

/// Builds a value, bounded in depth whatever drives it.
struct ValueVisitor<'k> {
    depth: Depth,
    keys: &'k mut KeyCache,
}

impl ValueVisitor<'_> {
    /// The visitor for what is inside a container here.
    fn enter<E: de::Error>(self) -> Result<Self, E> {
        let depth = self.depth.enter().map_err(E::custom)?;
        Ok(Self { depth, ..self })
    }

    fn reborrow(&mut self) -> ValueVisitor<'_> {
        ValueVisitor {
            depth: self.depth,
            keys: self.keys,
        }
    }

    /// Reads the rest of an object.
    fn entries<'de, A>(mut self, object: &mut Object, mut map: A) -> Result<(), A::Error>
    where
        A: MapAccess<'de>,
    {
        while let Some(key) = map.next_key_seed(KeyVisitor(self.keys))? {
            let value = map.next_value_seed(self.reborrow())?;
            object.insert(key, value);
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for ValueVisitor<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueVisitor<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.enter()?.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        self.enter()?.deserialize(inner)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut inside = self.enter()?;
        let mut items = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(1024));
        while let Some(item) = seq.next_element_seed(inside.reborrow())? {
            items.push(item);
        }
        Ok(Value::Array(items.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut inside = self.enter()?;
        let Some(key) = map.next_key_seed(KeyVisitor(inside.keys))? else {
            return Ok(Value::Object(Object::new()));
        };
        let may_be_number = key == NUMBER_TOKEN && arbitrary_precision();
        let mut object =
            Object::with_capacity(map.size_hint().unwrap_or(0).saturating_add(1).min(1024));
        object.insert(key, map.next_value_seed(inside.reborrow())?);
        inside.entries(&mut object, map)?;
        if may_be_number && let Some(number) = wrapped_number(&object) {
            return number.map_err(de::Error::custom);
        }
        Ok(Value::Object(object.compact()))
    }
}

/// Whether `serde_json` is built with `arbitrary_precision`, which any crate of a user's build may
/// turn on. Only then does [`NUMBER_TOKEN`] stand for a number instead of for itself.
fn arbitrary_precision() -> bool {
    struct Probe;

    impl<'de> Visitor<'de> for Probe {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }

        fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
            Ok(false)
        }

        fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<bool, A::Error> {
            Ok(true)
        }
    }

    // A float: integers that fit 64 bits come as integers in either build.
    static DETECTED: OnceLock<bool> = OnceLock::new();
    *DETECTED.get_or_init(|| {
        serde_json::Deserializer::from_str("0.5")
            .deserialize_any(Probe)
            .unwrap_or(false)
    })
}

/// The number in `{"$serde_json::private::Number": "<text>"}`, if that is what the object is.
fn wrapped_number(object: &Object) -> Option<Result<Value, Error>> {
    let mut values = object.values();
    let (Some(Value::String(text)), None) = (values.next(), values.next()) else {
        return None;
    };
    let number = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    text.bytes()
        .all(number)
        .then(|| parse_number(text).map(Value::Number))
}

/// The number that is written as `text`, which is known to be JSON.
pub(super) fn parse_number(text: &str) -> Result<Number, Error> {
    if let Ok(integer) = text.parse::<i64>() {
        return Ok(integer.into());
    }
    if let Ok(integer) = text.parse::<u64>() {
        return Ok(integer.into());
    }
    let float = text.parse().ok().and_then(Number::from_f64);
    float.ok_or_else(|| Error::new(format!("number out of range: `{text}`")))
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Number(number) => Ok(number),
            other => Err(unexpected(&other, "a number")),
        }
    }
}

impl<'de> Deserialize<'de> for Array {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Array(array) => Ok(array),
            other => Err(unexpected(&other, "an array")),
        }
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Object(object) => Ok(object),
            other => Err(unexpected(&other, "an object")),
        }
    }
}

fn unexpected<E: de::Error>(value: &Value, expected: &str) -> E {
    E::invalid_type(value.open().unexpected(), &expected)
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl Visitor<'_> for TextVisitor {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(text.into())
            }
        }

        deserializer.deserialize_str(TextVisitor)
    }
}

/// Reads a key, shared with equal ones of the same document.
struct KeyVisitor<'k>(&'k mut KeyCache);

impl<'de> DeserializeSeed<'de> for KeyVisitor<'_> {
    type Value = Key;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for KeyVisitor<'_> {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string key")
    }

    fn visit_str<E>(self, text: &str) -> Result<Key, E> {
        Ok(self.0.intern(text))
    }
}
