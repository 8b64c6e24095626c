//! What a plain scalar means: the core schema of YAML 1.2, section 10.3.2.

/// The value of a scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    /// As JSON writes it, with all its digits.
    Number(String),
    String,
    /// Infinity, or what is not a number.
    NotFinite,
}

impl Scalar {
    /// What it is, for messages.
    pub(super) fn kind_name(&self) -> &'static str {
        match self {
            Scalar::Null => "null",
            Scalar::Bool(_) => "a boolean",
            Scalar::Number(_) | Scalar::NotFinite => "a number",
            Scalar::String => "a string",
        }
    }
}

/// The value of a plain scalar. `yes`, `no`, `on` and `off` are strings, as is a date.
pub(super) fn resolve(plain: &str) -> Scalar {
    match plain {
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        ".nan" | ".NaN" | ".NAN" => Scalar::NotFinite,
        _ => match number(plain) {
            Some(json) => Scalar::Number(json),
            None if is_infinite(plain) => Scalar::NotFinite,
            None => Scalar::String,
        },
    }
}

fn is_infinite(plain: &str) -> bool {
    let unsigned = plain.strip_prefix(['-', '+']).unwrap_or(plain);
    matches!(unsigned, ".inf" | ".Inf" | ".INF")
}

/// A number as JSON writes it; `None` if it is none.
fn number(plain: &str) -> Option<String> {
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(digits) = plain.strip_prefix(prefix) {
            // A sign is for decimal numbers, but `from_str_radix` takes one.
            let all = digits.chars().all(|c| c.is_digit(radix));
            return (all && !digits.is_empty()).then(|| decimal(digits, radix));
        }
    }
    let negative = plain.starts_with('-');
    let unsigned = plain.strip_prefix(['-', '+']).unwrap_or(plain);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    if !is_digits(whole) || !is_digits(fraction.unwrap_or_default()) {
        return None;
    }
    if whole.is_empty() && fraction.unwrap_or_default().is_empty() {
        return None;
    }
    let mut json = String::from(if negative { "-" } else { "" });
    json.push_str(without_zeros(whole));
    if let Some(fraction) = fraction {
        json.push('.');
        json.push_str(if fraction.is_empty() { "0" } else { fraction });
    }
    if let Some(exponent) = exponent {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        if digits.is_empty() || !is_digits(digits) {
            return None;
        }
        json.push('e');
        json.push_str(exponent);
    }
    Some(json)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// JSON takes no leading zeros, and at least one digit.
fn without_zeros(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        rest => rest,
    }
}

/// A number in another base, of any size.
fn decimal(digits: &str, radix: u32) -> String {
    if let Ok(value) = u128::from_str_radix(digits, radix) {
        return value.to_string();
    }
    // More than 32 hexadecimal digits: no integer that the language knows, so that its magnitude will do.
    let value = digits
        .chars()
        .filter_map(|c| c.to_digit(radix))
        .fold(0.0, |value, digit| {
            value * f64::from(radix) + f64::from(digit)
        });
    match value.is_finite() {
        true => format!("{value:e}"),
        false => "1e999".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(json: &str) -> Scalar {
        Scalar::Number(json.to_owned())
    }

    #[test]
    fn core_schema_words() {
        for (plain, expected) in [
            ("", Scalar::Null),
            ("~", Scalar::Null),
            ("Null", Scalar::Null),
            ("true", Scalar::Bool(true)),
            ("FALSE", Scalar::Bool(false)),
            (".nan", Scalar::NotFinite),
            ("-.inf", Scalar::NotFinite),
            ("+.INF", Scalar::NotFinite),
        ] {
            assert_eq!(resolve(plain), expected, "{plain}");
        }
    }

    #[test]
    fn core_schema_numbers_keep_their_digits() {
        for (plain, json) in [
            ("0", "0"),
            ("-0", "-0"),
            ("+12", "12"),
            ("007", "7"),
            ("-010", "-10"),
            ("0o14", "12"),
            ("0xfF", "255"),
            ("1.50", "1.50"),
            ("5.", "5.0"),
            (".5", "0.5"),
            ("-.5e+3", "-0.5e+3"),
            ("00.1", "0.1"),
            ("1E400", "1e400"),
            ("12345678901234567890123", "12345678901234567890123"),
        ] {
            assert_eq!(resolve(plain), number(json), "{plain}");
            assert!(
                serde_json::from_str::<serde::de::IgnoredAny>(json).is_ok(),
                "{json}"
            );
        }
    }

    #[test]
    fn what_only_resembles_a_number_is_a_string() {
        for plain in [
            "yes",
            "no",
            "on",
            "off",
            "y",
            "nULL",
            "tRUE",
            ".",
            "-",
            "+",
            "e5",
            "1e",
            "1e+",
            ".e1",
            "1_000",
            "0o8",
            "0x",
            "0xg",
            "-0x1",
            "0b1",
            "1.2.3",
            "12:30:45",
            "2016-03-14",
            "2016-03-14T01:59:00Z",
            "Inf",
            ".Nan",
            "0o+7",
            "--1",
            "٣",
        ] {
            assert_eq!(resolve(plain), Scalar::String, "{plain}");
        }
    }
}
