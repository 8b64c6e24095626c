//! `ErrorEquals` of retriers and catchers (ERR-16, TCSL-118, TCSL-119), and the delays of retriers.

use std::collections::BTreeMap;

use crate::ast::{ErrorEquals, Fail, Retrier, Work};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::dialect::ErrorRules;
use crate::source::{Span, Text};

const ALL: &str = "States.ALL";
const TASK_FAILED: &str = "States.TaskFailed";
const TIMEOUT: &str = "States.Timeout";
const HEARTBEAT_TIMEOUT: &str = "States.HeartbeatTimeout";
const RUNTIME: &str = "States.Runtime";
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
            if self.options.dialect.rules().errors.all_stands_alone {
                self.all(handler, &errors);
            }
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
        let rules = &self.options.dialect.rules().errors;
        let mut earlier = Covered {
            rules,
            names: BTreeMap::new(),
        };
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
                let is_new = !covered.iter().any(|(known, _)| known.span == name.span);
                if let Some(by) = earlier
                    .by(&name.value)
                    .filter(|_| is_new && rules.has_types())
                {
                    self.repeated_name(name, by);
                }
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

    /// TCSL-118, within one `ErrorEquals`.
    fn repeated_name(&mut self, name: &Text, by: Span) {
        self.report(
            Diagnostic::warning(
                Code::NeverReached,
                name.span,
                format!("`{}` adds nothing to this `ErrorEquals`", name.value),
            )
            .label("everything it matches has been matched before")
            .secondary(by, "by this"),
        );
    }

    /// TCSL-119.
    fn foreign_name(&mut self, name: &Text) {
        let rules = self.options.dialect.rules();
        let (text, dialect) = (name.value.as_str(), rules.name);
        let message = format!("`{text}` is no error name in dialect `{dialect}`");
        let diagnostic = Diagnostic::error(Code::NotInDialect, name.span, message)
            .label("a name of other dialects");
        self.report(match rules.errors.spelling(text) {
            Some(here) => diagnostic.suggest(name.inner(), here),
            None => diagnostic.help(rules.advice(text).unwrap_or("error types have no dot here")),
        });
    }

    fn error_name(&mut self, handler: Handler, name: &Text) {
        let error = name.value.as_str();
        let rules = &self.options.dialect.rules().errors;
        if rules
            .foreign_prefix
            .is_some_and(|prefix| error.starts_with(prefix))
        {
            self.foreign_name(name);
        } else if error == RUNTIME {
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
        } else if !rules.names().any(|known| known == error) && !error.starts_with(HTTP) {
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
        let rules = &self.options.dialect.rules().errors;
        let near = match rules
            .names()
            .find(|known| suggest::is_one_slip(error, known))
        {
            Some(near) => Some(near),
            None if error.starts_with("States.") => self.nearest(error, rules.names()),
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
        if cap.value > first || (cap.value == first && is_constant) {
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
struct Covered<'e> {
    rules: &'static ErrorRules,
    names: BTreeMap<&'e str, Span>,
}

impl<'e> Covered<'e> {
    fn add(&mut self, name: &'e Text) {
        for matched in self.rules.matched_by(&name.value) {
            self.names.entry(matched).or_insert(name.span);
        }
    }

    /// The name that takes all errors which `name` matches; where several do together, one of them.
    fn by(&self, name: &str) -> Option<Span> {
        if self.rules.has_types() {
            // TCSL-113
            let mut taken = self.rules.matched_by(name).map(|code| self.names.get(code));
            let first = taken.next()??;
            return taken.all(|by| by.is_some()).then_some(*first);
        }
        self.by_wildcard(name)
    }

    /// ERR-10 to ERR-15. After `States.ALL`, nothing may come (ERR-16), which is an error of its own.
    fn by_wildcard(&self, name: &str) -> Option<Span> {
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
