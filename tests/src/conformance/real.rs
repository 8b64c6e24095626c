//! The command `real`: how many of the published machines are compiled, and to code that rustc
//! takes.

use std::collections::BTreeMap;
use std::io::Write;

use super::arguments::{Detail, Real};
use super::attempt::attempt;
use super::corpus::{self, Corpus};
use super::crate_writer::{GeneratedCrate, Layout, Module, module_name};
use super::report::{EXAMPLES, Judged, Report};
use super::rustc::{self, Action, Checked, Message};
use super::{Error, Verdict};

/// The folder, and the crate written.
const NAME: &str = "real";

/// Compiles every machine of the folder, then the generated code, and prints what became of them.
///
/// # Errors
///
/// [`Error`] if the folder is there but cannot be read, or cargo cannot be run.
pub fn run(arguments: &Real, out: &mut dyn Write) -> Result<Verdict, Error> {
    let folder = corpus::folder(arguments.folder.as_deref(), NAME);
    if !folder.is_dir() {
        say(
            out,
            &format!("skipped: `{}` does not exist", folder.display()),
        )?;
        return Ok(Verdict::Passed);
    }
    let corpus = Corpus::open(&folder)?;
    let judged = judge(&corpus, arguments);
    say(out, &heading(&corpus, arguments)?)?;
    let report = Report {
        judged: &judged,
        detail: arguments.detail,
    };
    write!(out, "{report}").map_err(Error::Output)?;
    let formatted = unformatted(&judged, out)?;
    let compiled = if arguments.rustc {
        compile(&judged, arguments.detail, out)?
    } else {
        Verdict::Passed
    };
    let wrong = judged.iter().any(Judged::is_wrongly_accepted);
    let failed = wrong || formatted == Verdict::Failed || compiled == Verdict::Failed;
    say(out, if failed { "real: FAILED" } else { "real: ok" })?;
    Ok(if failed {
        Verdict::Failed
    } else {
        Verdict::Passed
    })
}

fn heading(corpus: &Corpus, arguments: &Real) -> Result<String, Error> {
    let unlisted = match corpus.unlisted()? {
        0 => String::new(),
        more => format!(", {more} more that its manifest does not list"),
    };
    Ok(format!(
        "real: {} machines in `{}`{unlisted}, dialect {}",
        corpus.machines.len(),
        corpus.folder.display(),
        arguments.dialect.rules().name,
    ))
}

fn judge<'a>(corpus: &'a Corpus, arguments: &Real) -> Vec<Judged<'a>> {
    let judge = |(index, machine)| Judged {
        machine,
        attempt: attempt(
            &corpus.file(machine),
            &format!("{}.json", machine.id),
            &module_name(index),
            arguments.dialect,
        ),
    };
    corpus.machines.iter().enumerate().map(judge).collect()
}

/// Names the machines whose tokens are not even a Rust file.
fn unformatted(judged: &[Judged<'_>], out: &mut dyn Write) -> Result<Verdict, Error> {
    let mut verdict = Verdict::Passed;
    for judged in judged {
        if let Some(Err(problem)) = judged.accepted().map(|accepted| &accepted.code) {
            say(out, &format!("NO RUST {}: {problem}", judged.machine.id))?;
            verdict = Verdict::Failed;
        }
    }
    Ok(verdict)
}

fn compile(judged: &[Judged<'_>], detail: Detail, out: &mut dyn Write) -> Result<Verdict, Error> {
    let (generated, states) = generated(judged);
    let layout = Layout::of_workspace();
    generated.write(&layout)?;
    out.flush().map_err(Error::Output)?;
    let checked = rustc::compile(&layout, NAME, "asl-runtime", Action::Check)?;
    let outcome = if checked.compiles() { "ok" } else { "FAILED" };
    let fresh = if checked.fresh {
        " (unchanged since the last run)"
    } else {
        ""
    };
    say(
        out,
        &format!(
            "rustc: {} machines, {states} states, {} lines in {:.1} s{fresh}: {outcome}",
            generated.modules.len(),
            generated.lines(),
            checked.elapsed.as_secs_f64(),
        ),
    )?;
    errors(&checked, &generated, detail, out)?;
    warnings(&checked, &generated, detail, out)?;
    Ok(if checked.compiles() {
        Verdict::Passed
    } else {
        Verdict::Failed
    })
}

/// The crate of all accepted machines, and how many states they have.
fn generated(judged: &[Judged<'_>]) -> (GeneratedCrate, usize) {
    let mut states = 0;
    let mut modules = Vec::new();
    for (index, judged) in judged.iter().enumerate() {
        let Some(accepted) = judged.accepted() else {
            continue;
        };
        let Ok(code) = &accepted.code else {
            continue;
        };
        states += judged.attempt.states;
        modules.push(Module {
            name: module_name(index),
            id: judged.machine.id.clone(),
            docs: accepted.docs.clone(),
            code: code.clone(),
        });
    }
    let generated = GeneratedCrate {
        name: NAME.to_owned(),
        modules,
        program: None,
    };
    (generated, states)
}

/// The first error of each machine, or all of them.
fn errors(
    checked: &Checked,
    generated: &GeneratedCrate,
    detail: Detail,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut by_machine: BTreeMap<&str, Vec<&Message>> = BTreeMap::new();
    for error in checked.errors() {
        by_machine
            .entry(id(error, generated))
            .or_default()
            .push(error);
    }
    let (most_machines, most_errors) = match detail {
        Detail::Brief => (EXAMPLES, 1),
        Detail::Full => (usize::MAX, usize::MAX),
    };
    for (id, errors) in by_machine.iter().take(most_machines) {
        say(out, &format!("{id}: {} errors", errors.len()))?;
        for error in errors.iter().take(most_errors) {
            say(out, &error.rendered)?;
        }
    }
    match by_machine.len().saturating_sub(most_machines) {
        0 => Ok(()),
        more => say(
            out,
            &format!("and {more} more machines with errors (`--verbose`)"),
        ),
    }
}

/// Each lint that the generated code trips, with an example.
fn warnings(
    checked: &Checked,
    generated: &GeneratedCrate,
    detail: Detail,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut by_lint: BTreeMap<&str, Vec<&Message>> = BTreeMap::new();
    for warning in checked.warnings() {
        by_lint
            .entry(warning.code.as_deref().unwrap_or("warning"))
            .or_default()
            .push(warning);
    }
    for (lint, warnings) in by_lint {
        say(out, &format!("rustc warns: {lint}: {}", warnings.len()))?;
        let most = if detail == Detail::Full {
            usize::MAX
        } else {
            1
        };
        for warning in warnings.into_iter().take(most) {
            say(
                out,
                &format!("{}\n{}", id(warning, generated), warning.rendered),
            )?;
        }
    }
    Ok(())
}

/// The machine that a message is about.
fn id<'a>(message: &Message, generated: &'a GeneratedCrate) -> &'a str {
    let file = message.file.as_deref();
    let module = file.and_then(|file| generated.module_of(file));
    module.map_or("(no machine)", |module| module.id.as_str())
}

fn say(out: &mut dyn Write, line: &str) -> Result<(), Error> {
    writeln!(out, "{line}").map_err(Error::Output)
}

#[cfg(test)]
mod tests {
    use asl_codegen::Dialect;

    use super::super::scratch::Scratch;
    use super::*;

    fn run_on(folder: &std::path::Path) -> (Verdict, String) {
        let arguments = Real {
            folder: Some(folder.to_owned()),
            dialect: Dialect::Aws,
            detail: Detail::Brief,
            rustc: false,
        };
        let mut out = Vec::new();
        let verdict = run(&arguments, &mut out).unwrap();
        (verdict, String::from_utf8(out).unwrap())
    }

    #[test]
    fn folder_that_is_missing_is_skipped_visibly() {
        let (verdict, out) = run_on(std::path::Path::new("/no/such/folder"));
        assert_eq!(
            (verdict, out.as_str()),
            (
                Verdict::Passed,
                "skipped: `/no/such/folder` does not exist\n"
            )
        );
    }

    #[test]
    fn machine_that_must_be_refused_and_is_not_fails_the_run() {
        let scratch = Scratch::new("real");
        let manifest =
            |expect: &str| format!(r#"[{{ "id": "a/1", "tier": "prod", "expect": "{expect}" }}]"#);
        scratch.put(
            "a/1.json",
            r#"{ "StartAt": "A", "States": { "A": { "Type": "Succeed" } } }"#,
        );
        scratch.put("manifest.json", &manifest("accept"));
        let (verdict, out) = run_on(scratch.path());
        assert!(
            verdict == Verdict::Passed && out.contains("prod: 1/1\n"),
            "{out}"
        );
        scratch.put("manifest.json", &manifest("refuse: why"));
        let (verdict, out) = run_on(scratch.path());
        assert!(
            verdict == Verdict::Failed && out.contains("WRONGLY ACCEPTED a/1: why\n"),
            "{out}"
        );
    }

    #[test]
    fn message_names_the_machine_of_its_file() {
        let generated = GeneratedCrate {
            name: NAME.to_owned(),
            modules: vec![Module {
                name: "m0003".to_owned(),
                id: "a/3".to_owned(),
                docs: Vec::new(),
                code: String::new(),
            }],
            program: None,
        };
        let message = |file: Option<&str>| Message {
            is_error: true,
            code: None,
            file: file.map(Into::into),
            rendered: String::new(),
        };
        assert_eq!(id(&message(Some("src/m0003.rs")), &generated), "a/3");
        assert_eq!(id(&message(Some("src/lib.rs")), &generated), "(no machine)");
        assert_eq!(id(&message(None), &generated), "(no machine)");
    }
}
