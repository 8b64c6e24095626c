//! Paths (section 8) and Reference Paths (section 9), with positions inside the string.
//!
//! Definite paths are read in full. Constructs that may select several values are refused:
//! for good where the field takes a Reference Path (RPATH-1), else as not supported yet.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use crate::ast::{self, Path, PathField, PathText, Root, Step};
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::{Fields, Parser};
use crate::source::{Kind, Node, Text};

/// What a field accepts as a path (CTX-6, RPATH-8).
#[derive(Clone, Copy, Debug)]
pub struct PathRules {
    /// Reference Paths only.
    reference: bool,
    /// Whether `$$` is accepted.
    context: bool,
    /// Whether an intrinsic call may stand in its place (INTR-10).
    intrinsic: bool,
}

impl PathRules {
    /// Any path: `InputPath`, `OutputPath`, Choice operands.
    pub const ANY: PathRules = PathRules {
        reference: false,
        context: true,
        intrinsic: false,
    };
    /// The value of a `.$` member.
    pub const TEMPLATE: PathRules = PathRules {
        intrinsic: true,
        ..PathRules::ANY
    };
    /// A Reference Path, also into the Context Object.
    pub const REFERENCE: PathRules = PathRules {
        reference: true,
        ..PathRules::ANY
    };
    /// `ResultPath` (RP-1).
    pub const RESULT: PathRules = PathRules {
        context: false,
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
}

/// Why a string is no path here, and which bytes of the decoded string say so.
#[derive(Debug, PartialEq, Eq)]
pub struct PathProblem {
    /// Bytes of the decoded string.
    pub range: Range<usize>,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// The kinds of [`PathProblem`].
#[derive(Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// It does not parse (PATH-14); what was expected.
    Syntax(&'static str),
    /// It may select several values, where at most one is allowed (RPATH-1).
    SeveralValues(&'static str),
    /// A construct of a later capability.
    Later(&'static str),
    /// `$$` where the field does not take it (CTX-6).
    Context,
}

type Parsed<T> = Result<T, PathProblem>;

/// Parses a path.
pub fn parse_path(text: &str, rules: PathRules) -> Parsed<Path> {
    let mut reader = Reader {
        text,
        chars: text.char_indices().peekable(),
        rules,
    };
    reader.path()
}

struct Reader<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
    rules: PathRules,
}

impl Reader<'_> {
    fn path(&mut self) -> Parsed<Path> {
        if !self.eat('$') {
            return Err(self.syntax("a path begins with `$`"));
        }
        // PATH-2: the character after the first `$` decides.
        let root = match self.peek() {
            Some('$') => {
                self.bump();
                Root::Context
            }
            None | Some('.' | '[') => Root::Data,
            Some(c) if c.is_alphabetic() => {
                return Err(self.problem(0..self.text.len(), ProblemKind::Later("variables")));
            }
            Some(_) => return Err(self.syntax("expected `.`, `[` or the end after `$`")),
        };
        if root == Root::Context && !self.rules.context {
            return Err(self.problem(0..2, ProblemKind::Context));
        }
        let mut steps = Vec::new();
        while self.peek().is_some() {
            steps.push(self.step()?);
        }
        Ok(Path { root, steps })
    }

    fn step(&mut self) -> Parsed<Step> {
        let start = self.offset();
        if self.eat('[') {
            return self.bracket(start);
        }
        if !self.eat('.') {
            return Err(self.syntax("expected `.` or `[`"));
        }
        match self.peek() {
            Some('.') => Err(self.several(start..start + 2, "recursive descent (`..`)")),
            Some('*') => Err(self.several(start..start + 2, "the wildcard `*`")),
            Some('[') if !self.rules.reference => {
                self.bump();
                self.bracket(start)
            }
            _ => self.dot_name().map(Step::Key),
        }
    }

    /// PATH-4, RPATH-2.
    fn dot_name(&mut self) -> Parsed<String> {
        let mut name = String::new();
        while let Some(c) = self.peek() {
            match c {
                '.' | '[' => break,
                '\\' => {
                    self.bump();
                    name.push(self.escape()?);
                }
                _ if self.excluded(c) => {
                    return Err(self.syntax_at_next(
                        "this character needs a backslash before it, or the name quotes: `['…']`",
                    ));
                }
                _ => {
                    self.bump();
                    name.push(c);
                }
            }
        }
        if name.is_empty() {
            return Err(self.syntax("expected a name after `.`"));
        }
        Ok(name)
    }

    fn excluded(&self, c: char) -> bool {
        let everywhere = matches!(c, ']' | '*' | '@' | ',' | ':' | '?' | '\'' | '"');
        let in_paths = !self.rules.reference && (matches!(c, '(' | ')') || c.is_whitespace());
        everywhere || in_paths || c.is_control()
    }

    /// RPATH-4: after the backslash.
    fn escape(&mut self) -> Parsed<char> {
        let before = self.chars.clone();
        if self.eat('u') {
            if let Some(c) = self.utf16_escape() {
                return Ok(c);
            }
            self.chars = before;
        }
        self.bump()
            .ok_or_else(|| self.syntax("a backslash needs a character after it"))
    }

    fn utf16_escape(&mut self) -> Option<char> {
        let first = self.hex4()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        if !(self.eat('\\') && self.eat('u')) {
            return None;
        }
        let second = self.hex4()?;
        let low = second.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + low)
    }

    fn hex4(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |value, _| {
            let digit = self.bump()?.to_digit(16)?;
            Some(value * 16 + digit)
        })
    }

    /// After `[`.
    fn bracket(&mut self, start: usize) -> Parsed<Step> {
        self.skip_spaces();
        let step = match self.peek() {
            Some(quote @ ('\'' | '"')) => {
                self.bump();
                Step::Key(self.quoted(quote)?)
            }
            Some('0'..='9') => Step::Index(self.index(start)?),
            Some('*') => return Err(self.several(start..start + 2, "the wildcard `*`")),
            Some('?') => return Err(self.several(start..self.text.len(), "filters (`[?(…)]`)")),
            Some(':') => return Err(self.several(start..self.text.len(), "slices (`[a:b]`)")),
            Some('-') => {
                return Err(self.several(start..self.text.len(), "negative indices and slices"));
            }
            _ => return Err(self.syntax_at_next("expected an index or a quoted name")),
        };
        self.skip_spaces();
        match self.peek() {
            Some(']') => {
                self.bump();
                Ok(step)
            }
            Some(',') => Err(self.several(start..self.text.len(), "unions (`[a,b]`)")),
            Some(':') => Err(self.several(start..self.text.len(), "slices (`[a:b]`)")),
            _ => Err(self.syntax_at_next("expected `]`")),
        }
    }

    /// RPATH-5: after the opening quote.
    fn quoted(&mut self, quote: char) -> Parsed<String> {
        let mut name = String::new();
        while let Some(c) = self.bump() {
            if c == quote {
                return Ok(name);
            }
            if c == '\\' {
                match self.peek() {
                    Some(next) if next == quote || next == '\\' => {
                        self.bump();
                        name.push(next);
                        continue;
                    }
                    _ => {}
                }
            }
            name.push(c);
        }
        Err(self.syntax("the quoted name is never closed"))
    }

    fn index(&mut self, start: usize) -> Parsed<usize> {
        let from = self.offset();
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.bump();
        }
        let digits = self.text.get(from..self.offset()).unwrap_or_default();
        if digits.len() > 1 && digits.starts_with('0') {
            let range = from..self.offset();
            return Err(self.problem(range, ProblemKind::Syntax("an index has no leading zero")));
        }
        // No array is longer than this; such an index never matches.
        let index = digits.parse::<u32>().map(|index| index as usize);
        let range = start..self.offset();
        index.map_err(|_| self.problem(range, ProblemKind::Syntax("the index is too large")))
    }

    fn several(&self, range: Range<usize>, what: &'static str) -> PathProblem {
        let kind = if self.rules.reference {
            ProblemKind::SeveralValues(what)
        } else {
            ProblemKind::Later(what)
        };
        self.problem(range, kind)
    }

    /// A syntax error at the current position, or at the last character at the end.
    fn syntax(&self, expected: &'static str) -> PathProblem {
        let at = self
            .chars
            .clone()
            .next()
            .map(|(at, c)| at..at + c.len_utf8());
        let end = self.text.len();
        self.problem(at.unwrap_or(end..end), ProblemKind::Syntax(expected))
    }

    fn syntax_at_next(&self, expected: &'static str) -> PathProblem {
        self.syntax(expected)
    }

    fn problem(&self, range: Range<usize>, kind: ProblemKind) -> PathProblem {
        PathProblem { range, kind }
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|(_, c)| *c)
    }

    fn bump(&mut self) -> Option<char> {
        self.chars.next().map(|(_, c)| c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.chars.next_if(|(_, c)| *c == wanted).is_some()
    }

    fn skip_spaces(&mut self) {
        while self.chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
    }

    fn offset(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |(at, _)| *at)
    }
}

impl Parser<'_> {
    /// Parses the path in a string of the definition.
    pub(crate) fn path_text(
        &mut self,
        text: &Text,
        name: &str,
        rules: PathRules,
    ) -> Option<PathText> {
        match parse_path(&text.value, rules) {
            Ok(path) => Some(PathText {
                text: text.clone(),
                path,
            }),
            Err(problem) => {
                self.path_problem(text, name, rules, &problem);
                None
            }
        }
    }

    fn path_problem(&mut self, text: &Text, name: &str, rules: PathRules, problem: &PathProblem) {
        let span = if problem.range.is_empty() {
            text.span
        } else {
            text.span_of(problem.range.clone())
        };
        let diagnostic = match problem.kind {
            ProblemKind::Later(what) => return self.later(span, what, name),
            ProblemKind::Syntax(expected) if !text.value.starts_with('$') => {
                let expected = if rules.intrinsic {
                    "a path or a call of an intrinsic function"
                } else {
                    expected
                };
                Diagnostic::error(
                    Code::BadPath,
                    text.span,
                    format!("`{name}` is no valid path"),
                )
                .label(expected)
            }
            ProblemKind::Syntax(expected) => {
                Diagnostic::error(Code::BadPath, span, format!("`{name}` is no valid path"))
                    .label(expected)
            }
            ProblemKind::SeveralValues(what) => Diagnostic::error(
                Code::NotReferencePath,
                span,
                format!("`{name}` must be a Reference Path, which selects one value"),
            )
            .label(format!("{what} may select several")),
            ProblemKind::Context => Diagnostic::error(
                Code::ContextNotAllowed,
                span,
                format!("`{name}` cannot point into the Context Object"),
            )
            .label("`$$` is not supported here"),
        };
        self.report(diagnostic);
    }

    /// A construct that the language has and this version does not compile yet.
    pub(crate) fn later(&mut self, span: crate::source::Span, what: &str, place: &str) {
        self.report(
            Diagnostic::error(
                Code::NotSupportedYet,
                span,
                format!("{what} are not supported yet"),
            )
            .label(format!("used by `{place}`")),
        );
    }
}

impl Fields<'_> {
    /// A path field.
    pub(crate) fn path(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
        rules: PathRules,
    ) -> Option<PathText> {
        let text = self.text(parser, name)?;
        parser.path_text(&text, name, rules)
    }

    /// A path field that may be `null` (STATE-16).
    pub(crate) fn nullable_path(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
        rules: PathRules,
    ) -> Option<PathField> {
        let member = self.take(name)?;
        match &member.value {
            Node {
                kind: Kind::Null,
                span,
            } => Some(PathField::Null(*span)),
            Node {
                kind: Kind::String(text),
                ..
            } => parser
                .path_text(text, name, rules)
                .map(ast::PathField::Path),
            other => {
                parser.wrong_type(other, &format!("`{name}`"), "a path or `null`");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Step {
        Step::Key(name.to_owned())
    }

    fn steps(path: &str) -> Vec<Step> {
        parse_path(path, PathRules::REFERENCE).unwrap().steps
    }

    #[test]
    fn rpath_6_published_examples() {
        let cases: &[(&str, Vec<Step>)] = &[
            ("$", vec![]),
            ("$.store.book", vec![key("store"), key("book")]),
            (r"$.store\.book", vec![key("store.book")]),
            (r"$.\stor\e.boo\k", vec![key("store"), key("book")]),
            (
                "$.store.book.title",
                vec![key("store"), key("book"), key("title")],
            ),
            (r"$.foo.\.bar", vec![key("foo"), key(".bar")]),
            (
                r"$.foo\@bar.baz\[\[.\?pretty",
                vec![key("foo@bar"), key("baz[["), key("?pretty")],
            ),
            (r"$.&Ж中.\uD800\uDF46", vec![key("&Ж中"), key("\u{10346}")]),
            (
                "$.ledgers.branch[0].pending.count",
                vec![
                    key("ledgers"),
                    key("branch"),
                    Step::Index(0),
                    key("pending"),
                    key("count"),
                ],
            ),
            (
                "$.ledgers.branch[0]",
                vec![key("ledgers"), key("branch"), Step::Index(0)],
            ),
            (
                "$.ledgers[0][22][315].foo",
                vec![
                    key("ledgers"),
                    Step::Index(0),
                    Step::Index(22),
                    Step::Index(315),
                    key("foo"),
                ],
            ),
            ("$['store']['book']", vec![key("store"), key("book")]),
            (
                "$['store'][0]['book']",
                vec![key("store"), Step::Index(0), key("book")],
            ),
        ];
        for (path, expected) in cases {
            assert_eq!(&steps(path), expected, "{path}");
        }
    }

    #[test]
    fn rpath_4_escape_stands_for_the_character_unless_it_is_a_code_unit() {
        assert_eq!(steps(r"$.\u"), [key("u")]);
        assert_eq!(steps(r"$.\u00"), [key("u00")]);
        assert_eq!(steps(r"$.\u0041b"), [key("Ab")]);
        // A high surrogate alone is no character: the backslash escapes the `u`.
        assert_eq!(steps(r"$.\uD800x"), [key("uD800x")]);
    }

    #[test]
    fn rpath_5_quoted_names() {
        assert_eq!(steps(r#"$['Test\""Name"']"#), [key(r#"Test\""Name""#)]);
        assert_eq!(steps(r"$['a\'b\\c']"), [key(r"a'b\c")]);
        assert_eq!(steps(r#"$["a.b"]["*"]"#), [key("a.b"), key("*")]);
        assert_eq!(steps("$['']"), [key("")]);
    }

    #[test]
    fn rpath_1_refuses_what_may_select_several() {
        for path in [
            "$..a",
            "$.*",
            "$[*]",
            "$[?(@.a)]",
            "$[0:1]",
            "$[:1]",
            "$[-1]",
            "$[0,1]",
            "$['a','b']",
        ] {
            let problem = parse_path(path, PathRules::REFERENCE).unwrap_err();
            assert!(
                matches!(problem.kind, ProblemKind::SeveralValues(_)),
                "{path}: {problem:?}"
            );
            let problem = parse_path(path, PathRules::ANY).unwrap_err();
            assert!(
                matches!(problem.kind, ProblemKind::Later(_)),
                "{path}: {problem:?}"
            );
        }
    }

    #[test]
    fn path_14_syntax_errors_say_where() {
        for (path, range) in [
            ("", 0..0),
            ("a", 0..1),
            ("$a b", 0..4),
            ("$ .a", 1..2),
            ("$.", 2..2),
            ("$.a.", 4..4),
            ("$.a[", 4..4),
            ("$.a[x]", 4..5),
            ("$.a['x'", 7..7),
            ("$.a['x", 6..6),
            ("$.a]", 3..4),
            ("$.a[01]", 4..6),
            ("$.a\\", 4..4),
            ("$.a[1]b", 6..7),
            ("$.a'b", 3..4),
        ] {
            let problem = parse_path(path, PathRules::ANY).unwrap_err();
            assert_eq!(problem.range, range, "{path}: {problem:?}");
        }
    }

    #[test]
    fn ctx_6_result_path_takes_no_context_path() {
        let problem = parse_path("$$.a", PathRules::RESULT).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::Context);
        let path = parse_path("$$.Execution.Id", PathRules::REFERENCE).unwrap();
        assert_eq!(path.root, Root::Context);
        assert_eq!(path.steps, [key("Execution"), key("Id")]);
    }
}
