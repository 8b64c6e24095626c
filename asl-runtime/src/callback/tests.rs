use std::task::{Context, Waker};

use super::*;
use crate::json;

fn kind(result: Result<(), CallbackError>) -> Option<CallbackErrorKind> {
    result.err().map(|error| error.kind())
}

fn token(number: usize) -> Text {
    Text::from(format!("token-{number}"))
}

#[test]
fn a_token_is_used_once() {
    let callbacks = Callbacks::default();
    let ticket = callbacks.open(&token(1)).unwrap();
    assert_eq!(callbacks.waiting(), 1);
    assert_eq!(kind(callbacks.send_success("token-1", 7)), None);
    let used = Some(CallbackErrorKind::Used);
    assert_eq!(kind(callbacks.send_success("token-1", 8)), used);
    assert_eq!(ticket.take().unwrap().unwrap(), json!(7));
    assert_eq!(kind(callbacks.send_failure("token-1", "E", "c")), used);
    drop(ticket);
    assert_eq!(kind(callbacks.send_heartbeat("token-1")), used);
    assert_eq!(callbacks.waiting(), 0);
}

#[test]
fn a_token_expires_with_its_attempt() {
    let callbacks = Callbacks::default();
    let ticket = callbacks.open(&token(1)).unwrap();
    assert!(ticket.close().is_none());
    let expired = Some(CallbackErrorKind::Expired);
    assert_eq!(kind(callbacks.send_success("token-1", 7)), expired);
    drop(ticket);
    assert_eq!(kind(callbacks.send_success("token-1", 7)), expired);
    let unknown = Some(CallbackErrorKind::Unknown);
    assert_eq!(kind(callbacks.send_success("token-2", 7)), unknown);
}

#[test]
fn an_accepted_completion_is_found_when_the_token_closes() {
    let callbacks = Callbacks::default();
    let ticket = callbacks.open(&token(1)).unwrap();
    callbacks
        .send_failure("token-1", "Desk.Closed", "late")
        .unwrap();
    let failure = ticket.close().unwrap().unwrap_err();
    assert_eq!(
        (failure.name(), failure.cause()),
        ("Desk.Closed", Some("late"))
    );
}

#[test]
fn task_2_reserved_names_become_task_failed() {
    let callbacks = Callbacks::default();
    for (given, name) in [
        ("States.Runtime", "States.TaskFailed"),
        ("", "States.TaskFailed"),
    ] {
        let ticket = callbacks.open(&token(1)).unwrap();
        callbacks.send_failure("token-1", given, "").unwrap();
        assert_eq!(ticket.take().unwrap().unwrap_err().name(), name);
    }
}

#[test]
fn an_output_that_is_no_json_leaves_the_token_open() {
    let callbacks = Callbacks::default();
    let _ticket = callbacks.open(&token(1)).unwrap();
    let no_json = std::collections::BTreeMap::from([(Some([1_u8]), 1)]);
    let error = callbacks.send_success("token-1", no_json).unwrap_err();
    assert_eq!(error.kind(), CallbackErrorKind::Output);
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!(kind(callbacks.send_success("token-1", 7)), None);
}

#[test]
fn a_heartbeat_is_reported_once() {
    let callbacks = Callbacks::default();
    let ticket = callbacks.open(&token(1)).unwrap();
    let context = Context::from_waker(Waker::noop());
    callbacks.send_heartbeat("token-1").unwrap();
    assert!(ticket.listen(&context));
    assert!(!ticket.listen(&context));
}

#[test]
fn one_token_is_not_given_to_two_attempts_at_once() {
    let callbacks = Callbacks::default();
    let ticket = callbacks.open(&token(1)).unwrap();
    let failure = callbacks.open(&token(1)).err().unwrap();
    assert_eq!(failure.name(), "States.Runtime");
    drop(ticket);
    let _again = callbacks.open(&token(1)).unwrap();
    assert_eq!(kind(callbacks.send_success("token-1", 7)), None);
}

#[test]
fn tokens_that_are_over_are_forgotten_in_time() {
    let callbacks = Callbacks::default();
    for number in 0..=1_000 {
        drop(callbacks.open(&token(number)).unwrap());
    }
    let kinds = [0, 1, 1_000].map(|n| kind(callbacks.send_heartbeat(&token(n))).unwrap());
    assert_eq!(
        kinds,
        [
            CallbackErrorKind::Unknown,
            CallbackErrorKind::Expired,
            CallbackErrorKind::Expired
        ]
    );
}
