//! Calls of the methods of a generated trait `Tasks`.
//!
//! One async block for all methods, instead of one that the compiler writes for each: to check an
//! async block takes rustc longer than to find out that a method is a [`Method`].

use crate::lambda::{lambda_payload, lambda_result};
use crate::program::BoxFuture;
use crate::task::TaskContext;
use crate::task_error::TaskError;
use crate::value::Value;

/// What a task comes to: a result, or an error that the state reports.
type Outcome<O = Value> = Result<O, TaskError>;

/// A method of `Tasks`: an async function that borrows the tasks and a context, and whose future
/// may move between threads. No bound on an `AsyncFn` says the latter.
pub trait Method<'t, 'c, T, I, O> {
    /// The task at work.
    type Future: Future<Output = Outcome<O>> + Send;

    /// Calls the method.
    fn begin(self, tasks: &'t T, context: &'c TaskContext, input: I) -> Self::Future;
}

impl<'t, 'c, T: 't, I, O, M, F> Method<'t, 'c, T, I, O> for M
where
    M: FnOnce(&'t T, &'c TaskContext, I) -> F,
    F: Future<Output = Outcome<O>> + Send,
{
    type Future = F;

    fn begin(self, tasks: &'t T, context: &'c TaskContext, input: I) -> F {
        self(tasks, context, input)
    }
}

/// Calls a task that takes and gives values.
#[inline(never)]
pub fn call_task<'t, T, M>(
    tasks: &'t T,
    context: TaskContext,
    input: Value,
    method: M,
) -> BoxFuture<'t, Outcome>
where
    T: Sync,
    M: for<'c> Method<'t, 'c, T, Value, Value> + Send + 't,
{
    Box::pin(async move { method.begin(tasks, &context, input).await })
}

/// Calls a task with types of its own: `read` makes its input, `write` its result.
pub fn call_typed<'t, T, I, O, M>(
    tasks: &'t T,
    context: TaskContext,
    input: Value,
    read: impl FnOnce(Value) -> Outcome<I> + Send + 't,
    method: M,
    write: impl FnOnce(Outcome<O>) -> Outcome + Send + 't,
) -> BoxFuture<'t, Outcome>
where
    T: Sync,
    M: for<'c> Method<'t, 'c, T, I, O> + Send + 't,
{
    Box::pin(async move {
        let input = read(input)?;
        write(method.begin(tasks, &context, input).await)
    })
}

/// [`call_typed`] for a Lambda handler in the envelope of `lambda:invoke`.
pub fn call_lambda<'t, T, I, O, M>(
    tasks: &'t T,
    context: TaskContext,
    input: Value,
    read: impl FnOnce(Value) -> Outcome<I> + Send + 't,
    method: M,
    write: impl FnOnce(Outcome<O>) -> Outcome + Send + 't,
) -> BoxFuture<'t, Outcome>
where
    T: Sync,
    M: for<'c> Method<'t, 'c, T, I, O> + Send + 't,
{
    let input = lambda_payload(input);
    let write = |output| lambda_result(write(output));
    call_typed(tasks, context, input, read, method, write)
}
