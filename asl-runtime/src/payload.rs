//! How large a document may be (LIM-1, LIM-10).

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::failure::Failure;
use crate::names;
use crate::value::{Full, Object, Sink, Value};

/// How long the JSON text of a document may be, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit(usize);

impl Limit {
    pub(crate) const NONE: Self = Self(usize::MAX);

    pub(crate) const fn is_none(self) -> bool {
        self.0 == usize::MAX
    }

    pub(crate) fn get(self) -> Option<usize> {
        (!self.is_none()).then_some(self.0)
    }
}

impl From<Option<usize>> for Limit {
    fn from(limit: Option<usize>) -> Self {
        limit.map_or(Self::NONE, Self)
    }
}

/// Refuses a value whose JSON text has more than `limit` bytes. `source` is who it comes from, as
/// the service names it.
pub(crate) fn check<'s>(
    limit: Limit,
    value: &Value,
    source: impl FnOnce() -> &'s str,
) -> Result<(), Failure> {
    match limit.get() {
        Some(limit) if is_longer(value, limit) => Err(Failure::reserved(
            names::DATA_LIMIT_EXCEEDED,
            format!(
                "The state/task '{}' returned a result with a size exceeding the maximum number of \
                 bytes service limit.",
                source()
            ),
        )),
        _ => Ok(()),
    }
}

/// Counts the variables of a scope anew after an assignment: `own` is what they took before, as part
/// of `total`, what all that live in the execution take (VAR-18).
pub(crate) fn count_variables(
    total: &AtomicUsize,
    own: &mut usize,
    variables: &Object,
    limit: usize,
) -> Result<(), Failure> {
    let size = Value::Object(variables.clone()).to_string().len();
    total.fetch_add(size, Ordering::Relaxed);
    let before = total.fetch_sub(*own, Ordering::Relaxed);
    let total = before.saturating_sub(*own);
    *own = size;
    if total <= limit {
        return Ok(());
    }
    Err(Failure::reserved(
        names::DATA_LIMIT_EXCEEDED,
        format!("the variables of the execution take {total} bytes, more than {limit}"),
    ))
}

/// What the service calls a task: the function's or activity's ARN, the service of an integration.
pub(crate) fn task_name(resource: &str) -> &str {
    match resource.split_once(":states:::") {
        Some((_, call)) => call.split(':').next().unwrap_or(call),
        None => resource,
    }
}

/// Whether the compact JSON text of `value` is longer than that. Reads no further than needed.
fn is_longer(value: &Value, limit: usize) -> bool {
    value.write_to(&mut Left(limit), usize::MAX).is_err()
}

/// Counts down the bytes written; out of bytes, refuses more.
struct Left(usize);

impl Sink for Left {
    fn put(&mut self, bytes: &[u8]) -> Result<(), Full> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(Full)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn lim_1_counts_the_bytes_of_compact_json() {
        // {"k":"é"} is 10 bytes in UTF-8.
        let value = json!({"k": "é"});
        assert!(check(Limit(10), &value, || "S").is_ok());
        let failure = check(Limit(9), &value, || "S").unwrap_err();
        assert_eq!(failure.name(), "States.DataLimitExceeded");
        assert!(
            failure
                .cause()
                .unwrap()
                .starts_with("The state/task 'S' returned")
        );
    }

    #[test]
    fn lim_10_without_a_limit_nothing_is_too_large() {
        let value = Value::from("x".repeat(1 << 20));
        assert!(check(Limit::NONE, &value, || "S").is_ok());
    }

    #[test]
    fn lim_1_names_of_tasks() {
        let function = "arn:aws:lambda:us-east-1:1:function:f";
        assert_eq!(task_name(function), function);
        assert_eq!(task_name("arn:aws:states:::lambda:invoke"), "lambda");
    }
}
