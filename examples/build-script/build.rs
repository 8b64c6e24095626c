//! Compiles the definition. Cargo runs this again whenever `flows/parcel.asl.json` changes, and shows
//! its errors as those of any other source file.

use std::process::ExitCode;

use asl_codegen::build::{Machine, configure};

fn main() -> ExitCode {
    let parcel = Machine::new("flows/parcel.asl.json")
        .input("Parcel")
        .output("Quote")
        .task("Weigh", "Parcel", "Grams")
        .task("Book courier", "Booking", "Pickup")
        .substitution("CourierArn", "arn:aws:lambda:eu-west-1:1:function:courier");
    configure().machine(parcel).compile()
}
