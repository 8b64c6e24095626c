//! Conditions, errors and times in a few words.

use crate::ast::{
    Comparison, ErrorEquals, Number, Operand, Piece, Property, Relation, Rule, Test, Wait,
};
use crate::graph::shortened;
use crate::timestamp::Timestamp;

/// Longest label in characters: beyond it nobody reads on in a picture.
const MAX_LABEL: usize = 160;

/// How deep conditions are spelt out.
const MAX_DEPTH: usize = 8;

/// The condition of a rule: `$.risk >= 80 and not $.known is true`.
pub(super) fn rule(rule: &Rule) -> String {
    let mut text = String::new();
    match &rule.test {
        Some(test) => condition(test, 0, &mut text),
        None => text.push('…'),
    }
    shortened(&text, MAX_LABEL)
}

fn condition(test: &Test, depth: usize, text: &mut String) {
    // What comes after is cut off anyway. A `Not` takes no depth of a list, so count it too.
    if depth > MAX_DEPTH || text.len() > 4 * MAX_LABEL {
        text.push('…');
        return;
    }
    match test {
        Test::And(tests) => list(tests, " and ", depth, text),
        Test::Or(tests) => list(tests, " or ", depth, text),
        Test::Not(test) => {
            text.push_str("not (");
            condition(test, depth + 1, text);
            text.push(')');
        }
        Test::Data {
            variable,
            comparison,
        } => {
            text.push_str(&variable.text.value);
            text.push(' ');
            text.push_str(&compared(comparison));
        }
    }
}

fn list(tests: &[Test], word: &str, depth: usize, text: &mut String) {
    for (index, test) in tests.iter().enumerate() {
        if index > 0 {
            text.push_str(word);
        }
        if text.len() > 4 * MAX_LABEL {
            return;
        }
        let is_list = matches!(test, Test::And(_) | Test::Or(_)) && tests.len() > 1;
        if is_list {
            text.push('(');
        }
        condition(test, depth + 1, text);
        if is_list {
            text.push(')');
        }
    }
}

fn compared(comparison: &Comparison) -> String {
    match comparison {
        Comparison::Text(relation, operand) => with(*relation, operand, |text| quoted(text)),
        Comparison::Number(relation, operand) => with(*relation, operand, |n| number(*n)),
        Comparison::Boolean(operand) => with(Relation::Equal, operand, bool::to_string),
        Comparison::Timestamp(relation, operand) => with(*relation, operand, |t| timestamp(*t)),
        Comparison::Matches(pieces) => format!("matches {}", pattern(pieces)),
        Comparison::Is(property, Operand::Literal(holds)) => {
            let not = if *holds { "" } else { "not " };
            format!("is {not}{}", property_name(*property))
        }
        Comparison::Is(property, Operand::Path(path)) => {
            format!("is {} == {}", property_name(*property), path.text.value)
        }
    }
}

fn with<T>(relation: Relation, operand: &Operand<T>, literal: impl Fn(&T) -> String) -> String {
    let operand = match operand {
        Operand::Literal(value) => literal(value),
        Operand::Path(path) => path.text.value.clone(),
    };
    let relation = match relation {
        Relation::Equal => "==",
        Relation::Less => "<",
        Relation::Greater => ">",
        Relation::LessEqual => "<=",
        Relation::GreaterEqual => ">=",
    };
    format!("{relation} {operand}")
}

fn property_name(property: Property) -> &'static str {
    match property {
        Property::Null => "null",
        Property::Present => "present",
        Property::Numeric => "a number",
        Property::String => "a string",
        Property::Boolean => "a boolean",
        Property::Timestamp => "a timestamp",
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn number(number: Number) -> String {
    match number {
        Number::Int(value) => value.to_string(),
        Number::UInt(value) => value.to_string(),
        Number::Float(value) => value.to_string(),
    }
}

fn timestamp(timestamp: Timestamp) -> String {
    let nanos = i32::try_from(timestamp.nanos).unwrap_or_default();
    jiff::Timestamp::new(timestamp.seconds, nanos)
        .map_or_else(|_| "a fixed time".to_owned(), |time| time.to_string())
}

fn pattern(pieces: &[Piece]) -> String {
    let pieces: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Any => "*",
            Piece::Text(text) => text,
        })
        .collect();
    quoted(&pieces)
}

/// The names of a catcher.
pub(super) fn errors(errors: &ErrorEquals) -> String {
    let names: Vec<&str> = errors
        .names
        .iter()
        .map(|name| name.value.as_str())
        .collect();
    shortened(&names.join(", "), MAX_LABEL)
}

/// How long a Wait takes.
pub(super) fn wait(wait: &Wait) -> String {
    if let Some(seconds) = &wait.seconds {
        return format!("{} s", seconds.value);
    }
    if let Some(time) = &wait.timestamp {
        return format!("until {}", timestamp(time.value));
    }
    if let Some(path) = &wait.seconds_path {
        return format!("seconds in {}", path.text.value);
    }
    match &wait.timestamp_path {
        Some(path) => format!("until {}", path.text.value),
        None => String::new(),
    }
}

/// The telling end of a resource: the function of `arn:aws:lambda:eu-west-1:1:function:charge`, the
/// service and action of `arn:aws:states:::sqs:sendMessage`.
pub(super) fn resource(resource: &str) -> &str {
    let tail = match resource.starts_with("arn:") {
        true => resource.splitn(6, ':').nth(5).unwrap_or(resource),
        false => resource,
    };
    tail.strip_prefix("function:").unwrap_or(tail)
}
