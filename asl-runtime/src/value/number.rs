//! JSON numbers: exact 64-bit integers beside binary64.

use std::cmp::Ordering;
use std::fmt;

/// A JSON number.
///
/// Integers that fit `i64` or `u64` are kept exactly; everything else is a finite binary64 (DATA-4).
/// A float keeps its point: `1.0` passes through as `1.0`. Negative zero, however spelt, is the
/// integer `0` (DATA-5).
///
/// Comparison is by value: integers with integers exactly, an integer with a float as binary64. Above
/// 2^53 the latter rounds, so equality across the two kinds is not transitive there and `Number` is
/// not `Eq`.
///
/// ```
/// use asl_runtime::value::Number;
///
/// let big = Number::from(u64::MAX);
/// assert_eq!(big.to_string(), "18446744073709551615");
/// assert_eq!(Number::from(1), Number::from_f64(1.0).unwrap());
/// assert_eq!(Number::from_f64(-0.0).unwrap().to_string(), "0");
/// ```
#[derive(Clone, Copy)]
pub struct Number(Repr);

/// INVARIANT: `U64` holds only values above `i64::MAX`; `F64` only finite values other than `-0.0`.
// The tag is a word for the same reason as that of `Text`.
#[derive(Clone, Copy)]
#[repr(u64)]
enum Repr {
    I64(i64),
    U64(u64),
    F64(f64),
}

impl Number {
    /// The number for a float, or `None` where JSON has none: NaN and the infinities.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        // DATA-5
        if value == 0.0 && value.is_sign_negative() {
            return Some(Self(Repr::I64(0)));
        }
        Some(Self(Repr::F64(value)))
    }

    /// The number as an `i64`, if it is held as an integer in that range. `2.0` is not: see
    /// [`Number::to_i64`].
    #[must_use]
    pub const fn as_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::I64(i) => Some(i),
            Repr::U64(_) | Repr::F64(_) => None,
        }
    }

    /// The number as a `u64`, if it is held as an integer in that range.
    #[must_use]
    pub const fn as_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::I64(i) if i >= 0 => Some(i.unsigned_abs()),
            Repr::U64(u) => Some(u),
            Repr::I64(_) | Repr::F64(_) => None,
        }
    }

    /// The number as binary64, rounding integers beyond 2^53 to the nearest.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "the language's arithmetic is binary64 (DATA-3)"
    )]
    pub const fn as_f64(&self) -> f64 {
        match self.0 {
            Repr::I64(i) => i as f64,
            Repr::U64(u) => u as f64,
            Repr::F64(f) => f,
        }
    }

    /// The value as an `i64` if it is a whole number in that range, however it is written: `2` and
    /// `2.0` alike (INTR-13).
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range is checked first"
    )]
    pub fn to_i64(&self) -> Option<i64> {
        const LIMIT: f64 = 9_223_372_036_854_775_808.0; // 2^63, exact in binary64
        match self.0 {
            Repr::I64(i) => Some(i),
            Repr::U64(_) => None,
            Repr::F64(f) => (f.fract() == 0.0 && (-LIMIT..LIMIT).contains(&f)).then_some(f as i64),
        }
    }

    /// Whether the value is a whole number, however it is written: `2`, `2.0`, `1e300`.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match self.0 {
            Repr::I64(_) | Repr::U64(_) => true,
            Repr::F64(f) => f.fract() == 0.0,
        }
    }

    /// Whether the number is held as a float, and so prints with a point or an exponent.
    #[must_use]
    pub const fn is_f64(&self) -> bool {
        matches!(self.0, Repr::F64(_))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Number {
    /// Always `Some`: a `Number` is never NaN.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.0, other.0) {
            (Repr::I64(a), Repr::I64(b)) => Some(a.cmp(&b)),
            (Repr::U64(a), Repr::U64(b)) => Some(a.cmp(&b)),
            (Repr::I64(_), Repr::U64(_)) => Some(Ordering::Less),
            (Repr::U64(_), Repr::I64(_)) => Some(Ordering::Greater),
            (Repr::F64(_), _) | (_, Repr::F64(_)) => self.as_f64().partial_cmp(&other.as_f64()),
        }
    }
}

impl Default for Number {
    fn default() -> Self {
        Self(Repr::I64(0))
    }
}

impl fmt::Display for Number {
    /// The shortest JSON text that reads back as this number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Repr::I64(i) => fmt::Display::fmt(&i, f),
            Repr::U64(u) => fmt::Display::fmt(&u, f),
            // One float format in the whole crate, whichever way a value is written out.
            Repr::F64(x) => match serde_json::Number::from_f64(x) {
                Some(number) => fmt::Display::fmt(&number, f),
                None => Err(fmt::Error), // excluded by the invariant
            },
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! from_integers {
    ($via:ident: $($ty:ty)*) => {$(
        impl From<$ty> for Number {
            fn from(value: $ty) -> Self {
                Self::$via(value as _)
            }
        }
    )*};
}

from_integers!(from_signed: i8 i16 i32 i64 isize);
from_integers!(from_unsigned: u8 u16 u32 u64 usize);

impl Number {
    const fn from_signed(value: i64) -> Self {
        Self(Repr::I64(value))
    }

    fn from_unsigned(value: u64) -> Self {
        Self(i64::try_from(value).map_or(Repr::U64(value), Repr::I64))
    }
}
