//! Filters `[?(…)]` (PATH-5 to PATH-7).

use crate::ast::{Condition, Filter, Operator, OuterPath, Path, Scalar, Term};
use crate::parse::number;
use crate::parse::path::{Parsed, PathProblem, ProblemKind, Reader};

/// Filters, parentheses and negations inside one another: what bounds the recursion here, in the
/// emitter and in the runtime.
const DEEPEST: usize = 32;

impl Reader<'_> {
    /// At `?`.
    pub(super) fn filter(&mut self) -> Parsed<Filter> {
        let start = self.cursor.offset();
        self.cursor.bump();
        self.cursor.skip_spaces();
        if !self.cursor.eat('(') {
            return Err(self.cursor.expected("a filter is written `[?(…)]`"));
        }
        // The outermost filter lists the paths from a root for those inside it.
        let outermost = self.outer.is_none();
        if outermost {
            self.outer = Some(Vec::new());
        }
        let test = self.parenthesised(start)?;
        let outer = if outermost { self.outer.take() } else { None };
        Ok(Filter {
            outer: outer.unwrap_or_default(),
            test,
        })
    }

    /// After `(`.
    fn parenthesised(&mut self, start: usize) -> Parsed<Condition> {
        let test = self.deeper(start, Self::any)?;
        if !self.cursor.eat(')') {
            return Err(self
                .cursor
                .expected("expected a comparison, `&&`, `||` or `)`"));
        }
        Ok(test)
    }

    fn deeper<T>(&mut self, start: usize, read: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            let kind = ProblemKind::Syntax("filters and parentheses are nested too deep");
            return Err(self.cursor.problem(start, kind));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn any(&mut self) -> Parsed<Condition> {
        let tests = self.chain("||", Self::all)?;
        Ok(alone(tests).unwrap_or_else(Condition::Any))
    }

    fn all(&mut self) -> Parsed<Condition> {
        let tests = self.chain("&&", Self::unary)?;
        Ok(alone(tests).unwrap_or_else(Condition::All))
    }

    fn chain(
        &mut self,
        operator: &str,
        read: impl Fn(&mut Self) -> Parsed<Condition>,
    ) -> Parsed<Vec<Condition>> {
        let mut tests = Vec::new();
        loop {
            tests.push(read(self)?);
            self.cursor.skip_spaces();
            if !self.cursor.eat_text(operator) {
                return Ok(tests);
            }
        }
    }

    fn unary(&mut self) -> Parsed<Condition> {
        self.cursor.skip_spaces();
        let start = self.cursor.offset();
        if self.cursor.eat('!') {
            let test = self.deeper(start, Self::unary)?;
            return Ok(Condition::Not(Box::new(test)));
        }
        if self.cursor.eat('(') {
            return self.parenthesised(start);
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Condition> {
        let left = self.term()?;
        self.cursor.skip_spaces();
        let Some(operator) = self.operator()? else {
            return match left {
                Term::Item(_) | Term::Outer(_) => Ok(Condition::Exists(left)),
                Term::Literal(_) | Term::List(_) => {
                    Err(self.cursor.expected("expected a comparison"))
                }
            };
        };
        self.cursor.skip_spaces();
        let start = self.cursor.offset();
        let right = self.term()?;
        if matches!((&left, &right), (Term::Item(_), Term::Item(_))) {
            self.full_only(start, "comparing two paths")?;
        }
        Ok(Condition::Compare(left, operator, right))
    }

    /// Refuses what was read since `start` where the dialect does not know it (PATH-5).
    fn full_only(&self, start: usize, what: &'static str) -> Parsed<()> {
        if self.rules.full_filters {
            return Ok(());
        }
        let kind = ProblemKind::OperatorOfOther(what);
        Err(self.cursor.problem(start, kind))
    }

    fn unsupported(&self, start: usize, what: &'static str) -> PathProblem {
        self.cursor.problem(start, ProblemKind::Operator(what))
    }

    fn operator(&mut self) -> Parsed<Option<Operator>> {
        const SYMBOLS: [(&str, Operator); 6] = [
            ("==", Operator::Equal),
            ("!=", Operator::NotEqual),
            ("<=", Operator::LessEqual),
            (">=", Operator::GreaterEqual),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ];
        let start = self.cursor.offset();
        if self.cursor.eat_text("=~") {
            return Err(self.unsupported(start, "regular expressions (`=~`)"));
        }
        for (symbol, operator) in SYMBOLS {
            if self.cursor.eat_text(symbol) {
                return Ok(Some(operator));
            }
        }
        match self.cursor.peek() {
            Some('=') => Err(self.cursor.expected("equality is written `==`")),
            Some(c) if c.is_alphabetic() => self.lexical().map(Some),
            _ => Ok(None),
        }
    }

    /// Operators that are words, whatever their case.
    fn lexical(&mut self) -> Parsed<Operator> {
        let start = self.cursor.offset();
        self.cursor.eat_while(char::is_alphanumeric);
        let (operator, what) = match self.cursor.since(start).to_ascii_lowercase().as_str() {
            "in" => (Operator::In, "the operator `in`"),
            "nin" => (Operator::NotIn, "the operator `nin`"),
            "subsetof" => (Operator::SubsetOf, "the operator `subsetof`"),
            "anyof" => (Operator::AnyOf, "the operator `anyof`"),
            "noneof" => (Operator::NoneOf, "the operator `noneof`"),
            "size" => (Operator::Size, "the operator `size`"),
            "empty" => (Operator::Empty, "the operator `empty`"),
            "all" => return Err(self.unsupported(start, "the operator `all`")),
            "contains" => return Err(self.unsupported(start, "the operator `contains`")),
            "matches" => return Err(self.unsupported(start, "the operator `matches`")),
            "type" => return Err(self.unsupported(start, "the operator `type`")),
            _ => {
                let kind = ProblemKind::Syntax("expected an operator such as `==`");
                return Err(self.cursor.problem(start, kind));
            }
        };
        self.full_only(start, what)?;
        Ok(operator)
    }

    fn term(&mut self) -> Parsed<Term> {
        let start = self.cursor.offset();
        match self.cursor.peek() {
            Some('@') => {
                self.cursor.bump();
                self.steps().map(Term::Item)
            }
            Some('$') => {
                let term = self.outer_path()?;
                self.full_only(start, "a path that does not begin with `@`")?;
                Ok(term)
            }
            Some('[') if self.rules.full_filters => {
                self.cursor.bump();
                self.list()
            }
            _ => self.scalar().map(Term::Literal),
        }
    }

    /// At `$`.
    fn outer_path(&mut self) -> Parsed<Term> {
        let start = self.cursor.offset();
        // Its filters, if it has any, keep a list of their own.
        let list = self.outer.take();
        let path = Path {
            root: self.root()?,
            steps: self.steps()?,
        };
        let text = self.cursor.since(start).to_owned();
        let mut list = list.unwrap_or_default();
        let known = list.iter().position(|outer| outer.text == text);
        let place = known.unwrap_or(list.len());
        if known.is_none() {
            list.push(OuterPath { text, path });
        }
        self.outer = Some(list);
        Ok(Term::Outer(place))
    }

    /// After `[`.
    fn list(&mut self) -> Parsed<Term> {
        let mut values = Vec::new();
        self.cursor.skip_spaces();
        if !self.cursor.eat(']') {
            loop {
                values.push(self.scalar()?);
                if !self.comma() {
                    break;
                }
            }
            if !self.cursor.eat(']') {
                return Err(self.cursor.expected("expected `,` or `]`"));
            }
        }
        Ok(Term::List(values))
    }

    /// A value: in quotes, a number, `true`, `false`, `null`, or else a bare word.
    fn scalar(&mut self) -> Parsed<Scalar> {
        if matches!(self.cursor.peek(), Some('\'' | '"')) {
            return self.quoted().map(Scalar::Text);
        }
        let start = self.cursor.offset();
        self.cursor
            .eat_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+'));
        Ok(match self.cursor.since(start) {
            "" => {
                let expected =
                    "expected a path, a number, a text in quotes, `true`, `false` or `null`";
                return Err(self.cursor.expected(expected));
            }
            "null" => Scalar::Null,
            "true" => Scalar::Bool(true),
            "false" => Scalar::Bool(false),
            word if word
                .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | '+')) =>
            {
                match json_number(word) {
                    Some(number) => Scalar::Number(number),
                    None => {
                        let kind = ProblemKind::Syntax("this is no number; a text needs quotes");
                        return Err(self.cursor.problem(start, kind));
                    }
                }
            }
            word => Scalar::Text(word.to_owned()),
        })
    }
}

/// The only one of them, or all.
fn alone(mut tests: Vec<Condition>) -> Result<Condition, Vec<Condition>> {
    match tests.pop() {
        Some(test) if tests.is_empty() => Ok(test),
        last => {
            tests.extend(last);
            Err(tests)
        }
    }
}

fn json_number(text: &str) -> Option<crate::ast::Number> {
    serde_json::from_str::<serde_json::Number>(text).ok()?;
    number(text)
}
