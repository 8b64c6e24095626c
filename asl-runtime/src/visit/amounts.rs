//! Numbers of a Map that a path selects.

use std::borrow::Cow;

use super::fields::{Integer, integer, shown};
use super::{Visit, invalid_path};
use crate::failure::Failure;
use crate::iterations::{Iterations, Read, Reader};
use crate::names;
use crate::path::Path;
use crate::program::{Effect, ReadStart};
use crate::value::{Number, Text, Value};

impl Visit<'_> {
    /// `MaxConcurrencyPath` and `ToleratedFailureCountPath`, which `field` names: an integer, not
    /// negative (MAP-51, MAP-54).
    ///
    /// # Errors
    ///
    /// `States.Runtime` (MAP-60).
    pub fn count(
        &self,
        path: &Path,
        document: &Value,
        field: &'static str,
    ) -> Result<usize, Failure> {
        match self.integer_at(path, document, field)? {
            Integer::NotNegative(count) => Ok(size(count)),
            Integer::Negative => {
                let field = field.trim_end_matches("Path");
                Err(Failure::runtime(format!("{field} cannot be negative.")))
            }
        }
    }

    /// `MaxItemsPerBatchPath` and `MaxInputBytesPerBatchPath`, which `field` names: a positive
    /// integer (MAP-40).
    ///
    /// # Errors
    ///
    /// `States.Runtime`.
    pub fn limit(
        &self,
        path: &Path,
        document: &Value,
        field: &'static str,
    ) -> Result<usize, Failure> {
        match self.integer_at(path, document, field)? {
            Integer::NotNegative(limit) if limit > 0 => Ok(size(limit)),
            _ => {
                let field = field.trim_end_matches("Path");
                Err(Failure::runtime(format!("{field} must be positive.")))
            }
        }
    }

    /// `MaxItemsPath`: an integer, 0 for no limit (MAP-32).
    ///
    /// # Errors
    ///
    /// `States.ItemReaderFailed` if it is negative; `States.Runtime` if it is no integer.
    pub fn max_items(&self, path: &Path, document: &Value) -> Result<Option<u64>, Failure> {
        match self.integer_at(path, document, "MaxItemsPath")? {
            Integer::NotNegative(0) => Ok(None),
            Integer::NotNegative(most) => Ok(Some(most)),
            Integer::Negative => Err(Failure::reserved(
                names::ITEM_READER_FAILED,
                Text::from_static("field MaxItems must be positive"),
            )),
        }
    }

    /// `ToleratedFailurePercentagePath`, which `field` names: a number from 0 to 100 (MAP-54).
    ///
    /// # Errors
    ///
    /// `States.Runtime` (MAP-60).
    pub fn percentage(
        &self,
        path: &Path,
        document: &Value,
        field: &'static str,
    ) -> Result<f64, Failure> {
        let value = self.at(path, document)?;
        let number = self.number(&value).map(|number| number.as_f64());
        let number = number.ok_or_else(|| refers_to(path, field, &value, "float"))?;
        if (0.0..=100.0).contains(&number) {
            return Ok(number);
        }
        let field = field.trim_end_matches("Path");
        Err(Failure::runtime(format!(
            "{field} must be between 0 and 100."
        )))
    }

    /// Reads the items of a Map, then goes on with
    /// [`Program::iterate`](crate::program::Program::iterate).
    #[must_use]
    pub fn read_items<S>(
        &self,
        reader: Reader,
        document: Value,
        mut iterations: Iterations,
    ) -> Effect<S> {
        iterations.read = Some(Read {
            max_items: reader.max_items,
            location: Text::from_static(reader.resource),
        });
        Effect::Read(Box::new(ReadStart {
            call: reader.start(),
            document,
            iterations,
        }))
    }

    fn integer_at(
        &self,
        path: &Path,
        document: &Value,
        field: &'static str,
    ) -> Result<Integer, Failure> {
        let value = self.at(path, document)?;
        let number = self.number(&value).map(Value::Number);
        number
            .and_then(|number| integer(&number))
            .ok_or_else(|| refers_to(path, field, &value, "integer"))
    }

    fn at<'v>(&self, path: &Path, document: &'v Value) -> Result<Cow<'v, Value>, Failure> {
        self.read(path, document)
            .ok_or_else(|| invalid_path(path, document))
    }

    fn number(&self, value: &Value) -> Option<Number> {
        match value {
            Value::Number(number) => Some(*number),
            Value::String(text) if self.language().numbers_in_strings => number_in(text),
            _ => None,
        }
    }
}

/// A number that is written as JSON writes numbers.
fn number_in(text: &str) -> Option<Number> {
    let value: Value = text.parse().ok()?;
    value.as_number().copied()
}

fn refers_to(path: &Path, field: &str, value: &Value, kind: &str) -> Failure {
    Failure::runtime(format!(
        "The {field} field refers to value \"{}\" which is not a valid {kind}: {}",
        shown(value),
        path.text
    ))
}

fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
