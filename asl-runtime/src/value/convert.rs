//! `From` and `FromIterator` between `Value` and Rust's own types.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use super::{Array, Key, Number, Object, Text, Value};

macro_rules! from_numbers {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Value {
            fn from(number: $ty) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

from_numbers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl From<f64> for Value {
    /// NaN and the infinities become `null`: JSON has no number for them.
    fn from(number: f64) -> Self {
        Number::from_f64(number).map_or(Self::Null, Self::Number)
    }
}

impl From<f32> for Value {
    /// NaN and the infinities become `null`: JSON has no number for them.
    fn from(number: f32) -> Self {
        f64::from(number).into()
    }
}

macro_rules! from_variants {
    ($($ty:ty => $variant:ident,)*) => {$(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Self::$variant(value.into())
            }
        }
    )*};
}

from_variants! {
    bool => Bool,
    Number => Number,
    &str => String,
    &String => String,
    String => String,
    Box<str> => String,
    Cow<'_, str> => String,
    char => String,
    Text => String,
    &Text => String,
    Array => Array,
    Object => Object,
}

impl From<()> for Value {
    fn from((): ()) -> Self {
        Self::Null
    }
}

impl From<&Self> for Value {
    /// A clone, in constant time.
    fn from(value: &Self) -> Self {
        value.clone()
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    /// `None` becomes `null`.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Clone + Into<Self>> From<&[T]> for Value {
    fn from(items: &[T]) -> Self {
        items.iter().cloned().collect()
    }
}

impl<K: Into<Key>, V: Into<Self>> From<BTreeMap<K, V>> for Value {
    fn from(entries: BTreeMap<K, V>) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Into<Key>, V: Into<Self>, S: BuildHasher> From<HashMap<K, V, S>> for Value {
    /// Keys come in the map's arbitrary order.
    fn from(entries: HashMap<K, V, S>) -> Self {
        entries.into_iter().collect()
    }
}

impl<T: Into<Self>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Array(items.into_iter().collect())
    }
}

impl<K: Into<Key>, V: Into<Self>> FromIterator<(K, V)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self::Object(entries.into_iter().collect())
    }
}
