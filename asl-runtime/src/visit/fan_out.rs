//! What Parallel and Map states start.

use std::ops::Range;

use super::Visit;
use crate::context::MapItem;
use crate::failure::Failure;
use crate::host::BranchCall;
use crate::program::{Effect, FanOut, Step};
use crate::value::{Text, Value};

impl Visit<'_> {
    /// Runs `count` branches from number `first` on, each with the same input (PAR-2).
    #[must_use]
    pub fn branches<S>(&self, input: Value, first: u32, count: u32) -> Effect<S> {
        let scope = self.own_path();
        let item = self.inherited_item();
        let variables = self.variables.visible();
        let numbers: Range<u32> = first..first.saturating_add(count);
        let calls = numbers.enumerate().map(|(index, branch)| BranchCall {
            branch,
            index,
            scope: scope.clone(),
            input: input.clone(),
            item: item.clone(),
            variables: variables.clone(),
        });
        Effect::FanOut(FanOut {
            calls: calls.collect(),
            max_concurrency: 0,
        })
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
        self.iterate(branch, items, max_concurrency, |index, value| {
            let item = MapItem { index, value };
            let input = select(&Visit {
                item: Some(&item),
                ..*self
            })?;
            Ok((input, self.execution.uses.map_item.then_some(item)))
        })
    }

    /// Runs branch number `branch` once per item, with the item as it is.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if `items` is no array.
    pub fn plain_items<S>(&self, branch: u32, items: Value, max_concurrency: usize) -> Step<S> {
        self.iterate(branch, items, max_concurrency, |index, value| {
            let kept = self.execution.uses.map_item;
            let item = kept.then(|| MapItem {
                index,
                value: value.clone(),
            });
            Ok((value, item))
        })
    }

    fn iterate<S>(
        &self,
        branch: u32,
        items: Value,
        max_concurrency: usize,
        prepare: impl Fn(usize, Value) -> Result<(Value, Option<MapItem>), Failure>,
    ) -> Step<S> {
        let Value::Array(items) = items else {
            return Err(Failure::runtime(
                "Reference path \"$\" must point to array.",
            )); // MAP-11
        };
        let scope = self.own_path();
        let variables = self.variables.visible();
        let mut calls = Vec::with_capacity(items.len());
        for (index, value) in items.into_iter().enumerate() {
            let (input, item) = prepare(index, value)?;
            calls.push(BranchCall {
                branch,
                index,
                scope: scope.clone(),
                input,
                item,
                variables: variables.clone(),
            });
        }
        Ok(Effect::FanOut(FanOut {
            calls,
            max_concurrency,
        }))
    }

    /// CTX-4: what surrounds a branch stays visible in it.
    fn inherited_item(&self) -> Option<MapItem> {
        let item = self.item.filter(|_| self.execution.uses.map_item)?;
        Some(item.clone())
    }

    /// The path of this state: its name within its scope, with the visit and the attempt unless they
    /// are the first.
    fn own_path(&self) -> Text {
        let (state, visit, attempt) = (self.state, self.number, self.retries.saturating_add(1));
        let is_first = visit == 1 && attempt == 1;
        match self.scope {
            None if is_first => Text::from_static(state),
            None => Text::from(format!("{state}#{visit}.{attempt}")),
            Some(scope) if is_first => Text::from(format!("{scope}/{state}")),
            Some(scope) => Text::from(format!("{scope}/{state}#{visit}.{attempt}")),
        }
    }
}
