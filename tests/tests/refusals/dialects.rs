//! The points in which dialects and editions differ, and the limits of dialect `aws`.

use std::fs;

use asl_codegen::Dialect;
use asl_codegen::diagnostic::Code::*;
use asl_codegen::source::load;

use super::{
    ACCEPTED, ASL_AND_AWS, agreed, around, by_dialect, compare, compiled, kind, warnings, with,
};

/// A retrier with more members, padded: the generated code knows the column of each state.
fn retrier(members: &str) -> String {
    with(
        "Task",
        &format!(r#""Retry":[{{"ErrorEquals":["E"]{members:40}}}]"#),
    )
}

#[test]
fn vary_1_length_of_names() {
    let named = |length: &str| {
        let name = "é".repeat(length.parse().unwrap());
        format!(r#"{{"StartAt":"{name}","States":{{"{name}":{{"Type":"Succeed"}}}}}}"#)
    };
    by_dialect(
        named,
        &[
            ("80", ACCEPTED, ACCEPTED),
            ("81", ACCEPTED, &[NameLength]),
            ("128", ACCEPTED, &[NameLength]),
            ("129", &[NameLength], &[NameLength]),
        ],
    );
}

#[test]
fn vary_2_3_28_fields_of_retriers() {
    agreed(
        retrier,
        &[
            (r#","MaxAttempts":0"#, ACCEPTED),
            (r#","MaxAttempts":-1"#, &[OutOfRange]),
            (r#","MaxAttempts":1.5"#, &[OutOfRange]),
            (r#","BackoffRate":1.0"#, ACCEPTED),
            (r#","BackoffRate":1"#, ACCEPTED),
            (r#","BackoffRate":0.99"#, &[OutOfRange]),
            (r#","JitterStrategy":"FULL""#, ACCEPTED),
            (r#","JitterStrategy":"NONE""#, ACCEPTED),
            (r#","JitterStrategy":"full""#, &[UnknownValue]),
            (r#","JitterStrategy":"EQUAL""#, &[UnknownValue]),
        ],
    );
    for dialect in ASL_AND_AWS {
        let absent = retrier("");
        for (members, is_default) in [
            (r#","MaxAttempts":3"#, true),
            (r#","MaxAttempts":2"#, false),
            (r#","BackoffRate":2.0"#, true),
            (r#","BackoffRate":1.0"#, false),
            (r#","JitterStrategy":"NONE""#, true),
            (r#","JitterStrategy":"FULL""#, false),
        ] {
            compare(*dialect, &absent, &retrier(members), is_default);
        }
    }
}

#[test]
fn vary_5_without_a_heartbeat_there_is_none() {
    for dialect in ASL_AND_AWS {
        // Any default would not be below this timeout, and would be a second span of time.
        let without = with("Task", r#""TimeoutSeconds":1"#);
        let heartbeat = with("Task", r#""TimeoutSeconds":9,"HeartbeatSeconds":8"#);
        assert_eq!(warnings(*dialect, &without), ACCEPTED);
        let spans = |text: &str| {
            let tokens = compiled(*dialect, text).tokens.to_string();
            tokens.matches("Limit :: Seconds").count()
        };
        assert_eq!([spans(&without), spans(&heartbeat)], [1, 2]);
    }
}

#[test]
fn vary_8_fail_says_as_much_as_it_wants() {
    for members in ["", r#""Error":"E""#, r#""Cause":"c""#] {
        for dialect in ASL_AND_AWS {
            assert_eq!(
                warnings(*dialect, &with("Fail", members)),
                ACCEPTED,
                "{members}"
            );
        }
    }
    agreed(
        kind,
        &[
            (r#"Fail: "Error":"""#, ACCEPTED),
            (r#"Fail: "Error":1"#, &[WrongType]),
        ],
    );
}

#[test]
fn vary_9_to_12_which_states_have_which_fields() {
    for (fields, types) in [
        (
            r#""InputPath":"$.a","OutputPath":"$.b""#,
            "Task Parallel Map Pass Wait Choice Succeed",
        ),
        (r#""Retry":[{"ErrorEquals":["E"]}]"#, "Task Parallel Map"),
        (
            r#""Catch":[{"ErrorEquals":["E"],"Next":"Z"}]"#,
            "Task Parallel Map",
        ),
        (
            r#""Parameters":{},"ResultPath":"$.r""#,
            "Task Parallel Map Pass",
        ),
        (r#""ResultSelector":{}"#, "Task Parallel Map"),
    ] {
        let legal: Vec<&str> = types.split(' ').collect();
        for state_type in [
            "Task", "Parallel", "Map", "Pass", "Wait", "Choice", "Succeed", "Fail",
        ] {
            for dialect in ASL_AND_AWS {
                let text = with(state_type, fields);
                let found = super::errors(*dialect, &text);
                if legal.contains(&state_type) {
                    assert_eq!(found, ACCEPTED, "{text}");
                } else {
                    assert!(
                        !found.is_empty() && found.iter().all(|code| *code == FieldNotHere),
                        "{text}"
                    );
                }
            }
        }
    }
}

#[test]
fn vary_24_zero_seconds() {
    let wait = |seconds: &str| {
        around(&format!(
            r#"{{"Type":"Wait","Seconds":{seconds},"Next":"Z"}}"#
        ))
    };
    agreed(wait, &[("0", ACCEPTED), ("-1", &[OutOfRange])]);
    agreed(
        kind,
        &[
            (r#"Task: "TimeoutSeconds":1"#, ACCEPTED),
            (r#"Task: "TimeoutSeconds":0"#, &[OutOfRange]),
            (r#"Task: "HeartbeatSeconds":1"#, ACCEPTED),
            (r#"Task: "HeartbeatSeconds":0"#, &[OutOfRange]),
        ],
    );
}

#[test]
fn lim_2_size_of_a_definition() {
    let path = std::env::temp_dir().join(format!("asl-refusals-{}.asl.json", std::process::id()));
    let read = |size: usize, dialect: Dialect| {
        fs::write(&path, vec![b' '; size]).unwrap();
        load::read("t.asl.json", &path, dialect.rules().max_definition)
    };
    let mebibyte = 1024 * 1024;
    assert!(read(mebibyte, Dialect::Aws).is_ok());
    assert!(read(mebibyte + 1, Dialect::Asl).is_ok());
    assert_eq!(
        read(mebibyte + 1, Dialect::Aws).unwrap_err().code,
        FileTooLarge
    );
    fs::remove_file(&path).unwrap();
}

#[test]
fn lim_9_ceilings_of_seconds() {
    let (most, beyond) = ("99999999", "100000000");
    let machine = |seconds: &str| {
        with("Task", "").replacen('{', &format!(r#"{{"TimeoutSeconds":{seconds},"#), 1)
    };
    let task = |seconds: &str| with("Task", &format!(r#""TimeoutSeconds":{seconds}"#));
    let heartbeat = |seconds: &str| {
        with(
            "Task",
            &format!(r#""TimeoutSecondsPath":"$.t","HeartbeatSeconds":{seconds}"#),
        )
    };
    let wait = |seconds: &str| {
        around(&format!(
            r#"{{"Type":"Wait","Seconds":{seconds},"Next":"Z"}}"#
        ))
    };
    let interval = |seconds: &str| retrier(&format!(r#","IntervalSeconds":{seconds}"#));
    for wrap in [
        &machine as &dyn Fn(&str) -> String,
        &task,
        &heartbeat,
        &wait,
        &interval,
    ] {
        by_dialect(
            wrap,
            &[
                (most, ACCEPTED, ACCEPTED),
                (beyond, ACCEPTED, &[OutOfRange]),
            ],
        );
    }
    by_dialect(
        |seconds| retrier(&format!(r#","MaxDelaySeconds":{seconds}"#)),
        &[
            ("31622400", ACCEPTED, ACCEPTED),
            ("31622401", ACCEPTED, &[OutOfRange]),
        ],
    );
}
