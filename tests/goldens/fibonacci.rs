use ::asl_runtime::__private as rt;
rt::abi!(2);
/// The states of `tests/flows/loops/fibonacci.asl.json`, in the order of the file.
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
    /// `Check`: a Choice state (tests/flows/loops/fibonacci.asl.json:5:5).
    Check,
    /// `Turn`: a Pass state (tests/flows/loops/fibonacci.asl.json:24:5).
    Turn,
    /// `Done`: a Succeed state (tests/flows/loops/fibonacci.asl.json:35:5).
    Done,
}
impl State {
    /// Every state, nested ones included, in the order of the file.
    pub const ALL: &'static [State] = &[State::Check, State::Turn, State::Done];
    /// Where every execution starts.
    pub const START: State = State::Check;
    /// The state's name, exactly as in the definition.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            State::Check => "Check",
            State::Turn => "Turn",
            State::Done => "Done",
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
/// The work of `tests/flows/loops/fibonacci.asl.json`: one method per task.
///
/// An implementation writes plain `async fn`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement the tasks of `fibonacci`",
    label = "needs an `impl fibonacci::Tasks`",
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
/// `fibonacci` with options: execution name, deadline, cancellation, seed, observer.
pub type Machine<T> = rt::Machine<Definition, T>;
/// Runs `fibonacci` from its input to its output.
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
    const NAME: &'static str = "fibonacci";
    const FILE: &'static str = "tests/flows/loops/fibonacci.asl.json";
    const LANGUAGE: &'static rt::Language = &rt::Language::ASL;
    const START: State = State::Check;
    const TIMEOUT: ::core::option::Option<::core::time::Duration> = ::core::option::Option::None;
    const READS_CONTEXT: rt::ContextUse = rt::ContextUse {
        execution_input: false,
        start_time: false,
        map_item: false,
    };
    fn row(state: State) -> &'static rt::StateInfo<State> {
        match state {
            State::Check => flow::row_check(),
            State::Turn => flow::row_turn(),
            State::Done => flow::row_done(),
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
    /// `Check`: a Choice state (tests/flows/loops/fibonacci.asl.json:5:5)
    pub(super) fn row_check() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Check",
            kind: StateKind::Choice,
            line: 5,
            column: 5,
            successors: &[State::Turn, State::Done],
            work: Work::Code(enter_check),
            ..StateInfo::PLAIN
        }
    }
    /// `Check`, with its raw input
    fn enter_check(visit: &Visit<'_>, input: Value) -> Step<State> {
        let mut input = input;
        if let Some(state) = turn_check(visit, &mut input) {
            return Ok(Effect::Next {
                state,
                output: input,
            });
        }
        let test = visit.tests(&input);
        let state = 'choice: {
            let value = test
                .read(
                    &Path {
                        text: "$.turns",
                        root: Root::Data,
                        steps: &[Seg::Key("turns")],
                    },
                )?;
            if value.number(Relation::Greater, Num::Int(0))
                && !test
                    .number(
                        &Path {
                            text: "$.a",
                            root: Root::Data,
                            steps: &[Seg::Key("a")],
                        },
                        Relation::GreaterEqual,
                        Num::Int(1000000),
                    )?
            {
                break 'choice State::Turn;
            }
            if value.number(Relation::Equal, Num::Int(0))
                || value.number(Relation::Equal, Num::Int(-3))
            {
                break 'choice State::Done;
            }
            return Err(Failure::no_choice(visit));
        };
        Ok(Effect::Next {
            state,
            output: input,
        })
    }
    /// Turns the loop from `Check` on: what its states do, while they only count.
    fn turn_check(visit: &Visit<'_>, document: &mut Value) -> Option<State> {
        const COUNTED: Counted<4> = Counted {
            integers: &["turns", "a", "b", "fixed"],
            members: Some(&["note", "a", "b", "turns", "fixed"]),
        };
        let [mut turns, mut a, mut b, mut fixed] = visit.counted(&COUNTED, document)?;
        let mut state = State::Check;
        let mut visited = 0;
        while visited < Visit::MOST_TURNS {
            state = match state {
                State::Check => {
                    if turns > 0 && a < 1000000 {
                        State::Turn
                    } else if turns == 0 || turns == -3 {
                        State::Done
                    } else {
                        break
                    }
                }
                State::Turn => {
                    let Some(sum_0) = visit.sum(b, 0) else { break };
                    let Some(sum_1) = visit.sum(a, sum_0) else { break };
                    let Some(sum_2) = visit.sum(turns, -1) else { break };
                    (a, b, turns, fixed) = (b, sum_1, sum_2, 7);
                    State::Check
                }
                _ => break,
            };
            visited += 1;
        }
        COUNTED.put([turns, a, b, fixed], document);
        if visited == 0 { None } else { Some(state) }
    }
    /// `Turn`: a Pass state (tests/flows/loops/fibonacci.asl.json:24:5)
    pub(super) fn row_turn() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Turn",
            line: 24,
            column: 5,
            successors: &[State::Check],
            parameters: Some(
                Template::Object(
                    &[
                        ("note", Template::Keys(&["note"])),
                        ("a", Template::Keys(&["b"])),
                        (
                            "b",
                            Template::Call(
                                &Call {
                                    function: Function::MathAdd,
                                    arguments: &[
                                        Argument::Path(
                                            &Path {
                                                text: "$.a",
                                                root: Root::Data,
                                                steps: &[Seg::Key("a")],
                                            },
                                        ),
                                        Argument::Call(
                                            &Call {
                                                function: Function::MathAdd,
                                                arguments: &[
                                                    Argument::Path(
                                                        &Path {
                                                            text: "$.b",
                                                            root: Root::Data,
                                                            steps: &[Seg::Key("b")],
                                                        },
                                                    ),
                                                    Argument::Int(0),
                                                ],
                                            },
                                        ),
                                    ],
                                },
                            ),
                        ),
                        (
                            "turns",
                            Template::Call(
                                &Call {
                                    function: Function::MathAdd,
                                    arguments: &[
                                        Argument::Path(
                                            &Path {
                                                text: "$.turns",
                                                root: Root::Data,
                                                steps: &[Seg::Key("turns")],
                                            },
                                        ),
                                        Argument::Int(-1),
                                    ],
                                },
                            ),
                        ),
                        ("fixed", Template::Int(7)),
                    ],
                ),
            ),
            next: Some(State::Check),
            ..StateInfo::PLAIN
        }
    }
    /// `Done`: a Succeed state (tests/flows/loops/fibonacci.asl.json:35:5)
    pub(super) fn row_done() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Done",
            kind: StateKind::Succeed,
            line: 35,
            column: 5,
            work: Work::Succeed,
            ..StateInfo::PLAIN
        }
    }
}
