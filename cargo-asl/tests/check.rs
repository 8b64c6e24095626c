//! `cargo asl check`: what it finds, how it shows it, how it ends.

mod support;

use serde_json::Value;
use support::{GOOD, MISSPELT, Scratch, WARNED, asl};

#[test]
fn a_good_definition_is_fine() {
    let scratch = Scratch::new("good");
    scratch.file("good.asl.json", GOOD);
    let run = asl(&scratch, &["check", "good.asl.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, "checked 1 definition: nothing to say\n");
}

#[test]
fn a_wrong_definition_is_shown_as_the_macro_shows_it() {
    let scratch = Scratch::new("wrong");
    scratch.file("wrong.asl.json", MISSPELT);
    let run = asl(&scratch, &["check", "wrong.asl.json"]);
    assert_eq!(run.code, 1);
    let expected = "\
error[ASL0201]: there is no state `Shp`
 --> wrong.asl.json:4:39
  |
4 |     \"Pack\": { \"Type\": \"Pass\", \"Next\": \"Shp\" },
  |                                       ^^^^^ no state of this name here
  |
  = help: did you mean `Ship`?

";
    assert_eq!(run.stdout, expected);
    let hint = "more about an error: cargo asl explain ASL0201\n";
    assert_eq!(run.stderr, format!("checked 1 definition: 1 error\n{hint}"));
}

#[test]
fn certain_changes_are_announced() {
    let scratch = Scratch::new("announced");
    scratch.file("a.asl.json", &GOOD.replace("\"Type\"", "\"type\""));
    let run = asl(&scratch, &["check", "a.asl.json"]);
    assert!(
        run.stderr
            .ends_with("\nrepair what is certain: cargo asl fix FILE\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn cargo_repeats_the_name_of_the_subcommand() {
    let scratch = Scratch::new("cargo");
    scratch.file("good.asl.json", GOOD);
    assert_eq!(asl(&scratch, &["asl", "check", "good.asl.json"]).code, 0);
}

#[test]
fn warnings_fail_only_if_they_are_denied() {
    let scratch = Scratch::new("deny");
    scratch.file("warned.asl.json", WARNED);
    let plain = asl(&scratch, &["check", "--format", "short", "warned.asl.json"]);
    assert_eq!(plain.code, 0);
    assert!(
        plain.stdout.contains(": warning[ASL0801]: "),
        "{}",
        plain.stdout
    );
    assert_eq!(plain.stderr, "checked 1 definition: 1 warning\n");
    let denied = asl(
        &scratch,
        &[
            "check",
            "-q",
            "--deny",
            "warnings",
            "--format",
            "short",
            "warned.asl.json",
        ],
    );
    assert_eq!(denied.code, 1);
    assert!(
        denied.stdout.contains(": error[ASL0801]: "),
        "{}",
        denied.stdout
    );
    assert_eq!(denied.stderr, "");
}

#[test]
fn a_file_that_cannot_be_read_and_a_wrong_call_end_with_two() {
    let scratch = Scratch::new("two");
    scratch.file("order.asl.json", GOOD);
    let missing = asl(&scratch, &["check", "oder.asl.json"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.stdout.contains("ASL0001") && missing.stdout.contains("`order.asl.json`"),
        "{}",
        missing.stdout
    );
    for call in [
        &["check"][..],
        &["check", "--format", "xml", "order.asl.json"],
        &["check", "--dialect", "cobol", "order.asl.json"],
        &["check", "--set", "A", "order.asl.json"],
        &["check", "--values", "none.json", "order.asl.json"],
        &["check", "--name", "A=1", "order.asl.json"],
        &["check", "*.yaml"],
        &["check", "[.json"],
        &["chek", "order.asl.json"],
        &[],
    ] {
        let run = asl(&scratch, call);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{call:?}");
        assert!(!run.stderr.is_empty(), "{call:?}");
    }
}

#[test]
fn patterns_and_directories_are_searched_in_order_and_each_file_is_checked_once() {
    let scratch = Scratch::new("patterns");
    for file in [
        "flows/b.asl.json",
        "flows/deep/er/a.asl.json",
        "flows/.hidden/c.asl.json",
        "flows/built/d.asl.json",
        "flows/notes.json",
    ] {
        scratch.file(file, WARNED);
    }
    scratch.file("flows/built/CACHEDIR.TAG", "");
    let files = |arguments: &[&str]| -> Vec<String> {
        let mut call = vec!["check", "--format", "short"];
        call.extend(arguments);
        let run = asl(&scratch, &call);
        let file = |line: &str| line.split(':').next().unwrap().to_owned();
        run.stdout.lines().map(file).collect()
    };
    let both = ["flows/b.asl.json", "flows/deep/er/a.asl.json"];
    assert_eq!(files(&["flows/**/[ab].asl.json"]), both);
    assert_eq!(files(&["flows"]), both);
    assert_eq!(files(&["flows/*.asl.json"]), [both[0]]);
    assert_eq!(
        files(&["flows/deep", "flows", "flows/b.asl.json"]),
        [both[1], both[0]]
    );
    assert_eq!(files(&["flows/notes.json"]), ["flows/notes.json"]);
}

#[test]
fn standard_input_is_a_definition() {
    let scratch = Scratch::new("stdin");
    let run = scratch.run_with(&["check", "--format", "short", "-"], MISSPELT.as_bytes());
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stdout,
        "<stdin>:4:39: error[ASL0201]: there is no state `Shp`\n"
    );
    let run = scratch.run_with(&["check", "-"], b"\xff");
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("ASL0004"), "{}", run.stdout);
}

#[test]
fn the_dialect_decides() {
    let scratch = Scratch::new("dialect");
    let name = "x".repeat(100);
    let text =
        format!(r#"{{ "StartAt": "{name}", "States": {{ "{name}": {{ "Type": "Succeed" }} }} }}"#);
    scratch.file("long.asl.json", &text);
    assert_eq!(asl(&scratch, &["check", "long.asl.json"]).code, 0);
    assert_eq!(
        asl(&scratch, &["check", "--dialect", "aws", "long.asl.json"]).code,
        1
    );
}

#[test]
fn strict_makes_errors_of_what_always_fails() {
    let scratch = Scratch::new("strict");
    let text = r#"{ "StartAt": "A", "States": {
      "A": { "Type": "Pass", "Result": { "x": 1 }, "Next": "B" },
      "B": { "Type": "Pass", "InputPath": "$.y", "End": true }
    } }"#;
    scratch.file("never.asl.json", text);
    let call = ["check", "--format", "short", "never.asl.json"];
    let lenient = asl(&scratch, &call);
    assert_eq!(lenient.code, 0);
    assert!(
        lenient.stdout.contains(": warning[ASL1101]: "),
        "{}",
        lenient.stdout
    );
    let strict = asl(&scratch, &[&call[..], &["--strict"]].concat());
    assert_eq!(strict.code, 1);
    assert!(
        strict.stdout.contains(": error[ASL1101]: "),
        "{}",
        strict.stdout
    );
}

#[test]
fn placeholders_are_filled_from_options_and_files() {
    let scratch = Scratch::new("values");
    let text = r#"{ "StartAt": "${First}", "States": { "A": { "Type": "Wait", "Seconds": ${Delay}, "End": true } } }"#;
    scratch.file("flow.asl.json", text);
    scratch.file(
        "values.json",
        r#"{ "Delay": 60, "First": "B", "Other": "for another definition" }"#,
    );
    let call = |arguments: &[&str]| {
        let mut all = vec![
            "check",
            "--deny",
            "warnings",
            "--format",
            "short",
            "flow.asl.json",
        ];
        all.extend(arguments);
        asl(&scratch, &all)
    };
    assert_eq!(call(&[]).code, 1);
    assert!(
        call(&["--values", "values.json"])
            .stdout
            .contains("there is no state `B`")
    );
    // The last counts, and what is set before what is in a file.
    let both = |first: &str, last: &str| {
        call(&["--set", first, "--values", "values.json", "--set", last]).code
    };
    assert_eq!(
        (both("First=X", "First=A"), both("First=A", "First=X")),
        (0, 1)
    );
    assert_eq!(call(&["--set", "Delay=60", "--set", "First=A"]).code, 0);
    let unused = call(&["--set", "Delay=60", "--set", "First=A", "--set", "Frist=A"]);
    assert!(unused.stdout.contains("ASL0803"), "{}", unused.stdout);
}

#[test]
fn a_value_for_some_of_many_definitions_is_no_mistake() {
    let scratch = Scratch::new("many");
    scratch.file("a.asl.json", GOOD);
    scratch.file("b.asl.json", WARNED);
    let run = asl(
        &scratch,
        &[
            "check",
            "--deny",
            "warnings",
            "--set",
            "Handler=ship",
            "a.asl.json",
            "b.asl.json",
        ],
    );
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
}

#[test]
fn rust_names_can_be_given() {
    let scratch = Scratch::new("names");
    let text = r#"{ "StartAt": "出荷", "States": { "出荷": { "Type": "Succeed" }, "!": { "Type": "Succeed" } } }"#;
    scratch.file(
        "names.asl.json",
        &text.replace(r#""Succeed" }, "!""#, r#""Pass", "Next": "!" }, "!""#),
    );
    let refused = asl(&scratch, &["check", "--format", "short", "names.asl.json"]);
    assert!(refused.stdout.contains("ASL0701"), "{}", refused.stdout);
    assert_eq!(
        asl(&scratch, &["check", "--name", "!=Done", "names.asl.json"]).code,
        0
    );
    let unknown = asl(
        &scratch,
        &[
            "check",
            "--name",
            "!=Done",
            "--name",
            "?=Huh",
            "names.asl.json",
        ],
    );
    assert_eq!(unknown.code, 1);
    assert!(
        unknown.stdout.contains("error[ASL0704]: "),
        "{}",
        unknown.stdout
    );
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let scratch = Scratch::new("colour");
    scratch.file("wrong.asl.json", MISSPELT);
    let colour = |arguments: &[&str]| asl(&scratch, arguments).stdout.contains("\u{1b}[");
    assert!(!colour(&["check", "wrong.asl.json"]));
    assert!(colour(&["check", "--color", "always", "wrong.asl.json"]));
    assert!(!colour(&["check", "--color", "never", "wrong.asl.json"]));
    assert!(!colour(&[
        "check",
        "--color",
        "always",
        "--format",
        "json",
        "wrong.asl.json"
    ]));
}

#[test]
fn json_is_one_document_of_the_documented_form() {
    let scratch = Scratch::new("json");
    scratch.file("caf\u{e9} 1.asl.json", MISSPELT);
    let run = asl(
        &scratch,
        &[
            "check",
            "--format",
            "json",
            "caf\u{e9} 1.asl.json",
            "none.json",
        ],
    );
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(document["version"], 1);
    assert_eq!(document["summary"]["errors"], 2);
    let file = &document["files"][0];
    assert_eq!(file["file"], "caf\u{e9} 1.asl.json");
    let finding = &file["findings"][0];
    assert_eq!(finding["code"], "ASL0201");
    assert_eq!(finding["category"], "MISSING_TRANSITION_TARGET");
    assert_eq!(finding["place"]["pointer"], "/States/Pack/Next");
    assert_eq!(finding["suggestion"]["replacement"], "Ship");
    assert_eq!(finding["suggestion"]["applicability"], "maybe-incorrect");
    assert_eq!(document["files"][1]["findings"][0]["place"], Value::Null);
}

#[test]
fn github_gets_workflow_commands() {
    let scratch = Scratch::new("github");
    scratch.file("a,b.asl.json", MISSPELT);
    let run = asl(&scratch, &["check", "--format", "github", "a,b.asl.json"]);
    let expected = "::error file=a%2Cb.asl.json,line=4,col=39,endLine=4,endColumn=44,title=ASL0201::\
                    there is no state `Shp`%0Ahelp: did you mean `Ship`?\n";
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (expected, ""));
}
