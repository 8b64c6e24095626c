//! The arguments of a call, each evaluated when it is asked for and checked to be of its type.

use std::fmt::Display;

use super::{Argument, Call, Scope, evaluate};
use crate::environment::Environment;
use crate::failure::Failure;
use crate::language::Language;
use crate::names;
use crate::value::{Array, Number, Object, Text, Value};

/// Functions ask from left to right (INTR-8), for each argument once.
pub(super) struct Arguments<'a> {
    call: &'a Call,
    scope: &'a Scope<'a>,
}

impl<'a> Arguments<'a> {
    pub(super) const fn new(call: &'a Call, scope: &'a Scope<'a>) -> Self {
        Self { call, scope }
    }

    pub(super) const fn language(&self) -> &'static Language {
        self.scope.language
    }

    pub(super) const fn host(&self) -> &'a dyn Environment {
        self.scope.host
    }

    pub(super) const fn len(&self) -> usize {
        self.call.arguments.len()
    }

    /// `States.IntrinsicFailure` (INTR-11).
    pub(super) fn failure(&self, reason: impl Display) -> Failure {
        let cause = format!("{}: {reason}", self.call.function.name());
        Failure::reserved(names::INTRINSIC_FAILURE, cause)
    }

    fn argument(&self, index: usize) -> Result<&'a Argument, Failure> {
        // The compiler has counted.
        let missing = || self.failure(format_args!("argument {} is missing", index + 1));
        self.call.arguments.get(index).ok_or_else(missing)
    }

    pub(super) fn value(&self, index: usize) -> Result<Value, Failure> {
        Ok(match *self.argument(index)? {
            Argument::Path(path) => (self.scope.read)(path)?,
            Argument::Call(call) => evaluate(call, self.scope)?,
            Argument::Str(text) => Value::String(Text::from_static(text)),
            Argument::Pieces(pieces) => Value::from(pieces.join("{}")),
            Argument::Int(value) => Value::from(value),
            Argument::UInt(value) => Value::from(value),
            Argument::Float(value) => Value::from(value),
            Argument::Bool(value) => Value::Bool(value),
            Argument::Null => Value::Null,
        })
    }

    /// The values of the arguments from `first` on.
    pub(super) fn values(
        &self,
        first: usize,
    ) -> impl Iterator<Item = Result<Value, Failure>> + use<'_, 'a> {
        (first..self.len()).map(|index| self.value(index))
    }

    pub(super) fn text(&self, index: usize) -> Result<Text, Failure> {
        match self.value(index)? {
            Value::String(text) => Ok(text),
            other => Err(self.wrong_type(index, "a string", &other)),
        }
    }

    /// A text that was cut at its placeholders `{}` at compile time, because it is a literal.
    pub(super) fn literal_pieces(
        &self,
        index: usize,
    ) -> Result<Option<&'static [&'static str]>, Failure> {
        match *self.argument(index)? {
            Argument::Pieces(pieces) => Ok(Some(pieces)),
            _ => Ok(None),
        }
    }

    pub(super) fn array(&self, index: usize) -> Result<Array, Failure> {
        match self.value(index)? {
            Value::Array(array) => Ok(array),
            other => Err(self.wrong_type(index, "an array", &other)),
        }
    }

    pub(super) fn object(&self, index: usize) -> Result<Object, Failure> {
        match self.value(index)? {
            Value::Object(object) => Ok(object),
            other => Err(self.wrong_type(index, "an object", &other)),
        }
    }

    pub(super) fn boolean(&self, index: usize) -> Result<bool, Failure> {
        match self.value(index)? {
            Value::Bool(value) => Ok(value),
            other => Err(self.wrong_type(index, "a boolean", &other)),
        }
    }

    /// An integer, as the dialect understands it (INTR-13).
    pub(super) fn integer(&self, index: usize) -> Result<i64, Failure> {
        let value = self.value(index)?;
        let Value::Number(number) = value else {
            return Err(self.wrong_type(index, "an integer", &value));
        };
        let integer = match number.to_i64() {
            None if self.language().intrinsics.rounds => rounded(number),
            integer => integer,
        };
        integer.ok_or_else(|| {
            let ordinal = Ordinal(index);
            self.failure(if number.is_integer() {
                format!("{ordinal}, {number}, is beyond the range of 64-bit integers")
            } else {
                format!("{ordinal} must be an integer, not {number}")
            })
        })
    }

    /// An argument has another type than the function needs.
    pub(super) fn wrong_type(&self, index: usize, expected: &str, found: &Value) -> Failure {
        let (ordinal, found) = (Ordinal(index), described(found));
        self.failure(format_args!("{ordinal} must be {expected}, not {found}"))
    }
}

/// To the nearest integer, halves upwards, as Java's `Math.round` does (INTR-13).
fn rounded(number: Number) -> Option<i64> {
    let value = number.as_f64();
    // Not `floor(value + 0.5)`: that sum may already be rounded.
    let below = value.floor();
    let nearest = if value - below >= 0.5 {
        below + 1.0
    } else {
        below
    };
    Number::from_f64(nearest)?.to_i64()
}

/// `the first argument`, in messages.
struct Ordinal(usize);

impl Display for Ordinal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("the first argument"),
            1 => f.write_str("the second argument"),
            2 => f.write_str("the third argument"),
            index => write!(f, "argument {}", index + 1),
        }
    }
}

fn described(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
