//! The groups `choice`, `wait`, `fail`, `parallel` and `map`.

use super::*;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = choice();
    rows.extend(wait());
    rows.extend(fail());
    rows.extend(parallel());
    rows.extend(map());
    rows
}

/// A Choice with these members; all it can lead to is `Z`.
fn choices(members: &str) -> String {
    states(&format!(
        r#""A":{{"Type":"Choice","Default":"Z",{members}}},"Z":{{"Type":"Succeed"}}"#
    ))
}

/// A Choice with one rule that leads to `Z`, given by its members beyond `Next`.
fn rule(members: &str) -> String {
    choices(&format!(r#""Choices":[{{{members},"Next":"Z"}}]"#))
}

fn choice() -> Vec<Row> {
    vec![
        row(
            "Choices missing",
            BOTH,
            (Error, Code::MissingField),
            choices(r#""Comment":"none""#),
        ),
        row(
            "Choices empty",
            BOTH,
            (Error, Code::Empty),
            choices(r#""Choices":[]"#),
        ),
        row(
            "rule without Next",
            BOTH,
            (Error, Code::MissingField),
            choices(r#""Choices":[{"Variable":"$.a","IsNull":true}]"#),
        ),
        row(
            "nested rule with Next",
            BOTH,
            (Error, Code::NestedNext),
            rule(r#""Not":{"Variable":"$.a","IsNull":true,"Next":"Z"}"#),
        ),
        row(
            "no comparison operator",
            BOTH,
            (Error, Code::RuleShape),
            rule(r#""Variable":"$.a""#),
        ),
        row(
            "two comparison operators",
            BOTH,
            (Error, Code::RuleShape),
            rule(r#""Variable":"$.a","IsNull":true,"IsString":true"#),
        ),
        row(
            "comparison without Variable",
            BOTH,
            (Error, Code::RuleShape),
            rule(r#""IsNull":true"#),
        ),
        row(
            "unknown comparison operator",
            BOTH,
            (Error, Code::UnknownField),
            rule(r#""Variable":"$.a","StringIs":"b""#),
        ),
        row(
            "operand of the wrong type (StringEquals 1)",
            BOTH,
            (Error, Code::OperandType),
            rule(r#""Variable":"$.a","StringEquals":1"#),
        ),
        row(
            "operand of the wrong type (IsPresent \"true\")",
            BOTH,
            (Error, Code::OperandType),
            rule(r#""Variable":"$.a","IsPresent":"true""#),
        ),
        row(
            "TimestampEquals no RFC 3339 timestamp",
            BOTH,
            (Error, Code::BadTimestamp),
            rule(r#""Variable":"$.a","TimestampEquals":"tomorrow""#),
        ),
        row("And empty", BOTH, (Error, Code::Empty), rule(r#""And":[]"#)),
        row(
            "And together with Variable",
            BOTH,
            (Error, Code::RuleShape),
            rule(r#""Variable":"$.a","And":[{"Variable":"$.a","IsNull":true}]"#),
        ),
        row(
            "Variable no path",
            BOTH,
            (Error, Code::BadPath),
            rule(r#""Variable":"a","IsNull":true"#),
        ),
        row(
            "...Path operand no path",
            BOTH,
            (Error, Code::BadPath),
            rule(r#""Variable":"$.a","StringEqualsPath":"b""#),
        ),
        row(
            "StringMatches with a lone backslash",
            BOTH,
            (Error, Code::BadPattern),
            rule(r#""Variable":"$.a","StringMatches":"a\\b*""#),
        ),
        row(
            "End in Choice",
            BOTH,
            (Error, Code::FieldNotHere),
            choices(r#""Choices":[{"Variable":"$.a","IsNull":true,"Next":"Z"}],"End":true"#),
        ),
        row(
            "no Default (warning at most)",
            BOTH,
            (Note, Code::NoDefault),
            states(
                r#""A":{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"Z"}]},"Z":{"Type":"Succeed"}"#,
            ),
        ),
    ]
}

fn wait() -> Vec<Row> {
    let wait = |members: &str| one(&format!(r#""Type":"Wait","End":true{members}"#));
    vec![
        row(
            "no duration field",
            BOTH,
            (Error, Code::ExactlyOne),
            wait(""),
        ),
        row(
            "two duration fields",
            BOTH,
            (Error, Code::ExactlyOne),
            wait(r#","Seconds":1,"SecondsPath":"$.s""#),
        ),
        row(
            "Seconds negative",
            BOTH,
            (Error, Code::OutOfRange),
            wait(r#","Seconds":-1"#),
        ),
        row(
            "Seconds above 99999999",
            AWS,
            (Error, Code::OutOfRange),
            wait(r#","Seconds":100000000"#),
        ),
        row(
            "Timestamp without T",
            BOTH,
            (Error, Code::BadTimestamp),
            wait(r#","Timestamp":"2016-12-05 21:29:29Z""#),
        ),
        row(
            "Timestamp month 13",
            BOTH,
            (Error, Code::BadTimestamp),
            wait(r#","Timestamp":"2016-13-05T21:29:29Z""#),
        ),
        row(
            "Timestamp without zone",
            BOTH,
            (Error, Code::BadTimestamp),
            wait(r#","Timestamp":"2016-12-05T21:29:29""#),
        ),
    ]
}

fn fail() -> Vec<Row> {
    let fail = |members: &str| one(&format!(r#""Type":"Fail",{members}"#));
    vec![
        row(
            "Error and ErrorPath",
            BOTH,
            (Error, Code::Exclusive),
            fail(r#""Error":"E","ErrorPath":"$.e""#),
        ),
        row(
            "Cause and CausePath",
            BOTH,
            (Error, Code::Exclusive),
            fail(r#""Cause":"c","CausePath":"$.c""#),
        ),
        row(
            "ErrorPath no path",
            BOTH,
            (Error, Code::BadPath),
            fail(r#""ErrorPath":"e""#),
        ),
        row(
            "ErrorPath intrinsic that returns no string",
            BOTH,
            (Error, Code::NotAString),
            fail(r#""ErrorPath":"States.MathAdd(1, 2)""#),
        ),
        row(
            "InputPath in Fail",
            BOTH,
            (Error, Code::FieldNotHere),
            fail(r#""InputPath":"$""#),
        ),
        row(
            "Assign in Fail",
            BOTH,
            (Error, Code::FieldNotHere),
            fail(r#""Assign":{"v":1}"#),
        ),
        row(
            "Assign in Succeed",
            BOTH,
            (Error, Code::FieldNotHere),
            one(r#""Type":"Succeed","Assign":{"v":1}"#),
        ),
    ]
}

fn parallel() -> Vec<Row> {
    let parallel = |members: &str| one(&format!(r#""Type":"Parallel","End":true,{members}"#));
    vec![
        row(
            "Branches missing",
            BOTH,
            (Error, Code::MissingField),
            parallel(r#""Comment":"none""#),
        ),
        row(
            "Branches empty",
            BOTH,
            (Error, Code::Empty),
            parallel(r#""Branches":[]"#),
        ),
        row(
            "unknown field in a branch",
            BOTH,
            (Error, Code::UnknownField),
            parallel(
                r#""Branches":[{"StartAt":"N","States":{"N":{"Type":"Succeed"}},"Name":"first"}]"#,
            ),
        ),
    ]
}

fn map() -> Vec<Row> {
    let bare = |members: &str| one(&format!(r#""Type":"Map","End":true,{members}"#));
    let inline = |members: &str| bare(&format!(r#""ItemProcessor":{INNER},{members}"#));
    let processor = |config: &str, members: &str| {
        bare(&format!(
            r#""ItemProcessor":{{"ProcessorConfig":{{{config}}},"StartAt":"N","States":{{"N":{{"Type":"Succeed"}}}}}}{members}"#
        ))
    };
    let distributed = |members: &str| {
        processor(
            r#""Mode":"DISTRIBUTED","ExecutionType":"STANDARD""#,
            &format!(",{members}"),
        )
    };
    let reader = |config: &str| {
        distributed(&format!(
            r#""ItemReader":{{"Resource":"arn:aws:states:::s3:getObject","ReaderConfig":{{{config}}}}}"#
        ))
    };
    let long = "l".repeat(41);
    vec![
        row(
            "no ItemProcessor nor Iterator",
            BOTH,
            (Error, Code::MissingField),
            bare(r#""Comment":"none""#),
        ),
        row(
            "ItemProcessor and Iterator",
            BOTH,
            (Error, Code::Exclusive),
            bare(&format!(
                r#""ItemProcessor":{INNER},"Iterator":{}"#,
                INNER.replace('N', "M")
            )),
        ),
        row(
            "ItemSelector and Parameters",
            BOTH,
            (Error, Code::Exclusive),
            inline(r#""ItemSelector":{},"Parameters":{}"#),
        ),
        row(
            "MaxConcurrency negative",
            BOTH,
            (Error, Code::OutOfRange),
            inline(r#""MaxConcurrency":-1"#),
        ),
        row(
            "MaxConcurrency and MaxConcurrencyPath",
            BOTH,
            (Error, Code::Exclusive),
            inline(r#""MaxConcurrency":1,"MaxConcurrencyPath":"$.m""#),
        ),
        row(
            "ItemsPath null",
            BOTH,
            (Error, Code::WrongType),
            inline(r#""ItemsPath":null"#),
        ),
        row(
            "ItemReader in INLINE mode",
            AWS,
            (Error, Code::DistributedOnly),
            inline(r#""ItemReader":{"Resource":"arn:aws:states:::s3:listObjectsV2"}"#),
        ),
        row(
            "ItemBatcher in INLINE mode",
            AWS,
            (Error, Code::DistributedOnly),
            inline(r#""ItemBatcher":{"MaxItemsPerBatch":2}"#),
        ),
        row(
            "DISTRIBUTED without ExecutionType",
            AWS,
            (Error, Code::NoExecutionType),
            processor(r#""Mode":"DISTRIBUTED""#, ""),
        ),
        row(
            "ProcessorConfig Mode unknown",
            AWS,
            (Error, Code::UnknownValue),
            processor(r#""Mode":"REMOTE""#, ""),
        ),
        row(
            "ItemBatcher with no limit",
            BOTH,
            (Error, Code::BatchWithoutLimit),
            distributed(r#""ItemBatcher":{}"#),
        ),
        row(
            "ItemBatcher MaxItemsPerBatch 0",
            BOTH,
            (Error, Code::OutOfRange),
            distributed(r#""ItemBatcher":{"MaxItemsPerBatch":0}"#),
        ),
        row(
            "ItemBatcher MaxItemsPerBatch and ...Path",
            BOTH,
            (Error, Code::Exclusive),
            distributed(r#""ItemBatcher":{"MaxItemsPerBatch":1,"MaxItemsPerBatchPath":"$.m"}"#),
        ),
        row(
            "MaxInputBytesPerBatch above 262144",
            AWS,
            (Error, Code::OutOfRange),
            distributed(r#""ItemBatcher":{"MaxInputBytesPerBatch":262145}"#),
        ),
        row(
            "ToleratedFailurePercentage above 100",
            BOTH,
            (Error, Code::OutOfRange),
            distributed(r#""ToleratedFailurePercentage":101"#),
        ),
        row(
            "ToleratedFailureCount and ...Path",
            BOTH,
            (Error, Code::Exclusive),
            distributed(r#""ToleratedFailureCount":1,"ToleratedFailureCountPath":"$.c""#),
        ),
        row(
            "Label longer than 40",
            AWS,
            (Error, Code::BadLabel),
            distributed(&format!(r#""Label":"{long}""#)),
        ),
        row(
            "Label with a forbidden character",
            AWS,
            (Error, Code::BadLabel),
            distributed(r#""Label":"each order""#),
        ),
        row(
            "ReaderConfig InputType unknown",
            AWS,
            (Error, Code::UnknownValue),
            reader(r#""InputType":"XML""#),
        ),
        row(
            "CSV reader without CSVHeaderLocation",
            AWS,
            (Error, Code::CsvHeaders),
            reader(r#""InputType":"CSV""#),
        ),
        row(
            "MaxItems and MaxItemsPath",
            BOTH,
            (Error, Code::Exclusive),
            reader(r#""InputType":"JSON","MaxItems":1,"MaxItemsPath":"$.m""#),
        ),
    ]
}

#[test]
fn choice_rules() {
    check("choice", 18, &choice());
}

#[test]
fn wait_rules() {
    check("wait", 7, &wait());
}

#[test]
fn fail_rules() {
    check("fail", 7, &fail());
}

#[test]
fn parallel_rules() {
    check("parallel", 3, &parallel());
}

#[test]
fn map_rules() {
    check("map", 21, &map());
}
