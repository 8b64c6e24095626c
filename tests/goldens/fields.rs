use ::asl_runtime::__private as rt;
rt::abi!(1);
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
        input: io::WorkInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::WorkOutput, rt::TaskError>,
    > + ::core::marker::Send;
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for &T {
    fn work(
        &self,
        cx: &rt::TaskContext,
        input: io::WorkInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::WorkOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::work(self, cx, input)
    }
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> {
    fn work(
        &self,
        cx: &rt::TaskContext,
        input: io::WorkInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::WorkOutput, rt::TaskError>,
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
            0 => {
                rt::boxed(async move {
                    let input = rt::task_input::<io::WorkInput>(input)?;
                    rt::task_output::<
                        io::WorkOutput,
                    >(<T as Tasks>::work(tasks, &cx, input).await)
                })
            }
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
    pub type WorkInput = super::rt::Value;
    pub type WorkOutput = super::rt::Value;
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
            State::PrepareIt => flow::enter_prepare_it(visit, input),
            State::Defaults => flow::enter_defaults(visit, input),
            State::Work => flow::enter_work(visit, input),
            State::Again => flow::enter_again(visit, input),
            State::Sleep => flow::enter_sleep(visit, input),
            State::Nap => flow::enter_nap(visit, input),
            State::Until => flow::enter_until(visit, input),
            State::Later => flow::enter_later(visit, input),
            State::GiveUp => flow::enter_give_up(visit, input),
        }
    }
    fn leave(
        state: State,
        visit: &rt::Visit<'_>,
        input: rt::Value,
        result: rt::Value,
    ) -> rt::Step<State> {
        match state {
            State::Work => flow::leave_work(visit, input, result),
            State::Again => flow::leave_again(visit, input, result),
            State::Sleep => flow::leave_sleep(visit, input, result),
            State::Nap => flow::leave_nap(visit, input, result),
            State::Until => flow::leave_until(visit, input, result),
            State::Later => flow::leave_later(visit, input, result),
            _ => rt::no_result(state),
        }
    }
}
mod flow {
    #[allow(unused_imports)]
    use super::rt::flow::*;
    use super::State;
    pub(super) static STATES: [StateInfo<State>; 9] = [
        StateInfo {
            successors: &[State::Defaults],
            ..StateInfo::plain(State::PrepareIt, "Prepare it", StateKind::Pass, 6, 5)
        },
        StateInfo {
            successors: &[State::Work],
            ..StateInfo::plain(State::Defaults, "Defaults", StateKind::Pass, 20, 5)
        },
        StateInfo {
            successors: &[State::Again, State::Sleep, State::GiveUp],
            keep_input: true,
            token: TokenUse::Offered,
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
                    result_path: Placement::at("$.problem", &[Seg::Key("problem")]),
                    assign: &[],
                },
            ],
            ..StateInfo::plain(State::Work, "Work", StateKind::Task, 26, 5)
        },
        StateInfo {
            successors: &[State::Sleep, State::GiveUp],
            keep_input: true,
            catch: &[
                Catcher {
                    errors: &["States.TaskFailed"],
                    next: State::GiveUp,
                    result_path: Placement::Replace,
                    assign: &[],
                },
            ],
            ..StateInfo::plain(State::Again, "Again", StateKind::Task, 53, 5)
        },
        StateInfo {
            successors: &[State::Nap],
            ..StateInfo::plain(State::Sleep, "Sleep", StateKind::Wait, 64, 5)
        },
        StateInfo {
            successors: &[State::Until],
            ..StateInfo::plain(State::Nap, "Nap", StateKind::Wait, 65, 5)
        },
        StateInfo {
            successors: &[State::Later],
            ..StateInfo::plain(State::Until, "Until", StateKind::Wait, 66, 5)
        },
        StateInfo::plain(State::Later, "Later", StateKind::Wait, 67, 5),
        StateInfo::plain(State::GiveUp, "Give up", StateKind::Fail, 68, 5),
    ];
    pub(super) static BRANCHES: &[Branch<State>] = &[];
    pub(super) static TASKS: &[TaskInfo] = &[
        TaskInfo {
            name: "work",
            resource: "work",
        },
    ];
    /// `Prepare it`: a Pass state (tests/goldens/fields.asl.json:6:5)
    pub(super) fn enter_prepare_it(visit: &Visit<'_>, input: Value) -> Step<State> {
        const INPUT_PATH: Path = Path::data("$.raw", &[Seg::Key("raw")]);
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
        static PARAMETERS: Template = Template::Object(
            &[
                ("id", Template::Path(&Path::data("$.id", &[Seg::Key("id")]))),
                (
                    "started",
                    Template::Path(
                        &Path::context(
                            "$$.Execution.StartTime",
                            &[Seg::Key("Execution"), Seg::Key("StartTime")],
                        ),
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
                                            &Path::data(
                                                "$.items[0]",
                                                &[Seg::Key("items"), Seg::Index(0)],
                                            ),
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
        );
        const RESULT_PATH: Placement = Placement::at(
            "$.order.basket",
            &[Seg::Key("order"), Seg::Key("basket")],
        );
        const OUTPUT_PATH: Path = Path::data("$.order", &[Seg::Key("order")]);
        let document = visit.input_path(&INPUT_PATH, input.clone())?;
        let result = visit.template("Parameters", &PARAMETERS, &document)?;
        let output = visit.place(&RESULT_PATH, input, result)?;
        let output = visit.output_path(&OUTPUT_PATH, output)?;
        Ok(Effect::Next {
            state: State::Defaults,
            output,
        })
    }
    /// `Defaults`: a Pass state (tests/goldens/fields.asl.json:20:5)
    pub(super) fn enter_defaults(visit: &Visit<'_>, input: Value) -> Step<State> {
        static RESULT: Constant = Constant::new(
            &Template::Object(
                &[
                    ("limit", Template::Int(3)),
                    ("delay", Template::Int(2)),
                    ("at", Template::Str("2016-03-14T01:59:00Z")),
                ],
            ),
        );
        const RESULT_PATH: Placement = Placement::at(
            "$.defaults",
            &[Seg::Key("defaults")],
        );
        let result = RESULT.get();
        let output = visit.place(&RESULT_PATH, input, result)?;
        Ok(Effect::Next {
            state: State::Work,
            output,
        })
    }
    /// `Work`: a Task that runs `work`, seconds for an attempt in `$.defaults.limit` (tests/goldens/fields.asl.json:26:5)
    pub(super) fn enter_work(visit: &Visit<'_>, input: Value) -> Step<State> {
        const TIMEOUT_PATH: Path = Path::data(
            "$.defaults.limit",
            &[Seg::Key("defaults"), Seg::Key("limit")],
        );
        const HEARTBEAT_PATH: Path = Path::data(
            "$.defaults.delay",
            &[Seg::Key("defaults"), Seg::Key("delay")],
        );
        static PARAMETERS: Template = Template::Object(
            &[
                ("payload", Template::Path(&Path::data("$", &[]))),
                (
                    "token",
                    Template::Path(
                        &Path::context(
                            "$$.Task.Token",
                            &[Seg::Key("Task"), Seg::Key("Token")],
                        ),
                    ),
                ),
            ],
        );
        let timeout = visit.seconds(&TIMEOUT_PATH, &input, "TimeoutSecondsPath")?;
        let heartbeat = visit.seconds(&HEARTBEAT_PATH, &input, "HeartbeatSecondsPath")?;
        let input = visit.template("Parameters", &PARAMETERS, &input)?;
        visit.task(0, input, Some(timeout), Some(heartbeat))
    }
    /// `Work`, with the result of its work
    pub(super) fn leave_work(
        visit: &Visit<'_>,
        input: Value,
        result: Value,
    ) -> Step<State> {
        static RESULT_SELECTOR: Template = Template::Object(
            &[("body", Template::Path(&Path::data("$.body", &[Seg::Key("body")])))],
        );
        const RESULT_PATH: Placement = Placement::at("$.result", &[Seg::Key("result")]);
        let selected = visit.template("ResultSelector", &RESULT_SELECTOR, &result)?;
        let output = visit.place(&RESULT_PATH, input, selected)?;
        Ok(Effect::Next {
            state: State::Again,
            output,
        })
    }
    /// `Again`: a Task that runs `work`, 10 s for an attempt, a heartbeat every 5 s (tests/goldens/fields.asl.json:53:5)
    pub(super) fn enter_again(visit: &Visit<'_>, input: Value) -> Step<State> {
        static PARAMETERS: Constant = Constant::new(
            &Template::Object(&[("constant", Template::Bool(true))]),
        );
        drop(input);
        let input = PARAMETERS.get();
        visit.task(0, input, Some(Duration::from_secs(10)), Some(Duration::from_secs(5)))
    }
    /// `Again`, with the result of its work
    pub(super) fn leave_again(
        _visit: &Visit<'_>,
        input: Value,
        _result: Value,
    ) -> Step<State> {
        Ok(Effect::Next {
            state: State::Sleep,
            output: input,
        })
    }
    /// `Sleep`: waits the seconds in `$.defaults.delay` (tests/goldens/fields.asl.json:64:5)
    pub(super) fn enter_sleep(visit: &Visit<'_>, input: Value) -> Step<State> {
        const SECONDS_PATH: Path = Path::data(
            "$.defaults.delay",
            &[Seg::Key("defaults"), Seg::Key("delay")],
        );
        let wait = visit.wait_seconds(&SECONDS_PATH, &input)?;
        Ok(Effect::Wait {
            wait,
            document: input,
        })
    }
    /// `Sleep`, with the result of its work
    pub(super) fn leave_sleep(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Next {
            state: State::Nap,
            output: result,
        })
    }
    /// `Nap`: waits 1 s (tests/goldens/fields.asl.json:65:5)
    pub(super) fn enter_nap(_visit: &Visit<'_>, input: Value) -> Step<State> {
        let wait = Wait::For(Duration::from_secs(1));
        Ok(Effect::Wait {
            wait,
            document: input,
        })
    }
    /// `Nap`, with the result of its work
    pub(super) fn leave_nap(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Next {
            state: State::Until,
            output: result,
        })
    }
    /// `Until`: waits until a fixed time (tests/goldens/fields.asl.json:66:5)
    pub(super) fn enter_until(_visit: &Visit<'_>, input: Value) -> Step<State> {
        let wait = Wait::Until(Timestamp {
            seconds: 1457920740,
            nanos: 250000000,
        });
        Ok(Effect::Wait {
            wait,
            document: input,
        })
    }
    /// `Until`, with the result of its work
    pub(super) fn leave_until(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Next {
            state: State::Later,
            output: result,
        })
    }
    /// `Later`: waits until the time in `$.defaults.at` (tests/goldens/fields.asl.json:67:5)
    pub(super) fn enter_later(visit: &Visit<'_>, input: Value) -> Step<State> {
        const INPUT_PATH: Path = Path::data("$.order", &[Seg::Key("order")]);
        const TIMESTAMP_PATH: Path = Path::data(
            "$.defaults.at",
            &[Seg::Key("defaults"), Seg::Key("at")],
        );
        let input = visit.input_path(&INPUT_PATH, input)?;
        let wait = visit.wait_timestamp(&TIMESTAMP_PATH, &input)?;
        Ok(Effect::Wait {
            wait,
            document: input,
        })
    }
    /// `Later`, with the result of its work
    pub(super) fn leave_later(
        visit: &Visit<'_>,
        _input: Value,
        _result: Value,
    ) -> Step<State> {
        let output = visit.empty();
        Ok(Effect::Finish(output))
    }
    /// `Give up`: a Fail state (tests/goldens/fields.asl.json:68:5)
    pub(super) fn enter_give_up(visit: &Visit<'_>, input: Value) -> Step<State> {
        const ERROR_PATH: Path = Path::data(
            "$.problem.Error",
            &[Seg::Key("problem"), Seg::Key("Error")],
        );
        const CAUSE_PATH: Path = Path::data(
            "$.problem.Cause",
            &[Seg::Key("problem"), Seg::Key("Cause")],
        );
        Err(
            Failure::new(
                visit.text(&ERROR_PATH, &input, "ErrorPath")?,
                Some(visit.text(&CAUSE_PATH, &input, "CausePath")?),
            ),
        )
    }
}
