//! A state that does not exist. Nothing but the definition is wrong, so nothing but the definition is reported.

use asl_runtime::{TaskContext, TaskError, asl_machine};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Order;

#[derive(Serialize, Deserialize)]
struct Stock;

#[derive(Serialize, Deserialize)]
struct Receipt;

asl_machine!(
    mod order = "ui/unknown_target.asl.json",
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

async fn uses() -> Result<Receipt, Box<dyn std::error::Error>> {
    assert_eq!(order::State::START, order::State::CheckStock);
    assert_eq!("Done".parse::<order::State>()?, order::State::Done);
    let machine = order::Machine::new(Shop).execution_name("4711").observer(observe);
    let receipt = machine.run(Order).await?;
    match order::run(&Shop, Order).await {
        Err(error) if error.state() == Some(order::State::Declined) => Ok(receipt),
        Err(error) if error.error_name() == Some(order::error::ORDER_DECLINED) => Ok(receipt),
        other => Ok(other?),
    }
}

fn observe(_: &asl_runtime::Event<'_, order::State>) {}

fn main() {}
