use ::asl_runtime::__private as rt;
rt::abi!(2);
/// The states of `tests/goldens/choice.asl.json`, in the order of the file.
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
    /// `Sort`: a Choice state (tests/goldens/choice.asl.json:5:5).
    Sort,
    /// `Text`: a Succeed state (tests/goldens/choice.asl.json:64:5).
    Text,
    /// `Number`: a Succeed state (tests/goldens/choice.asl.json:65:5).
    Number,
    /// `Time`: a Succeed state (tests/goldens/choice.asl.json:66:5).
    Time,
    /// `Other`: a Succeed state (tests/goldens/choice.asl.json:67:5).
    Other,
}
impl State {
    /// Every state, nested ones included, in the order of the file.
    pub const ALL: &'static [State] = &[
        State::Sort,
        State::Text,
        State::Number,
        State::Time,
        State::Other,
    ];
    /// Where every execution starts.
    pub const START: State = State::Sort;
    /// The state's name, exactly as in the definition.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            State::Sort => "Sort",
            State::Text => "Text",
            State::Number => "Number",
            State::Time => "Time",
            State::Other => "Other",
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
/// The work of `tests/goldens/choice.asl.json`: one method per task.
///
/// An implementation writes plain `async fn`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement the tasks of `choice`",
    label = "needs an `impl choice::Tasks`",
    note = "its tasks are "
)]
pub trait Tasks: ::core::marker::Send + ::core::marker::Sync {}
impl<T: Tasks + ?::core::marker::Sized> Tasks for &T {}
impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> {}
impl Tasks for () {}
impl<T: Tasks> rt::Dispatch<T> for Definition {
    fn call<'a>(
        _tasks: &'a T,
        task: u32,
        _cx: rt::TaskContext,
        _input: rt::Value,
    ) -> rt::BoxFuture<'a, ::core::result::Result<rt::Value, rt::TaskError>> {
        rt::no_such_task(task)
    }
}
/// `choice` with options: execution name, deadline, cancellation, seed, observer.
pub type Machine<T> = rt::Machine<Definition, T>;
/// Runs `choice` from its input to its output.
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
    const NAME: &'static str = "choice";
    const FILE: &'static str = "tests/goldens/choice.asl.json";
    const LANGUAGE: &'static rt::Language = &rt::Language::ASL;
    const START: State = State::Sort;
    const TIMEOUT: ::core::option::Option<::core::time::Duration> = ::core::option::Option::None;
    const READS_CONTEXT: rt::ContextUse = rt::ContextUse {
        execution_input: false,
        start_time: false,
        map_item: false,
    };
    fn row(state: State) -> &'static rt::StateInfo<State> {
        match state {
            State::Sort => flow::row_sort(),
            State::Text => flow::row_text(),
            State::Number => flow::row_number(),
            State::Time => flow::row_time(),
            State::Other => flow::row_other(),
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
    pub(super) static TASKS: &[TaskInfo] = &[];
    /// `Sort`: a Choice state (tests/goldens/choice.asl.json:5:5)
    pub(super) fn row_sort() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Sort",
            kind: StateKind::Choice,
            line: 5,
            column: 5,
            successors: &[State::Text, State::Number, State::Other, State::Time],
            input_path: Select::Path(
                &Path {
                    text: "$.item",
                    root: Root::Data,
                    steps: &[Seg::Key("item")],
                },
            ),
            work: Work::Choose(choose_sort),
            output_path: Select::Path(
                &Path {
                    text: "$.name",
                    root: Root::Data,
                    steps: &[Seg::Key("name")],
                },
            ),
            ..StateInfo::PLAIN
        }
    }
    /// Where `Sort` leads, by its input
    fn choose_sort(visit: &Visit<'_>, input: &Value) -> Result<State, Failure> {
        let test = visit.tests(input);
        let value = test
            .read(
                &Path {
                    text: "$.name",
                    root: Root::Data,
                    steps: &[Seg::Key("name")],
                },
            )?;
        if value.string(Relation::Equal, "tea") {
            return Ok(State::Text);
        }
        if value
            .string_path(
                Relation::Equal,
                &test
                    .read(
                        &Path {
                            text: "$.other",
                            root: Root::Data,
                            steps: &[Seg::Key("other")],
                        },
                    )?,
            )
        {
            return Ok(State::Text);
        }
        if value.string(Relation::Less, "b") {
            return Ok(State::Text);
        }
        if value
            .string_path(
                Relation::Less,
                &test
                    .read(
                        &Path {
                            text: "$.other",
                            root: Root::Data,
                            steps: &[Seg::Key("other")],
                        },
                    )?,
            )
        {
            return Ok(State::Text);
        }
        if value.string(Relation::Greater, "y") {
            return Ok(State::Text);
        }
        if value
            .string_path(
                Relation::Greater,
                &test
                    .read(
                        &Path {
                            text: "$.other",
                            root: Root::Data,
                            steps: &[Seg::Key("other")],
                        },
                    )?,
            )
        {
            return Ok(State::Text);
        }
        if value.string(Relation::LessEqual, "c") {
            return Ok(State::Text);
        }
        if value
            .string_path(
                Relation::LessEqual,
                &test
                    .read(
                        &Path {
                            text: "$.other",
                            root: Root::Data,
                            steps: &[Seg::Key("other")],
                        },
                    )?,
            )
        {
            return Ok(State::Text);
        }
        if value.string(Relation::GreaterEqual, "x") {
            return Ok(State::Text);
        }
        if value
            .string_path(
                Relation::GreaterEqual,
                &test
                    .read(
                        &Path {
                            text: "$.other",
                            root: Root::Data,
                            steps: &[Seg::Key("other")],
                        },
                    )?,
            )
        {
            return Ok(State::Text);
        }
        if value.matches(&[Piece::Text("te"), Piece::Any, Piece::Text("*")]) {
            return Ok(State::Text);
        }
        let value_2 = test
            .read(
                &Path {
                    text: "$.count",
                    root: Root::Data,
                    steps: &[Seg::Key("count")],
                },
            )?;
        if value_2.number(Relation::Equal, Num::Int(1)) {
            return Ok(State::Number);
        }
        if value_2
            .number_path(
                Relation::Equal,
                &test
                    .read(
                        &Path {
                            text: "$.limit",
                            root: Root::Data,
                            steps: &[Seg::Key("limit")],
                        },
                    )?,
            )
        {
            return Ok(State::Number);
        }
        if value_2.number(Relation::Less, Num::Float(-2.5)) {
            return Ok(State::Number);
        }
        if value_2
            .number_path(
                Relation::Less,
                &test
                    .read(
                        &Path {
                            text: "$.limit",
                            root: Root::Data,
                            steps: &[Seg::Key("limit")],
                        },
                    )?,
            )
        {
            return Ok(State::Number);
        }
        if value_2.number(Relation::Greater, Num::UInt(18446744073709551615)) {
            return Ok(State::Number);
        }
        if value_2
            .number_path(
                Relation::Greater,
                &test
                    .read(
                        &Path {
                            text: "$.limit",
                            root: Root::Data,
                            steps: &[Seg::Key("limit")],
                        },
                    )?,
            )
        {
            return Ok(State::Number);
        }
        if value_2.number(Relation::LessEqual, Num::Int(-3)) {
            return Ok(State::Number);
        }
        if value_2
            .number_path(
                Relation::LessEqual,
                &test
                    .read(
                        &Path {
                            text: "$.limit",
                            root: Root::Data,
                            steps: &[Seg::Key("limit")],
                        },
                    )?,
            )
        {
            return Ok(State::Number);
        }
        if value_2.number(Relation::GreaterEqual, Num::Float(1000.0)) {
            return Ok(State::Number);
        }
        if value_2
            .number_path(
                Relation::GreaterEqual,
                &test
                    .read(
                        &Path {
                            text: "$.limit",
                            root: Root::Data,
                            steps: &[Seg::Key("limit")],
                        },
                    )?,
            )
        {
            return Ok(State::Number);
        }
        let value_3 = test
            .read(
                &Path {
                    text: "$.gift",
                    root: Root::Data,
                    steps: &[Seg::Key("gift")],
                },
            )?;
        if value_3.boolean(true) {
            return Ok(State::Other);
        }
        if value_3
            .boolean_path(
                &test
                    .read(
                        &Path {
                            text: "$.wrapped",
                            root: Root::Data,
                            steps: &[Seg::Key("wrapped")],
                        },
                    )?,
            )
        {
            return Ok(State::Other);
        }
        let value_4 = test
            .read(
                &Path {
                    text: "$.due",
                    root: Root::Data,
                    steps: &[Seg::Key("due")],
                },
            )?;
        if value_4
            .timestamp(
                Relation::Equal,
                Timestamp {
                    seconds: 1457920740,
                    nanos: 0,
                },
            )
        {
            return Ok(State::Time);
        }
        if value_4
            .timestamp_path(
                Relation::Equal,
                &test
                    .read(
                        &Path {
                            text: "$.made",
                            root: Root::Data,
                            steps: &[Seg::Key("made")],
                        },
                    )?,
            )
        {
            return Ok(State::Time);
        }
        if value_4
            .timestamp(
                Relation::Less,
                Timestamp {
                    seconds: 1457920740,
                    nanos: 500000000,
                },
            )
        {
            return Ok(State::Time);
        }
        if value_4
            .timestamp_path(
                Relation::Less,
                &test
                    .read(
                        &Path {
                            text: "$.made",
                            root: Root::Data,
                            steps: &[Seg::Key("made")],
                        },
                    )?,
            )
        {
            return Ok(State::Time);
        }
        if value_4
            .timestamp(
                Relation::Greater,
                Timestamp {
                    seconds: 1457913540,
                    nanos: 0,
                },
            )
        {
            return Ok(State::Time);
        }
        if value_4
            .timestamp_path(
                Relation::Greater,
                &test
                    .read(
                        &Path {
                            text: "$.made",
                            root: Root::Data,
                            steps: &[Seg::Key("made")],
                        },
                    )?,
            )
        {
            return Ok(State::Time);
        }
        if value_4.timestamp(Relation::LessEqual, Timestamp { seconds: -1, nanos: 0 }) {
            return Ok(State::Time);
        }
        if value_4
            .timestamp_path(
                Relation::LessEqual,
                &test
                    .read(
                        &Path {
                            text: "$.made",
                            root: Root::Data,
                            steps: &[Seg::Key("made")],
                        },
                    )?,
            )
        {
            return Ok(State::Time);
        }
        if value_4
            .timestamp(
                Relation::GreaterEqual,
                Timestamp {
                    seconds: 1457920740,
                    nanos: 0,
                },
            )
        {
            return Ok(State::Time);
        }
        if value_4
            .timestamp_path(
                Relation::GreaterEqual,
                &test
                    .read(
                        &Path {
                            text: "$.made",
                            root: Root::Data,
                            steps: &[Seg::Key("made")],
                        },
                    )?,
            )
        {
            return Ok(State::Time);
        }
        if test
            .is_null(
                &Path {
                    text: "$['a key'][2]",
                    root: Root::Data,
                    steps: &[Seg::Key("a key"), Seg::Index(2)],
                },
                true,
            )?
        {
            return Ok(State::Other);
        }
        if test
            .is_present(
                &Path {
                    text: "$.name",
                    root: Root::Data,
                    steps: &[Seg::Key("name")],
                },
                false,
            )?
        {
            return Ok(State::Other);
        }
        if value.is_numeric(true) {
            return Ok(State::Other);
        }
        if value.is_string(false) {
            return Ok(State::Other);
        }
        if value.is_boolean(true) {
            return Ok(State::Other);
        }
        if test
            .is_timestamp(
                &Path {
                    text: "$$.Execution.Name",
                    root: Root::Context,
                    steps: &[Seg::Key("Execution"), Seg::Key("Name")],
                },
                true,
            )?
        {
            return Ok(State::Other);
        }
        if (value.is_string(true) || !value_2.number(Relation::Equal, Num::Int(0)))
            && !(test
                .is_present(
                    &Path {
                        text: "$.gift",
                        root: Root::Data,
                        steps: &[Seg::Key("gift")],
                    },
                    true,
                )? && value_3.boolean(false))
        {
            return Ok(State::Other);
        }
        Err(Failure::no_choice(visit))
    }
    /// `Text`: a Succeed state (tests/goldens/choice.asl.json:64:5)
    pub(super) fn row_text() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Text",
            kind: StateKind::Succeed,
            line: 64,
            column: 5,
            work: Work::Succeed,
            ..StateInfo::PLAIN
        }
    }
    /// `Number`: a Succeed state (tests/goldens/choice.asl.json:65:5)
    pub(super) fn row_number() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Number",
            kind: StateKind::Succeed,
            line: 65,
            column: 5,
            work: Work::Succeed,
            ..StateInfo::PLAIN
        }
    }
    /// `Time`: a Succeed state (tests/goldens/choice.asl.json:66:5)
    pub(super) fn row_time() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Time",
            kind: StateKind::Succeed,
            line: 66,
            column: 5,
            work: Work::Succeed,
            ..StateInfo::PLAIN
        }
    }
    /// `Other`: a Succeed state (tests/goldens/choice.asl.json:67:5)
    pub(super) fn row_other() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Other",
            kind: StateKind::Succeed,
            line: 67,
            column: 5,
            input_path: Select::Empty,
            work: Work::Succeed,
            ..StateInfo::PLAIN
        }
    }
}
