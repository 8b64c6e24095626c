//! The calls of one fan-out.

use super::{BranchCall, ChildExecution, MapItem, ScopePath};
use crate::value::{Object, Text, Value};

/// The nested machines of one fan-out, in order: what they have in common once, and what each begins
/// with.
#[derive(Clone, Debug, Default)]
pub struct BranchCalls {
    pub(crate) common: Common,
    inputs: Vec<Value>,
    /// The item of each, if the definition reads it there; else nothing.
    items: Vec<MapItem>,
    /// How many items each is for, if they are batches; else nothing.
    sizes: Vec<usize>,
}

/// What the calls of one fan-out have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Common {
    /// The branch of the definition, by number.
    pub(crate) branch: u32,
    /// Whether each is another branch, from that one on.
    pub(crate) is_parallel: bool,
    /// The path of the state that fans out.
    pub(crate) scope: Text,
    /// If each is a child execution, the name of the map run.
    pub(crate) map_run: Option<&'static str>,
    /// Whether a child execution keeps its input.
    pub(crate) keeps_input: bool,
    /// The child execution they are part of.
    pub(crate) child: Option<Box<ChildExecution>>,
    /// The item of the Map around a Parallel state, if the definition reads it there.
    pub(crate) item: Option<Box<MapItem>>,
    /// The variables they see.
    pub(crate) variables: Object,
}

impl BranchCalls {
    /// No calls yet, with room for `capacity`.
    pub(crate) fn new(common: Common, capacity: usize) -> Self {
        Self {
            common,
            inputs: Vec::with_capacity(capacity),
            items: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Adds a call, with its item if that is kept.
    #[inline]
    pub(crate) fn push(&mut self, input: Value, item: Option<MapItem>) {
        self.inputs.push(input);
        self.items.extend(item);
    }

    /// Adds a call for a batch of that many items. No item is the item of a batch.
    pub(crate) fn push_batch(&mut self, input: Value, size: usize) {
        self.inputs.push(input);
        self.sizes.push(size);
    }

    /// How many calls there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The branches of the definition that are called, by number.
    pub(crate) fn branches(&self) -> impl Iterator<Item = usize> {
        let different = if self.common.is_parallel {
            self.len()
        } else {
            1
        };
        (self.common.branch as usize..).take(different)
    }

    /// The branch of call number `index`, counted from 0.
    #[inline]
    pub(crate) fn branch(&self, index: usize) -> u32 {
        let Common {
            branch,
            is_parallel,
            ..
        } = self.common;
        if !is_parallel {
            return branch;
        }
        branch.saturating_add(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The input of a call; once it is taken out, a place for the output.
    #[inline]
    pub(crate) fn input(&mut self, index: usize) -> Option<&mut Value> {
        self.inputs.get_mut(index)
    }

    /// How many items of a Map a call is for.
    pub(crate) fn size(&self, index: usize) -> usize {
        self.sizes.get(index).copied().unwrap_or(1)
    }

    /// Takes out the item of a call.
    #[inline]
    pub(crate) fn item(&mut self, index: usize) -> Option<Box<MapItem>> {
        match self.items.get_mut(index) {
            Some(item) => Some(Box::new(item.take())),
            None => self.common.item.clone(),
        }
    }

    /// The child execution that a call with this input is, or is part of.
    #[inline]
    pub(crate) fn child(&self, index: usize, input: &Value) -> Option<Box<ChildExecution>> {
        match self.common.map_run {
            None => self.common.child.clone(),
            Some(map_run) => Some(self.common.child_execution(map_run, index, input)),
        }
    }

    /// Takes out a call.
    pub(crate) fn take(&mut self, index: usize) -> Option<BranchCall> {
        let input = self.input(index)?.take();
        Some(BranchCall {
            branch: self.branch(index),
            index,
            scope: self.common.scope.clone(),
            items: self.size(index),
            item: self.item(index),
            child: self.child(index, &input),
            variables: self.common.variables.clone(),
            input,
        })
    }

    /// The outputs, when all are in the places of the inputs.
    pub(crate) fn into_outputs(self) -> Vec<Value> {
        self.inputs
    }

    /// All calls, each by itself.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<BranchCall> {
        (0..self.len())
            .filter_map(|index| self.take(index))
            .collect()
    }
}

impl Common {
    #[cold]
    fn child_execution(
        &self,
        map_run: &'static str,
        index: usize,
        input: &Value,
    ) -> Box<ChildExecution> {
        Box::new(ChildExecution {
            map_run: Text::from_static(map_run),
            scope: ScopePath {
                state: self.scope.clone(),
                index,
            },
            input: self.keeps_input.then(|| input.clone()),
            started: None,
        })
    }
}

impl MapItem {
    fn take(&mut self) -> Self {
        Self {
            index: self.index,
            value: self.value.take(),
            key: self.key.take(),
            source: self.source.take(),
        }
    }
}
