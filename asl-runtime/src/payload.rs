//! How large a document may be (LIM-1, LIM-10).

use std::fmt::{self, Write};

use crate::failure::Failure;
use crate::names;
use crate::value::Value;

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
