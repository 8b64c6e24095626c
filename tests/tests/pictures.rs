//! The picture of the example in its four forms, recorded: `goldens/order.{txt,mmd,dot,svg}`.
//! `UPDATE_GOLDENS=1` rewrites them; look at the image in a browser, in both colour schemes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::fs;
use std::path::Path;

use asl_codegen::{Options, Source, compile};

#[test]
fn the_pictures_of_the_example_are_as_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join("examples/order/order.asl.json")).unwrap();
    let source = Source::new("examples/order/order.asl.json", text);
    let graph = compile(&source, &Options::default()).graph.unwrap();
    let pictures = [
        ("txt", graph.text()),
        ("mmd", graph.mermaid()),
        ("dot", graph.dot()),
        ("svg", graph.svg()),
    ];
    for (extension, picture) in pictures {
        let path = root.join("tests/goldens/order").with_extension(extension);
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            fs::write(&path, picture).unwrap();
            continue;
        }
        let recorded = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            picture,
            recorded,
            "{} differs; if for the better, set UPDATE_GOLDENS=1",
            path.display()
        );
    }
}
