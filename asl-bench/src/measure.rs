//! What is measured, of whom, and what it takes.

use std::fmt;
use std::time::Duration;

use cpu_time::ProcessTime;

use crate::allocator;

/// Who executes a workflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The machine that this project compiles.
    Compiled,
    /// Written by hand on `serde_json::Value`.
    Value,
    /// Written by hand on types with fields.
    Structs,
}

impl Side {
    /// All sides, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::Compiled, Self::Value, Self::Structs];

    /// What the command line calls it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Compiled => "compiled",
            Self::Value => "value",
            Self::Structs => "structs",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What of an execution is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Parsed input to output: clones the parsed input, which the caller keeps, runs, drops the
    /// output.
    Run,
    /// Parsed input to output, where the input is the workflow's own and freshly parsed: its parsing
    /// and the drop of the output are not measured.
    Owned,
    /// Bytes to bytes: parses the input, runs, prints the output.
    EndToEnd,
}

impl Measure {
    /// All measures, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::Run, Self::Owned, Self::EndToEnd];

    /// What the command line calls it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Owned => "owned",
            Self::EndToEnd => "e2e",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a number of executions has taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// How many executions.
    pub executions: u64,
    /// User and system time of the process.
    pub cpu: Duration,
    /// Allocations, reallocations included.
    pub allocations: u64,
}

impl Sample {
    /// CPU time of one execution, in nanoseconds.
    pub fn cpu_ns(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e9 / self.executions as f64
    }

    /// Allocations of one execution.
    pub fn allocations_each(&self) -> f64 {
        self.allocations as f64 / self.executions as f64
    }

    /// Adds other executions.
    pub fn add(&mut self, other: &Self) {
        self.executions += other.executions;
        self.cpu += other.cpu;
        self.allocations += other.allocations;
    }
}

/// The clock and the counter that samples are taken with.
#[derive(Debug)]
pub struct Stopwatch {
    start: ProcessTime,
    allocations: u64,
}

impl Stopwatch {
    /// Starts to measure.
    pub fn start() -> Self {
        Self {
            allocations: allocator::count().allocations,
            start: ProcessTime::now(),
        }
    }

    /// What `executions` have taken since the start.
    pub fn stop(&self, executions: u64) -> Sample {
        Sample {
            cpu: self.start.elapsed(),
            executions,
            allocations: allocator::count().allocations - self.allocations,
        }
    }
}

/// The middle one of some figures, or the mean of the two in the middle; 0 of none.
pub fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.into_iter().collect();
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    let at = |index: usize| figures.get(index).copied().unwrap_or_default();
    if figures.len().is_multiple_of(2) && middle > 0 {
        f64::midpoint(at(middle - 1), at(middle))
    } else {
        at(middle)
    }
}
