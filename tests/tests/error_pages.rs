//! The pages of the diagnostic codes: their examples do what they say. That every code has one is
//! a test in `diagnostics.rs`.
//!
//! A page shows definitions in fences that open with ```` ```json wrong ```` or
//! ```` ```json right ```` (or `yaml` for `json`), followed by options:
//!
//! | option | means |
//! |---|---|
//! | `dialect=aws` | the dialect |
//! | `machine_type=express` | the type of the machine |
//! | `substitution=Name:value` | the value of a placeholder |
//! | `name=State:Alias` | a Rust name |

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::diagnostic::{Code, render};
use asl_codegen::options::{NameOption, module_name};
use asl_codegen::{Compilation, Dialect, MachineType, Options, Source, compile};

/// Codes that no definition can show: the file could not be read, nobody could see or would read
/// the mistake, or it is made in the options.
const NOTHING_TO_SHOW: &[Code] = &[
    Code::FileNotFound,
    Code::FileUnreadable,
    Code::FileTooLarge,
    Code::NotUtf8,
    Code::ByteOrderMark,
    Code::EmptyFile,
    Code::TooDeep,
    Code::UnknownTask,
    Code::YamlIsOff,
];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors")
}

/// Every page there is, with its code.
fn pages() -> Vec<(Code, String)> {
    let read = |code: &Code| fs::read_to_string(directory().join(format!("{code}.md")));
    let pages = Code::ALL
        .iter()
        .filter_map(|code| Some((*code, read(code).ok()?)));
    pages.collect()
}

/// A definition on a page.
struct Example {
    /// `wrong` or `right`.
    kind: String,
    options: Options,
    source: Source,
}

/// The examples of a page, in order.
fn examples(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(fence) = line.strip_prefix("```") else {
            continue;
        };
        let body = lines.by_ref().take_while(|line| *line != "```");
        let text: String = body.map(|line| format!("{line}\n")).collect();
        if let Some(info) = fence.strip_prefix("json ") {
            examples.push(example(info, Source::new("example.asl.json", text)));
        } else if let Some(info) = fence.strip_prefix("yaml ") {
            examples.push(example(info, Source::new("example.asl.yaml", text)));
        }
    }
    examples
}

fn example(info: &str, source: Source) -> Example {
    let mut words = info.split(' ');
    let kind = words.next().unwrap().to_owned();
    let mut options = Options::default();
    for word in words {
        let (option, value) = word.split_once('=').unwrap();
        match option {
            "dialect" => options.dialect = Dialect::from_name(value).unwrap(),
            "machine_type" => options.machine_type = MachineType::from_name(value).unwrap(),
            "substitution" => {
                let (name, value) = value.split_once(':').unwrap();
                options
                    .substitutions
                    .push((name.to_owned(), value.to_owned()));
            }
            "name" => {
                let (key, alias) = value.split_once(':').unwrap();
                // In lower case, which is all the same to the checks.
                let ident = module_name(alias).unwrap();
                options.names.push(NameOption {
                    key: key.to_owned(),
                    span: ident.span(),
                    ident,
                });
            }
            _ => panic!("unknown option `{word}`"),
        }
    }
    Example {
        kind,
        options,
        source,
    }
}

#[test]
fn every_page_is_headed_by_its_code_and_title() {
    for (code, page) in pages() {
        let heading = format!("# {code}: {}\n\n", code.title());
        assert!(page.starts_with(&heading), "{code}: expected {heading}");
    }
}

#[test]
fn wrong_examples_show_their_code_and_nothing_else() {
    for (code, page) in pages() {
        for example in examples(&page).iter().filter(|e| e.kind == "wrong") {
            let Compilation { diagnostics, .. } = compile(&example.source, &example.options);
            let found: BTreeSet<Code> = diagnostics.iter().map(|found| found.code).collect();
            let shown = render::all(&diagnostics, &example.source, render::DEFAULT_LIMIT);
            assert_eq!(
                found,
                BTreeSet::from([code]),
                "\n{}\n{shown}",
                example.source.text()
            );
        }
    }
}

#[test]
fn right_examples_compile_without_a_word() {
    for (code, page) in pages() {
        for example in examples(&page).iter().filter(|e| e.kind == "right") {
            let compilation = compile(&example.source, &example.options);
            let shown = render::all(
                &compilation.diagnostics,
                &example.source,
                render::DEFAULT_LIMIT,
            );
            assert_eq!(shown, "", "{code}:\n{}", example.source.text());
            assert!(compilation.option_errors.is_empty(), "{code}");
        }
    }
}

#[test]
fn every_page_has_both_kinds_of_examples() {
    for (code, page) in pages() {
        let examples = examples(&page);
        let kinds: BTreeSet<&str> = examples.iter().map(|e| e.kind.as_str()).collect();
        if NOTHING_TO_SHOW.contains(&code) {
            assert!(!kinds.contains("wrong"), "{code} has an example after all");
        } else {
            assert_eq!(kinds, BTreeSet::from(["right", "wrong"]), "{code}");
        }
    }
}

#[test]
fn the_index_lists_every_code_in_order() {
    let index = fs::read_to_string(directory().join("README.md")).unwrap();
    let rows: Vec<&str> = index
        .lines()
        .filter(|line| line.starts_with("| ["))
        .collect();
    let expected: Vec<String> = Code::ALL
        .iter()
        .map(|code| format!("| [{code}]({code}.md) | {} |", code.title()))
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn there_is_no_page_without_a_code() {
    for file in fs::read_dir(directory()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let known = name == "README.md"
            || name
                .strip_suffix(".md")
                .is_some_and(|code| code.parse::<Code>().is_ok());
        assert!(known, "{name} is the page of no code");
    }
}
