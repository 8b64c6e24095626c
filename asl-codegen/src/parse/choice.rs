//! Choice states and their rules (section 21).

use crate::ast::{self, Comparison, Number, Operand, Piece, Property, Relation, Test};
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::path::PathRules;
use crate::parse::scope::opening;
use crate::parse::{Fields, Parser};
use crate::source::{Kind, Member, Node, Span, Text};

/// What an operator compares (CHOICE-28). A name followed by `Path` takes its operand from the
/// document; `StringMatches` and `Is…` have no such form.
#[derive(Clone, Copy)]
enum Operator {
    String(Relation),
    Numeric(Relation),
    Boolean,
    Timestamp(Relation),
    Matches,
    Is(Property),
}

const OPERATORS: &[(&str, Operator)] = &[
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

/// The operator a key names, and whether its operand is a path.
fn operator(key: &str) -> Option<(Operator, bool)> {
    let find = |name: &str| OPERATORS.iter().find(|(known, _)| *known == name);
    if let Some((_, operator)) = find(key) {
        return Some((*operator, false));
    }
    let (_, operator) = find(key.strip_suffix("Path")?)?;
    let has_path_form = !matches!(operator, Operator::Matches | Operator::Is(_));
    has_path_form.then_some((*operator, true))
}

impl Parser<'_> {
    pub(crate) fn choice_state(&mut self, fields: &mut Fields<'_>) -> ast::Choice {
        let rules = fields
            .require(self, "Choices")
            .and_then(|member| self.filled_array(&member.value, "Choices"))
            .map(|nodes| nodes.iter().filter_map(|node| self.rule(node)).collect());
        ast::Choice {
            rules: rules.unwrap_or_default(),
            default: fields.text(self, "Default"),
        }
    }

    /// CHOICE-3.
    fn rule(&mut self, node: &Node) -> Option<ast::Rule> {
        let mut fields = Fields::open(self, node, "a Choice Rule")?;
        let next = fields.require_text(self, "Next");
        let comment = fields.text(self, "Comment");
        let assign = fields.assign(self);
        for name in ["Condition", "Output"] {
            if let Some(member) = fields.take_foreign(name) {
                self.jsonata_field(name, member.key.span, "Choice Rules in JSONata");
            }
        }
        Some(ast::Rule {
            span: node.span,
            next,
            test: self.test(node, &["Next", "Comment", "Assign", "Condition", "Output"]),
            comment,
            assign,
        })
    }

    /// A rule inside `And`, `Or` or `Not` (CHOICE-21).
    fn nested(&mut self, node: &Node) -> Option<Test> {
        if let Kind::Object(members) = &node.kind {
            for member in members {
                if member.key.value == "Comment" {
                    self.text(&member.value, "Comment");
                }
                if member.key.value == "Assign" && self.rules.ignores_nested_assign {
                    self.report(
                        Diagnostic::warning(
                            Code::NestedNext,
                            member.key.span,
                            "`Assign` in a nested rule has no effect",
                        )
                        .label("belongs to the outermost rule"),
                    );
                } else if matches!(member.key.value.as_str(), "Next" | "Assign" | "Output") {
                    self.report(
                        Diagnostic::error(
                            Code::NestedNext,
                            member.key.span,
                            format!("a nested rule must not have `{}`", member.key.value),
                        )
                        .label("belongs to the outermost rule"),
                    );
                }
            }
        }
        self.test(node, &["Next", "Comment", "Assign", "Output"])
    }

    /// CHOICE-20: exactly one of `And`, `Or`, `Not`, or `Variable` with one operator.
    fn test(&mut self, node: &Node, outside: &[&str]) -> Option<Test> {
        let Kind::Object(members) = &node.kind else {
            self.wrong_type(node, "a Choice Rule", "an object");
            return None;
        };
        let mut variable = None;
        let mut parts: Vec<&Member> = Vec::new();
        // What else is wrong with the rule has been said.
        let mut reported = outside.contains(&"Condition") && node.get("Condition").is_some();
        for member in members {
            let key = member.key.value.as_str();
            if key == "Variable" {
                variable = Some(member);
            } else if matches!(key, "And" | "Or" | "Not") || operator(key).is_some() {
                parts.push(member);
            } else if !outside.contains(&key) {
                self.unknown_operator(&member.key, outside);
                reported = true;
            }
        }
        match (variable, parts.as_slice()) {
            (_, []) if reported => None,
            (_, [first, second, ..]) => self.two_operators(first, second),
            (None, [only]) if operator(&only.key.value).is_some() => self.shape(
                &only.key,
                "a comparison needs `Variable`",
                "nothing to compare",
            ),
            (None, [only]) => self.boolean(only),
            (Some(variable), [only]) if operator(&only.key.value).is_none() => {
                let operator = &only.key.value;
                let message = format!("`{operator}` and `Variable` exclude each other");
                self.shape(
                    &variable.key,
                    &message,
                    &format!("does not go with `{operator}`"),
                )
            }
            (Some(variable), [only]) => self.data_test(variable, only),
            (_, []) => {
                self.report(
                    Diagnostic::error(
                        Code::RuleShape,
                        opening(node.span),
                        "a Choice Rule needs a comparison operator, `And`, `Or` or `Not`",
                    )
                    .label("nothing is tested here"),
                );
                None
            }
        }
    }

    fn two_operators(&mut self, first: &Member, second: &Member) -> Option<Test> {
        self.report(
            Diagnostic::error(
                Code::RuleShape,
                second.key.span,
                format!(
                    "a Choice Rule has only one of `{}` and `{}`",
                    first.key.value, second.key.value
                ),
            )
            .label("a second test")
            .secondary(first.key.span, "the first")
            .help("combine tests with `And`, `Or` and `Not`"),
        );
        None
    }

    fn shape(&mut self, at: &Text, message: &str, label: &str) -> Option<Test> {
        self.report(Diagnostic::error(Code::RuleShape, at.span, message).label(label));
        None
    }

    fn unknown_operator(&mut self, key: &Text, others: &[&str]) {
        let diagnostic = Diagnostic::error(
            Code::UnknownField,
            key.span,
            format!("`{}` is no comparison operator", key.value),
        )
        .label("unknown operator");
        let without_path = key.value.strip_suffix("Path").and_then(operator);
        if without_path.is_some() {
            let plain = key.value.trim_end_matches("Path");
            self.report(diagnostic.help(format!("`{plain}` has no form that takes a path")));
            return;
        }
        let with_paths = OPERATORS
            .iter()
            .map(|(name, _)| format!("{name}Path"))
            .filter(|name| operator(name).is_some());
        let names: Vec<String> = OPERATORS
            .iter()
            .map(|(name, _)| *name)
            .chain(["And", "Or", "Not", "Variable"])
            .chain(others.iter().copied().filter(|name| *name != "Condition"))
            .map(str::to_owned)
            .chain(with_paths)
            .collect();
        let near = self.nearest(&key.value, names.iter().map(String::as_str));
        self.report(match near {
            Some(near) => diagnostic.suggest_keyword(key.inner(), &key.value, near),
            None => diagnostic,
        });
    }

    fn boolean(&mut self, member: &Member) -> Option<Test> {
        let name = member.key.value.as_str();
        if name == "Not" {
            return Some(Test::Not(Box::new(self.nested(&member.value)?)));
        }
        let nodes = self.filled_array(&member.value, name)?;
        let tests: Vec<Option<Test>> = nodes.iter().map(|node| self.nested(node)).collect();
        let tests: Option<Vec<Test>> = tests.into_iter().collect();
        tests.map(if name == "And" { Test::And } else { Test::Or })
    }

    fn data_test(&mut self, variable: &Member, member: &Member) -> Option<Test> {
        let variable = self
            .text(&variable.value, "Variable")
            .and_then(|text| self.path_text(&text, "Variable", self.choice_paths()));
        let comparison = self.comparison(&member.key.value, &member.value);
        Some(Test::Data {
            variable: variable?,
            comparison: comparison?,
        })
    }

    /// VARY-19.
    fn choice_paths(&self) -> PathRules {
        if self.rules.choice_reference_paths {
            PathRules::REFERENCE
        } else {
            PathRules::ANY
        }
    }

    /// CHOICE-25: the operand's type.
    fn comparison(&mut self, key: &str, node: &Node) -> Option<Comparison> {
        let (operator, by_path) = operator(key)?;
        if by_path {
            let text = self.operand_text_of(node, key, "the value behind a path, a string")?;
            let path = self.path_text(&text, key, self.choice_paths())?;
            return match operator {
                Operator::String(relation) => Some(Comparison::Text(relation, Operand::Path(path))),
                Operator::Numeric(relation) => {
                    Some(Comparison::Number(relation, Operand::Path(path)))
                }
                Operator::Boolean => Some(Comparison::Boolean(Operand::Path(path))),
                Operator::Timestamp(relation) => {
                    Some(Comparison::Timestamp(relation, Operand::Path(path)))
                }
                Operator::Matches | Operator::Is(_) => None,
            };
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
                Some(Comparison::Is(property, self.operand_boolean(node, key)?))
            }
        }
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
                    .help("a literal backslash is `\\\\`, written `\\\\\\\\` in JSON"),
                );
                None
            }
        }
    }

    /// A field that only JSONata knows, in a state that is not in JSONata (STATE-13).
    pub(crate) fn jsonata_field(&mut self, name: &str, span: Span, owner: &str) {
        self.report(
            Diagnostic::error(
                Code::FieldNotHere,
                span,
                format!("`{name}` is only for states in the query language JSONata"),
            )
            .label(format!("belongs to {owner}")),
        );
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
