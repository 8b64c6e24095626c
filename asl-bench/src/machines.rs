//! The workflows, compiled by this project, and what they call.
//!
//! Everything is a [`Value`], as in the zero configuration: no types are given.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

asl_machine!(pub mod pass_chain_100 = "workflows/pass_chain_100.asl.json");
asl_machine!(pub mod parallel_8 = "workflows/parallel_8.asl.json");
asl_machine!(pub mod order_flow = "workflows/order_flow.asl.json");
asl_machine!(pub mod choice_wide = "workflows/choice_wide.asl.json");
asl_machine!(pub mod big_payload = "workflows/big_payload.asl.json");
asl_machine!(pub mod map = "workflows/map.asl.json");
asl_machine!(pub mod map_sel = "workflows/map_sel.asl.json");
asl_machine!(pub mod counter_loop_10k = "workflows/counter_loop_10k.asl.json");
asl_machine!(pub mod counter_loop_task_10k = "workflows/counter_loop_task_10k.asl.json");

/// Tasks that answer at once, as the hand-written [`Mocks`](crate::hand::value::Mocks).
#[derive(Debug, Default)]
pub struct Mocks {
    is_busy: AtomicBool,
}

fn integer(value: &Value) -> Result<i64, TaskError> {
    value
        .as_i64()
        .ok_or_else(|| TaskError::new("Mock.NoInteger", value.to_string()))
}

fn len(value: &Value) -> Result<usize, TaskError> {
    let array = value.as_array();
    array
        .map(|array| array.len())
        .ok_or_else(|| TaskError::new("Mock.NoArray", value.to_string()))
}

// These call nothing.
impl pass_chain_100::Tasks for Mocks {}
impl parallel_8::Tasks for Mocks {}
impl choice_wide::Tasks for Mocks {}
impl big_payload::Tasks for Mocks {}
impl map::Tasks for Mocks {}
impl map_sel::Tasks for Mocks {}
impl counter_loop_10k::Tasks for Mocks {}

impl counter_loop_task_10k::Tasks for Mocks {
    async fn inc(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(Value::from(integer(&input["n"])? + 1))
    }
}

impl order_flow::Tasks for Mocks {
    async fn validate(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(json!({"valid": true, "count": len(&input["items"])?}))
    }

    async fn get_customer(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(json!({"id": input["id"].clone(), "name": "Ada", "risk": 7}))
    }

    async fn get_inventory(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if !self.is_busy.fetch_not(Relaxed) {
            return Err(TaskError::new("InventoryBusy", "mock"));
        }
        Ok(json!({"reserved": len(&input["skus"])?}))
    }

    async fn fraud_score(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({"score": 12}))
    }

    async fn price_item(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let item = &input["item"];
        let total = integer(&item["qty"])? * integer(&item["price"])?;
        let total = total * (100 - integer(&input["pct"])?);
        Ok(json!({"sku": item["sku"].clone(), "total": total}))
    }

    async fn sum(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let lines = input["lines"].as_array().into_iter().flatten();
        let total: i64 = lines.filter_map(Value::as_i64).sum();
        Ok(Value::from(total))
    }

    async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Err(TaskError::new("CardDeclined", "mock"))
    }

    async fn charge_backup(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(json!({"id": "ch-1", "amount": input["amount"].clone()}))
    }

    async fn notify(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(json!({"sent": true, "msg": input["msg"].clone()}))
    }
}
