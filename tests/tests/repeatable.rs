//! The compiler answers the same each time: what it looks up by hash never decides on an order.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::diagnostic::render::{self, Findings};
use asl_codegen::{Dialect, Options, Source, compile};

/// The definitions below `folder`.
fn definitions(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            definitions(&path, found);
        } else if path.to_string_lossy().ends_with(".asl.json") {
            found.push(path);
        }
    }
}

/// All that a user sees of a compilation.
fn answer(source: &Source, dialect: Dialect) -> String {
    let options = Options {
        dialect,
        ..Options::default()
    };
    let compilation = compile(source, &options);
    let findings = Findings {
        source,
        tree: compilation.tree.as_ref(),
        diagnostics: &compilation.diagnostics,
    };
    let pictures = compilation.graph.as_ref().map(|graph| graph.svg());
    format!(
        "{}\n{}\n{pictures:?}",
        render::json(&[findings]),
        compilation.tokens
    )
}

// Every `HashMap` has a seed of its own, so that once more in the same process is another order.
#[test]
fn every_definition_gives_the_same_answer_again() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    definitions(root, &mut all);
    definitions(&root.join("../examples"), &mut all);
    assert!(all.len() > 100, "only {} definitions", all.len());
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let source = Source::new("a.asl.json", text);
        for dialect in Dialect::ALL {
            let first = answer(&source, *dialect);
            for _ in 0..2 {
                assert!(first == answer(&source, *dialect), "{}", path.display());
            }
        }
    }
}
