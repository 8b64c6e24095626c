//! Every document of a run is one that its shape stands for, and what can never happen does not.

use asl_codegen::Dialect;
use asl_codegen::ast::Number;
use asl_codegen::dataflow::{Members, Shape, Types};
use asl_codegen::diagnostic::{Code, Diagnostic};
use asl_runtime::Value;
use proptest::prelude::*;

use crate::Analysis;
use crate::containment::outside;
use crate::interpreter::Run;
use crate::machines::Choices;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn every_document_is_within_its_shape(bytes in prop::collection::vec(any::<u8>(), 0..700)) {
        let mut choices = Choices::new(&bytes);
        let text = choices.scope(1).to_string();
        let analysis = Analysis::of(&text, Dialect::Asl);
        for _ in 0..4 {
            let results = choices.results();
            let mut run = Run::new(results);
            let input = choices.input();
            run.start(&analysis.machine.scope, input.clone());
            judge(&analysis, &run).map_err(|why| {
                TestCaseError::fail(format!("{why}\n{text}\ninput {input}"))
            })?;
        }
    }

    #[test]
    fn a_join_holds_all_that_was_joined(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut choices = Choices::new(&bytes);
        let values: Vec<Value> = (0..4).map(|_| choices.value(3)).collect();
        let shapes: Vec<Shape> = values.iter().map(exactly).collect();
        let joined = shapes.iter().fold(Shape::never(), Shape::or);
        for (value, shape) in values.iter().zip(&shapes) {
            prop_assert_eq!(outside(shape, value, true), None);
            prop_assert_eq!(outside(&joined, value, true), None, "{:?}", values);
            prop_assert!(joined.includes(shape), "{values:?}");
        }
    }
}

/// The shape that only this value has, as far as shapes remember.
fn exactly(value: &Value) -> Shape {
    match value {
        Value::Null => Shape::of(Types::NULL),
        Value::Bool(value) => Shape::boolean(*value),
        Value::Number(_) => match value.as_i64() {
            Some(integer) => Shape::number(Number::Int(integer)),
            None => Shape::of(Types::OTHER_NUMBER),
        },
        Value::String(text) => Shape::text(text),
        Value::Array(items) => Shape::array(items.iter().map(exactly).collect(), Shape::never()),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name.into(), exactly(value)));
            Shape::object(Members::exactly(members.collect()))
        }
    }
}

fn judge(analysis: &Analysis, run: &Run<'_>) -> Result<(), String> {
    for (name, document, variables) in &run.entered {
        let known = analysis.dataflow.state(name);
        let known = known.ok_or_else(|| format!("`{name}` is entered"))?;
        if let Some(why) = outside(&known.document, document, true) {
            return Err(format!("`{name}`: {why}"));
        }
        for (name, variable) in known.variables.iter() {
            match variables.get(name) {
                None if variable.is_assigned => return Err(format!("`${name}` has no value")),
                None => {}
                Some(value) => {
                    if let Some(why) = outside(&variable.shape, value, true) {
                        return Err(format!("`${name}`: {why}"));
                    }
                }
            }
        }
    }
    analysis
        .dataflow
        .findings()
        .iter()
        .try_for_each(|found| not_refuted(found, run))
}

/// What is said to be impossible has not happened.
fn not_refuted(found: &Diagnostic, run: &Run<'_>) -> Result<(), String> {
    let span = found.span().unwrap();
    let happened = match found.code {
        Code::PathNeverMatches | Code::ResultNeverFits => run.matched.contains(&span),
        Code::TestNeverHolds => run.held.contains(&span),
        _ => false,
    };
    match happened {
        true => Err(format!("a false alarm: {found}")),
        false => Ok(()),
    }
}
