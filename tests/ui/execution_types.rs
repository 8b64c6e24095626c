//! An execution whose input cannot be written and whose output cannot be read.

use asl_runtime::asl_machine;

struct Order;

struct Receipt;

asl_machine!(
    mod order = "ui/order.asl.json",
    input = Order, output = Receipt,
);

fn main() {}
