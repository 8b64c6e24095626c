//! The other commands.

mod support;

use asl_codegen::diagnostic::Code;
use support::{GOOD, MISSPELT, Scratch, asl};

/// Five certain edits; what is left is a guess.
const SLOPPY: &str = "\u{feff}{
  \"StartAt\": \"Pack\",
  \"states\": {
    \"Pack\": { \"type\": \"pass\", \"Next\": \"Shp\" },
    \"Ship\": { \"Type\": \"Wait\", \"Seconds\": \"60\", \"End\": True },
  },
}
";

const TIDY: &str = r#"{
  "StartAt": "Pack",
  "States": {
    "Pack": { "Type": "Pass", "Next": "Shp" },
    "Ship": { "Type": "Wait", "Seconds": 60, "End": true }
  }
}
"#;

#[test]
fn fix_makes_all_certain_edits_and_no_other() {
    let scratch = Scratch::new("fix");
    scratch.file("flow.asl.json", SLOPPY);
    let run = asl(&scratch, &["fix", "flow.asl.json"]);
    assert_eq!(scratch.read("flow.asl.json"), TIDY);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.starts_with("made 8 changes\n"), "{}", run.stderr);
    assert!(
        run.stderr.contains("did you mean `Ship`?"),
        "{}",
        run.stderr
    );
    // Nothing else is in the directory.
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 1);
}

#[test]
fn fix_leaves_a_good_file_alone() {
    let scratch = Scratch::new("fixed");
    scratch.file("flow.asl.json", GOOD);
    let run = asl(&scratch, &["fix", "flow.asl.json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, "made 0 changes\n"));
    assert_eq!(scratch.read("flow.asl.json"), GOOD);
}

#[test]
fn fix_dry_run_shows_the_difference() {
    let scratch = Scratch::new("dry");
    let text = GOOD.replace("\"Type\"", "\"type\"");
    scratch.file("flow.asl.json", &text);
    let run = asl(&scratch, &["fix", "--dry-run", "flow.asl.json"]);
    let expected = "\
--- a/flow.asl.json
+++ b/flow.asl.json
@@ -1,4 +1,4 @@
 {
   \"StartAt\": \"Ship\",
-  \"States\": { \"Ship\": { \"type\": \"Succeed\" } }
+  \"States\": { \"Ship\": { \"Type\": \"Succeed\" } }
 }
";
    assert_eq!(run.stdout, expected);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (0, "would make 1 change\n")
    );
    assert_eq!(scratch.read("flow.asl.json"), text);
}

#[test]
fn fix_needs_a_file() {
    let scratch = Scratch::new("fixstdin");
    assert_eq!(scratch.run_with(&["fix", "-"], b"{}").code, 2);
    assert_eq!(asl(&scratch, &["fix", "none.asl.json"]).code, 2);
}

#[test]
fn explain_prints_the_page() {
    let scratch = Scratch::new("explain");
    let run = asl(&scratch, &["explain", "asl0201"]);
    assert_eq!(run.code, 0);
    assert!(
        run.stdout
            .starts_with("# ASL0201: transition to a state that does not exist\n")
    );
    assert!(run.stdout.contains("```json right\n"));
}

#[test]
fn explain_lists_all_codes() {
    let scratch = Scratch::new("codes");
    let run = asl(&scratch, &["explain"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, Code::ALL.len()));
}

#[test]
fn explain_suggests_a_code() {
    let scratch = Scratch::new("nocode");
    let run = asl(&scratch, &["explain", "ASL0291"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: there is no code `ASL0291`\n  = help: did you mean `ASL0201`?\n"
    );
    let run = asl(&scratch, &["explain", "E0308"]);
    assert!(
        run.stderr.contains("`cargo asl explain` lists all codes"),
        "{}",
        run.stderr
    );
}

#[test]
fn expand_prints_formatted_rust() {
    let scratch = Scratch::new("expand");
    scratch.file("flow.asl.json", GOOD);
    let run = asl(&scratch, &["expand", "flow.asl.json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout
            .starts_with("//! The state machine of `flow.asl.json`.\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("pub enum State {"), "{}", run.stdout);
    syn::parse_file(&run.stdout).unwrap();
}

#[test]
fn expand_prints_nothing_of_a_wrong_definition() {
    let scratch = Scratch::new("noexpand");
    scratch.file("flow.asl.json", MISSPELT);
    let run = asl(&scratch, &["expand", "flow.asl.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("ASL0201"), "{}", run.stderr);
}

#[test]
fn new_makes_a_package_whose_definition_is_fine() {
    let scratch = Scratch::new("new");
    let run = asl(&scratch, &["new", "order-flow"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let check = asl(&scratch, &["check", "--deny", "notes", "order-flow"]);
    assert_eq!((check.code, check.stdout.as_str()), (0, ""));
    let main = scratch.read("order-flow/src/main.rs");
    assert!(
        main.contains("mod order_flow = \"flows/order-flow.asl.json\""),
        "{main}"
    );
    assert!(!main.contains('@') && !scratch.read("order-flow/Cargo.toml").contains('@'));
    syn::parse_file(&main).unwrap();
}

#[test]
fn new_overwrites_nothing() {
    let scratch = Scratch::new("again");
    scratch.file("order/src/main.rs", "mine");
    let run = asl(&scratch, &["new", "order"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: `order` exists already\n  = help: choose another name\n"
    );
    assert_eq!(scratch.read("order/src/main.rs"), "mine");
    assert!(!scratch.path().join("order/Cargo.toml").exists());
}

#[test]
fn the_manual_and_the_completions_know_every_command() {
    let scratch = Scratch::new("manual");
    let manual = asl(&scratch, &["man"]).stdout;
    let completions = asl(&scratch, &["completions", "bash"]).stdout;
    for command in ["check", "explain", "expand", "fix", "new"] {
        assert!(
            manual.contains(command) && completions.contains(command),
            "{command}"
        );
    }
    assert!(asl(&scratch, &["man", "check"]).stdout.contains("deny"));
    assert_eq!(asl(&scratch, &["man", "none"]).code, 2);
}
