//! `ErrorEquals` of retriers and catchers (ERR-16).

use crate::ast::{ErrorEquals, Fail, Work};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;

const ALL: &str = "States.ALL";

impl Checker<'_> {
    pub(super) fn handlers(&mut self, work: &Work) {
        self.all(
            "retrier",
            work.retry.iter().map(|retrier| &retrier.error_equals),
        );
        self.all(
            "catcher",
            work.catch.iter().map(|catcher| &catcher.error_equals),
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

    fn all<'e>(&mut self, what: &str, handlers: impl ExactSizeIterator<Item = &'e ErrorEquals>) {
        let last = handlers.len().saturating_sub(1);
        for (index, handler) in handlers.enumerate() {
            let Some(all) = handler.names.iter().find(|name| name.value == ALL) else {
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
                format!("`{ALL}` must be the only name in its `ErrorEquals`"),
            )
            .label("matches the other names too")
            .help(format!("give `{ALL}` a handler of its own, after this one")),
        );
    }

    fn not_last(&mut self, what: &str, all: &Text) {
        self.report(
            Diagnostic::error(
                Code::AllNotLast,
                all.span,
                format!("the {what} with `{ALL}` must be the last one"),
            )
            .label(format!("the {what}s after this one are never reached"))
            .help("move it to the end of the array"),
        );
    }
}
