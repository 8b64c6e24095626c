//! Compiling one definition, if need be with Rust names of our own.

use std::path::Path;
use std::time::{Duration, Instant};

use asl_codegen::diagnostic::{Code, Diagnostic, Severity, render};
use asl_codegen::options::{Options, module_name};
use asl_codegen::source::load;
use asl_codegen::{Compilation, Dialect, MachineType, Source, build, compile};
use serde_json::Value;

use super::alias::{self, Alias};

/// How often a definition is compiled again with more aliases. One round names every state; the
/// second, every task.
const ROUNDS: usize = 4;

/// What became of one definition.
#[derive(Debug)]
pub struct Attempt {
    /// States of all levels; 0 if the text is no JSON.
    pub states: usize,
    /// What the last call of `compile` took.
    pub elapsed: Duration,
    /// The result.
    pub outcome: Outcome,
}

/// The result of compiling one definition.
#[derive(Debug)]
pub enum Outcome {
    /// It was accepted.
    Accepted(Accepted),
    /// It was refused, for these reasons, errors only.
    Refused(Vec<Finding>),
}

/// An accepted definition.
#[derive(Debug)]
pub struct Accepted {
    /// The items of the machine's module, formatted; an error if they are no Rust file.
    pub code: Result<String, String>,
    /// The documentation of the module, a line each.
    pub docs: Vec<String>,
    /// The methods of its `Tasks`.
    pub methods: Vec<String>,
    /// The Rust names that it needed.
    pub aliases: Vec<Alias>,
    /// Warnings and notes.
    pub remarks: Vec<Finding>,
}

/// One thing that the compiler says about a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The same in one line with the place.
    pub short: String,
}

/// What a definition is compiled as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The dialect.
    pub dialect: Dialect,
    /// The type of machine.
    pub machine_type: MachineType,
}

/// A standard machine.
impl From<Dialect> for Target {
    fn from(dialect: Dialect) -> Self {
        Self {
            dialect,
            machine_type: MachineType::Standard,
        }
    }
}

/// Reads and compiles the definition at `path` as the machine `name`; `shown` is what diagnostics
/// call it.
pub fn attempt(path: &Path, shown: &str, name: &str, target: impl Into<Target>) -> Attempt {
    let target = target.into();
    match load::read(shown, path, target.dialect.rules().max_definition) {
        Ok(source) => compile_source(&source, name, target),
        Err(diagnostic) => Attempt {
            states: 0,
            elapsed: Duration::ZERO,
            outcome: Outcome::Refused(vec![finding(&diagnostic, &Source::new(shown, ""))]),
        },
    }
}

/// Compiles a definition as the machine `name`.
pub fn compile_source(source: &Source, name: &str, target: impl Into<Target>) -> Attempt {
    let Target {
        dialect,
        machine_type,
    } = target.into();
    let mut options = Options {
        dialect,
        machine_type,
        ..Options::default()
    };
    if let Some(name) = module_name(name) {
        options.name = name;
    }
    let mut aliases = Vec::new();
    let (mut compilation, mut elapsed) = timed(source, &options);
    for _ in 0..ROUNDS {
        if !wants_only_names(&compilation) {
            break;
        }
        let added = alias::add(&compilation.diagnostics, &mut options);
        if added.is_empty() {
            break;
        }
        aliases.extend(added);
        (compilation, elapsed) = timed(source, &options);
    }
    let outcome = if compilation.is_refused() {
        Outcome::Refused(findings(&compilation, source))
    } else {
        Outcome::Accepted(Accepted {
            code: build::format(&compilation),
            docs: compilation.docs,
            methods: compilation.methods,
            aliases,
            remarks: compilation
                .diagnostics
                .iter()
                .map(|remark| finding(remark, source))
                .collect(),
        })
    };
    Attempt {
        states: serde_json::from_str(source.text()).map_or(0, |root| count_states(&root)),
        elapsed,
        outcome,
    }
}

fn timed(source: &Source, options: &Options) -> (Compilation, Duration) {
    let start = Instant::now();
    let compilation = compile(source, options);
    (compilation, start.elapsed())
}

fn wants_only_names(compilation: &Compilation) -> bool {
    let mut errors = compilation
        .diagnostics
        .iter()
        .filter(|d| d.is_error())
        .peekable();
    errors.peek().is_some() && errors.all(alias::asks_for_a_name)
}

fn findings(compilation: &Compilation, source: &Source) -> Vec<Finding> {
    let errors = compilation.diagnostics.iter().filter(|d| d.is_error());
    let mut findings: Vec<Finding> = errors.map(|error| finding(error, source)).collect();
    findings.extend(compilation.option_errors.iter().map(|error| Finding {
        // The only error there is about options that were parsed before.
        code: Code::UnknownTask,
        severity: Severity::Error,
        message: error.to_string(),
        short: format!("{}: {error}", source.name()),
    }));
    findings
}

fn finding(diagnostic: &Diagnostic, source: &Source) -> Finding {
    Finding {
        code: diagnostic.code,
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        short: render::short(diagnostic, source),
    }
}

/// States of a machine and of everything nested in it. Goes as deep as `serde_json` parses.
fn count_states(scope: &Value) -> usize {
    let Some(Value::Object(states)) = scope.get("States") else {
        return 0;
    };
    let nested = states.values().flat_map(|state| {
        let branches = state.get("Branches").and_then(Value::as_array);
        let bodies = ["ItemProcessor", "Iterator"].map(|field| state.get(field));
        branches
            .into_iter()
            .flatten()
            .chain(bodies.into_iter().flatten())
    });
    states.len() + nested.map(count_states).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt_text(text: &str) -> Attempt {
        compile_source(&Source::new("test.json", text), "m0007", Dialect::Aws)
    }

    #[test]
    fn accepted_code_is_formatted_and_named() {
        let attempt =
            attempt_text(r#"{ "StartAt": "Hi", "States": { "Hi": { "Type": "Succeed" } } }"#);
        let Outcome::Accepted(accepted) = attempt.outcome else {
            panic!("refused");
        };
        let code = accepted.code.unwrap();
        assert!(code.contains("\npub enum State {\n"), "{code}");
        assert!(code.contains("Runs `m0007`"), "{code}");
        assert_eq!(accepted.aliases, []);
    }

    #[test]
    fn names_are_given_only_where_nothing_else_is_wrong() {
        let clash = r#""a b": { "Type": "Pass", "Next": "A B" }, "A B": { "Type": "Pass", "Next": "NEXT" }"#;
        let text = |next: &str| {
            format!(
                r#"{{ "StartAt": "a b", "States": {{ {} }} }}"#,
                clash.replace(r#""Next": "NEXT""#, next)
            )
        };
        let Outcome::Accepted(accepted) = attempt_text(&text(r#""End": true"#)).outcome else {
            panic!("refused");
        };
        assert_eq!(accepted.aliases.len(), 1);
        let Outcome::Refused(findings) = attempt_text(&text(r#""Next": "C""#)).outcome else {
            panic!("accepted");
        };
        let codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
        assert!(
            codes.contains(&Code::UnknownTarget) && codes.contains(&Code::SameRustName),
            "{codes:?}"
        );
        assert!(
            findings[0].short.starts_with("test.json:1:"),
            "{findings:?}"
        );
    }

    #[test]
    fn file_that_is_missing_is_a_finding() {
        let attempt = attempt(Path::new("/no/such.json"), "such.json", "m1", Dialect::Asl);
        let Outcome::Refused(findings) = attempt.outcome else {
            panic!("accepted");
        };
        assert_eq!(findings[0].code, Code::FileNotFound);
    }

    #[test]
    fn states_of_all_levels_are_counted() {
        let scope = r#"{ "StartAt": "A", "States": { "A": { "Type": "Fail" }, "B": {} } }"#;
        let text = format!(
            r#"{{ "States": {{ "P": {{ "Branches": [{scope}, {scope}] }}, "M": {{ "Iterator": {scope} }},
                "N": {{ "ItemProcessor": {scope} }}, "odd": 3 }} }}"#
        );
        assert_eq!(count_states(&serde_json::from_str(&text).unwrap()), 12);
    }
}
