//! What a build script tells cargo.

#![allow(clippy::unwrap_used, reason = "this program is a test")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::build::{self, Report};

/// A directory of its own for a test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Self {
        let name = format!("{}-{test}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The report about a machine with the states.
fn report(test: &str, states: &str) -> Report {
    let scratch = Scratch::new(test);
    let text = format!(r#"{{ "StartAt": "S0", "States": {{ {states} }} }}"#);
    fs::write(scratch.0.join("flow.asl.json"), text).unwrap();
    build::configure()
        .machine("flow.asl.json")
        .run(&scratch.0, &scratch.0)
}

#[test]
fn of_many_errors_the_first_hundred_are_shown_and_the_rest_counted() {
    let mut states = String::new();
    for index in 0..150 {
        let comma = if index == 0 { "" } else { "," };
        write!(
            states,
            r#"{comma} "S{index}": {{ "Type": "Pass", "Next": "None" }}"#
        )
        .unwrap();
    }
    let report = report("errors", &states);
    assert!(report.failed);
    let begins = |line: &&String| line.starts_with("cargo::error=error[ASL0201]");
    assert_eq!(report.lines.iter().filter(begins).count(), 100);
    let more = "cargo::error=flow.asl.json: and 50 more errors";
    assert_eq!(report.lines.iter().filter(|line| *line == more).count(), 1);
}

#[test]
fn warnings_do_not_fail() {
    let state = r#""S0": { "Type": "Task", "Resource": "${Handler}", "End": true }"#;
    let report = report("warnings", state);
    assert!(!report.failed);
    let begins = |line: &&String| line.starts_with("cargo::warning=warning[ASL0801]");
    assert_eq!(report.lines.iter().filter(begins).count(), 1);
}
