//! Two states that would be one in Rust.

use asl_runtime::asl_machine;

asl_machine!(mod same_name = "ui/same_name.asl.json");

fn main() {}
