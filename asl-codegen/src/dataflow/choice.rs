//! What the test of a Choice Rule can come to (section 21).

use crate::ast::{Comparison, Operand, PathText, Property, Relation, Test};
use crate::dataflow::visit::Visit;
use crate::dataflow::{Constant, Shape, Types};

/// What a test can come to; neither, if it always fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) may_hold: bool,
    pub(super) may_not: bool,
}

impl Outcome {
    const EITHER: Outcome = Outcome {
        may_hold: true,
        may_not: true,
    };
    const FAILS: Outcome = Outcome {
        may_hold: false,
        may_not: false,
    };

    fn always(value: bool) -> Self {
        Self {
            may_hold: value,
            may_not: !value,
        }
    }
}

impl Visit<'_> {
    /// Tests are evaluated from left to right, only as far as needed (CHOICE-22): what is never
    /// evaluated is not judged.
    pub(super) fn test(&mut self, test: &Test, document: &Shape) -> Outcome {
        match test {
            Test::And(tests) => {
                let mut all = Outcome::always(true);
                for test in tests {
                    if !all.may_hold {
                        break;
                    }
                    let outcome = self.test(test, document);
                    all.may_hold = outcome.may_hold;
                    all.may_not |= outcome.may_not;
                }
                all
            }
            Test::Or(tests) => {
                let mut any = Outcome::always(false);
                for test in tests {
                    if !any.may_not {
                        break;
                    }
                    let outcome = self.test(test, document);
                    any.may_hold |= outcome.may_hold;
                    any.may_not = outcome.may_not;
                }
                any
            }
            Test::Not(test) => {
                let outcome = self.test(test, document);
                Outcome {
                    may_hold: outcome.may_not,
                    may_not: outcome.may_hold,
                }
            }
            Test::Data {
                variable,
                comparison,
            } => self.data_test(variable, comparison, document),
        }
    }

    fn data_test(
        &mut self,
        variable: &PathText,
        comparison: &Comparison,
        document: &Shape,
    ) -> Outcome {
        if let Comparison::Is(Property::Present, expected) = comparison {
            let reading = self.read(&variable.path, document);
            return match (reading.shape.is_never(), reading.may_miss) {
                (true, _) => Outcome::always(!expected),
                (false, false) => Outcome::always(*expected),
                (false, true) => Outcome::EITHER,
            };
        }
        let value = self.path(variable, document);
        if value.is_never() {
            return Outcome::FAILS;
        }
        if let Comparison::Is(property, expected) = comparison {
            return property_test(*property, *expected, &value);
        }
        let types = compared(comparison);
        let operand = self.operand(comparison, document);
        if operand.is_never() {
            return Outcome::FAILS;
        }
        let both = [
            (variable, &value),
            (operand_path(comparison).unwrap_or(variable), &operand),
        ];
        for (path, shape) in both {
            // CHOICE-27
            if !shape.types().intersects(types) {
                if let Some(findings) = &mut self.findings {
                    findings.never_holds(path, shape, comparison, types);
                }
                return Outcome::always(false);
            }
        }
        equality(comparison, &value, &operand)
    }

    fn operand(&mut self, comparison: &Comparison, document: &Shape) -> Shape {
        match (operand_path(comparison), comparison) {
            (Some(path), _) => self.path(path, document),
            (None, Comparison::Text(_, Operand::Literal(text))) => Shape::text(text),
            (None, Comparison::Number(_, Operand::Literal(number))) => Shape::number(*number),
            (None, Comparison::Boolean(Operand::Literal(value))) => Shape::boolean(*value),
            _ => Shape::of(compared(comparison)),
        }
    }
}

fn operand_path(comparison: &Comparison) -> Option<&PathText> {
    match comparison {
        Comparison::Text(_, Operand::Path(path))
        | Comparison::Number(_, Operand::Path(path))
        | Comparison::Boolean(Operand::Path(path))
        | Comparison::Timestamp(_, Operand::Path(path)) => Some(path),
        _ => None,
    }
}

/// The types that an operator compares (CHOICE-28).
fn compared(comparison: &Comparison) -> Types {
    match comparison {
        Comparison::Text(..) | Comparison::Timestamp(..) | Comparison::Matches(_) => Types::TEXT,
        Comparison::Number(..) => Types::NUMBER,
        Comparison::Boolean(_) => Types::BOOLEAN,
        Comparison::Is(..) => Types::ANY,
    }
}

/// CHOICE-34, CHOICE-35.
fn property_test(property: Property, expected: bool, value: &Shape) -> Outcome {
    let types = match property {
        Property::Null => Types::NULL,
        Property::Numeric => Types::NUMBER,
        Property::String | Property::Timestamp => Types::TEXT,
        Property::Boolean => Types::BOOLEAN,
        Property::Present => Types::ANY,
    };
    if !value.types().intersects(types) {
        return Outcome::always(!expected);
    }
    if value.is(types) && property != Property::Timestamp {
        return Outcome::always(expected);
    }
    Outcome::EITHER
}

/// The outcome for two known values, where only equality counts.
fn equality(comparison: &Comparison, value: &Shape, operand: &Shape) -> Outcome {
    let is_equality = matches!(
        comparison,
        Comparison::Text(Relation::Equal, _)
            | Comparison::Number(Relation::Equal, _)
            | Comparison::Boolean(_)
    );
    match (value.constant(), operand.constant()) {
        // DATA-4: numbers are compared as binary64.
        (Some(Constant::Integer(a)), Some(Constant::Integer(b))) if is_equality => {
            match a.unsigned_abs().max(b.unsigned_abs()) < (1 << 53) {
                true => Outcome::always(a == b),
                false => Outcome::EITHER,
            }
        }
        (Some(a), Some(b)) if is_equality => Outcome::always(a == b),
        _ => Outcome::EITHER,
    }
}

/// The name of the operator, for messages.
pub(super) fn operator(comparison: &Comparison) -> String {
    let (stem, relation, is_path) = match comparison {
        Comparison::Text(relation, operand) => ("String", Some(*relation), operand.is_path()),
        Comparison::Number(relation, operand) => ("Numeric", Some(*relation), operand.is_path()),
        Comparison::Timestamp(relation, operand) => {
            ("Timestamp", Some(*relation), operand.is_path())
        }
        Comparison::Boolean(operand) => ("Boolean", Some(Relation::Equal), operand.is_path()),
        Comparison::Matches(_) => ("StringMatches", None, false),
        Comparison::Is(..) => ("Is…", None, false),
    };
    let relation = match relation {
        Some(Relation::Equal) => "Equals",
        Some(Relation::Less) => "LessThan",
        Some(Relation::Greater) => "GreaterThan",
        Some(Relation::LessEqual) => "LessThanEquals",
        Some(Relation::GreaterEqual) => "GreaterThanEquals",
        None => "",
    };
    let path = if is_path { "Path" } else { "" };
    format!("{stem}{relation}{path}")
}

impl<T> Operand<T> {
    fn is_path(&self) -> bool {
        matches!(self, Operand::Path(_))
    }
}
