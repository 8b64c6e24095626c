//! What rustc says about a call of the macro: each `ui/*.rs` fails to compile with exactly the text
//! beside it. `TRYBUILD=overwrite` rewrites the texts: read the difference.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// Where trybuild builds the cases: for them, the directory of the manifest.
fn project() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = temporary.parent().unwrap();
    target.join("tests/trybuild").join(env!("CARGO_PKG_NAME"))
}

/// Puts the definitions where the cases look for them.
fn copy_definitions() {
    let directory = project().join("ui");
    fs::create_dir_all(&directory).unwrap();
    for file in fs::read_dir("ui").unwrap() {
        let path = file.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            fs::copy(&path, directory.join(path.file_name().unwrap())).unwrap();
        }
    }
}

/// Whether texts that quote a path of the target directory are as recorded.
fn default_target() -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    project().starts_with(root.join("target"))
}

#[test]
fn compile_errors_read_as_recorded() {
    copy_definitions();
    let cases = trybuild::TestCases::new();
    for file in fs::read_dir("ui").unwrap() {
        let path = file.unwrap().path();
        let quotes_a_path = path.ends_with("directory.rs") || path.ends_with("missing_file.rs");
        let rust = path.extension().is_some_and(|extension| extension == "rs");
        if rust && (default_target() || !quotes_a_path) {
            cases.compile_fail(path);
        }
    }
}
