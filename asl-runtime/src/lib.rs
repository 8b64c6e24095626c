//! The library that machines compiled from Amazon States Language link against.
//!
//! `asl_machine!` (or a build script and [`include_machine!`]) turns a definition into a module with
//! a `State` enum, a `Tasks` trait and a typed `run` function. This crate holds what that module
//! stands on: the JSON [`Value`] that states exchange, [`TaskContext`] and [`TaskError`] for the
//! tasks you write, [`Callbacks`] for tasks that others complete, [`ExecutionError`] for how an execution ends, [`Observer`] for watching it, and
//! the [`host`] that performs its effects in process on tokio's clock.

pub mod host;
pub mod value;

#[doc(hidden)]
pub mod __private;

mod callback;
mod choice;
mod context;
mod drive;
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
mod random;
mod state;
mod task;
mod task_error;
mod template;
mod timestamp;
mod visit;

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
