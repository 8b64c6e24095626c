//! The commands `recorded` and `rules`: whether machines do what executions were recorded to do.
//!
//! | module | concern |
//! |---|---|
//! | [`case`], [`skip`] | the format of a case, and which ones cannot be judged |
//! | [`prepare`] | compiling the definitions |
//! | [`program`], [`supervise`] | the program made of all machines: building and running it |
//! | [`replay`], [`mock`] | what that program does with a case |
//! | [`record`] | what an execution did |
//! | [`judge`], [`cause`], [`order`], [`difference`] | comparing that with the case |
//! | [`structure`] | what skipping and comparing have to know of a definition |
//! | [`known`], [`tally`] | what is printed |

pub mod case;
pub mod cause;
pub mod difference;
pub mod judge;
pub mod known;
pub mod mock;
pub mod order;
pub mod prepare;
pub mod program;
pub mod record;
pub mod replay;
pub mod skip;
pub mod structure;
pub mod supervise;
pub mod tally;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::arguments::Recorded;
use super::corpus;
use super::crate_writer::Layout;
use super::{Error, Verdict};
use case::Case;
use known::Known;
use prepare::{Fate, Machine, Preparation, Prepared};
use program::Program;
use supervise::Replayed;
use tally::{Tally, Told};

/// Compiles the definitions of the cases, replays them, and prints what became of them.
///
/// # Errors
///
/// [`Error`] if the folder is there but cannot be read, or cargo cannot be run.
pub fn run(arguments: &Recorded, out: &mut dyn Write) -> Result<Verdict, Error> {
    let folder = corpus::folder(arguments.folder.as_deref(), arguments.kind);
    if !folder.is_dir() {
        let line = format!("skipped: `{}` does not exist", folder.display());
        say(out, &line)?;
        return Ok(Verdict::Passed);
    }
    let known = Known::open(known::FILE)?;
    let mut files = Files::open(&folder)?;
    if let Some(only) = &arguments.only {
        files.retain(only);
    }
    let kind = arguments.kind;
    let heading = format!(
        "{kind}: {} cases in `{}`",
        files.cases.len(),
        folder.display()
    );
    say(out, &heading)?;
    let mut preparation = Preparation::new(&folder, files.cases);
    let line = compile_line(&preparation);
    say(out, &line)?;
    out.flush().map_err(Error::Output)?;
    replay_all(kind, &mut preparation, out)?;
    let mut told: Vec<Told<'_>> = preparation.cases.iter().map(told).collect();
    told.extend(files.unreadable.iter().map(|(name, problem)| Told {
        name,
        group: "unreadable",
        fate: Fate::Failed(problem.clone()),
    }));
    let tally = Tally {
        told: &told,
        known: &known,
        detail: arguments.detail,
    };
    write!(out, "{tally}").map_err(Error::Output)?;
    let failed = tally.has_failed();
    say(
        out,
        &format!("{kind}: {}", if failed { "FAILED" } else { "ok" }),
    )?;
    Ok(if failed {
        Verdict::Failed
    } else {
        Verdict::Passed
    })
}

/// The files of a folder.
#[derive(Default)]
struct Files {
    /// The cases, by path.
    cases: Vec<(PathBuf, Case)>,
    /// The files that are none, and why.
    unreadable: Vec<(String, String)>,
}

impl Files {
    fn open(folder: &Path) -> Result<Self, Error> {
        let mut files = Self::default();
        for path in corpus::json_files(folder)? {
            match Case::open(&path) {
                Ok(case) => files.cases.push((path, case)),
                Err(error) => {
                    let name = path.display().to_string();
                    files.unreadable.push((name, error.to_string()));
                }
            }
        }
        Ok(files)
    }

    /// Keeps only the cases with this in their name.
    fn retain(&mut self, only: &str) {
        self.cases.retain(|(_, case)| case.name.contains(only));
        self.unreadable.clear();
    }
}

fn compile_line(preparation: &Preparation) -> String {
    format!(
        "compile: {} definitions in {:.3} s, {} accepted",
        preparation.definitions,
        preparation.elapsed.as_secs_f64(),
        preparation.machines.len(),
    )
}

/// Replays the cases that still have no fate.
fn replay_all(kind: &str, preparation: &mut Preparation, out: &mut dyn Write) -> Result<(), Error> {
    let pending = |prepared: &&Prepared| prepared.fate.is_none();
    if !preparation.cases.iter().any(|prepared| pending(&prepared)) {
        return Ok(());
    }
    let start = Instant::now();
    let program = Program::build(&Layout::of_workspace(), kind, &preparation.machines)?;
    say(
        out,
        &rustc_line(&program, &preparation.machines, start.elapsed()),
    )?;
    out.flush().map_err(Error::Output)?;
    for prepared in &mut preparation.cases {
        let machine = prepared
            .machine
            .and_then(|index| preparation.machines.get(index));
        let problem = machine.and_then(|machine| program.broken.get(&machine.module.name));
        if let (None, Some(problem)) = (&prepared.fate, problem) {
            prepared.fate = Some(Fate::Failed(format!("no Rust: {problem}")));
        }
    }
    let cases: Vec<(&Prepared, &Machine)> = preparation
        .cases
        .iter()
        .filter(pending)
        .filter_map(|prepared| Some((prepared, preparation.machines.get(prepared.machine?)?)))
        .collect();
    let (replayed, elapsed) = program.replay(&cases)?;
    let line = format!(
        "replay: {} executions in {:.3} s",
        cases.len(),
        elapsed.as_secs_f64()
    );
    say(out, &line)?;
    let fates: Vec<Fate> = cases
        .iter()
        .zip(&replayed)
        .map(|((prepared, _), replayed)| fate(&prepared.case, replayed))
        .collect();
    let open = preparation
        .cases
        .iter_mut()
        .filter(|prepared| prepared.fate.is_none());
    for (prepared, fate) in open.zip(fates) {
        prepared.fate = Some(fate);
    }
    Ok(())
}

fn rustc_line(program: &Program, machines: &[Machine], all: Duration) -> String {
    let fresh = if program.fresh {
        " (unchanged since the last run)"
    } else {
        ""
    };
    format!(
        "rustc: {} machines, {} states, {} lines in {:.1} s{fresh}, with dependencies {:.1} s",
        machines.len(),
        machines.iter().map(|machine| machine.states).sum::<usize>(),
        program.lines,
        program.elapsed.as_secs_f64(),
        all.as_secs_f64(),
    )
}

fn fate(case: &Case, replayed: &Replayed) -> Fate {
    match replayed {
        Replayed::Ended(record) => match judge::difference(case, record) {
            None => Fate::Passed,
            Some(difference) => Fate::Failed(difference.to_string()),
        },
        Replayed::Hung => Fate::Failed("no end in 10 s of real time".to_owned()),
        Replayed::Aborted => Fate::Failed("it ends the whole program".to_owned()),
    }
}

fn told(prepared: &Prepared) -> Told<'_> {
    let no_fate = || Fate::Failed("it was not replayed".to_owned());
    Told {
        name: &prepared.case.name,
        group: &prepared.case.group,
        fate: prepared.fate.clone().unwrap_or_else(no_fate),
    }
}

fn say(out: &mut dyn Write, line: &str) -> Result<(), Error> {
    writeln!(out, "{line}").map_err(Error::Output)
}

#[cfg(test)]
mod tests {
    use super::super::arguments::Detail;
    use super::super::scratch::Scratch;
    use super::*;

    fn run_on(folder: &Path) -> (Verdict, String) {
        let arguments = Recorded {
            kind: "recorded",
            folder: Some(folder.to_owned()),
            only: None,
            detail: Detail::Brief,
        };
        let mut out = Vec::new();
        let verdict = run(&arguments, &mut out).unwrap();
        (verdict, String::from_utf8(out).unwrap())
    }

    #[test]
    fn folder_that_is_missing_is_skipped_visibly() {
        let (verdict, out) = run_on(Path::new("/no/such/folder"));
        let line = "skipped: `/no/such/folder` does not exist\n";
        assert_eq!((verdict, out.as_str()), (Verdict::Passed, line));
    }

    #[test]
    fn file_that_is_no_case_fails_without_losing_the_others() {
        let scratch = Scratch::new("recorded");
        let case = |status: &str| {
            format!(
                r#"{{ "name": "a", "group": "g", "definition": {{}}, "expect": {{ "status": "{status}" }} }}"#
            )
        };
        scratch.put("g/1.json", &case("INVALID"));
        let (verdict, out) = run_on(scratch.path());
        assert!(
            verdict == Verdict::Passed && out.contains("g: 1/1\n"),
            "{out}"
        );
        scratch.put("g/2.json", &case("UNHEARD_OF"));
        let (verdict, out) = run_on(scratch.path());
        assert!(
            verdict == Verdict::Failed && out.contains("g: 1/1\n"),
            "{out}"
        );
        assert!(out.contains("unreadable: 0/1\n"), "{out}");
    }
}
