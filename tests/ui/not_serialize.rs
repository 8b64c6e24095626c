//! A task that returns what cannot be written.

use asl_runtime::asl_machine;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Order;

#[derive(Deserialize)]
struct Stock;

#[derive(Serialize, Deserialize)]
struct Receipt;

asl_machine!(
    mod order = "ui/order.asl.json",
    input = Order, output = Receipt,
    tasks = { CheckStock = fn(Order) -> Stock, ChargeCard = fn(Stock) -> Receipt },
);

fn main() {}
