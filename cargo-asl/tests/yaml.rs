//! Definitions and values in YAML.

mod support;

use support::{Scratch, asl};

const SLOPPY: &str = "\
# Kept.
StartAt: Rest
States:
  Rest:
    type: wait
    Seconds: '60'
    End: \"true\"
";

const TIDY: &str = "\
# Kept.
StartAt: Rest
States:
  Rest:
    Type: Wait
    Seconds: 60
    End: true
";

#[test]
fn a_definition_in_yaml_is_checked_and_repaired() {
    let scratch = Scratch::new("yaml");
    scratch.file("flows/a.asl.yaml", SLOPPY);
    let run = asl(&scratch, &["check", "--format", "short", "flows"]);
    assert_eq!(run.code, 1);
    let first = "flows/a.asl.yaml:5:5: error[ASL0103]: `type` is no field of a state";
    assert_eq!(run.stdout.lines().next(), Some(first));
    let fixed = asl(&scratch, &["fix", "flows"]);
    assert_eq!((fixed.code, fixed.stderr.as_str()), (0, "made 4 changes\n"));
    assert_eq!(scratch.read("flows/a.asl.yaml"), TIDY);
}

#[test]
fn standard_input_is_yaml_by_its_name() {
    let scratch = Scratch::new("stdin-yaml");
    let name = ["check", "--stdin-filename", "flows/a.asl.yml", "-"];
    assert_eq!(scratch.run_with(&name, TIDY.as_bytes()).code, 0);
    assert_eq!(scratch.run_with(&["check", "-"], TIDY.as_bytes()).code, 1);
    let run = scratch.run_with(&name, b"StartAt: A\n");
    assert!(
        run.stdout.contains(" flows/a.asl.yml:1:1\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn values_may_be_in_yaml() {
    let scratch = Scratch::new("yaml-values");
    scratch.file("a.asl.yaml", &TIDY.replace("60", "${Delay}"));
    scratch.file("values.yaml", "Delay: 60\n");
    let run = asl(
        &scratch,
        &[
            "check",
            "--deny",
            "notes",
            "--values",
            "values.yaml",
            "a.asl.yaml",
        ],
    );
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
}

#[test]
fn what_is_wrong_with_the_values_is_shown() {
    let scratch = Scratch::new("wrong-values");
    scratch.file("a.asl.yaml", TIDY);
    scratch.file("values.json", "[1]");
    let run = asl(
        &scratch,
        &["check", "--values", "values.json", "a.asl.yaml"],
    );
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains(" values.json:1:1\n"), "{}", run.stderr);
    assert!(
        run.stderr
            .ends_with("error: cannot use the values in `values.json`\n"),
        "{}",
        run.stderr
    );
}
