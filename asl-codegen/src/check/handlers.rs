//! `ErrorEquals` of retriers and catchers (ERR-16).

use crate::ast::{ErrorEquals, Work};
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
            .label("matches the other names too"),
        );
    }

    fn not_last(&mut self, what: &str, all: &Text) {
        self.report(
            Diagnostic::error(
                Code::AllNotLast,
                all.span,
                format!("the {what} with `{ALL}` must be the last one"),
            )
            .label(format!("no {what} after this one could ever match")),
        );
    }
}
