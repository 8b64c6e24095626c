//! An order from basket to receipt, with typed tasks: `cargo run -p asl-examples --example order`.
//!
//! The definition beside this file uses all eight state types. On the way a price service is busy
//! once and the card gateway twice (both retried), and the stock is short (caught).

mod shop;
mod types;

use asl_runtime::{Event, asl_machine};

use shop::Shop;
use types::{Charge, Customer, Line, Order, Payment, PriceRequest, Receipt, Reservation, Risk};

asl_machine!(
    /// Takes an order from basket to receipt.
    mod order = "order/order.asl.json",
    input = Order, output = Receipt,
    tasks = {
        PriceItem = fn(PriceRequest) -> Line,
        ReserveStock = fn(Order) -> Reservation,
        ScoreRisk = fn(Customer) -> Risk,
        ChargeCard = fn(Charge) -> Payment,
    },
);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("the path taken:");
    let receipt = order::Machine::new(Shop::default())
        .execution_name("order-4711")
        .observer(narrate)
        .run(Order::sample())
        .await?;
    println!("\n{receipt}");
    Ok(())
}

/// Prints what happens, indented by how deep it happens.
fn narrate(event: &Event<'_, order::State>) {
    let place = |path: &str| match path {
        "" => "  ".to_owned(),
        path => format!("    {path}: "),
    };
    match event {
        Event::StateEntered { state, path, .. } => {
            println!("{}{state} ({})", place(path), state.kind());
        }
        Event::RetryScheduled {
            path,
            error,
            delay,
            retry,
            ..
        } => {
            println!("{}  {error}, retry {retry} after {delay:?}", place(path));
        }
        Event::ErrorCaught {
            path, error, next, ..
        } => {
            println!("{}  {error}, caught: on to {next}", place(path));
        }
        _ => {}
    }
}
