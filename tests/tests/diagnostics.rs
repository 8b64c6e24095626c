//! Every diagnostic code has a definition that provokes it, and a golden text of what a person
//! then reads.
//!
//! A case is `diagnostics/<CODE>_<what>.asl.json` (or `.asl.yaml`), or built below where it is no text; its golden
//! is the `.txt` of that name. `UPDATE_GOLDENS=1` rewrites the goldens: read the difference.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::build::{self, Machine};
use asl_codegen::diagnostic::{Code, render};
use asl_codegen::source::{document, load};
use asl_codegen::{Compilation, Dialect, MachineType, Options, Source, compile};
use serde_json::{Value, json};

/// A case and what a person reads about it.
struct Case {
    name: String,
    shown: String,
}

impl Case {
    fn new(name: &str, shown: String) -> Self {
        let name = name.to_owned();
        Self { name, shown }
    }

    fn compiled(name: &str, source: &Source) -> Self {
        let Compilation { diagnostics, .. } = compile(source, &options(name));
        let shown = render::all(&diagnostics, source, render::DEFAULT_LIMIT);
        Self::new(name, shown + "\n")
    }

    /// The code that the name begins with.
    fn code(&self) -> &str {
        self.name.split('_').next().unwrap()
    }

    /// The codes that a person reads.
    fn codes(&self) -> BTreeSet<&str> {
        self.shown
            .split('[')
            .filter_map(|part| Some(part.split_once(']')?.0))
            .filter(|code| code.parse::<Code>().is_ok())
            .collect()
    }
}

/// The options of the cases that have any.
fn options(case: &str) -> Options {
    let mut options = Options::default();
    if case.contains("_aws") {
        options.dialect = Dialect::Aws;
    }
    options.strict = case.contains("_strict");
    if case.contains("_tcsl") {
        options.dialect = Dialect::Tcsl;
    }
    if case.contains("_express") {
        options.machine_type = MachineType::Express;
    }
    let substitutions: &[(&str, &str)] = match case {
        "ASL0806_filled_value" => &[("Delay", "soon"), ("Name", "it, \"End\": true")],
        "ASL0201_filled_in" => &[("Target", "chip")],
        "ASL0803_unused_substitution" => &[
            (
                "ChargeFunctionArm",
                "arn:aws:lambda:eu-west-1:1:function:charge",
            ),
            ("Region", "eu-west-1"),
        ],
        _ => &[],
    };
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    options.substitutions = substitutions.iter().map(owned).collect();
    options
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("diagnostics")
}

/// Every case, by name.
fn cases() -> Vec<Case> {
    let mut cases = definitions();
    cases.extend(built());
    cases.extend(file_problems());
    cases.push(option_problems());
    cases.push(feature_off());
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// The definitions in the directory.
fn definitions() -> Vec<Case> {
    let files = fs::read_dir(directory()).unwrap();
    let cases = files.filter_map(|file| {
        let path = file.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap();
        let name = file
            .strip_suffix(".asl.json")
            .or_else(|| file.strip_suffix(".asl.yaml"))?;
        let text = fs::read_to_string(&path).unwrap();
        Some(Case::compiled(name, &Source::new(file, text)))
    });
    cases.collect()
}

/// Texts that an editor would spoil, or that nobody wants to scroll through.
fn built() -> [Case; 4] {
    let deep = format!("{{ \"StartAt\": {}{} }}", "[".repeat(200), "]".repeat(200));
    let texts = [
        (
            "ASL0005_byte_order_mark",
            "\u{feff}{ \"StartAt\": \"Ship\" }",
        ),
        ("ASL0006_empty", ""),
        ("ASL0006_white_space", " \r\n\t\n"),
        ("ASL0009_too_deep", &deep),
    ];
    texts.map(|(name, text)| Case::compiled(name, &Source::new("flow.asl.json", text)))
}

/// What is wrong with the file rather than with its text.
fn file_problems() -> [Case; 7] {
    let scratch = Scratch::new("files");
    for name in ["order.asl.json", "orders.asl.json", "refund.asl.json"] {
        scratch.file(name, b"{}");
    }
    scratch.file("latin1.asl.json", b"{\n  \"Comment\": \"caf\xe9\"\n}\n");
    let utf16 = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes);
    scratch.file("utf16.asl.json", &utf16.collect::<Vec<u8>>());
    scratch.file("large.asl.json", &vec![b' '; 5_000_000]);
    fs::create_dir_all(scratch.0.join("flows")).unwrap();
    let limit = Dialect::Asl.rules().max_definition;
    let files = [
        ("ASL0001_near_names", "oder.asl.json"),
        ("ASL0001_nothing_near", "shipping.asl.json"),
        ("ASL0001_no_such_directory", "flow/order.asl.json"),
        ("ASL0002_directory", "flows"),
        ("ASL0003_five_megabytes", "large.asl.json"),
        ("ASL0004_latin_1", "latin1.asl.json"),
        ("ASL0004_utf_16", "utf16.asl.json"),
    ];
    files.map(|(name, file)| {
        let diagnostic = load::read(file, &scratch.0.join(file), limit).unwrap_err();
        let shown = render::human(&diagnostic, &Source::new(file, ""));
        let shown = shown.replace(scratch.0.to_str().unwrap(), "<dir>");
        Case::new(name, shown + "\n")
    })
}

/// What is said about YAML by a compiler that was built without it; these tests are built with it.
fn feature_off() -> Case {
    let source = Source::new("flow.asl.yaml", "");
    let shown = render::human(&document::yaml_is_off(), &source);
    Case::new("ASL1201_feature_off", shown + "\n")
}

/// Options that name nothing in the definition. They have no place in it, so they are shown as
/// a build script shows them.
fn option_problems() -> Case {
    let scratch = Scratch::new("options");
    let definition = json!({
        "StartAt": "Check Stock",
        "States": { "Check Stock": { "Type": "Task", "Resource": "stock", "End": true } },
    });
    scratch.file("flow.asl.json", definition.to_string().as_bytes());
    let machine = Machine::new("flow.asl.json")
        .task("Chek Stock", "Order", "Stock")
        .task("stock", "Order", "Stock")
        .task("refund", "Order", "Receipt")
        .rust_name("check stock", "CheckStock")
        .rust_name("Refund", "Refund");
    let report = build::configure()
        .machine(machine)
        .run(&scratch.0, &scratch.0);
    assert!(report.failed);
    let errors = report.lines.iter().filter(|line| line.contains("error"));
    Case::new(
        "ASL0704_unknown_task",
        errors.map(|line| format!("{line}\n")).collect(),
    )
}

/// A directory of its own for a test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(what: &str) -> Self {
        let thread = std::thread::current().id();
        let name = format!("asl-diagnostics-{}-{thread:?}-{what}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, contents: &[u8]) {
        fs::write(self.0.join(name), contents).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_people_read_is_as_recorded() {
    let update = std::env::var_os("UPDATE_GOLDENS").is_some();
    let mut report = String::new();
    let mut goldens = BTreeSet::new();
    for case in cases() {
        let path = directory().join(format!("{}.txt", case.name));
        let golden = fs::read_to_string(&path).unwrap_or_default();
        if update && golden != case.shown {
            fs::write(&path, &case.shown).unwrap();
        } else if golden != case.shown {
            let difference = difference(&golden, &case.shown);
            write!(report, "\n{} {difference}", case.name).unwrap();
        }
        goldens.insert(path);
    }
    for file in fs::read_dir(directory()).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|e| e == "txt") && !goldens.contains(&path) {
            write!(report, "\n{}: a golden without a case", path.display()).unwrap();
        }
    }
    assert!(
        report.is_empty(),
        "{report}\nif the new text (+) is the better one, set UPDATE_GOLDENS=1"
    );
}

/// The lines from the first to the last that differ, `-` as recorded, `+` as it is.
fn difference(recorded: &str, shown: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (recorded.lines().collect(), shown.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tails = old.iter().rev().zip(new.iter().rev());
    let tail = tails.take_while(|(a, b)| a == b).count();
    let mut text = format!("from line {}:\n", head + 1);
    for (sign, lines) in [('-', old), ('+', new)] {
        for line in &lines[..lines.len() - tail] {
            writeln!(text, "{sign}{line}").unwrap();
        }
    }
    text
}

#[test]
fn every_code_has_a_case_and_a_page() {
    let mut found = BTreeSet::new();
    for case in cases() {
        let codes: BTreeSet<String> = case.codes().into_iter().map(str::to_owned).collect();
        assert!(
            codes.contains(case.code()),
            "{} provokes {codes:?}",
            case.name
        );
        found.extend(codes);
    }
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors");
    let mut missing = Vec::new();
    for code in Code::ALL {
        if !found.contains(code.as_str()) {
            missing.push(format!("{code} ({}) has no case", code.title()));
        }
        if !pages.join(format!("{code}.md")).is_file() {
            missing.push(format!("{code} ({}) has no page", code.title()));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn valid_1_all_violations_in_the_order_of_the_file() {
    let text = r#"{
  "Version": "2",
  "StartAt": "Pack",
  "States": {
    "Pack": { "Type": "Task", "Next": "Shp", "Retry": [{ "ErrorEquals": [] }] },
    "Ship": { "Type": "Pass", "OutputPath": "$.a b", "Result": { "a": 1, "a": 2 } },
    "Pause": { "Type": "Wait", "Seconds": -1, "Colour": "red", "End": true }
  }
}"#;
    let source = Source::new("flow.asl.json", text);
    let found: Vec<String> = compile(&source, &Options::default())
        .diagnostics
        .iter()
        .map(|found| {
            format!(
                "{} {}",
                source.position(found.span().unwrap().start),
                found.code
            )
        })
        .collect();
    let expected = [
        "2:14 ASL0111", // no such version
        "5:13 ASL0102", // no `Resource`
        "5:39 ASL0201", // no state `Shp`
        "5:73 ASL0108", // no error name
        "6:5 ASL0205",  // neither `Next` nor `End`
        "6:49 ASL0601", // a blank in a path
        "6:74 ASL0104", // `a` twice
        "7:43 ASL0107", // negative
        "7:47 ASL0103", // no field `Colour`
    ];
    assert_eq!(found, expected);
}

/// The types of states in the order of the columns of STATE-10.
const TYPES: [&str; 8] = [
    "Task", "Parallel", "Map", "Pass", "Wait", "Choice", "Succeed", "Fail",
];

/// A row of the tables: a field, the types that have it (`x`), a value it may have.
fn fields() -> Vec<(&'static str, &'static str, Value)> {
    let scope = json!({ "StartAt": "N", "States": { "N": { "Type": "Succeed" } } });
    let rule = json!([{ "Variable": "$.a", "IsNull": true, "Next": "Z" }]);
    vec![
        // STATE-10; RP-7, VAR-5
        ("Comment", "xxxxxxxx", json!("why")),
        ("QueryLanguage", "xxxxxxxx", json!("JSONPath")),
        ("InputPath", "xxxxxxx.", json!("$")),
        ("OutputPath", "xxxxxxx.", json!("$")),
        ("Next", "xxxxx...", json!("Z")),
        ("End", "xxxxx...", json!(true)),
        ("ResultPath", "xxxx....", json!("$")),
        ("Parameters", "xxxx....", json!({})),
        ("ResultSelector", "xxx.....", json!({})),
        ("Assign", "xxxxxx..", json!({ "v": 1 })),
        ("Retry", "xxx.....", json!([])),
        ("Catch", "xxx.....", json!([])),
        // STATE-12
        ("Result", "...x....", json!(1)),
        ("Resource", "x.......", json!("r")),
        ("TimeoutSeconds", "x.......", json!(60)),
        ("TimeoutSecondsPath", "x.......", json!("$.t")),
        ("HeartbeatSeconds", "x.......", json!(1)),
        ("HeartbeatSecondsPath", "x.......", json!("$.h")),
        ("Credentials", "x.......", json!({})),
        ("Choices", ".....x..", rule),
        ("Default", ".....x..", json!("Z")),
        ("Seconds", "....x...", json!(1)),
        ("SecondsPath", "....x...", json!("$.s")),
        ("Timestamp", "....x...", json!("2016-03-14T01:59:00Z")),
        ("TimestampPath", "....x...", json!("$.t")),
        ("Error", ".......x", json!("E")),
        ("ErrorPath", ".......x", json!("$.e")),
        ("Cause", ".......x", json!("c")),
        ("CausePath", ".......x", json!("$.c")),
        ("Branches", ".x......", json!([scope])),
        ("ItemProcessor", "..x.....", scope.clone()),
        ("Iterator", "..x.....", scope),
        ("ItemsPath", "..x.....", json!("$")),
        ("ItemSelector", "..x.....", json!({})),
        ("ItemReader", "..x.....", json!({ "Resource": "r" })),
        ("ItemBatcher", "..x.....", json!({ "MaxItemsPerBatch": 1 })),
        ("ResultWriter", "..x.....", json!({ "Resource": "r" })),
        ("MaxConcurrency", "..x.....", json!(1)),
        ("MaxConcurrencyPath", "..x.....", json!("$.m")),
        ("ToleratedFailureCount", "..x.....", json!(1)),
        ("ToleratedFailureCountPath", "..x.....", json!("$.c")),
        ("ToleratedFailurePercentage", "..x.....", json!(1)),
        ("ToleratedFailurePercentagePath", "..x.....", json!("$.p")),
        // STATE-11, STATE-13: only in JSONata
        ("Arguments", "........", json!({})),
        ("Output", "........", json!({})),
        ("Items", "........", json!([])),
    ]
}

#[test]
fn state_10_state_12_state_13_fields_belong_to_their_types() {
    for (field, types, value) in fields() {
        for (state_type, legal) in TYPES.iter().zip(types.chars()) {
            let state = json!({ "Type": state_type, field: value });
            let definition = json!({
                "StartAt": "A",
                "States": { "A": state, "Z": { "Type": "Succeed" } },
            });
            let source = Source::new("flow.asl.json", definition.to_string());
            let key = source.text().find(&format!("\"{field}\"")).unwrap();
            let refused: Vec<(Code, usize)> = compile(&source, &Options::default())
                .diagnostics
                .iter()
                .filter(|found| matches!(found.code, Code::FieldNotHere | Code::UnknownField))
                .map(|found| (found.code, found.span().unwrap().start as usize))
                .collect();
            let expected = match legal {
                'x' => vec![],
                _ => vec![(Code::FieldNotHere, key)],
            };
            assert_eq!(refused, expected, "`{field}` in a {state_type} state");
        }
    }
}
