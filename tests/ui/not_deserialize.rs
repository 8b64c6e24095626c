//! A task that takes what cannot be read.

use asl_runtime::asl_machine;
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
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

fn main() {}
