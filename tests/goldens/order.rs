use ::asl_runtime::__private as rt;
rt::abi!(2);
/// The states of `examples/order/order.asl.json`, in the order of the file.
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
    /// `Received`: a Pass state (examples/order/order.asl.json:6:5).
    Received,
    /// `HasItems`: a Choice state (examples/order/order.asl.json:15:5).
    HasItems,
    /// `PriceItems`: a Map state (examples/order/order.asl.json:28:5).
    PriceItems,
    /// `PriceItem`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:price-item`, 60 s for an attempt (examples/order/order.asl.json:40:11).
    ///
    /// - `Prices.Busy`: retried up to 2 times after 1 s, each time 2 times longer
    PriceItem,
    /// `Prepare`: a Parallel of 2 branches (examples/order/order.asl.json:58:5).
    ///
    /// - `Stock.Short` leads to `Backorder`
    Prepare,
    /// `ReserveStock`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:reserve-stock`, 10 s for an attempt (examples/order/order.asl.json:64:13).
    ReserveStock,
    /// `ScoreRisk`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:score-risk`, 60 s for an attempt (examples/order/order.asl.json:75:13).
    ScoreRisk,
    /// `RiskScored`: a Succeed state (examples/order/order.asl.json:81:13).
    RiskScored,
    /// `Backorder`: waits 2 s (examples/order/order.asl.json:99:5).
    Backorder,
    /// `Restocked`: a Pass state (examples/order/order.asl.json:104:5).
    Restocked,
    /// `CheckRisk`: a Choice state (examples/order/order.asl.json:110:5).
    CheckRisk,
    /// `ChargeCard`: a Task that runs `charge-card`, 30 s for an attempt (examples/order/order.asl.json:121:5).
    ///
    /// - `Gateway.Busy`, `States.Timeout`: retried up to 3 times after 1 s, each time 2 times longer, at most 5 s
    ///
    /// - `Gateway.Declined` leads to `PaymentDeclined`
    ChargeCard,
    /// `Receipt`: a Pass state (examples/order/order.asl.json:150:5).
    Receipt,
    /// `Done`: a Succeed state (examples/order/order.asl.json:161:5).
    Done,
    /// `EmptyOrder`: a Fail state (examples/order/order.asl.json:162:5).
    EmptyOrder,
    /// `TooRisky`: a Fail state (examples/order/order.asl.json:167:5).
    TooRisky,
    /// `PaymentDeclined`: a Fail state (examples/order/order.asl.json:172:5).
    PaymentDeclined,
}
impl State {
    /// Every state, nested ones included, in the order of the file.
    pub const ALL: &'static [State] = &[
        State::Received,
        State::HasItems,
        State::PriceItems,
        State::PriceItem,
        State::Prepare,
        State::ReserveStock,
        State::ScoreRisk,
        State::RiskScored,
        State::Backorder,
        State::Restocked,
        State::CheckRisk,
        State::ChargeCard,
        State::Receipt,
        State::Done,
        State::EmptyOrder,
        State::TooRisky,
        State::PaymentDeclined,
    ];
    /// Where every execution starts.
    pub const START: State = State::Received;
    /// The state's name, exactly as in the definition.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            State::Received => "Received",
            State::HasItems => "HasItems",
            State::PriceItems => "PriceItems",
            State::PriceItem => "PriceItem",
            State::Prepare => "Prepare",
            State::ReserveStock => "ReserveStock",
            State::ScoreRisk => "ScoreRisk",
            State::RiskScored => "RiskScored",
            State::Backorder => "Backorder",
            State::Restocked => "Restocked",
            State::CheckRisk => "CheckRisk",
            State::ChargeCard => "ChargeCard",
            State::Receipt => "Receipt",
            State::Done => "Done",
            State::EmptyOrder => "EmptyOrder",
            State::TooRisky => "TooRisky",
            State::PaymentDeclined => "PaymentDeclined",
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
/// The work of `examples/order/order.asl.json`: one method per task.
///
/// An implementation writes plain `async fn`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement the tasks of `order`",
    label = "needs an `impl order::Tasks`",
    note = "its tasks are `price_item` (examples/order/order.asl.json:40:11), `reserve_stock` (examples/order/order.asl.json:64:13), `score_risk` (examples/order/order.asl.json:75:13), `charge_card` (examples/order/order.asl.json:121:5)"
)]
pub trait Tasks: ::core::marker::Send + ::core::marker::Sync {
    /// Runs `arn:aws:lambda:eu-west-1:123456789012:function:price-item`.
    ///
    /// - in `PriceItem` (examples/order/order.asl.json:40:11)
    ///
    /// # Errors
    ///
    /// The name of the error is what `Retry` and `Catch` match.
    fn price_item(
        &self,
        cx: &rt::TaskContext,
        input: io::PriceItemInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::PriceItemOutput, rt::TaskError>,
    > + ::core::marker::Send;
    /// Runs `arn:aws:lambda:eu-west-1:123456789012:function:reserve-stock`.
    ///
    /// - in `ReserveStock` (examples/order/order.asl.json:64:13)
    ///
    /// # Errors
    ///
    /// The name of the error is what `Retry` and `Catch` match.
    fn reserve_stock(
        &self,
        cx: &rt::TaskContext,
        input: io::ReserveStockInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ReserveStockOutput, rt::TaskError>,
    > + ::core::marker::Send;
    /// Runs `arn:aws:lambda:eu-west-1:123456789012:function:score-risk`.
    ///
    /// - in `ScoreRisk` (examples/order/order.asl.json:75:13)
    ///
    /// # Errors
    ///
    /// The name of the error is what `Retry` and `Catch` match.
    fn score_risk(
        &self,
        cx: &rt::TaskContext,
        input: io::ScoreRiskInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ScoreRiskOutput, rt::TaskError>,
    > + ::core::marker::Send;
    /// Runs `charge-card`.
    ///
    /// - in `ChargeCard` (examples/order/order.asl.json:121:5)
    ///
    /// # Errors
    ///
    /// The name of the error is what `Retry` and `Catch` match.
    fn charge_card(
        &self,
        cx: &rt::TaskContext,
        input: io::ChargeCardInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ChargeCardOutput, rt::TaskError>,
    > + ::core::marker::Send;
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for &T {
    fn price_item(
        &self,
        cx: &rt::TaskContext,
        input: io::PriceItemInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::PriceItemOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::price_item(self, cx, input)
    }
    fn reserve_stock(
        &self,
        cx: &rt::TaskContext,
        input: io::ReserveStockInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ReserveStockOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::reserve_stock(self, cx, input)
    }
    fn score_risk(
        &self,
        cx: &rt::TaskContext,
        input: io::ScoreRiskInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ScoreRiskOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::score_risk(self, cx, input)
    }
    fn charge_card(
        &self,
        cx: &rt::TaskContext,
        input: io::ChargeCardInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ChargeCardOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::charge_card(self, cx, input)
    }
}
impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> {
    fn price_item(
        &self,
        cx: &rt::TaskContext,
        input: io::PriceItemInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::PriceItemOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::price_item(self, cx, input)
    }
    fn reserve_stock(
        &self,
        cx: &rt::TaskContext,
        input: io::ReserveStockInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ReserveStockOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::reserve_stock(self, cx, input)
    }
    fn score_risk(
        &self,
        cx: &rt::TaskContext,
        input: io::ScoreRiskInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ScoreRiskOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::score_risk(self, cx, input)
    }
    fn charge_card(
        &self,
        cx: &rt::TaskContext,
        input: io::ChargeCardInput,
    ) -> impl ::core::future::Future<
        Output = ::core::result::Result<io::ChargeCardOutput, rt::TaskError>,
    > + ::core::marker::Send {
        <T as Tasks>::charge_card(self, cx, input)
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
                    |input| rt::task_input::<io::PriceItemInput>(input),
                    T::price_item,
                    |output| rt::task_output::<io::PriceItemOutput>(output),
                )
            }
            1 => {
                rt::call_typed(
                    tasks,
                    cx,
                    input,
                    |input| rt::task_input::<io::ReserveStockInput>(input),
                    T::reserve_stock,
                    |output| rt::task_output::<io::ReserveStockOutput>(output),
                )
            }
            2 => {
                rt::call_typed(
                    tasks,
                    cx,
                    input,
                    |input| rt::task_input::<io::ScoreRiskInput>(input),
                    T::score_risk,
                    |output| rt::task_output::<io::ScoreRiskOutput>(output),
                )
            }
            3 => {
                rt::call_typed(
                    tasks,
                    cx,
                    input,
                    |input| rt::task_input::<io::ChargeCardInput>(input),
                    T::charge_card,
                    |output| rt::task_output::<io::ChargeCardOutput>(output),
                )
            }
            _ => rt::no_such_task(task),
        }
    }
}
/// `order` with options: execution name, deadline, cancellation, seed, observer.
pub type Machine<T> = rt::Machine<Definition, T>;
/// Runs `order` from its input to its output.
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
    /// `Gateway.Busy`, in `ChargeCard`.
    pub const GATEWAY_BUSY: &str = "Gateway.Busy";
    /// `Gateway.Declined`, in `ChargeCard`.
    pub const GATEWAY_DECLINED: &str = "Gateway.Declined";
    /// `Order.Empty`, in `EmptyOrder`.
    pub const ORDER_EMPTY: &str = "Order.Empty";
    /// `Order.PaymentDeclined`, in `PaymentDeclined`.
    pub const ORDER_PAYMENT_DECLINED: &str = "Order.PaymentDeclined";
    /// `Order.TooRisky`, in `TooRisky`.
    pub const ORDER_TOO_RISKY: &str = "Order.TooRisky";
    /// `Prices.Busy`, in `PriceItem`.
    pub const PRICES_BUSY: &str = "Prices.Busy";
    /// `States.Timeout`, in `ChargeCard`.
    pub const STATES_TIMEOUT: &str = "States.Timeout";
    /// `Stock.Short`, in `Prepare`.
    pub const STOCK_SHORT: &str = "Stock.Short";
}
#[allow(non_camel_case_types, unused_qualifications)]
mod io {
    #[allow(unused_imports, clippy::wildcard_imports)]
    use super::super::*;
    pub type Input = Order;
    pub type Output = Receipt;
    pub type PriceItemInput = PriceRequest;
    pub type PriceItemOutput = Line;
    pub type ReserveStockInput = Order;
    pub type ReserveStockOutput = Reservation;
    pub type ScoreRiskInput = Customer;
    pub type ScoreRiskOutput = Risk;
    pub type ChargeCardInput = Charge;
    pub type ChargeCardOutput = Payment;
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
    const NAME: &'static str = "order";
    const FILE: &'static str = "examples/order/order.asl.json";
    const LANGUAGE: &'static rt::Language = &rt::Language::ASL;
    const START: State = State::Received;
    const TIMEOUT: ::core::option::Option<::core::time::Duration> = ::core::option::Option::Some(
        ::core::time::Duration::from_secs(86400),
    );
    const READS_CONTEXT: rt::ContextUse = rt::ContextUse {
        execution_input: false,
        start_time: false,
        map_item: false,
    };
    fn row(state: State) -> &'static rt::StateInfo<State> {
        match state {
            State::Received => flow::row_received(),
            State::HasItems => flow::row_has_items(),
            State::PriceItems => flow::row_price_items(),
            State::PriceItem => flow::row_price_item(),
            State::Prepare => flow::row_prepare(),
            State::ReserveStock => flow::row_reserve_stock(),
            State::ScoreRisk => flow::row_score_risk(),
            State::RiskScored => flow::row_risk_scored(),
            State::Backorder => flow::row_backorder(),
            State::Restocked => flow::row_restocked(),
            State::CheckRisk => flow::row_check_risk(),
            State::ChargeCard => flow::row_charge_card(),
            State::Receipt => flow::row_receipt(),
            State::Done => flow::row_done(),
            State::EmptyOrder => flow::row_empty_order(),
            State::TooRisky => flow::row_too_risky(),
            State::PaymentDeclined => flow::row_payment_declined(),
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
            start: State::PriceItem,
            suspends: true,
        },
        Branch {
            start: State::ReserveStock,
            suspends: true,
        },
        Branch {
            start: State::ScoreRisk,
            suspends: true,
        },
    ];
    pub(super) static TASKS: &[TaskInfo] = &[
        TaskInfo {
            name: "price_item",
            resource: "arn:aws:lambda:eu-west-1:123456789012:function:price-item",
        },
        TaskInfo {
            name: "reserve_stock",
            resource: "arn:aws:lambda:eu-west-1:123456789012:function:reserve-stock",
        },
        TaskInfo {
            name: "score_risk",
            resource: "arn:aws:lambda:eu-west-1:123456789012:function:score-risk",
        },
        TaskInfo {
            name: "charge_card",
            resource: "arn:aws:states:::lambda:invoke",
        },
    ];
    /// `Received`: a Pass state (examples/order/order.asl.json:6:5)
    pub(super) fn row_received() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Received",
            line: 6,
            column: 5,
            successors: &[State::HasItems],
            parameters: Some(
                Template::Object(
                    &[
                        (
                            "execution",
                            Template::Path(
                                &Path {
                                    text: "$$.Execution.Name",
                                    root: Root::Context,
                                    steps: &[Seg::Key("Execution"), Seg::Key("Name")],
                                },
                            ),
                        ),
                        ("channel", Template::Str("web")),
                    ],
                ),
            ),
            result_path: Placement::Key("meta"),
            next: Some(State::HasItems),
            ..StateInfo::PLAIN
        }
    }
    /// `HasItems`: a Choice state (examples/order/order.asl.json:15:5)
    pub(super) fn row_has_items() -> &'static StateInfo<State> {
        &StateInfo {
            name: "HasItems",
            kind: StateKind::Choice,
            line: 15,
            column: 5,
            successors: &[State::PriceItems, State::EmptyOrder],
            work: Work::Choose(choose_has_items),
            ..StateInfo::PLAIN
        }
    }
    /// Where `HasItems` leads, by its input
    fn choose_has_items(visit: &Visit<'_>, input: &Value) -> Result<State, Failure> {
        let test = visit.tests(input);
        if test
            .is_present(
                &Path {
                    text: "$.items[0]",
                    root: Root::Data,
                    steps: &[Seg::Key("items"), Seg::Index(0)],
                },
                true,
            )?
            && test
                .number(
                    &Path {
                        text: "$.items[0].quantity",
                        root: Root::Data,
                        steps: &[Seg::Key("items"), Seg::Index(0), Seg::Key("quantity")],
                    },
                    Relation::Greater,
                    Num::Int(0),
                )?
        {
            return Ok(State::PriceItems);
        }
        Ok(State::EmptyOrder)
    }
    /// `PriceItems`: a Map state (examples/order/order.asl.json:28:5)
    pub(super) fn row_price_items() -> &'static StateInfo<State> {
        &StateInfo {
            name: "PriceItems",
            kind: StateKind::Map,
            line: 28,
            column: 5,
            successors: &[State::Prepare],
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
                                "line",
                                Template::Path(
                                    &Path {
                                        text: "$$.Map.Item.Index",
                                        root: Root::MapItem(ItemPart::Index),
                                        steps: &[
                                            Seg::Key("Map"),
                                            Seg::Key("Item"),
                                            Seg::Key("Index"),
                                        ],
                                    },
                                ),
                            ),
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
                            ("currency", Template::Keys(&["currency"])),
                        ],
                    ),
                ),
                max_concurrency: 4,
            }),
            result_path: Placement::Key("lines"),
            next: Some(State::Prepare),
            ..StateInfo::PLAIN
        }
    }
    /// `PriceItem`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:price-item`, 60 s for an attempt (examples/order/order.asl.json:40:11)
    pub(super) fn row_price_item() -> &'static StateInfo<State> {
        &StateInfo {
            name: "PriceItem",
            kind: StateKind::Task,
            line: 40,
            column: 11,
            parent: Some(State::PriceItems),
            keep_input: true,
            work: Work::Task(TaskWork {
                number: 0,
                timeout: Limit::Seconds(60),
                ..TaskWork::PLAIN
            }),
            retry: &[
                Retrier {
                    errors: &["Prices.Busy"],
                    interval_seconds: 1,
                    max_attempts: 2,
                    backoff_rate: 2.0,
                    max_delay_seconds: None,
                    jitter: Jitter::None,
                },
            ],
            ..StateInfo::PLAIN
        }
    }
    /// `Prepare`: a Parallel of 2 branches (examples/order/order.asl.json:58:5)
    pub(super) fn row_prepare() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Prepare",
            kind: StateKind::Parallel,
            line: 58,
            column: 5,
            successors: &[State::CheckRisk, State::Backorder],
            keep_input: true,
            work: Work::Parallel {
                first: 1,
                count: 2,
            },
            result_selector: Some(
                Template::Object(
                    &[
                        (
                            "reservation",
                            Template::Path(
                                &Path {
                                    text: "$[0]",
                                    root: Root::Data,
                                    steps: &[Seg::Index(0)],
                                },
                            ),
                        ),
                        (
                            "risk",
                            Template::Path(
                                &Path {
                                    text: "$[1].score",
                                    root: Root::Data,
                                    steps: &[Seg::Index(1), Seg::Key("score")],
                                },
                            ),
                        ),
                    ],
                ),
            ),
            result_path: Placement::Key("prepared"),
            next: Some(State::CheckRisk),
            catch: &[
                Catcher {
                    errors: &["Stock.Short"],
                    next: State::Backorder,
                    result_path: Placement::Key("shortage"),
                    assign: &[],
                },
            ],
            ..StateInfo::PLAIN
        }
    }
    /// `ReserveStock`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:reserve-stock`, 10 s for an attempt (examples/order/order.asl.json:64:13)
    pub(super) fn row_reserve_stock() -> &'static StateInfo<State> {
        &StateInfo {
            name: "ReserveStock",
            kind: StateKind::Task,
            line: 64,
            column: 13,
            parent: Some(State::Prepare),
            work: Work::Task(TaskWork {
                number: 1,
                timeout: Limit::Seconds(10),
                ..TaskWork::PLAIN
            }),
            ..StateInfo::PLAIN
        }
    }
    /// `ScoreRisk`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:score-risk`, 60 s for an attempt (examples/order/order.asl.json:75:13)
    pub(super) fn row_score_risk() -> &'static StateInfo<State> {
        &StateInfo {
            name: "ScoreRisk",
            kind: StateKind::Task,
            line: 75,
            column: 13,
            parent: Some(State::Prepare),
            successors: &[State::RiskScored],
            input_path: Select::Path(
                &Path {
                    text: "$.customer",
                    root: Root::Data,
                    steps: &[Seg::Key("customer")],
                },
            ),
            work: Work::Task(TaskWork {
                number: 2,
                timeout: Limit::Seconds(60),
                ..TaskWork::PLAIN
            }),
            next: Some(State::RiskScored),
            ..StateInfo::PLAIN
        }
    }
    /// `RiskScored`: a Succeed state (examples/order/order.asl.json:81:13)
    pub(super) fn row_risk_scored() -> &'static StateInfo<State> {
        &StateInfo {
            name: "RiskScored",
            kind: StateKind::Succeed,
            line: 81,
            column: 13,
            parent: Some(State::Prepare),
            work: Work::Succeed,
            ..StateInfo::PLAIN
        }
    }
    /// `Backorder`: waits 2 s (examples/order/order.asl.json:99:5)
    pub(super) fn row_backorder() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Backorder",
            kind: StateKind::Wait,
            line: 99,
            column: 5,
            successors: &[State::Restocked],
            work: Work::Wait(Delay::Seconds(2)),
            next: Some(State::Restocked),
            ..StateInfo::PLAIN
        }
    }
    /// `Restocked`: a Pass state (examples/order/order.asl.json:104:5)
    pub(super) fn row_restocked() -> &'static StateInfo<State> {
        static RESULT: Constant = Constant::new(
            &Template::Object(
                &[
                    (
                        "reservation",
                        Template::Object(&[("shelf", Template::Str("backorder"))]),
                    ),
                    ("risk", Template::Int(0)),
                ],
            ),
        );
        static ROW: StateInfo<State> = StateInfo {
            name: "Restocked",
            line: 104,
            column: 5,
            successors: &[State::CheckRisk],
            work: Work::Result(Template::Constant(&RESULT)),
            result_path: Placement::Key("prepared"),
            next: Some(State::CheckRisk),
            ..StateInfo::PLAIN
        };
        &ROW
    }
    /// `CheckRisk`: a Choice state (examples/order/order.asl.json:110:5)
    pub(super) fn row_check_risk() -> &'static StateInfo<State> {
        &StateInfo {
            name: "CheckRisk",
            kind: StateKind::Choice,
            line: 110,
            column: 5,
            successors: &[State::TooRisky, State::ChargeCard],
            work: Work::Choose(choose_check_risk),
            ..StateInfo::PLAIN
        }
    }
    /// Where `CheckRisk` leads, by its input
    fn choose_check_risk(visit: &Visit<'_>, input: &Value) -> Result<State, Failure> {
        let test = visit.tests(input);
        if test
            .number(
                &Path {
                    text: "$.prepared.risk",
                    root: Root::Data,
                    steps: &[Seg::Key("prepared"), Seg::Key("risk")],
                },
                Relation::GreaterEqual,
                Num::Int(80),
            )?
        {
            return Ok(State::TooRisky);
        }
        Ok(State::ChargeCard)
    }
    /// `ChargeCard`: a Task that runs `charge-card`, 30 s for an attempt (examples/order/order.asl.json:121:5)
    pub(super) fn row_charge_card() -> &'static StateInfo<State> {
        &StateInfo {
            name: "ChargeCard",
            kind: StateKind::Task,
            line: 121,
            column: 5,
            successors: &[State::Receipt, State::PaymentDeclined],
            keep_input: true,
            parameters: Some(
                Template::Object(
                    &[
                        ("FunctionName", Template::Str("charge-card")),
                        ("customer", Template::Keys(&["customer", "id"])),
                        ("currency", Template::Keys(&["currency"])),
                        ("lines", Template::Keys(&["lines"])),
                    ],
                ),
            ),
            work: Work::Task(TaskWork {
                number: 3,
                timeout: Limit::Seconds(30),
                ..TaskWork::PLAIN
            }),
            result_path: Placement::Key("payment"),
            next: Some(State::Receipt),
            retry: &[
                Retrier {
                    errors: &["Gateway.Busy", "States.Timeout"],
                    interval_seconds: 1,
                    max_attempts: 3,
                    backoff_rate: 2.0,
                    max_delay_seconds: Some(5),
                    jitter: Jitter::None,
                },
            ],
            catch: &[
                Catcher {
                    errors: &["Gateway.Declined"],
                    next: State::PaymentDeclined,
                    result_path: Placement::Key("problem"),
                    assign: &[],
                },
            ],
            ..StateInfo::PLAIN
        }
    }
    /// `Receipt`: a Pass state (examples/order/order.asl.json:150:5)
    pub(super) fn row_receipt() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Receipt",
            line: 150,
            column: 5,
            successors: &[State::Done],
            parameters: Some(
                Template::Object(
                    &[
                        ("order", Template::Keys(&["id"])),
                        ("customer", Template::Keys(&["customer", "name"])),
                        ("paid", Template::Keys(&["payment"])),
                        ("lines", Template::Keys(&["lines"])),
                        ("shelf", Template::Keys(&["prepared", "reservation", "shelf"])),
                    ],
                ),
            ),
            next: Some(State::Done),
            ..StateInfo::PLAIN
        }
    }
    /// `Done`: a Succeed state (examples/order/order.asl.json:161:5)
    pub(super) fn row_done() -> &'static StateInfo<State> {
        &StateInfo {
            name: "Done",
            kind: StateKind::Succeed,
            line: 161,
            column: 5,
            work: Work::Succeed,
            ..StateInfo::PLAIN
        }
    }
    /// `EmptyOrder`: a Fail state (examples/order/order.asl.json:162:5)
    pub(super) fn row_empty_order() -> &'static StateInfo<State> {
        &StateInfo {
            name: "EmptyOrder",
            kind: StateKind::Fail,
            line: 162,
            column: 5,
            work: Work::Fail(
                Message::Text("Order.Empty"),
                Some(Message::Text("an order needs at least one item")),
            ),
            ..StateInfo::PLAIN
        }
    }
    /// `TooRisky`: a Fail state (examples/order/order.asl.json:167:5)
    pub(super) fn row_too_risky() -> &'static StateInfo<State> {
        &StateInfo {
            name: "TooRisky",
            kind: StateKind::Fail,
            line: 167,
            column: 5,
            work: Work::Fail(
                Message::Text("Order.TooRisky"),
                Some(Message::Text("the risk score is 80 or more")),
            ),
            ..StateInfo::PLAIN
        }
    }
    /// `PaymentDeclined`: a Fail state (examples/order/order.asl.json:172:5)
    pub(super) fn row_payment_declined() -> &'static StateInfo<State> {
        &StateInfo {
            name: "PaymentDeclined",
            kind: StateKind::Fail,
            line: 172,
            column: 5,
            work: Work::Fail(
                Message::Text("Order.PaymentDeclined"),
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
