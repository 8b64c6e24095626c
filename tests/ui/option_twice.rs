//! An option given twice.

use asl_runtime::asl_machine;

asl_machine!(
    mod order = "ui/order.asl.json",
    input = String,
    input = u32,
);

fn main() {}
