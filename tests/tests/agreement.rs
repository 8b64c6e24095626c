//! What compiler and runtime both know, because neither may depend on the other, is the same.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

use std::collections::BTreeSet;

use asl_codegen::timestamp::Timestamp as Compiled;
use asl_codegen::{Options, Source, compile, ir};
use asl_runtime::__private::{Timestamp as Run, java_hash_order};
use asl_runtime::Value;
use proptest::prelude::*;

#[test]
fn time_1_to_5_literals_and_data_are_read_alike() {
    for text in [
        "1970-01-01T00:00:00Z",
        "2016-03-14T01:59:00+01:00",
        "1969-12-31T23:59:59.5-23:59",
        "2016-02-29T12:00:00.1234567899Z",
        "2015-02-29T12:00:00Z",
        "2016-12-31T23:59:60Z",
        "2017-01-01T00:59:60+01:00",
        "2016-12-31T23:59:60.25Z",
        "2016-12-31T22:59:60Z",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-23:59",
        "2016-12-05 21:29:29Z",
        "2016-12-05t21:29:29Z",
        "2016-12-05T21:29:29",
        "2016-12-05T24:00:00Z",
        "2016-12-05T21:29:29.Z",
        "2016-12-05T21:29:29+24:00",
        "2016-1-05T21:29:29Z",
        "",
    ] {
        let compiled = Compiled::parse(text).map(|t| (t.seconds, t.nanos));
        let run = Run::parse(text).map(|t| (t.seconds, t.nanos));
        assert_eq!(compiled, run, "{text}");
    }
}

/// The float that a definition with the number `text` compiles to.
fn compiled_number(text: &str) -> f64 {
    let definition = format!(
        r#"{{ "StartAt": "A", "States": {{ "A": {{ "Type": "Pass", "Result": {text}, "End": true }} }} }}"#
    );
    let source = Source::new("flow.asl.json", definition);
    let tokens = compile(&source, &Options::default()).tokens.to_string();
    let (_, literal) = tokens.split_once("Template :: Float (").unwrap();
    let (literal, _) = literal.split_once(')').unwrap();
    literal.replace(' ', "").parse().unwrap()
}

proptest! {
    /// aws-facts 1, 2 and INTR-33: templates are ordered by the compiler, merged objects by the runtime.
    #[test]
    fn intr_33_objects_are_in_one_order(names in prop::collection::btree_set("\\PC{0,6}|[a-e]{1,2}|(Aa|BB){1,4}", 0..60)) {
        let names: Vec<&str> = names.iter().map(String::as_str).rev().collect();
        let compiled = ir::java_hash_order(&names);
        prop_assert_eq!(&compiled, &java_hash_order(names.iter().copied()));
        let places: BTreeSet<usize> = compiled.into_iter().collect();
        prop_assert!(places.into_iter().eq(0..names.len()), "every name once");
    }

    /// DATA-3 and DATA-4: a number in a definition equals the same number in data, to the last bit.
    #[test]
    fn data_4_numbers_in_data_are_the_nearest_binary64(value in any::<f64>().prop_filter("finite; there is one zero", |v| v.is_finite() && *v != 0.0)) {
        for text in [format!("{value:?}"), format!("{value:e}"), format!("{value:.25e}")] {
            let nearest: f64 = text.parse().unwrap();
            let read = Value::from_json(&text).unwrap().as_f64().unwrap();
            prop_assert_eq!(read.to_bits(), nearest.to_bits(), "{}", text);
        }
    }
}

#[test]
fn data_4_numbers_in_definitions_are_those_of_data() {
    for text in [
        "0.1",
        "1.7976931348623157e308",
        "5e-324",
        "2.638344616030823e-256",
        "9007199254740993.5",
        "122.416294033786585",
        "0.30000000000000004",
        "123456789.123456789123456789",
    ] {
        let data = Value::from_json(text).unwrap().as_f64().unwrap();
        assert_eq!(compiled_number(text).to_bits(), data.to_bits(), "{text}");
    }
}
