//! On types with fields: the bound of what a definition with known shapes could become.

mod big;
mod order;

use std::hint::black_box;

use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};

pub use big::{Big, big};
pub use order::{Order, order};

use super::{Failure, Outcome, codes};
use crate::hand::value::Mocks;

/// The document of `pass_chain_100` and `parallel_8`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Document {
    order: Head,
    customer: Customer,
    items: Vec<Item>,
    acc: Acc,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Head {
    id: String,
    channel: String,
    placed: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Customer {
    id: String,
    name: String,
    tier: String,
    address: Address,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Address {
    street: String,
    city: String,
    zip: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Item {
    sku: String,
    qty: i64,
    price: i64,
    title: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Acc {
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    qty: Option<i64>,
}

/// `pass_chain_100`.
///
/// # Errors
///
/// As the workflow; so all functions here.
pub async fn pass_chain(mut document: Document, _: &Mocks) -> Outcome<Document> {
    for n in 0..100 {
        let document = black_box(&mut document);
        let item = document.items.get(3).ok_or(Failure::Path("items"))?;
        document.acc = Acc {
            b: None,
            id: Some(document.order.id.clone()),
            n: Some(n),
            name: Some(document.customer.name.clone()),
            qty: Some(item.qty),
        };
    }
    Ok(document)
}

/// `parallel_8`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn parallel(document: Document, _: &Mocks) -> Outcome<Vec<Document>> {
    let branch = |b: u64, mut document: Document| async move {
        for n in 0..10 {
            let document = black_box(&mut document);
            document.acc = Acc {
                b: Some(b),
                id: Some(document.order.id.clone()),
                n: Some(n),
                ..Acc::default()
            };
        }
        Ok(document)
    };
    try_join_all((0..8).map(|b| branch(b, document.clone()))).await
}

/// The document of both counters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counter {
    n: i64,
    limit: i64,
}

/// `counter_loop_10k`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn counter(mut document: Counter, _: &Mocks) -> Outcome<Counter> {
    while black_box(&mut document).n < document.limit {
        document.n += 1;
    }
    Ok(document)
}

/// `counter_loop_task_10k`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn counter_task(mut document: Counter, _: &Mocks) -> Outcome<Counter> {
    async fn increment(n: i64) -> Outcome<i64> {
        Ok(black_box(n) + 1)
    }
    while black_box(&mut document).n < 10_000 {
        document.n = increment(document.n).await?;
    }
    Ok(document)
}

/// The document of `map_*`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Basket {
    items: Vec<BasketItem>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct BasketItem {
    sku: String,
    qty: i64,
    price: i64,
}

/// What `map_*` makes of an item.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    index: usize,
    sku: String,
    qty: i64,
}

/// `map_*`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn map(basket: Basket, _: &Mocks) -> Outcome<Vec<Line>> {
    let items = basket.items.into_iter().enumerate();
    let line = |(index, item): (usize, BasketItem)| Line {
        index,
        sku: item.sku,
        qty: item.qty,
    };
    Ok(items.map(line).collect())
}

/// The document of `choice_wide`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Coded {
    code: String,
    x: i64,
    result: Option<Hit>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Hit {
    hit: u64,
}

/// `choice_wide`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn choice(mut document: Coded, _: &Mocks) -> Outcome<Coded> {
    let hit = codes::pick(black_box(&document.code)).ok_or(Failure::NoMatch)?;
    document.result = Some(Hit { hit });
    Ok(document)
}
