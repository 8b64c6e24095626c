//! Reading the fields of one JSON object: each by name and type, then what is left over.

use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::dialect::{Dialect, Object, Rules, StateType};
use crate::parse::Parser;
use crate::source::{Kind, Member, Node, Span, Spanned, Text};

/// How many fields are asked for of a typical state.
const ASKED: usize = 32;

/// The members of one object, read field by field.
pub(crate) struct Fields<'a> {
    /// What the object is, for messages: "a Task state", "a retrier".
    what: &'static str,
    span: Span,
    members: &'a [Member],
    /// The fields that were asked for, whether the dialect has them here or not.
    asked: Vec<&'static str>,
    taken: Vec<bool>,
    rules: &'static Rules,
    table: Table,
}

/// Which of the dialect's tables has the object's fields.
#[derive(Clone, Copy)]
enum Table {
    /// None: every dialect gives it the fields that the parser asks for.
    None,
    /// That of a type of state.
    State(&'static StateType),
    /// That of another object.
    Object(Object),
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
            asked: Vec::with_capacity(ASKED),
            taken: vec![false; members.len()],
            rules: parser.rules,
            table: Table::None,
        })
    }

    /// Says that the object is a state of this type, with the words for it.
    pub(crate) fn in_state(&mut self, state: &'static StateType, what: &'static str) {
        self.what = what;
        self.table = Table::State(state);
    }

    /// Says that the object is one whose fields depend on the dialect.
    pub(crate) fn of(mut self, object: Object) -> Self {
        self.table = Table::Object(object);
        self
    }

    /// What the object is, for messages.
    pub(crate) fn what(&self) -> &'static str {
        self.what
    }

    /// The object's place in the file.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// Whether the dialect gives the object this field.
    fn has(&self, name: &str) -> bool {
        match self.table {
            Table::None => true,
            Table::State(state) => state.fields.contains(&name),
            Table::Object(object) => self.rules.fields_of(object).contains(&name),
        }
    }

    /// The member `name`, if present; from then on the name is known here. None where the dialect
    /// has no such field in this object.
    pub(crate) fn take(&mut self, name: &'static str) -> Option<&'a Member> {
        self.asked.push(name);
        if self.is_present(name) {
            return match self.has(name) {
                true => self.take_foreign(name),
                false => None,
            };
        }
        // Under its other name it is read, too; that is spoken of at the end.
        let other = self.other_name(name).filter(|_| self.has(name))?;
        self.take_foreign(other)
    }

    /// The name that the field `name` has here, of those it has in other dialects and misspelt ones.
    fn other_name(&self, name: &str) -> Option<&'static str> {
        let names = self.rules.renamed.iter().chain(self.rules.misspelt);
        let mut others = names.filter(|(_, here)| *here == name);
        let found = others.find(|(other, _)| !self.has(other) && self.is_present(other));
        found.map(|(other, _)| *other)
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

    /// As [`take_foreign`](Self::take_foreign), for a field of JSONata, where the dialect has it.
    pub(crate) fn take_jsonata(&mut self, name: &str) -> Option<&'a Member> {
        if self.rules.jsonata {
            return self.take_foreign(name);
        }
        None
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
        if self.has_misspelt(name) {
            return;
        }
        let span = Span::new(self.span.start, self.span.start.saturating_add(1));
        parser.report(
            Diagnostic::error(
                Code::MissingField,
                span,
                format!("{} needs the field `{name}`", self.what),
            )
            .label(format!("`{name}` is missing in this object")),
        );
    }

    /// Whether a member of a name that no dialect has is likely to be meant as `name`: a misspelt
    /// field is reported once, where it stands.
    pub(crate) fn has_misspelt(&self, name: &str) -> bool {
        let unknown = self.members.iter().filter(|member| {
            Dialect::first(|rules| rules.has_state_field(&member.key.value)).is_none()
        });
        let unknown = unknown.map(|member| member.key.value.as_str());
        suggest::nearest(name, unknown).is_some()
    }

    /// Whether nothing in the object belongs there, in whatever dialect, nor is likely to be meant as one of
    /// `required`: it is an object of another kind.
    pub(crate) fn is_foreign(&self, required: &[&str]) -> bool {
        let belongs = |member: &Member| {
            Dialect::first(|rules| has_somewhere(rules, self.table, &member.key.value)).is_some()
        };
        !self.members.iter().any(belongs) && !required.iter().any(|name| self.has_misspelt(name))
    }

    /// Reports the member that `name` was misspelt in, if it is missing: for an object whose other members cannot be
    /// judged without it, so that [`finish`](Self::finish) is not called.
    pub(crate) fn misspelt(&self, parser: &mut Parser<'_>, name: &'static str) {
        let is_foreign = |member: &&Member| {
            Dialect::first(|rules| rules.has_state_field(&member.key.value)).is_none()
        };
        // As `missing` compares them: what it leaves out is said here.
        let near = |member: &&Member| suggest::nearest(name, [member.key.value.as_str()]).is_some();
        if self.is_present(name) {
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
                format!("`{name}` must be at least {min:?}, not {value}"),
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
    /// other query language or another dialect, or one that does not exist (DIA-5, STATE-13,
    /// STATE-14); and those that were read under another name.
    pub(crate) fn finish(self, parser: &mut Parser<'_>) {
        let open = match self.taken.contains(&false) {
            true => self.open_names(),
            false => Vec::new(),
        };
        for (member, taken) in self.members.iter().zip(&self.taken) {
            let renamed = self.renamed(&member.key);
            match renamed {
                Some(diagnostic) => parser.report(diagnostic),
                None if *taken => {}
                None => {
                    let diagnostic = self.leftover(parser, member, &open);
                    parser.report(diagnostic);
                }
            }
        }
    }

    /// What there is to say about a field under another name than its own.
    fn renamed(&self, key: &Text) -> Option<Diagnostic> {
        let name = key.value.as_str();
        let rules = self.rules;
        let find = |rows: &[(&'static str, &'static str)]| {
            let mut rows = rows.iter().filter(|(other, _)| *other == name);
            rows.find(|(_, here)| !self.has(name) && self.has(here))
                .map(|(_, here)| *here)
        };
        let misspelt = find(rules.misspelt);
        let here = misspelt.or_else(|| find(rules.renamed))?;
        if self.is_present(here) {
            let twice = format!("{} has only one of `{here}` and `{name}`", self.what);
            return Some(
                Diagnostic::error(Code::Exclusive, key.span, twice).label("the same field again"),
            );
        }
        let diagnostic = if misspelt.is_some() {
            let message = format!("`{name}` is a misspelling of `{here}`");
            Diagnostic::warning(Code::MisspeltField, key.span, message).label("accepted")
        } else {
            self.not_in_dialect(name, key.span)
        };
        Some(diagnostic.suggest(key.inner(), here))
    }

    /// A field that another dialect has here.
    fn not_in_dialect(&self, name: &str, span: Span) -> Diagnostic {
        let dialect = self.rules.name;
        let message = format!(
            "`{name}` is no field of {} in dialect `{dialect}`",
            self.what
        );
        let other = Dialect::first(|rules| has_somewhere(rules, self.table, name));
        let label = other.map_or("", |rules| rules.name);
        let diagnostic = Diagnostic::error(Code::NotInDialect, span, message)
            .label(format!("a field of dialect `{label}`"));
        match self.rules.advice(name) {
            Some(advice) => diagnostic.help(advice),
            None => diagnostic,
        }
    }

    /// A field of another type of state, or of the other query language.
    fn misplaced(&self, name: &str, span: Span) -> Diagnostic {
        let rules = self.rules;
        let is_jsonata = !rules
            .states
            .iter()
            .any(|state| state.fields.contains(&name));
        if is_jsonata {
            return Diagnostic::error(
                Code::FieldNotHere,
                span,
                format!("`{name}` is only for states in the query language JSONata"),
            )
            .label(format!(
                "belongs to {}",
                owners(rules, |state| state.jsonata.contains(&name))
            ));
        }
        let states = owners(rules, |state| state.fields.contains(&name));
        let is_in_all = states.starts_with("all");
        let machine = !is_in_all && rules.fields_of(Object::Machine).contains(&name);
        let and_machine = if machine {
            " and the machine itself"
        } else {
            ""
        };
        Diagnostic::error(
            Code::FieldNotHere,
            span,
            format!("`{name}` is not supported in {}", self.what),
        )
        .label(format!("belongs to {states}{and_machine}"))
    }

    fn is_present(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.key.value == name)
    }

    /// The fields that the object could have and has not.
    fn open_names(&self) -> Vec<&'static str> {
        let mut open = Vec::new();
        for name in &self.asked {
            if !open.contains(name) && self.has(name) && !self.is_present(name) {
                open.push(*name);
            }
        }
        open
    }

    /// What there is to say about a member that was not read; `open` are the fields it could be.
    fn leftover(
        &self,
        parser: &mut Parser<'_>,
        member: &Member,
        open: &[&'static str],
    ) -> Diagnostic {
        let name = member.key.value.as_str();
        let span = member.key.span;
        if let Table::State(_) = self.table
            && self.rules.has_state_field(name)
        {
            return self.misplaced(name, span);
        }
        if Dialect::first(|rules| has_somewhere(rules, self.table, name)).is_some() {
            return self.not_in_dialect(name, span);
        }
        let mut diagnostic = Diagnostic::error(
            Code::UnknownField,
            span,
            format!("`{name}` is no field of {}", self.what),
        )
        .label("unknown field");
        if let Some(near) = parser.nearest(name, open.iter().copied()) {
            parser.has_unreadable_assign |= near == "Assign";
            diagnostic = diagnostic.suggest_keyword(member.key.inner(), name, near);
        } else if !open.is_empty() {
            diagnostic = diagnostic.help(format!("it may also have {}", list_of(open, "and")));
        }
        diagnostic
    }
}

/// Whether a dialect has the field in such an object; in states, of whatever type.
fn has_somewhere(rules: &Rules, table: Table, name: &str) -> bool {
    match table {
        Table::None => false,
        Table::State(_) => rules.has_state_field(name),
        Table::Object(object) => rules.fields_of(object).contains(&name),
    }
}

/// "Task, Parallel and Map states": those that have the field.
fn owners(rules: &Rules, has: impl Fn(&StateType) -> bool) -> String {
    let (with, without): (Vec<_>, Vec<_>) = rules.states.iter().partition(|state| has(state));
    let names = |states: &[&StateType]| -> Vec<&'static str> {
        states.iter().map(|state| state.name).collect()
    };
    match without.as_slice() {
        [] => "all states".to_owned(),
        [_] | [_, _] if with.len() > 2 => format!("all states but {}", in_words(&names(&without))),
        _ => format!("{} states", in_words(&names(&with))),
    }
}

/// "A, B and C".
fn in_words(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
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
                let is_below = text.starts_with('-') || parsed.is_some_and(|value| value < min);
                let expected = match (fraction, is_below) {
                    (true, _) => "an integer".to_owned(),
                    (false, true) => format!("an integer of at least {min}"),
                    (false, false) => format!("an integer of at most {max}"),
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
