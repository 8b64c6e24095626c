//! The smallest machine with a task: `cargo run -p asl-examples --example hello`.

use asl_runtime::{TaskContext, TaskError, asl_machine};

asl_machine!(
    /// Greets.
    mod hello = "hello/hello.asl.json",
    input = String, output = String,
    tasks = { Greet = fn(String) -> String },
);

struct Greeter;

impl hello::Tasks for Greeter {
    async fn greet(&self, _: &TaskContext, name: String) -> Result<String, TaskError> {
        Ok(format!("Hello, {name}!"))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let greeting = hello::run(Greeter, "world".to_owned()).await?;
    println!("{greeting}");
    Ok(())
}
