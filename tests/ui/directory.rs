//! A directory.

use asl_runtime::asl_machine;

asl_machine!(mod order = "ui");

fn main() {}
