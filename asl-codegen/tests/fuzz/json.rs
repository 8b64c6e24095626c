//! JSON that has something of a definition.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// What definitions are written with.
pub(crate) const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    " ",
    "\n",
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1.5",
    "1e999",
    "\"",
    "\\",
    "\\u",
    "\"StartAt\"",
    "\"States\"",
    "\"Type\"",
    "\"Pass\"",
    "\"Next\"",
    "\"End\"",
    "\"A\"",
    "\"x.$\"",
    "\"$.a[\"",
    "${",
    "}",
    "\u{feff}",
    "é",
    "\u{202e}",
    "😀",
    "//",
    "'",
    "---",
];

/// Keys of definitions, and some that are none.
const KEYS: &[&str] = &[
    "StartAt",
    "States",
    "Comment",
    "Version",
    "TimeoutSeconds",
    "QueryLanguage",
    "Type",
    "Next",
    "End",
    "InputPath",
    "OutputPath",
    "ResultPath",
    "Parameters",
    "ResultSelector",
    "Assign",
    "Result",
    "Resource",
    "HeartbeatSeconds",
    "TimeoutSecondsPath",
    "Credentials",
    "Retry",
    "Catch",
    "ErrorEquals",
    "IntervalSeconds",
    "MaxAttempts",
    "BackoffRate",
    "MaxDelaySeconds",
    "JitterStrategy",
    "Choices",
    "Default",
    "And",
    "Or",
    "Not",
    "Variable",
    "StringEquals",
    "NumericLessThanPath",
    "IsPresent",
    "StringMatches",
    "TimestampEquals",
    "Seconds",
    "Timestamp",
    "SecondsPath",
    "Error",
    "Cause",
    "ErrorPath",
    "Branches",
    "ItemProcessor",
    "Iterator",
    "ProcessorConfig",
    "Mode",
    "ItemsPath",
    "ItemSelector",
    "ItemReader",
    "ReaderConfig",
    "ItemBatcher",
    "MaxItemsPerBatch",
    "ResultWriter",
    "MaxConcurrency",
    "Label",
    "ToleratedFailurePercentage",
    "A",
    "B",
    "x.$",
    ".$",
    "",
    "\u{0}",
    "é",
];

/// Strings that mean something somewhere.
const TEXTS: &[&str] = &[
    "A",
    "B",
    "Z",
    "",
    " ",
    "$",
    "$$",
    "$.",
    "$.a",
    "$.a[0]",
    "$.a[*]",
    "$..a",
    "$.a[?(@.b == 1)]",
    "$.a[",
    "$v",
    "$states.input",
    "$$.Map.Item.Value",
    "$$.Task.Token",
    "$$.Execution.Nme",
    "States.UUID()",
    "States.Format('{}', $.a)",
    "States.Format('{",
    "States.Array(",
    "States.",
    "States.ALL",
    "State.ALL",
    "States.Runtime",
    "States.TaskFailed",
    "E",
    "Pass",
    "Task",
    "Choice",
    "Wait",
    "Succeed",
    "Fail",
    "Parallel",
    "Map",
    "JSONata",
    "JSONPath",
    "DISTRIBUTED",
    "INLINE",
    "arn:aws:states:::lambda:invoke",
    "arn:aws:states:::lambda:invoke.waitForTaskToken",
    "arn:aws:states:::sqs:sendMessage.sync",
    "arn:aws:states:::",
    "arn:aws:states:::x",
    ".",
    ":",
    "arn:aws:lambda:eu-west-1:1:function:f",
    "2016-03-14T01:59:00Z",
    "2016-02-30T01:59:00Z",
    "a*\\b",
    "${Name}",
    "${",
    "{% $x %}",
    "é\u{202e}😀",
    "\u{0}",
];

/// A string: one that means something, several of them in a row, or any.
pub(crate) fn text() -> BoxedStrategy<String> {
    prop_oneof![
        4 => select(TEXTS).prop_map(str::to_owned),
        2 => vec(select(TEXTS), 0..4).prop_map(|parts| parts.concat()),
        1 => any::<String>(),
    ]
    .boxed()
}

fn scalar() -> BoxedStrategy<Value> {
    prop_oneof![
        6 => text().prop_map(Value::from),
        1 => Just(Value::Null),
        2 => any::<bool>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        2 => (-1_i64..4).prop_map(Value::from),
    ]
    .boxed()
}

fn members(value: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let member = (select(KEYS), value);
    vec(member, 0..8)
        .prop_map(|members| {
            let members = members
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value));
            Value::Object(members.collect())
        })
        .boxed()
}

/// Any JSON, with keys and strings of definitions.
pub(crate) fn value() -> BoxedStrategy<Value> {
    let grown = |inner: BoxedStrategy<Value>| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            members(inner),
        ]
    };
    scalar().prop_recursive(5, 60, 8, grown).boxed()
}

/// A machine of two or three states that have a type, and whatever else.
pub(crate) fn machine() -> BoxedStrategy<Value> {
    let kinds = select(
        &[
            "Pass", "Task", "Choice", "Wait", "Succeed", "Fail", "Parallel", "Map",
        ][..],
    );
    let state = (kinds, members(value()), any::<bool>()).prop_map(|(kind, state, ends)| {
        let mut state = match state {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        state.insert("Type".to_owned(), kind.into());
        if ends {
            state.insert("End".to_owned(), true.into());
        } else {
            state.insert("Next".to_owned(), "B".into());
        }
        Value::Object(state)
    });
    (state.clone(), state)
        .prop_map(|(a, b)| json!({ "StartAt": "A", "States": { "A": a, "B": b, "Z": { "Type": "Succeed" } } }))
        .boxed()
}

/// A definition with these strings in every kind of field that holds a path or a call.
pub(crate) fn with_texts(first: &str, second: &str) -> Value {
    json!({
        "StartAt": "A",
        "States": {
            "A": {
                "Type": "Task", "Resource": first, "InputPath": first, "ResultPath": second,
                "Parameters": { "x.$": first, "y": [{ "z.$": second }] },
                "ResultSelector": { "x.$": second },
                "Assign": { "v.$": first },
                "TimeoutSecondsPath": second,
                "Retry": [{ "ErrorEquals": [first, second] }],
                "Catch": [{ "ErrorEquals": [second], "ResultPath": first, "Next": "B" }],
                "Next": "B"
            },
            "B": {
                "Type": "Choice",
                "Choices": [
                    { "Variable": first, "StringMatches": second, "Next": "C" },
                    { "Variable": second, "NumericEqualsPath": first, "Next": "D" }
                ],
                "Default": "E"
            },
            "C": { "Type": "Wait", "TimestampPath": first, "Next": "E" },
            "D": {
                "Type": "Map", "ItemsPath": first, "ItemSelector": { "x.$": second },
                "ItemProcessor": { "StartAt": "N", "States": { "N": { "Type": "Pass", "OutputPath": second, "End": true } } },
                "Next": "E"
            },
            "E": { "Type": "Fail", "ErrorPath": first, "CausePath": second }
        }
    })
}
