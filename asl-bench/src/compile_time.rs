//! Compile times.

use crate::Result;

/// Numbers of states.
pub const SIZES: [usize; 5] = [10, 100, 300, 1_000, 2_000];

/// Prints the table.
///
/// # Errors
///
/// Always, yet.
pub fn print(_max: usize) -> Result<()> {
    Err("`compile` does not measure anything yet".into())
}
