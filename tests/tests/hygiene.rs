//! Generated code in odd places. Each file of `hygiene/` is the root of a crate that must pass
//! clippy with the lints it asks for; the crates are put together in the build directory, so that
//! they take part in no other build.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// A crate: its name, the file of its root, its edition, what it calls the runtime.
const CRATES: &[(&str, &str, &str, &str)] = &[
    ("strict_2021", "strict.rs", "2021", "asl-runtime"),
    ("strict_2024", "strict.rs", "2024", "asl-runtime"),
    ("no_prelude", "no_prelude.rs", "2024", "asl-runtime"),
    ("renamed", "renamed.rs", "2024", "flows"),
    ("names", "names.rs", "2024", "asl-runtime"),
];

const DEFINITIONS: &[&str] = &[
    "tests/goldens/choice.asl.json",
    "tests/goldens/fields.asl.json",
    "tests/goldens/nested.asl.json",
    "tests/flows/map2/transfer.asl.json",
    "tests/hygiene/odd_names.asl.json",
    "examples/hello/hello.asl.json",
    "examples/order/order.asl.json",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The workspace of all crates, at the versions that are locked here.
fn workspace() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hygiene");
    let mut members = String::new();
    for (name, file, edition, runtime) in CRATES {
        write!(members, "{name:?}, ").unwrap();
        let package = directory.join(name);
        fs::create_dir_all(&package).unwrap();
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = {edition:?}\n\
             description = \"\"\npublish = false\n\n\
             [lib]\npath = {:?}\n\n\
             [dependencies]\nserde = {{ version = \"1\", features = [\"derive\"] }}\n\
             {runtime} = {{ package = \"asl-runtime\", path = {:?} }}\n",
            root().join("tests/hygiene").join(file),
            root().join("asl-runtime"),
        );
        fs::write(package.join("Cargo.toml"), manifest).unwrap();
        for definition in DEFINITIONS {
            let file = Path::new(definition).file_name().unwrap();
            fs::copy(root().join(definition), package.join(file)).unwrap();
        }
    }
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n");
    fs::write(directory.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root().join("Cargo.lock"), directory.join("Cargo.lock")).unwrap();
    directory
}

/// What clippy says about these crates, and whether it is content.
fn clippy(crates: &[&str]) -> (bool, String) {
    static WORKSPACE: LazyLock<PathBuf> = LazyLock::new(workspace);
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--offline", "--keep-going", "--quiet"])
        .args(crates.iter().flat_map(|name| ["-p", name]))
        // Apart from the build that waits for this test.
        .env("CARGO_TARGET_DIR", WORKSPACE.join("target"))
        .env_remove("RUSTFLAGS")
        .current_dir(&*WORKSPACE)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success() && !said.contains("warning"), said)
}

#[test]
fn generated_code_passes_clippy_everywhere() {
    let crates: Vec<&str> = CRATES.iter().map(|(name, ..)| *name).collect();
    let crates: Vec<&str> = crates
        .into_iter()
        .filter(|name| *name != "no_prelude")
        .collect();
    let (content, said) = clippy(&crates);
    assert!(content, "{said}");
}

/// `#[diagnostic::on_unimplemented]` is the one thing that needs a prelude: rustc finds no tool
/// attributes without one, under any path. That nothing else does is worth knowing.
#[test]
fn without_a_prelude_only_tool_attributes_are_missing() {
    let (_, said) = clippy(&["no_prelude"]);
    let errors: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("error"))
        .collect();
    let known =
        |line: &&&str| !line.contains("`diagnostic`") && !line.contains("could not compile");
    let others: Vec<_> = errors.iter().filter(known).collect();
    assert!(
        !errors.is_empty(),
        "there is no exception any more: remove it from this test"
    );
    assert!(others.is_empty(), "{said}");
}
