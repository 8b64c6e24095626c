//! Calls of intrinsic functions, where a state has them.

use super::{Visit, not_found};
use crate::failure::Failure;
use crate::intrinsic::{self, Call, Scope};
use crate::path::Path;
use crate::value::{Text, Value};

impl Visit<'_> {
    /// The result of a call in the field that `field` names.
    pub(super) fn call(
        &self,
        call: &Call,
        field: &dyn Fn() -> String,
        document: &Value,
    ) -> Result<Value, Failure> {
        let read = |path: &'static Path| match self.read(path, document) {
            Some(value) => Ok(value.into_owned()),
            None => {
                let cause = not_found(path.text, &field(), document);
                Err(Failure::reserved(
                    self.language().intrinsics.path_error,
                    cause,
                ))
            }
        };
        let scope = Scope {
            language: self.language(),
            host: self.host,
            read: &read,
        };
        intrinsic::evaluate(call, &scope)
    }

    /// `ErrorPath` and `CausePath` that are calls; `field` names which (FAIL-4).
    ///
    /// # Errors
    ///
    /// `States.Runtime` if the result is no string (FAIL-5), and what the call reports.
    pub fn call_text(
        &self,
        call: &Call,
        document: &Value,
        field: &'static str,
    ) -> Result<Text, Failure> {
        let value = self.call(call, &|| field.to_owned(), document)?;
        value.as_text().cloned().ok_or_else(|| {
            let function = call.function.name();
            Failure::runtime(format!(
                "The {field} field refers to value {value} which is not a string: the result of \
                 {function}"
            ))
        })
    }
}
