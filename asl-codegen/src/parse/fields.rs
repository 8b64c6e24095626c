//! Reading the fields of one JSON object: each by name and type, then what is left over.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::parse::Parser;
use crate::source::{Kind, Member, Node, Span, Spanned, Text};

/// A field that some type of state has (STATE-10, STATE-11, STATE-12).
#[derive(Debug)]
pub struct StateField {
    /// Its name.
    pub name: &'static str,
    /// The types that have it, in words.
    pub types: &'static str,
    /// Whether only JSONata states have it (STATE-13).
    pub jsonata: bool,
}

const fn field(name: &'static str, types: &'static str) -> StateField {
    StateField {
        name,
        types,
        jsonata: false,
    }
}

const fn jsonata(name: &'static str, types: &'static str) -> StateField {
    StateField {
        name,
        types,
        jsonata: true,
    }
}

/// Every field of every state type: what tells a field in the wrong place from one that
/// does not exist.
pub const STATE_FIELDS: &[StateField] = &[
    field("Type", "all states"),
    field("Comment", "all states"),
    field("QueryLanguage", "all states"),
    field("InputPath", "all states but Fail"),
    field("OutputPath", "all states but Fail"),
    field("Next", "Task, Parallel, Map, Pass and Wait states"),
    field("End", "Task, Parallel, Map, Pass and Wait states"),
    field("ResultPath", "Task, Parallel, Map and Pass states"),
    field("Parameters", "Task, Parallel, Map and Pass states"),
    field("ResultSelector", "Task, Parallel and Map states"),
    field("Assign", "all states but Succeed and Fail"),
    field("Retry", "Task, Parallel and Map states"),
    field("Catch", "Task, Parallel and Map states"),
    field("Result", "Pass states"),
    field("Resource", "Task states"),
    field("TimeoutSeconds", "Task states and the machine itself"),
    field("TimeoutSecondsPath", "Task states"),
    field("HeartbeatSeconds", "Task states"),
    field("HeartbeatSecondsPath", "Task states"),
    field("Credentials", "Task states"),
    field("Choices", "Choice states"),
    field("Default", "Choice states"),
    field("Seconds", "Wait states"),
    field("SecondsPath", "Wait states"),
    field("Timestamp", "Wait states"),
    field("TimestampPath", "Wait states"),
    field("Error", "Fail states"),
    field("ErrorPath", "Fail states"),
    field("Cause", "Fail states"),
    field("CausePath", "Fail states"),
    field("Branches", "Parallel states"),
    field("ItemProcessor", "Map states"),
    field("Iterator", "Map states"),
    field("ItemsPath", "Map states"),
    field("ItemSelector", "Map states"),
    field("ItemReader", "Map states"),
    field("ItemBatcher", "Map states"),
    field("ResultWriter", "Map states"),
    field("MaxConcurrency", "Map states"),
    field("MaxConcurrencyPath", "Map states"),
    field("ToleratedFailureCount", "Map states"),
    field("ToleratedFailureCountPath", "Map states"),
    field("ToleratedFailurePercentage", "Map states"),
    field("ToleratedFailurePercentagePath", "Map states"),
    field("Label", "Map states"),
    jsonata("Arguments", "Task and Parallel states"),
    jsonata("Output", "all states but Fail"),
    jsonata("Items", "Map states"),
];

/// The members of one object, read field by field.
pub(crate) struct Fields<'a> {
    /// What the object is, for messages: "a Task state", "a retrier".
    what: &'static str,
    span: Span,
    members: &'a [Member],
    known: Vec<&'static str>,
    taken: Vec<bool>,
    in_state: bool,
}

impl<'a> Fields<'a> {
    /// Opens `node`, which must be an object.
    pub(crate) fn open(
        parser: &mut Parser<'_>,
        node: &'a Node,
        what: &'static str,
    ) -> Option<Fields<'a>> {
        let Kind::Object(members) = &node.kind else {
            parser.wrong_type(node, what, "an object");
            return None;
        };
        Some(Fields {
            what,
            span: node.span,
            members,
            known: Vec::new(),
            taken: vec![false; members.len()],
            in_state: false,
        })
    }

    /// Says that the object is a state of the type `what`.
    pub(crate) fn in_state(&mut self, what: &'static str) {
        self.what = what;
        self.in_state = true;
    }

    /// What the object is, for messages.
    pub(crate) fn what(&self) -> &'static str {
        self.what
    }

    /// The object's place in the file.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// The member `name`, if present; from then on the name is known here.
    pub(crate) fn take(&mut self, name: &'static str) -> Option<&'a Member> {
        if !self.known.contains(&name) {
            self.known.push(name);
        }
        self.take_foreign(name)
    }

    /// As [`take`](Self::take), for a field that is recognised only to be refused.
    pub(crate) fn take_foreign(&mut self, name: &str) -> Option<&'a Member> {
        let mut found = None;
        for (member, taken) in self.members.iter().zip(&mut self.taken) {
            if member.key.value == name {
                *taken = true;
                found = found.or(Some(member));
            }
        }
        found
    }

    /// As [`take`](Self::take); its absence is an error.
    pub(crate) fn require(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
    ) -> Option<&'a Member> {
        let member = self.take(name);
        if member.is_none() {
            self.missing(parser, name);
        }
        member
    }

    fn missing(&self, parser: &mut Parser<'_>, name: &'static str) {
        let span = Span::new(self.span.start, self.span.start.saturating_add(1));
        let unknown = self
            .members
            .iter()
            .filter(|member| !STATE_FIELDS.iter().any(|f| f.name == member.key.value))
            .map(|member| member.key.value.as_str());
        // A misspelt field is reported once, where it stands.
        if suggest::nearest(name, unknown).is_some() {
            return;
        }
        parser.report(
            Diagnostic::error(
                Code::MissingField,
                span,
                format!("{} needs the field `{name}`", self.what),
            )
            .label(format!("`{name}` is missing in this object")),
        );
    }

    /// Reports the member that `name` was misspelt in, if it is missing: for an object whose other members cannot be
    /// judged without it, so that [`finish`](Self::finish) is not called.
    pub(crate) fn misspelt(&self, parser: &mut Parser<'_>, name: &'static str) {
        let is_foreign =
            |member: &&Member| !STATE_FIELDS.iter().any(|f| f.name == member.key.value);
        // As `missing` compares them: what it leaves out is said here.
        let near = |member: &&Member| suggest::nearest(name, [member.key.value.as_str()]).is_some();
        if self.members.iter().any(|member| member.key.value == name) {
            return;
        }
        if let Some(member) = self.members.iter().filter(is_foreign).find(near) {
            let written = member.key.value.as_str();
            parser.report(
                Diagnostic::error(
                    Code::UnknownField,
                    member.key.span,
                    format!("`{written}` is no field of {}", self.what),
                )
                .label("unknown field")
                .suggest_keyword(member.key.inner(), written, name),
            );
        }
    }

    /// A string field.
    pub(crate) fn text(&mut self, parser: &mut Parser<'_>, name: &'static str) -> Option<Text> {
        let member = self.take(name)?;
        parser.text(&member.value, name)
    }

    /// A required string field.
    pub(crate) fn require_text(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
    ) -> Option<Text> {
        let member = self.require(parser, name)?;
        parser.text(&member.value, name)
    }

    /// A string field that holds one of `allowed`.
    pub(crate) fn choice(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
        allowed: &[&str],
    ) -> Option<Text> {
        let text = self.text(parser, name)?;
        if allowed.contains(&text.value.as_str()) {
            return Some(text);
        }
        let mut diagnostic = Diagnostic::error(
            Code::UnknownValue,
            text.span,
            format!("`{}` is no value of `{name}`", text.value),
        )
        .label(format!("expected {}", list_of(allowed, "or")));
        let near = suggest::nearest(&text.value, allowed.iter().copied());
        if let Some(near) = near.filter(|_| allowed.len() > 1) {
            diagnostic = diagnostic.suggest_keyword(text.inner(), &text.value, near);
        }
        parser.report(diagnostic);
        None
    }

    /// A boolean field.
    pub(crate) fn boolean(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
    ) -> Option<Spanned<bool>> {
        let member = self.take(name)?;
        match member.value.kind {
            Kind::Bool(value) => Some(Spanned {
                value,
                span: member.value.span,
            }),
            _ => {
                parser.wrong_type(&member.value, &format!("`{name}`"), "a boolean");
                None
            }
        }
    }

    /// An integer field in `min..=max`.
    pub(crate) fn integer(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
        min: u64,
        max: u64,
    ) -> Option<Spanned<u64>> {
        let member = self.take(name)?;
        parser.integer(&member.value, name, min, max)
    }

    /// A number field of at least `min`.
    pub(crate) fn number(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
        min: f64,
    ) -> Option<Spanned<f64>> {
        let member = self.take(name)?;
        let span = member.value.span;
        let Kind::Number(text) = &member.value.kind else {
            parser.wrong_type(&member.value, &format!("`{name}`"), "a number");
            return None;
        };
        let value: f64 = text.parse().unwrap_or(f64::INFINITY);
        if value >= min {
            // One beyond all bounds is reported as such.
            return value.is_finite().then_some(Spanned { value, span });
        }
        parser.report(
            Diagnostic::error(
                Code::OutOfRange,
                span,
                format!("`{name}` must be at least {min:?}"),
            )
            .label("out of range"),
        );
        None
    }

    /// An array field; the elements.
    pub(crate) fn array(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
    ) -> Option<&'a [Node]> {
        let member = self.take(name)?;
        parser.array(&member.value, name)
    }

    /// Reports every member that was not read: a field of another state type, a field of the
    /// other query language, or one that does not exist (DIA-5, STATE-13, STATE-14).
    pub(crate) fn finish(self, parser: &mut Parser<'_>) {
        let present: BTreeSet<&str> = self.members.iter().map(|m| m.key.value.as_str()).collect();
        for (member, taken) in self.members.iter().zip(&self.taken) {
            if !taken {
                let diagnostic = self.leftover(parser, member, &present);
                parser.report(diagnostic);
            }
        }
    }

    fn leftover(
        &self,
        parser: &mut Parser<'_>,
        member: &Member,
        present: &BTreeSet<&str>,
    ) -> Diagnostic {
        let name = member.key.value.as_str();
        let span = member.key.span;
        let misplaced = STATE_FIELDS
            .iter()
            .find(|field| self.in_state && field.name == name);
        if let Some(field) = misplaced {
            let message = if field.jsonata {
                format!("`{name}` is only for states in the query language JSONata")
            } else {
                format!("`{name}` is not supported in {}", self.what)
            };
            return Diagnostic::error(Code::FieldNotHere, span, message)
                .label(format!("belongs to {}", field.types));
        }
        let mut diagnostic = Diagnostic::error(
            Code::UnknownField,
            span,
            format!("`{name}` is no field of {}", self.what),
        )
        .label("unknown field");
        let open: Vec<&str> = self
            .known
            .iter()
            .copied()
            .filter(|f| !present.contains(f))
            .collect();
        if let Some(near) = parser.nearest(name, open.iter().copied()) {
            diagnostic = diagnostic.suggest_keyword(member.key.inner(), name, near);
        } else if !open.is_empty() {
            diagnostic = diagnostic.help(format!("it may also have {}", list_of(&open, "and")));
        }
        diagnostic
    }
}

/// "`A`, `B` and `C`", with the last word given.
pub(crate) fn list_of(names: &[&str], word: &str) -> String {
    match names {
        [] => "none".to_owned(),
        [one] => format!("`{one}`"),
        [most @ .., last] => {
            let most: Vec<String> = most.iter().map(|name| format!("`{name}`")).collect();
            format!("{} {word} `{last}`", most.join(", "))
        }
    }
}

impl Parser<'_> {
    pub(crate) fn text(&mut self, node: &Node, name: &str) -> Option<Text> {
        match &node.kind {
            Kind::String(text) => Some(text.clone()),
            _ => {
                self.wrong_type(node, &format!("`{name}`"), "a string");
                None
            }
        }
    }

    pub(crate) fn array<'n>(&mut self, node: &'n Node, name: &str) -> Option<&'n [Node]> {
        match &node.kind {
            Kind::Array(items) => Some(items),
            _ => {
                self.wrong_type(node, &format!("`{name}`"), "an array");
                None
            }
        }
    }

    /// As [`array`](Self::array), for one that must not be empty.
    pub(crate) fn filled_array<'n>(&mut self, node: &'n Node, name: &str) -> Option<&'n [Node]> {
        let items = self.array(node, name)?;
        if items.is_empty() {
            self.empty(node.span, name);
            return None;
        }
        Some(items)
    }

    pub(crate) fn empty(&mut self, span: Span, name: &str) {
        self.report(
            Diagnostic::error(Code::Empty, span, format!("`{name}` must not be empty"))
                .label("needs at least one element"),
        );
    }

    fn integer(&mut self, node: &Node, name: &str, min: u64, max: u64) -> Option<Spanned<u64>> {
        let Kind::Number(text) = &node.kind else {
            self.wrong_type(node, &format!("`{name}`"), "an integer");
            return None;
        };
        let parsed = text.parse::<u64>().ok().or_else(|| whole_float(text));
        match parsed {
            Some(value) if (min..=max).contains(&value) => Some(Spanned {
                value,
                span: node.span,
            }),
            _ => {
                let fraction = text.parse::<f64>().is_ok_and(|f| f.fract() != 0.0);
                let expected = match (fraction, min) {
                    (true, _) => "an integer".to_owned(),
                    (false, 0) => format!("an integer from 0 to {max}"),
                    (false, _) => format!("an integer from {min} to {max}"),
                };
                self.report(
                    Diagnostic::error(
                        Code::OutOfRange,
                        node.span,
                        format!("`{name}` must be {expected}, not {text}"),
                    )
                    .label("out of range"),
                );
                None
            }
        }
    }
}

/// An integer written with a fraction or exponent, such as `3.0` or `1e2`.
fn whole_float(text: &str) -> Option<u64> {
    let value: f64 = text.parse().ok()?;
    // Up to 2^53 every integral f64 is exactly one integer.
    (value.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&value))
        .then_some(value as u64)
}
