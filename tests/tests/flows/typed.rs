//! Machines with types: what fits, and what does not.

use std::collections::BTreeMap;
use std::error::Error;
use std::panic::panic_any;

use asl_runtime::{ErrorKind, TaskContext, TaskError, asl_machine};
use serde::{Deserialize, Serialize};

asl_machine!(
    mod order = "flows/typed/order.asl.json",
    input = Order, output = Receipt,
    tasks = { Price = fn(Item) -> Price },
);

asl_machine!(
    mod by_key = "flows/typed/by_key.asl.json",
    input = String, output = Option<(u64, String)>,
    tasks = {
        "arn:aws:lambda:eu-west-1:123456789012:function:measure" = fn(String) -> usize,
        "double" = fn(u64) -> u64,
        Show = fn(u64) -> (u64, String),
    },
);

#[derive(Serialize)]
struct Order {
    id: u32,
    item: BTreeMap<Key, String>,
}

/// Objects have texts as keys: only the first kind can be one.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
enum Key {
    Text(&'static str),
    Pair(u8, u8),
}

#[derive(Deserialize)]
struct Item {
    sku: String,
}

/// What a price is depends on the item, to provoke every misfit.
#[derive(Serialize)]
#[serde(untagged)]
enum Price {
    Cents(u64),
    Text(String),
    Unwritable(BTreeMap<(u8, u8), u8>),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Receipt {
    id: u32,
    price: u64,
}

struct Shop;

impl order::Tasks for Shop {
    async fn price(&self, _: &TaskContext, item: Item) -> Result<Price, TaskError> {
        Ok(match item.sku.as_str() {
            "tea" => Price::Cents(450),
            "gold" => Price::Text("on request".to_owned()),
            _ => Price::Unwritable(BTreeMap::from([((0, 0), 0)])),
        })
    }
}

fn order_of(key: Key, value: &str) -> Order {
    Order {
        id: 7,
        item: BTreeMap::from([(key, value.to_owned())]),
    }
}

#[tokio::test(start_paused = true)]
async fn types_are_read_and_written_at_every_border() {
    let receipt = order::run(Shop, order_of(Key::Text("sku"), "tea"))
        .await
        .unwrap();
    assert_eq!(receipt, Receipt { id: 7, price: 450 });
}

#[tokio::test(start_paused = true)]
async fn input_that_is_no_json_keeps_everything_from_running() {
    let error = order::run(Shop, order_of(Key::Pair(1, 2), "tea"))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input);
    assert_eq!((error.error_name(), error.state()), (None, None));
    assert!(error.cause().is_some());
}

#[tokio::test(start_paused = true)]
async fn output_of_another_shape_is_an_end_of_its_own_kind() {
    let error = order::run(Shop, order_of(Key::Text("sku"), "gold"))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Output);
    assert_eq!(error.error_name(), None);
    assert!(
        error.cause().is_some_and(|cause| cause.contains("Receipt")),
        "{error}"
    );
}

#[tokio::test(start_paused = true)]
async fn misfits_of_a_task_are_task_failed_and_are_caught() {
    // Caught, the error takes the place of the price; that is no `u64`.
    for misfit in [
        order_of(Key::Text("name"), "tea"),
        order_of(Key::Text("sku"), "unwritable"),
    ] {
        let error = order::run(Shop, misfit).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Output);
    }
}

struct Words;

impl by_key::Tasks for Words {
    async fn length(&self, _: &TaskContext, text: String) -> Result<usize, TaskError> {
        if text.is_empty() {
            return Err(TaskError::failed("x".parse::<u64>().unwrap_err()));
        }
        Ok(text.chars().count())
    }

    async fn double(&self, cx: &TaskContext, number: u64) -> Result<u64, TaskError> {
        assert_eq!(cx.state(), "Double");
        Ok(2 * number)
    }

    async fn show(&self, cx: &TaskContext, number: u64) -> Result<(u64, String), TaskError> {
        assert_eq!(cx.resource(), "double");
        Ok((number, number.to_string()))
    }
}

#[tokio::test(start_paused = true)]
async fn tasks_are_keyed_by_resource_and_by_state() {
    let shown = by_key::run(Words, "héllo".to_owned()).await.unwrap();
    assert_eq!(shown, Some((10, "10".to_owned())));
}

#[tokio::test(start_paused = true)]
async fn task_2_error_without_a_name_of_its_own_keeps_its_source() {
    let error = by_key::run(Words, String::new()).await.unwrap_err();
    assert_eq!(error.error_name(), Some("States.TaskFailed"));
    assert_eq!(error.state(), Some(by_key::State::Length));
    assert!(
        error
            .source()
            .is_some_and(|source| source.is::<std::num::ParseIntError>())
    );
}

struct Unwell;

impl by_key::Tasks for Unwell {
    async fn length(&self, _: &TaskContext, text: String) -> Result<usize, TaskError> {
        if text.is_empty() {
            panic_any(7);
        }
        Ok(text.len())
    }

    fn double(
        &self,
        _: &TaskContext,
        number: u64,
    ) -> impl Future<Output = Result<u64, TaskError>> + Send {
        assert!(number > 1_000, "too small"); // before there is a future
        async move { Ok(number) }
    }

    async fn show(&self, _: &TaskContext, number: u64) -> Result<(u64, String), TaskError> {
        Ok((number, String::new()))
    }
}

#[tokio::test(start_paused = true)]
async fn panic_without_a_message_or_before_the_future_fails_the_task() {
    for (input, state) in [("", by_key::State::Length), ("x", by_key::State::Double)] {
        let error = by_key::run(Unwell, input.to_owned()).await.unwrap_err();
        assert_eq!(error.error_name(), Some("States.TaskFailed"));
        assert_eq!(error.state(), Some(state));
    }
}
