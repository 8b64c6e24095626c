//! What this process and its children have used.

use std::fs;
use std::process::Command;
use std::time::Duration;

use wait4::Wait4;

use crate::Result;

/// The most memory that this process has had resident, in KiB; 0 where the system does not say.
pub fn peak_rss_kib() -> u64 {
    status_kib("VmHWM:")
}

/// The memory that this process has resident, in KiB; 0 where the system does not say.
pub fn rss_kib() -> u64 {
    status_kib("VmRSS:")
}

fn status_kib(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// What a command and everything it started has used.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// User and system time.
    pub cpu: Duration,
    /// The most memory that any one of its processes had resident, in KiB.
    pub peak_rss_kib: u64,
}

/// Runs a command to its end.
///
/// # Errors
///
/// If it cannot be started, or fails.
pub fn run(command: &mut Command) -> Result<Usage> {
    let ended = command
        .spawn()
        .and_then(|mut child| child.wait4())
        .map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if !ended.status.success() {
        return Err(format!("{command:?}: {}", ended.status).into());
    }
    Ok(Usage {
        cpu: ended.rusage.utime + ended.rusage.stime,
        peak_rss_kib: ended.rusage.maxrss / 1024,
    })
}
