//! `cargo asl graph`.

mod support;

use support::{GOOD, MISSPELT, Scratch, asl};

#[test]
fn every_form_begins_as_such_and_names_the_states() {
    let scratch = Scratch::new("graph");
    scratch.file("a.asl.json", GOOD);
    for (format, start) in [
        ("text", "start -> Ship"),
        ("mermaid", "flowchart"),
        ("dot", "digraph"),
        ("svg", "<svg"),
    ] {
        let run = asl(&scratch, &["graph", "--format", format, "a.asl.json"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{format}");
        assert!(run.stdout.starts_with(start), "{format}: {}", run.stdout);
        assert!(
            run.stdout.contains("Ship") && run.stdout.ends_with('\n'),
            "{format}"
        );
    }
    let plain = asl(&scratch, &["graph", "a.asl.json"]).stdout;
    assert_eq!(
        plain,
        asl(&scratch, &["graph", "--format", "text", "a.asl.json"]).stdout
    );
}

#[test]
fn a_wrong_definition_has_no_picture() {
    let scratch = Scratch::new("nograph");
    scratch.file("a.asl.json", MISSPELT);
    let run = asl(&scratch, &["graph", "a.asl.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("ASL0201"), "{}", run.stderr);
    assert_eq!(asl(&scratch, &["graph", "none.asl.json"]).code, 2);
}

#[test]
fn one_definition_at_a_time() {
    let scratch = Scratch::new("graphs");
    scratch.file("a.asl.json", GOOD);
    scratch.file("b.asl.json", GOOD);
    let run = asl(&scratch, &["graph", "*.asl.json"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: `*.asl.json` is 2 definitions\n  = help: give one file\n"
    );
}
