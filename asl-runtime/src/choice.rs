//! The data tests of Choice rules (CHOICE-20 to CHOICE-37).

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::failure::Failure;
use crate::glob::{self, Piece};
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

    /// `StringEquals` and its kin.
    pub fn string(&self, variable: &Path, relation: Relation, operand: &'static str) -> Answer {
        let value = self.read(variable)?;
        Ok(value
            .as_str()
            .is_some_and(|text| relation.holds(self.compare(text, operand))))
    }

    /// `StringEqualsPath` and its kin.
    pub fn string_path(&self, variable: &Path, relation: Relation, operand: &Path) -> Answer {
        let (value, operand) = self.read_both(variable, operand)?;
        let pair = value.as_str().zip(operand.as_str());
        Ok(pair.is_some_and(|(text, other)| relation.holds(self.compare(text, other))))
    }

    /// `NumericEquals` and its kin.
    pub fn number(&self, variable: &Path, relation: Relation, operand: Num) -> Answer {
        let value = self.read(variable)?;
        Ok(compare_numbers(
            value.as_f64(),
            relation,
            Some(operand.as_f64()),
        ))
    }

    /// `NumericEqualsPath` and its kin.
    pub fn number_path(&self, variable: &Path, relation: Relation, operand: &Path) -> Answer {
        let (value, operand) = self.read_both(variable, operand)?;
        Ok(compare_numbers(value.as_f64(), relation, operand.as_f64()))
    }

    /// `BooleanEquals`.
    pub fn boolean(&self, variable: &Path, operand: bool) -> Answer {
        Ok(self.read(variable)?.as_bool() == Some(operand))
    }

    /// `BooleanEqualsPath`.
    pub fn boolean_path(&self, variable: &Path, operand: &Path) -> Answer {
        let (value, operand) = self.read_both(variable, operand)?;
        Ok(value
            .as_bool()
            .zip(operand.as_bool())
            .is_some_and(|(value, other)| value == other))
    }

    /// `TimestampEquals` and its kin.
    pub fn timestamp(&self, variable: &Path, relation: Relation, operand: Timestamp) -> Answer {
        let moment = as_timestamp(&*self.read(variable)?);
        Ok(moment.is_some_and(|moment| relation.holds(moment.cmp(&operand))))
    }

    /// `TimestampEqualsPath` and its kin.
    pub fn timestamp_path(&self, variable: &Path, relation: Relation, operand: &Path) -> Answer {
        let (value, operand) = self.read_both(variable, operand)?;
        let pair = as_timestamp(&value).zip(as_timestamp(&operand));
        Ok(pair.is_some_and(|(moment, other)| relation.holds(moment.cmp(&other))))
    }

    /// `StringMatches`.
    pub fn matches(&self, variable: &Path, pattern: &'static [Piece]) -> Answer {
        let value = self.read(variable)?;
        Ok(value
            .as_str()
            .is_some_and(|text| glob::matches(pattern, text)))
    }

    /// `IsNull`.
    pub fn is_null(&self, variable: &Path, operand: bool) -> Answer {
        self.is(variable, operand, Value::is_null)
    }

    /// `IsPresent`: the one test that a path without match does not fail (CHOICE-33).
    pub fn is_present(&self, variable: &Path, operand: bool) -> Answer {
        Ok(self.visit.read(variable, self.document).is_some() == operand)
    }

    /// `IsNumeric`.
    pub fn is_numeric(&self, variable: &Path, operand: bool) -> Answer {
        self.is(variable, operand, Value::is_number)
    }

    /// `IsString`.
    pub fn is_string(&self, variable: &Path, operand: bool) -> Answer {
        self.is(variable, operand, Value::is_string)
    }

    /// `IsBoolean`.
    pub fn is_boolean(&self, variable: &Path, operand: bool) -> Answer {
        self.is(variable, operand, Value::is_boolean)
    }

    /// `IsTimestamp`.
    pub fn is_timestamp(&self, variable: &Path, operand: bool) -> Answer {
        self.is(variable, operand, |value| as_timestamp(value).is_some())
    }

    /// Whether the operand of an `Is…` operator, behind a path, is the answer to its question; not
    /// where it is no boolean (TCSL-63 to TCSL-65).
    pub fn agrees(&self, answer: bool, operand: &Path) -> Answer {
        Ok(self.read(operand)?.as_bool() == Some(answer))
    }

    /// CHOICE-34: `false` asks for the opposite.
    fn is(&self, variable: &Path, operand: bool, property: impl Fn(&Value) -> bool) -> Answer {
        Ok(property(&*self.read(variable)?) == operand)
    }

    fn read(&self, path: &Path) -> Result<Cow<'a, Value>, Failure> {
        self.visit.read(path, self.document).ok_or_else(|| {
            Failure::runtime(format!(
                "Invalid path '{}': The choice state's condition path references an invalid value.",
                path.text
            ))
        })
    }

    fn read_both(
        &self,
        variable: &Path,
        operand: &Path,
    ) -> Result<(Cow<'a, Value>, Cow<'a, Value>), Failure> {
        Ok((self.read(variable)?, self.read(operand)?))
    }

    /// CHOICE-30
    fn compare(&self, text: &str, other: &str) -> Ordering {
        self.visit.language().compare_strings(text, other)
    }
}

fn compare_numbers(value: Option<f64>, relation: Relation, operand: Option<f64>) -> bool {
    let ordering = value
        .zip(operand)
        .and_then(|(value, other)| value.partial_cmp(&other));
    ordering.is_some_and(|ordering| relation.holds(ordering))
}

fn as_timestamp(value: &Value) -> Option<Timestamp> {
    Timestamp::parse(value.as_str()?)
}
