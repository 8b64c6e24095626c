//! Comparing a `Value` with what Rust code has at hand.

use super::{Number, Text, Value};

macro_rules! eq_primitives {
    ($($ty:ty: $eq:expr;)*) => {$(
        impl PartialEq<$ty> for Value {
            fn eq(&self, other: &$ty) -> bool {
                let eq: fn(&Value, &$ty) -> bool = $eq;
                eq(self, other)
            }
        }

        impl PartialEq<$ty> for &Value {
            fn eq(&self, other: &$ty) -> bool {
                **self == *other
            }
        }

        impl PartialEq<Value> for $ty {
            fn eq(&self, other: &Value) -> bool {
                *other == *self
            }
        }
    )*};
}

macro_rules! eq_integers {
    ($($ty:ty)*) => {
        eq_primitives! {$(
            $ty: |value, other| value.as_number() == Some(&Number::from(*other));
        )*}
    };
}

eq_integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

eq_primitives! {
    bool: |value, other| value.as_bool() == Some(*other);
    f32: |value, other| value.as_f64() == Some(f64::from(*other));
    f64: |value, other| value.as_f64() == Some(*other);
    str: |value, other| value.as_str() == Some(other);
    String: |value, other| value.as_str() == Some(other);
    Text: |value, other| value.as_text() == Some(other);
}

// No `PartialEq<&str> for &Value`: it would be the reference form of `PartialEq<str> for Value`,
// which the standard library provides.
impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialEq<Value> for &str {
    fn eq(&self, other: &Value) -> bool {
        *other == **self
    }
}
