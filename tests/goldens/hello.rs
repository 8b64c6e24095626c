use ::asl_runtime::__private as rt;
rt::abi!(2);
/// The states of `examples/hello/hello.asl.json`, in the order of the file.
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::cmp::PartialOrd,
    ::core::cmp::Ord,
    ::core::hash::Hash,
)]
#[non_exhaustive]
pub enum State {
    /// `Greet`: a Task that runs `greeter`, 60 s for an attempt (examples/hello/hello.asl.json:5:5).
    Greet,
}
impl State {
    /// Every state, nested ones included, in the order of the file.
    pub const ALL: &'static [State] = &[State::Greet];
    /// Where every execution starts.
    pub const START: State = State::Greet;
    /// The state's name, exactly as in the definition.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            State::Greet => "Greet",
        }
    }
    /// The state's type.
    #[must_use]
    pub fn kind(self) -> rt::StateKind {
        rt::state_kind::<Definition>(self)
    }
    /// Where the state stands in the definition.
    #[must_use]
    pub fn location(self) -> rt::Location {
        rt::state_location::<Definition>(self)
    }
    /// The Parallel or Map that the state is nested in.
    #[must_use]
    pub fn parent(self) -> ::core::option::Option<State> {
        rt::state_parent::<Definition>(self)
    }
    /// The states that may come next, errors included.
    #[must_use]
    pub fn successors(self) -> &'static [State] {
        rt::state_successors::<Definition>(self)
    }
}
impl ::core::fmt::Display for State {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}
impl ::core::str::FromStr for State {
    type Err = rt::UnknownState;
    fn from_str(name: &str) -> ::core::result::Result<Self, rt::UnknownState> {
        rt::state_from_name::<Definition>(name)
    }
}
impl rt::StateId for State {
    fn as_str(self) -> &'static str {
        State::as_str(self)
    }
    fn index(self) -> usize {
        self as usize
    }
    fn from_index(index: usize) -> ::core::option::Option<Self> {
        State::ALL.get(index).copied()
    }
}
/// The work of `examples/hello/hello.asl.json`: one method per task.
///
/// An implementation writes plain `async fn`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement the tasks of `hello`",
    label = "needs an `impl hello::Tasks`",
    note = "its tasks are `greet` (examples/hello/hello.asl.json:5:5)"
)]
pub trait Tasks: ::core::marker::Send + ::core::marker::Sync {
    /// Runs `greeter`.
    ///
    /// - in `Greet` (examples/hello/hello.asl.json:5:5)
    ///
    /// # Errors
    ///
    /// The name of the error is what `Retry` and `Catch` match.
    fn greet(
        &self,
        cx: &rt::TaskContext,
        input: io::GreetInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::GreetOutput, rt::TaskError>,
    > + ::core::marker::Send;
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for &T {
    fn greet(
        &self,
        cx: &rt::TaskContext,
        input: io::GreetInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::GreetOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::greet(self, cx, input)
    }
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> {
    fn greet(
        &self,
        cx: &rt::TaskContext,
        input: io::GreetInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::GreetOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::greet(self, cx, input)
    }
}
impl<T: Tasks> rt::Dispatch<T> for Definition {
    #[allow(clippy::redundant_closure)]
    fn call<'a>(
        tasks: &'a T,
        task: u32,
        cx: rt::TaskContext,
        input: rt::Value,
    ) -> rt::BoxFuture<'a, ::core::result::Result<rt::Value, rt::TaskError>> {
        match task {
            0 => {
                rt::call_typed(
                    tasks,
                    cx,
                    input,
                    |input| rt::task_input::<io::GreetInput>(input),
                    T::greet,
                    |output| rt::task_output::<io::GreetOutput>(output),
                )
            }
            _ => rt::no_such_task(task),
        }
    }
}
/// `hello` with options: execution name, deadline, cancellation, seed, observer.
pub type Machine<T> = rt::Machine<Definition, T>;
/// Runs `hello` from its input to its output.
///
/// # Errors
///
/// A failed execution is an error value that names the error, its cause and the state.
pub fn run<T: Tasks>(
    tasks: T,
    input: io::Input,
) -> impl ::core::future::Future<
    Output = ::core::result::Result<io::Output, rt::ExecutionError<State>>,
> + ::core::marker::Send {
    Machine::new(tasks).run(input)
}
/// The error names that the definition mentions: what tasks report for its retriers
/// and catchers to match, and what its Fail states raise.
pub mod error {}
#[allow(non_camel_case_types, unused_qualifications)]
mod io {
    #[allow(unused_imports, clippy::wildcard_imports)]
    use super::super::*;
    pub type Input = String;
    pub type Output = String;
    pub type GreetInput = String;
    pub type GreetOutput = String;
}
/// The compiled definition, as the runtime's driver takes it.
#[doc(hidden)]
pub struct Definition<I = io::Input, O = io::Output>(
    ::core::marker::PhantomData<fn(I) -> O>,
);
impl rt::Program for Definition {
    type State = State;
    type Input = io::Input;
    type Output = io::Output;
    const NAME: &'static str = "hello";
    const FILE: &'static str = "examples/hello/hello.asl.json";
    const LANGUAGE: &'static rt::Language = &rt::Language::ASL;
    const START: State = State::Greet;
    const TIMEOUT: ::core::option::Option<::core::time::Duration> = ::core::option::Option::None;
    const READS_CONTEXT: rt::ContextUse = rt::ContextUse {
        execution_input: false,
        start_time: false,
        map_item: false,
    };
    fn row(state: State) -> &'static rt::StateInfo<State> {
        match state {
            State::Greet => flow::row_greet(),
        }
    }
    fn branches() -> &'static [rt::Branch<State>] {
        flow::BRANCHES
    }
    fn tasks() -> &'static [rt::TaskInfo] {
        flow::TASKS
    }
}
mod flow {
    #[allow(unused_imports)]
    use super::rt::flow::*;
    use super::State;
    pub(super) static BRANCHES: &[Branch<State>] = &[];
    pub(super) static TASKS: &[TaskInfo] = &[
        TaskInfo {
            name: "greet",
            resource: "greeter",
        },
    ];
    /// `Greet`: a Task that runs `greeter`, 60 s for an attempt (examples/hello/hello.asl.json:5:5)
    pub(super) fn row_greet() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Greet",
            kind: StateKind::Task,
            line: 5,
            column: 5,
            work: Work::Task(TaskWork {
                number: 0,
                timeout: Limit::Seconds(60),
                ..TaskWork::PLAIN
            }),
            ..StateInfo::PLAIN
        }
    }
}
