//! What a definition is refused for, and the nearest thing that is accepted.
//!
//! Every test is a table of definitions and the codes they are refused with; no codes: accepted.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use asl_codegen::diagnostic::{Code, Severity};
use asl_codegen::{Compilation, Dialect, Options, Source, compile};

#[path = "refusals/dialects.rs"]
mod dialects;
#[path = "refusals/fields.rs"]
mod fields;
#[path = "refusals/machine.rs"]
mod machine;
#[path = "refusals/states.rs"]
mod states;
#[path = "refusals/wording.rs"]
mod wording;

const ACCEPTED: &[Code] = &[];

/// The dialects that have all eight types of states.
const ASL_AND_AWS: &[Dialect] = &[Dialect::Asl, Dialect::Aws];

fn compiled(dialect: Dialect, text: &str) -> Compilation {
    let options = Options {
        dialect,
        ..Options::default()
    };
    compile(&Source::new("t.asl.json", text), &options)
}

/// The findings of a severity, in the order of the file.
fn found(severity: Severity, dialect: Dialect, text: &str) -> Vec<Code> {
    let found = compiled(dialect, text).diagnostics.into_iter();
    found
        .filter(|found| found.severity == severity)
        .map(|found| found.code)
        .collect()
}

fn errors(dialect: Dialect, text: &str) -> Vec<Code> {
    found(Severity::Error, dialect, text)
}

fn warnings(dialect: Dialect, text: &str) -> Vec<Code> {
    assert_eq!(errors(dialect, text), ACCEPTED, "{text}");
    found(Severity::Warning, dialect, text)
}

/// Checks cases that the dialects agree on; `wrap` makes a definition of a case.
fn agreed(wrap: impl Fn(&str) -> String, cases: &[(&str, &[Code])]) {
    for (case, expected) in cases {
        for dialect in ASL_AND_AWS {
            let text = wrap(case);
            assert_eq!(errors(*dialect, &text), *expected, "{dialect:?}: {text}");
        }
    }
}

/// Checks cases with the codes of dialect `asl` and those of dialect `aws`.
fn by_dialect(wrap: impl Fn(&str) -> String, cases: &[(&str, &[Code], &[Code])]) {
    for (case, asl, aws) in cases {
        let text = wrap(case);
        assert_eq!(errors(Dialect::Asl, &text), *asl, "asl: {text}");
        assert_eq!(errors(Dialect::Aws, &text), *aws, "aws: {text}");
    }
}

/// Asserts that two definitions are accepted and mean the same, or do not.
fn compare(dialect: Dialect, a: &str, b: &str, same: bool) {
    let tokens = |text: &str| {
        let compilation = compiled(dialect, text);
        assert!(!compilation.is_refused(), "{dialect:?}: {text}");
        compilation.tokens.to_string()
    };
    assert_eq!(tokens(a) == tokens(b), same, "{dialect:?}: {a} and {b}");
}

/// A machine around a state `A`. `Z`, a Succeed, is reached whatever `A` does.
fn around(state: &str) -> String {
    let go = r#"{"Type":"Choice","Choices":[{"Variable":"$.z","IsPresent":true,"Next":"Z"}],"Default":"A"}"#;
    format!(r#"{{"StartAt":"Go","States":{{"Go":{go},"A":{state},"Z":{{"Type":"Succeed"}}}}}}"#)
}

/// The processor of a Map in a mode.
fn processor(mode: &str) -> String {
    format!(
        r#"{{"ProcessorConfig":{{"Mode":"{mode}","ExecutionType":"STANDARD"}},"StartAt":"N","States":{{"N":{{"Type":"Pass","End":true}}}}}}"#
    )
}

/// A machine with a state of a kind that has what the kind requires, and `members`. A
/// `Distributed` is a Map in the mode `DISTRIBUTED`.
fn with(kind: &str, members: &str) -> String {
    let nested = r#"{"StartAt":"N","States":{"N":{"Type":"Pass","End":true}}}"#;
    let required = match kind {
        "Task" => r#""Type":"Task","Resource":"do:r","Next":"Z""#.to_owned(),
        "Parallel" => format!(r#""Type":"Parallel","Branches":[{nested}],"Next":"Z""#),
        "Map" => format!(r#""Type":"Map","ItemProcessor":{nested},"Next":"Z""#),
        "Distributed" => {
            let processor = processor("DISTRIBUTED");
            format!(r#""Type":"Map","ItemProcessor":{processor},"Next":"Z""#)
        }
        "Wait" => r#""Type":"Wait","Seconds":1,"Next":"Z""#.to_owned(),
        "Choice" => {
            let rule = r#"{"Variable":"$.a","IsNull":true,"Next":"Z"}"#;
            let other = rule.replace("true", "false");
            format!(r#""Type":"Choice","Choices":[{rule},{other}]"#)
        }
        "Pass" => r#""Type":"Pass","Next":"Z""#.to_owned(),
        _ => format!(r#""Type":"{kind}""#),
    };
    let comma = if members.is_empty() { "" } else { "," };
    around(&format!("{{{required}{comma}{members}}}"))
}

/// [`with`] for a table: `Kind: members`.
fn kind(case: &str) -> String {
    let (kind, members) = case.split_once(':').unwrap();
    with(kind, members.trim())
}

#[test]
fn around_every_kind_of_state_is_a_definition_without_a_finding() {
    for kind in [
        "Task",
        "Parallel",
        "Map",
        "Distributed",
        "Wait",
        "Choice",
        "Pass",
        "Succeed",
        "Fail",
    ] {
        for dialect in ASL_AND_AWS {
            let found = compiled(*dialect, &with(kind, "")).diagnostics;
            assert!(found.is_empty(), "{kind} in {dialect:?}: {found:?}");
        }
    }
}
