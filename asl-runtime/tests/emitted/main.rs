//! A module as the compiler emits it, written by hand: the reference for the emitter. It stands in
//! the most hostile surroundings that generated code may meet.
#![deny(missing_docs, warnings)]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Mutex;
use std::time::Duration;

use asl_runtime::{ErrorKind, Event, StateId, StateKind, TaskContext, TaskError, json};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};

#[no_implicit_prelude]
pub mod order;

/// An order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    id: u64,
}

/// What is left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stock {
    left: Option<u32>,
}

/// What to charge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Payment {
    order: u64,
    by: String,
    currency: String,
}

/// What was charged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Receipt {
    number: u64,
}

#[derive(Default)]
struct Shop {
    left: Option<u32>,
    busy: u32,
    breaks: bool,
    charged: Mutex<Vec<Payment>>,
}

impl order::Tasks for Shop {
    async fn check_stock(&self, _: &TaskContext, _: Order) -> Result<Stock, TaskError> {
        Ok(Stock { left: self.left })
    }

    async fn charge(&self, context: &TaskContext, payment: Payment) -> Result<Receipt, TaskError> {
        assert_eq!(
            context.resource(),
            "arn:aws:lambda:eu-west-1:1:function:charge"
        );
        self.charged.lock().unwrap().push(payment);
        if self.breaks {
            sleep(Duration::from_secs(11)).await; // without a heartbeat
        }
        if context.attempt() <= self.busy {
            return Err(TaskError::new("Gateway.Busy", "try again"));
        }
        Ok(Receipt {
            number: u64::from(context.attempt()),
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_typed_execution_from_end_to_end() {
    let began = Instant::now();
    let shop = Shop {
        left: Some(1),
        busy: 2,
        ..Shop::default()
    };
    let machine = order::Machine::new(&shop).execution_name("run-9");
    let receipt = machine.run(Order { id: 7 }).await.unwrap();
    assert_eq!(receipt, Receipt { number: 3 });
    assert_eq!(began.elapsed().as_secs(), 2 + 4);
    let payment = Payment {
        order: 7,
        by: "run-9".to_owned(),
        currency: "EUR".to_owned(),
    };
    assert_eq!(
        *shop.charged.lock().unwrap(),
        [payment.clone(), payment.clone(), payment]
    );
}

#[tokio::test(start_paused = true)]
async fn a_caught_error_waits_and_gives_up() {
    let began = Instant::now();
    let shop = Shop {
        left: Some(1),
        breaks: true,
        ..Shop::default()
    };
    let problems = std::sync::Arc::new(Mutex::new(Vec::new()));
    let seen = std::sync::Arc::clone(&problems);
    let receipt = order::Machine::new(&shop)
        .observer(move |event: &Event<'_, order::State>| {
            if let Event::StateExited {
                state: order::State::Charge,
                output,
                ..
            } = event
            {
                seen.lock().unwrap().push(output["problem"].to_string());
            }
        })
        .run(Order { id: 7 })
        .await
        .unwrap();
    assert_eq!(receipt, Receipt { number: 0 });
    // dialect `aws` does not explain a timeout, but has a Cause all the same
    assert_eq!(
        *problems.lock().unwrap(),
        [r#"{"Error":"States.Timeout","Cause":""}"#]
    );
    assert_eq!(began.elapsed().as_secs(), 10 + 60);
}

#[tokio::test(start_paused = true)]
async fn a_fail_state_fails_the_execution() {
    for left in [None, Some(0)] {
        let shop = Shop {
            left,
            ..Shop::default()
        };
        let error = order::run(&shop, Order { id: 7 }).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Failed);
        assert_eq!(error.state(), Some(order::State::SoldOut));
        assert_eq!(error.error_name(), Some("Shop.SoldOut"));
        assert_eq!(
            error.to_string(),
            "state `Sold out` failed with `Shop.SoldOut`: nothing left"
        );
    }
}

#[tokio::test]
async fn generated_futures_can_be_spawned() {
    let shop = std::sync::Arc::new(Shop {
        left: Some(1),
        ..Shop::default()
    });
    let spawned = std::sync::Arc::clone(&shop);
    let task = tokio::spawn(async move { order::run(&*spawned, Order { id: 7 }).await });
    assert_eq!(task.await.unwrap().unwrap(), Receipt { number: 1 });
}

#[test]
fn tables_and_enum_agree() {
    for (index, state) in order::State::ALL.iter().enumerate() {
        assert_eq!(state.index(), index);
        assert_eq!(order::State::from_index(index), Some(*state));
    }
    assert_eq!(order::State::InStock.as_str(), "In stock?");
    assert_eq!(order::State::InStock.kind(), StateKind::Choice);
    assert_eq!(
        json!({"left": null}),
        asl_runtime::to_value(Stock { left: None }).unwrap()
    );
}
