//! Every rule of the language reference is in the name of a test.
//!
//! A test is named after the rules it shows: `retry_7_…`, `err_10_11_…` (both rules),
//! `retry_1_to_3_…` (a range), `io_2_ctx_4_…` (rules of two sections).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rules by section, for the query language JSONPath in dialects `asl` and `aws`; then those of
/// `tcsl`, and the defects of its description. TCSL-132 says only which pages were not found.
const RULES: &[(&str, &str)] = &[
    ("dia", "1 2 5 6 7"),
    ("top", "1 2 3 4 5 6 7 8 9"),
    ("state", "1 2 3 4 5 6 7 8 10 12 13 14 15 16"),
    ("trans", "1 2 3 4 5 6 7 8 9 10 11"),
    ("time", "1 2 3 4 5 6 7"),
    ("data", "1 2 3 4 5 6"),
    ("ctx", "1 2 3 4 5 6 7"),
    ("ql", "1 4"),
    ("path", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"),
    ("rpath", "1 2 3 4 5 6 7 8 9"),
    ("tmpl", "1 2 3 4 5 6 7 8 9 10 11 12"),
    (
        "intr",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 40",
    ),
    ("io", "1 2 3 4 5 6 7 10 11 12 13"),
    ("rp", "1 2 3 4 5 6 7 8"),
    ("var", "1 2 3 4 5 6 8 9 10 11 12 13 14 15 16 17 18"),
    ("err", "1 2 3 4 5 6 10 11 12 13 14 15 16 17 18"),
    ("retry", "1 2 3 4 5 6 7 8 9 10 11"),
    ("catch", "1 2 3 4 6 7 8"),
    ("pass", "1 2 3 4 5 6 7"),
    ("task", "1 2 3 4 5 6 7 8 9 10 11"),
    (
        "choice",
        "1 2 3 4 5 6 7 8 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37",
    ),
    ("wait", "1 2 3 4 5 6 7"),
    ("succeed", "1 2 3"),
    ("fail", "1 2 3 4 5 6 7"),
    ("par", "1 2 3 4 5 6 7 8 9 10 11"),
    (
        "map",
        "1 2 3 4 5 6 10 11 13 14 15 16 20 21 22 23 30 31 32 33 34 35 36 40 41 42 43 50 51 52 53 \
         54 55 56 57 58 59 60 70 71 72 73",
    ),
    ("lim", "1 2 3 4 5 6 7 8 9 10"),
    ("valid", "1 2 3 4"),
    (
        "vary",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 18 19 20 21 22 23 24 25 26 27 28 29 30",
    ),
    ("trace", "1 2 3 4 5 6 7"),
    (
        "tcsl",
        "1 3 5 10 11 12 13 14 15 20 21 22 23 24 30 31 32 33 34 35 36 37 40 41 42 43 50 51 52 53 54 \
         55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 80 81 82 83 84 85 86 87 90 91 92 93 \
         94 95 96 97 100 101 102 103 104 105 110 111 112 113 114 115 116 117 118 119 120 121 \
         130 131 140 141 150 151",
    ),
    ("e", "1 2 3 4 5 6 7 8 9 10 11"),
];

#[test]
fn every_rule_is_in_the_name_of_a_test() {
    let shown = shown_rules();
    let missing: Vec<String> = RULES
        .iter()
        .flat_map(|(section, numbers)| {
            let none = BTreeSet::new();
            let shown = shown.get(*section).unwrap_or(&none).clone();
            numbers
                .split_whitespace()
                .map(|number| number.parse::<u32>().unwrap())
                .filter(move |number| !shown.contains(number))
                .map(move |number| format!("{}-{number}", section.to_uppercase()))
        })
        .collect();
    assert!(
        missing.is_empty(),
        "no test is named after {}",
        missing.join(" ")
    );
}

#[test]
fn names_are_read_as_lists_and_ranges() {
    let rules = |name: &str| {
        let mut shown = BTreeMap::new();
        note(name, &mut shown);
        shown
            .iter()
            .flat_map(|(section, numbers): (&String, &BTreeSet<u32>)| {
                numbers
                    .iter()
                    .map(move |number| format!("{section}-{number}"))
            })
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(rules("retry_7_counts_across_visits"), "retry-7");
    assert_eq!(rules("err_10_11_wildcards"), "err-10 err-11");
    assert_eq!(rules("retry_1_to_3_fields"), "retry-1 retry-2 retry-3");
    assert_eq!(rules("io_2_ctx_4_mixed_2_cases"), "ctx-4 io-2");
    assert_eq!(rules("a_task_fails_2_times"), "");
}

/// The rules in the names of all tests of the workspace.
fn shown_rules() -> BTreeMap<String, BTreeSet<u32>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut shown = BTreeMap::new();
    for folder in [
        "asl-codegen",
        "asl-runtime",
        "asl-macro",
        "tests",
        "examples",
    ] {
        for file in rust_files(&root.join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            test_names(&text).for_each(|name| note(name, &mut shown));
        }
    }
    shown
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with("target") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// Names of functions under a `#[test]` or `#[tokio::test]`.
fn test_names(text: &str) -> impl Iterator<Item = &str> {
    let mut is_test = false;
    text.lines().filter_map(move |line| {
        let line = line.trim_start();
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        }
        let name = line
            .strip_prefix("async ")
            .unwrap_or(line)
            .strip_prefix("fn ")?;
        std::mem::take(&mut is_test)
            .then(|| name.split('(').next())
            .flatten()
    })
}

/// Adds the rules that a name begins with.
fn note(name: &str, shown: &mut BTreeMap<String, BTreeSet<u32>>) {
    let sections: BTreeSet<&str> = RULES.iter().map(|(section, _)| *section).collect();
    let mut words = name.split('_').peekable();
    while let Some(section) = words.next_if(|word| sections.contains(word)) {
        let numbers = shown.entry(section.to_owned()).or_default();
        let mut last = None;
        while let Some(word) = words.peek() {
            match (word.parse::<u32>(), last) {
                (Ok(number), _) => {
                    numbers.insert(number);
                    last = Some(number);
                }
                (Err(_), Some(from)) if *word == "to" => {
                    words.next();
                    let end = words.peek().and_then(|word| word.parse::<u32>().ok());
                    numbers.extend(from..=end.unwrap_or(from));
                }
                _ => break,
            }
            words.next();
        }
    }
}
