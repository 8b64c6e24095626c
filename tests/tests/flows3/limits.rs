//! Limits: section 27.

use asl_codegen::{Dialect, Options, Source, compile};
use asl_runtime::{ErrorKind, Value};

use super::support::{Ended, World, flow, gives, json};

machines! {
    asl = "flows/more/limits.asl.json", tasks = [work, call];
    aws = "flows/more/limits.asl.json", dialect = aws, tasks = [work, call];
}

fn text(length: usize) -> Value {
    Value::from("x".repeat(length))
}

/// The JSON text of the result has so many bytes.
fn result_of(bytes: usize) -> World {
    World::new().on("Work", [gives(text(bytes - 2))])
}

const LARGEST: usize = 262_144;

#[tokio::test(start_paused = true)]
async fn lim_1_payloads_by_dialect_and_by_option() {
    let input = || json!({"case": "task", "in": 0});
    flow(aws::run(result_of(LARGEST), input()))
        .await
        .gives(json!({}));
    flow(aws::run(result_of(LARGEST + 1), input()))
        .await
        .gives("States.DataLimitExceeded");
    flow(asl::run(result_of(LARGEST + 1), input()))
        .await
        .gives(json!({}));

    let limited = |bytes| asl::Machine::new(result_of(bytes)).payload_limit(100);
    flow(limited(100).run(input())).await.gives(json!({}));
    flow(limited(101).run(input()))
        .await
        .gives("States.DataLimitExceeded");
    let unlimited = aws::Machine::new(result_of(LARGEST + 1)).payload_limit(None);
    flow(unlimited.run(input())).await.gives(json!({}));
}

/// The language has no history of events: nothing counts them.
#[tokio::test(start_paused = true)]
async fn lim_3_no_limit_of_history() {
    let input = || json!({"case": "loop", "in": {"n": 0}});
    flow(asl::run(World::new(), input())).await.gives(20_000);
    flow(aws::run(World::new(), input())).await.gives(20_000);
}

/// A year in `aws`. Otherwise only the definition's own `TimeoutSeconds` and the caller's deadline
/// end an execution.
#[tokio::test(start_paused = true)]
async fn lim_4_an_execution_lasts_a_year_in_aws_only() {
    let input = || json!({"case": "wait", "in": 1});
    flow(asl::run(World::new(), input()))
        .await
        .gives(1)
        .took(63_072_000.0);
    flow(aws::run(World::new(), input()))
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"))
        .took(31_536_000.0);
}

#[tokio::test(start_paused = true)]
async fn lim_5_ten_nested_calls() {
    let input = json!({"case": "nested", "in": 0});
    flow(aws::run(World::new(), input))
        .await
        .gives(json!({"n": 10}));
    let refused = |calls: usize, dialect| {
        let call = "States.MathAdd(1, ".repeat(calls) + "0" + &")".repeat(calls);
        let text = format!(
            r#"{{"StartAt":"S","States":{{"S":{{"Type":"Pass","Parameters":{{"n.$":"{call}"}},"End":true}}}}}}"#
        );
        let options = Options {
            dialect,
            ..Options::default()
        };
        compile(&Source::new("t.asl.json", text), &options).is_refused()
    };
    assert!(!refused(10, Dialect::Aws));
    assert!(refused(11, Dialect::Aws));
    assert!(!refused(11, Dialect::Asl));
}

async fn in_aws(case: &str, input: Value) -> Ended {
    flow(aws::run(World::new(), json!({"case": case, "in": input}))).await
}

#[tokio::test(start_paused = true)]
async fn lim_6_var_18_the_size_of_a_variable_and_of_an_assign() {
    in_aws("variable", text(100_000)).await.gives("done");
    in_aws("variable", text(140_000))
        .await
        .reports("States.DataLimitExceeded");
    in_aws("assign", text(100_000)).await.gives("done");
    in_aws("assign", text(140_000))
        .await
        .reports("States.DataLimitExceeded");
    for case in ["variable", "assign"] {
        let input = json!({"case": case, "in": text(140_000)});
        flow(asl::run(World::new(), input.clone()))
            .await
            .gives("done");
        let limited = asl::Machine::new(World::new()).payload_limit(LARGEST);
        flow(limited.run(input))
            .await
            .reports("States.DataLimitExceeded");
    }
}

#[tokio::test(start_paused = true)]
async fn lim_6_var_18_the_size_of_all_live_variables() {
    let live = |count: u32| {
        let items: Vec<u32> = (0..count).collect();
        json!({"items": items, "text": text(250_000)})
    };
    // Two variables of 250,000 bytes each in iterations that live at the same time.
    in_aws("live", live(15)).await.gives("done");
    in_aws("live", live(40))
        .await
        .reports("States.DataLimitExceeded");
}

/// There is no HTTP task: its resource is a method like any other, without a limit of 60 seconds.
#[tokio::test(start_paused = true)]
async fn lim_8_no_limit_of_http() {
    let world = || World::new().on("Call", [gives("late").after(61.0)]);
    let input = || json!({"case": "http", "in": 0});
    flow(asl::run(world(), input()))
        .await
        .gives("late")
        .took(61.0);
    flow(aws::run(world(), input()))
        .await
        .gives("late")
        .took(61.0);
}
