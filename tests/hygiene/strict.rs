//! Lints as strict as they come, on a library: documented, private and half-private modules, twice
//! the same definition, types less visible than the machine.
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub)]
#![deny(clippy::all, clippy::pedantic, clippy::cargo)]
#![deny(rust_2018_idioms, future_incompatible, unused, nonstandard_style, let_underscore)]
#![deny(non_ascii_idents, unused_qualifications, single_use_lifetimes, unused_results)]
#![allow(clippy::cargo_common_metadata, clippy::multiple_crate_versions)]
#![forbid(unsafe_code)]

use asl_runtime::asl_machine;

asl_machine!(
    /// Chooses.
    pub mod choice = "choice.asl.json"
);

asl_machine!(pub(crate) mod fields = "fields.asl.json");
asl_machine!("nested.asl.json");
asl_machine!(mod again = "nested.asl.json");
asl_machine!(mod transfer = "transfer.asl.json", dialect = aws);

#[derive(serde::Deserialize, serde::Serialize)]
struct Order {
    items: Vec<String>,
}

asl_machine!(
    /// More visible than its types.
    pub mod order = "order.asl.json",
    input = Order, output = Order,
    tasks = { PriceItem = fn(Order) -> Order, ReserveStock = fn(Vec<Order>) -> () },
);

/// Types where the macro stands, seen from there.
pub mod inner {
    #[derive(serde::Deserialize, serde::Serialize)]
    pub(crate) struct Greeting(pub(crate) String);

    asl_runtime::asl_machine!(
        pub(in crate::inner) mod hello = "hello.asl.json",
        input = super::Order, output = self::Greeting,
        tasks = { Greet = fn(crate::inner::Greeting) -> Option<Greeting> },
    );

    pub(crate) fn first() -> hello::State {
        hello::State::START
    }
}

/// Uses all of them.
#[must_use]
pub fn first_states() -> Vec<String> {
    let order = Order { items: Vec::new() };
    vec![
        choice::State::START.to_string(),
        fields::State::START.to_string(),
        nested::State::START.to_string(),
        again::State::START.to_string(),
        transfer::State::START.to_string(),
        order::State::START.to_string(),
        inner::first().to_string(),
        inner::Greeting(order.items.join("")).0,
    ]
}
