//! A task of two values.

use asl_runtime::asl_machine;

asl_machine!(
    mod order = "ui/order.asl.json",
    tasks = { CheckStock = fn(String, u32) -> String },
);

fn main() {}
