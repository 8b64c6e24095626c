//! Compile time: the compiler, and rustc on what it emits.

mod definition;
mod scratch;

use std::time::Duration;

use asl_codegen::{Options, Source, compile};
use cpu_time::ProcessTime;

pub use definition::definition;

use crate::measure::median;
use crate::table::{Table, figure};
use crate::{Result, process::Usage};
use scratch::{Build, Scratch};

/// Numbers of states.
pub const SIZES: [usize; 5] = [SMALLEST, 100, 300, 1_000, LARGEST];

/// The smallest number of [`SIZES`].
pub const SMALLEST: usize = 10;

/// The largest number of [`SIZES`].
pub const LARGEST: usize = 2_000;

/// What one definition takes.
struct Figures {
    states: usize,
    bytes: usize,
    compile: Duration,
    /// In the order of [`Build::ALL`].
    builds: [Usage; 3],
    binary_bytes: u64,
    future_bytes: usize,
}

/// Measures definitions of up to `max` states, and prints the tables.
///
/// # Errors
///
/// If a definition is refused or a build fails.
pub fn print(max: usize) -> Result<()> {
    let scratch = Scratch::new()?;
    for build in Build::ALL {
        scratch.write(SMALLEST)?;
        let usage = scratch.build(build)?;
        progress("dependencies, unless they were built before", build, usage);
    }
    let mut all = Vec::new();
    for states in SIZES.into_iter().filter(|&states| states <= max) {
        all.push(measure(&scratch, states)?);
    }
    println!("{}", table(&all));
    print_targets(&all);
    print_large()
}

/// What has just been measured: large definitions take minutes.
fn progress(what: &str, build: Build, usage: Usage) {
    let seconds = figure(usage.cpu.as_secs_f64());
    eprintln!("{what}: {} {seconds} s of CPU", build.as_str());
}

fn measure(scratch: &Scratch, states: usize) -> Result<Figures> {
    let text = definition(states);
    let bytes = text.len();
    let compile = compile_time(&text)?;
    let mut builds = Vec::new();
    for build in Build::ALL {
        scratch.write(states)?; // again: what is newer than a build is built
        let usage = scratch.build(build)?;
        progress(&format!("{states} states"), build, usage);
        builds.push(usage);
    }
    let builds = builds.try_into().map_err(|_| "a build is missing")?;
    Ok(Figures {
        states,
        bytes,
        compile,
        builds,
        binary_bytes: scratch.binary_bytes()?,
        future_bytes: scratch.future_bytes()?,
    })
}

/// CPU time of `compile()`: the median of several.
fn compile_time(text: &str) -> Result<Duration> {
    let source = Source::new("scratch.asl.json", text);
    let options = Options::default();
    let mut taken = Vec::new();
    for _ in 0..7 {
        let start = ProcessTime::now();
        let compilation = compile(&source, &options);
        taken.push(start.elapsed().as_secs_f64());
        if let Some(diagnostic) = compilation.diagnostics.first() {
            return Err(format!("the definition is not clean: {}", diagnostic.message).into());
        }
    }
    Ok(Duration::from_secs_f64(median(taken)))
}

fn table(all: &[Figures]) -> Table {
    let mut table = Table::new(&[
        "states",
        "KB",
        "compile() us/state",
        "check s",
        "ms/state",
        "MiB",
        "dev s",
        "ms/state",
        "MiB",
        "release s",
        "ms/state",
        "MiB",
        "binary KB",
        "future bytes",
    ]);
    for figures in all {
        let states = figures.states as f64;
        let mut cells = vec![
            figures.states.to_string(),
            figure(figures.bytes as f64 / 1e3),
            figure(figures.compile.as_secs_f64() * 1e6 / states),
        ];
        for build in &figures.builds {
            let seconds = build.cpu.as_secs_f64();
            cells.push(figure(seconds));
            cells.push(figure(seconds * 1e3 / states));
            cells.push(figure(build.peak_rss_kib as f64 / 1024.0));
        }
        cells.push(figure(figures.binary_bytes as f64 / 1e3));
        cells.push(figures.future_bytes.to_string());
        table.row(cells);
    }
    table
}

/// The targets at 1,000 and 2,000 states, as far as they were measured.
fn print_targets(all: &[Figures]) {
    let of = |states: usize| all.iter().find(|figures| figures.states == states);
    let mut table = Table::new(&["target", "measured", "at most"]);
    let mut row = |name: String, measured: f64, most: f64| {
        let mark = if measured > most { "! " } else { "" };
        table.row([
            name,
            format!("{mark}{}", figure(measured)),
            most.to_string(),
        ]);
    };
    if let Some(thousand) = of(1_000) {
        let [check, _, release] = &thousand.builds;
        let per_state = |time: Duration| time.as_secs_f64() * 1e3 / 1_000.0;
        let compile = per_state(thousand.compile) * 1e3;
        row("compile(), us a state".to_owned(), compile, 50.0);
        row("check, ms a state".to_owned(), per_state(check.cpu), 1.0);
        row(
            "release, ms a state".to_owned(),
            per_state(release.cpu),
            5.0,
        );
        if let Some(two_thousand) = of(2_000) {
            let builds = thousand.builds.iter().zip(&two_thousand.builds);
            for (build, (one, two)) in Build::ALL.into_iter().zip(builds) {
                let times = two.cpu.as_secs_f64() / one.cpu.as_secs_f64();
                row(
                    format!("{}, 2,000 by 1,000 states", build.as_str()),
                    times,
                    2.2,
                );
            }
        }
    }
    let future = all.iter().map(|figures| figures.future_bytes).max();
    row(
        "future, bytes".to_owned(),
        future.unwrap_or(0) as f64,
        512.0,
    );
    println!("{table}");
}

/// Whether `compile()` is linear up to a definition of over 1 MB.
fn print_large() -> Result<()> {
    let mut table = Table::new(&["definition KB", "states", "compile() us/state", "ms"]);
    for states in [40, 400, 4_000] {
        let text = definition(states);
        let taken = compile_time(&text)?.as_secs_f64();
        table.row([
            figure(text.len() as f64 / 1e3),
            states.to_string(),
            figure(taken * 1e6 / states as f64),
            figure(taken * 1e3),
        ]);
    }
    println!("{table}");
    Ok(())
}
