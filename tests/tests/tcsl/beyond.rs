//! What section 15 to 17 say beside the language: resource names, kinds of machines, an extended mode
//! that is not built (TCSL-1), and what of `asl` has no form in `tcsl`.

use asl_codegen::diagnostic::Code::*;
use asl_codegen::{Dialect, MachineType, Options, Source, compile};

use super::refusals::{ACCEPTED, FUNCTION, compiled, found, kind, shown};

#[test]
fn tcsl_130_a_machine_is_called_by_its_name_and_an_execution_is_not() {
    let task = |resource: &str| {
        let text = kind(&format!(r#"Task: "Comment":"{resource}""#));
        text.replace(FUNCTION, resource)
    };
    let machine = "qrn:qcs:asw:ap-guangzhou:123456789:http:json:flowmachine:orders:wf-1a2b";
    assert_eq!(found(&task(machine)), ACCEPTED);
    let execution = "qrn:qcs:asw:ap-guangzhou:123456789:execution:wf-1a2b:0123-4567";
    assert_eq!(found(&task(execution)), [BadResource]);
}

#[test]
fn tcsl_131_machines_are_standard_or_express() {
    let names: Vec<&str> = MachineType::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names, ["standard", "express"]);
    assert_eq!(
        MachineType::from_name("express"),
        Some(MachineType::Express)
    );
    assert_eq!(MachineType::from_name("dedicated"), None);
}

/// A definition that starts in `A`, with these states and these other members.
fn machine(members: &str, states: &str) -> String {
    format!(r#"{{"StartAt":"A",{members}"States":{{{states}}}}}"#)
}

/// Definitions of `asl` that use something `tcsl` has not.
fn of_asl_only() -> Vec<String> {
    let choice = |rule: &str| {
        machine(
            "",
            &format!(
                r#""A":{{"Type":"Choice","Choices":[{{{rule},"Next":"Z"}}],"Default":"Z"}},
                "Z":{{"Type":"Pass","End":true}}"#
            ),
        )
    };
    let task = |members: &str| {
        let task = format!(r#""A":{{"Type":"Task","Resource":"{FUNCTION}",{members},"End":true}}"#);
        machine("", &task)
    };
    let pass = |members: &str| {
        machine(
            "",
            &format!(r#""A":{{"Type":"Pass",{members},"End":true}}"#),
        )
    };
    vec![
        machine("", r#""A":{"Type":"Wait","Seconds":1,"End":true}"#),
        machine("", r#""A":{"Type":"Succeed"}"#),
        machine("", r#""A":{"Type":"Fail","Error":"FailedOperation"}"#),
        machine(r#""Version":"1.0","#, r#""A":{"Type":"Pass","End":true}"#),
        machine(
            r#""QueryLanguage":"JSONPath","#,
            r#""A":{"Type":"Pass","End":true}"#,
        ),
        task(r#""TimeoutSeconds":5"#),
        task(r#""HeartbeatSeconds":5"#),
        task(r#""Retry":[{"ErrorEquals":["My.Error"],"MaxAttempts":0}]"#),
        task(r#""Retry":[{"ErrorEquals":["States.ALL"]}]"#),
        choice(r#""Variable":"$.a","StringGreaterThan":"b""#),
        choice(r#""Variable":"$.a","NumericEqualsPath":"$.b""#),
        choice(r#""Not":{"Variable":"$.a","BooleanEquals":true}"#),
        choice(r#""And":[{"Variable":"$.a","BooleanEquals":true}]"#),
        choice(r#""Or":[{"Variable":"$.a","BooleanEquals":true}]"#),
        pass(r#""Assign":{"v":1}"#),
        pass(r#""Parameters":{"v.$":"States.UUID()"}"#),
        machine(
            "",
            r#""A":{"Type":"Choice","Choices":[{"Variable":"$.a","NumericEquals":1,"Next":"B"}],
                "Default":"Z"},"B":{"Type":"Pass","Next":"A"},"Z":{"Type":"Pass","End":true}"#,
        ),
        machine(
            "",
            r#""A":{"Type":"Map","End":true,
                "ItemProcessor":{"StartAt":"N","States":{"N":{"Type":"Pass","End":true}}}}"#,
        ),
        machine(
            "",
            r#""A":{"Type":"Map","MaxConcurrency":0,"End":true,
                "Iterator":{"StartAt":"N","States":{"N":{"Type":"Pass","End":true}}}}"#,
        ),
    ]
}

#[test]
fn tcsl_1_140_141_151_what_only_asl_has_is_refused_there_is_no_extended_mode() {
    for text in of_asl_only() {
        let in_asl = compile(&Source::new("t.asl.json", &*text), &Options::default());
        assert!(!in_asl.is_refused(), "{text}\n{:?}", in_asl.diagnostics);
        assert!(compiled(&text).is_refused(), "{text}\n{}", shown(&text));
    }
    assert_eq!(Dialect::from_name("tcsl-extended"), None);
}
