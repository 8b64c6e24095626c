use ::asl_runtime::__private as rt;
rt::abi!(1);
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
    fn call<'a>(
        tasks: &'a T,
        task: u32,
        cx: rt::TaskContext,
        input: rt::Value,
    ) -> rt::BoxFuture<'a, ::core::result::Result<rt::Value, rt::TaskError>> {
        match task {
            0 => {
                rt::boxed(async move {
                    let input = rt::task_input::<io::PriceItemInput>(input)?;
                    rt::task_output::<
                        io::PriceItemOutput,
                    >(<T as Tasks>::price_item(tasks, &cx, input).await)
                })
            }
            1 => {
                rt::boxed(async move {
                    let input = rt::task_input::<io::ReserveStockInput>(input)?;
                    rt::task_output::<
                        io::ReserveStockOutput,
                    >(<T as Tasks>::reserve_stock(tasks, &cx, input).await)
                })
            }
            2 => {
                rt::boxed(async move {
                    let input = rt::task_input::<io::ScoreRiskInput>(input)?;
                    rt::task_output::<
                        io::ScoreRiskOutput,
                    >(<T as Tasks>::score_risk(tasks, &cx, input).await)
                })
            }
            3 => {
                rt::boxed(async move {
                    let input = rt::task_input::<io::ChargeCardInput>(input)?;
                    rt::task_output::<
                        io::ChargeCardOutput,
                    >(<T as Tasks>::charge_card(tasks, &cx, input).await)
                })
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
            State::Received => flow::enter_received(visit, input),
            State::HasItems => flow::enter_has_items(visit, input),
            State::PriceItems => flow::enter_price_items(visit, input),
            State::PriceItem => flow::enter_price_item(visit, input),
            State::Prepare => flow::enter_prepare(visit, input),
            State::ReserveStock => flow::enter_reserve_stock(visit, input),
            State::ScoreRisk => flow::enter_score_risk(visit, input),
            State::RiskScored => flow::enter_risk_scored(visit, input),
            State::Backorder => flow::enter_backorder(visit, input),
            State::Restocked => flow::enter_restocked(visit, input),
            State::CheckRisk => flow::enter_check_risk(visit, input),
            State::ChargeCard => flow::enter_charge_card(visit, input),
            State::Receipt => flow::enter_receipt(visit, input),
            State::Done => flow::enter_done(visit, input),
            State::EmptyOrder => flow::enter_empty_order(visit, input),
            State::TooRisky => flow::enter_too_risky(visit, input),
            State::PaymentDeclined => flow::enter_payment_declined(visit, input),
        }
    }
    fn leave(
        state: State,
        visit: &rt::Visit<'_>,
        input: rt::Value,
        result: rt::Value,
    ) -> rt::Step<State> {
        match state {
            State::PriceItems => flow::leave_price_items(visit, input, result),
            State::PriceItem => flow::leave_price_item(visit, input, result),
            State::Prepare => flow::leave_prepare(visit, input, result),
            State::ReserveStock => flow::leave_reserve_stock(visit, input, result),
            State::ScoreRisk => flow::leave_score_risk(visit, input, result),
            State::Backorder => flow::leave_backorder(visit, input, result),
            State::ChargeCard => flow::leave_charge_card(visit, input, result),
            _ => rt::no_result(state),
        }
    }
}
mod flow {
    #[allow(unused_imports)]
    use super::rt::flow::*;
    use super::State;
    pub(super) static STATES: [StateInfo<State>; 17] = [
        StateInfo {
            successors: &[State::HasItems],
            ..StateInfo::plain(State::Received, "Received", StateKind::Pass, 6, 5)
        },
        StateInfo {
            successors: &[State::PriceItems, State::EmptyOrder],
            ..StateInfo::plain(State::HasItems, "HasItems", StateKind::Choice, 15, 5)
        },
        StateInfo {
            successors: &[State::Prepare],
            keep_input: true,
            ..StateInfo::plain(State::PriceItems, "PriceItems", StateKind::Map, 28, 5)
        },
        StateInfo {
            parent: Some(State::PriceItems),
            keep_input: true,
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
            ..StateInfo::plain(State::PriceItem, "PriceItem", StateKind::Task, 40, 11)
        },
        StateInfo {
            successors: &[State::CheckRisk, State::Backorder],
            keep_input: true,
            catch: &[
                Catcher {
                    errors: &["Stock.Short"],
                    next: State::Backorder,
                    result_path: Placement::at("$.shortage", &[Seg::Key("shortage")]),
                    assign: &[],
                },
            ],
            ..StateInfo::plain(State::Prepare, "Prepare", StateKind::Parallel, 58, 5)
        },
        StateInfo {
            parent: Some(State::Prepare),
            ..StateInfo::plain(
                State::ReserveStock,
                "ReserveStock",
                StateKind::Task,
                64,
                13,
            )
        },
        StateInfo {
            parent: Some(State::Prepare),
            successors: &[State::RiskScored],
            ..StateInfo::plain(State::ScoreRisk, "ScoreRisk", StateKind::Task, 75, 13)
        },
        StateInfo {
            parent: Some(State::Prepare),
            ..StateInfo::plain(
                State::RiskScored,
                "RiskScored",
                StateKind::Succeed,
                81,
                13,
            )
        },
        StateInfo {
            successors: &[State::Restocked],
            ..StateInfo::plain(State::Backorder, "Backorder", StateKind::Wait, 99, 5)
        },
        StateInfo {
            successors: &[State::CheckRisk],
            ..StateInfo::plain(State::Restocked, "Restocked", StateKind::Pass, 104, 5)
        },
        StateInfo {
            successors: &[State::TooRisky, State::ChargeCard],
            ..StateInfo::plain(State::CheckRisk, "CheckRisk", StateKind::Choice, 110, 5)
        },
        StateInfo {
            successors: &[State::Receipt, State::PaymentDeclined],
            keep_input: true,
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
                    result_path: Placement::at("$.problem", &[Seg::Key("problem")]),
                    assign: &[],
                },
            ],
            ..StateInfo::plain(State::ChargeCard, "ChargeCard", StateKind::Task, 121, 5)
        },
        StateInfo {
            successors: &[State::Done],
            ..StateInfo::plain(State::Receipt, "Receipt", StateKind::Pass, 150, 5)
        },
        StateInfo::plain(State::Done, "Done", StateKind::Succeed, 161, 5),
        StateInfo::plain(State::EmptyOrder, "EmptyOrder", StateKind::Fail, 162, 5),
        StateInfo::plain(State::TooRisky, "TooRisky", StateKind::Fail, 167, 5),
        StateInfo::plain(
            State::PaymentDeclined,
            "PaymentDeclined",
            StateKind::Fail,
            172,
            5,
        ),
    ];
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
    pub(super) fn enter_received(visit: &Visit<'_>, input: Value) -> Step<State> {
        static PARAMETERS: Template = Template::Object(
            &[
                (
                    "execution",
                    Template::Path(
                        &Path::context(
                            "$$.Execution.Name",
                            &[Seg::Key("Execution"), Seg::Key("Name")],
                        ),
                    ),
                ),
                ("channel", Template::Str("web")),
            ],
        );
        const RESULT_PATH: Placement = Placement::at("$.meta", &[Seg::Key("meta")]);
        let result = visit.template("Parameters", &PARAMETERS, &input)?;
        let output = visit.place(&RESULT_PATH, input, result)?;
        Ok(Effect::Next {
            state: State::HasItems,
            output,
        })
    }
    /// `HasItems`: a Choice state (examples/order/order.asl.json:15:5)
    pub(super) fn enter_has_items(visit: &Visit<'_>, input: Value) -> Step<State> {
        let test = visit.tests(&input);
        let state = 'choice: {
            if test
                .is_present(
                    &Path::data("$.items[0]", &[Seg::Key("items"), Seg::Index(0)]),
                    true,
                )?
                && test
                    .number(
                        &Path::data(
                            "$.items[0].quantity",
                            &[Seg::Key("items"), Seg::Index(0), Seg::Key("quantity")],
                        ),
                        Relation::Greater,
                        Num::Int(0),
                    )?
            {
                break 'choice State::PriceItems;
            }
            State::EmptyOrder
        };
        Ok(Effect::Next {
            state,
            output: input,
        })
    }
    /// `PriceItems`: a Map state (examples/order/order.asl.json:28:5)
    pub(super) fn enter_price_items(visit: &Visit<'_>, input: Value) -> Step<State> {
        const ITEMS_PATH: Path = Path::data("$.items", &[Seg::Key("items")]);
        static ITEM_SELECTOR: Template = Template::Object(
            &[
                (
                    "line",
                    Template::Path(
                        &Path::context(
                            "$$.Map.Item.Index",
                            &[Seg::Key("Map"), Seg::Key("Item"), Seg::Key("Index")],
                        ),
                    ),
                ),
                (
                    "item",
                    Template::Path(
                        &Path::context(
                            "$$.Map.Item.Value",
                            &[Seg::Key("Map"), Seg::Key("Item"), Seg::Key("Value")],
                        ),
                    ),
                ),
                (
                    "currency",
                    Template::Path(&Path::data("$.currency", &[Seg::Key("currency")])),
                ),
            ],
        );
        let items = visit.items_path(&ITEMS_PATH, input.clone())?;
        visit
            .items(
                0,
                items,
                4,
                |visit| { visit.template("ItemSelector", &ITEM_SELECTOR, &input) },
            )
    }
    /// `PriceItems`, with the result of its work
    pub(super) fn leave_price_items(
        visit: &Visit<'_>,
        input: Value,
        result: Value,
    ) -> Step<State> {
        const RESULT_PATH: Placement = Placement::at("$.lines", &[Seg::Key("lines")]);
        let output = visit.place(&RESULT_PATH, input, result)?;
        Ok(Effect::Next {
            state: State::Prepare,
            output,
        })
    }
    /// `PriceItem`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:price-item`, 60 s for an attempt (examples/order/order.asl.json:40:11)
    pub(super) fn enter_price_item(visit: &Visit<'_>, input: Value) -> Step<State> {
        visit.task(0, input, Some(Duration::from_secs(60)), None)
    }
    /// `PriceItem`, with the result of its work
    pub(super) fn leave_price_item(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Finish(result))
    }
    /// `Prepare`: a Parallel of 2 branches (examples/order/order.asl.json:58:5)
    pub(super) fn enter_prepare(visit: &Visit<'_>, input: Value) -> Step<State> {
        Ok(visit.branches(input, 1, 2))
    }
    /// `Prepare`, with the result of its work
    pub(super) fn leave_prepare(
        visit: &Visit<'_>,
        input: Value,
        result: Value,
    ) -> Step<State> {
        static RESULT_SELECTOR: Template = Template::Object(
            &[
                ("reservation", Template::Path(&Path::data("$[0]", &[Seg::Index(0)]))),
                (
                    "risk",
                    Template::Path(
                        &Path::data("$[1].score", &[Seg::Index(1), Seg::Key("score")]),
                    ),
                ),
            ],
        );
        const RESULT_PATH: Placement = Placement::at(
            "$.prepared",
            &[Seg::Key("prepared")],
        );
        let selected = visit.template("ResultSelector", &RESULT_SELECTOR, &result)?;
        let output = visit.place(&RESULT_PATH, input, selected)?;
        Ok(Effect::Next {
            state: State::CheckRisk,
            output,
        })
    }
    /// `ReserveStock`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:reserve-stock`, 10 s for an attempt (examples/order/order.asl.json:64:13)
    pub(super) fn enter_reserve_stock(visit: &Visit<'_>, input: Value) -> Step<State> {
        visit.task(1, input, Some(Duration::from_secs(10)), None)
    }
    /// `ReserveStock`, with the result of its work
    pub(super) fn leave_reserve_stock(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Finish(result))
    }
    /// `ScoreRisk`: a Task that runs `arn:aws:lambda:eu-west-1:123456789012:function:score-risk`, 60 s for an attempt (examples/order/order.asl.json:75:13)
    pub(super) fn enter_score_risk(visit: &Visit<'_>, input: Value) -> Step<State> {
        const INPUT_PATH: Path = Path::data("$.customer", &[Seg::Key("customer")]);
        let input = visit.input_path(&INPUT_PATH, input)?;
        visit.task(2, input, Some(Duration::from_secs(60)), None)
    }
    /// `ScoreRisk`, with the result of its work
    pub(super) fn leave_score_risk(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Next {
            state: State::RiskScored,
            output: result,
        })
    }
    /// `RiskScored`: a Succeed state (examples/order/order.asl.json:81:13)
    pub(super) fn enter_risk_scored(_visit: &Visit<'_>, input: Value) -> Step<State> {
        Ok(Effect::Finish(input))
    }
    /// `Backorder`: waits 2 s (examples/order/order.asl.json:99:5)
    pub(super) fn enter_backorder(_visit: &Visit<'_>, input: Value) -> Step<State> {
        let wait = Wait::For(Duration::from_secs(2));
        Ok(Effect::Wait {
            wait,
            document: input,
        })
    }
    /// `Backorder`, with the result of its work
    pub(super) fn leave_backorder(
        _visit: &Visit<'_>,
        _input: Value,
        result: Value,
    ) -> Step<State> {
        Ok(Effect::Next {
            state: State::Restocked,
            output: result,
        })
    }
    /// `Restocked`: a Pass state (examples/order/order.asl.json:104:5)
    pub(super) fn enter_restocked(visit: &Visit<'_>, input: Value) -> Step<State> {
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
        const RESULT_PATH: Placement = Placement::at(
            "$.prepared",
            &[Seg::Key("prepared")],
        );
        let result = RESULT.get();
        let output = visit.place(&RESULT_PATH, input, result)?;
        Ok(Effect::Next {
            state: State::CheckRisk,
            output,
        })
    }
    /// `CheckRisk`: a Choice state (examples/order/order.asl.json:110:5)
    pub(super) fn enter_check_risk(visit: &Visit<'_>, input: Value) -> Step<State> {
        let test = visit.tests(&input);
        let state = 'choice: {
            if test
                .number(
                    &Path::data(
                        "$.prepared.risk",
                        &[Seg::Key("prepared"), Seg::Key("risk")],
                    ),
                    Relation::GreaterEqual,
                    Num::Int(80),
                )?
            {
                break 'choice State::TooRisky;
            }
            State::ChargeCard
        };
        Ok(Effect::Next {
            state,
            output: input,
        })
    }
    /// `ChargeCard`: a Task that runs `charge-card`, 30 s for an attempt (examples/order/order.asl.json:121:5)
    pub(super) fn enter_charge_card(visit: &Visit<'_>, input: Value) -> Step<State> {
        static PARAMETERS: Template = Template::Object(
            &[
                ("FunctionName", Template::Str("charge-card")),
                (
                    "customer",
                    Template::Path(
                        &Path::data(
                            "$.customer.id",
                            &[Seg::Key("customer"), Seg::Key("id")],
                        ),
                    ),
                ),
                (
                    "currency",
                    Template::Path(&Path::data("$.currency", &[Seg::Key("currency")])),
                ),
                ("lines", Template::Path(&Path::data("$.lines", &[Seg::Key("lines")]))),
            ],
        );
        let input = visit.template("Parameters", &PARAMETERS, &input)?;
        visit.task(3, input, Some(Duration::from_secs(30)), None)
    }
    /// `ChargeCard`, with the result of its work
    pub(super) fn leave_charge_card(
        visit: &Visit<'_>,
        input: Value,
        result: Value,
    ) -> Step<State> {
        const RESULT_PATH: Placement = Placement::at(
            "$.payment",
            &[Seg::Key("payment")],
        );
        let output = visit.place(&RESULT_PATH, input, result)?;
        Ok(Effect::Next {
            state: State::Receipt,
            output,
        })
    }
    /// `Receipt`: a Pass state (examples/order/order.asl.json:150:5)
    pub(super) fn enter_receipt(visit: &Visit<'_>, input: Value) -> Step<State> {
        static PARAMETERS: Template = Template::Object(
            &[
                ("order", Template::Path(&Path::data("$.id", &[Seg::Key("id")]))),
                (
                    "customer",
                    Template::Path(
                        &Path::data(
                            "$.customer.name",
                            &[Seg::Key("customer"), Seg::Key("name")],
                        ),
                    ),
                ),
                (
                    "paid",
                    Template::Path(&Path::data("$.payment", &[Seg::Key("payment")])),
                ),
                ("lines", Template::Path(&Path::data("$.lines", &[Seg::Key("lines")]))),
                (
                    "shelf",
                    Template::Path(
                        &Path::data(
                            "$.prepared.reservation.shelf",
                            &[
                                Seg::Key("prepared"),
                                Seg::Key("reservation"),
                                Seg::Key("shelf"),
                            ],
                        ),
                    ),
                ),
            ],
        );
        let result = visit.template("Parameters", &PARAMETERS, &input)?;
        Ok(Effect::Next {
            state: State::Done,
            output: result,
        })
    }
    /// `Done`: a Succeed state (examples/order/order.asl.json:161:5)
    pub(super) fn enter_done(_visit: &Visit<'_>, input: Value) -> Step<State> {
        Ok(Effect::Finish(input))
    }
    /// `EmptyOrder`: a Fail state (examples/order/order.asl.json:162:5)
    pub(super) fn enter_empty_order(_visit: &Visit<'_>, _input: Value) -> Step<State> {
        Err(
            Failure::new(
                Text::from_static("Order.Empty"),
                Some(Text::from_static("an order needs at least one item")),
            ),
        )
    }
    /// `TooRisky`: a Fail state (examples/order/order.asl.json:167:5)
    pub(super) fn enter_too_risky(_visit: &Visit<'_>, _input: Value) -> Step<State> {
        Err(
            Failure::new(
                Text::from_static("Order.TooRisky"),
                Some(Text::from_static("the risk score is 80 or more")),
            ),
        )
    }
    /// `PaymentDeclined`: a Fail state (examples/order/order.asl.json:172:5)
    pub(super) fn enter_payment_declined(
        visit: &Visit<'_>,
        input: Value,
    ) -> Step<State> {
        const CAUSE_PATH: Path = Path::data(
            "$.problem.Cause",
            &[Seg::Key("problem"), Seg::Key("Cause")],
        );
        Err(
            Failure::new(
                Text::from_static("Order.PaymentDeclined"),
                Some(visit.text(&CAUSE_PATH, &input, "CausePath")?),
            ),
        )
    }
}
