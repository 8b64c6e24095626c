//! What is found when compiling, and in which words.

use asl_codegen::Dialect;
use asl_codegen::diagnostic::Code::{self, *};

use super::{ACCEPTED, agreed, around, compiled, kind, with};

#[test]
fn valid_2_what_depends_on_data_is_not_refused() {
    agreed(
        kind,
        &[
            (r#"Task: "TimeoutSeconds":-1"#, &[OutOfRange]),
            (r#"Task: "TimeoutSecondsPath":"$.negative""#, ACCEPTED),
            (r#"Map: "ItemsPath":"$.no.list""#, ACCEPTED),
            (r#"Map: "MaxConcurrency":-1"#, &[OutOfRange]),
            (r#"Map: "MaxConcurrencyPath":"$.negative""#, ACCEPTED),
            (
                r#"Pass: "Parameters":{"a.$":"States.MathAdd('1', 2)"}"#,
                &[ArgumentType],
            ),
            (
                r#"Pass: "Parameters":{"a.$":"States.MathAdd($.text, 2)"}"#,
                ACCEPTED,
            ),
            // Even where the data can be seen in the definition.
            (r#"Pass: "Result":{"a":1},"OutputPath":"$.b""#, ACCEPTED),
        ],
    );
    agreed(
        around,
        &[
            (
                r#"{"Type":"Wait","Timestamp":"tomorrow","Next":"Z"}"#,
                &[BadTimestamp],
            ),
            (
                r#"{"Type":"Wait","TimestampPath":"$.tomorrow","Next":"Z"}"#,
                ACCEPTED,
            ),
        ],
    );
}

#[test]
fn valid_3_each_category_has_codes_of_its_own() {
    let machine = |states: &str| format!(r#"{{"StartAt":"A","States":{{{states}}}}}"#);
    let cases: [(String, &str, Code); 7] = [
        ("{".to_owned(), "00", NotJson),                      // description
        ("{}".to_owned(), "01", MissingField),                // schema
        (with("Pass", r#""Next2":"Z""#), "01", UnknownField), // schema
        (
            machine(r#""A":{"Type":"Pass","Next":"B"}"#),
            "02",
            UnknownTarget,
        ), // target
        (
            machine(r#""A":{"Type":"Succeed"},"B":{"Type":"Succeed"}"#),
            "02",
            Unreachable, // target
        ),
        (
            machine(r#""A":{"Type":"Pass","Next":"A"}"#),
            "02",
            NoTerminal,
        ), // end
        (
            with("Pass", r#""QueryLanguage":"JSONata""#),
            "09",
            NotSupportedYet,
        ),
    ];
    for (text, category, code) in cases {
        let found = compiled(Dialect::Aws, &text).diagnostics;
        let first = found.first().map(|found| found.code);
        assert_eq!(first, Some(code), "{text}");
        assert_eq!(code.as_str().get(3..5), Some(category), "{code}");
    }
}

#[test]
fn valid_4_messages_name_what_they_are_about() {
    let cases: [(String, Code, &[&str]); 7] = [
        (
            r#"{"States":{"A":{"Type":"Succeed"}}}"#.to_owned(),
            MissingField,
            &["`StartAt`"],
        ),
        (with("Pass", r#""Colour":1"#), UnknownField, &["`Colour`"]),
        (
            with("Pass", r#""Retry":[]"#),
            FieldNotHere,
            &["`Retry`", "Pass"],
        ),
        (
            with("Task", r#""TimeoutSeconds":1,"TimeoutSecondsPath":"$.t""#),
            Exclusive,
            &["`TimeoutSeconds`", "`TimeoutSecondsPath`"],
        ),
        (
            with("Map", r#""MaxConcurrency":-1"#),
            OutOfRange,
            &["`MaxConcurrency`", "0"],
        ),
        (
            with("Map", r#""ItemsPath":"$.a[*]""#),
            NotReferencePath,
            &["`ItemsPath`", "Reference Path"],
        ),
        (
            around(r#"{"Type":"Paas","Next":"Z"}"#),
            UnknownType,
            &["`Paas`"],
        ),
    ];
    for (text, code, words) in cases {
        let found = compiled(Dialect::Asl, &text).diagnostics;
        let [found] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!(found.code, code, "{text}");
        let said = format!(
            "{} {} {}",
            found.message,
            found.primary.as_ref().unwrap().text,
            found.help.join(" ")
        );
        for word in words {
            assert!(said.contains(word), "{word} in {said}");
        }
        assert!(!found.message.ends_with('.'), "{said}");
        assert!(!found.message.starts_with(char::is_uppercase), "{said}");
    }
}
