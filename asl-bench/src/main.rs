//! The program `asl-bench`; its README says what it prints.

use std::process::ExitCode;
use std::time::Duration;

use asl_bench::contestant::Arena;
use asl_bench::measure::{Measure, Side};
use asl_bench::ratios::{self, Effort};
use asl_bench::{Result, WORKFLOWS, Workflow, compile_time, memory, single};

use arguments::Arguments;

mod arguments;

const USAGE: &str = "\
asl-bench [--only WORKFLOW] [--rounds N] [--turn MS]     ratios to hand-written Rust
asl-bench WORKFLOW SECONDS WARM [--out FILE] [--side compiled|value|structs] [--measure run|owned|e2e]
asl-bench compile [--max N]                              compile times up to N states
asl-bench memory [--scale PERCENT]                       bytes of an execution that waits";

fn main() -> ExitCode {
    match run(Arguments::new(std::env::args().skip(1))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}\n\n{USAGE}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Arguments) -> Result<()> {
    match arguments.positional().as_deref() {
        None => compare(arguments),
        Some("compile") => {
            let max = arguments.number("max", compile_time::LARGEST)?;
            arguments.finish()?;
            compile_time::print(max)
        }
        Some("memory") => weigh(arguments),
        Some(name) => {
            let workflow = named(name)?;
            measure_one(workflow, arguments)
        }
    }
}

/// The whole table, or, with a kind of execution, its row alone as JSON.
fn weigh(mut arguments: Arguments) -> Result<()> {
    let side = arguments.choice("side", &Side::ALL, Side::as_str)?;
    let percent = arguments.number("scale", 100)?;
    let Some(kind) = arguments.positional() else {
        arguments.finish()?;
        return memory::print(percent);
    };
    let executions = arguments.required_number("executions")?;
    arguments.finish()?;
    let weight = memory::weigh(&kind, executions, side)?;
    println!("{}", serde_json::to_string(&weight)?);
    Ok(())
}

fn named(name: &str) -> Result<&'static Workflow> {
    Workflow::named(name).ok_or_else(|| format!("there is no workflow `{name}`").into())
}

fn measure_one(workflow: &'static Workflow, mut arguments: Arguments) -> Result<()> {
    let seconds = |text: Option<String>, what: &str| -> Result<Duration> {
        let text = text.ok_or_else(|| format!("{what} is missing"))?;
        Ok(Duration::try_from_secs_f64(text.parse()?)?)
    };
    let out = arguments.option("out")?;
    let request = single::Request {
        workflow,
        time: seconds(arguments.positional(), "SECONDS")?,
        warm: seconds(arguments.positional(), "WARM")?,
        measure: arguments.choice("measure", &Measure::ALL, Measure::as_str)?,
        side: arguments.choice("side", &Side::ALL, Side::as_str)?,
    };
    arguments.finish()?;
    let (line, output) = single::measure(Arena::new()?, request)?;
    if let Some(file) = out {
        std::fs::write(&file, output).map_err(|error| format!("cannot write `{file}`: {error}"))?;
    }
    println!("{}", serde_json::to_string(&line)?);
    Ok(())
}

fn compare(mut arguments: Arguments) -> Result<()> {
    let only = match arguments.option("only")? {
        Some(name) => Some(named(&name)?.name),
        None => None,
    };
    let effort = Effort {
        rounds: arguments.number("rounds", 9)?,
        turn: Duration::from_millis(arguments.number("turn", 30)?),
    };
    arguments.finish()?;
    let arena = Arena::new()?;
    let mut comparisons = Vec::new();
    for workflow in WORKFLOWS {
        if only.is_none_or(|name| name == workflow.name) {
            comparisons.push(ratios::compare(arena, workflow, effort)?);
        }
    }
    println!(
        "CPU time of the compiled machine by that of Rust written by hand on `serde_json::Value`"
    );
    println!(
        "(median of {} rounds; `!` misses its target), and allocations of one `run`:\n",
        effort.rounds
    );
    println!("{}", ratios::ratios(&comparisons));
    println!("{}", ratios::times(&comparisons));
    Ok(())
}
