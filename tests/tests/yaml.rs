//! Definitions in YAML are the definitions in JSON, written otherwise.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use asl_codegen::build::{self, Machine};
use asl_codegen::source::{Filled, Format, Kind, Node, Source, json};
use asl_codegen::{Dialect, Options, compile};
use asl_runtime::{TaskContext, TaskError, Value, json};
use proptest::prelude::*;
use regex::Regex;

asl_runtime::asl_machine!(
    mod order = "flows/yaml/order.asl.yaml",
    substitutions = {
        "PriceArn" = "arn:aws:lambda:eu-west-1:123456789012:function:price",
        "Timeout" = "60",
        "AWS::Region" = "eu-west-1",
    },
);

asl_runtime::asl_machine!(
    mod order_by_file = "flows/yaml/order.asl.yaml",
    substitutions = "flows/yaml/values.yaml",
);

/// Answers after one error that is worth another attempt.
#[derive(Default)]
struct Shop(std::sync::atomic::AtomicUsize);

impl Shop {
    fn answer(&self, value: Value) -> Result<Value, TaskError> {
        match self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 2 {
            0 => Err(TaskError::named("Shop.Busy")),
            _ => Ok(value),
        }
    }
}

macro_rules! shop {
    ($($machine:ident)+) => {$(
        impl $machine::Tasks for Shop {
            async fn price(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
                self.answer(json!(12))
            }

            async fn charge(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
                self.answer(input)
            }
        }
    )+};
}

shop!(order order_by_file);

#[tokio::test(start_paused = true)]
async fn a_machine_from_yaml_runs() {
    let receipt = order::run(&Shop::default(), json!({})).await.unwrap();
    let expected = json!({ "text": "costs 12", "price": 12, "lines": "one\n  two\n" });
    assert_eq!(receipt, expected);
    let receipt = order_by_file::run(&Shop::default(), json!({})).await;
    assert_eq!(receipt.unwrap(), expected);
    let location = order::State::Note.location();
    assert_eq!((location.line, location.column), (17, 3));
}

/// How a value is written in YAML.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// Lines and indentation, plain scalars where possible, comments.
    Block,
    /// Brackets, single quotes.
    Flow,
}

/// Writes `node` so that it can follow `key:` or `-` at `indent`.
fn write(node: &Node, style: Style, indent: usize, out: &mut String) {
    let pad = " ".repeat(indent);
    match &node.kind {
        Kind::Null => out.push_str(if style == Style::Block { " ~" } else { " null" }),
        Kind::Bool(value) => out.push_str(&format!(" {value}")),
        Kind::Number(text) => out.push_str(&format!(" {text}")),
        Kind::String(text) => scalar(&text.value, style, indent, out),
        Kind::Array(elements) if style == Style::Block && !elements.is_empty() => {
            for element in elements {
                out.push_str(&format!("\n{pad}-"));
                write(element, style, indent + 2, out);
            }
        }
        Kind::Object(members) if style == Style::Block && !members.is_empty() => {
            for member in members {
                out.push_str(&format!("\n# {pad}comment\n{pad}"));
                key(&member.key.value, style, out);
                write(&member.value, style, indent + 2, out);
            }
        }
        Kind::Array(elements) => {
            out.push_str(" [");
            for element in elements {
                write(element, style, indent + 1, out);
                out.push(',');
            }
            out.push(']');
        }
        Kind::Object(members) => {
            out.push_str(" {");
            for member in members {
                out.push_str(&format!("\n {pad}"));
                key(&member.key.value, style, out);
                write(&member.value, style, indent + 1, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}

fn key(value: &str, style: Style, out: &mut String) {
    let mut text = String::new();
    // Keys are of one line.
    let style = if value.contains('\n') {
        Style::Block
    } else {
        style
    };
    match is_plain(value) && style == Style::Block {
        true => text.push_str(value),
        false => quoted(value, style, &mut text),
    }
    out.push_str(text.trim_start());
    out.push(':');
}

fn scalar(value: &str, style: Style, indent: usize, out: &mut String) {
    let literal = value.ends_with('\n')
        && value.trim_start() == value
        && value.lines().count() > 1
        && value
            .lines()
            .all(|line| !line.is_empty() && line.chars().all(|c| c >= ' '));
    if style == Style::Block && literal && indent > 0 {
        let pad = " ".repeat(indent);
        out.push_str(" |+");
        for line in value.lines() {
            out.push_str(&format!("\n{pad}{line}"));
        }
    } else if style == Style::Block && is_plain(value) {
        out.push_str(&format!(" {value}"));
    } else {
        quoted(value, style, out);
    }
}

fn quoted(value: &str, style: Style, out: &mut String) {
    let printable = value
        .chars()
        .all(|c| c >= ' ' && c != '\u{7f}' && c != '\u{feff}');
    match style == Style::Flow && printable {
        true => out.push_str(&format!(" '{}'", value.replace('\'', "''"))),
        false => out.push_str(&format!(" {}", serde_json::Value::from(value))),
    }
}

fn is_plain(value: &str) -> bool {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "$._-()'/ ".contains(c);
    let words = ["null", "true", "false"];
    value.starts_with(|c: char| c.is_ascii_alphabetic() || c == '$')
        && value.chars().all(harmless)
        && !value.ends_with(' ')
        && !words.contains(&value.to_ascii_lowercase().as_str())
}

fn yaml(root: &Node, style: Style) -> String {
    let mut text = String::from("---");
    write(root, style, 0, &mut text);
    text.push('\n');
    text
}

fn definitions() -> Vec<PathBuf> {
    fn visit(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.to_str().unwrap().ends_with(".asl.json") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    visit(&root.join("flows"), &mut found);
    visit(&root.join("diagnostics"), &mut found);
    visit(&root.join("../examples"), &mut found);
    found.sort();
    found
}

/// Positions in documentation, and in the table of states.
static POSITION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b\d+:\d+\b|\b(line|column) : \d+").unwrap());

/// What a definition becomes, without positions and the name of the file.
fn outcome(source: &Source, dialect: Dialect) -> (String, Vec<String>) {
    let options = Options {
        dialect,
        ..Options::default()
    };
    let compilation = compile(source, &options);
    let tokens = compilation.tokens.to_string();
    let tokens = POSITION.replace_all(&tokens, "$1").into_owned();
    let mut findings: Vec<String> = compilation
        .diagnostics
        .iter()
        // Only in JSON are members spoken of in quotes.
        .map(|found| format!("{found}").replace('"', ""))
        .collect();
    findings.sort();
    (tokens, findings)
}

#[test]
fn every_definition_means_the_same_in_yaml() {
    let mut compared = 0;
    for path in definitions() {
        let text = fs::read_to_string(&path).unwrap();
        let Ok(root) = json::parse(&Filled::plain(&text)) else {
            continue;
        };
        let dialect = match path.to_str().unwrap().contains("aws") {
            true => Dialect::Aws,
            false => Dialect::Asl,
        };
        // The same name, so that it is the same where it is mentioned.
        let json = Source::new("flow", text);
        let expected = outcome(&json, dialect);
        for style in [Style::Block, Style::Flow] {
            let yaml = Source::new("flow", yaml(&root, style)).with_format(Format::Yaml);
            let found = outcome(&yaml, dialect);
            let shown = path.display();
            assert_eq!(found.1, expected.1, "{shown}\n{}", yaml.text());
            assert!(found.0 == expected.0, "{shown}\n{}", yaml.text());
        }
        compared += 1;
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn a_build_script_takes_yaml() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("yaml");
    fs::create_dir_all(&directory).unwrap();
    let machine = Machine::new("flows/yaml/order.asl.yaml")
        .substitution("PriceArn", "price")
        .substitution("Timeout", "soon")
        .substitution("AWS::Region", "eu");
    let report = build::configure()
        .machine(machine)
        .run(Path::new(env!("CARGO_MANIFEST_DIR")), &directory);
    assert!(report.failed);
    let lines = report.lines.join("\n");
    for part in ["rerun-if-changed=", "ASL0101", "order.asl.yaml:10:21"] {
        assert!(lines.contains(part), "{part} in {lines}");
    }
}

/// The lines for cargo after a build with this file of values.
fn lines_with_values(test: &str, values: Option<&str>) -> (bool, String) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&directory).unwrap();
    let text = r#"{ "StartAt": "A", "States": { "A": { "Type": "Wait", "Seconds": ${Delay}, "End": true } } }"#;
    fs::write(directory.join("flow.asl.json"), text).unwrap();
    let _ = fs::remove_file(directory.join("values.json"));
    if let Some(values) = values {
        fs::write(directory.join("values.json"), values).unwrap();
    }
    let machine = Machine::new("flow.asl.json").substitutions_file("values.json");
    let report = build::configure()
        .machine(machine)
        .run(&directory, &directory);
    (report.failed, report.lines.join("\n"))
}

#[test]
fn a_file_of_values_is_tracked_and_its_mistakes_are_shown_in_it() {
    let cases = [
        (Some(r#"{ "Delay": 60, "Other": "not for this one" }"#), ""),
        (Some(r#"{ "Delay": }"#), "file of values is not valid JSON"),
        (
            Some("{\n  \"Delay\": 1,\n  \"Delay\": 2\n}"),
            "--> values.json:3:3",
        ),
        (None, "file of values `values.json` not found"),
    ];
    for (values, expected) in cases {
        let (failed, lines) = lines_with_values("values", values);
        assert_eq!(failed, !expected.is_empty(), "{lines}");
        assert!(lines.contains(expected), "{lines}");
        assert!(
            !lines.contains("Other") && !lines.contains("ASL0802"),
            "{lines}"
        );
        let mut tracked = lines.lines().filter(|l| l.contains("rerun-if-changed"));
        assert!(
            tracked.next_back().unwrap().ends_with("values.json"),
            "{lines}"
        );
    }
}

/// A number, a word or a string that could be taken for something else.
fn leaf() -> impl Strategy<Value = serde_json::Value> {
    prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        "[ -~\u{e9}\u{1f600}\n\t\r\u{85}\u{2028}]{0,12}".prop_map(Into::into),
        "(null|true|yes|~|1|0x1|- a|a: b|a #b|<<|\\? a|---|\\[|\\{|'|\"|%|@|`|&a|\\*a|!a|\\||>)"
            .prop_map(Into::into),
    ]
}

fn tree() -> impl Strategy<Value = serde_json::Value> {
    leaf().prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::Array),
            prop::collection::btree_map("[ -~\u{e9}]{0,6}", inner, 0..5)
                .prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// The value without places.
fn plain(node: &Node) -> serde_json::Value {
    match &node.kind {
        Kind::Null => serde_json::Value::Null,
        Kind::Bool(value) => (*value).into(),
        Kind::Number(text) => serde_json::from_str(text).unwrap(),
        Kind::String(text) => text.value.as_str().into(),
        Kind::Array(elements) => elements.iter().map(plain).collect(),
        Kind::Object(members) => members
            .iter()
            .map(|member| (member.key.value.clone(), plain(&member.value)))
            .collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any JSON value is the same value in YAML: as it is, for JSON is YAML, and in both styles.
    #[test]
    fn every_json_value_is_read_back(value in tree()) {
        let text = value.to_string();
        let root = json::parse(&Filled::plain(&text)).unwrap();
        for yaml in [text, yaml(&root, Style::Block), yaml(&root, Style::Flow)] {
            let source = Source::new("values.yaml", yaml.replace("${", "$ {"));
            let read = asl_codegen::source::document::read(&source, &[]);
            prop_assert!(read.is_whole, "{:?} in {}", read.findings, yaml);
            if source.text() == yaml {
                prop_assert_eq!(plain(&read.root), plain(&root), "{}", yaml);
            }
        }
    }

    /// The compiler ends on any text, with tokens that are a file.
    #[test]
    fn any_text_ends_in_tokens_or_findings(text in "((StartAt|States|Type|Pass|A|&a|\\*a|<<|!Sub|\\$\\{A\\}|\"|'|: |\n|\n  |- |\\||[{}\\[\\],#%\t\r\u{e9}\u{feff}0-9.])){0,40}") {
        let source = Source::new("flow.asl.yaml", text);
        let compilation = compile(&source, &Options::default());
        prop_assert!(build::format(&compilation).is_ok());
        for found in &compilation.diagnostics {
            prop_assert!(!asl_codegen::diagnostic::render::human(found, &source).is_empty());
        }
    }
}
