//! A call without a file.

use asl_runtime::asl_machine;

asl_machine!(mod order);

fn main() {}
