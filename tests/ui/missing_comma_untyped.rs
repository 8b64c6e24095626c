//! Without options, the methods are those that the rest of the definition gives.

use asl_runtime::{TaskContext, TaskError, Value, asl_machine};

asl_machine!(mod order = "ui/missing_comma.asl.json");

struct Shop;

impl order::Tasks for Shop {
    async fn check_stock(&self, _: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }

    async fn charge_card(&self, _: &TaskContext, stock: Value) -> Result<Value, TaskError> {
        Ok(stock)
    }
}

async fn uses() -> Result<Value, asl_runtime::ExecutionError<order::State>> {
    order::run(Shop, Value::Null).await
}

fn main() {}
