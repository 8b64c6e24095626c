//! How large a document may be (LIM-1, LIM-10).

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::failure::Failure;
use crate::names;
use crate::value::{Object, Value};

/// Refuses a value whose JSON text has more than `limit` bytes. `source` is who it comes from, as
/// the service names it.
pub(crate) fn check<'s>(
    limit: Option<usize>,
    value: &Value,
    source: impl FnOnce() -> &'s str,
) -> Result<(), Failure> {
    match limit {
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

/// The variables of one scope, as part of those that live in the execution (VAR-18).
pub(crate) struct Live<'a> {
    total: &'a AtomicUsize,
    own: usize,
}

impl<'a> Live<'a> {
    /// A scope that has no variables yet.
    pub(crate) const fn new(total: &'a AtomicUsize) -> Self {
        Self { total, own: 0 }
    }

    /// Counts the scope's variables anew, after an assignment.
    pub(crate) fn count(&mut self, variables: &Object, limit: usize) -> Result<(), Failure> {
        let own = Value::Object(variables.clone()).to_string().len();
        self.total.fetch_add(own, Ordering::Relaxed);
        let before = self.total.fetch_sub(self.own, Ordering::Relaxed);
        let total = before.saturating_sub(self.own);
        self.own = own;
        if total <= limit {
            return Ok(());
        }
        Err(Failure::reserved(
            names::DATA_LIMIT_EXCEEDED,
            format!("the variables of the execution take {total} bytes, more than {limit}"),
        ))
    }
}

/// VAR-16: with its scope, a variable is gone.
impl Drop for Live<'_> {
    fn drop(&mut self) {
        self.total.fetch_sub(self.own, Ordering::Relaxed);
    }
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
    let mut left = Left(limit);
    write!(left, "{value}").is_err()
}

/// Counts down the bytes written; out of bytes, refuses more.
struct Left(usize);

impl Write for Left {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
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
        assert!(check(Some(10), &value, || "S").is_ok());
        let failure = check(Some(9), &value, || "S").unwrap_err();
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
        assert!(check(None, &value, || "S").is_ok());
    }

    #[test]
    fn lim_1_names_of_tasks() {
        let function = "arn:aws:lambda:us-east-1:1:function:f";
        assert_eq!(task_name(function), function);
        assert_eq!(task_name("arn:aws:states:::lambda:invoke"), "lambda");
    }
}
