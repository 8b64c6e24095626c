//! Generated code, recorded: each `goldens/*.rs` is what the compiler writes today, with the
//! documentation of its module beside it. `UPDATE_GOLDENS=1` rewrites them: read the difference as
//! whoever has to debug that code. That it compiles and runs is for `goldens_run.rs` to see, apart
//! from here, so that code that does not compile any more can still be replaced.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::build::{self, Machine, Report};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Writes the code and documentation of every golden to a directory; the names of the files.
fn write(directory: &Path) -> Vec<String> {
    let machines = [
        Machine::new("examples/hello/hello.asl.json")
            .input("String")
            .output("String")
            .task("Greet", "String", "String"),
        Machine::new("examples/order/order.asl.json")
            .input("Order")
            .output("Receipt")
            .task("PriceItem", "PriceRequest", "Line")
            .task("ReserveStock", "Order", "Reservation")
            .task("ScoreRisk", "Customer", "Risk")
            .task("ChargeCard", "Charge", "Payment"),
        Machine::new("tests/goldens/choice.asl.json"),
        Machine::new("tests/goldens/fields.asl.json"),
        Machine::new("tests/flows/loops/fibonacci.asl.json"),
        Machine::new("tests/goldens/nested.asl.json"),
    ];
    let builder = machines
        .into_iter()
        .fold(build::configure(), build::Builder::machine);
    let Report { failed, lines, .. } = builder.run(&root(), directory);
    assert!(!failed, "{lines:?}");
    let names = ["hello", "order", "choice", "fields", "fibonacci", "nested"];
    names
        .iter()
        .flat_map(|name| ["rs", "md", "image.md"].map(|extension| format!("{name}.{extension}")))
        .collect()
}

/// A fresh directory that the test harness cleans away with the build.
fn scratch(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("goldens")
        .join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn read(directory: &Path, file: &str) -> String {
    fs::read_to_string(directory.join(file)).unwrap_or_default()
}

#[test]
fn generated_code_is_as_recorded() {
    let recorded = root().join("tests/goldens");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        write(&recorded);
        return;
    }
    let written = scratch("recorded");
    let files = write(&written);
    let differs = |file: &&String| read(&written, file) != read(&recorded, file);
    let stale: Vec<&String> = files.iter().filter(differs).collect();
    assert!(
        stale.is_empty(),
        "{stale:?} differ from {}; if for the better, set UPDATE_GOLDENS=1",
        written.display()
    );
}

#[test]
fn the_same_definition_gives_the_same_code() {
    let (first, second) = (scratch("first"), scratch("second"));
    for file in write(&first).iter().chain(&write(&second)) {
        let text = read(&first, file);
        assert!(!text.is_empty(), "{file} is empty");
        assert_eq!(text, read(&second, file), "{file}");
    }
}

/// What depends on the place it was built in cannot be reproduced elsewhere.
#[test]
fn generated_code_holds_no_absolute_path() {
    let directory = scratch("paths");
    for file in write(&directory) {
        let text = read(&directory, &file);
        let places = [
            env!("CARGO_MANIFEST_DIR"),
            env!("CARGO_TARGET_TMPDIR"),
            "env!",
        ];
        for place in places {
            assert!(!text.contains(place), "{file} mentions {place}");
        }
    }
}
