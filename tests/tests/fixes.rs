//! Edits that are certain never make a definition worse.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::fs;
use std::path::Path;

use asl_codegen::diagnostic::{Diagnostic, fix};
use asl_codegen::{Dialect, Options, Source, compile};

/// More than any of the definitions has edits.
const MOST_ROUNDS: usize = 100;

fn diagnostics(source: &Source, options: &Options) -> Vec<Diagnostic> {
    compile(source, options).diagnostics
}

/// How bad it is: errors first, then whatever else is found.
fn errors(diagnostics: &[Diagnostic]) -> (usize, usize) {
    let errors = diagnostics.iter().filter(|found| found.is_error()).count();
    (errors, diagnostics.len())
}

#[test]
fn certain_edits_come_to_an_end_and_leave_fewer_errors() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("diagnostics");
    let mut edited = 0;
    for file in fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.ends_with(".txt") {
            continue;
        }
        let mut options = Options::default();
        if name.contains("_aws") {
            options.dialect = Dialect::Aws;
        }
        let mut source = Source::new(name, fs::read_to_string(&path).unwrap());
        let mut found = diagnostics(&source, &options);
        let before = errors(&found);
        let mut rounds = 0;
        while let Some(fixed) = fix::apply(source.text(), &found) {
            assert_ne!(fixed.text, source.text(), "{name}");
            source = Source::new(name, fixed.text);
            found = diagnostics(&source, &options);
            rounds += 1;
            assert!(rounds < MOST_ROUNDS, "{name}: edits without end");
        }
        // A syntax error hides what else is wrong, and no other case of these does.
        if rounds > 0 {
            edited += 1;
            let after = errors(&found);
            assert!(
                after < before,
                "{name}: {before:?} errors and findings before, {after:?} after\n{}",
                source.text()
            );
        }
    }
    assert!(edited >= 7, "only {edited} definitions have certain edits");
}
