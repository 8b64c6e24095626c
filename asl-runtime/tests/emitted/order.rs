//! The module for this definition.
//!
//! ```json
//! {
//!   "StartAt": "Check stock",
//!   "TimeoutSeconds": 3600,
//!   "States": {
//!     "Check stock": {
//!       "Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:check",
//!       "ResultPath": "$.stock", "Next": "In stock?"
//!     },
//!     "In stock?": {
//!       "Type": "Choice",
//!       "Choices": [
//!         { "And": [ { "Variable": "$.stock.left", "IsPresent": true },
//!                    { "Variable": "$.stock.left", "NumericGreaterThan": 0 } ], "Next": "Charge" }
//!       ],
//!       "Default": "Sold out"
//!     },
//!     "Charge": {
//!       "Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:1:function:charge",
//!       "Parameters": { "order.$": "$.id", "by.$": "$$.Execution.Name", "currency": "EUR" },
//!       "TimeoutSeconds": 30, "HeartbeatSeconds": 10,
//!       "Retry": [ { "ErrorEquals": ["Gateway.Busy"], "IntervalSeconds": 2, "MaxAttempts": 2 } ],
//!       "Catch": [ { "ErrorEquals": ["States.ALL"], "ResultPath": "$.problem", "Next": "Pause" } ],
//!       "End": true
//!     },
//!     "Pause": { "Type": "Wait", "Seconds": 60, "Next": "Give up" },
//!     "Give up": { "Type": "Pass", "Result": { "number": 0 }, "End": true },
//!     "Sold out": { "Type": "Fail", "Error": "Shop.SoldOut", "Cause": "nothing left" }
//!   }
//! }
//! ```

::asl_runtime::__private::abi!(1);

// A private module for the user's types, so that theirs may be called `State`.
mod io {
    pub(super) type Input = super::super::Order;
    pub(super) type Output = super::super::Receipt;
    pub(super) type CheckInput = super::super::Order;
    pub(super) type CheckOutput = super::super::Stock;
    pub(super) type ChargeInput = super::super::Payment;
    pub(super) type ChargeOutput = super::super::Receipt;
}

/// The states of `order`.
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
)]
#[non_exhaustive]
pub enum State {
    /// `Check stock`, a Task state.
    CheckStock,
    /// `In stock?`, a Choice state.
    InStock,
    /// `Charge`, a Task state.
    Charge,
    /// `Pause`, a Wait state.
    Pause,
    /// `Give up`, a Pass state.
    GiveUp,
    /// `Sold out`, a Fail state.
    SoldOut,
}

impl State {
    /// Every state, in the order of the definition.
    pub const ALL: &'static [State] = &[
        State::CheckStock,
        State::InStock,
        State::Charge,
        State::Pause,
        State::GiveUp,
        State::SoldOut,
    ];

    /// What type of state it is.
    #[must_use]
    pub fn kind(self) -> ::asl_runtime::StateKind {
        table::of(self).kind
    }
}

impl ::asl_runtime::StateId for State {
    fn as_str(self) -> &'static str {
        table::of(self).name
    }

    fn index(self) -> usize {
        self as usize
    }

    fn from_index(index: usize) -> ::core::option::Option<Self> {
        State::ALL.get(index).copied()
    }
}

impl ::core::fmt::Display for State {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(::asl_runtime::StateId::as_str(*self))
    }
}

/// The tasks of `order`.
pub trait Tasks: ::core::marker::Send + ::core::marker::Sync {
    /// `Check stock`.
    fn check_stock(
        &self,
        context: &::asl_runtime::TaskContext,
        input: io::CheckInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::CheckOutput, ::asl_runtime::TaskError>,
    > + ::core::marker::Send;

    /// `Charge`.
    fn charge(
        &self,
        context: &::asl_runtime::TaskContext,
        input: io::ChargeInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ChargeOutput, ::asl_runtime::TaskError>,
    > + ::core::marker::Send;
}

impl<T: Tasks> Tasks for &T {
    fn check_stock(
        &self,
        context: &::asl_runtime::TaskContext,
        input: io::CheckInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::CheckOutput, ::asl_runtime::TaskError>,
    > + ::core::marker::Send {
        T::check_stock(*self, context, input)
    }

    fn charge(
        &self,
        context: &::asl_runtime::TaskContext,
        input: io::ChargeInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ChargeOutput, ::asl_runtime::TaskError>,
    > + ::core::marker::Send {
        T::charge(*self, context, input)
    }
}

/// An execution of `order` and its options.
pub type Machine<T> = ::asl_runtime::Machine<Definition, T>;

/// Runs `order`.
///
/// # Errors
///
/// How the execution has ended, if not with an output.
pub async fn run<T: Tasks>(
    tasks: T,
    input: io::Input,
) -> ::core::result::Result<io::Output, ::asl_runtime::ExecutionError<State>> {
    Machine::new(tasks).run(input).await
}

/// The compiled definition.
#[derive(::core::fmt::Debug)]
pub struct Definition;

mod table {
    use ::asl_runtime::__private::{
        Catcher, Jitter, Placement, RefPath, Retrier, Seg, StateInfo, TaskInfo,
    };
    use ::asl_runtime::StateKind;
    use ::core::option::Option::None;

    use super::State;

    pub(super) fn of(state: State) -> &'static StateInfo<State> {
        match state {
            State::CheckStock => &CHECK_STOCK,
            State::InStock => &IN_STOCK,
            State::Charge => &CHARGE,
            State::Pause => &PAUSE,
            State::GiveUp => &GIVE_UP,
            State::SoldOut => &SOLD_OUT,
        }
    }

    const CHECK_STOCK: StateInfo<State> = StateInfo {
        name: "Check stock",
        kind: StateKind::Task,
        line: 5,
        column: 5,
        successors: &[State::InStock],
        keep_input: true, // ResultPath
        ..StateInfo::PLAIN
    };
    const IN_STOCK: StateInfo<State> = StateInfo {
        name: "In stock?",
        kind: StateKind::Choice,
        line: 9,
        column: 5,
        successors: &[State::Charge, State::SoldOut],
        ..StateInfo::PLAIN
    };
    const CHARGE: StateInfo<State> = StateInfo {
        name: "Charge",
        kind: StateKind::Task,
        line: 17,
        column: 5,
        successors: &[State::Pause],
        retry: &[Retrier {
            errors: &["Gateway.Busy"],
            interval_seconds: 2,
            max_attempts: 2,
            backoff_rate: 2.0,
            max_delay_seconds: None,
            jitter: Jitter::None,
        }],
        catch: &[Catcher {
            errors: &["States.ALL"],
            next: State::Pause,
            result_path: Placement::At(RefPath {
                text: "$.problem",
                steps: &[Seg::Key("problem")],
            }),
            assign: &[],
        }],
        ..StateInfo::PLAIN
    };
    const PAUSE: StateInfo<State> = StateInfo {
        name: "Pause",
        kind: StateKind::Wait,
        line: 25,
        column: 5,
        successors: &[State::GiveUp],
        ..StateInfo::PLAIN
    };
    const GIVE_UP: StateInfo<State> = StateInfo {
        name: "Give up",
        kind: StateKind::Pass,
        line: 26,
        column: 5,
        ..StateInfo::PLAIN
    };
    const SOLD_OUT: StateInfo<State> = StateInfo {
        name: "Sold out",
        kind: StateKind::Fail,
        line: 27,
        column: 5,
        ..StateInfo::PLAIN
    };

    pub(super) const TASKS: &[TaskInfo] = &[
        TaskInfo {
            name: "check_stock",
            resource: "arn:aws:lambda:eu-west-1:1:function:check",
        },
        TaskInfo {
            name: "charge",
            resource: "arn:aws:lambda:eu-west-1:1:function:charge",
        },
    ];
}

impl ::asl_runtime::__private::Program for Definition {
    type State = State;
    type Input = io::Input;
    type Output = io::Output;

    const NAME: &'static str = "order";
    const FILE: &'static str = "flows/order.asl.json";
    const LANGUAGE: &'static ::asl_runtime::__private::Language =
        &::asl_runtime::__private::Language::AWS;
    const START: State = State::CheckStock;
    const TIMEOUT: ::core::option::Option<::core::time::Duration> =
        ::core::option::Option::Some(::core::time::Duration::from_secs(3600));
    const READS_CONTEXT: ::asl_runtime::__private::ContextUse =
        ::asl_runtime::__private::ContextUse {
            execution_input: false,
            start_time: false,
            map_item: false,
        };

    fn row(state: State) -> &'static ::asl_runtime::__private::StateInfo<State> {
        table::of(state)
    }

    fn branches() -> &'static [::asl_runtime::__private::Branch<State>] {
        &[]
    }

    fn tasks() -> &'static [::asl_runtime::__private::TaskInfo] {
        table::TASKS
    }

    fn enter(
        state: State,
        _: &'static ::asl_runtime::__private::StateInfo<State>,
        visit: &::asl_runtime::__private::Visit<'_>,
        input: ::asl_runtime::Value,
    ) -> ::asl_runtime::__private::Step<State> {
        match state {
            State::CheckStock => states::check_stock::enter(visit, input),
            State::InStock => states::in_stock::enter(visit, input),
            State::Charge => states::charge::enter(visit, input),
            State::Pause => states::pause::enter(visit, input),
            State::GiveUp => states::give_up::enter(visit, input),
            State::SoldOut => states::sold_out::enter(visit, input),
        }
    }

    fn leave(
        state: State,
        _: &'static ::asl_runtime::__private::StateInfo<State>,
        visit: &::asl_runtime::__private::Visit<'_>,
        input: ::asl_runtime::Value,
        result: ::asl_runtime::Value,
    ) -> ::asl_runtime::__private::Step<State> {
        match state {
            State::CheckStock => states::check_stock::leave(visit, input, result),
            State::Charge => states::charge::leave(visit, input, result),
            State::Pause => states::pause::leave(visit, input, result),
            _ => ::core::result::Result::Ok(::asl_runtime::__private::Effect::Finish(result)),
        }
    }
}

impl<T: Tasks> ::asl_runtime::__private::Dispatch<T> for Definition {
    fn call<'a>(
        tasks: &'a T,
        task: u32,
        context: ::asl_runtime::TaskContext,
        input: ::asl_runtime::Value,
    ) -> ::asl_runtime::__private::BoxFuture<
        'a,
        ::core::result::Result<::asl_runtime::Value, ::asl_runtime::TaskError>,
    > {
        match task {
            0 => ::asl_runtime::__private::Box::pin(async move {
                let input = ::asl_runtime::__private::task_input(input)?;
                let output = tasks.check_stock(&context, input).await;
                ::asl_runtime::__private::task_output(output)
            }),
            1 => ::asl_runtime::__private::Box::pin(async move {
                let input = ::asl_runtime::__private::task_input(input)?;
                let output = tasks.charge(&context, input).await;
                ::asl_runtime::__private::task_output(output)
            }),
            _ => ::asl_runtime::__private::no_such_task(task),
        }
    }
}

mod states {
    /// `Check stock`
    pub(super) mod check_stock {
        use ::asl_runtime::__private::{Effect, Placement, RefPath, Seg, Step, Visit};
        use ::asl_runtime::Value;
        use ::core::option::Option::None;
        use ::core::result::Result::Ok;

        use super::super::State;

        const RESULT_PATH: Placement = Placement::At(RefPath {
            text: "$.stock",
            steps: &[Seg::Key("stock")],
        });

        pub(in super::super) fn enter(visit: &Visit<'_>, input: Value) -> Step<State> {
            visit.task(0, input, None, None)
        }

        pub(in super::super) fn leave(
            visit: &Visit<'_>,
            input: Value,
            result: Value,
        ) -> Step<State> {
            let output = visit.place(&RESULT_PATH, input, result)?;
            Ok(Effect::Next {
                state: State::InStock,
                output,
            })
        }
    }

    /// `In stock?`
    pub(super) mod in_stock {
        use ::asl_runtime::__private::{
            Effect, Failure, Num, Path, Relation, Root, Seg, Step, Tests, Visit,
        };
        use ::asl_runtime::Value;
        use ::core::result::Result::{self, Ok};

        use super::super::State;

        const STOCK_LEFT: Path = Path {
            text: "$.stock.left",
            root: Root::Data,
            steps: &[Seg::Key("stock"), Seg::Key("left")],
        };

        pub(in super::super) fn enter(visit: &Visit<'_>, input: Value) -> Step<State> {
            let next = choose(&visit.tests(&input))?;
            Ok(Effect::Next {
                state: next,
                output: input,
            })
        }

        fn choose(tests: &Tests<'_>) -> Result<State, Failure> {
            if tests.is_present(&STOCK_LEFT, true)?
                && tests.number(&STOCK_LEFT, Relation::Greater, Num::Int(0))?
            {
                return Ok(State::Charge);
            }
            Ok(State::SoldOut)
        }
    }

    /// `Charge`
    pub(super) mod charge {
        use ::asl_runtime::__private::{Duration, Effect, Path, Root, Seg, Step, Template, Visit};
        use ::asl_runtime::Value;
        use ::core::option::Option::Some;
        use ::core::result::Result::Ok;

        use super::super::State;

        const PARAMETERS: Template = Template::Object(&[
            (
                "order",
                Template::Path(&Path {
                    text: "$.id",
                    root: Root::Data,
                    steps: &[Seg::Key("id")],
                }),
            ),
            (
                "by",
                Template::Path(&Path {
                    text: "$$.Execution.Name",
                    root: Root::Context,
                    steps: &[Seg::Key("Execution"), Seg::Key("Name")],
                }),
            ),
            ("currency", Template::Str("EUR")),
        ]);

        pub(in super::super) fn enter(visit: &Visit<'_>, input: Value) -> Step<State> {
            let input = visit.template("Parameters", &PARAMETERS, &input)?;
            visit.task(
                1,
                input,
                Some(Duration::from_secs(30)),
                Some(Duration::from_secs(10)),
            )
        }

        pub(in super::super) fn leave(
            _visit: &Visit<'_>,
            _input: Value,
            result: Value,
        ) -> Step<State> {
            Ok(Effect::Finish(result))
        }
    }

    /// `Pause`
    pub(super) mod pause {
        use ::asl_runtime::__private::{Duration, Effect, Step, Visit, Wait};
        use ::asl_runtime::Value;
        use ::core::result::Result::Ok;

        use super::super::State;

        pub(in super::super) fn enter(_visit: &Visit<'_>, input: Value) -> Step<State> {
            let wait = Wait::For(Duration::from_secs(60));
            Ok(Effect::Wait {
                wait,
                document: input,
            })
        }

        pub(in super::super) fn leave(
            _visit: &Visit<'_>,
            _input: Value,
            result: Value,
        ) -> Step<State> {
            Ok(Effect::Next {
                state: State::GiveUp,
                output: result,
            })
        }
    }

    /// `Give up`
    pub(super) mod give_up {
        use ::asl_runtime::__private::{Constant, Effect, Step, Template, Visit};
        use ::asl_runtime::Value;
        use ::core::result::Result::Ok;

        use super::super::State;

        static RESULT: Constant = Constant::new(&Template::Object(&[("number", Template::Int(0))]));

        pub(in super::super) fn enter(_visit: &Visit<'_>, _input: Value) -> Step<State> {
            Ok(Effect::Finish(RESULT.get()))
        }
    }

    /// `Sold out`
    pub(super) mod sold_out {
        use ::asl_runtime::__private::{Failure, Step, Visit};
        use ::asl_runtime::{Text, Value};
        use ::core::option::Option::Some;
        use ::core::result::Result::Err;

        use super::super::State;

        pub(in super::super) fn enter(_visit: &Visit<'_>, _input: Value) -> Step<State> {
            Err(Failure::new(
                Text::from_static("Shop.SoldOut"),
                Some(Text::from_static("nothing left")),
            ))
        }
    }
}
