//! Timestamp literals (section 4).

use jiff::civil::Date;

/// From where seconds are counted.
const EPOCH: Date = Date::constant(1970, 1, 1);

/// An instant, to the nanosecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp {
    /// Whole seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds after them, below 1,000,000,000.
    pub nanos: u32,
}

impl Timestamp {
    /// Parses the profile of RFC 3339 that the language uses (TIME-1 to TIME-5).
    pub fn parse(text: &str) -> Option<Timestamp> {
        let (clock, rest) = text.as_bytes().split_at_checked(19)?;
        let (date, time) = clock.split_at_checked(10)?;
        let [b'T', time @ ..] = time else {
            return None;
        };
        let (nanos, zone) = fraction(rest)?;
        let offset = offset_seconds(zone)?;
        let [year, month, day] = fields(date, b'-', [4, 2, 2])?;
        let [hour, minute, second] = fields(time, b':', [2, 2, 2])?;
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let date = Date::new(
            i16::try_from(year).ok()?,
            i8::try_from(month).ok()?,
            i8::try_from(day).ok()?,
        )
        .ok()?;
        // By civil dates: jiff's own timestamps end a day before the year 9999 does.
        let seconds = date.duration_since(EPOCH).as_secs()
            + i64::from(hour) * 3600
            + i64::from(minute) * 60
            + i64::from(second)
            - offset;
        // TIME-4: a leap second is the last of a UTC day, and the instant after it.
        if second == 60 {
            return (seconds.rem_euclid(86_400) == 0).then_some(Timestamp { seconds, nanos });
        }
        Some(Timestamp { seconds, nanos })
    }
}

/// Decimal fields of fixed width between separators.
fn fields<const N: usize>(text: &[u8], separator: u8, widths: [usize; N]) -> Option<[u32; N]> {
    let mut parts = text.split(|byte| *byte == separator);
    let mut values = [0; N];
    for (value, width) in values.iter_mut().zip(widths) {
        *value = digits(parts.next().filter(|part| part.len() == width)?)?;
    }
    parts.next().is_none().then_some(values)
}

fn digits(text: &[u8]) -> Option<u32> {
    text.iter().try_fold(0u32, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })
}

/// TIME-3: nanoseconds of `.123…`, further digits dropped, and what follows.
fn fraction(text: &[u8]) -> Option<(u32, &[u8])> {
    let [b'.', rest @ ..] = text else {
        return Some((0, text));
    };
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (fraction, zone) = rest.split_at_checked(length)?;
    if fraction.is_empty() {
        return None;
    }
    let nanos = (0..9).fold(0, |value, place| {
        let digit = fraction.get(place).map_or(0, |byte| u32::from(byte - b'0'));
        value * 10 + digit
    });
    Some((nanos, zone))
}

fn offset_seconds(zone: &[u8]) -> Option<i64> {
    let (sign, clock) = match zone {
        b"Z" => return Some(0),
        [b'+', clock @ ..] => (1, clock),
        [b'-', clock @ ..] => (-1, clock),
        _ => return None,
    };
    let [hours, minutes] = fields(clock, b':', [2, 2])?;
    (hours <= 23 && minutes <= 59)
        .then(|| sign * (i64::from(hours) * 3600 + i64::from(minutes) * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64, nanos: u32) -> Option<Timestamp> {
        Some(Timestamp { seconds, nanos })
    }

    #[test]
    fn time_2_accepts_the_profile() {
        assert_eq!(Timestamp::parse("1970-01-01T00:00:00Z"), at(0, 0));
        assert_eq!(
            Timestamp::parse("2016-02-29T00:00:00Z"),
            at(1_456_704_000, 0)
        );
        assert_eq!(
            Timestamp::parse("1969-12-31T23:59:59.5Z"),
            at(-1, 500_000_000)
        );
    }

    #[test]
    fn time_3_fraction_is_truncated_to_nanoseconds() {
        assert_eq!(Timestamp::parse("1970-01-01T00:00:00.00Z"), at(0, 0));
        assert_eq!(
            Timestamp::parse("1970-01-01T00:00:00.1234567899999Z"),
            at(0, 123_456_789)
        );
        assert_eq!(Timestamp::parse("1970-01-01T00:00:00.Z"), None);
    }

    #[test]
    fn time_4_leap_second_is_the_following_instant() {
        assert_eq!(
            Timestamp::parse("2016-12-31T23:59:60Z"),
            Timestamp::parse("2017-01-01T00:00:00Z")
        );
        assert_eq!(
            Timestamp::parse("2017-01-01T00:59:60+01:00"),
            Timestamp::parse("2017-01-01T00:00:00Z")
        );
        assert_eq!(Timestamp::parse("2016-12-31T22:59:60Z"), None);
    }

    #[test]
    fn time_5_rejected_examples() {
        for text in [
            "2016-12-05 21:29:29Z",
            "2016-12-05T21:29:29",
            "2016-13-05T21:29:29Z",
            "2016-12-05T25:29:29Z",
            "05-12-2016T21:29:29Z",
            "2016-12-05t21:29:29z",
            "2016-12-05T21:29:29z",
            "2015-02-29T00:00:00Z",
            "2016-12-05T21:60:29Z",
            "2016-12-05T21:29:61Z",
            "2016-12-05T21:29:29+24:00",
            "2016-12-05T21:29:29+1:00",
            "2016-12-05T21:29:29ZZ",
            "２016-12-05T21:29:29Z",
            "",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn time_6_instants_are_compared_not_texts() {
        assert_eq!(
            Timestamp::parse("2016-03-14T01:59:00Z"),
            Timestamp::parse("2016-03-14T02:59:00+01:00")
        );
    }
}
