//! The data tests of Choice rules (CHOICE-20 to CHOICE-37).

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::failure::Failure;
use crate::glob::{self, Piece};
use crate::language::Language;
use crate::path::Path;
use crate::timestamp::Timestamp;
use crate::value::Value;
use crate::visit::Visit;

/// The relation that a comparison tests for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `…Equals`
    Equal,
    /// `…LessThan`
    Less,
    /// `…GreaterThan`
    Greater,
    /// `…LessThanEquals`
    LessEqual,
    /// `…GreaterThanEquals`
    GreaterEqual,
}

impl Relation {
    const fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::Less => ordering.is_lt(),
            Self::Greater => ordering.is_gt(),
            Self::LessEqual => ordering.is_le(),
            Self::GreaterEqual => ordering.is_ge(),
        }
    }
}

/// A number in a definition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Num {
    /// An integer.
    Int(i64),
    /// An integer above [`i64::MAX`].
    UInt(u64),
    /// Any other number.
    Float(f64),
}

impl Num {
    // DATA-4: numbers are compared as binary64.
    #[expect(clippy::cast_precision_loss, reason = "that is the rule")]
    const fn as_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::UInt(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

type Answer = Result<bool, Failure>;

/// The data tests on one document. Each fails with `States.Runtime` if a path has no match
/// (CHOICE-24, CHOICE-26) and is false if a value has the wrong type (CHOICE-27).
#[derive(Clone, Copy)]
pub struct Tests<'a> {
    visit: &'a Visit<'a>,
    document: &'a Value,
}

impl<'a> Tests<'a> {
    pub(crate) const fn new(visit: &'a Visit<'a>, document: &'a Value) -> Self {
        Self { visit, document }
    }

    /// The value of a `Variable`, for several tests.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if the path has no match.
    pub fn read(&self, variable: &Path) -> Result<Variable<'a>, Failure> {
        let value = match self.visit.read(variable, self.document) {
            Some(value) => value,
            None => return Err(no_match(variable)),
        };
        Ok(Variable {
            value,
            language: self.visit.language(),
        })
    }

    /// `IsPresent`: the one test that a path without match does not fail (CHOICE-33).
    ///
    /// # Errors
    ///
    /// Never: it is a test like the others.
    pub fn is_present(&self, variable: &Path, operand: bool) -> Answer {
        Ok(self.visit.read(variable, self.document).is_some() == operand)
    }

    /// `IsPresent` with an operand behind a path (TCSL-63).
    ///
    /// # Errors
    ///
    /// `States.Runtime` if the operand's path has no match.
    pub fn is_present_path(&self, variable: &Path, operand: &Path) -> Answer {
        let is_present = self.visit.read(variable, self.document).is_some();
        Ok(self.read(operand)?.boolean(is_present))
    }
}

/// Tests of one value that is read for nothing else.
macro_rules! single_tests {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $ty:ty),*);)*) => {
        impl Tests<'_> {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                ///
                /// `States.Runtime` if the path has no match.
                pub fn $name(&self, variable: &Path, $($argument: $ty),*) -> Answer {
                    Ok(self.read(variable)?.$name($($argument),*))
                }
            )*
        }
    };
}

single_tests! {
    /// `StringEquals` and its kin.
    string(relation: Relation, operand: &'static str);
    /// `NumericEquals` and its kin.
    number(relation: Relation, operand: Num);
    /// `BooleanEquals`.
    boolean(operand: bool);
    /// `TimestampEquals` and its kin.
    timestamp(relation: Relation, operand: Timestamp);
    /// `StringMatches`.
    matches(pattern: &'static [Piece]);
    /// `IsNull`.
    is_null(operand: bool);
    /// `IsNumeric`.
    is_numeric(operand: bool);
    /// `IsString`.
    is_string(operand: bool);
    /// `IsBoolean`.
    is_boolean(operand: bool);
    /// `IsTimestamp`.
    is_timestamp(operand: bool);
}

/// Tests that compare with another value of the document.
macro_rules! path_tests {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $ty:ty),*);)*) => {
        impl Tests<'_> {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                ///
                /// `States.Runtime` if one of the paths has no match.
                pub fn $name(
                    &self,
                    variable: &Path,
                    $($argument: $ty,)*
                    operand: &Path,
                ) -> Answer {
                    let value = self.read(variable)?;
                    Ok(value.$name($($argument,)* &self.read(operand)?))
                }
            )*
        }
    };
}

path_tests! {
    /// `StringEqualsPath` and its kin.
    string_path(relation: Relation);
    /// `NumericEqualsPath` and its kin.
    number_path(relation: Relation);
    /// `BooleanEqualsPath`.
    boolean_path();
    /// `TimestampEqualsPath` and its kin.
    timestamp_path(relation: Relation);
    /// `IsNull` with an operand behind a path, as in dialect `tcsl` (TCSL-63).
    is_null_path();
    /// `IsNumeric` with such an operand.
    is_numeric_path();
    /// `IsString` with such an operand.
    is_string_path();
    /// `IsBoolean` with such an operand.
    is_boolean_path();
    /// `IsTimestamp` with such an operand.
    is_timestamp_path();
}

/// The value of a `Variable`. A test of it is false if it has the wrong type (CHOICE-27).
pub struct Variable<'a> {
    value: Cow<'a, Value>,
    language: &'static Language,
}

impl Variable<'_> {
    /// The value if it is a string: what many `StringEquals` are a `match` on.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        self.value.as_str()
    }

    /// `StringEquals` and its kin.
    #[must_use]
    pub fn string(&self, relation: Relation, operand: &str) -> bool {
        let Some(text) = self.value.as_text() else {
            return false;
        };
        match relation {
            Relation::Equal => *text == *operand,
            // CHOICE-30
            _ => relation.holds(self.language.compare_strings(text, operand)),
        }
    }

    /// `StringEqualsPath` and its kin.
    #[must_use]
    pub fn string_path(&self, relation: Relation, operand: &Variable<'_>) -> bool {
        operand
            .as_str()
            .is_some_and(|operand| self.string(relation, operand))
    }

    /// `NumericEquals` and its kin.
    #[must_use]
    #[inline]
    pub fn number(&self, relation: Relation, operand: Num) -> bool {
        compare_numbers(self.value.as_f64(), relation, Some(operand.as_f64()))
    }

    /// `NumericEqualsPath` and its kin.
    #[must_use]
    #[inline]
    pub fn number_path(&self, relation: Relation, operand: &Variable<'_>) -> bool {
        compare_numbers(self.value.as_f64(), relation, operand.value.as_f64())
    }

    /// `BooleanEquals`.
    #[must_use]
    pub fn boolean(&self, operand: bool) -> bool {
        self.value.as_bool() == Some(operand)
    }

    /// `BooleanEqualsPath`.
    #[must_use]
    pub fn boolean_path(&self, operand: &Variable<'_>) -> bool {
        operand
            .value
            .as_bool()
            .is_some_and(|operand| self.boolean(operand))
    }

    /// `TimestampEquals` and its kin.
    #[must_use]
    pub fn timestamp(&self, relation: Relation, operand: Timestamp) -> bool {
        as_timestamp(&self.value).is_some_and(|moment| relation.holds(moment.cmp(&operand)))
    }

    /// `TimestampEqualsPath` and its kin.
    #[must_use]
    pub fn timestamp_path(&self, relation: Relation, operand: &Variable<'_>) -> bool {
        let pair = as_timestamp(&self.value).zip(as_timestamp(&operand.value));
        pair.is_some_and(|(moment, other)| relation.holds(moment.cmp(&other)))
    }

    /// `StringMatches`.
    #[must_use]
    pub fn matches(&self, pattern: &'static [Piece]) -> bool {
        self.as_str()
            .is_some_and(|text| glob::matches(pattern, text))
    }

    // CHOICE-34: `false` asks for the opposite.

    /// `IsNull`.
    #[must_use]
    pub fn is_null(&self, operand: bool) -> bool {
        self.value.is_null() == operand
    }

    /// `IsNumeric`.
    #[must_use]
    pub fn is_numeric(&self, operand: bool) -> bool {
        self.value.is_number() == operand
    }

    /// `IsString`.
    #[must_use]
    pub fn is_string(&self, operand: bool) -> bool {
        self.value.is_string() == operand
    }

    /// `IsBoolean`.
    #[must_use]
    pub fn is_boolean(&self, operand: bool) -> bool {
        self.value.is_boolean() == operand
    }

    /// `IsTimestamp`.
    #[must_use]
    pub fn is_timestamp(&self, operand: bool) -> bool {
        as_timestamp(&self.value).is_some() == operand
    }

    // TCSL-63 to TCSL-65: an operand that is no boolean is no answer.

    /// `IsNull` with an operand behind a path.
    #[must_use]
    pub fn is_null_path(&self, operand: &Variable<'_>) -> bool {
        operand.boolean(self.is_null(true))
    }

    /// `IsNumeric` with an operand behind a path.
    #[must_use]
    pub fn is_numeric_path(&self, operand: &Variable<'_>) -> bool {
        operand.boolean(self.is_numeric(true))
    }

    /// `IsString` with an operand behind a path.
    #[must_use]
    pub fn is_string_path(&self, operand: &Variable<'_>) -> bool {
        operand.boolean(self.is_string(true))
    }

    /// `IsBoolean` with an operand behind a path.
    #[must_use]
    pub fn is_boolean_path(&self, operand: &Variable<'_>) -> bool {
        operand.boolean(self.is_boolean(true))
    }

    /// `IsTimestamp` with an operand behind a path.
    #[must_use]
    pub fn is_timestamp_path(&self, operand: &Variable<'_>) -> bool {
        operand.boolean(self.is_timestamp(true))
    }
}

#[cold]
fn no_match(path: &Path) -> Failure {
    Failure::runtime(format!(
        "Invalid path '{}': The choice state's condition path references an invalid value.",
        path.text
    ))
}

#[inline]
fn compare_numbers(value: Option<f64>, relation: Relation, operand: Option<f64>) -> bool {
    let ordering = value
        .zip(operand)
        .and_then(|(value, other)| value.partial_cmp(&other));
    ordering.is_some_and(|ordering| relation.holds(ordering))
}

fn as_timestamp(value: &Value) -> Option<Timestamp> {
    Timestamp::parse(value.as_str()?)
}
