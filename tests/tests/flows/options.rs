//! The options of an execution: name, seed, deadline, cancellation, observer.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::{ErrorKind, Event, TaskContext, TaskError, Value};
use tokio::time::{Instant, sleep, timeout};

use super::support::{World, fails, flow, gives, hangs, json};

asl_runtime::asl_machine!(mod limits = "flows/task/limits.asl.json");

asl_runtime::asl_machine!(mod two_years = "flows/robust/two_years.asl.json");
asl_runtime::asl_machine!(
    mod one_year = "flows/robust/two_years.asl.json",
    dialect = aws,
);

machines! {
    context = "flows/data/context.asl.json";
    delays = "flows/retry/delays.asl.json", tasks = [work];
    visits = "flows/retry/visits.asl.json", tasks = [work];
    nested = "flows/retry/nested.asl.json", tasks = [work];
    machine_timeout = "flows/states/machine_timeout.asl.json", tasks = [work];
    fork = "flows/parallel/fork.asl.json", tasks = [work];
    tick = "flows/robust/tick.asl.json", tasks = [work];
    catch = "flows/errors/catch.asl.json", tasks = [work];
}

#[tokio::test(start_paused = true)]
async fn execution_name_is_in_the_context_and_in_the_keys() {
    let run = context::Machine::new(())
        .execution_name("order-7")
        .run(json!({}));
    let output = flow(run).await.output();
    let name = output
        .get("execution")
        .and_then(|execution| execution.get("Name"));
    assert_eq!(name, Some(&json!("order-7")));
    let world = World::new().on("Work", [fails("A"), gives("more"), gives("done")]);
    let machine = visits::Machine::new(&world).execution_name("order-7");
    flow(machine.run(json!({"in": {"x": 1}}))).await.output();
    let keys: Vec<_> = world.calls().into_iter().map(|call| call.key).collect();
    assert_eq!(
        keys,
        ["order-7/Work#1/1", "order-7/Work#1/2", "order-7/Work#2/1"]
    );
}

#[tokio::test(start_paused = true)]
async fn keys_of_all_attempts_differ_and_are_the_same_in_the_same_course() {
    let mut courses = Vec::new();
    for _ in 0..2 {
        let world = World::new().on("Item", [gives(1), fails("Outer"), gives(1), gives(2)]);
        let machine = nested::Machine::new(&world).execution_name("run");
        flow(machine.run(json!({"items": ["a", "b"]})))
            .await
            .output();
        let keys: Vec<_> = world.calls().into_iter().map(|call| call.key).collect();
        courses.push(keys);
    }
    assert_eq!(courses[0], courses[1]);
    let mut keys = courses.remove(0);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 4);
}

/// When the task was called, and under which names.
async fn jittered(seed: u64) -> (Vec<f64>, Vec<String>) {
    let world = World::new().on("full jitter", [fails("A")]);
    let machine = delays::Machine::new(&world).seed(seed);
    flow(machine.run(json!({"retry": "full jitter"})))
        .await
        .fails("A", "");
    let keys = world.calls().into_iter().map(|call| call.key).collect();
    (world.starts("full jitter"), keys)
}

#[tokio::test(start_paused = true)]
async fn seed_makes_jitter_and_names_reproducible() {
    assert_eq!(jittered(1).await, jittered(1).await);
    let ((some, name), (other, other_name)) = (jittered(1).await, jittered(2).await);
    assert_ne!(some, other);
    assert_ne!(name, other_name);
}

#[tokio::test(start_paused = true)]
async fn deadline_ends_the_execution() {
    let world = World::new().on("Work", [gives(0), hangs()]);
    let deadline = Instant::now() + Duration::from_millis(150_500);
    flow(tick::Machine::new(&world).deadline(deadline).run(json!({})))
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"))
        .took(150.5);
    assert_eq!(world.starts("Work"), [60.0, 120.0]);
    assert_eq!(world.dropped(), ["Work"]);
}

#[tokio::test(start_paused = true)]
async fn lim_4_an_execution_of_the_service_ends_after_a_year() {
    let year = 365.0 * 86_400.0;
    flow(one_year::run((), json!({})))
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"))
        .took(year);
    let run = flow(two_years::run((), json!({}))).await;
    run.took(2.0 * year);
}

#[tokio::test(start_paused = true)]
async fn top_6_the_earlier_of_deadline_and_timeout_counts() {
    for (seconds, took) in [(4, 4.0), (11, 10.0)] {
        let world = World::new().on("Work", [hangs()]);
        let deadline = Instant::now() + Duration::from_secs(seconds);
        flow(
            machine_timeout::Machine::new(&world)
                .deadline(deadline)
                .run(json!({})),
        )
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"))
        .took(took);
    }
}

#[tokio::test(start_paused = true)]
async fn cancellation_ends_the_execution_and_drops_its_tasks() {
    let world = Arc::new(
        World::new()
            .on("A", [hangs()])
            .on("B", [hangs()])
            .on("C", [hangs()]),
    );
    let machine =
        fork::Machine::new(Arc::clone(&world)).cancellation(sleep(Duration::from_secs(30)));
    flow(machine.run(json!({})))
        .await
        .ends(ErrorKind::Cancelled, None)
        .took(30.0);
    let mut dropped = world.dropped();
    dropped.sort_unstable();
    assert_eq!(dropped, ["A", "B", "C"]);
}

#[tokio::test(start_paused = true)]
async fn cancellation_is_beyond_catch() {
    let world = World::new().on("Work", [hangs()]);
    let machine = catch::Machine::new(&world).cancellation(sleep(Duration::from_secs(3)));
    flow(machine.run(json!({"in": {}})))
        .await
        .ends(ErrorKind::Cancelled, None)
        .took(3.0);
}

#[tokio::test(start_paused = true)]
async fn cancellation_after_the_end_has_no_effect() {
    let world = World::new().on("Work", [gives(1)]);
    let machine = catch::Machine::new(&world).cancellation(sleep(Duration::from_secs(3)));
    flow(machine.run(json!({"in": {}})))
        .await
        .gives(json!({"selected": true}));
}

#[tokio::test(start_paused = true)]
async fn dropping_the_future_drops_the_tasks() {
    let world = World::new()
        .on("A", [hangs()])
        .on("B", [hangs()])
        .on("C", [gives(1)]);
    let run = timeout(Duration::from_secs(5), fork::run(&world, json!({})));
    assert!(run.await.is_err());
    let mut dropped = world.dropped();
    dropped.sort_unstable();
    assert_eq!(dropped, ["A", "B"]);
}

#[tokio::test(start_paused = true)]
async fn nothing_happens_before_the_future_is_awaited() {
    let world = World::new();
    drop(fork::run(&world, json!({})));
    assert_eq!(world.calls(), []);
}

/// Keeps what its tasks are told about their attempts.
#[derive(Default)]
struct Keeper(Mutex<Vec<TaskContext>>);

impl limits::Tasks for Keeper {
    async fn work(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.0.lock().unwrap().push(cx.clone());
        sleep(Duration::from_secs(100)).await;
        Ok(input)
    }
}

#[tokio::test(start_paused = true)]
async fn task_context_knows_the_deadline_and_learns_of_the_end() {
    let (keeper, start) = (Keeper::default(), Instant::now());
    let machine = || limits::Machine::new(&keeper);
    let input = json!({"limit": "timeout"});
    flow(machine().run(input.clone()))
        .await
        .reports("States.Timeout");
    let early = start + Duration::from_secs(10);
    flow(machine().deadline(early).run(input))
        .await
        .ends(ErrorKind::TimedOut, Some("States.Timeout"));
    let kept = keeper.0.into_inner().unwrap();
    let ends = [start + Duration::from_secs(7), early];
    for (cx, end) in kept.iter().zip(ends) {
        assert_eq!(
            (cx.state(), cx.resource(), cx.attempt()),
            ("Timeout", "work", 1)
        );
        assert_eq!(cx.deadline(), Some(end));
        assert!(cx.is_cancelled());
        cx.cancelled().await;
    }
    assert_eq!(kept.len(), 2);
}

/// What an observer has seen, a line an event.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn note<S: std::fmt::Display>(&self, event: &Event<'_, S>) {
        let next = |next: &Option<S>| next.as_ref().map_or("end".to_owned(), S::to_string);
        let line = match event {
            Event::StateEntered {
                state, path, input, ..
            } => format!("{path}:{state} enter {input}"),
            Event::StateExited {
                state,
                path,
                output,
                next: to,
                ..
            } => {
                format!("{path}:{state} exit {output} -> {}", next(to))
            }
            Event::TaskCalled {
                state,
                path,
                attempt,
                input,
                ..
            } => {
                format!("{path}:{state} call {attempt} {input}")
            }
            Event::AttemptFailed {
                state,
                path,
                error,
                cause,
                ..
            } => {
                format!("{path}:{state} fail {error} {}", cause.unwrap_or("-"))
            }
            Event::RetryScheduled {
                state,
                path,
                delay,
                retry,
                ..
            } => {
                format!("{path}:{state} retry {retry} in {delay:?}")
            }
            Event::ErrorCaught {
                state,
                path,
                error,
                next,
                ..
            } => {
                format!("{path}:{state} catch {error} -> {next}")
            }
            _ => "?".to_owned(),
        };
        self.0.lock().unwrap().push(line);
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

#[tokio::test(start_paused = true)]
async fn observer_sees_retries_in_order() {
    let (log, world) = (
        Log::default(),
        World::new().on("Work", [fails("B"), gives("done")]),
    );
    let observer = log.clone();
    let machine = visits::Machine::new(&world)
        .observer(move |event: &Event<'_, visits::State>| observer.note(event));
    flow(machine.run(json!({"in": {"x": 1}}))).await.output();
    assert_eq!(
        log.lines(),
        [
            r#":Work enter {"in":{"x":1}}"#,
            r#":Work call 1 {"x":1,"retries":0}"#,
            ":Work fail B -",
            ":Work retry 1 in 2s",
            r#":Work call 2 {"x":1,"retries":1}"#,
            r#":Work exit {"in":{"x":1},"result":"done"} -> Done"#,
            r#":Done enter {"in":{"x":1},"result":"done"}"#,
            r#":Done exit {"in":{"x":1},"result":"done"} -> End"#,
            r#":End enter {"in":{"x":1},"result":"done"}"#,
            r#":End exit {"in":{"x":1},"result":"done"} -> end"#,
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn observer_sees_scopes_and_caught_errors() {
    let world = World::new()
        .on("A", [gives(1).after(1.0)])
        .on("B", [gives(2).after(2.0)])
        .on("C", [fails("Caught").after(3.0)])
        .on("B2", [hangs()]);
    let log = Log::default();
    let observer = log.clone();
    let machine = fork::Machine::new(&world)
        .observer(move |event: &Event<'_, fork::State>| observer.note(event));
    let output: Value = flow(machine.run(json!({}))).await.output();
    assert_eq!(output, json!({"error": {"Error": "Caught"}}));
    let (before, after): (Vec<_>, Vec<_>) = log
        .lines()
        .into_iter()
        .partition(|line| line.starts_with("Fork["));
    let mut starts = before[..6].to_vec();
    starts.sort_unstable();
    assert_eq!(
        starts,
        [
            "Fork[0]:A call 1 {}",
            "Fork[0]:A enter {}",
            "Fork[1]:B call 1 {}",
            "Fork[1]:B enter {}",
            "Fork[2]:C call 1 {}",
            "Fork[2]:C enter {}",
        ]
    );
    assert_eq!(
        before[6..],
        [
            "Fork[0]:A exit 1 -> end",
            "Fork[1]:B exit 2 -> B2",
            "Fork[1]:B2 enter 2",
            "Fork[1]:B2 call 1 2",
            "Fork[2]:C fail Caught -",
        ]
    );
    assert_eq!(
        after,
        [
            ":Fork enter {}",
            ":Fork fail Caught -",
            ":Fork catch Caught -> After",
            r#":Fork exit {"error":{"Error":"Caught"}} -> After"#,
            r#":After enter {"error":{"Error":"Caught"}}"#,
            r#":After exit {"error":{"Error":"Caught"}} -> end"#,
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn observer_tells_attempts_of_a_surrounding_state_apart() {
    let world = World::new().on("Item", [gives(1), fails("Outer"), gives(1), gives(2)]);
    let paths = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&paths);
    let machine = nested::Machine::new(&world).observer(move |event: &Event<'_, nested::State>| {
        if let Event::TaskCalled { path, .. } = event {
            seen.lock().unwrap().push((*path).to_owned());
        }
    });
    flow(machine.run(json!({"items": ["a", "b"]})))
        .await
        .gives(json!([1, 2]));
    assert_eq!(
        *paths.lock().unwrap(),
        ["Map[0]", "Map[1]", "Map#1.2[0]", "Map#1.2[1]"]
    );
}
