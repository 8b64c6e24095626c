//! Whatever the text is, the compiler answers: no panic, no endless recursion, tokens that are a
//! Rust file, in a time that the size bounds.
//!
//! The same texts in every run; `ASL_FUZZ_CASES=N` tries N new ones per test instead.

#![allow(clippy::panic, reason = "a test fails by a panic")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod json;
mod mutate;

use std::time::{Duration, Instant};

use asl_codegen::diagnostic::render;
use asl_codegen::{Dialect, Options, Source, compile};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Cases of a test where nobody asks for more.
const CASES: u32 = 48;

/// What any text of these tests may take: thousands of times what it does take, in debug, on a
/// machine that does other things too.
const MOST: Duration = Duration::from_secs(30);

/// Runs `test` on values of `strategy`.
fn run<S: Strategy>(strategy: &S, test: impl Fn(S::Value)) {
    let wanted = std::env::var("ASL_FUZZ_CASES");
    let wanted = wanted.ok().and_then(|text| text.parse().ok());
    let config = Config {
        cases: wanted.unwrap_or(CASES),
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = match wanted {
        Some(_) => TestRunner::new(config),
        None => {
            let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
            TestRunner::new_with_rng(config, rng)
        }
    };
    let outcome = runner.run(strategy, |value| {
        test(value);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Compiles a text in every dialect and checks what must hold of every answer.
fn answers(text: &str) {
    let source = Source::new("fuzz.asl.json", text);
    for dialect in Dialect::ALL {
        let options = Options {
            dialect: *dialect,
            ..Options::default()
        };
        let start = Instant::now();
        let compilation = compile(&source, &options);
        assert!(start.elapsed() < MOST, "{:?}: {text}", start.elapsed());
        let found = &compilation.diagnostics;
        // A refusal says why.
        assert!(!compilation.is_refused() || !found.is_empty(), "{text}");
        let file = syn::parse2::<syn::File>(compilation.tokens);
        assert!(file.is_ok(), "{:?}: {text}", file.err());
        // What is found can be shown: its places are in the text, between characters.
        let shown = render::all(found, &source, render::DEFAULT_LIMIT);
        assert!(found.is_empty() || !shown.is_empty());
        for span in found.iter().filter_map(|found| found.span()) {
            assert!(
                source.text().get(span.range()).is_some(),
                "{span:?}: {text}"
            );
        }
    }
}

#[test]
fn bytes_of_any_kind() {
    run(&vec(any::<u8>(), 0..600), |bytes| {
        answers(&String::from_utf8_lossy(&bytes));
    });
}

#[test]
fn characters_of_any_kind() {
    run(&any::<String>(), |text| answers(&text));
}

#[test]
fn tokens_of_json_in_any_order() {
    let token = prop::sample::select(json::TOKENS);
    run(&vec(token, 0..60), |tokens| answers(&tokens.concat()));
}

#[test]
fn json_of_any_shape() {
    run(&json::value(), |value| answers(&value.to_string()));
}

#[test]
fn machines_of_states_of_any_shape() {
    run(&json::machine(), |machine| answers(&machine.to_string()));
}

#[test]
fn strings_of_any_kind_where_paths_and_calls_stand() {
    run(&(json::text(), json::text()), |(first, second)| {
        answers(&json::with_texts(&first, &second).to_string());
    });
}

#[test]
fn definitions_with_a_part_of_their_text_changed() {
    let definitions = mutate::definitions();
    run(&mutate::edits(definitions.len()), |(index, edits)| {
        answers(&mutate::edited(&definitions[index], &edits));
    });
}

#[test]
fn definitions_with_a_value_changed() {
    let definitions = mutate::definitions();
    run(
        &mutate::replacements(definitions.len()),
        |(index, changes)| {
            answers(&mutate::replaced(&definitions[index], &changes));
        },
    );
}

#[test]
fn nesting_of_any_depth() {
    for depth in [1, 10, 30, 60, 120, 200, 5_000] {
        let around = |open: &str, inner: &str, close: &str| {
            format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
        };
        answers(&around("[", "", "]"));
        answers(&around("{\"a\":", "1", "}"));
        let end = r#"{"StartAt":"Z","States":{"Z":{"Type":"Succeed"}}}"#;
        for (open, close) in [
            (
                r#"{"StartAt":"P","States":{"P":{"Type":"Parallel","End":true,"Branches":["#,
                "]}}}",
            ),
            (
                r#"{"StartAt":"M","States":{"M":{"Type":"Map","End":true,"ItemProcessor":"#,
                "}}}",
            ),
        ] {
            answers(&around(open, end, close));
        }
        let test = around(r#"{"Not":"#, r#"{"Variable":"$.a","IsNull":true}"#, "}");
        answers(&format!(
            r#"{{"StartAt":"C","States":{{"C":{{"Type":"Choice","Choices":[{{"Not":{test},"Next":"Z"}}]}},"Z":{{"Type":"Succeed"}}}}}}"#
        ));
        for text in [
            around("States.Array(", "1", ")"),
            around("$.a[?(", "@.b", ")]"),
            format!("$.a[?({})]", around("(", "@.b", ")")),
            format!("$.a[?({}@.b)]", "!".repeat(depth)),
            format!("${}", ".a".repeat(depth)),
            format!("${}", "..a".repeat(depth)),
        ] {
            answers(&json::with_texts(&text, &text).to_string());
        }
    }
}
