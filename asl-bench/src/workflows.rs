//! The workflows of the suite.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use asl_runtime::{Event, Value};

use crate::contestant::{Arena, Contestant, serde, values};
use crate::hand::{structs, value};
use crate::measure::Side;
use crate::{Result, machines};

/// A definition, an input, and all who execute it.
#[derive(Debug)]
pub struct Workflow {
    /// Its name on the command line and in tables.
    pub name: &'static str,
    /// At most so many times the CPU time that the version on `serde_json::Value` takes.
    pub targets: Option<Targets>,
    input: fn() -> Cow<'static, [u8]>,
    contestants: fn(Arena, &'static [u8]) -> Result<Vec<Contestant>>,
    transitions: fn(Arena, &[u8]) -> Result<u64>,
}

/// The ratios that the project has set itself.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    /// From parsed input to output.
    pub run: f64,
    /// From bytes to bytes.
    pub end_to_end: f64,
}

impl Workflow {
    /// The workflow of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        WORKFLOWS.iter().find(|workflow| workflow.name == name)
    }

    /// The input, as JSON text. It lasts as long as the process.
    pub fn input(&self) -> &'static [u8] {
        match (self.input)() {
            Cow::Borrowed(text) => text,
            Cow::Owned(text) => text.leak(),
        }
    }

    /// Those who execute it on that input, in the order of [`Side::ALL`].
    ///
    /// # Errors
    ///
    /// If one of them cannot parse it.
    pub fn contestants(&self, arena: Arena, input: &'static [u8]) -> Result<Vec<Contestant>> {
        (self.contestants)(arena, input)
    }

    /// How many states the compiled machine enters.
    ///
    /// # Errors
    ///
    /// If the workflow fails.
    pub fn transitions(&self, arena: Arena, input: &[u8]) -> Result<u64> {
        (self.transitions)(arena, input)
    }
}

/// An input beside the definition.
macro_rules! text {
    ($name:literal) => {
        || {
            Cow::Borrowed(include_bytes!(concat!(
                "../workflows/",
                $name,
                ".input.json"
            )))
        }
    };
}

/// A workflow: the module of the compiled machine and the name of the two functions by hand.
macro_rules! workflow {
    ($name:literal = $machine:ident, $by_hand:ident, $targets:expr, $input:expr) => {
        Workflow {
            name: $name,
            targets: $targets,
            input: $input,
            contestants: |arena, text| {
                let (tasks, mocks) = (arena.tasks, arena.mocks);
                Ok(vec![
                    Contestant::new(Side::Compiled, arena, text, values(), move |input| {
                        machines::$machine::run(tasks, input)
                    })?,
                    Contestant::new(Side::Value, arena, text, serde(), move |input| {
                        value::$by_hand(input, mocks)
                    })?,
                    Contestant::new(Side::Structs, arena, text, serde(), move |input| {
                        structs::$by_hand(input, mocks)
                    })?,
                ])
            },
            transitions: |arena, text| {
                let entered = Arc::new(AtomicU64::new(0));
                let count = Arc::clone(&entered);
                let execution = machines::$machine::Machine::new(arena.tasks)
                    .observer(move |event: &Event<'_, machines::$machine::State>| {
                        if matches!(event, Event::StateEntered { .. }) {
                            count.fetch_add(1, Relaxed);
                        }
                    })
                    .run(Value::from_json_slice(text)?);
                arena.runtime.block_on(execution)?;
                Ok(entered.load(Relaxed))
            },
        }
    };
}

/// All workflows, in the order of the tables.
pub static WORKFLOWS: &[Workflow] = &[
    workflow!(
        "pass_chain_100" = pass_chain_100,
        pass_chain,
        targets(0.7, 0.9),
        text!("order_2k")
    ),
    workflow!(
        "order_flow" = order_flow,
        order,
        targets(0.7, 0.9),
        text!("order_flow")
    ),
    workflow!("map_1k" = map, map, None, || basket(1_000)),
    workflow!("map_1k_sel" = map_sel, map, targets(0.7, 0.9), || basket(
        1_000
    )),
    workflow!("map_10k" = map, map, targets(0.7, 0.9), || basket(10_000)),
    workflow!("map_10k_sel" = map_sel, map, targets(0.7, 0.9), || basket(
        10_000
    )),
    workflow!(
        "parallel_8" = parallel_8,
        parallel,
        targets(0.5, 0.8),
        text!("order_2k")
    ),
    workflow!(
        "choice_wide" = choice_wide,
        choice,
        targets(1.5, 1.2),
        text!("choice_wide")
    ),
    workflow!(
        "big_payload" = big_payload,
        big,
        targets(0.01, 0.8),
        text!("big_payload")
    ),
    workflow!(
        "counter_loop_10k" = counter_loop_10k,
        counter,
        targets(0.1, 0.1),
        text!("counter")
    ),
    workflow!(
        "counter_loop_task_10k" = counter_loop_task_10k,
        counter_task,
        targets(0.7, 0.7),
        text!("counter")
    ),
];

const fn targets(run: f64, end_to_end: f64) -> Option<Targets> {
    Some(Targets { run, end_to_end })
}

/// A document with that many items.
fn basket(items: usize) -> Cow<'static, [u8]> {
    let mut text = String::from("{\"items\":[");
    for index in 0..items {
        let comma = if index == 0 { "" } else { "," };
        let (qty, price) = (index % 9 + 1, index % 50 + 100);
        let item = format_args!(r#"{comma}{{"sku":"sku-{index}","qty":{qty},"price":{price}}}"#);
        // Writing to a string does not fail.
        let _ = text.write_fmt(item);
    }
    text.push_str("]}");
    Cow::Owned(text.into_bytes())
}
