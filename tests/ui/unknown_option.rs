//! An option that does not exist.

use asl_runtime::asl_machine;

asl_machine!(
    mod order = "ui/order.asl.json",
    task = { CheckStock = fn(String) -> String },
);

fn main() {}
