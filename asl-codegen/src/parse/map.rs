//! The fields of a Map state (section 26).

use crate::ast::{self, Amount};
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::path::PathRules;
use crate::parse::{Fields, Parser};
use crate::source::{Kind, Member, Node, Text};

/// What the AWS service has for the mode `DISTRIBUTED` only (MAP-5).
const DISTRIBUTED_FIELDS: &[&str] = &[
    "ItemReader",
    "ItemBatcher",
    "ResultWriter",
    "ToleratedFailureCount",
    "ToleratedFailureCountPath",
    "ToleratedFailurePercentage",
    "ToleratedFailurePercentagePath",
    "Label",
];

/// The members of a `ReaderConfig` that hold one of a few words (MAP-33).
const READER_WORDS: &[(&str, &[&str])] = &[
    (
        "InputType",
        &["CSV", "JSON", "JSONL", "PARQUET", "MANIFEST"],
    ),
    ("CSVHeaderLocation", &["FIRST_ROW", "GIVEN"]),
    (
        "CSVDelimiter",
        &["COMMA", "PIPE", "SEMICOLON", "SPACE", "TAB"],
    ),
    ("ManifestType", &["ATHENA_DATA", "S3_INVENTORY"]),
    ("Transformation", &["NONE", "LOAD_AND_FLATTEN"]),
];

impl Parser<'_> {
    /// Section 26.
    pub(crate) fn map(&mut self, fields: &mut Fields<'_>) -> ast::Map {
        fields.exclusive(self, "ItemProcessor", "Iterator");
        fields.exclusive(self, "ItemSelector", "Parameters");
        // What the service runs at once depends on the mode: the check knows it.
        let most = self.rules.max_seconds;
        let mut distributed_fields: Vec<Text> = DISTRIBUTED_FIELDS
            .iter()
            .filter_map(|name| Some(fields.take(name)?.key.clone()))
            .collect();
        distributed_fields.sort_by_key(|key| key.span);
        ast::Map {
            processor: self.map_processor(fields),
            reader: fields
                .take("ItemReader")
                .and_then(|member| self.item_reader(&member.value)),
            items_path: fields.path(self, "ItemsPath", PathRules::REFERENCE),
            item_selector: fields.template(self, "ItemSelector"),
            batcher: fields
                .take("ItemBatcher")
                .and_then(|member| self.item_batcher(&member.value)),
            writer: fields
                .take("ResultWriter")
                .and_then(|member| self.result_writer(&member.value)),
            max_concurrency: fields.count(
                self,
                "MaxConcurrency",
                "MaxConcurrencyPath",
                self.rules.map.min_concurrency,
                most,
            ),
            tolerated_count: fields.count(
                self,
                "ToleratedFailureCount",
                "ToleratedFailureCountPath",
                0,
                most,
            ),
            tolerated_percentage: fields.percentage(
                self,
                "ToleratedFailurePercentage",
                "ToleratedFailurePercentagePath",
            ),
            label: fields.text(self, "Label"),
            distributed_fields,
            work: self.work(fields),
        }
    }

    /// MAP-2.
    fn map_processor(&mut self, fields: &mut Fields<'_>) -> Option<ast::Scope> {
        if let Some(member) = fields.take("Iterator") {
            fields.take("ItemProcessor");
            return self.processor(&member.value, "`Iterator`");
        }
        let (name, what) = match self.rules.map.processor {
            "Iterator" => ("Iterator", "`Iterator`"),
            _ => ("ItemProcessor", "`ItemProcessor`"),
        };
        let member = fields.take(name);
        if member.is_none() && fields.has_misspelt("Iterator") {
            return None;
        }
        let member = member.or_else(|| fields.require(self, name))?;
        self.processor(&member.value, what)
    }

    /// MAP-30.
    fn item_reader(&mut self, node: &Node) -> Option<ast::ItemReader> {
        let mut fields = Fields::open(self, node, "`ItemReader`")?;
        fields.text(self, "Comment");
        let mut reader = ast::ItemReader {
            span: node.span,
            resource: fields.require_text(self, "Resource"),
            parameters: fields.template(self, "Parameters"),
            max_items: None,
            config: Vec::new(),
        };
        self.filled_resource(reader.resource.as_ref());
        if let Some(member) = fields.take("ReaderConfig") {
            self.reader_config(&member.value, &mut reader);
        }
        fields.finish(self);
        Some(reader)
    }

    /// MAP-31; beyond it, the members are the interpreter's own.
    fn reader_config(&mut self, node: &Node, reader: &mut ast::ItemReader) -> Option<()> {
        let Kind::Object(members) = &node.kind else {
            self.wrong_type(node, "`ReaderConfig`", "an object");
            return None;
        };
        let mut fields = Fields::open(self, node, "`ReaderConfig`")?;
        fields.text(self, "Comment");
        let least = u64::from(!self.rules.map.zero_max_items);
        let most = self.rules.map.max_items;
        reader.max_items = fields.count(self, "MaxItems", "MaxItemsPath", least, most);
        if self.rules.map.service_members {
            self.reader_members(&mut fields);
            fields.finish(self);
        }
        reader.config = members
            .iter()
            .filter(|member| !matches!(member.key.value.as_str(), "MaxItems" | "MaxItemsPath"))
            .map(config_member)
            .collect();
        Some(())
    }

    /// MAP-33.
    fn reader_members(&mut self, fields: &mut Fields<'_>) {
        for (name, words) in READER_WORDS {
            fields.choice(self, name, words);
        }
        fields.text(self, "ItemsPointer");
        for header in fields.array(self, "CSVHeaders").unwrap_or_default() {
            self.text(header, "CSVHeaders");
        }
    }

    /// MAP-40.
    fn item_batcher(&mut self, node: &Node) -> Option<ast::ItemBatcher> {
        let mut fields = Fields::open(self, node, "`ItemBatcher`")?;
        fields.text(self, "Comment");
        let (most_items, most_bytes) = (self.rules.map.max_items, self.rules.map.max_batch_bytes);
        let limits = [
            "MaxItemsPerBatch",
            "MaxItemsPerBatchPath",
            "MaxInputBytesPerBatch",
            "MaxInputBytesPerBatchPath",
        ];
        if limits.iter().all(|name| fields.take(name).is_none()) {
            self.report(
                Diagnostic::error(
                    Code::BatchWithoutLimit,
                    super::scope::opening(node.span),
                    "`ItemBatcher` needs a limit to the size of a batch",
                )
                .label("add `MaxItemsPerBatch`, `MaxInputBytesPerBatch`, or both"),
            );
        }
        let batcher = ast::ItemBatcher {
            span: node.span,
            max_items: fields.count(
                self,
                "MaxItemsPerBatch",
                "MaxItemsPerBatchPath",
                1,
                most_items,
            ),
            max_bytes: fields.count(
                self,
                "MaxInputBytesPerBatch",
                "MaxInputBytesPerBatchPath",
                1,
                most_bytes,
            ),
            input: fields.template(self, "BatchInput"),
        };
        fields.finish(self);
        Some(batcher)
    }

    /// MAP-70.
    fn result_writer(&mut self, node: &Node) -> Option<ast::ResultWriter> {
        let mut fields = Fields::open(self, node, "`ResultWriter`")?;
        fields.text(self, "Comment");
        let config = if self.rules.map.service_members {
            fields.take("WriterConfig")
        } else {
            None
        };
        let resource = match (config, fields.take("Resource")) {
            (Some(_), None) => None,
            (None, None) if self.rules.map.service_members => {
                self.empty_result_writer(node);
                None
            }
            _ => fields.require_text(self, "Resource"),
        };
        self.filled_resource(resource.as_ref());
        let mut writer = ast::ResultWriter {
            span: node.span,
            resource,
            parameters: fields.template(self, "Parameters"),
            transformation: None,
            config: Vec::new(),
        };
        if let Some(member) = config {
            self.writer_config(&member.value, &mut writer);
        }
        fields.finish(self);
        Some(writer)
    }

    fn empty_result_writer(&mut self, node: &Node) {
        self.report(
            Diagnostic::error(
                Code::EmptyResultWriter,
                super::scope::opening(node.span),
                "`ResultWriter` does nothing",
            )
            .label("needs a `Resource`, a `WriterConfig`, or both"),
        );
    }

    fn writer_config(&mut self, node: &Node, writer: &mut ast::ResultWriter) -> Option<()> {
        let mut fields = Fields::open(self, node, "`WriterConfig`")?;
        fields.text(self, "Comment");
        fields.require(self, "OutputType");
        fields.choice(self, "OutputType", &["JSON", "JSONL"]);
        writer.transformation =
            fields.choice(self, "Transformation", &["NONE", "COMPACT", "FLATTEN"]);
        fields.finish(self);
        if let Kind::Object(members) = &node.kind {
            writer.config = members.iter().map(config_member).collect();
        }
        Some(())
    }

    fn filled_resource(&mut self, resource: Option<&Text>) {
        if let Some(resource) = resource.filter(|text| text.value.is_empty()) {
            self.report(
                Diagnostic::error(Code::Empty, resource.span, "`Resource` must not be empty")
                    .label("needs the URI of the work to do"),
            );
        }
    }
}

fn config_member(member: &Member) -> (Text, Node) {
    (member.key.clone(), member.value.clone())
}

impl Fields<'_> {
    /// An integer in `min..=max`, or its path twin; only one of them may be present.
    fn count(
        &mut self,
        parser: &mut Parser<'_>,
        literal: &'static str,
        path: &'static str,
        min: u64,
        max: u64,
    ) -> Option<Amount<u64>> {
        self.exclusive(parser, literal, path);
        let path = self.path(parser, path, PathRules::AMOUNT);
        let literal = self.integer(parser, literal, min, max);
        literal.map(Amount::Literal).or(path.map(Amount::Path))
    }

    /// A number from 0 to 100, or its path twin (MAP-54).
    fn percentage(
        &mut self,
        parser: &mut Parser<'_>,
        literal: &'static str,
        path: &'static str,
    ) -> Option<Amount<f64>> {
        self.exclusive(parser, literal, path);
        let path = self.path(parser, path, PathRules::AMOUNT);
        let number = self.number(parser, literal, 0.0);
        if let Some(number) = number.as_ref().filter(|number| number.value > 100.0) {
            parser.report(
                Diagnostic::error(
                    Code::OutOfRange,
                    number.span,
                    format!("`{literal}` must be a number from 0 to 100"),
                )
                .label("out of range"),
            );
        }
        number.map(Amount::Literal).or(path.map(Amount::Path))
    }
}
