//! One workflow for a while, as one line of JSON.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::contestant::Arena;
use crate::measure::{Measure, Sample, Side};
use crate::{Result, Workflow, process};

/// What to execute, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The workflow.
    pub workflow: &'static Workflow,
    /// How long to measure.
    pub time: Duration,
    /// How long to warm up before.
    pub warm: Duration,
    /// What to measure.
    pub measure: Measure,
    /// Whom.
    pub side: Side,
}

/// What was measured.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Line {
    workflow: &'static str,
    cpu_ns_per_exec: f64,
    transitions: u64,
    allocs_per_exec: f64,
    peak_rss_kib: u64,
}

/// Executes a workflow for a while; also gives the output of one execution, as JSON text.
///
/// # Errors
///
/// If it fails.
pub fn measure(arena: Arena, request: Request) -> Result<(Line, Vec<u8>)> {
    let Request {
        workflow,
        measure,
        side,
        ..
    } = request;
    let input = workflow.input();
    let contestants = workflow.contestants(arena, input)?;
    let contestant = contestants
        .into_iter()
        .find(|contestant| contestant.side == side);
    let contestant = contestant.ok_or("no such contestant")?;
    let run_for = |time: Duration, mut executions: u64| -> Result<Sample> {
        let start = Instant::now();
        let mut total = Sample::default();
        while total.executions == 0 || start.elapsed() < time {
            let sample = contestant.repeat(measure, executions)?;
            if sample.cpu < Duration::from_millis(5) {
                executions *= 2;
            }
            total.add(&sample);
        }
        Ok(total)
    };
    let warmed = run_for(request.warm, 1)?;
    let in_ten_ms = 1e7 / warmed.cpu_ns().max(1.0);
    let sample = run_for(request.time, in_ten_ms.max(1.0) as u64)?;
    let peak_rss_kib = process::peak_rss_kib();
    let line = Line {
        workflow: workflow.name,
        cpu_ns_per_exec: sample.cpu_ns(),
        transitions: workflow.transitions(arena, input)?,
        allocs_per_exec: sample.allocations_each(),
        peak_rss_kib,
    };
    Ok((line, contestant.output()?))
}
