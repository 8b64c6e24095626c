//! The work of a compilation grows with the size of the definition, not with its square. Measured in CPU
//! time of the thread, so that what else the machine does is not counted.

use std::fmt::Write as _;
use std::time::Duration;

use asl_codegen::diagnostic::{Code, render};
use asl_codegen::options::TaskOption;
use asl_codegen::{Compilation, Dialect, Options, Source, compile};
use cpu_time::ThreadTime;
use proc_macro2::Span;

fn aws() -> Options {
    Options {
        dialect: Dialect::Aws,
        ..Options::default()
    }
}

fn compiled(text: &str, options: &Options) -> (Compilation, Duration) {
    let source = Source::new("big.asl.json", text);
    let start = ThreadTime::now();
    let compilation = compile(&source, options);
    (compilation, start.elapsed())
}

/// A machine of `count` states that gives every check something to do.
fn machine(count: usize) -> String {
    let mut states = String::new();
    for n in (0..count).step_by(5) {
        let next = n + 5;
        write!(
            states,
            r#""S{n}": {{ "Type": "Pass", "Assign": {{ "v{n}.$": "$$.Execution.Id" }}, "Next": "C{n}" }},
            "C{n}": {{ "Type": "Choice", "Choices": [{{ "Variable": "$v{n}", "IsNull": true, "Next": "L{n}" }}], "Default": "T{n}" }},
            "L{n}": {{ "Type": "Wait", "Seconds": 1, "Next": "L{n}" }},
            "T{n}": {{ "Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {{ "FunctionName": "f{n}", "Payload.$": "$" }},
                "Retry": [{{ "ErrorEquals": ["E{n}", "State.Timeout"] }}, {{ "ErrorEquals": ["E{n}"] }}], "Next": "M{n}" }},
            "M{n}": {{ "Type": "Parallel", "Branches": [{{ "StartAt": "N{n}", "States": {{ "N{n}":
                {{ "Type": "Pass", "Assign": {{ "w{n}.$": "$v{n}" }}, "End": true }} }} }}], "Next": "S{next}" }},"#
        )
        .ok();
    }
    format!(
        r#"{{ "StartAt": "S0", "States": {{ {states} "S{count}": {{ "Type": "Succeed" }} }} }}"#
    )
}

/// A line of `count` tasks.
fn tasks(count: usize) -> String {
    let mut states = String::new();
    for n in 0..count {
        let next = n + 1;
        write!(
            states,
            r#""T{n}": {{ "Type": "Task", "Resource": "urn:f{n}", "Next": "T{next}" }},"#
        )
        .ok();
    }
    format!(
        r#"{{ "StartAt": "T0", "States": {{ {states} "T{count}": {{ "Type": "Succeed" }} }} }}"#
    )
}

/// Four times as long, or twice that on a busy machine; the square would be sixteen times.
fn assert_linear(
    size: usize,
    compilation: impl Fn(usize) -> (Compilation, Duration),
    is_refused: bool,
) {
    let time = |size: usize| {
        let runs = (0..3).map(|_| {
            let (compilation, elapsed) = compilation(size);
            assert_eq!(compilation.is_refused(), is_refused);
            elapsed
        });
        runs.min().unwrap_or_default()
    };
    let (small, large) = (time(size), time(size * 4));
    assert!(
        large < small * 10,
        "{small:?} for {size}, {large:?} for four times that"
    );
}

#[test]
fn four_times_the_states_take_four_times_as_long() {
    assert_linear(1_000, |count| compiled(&machine(count), &aws()), false);
}

#[test]
fn a_refused_definition_takes_no_longer() {
    let compilation = |count| {
        let text = tasks(count).replacen("\"Type\": \"Succeed\"", "\"Type\": \"Succed\"", 1);
        compiled(&text, &Options::default())
    };
    assert_linear(500, compilation, true);
}

#[test]
fn four_times_the_types_take_four_times_as_long() {
    let compilation = |count| {
        let types = (0..count).map(|n| TaskOption {
            key: format!("urn:f{n}"),
            span: Span::call_site(),
            input: syn::parse_str("crate::Order").unwrap(),
            output: syn::parse_str("crate::Receipt").unwrap(),
            is_lambda: false,
        });
        let options = Options {
            tasks: types.collect(),
            ..Options::default()
        };
        compiled(&tasks(count), &options)
    };
    assert_linear(250, compilation, false);
}

#[test]
fn ten_thousand_errors_are_a_hundred_and_a_count() {
    let mut states = String::new();
    for n in 0..10_000 {
        write!(states, r#""S{n}": {{ "Type": "Pass", "Next": "T{n}" }},"#).ok();
    }
    let text =
        format!(r#"{{ "StartAt": "S0", "States": {{ {states} "Z": {{ "Type": "Fail" }} }} }}"#);
    let (compilation, _) = compiled(&text, &aws());
    let found = &compilation.diagnostics;
    assert!(found.iter().all(|found| found.code == Code::UnknownTarget));
    assert_eq!(found.len(), 10_000);
    let source = Source::new("big.asl.json", text);
    let shown = render::all(found, &source, render::DEFAULT_LIMIT);
    assert_eq!(shown.matches("error[ASL0201]").count(), 100);
    assert!(shown.ends_with("... and 9900 more"), "{shown}");
}
