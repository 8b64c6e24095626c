use ::asl_runtime::__private as rt;
rt::abi!(2);
/// The states of `tests/goldens/fields.asl.json`, in the order of the file.
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
    /// `Prepare it`: a Pass state (tests/goldens/fields.asl.json:6:5).
    ///
    /// From  raw  input to  order .
    PrepareIt,
    /// `Defaults`: a Pass state (tests/goldens/fields.asl.json:20:5).
    Defaults,
    /// `Work`: a Task that runs `work`, seconds for an attempt in `$.defaults.limit` (tests/goldens/fields.asl.json:26:5).
    ///
    /// - `Gateway.Busy`, `States.Timeout`: retried up to 5 times after 2 s, each time 1.5 times longer, at most 30 s, at random within that
    /// - `Gateway.Broken`: not retried
    /// - `States.ALL`: retried up to 3 times after 1 s
    ///
    /// - `Gateway.Broken` leads to `Sleep`
    /// - `States.ALL` leads to `Give up`
    Work,
    /// `Again`: a Task that runs `work`, 10 s for an attempt, a heartbeat every 5 s (tests/goldens/fields.asl.json:53:5).
    ///
    /// - `States.TaskFailed` leads to `Give up`
    Again,
    /// `Sleep`: waits the seconds in `$.defaults.delay` (tests/goldens/fields.asl.json:64:5).
    Sleep,
    /// `Nap`: waits 1 s (tests/goldens/fields.asl.json:65:5).
    Nap,
    /// `Until`: waits until a fixed time (tests/goldens/fields.asl.json:66:5).
    Until,
    /// `Later`: waits until the time in `$.defaults.at` (tests/goldens/fields.asl.json:67:5).
    Later,
    /// `Give up`: a Fail state (tests/goldens/fields.asl.json:68:5).
    GiveUp,
}
impl State {
    /// Every state, nested ones included, in the order of the file.
    pub const ALL: &'static [State] = &[
        State::PrepareIt,
        State::Defaults,
        State::Work,
        State::Again,
        State::Sleep,
        State::Nap,
        State::Until,
        State::Later,
        State::GiveUp,
    ];
    /// Where every execution starts.
    pub const START: State = State::PrepareIt;
    /// The state's name, exactly as in the definition.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            State::PrepareIt => "Prepare it",
            State::Defaults => "Defaults",
            State::Work => "Work",
            State::Again => "Again",
            State::Sleep => "Sleep",
            State::Nap => "Nap",
            State::Until => "Until",
            State::Later => "Later",
            State::GiveUp => "Give up",
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
/// The work of `tests/goldens/fields.asl.json`: one method per task.
///
/// An implementation writes plain `async fn`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement the tasks of `fields`",
    label = "needs an `impl fields::Tasks`",
    note = "its tasks are `work` (tests/goldens/fields.asl.json:26:5)"
)]
pub trait Tasks: ::core::marker::Send + ::core::marker::Sync {
    /// Runs `work`.
    ///
    /// - in `Work` (tests/goldens/fields.asl.json:26:5)
    /// - in `Again` (tests/goldens/fields.asl.json:53:5)
    ///
    /// # Errors
    ///
    /// The name of the error is what `Retry` and `Catch` match.
    fn work(
        &self,
        cx: &rt::TaskContext,
        input: rt::Value,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<rt::Value, rt::TaskError>,
    > + ::core::marker::Send;
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for &T {
    fn work(
        &self,
        cx: &rt::TaskContext,
        input: rt::Value,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<rt::Value, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::work(self, cx, input)
    }
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> {
    fn work(
        &self,
        cx: &rt::TaskContext,
        input: rt::Value,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<rt::Value, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::work(self, cx, input)
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
            0 => rt::call_task(tasks, cx, input, T::work),
            _ => rt::no_such_task(task),
        }
    }
}
/// `fields` with options: execution name, deadline, cancellation, seed, observer.
pub type Machine<T> = rt::Machine<Definition, T>;
/// Runs `fields` from its input to its output.
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
    /// `Gateway.Broken`, in `Work`.
    pub const GATEWAY_BROKEN: &str = "Gateway.Broken";
    /// `Gateway.Busy`, in `Work`.
    pub const GATEWAY_BUSY: &str = "Gateway.Busy";
    /// `States.TaskFailed`, in `Again`.
    pub const STATES_TASK_FAILED: &str = "States.TaskFailed";
    /// `States.Timeout`, in `Work`.
    pub const STATES_TIMEOUT: &str = "States.Timeout";
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
    const NAME: &'static str = "fields";
    const FILE: &'static str = "tests/goldens/fields.asl.json";
    const LANGUAGE: &'static rt::Language = &rt::Language::ASL;
    const START: State = State::PrepareIt;
    const TIMEOUT: ::core::option::Option<::core::time::Duration> = ::core::option::Option::Some(
        ::core::time::Duration::from_secs(3600),
    );
    const READS_CONTEXT: rt::ContextUse = rt::ContextUse {
        execution_input: false,
        start_time: true,
        map_item: false,
    };
    fn row(state: State) -> &'static rt::StateInfo<State> {
        match state {
            State::PrepareIt => flow::row_prepare_it(),
            State::Defaults => flow::row_defaults(),
            State::Work => flow::row_work(),
            State::Again => flow::row_again(),
            State::Sleep => flow::row_sleep(),
            State::Nap => flow::row_nap(),
            State::Until => flow::row_until(),
            State::Later => flow::row_later(),
            State::GiveUp => flow::row_give_up(),
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
            name: "work",
            resource: "work",
        },
    ];
    /// `Prepare it`: a Pass state (tests/goldens/fields.asl.json:6:5)
    pub(super) fn row_prepare_it() -> &'static StateInfo<State> {
        static PARAMETERS_1: Constant = Constant::new(
            &Template::Object(
                &[
                    (
                        "a",
                        Template::Array(
                            &[
                                Template::Int(1),
                                Template::Float(2.5),
                                Template::Null,
                                Template::Bool(true),
                                Template::Str("text"),
                            ],
                        ),
                    ),
                ],
            ),
        );
        static ROW: StateInfo<State> = StateInfo {
            name: "Prepare it",
            line: 6,
            column: 5,
            successors: &[State::Defaults],
            input_path: Select::Path(
                &Path {
                    text: "$.raw",
                    root: Root::Data,
                    steps: &[Seg::Key("raw")],
                },
            ),
            parameters: Some(
                Template::Object(
                    &[
                        ("id", Template::Keys(&["id"])),
                        (
                            "started",
                            Template::Path(
                                &Path {
                                    text: "$$.Execution.StartTime",
                                    root: Root::Context,
                                    steps: &[Seg::Key("Execution"), Seg::Key("StartTime")],
                                },
                            ),
                        ),
                        ("fixed", Template::Constant(&PARAMETERS_1)),
                        (
                            "mixed",
                            Template::Array(
                                &[
                                    Template::Object(
                                        &[
                                            (
                                                "first",
                                                Template::Path(
                                                    &Path {
                                                        text: "$.items[0]",
                                                        root: Root::Data,
                                                        steps: &[Seg::Key("items"), Seg::Index(0)],
                                                    },
                                                ),
                                            ),
                                        ],
                                    ),
                                    Template::UInt(18446744073709551615),
                                    Template::Int(-1),
                                ],
                            ),
                        ),
                    ],
                ),
            ),
            result_path: Placement::At(RefPath {
                text: "$.order.basket",
                steps: &[Seg::Key("order"), Seg::Key("basket")],
            }),
            next: Some(State::Defaults),
            output_path: Select::Path(
                &Path {
                    text: "$.order",
                    root: Root::Data,
                    steps: &[Seg::Key("order")],
                },
            ),
            ..StateInfo::PLAIN
        };
        &ROW
    }
    /// `Defaults`: a Pass state (tests/goldens/fields.asl.json:20:5)
    pub(super) fn row_defaults() -> &'static StateInfo<State> {
        static RESULT: Constant = Constant::new(
            &Template::Object(
                &[
                    ("limit", Template::Int(3)),
                    ("delay", Template::Int(2)),
                    ("at", Template::Str("2016-03-14T01:59:00Z")),
                ],
            ),
        );
        static ROW: StateInfo<State> = StateInfo {
            name: "Defaults",
            line: 20,
            column: 5,
            successors: &[State::Work],
            work: Work::Result(Template::Constant(&RESULT)),
            result_path: Placement::Key("defaults"),
            next: Some(State::Work),
            ..StateInfo::PLAIN
        };
        &ROW
    }
    /// `Work`: a Task that runs `work`, seconds for an attempt in `$.defaults.limit` (tests/goldens/fields.asl.json:26:5)
    pub(super) fn row_work() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Work",
            kind: StateKind::Task,
            line: 26,
            column: 5,
            successors: &[State::Again, State::Sleep, State::GiveUp],
            keep_input: true,
            token: TokenUse::Offered,
            parameters: Some(
                Template::Object(
                    &[
                        (
                            "payload",
                            Template::Path(
                                &Path {
                                    text: "$",
                                    root: Root::Data,
                                    steps: &[],
                                },
                            ),
                        ),
                        (
                            "token",
                            Template::Path(
                                &Path {
                                    text: "$$.Task.Token",
                                    root: Root::Context,
                                    steps: &[Seg::Key("Task"), Seg::Key("Token")],
                                },
                            ),
                        ),
                    ],
                ),
            ),
            work: Work::Task(TaskWork {
                number: 0,
                timeout: Limit::Path(
                    &Path {
                        text: "$.defaults.limit",
                        root: Root::Data,
                        steps: &[Seg::Key("defaults"), Seg::Key("limit")],
                    },
                ),
                heartbeat: Limit::Path(
                    &Path {
                        text: "$.defaults.delay",
                        root: Root::Data,
                        steps: &[Seg::Key("defaults"), Seg::Key("delay")],
                    },
                ),
                ..TaskWork::PLAIN
            }),
            result_selector: Some(
                Template::Object(&[("body", Template::Keys(&["body"]))]),
            ),
            result_path: Placement::Key("result"),
            next: Some(State::Again),
            retry: &[
                Retrier {
                    errors: &["Gateway.Busy", "States.Timeout"],
                    interval_seconds: 2,
                    max_attempts: 5,
                    backoff_rate: 1.5,
                    max_delay_seconds: Some(30),
                    jitter: Jitter::Full,
                },
                Retrier {
                    errors: &["Gateway.Broken"],
                    interval_seconds: 1,
                    max_attempts: 0,
                    backoff_rate: 2.0,
                    max_delay_seconds: None,
                    jitter: Jitter::None,
                },
                Retrier {
                    errors: &["States.ALL"],
                    interval_seconds: 1,
                    max_attempts: 3,
                    backoff_rate: 1.0,
                    max_delay_seconds: None,
                    jitter: Jitter::None,
                },
            ],
            catch: &[
                Catcher {
                    errors: &["Gateway.Broken"],
                    next: State::Sleep,
                    result_path: Placement::Discard,
                    assign: &[],
                },
                Catcher {
                    errors: &["States.ALL"],
                    next: State::GiveUp,
                    result_path: Placement::Key("problem"),
                    assign: &[],
                },
            ],
            ..StateInfo::PLAIN
        }
    }
    /// `Again`: a Task that runs `work`, 10 s for an attempt, a heartbeat every 5 s (tests/goldens/fields.asl.json:53:5)
    pub(super) fn row_again() -> &'static StateInfo<State> {
        static PARAMETERS: Constant = Constant::new(
            &Template::Object(&[("constant", Template::Bool(true))]),
        );
        static RESULT_SELECTOR: Constant = Constant::new(
            &Template::Object(&[("done", Template::Bool(true))]),
        );
        static ROW: StateInfo<State> = StateInfo {
            name: "Again",
            kind: StateKind::Task,
            line: 53,
            column: 5,
            successors: &[State::Sleep, State::GiveUp],
            keep_input: true,
            parameters: Some(Template::Constant(&PARAMETERS)),
            work: Work::Task(TaskWork {
                number: 0,
                timeout: Limit::Seconds(10),
                heartbeat: Limit::Seconds(5),
                ..TaskWork::PLAIN
            }),
            result_selector: Some(Template::Constant(&RESULT_SELECTOR)),
            result_path: Placement::Discard,
            next: Some(State::Sleep),
            catch: &[
                Catcher {
                    errors: &["States.TaskFailed"],
                    next: State::GiveUp,
                    result_path: Placement::Replace,
                    assign: &[],
                },
            ],
            ..StateInfo::PLAIN
        };
        &ROW
    }
    /// `Sleep`: waits the seconds in `$.defaults.delay` (tests/goldens/fields.asl.json:64:5)
    pub(super) fn row_sleep() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Sleep",
            kind: StateKind::Wait,
            line: 64,
            column: 5,
            successors: &[State::Nap],
            work: Work::Wait(
                Delay::SecondsPath(
                    &Path {
                        text: "$.defaults.delay",
                        root: Root::Data,
                        steps: &[Seg::Key("defaults"), Seg::Key("delay")],
                    },
                ),
            ),
            next: Some(State::Nap),
            ..StateInfo::PLAIN
        }
    }
    /// `Nap`: waits 1 s (tests/goldens/fields.asl.json:65:5)
    pub(super) fn row_nap() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Nap",
            kind: StateKind::Wait,
            line: 65,
            column: 5,
            successors: &[State::Until],
            work: Work::Wait(Delay::Seconds(1)),
            next: Some(State::Until),
            ..StateInfo::PLAIN
        }
    }
    /// `Until`: waits until a fixed time (tests/goldens/fields.asl.json:66:5)
    pub(super) fn row_until() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Until",
            kind: StateKind::Wait,
            line: 66,
            column: 5,
            successors: &[State::Later],
            work: Work::Wait(
                Delay::Timestamp(Timestamp {
                    seconds: 1457920740,
                    nanos: 250000000,
                }),
            ),
            next: Some(State::Later),
            ..StateInfo::PLAIN
        }
    }
    /// `Later`: waits until the time in `$.defaults.at` (tests/goldens/fields.asl.json:67:5)
    pub(super) fn row_later() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Later",
            kind: StateKind::Wait,
            line: 67,
            column: 5,
            input_path: Select::Path(
                &Path {
                    text: "$.order",
                    root: Root::Data,
                    steps: &[Seg::Key("order")],
                },
            ),
            work: Work::Wait(
                Delay::TimestampPath(
                    &Path {
                        text: "$.defaults.at",
                        root: Root::Data,
                        steps: &[Seg::Key("defaults"), Seg::Key("at")],
                    },
                ),
            ),
            output_path: Select::Empty,
            ..StateInfo::PLAIN
        }
    }
    /// `Give up`: a Fail state (tests/goldens/fields.asl.json:68:5)
    pub(super) fn row_give_up() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Give up",
            kind: StateKind::Fail,
            line: 68,
            column: 5,
            work: Work::Fail(
                Message::Path(
                    &Path {
                        text: "$.problem.Error",
                        root: Root::Data,
                        steps: &[Seg::Key("problem"), Seg::Key("Error")],
                    },
                ),
                Some(
                    Message::Path(
                        &Path {
                            text: "$.problem.Cause",
                            root: Root::Data,
                            steps: &[Seg::Key("problem"), Seg::Key("Cause")],
                        },
                    ),
                ),
            ),
            ..StateInfo::PLAIN
        }
    }
}
