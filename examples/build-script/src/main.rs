//! A machine compiled by a build script: `cargo run -p asl-example-build-script`.
//!
//! The same compiler as the macro's, and the same items; the options stand in `build.rs`. An editor
//! sees the generated code, and follows it when the definition changes.

use asl_runtime::{TaskContext, TaskError, include_machine};
use serde::{Deserialize, Serialize};

include_machine!(
    /// From a parcel to a quote.
    mod parcel
);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Parcel {
    sender: String,
    /// In centimetres.
    sides: [u32; 3],
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Grams(u32);

#[derive(Debug, Deserialize)]
struct Booking {
    address: String,
    grams: u32,
}

#[derive(Debug, Serialize)]
struct Pickup {
    at: String,
    cents: u32,
}

#[derive(Debug, Deserialize)]
struct Quote {
    pickup: String,
    cents: u32,
}

struct PostOffice;

impl parcel::Tasks for PostOffice {
    async fn weigh(&self, _: &TaskContext, parcel: Parcel) -> Result<Grams, TaskError> {
        Ok(Grams(parcel.sides.iter().product::<u32>() / 5))
    }

    async fn book_courier(&self, cx: &TaskContext, booking: Booking) -> Result<Pickup, TaskError> {
        if cx.attempt() == 1 {
            return Err(TaskError::new(
                parcel::error::COURIER_BUSY,
                "all on the road",
            ));
        }
        Ok(Pickup {
            at: booking.address,
            cents: 599 + booking.grams / 100,
        })
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    for sides in [[20, 15, 3], [40, 30, 20], [90, 80, 70]] {
        let parcel = Parcel {
            sender: "Ada, 12 Analytical Lane".to_owned(),
            sides,
        };
        match parcel::run(PostOffice, parcel).await {
            Ok(quote) => println!("{sides:?}: {} cents, from {}", quote.cents, quote.pickup),
            Err(error) => println!("{sides:?}: {error}"),
        }
    }
}
