//! What generated code uses. Not for people: it changes from version to version.

pub use crate::__asl_abi as abi;
pub use crate::choice::{Num, Relation, Tests, Variable};
pub use crate::dispatch::{Method, call_lambda, call_task, call_typed};
pub use crate::error::ExecutionError;
pub use crate::failure::Failure;
pub use crate::generated::*;
pub use crate::glob::Piece;
pub use crate::host::{BranchCall, BranchCalls};
pub use crate::intrinsic::{Argument, Call, Function};
pub use crate::items::{
    ItemSource, ReadRequest, WriteRequest, items_read, read_request, write_request,
};
pub use crate::iterations::{Batches, Iterations, Reader, Results, Tolerance, Writer};
pub use crate::java_order::java_hash_order;
pub use crate::language::Language;
pub use crate::machine::Machine;
pub use crate::path::{
    Condition, Filter, ItemPart, Operator, Path, Placement, RefPath, Root, Seg, Term,
};
pub use crate::program::{
    BoxFuture, Branch, Catcher, ContextUse, Dispatch, Effect, FanOut, Jitter, Program, Retrier,
    StateInfo, Step, TaskInfo, TaskStart, TokenUse, Wait,
};
pub use crate::state::{Location, StateId, StateKind};
pub use crate::task::{TaskContext, task_input, task_output};
pub use crate::task_error::TaskError;
pub use crate::template::{Constant, Template};
pub use crate::timestamp::Timestamp;
pub use crate::value::Value;
pub use crate::visit::Visit;
pub use crate::work::{
    Choose, Delay, Enter, Iterate, Limit, MapWork, Message, Select, TaskWork, Work,
};

pub use std::boxed::Box;
pub use std::sync::Arc;
pub use std::time::Duration;
