//! One state: the fields that all types share, then those of its type.

use crate::ast::{self, StateKind};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::dialect::{Dialect, StateType};
use crate::parse::path::PathRules;
use crate::parse::{Fields, Parser};
use crate::source::{Kind, Node, Text};

impl Parser<'_> {
    pub(crate) fn state(&mut self, name: &Text, node: &Node) -> ast::State {
        let Some(mut fields) = Fields::open(self, node, "a state") else {
            return unknown_state(name, node, None, None);
        };
        let state_type = self.state_type(&mut fields);
        let query_language = match self.rules.jsonata {
            true => fields.choice(self, "QueryLanguage", &["JSONPath", "JSONata"]),
            false => None,
        };
        let outer_quiet = self.quiet;
        // QL-1, QL-2: the state's own language, else the machine's.
        self.quiet = match &query_language {
            Some(language) => language.value == "JSONata",
            None => self.jsonata,
        };
        let state = self.state_body(name, node, fields, state_type, query_language);
        self.quiet = outer_quiet;
        state
    }

    fn state_body(
        &mut self,
        name: &Text,
        node: &Node,
        mut fields: Fields<'_>,
        state_type: Option<&'static StateType>,
        query_language: Option<Text>,
    ) -> ast::State {
        let comment = fields.text(self, "Comment");
        let mut state = unknown_state(name, node, comment, query_language);
        let Some(state_type) = state_type else {
            fields.misspelt(self, "Type");
            return state;
        };
        fields.in_state(state_type, article(state_type.name));
        fields.take("Type");
        state.input_path = fields.nullable_path(self, "InputPath", PathRules::ANY);
        state.output_path = fields.nullable_path(self, "OutputPath", PathRules::ANY);
        let given = [fields.take("Next"), fields.take("End")];
        state.next = fields.text(self, "Next");
        state.end = fields.boolean(self, "End");
        let read = usize::from(state.next.is_some()) + usize::from(state.end.is_some());
        let given = given.iter().flatten().count();
        let misspelt = || ["Next", "End"].iter().any(|name| fields.has_misspelt(name));
        state.has_unreadable_transition = given > read || (given == 0 && misspelt());
        state.assign = fields.assign(self);
        state.kind = self.state_kind(state_type.name, &mut fields);
        fields.finish(self);
        state
    }

    /// STATE-5, TCSL-20.
    fn state_type(&mut self, fields: &mut Fields<'_>) -> Option<&'static StateType> {
        let text = fields.require_text(self, "Type")?;
        if let Some(known) = self.rules.state_type(&text.value) {
            return Some(known);
        }
        let types: Vec<&str> = self.rules.states.iter().map(|state| state.name).collect();
        let list = format!("the types are {}", super::fields::list_of(&types, "and"));
        let diagnostic = if Dialect::first(|r| r.state_type(&text.value).is_some()).is_some() {
            let dialect = self.rules.name;
            let message = format!("`{}` is no state type in dialect `{dialect}`", text.value);
            Diagnostic::error(Code::NotInDialect, text.span, message)
                .label("a type of other dialects")
                .help(self.rules.advice(&text.value).unwrap_or(&list))
        } else {
            let message = format!("`{}` is no state type", text.value);
            let unknown =
                Diagnostic::error(Code::UnknownType, text.span, message).label("unknown type");
            match suggest::nearest(&text.value, types) {
                Some(near) => unknown.suggest_keyword(text.inner(), &text.value, near),
                None => unknown.help(list),
            }
        };
        self.report(diagnostic);
        None
    }

    fn state_kind(&mut self, type_name: &str, fields: &mut Fields<'_>) -> StateKind {
        match type_name {
            "Pass" => StateKind::Pass(ast::Pass {
                parameters: fields.template(self, "Parameters"),
                result: fields.raw("Result"),
                result_selector: fields.template(self, "ResultSelector"),
                result_path: fields.nullable_path(self, "ResultPath", PathRules::RESULT),
            }),
            "Task" => StateKind::Task(Box::new(self.task(fields))),
            "Choice" => StateKind::Choice(self.choice_state(fields)),
            "Wait" => StateKind::Wait(self.wait(fields)),
            "Succeed" => StateKind::Succeed,
            "Fail" => StateKind::Fail(self.fail(fields)),
            "Parallel" => StateKind::Parallel(self.parallel(fields)),
            "Map" => StateKind::Map(Box::new(self.map(fields))),
            _ => StateKind::Unknown,
        }
    }

    /// WAIT-1 to WAIT-4.
    fn wait(&mut self, fields: &mut Fields<'_>) -> ast::Wait {
        let names = ["Seconds", "SecondsPath", "Timestamp", "TimestampPath"];
        let given: Vec<(&'static str, crate::source::Span)> = names
            .into_iter()
            .filter_map(|name| Some((name, fields.take(name)?.key.span)))
            .collect();
        match given.as_slice() {
            [_] => {}
            [] if names.iter().any(|name| fields.has_misspelt(name)) => {}
            [] => self.report(
                Diagnostic::error(
                    Code::ExactlyOne,
                    super::scope::opening(fields.span()),
                    "a Wait state needs one of `Seconds`, `SecondsPath`, `Timestamp` and \
                     `TimestampPath`",
                )
                .label("how long this state waits is missing"),
            ),
            [(first, at), (second, again), ..] => self.report(
                Diagnostic::error(
                    Code::ExactlyOne,
                    *again,
                    format!("a Wait state has only one of `{first}` and `{second}`"),
                )
                .label("remove one of them")
                .secondary(*at, "the other"),
            ),
        }
        ast::Wait {
            seconds: fields.integer(self, "Seconds", 0, self.rules.max_seconds),
            timestamp: fields.timestamp(self, "Timestamp"),
            seconds_path: fields.path(self, "SecondsPath", PathRules::REFERENCE),
            timestamp_path: fields.path(self, "TimestampPath", PathRules::REFERENCE),
        }
    }

    /// FAIL-2 to FAIL-5.
    fn fail(&mut self, fields: &mut Fields<'_>) -> ast::Fail {
        fields.exclusive(self, "Error", "ErrorPath");
        fields.exclusive(self, "Cause", "CausePath");
        ast::Fail {
            error: fields.text(self, "Error"),
            cause: fields.text(self, "Cause"),
            error_path: fields.path_or_call(self, "ErrorPath"),
            cause_path: fields.path_or_call(self, "CausePath"),
        }
    }

    /// PAR-1.
    fn parallel(&mut self, fields: &mut Fields<'_>) -> ast::Parallel {
        let branches = fields
            .require(self, "Branches")
            .and_then(|member| self.filled_array(&member.value, "Branches"))
            .map(|nodes| nodes.iter().filter_map(|node| self.branch(node)).collect());
        ast::Parallel {
            work: self.work(fields),
            branches: branches.unwrap_or_default(),
        }
    }
}

impl<'a> Fields<'a> {
    /// A field kept as JSON.
    pub(crate) fn raw(&mut self, name: &'static str) -> Option<ast::Field> {
        let member = self.take(name)?;
        Some(ast::Field {
            key: member.key.span,
            value: member.value.clone(),
        })
    }

    /// Two fields of which at most one may be present.
    pub(crate) fn exclusive(
        &mut self,
        parser: &mut Parser<'_>,
        one: &'static str,
        other: &'static str,
    ) {
        let (Some(one), Some(other)) = (self.take(one), self.take(other)) else {
            return;
        };
        let (first, second) = if one.key.span.start <= other.key.span.start {
            (one, other)
        } else {
            (other, one)
        };
        parser.report(
            Diagnostic::error(
                Code::Exclusive,
                second.key.span,
                format!(
                    "{} has only one of `{}` and `{}`",
                    self.what(),
                    one.key.value,
                    other.key.value
                ),
            )
            .label("remove one of them")
            .secondary(first.key.span, "the other"),
        );
    }

    /// A timestamp literal (TIME-7).
    pub(crate) fn timestamp(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
    ) -> Option<crate::source::Spanned<crate::timestamp::Timestamp>> {
        let member = self.take(name)?;
        parser.timestamp(&member.value, name)
    }
}

impl Parser<'_> {
    pub(crate) fn timestamp(
        &mut self,
        node: &Node,
        name: &str,
    ) -> Option<crate::source::Spanned<crate::timestamp::Timestamp>> {
        let Kind::String(text) = &node.kind else {
            self.wrong_type(node, &format!("`{name}`"), "a timestamp string");
            return None;
        };
        let value = crate::timestamp::Timestamp::parse(&text.value);
        if value.is_none() {
            self.report(
                Diagnostic::error(
                    Code::BadTimestamp,
                    text.span,
                    format!("`{}` is no RFC 3339 timestamp", text.value),
                )
                .label("expected a form like `2016-03-14T01:59:00Z`"),
            );
        }
        Some(crate::source::Spanned {
            value: value?,
            span: text.span,
        })
    }
}

/// A state of which nothing but its name is known yet.
fn unknown_state(
    name: &Text,
    node: &Node,
    comment: Option<Text>,
    query_language: Option<Text>,
) -> ast::State {
    ast::State {
        name: name.clone(),
        span: node.span,
        comment,
        query_language,
        input_path: None,
        output_path: None,
        next: None,
        end: None,
        has_unreadable_transition: false,
        assign: None,
        kind: StateKind::Unknown,
    }
}

/// "a Task state".
fn article(type_name: &str) -> &'static str {
    match type_name {
        "Pass" => "a Pass state",
        "Task" => "a Task state",
        "Choice" => "a Choice state",
        "Wait" => "a Wait state",
        "Succeed" => "a Succeed state",
        "Fail" => "a Fail state",
        "Parallel" => "a Parallel state",
        "Map" => "a Map state",
        _ => "a state",
    }
}
