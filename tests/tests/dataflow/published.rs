//! No false alarm on what others have published, and every recorded document within its shape.
//!
//! Skipped, with a line that says so, where the data is not there.

use std::collections::BTreeMap;
use std::ops::Range;

use asl_codegen::ast::{Scope, StateKind};
use asl_codegen::dataflow::Dataflow;
use asl_codegen::diagnostic::{Code, Diagnostics, render};
use asl_codegen::{Dialect, Options, Source, compile, parse, source};
use asl_tests::conformance::corpus::{self, Corpus, Expect};
use asl_tests::conformance::recorded::case::{Case, Status, StepKind};

use crate::Analysis;
use crate::containment::outside;

fn is_dataflow(code: Code) -> bool {
    code.as_str().starts_with("ASL11")
}

/// The cases of a folder that parse, each with what is known of its definition.
#[expect(clippy::print_stdout, reason = "says that it is skipped")]
fn cases(kind: &str) -> Option<Vec<(Case, Analysis)>> {
    let folder = corpus::folder(None, kind);
    if !folder.is_dir() {
        println!("skipped: `{}` does not exist", folder.display());
        return None;
    }
    let files = corpus::json_files(&folder).unwrap().into_iter();
    let cases = files.filter_map(|path| Case::open(&path).ok());
    let with_analysis = |case: Case| {
        let analysis = analysed(&case)?;
        Some((case, analysis))
    };
    Some(cases.filter_map(with_analysis).collect())
}

fn analysed(case: &Case) -> Option<Analysis> {
    let rules = case.dialect()?.rules();
    let mut diagnostics = Diagnostics::default();
    let root = source::json::parse(&source::Filled::plain(case.text())).ok()?;
    let machine = parse::parse(&root, rules, &mut diagnostics)?;
    let dataflow = Dataflow::of(&machine, rules);
    (!diagnostics.has_errors()).then_some(Analysis { machine, dataflow })
}

/// Recorded executions that entered a state, against what is known of its input.
#[test]
fn recorded_documents_are_within_their_shapes() {
    let Some(cases) = cases("recorded") else {
        return;
    };
    // What our runtime is known to do in another way, and why that is right.
    let known = corpus::workspace().join("tests/conformance-known.txt");
    let known = std::fs::read_to_string(known).unwrap();
    let is_known = |name: &str| {
        let mut names = known.lines().filter_map(|line| line.split(' ').next());
        names.any(|known| known == name)
    };
    let mut compared = 0;
    let mut wrong = Vec::new();
    for (case, analysis) in cases.iter().filter(|(case, _)| !is_known(&case.name)) {
        let steps = case.trace.iter().flatten();
        for step in steps.filter(|step| step.event == StepKind::Enter) {
            let Some(input) = &step.input else { continue };
            compared += 1;
            let why = match analysis.dataflow.state(&step.state) {
                None => Some("it is entered".to_owned()),
                Some(known) => outside(&known.document, input, false),
            };
            wrong.extend(why.map(|why| format!("{}: `{}`: {why}", case.name, step.state)));
        }
    }
    println!("{compared} recorded documents compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 0, "nothing was compared");
}

/// An execution that succeeds has read every path of the states it went through; those of rules that
/// were not tried aside.
#[test]
fn executions_that_succeeded_refute_no_finding() {
    let mut judged = 0;
    let mut wrong = Vec::new();
    for (case, analysis) in ["recorded", "rules"]
        .into_iter()
        .filter_map(cases)
        .flatten()
    {
        if case.expect.status != Status::Succeeded {
            continue;
        }
        judged += 1;
        for found in analysis.dataflow.findings() {
            let is_visited = visited(&case, &analysis.machine.scope)
                .any(|state| found.span().is_some_and(|at| state.contains(&at.start)));
            if is_visited && found.code != Code::TestNeverHolds {
                wrong.push(format!("{}: {found}", case.name));
            }
        }
    }
    println!("{judged} executions that succeeded");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the states are that an execution has gone through: those of its trace or, where the way is
/// always the same, all of them.
fn visited<'a>(case: &'a Case, scope: &'a Scope) -> Box<dyn Iterator<Item = Range<u32>> + 'a> {
    let is_a_line = scope.states.iter().all(|state| {
        let forks = matches!(state.kind, StateKind::Choice(_));
        let catches = state.work().is_some_and(|work| !work.catch.is_empty());
        !forks && !catches && state.scopes().next().is_none()
    });
    if is_a_line {
        return Box::new(
            scope
                .states
                .iter()
                .map(|state| state.span.start..state.span.end),
        );
    }
    let steps = case.trace.iter().flatten();
    Box::new(steps.filter_map(|step| find(scope, &step.state)))
}

fn find(scope: &Scope, name: &str) -> Option<Range<u32>> {
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
