//! What Parallel and Map states start.

use std::iter;

use super::Visit;
use super::batch::Grouping;
use super::item_set::{ItemSet, Members};
use crate::context::MapItem;
use crate::failure::Failure;
use crate::host::{BranchCalls, Common};
use crate::iterations::{Batches, Iterations};
use crate::names;
use crate::program::{Effect, FanOut, Step};
use crate::value::{Object, Text, Value};

impl Visit<'_> {
    /// Runs `count` branches from number `first` on, each with the same input (PAR-2).
    #[must_use]
    pub fn branches<S>(&self, input: Value, first: u32, count: u32) -> Effect<S> {
        let common = Common {
            branch: first,
            is_parallel: true,
            scope: self.own_path(),
            child: self.child().cloned().map(Box::new),
            // CTX-4: what surrounds a branch stays visible in it.
            item: (self.item.filter(|_| self.keeps_item())).map(|item| Box::new(item.clone())),
            variables: self.around.variables.visible(),
            ..Common::default()
        };
        let count = count as usize;
        let mut calls = BranchCalls::new(common, count);
        for input in iter::repeat_n(input, count) {
            calls.push(input, None);
        }
        Effect::FanOut(Box::new(FanOut {
            calls,
            max_concurrency: 0,
            tolerance: None,
            results: None,
        }))
    }

    /// Runs branch number `branch` once per item, with what `select` makes of it (MAP-20). `select`
    /// is given a visit that knows the item.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if `items` is no array; what `select` reports (MAP-23).
    pub fn items<S>(
        &self,
        branch: u32,
        items: Value,
        max_concurrency: usize,
        select: impl Fn(&Visit<'_>) -> Result<Value, Failure>,
    ) -> Step<S> {
        let iterations = Iterations {
            max_concurrency,
            ..Iterations::inline(branch)
        };
        self.iterate(iterations, items, select)
    }

    /// Runs branch number `branch` once per item, with the item as it is.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if `items` is no array.
    pub fn plain_items<S>(&self, branch: u32, items: Value, max_concurrency: usize) -> Step<S> {
        let iterations = Iterations {
            max_concurrency,
            ..Iterations::inline(branch)
        };
        self.iterate_plain(iterations, items)
    }

    /// Runs `iterations`, with what `select` makes of each item (MAP-10). `select` is given a visit
    /// that knows the item.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if `items` is no array, or `States.ItemReaderFailed` if a reader gave it
    /// (MAP-35); what `select` reports (MAP-23); `States.DataLimitExceeded` if an item is too large
    /// for a batch (MAP-41).
    pub fn iterate<S>(
        &self,
        iterations: Iterations,
        items: Value,
        select: impl Fn(&Visit<'_>) -> Result<Value, Failure>,
    ) -> Step<S> {
        self.prepare(iterations, items, |item| {
            select(&Visit {
                item: Some(item),
                ..*self
            })
        })
    }

    /// Runs `iterations`, with each item as it is.
    ///
    /// # Errors
    ///
    /// Those of [`iterate`](Self::iterate).
    pub fn iterate_plain<S>(&self, iterations: Iterations, items: Value) -> Step<S> {
        self.prepare(iterations, items, |item| Ok(item.take_input()))
    }

    fn prepare<S>(
        &self,
        iterations: Iterations,
        items: Value,
        select: impl Fn(&mut MapItem) -> Result<Value, Failure>,
    ) -> Step<S> {
        let items = self.item_set(&iterations, items)?;
        let total = items.len();
        let calls = match &iterations.batches {
            None => self.one_each(&iterations, items, select)?,
            Some(batches) => self.batched(&iterations, batches, items, select)?,
        };
        Ok(Effect::FanOut(Box::new(FanOut {
            calls,
            max_concurrency: self.at_once(&iterations),
            tolerance: iterations.tolerance(total).map(Box::new),
            results: iterations.results.map(Box::new),
        })))
    }

    /// What the Map iterates over (MAP-11, MAP-15, MAP-32, MAP-35).
    fn item_set(&self, iterations: &Iterations, items: Value) -> Result<ItemSet, Failure> {
        let read = iterations.read.as_ref();
        let members = match items {
            Value::Array(items) => Members::Array(items.into_iter()),
            Value::Object(items) if read.is_some() && self.language().object_items => {
                Members::Object(items.into_iter())
            }
            _ if read.is_some() => {
                return Err(Failure::reserved(
                    names::ITEM_READER_FAILED,
                    Text::from_static("Attempting to map over non-iterable node."),
                ));
            }
            _ => {
                return Err(Failure::runtime(
                    "Reference path \"$\" must point to array.",
                ));
            }
        };
        let source = iterations.map_run.map(|_| match read {
            Some(read) => read.location.clone(),
            None => Text::from_static("STATE_DATA"),
        });
        let most = read.and_then(|read| read.max_items);
        let most = most.map_or(usize::MAX, |most| {
            usize::try_from(most).unwrap_or(usize::MAX)
        });
        Ok(ItemSet::new(members, most, source))
    }

    /// An iteration for each item.
    fn one_each(
        &self,
        iterations: &Iterations,
        mut items: ItemSet,
        select: impl Fn(&mut MapItem) -> Result<Value, Failure>,
    ) -> Result<BranchCalls, Failure> {
        let mut calls = BranchCalls::new(self.common(iterations), items.len());
        while let Some(item) = items.advance() {
            let kept = self.keeps_item().then(|| item.clone());
            calls.push(select(item)?, kept);
        }
        Ok(calls)
    }

    /// An iteration for each batch (MAP-41).
    fn batched(
        &self,
        iterations: &Iterations,
        batches: &Batches,
        mut items: ItemSet,
        select: impl Fn(&mut MapItem) -> Result<Value, Failure>,
    ) -> Result<BranchCalls, Failure> {
        let mut grouping = Grouping::new(batches, self.execution.largest_payload.get());
        while let Some(item) = items.advance() {
            grouping.add(select(item)?)?;
        }
        let inputs = grouping.finish();
        let mut calls = BranchCalls::new(self.common(iterations), inputs.len());
        for (input, size) in inputs {
            calls.push_batch(input, size);
        }
        Ok(calls)
    }

    /// What the iterations of a Map have in common.
    fn common(&self, iterations: &Iterations) -> Common {
        let is_inline = iterations.map_run.is_none();
        Common {
            branch: iterations.branch,
            scope: self.own_path(),
            map_run: iterations.map_run,
            keeps_input: self.execution.program.uses.execution_input,
            // MAP-4: a child execution sees neither variables nor an execution but its own.
            variables: if is_inline {
                self.around.variables.visible()
            } else {
                Object::new()
            },
            child: self.child().filter(|_| is_inline).cloned().map(Box::new),
            ..Common::default()
        }
    }

    /// MAP-51, LIM-7.
    fn at_once(&self, iterations: &Iterations) -> usize {
        let [inline, distributed] = self.language().most_iterations;
        let most = match iterations.map_run {
            None => inline,
            Some(_) => distributed,
        };
        match (iterations.max_concurrency, most) {
            (0, most) => most,
            (wanted, 0) => wanted,
            (wanted, most) => wanted.min(most),
        }
    }

    fn keeps_item(&self) -> bool {
        self.execution.program.uses.map_item
    }

    /// The path of this state: its name within its scope, with the visit and the attempt unless they
    /// are the first.
    fn own_path(&self) -> Text {
        let (state, visit, attempt) = (self.state, self.around.visit, self.around.attempt());
        let is_first = visit == 1 && attempt == 1;
        match &self.around.scope {
            None if is_first => Text::from_static(state),
            None => Text::from(format!("{state}#{visit}.{attempt}")),
            Some(scope) if is_first => Text::from(format!("{scope}/{state}")),
            Some(scope) => Text::from(format!("{scope}/{state}#{visit}.{attempt}")),
        }
    }
}
