//! The work behind the order: an ordinary struct with ordinary async methods.

use std::sync::atomic::{AtomicU32, Ordering};

use asl_runtime::{TaskContext, TaskError};

use crate::order::{self, error};
use crate::types::{Charge, Customer, Line, Order, Payment, PriceRequest, Reservation, Risk};

/// A shop whose outside world is not always ready.
#[derive(Default)]
pub struct Shop {
    charges: AtomicU32,
}

impl order::Tasks for Shop {
    async fn price_item(&self, cx: &TaskContext, request: PriceRequest) -> Result<Line, TaskError> {
        if request.line == 1 && cx.attempt() == 1 {
            return Err(TaskError::new(
                error::PRICES_BUSY,
                "too many questions at once",
            ));
        }
        let price: u64 = match (request.item.sku.as_str(), request.currency.as_str()) {
            ("tea", "EUR") => 450,
            ("cup", "EUR") => 300,
            ("kettle", "EUR") => 3_995,
            (sku, currency) => {
                let cause = format!("no price of `{sku}` in {currency}");
                return Err(TaskError::new("Prices.Unknown", cause));
            }
        };
        Ok(Line {
            amount: price * u64::from(request.item.quantity),
            sku: request.item.sku,
            quantity: request.item.quantity,
        })
    }

    async fn reserve_stock(&self, _: &TaskContext, order: Order) -> Result<Reservation, TaskError> {
        let scarce = order.items.iter().find(|item| item.sku == "kettle");
        match scarce {
            Some(item) => Err(TaskError::new(
                error::STOCK_SHORT,
                format!("no `{}` left", item.sku),
            )),
            None => Ok(Reservation {
                shelf: "A7".to_owned(),
            }),
        }
    }

    async fn score_risk(&self, _: &TaskContext, customer: Customer) -> Result<Risk, TaskError> {
        Ok(Risk {
            score: (customer.id % 100) as u8,
        })
    }

    async fn charge_card(&self, cx: &TaskContext, charge: Charge) -> Result<Payment, TaskError> {
        if self.charges.fetch_add(1, Ordering::Relaxed) < 2 {
            return Err(TaskError::new(error::GATEWAY_BUSY, "come back later"));
        }
        Ok(Payment {
            reference: format!("{}-{}", charge.customer, cx.idempotency_key()),
            amount: charge.lines.iter().map(|line| line.amount).sum(),
            currency: charge.currency,
        })
    }
}
