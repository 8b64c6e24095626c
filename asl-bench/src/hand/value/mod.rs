//! On `serde_json::Value`: the document is owned and changed in place.

mod order;
mod tasks;

use std::hint::black_box;

use futures_util::future::try_join_all;
use serde_json::{Map, Value};

pub use order::order;
pub use tasks::{Mocks, Tasks};

use super::{Failure, Outcome, codes};

fn field<'v>(value: &'v Value, key: &'static str) -> Outcome<&'v Value> {
    value.get(key).ok_or(Failure::Path(key))
}

fn number(value: &Value, key: &'static str) -> Outcome<f64> {
    field(value, key)?.as_f64().ok_or(Failure::Path(key))
}

fn integer(value: &Value, key: &'static str) -> Outcome<i64> {
    field(value, key)?.as_i64().ok_or(Failure::Path(key))
}

fn array<'v>(value: &'v Value, key: &'static str) -> Outcome<&'v Vec<Value>> {
    field(value, key)?.as_array().ok_or(Failure::Path(key))
}

fn take(value: &mut Value, key: &'static str) -> Outcome<Value> {
    let field = value.get_mut(key).ok_or(Failure::Path(key))?;
    Ok(field.take())
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let mut object = Map::new();
    for (key, value) in fields {
        object.insert(key.to_owned(), value);
    }
    Value::Object(object)
}

/// Writes a field of the document, which is there already or not.
fn put(document: &mut Value, key: &'static str, value: Value) -> Outcome<()> {
    let Value::Object(object) = document else {
        return Err(Failure::Path(key));
    };
    if let Some(field) = object.get_mut(key) {
        *field = value;
    } else {
        object.insert(key.to_owned(), value);
    }
    Ok(())
}

/// `pass_chain_100`.
///
/// # Errors
///
/// As the workflow; so all functions here.
pub async fn pass_chain(mut document: Value, _: &Mocks) -> Outcome<Value> {
    for n in 0..100i64 {
        let document = black_box(&mut document); // a hundred states, not one
        let item = array(document, "items")?.get(3);
        let item = item.ok_or(Failure::Path("items"))?;
        let acc = object([
            ("id", field(field(document, "order")?, "id")?.clone()),
            ("n", n.into()),
            ("name", field(field(document, "customer")?, "name")?.clone()),
            ("qty", field(item, "qty")?.clone()),
        ]);
        put(document, "acc", acc)?;
    }
    Ok(document)
}

/// `counter_loop_10k`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn counter(mut document: Value, _: &Mocks) -> Outcome<Value> {
    loop {
        let n = field(black_box(&document), "n")?;
        let limit = field(&document, "limit")?;
        let end = limit.as_f64().ok_or(Failure::Path("limit"))?;
        if n.as_f64().ok_or(Failure::Path("n"))? >= end {
            return Ok(document);
        }
        let n = n.as_i64().ok_or(Failure::Path("n"))? + 1;
        document = object([("limit", limit.clone()), ("n", n.into())]);
    }
}

/// `counter_loop_task_10k`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn counter_task(mut document: Value, tasks: &Mocks) -> Outcome<Value> {
    while number(black_box(&document), "n")? < 10_000.0 {
        let input = object([("n", field(&document, "n")?.clone())]);
        let n = tasks.call("increment", input).await?;
        put(&mut document, "n", n)?;
    }
    Ok(document)
}

/// `map_*`: what the workflows select is moved out of the items.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn map(mut document: Value, _: &Mocks) -> Outcome<Value> {
    let Value::Array(items) = take(&mut document, "items")? else {
        return Err(Failure::Path("items"));
    };
    let mut lines = Vec::with_capacity(items.len());
    for (index, mut item) in items.into_iter().enumerate() {
        let sku = take(&mut item, "sku")?;
        let qty = take(&mut item, "qty")?;
        lines.push(object([
            ("index", index.into()),
            ("qty", qty),
            ("sku", sku),
        ]));
    }
    Ok(Value::Array(lines))
}

/// `parallel_8`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn parallel(document: Value, _: &Mocks) -> Outcome<Value> {
    let branch = |b: u64, mut document: Value| async move {
        for n in 0..10i64 {
            let document = black_box(&mut document);
            let acc = object([
                ("b", b.into()),
                ("id", field(field(document, "order")?, "id")?.clone()),
                ("n", n.into()),
            ]);
            put(document, "acc", acc)?;
        }
        Ok(document)
    };
    let branches = (0..8).map(|b| branch(b, document.clone()));
    Ok(Value::Array(try_join_all(branches).await?))
}

/// `big_payload`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn big(mut document: Value, _: &Mocks) -> Outcome<Value> {
    const FIELDS: [(&str, &str); 20] = [
        ("f0", "r0"),
        ("f1", "r1"),
        ("f2", "r2"),
        ("f3", "r3"),
        ("f4", "r4"),
        ("f5", "r5"),
        ("f6", "r6"),
        ("f7", "r7"),
        ("f8", "r8"),
        ("f9", "r9"),
        ("f10", "r10"),
        ("f11", "r11"),
        ("f12", "r12"),
        ("f13", "r13"),
        ("f14", "r14"),
        ("f15", "r15"),
        ("f16", "r16"),
        ("f17", "r17"),
        ("f18", "r18"),
        ("f19", "r19"),
    ];
    for (i, (from, to)) in FIELDS.into_iter().enumerate() {
        let document = black_box(&mut document);
        let v = field(field(field(document, "fields")?, from)?, "v")?.clone();
        let result = object([("i", i.into()), ("v", v)]);
        let out = document.get_mut("out").ok_or(Failure::Path("out"))?;
        put(out, to, result)?;
    }
    Ok(document)
}

/// `choice_wide`.
#[expect(clippy::missing_errors_doc, reason = "as `pass_chain`")]
pub async fn choice(mut document: Value, _: &Mocks) -> Outcome<Value> {
    let code = field(black_box(&document), "code")?.as_str();
    let hit = code.and_then(codes::pick).ok_or(Failure::NoMatch)?;
    put(&mut document, "result", object([("hit", hit.into())]))?;
    Ok(document)
}
