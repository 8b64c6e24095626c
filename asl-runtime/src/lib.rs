//! The library that machines compiled from Amazon States Language link against.
//!
//! `asl_machine!` (or a build script and [`include_machine!`]) turns a definition into a module with
//! a `State` enum, a `Tasks` trait and a typed `run` function:
//!
#![cfg_attr(feature = "macros", doc = "```")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! use asl_runtime::{TaskContext, TaskError, asl_machine};
//!
//! asl_machine!(
//!     mod hello = "../examples/hello/hello.asl.json", // relative to your Cargo.toml
//!     input = String, output = String,
//!     tasks = { Greet = fn(String) -> String },
//! );
//!
//! struct Greeter;
//!
//! impl hello::Tasks for Greeter {
//!     async fn greet(&self, _: &TaskContext, name: String) -> Result<String, TaskError> {
//!         Ok(format!("Hello, {name}!"))
//!     }
//! }
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let greeting = hello::Machine::new(Greeter)
//!         .execution_name("first")
//!         .run("world".to_owned())
//!         .await?;
//!     assert_eq!(greeting, "Hello, world!");
//!     Ok(())
//! }
//! ```
//!
//! | to | see |
//! |---|---|
//! | write tasks | [`TaskContext`], [`TaskError`] |
//! | set a name, a deadline, a seed, a limit of size | [`Machine`] |
//! | cancel an execution | [`Machine::cancellation`], or drop its future |
//! | know how an execution has ended | [`ExecutionError`], [`ErrorKind`] |
//! | watch an execution | [`Observer`], [`Event`] |
//! | complete tasks that wait for somebody else | [`Callbacks`] |
//! | read the items and write the results of a distributed Map | [`ItemSource`], [`ReadRequest`], [`WriteRequest`] |
//! | handle JSON without types | [`Value`], [`to_value`], [`from_value`] |
//! | know what performs all of it, in process and on tokio's clock | [`host`] |

pub mod host;
pub mod value;

#[doc(hidden)]
pub mod __private;

mod act;
mod callback;
mod choice;
mod context;
mod dispatch;
mod drive;
mod environment;
mod error;
mod failure;
mod frame;
mod generated;
mod glob;
mod handlers;
mod intrinsic;
mod items;
mod iterations;
mod java_order;
mod lambda;
mod language;
mod machine;
mod macros;
mod names;
mod observe;
mod path;
mod payload;
mod place;
mod program;
mod race;
mod state;
mod task;
mod task_error;
mod template;
mod timestamp;
mod visit;
mod work;

#[cfg(feature = "macros")]
pub use asl_macro::asl_machine;

pub use callback::{CallbackError, CallbackErrorKind, Callbacks};
pub use error::{ErrorKind, ExecutionError};
pub use items::{ItemSource, ReadRequest, WriteRequest};
pub use machine::Machine;
pub use observe::{Event, Observer};
pub use state::{Location, StateId, StateKind};
pub use task::TaskContext;
pub use task_error::TaskError;
pub use value::{Array, Key, Number, Object, Text, Value, from_value, to_value};
