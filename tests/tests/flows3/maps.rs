//! Map states: section 26.

use asl_runtime::{ItemSource, ReadRequest, TaskContext, TaskError, Value, WriteRequest};

use super::support::{World, fails, flow, gives, json};

machines! { maps = "flows/more/maps.asl.json", tasks = [work]; }

/// Rows as a reader of CSV text gives them; more than are asked for.
fn rows() -> Value {
    json!([{"id": "1", "note": ""}, {"id": "2", "note": "x"}, {"id": "3", "note": "y"}])
}

impl maps::Items for World {
    async fn read_read(
        &self,
        _: &TaskContext,
        request: ReadRequest,
    ) -> Result<ItemSource, TaskError> {
        assert_eq!(request.max_items, Some(2));
        assert_eq!(
            request.config,
            json!({"InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW"})
        );
        Ok(rows().into())
    }

    async fn write_read(&self, _: &TaskContext, request: WriteRequest) -> Result<Value, TaskError> {
        Ok(json!({"MapRunArn": "run", "wrote": request.results}))
    }
}

#[tokio::test(start_paused = true)]
async fn map_16_34_71_what_a_reader_gives_is_taken_and_what_a_writer_gives_is_the_result() {
    flow(maps::run(World::new(), json!({"case": "read"})))
        .await
        .gives(json!({
            "case": "read",
            "written": {
                "MapRunArn": "run",
                "wrote": [{"id": "1", "note": ""}, {"id": "2", "note": "x"}]
            }
        }));
}

#[tokio::test(start_paused = true)]
async fn map_1_an_iteration_per_item_at_the_same_time() {
    let world = World::new().by("D", |item| gives(item.clone()).after(2.0));
    flow(maps::run(
        &world,
        json!({"case": "at once", "items": [3, 1, 2]}),
    ))
    .await
    .gives(json!([3, 1, 2]))
    .took(2.0);
    assert_eq!(world.most_running(), 3);
    assert_eq!(world.calls_of("E").len(), 3);
}

const EXCEEDED: &str = "States.ExceedToleratedFailureThreshold";

fn picky(state: &'static str) -> World {
    World::new().by(state, |item| match item.as_str() {
        Some(_) => fails("E"),
        None => gives(item.clone()),
    })
}

#[tokio::test(start_paused = true)]
async fn map_54_tolerance_by_count_percentage_and_path() {
    let count = |items: Value| {
        flow(maps::run(
            picky("A"),
            json!({"case": "count", "items": items}),
        ))
    };
    count(json!(["x", 2]))
        .await
        .gives(json!([{"Error": "E"}, 2]));
    count(json!(["x", "y"])).await.reports(EXCEEDED);

    let percentage = |items: Value| {
        flow(maps::run(
            picky("B"),
            json!({"case": "percentage", "items": items}),
        ))
    };
    let eighth = json!(["x", 1, 2, 3, 4, 5, 6, 7]);
    percentage(eighth)
        .await
        .gives(json!([{"Error": "E"}, 1, 2, 3, 4, 5, 6, 7]));
    percentage(json!(["x", 1, 2, 3, 4, 5, 6]))
        .await
        .reports(EXCEEDED);

    let path = |count: u32| {
        let input = json!({"case": "none", "count": count, "items": ["x", "y", 3]});
        flow(maps::run(picky("C"), input))
    };
    path(2)
        .await
        .gives(json!([{"Error": "E"}, {"Error": "E"}, 3]));
    path(1).await.reports(EXCEEDED);
    path(0).await.reports(EXCEEDED);
}
