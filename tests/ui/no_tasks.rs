//! A type that implements no tasks.

use asl_runtime::asl_machine;
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

async fn uses() {
    let _ = order::run(Shop, Order).await;
}

fn main() {}
