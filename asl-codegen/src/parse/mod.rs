//! From spanned JSON to the [`ast`].
//!
//! The parser recovers per field and per state: a value it cannot read is reported, left
//! out of the tree, and everything beside it is still parsed. It decides what a field *is*;
//! whether fields agree with each other is the business of [`check`](crate::check).

mod call;
mod choice;
pub(crate) mod escapes;
mod fields;
mod handlers;
mod map;
mod path;
mod qrn;
mod scope;
mod state;
mod template;
mod variables;
mod work;

pub(crate) use choice::number;
pub(crate) use fields::{Fields, list_of};
pub use path::{PathProblem, PathRules, ProblemKind, parse_path};
pub use qrn::{Qrn, QrnProblem, parse_qrn};

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::ast;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, suggest};
use crate::dialect::{Object, Rules};
use crate::source::{Kind, Node, Span, Text};

/// Parses a definition. `None` only where the document is not an object (TOP-1), or is that of something else.
pub fn parse(
    root: &Node,
    rules: &'static Rules,
    diagnostics: &mut Diagnostics,
) -> Option<ast::Machine> {
    let mut parser = Parser {
        rules,
        diagnostics,
        jsonata: false,
        quiet: false,
        suggestions: suggest::SHOWN,
        has_unreadable_assign: false,
    };
    parser.values(root);
    parser.machine(root)
}

/// The state of one parse.
pub(crate) struct Parser<'a> {
    pub(crate) rules: &'static Rules,
    diagnostics: &'a mut Diagnostics,
    /// Whether the machine as a whole is in JSONata (QL-1).
    jsonata: bool,
    /// Set while parsing a state in a query language that is not supported yet: the state is
    /// refused as a whole, and its fields follow other rules.
    quiet: bool,
    /// How many near names are still looked for.
    suggestions: usize,
    /// Whether some `Assign` could not be read as a whole.
    has_unreadable_assign: bool,
}

impl Parser<'_> {
    fn machine(&mut self, root: &Node) -> Option<ast::Machine> {
        let mut fields = Fields::open(self, root, "the definition")?.of(Object::Machine);
        if fields.is_foreign(&["StartAt", "States"]) {
            self.not_a_machine(root);
            return None;
        }
        let query_language = fields.choice(self, "QueryLanguage", &["JSONPath", "JSONata"]);
        self.jsonata = query_language
            .as_ref()
            .is_some_and(|text| text.value == "JSONata");
        let comment = fields.text(self, "Comment");
        let version = fields.choice(self, "Version", &["1.0"]);
        let timeout_seconds = fields.integer(self, "TimeoutSeconds", 1, self.rules.max_seconds);
        let most = self.rules.max_seconds;
        let timeout_milliseconds = fields.integer(self, "TimeoutMilliseconds", 1, most);
        let mut scope = self.scope_body(&mut fields, root);
        scope.comment = None;
        fields.finish(self);
        Some(ast::Machine {
            span: root.span,
            comment,
            version,
            timeout_seconds,
            timeout_milliseconds,
            query_language,
            has_unreadable_assign: self.has_unreadable_assign,
            scope,
        })
    }

    /// What holds of every value, constants included: no key twice (DIA-7), no number that
    /// cannot be carried (DATA-3).
    fn values(&mut self, node: &Node) {
        match &node.kind {
            Kind::Number(text) if number(text).is_none() => self.report(
                Diagnostic::error(
                    Code::OutOfRange,
                    node.span,
                    format!("the number {text} is too large"),
                )
                .label("numbers reach to about 1.8e308"),
            ),
            Kind::Array(items) => items.iter().for_each(|item| self.values(item)),
            Kind::Object(members) => {
                let mut keys = Keys::new(members.len());
                for member in members {
                    if let Some(first) = keys.insert(&member.key) {
                        self.duplicate_key(&member.key, first);
                    }
                    self.values(&member.value);
                }
            }
            _ => {}
        }
    }

    /// Each of its fields would be wrong, and nobody wants to know of each.
    fn not_a_machine(&mut self, root: &Node) {
        self.report(
            Diagnostic::error(
                Code::MissingField,
                scope::opening(root.span),
                "the definition is no state machine",
            )
            .label("has neither `StartAt` nor `States`, nor any other field of one")
            .help("is this the right file?"),
        );
    }

    fn duplicate_key(&mut self, key: &Text, first: &Text) {
        self.report(
            Diagnostic::error(
                Code::DuplicateKey,
                key.span,
                format!("the key `{}` occurs twice in one object", key.value),
            )
            .label("here again")
            .secondary(first.span, "first here"),
        );
    }

    /// A name close to `word`, for the first findings of a definition: nobody reads the others'.
    pub(crate) fn nearest<'c>(
        &mut self,
        word: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        suggest::nearest(word, candidates)
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.quiet {
            self.diagnostics.push(diagnostic);
        }
    }

    /// What is read, and whether there was anything to say about it.
    fn reported<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = self.diagnostics.len();
        let read = read(self);
        (read, self.diagnostics.len() > before)
    }

    /// Something that other dialects have. The message goes on with "in dialect …".
    pub(crate) fn not_in_dialect(&mut self, name: &str, span: Span, message: &str, label: &str) {
        self.not_in_dialect_but(name, span, message, label, None);
    }

    /// The same, with what the dialect has instead, unless it gives advice about `name` itself.
    pub(crate) fn not_in_dialect_but(
        &mut self,
        name: &str,
        span: Span,
        message: &str,
        label: &str,
        instead: Option<String>,
    ) {
        let dialect = self.rules.name;
        let message = format!("{message} in dialect `{dialect}`");
        let diagnostic = Diagnostic::error(Code::NotInDialect, span, message).label(label);
        self.report(
            match self.rules.advice(name).map(str::to_owned).or(instead) {
                Some(advice) => diagnostic.help(advice),
                None => diagnostic,
            },
        );
    }

    /// A value has the wrong JSON type.
    pub(crate) fn wrong_type(&mut self, node: &Node, what: &str, expected: &str) {
        let found = node.kind_name();
        let diagnostic = Diagnostic::error(
            Code::WrongType,
            node.span,
            format!("{what} must be {expected}, not {found}"),
        )
        .label(format!("expected {expected}"));
        self.report(match (quoted_literal(node, expected), expected) {
            (Some(literal), _) => diagnostic.fix(node.span, literal, "remove the quotes"),
            (None, "an array") => in_brackets(diagnostic, node, what),
            (None, "a boolean") => match spoken_boolean(node) {
                Some(boolean) => diagnostic.suggest(node.span, boolean),
                None => diagnostic,
            },
            (None, _) => diagnostic,
        });
    }
}

/// The keys of one object. Most objects are small: to compare all their keys takes less than to hash them.
enum Keys<'a> {
    Few(Vec<&'a Text>),
    Many(HashMap<&'a str, &'a Text>),
}

impl<'a> Keys<'a> {
    const FEW: usize = 8;

    /// For an object of so many members.
    fn new(members: usize) -> Self {
        match members {
            0..=Self::FEW => Self::Few(Vec::with_capacity(members)),
            _ => Self::Many(HashMap::with_capacity(members)),
        }
    }

    /// Adds a key, unless there is one of this name, which it gives.
    fn insert(&mut self, key: &'a Text) -> Option<&'a Text> {
        match self {
            Self::Few(keys) => {
                let first = keys.iter().find(|first| first.value == key.value).copied();
                if first.is_none() {
                    keys.push(key);
                }
                first
            }
            Self::Many(keys) => match keys.entry(&key.value) {
                Entry::Occupied(first) => Some(first.get()),
                Entry::Vacant(place) => {
                    place.insert(key);
                    None
                }
            },
        }
    }
}

/// What stands alone where a list of such is expected.
fn in_brackets(diagnostic: Diagnostic, node: &Node, what: &str) -> Diagnostic {
    let is_of_names = what == "`ErrorEquals`";
    match &node.kind {
        Kind::String(name) if is_of_names => {
            let list = serde_json::Value::from(vec![name.value.as_str()]).to_string();
            diagnostic.fix(node.span, list, "put it in brackets")
        }
        Kind::Object(_) if !is_of_names => diagnostic.help("put it in brackets"),
        _ => diagnostic,
    }
}

/// What YAML 1.1 took for a boolean is a string in JSON and in YAML 1.2.
fn spoken_boolean(node: &Node) -> Option<&'static str> {
    match node.as_str()?.to_ascii_lowercase().as_str() {
        "yes" | "on" | "y" => Some("true"),
        "no" | "off" | "n" => Some("false"),
        _ => None,
    }
}

/// The boolean or number that stands in quotes where one is expected: it can have no other meaning.
fn quoted_literal<'n>(node: &'n Node, expected: &str) -> Option<&'n str> {
    let text = node.as_str()?;
    let fits = match expected {
        "a boolean" => matches!(text, "true" | "false"),
        // An integer as JSON writes it: `007` would be none without its quotes.
        "an integer" | "a number" => text.parse::<u64>().is_ok_and(|n| n.to_string() == text),
        _ => false,
    };
    fits.then_some(text)
}
