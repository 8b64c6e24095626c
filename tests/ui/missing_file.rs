//! No such file. What it holds cannot be known, what the options say can.

use asl_runtime::{TaskContext, TaskError, asl_machine};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Order;

#[derive(Serialize, Deserialize)]
struct Stock;

#[derive(Serialize, Deserialize)]
struct Receipt;

asl_machine!(
    mod order = "ui/oder.asl.json",
    input = Order, output = Receipt,
    tasks = { CheckStock = fn(Order) -> Stock, ChargeCard = fn(Stock) -> Receipt },
);

struct Shop;

impl order::Tasks for Shop {
    async fn check_stock(&self, _: &TaskContext, _: Order) -> Result<Stock, TaskError> {
        Err(TaskError::new(order::error::STOCK_BUSY, "later"))
    }

    async fn charge_card(&self, _: &TaskContext, _: Stock) -> Result<Receipt, TaskError> {
        Err(TaskError::new(order::error::CARD_DECLINED, "no"))
    }
}

fn main() {}
