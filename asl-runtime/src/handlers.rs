//! What `Retry` and `Catch` do about an error.

use std::time::Duration;

use crate::failure::Failure;
use crate::language::{Language, Matching};
use crate::names;
use crate::program::{Catcher, Jitter, Retrier, StateInfo};

/// How many retries each Retrier of a state has made in this visit (RETRY-7).
pub(crate) type Counters = Vec<u32>;

/// Whether an `ErrorEquals` matches an error (ERR-10 to ERR-15, TCSL-113).
pub(crate) fn matches(errors: &[&str], failure: &Failure, language: &Language) -> bool {
    if failure.is_stopped() {
        return false;
    }
    match language.matching {
        // FAIL-3: an error without a name equals nothing
        Matching::Listed => !failure.name().is_empty() && errors.contains(&failure.name()),
        Matching::Wildcards {
            branch_failed,
            all_matches_data_limit,
        } => {
            let name = failure.name();
            let has_wildcards = name != names::DATA_LIMIT_EXCEEDED || all_matches_data_limit;
            let mut errors = errors.iter();
            // ERR-12, also where it is named
            name != names::RUNTIME
                && errors.any(|listed| match *listed {
                    "" => false, // FAIL-3
                    listed if listed == name => true,
                    _ if !has_wildcards => false, // ERR-13
                    names::BRANCH_FAILED => branch_failed && failure.is_branch(), // ERR-15
                    listed => is_wildcard_for(listed, failure),
                })
        }
    }
}

fn is_wildcard_for(listed: &str, failure: &Failure) -> bool {
    let name = failure.name();
    match listed {
        names::ALL => true,
        // ERR-11, ERR-14
        names::TASK_FAILED => name != names::TIMEOUT && name != names::HEARTBEAT_TIMEOUT,
        names::HEARTBEAT_TIMEOUT => failure.is_heartbeat(),
        _ => false,
    }
}

/// The Retrier that is to make another attempt, by position, and which retry of it this is: 1 is the
/// first. Counts it.
pub(crate) fn next_retry<'r>(
    retriers: &'r [Retrier],
    counters: &mut Counters,
    failure: &Failure,
    language: &Language,
) -> Option<(&'r Retrier, u32)> {
    // RETRY-3: the first match decides, also if it has no attempts left.
    let position = retriers
        .iter()
        .position(|retrier| matches(retrier.errors, failure, language))?;
    let retrier = retriers.get(position)?;
    counters.resize(retriers.len(), 0);
    let made = counters.get_mut(position)?;
    if *made >= retrier.max_attempts {
        return None;
    }
    *made += 1;
    Some((retrier, *made))
}

/// How long to wait before the `retry`-th retry (RETRY-4), to the millisecond (RETRY-5). `random`
/// gives a number from 0 to 1.
pub(crate) fn delay(retrier: &Retrier, retry: u32, random: impl FnOnce() -> f64) -> Duration {
    #[expect(clippy::cast_precision_loss, reason = "years, not nanoseconds")]
    let (interval, longest) = (
        retrier.interval_seconds as f64,
        retrier
            .max_delay_seconds
            .map_or(f64::INFINITY, |seconds| seconds as f64),
    );
    let steps = i32::try_from(retry.saturating_sub(1)).unwrap_or(i32::MAX);
    let delay = (interval * retrier.backoff_rate.powi(steps)).min(longest);
    let seconds = match retrier.jitter {
        Jitter::None => delay,
        Jitter::Full => delay * random(),
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "never negative, and what is too long becomes the longest"
    )]
    Duration::from_millis((seconds * 1000.0).round() as u64)
}

/// The Catcher for an error (CATCH-3).
pub(crate) fn catcher<'c, S>(
    info: &'c StateInfo<S>,
    failure: &Failure,
    language: &Language,
) -> Option<&'c Catcher<S>> {
    info.catch
        .iter()
        .find(|catcher| matches(catcher.errors, failure, language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::StateKind;
    use crate::value::Text;

    const ASL: &Language = &Language::ASL;
    const AWS: &Language = &Language::AWS;

    fn plain(name: &'static str) -> Failure {
        Failure::new(Text::from_static(name), None)
    }

    fn heartbeat() -> Failure {
        Failure::heartbeat_timeout(Text::default())
    }

    #[test]
    fn err_10_to_15_table() {
        let branch = |failure: Failure| failure.reported_by(StateKind::Parallel);
        let cases: Vec<(&str, Failure, &Language, bool)> = vec![
            // ERR-10
            ("A", plain("A"), ASL, true),
            ("A", plain("a"), ASL, false),
            ("States.ALL", plain("A"), ASL, true),
            ("States.ALL", plain("States.Timeout"), ASL, true),
            (
                "States.ALL",
                plain("States.ParameterPathFailure"),
                ASL,
                true,
            ),
            // ERR-11
            ("States.TaskFailed", plain("A"), ASL, true),
            ("States.TaskFailed", plain("States.Permissions"), ASL, true),
            ("States.TaskFailed", plain("States.Timeout"), ASL, false),
            // ERR-12
            ("States.ALL", plain("States.Runtime"), ASL, false),
            ("States.TaskFailed", plain("States.Runtime"), ASL, false),
            ("States.Runtime", plain("States.Runtime"), AWS, false),
            (
                "States.BranchFailed",
                branch(plain("States.Runtime")),
                ASL,
                false,
            ), // ERR-18
            // ERR-13
            ("States.ALL", plain("States.DataLimitExceeded"), ASL, false),
            (
                "States.TaskFailed",
                plain("States.DataLimitExceeded"),
                ASL,
                false,
            ),
            (
                "States.DataLimitExceeded",
                plain("States.DataLimitExceeded"),
                ASL,
                true,
            ),
            (
                "States.BranchFailed",
                branch(plain("States.DataLimitExceeded")),
                ASL,
                false,
            ),
            ("States.ALL", plain("States.DataLimitExceeded"), AWS, true),
            // ERR-14
            ("States.Timeout", heartbeat(), ASL, true),
            ("States.HeartbeatTimeout", heartbeat(), ASL, true),
            ("States.TaskFailed", heartbeat(), ASL, false),
            (
                "States.HeartbeatTimeout",
                plain("States.Timeout"),
                ASL,
                false,
            ),
            ("States.HeartbeatTimeout", branch(heartbeat()), ASL, true),
            (
                "States.HeartbeatTimeout",
                heartbeat().reported_by(StateKind::Map),
                ASL,
                true,
            ),
            // ERR-15
            ("States.BranchFailed", branch(plain("A")), ASL, true),
            ("A", branch(plain("A")), ASL, true),
            ("States.BranchFailed", branch(plain("A")), AWS, false),
            ("States.BranchFailed", plain("A"), ASL, false),
            (
                "States.BranchFailed",
                branch(plain("A")).reported_by(StateKind::Map),
                ASL,
                false,
            ),
            // FAIL-3
            ("", plain(""), ASL, false),
            ("States.ALL", plain(""), ASL, true),
            ("States.TaskFailed", plain(""), ASL, true),
            // not an error of the language
            ("States.ALL", Failure::stopped("suspended"), ASL, false),
        ];
        for (listed, failure, language, expected) in cases {
            assert_eq!(
                matches(&[listed], &failure, language),
                expected,
                "{listed} {failure:?}"
            );
        }
    }

    #[test]
    fn tcsl_113_listed_names_match_themselves() {
        const TCSL: &Language = &Language::TCSL;
        for (listed, name, expected) in [
            ("StatesALL", "StatesALL", true),
            ("StatesALL", "InternalError", false), // the compiler lists the code as well
            ("InternalError", "InternalError", true),
            ("internalerror", "InternalError", false),
            ("States.ALL", "A", false),
            ("States.Runtime", "States.Runtime", true), // a name like any other
            ("", "", false),
        ] {
            assert_eq!(matches(&[listed], &plain(name), TCSL), expected, "{listed}");
        }
        assert!(!matches(&[""], &Failure::stopped("suspended"), TCSL));
    }

    fn retrier(errors: &'static [&'static str], interval: u64, max_attempts: u32) -> Retrier {
        Retrier {
            errors,
            interval_seconds: interval,
            max_attempts,
            backoff_rate: 2.0,
            max_delay_seconds: None,
            jitter: Jitter::None,
        }
    }

    #[test]
    fn retry_4_delay_examples() {
        let cases: [(u64, f64, Option<u64>, &[u64]); 6] = [
            (3, 2.0, None, &[3000, 6000]),
            (3, 2.0, Some(4), &[3000, 4000]),
            (3, 1.5, None, &[3000, 4500]),
            (1, 2.0, None, &[1000, 2000, 4000, 8000, 16_000]),
            (1, 1.1, None, &[1000, 1100, 1210, 1331, 1464]), // RETRY-5
            (5, 1.0, None, &[5000, 5000]),
        ];
        for (interval, backoff_rate, max_delay_seconds, expected) in cases {
            let retrier = Retrier {
                backoff_rate,
                max_delay_seconds,
                ..retrier(&[], interval, 9)
            };
            let delays: Vec<u64> = (1..=5)
                .map(|retry| delay(&retrier, retry, || 0.0))
                .map(|delay| u64::try_from(delay.as_millis()).unwrap())
                .take(expected.len())
                .collect();
            assert_eq!(delays, expected);
        }
    }

    #[test]
    fn retry_4_jitter_comes_after_the_cap() {
        let retrier = Retrier {
            max_delay_seconds: Some(10),
            jitter: Jitter::Full,
            ..retrier(&[], 8, 9)
        };
        assert_eq!(delay(&retrier, 3, || 0.5), Duration::from_secs(5));
        assert_eq!(delay(&retrier, 1, || 0.25), Duration::from_secs(2));
        assert_eq!(delay(&retrier, 1, || 0.0), Duration::ZERO);
    }

    #[test]
    fn retry_4_a_delay_beyond_all_bounds_is_only_long() {
        let endless = Retrier {
            backoff_rate: 1e300,
            ..retrier(&[], u64::MAX, u32::MAX)
        };
        assert_eq!(
            delay(&endless, u32::MAX, || 0.0),
            Duration::from_millis(u64::MAX)
        );
    }

    #[test]
    fn retry_3_6_7_the_first_match_decides_and_counts_alone() {
        let retriers = [
            retrier(&["A", "B"], 1, 2),
            retrier(&["C"], 5, 3),
            retrier(&["B"], 9, 9),
        ];
        let mut counters = Counters::new();
        let mut retry = |name| {
            next_retry(&retriers, &mut counters, &plain(name), ASL)
                .map(|(retrier, retry)| delay(retrier, retry, || 0.0).as_secs())
        };
        assert_eq!(retry("A"), Some(1));
        assert_eq!(retry("B"), Some(2));
        assert_eq!(retry("C"), Some(5));
        assert_eq!(retry("B"), None);
        assert_eq!(retry("D"), None);

        let excluded = [retrier(&["A"], 1, 0), retrier(&["States.ALL"], 1, 3)];
        let retry = next_retry(&excluded, &mut Counters::new(), &plain("A"), ASL);
        assert!(retry.is_none(), "RETRY-6");
    }
}
