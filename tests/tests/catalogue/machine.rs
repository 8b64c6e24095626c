//! The groups `structure` and `transitions`.

use super::*;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = structure();
    rows.extend(transitions());
    rows
}

fn structure() -> Vec<Row> {
    let long = "n".repeat(129);
    let long_for_aws = "n".repeat(81);
    vec![
        row(
            "StartAt missing",
            BOTH,
            (Error, Code::MissingField),
            r#"{"States":{"A":{"Type":"Succeed"}}}"#,
        ),
        row(
            "States missing",
            BOTH,
            (Error, Code::MissingField),
            r#"{"StartAt":"A"}"#,
        ),
        row(
            "States empty",
            BOTH,
            (Error, Code::Empty),
            r#"{"StartAt":"A","States":{}}"#,
        ),
        row(
            "StartAt names no state",
            BOTH,
            (Error, Code::UnknownTarget),
            r#"{"StartAt":"Start","States":{"A":{"Type":"Succeed"}}}"#,
        ),
        row(
            "StartAt names a state of a nested machine",
            BOTH,
            (Error, Code::TargetElsewhere),
            format!(
                r#"{{"StartAt":"N","States":{{"A":{{"Type":"Parallel","Branches":[{INNER}],"End":true}}}}}}"#
            ),
        ),
        row(
            "unknown top-level field",
            BOTH,
            (Error, Code::UnknownField),
            r#"{"StartAt":"A","States":{"A":{"Type":"Succeed"}},"Owner":"me"}"#,
        ),
        row(
            "a state is no object",
            BOTH,
            (Error, Code::WrongType),
            states(r#""A":"Succeed""#),
        ),
        row(
            "Type missing",
            BOTH,
            (Error, Code::MissingField),
            one(r#""End":true"#),
        ),
        row(
            "Type unknown",
            BOTH,
            (Error, Code::UnknownType),
            one(r#""Type":"Script","End":true"#),
        ),
        row(
            "state name longer than 80 characters",
            AWS,
            (Error, Code::NameLength),
            format!(
                r#"{{"StartAt":"{long_for_aws}","States":{{"{long_for_aws}":{{"Type":"Succeed"}}}}}}"#
            ),
        ),
        row(
            "state name longer than 80 characters",
            ASL,
            (Error, Code::NameLength),
            format!(r#"{{"StartAt":"{long}","States":{{"{long}":{{"Type":"Succeed"}}}}}}"#),
        ),
        row(
            "duplicate state name across nested scopes",
            BOTH,
            (Error, Code::DuplicateState),
            states(
                r#""A":{"Type":"Parallel","End":true,"Branches":[{"StartAt":"A","States":{"A":{"Type":"Succeed"}}}]}"#,
            ),
        ),
        row(
            "unknown field in a state",
            BOTH,
            (Error, Code::UnknownField),
            one(r#""Type":"Pass","End":true,"Nxt":"A""#),
        ),
        row(
            "top-level TimeoutSeconds not a positive integer",
            BOTH,
            (Error, Code::OutOfRange),
            r#"{"StartAt":"A","TimeoutSeconds":0,"States":{"A":{"Type":"Succeed"}}}"#,
        ),
        row(
            "top-level TimeoutSeconds above 99999999",
            AWS,
            (Error, Code::OutOfRange),
            r#"{"StartAt":"A","TimeoutSeconds":100000000,"States":{"A":{"Type":"Succeed"}}}"#,
        ),
        row(
            "QueryLanguage not JSONPath or JSONata",
            BOTH,
            (Error, Code::UnknownValue),
            r#"{"StartAt":"A","QueryLanguage":"jq","States":{"A":{"Type":"Succeed"}}}"#,
        ),
        row(
            "Comment not a string",
            BOTH,
            (Error, Code::WrongType),
            one(r#""Type":"Succeed","Comment":7"#),
        ),
    ]
}

fn transitions() -> Vec<Row> {
    let nested =
        |next: &str| format!(r#"{{"StartAt":"N","States":{{"N":{{"Type":"Pass",{next}}}}}}}"#);
    let choice = |members: &str| one(&format!(r#""Type":"Choice",{members}"#));
    let rule = |next: &str| format!(r#"{{"Variable":"$.a","IsNull":true,"Next":"{next}"}}"#);
    let leave = r#"{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"Z"}],"Default":"B"}"#;
    vec![
        row(
            "Next names no state",
            BOTH,
            (Error, Code::UnknownTarget),
            one(r#""Type":"Pass","Next":"Missing""#),
        ),
        row(
            "neither Next nor End",
            BOTH,
            (Error, Code::NoTransition),
            one(r#""Type":"Pass""#),
        ),
        row(
            "both Next and End",
            BOTH,
            (Error, Code::NextAndEnd),
            states(r#""A":{"Type":"Pass","Next":"Z","End":true},"Z":{"Type":"Succeed"}"#),
        ),
        row(
            "End false with no Next",
            BOTH,
            (Error, Code::NoTransition),
            one(r#""Type":"Pass","End":false"#),
        ),
        row(
            "no terminal state",
            BOTH,
            (Error, Code::NoTerminal),
            one(r#""Type":"Pass","Next":"A""#),
        ),
        row(
            "no terminal state in a branch",
            BOTH,
            (Error, Code::NoTerminal),
            one(&format!(
                r#""Type":"Parallel","End":true,"Branches":[{}]"#,
                nested(r#""Next":"N""#)
            )),
        ),
        row(
            "unreachable state (no incoming)",
            BOTH,
            (Error, Code::Unreachable),
            states(r#""A":{"Type":"Succeed"},"B":{"Type":"Fail"}"#),
        ),
        row(
            "unreachable cycle",
            BOTH,
            (Error, Code::Unreachable),
            states(
                r#""A":{"Type":"Succeed"},"B":{"Type":"Pass","Next":"C"},"C":{"Type":"Pass","Next":"B"}"#,
            ),
        ),
        row(
            "state that refers only to itself",
            BOTH,
            (Error, Code::Unreachable),
            states(r#""A":{"Type":"Succeed"},"B":{"Type":"Pass","Next":"B"}"#),
        ),
        row(
            "state that refers only to itself",
            BOTH,
            (Warning, Code::Endless),
            states(&format!(
                r#""A":{leave},"B":{{"Type":"Pass","Next":"B"}},"Z":{{"Type":"Succeed"}}"#
            )),
        ),
        row(
            "terminal state exists but cannot be reached from a cycle",
            BOTH,
            (Warning, Code::Endless),
            states(&format!(
                r#""A":{leave},"B":{{"Type":"Pass","Next":"C"}},"C":{{"Type":"Wait","Seconds":1,"Next":"B"}},"Z":{{"Type":"Succeed"}}"#
            )),
        ),
        row(
            "branch leaves its machine",
            BOTH,
            (Error, Code::TargetElsewhere),
            states(&format!(
                r#""A":{{"Type":"Parallel","Next":"Z","Branches":[{}]}},"Z":{{"Type":"Succeed"}}"#,
                nested(r#""Next":"Z""#)
            )),
        ),
        row(
            "item processor leaves its machine",
            BOTH,
            (Error, Code::TargetElsewhere),
            states(&format!(
                r#""A":{{"Type":"Map","Next":"Z","ItemProcessor":{}}},"Z":{{"Type":"Succeed"}}"#,
                nested(r#""Next":"Z""#)
            )),
        ),
        row(
            "outer state enters a branch",
            BOTH,
            (Error, Code::TargetElsewhere),
            states(&format!(
                r#""A":{{"Type":"Parallel","Next":"N","Branches":[{INNER}]}}"#
            )),
        ),
        row(
            "Next in Succeed",
            BOTH,
            (Error, Code::FieldNotHere),
            one(r#""Type":"Succeed","Next":"A""#),
        ),
        row(
            "End in Fail",
            BOTH,
            (Error, Code::FieldNotHere),
            one(r#""Type":"Fail","End":true"#),
        ),
        row(
            "Catch Next names no state",
            BOTH,
            (Error, Code::UnknownTarget),
            task(
                r#""Resource":"arn:aws:lambda:eu-west-1:1:function:f","Catch":[{"ErrorEquals":["E"],"Next":"Missing"}]"#,
            ),
        ),
        row(
            "Choice Next names no state",
            BOTH,
            (Error, Code::UnknownTarget),
            choice(&format!(r#""Choices":[{}],"Default":"A""#, rule("Missing"))),
        ),
        row(
            "Default names no state",
            BOTH,
            (Error, Code::UnknownTarget),
            choice(&format!(r#""Choices":[{}],"Default":"Missing""#, rule("A"))),
        ),
        row(
            "Next in Choice state",
            BOTH,
            (Error, Code::FieldNotHere),
            states(&format!(
                r#""A":{{"Type":"Choice","Choices":[{}],"Default":"Z","Next":"Z"}},"Z":{{"Type":"Succeed"}}"#,
                rule("Z")
            )),
        ),
    ]
}

#[test]
fn structure_rules() {
    check("structure", 16, &structure());
}

#[test]
fn transition_rules() {
    check("transitions", 19, &transitions());
}
