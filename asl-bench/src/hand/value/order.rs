//! `order_flow` on `serde_json::Value`.

use futures_util::future::try_join_all;
use futures_util::try_join;
use serde_json::Value;

use super::{Mocks, Tasks, array, field, number, object, put, take};
use crate::hand::{Failure, Outcome};

/// `order_flow`: a retried and a caught error, three branches, a call per item.
///
/// The retry does not wait the second that the definition asks for; it only lets others go first.
///
/// # Errors
///
/// As the workflow.
pub async fn order(mut document: Value, tasks: &Mocks) -> Outcome<Value> {
    normalize(&mut document)?;
    validate(&mut document, tasks).await?;
    let tier = field(field(&document, "customer")?, "tier")?.as_str();
    let pct: i64 = match tier {
        Some("platinum") => 25,
        Some("gold") => 15,
        _ => 0,
    };
    put(&mut document, "discount", object([("pct", pct.into())]))?;

    let (customer, inventory, fraud) = try_join!(
        customer(&document, tasks),
        inventory(&document, tasks),
        fraud(&document, tasks)
    )?;
    let enriched = Value::Array(vec![customer, inventory, fraud]);
    put(&mut document, "enriched", enriched)?;

    let priced = priced(&document, tasks).await?;
    let mut totals = Vec::with_capacity(priced.len());
    for line in &priced {
        totals.push(field(line, "total")?.clone());
    }
    put(&mut document, "priced", Value::Array(priced))?;
    let lines = object([("lines", Value::Array(totals))]);
    let total = tasks.call("sum", lines).await?;
    put(&mut document, "total", total)?;

    charge(&mut document, tasks).await?;
    notify(&mut document, tasks).await?;
    summary(&mut document)
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn normalize(document: &mut Value) -> Outcome<()> {
    let customer = field(document, "customer")?;
    let id = field(document, "orderId")?;
    let label = format!("order {} for {}", text(id), text(field(customer, "name")?));
    let tags = vec!["new".into(), field(customer, "tier")?.clone(), id.clone()];
    let norm = object([
        ("label", label.into()),
        ("meta", customer.to_string().into()),
        ("tags", Value::Array(tags)),
        ("n", array(document, "items")?.len().into()),
    ]);
    put(document, "norm", norm)
}

async fn validate(document: &mut Value, tasks: &Mocks) -> Outcome<()> {
    let items = object([("items", field(document, "items")?.clone())]);
    let answer = tasks.call("validate", items).await?;
    let validation = object([
        ("ok", field(&answer, "valid")?.clone()),
        ("count", field(&answer, "count")?.clone()),
    ]);
    put(document, "validation", validation)?;
    let validation = field(document, "validation")?;
    let is_valid = field(validation, "ok")?.as_bool() == Some(true);
    if is_valid && number(validation, "count")? > 0.0 {
        return Ok(());
    }
    Err(Failure::Task {
        name: "OrderRejected",
        cause: "validation failed",
    })
}

// The branches read the document that they share.

async fn customer(document: &Value, tasks: &Mocks) -> Outcome<Value> {
    let id = field(field(document, "customer")?, "id")?.clone();
    let answer = tasks.call("getCustomer", object([("id", id)])).await?;
    Ok(object([
        ("risk", field(&answer, "risk")?.clone()),
        ("name", field(&answer, "name")?.clone()),
    ]))
}

async fn inventory(document: &Value, tasks: &Mocks) -> Outcome<Value> {
    let mut retries = 0;
    loop {
        let mut skus = Vec::new();
        for item in array(document, "items")? {
            skus.push(field(item, "sku")?.clone());
        }
        let skus = object([("skus", Value::Array(skus))]);
        match tasks.call("getInventory", skus).await {
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

async fn fraud(document: &Value, tasks: &Mocks) -> Outcome<Value> {
    let id = object([("orderId", field(document, "orderId")?.clone())]);
    let answer = tasks.call("fraudScore", id).await?;
    let fraud = if number(&answer, "score")? >= 50.0 {
        "review"
    } else {
        "ok"
    };
    Ok(object([("fraud", fraud.into())]))
}

async fn priced(document: &Value, tasks: &Mocks) -> Outcome<Vec<Value>> {
    let pct = field(field(document, "discount")?, "pct")?;
    let items = array(document, "items")?.iter().enumerate();
    try_join_all(items.map(|(index, item)| async move {
        let mut line = object([
            ("item", item.clone()),
            ("idx", index.into()),
            ("pct", pct.clone()),
        ]);
        let price = tasks.call("price", line.clone()).await?;
        put(&mut line, "priced", price)?;
        let sku = field(field(&line, "item")?, "sku")?.as_str();
        let sku = sku.ok_or(Failure::Path("sku"))?;
        Ok(object([
            ("line", format!("#{index} {sku}").into()),
            ("total", field(field(&line, "priced")?, "total")?.clone()),
        ]))
    }))
    .await
}

async fn charge(document: &mut Value, tasks: &Mocks) -> Outcome<()> {
    let amount = field(document, "total")?.clone();
    let input = object([("amount", amount.clone())]);
    let charge = match tasks.call("chargeCard", input).await {
        Ok(charge) => charge,
        Err(Failure::Task {
            name: name @ "CardDeclined",
            cause,
        }) => {
            let error = object([("Error", name.into()), ("Cause", cause.into())]);
            put(document, "chargeError", error)?;
            let input = object([("amount", amount)]);
            tasks.call("chargeBackup", input).await?
        }
        Err(failure) => return Err(failure),
    };
    put(document, "charge", charge)
}

async fn notify(document: &mut Value, tasks: &Mocks) -> Outcome<()> {
    let norm = field(document, "norm")?;
    let charge = field(document, "charge")?;
    let meta = field(norm, "meta")?.as_str().ok_or(Failure::Path("meta"))?;
    let back = serde_json::from_str(meta).map_err(|_| Failure::Path("meta"))?;
    let message = format!(
        "{}: charged {} ({})",
        text(field(norm, "label")?),
        text(field(document, "total")?),
        text(field(charge, "id")?)
    );
    let input = object([
        ("msg", message.into()),
        ("payload", charge.to_string().into()),
        ("back", back),
    ]);
    let notified = tasks.call("notify", input).await?;
    put(document, "notified", notified)
}

fn summary(document: &mut Value) -> Outcome<Value> {
    let mut enriched = take(document, "enriched")?;
    let mut of_branch = |branch: usize, key: &'static str| {
        let branch = enriched.get_mut(branch).ok_or(Failure::Path("enriched"))?;
        take(branch, key)
    };
    let reserved = of_branch(1, "reserved")?;
    let fraud = of_branch(2, "fraud")?;
    let declined = take(&mut take(document, "chargeError")?, "Error")?;
    let tags = take(&mut take(document, "norm")?, "tags")?;
    Ok(object([
        ("orderId", take(document, "orderId")?),
        ("total", take(document, "total")?),
        ("charge", take(document, "charge")?),
        ("lines", take(document, "priced")?),
        ("fraud", fraud),
        ("reserved", reserved),
        ("declined", declined),
        ("notified", take(document, "notified")?),
        ("tags", tags),
    ]))
}
