//! A definition and what it becomes in dialect `asl` (TCSL-150). Converting is done by hand here; what
//! it must keep is that both run alike.

use asl_runtime::{Value, json};

use super::support::{Reply, World, fails_because, flow, gives};

machines! {
    leaving = "flows/tcsl/leaving.asl.json", dialect = tcsl, tasks = [call, part];
    arrived = "flows/tcsl/arrived.asl.json", tasks = [call, part];
}

/// Runs both on the same input in the same world: what comes of it, and when which task was called.
async fn both(input: Value, work: [Reply; 4]) -> (String, Vec<f64>, Vec<f64>) {
    let world = || {
        World::new()
            .on("Call", work.clone())
            .on("Part", [gives("p").after(1.0)])
    };
    let before = world();
    let left = flow(leaving::run(&before, input.clone())).await.text();
    let after = world(); // a world begins when it is made
    let came = flow(arrived::run(&after, input)).await.text();
    assert_eq!(left, came);
    for state in ["Call", "Part"] {
        assert_eq!(before.starts(state), after.starts(state), "{state}");
        assert_eq!(before.inputs(state), after.inputs(state), "{state}");
    }
    (left, before.starts("Call"), before.starts("Part"))
}

#[tokio::test(start_paused = true)]
async fn tcsl_150_a_converted_definition_runs_alike() {
    let input = |limit| json!({"n": 2, "limit": limit, "parts": ["a", "b"], "more": 1});
    let fine = || gives("done");
    let denied = || fails_because("UnauthorizedOperation", "who are you");

    let (text, calls, parts) = both(input(2), [fine(), fine(), fine(), fine()]).await;
    assert_eq!(
        text,
        r#"{"n":2,"limit":2,"parts":["p","p"],"got":{"is":"done"},"which":"same"}"#
    );
    assert_eq!((calls, parts), (vec![0.0], vec![0.0, 1.0]));

    // Two retries, after one second and two more, then the catcher.
    let (text, calls, _) = both(input(3), [denied(), denied(), denied(), fine()]).await;
    assert_eq!(calls, [0.0, 1.0, 3.0]);
    assert!(text.contains(r#""error":{"Error":"UnauthorizedOperation","Cause":"who are you"}"#));
    assert!(text.ends_with(r#""which":"other"}"#), "{text}");
}
