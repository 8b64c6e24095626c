//! Definitions of any size, made of states of all types.

use serde_json::{Map, Value, json};

/// A definition of `states` states (at least 3), nested ones included, as JSON text; always the
/// same for a number. Each of its tasks calls a function of its own.
pub fn definition(states: usize) -> String {
    let mut writer = Writer {
        left: states.saturating_sub(2), // `Done` and `Failed`
        states: Map::new(),
        number: 0,
    };
    while writer.left > 0 {
        let state = writer.state();
        writer.add(state);
    }
    let Writer { mut states, .. } = writer;
    states.insert("Done".to_owned(), json!({"Type": "Succeed"}));
    let failed = json!({"Type": "Fail", "Error": "Scratch.Failed", "Cause": "as it was told"});
    states.insert("Failed".to_owned(), failed);
    let definition = json!({"StartAt": name(0), "States": states});
    format!("{definition:#}\n")
}

/// Names in the order of states, which is that of `serde_json`'s keys.
fn name(number: usize) -> String {
    format!("S{number:05}")
}

fn function(name: &str) -> String {
    format!("arn:aws:lambda:us-east-1:123456789012:function:{name}")
}

struct Writer {
    /// How many states are still to be made.
    left: usize,
    states: Map<String, Value>,
    /// The number of the top-level state that is next.
    number: usize,
}

impl Writer {
    /// Adds a top-level state, leading to the one after it.
    fn add(&mut self, mut state: Value) {
        let next = if self.left == 0 {
            "Done".to_owned()
        } else {
            name(self.number + 1)
        };
        if state["Type"] == "Choice" {
            state["Default"] = next.into();
        } else {
            state["Next"] = next.into();
        }
        self.states.insert(name(self.number), state);
        self.number += 1;
    }

    /// Takes that many states from those left, if they are.
    fn take(&mut self, states: usize) -> bool {
        let is_enough = self.left >= states;
        if is_enough {
            self.left -= states;
        }
        is_enough
    }

    fn state(&mut self) -> Value {
        let number = self.number;
        let name = name(number);
        match number % 10 {
            0 if self.take(1) => task(&name),
            2 if self.take(1) => choice(),
            3 if self.take(1) => intrinsics(),
            4 if self.take(1) => json!({"Type": "Wait", "Seconds": number % 60 + 1}),
            5 if self.take(1) => timed_task(&name),
            6 if self.take(5) => parallel(&name),
            7 if self.take(3) => map(&name),
            8 if self.take(1) => assign(),
            // 1, 9, and where a container would be too large.
            _ => {
                self.left -= 1;
                pass(number)
            }
        }
    }
}

fn pass(number: usize) -> Value {
    json!({
        "Type": "Pass",
        "Parameters": {"id.$": "$.order.id", "name.$": "$.customer.name", "n": number},
        "ResultPath": "$.acc"
    })
}

fn intrinsics() -> Value {
    json!({
        "Type": "Pass",
        "Parameters": {
            "label.$": "States.Format('order {} for {}', $.order.id, $.customer.name)",
            "count.$": "States.ArrayLength($.items)",
            "next.$": "States.MathAdd($.acc.n, 1)"
        },
        "ResultPath": "$.text"
    })
}

fn assign() -> Value {
    json!({
        "Type": "Pass",
        "Assign": {"customer.$": "$.customer.name", "count.$": "States.ArrayLength($.items)"}
    })
}

fn task(name: &str) -> Value {
    json!({
        "Type": "Task",
        "Resource": function(name),
        "Parameters": {"id.$": "$.order.id", "items.$": "$.items[*].sku"},
        "ResultSelector": {"ok.$": "$.ok"},
        "ResultPath": "$.checked",
        "Retry": [
            {"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "MaxAttempts": 3, "BackoffRate": 1.5},
            {"ErrorEquals": ["States.ALL"], "MaxAttempts": 1}
        ],
        "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Failed"}]
    })
}

fn timed_task(name: &str) -> Value {
    json!({
        "Type": "Task",
        "Resource": function(name),
        "InputPath": "$.order",
        "TimeoutSeconds": 60,
        "HeartbeatSeconds": 10,
        "ResultPath": "$.shipped"
    })
}

fn choice() -> Value {
    json!({
        "Type": "Choice",
        "Choices": [
            {"Variable": "$.customer.tier", "StringEquals": "banned", "Next": "Failed"},
            {
                "And": [
                    {"Variable": "$.acc.n", "NumericGreaterThan": 1_000_000},
                    {"Not": {"Variable": "$.order.paid", "BooleanEquals": true}}
                ],
                "Next": "Failed"
            }
        ]
    })
}

fn nested_task(name: &str, next: &str) -> Value {
    json!({
        "Type": "Task",
        "Resource": function(name),
        "Parameters": {"id.$": "$.order.id"},
        "ResultPath": "$.checked",
        "Next": next
    })
}

fn parallel(name: &str) -> Value {
    let branch = |branch: usize| {
        let (first, last) = (format!("{name}B{branch}A"), format!("{name}B{branch}B"));
        let mut states = Map::new();
        states.insert(first.clone(), nested_task(&first, &last));
        let pass =
            json!({"Type": "Pass", "Parameters": {"n": branch, "ok.$": "$.checked"}, "End": true});
        states.insert(last, pass);
        json!({"StartAt": first, "States": states})
    };
    json!({
        "Type": "Parallel",
        "Branches": [branch(0), branch(1)],
        "ResultPath": "$.branches",
        "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Failed"}]
    })
}

fn map(name: &str) -> Value {
    let (first, last) = (format!("{name}M0A"), format!("{name}M0B"));
    let mut states = Map::new();
    states.insert(first.clone(), nested_task(&first, &last));
    let pass = json!({"Type": "Pass", "Parameters": {"line.$": "States.Format('#{}', $.index)"}, "End": true});
    states.insert(last, pass);
    json!({
        "Type": "Map",
        "ItemsPath": "$.items",
        "MaxConcurrency": 8,
        "ItemSelector": {
            "index.$": "$$.Map.Item.Index",
            "item.$": "$$.Map.Item.Value",
            "order.$": "$.order"
        },
        "ItemProcessor": {
            "ProcessorConfig": {"Mode": "INLINE"},
            "StartAt": first,
            "States": states
        },
        "ResultPath": "$.lines"
    })
}
