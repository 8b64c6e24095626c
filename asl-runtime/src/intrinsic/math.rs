//! Functions on numbers (INTR-34, INTR-35).

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::value::Value;

/// INTR-34.
pub(super) fn random(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let start = arguments.integer(0)?;
    let end = arguments.integer(1)?;
    let seed = match arguments.len() {
        3 => Some(arguments.integer(2)?),
        _ => None,
    };
    if start >= end {
        return Err(arguments.failure(format_args!(
            "the start, {start}, must be below the end, {end}"
        )));
    }
    let fraction = match seed {
        Some(seed) => seeded_fraction(seed),
        None => arguments.host().fraction(),
    };
    Ok(Value::from(between(start, end, fraction)))
}

/// INTR-35.
pub(super) fn add(arguments: &Arguments<'_>) -> Result<Value, Failure> {
    let (x, y) = (arguments.integer(0)?, arguments.integer(1)?);
    if arguments.language().intrinsics.adds_32_bits
        && let Some(large) = [x, y].into_iter().find(|n| i32::try_from(*n).is_err())
    {
        return Err(arguments.failure(format_args!(
            "{large} is beyond the range of 32-bit integers"
        )));
    }
    let overflow = || arguments.failure(format_args!("the sum of {x} and {y} overflows"));
    x.checked_add(y).map(Value::from).ok_or_else(overflow)
}

/// The integer that lies at `fraction` of the way from `start` to `end`, which is above it. A fraction
/// has 53 bits, more than most ranges need; `as` saturates.
fn between(start: i64, end: i64, fraction: f64) -> i64 {
    let width = end.abs_diff(start);
    let offset = (fraction * width as f64) as u64;
    start.saturating_add_unsigned(offset.min(width - 1))
}

/// A fraction that is the same for the same seed, on every call and in every version: `SplitMix64`.
fn seeded_fraction(seed: i64) -> f64 {
    let mut bits = (seed as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}
