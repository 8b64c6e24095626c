//! Retry, Catch, and what errors match: sections 12 and 13.

use asl_runtime::{TaskError, Value};

use super::support::{World, fails, fails_because, flow, gives, json, panics};

machines! {
    codes = "flows/tcsl/codes.asl.json", dialect = tcsl, tasks = [call];
    runtime = "flows/tcsl/runtime.asl.json", dialect = tcsl, tasks = [work];
    retry = "flows/tcsl/retry.asl.json", dialect = tcsl, tasks = [work];
}

/// The published table. P is `StatesPermissions`, R `StatesRuntime`, D `StatesDataLimitExceeded`, T
/// `StatesTaskFailed`, A `StatesALL`.
const TABLE: [(&str, &str); 26] = [
    ("AuthFailure.SecretIdNotFound", "PTA"),
    ("AuthFailure.MFAFailure", "PTA"),
    ("AuthFailure.UnauthorizedOperation", "PTA"),
    ("AuthFailure.InvalidSecretId", "PTA"),
    ("AuthFailure.TokenFailure", "PTA"),
    ("AuthFailure.SignatureFailure", "PTA"),
    ("AuthFailure.SignatureExpire", "PTA"),
    ("UnauthorizedOperation", "PTA"),
    ("InternalError", "RTA"),
    ("ResourceInsufficient", "DTA"),
    ("UnsupportedOperation", "TA"),
    ("RequestLimitExceeded", "DTA"),
    ("LimitExceeded", "DTA"),
    ("NoSuchVersion", "A"),
    ("ResourceInUse", "DTA"),
    ("ResourceNotFound", "TA"),
    ("ResourceUnavailable", "A"),
    ("UnsupportedRegion", "TA"),
    ("InvalidParameter", "TA"),
    ("UnknownParameter", "TA"),
    ("InvalidParameterValue", "TA"),
    ("DryRunOperation", "TA"),
    ("FailedOperation", "TA"),
    ("UnsupportedProtocol", "TA"),
    ("InvalidAction", "TA"),
    ("MissingParameter", "TA"),
];

const TYPES: [(char, &str); 6] = [
    ('P', "StatesPermissions"),
    ('R', "StatesRuntime"),
    ('D', "StatesDataLimitExceeded"),
    ('T', "StatesTaskFailed"),
    ('A', "StatesALL"),
    ('-', "StatesTimeout"),
];

/// Whether `code`, reported by a task, is caught by `entry`.
async fn is_caught(code: &'static str, entry: &str) -> bool {
    let state: &'static str = match entry {
        "AuthFailure.MFAFailure" => "AuthFailureMFAFailure",
        "MyFunc.Oops" => "MyFuncOops",
        "FailedOperation" => "FailedOperation",
        "internalerror" => "internalerror",
        _ => TYPES.iter().find(|(_, name)| *name == entry).unwrap().1,
    };
    let world = World::new().on(state, [fails_because(code, "m")]);
    let result = codes::run(world, json!({"code": code, "entry": entry})).await;
    match result {
        // TCSL-105
        Ok(output) => {
            let expected = json!({"hit": true, "error": {"Error": code, "Cause": "m"}});
            assert_eq!(output, expected);
            true
        }
        // TCSL-101
        Err(error) => {
            assert_eq!((error.error_name(), error.cause()), (Some(code), Some("m")));
            false
        }
    }
}

#[tokio::test(start_paused = true)]
async fn tcsl_101_105_110_111_113_to_115_table_of_public_codes() {
    for (code, types) in TABLE {
        for (letter, entry) in TYPES {
            let expected = types.contains(letter);
            assert_eq!(is_caught(code, entry).await, expected, "{code} {entry}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn tcsl_112_113_116_117_worked_matches() {
    for (code, entry, expected) in [
        ("FailedOperation", "FailedOperation", true),
        ("AuthFailure.MFAFailure", "AuthFailure.MFAFailure", true),
        ("AuthFailure.TokenFailure", "AuthFailure.MFAFailure", false),
        ("InternalError", "internalerror", false),
        ("MyFunc.Oops", "MyFunc.Oops", true),
        ("MyFunc.Oops", "StatesALL", false),
        ("MyFunc.Oops", "StatesTaskFailed", false),
        // TCSL-117: a sub-code is a business code.
        ("FailedOperation.Xyz", "FailedOperation", false),
        ("FailedOperation.Xyz", "StatesALL", false),
        ("AuthFailure.Other", "StatesPermissions", false),
    ] {
        assert_eq!(is_caught(code, entry).await, expected, "{code} {entry}");
    }
}

/// Runs the case; the member that a Catcher has put the Error Output under, its name and its cause.
async fn caught(case: &str, world: World) -> (String, String, String) {
    let output = runtime::run(world, json!({"case": case})).await.unwrap();
    let object = output.as_object().unwrap();
    let (member, error) = object.iter().find(|(name, _)| *name != "case").unwrap();
    let text = |name| {
        error
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    (member.to_string(), text("Error"), text("Cause"))
}

#[tokio::test(start_paused = true)]
async fn tcsl_120_121_errors_of_the_machine_are_states_runtime() {
    for (case, asl) in [
        ("template", "States.ParameterPathFailure"),
        ("path", "States.Runtime"),
        ("place", "States.ResultPathMatchFailure"),
        ("items", "States.Runtime"),
        ("variable", "States.Runtime"),
        ("no such case", "States.NoChoiceMatched"),
    ] {
        let (member, name, cause) = caught(case, World::new()).await;
        assert_eq!(
            (member.as_str(), name.as_str()),
            ("runtime", "StatesRuntime"),
            "{case}"
        );
        assert!(cause.starts_with(&format!("[{asl}] ")), "{case}: {cause}");
    }
}

#[tokio::test(start_paused = true)]
async fn tcsl_120_errors_of_handlers_have_dotless_names() {
    for (reported, member, name) in [
        ("", "other", "StatesTaskFailed"),
        ("States.TaskFailed", "other", "StatesTaskFailed"),
        ("States.Timeout", "other", "StatesTimeout"),
        ("States.HeartbeatTimeout", "other", "StatesTimeout"),
        ("States.Permissions", "failed", "StatesPermissions"),
        (
            "States.DataLimitExceeded",
            "failed",
            "StatesDataLimitExceeded",
        ),
    ] {
        // Caught by type: `StatesTaskFailed` by its own name.
        let member = if name == "StatesTaskFailed" {
            "failed"
        } else {
            member
        };
        let world = World::new().on("Work", [fails_because(reported, "m")]);
        let expected = (member.to_owned(), name.to_owned(), "m".to_owned());
        assert_eq!(caught("task", world).await, expected, "{reported}");
    }
    let world = World::new().on("Work", [panics("oops")]);
    assert_eq!(caught("task", world).await.1, "StatesTaskFailed");
}

#[tokio::test(start_paused = true)]
async fn tcsl_120_payload_limit() {
    let world = World::new().on("Work", [gives("x".repeat(1000))]);
    let machine = runtime::Machine::new(world).payload_limit(400);
    let output = machine.run(json!({"case": "task"})).await.unwrap();
    let name = output["failed"]["Error"].as_str();
    assert_eq!(name, Some("StatesDataLimitExceeded"));
}

#[tokio::test(start_paused = true)]
async fn tcsl_102_103_defaults_of_retriers_and_what_comes_after_them() {
    let run = |world: World, input: Value| async move {
        let starts = flow(retry::run(&world, input)).await;
        (starts, world.starts("Work"))
    };
    // Two retries, after 1 and 2 seconds.
    let world = World::new().on("Work", [fails("InternalError")]);
    let (ended, starts) = run(world, json!({"x": 1})).await;
    ended.reports("InternalError").took(3.0);
    assert_eq!(starts, [0.0, 1.0, 3.0]);
    // The Catcher, when the attempts are used up.
    let world = World::new().on("Work", [fails("LimitExceeded")]);
    let (ended, starts) = run(world, json!({"x": 1})).await;
    ended
        .gives(json!({"Error": "LimitExceeded", "caught": true}))
        .took(3.0);
    assert_eq!(starts, [0.0, 3.0]);
    // Errors of the machine itself can be retried (TCSL-115).
    let (ended, starts) = run(World::new(), json!({})).await;
    ended.reports("StatesRuntime").in_state("Work").took(3.0);
    assert_eq!(starts, [] as [f64; 0]);
}

#[test]
fn tcsl_112_114_public_codes_are_constants() {
    for (code, constant) in [
        (
            "AuthFailure.MFAFailure",
            retry::error::AUTH_FAILURE_MFA_FAILURE,
        ),
        ("ResourceInUse", retry::error::RESOURCE_IN_USE),
        ("StatesRuntime", retry::error::STATES_RUNTIME),
        ("MyFunc.Oops", codes::error::MY_FUNC_OOPS),
    ] {
        assert_eq!(constant, code);
    }
    let error = TaskError::named(retry::error::RESOURCE_IN_USE);
    assert_eq!(error.name(), "ResourceInUse");
}
