//! Map: section 26, inline.

use asl_runtime::Value;

use super::support::{Reply, World, echoes, fails_because, flow, gives, hangs, json};

machines! {
    each = "flows/map/each.asl.json", tasks = [work];
    sequential = "flows/map/sequential.asl.json", tasks = [work];
    two_at_once = "flows/map/two_at_once.asl.json", tasks = [work];
    unlimited = "flows/map/unlimited.asl.json", tasks = [work];
    iterator = "flows/map/iterator.asl.json";
    paths = "flows/map/paths.asl.json";
    nested = "flows/map/nested.asl.json";
    fail = "flows/map/fail.asl.json";
}

/// Gives the item after as many seconds as it says.
fn slow(item: &Value) -> Reply {
    echoes().after(item.as_f64().unwrap())
}

#[tokio::test(start_paused = true)]
async fn trace_7_and_map_51_sequential_in_item_order() {
    let world = World::new().by("Work", slow);
    flow(sequential::run(&world, json!([3, 1, 2])))
        .await
        .gives(json!([3, 1, 2]))
        .took(6.0);
    assert_eq!(world.inputs("Work"), [json!(3), json!(1), json!(2)]);
    assert_eq!(world.starts("Work"), [0.0, 3.0, 4.0]);
    assert_eq!(world.most_running(), 1);
}

#[tokio::test(start_paused = true)]
async fn trace_7_and_map_52_results_in_item_order_whatever_the_durations() {
    let world = World::new().by("Work", slow);
    flow(unlimited::run(&world, json!([3, 1, 2])))
        .await
        .gives(json!([3, 1, 2]))
        .took(3.0);
    let world = World::new().by("Work", slow);
    let items: Vec<_> = (0..50).map(|n| json!(50 - n)).collect();
    flow(each::run(&world, Value::from(items.clone())))
        .await
        .gives(items)
        .took(50.0);
    assert_eq!(world.most_running(), 50);
}

#[tokio::test(start_paused = true)]
async fn map_51_at_most_n_iterations_at_once() {
    let world = World::new().by("Work", slow);
    flow(two_at_once::run(&world, json!([4, 1, 2, 2, 1])))
        .await
        .gives(json!([4, 1, 2, 2, 1]))
        .took(5.0);
    // 4 beside 1, 2 and (after 3) 2; the last follows the first that is free.
    assert_eq!(world.starts("Work"), [0.0, 0.0, 1.0, 3.0, 4.0]);
    assert_eq!(world.most_running(), 2);
}

#[tokio::test(start_paused = true)]
async fn map_14_no_items_no_iterations() {
    let world = World::new();
    flow(each::run(&world, json!([]))).await.gives(json!([]));
    assert_eq!(world.calls(), []);
}

#[tokio::test(start_paused = true)]
async fn map_11_items_must_be_an_array() {
    failures! { each:
        {} => "States.Runtime" in "Each",
        "text" => "States.Runtime" in "Each",
        7 => "States.Runtime" in "Each",
        null => "States.Runtime" in "Each",
    }
    failures! { paths:
        {"list": {"a": 1}} => "States.Runtime" in "Each",
        {"list": null} => "States.Runtime" in "Each",
        {} => "States.Runtime" in "Each",
    }
}

#[tokio::test(start_paused = true)]
async fn map_2_21_and_22_deprecated_spellings_mean_the_same() {
    outputs! { iterator:
        {"in": {"city": "Rome", "stops": ["a", "b"]}} => {
            "in": {"city": "Rome", "stops": ["a", "b"]},
            "out": [{"at": "a", "n": 0, "city": "Rome"}, {"at": "b", "n": 1, "city": "Rome"}],
        },
    }
}

#[tokio::test(start_paused = true)]
async fn map_3_20_and_50_selected_items_are_the_iterations_inputs() {
    outputs! { paths: {"list": [{"it": 1}, {"it": [2]}, {"it": null}]} => [1, [2], null] }
}

#[tokio::test(start_paused = true)]
async fn map_23_failing_item_selector_is_an_error_of_the_map() {
    flow(paths::run((), json!({"list": [{"it": 1}, {}]})))
        .await
        .gives("States.ParameterPathFailure")
        .took(6.0);
}

#[tokio::test(start_paused = true)]
async fn ctx_4_each_map_has_its_own_item() {
    outputs! { nested:
        [["a", "b"], [], ["c"]] => [
            [{"v": "a", "x": 0, "y": 0}, {"v": "b", "x": 1, "y": 0}],
            [],
            [{"v": "c", "x": 0, "y": 2}],
        ],
    }
}

#[tokio::test(start_paused = true)]
async fn map_53_first_failing_iteration_ends_the_others() {
    let world = World::new().by("Work", |item| match item.as_i64() {
        Some(5) => fails_because("Broken", "five").after(5.0),
        _ => hangs(),
    });
    flow(each::run(&world, json!([1, 5, 9])))
        .await
        .fails("Broken", "five")
        .took(5.0);
    assert_eq!(world.dropped(), ["Work", "Work"]);
}

#[tokio::test(start_paused = true)]
async fn map_53_iterations_that_wait_for_their_turn_never_start() {
    let world = World::new().by("Work", |item| match item.as_i64() {
        Some(1) => gives(1).after(1.0),
        _ => fails_because("Caught", "two").after(1.0),
    });
    flow(sequential::run(&world, json!([1, 2, 3])))
        .await
        .gives(json!({"Error": "Caught", "Cause": "two"}))
        .took(2.0);
    assert_eq!(world.inputs("Work"), [json!(1), json!(2)]);
}

#[tokio::test(start_paused = true)]
async fn map_53_and_fail_6_fail_in_an_iteration() {
    flow(fail::run((), json!([1, 2, 3])))
        .await
        .fails("TooBig", "more than two");
    outputs! { fail: [1, 2] => [1, 2] }
}

#[tokio::test(start_paused = true)]
async fn choice_8_no_choice_matched_is_caught_around_the_choice() {
    outputs! { fail: [1, "text"] => "unmatched" }
}
