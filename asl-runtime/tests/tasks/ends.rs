//! How an execution ends from outside: by its time limit, by the caller, or because it is dropped.

use tokio::sync::oneshot;
use tokio::task::coop::consume_budget;
use tokio::time::advance;

use super::*;

machine!(Bounded, timeout: Some(5), limits: (None, None),
    retry: &[retrier(&["States.ALL"], 1, 9)], catch: &[catcher(&["States.ALL"], Placement::Replace)]);

fn sleeping(log: &Log) -> Script {
    let log = log.clone();
    script(move |_| {
        let guard = log.on_drop("dropped");
        async move {
            let _guard = guard;
            sleep(Duration::from_secs(60)).await;
            Ok(json!(null))
        }
    })
}

#[track_caller]
fn assert_timed_out(result: Result<Value, ExecutionError<State>>, log: &Log) {
    let error = result.unwrap_err();
    assert_eq!(
        (error.kind(), error.error_name()),
        (ErrorKind::TimedOut, Some("States.Timeout"))
    );
    assert_eq!(error.to_string(), "the execution took too long");
    assert_eq!(log.lines(), ["dropped"]);
}

#[tokio::test(start_paused = true)]
async fn top_6_the_machines_timeout_cannot_be_caught() {
    let (log, began) = (Log::default(), Instant::now());
    let result = Machine::<Bounded, _>::new(sleeping(&log))
        .run(json!({}))
        .await;
    assert_eq!(began.elapsed(), Duration::from_secs(5));
    assert_timed_out(result, &log);
}

#[tokio::test(start_paused = true)]
async fn a_deadline_is_a_timeout_and_the_earlier_one_holds() {
    for (limit, end) in [(2, 2), (8, 5)] {
        let (log, began) = (Log::default(), Instant::now());
        let machine = Machine::<Bounded, _>::new(sleeping(&log));
        let machine = machine.deadline(began + Duration::from_secs(limit));
        let result = machine.run(json!({})).await;
        assert_eq!(began.elapsed(), Duration::from_secs(end));
        assert_timed_out(result, &log);
    }
}

#[tokio::test(start_paused = true)]
async fn an_execution_that_ends_at_its_deadline_has_ended() {
    let tasks = script(|call: Call| async move {
        let deadline = call.context.deadline().unwrap();
        tokio::time::sleep_until(deadline).await;
        Ok(json!(null))
    });
    assert!(
        Machine::<Bounded, _>::new(tasks)
            .run(json!({}))
            .await
            .is_ok()
    );
}

#[tokio::test(start_paused = true)]
async fn cancellation_ends_the_execution() {
    let log = Log::default();
    let (cancel, cancelled) = oneshot::channel::<()>();
    tokio::spawn(async move {
        sleep(Duration::from_secs(3)).await;
        cancel.send(()).unwrap();
    });
    let error = Machine::<Bounded, _>::new(sleeping(&log))
        .cancellation(async {
            let _ = cancelled.await;
        })
        .run(json!({}))
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.error_name()),
        (ErrorKind::Cancelled, None)
    );
    assert_eq!(log.lines(), ["dropped"]);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_execution_drops_its_tasks() {
    let log = Log::default();
    let execution = Machine::<Bare, _>::new(sleeping(&log)).run(json!({}));
    assert!(
        tokio::time::timeout(Duration::from_secs(1), execution)
            .await
            .is_err()
    );
    assert_eq!(log.lines(), ["dropped"]);
}

#[tokio::test]
async fn executions_are_send_and_small() {
    fn assert_send<F: Future + Send>(future: &F) -> usize {
        size_of_val(future)
    }
    let tasks = script(|_| async { Ok(json!(null)) });
    let execution = Machine::<Bare, _>::new(tasks).run(json!({}));
    let size = assert_send(&execution);
    assert!(size < 1_000, "{size}");
    execution.await.unwrap();
}

/// A task that never waits but for its turn, once `passed` has passed.
fn busy(passed: Duration) -> Script {
    script(move |_| async move {
        if !passed.is_zero() {
            tokio::task::yield_now().await; // from here on, its limits count
            advance(passed).await;
        }
        // Not for ever, so that a test that fails ends.
        for _ in 0..50_000 {
            consume_budget().await;
        }
        Ok(json!("never interrupted"))
    })
}

#[tokio::test(start_paused = true)]
async fn task_3_a_busy_attempt_times_out() {
    for (passed, cause) in [
        (20, "the task did not end within 10 s"),
        (4, "the task sent no heartbeat within 3 s"),
    ] {
        let error = Machine::<Timed, _>::new(busy(Duration::from_secs(passed)))
            .run(json!({}))
            .await
            .unwrap_err();
        assert_eq!(error.cause(), Some(cause));
    }
}

#[tokio::test(start_paused = true)]
async fn top_6_a_busy_execution_times_out() {
    let error = Machine::<Bounded, _>::new(busy(Duration::from_secs(6)))
        .run(json!({}))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TimedOut);
}

#[tokio::test(start_paused = true)]
async fn a_busy_execution_can_be_cancelled() {
    let (cancel, cancelled) = oneshot::channel::<()>();
    cancel.send(()).unwrap();
    let error = Machine::<Bare, _>::new(busy(Duration::ZERO))
        .cancellation(async {
            let _ = cancelled.await;
        })
        .run(json!({}))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}
