//! Moments in time, as the language writes them (TIME).

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::SignedDuration;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};

/// A moment, to the nanosecond. Ordered as instants (TIME-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z, rounded down.
    pub seconds: i64,
    /// Nanoseconds after that, below 1,000,000,000.
    pub nanos: u32,
}

const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
const NANOS_PER_SECOND: u32 = 1_000_000_000;

impl Timestamp {
    /// Reads a timestamp; `None` if `text` is none (TIME-2).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        // Everything beyond this shape is left to range checks, so that nothing lenient slips in.
        let mut fields = Fields(text.as_bytes());
        let year = fields.digits(4)?;
        fields.literal(b'-')?;
        let month = fields.digits(2)?;
        fields.literal(b'-')?;
        let day = fields.digits(2)?;
        fields.literal(b'T')?;
        let hour = fields.digits(2)?;
        fields.literal(b':')?;
        let minute = fields.digits(2)?;
        fields.literal(b':')?;
        let second = fields.digits(2)?;
        let nanos = fields.fraction()?;
        let offset = fields.offset()?;
        fields.end()?;

        let leap = second == 60;
        let civil = DateTime::new(
            i16::try_from(year).ok()?,
            i8::try_from(month).ok()?,
            i8::try_from(day).ok()?,
            i8::try_from(hour).ok()?,
            i8::try_from(minute).ok()?,
            if leap { 59 } else { i8::try_from(second).ok()? },
            0,
        )
        .ok()?;
        // By hand: jiff's own timestamps end a day before the year 9999 does.
        let seconds = civil.duration_since(EPOCH).as_secs() - offset;
        if !leap {
            return Some(Self { seconds, nanos });
        }
        // TIME-4: only at the end of a day in UTC.
        (seconds.rem_euclid(86_400) == 86_399).then_some(Self {
            seconds: seconds + 1,
            nanos,
        })
    }

    /// How long it is from `earlier` to this moment; zero if this moment is not later.
    #[must_use]
    pub fn saturating_since(self, earlier: Self) -> Duration {
        let seconds = i128::from(self.seconds) - i128::from(earlier.seconds);
        let nanos = seconds * i128::from(NANOS_PER_SECOND) + i128::from(self.nanos)
            - i128::from(earlier.nanos);
        let nanos = u128::try_from(nanos).unwrap_or(0);
        let whole = u64::try_from(nanos / u128::from(NANOS_PER_SECOND)).unwrap_or(u64::MAX);
        let rest = u32::try_from(nanos % u128::from(NANOS_PER_SECOND)).unwrap_or(0);
        Duration::new(whole, rest)
    }

    fn civil(self) -> Option<DateTime> {
        let nanos = i32::try_from(self.nanos).ok()?;
        EPOCH
            .checked_add(SignedDuration::new(self.seconds, nanos))
            .ok()
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        match time.duration_since(UNIX_EPOCH) {
            Ok(after) => Self {
                seconds: i64::try_from(after.as_secs()).unwrap_or(i64::MAX),
                nanos: after.subsec_nanos(),
            },
            Err(error) => {
                let before = error.duration();
                let whole = i64::try_from(before.as_secs()).unwrap_or(i64::MAX);
                match before.subsec_nanos() {
                    0 => Self {
                        seconds: -whole,
                        nanos: 0,
                    },
                    nanos => Self {
                        seconds: (-whole).saturating_sub(1),
                        nanos: NANOS_PER_SECOND - nanos,
                    },
                }
            }
        }
    }
}

/// In UTC with milliseconds, as the Context Object has it (CTX-2).
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(civil) = self.civil() else {
            return write!(f, "{}s", self.seconds); // beyond the years that have four digits
        };
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
            civil.year(),
            civil.month(),
            civil.day(),
            civil.hour(),
            civil.minute(),
            civil.second(),
            civil.millisecond(),
        )
    }
}

/// What is left of a text.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn digits(&mut self, count: usize) -> Option<u32> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        digits.iter().try_fold(0, |number: u32, digit| {
            digit
                .is_ascii_digit()
                .then(|| number * 10 + u32::from(digit - b'0'))
        })
    }

    fn literal(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[byte])?;
        Some(())
    }

    /// TIME-3: any number of digits, of which nine count.
    fn fraction(&mut self) -> Option<u32> {
        if self.literal(b'.').is_none() {
            return Some(0);
        }
        let count = self
            .0
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        let kept = digits
            .iter()
            .copied()
            .chain(std::iter::repeat(b'0'))
            .take(9);
        (count > 0).then(|| kept.fold(0, |nanos, digit| nanos * 10 + u32::from(digit - b'0')))
    }

    /// In seconds east of UTC.
    fn offset(&mut self) -> Option<i64> {
        if self.literal(b'Z').is_some() {
            return Some(0);
        }
        let sign = if self.literal(b'+').is_some() {
            1
        } else {
            self.literal(b'-')?;
            -1
        };
        let hours = self.digits(2).filter(|hours| *hours <= 23)?;
        self.literal(b':')?;
        let minutes = self.digits(2).filter(|minutes| *minutes <= 59)?;
        Some(sign * i64::from(hours * 3600 + minutes * 60))
    }

    fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64, nanos: u32) -> Option<Timestamp> {
        Some(Timestamp { seconds, nanos })
    }

    #[test]
    fn time_2_3_4_accepted() {
        let cases = [
            ("1970-01-01T00:00:00Z", at(0, 0)),
            ("1969-12-31T23:59:59.5Z", at(-1, 500_000_000)),
            ("2016-03-14T01:59:00Z", at(1_457_920_740, 0)),
            ("2016-03-14T02:59:00+01:00", at(1_457_920_740, 0)), // TIME-6
            ("2016-03-13T17:29:00-08:30", at(1_457_920_740, 0)),
            ("2016-02-29T00:00:00Z", at(1_456_704_000, 0)), // leap year
            ("2000-01-01T00:00:00.00Z", at(946_684_800, 0)),
            ("2000-01-01T00:00:00.000001Z", at(946_684_800, 1_000)),
            (
                "2000-01-01T00:00:00.123456789Z",
                at(946_684_800, 123_456_789),
            ),
            (
                "2000-01-01T00:00:00.1234567899999Z",
                at(946_684_800, 123_456_789),
            ), // TIME-3
            ("0000-01-01T00:00:00Z", at(-62_167_219_200, 0)),
            ("9999-12-31T23:59:59Z", at(253_402_300_799, 0)),
            ("9999-12-31T23:59:59-23:59", at(253_402_387_139, 0)),
            ("2016-12-31T23:59:60Z", at(1_483_228_800, 0)), // TIME-4
            (
                "2017-01-01T00:59:60.25+01:00",
                at(1_483_228_800, 250_000_000),
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(Timestamp::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn time_2_4_5_rejected() {
        for text in [
            "2016-12-05 21:29:29Z",
            "2016-12-05T21:29:29",
            "2016-13-05T21:29:29Z",
            "2016-12-05T25:29:29Z",
            "05-12-2016T21:29:29Z",
            "2016-12-05t21:29:29Z",
            "2016-12-05T21:29:29z",
            "2016-12-05T24:00:00Z",
            "2016-12-05T21:60:29Z",
            "2016-12-05T21:29:61Z",
            "2016-12-05T12:00:60Z",
            "2016-12-31T23:59:60+01:00",
            "2016-12-05T21:29:29.Z",
            "2016-12-05T21:29:29,5Z",
            "2016-12-05T21:29Z",
            "2016-12-05T21:29:29+24:00",
            "2016-12-05T21:29:29+01:60",
            "2016-12-05T21:29:29+0100",
            "2016-12-05T21:29:29+01",
            "2016-12-05T21:29:29Z ",
            " 2016-12-05T21:29:29Z",
            "2016-12-05T21:29:29Z[UTC]",
            "+02016-12-05T21:29:29Z",
            "20161205T212929Z",
            "2015-02-29T00:00:00Z",
            "2016-00-10T00:00:00Z",
            "2016-01-00T00:00:00Z",
            "2016-12-0\u{661}T00:00:00Z",
            "2023-02-24",
            "",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn ctx_2_milliseconds_and_z() {
        let shown = Timestamp::parse("2019-03-26T20:14:13.1929+00:00")
            .unwrap()
            .to_string();
        assert_eq!(shown, "2019-03-26T20:14:13.192Z");
        let before = Timestamp {
            seconds: -1,
            nanos: 1_000_000,
        };
        assert_eq!(before.to_string(), "1969-12-31T23:59:59.001Z");
    }

    #[test]
    fn system_times_on_both_sides_of_the_epoch() {
        let half = Duration::from_millis(1500);
        assert_eq!(Some(Timestamp::from(UNIX_EPOCH + half)), at(1, 500_000_000));
        assert_eq!(
            Some(Timestamp::from(UNIX_EPOCH - half)),
            at(-2, 500_000_000)
        );
        assert_eq!(
            Some(Timestamp::from(UNIX_EPOCH - Duration::from_secs(2))),
            at(-2, 0)
        );
    }

    #[test]
    fn wait_3_a_past_moment_is_no_wait() {
        let early = Timestamp {
            seconds: 10,
            nanos: 900_000_000,
        };
        let late = Timestamp {
            seconds: 12,
            nanos: 100_000_000,
        };
        assert_eq!(late.saturating_since(early), Duration::from_millis(1200));
        assert_eq!(early.saturating_since(late), Duration::ZERO);
    }
}
