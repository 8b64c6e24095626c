//! A task that nobody wrote.

use asl_runtime::{TaskContext, TaskError, asl_machine};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Order;

#[derive(Serialize, Deserialize)]
struct Stock;

#[derive(Serialize, Deserialize)]
struct Receipt;

asl_machine!(
    mod order = "ui/order.asl.json",
    input = Order, output = Receipt,
    tasks = { CheckStock = fn(Order) -> Stock, ChargeCard = fn(Stock) -> Receipt },
);

struct Shop;

impl order::Tasks for Shop {
    async fn check_stock(&self, _: &TaskContext, _: Order) -> Result<Stock, TaskError> {
        Err(TaskError::new(order::error::STOCK_BUSY, "later"))
    }
}

fn main() {}
