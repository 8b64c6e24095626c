//! `docs/json-output.md` shows what the program writes.

mod support;

use serde_json::Value;
use support::{MISSPELT, Scratch, asl};

#[test]
fn the_documented_document_is_the_written_one() {
    let page = include_str!("../../docs/json-output.md");
    let (_, rest) = page.split_once("```json\n").unwrap();
    let (documented, _) = rest.split_once("```").unwrap();
    let scratch = Scratch::new("documented");
    scratch.file("flows/order.asl.json", MISSPELT);
    let run = asl(
        &scratch,
        &["check", "--format", "json", "flows/order.asl.json"],
    );
    let written: Value = serde_json::from_str(&run.stdout).unwrap();
    let documented: Value = serde_json::from_str(documented).unwrap();
    assert_eq!(written, documented);
}
