use ::asl_runtime::__private as rt;
rt::abi!(1);
/// The states of `tests/goldens/nested.asl.json`, in the order of the file.
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
    /// `Per item`: a Map state (tests/goldens/nested.asl.json:5:5).
    ///
    /// - `Paint.Empty`: retried up to 3 times after 1 s, each time 2 times longer
    PerItem,
    /// `Both`: a Parallel of 2 branches (tests/goldens/nested.asl.json:13:11).
    Both,
    /// `Left`: a Pass state (tests/goldens/nested.asl.json:18:29).
    Left,
    /// `Per part`: a Map state (tests/goldens/nested.asl.json:23:19).
    PerPart,
    /// `Paint`: a Task that runs `paint`, 60 s for an attempt (tests/goldens/nested.asl.json:28:35).
    Paint,
}
impl State {
    /// Every state, nested ones included, in the order of the file.
    pub const ALL: &'static [State] = &[
        State::PerItem,
        State::Both,
        State::Left,
        State::PerPart,
        State::Paint,
    ];
    /// Where every execution starts.
    pub const START: State = State::PerItem;
    /// The state's name, exactly as in the definition.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            State::PerItem => "Per item",
            State::Both => "Both",
            State::Left => "Left",
            State::PerPart => "Per part",
            State::Paint => "Paint",
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
/// The work of `tests/goldens/nested.asl.json`: one method per task.
///
/// An implementation writes plain `async fn`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement the tasks of `nested`",
    label = "needs an `impl nested::Tasks`",
    note = "its tasks are `paint` (tests/goldens/nested.asl.json:28:35)"
)]
pub trait Tasks: ::core::marker::Send + ::core::marker::Sync {
    /// Runs `paint`.
    ///
    /// - in `Paint` (tests/goldens/nested.asl.json:28:35)
    ///
    /// # Errors
    ///
    /// The name of the error is what `Retry` and `Catch` match.
    fn paint(
        &self,
        cx: &rt::TaskContext,
        input: io::PaintInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::PaintOutput, rt::TaskError>,
    > + ::core::marker::Send;
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for &T {
    fn paint(
        &self,
        cx: &rt::TaskContext,
        input: io::PaintInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::PaintOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::paint(self, cx, input)
    }
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> {
    fn paint(
        &self,
        cx: &rt::TaskContext,
        input: io::PaintInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::PaintOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::paint(self, cx, input)
    }
}
impl<T: Tasks> rt::Dispatch<T> for Definition {
    fn call<'a>(
        tasks: &'a T,
        task: u32,
        cx: rt::TaskContext,
        input: rt::Value,
    ) -> rt::BoxFuture<'a, ::core::result::Result<rt::Value, rt::TaskError>> {
        match task {
            0 => {
                rt::boxed(async move {
                    let input = rt::task_input::<io::PaintInput>(input)?;
                    rt::task_output::<
                        io::PaintOutput,
                    >(<T as Tasks>::paint(tasks, &cx, input).await)
                })
            }
            _ => rt::no_such_task(task),
        }
    }
}
/// `nested` with options: execution name, deadline, cancellation, seed, observer.
pub type Machine<T> = rt::Machine<Definition, T>;
/// Runs `nested` from its input to its output.
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
pub mod error {
    /// `Paint.Empty`, in `Per item`.
    pub const PAINT_EMPTY: &str = "Paint.Empty";
}
#[allow(non_camel_case_types, unused_qualifications)]
mod io {
    #[allow(unused_imports, clippy::wildcard_imports)]
    use super::super::*;
    pub type Input = super::rt::Value;
    pub type Output = super::rt::Value;
    pub type PaintInput = super::rt::Value;
    pub type PaintOutput = super::rt::Value;
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
    const NAME: &'static str = "nested";
    const FILE: &'static str = "tests/goldens/nested.asl.json";
    const LANGUAGE: &'static rt::Language = &rt::Language::ASL;
    const START: State = State::PerItem;
    const TIMEOUT: ::core::option::Option<::core::time::Duration> = ::core::option::Option::None;
    const READS_CONTEXT: rt::ContextUse = rt::ContextUse {
        execution_input: false,
        start_time: false,
        map_item: false,
    };
    fn states() -> &'static [rt::StateInfo<State>] {
        &flow::STATES
    }
    fn branches() -> &'static [rt::Branch<State>] {
        flow::BRANCHES
    }
    fn tasks() -> &'static [rt::TaskInfo] {
        flow::TASKS
    }
    fn enter(state: State, visit: &rt::Visit<'_>, input: rt::Value) -> rt::Step<State> {
        match state {
            State::PerItem => flow::enter_per_item(visit, input),
            State::Both => flow::enter_both(visit, input),
            State::Left => flow::enter_left(visit, input),
            State::PerPart => flow::enter_per_part(visit, input),
            State::Paint => flow::enter_paint(visit, input),
        }
    }
    fn leave(
        state: State,
        visit: &rt::Visit<'_>,
        input: rt::Value,
        result: rt::Value,
    ) -> rt::Step<State> {
        match state {
            State::PerItem => flow::leave_per_item(visit, input, result),
            State::Both => flow::leave_both(visit, input, result),
            State::PerPart => flow::leave_per_part(visit, input, result),
            State::Paint => flow::leave_paint(visit, input, result),
            _ => rt::no_result(state),
        }
    }
}
mod flow {
    #[allow(unused_imports)]
    use super::rt::flow::*;
    use super::State;
    pub(super) static STATES: [StateInfo<State>; 5] = [
        StateInfo {
            keep_input: true,
            retry: &[
                Retrier {
                    errors: &["Paint.Empty"],
                    interval_seconds: 1,
                    max_attempts: 3,
                    backoff_rate: 2.0,
                    max_delay_seconds: None,
                    jitter: Jitter::None,
                },
            ],
            ..StateInfo::plain(State::PerItem, "Per item", StateKind::Map, 5, 5)
        },
        StateInfo {
            parent: Some(State::PerItem),
            keep_input: true,
            ..StateInfo::plain(State::Both, "Both", StateKind::Parallel, 13, 11)
        },
        StateInfo {
            parent: Some(State::Both),
            ..StateInfo::plain(State::Left, "Left", StateKind::Pass, 18, 29)
        },
        StateInfo {
            parent: Some(State::Both),
            ..StateInfo::plain(State::PerPart, "Per part", StateKind::Map, 23, 19)
        },
        StateInfo {
            parent: Some(State::PerPart),
            ..StateInfo::plain(State::Paint, "Paint", StateKind::Task, 28, 35)
        },
    ];
    pub(super) static BRANCHES: &[Branch<State>] = &[
        Branch {
            start: State::Both,
            suspends: true,
        },
        Branch {
            start: State::Left,
            suspends: true,
        },
        Branch {
            start: State::PerPart,
            suspends: true,
        },
        Branch {
            start: State::Paint,
            suspends: true,
        },
    ];
    pub(super) static TASKS: &[TaskInfo] = &[
        TaskInfo {
            name: "paint",
            resource: "paint",
        },
    ];
    /// `Per item`: a Map state (tests/goldens/nested.asl.json:5:5)
    pub(super) fn enter_per_item(visit: &Visit<'_>, input: Value) -> Step<State> {
        const ITEMS_PATH: Path = Path::data("$.items", &[Seg::Key("items")]);
        static ITEM_SELECTOR: Template = Template::Object(
            &[
                (
                    "item",
                    Template::Path(
                        &Path::context(
                            "$$.Map.Item.Value",
                            &[Seg::Key("Map"), Seg::Key("Item"), Seg::Key("Value")],
                        ),
                    ),
                ),
                ("rate", Template::Path(&Path::data("$.rate", &[Seg::Key("rate")]))),
            ],
        );
        let items = visit.items_path(&ITEMS_PATH, input.clone())?;
        visit
            .items(
                0,
                items,
                2,
                |visit| { visit.template("ItemSelector", &ITEM_SELECTOR, &input) },
            )
    }
    /// `Per item`, with the result of its work
    pub(super) fn leave_per_item(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Finish(result))
    }
    /// `Both`: a Parallel of 2 branches (tests/goldens/nested.asl.json:13:11)
    pub(super) fn enter_both(visit: &Visit<'_>, input: Value) -> Step<State> {
        Ok(visit.branches(input, 1, 2))
    }
    /// `Both`, with the result of its work
    pub(super) fn leave_both(
        visit: &Visit<'_>,
        input: Value,
        result: Value,
    ) -> Step<State> {
        static RESULT_SELECTOR: Template = Template::Object(
            &[
                ("side", Template::Path(&Path::data("$[0]", &[Seg::Index(0)]))),
                ("parts", Template::Path(&Path::data("$[1]", &[Seg::Index(1)]))),
            ],
        );
        const RESULT_PATH: Placement = Placement::at("$.both", &[Seg::Key("both")]);
        let selected = visit.template("ResultSelector", &RESULT_SELECTOR, &result)?;
        let output = visit.place(&RESULT_PATH, input, selected)?;
        Ok(Effect::Finish(output))
    }
    /// `Left`: a Pass state (tests/goldens/nested.asl.json:18:29)
    pub(super) fn enter_left(_visit: &Visit<'_>, _input: Value) -> Step<State> {
        static RESULT: Constant = Constant::new(&Template::Str("left"));
        let result = RESULT.get();
        Ok(Effect::Finish(result))
    }
    /// `Per part`: a Map state (tests/goldens/nested.asl.json:23:19)
    pub(super) fn enter_per_part(visit: &Visit<'_>, input: Value) -> Step<State> {
        const ITEMS_PATH: Path = Path::data(
            "$.item.parts",
            &[Seg::Key("item"), Seg::Key("parts")],
        );
        let items = visit.items_path(&ITEMS_PATH, input)?;
        visit.plain_items(3, items, 0)
    }
    /// `Per part`, with the result of its work
    pub(super) fn leave_per_part(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Finish(result))
    }
    /// `Paint`: a Task that runs `paint`, 60 s for an attempt (tests/goldens/nested.asl.json:28:35)
    pub(super) fn enter_paint(visit: &Visit<'_>, input: Value) -> Step<State> {
        visit.task(0, input, Some(Duration::from_secs(60)), None)
    }
    /// `Paint`, with the result of its work
    pub(super) fn leave_paint(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Finish(result))
    }
}
