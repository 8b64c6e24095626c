//! A state whose method would be a keyword.

use asl_runtime::asl_machine;

asl_machine!(mod keyword = "ui/keyword.asl.json");

fn main() {}
