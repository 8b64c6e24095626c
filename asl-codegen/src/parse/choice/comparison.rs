//! Comparison operators and their operands (CHOICE-25 to CHOICE-34, TCSL-61 to TCSL-64).

use crate::ast::{Comparison, Number, Operand, PathText, Piece, Property, Relation};
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::path::parse_path;
use crate::parse::{Parser, escapes};
use crate::source::{Kind, Node, Text};

/// What an operator compares (CHOICE-28). A name followed by `Path` takes its operand from the
/// document; `StringMatches` and `Is…` have no such form.
#[derive(Clone, Copy)]
pub(super) enum Operator {
    String(Relation),
    Numeric(Relation),
    Boolean,
    Timestamp(Relation),
    Matches,
    Is(Property),
}

pub(super) const OPERATORS: &[(&str, Operator)] = &[
    ("StringEquals", Operator::String(Relation::Equal)),
    ("StringLessThan", Operator::String(Relation::Less)),
    ("StringGreaterThan", Operator::String(Relation::Greater)),
    (
        "StringLessThanEquals",
        Operator::String(Relation::LessEqual),
    ),
    (
        "StringGreaterThanEquals",
        Operator::String(Relation::GreaterEqual),
    ),
    ("StringMatches", Operator::Matches),
    ("NumericEquals", Operator::Numeric(Relation::Equal)),
    ("NumericLessThan", Operator::Numeric(Relation::Less)),
    ("NumericGreaterThan", Operator::Numeric(Relation::Greater)),
    (
        "NumericLessThanEquals",
        Operator::Numeric(Relation::LessEqual),
    ),
    (
        "NumericGreaterThanEquals",
        Operator::Numeric(Relation::GreaterEqual),
    ),
    ("BooleanEquals", Operator::Boolean),
    ("TimestampEquals", Operator::Timestamp(Relation::Equal)),
    ("TimestampLessThan", Operator::Timestamp(Relation::Less)),
    (
        "TimestampGreaterThan",
        Operator::Timestamp(Relation::Greater),
    ),
    (
        "TimestampLessThanEquals",
        Operator::Timestamp(Relation::LessEqual),
    ),
    (
        "TimestampGreaterThanEquals",
        Operator::Timestamp(Relation::GreaterEqual),
    ),
    ("IsNull", Operator::Is(Property::Null)),
    ("IsPresent", Operator::Is(Property::Present)),
    ("IsNumeric", Operator::Is(Property::Numeric)),
    ("IsString", Operator::Is(Property::String)),
    ("IsBoolean", Operator::Is(Property::Boolean)),
    ("IsTimestamp", Operator::Is(Property::Timestamp)),
];

impl Operator {
    /// The operator with what a path selects; none where it has no such form.
    fn with_path(self, path: PathText) -> Option<Comparison> {
        Some(match self {
            Operator::String(relation) => Comparison::Text(relation, Operand::Path(path)),
            Operator::Numeric(relation) => Comparison::Number(relation, Operand::Path(path)),
            Operator::Boolean => Comparison::Boolean(Operand::Path(path)),
            Operator::Timestamp(relation) => Comparison::Timestamp(relation, Operand::Path(path)),
            Operator::Is(property) => Comparison::Is(property, Operand::Path(path)),
            Operator::Matches => return None,
        })
    }
}

/// The operator a key names, and whether its operand is a path.
pub(super) fn operator(key: &str) -> Option<(Operator, bool)> {
    let find = |name: &str| OPERATORS.iter().find(|(known, _)| *known == name);
    if let Some((_, operator)) = find(key) {
        return Some((*operator, false));
    }
    let (_, operator) = find(key.strip_suffix("Path")?)?;
    let has_path_form = !matches!(operator, Operator::Matches | Operator::Is(_));
    has_path_form.then_some((*operator, true))
}

impl Parser<'_> {
    /// CHOICE-25: the operand's type.
    pub(super) fn comparison(&mut self, key: &str, node: &Node) -> Option<Comparison> {
        let (operator, by_path) = operator(key)?;
        let path = if by_path {
            let text = self.operand_text_of(node, key, "the value behind a path, a string")?;
            Some(self.path_text(&text, key, self.choice_paths())?)
        } else {
            self.operand_path(node, key, operator)
        };
        if let Some(path) = path {
            return operator.with_path(path);
        }
        match operator {
            Operator::String(relation) => {
                let text = self.operand_text(node, key)?;
                Some(Comparison::Text(relation, Operand::Literal(text.value)))
            }
            Operator::Numeric(relation) => {
                let number = self.operand_number(node, key)?;
                Some(Comparison::Number(relation, Operand::Literal(number)))
            }
            Operator::Boolean => {
                let value = self.operand_boolean(node, key)?;
                Some(Comparison::Boolean(Operand::Literal(value)))
            }
            Operator::Timestamp(relation) => {
                self.operand_text_of(node, key, "a timestamp string")?;
                let timestamp = self.timestamp(node, key)?;
                Some(Comparison::Timestamp(
                    relation,
                    Operand::Literal(timestamp.value),
                ))
            }
            Operator::Matches => Some(Comparison::Matches(self.pattern(node, key)?)),
            Operator::Is(property) => {
                let value = self.operand_boolean(node, key)?;
                Some(Comparison::Is(property, Operand::Literal(value)))
            }
        }
    }

    /// TCSL-63: a string that is a path with at least one step; anything else is a constant.
    fn operand_path(&mut self, node: &Node, key: &str, operator: Operator) -> Option<PathText> {
        let Kind::String(text) = &node.kind else {
            return None;
        };
        if !self.rules.choice.path_operands {
            return None;
        }
        let path = parse_path(&text.value, self.choice_paths().in_dialect(self.rules)).ok()?;
        if path.steps.is_empty() {
            return None;
        }
        if let Operator::String(_) = operator {
            self.report(
                Diagnostic::note(
                    Code::PathOperand,
                    node.span,
                    format!("`{}` is taken as a path", text.value),
                )
                .label(format!(
                    "`{key}` compares with what it selects, not with this text"
                )),
            );
        }
        self.path_text(text, key, self.choice_paths())
    }

    fn operand_type(&mut self, node: &Node, key: &str, expected: &str) {
        self.report(
            Diagnostic::error(
                Code::OperandType,
                node.span,
                format!("`{key}` compares with {expected}, not {}", node.kind_name()),
            )
            .label(format!("expected {expected}")),
        );
    }

    fn operand_text(&mut self, node: &Node, key: &str) -> Option<Text> {
        self.operand_text_of(node, key, "a string")
    }

    fn operand_text_of(&mut self, node: &Node, key: &str, expected: &str) -> Option<Text> {
        if let Kind::String(text) = &node.kind {
            return Some(text.clone());
        }
        self.operand_type(node, key, expected);
        None
    }

    fn operand_boolean(&mut self, node: &Node, key: &str) -> Option<bool> {
        if let Kind::Bool(value) = node.kind {
            return Some(value);
        }
        self.operand_type(node, key, "a boolean");
        None
    }

    fn operand_number(&mut self, node: &Node, key: &str) -> Option<Number> {
        if let Kind::Number(text) = &node.kind {
            // One beyond all bounds is reported as such.
            return number(text);
        }
        self.operand_type(node, key, "a number");
        None
    }

    /// CHOICE-32.
    fn pattern(&mut self, node: &Node, key: &str) -> Option<Vec<Piece>> {
        let text = self.operand_text(node, key)?;
        match pieces(&text.value) {
            Ok(pieces) => Some(pieces),
            Err(range) => {
                self.report(
                    Diagnostic::error(
                        Code::BadPattern,
                        text.span_of(range),
                        "a backslash in a pattern stands before `*` or `\\`",
                    )
                    .label("an open escape")
                    .help(escapes::IN_PATTERN.json),
                );
                None
            }
        }
    }
}

/// The exact value of a JSON number; `None` beyond the range of `f64`.
pub(crate) fn number(text: &str) -> Option<Number> {
    if let Ok(value) = text.parse::<i64>() {
        return Some(Number::Int(value));
    }
    if let Ok(value) = text.parse::<u64>() {
        return Some(Number::UInt(value));
    }
    let value: f64 = text.parse().ok()?;
    value.is_finite().then_some(Number::Float(value))
}

/// Cuts a pattern at its wildcards; on an open escape, the bytes of it.
fn pieces(pattern: &str) -> Result<Vec<Piece>, std::ops::Range<usize>> {
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let mut chars = pattern.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '*' => {
                if !literal.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut literal)));
                }
                if pieces.last() != Some(&Piece::Any) {
                    pieces.push(Piece::Any);
                }
            }
            '\\' => match chars.next() {
                Some((_, escaped @ ('*' | '\\'))) => literal.push(escaped),
                Some((next, other)) => return Err(at..next + other.len_utf8()),
                None => return Err(at..at + 1),
            },
            _ => literal.push(c),
        }
    }
    if !literal.is_empty() {
        pieces.push(Piece::Text(literal));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choice_32_pattern_is_cut_at_its_wildcards() {
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(
            pieces("foo*.log"),
            Ok(vec![text("foo"), Piece::Any, text(".log")])
        );
        assert_eq!(pieces(r"a\*b"), Ok(vec![text("a*b")]));
        assert_eq!(pieces(r"a\\*"), Ok(vec![text(r"a\"), Piece::Any]));
        assert_eq!(pieces("**"), Ok(vec![Piece::Any]));
        assert_eq!(pieces(""), Ok(vec![]));
    }

    #[test]
    fn choice_32_open_escape_is_located() {
        assert_eq!(pieces(r"ab\c"), Err(2..4));
        assert_eq!(pieces("ab\\"), Err(2..3));
    }

    #[test]
    fn choice_28_has_thirty_nine_operators() {
        let path_forms = OPERATORS
            .iter()
            .filter(|(name, _)| operator(&format!("{name}Path")).is_some())
            .count();
        assert_eq!(OPERATORS.len() + path_forms, 39);
    }
}
