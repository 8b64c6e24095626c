//! Speed: machines against hand-written Rust, in one process and in turns.

use std::time::Duration;

use crate::contestant::{Arena, Contestant};
use crate::measure::{Measure, Sample, Side, median};
use crate::table::{Table, figure};
use crate::{Result, Workflow};

/// How thoroughly to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How often each contestant has its turn.
    pub rounds: usize,
    /// How much CPU time a turn takes, about.
    pub turn: Duration,
}

/// All figures of one workflow.
#[derive(Debug)]
pub struct Comparison {
    workflow: &'static Workflow,
    /// For each measure and side, a sample per round.
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    measure: Measure,
    side: Side,
    samples: Vec<Sample>,
}

/// Checks that all sides give the same output, then measures them in turns.
///
/// # Errors
///
/// If an execution fails, or outputs differ.
pub fn compare(arena: Arena, workflow: &'static Workflow, effort: Effort) -> Result<Comparison> {
    let contestants = workflow.contestants(arena, workflow.input())?;
    same_outputs(workflow, &contestants)?;
    let mut turns = Vec::new();
    for measure in Measure::ALL {
        for contestant in &contestants {
            let executions = executions_in(contestant, measure, effort.turn)?;
            turns.push((contestant, measure, executions, Vec::new()));
        }
    }
    for round in 0..effort.rounds {
        // Whoever comes first finds the caches as the last of the round before left them.
        let first = round % turns.len();
        let (before, after) = turns.split_at_mut(first);
        for (contestant, measure, executions, samples) in after.iter_mut().chain(before) {
            samples.push(contestant.repeat(*measure, *executions)?);
        }
    }
    let entries = turns.into_iter();
    let entries = entries.map(|(contestant, measure, _, samples)| Entry {
        measure,
        side: contestant.side,
        samples,
    });
    Ok(Comparison {
        workflow,
        entries: entries.collect(),
    })
}

/// Compares the outputs as JSON: the order of keys does not count.
///
/// # Errors
///
/// If they differ, or an execution fails.
pub fn same_outputs(workflow: &Workflow, contestants: &[Contestant]) -> Result<()> {
    let mut first = None;
    for contestant in contestants {
        let output: serde_json::Value = serde_json::from_slice(&contestant.output()?)?;
        if *first.get_or_insert_with(|| output.clone()) != output {
            let side = contestant.side;
            return Err(format!("{}: the output of `{side}` differs", workflow.name).into());
        }
    }
    Ok(())
}

/// How many executions fill a turn; they warm up on the way.
fn executions_in(contestant: &Contestant, measure: Measure, turn: Duration) -> Result<u64> {
    let mut executions = 1;
    loop {
        // What is not measured takes time, too.
        let start = cpu_time::ProcessTime::now();
        contestant.repeat(measure, executions)?;
        let taken = start.elapsed();
        if taken * 2 >= turn {
            let fitting = executions as f64 * turn.as_secs_f64() / taken.as_secs_f64();
            return Ok((fitting as u64).max(1));
        }
        executions *= 2;
    }
}

impl Comparison {
    fn samples(&self, measure: Measure, side: Side) -> &[Sample] {
        let mut entries = self.entries.iter();
        entries
            .find(|entry| entry.measure == measure && entry.side == side)
            .map_or(&[], |entry| &entry.samples)
    }

    /// CPU time of one execution in nanoseconds: the median of the rounds.
    pub fn cpu_ns(&self, measure: Measure, side: Side) -> f64 {
        median(self.samples(measure, side).iter().map(Sample::cpu_ns))
    }

    /// Allocations of one execution.
    pub fn allocations(&self, measure: Measure, side: Side) -> f64 {
        let samples = self.samples(measure, side).iter();
        median(samples.map(Sample::allocations_each))
    }

    /// CPU time of the machine by that of another: the median of the ratios of the rounds.
    pub fn ratio(&self, measure: Measure, side: Side) -> f64 {
        let ours = self.samples(measure, Side::Compiled).iter();
        let theirs = self.samples(measure, side);
        median(ours.zip(theirs).map(|(a, b)| a.cpu_ns() / b.cpu_ns()))
    }
}

/// The table of ratios, with a `!` where a target is missed.
pub fn ratios(comparisons: &[Comparison]) -> Table {
    let mut table = Table::new(&[
        "workflow",
        "run",
        "target",
        "e2e",
        "target",
        "allocations",
        "by hand",
    ]);
    for comparison in comparisons {
        let targets = comparison.workflow.targets;
        let mut cells = vec![comparison.workflow.name.to_owned()];
        for (measure, target) in [
            (Measure::Run, targets.map(|targets| targets.run)),
            (Measure::EndToEnd, targets.map(|targets| targets.end_to_end)),
        ] {
            let ratio = comparison.ratio(measure, Side::Value);
            let is_missed = target.is_some_and(|target| ratio > target);
            let mark = if is_missed { "! " } else { "" };
            cells.push(format!("{mark}{}", figure(ratio)));
            cells.push(target.map_or_else(String::new, |target| target.to_string()));
        }
        for side in [Side::Compiled, Side::Value] {
            cells.push(figure(comparison.allocations(Measure::Run, side)));
        }
        table.row(cells);
    }
    table
}

/// The table of CPU times of one execution, in microseconds.
pub fn times(comparisons: &[Comparison]) -> Table {
    let mut headings = vec!["us of CPU".to_owned()];
    for measure in Measure::ALL {
        for side in Side::ALL {
            headings.push(format!("{measure} {side}"));
        }
    }
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = Table::new(&headings);
    for comparison in comparisons {
        let mut cells = vec![comparison.workflow.name.to_owned()];
        for measure in Measure::ALL {
            for side in Side::ALL {
                cells.push(figure(comparison.cpu_ns(measure, side) / 1_000.0));
            }
        }
        table.row(cells);
    }
    table
}
