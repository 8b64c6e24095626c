use ::asl_runtime::__private as rt;
rt::abi!(2);
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
        input: rt::Value,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<rt::Value, rt::TaskError>,
    > + ::core::marker::Send;
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for &T {
    fn paint(
        &self,
        cx: &rt::TaskContext,
        input: rt::Value,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<rt::Value, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::paint(self, cx, input)
    }
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> {
    fn paint(
        &self,
        cx: &rt::TaskContext,
        input: rt::Value,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<rt::Value, rt::TaskError>,
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
            0 => rt::call_task(tasks, cx, input, T::paint),
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
    fn row(state: State) -> &'static rt::StateInfo<State> {
        match state {
            State::PerItem => flow::row_per_item(),
            State::Both => flow::row_both(),
            State::Left => flow::row_left(),
            State::PerPart => flow::row_per_part(),
            State::Paint => flow::row_paint(),
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
    pub(super) fn row_per_item() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Per item",
            kind: StateKind::Map,
            line: 5,
            column: 5,
            keep_input: true,
            work: Work::Map(MapWork {
                branch: 0,
                items_path: Some(
                    &Path {
                        text: "$.items",
                        root: Root::Data,
                        steps: &[Seg::Key("items")],
                    },
                ),
                item_selector: Some(
                    Template::Object(
                        &[
                            (
                                "item",
                                Template::Path(
                                    &Path {
                                        text: "$$.Map.Item.Value",
                                        root: Root::MapItem(ItemPart::Value),
                                        steps: &[
                                            Seg::Key("Map"),
                                            Seg::Key("Item"),
                                            Seg::Key("Value"),
                                        ],
                                    },
                                ),
                            ),
                            ("rate", Template::Keys(&["rate"])),
                        ],
                    ),
                ),
                max_concurrency: 2,
            }),
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
            ..StateInfo::PLAIN
        }
    }
    /// `Both`: a Parallel of 2 branches (tests/goldens/nested.asl.json:13:11)
    pub(super) fn row_both() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Both",
            kind: StateKind::Parallel,
            line: 13,
            column: 11,
            parent: Some(State::PerItem),
            keep_input: true,
            work: Work::Parallel {
                first: 1,
                count: 2,
            },
            result_selector: Some(
                Template::Object(
                    &[
                        (
                            "side",
                            Template::Path(
                                &Path {
                                    text: "$[0]",
                                    root: Root::Data,
                                    steps: &[Seg::Index(0)],
                                },
                            ),
                        ),
                        (
                            "parts",
                            Template::Path(
                                &Path {
                                    text: "$[1]",
                                    root: Root::Data,
                                    steps: &[Seg::Index(1)],
                                },
                            ),
                        ),
                    ],
                ),
            ),
            result_path: Placement::Key("both"),
            ..StateInfo::PLAIN
        }
    }
    /// `Left`: a Pass state (tests/goldens/nested.asl.json:18:29)
    pub(super) fn row_left() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Left",
            line: 18,
            column: 29,
            parent: Some(State::Both),
            work: Work::Result(Template::Str("left")),
            ..StateInfo::PLAIN
        }
    }
    /// `Per part`: a Map state (tests/goldens/nested.asl.json:23:19)
    pub(super) fn row_per_part() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Per part",
            kind: StateKind::Map,
            line: 23,
            column: 19,
            parent: Some(State::Both),
            work: Work::Map(MapWork {
                branch: 3,
                items_path: Some(
                    &Path {
                        text: "$.item.parts",
                        root: Root::Data,
                        steps: &[Seg::Key("item"), Seg::Key("parts")],
                    },
                ),
                item_selector: None,
                max_concurrency: 0,
            }),
            ..StateInfo::PLAIN
        }
    }
    /// `Paint`: a Task that runs `paint`, 60 s for an attempt (tests/goldens/nested.asl.json:28:35)
    pub(super) fn row_paint() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Paint",
            kind: StateKind::Task,
            line: 28,
            column: 35,
            parent: Some(State::PerPart),
            work: Work::Task(TaskWork {
                number: 0,
                timeout: Limit::Seconds(60),
                ..TaskWork::PLAIN
            }),
            ..StateInfo::PLAIN
        }
    }
}
