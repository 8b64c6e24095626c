//! Map states.

use crate::ast;
use crate::ir::{Amount, Batcher, Map, Reader, Template, Writer};
use crate::lower::{Lower, constant, selector, template};
use crate::source::{Node, Text};

impl Lower<'_> {
    pub(super) fn map(&self, state: &ast::State, map: &ast::Map, branch: usize) -> Map {
        let replaced = map.reader.is_some() && self.rules.map.reader_replaces_items;
        let items = map.items_path.as_ref().filter(|_| !replaced);
        Map {
            reader: map.reader.as_ref().map(reader),
            items: items.map(selector),
            // MAP-21
            selector: (map.item_selector.as_ref())
                .or(map.work.parameters.as_ref())
                .map(template),
            batcher: map.batcher.as_ref().map(|batcher| Batcher {
                max_items: batcher.max_items.as_ref().map(amount),
                max_bytes: batcher.max_bytes.as_ref().map(amount),
                input: batcher.input.as_ref().map(template),
            }),
            max_concurrency: map
                .max_concurrency
                .as_ref()
                .map_or(Amount::Known(self.rules.map.default_concurrency), amount),
            tolerated_count: map.tolerated_count.as_ref().map(amount),
            tolerated_percentage: map.tolerated_percentage.as_ref().map(amount),
            writer: map.writer.as_ref().map(writer),
            distributed: map.is_distributed().then(|| {
                let label = map.label.as_ref().unwrap_or(&state.name);
                label.value.clone()
            }),
            branch,
            after: self.after(state, &map.work),
        }
    }
}

fn reader(reader: &ast::ItemReader) -> Reader {
    let max_items = reader.max_items.as_ref().map(amount);
    Reader {
        task: 0,
        resource: text(reader.resource.as_ref()).unwrap_or_default(),
        parameters: reader.parameters.as_ref().map(template),
        // MAP-32: 0 is no limit.
        max_items: max_items.filter(|max| *max != Amount::Known(0)),
        config: config(&reader.config),
    }
}

/// MAP-71, MAP-73.
fn writer(writer: &ast::ResultWriter) -> Writer {
    let transformation = writer.transformation.as_ref();
    Writer {
        task: 0,
        resource: text(writer.resource.as_ref()),
        parameters: writer.parameters.as_ref().map(template),
        config: config(&writer.config),
        flatten: transformation.is_some_and(|text| text.value == "FLATTEN"),
    }
}

fn amount<T: Copy>(amount: &ast::Amount<T>) -> Amount<T> {
    match amount {
        ast::Amount::Literal(literal) => Amount::Known(literal.value),
        ast::Amount::Path(path) => Amount::Path(selector(path)),
    }
}

fn config(members: &[(Text, Node)]) -> Template {
    let members = members.iter();
    Template::Object(
        members
            .map(|(key, value)| (key.value.clone(), constant(value)))
            .collect(),
    )
}

fn text(text: Option<&Text>) -> Option<String> {
    Some(text?.value.clone())
}
