//! No false alarm on what others have published, and every recorded document within its shape.
//!
//! Skipped, with a line that says so, where the data is not there.

use std::collections::BTreeMap;

use asl_codegen::dataflow::Dataflow;
use asl_codegen::diagnostic::{Code, render};
use asl_codegen::{Dialect, Options, Source, compile, parse, source};
use asl_tests::conformance::corpus::{self, Corpus, Expect};
use asl_tests::conformance::recorded::case::{Case, Status, StepKind};

use crate::containment::outside;

fn is_dataflow(code: Code) -> bool {
    code.as_str().starts_with("ASL11")
}

/// Recorded executions that entered a state, by state, against what is known of its input.
#[test]
fn recorded_documents_are_within_their_shapes() {
    let folder = corpus::folder(None, "recorded");
    if !folder.is_dir() {
        println!("skipped: `{}` does not exist", folder.display());
        return;
    }
    // What our runtime is known to do in another way, and why that is right.
    let known = corpus::workspace().join("tests/conformance-known.txt");
    let known = std::fs::read_to_string(known).unwrap();
    let is_known = |name: &str| {
        let mut names = known.lines().filter_map(|line| line.split(' ').next());
        names.any(|known| known == name)
    };
    let mut wrong = Vec::new();
    let mut compared = 0;
    for path in corpus::json_files(&folder).unwrap() {
        let case = match Case::open(&path) {
            Ok(case) if !is_known(&case.name) => case,
            _ => continue,
        };
        let mut diagnostics = asl_codegen::diagnostic::Diagnostics::default();
        let rules = Dialect::Aws.rules();
        let filled = source::Filled::plain(case.text());
        let Ok(root) = source::json::parse(&filled) else {
            continue;
        };
        let Some(machine) = parse::parse(&root, rules, &mut diagnostics) else {
            continue;
        };
        if diagnostics.has_errors() {
            continue;
        }
        let dataflow = Dataflow::of(&machine, rules);
        for step in case
            .trace
            .iter()
            .flatten()
            .filter(|s| s.event == StepKind::Enter)
        {
            let Some(input) = &step.input else { continue };
            compared += 1;
            let why = match dataflow.state(&step.state) {
                None => Some("it is entered".to_owned()),
                Some(known) => outside(&known.document, input, false),
            };
            wrong.extend(why.map(|why| format!("{}: `{}`: {why}", path.display(), step.state)));
        }
        // An execution that succeeds has read every path of the states it went through; those of
        // rules that were not tried aside.
        if case.expect.status == Status::Succeeded {
            for found in dataflow.findings() {
                let visited = case.trace.iter().flatten().any(|step| {
                    let state = find(&machine.scope, &step.state);
                    state.is_some_and(|state| {
                        found.span().is_some_and(|at| state.contains(&at.start))
                    })
                });
                if visited && found.code != Code::TestNeverHolds {
                    wrong.push(format!("{}: {found}", path.display()));
                }
            }
        }
    }
    println!("{compared} recorded documents compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 0, "nothing was compared");
}

fn find(scope: &asl_codegen::ast::Scope, name: &str) -> Option<std::ops::Range<u32>> {
    scope.states.iter().find_map(|state| {
        // Nested states have findings of their own.
        if state.name.value == name && state.scopes().next().is_none() {
            return Some(state.span.start..state.span.end);
        }
        state.scopes().find_map(|nested| find(nested, name))
    })
}

/// What is said about published machines is for a person to read, with `--nocapture`.
#[test]
fn published_machines_have_hardly_any_findings() {
    let folder = corpus::folder(None, "real");
    if !folder.is_dir() {
        println!("skipped: `{}` does not exist", folder.display());
        return;
    }
    let corpus = Corpus::open(&folder).unwrap();
    let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
    for machine in corpus
        .machines
        .iter()
        .filter(|machine| machine.expect == Expect::Accept)
    {
        let text = std::fs::read_to_string(corpus.file(machine)).unwrap();
        let source = Source::new(format!("{}.json", machine.id), text);
        let options = Options {
            dialect: Dialect::Aws,
            ..Options::default()
        };
        for found in compile(&source, &options).diagnostics {
            if is_dataflow(found.code) {
                *counts.entry(found.code).or_default() += 1;
                println!("{}\n", render::human(&found, &source));
            }
        }
    }
    let machines = corpus.machines.len();
    println!("{counts:?} in {machines} machines");
    // They are meant to work: what is found is rare, and worth a look.
    let found: usize = counts.values().sum();
    assert!(found * 50 <= machines, "{counts:?} in {machines} machines");
}
