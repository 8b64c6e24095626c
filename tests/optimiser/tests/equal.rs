//! Optimisation cannot be seen: not in outputs (the order of their keys included), not in errors,
//! not in events.

use std::sync::{Arc, Mutex};

use asl_optimiser_tests::all_machines;
use asl_runtime::{Event, ExecutionError, StateId, Value, json};

/// Documents of the form that the definitions count on, and others.
fn inputs() -> Vec<Value> {
    let mut inputs = vec![json!({}), json!(null), json!([1, {"x": 2}])];
    let words = ["one", "two", "three", "a string longer than the others"];
    for n in 0..12_i64 {
        let word = words[usize::try_from(n).unwrap() % words.len()];
        let mut input = json!({
            "a": (n * 2 - 5), "b": {"x": [n, "y"]}, "s": word, "n": n,
            "o": {"x": word, "z": {"x": null}}, "list": [n, {"x": n}, "item"],
        });
        let object = input.as_object_mut().unwrap();
        match n {
            7 => drop(object.remove("o")),
            8 => drop(object.insert("n", "no number")),
            9 => drop(object.insert("list", json!([]))),
            10 => drop(object.insert("s", 1.5)),
            11 => drop(object.insert("n", 4.0)),
            _ => {}
        }
        inputs.push(input);
    }
    inputs
}

/// What an execution ends with: its output, or all that its error says.
fn said<S: StateId>(outcome: Result<Value, ExecutionError<S>>) -> String {
    match outcome {
        Ok(output) => output.to_string(),
        Err(error) => {
            let (name, cause) = (error.error_name(), error.cause());
            format!("error: {error} in {:?}: {name:?} {cause:?}", error.state())
        }
    }
}

macro_rules! run {
    ($machine:ident, $mode:ident, $input:expr) => {{
        use asl_optimiser_tests::$machine::{Tasks, $mode::Machine};
        said(Machine::new(Tasks::default()).seed(7).run($input).await)
    }};
}

/// The same with all that makes the driver look at what states hand on: an observer, and a limit
/// that no document reaches.
macro_rules! run_watched {
    ($machine:ident, $mode:ident, $input:expr) => {{
        use asl_optimiser_tests::$machine::{
            Tasks,
            $mode::{Machine, State},
        };
        let machine = Machine::new(Tasks::default()).seed(7);
        let observed = machine.observer(|_: &Event<'_, State>| ());
        let observed = said(observed.run($input.clone()).await);
        let machine = Machine::new(Tasks::default()).seed(7);
        let limited = said(machine.payload_limit(usize::MAX - 1).run($input).await);
        [observed, limited]
    }};
}

macro_rules! watch {
    ($machine:ident, $mode:ident, $input:expr) => {{
        use asl_optimiser_tests::$machine::{
            Tasks,
            $mode::{Machine, State},
        };
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let observer =
            move |event: &Event<'_, State>| log.lock().unwrap().push(format!("{event:?}"));
        let machine = Machine::new(Tasks::default()).seed(7).observer(observer);
        drop(machine.run($input).await);
        Arc::into_inner(seen).unwrap().into_inner().unwrap()
    }};
}

macro_rules! compare {
    ($($machine:ident)*) => {
        #[tokio::test(start_paused = true)]
        async fn a_moved_document_is_never_read_again() {
            let (mut outputs, mut all) = (0, 0);
            $(for input in inputs() {
                // Kept by another owner, so that what changes in place would be seen in it.
                let (kept, text) = (input.clone(), input.to_string());
                let plain = run!($machine, plain, input.clone());
                let optimised = run!($machine, optimised, input);
                let definition = asl_optimiser_tests::$machine::DEFINITION;
                assert_eq!(optimised, plain, "{kept} in {definition}");
                assert_eq!(kept.to_string(), text);
                all += 1;
                outputs += usize::from(!plain.starts_with("error: "));
            })*
            // Machines that only fail would prove nothing.
            assert!(outputs * 4 > all, "{outputs} of {all} executions have an output");
        }

        #[tokio::test(start_paused = true)]
        async fn neither_an_observer_nor_a_limit_changes_an_execution() {
            $(for input in inputs() {
                let definition = asl_optimiser_tests::$machine::DEFINITION;
                let (kept, text) = (input.clone(), input.to_string());
                let expected = run!($machine, optimised, input.clone());
                // With one owner, so that it is changed in place.
                let own: Value = text.parse().unwrap();
                assert_eq!(run!($machine, optimised, own), expected, "{kept} in {definition}");
                for watched in run_watched!($machine, optimised, input) {
                    assert_eq!(watched, expected, "{kept} in {definition}");
                }
                assert_eq!(kept.to_string(), text);
            })*
        }

        #[tokio::test(start_paused = true)]
        async fn observers_see_the_same() {
            $(for input in inputs() {
                let plain = watch!($machine, plain, input.clone());
                let optimised = watch!($machine, optimised, input);
                let definition = asl_optimiser_tests::$machine::DEFINITION;
                assert_eq!(optimised, plain, "{definition}");
            })*
        }
    };
}

all_machines!(compare);
