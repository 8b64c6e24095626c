//! Choice states beyond the shape of their rules.

use std::collections::BTreeSet;

use crate::ast::{Choice, Comparison, Operand, Property, Relation, State, Test};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};

const NO_CHOICE_MATCHED: &str = "States.NoChoiceMatched";

impl Checker<'_> {
    /// CHOICE-4, TCSL-66. A note: published definitions often leave `Default` out on purpose.
    pub(super) fn default(&mut self, state: &State, choice: &Choice) {
        let tests: Option<Vec<&Test>> = choice.rules.iter().map(|r| r.test.as_ref()).collect();
        // With a rule unknown, so is what is left over.
        let Some(tests) = tests.filter(|tests| !tests.is_empty()) else {
            return;
        };
        if choice.default.is_some() || leave_nothing_over(&tests) {
            return;
        }
        let errors = &self.options.dialect.rules().errors;
        let name = errors
            .spelling(NO_CHOICE_MATCHED)
            .unwrap_or(NO_CHOICE_MATCHED);
        self.report(
            Diagnostic::note(
                Code::NoDefault,
                state.name.span,
                format!("the Choice `{}` has no `Default`", state.name.value),
            )
            .label(format!("fails with `{name}` where no rule is true"))
            .help("nothing catches this error but a Parallel or Map around it"),
        );
    }
}

/// A test without its sign: of `IsNull` and its negation there is one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    variable: String,
    asked: String,
}

/// Whether two of the tests are the opposite of each other.
fn leave_nothing_over(tests: &[&Test]) -> bool {
    let mut asked = BTreeSet::new();
    for test in tests {
        let Some((question, sign)) = question(test) else {
            continue;
        };
        let opposite = (question, !sign);
        if asked.contains(&opposite) {
            return true;
        }
        asked.insert((opposite.0, sign));
    }
    false
}

/// What a test asks and which answer it takes; `None` for what is combined of several.
fn question(test: &Test) -> Option<(Question, bool)> {
    let (mut test, mut sign) = (test, true);
    while let Test::Not(inner) = test {
        (test, sign) = (inner, !sign);
    }
    let Test::Data {
        variable,
        comparison,
    } = test
    else {
        return None;
    };
    let (asked, answer) = match comparison {
        Comparison::Is(property, Operand::Literal(wanted)) => (is(*property).to_owned(), *wanted),
        Comparison::Is(property, Operand::Path(path)) => {
            (format!("{} {}", is(*property), path.text.value), true)
        }
        Comparison::Boolean(Operand::Literal(wanted)) => ("boolean".to_owned(), *wanted),
        Comparison::Boolean(Operand::Path(path)) => (format!("boolean {}", path.text.value), true),
        Comparison::Matches(pieces) => (format!("matches {pieces:?}"), true),
        Comparison::Text(relation, operand) => related("text", *relation, operand),
        Comparison::Number(relation, operand) => related("number", *relation, operand),
        Comparison::Timestamp(relation, operand) => related("timestamp", *relation, operand),
    };
    let question = Question {
        variable: variable.text.value.clone(),
        asked,
    };
    Some((question, answer == sign))
}

/// `<` and `>=` are one question, and so are `>` and `<=`.
fn related<T: std::fmt::Debug>(
    what: &str,
    relation: Relation,
    operand: &Operand<T>,
) -> (String, bool) {
    let (sign, answer) = match relation {
        Relation::Equal => ("=", true),
        Relation::Less => ("<", true),
        Relation::GreaterEqual => ("<", false),
        Relation::Greater => (">", true),
        Relation::LessEqual => (">", false),
    };
    let operand = match operand {
        Operand::Literal(value) => format!("{value:?}"),
        Operand::Path(path) => path.text.value.clone(),
    };
    (format!("{what} {sign} {operand}"), answer)
}

fn is(property: Property) -> &'static str {
    match property {
        Property::Null => "null",
        Property::Present => "present",
        Property::Numeric => "numeric",
        Property::String => "string",
        Property::Boolean => "a boolean",
        Property::Timestamp => "a timestamp",
    }
}
