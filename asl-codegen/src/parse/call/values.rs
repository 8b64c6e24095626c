//! Literal arguments that a function refuses whatever the data is (INTR-11).

use crate::ast::{Argument, Call, Function, Number};
use crate::diagnostic::{Code, suggest};
use crate::dialect::{Intrinsics, Rules};
use crate::parse::call::signature::{Type, signature};
use crate::parse::escapes;
use crate::parse::fields::list_of;

/// INTR-26.
const LONGEST_RANGE: i128 = 1000;
/// INTR-30 to INTR-32.
const LONGEST_TEXT: usize = 10_000;
/// INTR-32.
const ALGORITHMS: &[&str] = &["MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"];

/// Why a call always fails.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The argument that says so.
    pub(super) argument: usize,
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) label: &'static str,
    pub(super) help: Option<String>,
}

fn refused(argument: usize, message: impl Into<String>, label: &'static str) -> Refusal {
    Refusal {
        argument,
        code: Code::ArgumentValue,
        message: message.into(),
        label,
        help: None,
    }
}

/// The first reason why a call whose arguments are of the right types always fails.
pub(super) fn refusal(call: &Call, rules: &Rules) -> Option<Refusal> {
    let rules = &rules.intrinsics;
    let literals = Literals { call, rules };
    literals.beyond_64_bits().or_else(|| match call.function {
        Function::Format => literals.placeholders(),
        Function::StringToJson => literals.json(),
        Function::ArrayPartition => literals.chunk_size(),
        Function::ArrayRange => literals.range(),
        Function::ArrayGetItem => literals.index(),
        Function::Base64Encode => literals.length(),
        Function::Base64Decode => literals.length().or_else(|| literals.base64()),
        Function::Hash => literals.length().or_else(|| literals.algorithm()),
        Function::JsonMerge => literals.deep(),
        Function::MathRandom => literals.bounds(),
        Function::MathAdd => literals.sum(),
        _ => None,
    })
}

/// The arguments of a call, where they are literals.
struct Literals<'a> {
    call: &'a Call,
    rules: &'a Intrinsics,
}

impl Literals<'_> {
    fn text(&self, index: usize) -> Option<&str> {
        match self.call.arguments.get(index)? {
            Argument::Text(text) => Some(text),
            _ => None,
        }
    }

    /// INTR-13.
    fn integer(&self, index: usize) -> Option<i64> {
        match *self.call.arguments.get(index)? {
            Argument::Number(Number::Int(value)) => Some(value),
            Argument::Number(Number::Float(value)) => {
                let below = value.floor();
                let is_above = value - below >= 0.5;
                let nearest = if is_above { below + 1.0 } else { below };
                // Exact: 2^63 is a float, and so is every integer that a float rounds to.
                let limit = -(i64::MIN as f64);
                let fits = (-limit..limit).contains(&nearest);
                let may_round = self.rules.rounds || value == nearest;
                (fits && may_round).then_some(nearest as i64)
            }
            _ => None,
        }
    }

    fn beyond_64_bits(&self) -> Option<Refusal> {
        let signature = signature(self.call.function);
        let mut arguments = self.call.arguments.iter().enumerate();
        arguments.find_map(|(index, argument)| {
            let (_, wanted) = signature.parameter(index)?;
            let is_number = matches!(argument, Argument::Number(_));
            let is_beyond = wanted == Type::Integer && is_number && self.integer(index).is_none();
            is_beyond.then(|| {
                refused(
                    index,
                    "the number is beyond the range of 64-bit integers",
                    "too large",
                )
            })
        })
    }

    /// INTR-20.
    fn placeholders(&self) -> Option<Refusal> {
        let Argument::Pieces(pieces) = self.call.arguments.first()? else {
            return None;
        };
        let placeholders = pieces.len().saturating_sub(1);
        let values = self.call.arguments.len().saturating_sub(1);
        (placeholders != values).then(|| Refusal {
            code: Code::PlaceholderCount,
            help: Some(escapes::BRACES.json.to_owned()),
            ..refused(
                0,
                format!(
                    "the template has {}, and {} given",
                    counted(placeholders, "placeholder"),
                    match values {
                        0 => "no value is".to_owned(),
                        1 => "one value is".to_owned(),
                        more => format!("{more} values are"),
                    }
                ),
                "each `{}` takes one value",
            )
        })
    }

    /// INTR-21.
    fn json(&self) -> Option<Refusal> {
        let text = self.text(0)?;
        if text.trim().is_empty() {
            let is_refused = !self.rules.parses_blank;
            return is_refused.then(|| refused(0, "a blank string is not JSON", "is blank"));
        }
        let error = serde_json::from_str::<serde::de::IgnoredAny>(text).err()?;
        let message = format!("the string is not JSON: {error}");
        Some(refused(0, message, "always fails to parse"))
    }

    /// INTR-24.
    fn chunk_size(&self) -> Option<Refusal> {
        let size = self.integer(1)?;
        let message = format!("the size of a chunk must be positive, not {size}");
        (size <= 0).then(|| refused(1, message, "not positive"))
    }

    /// INTR-26.
    fn range(&self) -> Option<Refusal> {
        let step = i128::from(self.integer(2)?);
        if step == 0 {
            return Some(refused(2, "the step must not be 0", "leads nowhere"));
        }
        let distance = i128::from(self.integer(1)?) - i128::from(self.integer(0)?);
        let length = distance / step + 1;
        (length > LONGEST_RANGE).then(|| {
            let message = format!("the range has {length} elements, the limit is {LONGEST_RANGE}");
            refused(1, message, "too far away")
        })
    }

    /// INTR-27.
    fn index(&self) -> Option<Refusal> {
        let is_negative = self.integer(1)? < 0;
        is_negative.then(|| {
            refused(
                1,
                "an index is counted from 0 at the start",
                "must not be negative",
            )
        })
    }

    /// INTR-30 to INTR-32.
    fn length(&self) -> Option<Refusal> {
        let length = self.text(0)?.chars().count();
        let message = format!("the string has {length} characters, the limit is {LONGEST_TEXT}");
        (length > LONGEST_TEXT).then(|| refused(0, message, "too long"))
    }

    /// INTR-31: whole groups of four, with padding at the end only.
    fn base64(&self) -> Option<Refusal> {
        let text = self.text(0)?;
        let data = text.trim_end_matches('=');
        let is_known = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '/';
        let is_valid =
            text.len() % 4 == 0 && text.len() - data.len() <= 2 && data.chars().all(is_known);
        (!is_valid).then(|| refused(0, "the string is not Base64", "always fails to decode"))
    }

    /// INTR-32.
    fn algorithm(&self) -> Option<Refusal> {
        let name = self.text(1)?;
        if ALGORITHMS.contains(&name) {
            return None;
        }
        let help = match suggest::nearest(name, ALGORITHMS.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the algorithms are {}", list_of(ALGORITHMS, "and")),
        };
        Some(Refusal {
            help: Some(help),
            ..refused(
                1,
                format!("there is no hash algorithm `{name}`"),
                "unknown algorithm",
            )
        })
    }

    /// INTR-33.
    fn deep(&self) -> Option<Refusal> {
        let is_deep = matches!(self.call.arguments.get(2)?, Argument::Bool(true));
        (is_deep && !self.rules.merges_deep).then(|| {
            refused(
                2,
                "the AWS service does not merge deep",
                "must be `false` in the dialect `aws`",
            )
        })
    }

    /// INTR-34.
    fn bounds(&self) -> Option<Refusal> {
        let (start, end) = (self.integer(0)?, self.integer(1)?);
        let message = format!("no number is at least {start} and below {end}");
        (start >= end).then(|| refused(1, message, "must be above the start"))
    }

    /// INTR-35.
    fn sum(&self) -> Option<Refusal> {
        if self.rules.adds_32_bits {
            for index in [0, 1] {
                let is_large = |value: &i64| i32::try_from(*value).is_err();
                if let Some(value) = self.integer(index).filter(is_large) {
                    let message = format!("{value} is beyond the range of 32-bit integers");
                    return Some(refused(index, message, "too large for the dialect `aws`"));
                }
            }
        }
        let (x, y) = (self.integer(0)?, self.integer(1)?);
        let message = format!("the sum of {x} and {y} is beyond the range of 64-bit integers");
        x.checked_add(y)
            .is_none()
            .then(|| refused(1, message, "makes the sum overflow"))
    }
}

/// "no placeholder", "one placeholder", "2 placeholders".
fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}"),
        1 => format!("one {noun}"),
        more => format!("{more} {noun}s"),
    }
}
