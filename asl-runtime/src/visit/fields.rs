//! Fields whose value a path selects: times, texts, counts and items.

use std::time::Duration;

use super::{Visit, invalid_path, not_found};
use crate::failure::Failure;
use crate::path::Path;
use crate::program::{Effect, Step, TaskLimits, TaskStart, Wait};
use crate::timestamp::Timestamp;
use crate::value::{Text, Value};

impl Visit<'_> {
    /// `SecondsPath`: an integer, not negative (WAIT-4).
    ///
    /// # Errors
    ///
    /// `States.Runtime` (WAIT-5).
    pub fn wait_seconds(&self, path: &Path, document: &Value) -> Result<Wait, Failure> {
        let text = path.text;
        let value = self.read(path, document).ok_or_else(|| {
            let cause =
                format!("The SecondsPath parameter does not reference an input value: {text}");
            Failure::runtime(cause)
        })?;
        match integer(&value) {
            Some(Integer::NotNegative(seconds)) => Ok(Wait::For(Duration::from_secs(seconds))),
            Some(Integer::Negative) => Err(Failure::runtime(format!(
                "The SecondsPath parameter references a negative value: {text} == {value}"
            ))),
            None => Err(Failure::runtime(format!(
                "The SecondsPath parameter cannot be parsed as a long value: {text} == {}",
                shown(&value)
            ))),
        }
    }

    /// `TimestampPath` (WAIT-4).
    ///
    /// # Errors
    ///
    /// `States.Runtime` (WAIT-5).
    pub fn wait_timestamp(&self, path: &Path, document: &Value) -> Result<Wait, Failure> {
        let text = path.text;
        let value = self.read(path, document).ok_or_else(|| {
            let cause =
                format!("The TimestampPath parameter does not reference an input value: {text}");
            Failure::runtime(cause)
        })?;
        let moment = value.as_str().and_then(Timestamp::parse).ok_or_else(|| {
            Failure::runtime(format!(
                "The TimestampPath parameter does not reference a valid ISO-8601 extended offset \
                 date-time format string: {text} == {}",
                shown(&value)
            ))
        })?;
        Ok(Wait::Until(moment))
    }

    /// `TimeoutSecondsPath` and `HeartbeatSecondsPath`, which `field` names: a positive integer
    /// (TASK-6).
    ///
    /// # Errors
    ///
    /// `States.Runtime` (TASK-7).
    pub fn seconds(
        &self,
        path: &Path,
        document: &Value,
        field: &'static str,
    ) -> Result<Duration, Failure> {
        let value = self
            .read(path, document)
            .ok_or_else(|| invalid_path(path, document))?;
        match integer(&value) {
            Some(Integer::NotNegative(seconds)) if seconds > 0 => Ok(Duration::from_secs(seconds)),
            _ => Err(Failure::runtime(format!(
                "The {field} parameter does not reference a positive integer: {} == {}",
                path.text,
                shown(&value)
            ))),
        }
    }

    /// Calls a task, once its limits are found to agree.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if the heartbeat is not shorter than the timeout (TASK-5).
    pub fn task<S>(
        &self,
        task: u32,
        input: Value,
        timeout: Option<Duration>,
        heartbeat: Option<Duration>,
    ) -> Step<S> {
        self.check_limits(timeout, heartbeat)?;
        Ok(Effect::Task(TaskStart {
            task,
            input,
            limits: TaskLimits::new(timeout, heartbeat),
            credentials: None,
        }))
    }

    /// TASK-5, where one of them is behind a path.
    #[inline]
    pub(crate) fn check_limits(
        &self,
        timeout: Option<Duration>,
        heartbeat: Option<Duration>,
    ) -> Result<(), Failure> {
        match (timeout, heartbeat) {
            (Some(timeout), Some(heartbeat)) if heartbeat >= timeout => {
                Err(disagreeing(timeout, heartbeat))
            }
            _ => Ok(()),
        }
    }

    /// `ErrorPath` and `CausePath`, which `field` names: a string (FAIL-4).
    ///
    /// # Errors
    ///
    /// `States.Runtime` (FAIL-5).
    pub fn text(
        &self,
        path: &Path,
        document: &Value,
        field: &'static str,
    ) -> Result<Text, Failure> {
        let value = self
            .read(path, document)
            .ok_or_else(|| Failure::runtime(not_found(path.text, field, document)))?;
        value.as_text().cloned().ok_or_else(|| {
            Failure::runtime(format!(
                "The {field} field refers to value {value} which is not a string: {}",
                path.text
            ))
        })
    }

    /// `ItemsPath`: an array (MAP-11). Takes the document, so that the items may be changed in place
    /// where nobody else needs it.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if there is none.
    pub fn items_path(&self, path: &Path, document: Value) -> Result<Value, Failure> {
        let items = self.filter(path, document)?;
        if items.is_array() {
            return Ok(items);
        }
        // The service names a context path with one `$`.
        let text = path
            .text
            .strip_prefix('$')
            .filter(|rest| rest.starts_with('$'));
        let text = text.unwrap_or(path.text);
        Err(Failure::runtime(format!(
            "Reference path \"{text}\" must point to array."
        )))
    }
}

#[cold]
fn disagreeing(timeout: Duration, heartbeat: Duration) -> Failure {
    Failure::runtime(format!(
        "the heartbeat of {} s is not shorter than the timeout of {} s",
        heartbeat.as_secs(),
        timeout.as_secs()
    ))
}

pub(super) enum Integer {
    Negative,
    NotNegative(u64),
}

/// The integer that `value` is, `1.0` included (DATA-4).
pub(super) fn integer(value: &Value) -> Option<Integer> {
    let number = value.as_number()?;
    if let Some(value) = number.as_u64() {
        return Some(Integer::NotNegative(value));
    }
    let value = number.to_i64()?;
    Some(u64::try_from(value).map_or(Integer::Negative, Integer::NotNegative))
}

/// Strings as they are, everything else as JSON.
pub(super) fn shown(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
