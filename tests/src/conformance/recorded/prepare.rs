//! Compiling the definitions of the cases, and what follows from that alone.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use asl_codegen::Source;
use asl_codegen::diagnostic::Code;
use asl_runtime::Value;

use super::super::attempt::{Attempt, Finding, Outcome, Target, compile_source};
use super::super::crate_writer::{Module, module_name};
use super::case::{Case, Status};
use super::skip;

/// What became of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// What was expected.
    Passed,
    /// Refused, as expected, with these codes.
    Refused(Vec<Code>),
    /// Something else.
    Failed(String),
    /// Refused for nothing but parts of the language that the compiler does not have yet: these.
    NotYet(Vec<String>),
    /// Not judged, for this reason.
    Skipped(String),
}

/// A case on its way.
#[derive(Debug)]
pub struct Prepared {
    /// Its file.
    pub path: PathBuf,
    /// The case.
    pub case: Case,
    /// What became of it; `None`: it has to be replayed.
    pub fate: Option<Fate>,
    /// The machine it is replayed with, by its place among all.
    pub machine: Option<usize>,
}

/// A definition that was accepted. Cases that differ only by their input share one.
#[derive(Debug)]
pub struct Machine {
    /// Its code.
    pub module: Module,
    /// The methods of its `Tasks`.
    pub methods: Vec<String>,
    /// States of all levels.
    pub states: usize,
}

/// All cases, and the machines that they need.
#[derive(Debug, Default)]
pub struct Preparation {
    /// The cases, in the order of their files.
    pub cases: Vec<Prepared>,
    /// The machines.
    pub machines: Vec<Machine>,
    /// Definitions compiled.
    pub definitions: usize,
    /// What `compile` took for all of them.
    pub elapsed: Duration,
}

impl Preparation {
    /// Compiles the definitions of these cases of `folder`.
    pub fn new(folder: &Path, cases: Vec<(PathBuf, Case)>) -> Self {
        let mut preparation = Self::default();
        let mut compiled: HashMap<(String, &str, &str), Result<usize, Vec<Finding>>> =
            HashMap::new();
        for (path, case) in cases {
            let shown = path.strip_prefix(folder).unwrap_or(&path).display();
            let mut prepared = Prepared {
                path: path.clone(),
                fate: skip::reason(&case).map(Fate::Skipped),
                machine: None,
                case,
            };
            if let (None, Some(target)) = (&prepared.fate, prepared.case.target()) {
                let (dialect, kind) = (target.dialect.rules().name, target.machine_type.name());
                let key = (prepared.case.text().to_owned(), dialect, kind);
                let outcome = compiled.entry(key).or_insert_with(|| {
                    preparation.compile(&shown.to_string(), prepared.case.text(), target)
                });
                prepared.fate = verdict(&prepared.case, outcome);
                prepared.machine = outcome.as_ref().ok().copied();
            }
            preparation.cases.push(prepared);
        }
        preparation
    }

    /// Compiles one definition to the next machine, unless it is refused.
    fn compile(&mut self, shown: &str, text: &str, target: Target) -> Result<usize, Vec<Finding>> {
        let index = self.machines.len();
        let name = module_name(index);
        let source = Source::new(shown, text);
        let Attempt {
            states,
            elapsed,
            outcome,
        } = compile_source(&source, &name, target);
        self.definitions += 1;
        self.elapsed += elapsed;
        let accepted = match outcome {
            Outcome::Accepted(accepted) => accepted,
            Outcome::Refused(findings) => return Err(findings),
        };
        // What is no Rust is for rustc to say.
        let code = accepted.code.unwrap_or_else(|problem| problem);
        self.machines.push(Machine {
            module: Module {
                name,
                id: shown.to_owned(),
                docs: accepted.docs,
                code,
            },
            methods: accepted.methods,
            states,
        });
        Ok(index)
    }
}

/// What becomes of a case without running anything.
fn verdict<T>(case: &Case, outcome: &Result<T, Vec<Finding>>) -> Option<Fate> {
    match (outcome, case.expect.status) {
        (Ok(_), Status::Invalid) => Some(Fate::Failed(
            "status: expected a refused definition, got an accepted one".to_owned(),
        )),
        (Ok(_), Status::Valid) => Some(Fate::Passed),
        (Ok(_), Status::BadInput) => Some(bad_input(case)),
        (Ok(_), _) => None,
        // What is not supported yet is refused for a reason of its own.
        (Err(findings), status) => match not_yet(findings) {
            Some(named) => Some(Fate::NotYet(named)),
            None if status == Status::Invalid => Some(Fate::Refused(codes(findings))),
            None => {
                let first = findings
                    .first()
                    .map_or("", |finding| finding.short.as_str());
                Some(Fate::Failed(format!("refused: {first}")))
            }
        },
    }
}

fn bad_input(case: &Case) -> Fate {
    let text = case.expect.input_text.as_deref().unwrap_or_default();
    match Value::from_json(text) {
        Err(_) => Fate::Passed,
        Ok(_) => Fate::Failed(format!(
            "input: expected a refusal of `{text}`, it was read"
        )),
    }
}

fn codes(findings: &[Finding]) -> Vec<Code> {
    let mut codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// What the compiler does not have yet, if that is the only problem.
fn not_yet(findings: &[Finding]) -> Option<Vec<String>> {
    if findings.iter().any(|f| f.code != Code::NotSupportedYet) {
        return None;
    }
    let mut named: Vec<String> = findings.iter().map(|f| f.message.clone()).collect();
    named.sort_unstable();
    named.dedup();
    Some(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_codegen::diagnostic::Severity;

    const GOOD: &str = r#"{ "StartAt": "A", "States": { "A": { "Type": "Succeed" } } }"#;
    const BAD: &str = r#"{ "StartAt": "B", "States": { "A": { "Type": "Succeed" } } }"#;

    fn prepared(cases: &[(&str, &str)]) -> Preparation {
        let case = |(index, (definition, expect)): (usize, &(&str, &str))| {
            let text = format!(
                r#"{{ "name": "n{index}", "group": "g", "definition": {definition}, "expect": {{ {expect} }} }}"#
            );
            (
                PathBuf::from(format!("f/{index}.json")),
                serde_json::from_str(&text).unwrap(),
            )
        };
        Preparation::new(Path::new("f"), cases.iter().enumerate().map(case).collect())
    }

    #[test]
    fn same_definition_is_compiled_once() {
        let run = r#""status": "SUCCEEDED""#;
        let preparation = prepared(&[(GOOD, run), (GOOD, run)]);
        assert_eq!(
            (preparation.definitions, preparation.machines.len()),
            (1, 1)
        );
        let machines: Vec<_> = preparation.cases.iter().map(|case| case.machine).collect();
        assert_eq!(machines, [Some(0), Some(0)]);
        assert!(preparation.cases.iter().all(|case| case.fate.is_none()));
    }

    #[test]
    fn verdicts_need_no_run() {
        let preparation = prepared(&[
            (GOOD, r#""status": "VALID""#),
            (GOOD, r#""status": "BAD_INPUT", "input_text": "{""#),
        ]);
        for case in &preparation.cases {
            assert_eq!(case.fate, Some(Fate::Passed), "{}", case.case.name);
        }
        let refused = prepared(&[(BAD, r#""status": "INVALID""#)]);
        let Some(Fate::Refused(codes)) = &refused.cases[0].fate else {
            panic!("accepted");
        };
        assert!(codes.contains(&Code::UnknownTarget), "{codes:?}");
        let wrong = prepared(&[
            (BAD, r#""status": "VALID""#),
            (GOOD, r#""status": "INVALID""#),
            (GOOD, r#""status": "BAD_INPUT", "input_text": "{}""#),
            (BAD, r#""status": "SUCCEEDED""#),
        ]);
        for case in &wrong.cases {
            assert!(matches!(case.fate, Some(Fate::Failed(_))), "{case:?}");
        }
    }

    #[test]
    fn refusal_of_what_is_not_supported_yet_is_no_verdict() {
        let finding = |code, message: &str| Finding {
            severity: Severity::Error,
            code,
            message: message.to_owned(),
            short: message.to_owned(),
        };
        let later = finding(Code::NotSupportedYet, "x is not supported yet");
        let named = vec!["x is not supported yet".to_owned()];
        assert_eq!(not_yet(&[later.clone(), later.clone()]), Some(named));
        assert_eq!(
            not_yet(&[later, finding(Code::UnknownTarget, "no B")]),
            None
        );
    }
}
