//! What is large, odd or broken.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic")]

mod support;

use std::fmt::Write as _;

use serde_json::Value;
use support::{GOOD, MISSPELT, Scratch, asl};

/// A definition with `count` errors.
fn wrong(count: usize) -> String {
    let mut text = String::from("{ \"StartAt\": \"S0\", \"States\": {\n");
    for index in 0..count {
        let comma = if index + 1 < count { "," } else { "" };
        writeln!(
            text,
            r#"  "S{index}": {{ "Type": "Pass", "Next": "None{index}" }}{comma}"#
        )
        .unwrap();
    }
    text + "} }\n"
}

#[test]
fn of_ten_thousand_errors_the_first_hundred_are_shown_and_all_are_counted() {
    let scratch = Scratch::new("errors");
    scratch.file("a.asl.json", &wrong(10_000));
    let run = asl(&scratch, &["check", "a.asl.json"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.stdout.matches("error[ASL0201]").count(), 100);
    let last = run.stdout.trim_end().lines().last();
    assert_eq!(last, Some("a.asl.json: 9900 more findings are not shown"));
    assert!(
        run.stderr
            .starts_with("checked 1 definition: 10000 errors\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_limit_can_be_chosen_and_is_not_for_programs() {
    let scratch = Scratch::new("limit");
    scratch.file("a.asl.json", &wrong(150));
    let lines = |arguments: &[&str]| {
        let mut call = vec!["check", "a.asl.json"];
        call.extend(arguments);
        asl(&scratch, &call).stdout.lines().count()
    };
    assert_eq!(lines(&["--format", "short"]), 101);
    assert_eq!(lines(&["--format", "github"]), 101);
    assert_eq!(lines(&["--format", "short", "--limit", "3"]), 4);
    assert_eq!(lines(&["--format", "short", "--limit", "0"]), 150);
    let run = asl(&scratch, &["check", "--format", "json", "a.asl.json"]);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        document["files"][0]["findings"].as_array().unwrap().len(),
        150
    );
}

#[test]
fn a_megabyte_is_no_burden() {
    let scratch = Scratch::new("megabyte");
    let comment = "x".repeat(1_000_000);
    scratch.file(
        "a.asl.json",
        &GOOD.replacen('{', &format!("{{ \"Comment\": \"{comment}\","), 1),
    );
    assert_eq!(asl(&scratch, &["check", "a.asl.json"]).code, 0);
    scratch.file(
        "b.asl.json",
        &MISSPELT.replacen('{', &format!("{{ \"comment\": \"{comment}\","), 1),
    );
    let run = asl(&scratch, &["check", "b.asl.json"]);
    assert_eq!(run.code, 1);
    // No line of it is shown whole.
    assert!(run.stdout.len() < 2_000, "{}", run.stdout.len());
    let fixed = asl(&scratch, &["fix", "b.asl.json"]);
    assert!(
        fixed.stderr.starts_with("made 1 change\n"),
        "{}",
        fixed.stderr
    );
}

#[test]
fn paths_may_have_spaces_and_any_letters() {
    let scratch = Scratch::new("paths");
    let name = "mein Fluß/\u{51fa}\u{8377} [1].asl.json";
    scratch.file(name, MISSPELT);
    let run = asl(&scratch, &["check", "--format", "short", name]);
    assert_eq!(
        run.stdout,
        format!("{name}:4:39: error[ASL0201]: there is no state `Shp`\n")
    );
    let run = asl(&scratch, &["check", "--format", "short", "mein Fluß"]);
    assert!(run.stdout.starts_with(name), "{}", run.stdout);
}

#[test]
fn what_is_no_definition_is_refused() {
    let scratch = Scratch::new("odd");
    let deep = "[".repeat(100_000);
    let cases: [&[u8]; 8] = [
        b"",
        b"\0",
        b"\xff\xfe{\0}\0",
        b"null",
        b"[]",
        b"{\"States\": {\"\": {\"Type\": []}}}",
        b"Greet whoever comes",
        deep.as_bytes(),
    ];
    for case in cases {
        let run = scratch.run_with(&["check", "-"], case);
        let shown = String::from_utf8_lossy(&case[..case.len().min(40)]);
        assert_eq!(run.code, 1, "{shown:?}: {}", run.stderr);
        assert!(
            run.stdout.starts_with("error[ASL"),
            "{shown:?}: {}",
            run.stdout
        );
    }
}

#[test]
fn a_definition_has_no_power_over_the_terminal() {
    let scratch = Scratch::new("escapes");
    let text = MISSPELT.replace("Shp", "\\u001b[2J\\u202eShp");
    scratch.file("a.asl.json", &text);
    for format in ["human", "short", "github"] {
        let run = asl(&scratch, &["check", "--format", format, "a.asl.json"]);
        assert!(run.stdout.contains("there is no state"), "{}", run.stdout);
        assert!(
            !run.stdout.contains(['\u{1b}', '\u{202e}']),
            "{format}: {}",
            run.stdout
        );
    }
}
