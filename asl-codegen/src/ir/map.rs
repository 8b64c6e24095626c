//! A Map state (section 26).

use proc_macro2::{Ident, Span};

use crate::ir::{Action, After, Program, Selector, StateId, Template};

/// A Map state.
#[derive(Debug)]
pub struct Map {
    /// `ItemReader`.
    pub reader: Option<Reader>,
    /// `ItemsPath`, of the reader's data if there is a reader.
    pub items: Option<Selector>,
    /// `ItemSelector`.
    pub selector: Option<Template>,
    /// `ItemBatcher`.
    pub batcher: Option<Batcher>,
    /// `MaxConcurrency`; 0 is unlimited.
    pub max_concurrency: Amount<u64>,
    /// `ToleratedFailureCount`.
    pub tolerated_count: Option<Amount<u64>>,
    /// `ToleratedFailurePercentage`.
    pub tolerated_percentage: Option<Amount<f64>>,
    /// `ResultWriter`.
    pub writer: Option<Writer>,
    /// Whether iterations are child executions (MAP-4), and the name of the map run they belong to.
    pub distributed: Option<String>,
    /// Index of the processor in [`Program::branches`](crate::ir::Program::branches).
    pub branch: usize,
    /// What happens with the result.
    pub after: After,
}

/// A number, or where it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount<T> {
    /// Known.
    Known(T),
    /// Behind a path.
    Path(Selector),
}

/// A method of the trait `Items`: what reads the items of one Map, or writes its results.
#[derive(Debug)]
pub struct Transfer {
    /// Its method.
    pub method: Ident,
    /// Which of the two.
    pub direction: Direction,
    /// `Resource`.
    pub resource: String,
    /// The Map.
    pub state: StateId,
}

/// Which way a [`Transfer`] goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `ItemReader`.
    Read,
    /// `ResultWriter`.
    Write,
}

/// Where a Map's items come from.
#[derive(Debug)]
pub struct Reader {
    /// Its number, after those of the tasks.
    pub task: usize,
    /// `Resource`.
    pub resource: String,
    /// `Parameters`.
    pub parameters: Option<Template>,
    /// `MaxItems`; `None` is no limit.
    pub max_items: Option<Amount<u64>>,
    /// The other members of `ReaderConfig`.
    pub config: Template,
}

/// How a Map's items are put together.
#[derive(Debug)]
pub struct Batcher {
    /// `MaxItemsPerBatch`.
    pub max_items: Option<Amount<u64>>,
    /// `MaxInputBytesPerBatch`.
    pub max_bytes: Option<Amount<u64>>,
    /// `BatchInput`.
    pub input: Option<Template>,
}

/// Where a Map's results go.
#[derive(Debug)]
pub struct Writer {
    /// Its number, after those of the tasks.
    pub task: usize,
    /// `Resource`; without it, the results stay the state's result.
    pub resource: Option<String>,
    /// `Parameters`.
    pub parameters: Option<Template>,
    /// `WriterConfig`.
    pub config: Template,
    /// Whether outputs that are arrays are joined to one (MAP-73).
    pub flatten: bool,
}

impl Program {
    /// Names and numbers what reads items and writes results.
    pub(crate) fn number_transfers(&mut self) {
        let mut transfers = Vec::new();
        let first = self.tasks.len();
        for (index, state) in self.states.iter_mut().enumerate() {
            let Action::Map(map) = &mut state.action else {
                continue;
            };
            let function = state.function.as_str();
            let mut add = |direction, resource: &str| {
                transfers.push(Transfer::new(direction, function, StateId(index), resource));
                first + transfers.len() - 1
            };
            if let Some(reader) = &mut map.reader {
                reader.task = add(Direction::Read, &reader.resource);
            }
            if let Some(writer) = &mut map.writer
                && let Some(resource) = &writer.resource
            {
                writer.task = add(Direction::Write, resource);
            }
        }
        self.transfers = transfers;
    }
}

impl Transfer {
    /// The transfer for a Map whose functions are made of the name `function`.
    pub fn new(direction: Direction, function: &str, state: StateId, resource: &str) -> Transfer {
        let verb = match direction {
            Direction::Read => "read",
            Direction::Write => "write",
        };
        // An underscore before a digit is not needed after a verb.
        let name = function.trim_start_matches('_');
        Transfer {
            method: Ident::new(&format!("{verb}_{name}"), Span::call_site()),
            direction,
            resource: resource.to_owned(),
            state,
        }
    }
}

impl Map {
    /// Whether the results are handed to a writer.
    pub fn writes(&self) -> bool {
        self.writer.as_ref().is_some_and(|w| w.resource.is_some())
    }

    /// Whether it has nothing but items, a selector and a fixed `MaxConcurrency`.
    pub fn is_plain(&self) -> bool {
        self.reader.is_none()
            && self.batcher.is_none()
            && self.writer.is_none()
            && self.distributed.is_none()
            && self.tolerated_count.is_none()
            && self.tolerated_percentage.is_none()
            && matches!(self.max_concurrency, Amount::Known(_))
    }

    /// Every path to a number.
    pub fn amounts(&self) -> impl Iterator<Item = &Selector> {
        let batcher = self.batcher.as_ref();
        let counts = [
            Some(&self.max_concurrency),
            self.tolerated_count.as_ref(),
            self.reader.as_ref().and_then(|r| r.max_items.as_ref()),
            batcher.and_then(|batcher| batcher.max_items.as_ref()),
            batcher.and_then(|batcher| batcher.max_bytes.as_ref()),
        ];
        let counts = counts.into_iter().flatten().filter_map(Amount::path);
        counts.chain(self.tolerated_percentage.as_ref().and_then(Amount::path))
    }

    /// Every template but the `ItemSelector`.
    pub fn templates(&self) -> impl Iterator<Item = &Template> {
        let reader = self.reader.as_ref().and_then(|r| r.parameters.as_ref());
        let batch = self.batcher.as_ref().and_then(|b| b.input.as_ref());
        let writer = self.writer.as_ref().and_then(|w| w.parameters.as_ref());
        [reader, batch, writer].into_iter().flatten()
    }

    /// Every template.
    pub fn templates_mut(&mut self) -> impl Iterator<Item = &mut Template> {
        let reader = self.reader.as_mut().and_then(|r| r.parameters.as_mut());
        let batch = self.batcher.as_mut().and_then(|b| b.input.as_mut());
        let writer = self.writer.as_mut().and_then(|w| w.parameters.as_mut());
        let selectors = [self.selector.as_mut(), self.after.selector.as_mut()];
        [reader, batch, writer]
            .into_iter()
            .chain(selectors)
            .flatten()
    }
}

impl<T> Amount<T> {
    fn path(&self) -> Option<&Selector> {
        match self {
            Amount::Known(_) => None,
            Amount::Path(selector) => Some(selector),
        }
    }
}
