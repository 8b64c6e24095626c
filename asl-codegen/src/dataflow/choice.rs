//! What the test of a Choice Rule can come to (section 21).

use crate::ast::{Comparison, Operand, PathText, Property, Relation, Test};
use crate::dataflow::visit::Visit;
use crate::dataflow::{Constant, Entry, Shape, Types};
use crate::dialect::ChoiceRules;

/// What a test can come to, and what is known then; neither, if it always fails.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// What is known where it holds; `None`: it never does.
    pub(super) held: Option<Entry>,
    /// What is known where it does not; `None`: it always holds.
    pub(super) not: Option<Entry>,
}

impl Outcome {
    const FAILS: Outcome = Outcome {
        held: None,
        not: None,
    };

    fn always(value: bool, seen: &Entry) -> Self {
        let (some, none) = (Some(seen.clone()), None);
        match value {
            true => Self {
                held: some,
                not: none,
            },
            false => Self {
                held: none,
                not: some,
            },
        }
    }

    fn negated(self) -> Self {
        Self {
            held: self.not,
            not: self.held,
        }
    }
}

impl Visit {
    /// A test of what has been `seen`: the effective input and the variables. Tests are evaluated from
    /// left to right, only as far as needed (CHOICE-22): what is never evaluated is not judged.
    pub(super) fn test(&mut self, test: &Test, seen: &Entry) -> Outcome {
        match test {
            Test::And(tests) => self.all(tests, seen, false),
            // Some hold, unless all do not.
            Test::Or(tests) => self.all(tests, seen, true).negated(),
            Test::Not(test) => self.test(test, seen).negated(),
            Test::Data {
                variable,
                comparison,
            } => {
                let entry = std::mem::replace(&mut self.entry, seen.clone());
                let outcome = self.data_test(variable, comparison, seen);
                self.entry = entry;
                outcome
            }
        }
    }

    /// Whether all tests hold, each of them negated or not.
    fn all(&mut self, tests: &[Test], seen: &Entry, negated: bool) -> Outcome {
        let mut all = Outcome::always(true, seen);
        for test in tests {
            let Some(held) = &all.held else {
                break;
            };
            let outcome = self.test(test, held);
            let outcome = match negated {
                true => outcome.negated(),
                false => outcome,
            };
            all.held = outcome.held;
            match (&mut all.not, outcome.not) {
                (Some(not), Some(more)) => {
                    not.widen_to(&more);
                }
                (not, more) => *not = not.take().or(more),
            }
        }
        all
    }

    fn data_test(&mut self, variable: &PathText, comparison: &Comparison, seen: &Entry) -> Outcome {
        let document = &seen.document;
        if let Comparison::Is(Property::Present, Operand::Literal(expected)) = comparison {
            return self.presence_test(variable, *expected, seen);
        }
        // Asked of what may not be there, with an answer that only the document has (TCSL-63).
        let is_present = matches!(comparison, Comparison::Is(Property::Present, _));
        let value = match is_present {
            true => Shape::unknown(),
            false => self.path(variable, document),
        };
        if value.is_never() {
            return Outcome::FAILS;
        }
        if let Comparison::Is(property, Operand::Literal(expected)) = comparison {
            return property_test(*property, variable, seen).expecting(*expected);
        }
        if let Comparison::Is(_, Operand::Path(path)) = comparison {
            return match self.path(path, document).is_never() {
                true => Outcome::FAILS,
                false => Outcome {
                    held: Some(seen.clone()),
                    not: Some(seen.clone()),
                },
            };
        }
        self.value_test(variable, &value, comparison, seen)
    }

    /// `IsPresent`, compared with a literal.
    fn presence_test(&mut self, variable: &PathText, expected: bool, seen: &Entry) -> Outcome {
        let reading = self.read(&variable.path, &seen.document);
        match (reading.shape.is_never(), reading.may_miss) {
            (true, _) => Outcome::always(!expected, seen),
            (false, false) => Outcome::always(expected, seen),
            (false, true) => {
                let present = Outcome {
                    held: seen.narrowed(variable, Types::ANY),
                    not: seen.lacking(variable),
                };
                present.expecting(expected)
            }
        }
    }

    /// The value of `variable`, compared with another one.
    fn value_test(
        &mut self,
        variable: &PathText,
        value: &Shape,
        comparison: &Comparison,
        seen: &Entry,
    ) -> Outcome {
        let types = compared(comparison);
        let operand = self.operand(comparison, &seen.document);
        if operand.is_never() {
            return Outcome::FAILS;
        }
        let operand_path = comparison.operand_path();
        let both = [
            (variable, value),
            (operand_path.unwrap_or(variable), &operand),
        ];
        for (path, shape) in both {
            // CHOICE-27
            if !shape.types().intersects(types) {
                let operator = operator(comparison, &self.rules.choice);
                self.findings.never_holds(path, shape, &operator, types);
                return Outcome::always(false, seen);
            }
        }
        if let Some(holds) = equality(comparison, value, &operand) {
            return Outcome::always(holds, seen);
        }
        let narrow = |types: Types| {
            let seen = seen.narrowed(variable, types)?;
            match operand_path {
                Some(path) => seen.narrowed(path, types),
                None => Some(seen),
            }
        };
        Outcome {
            held: narrow(types),
            not: narrow(Types::ANY),
        }
    }

    fn operand(&mut self, comparison: &Comparison, document: &Shape) -> Shape {
        match (comparison.operand_path(), comparison) {
            (Some(path), _) => self.path(path, document),
            (None, Comparison::Text(_, Operand::Literal(text))) => Shape::text(text),
            (None, Comparison::Number(_, Operand::Literal(number))) => Shape::number(*number),
            (None, Comparison::Boolean(Operand::Literal(value))) => Shape::boolean(*value),
            _ => Shape::of(compared(comparison)),
        }
    }
}

impl Outcome {
    /// Of a question with the answer that is asked for (CHOICE-34).
    fn expecting(self, expected: bool) -> Self {
        match expected {
            true => self,
            false => self.negated(),
        }
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

/// Whether the value has the property (CHOICE-35).
fn property_test(property: Property, variable: &PathText, seen: &Entry) -> Outcome {
    let types = match property {
        Property::Null => Types::NULL,
        Property::Numeric => Types::NUMBER,
        Property::String | Property::Timestamp => Types::TEXT,
        Property::Boolean => Types::BOOLEAN,
        Property::Present => Types::ANY,
    };
    let others = match property {
        // Some strings are none.
        Property::Timestamp => Types::ANY,
        _ => Types::ANY.without(types),
    };
    Outcome {
        held: seen.narrowed(variable, types),
        not: seen.narrowed(variable, others),
    }
}

/// Whether two known values are equal, where only that counts.
fn equality(comparison: &Comparison, value: &Shape, operand: &Shape) -> Option<bool> {
    let is_equality = matches!(
        comparison,
        Comparison::Text(Relation::Equal, _)
            | Comparison::Number(Relation::Equal, _)
            | Comparison::Boolean(_)
    );
    match (value.constant()?, operand.constant()?) {
        // DATA-4: numbers are compared as binary64.
        (Constant::Integer(a), Constant::Integer(b)) => {
            let is_exact = a.unsigned_abs().max(b.unsigned_abs()) < (1 << 53);
            (is_equality && is_exact).then_some(a == b)
        }
        (a, b) => is_equality.then_some(a == b),
    }
}

/// The name of the operator as the dialect writes it, for messages.
fn operator(comparison: &Comparison, rules: &ChoiceRules) -> String {
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
    // TCSL-63: the same operator takes both.
    let is_in_name = is_path && !rules.path_operands;
    let path = if is_in_name { "Path" } else { "" };
    format!("{stem}{relation}{path}")
}

impl<T> Operand<T> {
    fn is_path(&self) -> bool {
        matches!(self, Operand::Path(_))
    }
}
