//! `order_flow` on types with fields.

use std::hint::black_box;

use futures_util::future::try_join_all;
use futures_util::try_join;
use serde::{Deserialize, Serialize};

use crate::hand::value::Mocks;
use crate::hand::{Failure, Outcome};

/// An order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    order_id: String,
    customer: Customer,
    items: Vec<Item>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Customer {
    id: String,
    name: String,
    tier: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Item {
    sku: String,
    qty: i64,
    price: i64,
}

#[derive(Clone, Debug, Serialize)]
struct Charge {
    id: String,
    amount: i64,
}

#[derive(Debug, Serialize)]
struct Line {
    line: String,
    total: i64,
}

#[derive(Debug, Serialize)]
struct Notified {
    sent: bool,
    msg: String,
}

/// What has become of an order.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    order_id: String,
    total: i64,
    charge: Charge,
    lines: Vec<Line>,
    fraud: &'static str,
    reserved: usize,
    declined: &'static str,
    notified: Notified,
    tags: [String; 3],
}

/// `order_flow`, with tasks that take and return types, too.
///
/// # Errors
///
/// As the workflow.
pub async fn order(order: Order, tasks: &Mocks) -> Outcome<Summary> {
    let customer = &order.customer;
    let label = format!("order {} for {}", order.order_id, customer.name);
    let meta = serde_json::to_string(customer).map_err(|_| Failure::Path("customer"))?;
    let tags = [
        "new".to_owned(),
        customer.tier.clone(),
        order.order_id.clone(),
    ];
    let (ok, count) = validate(&order.items).await?;
    if !ok || count == 0 {
        return Err(Failure::Task {
            name: "OrderRejected",
            cause: "validation failed",
        });
    }
    let pct = match customer.tier.as_str() {
        "platinum" => 25,
        "gold" => 15,
        _ => 0,
    };
    let (_, reserved, score) = try_join!(
        get_customer(&customer.id),
        reserve(tasks, &order.items),
        fraud_score(&order.order_id)
    )?;
    let items = order.items.iter().enumerate();
    let lines = try_join_all(items.map(|(index, item)| async move {
        let total = price(item, pct).await?;
        let line = format!("#{index} {}", item.sku);
        Ok::<_, Failure>(Line { line, total })
    }))
    .await?;
    let totals: Vec<i64> = lines.iter().map(|line| line.total).collect();
    let total = sum(&totals).await?;
    let (charge, declined) = match charge_card(total).await {
        Err(Failure::Task {
            name: name @ "CardDeclined",
            ..
        }) => (charge_backup(total).await?, name),
        charge => (charge?, ""),
    };
    let back = serde_json::from_str(&meta).map_err(|_| Failure::Path("meta"))?;
    let payload = serde_json::to_string(&charge).map_err(|_| Failure::Path("charge"))?;
    let message = format!("{label}: charged {total} ({})", charge.id);
    let notified = notify(message, payload, back).await?;
    Ok(Summary {
        order_id: order.order_id,
        total,
        charge,
        lines,
        fraud: if score >= 50 { "review" } else { "ok" },
        reserved,
        declined,
        notified,
        tags,
    })
}

async fn reserve(tasks: &Mocks, items: &[Item]) -> Outcome<usize> {
    let skus: Vec<&str> = items.iter().map(|item| item.sku.as_str()).collect();
    let mut retries = 0;
    loop {
        match get_inventory(tasks, &skus).await {
            Err(Failure::Task {
                name: "InventoryBusy",
                ..
            }) if retries < 3 => {
                retries += 1;
                tokio::task::yield_now().await;
            }
            outcome => return outcome,
        }
    }
}

async fn validate(items: &[Item]) -> Outcome<(bool, usize)> {
    Ok((true, black_box(items).len()))
}

async fn get_customer(id: &str) -> Outcome<(i64, String)> {
    black_box(id);
    Ok((7, "Ada".to_owned()))
}

async fn get_inventory(tasks: &Mocks, skus: &[&str]) -> Outcome<usize> {
    if tasks.warehouse.is_busy() {
        return Err(Failure::Task {
            name: "InventoryBusy",
            cause: "mock",
        });
    }
    Ok(black_box(skus).len())
}

async fn fraud_score(id: &str) -> Outcome<i64> {
    black_box(id);
    Ok(12)
}

async fn price(item: &Item, pct: i64) -> Outcome<i64> {
    Ok(item.qty * item.price * (100 - black_box(pct)))
}

async fn sum(lines: &[i64]) -> Outcome<i64> {
    Ok(lines.iter().sum())
}

async fn charge_card(_: i64) -> Outcome<Charge> {
    Err(Failure::Task {
        name: "CardDeclined",
        cause: "mock",
    })
}

async fn charge_backup(amount: i64) -> Outcome<Charge> {
    let id = "ch-1".to_owned();
    Ok(Charge { id, amount })
}

async fn notify(msg: String, payload: String, back: Customer) -> Outcome<Notified> {
    black_box((payload, back));
    Ok(Notified { sent: true, msg })
}
