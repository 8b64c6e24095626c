//! The command `verdicts`: definitions on which another validator has spoken, and whether this
//! compiler agrees.

mod matrix;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use asl_codegen::diagnostic::Code;
use asl_codegen::{Dialect, MachineType};

use super::arguments::{Detail, Verdicts};
use super::attempt::{Finding, Outcome, Target, attempt};
use super::corpus;
use super::error::cannot;
use super::recorded::known::Known;
use super::{Error, Verdict};
use matrix::Matrix;

/// The folder.
const NAME: &str = "verdicts";

/// The verdicts that are not the service's and not right, beside the sources of the tests.
const KNOWN: &str = "verdicts-known.txt";

/// Compiles every definition of the folder and compares with the verdict it comes with.
///
/// # Errors
///
/// [`Error`] if the folder is there but cannot be read.
pub fn run(arguments: &Verdicts, out: &mut dyn Write) -> Result<Verdict, Error> {
    let folder = corpus::folder(arguments.folder.as_deref(), NAME);
    if !folder.is_dir() {
        let line = format!("skipped: `{}` does not exist", folder.display());
        writeln!(out, "{line}").map_err(Error::Output)?;
        return Ok(Verdict::Passed);
    }
    let known = Known::open(KNOWN)?;
    let mut verdict = Verdict::Passed;
    for source in sources(&folder)? {
        let judged = judge(&folder, &source)?;
        let matrix = Matrix::new(&source, &judged, &known);
        write!(out, "{matrix}").map_err(Error::Output)?;
        if matrix.has_failed() {
            verdict = Verdict::Failed;
        }
        if arguments.detail == Detail::Full {
            everything(&judged, out)?;
        }
    }
    let outcome = match verdict {
        Verdict::Passed => "verdicts: ok",
        Verdict::Failed => "verdicts: FAILED",
    };
    writeln!(out, "{outcome}").map_err(Error::Output)?;
    Ok(verdict)
}

/// A definition, what was said about it, and what this compiler says.
#[derive(Debug)]
struct Judged {
    /// `source/valid/name`.
    id: String,
    /// Whether it is said to be a definition.
    is_valid: bool,
    answer: Answer,
}

/// What this compiler says.
#[derive(Debug)]
enum Answer {
    Accepted,
    Refused(Vec<Finding>),
    /// It needs JSONata, which no verdict of ours can be about yet.
    NeedsJsonata,
}

impl Judged {
    /// Whether both say the same; nothing is claimed about JSONata.
    fn agrees(&self) -> Option<bool> {
        match self.answer {
            Answer::Accepted => Some(self.is_valid),
            Answer::Refused(_) => Some(!self.is_valid),
            Answer::NeedsJsonata => None,
        }
    }
}

/// The validators that have a folder, by name.
fn sources(folder: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot("list", folder))? {
        let path = entry.map_err(cannot("list", folder))?.path();
        if let Some(name) = path.file_name().and_then(|name| name.to_str())
            && path.is_dir()
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn judge(folder: &Path, source: &str) -> Result<Vec<Judged>, Error> {
    let mut judged = Vec::new();
    for (side, is_valid) in [("valid", true), ("invalid", false)] {
        let side_folder = folder.join(source).join(side);
        if !side_folder.is_dir() {
            continue;
        }
        for file in corpus::json_files(&side_folder)? {
            judged.push(Judged {
                id: id(folder, &file),
                is_valid,
                answer: answer(&file, target(source)),
            });
        }
    }
    Ok(judged)
}

/// The path in the folder, without `.json`.
fn id(folder: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(folder).unwrap_or(file);
    let stem: PathBuf = inside.with_extension("");
    stem.to_string_lossy().replace('\\', "/")
}

/// What the validator took the definitions for: the name of a source says so of express machines.
fn target(source: &str) -> Target {
    Target {
        dialect: Dialect::Aws,
        machine_type: match source.ends_with("-express") {
            true => MachineType::Express,
            false => MachineType::Standard,
        },
    }
}

fn answer(file: &Path, target: Target) -> Answer {
    let shown = file.file_name().unwrap_or_default().to_string_lossy();
    match attempt(file, &shown, "machine", target).outcome {
        Outcome::Accepted(_) => Answer::Accepted,
        Outcome::Refused(findings) if findings.iter().any(is_about_jsonata) => Answer::NeedsJsonata,
        Outcome::Refused(findings) => Answer::Refused(findings),
    }
}

fn is_about_jsonata(finding: &Finding) -> bool {
    finding.code == Code::NotSupportedYet && finding.message.contains("JSONata")
}

/// Every definition with what this compiler says.
fn everything(judged: &[Judged], out: &mut dyn Write) -> Result<(), Error> {
    for judged in judged {
        let answer = match &judged.answer {
            Answer::Accepted => "accepted",
            Answer::Refused(_) => "refused",
            Answer::NeedsJsonata => "needs JSONata",
        };
        writeln!(out, "  {}: {answer}", judged.id).map_err(Error::Output)?;
        if let Answer::Refused(findings) = &judged.answer {
            for finding in findings {
                writeln!(out, "    {}", finding.short).map_err(Error::Output)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    const GOOD: &str = r#"{ "StartAt": "A", "States": { "A": { "Type": "Succeed" } } }"#;
    const BAD: &str = r#"{ "StartAt": "B", "States": { "A": { "Type": "Succeed" } } }"#;
    const JSONATA: &str = r#"{ "StartAt": "A", "QueryLanguage": "JSONata",
        "States": { "A": { "Type": "Succeed" } } }"#;

    fn run_on(scratch: &Scratch) -> (Verdict, String) {
        let arguments = Verdicts {
            folder: Some(scratch.path().to_owned()),
            detail: Detail::Brief,
        };
        let mut out = Vec::new();
        let verdict = run(&arguments, &mut out).unwrap();
        (verdict, String::from_utf8(out).unwrap())
    }

    #[test]
    fn agreement_is_counted_and_jsonata_is_not() {
        let scratch = Scratch::new("verdicts-agree");
        scratch.put("peer/valid/good.json", GOOD);
        scratch.put("peer/valid/later.json", JSONATA);
        scratch.put("peer/invalid/bad.json", BAD);
        scratch.put("peer/invalid/bad.why.txt", "StartAt");
        let (verdict, out) = run_on(&scratch);
        assert_eq!(verdict, Verdict::Passed, "{out}");
        assert_eq!(
            out,
            "peer: 2/2 agree, 1 not judged (JSONata)\n\
             \x20            accepted  refused  needs JSONata\n\
             \x20 valid             1        0              1\n\
             \x20 invalid           0        1              0\n\
             verdicts: ok\n"
        );
    }

    #[test]
    fn task_11_what_express_machines_do_not_have_is_for_standard_ones() {
        let waits = r#"{ "StartAt": "A", "States": { "A": { "Type": "Task", "End": true,
            "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken" } } }"#;
        let scratch = Scratch::new("verdicts-express");
        scratch.put("service/valid/waits.json", waits);
        scratch.put("service-express/invalid/waits.json", waits);
        let (verdict, out) = run_on(&scratch);
        assert_eq!(verdict, Verdict::Passed, "{out}");
    }

    #[test]
    fn disagreement_that_is_on_no_list_fails_the_run() {
        let scratch = Scratch::new("verdicts-disagree");
        scratch.put("peer/valid/bad.json", BAD);
        scratch.put("peer/invalid/good.json", GOOD);
        let (verdict, out) = run_on(&scratch);
        assert_eq!(verdict, Verdict::Failed);
        assert!(out.contains("peer: 0/2 agree\n"), "{out}");
        assert!(
            out.contains("  DISAGREES peer/invalid/good: accepted\n"),
            "{out}"
        );
        assert!(
            out.contains("  DISAGREES peer/valid/bad: bad.json:1:14: error[ASL0201]"),
            "{out}"
        );
    }
}
