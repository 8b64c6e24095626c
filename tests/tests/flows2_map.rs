//! Map states in full: tolerated failures, batches, child executions, readers and writers
//! (section 26). The definitions stand in `flows/map2`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::sync::Mutex;
use std::time::Duration;

use asl_runtime::{
    ExecutionError, ItemSource, ReadRequest, StateId, TaskContext, TaskError, Value, WriteRequest,
    asl_machine, json,
};
use tokio::time::{Instant, sleep};

asl_machine!(mod tolerance = "flows/map2/tolerance.asl.json");
asl_machine!(mod batches = "flows/map2/batches.asl.json");
asl_machine!(mod context = "flows/map2/context.asl.json", dialect = aws);
asl_machine!(mod transfer = "flows/map2/transfer.asl.json", dialect = aws);
asl_machine!(mod items_path = "flows/map2/items_path.asl.json");
asl_machine!(mod members = "flows/map2/members.asl.json", dialect = aws);
asl_machine!(mod flatten = "flows/map2/flatten.asl.json", dialect = aws);
asl_machine!(mod numbers = "flows/map2/numbers.asl.json", dialect = aws);
asl_machine!(mod numbers_in_asl = "flows/map2/numbers.asl.json");
asl_machine!(mod ceiling = "flows/map2/inline_ceiling.asl.json", dialect = aws);
asl_machine!(mod no_ceiling = "flows/map2/inline_ceiling.asl.json");

/// Error Name, Cause and state.
type Failed = (String, String, String);

fn failed<S: StateId>(result: Result<Value, ExecutionError<S>>) -> Failed {
    let error = result.unwrap_err();
    (
        error.error_name().unwrap_or_default().to_owned(),
        error.cause().unwrap_or_default().to_owned(),
        error
            .state()
            .map(|state| state.to_string())
            .unwrap_or_default(),
    )
}

/// Fails where its input is, or holds, a string: the name of the error.
struct Picky;

impl tolerance::Tasks for Picky {
    async fn work(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let batch = input.get("Items").and_then(Value::as_array);
        let bad = match batch {
            Some(items) => items.iter().find_map(Value::as_str),
            None => input.as_str(),
        };
        match bad {
            Some(name) => Err(TaskError::new(name.to_owned(), "bad item")),
            None => Ok(input),
        }
    }
}

const EXCEEDED: &str = "States.ExceedToleratedFailureThreshold";
const CAUSE: &str = "The specified tolerated failure threshold was exceeded";

#[tokio::test(start_paused = true)]
async fn map_57_a_tolerated_failure_stands_in_its_place() {
    let input = json!({"by": "count", "items": [1, "E", 3]});
    let output = tolerance::run(Picky, input).await.unwrap();
    assert_eq!(output, json!([1, {"Error": "E", "Cause": "bad item"}, 3]));
}

#[tokio::test(start_paused = true)]
async fn map_55_56_one_failure_too_many_is_catchable() {
    let input = json!({"by": "count", "items": ["E", 2, "F", 4]});
    let output = tolerance::run(Picky, input).await.unwrap();
    assert_eq!(output, json!({"Error": EXCEEDED, "Cause": CAUSE}));
}

#[tokio::test(start_paused = true)]
async fn map_55_percentage_of_all_items() {
    let run = |items| tolerance::run(Picky, json!({"by": "percentage", "items": items}));
    let half = run(json!([1, "E", "F", 4])).await.unwrap();
    assert_eq!(half[1]["Error"], "E");
    assert_eq!(half[2]["Error"], "F");
    let more = run(json!([1, "E", "F"])).await;
    let expected = (
        EXCEEDED.to_owned(),
        CAUSE.to_owned(),
        "Percentage".to_owned(),
    );
    assert_eq!(failed(more), expected);
    assert_eq!(run(json!([])).await.unwrap(), json!([]));
}

#[tokio::test(start_paused = true)]
async fn map_55_the_lower_of_two_thresholds_behind_paths_decides() {
    let run = |count: u32, percentage: f64| {
        let input = json!({
            "by": "both", "items": [1, "E", "F", 4],
            "limit": 2, "count": count, "percentage": percentage
        });
        tolerance::run(Picky, input)
    };
    assert_eq!(run(2, 50.0).await.unwrap()[3], 4);
    assert_eq!(failed(run(1, 50.0).await).0, EXCEEDED);
    assert_eq!(failed(run(2, 49.9).await).0, EXCEEDED);
}

#[tokio::test(start_paused = true)]
async fn map_56_distributed_without_a_threshold_tolerates_nothing_under_its_own_name() {
    let run = |items| tolerance::run(Picky, json!({"by": "distributed", "items": items}));
    assert_eq!(run(json!([1, 2])).await.unwrap(), json!([1, 2]));
    let error = failed(run(json!([1, "E"])).await);
    let expected = (
        EXCEEDED.to_owned(),
        CAUSE.to_owned(),
        "Distributed".to_owned(),
    );
    assert_eq!(error, expected);
}

#[tokio::test(start_paused = true)]
async fn map_58_a_failed_batch_is_as_many_failed_items() {
    let run = |items| tolerance::run(Picky, json!({"by": "distributed count", "items": items}));
    let one = run(json!([1, "E", 3, 4, 5])).await.unwrap();
    assert_eq!(
        one,
        json!([{"Error": "E", "Cause": "bad item"}, {"Items": [3, 4]}, {"Items": [5]}])
    );
    // 2 and 1 items are 3, 2 and 2 are 4.
    assert!(run(json!([1, "E", 3, 4, "F"])).await.is_ok());
    assert_eq!(failed(run(json!([1, "E", 3, "F", 5])).await).0, EXCEEDED);
}

#[tokio::test(start_paused = true)]
async fn map_41_42_batches_by_items() {
    let run = |items| batches::run((), json!({"by": "items", "items": items}));
    assert_eq!(
        run(json!([1, 2, 3, 4, 5])).await.unwrap(),
        json!([{"Items": [1, 2]}, {"Items": [3, 4]}, {"Items": [5]}])
    );
    assert_eq!(run(json!([])).await.unwrap(), json!([]));
}

#[tokio::test(start_paused = true)]
async fn map_41_batches_by_bytes() {
    let run = |items| batches::run((), json!({"by": "bytes", "items": items}));
    // `{"Items":[111,2]}` has 17 bytes.
    assert_eq!(
        run(json!([111, 2, 3, 4, "é", 5, "much too long", 6]))
            .await
            .unwrap(),
        json!([
            {"Items": [111, 2]},
            {"Items": [3, 4]},
            {"Items": ["é"]},
            {"Items": [5]},
            {"Items": ["much too long"]},
            {"Items": [6]}
        ])
    );
}

#[tokio::test(start_paused = true)]
async fn map_10_20_43_selected_items_are_batched_with_the_batch_input() {
    let input = json!({
        "by": "both",
        "in": {"items": ["a", "b", "c"], "most": 2, "bytes": 10_000, "who": "me"}
    });
    let batch = json!({"who": "me", "fixed": true});
    assert_eq!(
        batches::run((), input).await.unwrap(),
        json!([
            {"BatchInput": (batch.clone()), "Items": [{"i": 0, "v": "a"}, {"i": 1, "v": "b"}]},
            {"BatchInput": batch, "Items": [{"i": 2, "v": "c"}]}
        ])
    );
}

#[tokio::test(start_paused = true)]
async fn map_4_ctx_2_7_a_child_execution_has_a_context_of_its_own() {
    let machine = context::Machine::new(()).execution_name("run");
    let output = machine.run(json!(["a", "b"])).await.unwrap();
    let far = &output["far"];
    let second = &far[1];
    assert_eq!(second["execution"]["Name"], "run/Outer[1]");
    assert_eq!(second["execution"]["Id"], "context/Far:run/Outer[1]");
    assert_eq!(second["execution"]["Input"], "b");
    assert_eq!(
        second["machine"],
        json!({"Id": "context/Far", "Name": "context/Far"})
    );
    assert_eq!(
        second["item"],
        json!({"Index": 1, "Value": "b", "Source": "STATE_DATA"})
    );
    // The second starts five seconds after the first, which starts with the execution around it.
    let seconds = |value: &Value| {
        let time = value["execution"]["StartTime"].as_str().unwrap();
        time[17..19].parse::<u32>().unwrap()
    };
    assert_eq!(seconds(&far[0]), seconds(&output));
    assert_eq!(seconds(second), (seconds(&far[0]) + 5) % 60);
    assert_eq!(output["execution"]["Name"], "run");
    assert_eq!(output["execution"]["Input"], json!(["a", "b"]));
    assert_eq!(output["machine"]["Name"], "context");
}

/// A store that notes what is asked of it.
#[derive(Default)]
struct Store {
    items: Value,
    /// How often reading fails before it does not.
    broken_reads: Mutex<u32>,
    broken_write: bool,
    log: Mutex<Vec<String>>,
}

impl Store {
    fn of(items: Value) -> Self {
        Self {
            items,
            ..Self::default()
        }
    }

    fn note(&self, line: String) {
        self.log.lock().unwrap().push(line);
    }
}

impl transfer::Tasks for Store {
    async fn work(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(json!([input, "done"]))
    }
}

impl transfer::Items for Store {
    async fn read_each(
        &self,
        cx: &TaskContext,
        request: ReadRequest,
    ) -> Result<ItemSource, TaskError> {
        let ReadRequest {
            parameters,
            config,
            max_items,
            ..
        } = request;
        let (key, resource) = (cx.idempotency_key(), cx.resource());
        self.note(format!(
            "{key} {resource} {parameters} {config} {max_items:?}"
        ));
        let mut broken = self.broken_reads.lock().unwrap();
        if *broken > 0 {
            *broken -= 1;
            return Err(TaskError::failed("CSV headers cannot contain duplicates."));
        }
        Ok(ItemSource::from(self.items.clone()))
    }

    async fn write_each(
        &self,
        cx: &TaskContext,
        request: WriteRequest,
    ) -> Result<Value, TaskError> {
        let WriteRequest {
            parameters,
            config,
            results,
            ..
        } = request;
        let (key, resource) = (cx.idempotency_key(), cx.resource());
        let results = json!(results);
        self.note(format!("{key} {resource} {parameters} {config} {results}"));
        if self.broken_write {
            return Err(TaskError::new("S3.Full", "no space"));
        }
        Ok(json!({"Key": "manifest.json"}))
    }
}

fn order() -> Value {
    json!({"in": {"bucket": "b", "most": 2}})
}

#[tokio::test(start_paused = true)]
async fn map_30_32_70_73_reader_and_writer() {
    let store = Store::of(json!([1, 2, 3]));
    let machine = transfer::Machine::new(&store).execution_name("run");
    let output = machine.run(order()).await.unwrap();
    assert_eq!(
        output,
        json!({"in": {"bucket": "b", "most": 2}, "written": {"Key": "manifest.json"}})
    );
    assert_eq!(
        *store.log.lock().unwrap(),
        [
            r#"run/Each#1/1/read_each arn:aws:states:::s3:getObject {"Bucket":"b"} {"InputType":"JSON"} Some(2)"#,
            r#"run/Each#1/1/write_each arn:aws:states:::s3:putObject {"Bucket":"b"} {"OutputType":"JSON","Transformation":"FLATTEN"} [1,"done",2,"done"]"#,
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn map_36_a_failing_reader_is_retried_and_caught() {
    let store = Store::of(json!([1]));
    *store.broken_reads.lock().unwrap() = 1;
    let began = Instant::now();
    let output = transfer::run(&store, order()).await.unwrap();
    assert_eq!(output["written"], json!({"Key": "manifest.json"}));
    assert_eq!(began.elapsed(), Duration::from_secs(3));

    *store.broken_reads.lock().unwrap() = 2;
    let output = transfer::run(&store, order()).await.unwrap();
    assert_eq!(
        output,
        json!({
            "Error": "States.ItemReaderFailed",
            "Cause": "CSV headers cannot contain duplicates."
        })
    );
}

#[tokio::test(start_paused = true)]
async fn map_35_data_that_is_no_collection() {
    for data in [json!("text"), json!(1), json!(null)] {
        let output = transfer::run(Store::of(data), order()).await.unwrap();
        assert_eq!(
            output,
            json!({
                "Error": "States.ItemReaderFailed",
                "Cause": "Attempting to map over non-iterable node."
            })
        );
    }
}

#[tokio::test(start_paused = true)]
async fn map_32_max_items_behind_a_path() {
    let run = |most: Value| {
        let input = json!({"in": {"bucket": "b", "most": most}});
        async move {
            let store = Store::of(json!([1, 2, 3]));
            let result = transfer::run(&store, input).await;
            let log = store.log.into_inner().unwrap();
            (result, log)
        }
    };
    for unlimited in [json!(0), json!(100_000_001), json!("3")] {
        let (result, log) = run(unlimited).await;
        assert!(result.is_ok());
        assert!(
            log[1].ends_with(r#"[1,"done",2,"done",3,"done"]"#),
            "{log:?}"
        );
    }
    let (result, log) = run(json!(-1)).await;
    assert_eq!(
        result.unwrap(),
        json!({"Error": "States.ItemReaderFailed", "Cause": "field MaxItems must be positive"})
    );
    assert!(log.is_empty());
    let (result, _) = run(json!(1.5)).await;
    let expected = "The MaxItemsPath field refers to value \"1.5\" which is not a valid integer: \
                    $.most";
    let (name, cause, _) = failed(result);
    assert_eq!(
        (name.as_str(), cause.as_str()),
        ("States.Runtime", expected)
    );
}

#[tokio::test(start_paused = true)]
async fn map_72_a_failing_writer_is_caught() {
    let store = Store {
        broken_write: true,
        ..Store::of(json!([1]))
    };
    let output = transfer::run(&store, order()).await.unwrap();
    assert_eq!(
        output,
        json!({"Error": "States.ResultWriterFailed", "Cause": "S3.Full: no space"})
    );
}

struct Table(Value);

impl items_path::Tasks for Table {}

impl items_path::Items for Table {
    async fn read_rows(
        &self,
        _: &TaskContext,
        request: ReadRequest,
    ) -> Result<ItemSource, TaskError> {
        assert_eq!(request.config, json!({}));
        assert_eq!(request.max_items, Some(2));
        sleep(Duration::from_secs(1)).await;
        Ok(json!({"rows": ["a", "b", "c"]}).into())
    }

    async fn read_members(&self, _: &TaskContext, _: ReadRequest) -> Result<ItemSource, TaskError> {
        sleep(Duration::from_secs(1)).await;
        Ok(self.0.clone().into())
    }
}

#[tokio::test(start_paused = true)]
async fn map_11_items_path_is_applied_to_what_is_read_in_asl() {
    let began = Instant::now();
    let output = items_path::run(Table(json!([7])), json!({"who": "me"})).await;
    assert_eq!(
        output.unwrap(),
        json!([
            [{"row": "a", "n": 0, "for": "me"}, {"row": "b", "n": 1, "for": "me"}],
            [7]
        ])
    );
    // Both branches read at the same time.
    assert_eq!(began.elapsed(), Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn map_15_an_object_is_no_set_of_items_in_asl() {
    let (name, cause, state) =
        failed(items_path::run(Table(json!({"a": 1})), json!({"who": 1})).await);
    assert_eq!(name, "States.ItemReaderFailed");
    assert_eq!(cause, "Attempting to map over non-iterable node.");
    assert_eq!(state, "Members");
}

impl members::Tasks for Table {}

impl members::Items for Table {
    async fn read_each(
        &self,
        _: &TaskContext,
        request: ReadRequest,
    ) -> Result<ItemSource, TaskError> {
        assert_eq!(request.max_items, None, "MAP-32: 0 is no limit");
        Ok(ItemSource::from(self.0.clone()).at("S3://b/k"))
    }
}

#[tokio::test(start_paused = true)]
async fn map_15_vary_25_members_of_an_object_are_items_in_aws() {
    let output = members::run(Table(json!({"z": 1, "a": [2]})), json!({})).await;
    assert_eq!(
        output.unwrap(),
        json!([
            {
                "input": {"Key": "z", "Value": 1},
                "item": {"Index": 0, "Key": "z", "Value": 1, "Source": "S3://b/k"}
            },
            {
                "input": {"Key": "a", "Value": [2]},
                "item": {"Index": 1, "Key": "a", "Value": [2], "Source": "S3://b/k"}
            }
        ])
    );
}

#[tokio::test(start_paused = true)]
async fn map_73_flatten_without_a_resource() {
    let output = flatten::run((), json!([[1, 2], 3, []])).await.unwrap();
    assert_eq!(output, json!([1, 2, 3]));
}

fn amounts() -> Value {
    json!({"items": [0, 1], "limit": 1, "count": 1, "percentage": 1.1, "most": 5})
}

#[tokio::test(start_paused = true)]
async fn map_60_values_behind_paths() {
    let cases = [
        ("limit", json!(-1), "MaxConcurrency cannot be negative."),
        (
            "limit",
            json!({}),
            "The MaxConcurrencyPath field refers to value \"{}\" which is not a valid integer: \
             $.limit",
        ),
        (
            "count",
            json!(-1),
            "ToleratedFailureCount cannot be negative.",
        ),
        (
            "count",
            json!("NoNumber"),
            "The ToleratedFailureCountPath field refers to value \"NoNumber\" which is not a \
             valid integer: $.count",
        ),
        (
            "percentage",
            json!(100.1),
            "ToleratedFailurePercentage must be between 0 and 100.",
        ),
        (
            "percentage",
            json!(-1.1),
            "ToleratedFailurePercentage must be between 0 and 100.",
        ),
        (
            "percentage",
            json!("NoNumber"),
            "The ToleratedFailurePercentagePath field refers to value \"NoNumber\" which is not \
             a valid float: $.percentage",
        ),
        ("most", json!(0), "MaxItemsPerBatch must be positive."),
    ];
    for (member, value, cause) in cases {
        let mut input = amounts();
        input.as_object_mut().unwrap().insert(member, &value);
        let error = failed(numbers::run((), input).await);
        let expected = (
            "States.Runtime".to_owned(),
            cause.to_owned(),
            "Each".to_owned(),
        );
        assert_eq!(error, expected, "{member} {value}");
    }
}

#[tokio::test(start_paused = true)]
async fn io_10_map_row_finds_its_items_before_its_limits() {
    let input = json!({"items": "none", "limit": -1, "count": 1, "percentage": 1.1, "most": 5});
    let (name, cause, _) = failed(numbers::run((), input).await);
    assert_eq!(name, "States.Runtime");
    assert_eq!(cause, "Reference path \"$.items\" must point to array.");
}

#[tokio::test(start_paused = true)]
async fn map_60_numbers_may_be_strings_in_aws_only() {
    let single = json!([{"Items": [0]}, {"Items": [1]}]);
    assert_eq!(numbers::run((), amounts()).await.unwrap(), single);
    let texts = json!({
        "items": [0, 1], "limit": "1", "count": "1", "percentage": "1.1", "most": "5"
    });
    assert_eq!(numbers::run((), texts.clone()).await.unwrap(), single);
    let (name, cause, _) = failed(numbers_in_asl::run((), texts).await);
    assert_eq!(name, "States.Runtime");
    assert!(
        cause.starts_with("The MaxConcurrencyPath field refers to value \"1\""),
        "{cause}"
    );
}

#[tokio::test(start_paused = true)]
async fn map_41_an_item_beyond_the_payload_limit_fits_no_batch_in_aws() {
    let input = |length: usize| {
        let mut input = amounts();
        let items = json!([("x".repeat(length))]);
        input.as_object_mut().unwrap().insert("items", items);
        input
    };
    // `{"Items":[""]}` has 14 bytes, and the state's output two more (LIM-1).
    assert!(numbers::run((), input(262_144 - 16)).await.is_ok());
    let (name, ..) = failed(numbers::run((), input(262_144 - 13)).await);
    assert_eq!(name, "States.DataLimitExceeded");
    assert!(
        numbers_in_asl::run((), input(262_144)).await.is_ok(),
        "LIM-10"
    );
}

struct Slow;

impl ceiling::Tasks for Slow {
    async fn work(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        sleep(Duration::from_secs(1)).await;
        Ok(json!(null))
    }
}

impl no_ceiling::Tasks for Slow {
    async fn work(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        ceiling::Tasks::work(self, cx, input).await
    }
}

#[tokio::test(start_paused = true)]
async fn lim_7_forty_iterations_at_once() {
    let items: Vec<u32> = (0..100).collect();
    let began = Instant::now();
    ceiling::run(Slow, json!(items.clone())).await.unwrap();
    assert_eq!(began.elapsed(), Duration::from_secs(3));
    let began = Instant::now();
    no_ceiling::run(Slow, json!(items)).await.unwrap();
    assert_eq!(began.elapsed(), Duration::from_secs(1));
}
