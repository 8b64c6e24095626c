//! Definitions that are right: a finding would be a false alarm.

use super::*;

/// Right definitions by what is right about them.
fn controls() -> Vec<(&'static str, &'static [Dialect], String)> {
    let again = r#""Z":{"Type":"Succeed"}"#;
    let lambda = r#""Resource":"arn:aws:lambda:eu-west-1:1:function:f""#;
    vec![
        ("one state", BOTH, one(r#""Type":"Succeed""#)),
        (
            "a loop that can be left",
            BOTH,
            states(&format!(
                r#""A":{{"Type":"Choice","Choices":[{{"Variable":"$.done","BooleanEquals":true,"Next":"Z"}}],"Default":"B"}},"B":{{"Type":"Wait","Seconds":5,"Next":"A"}},{again}"#
            )),
        ),
        (
            "a loop that is left by a catcher",
            BOTH,
            states(&format!(
                r#""A":{{"Type":"Task",{lambda},"Next":"A","Catch":[{{"ErrorEquals":["Done"],"Next":"Z"}}]}},{again}"#
            )),
        ),
        (
            "rules that leave nothing over",
            BOTH,
            states(&format!(
                r#""A":{{"Type":"Choice","Choices":[{{"Variable":"$.a","BooleanEquals":true,"Next":"Z"}},{{"Not":{{"Variable":"$.a","BooleanEquals":true}},"Next":"Z"}}]}},{again}"#
            )),
        ),
        (
            "every handler can be reached",
            BOTH,
            states(&format!(
                r#""A":{{"Type":"Task",{lambda},"Next":"Z","Retry":[{{"ErrorEquals":["A","B"],"MaxAttempts":0}},{{"ErrorEquals":["States.TaskFailed"]}},{{"ErrorEquals":["States.Timeout"]}},{{"ErrorEquals":["States.DataLimitExceeded"]}},{{"ErrorEquals":["States.ALL"]}}],"Catch":[{{"ErrorEquals":["A"],"Next":"Z"}},{{"ErrorEquals":["States.HeartbeatTimeout"],"Next":"Z"}},{{"ErrorEquals":["States.ALL"],"Next":"Z"}}]}},{again}"#
            )),
        ),
        (
            "reserved error names",
            BOTH,
            states(&format!(
                r#""A":{{"Type":"Task",{lambda},"Next":"Z","Catch":[{{"ErrorEquals":["States.Permissions","States.ParameterPathFailure","States.ResultPathMatchFailure","States.IntrinsicFailure","States.NoChoiceMatched","States.BranchFailed","States.Http.StatusCode.404","States.Http.Socket","States.QueryEvaluationError","States.ItemReaderFailed","States.ResultWriterFailed","States.ExceedToleratedFailureThreshold"],"Next":"Z"}}]}},{again}"#
            )),
        ),
        (
            "error names of one's own",
            BOTH,
            states(&format!(
                r#""A":{{"Type":"Task",{lambda},"Next":"Z","Catch":[{{"ErrorEquals":["Stats.All.Wrong","Timeout","Lambda.Unknown","StateError","com.example.States.Timeout"],"Next":"Z"}}]}},{again}"#
            )),
        ),
        (
            "an error that a Fail state reports, misspelt as it is",
            BOTH,
            states(&format!(
                r#""A":{{"Type":"Parallel","Branches":[{{"StartAt":"N","States":{{"N":{{"Type":"Fail","Error":"State.Timeout"}}}}}}],"Next":"Z","Catch":[{{"ErrorEquals":["State.Timeout"],"Next":"Z"}}]}},{again}"#
            )),
        ),
        (
            "a delay that grows to its cap",
            BOTH,
            task(&format!(
                r#"{lambda},"Retry":[{{"ErrorEquals":["E"],"MaxDelaySeconds":2}},{{"ErrorEquals":["F"],"IntervalSeconds":5,"BackoffRate":1,"MaxDelaySeconds":5}}]"#
            )),
        ),
        (
            "every field of the context",
            BOTH,
            one(
                r#""Type":"Pass","End":true,"Parameters":{"a.$":"$$","b.$":"$$.Execution","c.$":"$$.Execution.Input.order['Id']","d.$":"$$.State.Name","e.$":"$$.StateMachine['Id']","f.$":"$$.Execution.RedriveCount","g.$":"$$..Name","h.$":"States.Format('{}{}', $$.Execution.StartTime, $$.State.EnteredTime)","i.$":"$$.*"}"#,
            ),
        ),
        (
            "the item of a Map",
            BOTH,
            one(
                r#""Type":"Map","End":true,"ItemSelector":{"i.$":"$$.Map.Item.Index","v.$":"$$.Map.Item.Value.a[0]","k.$":"$$.Map.Item.Key","s.$":"$$.Map.Item.Source"},"ItemProcessor":{"StartAt":"N","States":{"N":{"Type":"Pass","InputPath":"$$.Map.Item.Value","End":true}}}"#,
            ),
        ),
        (
            "retries counted",
            BOTH,
            task(
                r#""Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"f","Payload":{"n.$":"$$.State.RetryCount"}}"#,
            ),
        ),
        (
            "a token that is passed on",
            BOTH,
            task(
                r#""Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken","Parameters":{"FunctionName":"f","Payload":{"token.$":"$$.Task.Token"}}"#,
            ),
        ),
        (
            "a token of a job",
            BOTH,
            task(
                r#""Resource":"arn:aws:states:::ecs:runTask.sync","Parameters":{"TaskDefinition":"d","Overrides":{"token.$":"$$.Task.Token"}}"#,
            ),
        ),
        (
            "calls of services",
            BOTH,
            states(
                r#""A":{"Type":"Task","Resource":"arn:aws:states:::dynamodb:getItem","Parameters":{"TableName":"t","Key":{"id":{"S.$":"$.id"}}},"Next":"B"},"B":{"Type":"Task","Resource":"arn:aws-cn:states:::states:startExecution.sync:2","Parameters":{"StateMachineArn.$":"$.arn"},"Next":"C"},"C":{"Type":"Task","Resource":"arn:aws:states:::aws-sdk:ec2:describeInstances","Parameters":{},"Next":"D"},"D":{"Type":"Task","Resource":"arn:aws:states:::sns:publish","Parameters":{"PhoneNumber":"1","Message":"m"},"Next":"E"},"E":{"Type":"Task","Resource":"arn:aws:states:eu-west-1:1:activity:paint","Next":"F"},"F":{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage","Parameters":{"QueueUrl":"q","MessageBody.$":"$"},"End":true}"#,
            ),
        ),
        (
            "resources that are no ARN",
            ASL,
            states(
                r#""A":{"Type":"Task","Resource":"charge","Next":"B"},"B":{"Type":"Task","Resource":"https://example.org/pay","Parameters":{"token.$":"$$.Task.Token"},"End":true}"#,
            ),
        ),
        (
            "a variable that every way assigns",
            BOTH,
            states(
                r#""A":{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"B"}],"Default":"C"},"B":{"Type":"Pass","Assign":{"v":1},"Next":"D"},"C":{"Type":"Pass","Assign":{"v":2},"Next":"D"},"D":{"Type":"Pass","Parameters":{"x.$":"$v"},"End":true}"#,
            ),
        ),
        (
            "a variable that a rule and the choice assign",
            BOTH,
            states(
                r#""A":{"Type":"Choice","Assign":{"v":1},"Choices":[{"Variable":"$.a","IsNull":true,"Assign":{"v":2},"Next":"D"}],"Default":"D"},"D":{"Type":"Pass","Parameters":{"x.$":"$v"},"End":true}"#,
            ),
        ),
        (
            "a variable that a loop carries",
            BOTH,
            states(
                r#""A":{"Type":"Pass","Assign":{"n":0},"Next":"B"},"B":{"Type":"Pass","Assign":{"n.$":"States.MathAdd($n, 1)"},"Next":"C"},"C":{"Type":"Choice","Choices":[{"Variable":"$n","NumericLessThan":3,"Next":"B"}],"Default":"Z"},"Z":{"Type":"Succeed"}"#,
            ),
        ),
    ]
}

#[test]
fn nothing_is_found_in_what_is_right() {
    for (what, dialects, definition) in controls() {
        for dialect in dialects {
            let found = findings(*dialect, &definition);
            assert_eq!(
                found.shown,
                "",
                "{what}, {}:\n{definition}",
                dialect.rules().name
            );
        }
    }
}
