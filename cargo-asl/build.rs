//! Embeds the pages of the diagnostic codes, so that `explain` works wherever the program is.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let pages = directory(&root);
    println!("cargo::rerun-if-changed={}", pages.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&pages)? {
        files.push(entry?.path());
    }
    files.sort();
    let mut table =
        String::from("/// Code and page, in order.\nstatic PAGES: &[(&str, &str)] = &[\n");
    for file in &files {
        let code = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        if code.starts_with("ASL") {
            writeln!(table, "    ({code:?}, include_str!({file:?})),")?;
        }
    }
    table.push_str("];\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("pages.rs"), table)?;
    Ok(())
}

/// In the repository the pages are documentation. The published crate has a copy, which in the repository is a link
/// (where the system has links).
fn directory(root: &Path) -> PathBuf {
    let documentation = root.join("../docs/errors");
    if documentation.is_dir() {
        documentation
    } else {
        root.join("errors")
    }
}
