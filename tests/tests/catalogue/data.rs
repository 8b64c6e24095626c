//! The groups `paths`, `variables` and `intrinsics`.

use super::*;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = paths();
    rows.extend(variables());
    rows.extend(intrinsics());
    rows
}

/// A machine of one Pass, given by its members beyond `Type` and `End`.
fn pass(members: &str) -> String {
    one(&format!(r#""Type":"Pass","End":true,{members}"#))
}

/// A machine of one Pass with these parameters.
fn parameters(parameters: &str) -> String {
    pass(&format!(r#""Parameters":{{{parameters}}}"#))
}

fn paths() -> Vec<Row> {
    let inline = |members: &str| {
        one(&format!(
            r#""Type":"Map","End":true,"ItemProcessor":{INNER},{members}"#
        ))
    };
    vec![
        row(
            "InputPath no JSONPath",
            BOTH,
            (Error, Code::BadPath),
            pass(r#""InputPath":"order""#),
        ),
        row(
            "InputPath broken syntax",
            BOTH,
            (Error, Code::BadPath),
            pass(r#""InputPath":"$.order[""#),
        ),
        row(
            "ResultPath no reference path (wildcard)",
            BOTH,
            (Error, Code::NotReferencePath),
            pass(r#""ResultPath":"$.a[*]""#),
        ),
        row(
            "ResultPath no reference path (filter)",
            BOTH,
            (Error, Code::NotReferencePath),
            pass(r#""ResultPath":"$.a[?(@.b)]""#),
        ),
        row(
            "ResultPath into the context object",
            BOTH,
            (Error, Code::ContextNotAllowed),
            pass(r#""ResultPath":"$$.State.Name""#),
        ),
        row(
            "ResultPath an intrinsic",
            BOTH,
            (Error, Code::BadPath),
            pass(r#""ResultPath":"States.UUID()""#),
        ),
        row(
            "x.$ holds no path or intrinsic",
            BOTH,
            (Error, Code::BadPath),
            parameters(r#""x.$":"order""#),
        ),
        row(
            "x.$ no string",
            BOTH,
            (Error, Code::TemplateValue),
            parameters(r#""x.$":1"#),
        ),
        row(
            "x.$ broken syntax",
            BOTH,
            (Error, Code::BadPath),
            parameters(r#""x.$":"$.order[""#),
        ),
        row(
            "x.$ and x both",
            BOTH,
            (Error, Code::TemplateDuplicate),
            parameters(r#""x.$":"$.order","x":1"#),
        ),
        row(
            "broken path inside an array in Parameters",
            BOTH,
            (Error, Code::BadPath),
            parameters(r#""x":[{"y.$":"$.order["}]"#),
        ),
        row(
            "broken path in ItemSelector",
            BOTH,
            (Error, Code::BadPath),
            inline(r#""ItemSelector":{"x.$":"$.order["}"#),
        ),
        row(
            "broken path in Assign",
            BOTH,
            (Error, Code::BadPath),
            pass(r#""Assign":{"x.$":"$.order["}"#),
        ),
        row(
            "$$.Map outside a Map",
            BOTH,
            (Warning, Code::ContextNotHere),
            parameters(r#""x.$":"$$.Map.Item.Value""#),
        ),
        row(
            "$$.Map outside a Map",
            BOTH,
            (Warning, Code::ContextNotHere),
            inline(r#""ItemsPath":"$$.Map.Item.Value.lines""#),
        ),
        row(
            "$$.Task.Token outside .waitForTaskToken",
            BOTH,
            (Warning, Code::ContextNotHere),
            parameters(r#""x.$":"$$.Task.Token""#),
        ),
        row(
            "$$.Task.Token outside .waitForTaskToken",
            BOTH,
            (Warning, Code::ContextNotHere),
            task(
                r#""Resource":"arn:aws:states:::sqs:sendMessage","Parameters":{"QueueUrl":"q","MessageBody.$":"$$.Task.Token"}"#,
            ),
        ),
        row(
            "context object field that does not exist",
            BOTH,
            (Warning, Code::UnknownContext),
            parameters(r#""x.$":"$$.Execution.Identity""#),
        ),
        row(
            "context object field that does not exist",
            BOTH,
            (Warning, Code::UnknownContext),
            parameters(r#""x.$":"$$.execution.Id""#),
        ),
        row(
            "context object field that does not exist",
            BOTH,
            (Warning, Code::UnknownContext),
            parameters(r#""x.$":"States.Format('{}', $$.Stat.Name)""#),
        ),
        row(
            "ResultSelector in Pass",
            BOTH,
            (Error, Code::FieldNotHere),
            pass(r#""ResultSelector":{}"#),
        ),
        row(
            "Result in Task",
            BOTH,
            (Error, Code::FieldNotHere),
            task(r#""Resource":"arn:aws:lambda:eu-west-1:1:function:f","Result":1"#),
        ),
        row(
            "Parameters in Wait",
            BOTH,
            (Error, Code::FieldNotHere),
            one(r#""Type":"Wait","Seconds":1,"End":true,"Parameters":{}"#),
        ),
    ]
}

fn variables() -> Vec<Row> {
    let name = "v".repeat(81);
    let assign = |name: &str| pass(&format!(r#""Assign":{{"{name}":1}}"#));
    let choice = |left: &str, right: &str| {
        format!(
            r#""A":{{"Type":"Choice","Choices":[{{"Variable":"$.a","IsNull":true,"Next":"{left}"}}],"Default":"{right}"}}"#
        )
    };
    let sets = |next: &str| format!(r#""B":{{"Type":"Pass","Assign":{{"v":1}},{next}}}"#);
    let reads = r#""C":{"Type":"Pass","Parameters":{"x.$":"$v"},"End":true}"#;
    let branch = r#"{"StartAt":"N","States":{"N":{"Type":"Pass","Assign":{"v":1},"End":true}}}"#;
    vec![
        row(
            "variable never assigned",
            BOTH,
            (Warning, Code::NeverAssigned),
            parameters(r#""x.$":"$v""#),
        ),
        row(
            "variable assigned only on another path",
            BOTH,
            (Warning, Code::ReadTooEarly),
            states(&format!(
                r#"{},{},{reads}"#,
                choice("B", "C"),
                sets(r#""End":true"#)
            )),
        ),
        row(
            "variable assigned only on another path",
            BOTH,
            (Note, Code::NotSurelyAssigned),
            states(&format!(
                r#"{},{},{reads}"#,
                choice("B", "C"),
                sets(r#""Next":"C""#)
            )),
        ),
        row(
            "inner scope assigns a name of the outer scope",
            BOTH,
            (Error, Code::ShadowedVariable),
            states(&format!(
                r#""A":{{"Type":"Pass","Assign":{{"v":0}},"Next":"B"}},"B":{{"Type":"Parallel","Branches":[{branch}],"End":true}}"#
            )),
        ),
        row(
            "variable of a branch read outside it",
            BOTH,
            (Warning, Code::NeverAssigned),
            states(&format!(
                r#""A":{{"Type":"Parallel","Branches":[{branch}],"Next":"C"}},{reads}"#
            )),
        ),
        row(
            "Assign to the reserved name states",
            BOTH,
            (Error, Code::ReservedVariable),
            assign("states"),
        ),
        row(
            "variable name longer than 80",
            BOTH,
            (Error, Code::VariableName),
            assign(&name),
        ),
        row(
            "variable name with a forbidden character",
            BOTH,
            (Error, Code::VariableName),
            assign("a-b"),
        ),
    ]
}

fn intrinsics() -> Vec<Row> {
    let call = |call: &str| parameters(&format!(r#""x.$":"{call}""#));
    let mut deep = "States.UUID()".to_owned();
    for _ in 0..10 {
        deep = format!("States.Array({deep})");
    }
    vec![
        row(
            "unknown function",
            BOTH,
            (Error, Code::UnknownFunction),
            call("States.Sum(1, 2)"),
        ),
        row(
            "too few arguments",
            BOTH,
            (Error, Code::ArgumentCount),
            call("States.MathAdd(1)"),
        ),
        row(
            "too many arguments",
            BOTH,
            (Error, Code::ArgumentCount),
            call("States.UUID(1)"),
        ),
        row(
            "wrong argument type (literal)",
            BOTH,
            (Error, Code::ArgumentType),
            call("States.MathAdd('1', 2)"),
        ),
        row(
            "Format placeholders and arguments differ",
            BOTH,
            (Error, Code::PlaceholderCount),
            call("States.Format('{} {}', 1)"),
        ),
        row(
            "Hash algorithm unknown",
            BOTH,
            (Error, Code::ArgumentValue),
            call("States.Hash($.a, 'CRC32')"),
        ),
        row(
            "ArrayRange step 0",
            BOTH,
            (Error, Code::ArgumentValue),
            call("States.ArrayRange(1, 9, 0)"),
        ),
        row(
            "ArrayPartition size 0",
            BOTH,
            (Error, Code::ArgumentValue),
            call("States.ArrayPartition($.a, 0)"),
        ),
        row(
            "JsonMerge third argument not false",
            AWS,
            (Error, Code::ArgumentValue),
            call("States.JsonMerge($.a, $.b, true)"),
        ),
        row(
            "unbalanced parentheses",
            BOTH,
            (Error, Code::CallSyntax),
            call("States.Format('{}', $.a"),
        ),
        row(
            "text after the call",
            BOTH,
            (Error, Code::CallSyntax),
            call("States.UUID() now"),
        ),
        row(
            "double quoted string",
            BOTH,
            (Error, Code::CallSyntax),
            call(r#"States.Format(\"{}\", $.a)"#),
        ),
        row(
            "illegal escape",
            BOTH,
            (Error, Code::OpenEscape),
            call(r"States.Format('\\n{}', $.a)"),
        ),
        row(
            "nested more than 10 deep",
            AWS,
            (Error, Code::TooManyCalls),
            call(&deep),
        ),
        row(
            "trailing comma",
            BOTH,
            (Error, Code::CallSyntax),
            call("States.Array(1, )"),
        ),
        row(
            "broken path argument",
            BOTH,
            (Error, Code::BadPath),
            call("States.Array($.a..)"),
        ),
    ]
}

#[test]
fn path_rules() {
    check("paths", 19, &paths());
}

#[test]
fn variable_rules() {
    check("variables", 7, &variables());
}

#[test]
fn intrinsic_rules() {
    check("intrinsics", 16, &intrinsics());
}
