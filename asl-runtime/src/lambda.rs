//! The envelope in which `lambda:invoke` puts the input and output of a function.

use crate::task_error::TaskError;
use crate::value::{Key, Object, Value};

/// What the function is given: the `Payload` of the call, and `{}` where there is none.
#[must_use]
pub(crate) fn lambda_payload(call: Value) -> Value {
    let payload = match call {
        Value::Object(mut call) => call.remove("Payload"),
        _ => None,
    };
    payload.unwrap_or(Value::Object(Object::new()))
}

/// The result of the call, with what the function gives as its `Payload`.
///
/// # Errors
///
/// The function's own.
pub(crate) fn lambda_result(payload: Result<Value, TaskError>) -> Result<Value, TaskError> {
    let result = [
        ("ExecutedVersion", Value::from("$LATEST")),
        ("Payload", payload?),
        ("StatusCode", Value::from(200)),
    ];
    let members = result.map(|(name, value)| (Key::from_static(name), value));
    Ok(Value::Object(Object::from(members)))
}
