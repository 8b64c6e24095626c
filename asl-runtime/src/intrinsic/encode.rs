//! Base64 and hashes (INTR-30 to INTR-32).

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::value::{Text, Value};

/// The most characters these functions take.
const LONGEST_TEXT: usize = 10_000;

/// INTR-30.
pub(super) fn base64_encode(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let text = arguments.text(0)?;
    check_length(arguments, &text)?;
    Ok(Value::from(STANDARD.encode(text.as_bytes())))
}

/// INTR-31.
pub(super) fn base64_decode(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let text = arguments.text(0)?;
    check_length(arguments, &text)?;
    let bytes = STANDARD
        .decode(text.as_bytes())
        .map_err(|error| arguments.failure(format_args!("the string is not Base64: {error}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| arguments.failure("the decoded bytes are not UTF-8, so they are no string"))?;
    Ok(Value::from(text))
}

/// INTR-32.
pub(super) fn hash(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let data = match arguments.value(0)? {
        Value::String(text) => text,
        other => Text::from(other.to_string()),
    };
    check_length(arguments, &data)?;
    let algorithm = arguments.text(1)?;
    let bytes = data.as_bytes();
    let digest = match algorithm.as_str() {
        "MD5" => hex(&Md5::digest(bytes)),
        "SHA-1" => hex(&Sha1::digest(bytes)),
        "SHA-256" => hex(&Sha256::digest(bytes)),
        "SHA-384" => hex(&Sha384::digest(bytes)),
        "SHA-512" => hex(&Sha512::digest(bytes)),
        other => {
            return Err(arguments.failure(format_args!(
                "there is no algorithm '{other}'; there are MD5, SHA-1, SHA-256, SHA-384 and SHA-512"
            )));
        }
    };
    Ok(Value::from(digest))
}

fn check_length(arguments: &Arguments<'_>, text: &str) -> Result<(), Failure> {
    // A character is at least a byte: short texts need no count.
    if text.len() <= LONGEST_TEXT || text.chars().count() <= LONGEST_TEXT {
        return Ok(());
    }
    Err(arguments.failure(format_args!(
        "the first argument has more than {LONGEST_TEXT} characters"
    )))
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            // Writing to a string never fails.
            let _ = write!(text, "{byte:02x}");
            text
        })
}
