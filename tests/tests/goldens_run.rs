//! The recorded code of `goldens/` compiles and runs, without a macro or build script between.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]
#![allow(
    unreachable_pub,
    reason = "generated code does not know where it is included"
)]

use asl_runtime::{TaskContext, TaskError, Value, json};

// Generated code finds the types in its options beside itself.
use types::{Charge, Customer, Line, Order, Payment, PriceRequest, Receipt, Reservation, Risk};

#[path = "../../examples/order/types.rs"]
#[allow(dead_code)]
mod types;

/// Not `#[path]`: the formatting of recorded code is that of the compiler.
macro_rules! golden {
    ($name:ident, $file:literal) => {
        #[allow(dead_code)]
        mod $name {
            include!($file);
        }
    };
}

golden!(choice, "../goldens/choice.rs");
golden!(fields, "../goldens/fields.rs");
golden!(hello, "../goldens/hello.rs");
golden!(nested, "../goldens/nested.rs");
golden!(order, "../goldens/order.rs");

struct Crew;

impl hello::Tasks for Crew {
    async fn greet(&self, _: &TaskContext, name: String) -> Result<String, TaskError> {
        Ok(format!("Hello, {name}!"))
    }
}

impl nested::Tasks for Crew {
    async fn paint(&self, _: &TaskContext, part: Value) -> Result<Value, TaskError> {
        Ok(json!({ "red": part }))
    }
}

#[tokio::test]
async fn hello_greets() {
    let greeting = hello::run(Crew, "world".to_owned()).await.unwrap();
    assert_eq!(greeting, "Hello, world!");
}

#[tokio::test]
async fn nested_machines_run() {
    let input = json!({ "rate": 1, "items": [{ "parts": ["wheel", "door"] }] });
    let expected = json!([{
        "item": { "parts": ["wheel", "door"] },
        "rate": 1,
        "both": { "side": "left", "parts": [{ "red": "wheel" }, { "red": "door" }] },
    }]);
    assert_eq!(nested::run(&Crew, input).await.unwrap(), expected);
}

#[tokio::test]
async fn choices_choose() {
    let input = json!({ "item": { "name": "tea" } });
    assert_eq!(choice::run((), input).await.unwrap(), json!("tea"));
}

#[test]
fn states_know_themselves() {
    assert_eq!(fields::State::START, fields::State::PrepareIt);
    assert_eq!("Give up".parse(), Ok(fields::State::GiveUp));
    assert_eq!(nested::State::Paint.parent(), Some(nested::State::PerPart));
    assert_eq!(
        order::State::RiskScored.parent(),
        Some(order::State::Prepare)
    );
    assert_eq!(order::error::STOCK_SHORT, "Stock.Short");
}
