//! The groups `retry`, `catch` and `task`.

use super::*;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = retry();
    rows.extend(catch());
    rows.extend(tasks());
    rows
}

const RESOURCE: &str = r#""Resource":"arn:aws:lambda:eu-west-1:1:function:f""#;

/// A Task with these retriers.
fn retriers(retriers: &str) -> String {
    task(&format!(r#"{RESOURCE},"Retry":[{retriers}]"#))
}

/// A Task with one retrier, given by its members beyond `ErrorEquals`.
fn retrier(members: &str) -> String {
    retriers(&format!(r#"{{"ErrorEquals":["E"],{members}}}"#))
}

/// A Task with these catchers, which lead to `Z`.
fn catchers(catchers: &str) -> String {
    states(&format!(
        r#""A":{{"Type":"Task",{RESOURCE},"Next":"Z","Catch":[{catchers}]}},"Z":{{"Type":"Succeed"}}"#
    ))
}

fn retry() -> Vec<Row> {
    vec![
        row(
            "ErrorEquals missing",
            BOTH,
            (Error, Code::MissingField),
            retriers(r#"{"MaxAttempts":1}"#),
        ),
        row(
            "ErrorEquals empty",
            BOTH,
            (Error, Code::Empty),
            retriers(r#"{"ErrorEquals":[]}"#),
        ),
        row(
            "ErrorEquals holds no strings",
            BOTH,
            (Error, Code::WrongType),
            retriers(r#"{"ErrorEquals":[500]}"#),
        ),
        row(
            "IntervalSeconds 0",
            BOTH,
            (Error, Code::OutOfRange),
            retrier(r#""IntervalSeconds":0"#),
        ),
        row(
            "IntervalSeconds no integer",
            BOTH,
            (Error, Code::OutOfRange),
            retrier(r#""IntervalSeconds":1.5"#),
        ),
        row(
            "MaxAttempts negative",
            BOTH,
            (Error, Code::OutOfRange),
            retrier(r#""MaxAttempts":-1"#),
        ),
        row(
            "MaxAttempts above 99999999",
            AWS,
            (Error, Code::OutOfRange),
            retrier(r#""MaxAttempts":100000000"#),
        ),
        row(
            "BackoffRate below 1",
            BOTH,
            (Error, Code::OutOfRange),
            retrier(r#""BackoffRate":0.5"#),
        ),
        row(
            "MaxDelaySeconds 0",
            BOTH,
            (Error, Code::OutOfRange),
            retrier(r#""MaxDelaySeconds":0"#),
        ),
        row(
            "MaxDelaySeconds above 31622400",
            AWS,
            (Error, Code::OutOfRange),
            retrier(r#""MaxDelaySeconds":31622401"#),
        ),
        row(
            "MaxDelaySeconds not above IntervalSeconds",
            BOTH,
            (Warning, Code::DelayCap),
            retrier(r#""IntervalSeconds":10,"MaxDelaySeconds":5"#),
        ),
        row(
            "MaxDelaySeconds not above IntervalSeconds",
            BOTH,
            (Warning, Code::DelayCap),
            retrier(r#""IntervalSeconds":10,"MaxDelaySeconds":10"#),
        ),
        row(
            "JitterStrategy unknown",
            BOTH,
            (Error, Code::UnknownValue),
            retrier(r#""JitterStrategy":"HALF""#),
        ),
        row(
            "unknown field",
            BOTH,
            (Error, Code::UnknownField),
            retrier(r#""Attempts":2"#),
        ),
        row(
            "reserved States. name unknown",
            BOTH,
            (Warning, Code::UnknownErrorName),
            retriers(r#"{"ErrorEquals":["States.Timout"]}"#),
        ),
        row(
            "reserved States. name unknown",
            BOTH,
            (Warning, Code::UnknownErrorName),
            retriers(r#"{"ErrorEquals":["State.ALL"]}"#),
        ),
        row(
            "States.ALL with another name",
            BOTH,
            (Error, Code::AllNotAlone),
            retriers(r#"{"ErrorEquals":["States.ALL","E"]}"#),
        ),
        row(
            "States.ALL not last",
            BOTH,
            (Error, Code::AllNotLast),
            retriers(r#"{"ErrorEquals":["States.ALL"]},{"ErrorEquals":["E"]}"#),
        ),
        row(
            "Retry on Pass",
            BOTH,
            (Error, Code::FieldNotHere),
            one(r#""Type":"Pass","End":true,"Retry":[]"#),
        ),
        row(
            "error already covered by an earlier retrier",
            BOTH,
            (Warning, Code::DeadHandler),
            retriers(r#"{"ErrorEquals":["E"]},{"ErrorEquals":["E"]}"#),
        ),
        row(
            "error already covered by an earlier retrier",
            BOTH,
            (Warning, Code::DeadHandler),
            retriers(
                r#"{"ErrorEquals":["States.TaskFailed"]},{"ErrorEquals":["E","States.Timeout"]}"#,
            ),
        ),
    ]
}

fn catch() -> Vec<Row> {
    vec![
        row(
            "ErrorEquals missing",
            BOTH,
            (Error, Code::MissingField),
            catchers(r#"{"Next":"Z"}"#),
        ),
        row(
            "ErrorEquals empty",
            BOTH,
            (Error, Code::Empty),
            catchers(r#"{"ErrorEquals":[],"Next":"Z"}"#),
        ),
        row(
            "Next missing",
            BOTH,
            (Error, Code::MissingField),
            catchers(r#"{"ErrorEquals":["E"]}"#),
        ),
        row(
            "States.ALL not last",
            BOTH,
            (Error, Code::AllNotLast),
            catchers(
                r#"{"ErrorEquals":["States.ALL"],"Next":"Z"},{"ErrorEquals":["E"],"Next":"Z"}"#,
            ),
        ),
        row(
            "unknown field",
            BOTH,
            (Error, Code::UnknownField),
            catchers(r#"{"ErrorEquals":["E"],"Next":"Z","End":true}"#),
        ),
        row(
            "ResultPath no reference path",
            BOTH,
            (Error, Code::NotReferencePath),
            catchers(r#"{"ErrorEquals":["E"],"Next":"Z","ResultPath":"$.a[*]"}"#),
        ),
    ]
}

fn tasks() -> Vec<Row> {
    let state = |members: &str| task(&format!("{RESOURCE},{members}"));
    let service = |call: &str, parameters: &str| {
        task(&format!(
            r#""Resource":"arn:aws:states:::{call}","Parameters":{parameters}"#
        ))
    };
    vec![
        row(
            "Resource missing",
            BOTH,
            (Error, Code::MissingField),
            task(r#""Comment":"none""#),
        ),
        row(
            "Resource no URI or ARN",
            AWS,
            (Note, Code::NotAUri),
            task(r#""Resource":"charge the card""#),
        ),
        row(
            "service integration that does not exist",
            AWS,
            (Warning, Code::UnknownService),
            service("faxmachine:send", "{}"),
        ),
        row(
            "service integration that does not exist",
            AWS,
            (Error, Code::UnknownService),
            service("dynamodb:query", "{}"),
        ),
        row(
            "service integration pattern not offered (.sync on sqs)",
            AWS,
            (Error, Code::PatternNotOffered),
            service(
                "sqs:sendMessage.sync",
                r#"{"QueueUrl":"q","MessageBody":"m"}"#,
            ),
        ),
        row(
            "service integration pattern not offered (.sync on sqs)",
            AWS,
            (Warning, Code::PatternNotOffered),
            service("glue:startJobRun.sync:2", r#"{"JobName":"j"}"#),
        ),
        row(
            "service integration pattern not offered (.sync on sqs)",
            AWS,
            (Warning, Code::PatternNotOffered),
            service("aws-sdk:s3:getObject.sync", "{}"),
        ),
        row(
            "waitForTaskToken with no $$.Task.Token anywhere",
            AWS,
            (Warning, Code::TokenNotPassed),
            service(
                "sqs:sendMessage.waitForTaskToken",
                r#"{"QueueUrl":"q","MessageBody":"m"}"#,
            ),
        ),
        row(
            "required parameter of an integration missing (lambda:invoke FunctionName)",
            AWS,
            (Note, Code::MissingParameter),
            task(r#""Resource":"arn:aws:states:::lambda:invoke""#),
        ),
        row(
            "required parameter of an integration missing (lambda:invoke FunctionName)",
            AWS,
            (Warning, Code::MissingParameter),
            service("lambda:invoke", r#"{"Payload.$":"$"}"#),
        ),
        row(
            "required parameter of an integration missing (lambda:invoke FunctionName)",
            AWS,
            (Warning, Code::MissingParameter),
            service("sns:publish", r#"{"Message":"m"}"#),
        ),
        row(
            "TimeoutSeconds 0",
            BOTH,
            (Error, Code::OutOfRange),
            state(r#""TimeoutSeconds":0"#),
        ),
        row(
            "TimeoutSeconds and TimeoutSecondsPath",
            BOTH,
            (Error, Code::Exclusive),
            state(r#""TimeoutSeconds":9,"TimeoutSecondsPath":"$.t""#),
        ),
        row(
            "HeartbeatSeconds and HeartbeatSecondsPath",
            BOTH,
            (Error, Code::Exclusive),
            state(r#""HeartbeatSeconds":9,"HeartbeatSecondsPath":"$.t""#),
        ),
        row(
            "HeartbeatSeconds not below TimeoutSeconds",
            BOTH,
            (Error, Code::HeartbeatNotBelowTimeout),
            state(r#""TimeoutSeconds":9,"HeartbeatSeconds":9"#),
        ),
        row(
            "HeartbeatSeconds above the default 60 s TimeoutSeconds",
            ASL,
            (Error, Code::HeartbeatNotBelowTimeout),
            state(r#""HeartbeatSeconds":61"#),
        ),
        row(
            "Credentials without RoleArn",
            AWS,
            (Error, Code::NoRoleArn),
            state(r#""Credentials":{"User":"me"}"#),
        ),
        row(
            "Credentials no object",
            BOTH,
            (Error, Code::TemplateNotObject),
            state(r#""Credentials":"me""#),
        ),
    ]
}

#[test]
fn retry_rules() {
    check("retry", 18, &retry());
}

#[test]
fn catch_rules() {
    check("catch", 6, &catch());
}

#[test]
fn task_rules() {
    check("task", 13, &tasks());
}
