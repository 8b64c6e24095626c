//! The catalogue of rules that validators of the language have or should have: one minimal
//! definition per rule, what is found in it, and nothing else. And definitions that are right, in
//! which nothing is found.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::collections::{BTreeMap, BTreeSet};

use asl_codegen::diagnostic::{Code, Severity, render};
use asl_codegen::{Dialect, Options, Source, compile};

#[path = "catalogue/controls.rs"]
mod controls;
#[path = "catalogue/data.rs"]
mod data;
#[path = "catalogue/handlers.rs"]
mod handlers;
#[path = "catalogue/machine.rs"]
mod machine;
#[path = "catalogue/states.rs"]
mod states;

use Severity::{Error, Note, Warning};

const ASL: &[Dialect] = &[Dialect::Asl];
const AWS: &[Dialect] = &[Dialect::Aws];
const BOTH: &[Dialect] = &[Dialect::Asl, Dialect::Aws];

/// A rule of the catalogue and a definition that breaks it.
struct Row {
    /// In the catalogue's words.
    rule: &'static str,
    /// The dialects that have the rule.
    dialects: &'static [Dialect],
    severity: Severity,
    code: Code,
    definition: String,
}

fn row(
    rule: &'static str,
    dialects: &'static [Dialect],
    (severity, code): (Severity, Code),
    definition: impl Into<String>,
) -> Row {
    let definition = definition.into();
    Row {
        rule,
        dialects,
        severity,
        code,
        definition,
    }
}

/// A machine of these states, the first of which is `A`.
fn states(states: &str) -> String {
    format!(r#"{{"StartAt":"A","States":{{{states}}}}}"#)
}

/// A machine of one state, given by its members.
fn one(members: &str) -> String {
    states(&format!(r#""A":{{{members}}}"#))
}

/// A machine of one Task, given by its members beyond `Type`.
fn task(members: &str) -> String {
    one(&format!(r#""Type":"Task","End":true,{members}"#))
}

/// A scope in which all is well.
const INNER: &str = r#"{"StartAt":"N","States":{"N":{"Type":"Pass","End":true}}}"#;

/// Checks that each definition shows its rule and nothing else; one number per group, that of its
/// rules in the catalogue.
fn check(group: &str, rules: usize, rows: &[Row]) {
    let names: BTreeSet<&str> = rows.iter().map(|row| row.rule).collect();
    assert_eq!(names.len(), rules, "{group}: {names:#?}");
    let mut problems = String::new();
    for row in rows {
        for dialect in row.dialects {
            let found = findings(*dialect, &row.definition);
            let expected = BTreeSet::from([(row.code, row.severity)]);
            if found.codes != expected {
                let dialect = dialect.rules().name;
                problems += &format!(
                    "\n{group}: {} ({dialect}): expected {:?} {}, found\n{}\n",
                    row.rule, row.severity, row.code, found.shown
                );
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

/// What is found in a definition.
struct Findings {
    codes: BTreeSet<(Code, Severity)>,
    shown: String,
}

fn findings(dialect: Dialect, definition: &str) -> Findings {
    let options = Options {
        dialect,
        ..Options::default()
    };
    let source = Source::new("t.asl.json", definition);
    let found = compile(&source, &options).diagnostics;
    let codes = found.iter().map(|found| (found.code, found.severity));
    Findings {
        codes: codes.collect(),
        shown: render::all(&found, &source, render::DEFAULT_LIMIT),
    }
}

#[test]
fn severities_of_a_code_are_those_of_the_index() {
    let index = include_str!("../../docs/errors/README.md");
    let mut listed: BTreeMap<&str, &str> = BTreeMap::new();
    for line in index.lines() {
        let mut cells = line.split('|').map(str::trim).skip(1);
        if let (Some(code), Some(severities)) = (cells.next(), cells.next())
            && code.parse::<Code>().is_ok()
        {
            listed.insert(code, severities);
        }
    }
    let rows = [
        machine::rows(),
        handlers::rows(),
        states::rows(),
        data::rows(),
    ];
    for row in rows.into_iter().flatten() {
        let severities = listed.get(row.code.as_str()).unwrap_or(&"error");
        assert!(
            severities.contains(&row.severity.to_string()),
            "{} is {severities} in the index, and {} for: {}",
            row.code,
            row.severity,
            row.rule
        );
    }
}
