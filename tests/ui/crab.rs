//! A state whose name has no letter.

use asl_runtime::asl_machine;

asl_machine!(mod crab = "ui/crab.asl.json");

fn main() {}
