//! `ErrorEquals` of retriers and catchers (ERR-16, TCSL-118, TCSL-119).

use std::collections::BTreeMap;

use crate::ast::{ErrorEquals, Fail, Work};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;

impl Checker<'_> {
    pub(super) fn handlers(&mut self, work: &Work) {
        let retriers: Vec<_> = work.retry.iter().map(|r| &r.error_equals).collect();
        let catchers: Vec<_> = work.catch.iter().map(|c| &c.error_equals).collect();
        for (what, handlers) in [("retrier", retriers), ("catcher", catchers)] {
            let names = handlers.iter().flat_map(|handler| &handler.names);
            names.for_each(|name| self.foreign_name(name));
            if self.options.dialect.rules().errors.all_stands_alone {
                self.all(what, &handlers);
            }
            self.never_reached(what, &handlers);
        }
    }

    /// TCSL-119.
    fn foreign_name(&mut self, name: &Text) {
        let rules = self.options.dialect.rules();
        let text = name.value.as_str();
        let is_foreign = rules
            .errors
            .foreign_prefix
            .is_some_and(|p| text.starts_with(p));
        if !is_foreign {
            return;
        }
        let dialect = rules.name;
        let message = format!("`{text}` is no error name in dialect `{dialect}`");
        let diagnostic = Diagnostic::error(Code::NotInDialect, name.span, message)
            .label("a name of other dialects");
        self.report(match rules.errors.spelling(text) {
            Some(here) => diagnostic.suggest(name.inner(), here),
            None => diagnostic.help(rules.advice(text).unwrap_or("error types have no dot here")),
        });
    }

    /// TCSL-118: names of which everything has been matched before.
    fn never_reached(&mut self, what: &str, handlers: &[&ErrorEquals]) {
        let errors = &self.options.dialect.rules().errors;
        if errors.codes.is_empty() {
            return;
        }
        let mut matched: BTreeMap<&str, &Text> = BTreeMap::new();
        for name in handlers.iter().flat_map(|handler| &handler.names) {
            let codes: Vec<&str> = errors.matched_by(&name.value).collect();
            let earlier: Option<Vec<&Text>> = codes
                .iter()
                .map(|code| matched.get(code).copied())
                .collect();
            match earlier.as_deref() {
                Some([first, ..]) => self.is_never_reached(what, name, first),
                _ => codes.into_iter().for_each(|code| {
                    matched.entry(code).or_insert(name);
                }),
            }
        }
    }

    fn is_never_reached(&mut self, what: &str, name: &Text, earlier: &Text) {
        self.report(
            Diagnostic::warning(
                Code::NeverReached,
                name.span,
                format!("`{}` never gets as far as this {what}", name.value),
            )
            .label("everything it matches has been matched before")
            .secondary(earlier.span, "by this"),
        );
    }

    /// ERR-2: existing definitions use such names, so it is no error.
    pub(super) fn reserved_error(&mut self, fail: &Fail) {
        let reserved = |error: &&Text| error.value.starts_with("States.");
        if let Some(error) = fail.error.as_ref().filter(reserved) {
            self.report(
                Diagnostic::warning(
                    Code::ReservedError,
                    error.span,
                    format!(
                        "the error name `{}` is reserved for the language",
                        error.value
                    ),
                )
                .label("begins with `States.`"),
            );
        }
    }

    fn all(&mut self, what: &str, handlers: &[&ErrorEquals]) {
        let wildcard = self.options.dialect.rules().errors.all;
        let last = handlers.len().saturating_sub(1);
        for (index, handler) in handlers.iter().enumerate() {
            let Some(all) = handler.names.iter().find(|name| name.value == wildcard) else {
                continue;
            };
            if handler.names.len() > 1 {
                self.not_alone(all);
            }
            if index != last {
                self.not_last(what, all);
            }
        }
    }

    fn not_alone(&mut self, all: &Text) {
        self.report(
            Diagnostic::error(
                Code::AllNotAlone,
                all.span,
                format!("`{}` must be the only name in its `ErrorEquals`", all.value),
            )
            .label("matches the other names too")
            .help(format!(
                "give `{}` a handler of its own, after this one",
                all.value
            )),
        );
    }

    fn not_last(&mut self, what: &str, all: &Text) {
        self.report(
            Diagnostic::error(
                Code::AllNotLast,
                all.span,
                format!("the {what} with `{}` must be the last one", all.value),
            )
            .label(format!("the {what}s after this one are never reached"))
            .help("move it to the end of the array"),
        );
    }
}
