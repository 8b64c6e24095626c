//! `ErrorEquals` of retriers and catchers (ERR-16), and the delays of retriers.

use std::collections::BTreeMap;

use crate::ast::{ErrorEquals, Fail, Retrier, Work};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::source::{Span, Text};

const ALL: &str = "States.ALL";
const TASK_FAILED: &str = "States.TaskFailed";
const TIMEOUT: &str = "States.Timeout";
const HEARTBEAT_TIMEOUT: &str = "States.HeartbeatTimeout";
const RUNTIME: &str = "States.Runtime";

/// The error names of the language (16.1), beside those of HTTP tasks.
const RESERVED: &[&str] = &[
    ALL,
    TIMEOUT,
    HEARTBEAT_TIMEOUT,
    TASK_FAILED,
    "States.Permissions",
    "States.ResultPathMatchFailure",
    "States.ParameterPathFailure",
    "States.IntrinsicFailure",
    BRANCH_FAILED,
    "States.NoChoiceMatched",
    "States.QueryEvaluationError",
    "States.ExceedToleratedFailureThreshold",
    "States.ItemReaderFailed",
    "States.ResultWriterFailed",
    DATA_LIMIT_EXCEEDED,
    RUNTIME,
];
const BRANCH_FAILED: &str = "States.BranchFailed";
const DATA_LIMIT_EXCEEDED: &str = "States.DataLimitExceeded";

/// The errors of HTTP tasks have a status code in their names.
const HTTP: &str = "States.Http.";

/// Names that match an error which `States.TaskFailed` does not (ERR-11 to ERR-15).
const NOT_TASK_FAILED: &[&str] = &[
    ALL,
    TIMEOUT,
    HEARTBEAT_TIMEOUT,
    BRANCH_FAILED,
    DATA_LIMIT_EXCEEDED,
    RUNTIME,
];

/// What kind of handlers an array holds.
#[derive(Clone, Copy)]
struct Handler {
    name: &'static str,
    verb: &'static str,
}

const RETRIER: Handler = Handler {
    name: "retrier",
    verb: "retried",
};
const CATCHER: Handler = Handler {
    name: "catcher",
    verb: "caught",
};

impl Checker<'_> {
    pub(super) fn handlers(&mut self, work: &Work) {
        let retriers: Vec<_> = work.retry.iter().map(|r| &r.error_equals).collect();
        let catchers: Vec<_> = work.catch.iter().map(|c| &c.error_equals).collect();
        for (handler, errors) in [(RETRIER, retriers), (CATCHER, catchers)] {
            self.all(handler, &errors);
            self.dead(handler, &errors);
            let names = errors.iter().flat_map(|errors| &errors.names);
            names.for_each(|name| self.error_name(handler, name));
        }
        for retrier in &work.retry {
            self.delay_cap(retrier);
        }
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

    fn all(&mut self, handler: Handler, handlers: &[&ErrorEquals]) {
        let last = handlers.len().saturating_sub(1);
        for (index, errors) in handlers.iter().enumerate() {
            let Some(all) = errors.names.iter().find(|name| name.value == ALL) else {
                continue;
            };
            if errors.names.len() > 1 {
                self.not_alone(all);
            }
            if index != last {
                self.not_last(handler, all);
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

    fn not_last(&mut self, handler: Handler, all: &Text) {
        let what = handler.name;
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

    /// RETRY-3, CATCH-3: the first handler that matches is the only one asked.
    fn dead(&mut self, handler: Handler, handlers: &[&ErrorEquals]) {
        let mut earlier = Covered::default();
        for errors in handlers {
            let names = errors.names.as_slice();
            let covered: Vec<(&Text, Span)> = names
                .iter()
                .filter_map(|name| Some((name, earlier.by(&name.value)?)))
                .collect();
            match errors.span {
                Some(span) if covered.len() == names.len() && !covered.is_empty() => {
                    self.never_reached(handler, span, &covered);
                }
                _ => covered
                    .iter()
                    .for_each(|(name, by)| self.covered_name(handler, name, *by)),
            }
            for name in names {
                earlier.add(name);
            }
        }
    }

    fn never_reached(&mut self, handler: Handler, span: Span, covered: &[(&Text, Span)]) {
        let what = handler.name;
        let mut diagnostic = Diagnostic::warning(
            Code::DeadHandler,
            span,
            format!("this {what} is never reached"),
        )
        .label(format!("earlier {what}s take all of these errors"));
        let mut places: Vec<Span> = covered.iter().map(|(_, by)| *by).collect();
        places.sort_unstable();
        places.dedup();
        for by in places {
            diagnostic = diagnostic.secondary(by, "taken here");
        }
        self.report(diagnostic.help(format!(
            "the first {what} that matches is the only one asked; remove this one or move it up"
        )));
    }

    fn covered_name(&mut self, handler: Handler, name: &Text, by: Span) {
        let (what, error) = (handler.name, &name.value);
        self.report(
            Diagnostic::warning(
                Code::DeadHandler,
                name.span,
                format!("the error `{error}` never reaches this {what}"),
            )
            .label(format!("an earlier {what} takes it"))
            .secondary(by, "taken here"),
        );
    }

    fn error_name(&mut self, handler: Handler, name: &Text) {
        let error = name.value.as_str();
        if error == RUNTIME {
            // ERR-12
            self.report(
                Diagnostic::warning(
                    Code::UnhandledError,
                    name.span,
                    format!("`{RUNTIME}` is never {}", handler.verb),
                )
                .label("has no effect")
                .help("such an error ends the execution; prevent it, for example with a Choice"),
            );
        } else if !RESERVED.contains(&error) && !error.starts_with(HTTP) {
            self.unknown_error(name);
        }
    }

    /// Names of the language that it does not have, and names that are one slip away from one it
    /// has: they are legal (ERR-2 is about reporting them), and match nothing unless a Fail state
    /// reports just that.
    fn unknown_error(&mut self, name: &Text) {
        let error = name.value.as_str();
        if self.raised.contains(error) {
            return;
        }
        let near = RESERVED
            .iter()
            .find(|known| suggest::is_one_slip(error, known));
        let near = match near {
            Some(near) => Some(*near),
            None if error.starts_with("States.") => self.nearest(error, RESERVED.iter().copied()),
            None => return,
        };
        let diagnostic = Diagnostic::warning(
            Code::UnknownErrorName,
            name.span,
            format!("the language has no error `{error}`"),
        )
        .label("matches only an error of just this name");
        self.report(match near {
            Some(near) => diagnostic.suggest_keyword(name.inner(), error, near),
            None => diagnostic.help("names that begin with `States.` are those of the language"),
        });
    }

    /// RETRY-4: the cap would hold from the first delay on.
    fn delay_cap(&mut self, retrier: &Retrier) {
        let Some(cap) = &retrier.max_delay_seconds else {
            return;
        };
        let interval = retrier.interval_seconds.as_ref();
        // RETRY-2
        let first = interval.map_or(1, |interval| interval.value);
        let is_constant = retrier
            .backoff_rate
            .as_ref()
            .is_some_and(|r| r.value <= 1.0);
        if cap.value > first || (cap.value == first && (is_constant || interval.is_none())) {
            return;
        }
        let mut diagnostic = Diagnostic::warning(
            Code::DelayCap,
            cap.span,
            format!("`MaxDelaySeconds` is not above `IntervalSeconds`, which is {first}"),
        )
        .label(format!("every delay has {} seconds", cap.value));
        if let Some(interval) = interval {
            diagnostic = diagnostic.secondary(interval.span, "the first delay");
        }
        self.report(diagnostic);
    }
}

/// The errors that handlers take, with the name that says so.
#[derive(Default)]
struct Covered<'e> {
    names: BTreeMap<&'e str, Span>,
}

impl<'e> Covered<'e> {
    fn add(&mut self, name: &'e Text) {
        self.names.entry(&name.value).or_insert(name.span);
    }

    /// The name that takes all errors which `name` matches. After `States.ALL`, nothing may come
    /// (ERR-16), which is an error of its own.
    fn by(&self, name: &str) -> Option<Span> {
        let wildcard = match name {
            ALL => return None,
            // ERR-14
            HEARTBEAT_TIMEOUT => TIMEOUT,
            _ if NOT_TASK_FAILED.contains(&name) => name,
            _ => TASK_FAILED,
        };
        let own = self.names.get(name);
        own.or_else(|| self.names.get(wildcard)).copied()
    }
}
