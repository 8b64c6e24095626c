//! A dialect that is still to come.

use asl_runtime::asl_machine;

asl_machine!(mod order = "ui/order.asl.json", dialect = tcsl);

fn main() {}
