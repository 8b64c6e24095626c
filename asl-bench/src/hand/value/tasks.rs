//! What the workflows call.

use serde_json::{Value, json};

use super::{array, field, integer};
use crate::hand::{Failure, Outcome, Warehouse};

/// The task port: awaited as any real call.
#[expect(async_fn_in_trait, reason = "nothing here needs `Send`")]
pub trait Tasks {
    /// Calls the function of this name.
    async fn call(&self, function: &'static str, input: Value) -> Outcome<Value>;
}

/// Tasks that answer at once.
#[derive(Debug, Default)]
pub struct Mocks {
    pub(crate) warehouse: Warehouse,
}

impl Tasks for Mocks {
    async fn call(&self, function: &'static str, input: Value) -> Outcome<Value> {
        Ok(match function {
            "increment" => Value::from(integer(&input, "n")? + 1),
            "validate" => json!({"valid": true, "count": array(&input, "items")?.len()}),
            "getCustomer" => json!({"id": input["id"], "name": "Ada", "risk": 7}),
            "getInventory" if self.warehouse.is_busy() => {
                return Err(Failure::Task {
                    name: "InventoryBusy",
                    cause: "mock",
                });
            }
            "getInventory" => json!({"reserved": array(&input, "skus")?.len()}),
            "fraudScore" => json!({"score": 12}),
            "price" => price(&input)?,
            "sum" => Value::from(
                array(&input, "lines")?
                    .iter()
                    .filter_map(Value::as_i64)
                    .sum::<i64>(),
            ),
            "chargeCard" => {
                return Err(Failure::Task {
                    name: "CardDeclined",
                    cause: "mock",
                });
            }
            "chargeBackup" => json!({"id": "ch-1", "amount": input["amount"]}),
            "notify" => json!({"sent": true, "msg": input["msg"]}),
            _ => return Err(Failure::Path(function)),
        })
    }
}

fn price(input: &Value) -> Outcome<Value> {
    let item = field(input, "item")?;
    let total = integer(item, "qty")? * integer(item, "price")? * (100 - integer(input, "pct")?);
    Ok(json!({"sku": item["sku"], "total": total}))
}
