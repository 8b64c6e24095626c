//! Memory: what an execution that waits takes.
//!
//! Every execution has a document of its own, parsed for it, and is a task of tokio, as it would be
//! in a service. Each row is measured in a process of its own, so that it finds an empty heap.

use std::process::{Command, Stdio};
use std::time::Duration;

use asl_runtime::{TaskContext, TaskError, asl_machine};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::runtime::{Builder, Handle};
use tokio::time::sleep;

use crate::contestant::{serde, values};
use crate::measure::Side;
use crate::table::{Table, figure};
use crate::{Result, allocator, process};

asl_machine!(mod order_wait = "waiting/order_wait.asl.json");
asl_machine!(mod order_task = "waiting/order_task.asl.json");
asl_machine!(mod empty_wait = "waiting/empty_wait.asl.json");
asl_machine!(mod empty_task = "waiting/empty_task.asl.json");

const DAY: Duration = Duration::from_secs(86_400);

const ORDER: &[u8] = include_bytes!("../workflows/order_flow.input.json");

/// How many executions wait for what, and how much each may take.
struct Row {
    kind: &'static str,
    text: &'static str,
    executions: usize,
    target: f64,
}

const ROWS: [Row; 4] = [
    Row {
        kind: "order_wait",
        text: "order of 314 bytes, in a Wait",
        executions: 100_000,
        target: 2_048.0,
    },
    Row {
        kind: "order_task",
        text: "order of 314 bytes, in a Task",
        executions: 100_000,
        target: 2_048.0,
    },
    Row {
        kind: "empty_wait",
        text: "empty document, in a Wait",
        executions: 1_000_000,
        target: 600.0,
    },
    Row {
        kind: "empty_task",
        text: "empty document, in a Task",
        executions: 1_000_000,
        target: 600.0,
    },
];

/// What was measured of one kind of execution.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Weight {
    /// The size of the future that executes.
    pub future_bytes: usize,
    /// Heap in use for each execution, the future and tokio's task included.
    pub heap_bytes: f64,
    /// Blocks of the heap in use for each execution.
    pub blocks: f64,
    /// By how much the process grew, for each execution.
    pub rss_bytes: f64,
}

/// Measures everything with `percent` of the executions, and prints the table.
///
/// # Errors
///
/// If a measuring process fails.
pub fn print(percent: usize) -> Result<()> {
    let mut table = Table::new(&[
        "bytes of an execution that waits",
        "executions",
        "side",
        "future",
        "heap",
        "resident",
        "target",
        "blocks",
    ]);
    for row in ROWS {
        let executions = (row.executions * percent / 100).max(1);
        for side in [Side::Compiled, Side::Value] {
            let weight = weigh_apart(row.kind, executions, side)?;
            let is_ours = side == Side::Compiled;
            let is_missed = is_ours && weight.rss_bytes > row.target;
            let mark = if is_missed { "! " } else { "" };
            table.row([
                row.text.to_owned(),
                figure(executions as f64),
                side.to_string(),
                weight.future_bytes.to_string(),
                figure(weight.heap_bytes),
                format!("{mark}{}", figure(weight.rss_bytes)),
                if is_ours {
                    figure(row.target)
                } else {
                    String::new()
                },
                figure(weight.blocks),
            ]);
        }
    }
    println!(
        "`heap` is what was asked for, the future and tokio's task included; `resident` is by how"
    );
    println!("much the process grew (`!` misses its target).\n\n{table}");
    Ok(())
}

fn weigh_apart(kind: &str, executions: usize, side: Side) -> Result<Weight> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["memory", kind, &executions.to_string()]);
    command.args(["--side", side.as_str()]);
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Measures one kind of execution in this process.
///
/// # Errors
///
/// If there is no such kind, or an execution ends.
pub fn weigh(kind: &str, executions: usize, side: Side) -> Result<Weight> {
    let runtime = Builder::new_current_thread().enable_time().build()?;
    let (own, foreign) = (values().0, serde::<Value, Value>().0);
    runtime.block_on(async {
        match (side, kind) {
            (Side::Compiled, "order_wait") => {
                spawn(executions, || Ok(order_wait::run((), own(ORDER)?))).await
            }
            (Side::Compiled, "order_task") => {
                spawn(executions, || Ok(order_task::run(Slow, own(ORDER)?))).await
            }
            (Side::Compiled, "empty_wait") => {
                spawn(executions, || Ok(empty_wait::run((), own(b"{}")?))).await
            }
            (Side::Compiled, "empty_task") => {
                spawn(executions, || Ok(empty_task::run(Slow, own(b"{}")?))).await
            }
            (Side::Value, "order_wait") => {
                spawn(executions, || Ok(by_hand::order_wait(foreign(ORDER)?))).await
            }
            (Side::Value, "order_task") => {
                spawn(executions, || Ok(by_hand::order_task(foreign(ORDER)?))).await
            }
            (Side::Value, "empty_wait") => {
                spawn(executions, || Ok(by_hand::empty_wait(foreign(b"{}")?))).await
            }
            (Side::Value, "empty_task") => {
                spawn(executions, || Ok(by_hand::empty_task(foreign(b"{}")?))).await
            }
            _ => Err(format!("there is no `{kind}` for `{side}`").into()),
        }
    })
}

/// Starts executions and weighs them when all of them wait.
async fn spawn<F>(executions: usize, start: impl Fn() -> Result<F>) -> Result<Weight>
where
    F: Future<Output: Send> + Send + 'static,
{
    sleep(Duration::from_millis(5)).await; // what tokio allocates once is not counted
    let (before, rss_before) = (allocator::count(), process::rss_kib());
    let mut future_bytes = 0;
    for _ in 0..executions {
        let execution = start()?;
        future_bytes = size_of_val(&execution);
        tokio::spawn(execution);
    }
    // It has its turn after those before it.
    tokio::spawn(async {}).await?;
    sleep(Duration::from_millis(20)).await;
    let (after, rss_after) = (allocator::count(), process::rss_kib());
    if Handle::current().metrics().num_alive_tasks() != executions {
        return Err("executions ended instead of waiting".into());
    }
    let each = |amount: i64| amount.max(0) as f64 / executions as f64;
    Ok(Weight {
        future_bytes,
        heap_bytes: each(after.bytes - before.bytes),
        blocks: each(after.blocks - before.blocks),
        rss_bytes: each(rss_after.saturating_sub(rss_before).cast_signed()) * 1024.0,
    })
}

/// Tasks that take a day.
struct Slow;

impl order_task::Tasks for Slow {
    async fn validate(
        &self,
        _: &TaskContext,
        input: asl_runtime::Value,
    ) -> std::result::Result<asl_runtime::Value, TaskError> {
        sleep(DAY).await;
        Ok(input)
    }
}

impl empty_task::Tasks for Slow {
    async fn validate(
        &self,
        _: &TaskContext,
        input: asl_runtime::Value,
    ) -> std::result::Result<asl_runtime::Value, TaskError> {
        sleep(DAY).await;
        Ok(input)
    }
}

/// The same on `serde_json::Value`.
mod by_hand {
    use serde_json::{Value, json};
    use tokio::time::sleep;

    use super::DAY;

    async fn validate(input: Value) -> Value {
        sleep(DAY).await;
        input
    }

    fn normalize(order: &mut Value) {
        let id = order["orderId"].as_str().unwrap_or_default();
        order["norm"] = json!({"label": format!("order {id}")});
    }

    pub(super) async fn order_wait(mut order: Value) -> Value {
        normalize(&mut order);
        sleep(DAY).await;
        order
    }

    pub(super) async fn order_task(mut order: Value) -> Value {
        normalize(&mut order);
        order["validation"] = validate(json!({"id": order["orderId"]})).await;
        order
    }

    pub(super) async fn empty_wait(document: Value) -> Value {
        sleep(DAY).await;
        document
    }

    pub(super) async fn empty_task(mut document: Value) -> Value {
        document["validation"] = validate(json!({})).await;
        document
    }
}
