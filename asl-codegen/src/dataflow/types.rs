//! The types of JSON values, as sets.

use std::fmt;

use crate::ast::Number;

/// A set of the types that a JSON value may have.
///
/// ```
/// use asl_codegen::dataflow::Types;
///
/// let types = Types::TEXT.union(Types::NULL);
/// assert!(types.intersects(Types::NULL) && !types.intersects(Types::NUMBER));
/// assert_eq!(types.to_string(), "null or a string");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Types(u8);

impl Types {
    /// No type: there is no such value.
    pub const NONE: Types = Types(0);
    /// `null`.
    pub const NULL: Types = Types(1);
    /// `true` and `false`.
    pub const BOOLEAN: Types = Types(1 << 1);
    /// An integer that fits `i64`, written as one.
    pub const INTEGER: Types = Types(1 << 2);
    /// A number that is no [`INTEGER`](Self::INTEGER): with a fraction or exponent, or larger.
    pub const OTHER_NUMBER: Types = Types(1 << 3);
    /// Any number.
    pub const NUMBER: Types = Types(Self::INTEGER.0 | Self::OTHER_NUMBER.0);
    /// A string.
    pub const TEXT: Types = Types(1 << 4);
    /// An array.
    pub const ARRAY: Types = Types(1 << 5);
    /// An object.
    pub const OBJECT: Types = Types(1 << 6);
    /// Every type.
    pub const ANY: Types = Types((1 << 7) - 1);

    /// The types in either set.
    #[must_use]
    pub const fn union(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// The types in both sets.
    #[must_use]
    pub const fn intersection(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// The types that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }

    /// Whether there is a type in both sets.
    pub const fn intersects(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of its types are in `other`.
    pub const fn is_within(self, other: Types) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether it is [`NONE`](Self::NONE).
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl From<Number> for Types {
    fn from(number: Number) -> Self {
        match number {
            Number::Int(_) => Types::INTEGER,
            Number::UInt(_) | Number::Float(_) => Types::OTHER_NUMBER,
        }
    }
}

/// In words: "null or a string".
impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: &[(Types, &str)] = &[
            (Types::NULL, "null"),
            (Types::BOOLEAN, "a boolean"),
            (Types::NUMBER, "a number"),
            (Types::TEXT, "a string"),
            (Types::ARRAY, "an array"),
            (Types::OBJECT, "an object"),
        ];
        if *self == Types::ANY {
            return f.write_str("any value");
        }
        let mut names = NAMES.iter().filter(|(types, _)| types.intersects(*self));
        let Some((_, first)) = names.next() else {
            return f.write_str("nothing");
        };
        f.write_str(first)?;
        names.try_for_each(|(_, name)| write!(f, " or {name}"))
    }
}
