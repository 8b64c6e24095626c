//! What the options say about tasks, and the methods that come of it.
#![allow(clippy::unwrap_used, reason = "tests")]

use asl_codegen::options::Invocation;
use asl_codegen::{Compilation, Source, compile};

const CHARGE: &str = "arn:aws:lambda:eu-west-1:1:function:charge";

/// A definition of one Task after another; `invoke NAME` stands for a call of that Lambda function
/// through `lambda:invoke`.
fn flow(resources: &[&str]) -> String {
    let count = resources.len();
    let states = resources.iter().enumerate().map(|(index, resource)| {
        let exit = match index + 1 {
            last if last == count => r#""End": true"#.to_owned(),
            next => format!(r#""Next": "S{next}""#),
        };
        let work = match resource.strip_prefix("invoke ") {
            Some(function) => format!(
                r#""Resource": "arn:aws:states:::lambda:invoke",
                   "Parameters": {{ "FunctionName": "{function}" }}"#
            ),
            None => format!(r#""Resource": "{resource}""#),
        };
        format!(r#""S{index}": {{ "Type": "Task", {work}, {exit} }}"#)
    });
    let states: Vec<String> = states.collect();
    let states = states.join(", ");
    format!(r#"{{ "StartAt": "S0", "States": {{ {states} }} }}"#)
}

fn compiled(resources: &[&str], options: &str) -> Compilation {
    let call = format!(r#"mod flow = "flow.asl.json", {options}"#);
    let call: Invocation = syn::parse_str(&call).unwrap();
    compile(
        &Source::new("flow.asl.json", flow(resources)),
        &call.options,
    )
}

/// The methods of `Tasks`, in order.
fn methods(compilation: &Compilation) -> Vec<String> {
    assert!(!compilation.is_refused(), "{:?}", compilation.diagnostics);
    let file: syn::File = syn::parse2(compilation.tokens.clone()).unwrap();
    let items = file.items.into_iter().find_map(|item| match item {
        syn::Item::Trait(item) if item.ident == "Tasks" => Some(item.items),
        _ => None,
    });
    let names = items.unwrap().into_iter().map(|item| match item {
        syn::TraitItem::Fn(method) => method.sig.ident.to_string(),
        _ => String::new(),
    });
    names.collect()
}

#[test]
fn task_11_a_pattern_is_in_the_name_only_where_names_would_collide() {
    let plain = "arn:aws:states:::sqs:sendMessage";
    let wait = "arn:aws:states:::sqs:sendMessage.waitForTaskToken";
    let run = "arn:aws:states:::ecs:runTask";
    let sync = "arn:aws:states:::states:startExecution.sync";
    let sync2 = "arn:aws:states:::states:startExecution.sync:2";
    let cases: [(&[&str], &str, &[&str]); 6] = [
        (&[wait, wait], "", &["sqs_send_message"]),
        (
            &[plain, plain, wait, wait],
            "",
            &["sqs_send_message", "sqs_send_message_wait_for_task_token"],
        ),
        // Not by the order of the file.
        (
            &[wait, wait, plain, plain],
            "",
            &["sqs_send_message_wait_for_task_token", "sqs_send_message"],
        ),
        (
            &[sync, sync, sync2, sync2],
            "",
            &[
                "states_start_execution_sync",
                "states_start_execution_sync_2",
            ],
        ),
        // Named after their states, they do not collide.
        (&[plain, wait, run], "", &["s0", "s1", "s2"]),
        (
            &[plain, plain, wait, wait],
            r#"names = { "arn:aws:states:::sqs:sendMessage.waitForTaskToken" = Ask }"#,
            &["sqs_send_message", "ask"],
        ),
    ];
    for (resources, options, expected) in cases {
        let compilation = compiled(resources, options);
        assert_eq!(methods(&compilation), expected, "{resources:?}");
    }
}

#[test]
fn a_lambda_handler_is_one_method_for_every_form_of_the_call() {
    let invoke = format!("invoke {CHARGE}");
    let resources = [CHARGE, &invoke];
    let lambda = format!(r#"tasks = {{ "{CHARGE}" = lambda fn(Order) -> Receipt }}"#);
    assert_eq!(methods(&compiled(&resources, &lambda)), ["charge"]);
    // Without the word, the envelope is the engineer's: two shapes, two methods.
    let plain = lambda.replace("lambda fn", "fn");
    assert_eq!(methods(&compiled(&resources, &plain)), ["s0", "s1"]);
    // A state with an entry of its own has a method of its own.
    let own = "tasks = { S1 = lambda fn(Order) -> Receipt }";
    assert_eq!(methods(&compiled(&resources, own)), ["s0", "s1"]);
}

#[test]
fn only_calls_through_invoke_have_an_envelope() {
    let invoke = format!("invoke {CHARGE}");
    let lambda = format!(r#"tasks = {{ "{CHARGE}" = lambda fn(Order) -> Receipt }}"#);
    for (resource, options, has_envelope) in [
        (invoke.as_str(), lambda.as_str(), true),
        (CHARGE, &lambda, false),
        (&invoke, "", false),
    ] {
        let text = compiled(&[resource], options).tokens.to_string();
        assert_eq!(text.contains("call_lambda"), has_envelope, "{resource}");
    }
}

#[test]
fn what_is_no_lambda_function_has_no_lambda_handler() {
    let compilation = compiled(&["stock"], "tasks = { S0 = lambda fn(Order) -> Stock }");
    let errors = compilation.option_errors.iter().map(ToString::to_string);
    assert_eq!(
        errors.collect::<Vec<String>>(),
        ["the task `S0` is no Lambda function; write `S0 = fn(..) -> ..` [ASL0704]"]
    );
}

#[test]
fn an_unknown_word_before_fn_is_an_error() {
    let call = r#"mod flow = "flow.asl.json", tasks = { S0 = lamda fn(Order) -> Stock }"#;
    let error = syn::parse_str::<Invocation>(call).err().unwrap();
    assert_eq!(
        error.to_string(),
        "expected `fn(..) -> ..` or `lambda fn(..) -> ..`, not `lamda`"
    );
}
