//! `cargo asl check --format sarif`: a log that keeps to SARIF 2.1.0.
//!
//! The rules are those of the standard's schema for the members that are written; a member that is not listed here is
//! not in the log.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "this program is a test"
)]

mod support;

use serde_json::{Map, Value};
use support::{Scratch, asl};

/// Members of an object, each with whether it is required.
type Members = &'static [(&'static str, bool)];

const LOG: Members = &[("$schema", false), ("version", true), ("runs", true)];
const RUN: Members = &[
    ("tool", true),
    ("columnKind", false),
    ("invocations", false),
    ("results", false),
];
const DRIVER: Members = &[
    ("name", true),
    ("semanticVersion", false),
    ("informationUri", false),
    ("rules", false),
];
const RULE: Members = &[
    ("id", true),
    ("name", false),
    ("shortDescription", false),
    ("help", false),
    ("helpUri", false),
    ("properties", false),
];
const RESULT: Members = &[
    ("message", true),
    ("ruleId", false),
    ("ruleIndex", false),
    ("level", false),
    ("locations", false),
    ("relatedLocations", false),
    ("fixes", false),
];
const LOCATION: Members = &[
    ("id", false),
    ("physicalLocation", false),
    ("logicalLocations", false),
    ("message", false),
];
const REGION: Members = &[
    ("startLine", true),
    ("startColumn", true),
    ("endLine", true),
    ("endColumn", true),
];

/// The members of an object, which are the listed ones.
fn object(value: &Value, members: Members) -> &Map<String, Value> {
    let object = value.as_object().unwrap();
    for key in object.keys() {
        assert!(
            members.iter().any(|(name, _)| name == key),
            "unknown member `{key}`"
        );
    }
    for (name, _) in members.iter().filter(|(_, required)| *required) {
        assert!(object.contains_key(*name), "`{name}` is missing");
    }
    object
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// A message is not empty.
fn message(value: &Value) {
    let text = object(value, &[("text", true), ("markdown", false)])["text"].as_str();
    assert!(text.is_some_and(|text| !text.is_empty()));
}

/// A place in the text: lines and columns count from 1, and the end is not before the start.
fn region(value: &Value) {
    let region = object(value, REGION);
    let number = |name: &str| region[name].as_u64().unwrap();
    let (start, end) = (
        (number("startLine"), number("startColumn")),
        (number("endLine"), number("endColumn")),
    );
    assert!(start.0 >= 1 && start.1 >= 1 && start <= end, "{value}");
}

/// A reference to a file has no character that a URI cannot have.
fn artifact(value: &Value) {
    let uri = object(value, &[("uri", true)])["uri"].as_str().unwrap();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/%:".contains(c);
    assert!(!uri.is_empty() && uri.chars().all(plain), "{uri}");
}

fn location(value: &Value) {
    let location = object(value, LOCATION);
    let physical = object(
        &location["physicalLocation"],
        &[("artifactLocation", true), ("region", false)],
    );
    artifact(&physical["artifactLocation"]);
    physical.get("region").map(region);
    location.get("message").map(message);
    for logical in location.get("logicalLocations").map_or(&[][..], array) {
        let name = object(logical, &[("fullyQualifiedName", true)])["fullyQualifiedName"].as_str();
        assert!(name.unwrap().starts_with('/'));
    }
}

fn fix(value: &Value) {
    let fix = object(value, &[("description", false), ("artifactChanges", true)]);
    message(&fix["description"]);
    for change in array(&fix["artifactChanges"]) {
        let change = object(
            change,
            &[("artifactLocation", true), ("replacements", true)],
        );
        artifact(&change["artifactLocation"]);
        for replacement in array(&change["replacements"]) {
            let replacement = object(
                replacement,
                &[("deletedRegion", true), ("insertedContent", false)],
            );
            region(&replacement["deletedRegion"]);
            assert!(replacement["insertedContent"]["text"].is_string());
        }
    }
}

/// Checks a log and returns its results.
fn results(text: &str) -> Vec<Value> {
    let log: Value = serde_json::from_str(text).unwrap();
    assert_eq!(object(&log, LOG)["version"], "2.1.0");
    let [run] = array(&log["runs"]) else {
        panic!("one run");
    };
    object(run, RUN);
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let driver = object(
        object(&run["tool"], &[("driver", true)])
            .get("driver")
            .unwrap(),
        DRIVER,
    );
    let rules = array(&driver["rules"]);
    for rule in rules {
        let rule = object(rule, RULE);
        message(&rule["shortDescription"]);
        message(&rule["help"]);
        assert!(rule["helpUri"].as_str().unwrap().ends_with(".md"));
    }
    for result in array(&run["results"]) {
        let result = object(result, RESULT);
        message(&result["message"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        array(&result["locations"]).iter().for_each(location);
        result
            .get("relatedLocations")
            .map_or(&[][..], array)
            .iter()
            .for_each(location);
        result
            .get("fixes")
            .map_or(&[][..], array)
            .iter()
            .for_each(fix);
    }
    array(&run["results"]).to_vec()
}

#[test]
fn every_kind_of_finding_keeps_to_the_standard() {
    let scratch = Scratch::new("sarif");
    scratch.file(
        "fl\u{f6}ws/a 1.asl.json",
        r#"{ "StartAt": "A", "States": {
  "A": { "Type": "Pass", "Next": "B", "Next": "Z", "comment": "x" },
  "B": { "Type": "wait", "Seconds": ${Delay} },
  "C": { "Type": "Task", "Resource": "${Handler}", "End": true }
} }"#,
    );
    let bom = "\u{feff}{}";
    scratch.file("bom.asl.json", bom);
    scratch.file("empty.asl.json", "");
    let run = asl(
        &scratch,
        &["check", "--format", "sarif", ".", "none.asl.json"],
    );
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    let results = results(&run.stdout);
    let rules: Vec<&str> = results
        .iter()
        .map(|r| r["ruleId"].as_str().unwrap())
        .collect();
    for rule in [
        "ASL0001", "ASL0005", "ASL0006", "ASL0103", "ASL0104", "ASL0106", "ASL0801", "ASL0802",
    ] {
        assert!(rules.contains(&rule), "{rule} in {rules:?}");
    }
}

#[test]
fn columns_count_utf_16_code_units() {
    let scratch = Scratch::new("utf16");
    // The emoji is one character, two units and four bytes.
    let text = r#"{ "Comment": "😀é", "StartAt": "A", "States": { "A": { "Type": "Pas", "End": true } } }"#;
    scratch.file("a.asl.json", text);
    let run = asl(&scratch, &["check", "--format", "sarif", "a.asl.json"]);
    let results = results(&run.stdout);
    let location = &results[0]["locations"][0];
    let (before, _) = text.split_once("\"Pas\"").unwrap();
    assert_eq!(
        location["physicalLocation"]["region"]["startColumn"],
        before.encode_utf16().count() + 1
    );
    assert_eq!(
        location["logicalLocations"][0]["fullyQualifiedName"],
        "/States/A/Type"
    );
}

#[test]
fn only_certain_suggestions_are_fixes() {
    let scratch = Scratch::new("fixes");
    let text = r#"{ "startAt": "A", "States": { "A": { "Type": "Pass", "Next": "AB" }, "ABC": { "Type": "Fail" } } }"#;
    scratch.file("a.asl.json", text);
    let run = asl(&scratch, &["check", "--format", "sarif", "a.asl.json"]);
    for result in results(&run.stdout) {
        let is_certain = result["ruleId"] == "ASL0103";
        assert_eq!(result.get("fixes").is_some(), is_certain, "{result}");
    }
}
