//! Paths (section 8) and Reference Paths (section 9), with positions inside the string.

mod bracket;
mod cursor;
mod fields;
mod filter;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::ast::{OuterPath, Path, Root, Step};
use crate::dialect::Rules;
use crate::parse::variables::{LONGEST_NAME, is_variable_name};
use cursor::Cursor;

/// What a field accepts as a path (CTX-6, RPATH-8).
#[derive(Clone, Copy, Debug)]
pub struct PathRules {
    /// Reference Paths only.
    reference: bool,
    /// Whether `$$` is accepted.
    context: bool,
    /// Whether a variable is accepted.
    variable: bool,
    /// Whether an intrinsic call may stand in its place (INTR-10).
    intrinsic: bool,
    /// Whether filters know what a dialect need not: comparing two paths, and operators that are
    /// words (PATH-5).
    full_filters: bool,
}

impl PathRules {
    /// Any path: `InputPath`, `OutputPath`, Choice operands.
    pub const ANY: PathRules = PathRules {
        reference: false,
        context: true,
        variable: true,
        intrinsic: false,
        full_filters: true,
    };
    /// The value of a `.$` member.
    pub const TEMPLATE: PathRules = PathRules {
        intrinsic: true,
        ..PathRules::ANY
    };
    /// A Reference Path, also into the Context Object or a variable.
    pub const REFERENCE: PathRules = PathRules {
        reference: true,
        ..PathRules::ANY
    };
    /// `ResultPath` (RP-1, VAR-8).
    pub const RESULT: PathRules = PathRules {
        context: false,
        variable: false,
        ..PathRules::REFERENCE
    };
    /// A path to a number of a Map (CTX-6).
    pub const AMOUNT: PathRules = PathRules {
        context: false,
        ..PathRules::REFERENCE
    };
    /// `ErrorPath` and `CausePath` (FAIL-4).
    pub const OR_INTRINSIC: PathRules = PathRules {
        intrinsic: true,
        ..PathRules::REFERENCE
    };

    /// The same in a dialect.
    #[must_use]
    pub fn in_dialect(self, rules: &Rules) -> PathRules {
        PathRules {
            variable: self.variable && rules.variables,
            intrinsic: self.intrinsic && rules.intrinsics.exist,
            full_filters: rules.full_filters,
            ..self
        }
    }
}

/// Why a string is no path here, and which bytes of the decoded string say so.
#[derive(Debug, PartialEq, Eq)]
pub struct PathProblem {
    /// Bytes of the decoded string; empty at its end.
    pub range: Range<usize>,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// The kinds of [`PathProblem`].
#[derive(Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// It does not parse (PATH-14); what was expected.
    Syntax(&'static str),
    /// It may select several values, where at most one is allowed (RPATH-1); why.
    NotReference(&'static str),
    /// `$$` where the field does not take it (CTX-6).
    Context,
    /// A variable where the field does not take it (VAR-8).
    Variable,
    /// `$states` (VAR-3).
    ReservedVariable,
    /// A name that no variable can have (VAR-1); why.
    VariableName(&'static str),
    /// A function such as `length()` (PATH-7).
    Function,
    /// An operator that no dialect supports in a filter.
    Operator(&'static str),
    /// What the filters of this dialect do not support (PATH-5).
    OperatorOfOther(&'static str),
}

type Parsed<T> = Result<T, PathProblem>;

/// Parses a path.
///
/// ```
/// use asl_codegen::ast::{Root, Step};
/// use asl_codegen::parse::{PathRules, parse_path};
///
/// let path = parse_path("$.lines[0]", PathRules::REFERENCE).unwrap();
/// assert_eq!(path.root, Root::Data);
/// assert_eq!(path.steps, [Step::Key("lines".into()), Step::Index(0)]);
///
/// let problem = parse_path("$.lines[*]", PathRules::REFERENCE).unwrap_err();
/// assert_eq!(problem.range, 7..10);
/// ```
///
/// # Errors
///
/// The first thing in it that is no path, or not one that the rules accept.
pub fn parse_path(text: &str, rules: PathRules) -> Parsed<Path> {
    let mut reader = Reader {
        cursor: Cursor::new(text),
        rules,
        depth: 0,
        outer: None,
    };
    let root = reader.root()?;
    let steps = reader.steps()?;
    if reader.cursor.peek().is_some() {
        return Err(reader.cursor.expected("expected `.` or `[`"));
    }
    Ok(Path { root, steps })
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    rules: PathRules,
    /// Filters, parentheses and negations around the place.
    depth: usize,
    /// Inside a filter, the paths from a root met so far ([`Filter::outer`]).
    ///
    /// [`Filter::outer`]: crate::ast::Filter::outer
    outer: Option<Vec<OuterPath>>,
}

impl Reader<'_> {
    /// PATH-2: the character after the first `$` decides.
    fn root(&mut self) -> Parsed<Root> {
        let start = self.cursor.offset();
        if !self.cursor.eat('$') {
            return Err(self.cursor.expected("a path begins with `$`"));
        }
        match self.cursor.peek() {
            Some('$') => {
                self.cursor.bump();
                if !self.rules.context {
                    return Err(self.cursor.problem(start, ProblemKind::Context));
                }
                Ok(Root::Context)
            }
            None | Some('.' | '[') => Ok(Root::Data),
            Some(c) if is_variable_name(c.encode_utf8(&mut [0; 4])) => self.variable(start),
            Some('_') => Err(self
                .cursor
                .expected("a variable's name begins with a letter")),
            Some(_) if self.depth > 0 => Ok(Root::Data),
            Some(_) => Err(self
                .cursor
                .expected("expected `.`, `[` or the end after `$`")),
        }
    }

    /// VAR-1, VAR-3, VAR-8: after the `$` at `start`.
    fn variable(&mut self, start: usize) -> Parsed<Root> {
        let from = self.cursor.offset();
        self.cursor.eat_while(unicode_ident::is_xid_continue);
        let name = self.cursor.since(from);
        let problem = if name == "states" {
            ProblemKind::ReservedVariable
        } else if name.chars().count() > LONGEST_NAME {
            ProblemKind::VariableName("a name has at most 80 characters")
        } else if !self.rules.variable {
            ProblemKind::Variable
        } else {
            return Ok(Root::Variable(name.to_owned()));
        };
        Err(self.cursor.problem(start, problem))
    }

    /// As many steps as there are.
    fn steps(&mut self) -> Parsed<Vec<Step>> {
        let mut steps = Vec::new();
        while matches!(self.cursor.peek(), Some('.' | '[')) {
            steps.push(self.step()?);
        }
        Ok(steps)
    }

    fn step(&mut self) -> Parsed<Step> {
        let start = self.cursor.offset();
        if self.cursor.eat('[') {
            return self.bracket(start);
        }
        self.cursor.bump();
        match self.cursor.peek() {
            Some('.') => {
                self.cursor.bump();
                self.descend(start)
            }
            Some('*') => self.wildcard(start),
            // Jayway's `$.['name']`; a Reference Path has no such form (RPATH-2).
            Some('[') if !self.rules.reference => {
                self.cursor.bump();
                self.bracket(start)
            }
            _ => self.dot_name("expected a name after `.`").map(Step::Key),
        }
    }

    /// After `..`.
    fn descend(&mut self, start: usize) -> Parsed<Step> {
        self.single(start, "`..` may select several values")?;
        let step = match self.cursor.peek() {
            Some('*') => self.wildcard(start)?,
            Some('[') => {
                self.cursor.bump();
                self.bracket(start)?
            }
            _ => Step::Key(self.dot_name("expected a name, `*` or `[` after `..`")?),
        };
        Ok(Step::Descend(Box::new(step)))
    }

    /// At `*`.
    fn wildcard(&mut self, start: usize) -> Parsed<Step> {
        self.cursor.bump();
        self.single(start, "`*` may select several values")?;
        Ok(Step::All)
    }

    /// RPATH-1: refuses what was read since `start` in a Reference Path.
    fn single(&self, start: usize, why: &'static str) -> Parsed<()> {
        if self.rules.reference {
            return Err(self.cursor.problem(start, ProblemKind::NotReference(why)));
        }
        Ok(())
    }

    /// PATH-4, RPATH-2.
    fn dot_name(&mut self, expected: &'static str) -> Parsed<String> {
        let start = self.cursor.offset();
        let mut name = String::new();
        while let Some(c) = self.cursor.peek() {
            match c {
                '.' | '[' => break,
                '\\' => {
                    self.cursor.bump();
                    name.push(self.escape()?);
                }
                '(' if !self.rules.reference && !name.is_empty() => {
                    return Err(self.function(start));
                }
                _ if self.ends_name(c) => break,
                _ if self.is_excluded(c) => {
                    return Err(self.cursor.expected(
                        "this character needs a backslash before it, or the name quotes: `['…']`",
                    ));
                }
                _ => {
                    self.cursor.bump();
                    name.push(c);
                }
            }
        }
        if name.is_empty() {
            return Err(self.cursor.expected(expected));
        }
        Ok(name)
    }

    /// Characters that a name cannot have as they are.
    fn is_excluded(&self, c: char) -> bool {
        let everywhere = matches!(c, ']' | '*' | '@' | ',' | ':' | '?' | '\'' | '"');
        let in_paths = !self.rules.reference && (matches!(c, '(' | ')') || c.is_whitespace());
        everywhere || in_paths || c.is_control()
    }

    /// In a filter a name ends where an operator begins.
    fn ends_name(&self, c: char) -> bool {
        self.depth > 0
            && (matches!(c, '=' | '!' | '<' | '>' | '~' | ')' | ',' | ']')
                || c.is_whitespace()
                || self.cursor.starts_with("&&")
                || self.cursor.starts_with("||"))
    }

    /// PATH-7: at the parenthesis after the name of a function.
    fn function(&mut self, start: usize) -> PathProblem {
        self.cursor.eat_while(|c| c != ')');
        self.cursor.eat(')');
        self.cursor.problem(start, ProblemKind::Function)
    }

    /// RPATH-4: after the backslash.
    fn escape(&mut self) -> Parsed<char> {
        let before = self.cursor.clone();
        if self.cursor.eat('u') {
            if let Some(c) = self.utf16_escape() {
                return Ok(c);
            }
            self.cursor = before;
        }
        self.cursor.bump().ok_or_else(|| {
            self.cursor
                .expected("a backslash needs a character after it")
        })
    }

    fn utf16_escape(&mut self) -> Option<char> {
        let first = self.hex4()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        if !(self.cursor.eat('\\') && self.cursor.eat('u')) {
            return None;
        }
        let second = self.hex4()?;
        let low = second.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + low)
    }

    fn hex4(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |value, _| {
            let digit = self.cursor.bump()?.to_digit(16)?;
            Some(value * 16 + digit)
        })
    }

    /// RPATH-5: a name in quotes, at the first of them.
    fn quoted(&mut self) -> Parsed<String> {
        let quote = self.cursor.bump();
        let mut name = String::new();
        while let Some(c) = self.cursor.bump() {
            if Some(c) == quote {
                return Ok(name);
            }
            let next = self.cursor.peek();
            if c == '\\' && (next == quote || next == Some('\\')) {
                name.extend(self.cursor.bump());
            } else {
                name.push(c);
            }
        }
        Err(self.cursor.expected("the quotes are never closed"))
    }
}
