//! What the module of a machine has beside `run`.

use std::sync::Arc;

use asl_runtime::{StateId, StateKind};

use super::support::{World, flow, gives, json};

machines! { items = "flows/states/items.asl.json", tasks = [check_stock]; }

use items::State;

#[test]
fn state_lists_every_state_in_the_order_of_the_file() {
    let names: Vec<_> = State::ALL.iter().map(|state| state.as_str()).collect();
    let expected = [
        "Check stock",
        "Each",
        "Fork",
        "Pause",
        "Left",
        "Which",
        "Done",
        "Stop",
    ];
    assert_eq!(names, expected);
    assert_eq!(State::START, State::CheckStock);
    assert!(State::ALL.is_sorted());
}

#[test]
fn state_kind_parent_and_successors() {
    use State::*;
    let rows: [(State, StateKind, Option<State>, &[State]); 8] = [
        (CheckStock, StateKind::Task, None, &[Each, Stop]),
        (Each, StateKind::Map, None, &[Which]),
        (Fork, StateKind::Parallel, Some(Each), &[]),
        (Pause, StateKind::Wait, Some(Fork), &[Left]),
        (Left, StateKind::Pass, Some(Fork), &[]),
        (Which, StateKind::Choice, None, &[CheckStock, Done, Stop]),
        (Done, StateKind::Succeed, None, &[]),
        (Stop, StateKind::Fail, None, &[]),
    ];
    for (state, kind, parent, successors) in rows {
        assert_eq!((state.kind(), state.parent()), (kind, parent), "{state}");
        let mut sorted = state.successors().to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, successors, "{state}");
    }
}

#[test]
fn state_location_is_where_its_name_stands() {
    let at = |state: State| state.location().to_string();
    assert_eq!(at(State::CheckStock), "flows/states/items.asl.json:4:5");
    assert_eq!(at(State::Fork), "flows/states/items.asl.json:17:11");
    assert_eq!(at(State::Stop), "flows/states/items.asl.json:37:5");
}

#[test]
fn state_converts_to_and_from_its_name() {
    for &state in State::ALL {
        assert_eq!(state.as_str().parse(), Ok(state));
        assert_eq!(state.to_string(), state.as_str());
        assert_eq!(State::from_index(state.index()), Some(state));
    }
    assert_eq!(
        format!("{:>6}|{:<6}|", State::Each, State::Done),
        "  Each|Done  |"
    );
    assert_eq!(State::from_index(State::ALL.len()), None);
    for wrong in ["", "each", "CheckStock", "Each "] {
        let error = wrong.parse::<State>().unwrap_err().to_string();
        assert!(
            error.contains(&format!("`{wrong}`")) && error.contains("items"),
            "{error}"
        );
    }
}

#[test]
fn error_names_of_the_definition_are_constants() {
    assert_eq!(items::error::DB_BUSY, "Db.Busy");
    assert_eq!(items::error::STOCK_SHORT, "Stock-Short");
    assert_eq!(items::error::ORDER_STOPPED, "Order.Stopped");
    assert_eq!(items::error::STATES_TIMEOUT, "States.Timeout");
}

#[tokio::test(start_paused = true)]
async fn tasks_are_taken_by_value_by_reference_and_shared() {
    let world = || World::new().on("Check stock", [gives(json!({"items": []}))]);
    let name = "Order.Stopped";
    flow(items::run(world(), json!({}))).await.reports(name);
    flow(items::run(&world(), json!({}))).await.reports(name);
    let shared = Arc::new(world());
    flow(items::run(Arc::clone(&shared), json!({})))
        .await
        .reports(name);
    flow(items::run(&shared, json!({}))).await.reports(name);
    assert_eq!(shared.calls().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn run_may_be_spawned() {
    let shared = Arc::new(World::new().on("Check stock", [gives(json!({"items": [1]}))]));
    let spawned = tokio::spawn(items::run(shared, json!({})));
    let error = spawned.await.unwrap().unwrap_err();
    assert_eq!(error.error_name(), Some("Order.Stopped"));
    assert_eq!(error.state(), Some(State::Stop));
}

#[tokio::test(start_paused = true)]
async fn execution_error_says_the_state_the_name_and_the_cause() {
    let error = items::run(World::new(), json!({"items": 1}))
        .await
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("`Each`") && text.contains("`States.Runtime`"),
        "{text}"
    );
}
