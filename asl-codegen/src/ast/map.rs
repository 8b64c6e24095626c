//! The fields of a Map state (section 26).

use crate::ast::{PathText, Scope, Template, Work};
use crate::source::{Node, Span, Spanned, Text};

/// Fields of a Map state.
#[derive(Debug)]
pub struct Map {
    /// What it shares with Task and Parallel; its `parameters` is the deprecated
    /// spelling of `ItemSelector` (MAP-21).
    pub work: Work,
    /// `ItemProcessor` or `Iterator`.
    pub processor: Option<Scope>,
    /// `ItemReader`.
    pub reader: Option<ItemReader>,
    /// `ItemsPath`.
    pub items_path: Option<PathText>,
    /// `ItemSelector`.
    pub item_selector: Option<Template>,
    /// `ItemBatcher`.
    pub batcher: Option<ItemBatcher>,
    /// `ResultWriter`.
    pub writer: Option<ResultWriter>,
    /// `MaxConcurrency` or `MaxConcurrencyPath`.
    pub max_concurrency: Option<Amount<u64>>,
    /// `ToleratedFailureCount` or `ToleratedFailureCountPath`.
    pub tolerated_count: Option<Amount<u64>>,
    /// `ToleratedFailurePercentage` or `ToleratedFailurePercentagePath`.
    pub tolerated_percentage: Option<Amount<f64>>,
    /// `Label`.
    pub label: Option<Text>,
    /// The keys of the fields that the AWS service has for the mode `DISTRIBUTED` only (MAP-5), in
    /// the order of the file.
    pub distributed_fields: Vec<Text>,
}

/// A number in the definition, or behind a path.
#[derive(Debug)]
pub enum Amount<T> {
    /// In the definition.
    Literal(Spanned<T>),
    /// Of a `…Path` field.
    Path(PathText),
}

/// `ItemReader` (MAP-30).
#[derive(Debug)]
pub struct ItemReader {
    /// The object.
    pub span: Span,
    /// `Resource`.
    pub resource: Option<Text>,
    /// `Parameters`.
    pub parameters: Option<Template>,
    /// `MaxItems` or `MaxItemsPath` of the `ReaderConfig` (MAP-31).
    pub max_items: Option<Amount<u64>>,
    /// The other members of the `ReaderConfig`.
    pub config: Vec<(Text, Node)>,
}

/// `ItemBatcher` (MAP-40).
#[derive(Debug)]
pub struct ItemBatcher {
    /// The object.
    pub span: Span,
    /// `MaxItemsPerBatch` or `MaxItemsPerBatchPath`.
    pub max_items: Option<Amount<u64>>,
    /// `MaxInputBytesPerBatch` or `MaxInputBytesPerBatchPath`.
    pub max_bytes: Option<Amount<u64>>,
    /// `BatchInput` (MAP-43).
    pub input: Option<Template>,
}

/// `ResultWriter` (MAP-70).
#[derive(Debug)]
pub struct ResultWriter {
    /// The object.
    pub span: Span,
    /// `Resource`; without it, the results are only transformed.
    pub resource: Option<Text>,
    /// `Parameters`.
    pub parameters: Option<Template>,
    /// `Transformation` of the `WriterConfig` (MAP-73).
    pub transformation: Option<Text>,
    /// The members of the `WriterConfig`.
    pub config: Vec<(Text, Node)>,
}

impl Map {
    /// Whether its iterations are child executions (MAP-4).
    pub fn is_distributed(&self) -> bool {
        self.processor.as_ref().is_some_and(Scope::is_distributed)
    }
}

impl Scope {
    /// Whether it is a processor of the mode `DISTRIBUTED`, which sees no variables of the scopes
    /// around it (VAR-14).
    pub fn is_distributed(&self) -> bool {
        let config = self.processor_config.as_ref();
        let mode = config.and_then(|config| config.mode.as_ref());
        mode.is_some_and(|mode| mode.value == "DISTRIBUTED")
    }
}
