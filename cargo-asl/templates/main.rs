//! Runs the state machine in `flows/@NAME@.asl.json`.

use asl_runtime::{TaskContext, TaskError, asl_machine};

asl_machine!(
    mod @MODULE@ = "flows/@NAME@.asl.json",
    input = String, output = String,
    tasks = { Greet = fn(String) -> String },
);

/// What the tasks of the machine work with.
struct Greeter;

impl @MODULE@::Tasks for Greeter {
    async fn greet(&self, _: &TaskContext, name: String) -> Result<String, TaskError> {
        Ok(format!("Hello, {name}!"))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", @MODULE@::run(Greeter, "world".to_owned()).await?);
    Ok(())
}
