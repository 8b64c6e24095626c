//! YAML that knows where it was written: the same tree as that of a JSON text.
//!
//! The grammar is `granit_parser`'s, which gives events with byte offsets; this builds the tree, resolves scalars by
//! the core schema of YAML 1.2 and refuses what JSON has no place for.

mod anchors;
mod mask;
mod place;
mod report;
mod scalar;
mod size;
mod suggest;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, Tag};

use self::anchors::Anchors;
use self::mask::Mask;
use self::place::{Style, place};
use self::scalar::{Scalar, resolve};
use self::size::Size;
pub(super) use self::suggest::adapt;
use super::json::{self, MAX_DEPTH};
use super::offsets::Offsets;
use super::substitute::{self, Filled, Values};
use super::{Document, Kind, Member, Node, Span, Text};
use crate::diagnostic::{Code, Diagnostic};

/// Reads the one document of a YAML text; all spans are those of the text. Without `values`, `${Name}` has no meaning.
pub(super) fn read(text: &str, values: Option<&[(String, String)]>) -> Document {
    let mut builder = Builder {
        text,
        mask: Mask::new(text, values.is_some()),
        values: values.map(Values::new),
        open: Vec::new(),
        root: None,
        anchors: Anchors::default(),
        findings: Vec::new(),
    };
    let is_whole = match builder.run() {
        Ok(()) => true,
        Err(error) => {
            builder.give_up(error);
            false
        }
    };
    builder.finish(is_whole)
}

struct Builder<'a> {
    text: &'a str,
    mask: Mask<'a>,
    values: Option<Values<'a>>,
    /// The collections around the next node, outermost first.
    open: Vec<Collection>,
    root: Option<Node>,
    anchors: Anchors,
    findings: Vec<Diagnostic>,
}

/// A collection that is not complete.
struct Collection {
    items: Items,
    span: Span,
    /// Number of its anchor, or 0.
    anchor: usize,
    size: Size,
    /// Members that a merge key would add: it is refused, but they are not missing.
    merged: Vec<Member>,
}

enum Items {
    Sequence(Vec<Node>),
    Mapping(Vec<Member>, Key),
}

/// What a mapping waits for.
enum Key {
    /// A key.
    Next,
    /// The value of this key.
    Read(Text),
    /// The value of a key that was refused.
    Refused,
    /// What `<<` is followed by.
    Merge,
}

/// A scalar with its value and where it was written.
struct Written {
    value: String,
    offsets: Offsets,
    style: Style,
    /// All of it, quotes included.
    span: Span,
}

impl Builder<'_> {
    /// Follows the events until the end; an error is one after which nothing can be said.
    fn run(&mut self) -> Result<(), Diagnostic> {
        let masked = self.mask.text().to_owned();
        let options = granit_parser::options! {
            emit_anchor_events: true,
            emit_unresolved_aliases: true,
        };
        let mut documents = 0;
        for next in Parser::new_from_str_with_options(&masked, options) {
            let (event, span) = next.map_err(|error| self.syntax(&error))?;
            let range = span.byte_range().unwrap_or_default();
            let tag_span = span
                .tag_span()
                .and_then(|tag| tag.byte_range())
                .map_or(Span::from_range(range.clone()), Span::from_range);
            if matches!(event, Event::DocumentStart(..)) {
                documents += 1;
                if documents > 1 {
                    return Err(report::documents(Span::from_range(range)));
                }
            }
            self.event(event, range, tag_span)?;
        }
        match self.root {
            Some(_) => Ok(()),
            None => Err(report::empty()),
        }
    }

    fn event(
        &mut self,
        event: Event<'_>,
        range: Range<usize>,
        tag_span: Span,
    ) -> Result<(), Diagnostic> {
        let span = Span::from_range(range.clone());
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                let written = self.written(&value, style, range);
                self.scalar(written, anchor, tag.as_deref(), tag_span)?;
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.check_tag(tag.as_deref(), "seq", tag_span);
                self.open(Items::Sequence(Vec::new()), span, anchor)?;
            }
            Event::MappingStart(_, anchor, tag) => {
                self.check_tag(tag.as_deref(), "map", tag_span);
                self.open(Items::Mapping(Vec::new(), Key::Next), span, anchor)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::Anchor(_, name) => self.anchors.name(&name),
            Event::Alias(anchor) => self.alias(anchor, span)?,
            Event::UnresolvedAlias(name) => {
                self.findings.push(self.anchors.unknown(&name, span));
                self.add(
                    Node {
                        span,
                        kind: Kind::Null,
                    },
                    Size::default(),
                );
            }
            _ => {}
        }
        Ok(())
    }

    fn syntax(&self, error: &granit_parser::ScanError) -> Diagnostic {
        report::syntax(self.text, error)
    }

    /// What the parser says about a scalar, with its place and its placeholders filled in.
    fn written(&mut self, value: &str, style: ScalarStyle, range: Range<usize>) -> Written {
        let span = Span::from_range(range.clone());
        let (style, inner) = match style {
            ScalarStyle::Plain => (Style::Plain, range.clone()),
            ScalarStyle::SingleQuoted => (Style::Single, within(&range)),
            ScalarStyle::DoubleQuoted => (Style::Double, within(&range)),
            _ => (Style::Block, range.clone()),
        };
        // A scalar of which nothing is written is `~` to the parser.
        let value = if range.is_empty() { "" } else { value };
        let masked = self.mask.text().get(inner.clone()).unwrap_or_default();
        let offsets = place(value, masked, inner.start, style).unwrap_or_else(|| {
            let mut whole = Offsets::starting_at(span.start);
            whole.push_whole(value.len(), span);
            whole
        });
        Written {
            value: self.mask.unmask(value.to_owned(), range),
            offsets,
            style,
            span,
        }
    }

    fn scalar(
        &mut self,
        written: Written,
        anchor: usize,
        tag: Option<&Tag>,
        tag_span: Span,
    ) -> Result<(), Diagnostic> {
        let span = written.span;
        let node = match tag {
            Some(tag) => self.tagged(written, tag, tag_span),
            None if self.takes_key() => {
                self.key(written, anchor);
                return Ok(());
            }
            None => self.untagged(written),
        };
        // More than a scalar if it was filled in.
        let size = Size::inside(&node);
        if self.open.len() + size.height > MAX_DEPTH {
            return Err(report::too_deep(span));
        }
        self.complete(node, anchor, size);
        Ok(())
    }

    /// A scalar whose style says what it is.
    fn untagged(&mut self, written: Written) -> Node {
        if written.style != Style::Plain {
            return self.string(written);
        }
        if let Some(node) = self.filled_value(&written) {
            return node;
        }
        let (value, span) = (written.value.clone(), written.span);
        let written = self.fill(written);
        let kind = match resolve(&written.value) {
            Scalar::Null => Kind::Null,
            Scalar::Bool(value) => Kind::Bool(value),
            Scalar::Number(json) => Kind::Number(json),
            Scalar::String => Kind::String(text(written)),
            Scalar::NotFinite => {
                self.findings.push(report::not_finite(span, &value));
                Kind::Null
            }
        };
        Node { span, kind }
    }

    /// A plain scalar that is nothing but a placeholder can be filled with any JSON value.
    fn filled_value(&mut self, written: &Written) -> Option<Node> {
        let name = substitute::sole_placeholder(&written.value)?;
        let value = self.values.as_mut()?.get(name)?;
        if !value.trim_start().starts_with(['{', '[', '"']) {
            return None;
        }
        let mut node = json::parse(&Filled::whole(value, written.span)).ok()?;
        node.span = written.span;
        Some(node)
    }

    /// A scalar whose tag says what it is.
    fn tagged(&mut self, written: Written, tag: &Tag, tag_span: Span) -> Node {
        if tag.handle().is_empty() && tag.suffix() == "!" || tag.core_suffix() == Some("str") {
            return self.string(written);
        }
        let Some(expected) = tag.core_suffix() else {
            self.findings.push(report::tag(tag, tag_span));
            return self.string(written);
        };
        let written = self.fill(written);
        let span = written.span;
        let kind = match (expected, resolve(&written.value)) {
            ("null", Scalar::Null) => Kind::Null,
            ("bool", Scalar::Bool(value)) => Kind::Bool(value),
            ("int", Scalar::Number(json)) if !json.contains(['.', 'e']) => Kind::Number(json),
            ("float", Scalar::Number(json)) => Kind::Number(json),
            ("float", Scalar::NotFinite) => {
                self.findings.push(report::not_finite(span, &written.value));
                Kind::Null
            }
            (_, found) => {
                let found = found.kind_name();
                self.findings.push(report::not_of_tag(tag, span, found));
                Kind::Null
            }
        };
        Node { span, kind }
    }

    /// Collections have one tag each.
    fn check_tag(&mut self, tag: Option<&Tag>, expected: &str, span: Span) {
        let Some(tag) = tag else { return };
        match tag.core_suffix() {
            Some(suffix) if suffix == expected => {}
            Some(_) => {
                let what = if expected == "seq" {
                    "a sequence"
                } else {
                    "a mapping"
                };
                self.findings.push(report::not_of_tag(tag, span, what));
            }
            None if tag.handle().is_empty() && tag.suffix() == "!" => {}
            None => self.findings.push(report::tag(tag, span)),
        }
    }

    fn string(&mut self, written: Written) -> Node {
        let written = self.fill(written);
        Node {
            span: written.span,
            kind: Kind::String(text(written)),
        }
    }

    /// Fills the placeholders.
    fn fill(&mut self, mut written: Written) -> Written {
        if let Some(values) = &mut self.values {
            let (value, offsets) = substitute::fill_decoded(written.value, written.offsets, values);
            (written.value, written.offsets) = (value, offsets);
        }
        written
    }

    /// Whether the next node is the key of a mapping.
    fn takes_key(&self) -> bool {
        matches!(
            self.open.last(),
            Some(Collection {
                items: Items::Mapping(_, Key::Next),
                ..
            })
        )
    }

    fn key(&mut self, written: Written, anchor: usize) {
        let is_plain = written.style == Style::Plain;
        if is_plain && written.value == "<<" {
            self.findings.push(report::merge(written.span));
            return self.set_key(Key::Merge);
        }
        let written = self.fill(written);
        if is_plain {
            match resolve(&written.value) {
                Scalar::String => {}
                found => {
                    let (span, what) = (written.span, found.kind_name());
                    let shown = (!written.value.is_empty()).then_some(written.value.as_str());
                    self.findings.push(report::key(span, what, shown));
                }
            }
        }
        let node = Node {
            span: written.span,
            kind: Kind::String(text(written)),
        };
        self.complete(node, anchor, Size::default());
    }

    fn set_key(&mut self, key: Key) {
        if let Some(Collection {
            items: Items::Mapping(_, waits),
            ..
        }) = self.open.last_mut()
        {
            *waits = key;
        }
    }

    fn open(&mut self, items: Items, span: Span, anchor: usize) -> Result<(), Diagnostic> {
        if self.open.len() >= MAX_DEPTH {
            return Err(report::too_deep(span));
        }
        self.open.push(Collection {
            items,
            span,
            anchor,
            size: Size::default(),
            merged: Vec::new(),
        });
        Ok(())
    }

    /// `end` is that of the last bracket; a block collection ends where its last node does.
    fn close(&mut self, end: Span) {
        let Some(collection) = self.open.pop() else {
            return;
        };
        let start = collection.span;
        let (kind, last) = match collection.items {
            Items::Sequence(elements) => {
                let last = elements.last().map(|last| last.span);
                (Kind::Array(elements), last)
            }
            Items::Mapping(mut members, _) => {
                let last = members.last().map(|last| last.value.span);
                add_missing(&mut members, collection.merged);
                (Kind::Object(members), last)
            }
        };
        let is_flow = !start.is_empty();
        let span = match last {
            _ if is_flow => start.to(end),
            // The value of an alias may be written before it.
            Some(last) => Span::new(start.start, last.end.max(start.end)),
            None => start,
        };
        let size = Size {
            height: collection.size.height + 1,
            ..collection.size
        };
        self.complete(Node { span, kind }, collection.anchor, size);
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), Diagnostic> {
        let (node, size) = self.anchors.resolve(anchor, span)?;
        if self.open.len() + size.height > MAX_DEPTH {
            return Err(report::too_deep(span));
        }
        self.add(node, size);
        Ok(())
    }

    /// A node that may have an anchor.
    fn complete(&mut self, node: Node, anchor: usize, mut size: Size) {
        size.weight += 1 + node.as_str().map_or(0, str::len);
        if anchor != 0 {
            self.anchors.keep(anchor, &node, size);
        }
        self.add(node, size);
    }

    /// Puts a node where it belongs.
    fn add(&mut self, node: Node, size: Size) {
        let Some(parent) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        parent.size.weight += size.weight;
        parent.size.height = parent.size.height.max(size.height);
        let Items::Mapping(members, key) = &mut parent.items else {
            if let Items::Sequence(elements) = &mut parent.items {
                elements.push(node);
            }
            return;
        };
        *key = match std::mem::replace(key, Key::Next) {
            Key::Next => {
                let (span, what) = (node.span, node.kind_name());
                match node.kind {
                    Kind::String(text) => Key::Read(text),
                    _ => {
                        self.findings.push(report::key(span, what, None));
                        Key::Refused
                    }
                }
            }
            Key::Read(key) => {
                members.push(Member { key, value: node });
                Key::Next
            }
            Key::Refused => Key::Next,
            Key::Merge => {
                if let Kind::Object(more) = node.kind {
                    parent.merged.extend(more);
                }
                Key::Next
            }
        };
    }

    /// After `error` the text has no more to say.
    fn give_up(&mut self, error: Diagnostic) {
        let directives = report::template_directives(self.text);
        match &mut self.values {
            // With a template directive in it, it cannot be YAML.
            Some(values) if error.code == Code::NotYaml && !directives.is_empty() => {
                for range in directives {
                    let written = self.text.get(range.clone()).unwrap_or_default();
                    values.directive(written, Span::from_range(range), false);
                }
            }
            _ => self.findings.push(error),
        }
        while !self.open.is_empty() {
            self.close(Span::default());
        }
    }

    fn finish(mut self, is_whole: bool) -> Document {
        if let Some(values) = self.values {
            self.findings.extend(values.finish());
        }
        Document {
            root: self.root.unwrap_or(Node {
                span: Span::default(),
                kind: Kind::Null,
            }),
            is_whole,
            findings: self.findings,
        }
    }
}

/// Adds the members under keys that are not there yet.
fn add_missing(members: &mut Vec<Member>, more: Vec<Member>) {
    if more.is_empty() {
        return;
    }
    let mut known: BTreeSet<String> = members.iter().map(|own| own.key.value.clone()).collect();
    members.extend(
        more.into_iter()
            .filter(|member| known.insert(member.key.value.clone())),
    );
}

fn text(written: Written) -> Text {
    Text::new(written.value, written.span, written.offsets)
}

/// What is between the quotes.
fn within(range: &Range<usize>) -> Range<usize> {
    let start = (range.start + 1).min(range.end);
    start..range.end.saturating_sub(1).max(start)
}

#[cfg(test)]
mod tests;
