//! The grammar of calls (INTR-1 to INTR-7), over a decoded string. Names and types are the business
//! of the stage after.

use std::ops::Range;

use crate::ast::Number;
use crate::parse::number;

/// How deep calls are nested at most. They are emitted and evaluated recursively.
const DEEPEST: usize = 64;

/// A call as written.
#[derive(Debug, PartialEq)]
pub(super) struct RawCall {
    /// From its name to its closing parenthesis.
    pub(super) range: Range<usize>,
    /// Its name.
    pub(super) name: Range<usize>,
    /// What stands between the parentheses.
    pub(super) arguments: Vec<RawArgument>,
}

impl RawCall {
    /// How many calls it is, nested ones included.
    pub(super) fn count(&self) -> usize {
        let nested = self.arguments.iter().map(|argument| match &argument.kind {
            RawKind::Call(call) => call.count(),
            _ => 0,
        });
        1 + nested.sum::<usize>()
    }
}

/// An argument as written.
#[derive(Debug, PartialEq)]
pub(super) struct RawArgument {
    /// Without the white space around it.
    pub(super) range: Range<usize>,
    pub(super) kind: RawKind,
}

#[derive(Debug, PartialEq)]
pub(super) enum RawKind {
    /// What is to be read as a path.
    Path,
    Call(RawCall),
    Text(RawText),
    Number(Number),
    Bool(bool),
    Null,
}

/// A string argument, its escapes resolved, cut at each `{}` that is not escaped.
#[derive(Debug, PartialEq)]
pub(super) struct RawText {
    pub(super) pieces: Vec<String>,
}

impl RawText {
    /// The string, where `{}` has no meaning (INTR-5).
    pub(super) fn value(&self) -> String {
        self.pieces.join("{}")
    }
}

/// Why a string is no call, and which bytes of it say so.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) range: Range<usize>,
    pub(super) kind: ProblemKind,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum ProblemKind {
    /// It does not parse; what was expected.
    Syntax(&'static str),
    /// A backslash before a character that needs none (INTR-4).
    Escape,
    /// A step after a call (INTR-12).
    Step,
    /// Nested too deep for this compiler.
    TooDeep,
}

type Parsed<T> = Result<T, Problem>;

/// Whether a string begins as a call does: with a name and a parenthesis.
pub(super) fn looks_like_call(text: &str) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(is_name_char);
    rest.len() < text.len() && rest.trim_start().starts_with('(')
}

/// Reads a string that is a call and nothing else.
pub(super) fn parse(text: &str) -> Parsed<RawCall> {
    let mut reader = Reader { text, at: 0 };
    if reader.skip_spaces() {
        return Err(problem(0..reader.at, "remove the space before the call"));
    }
    let call = reader.call(DEEPEST)?;
    reader.skip_spaces(); // INTR-7
    match reader.rest() {
        "" => Ok(call),
        _ => Err(problem(
            reader.at..text.len(),
            "nothing may follow the call",
        )),
    }
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '.' || c == '_'
}

fn is_literal_in_other_case(word: &str) -> bool {
    let is = |literal: &&str| word.eq_ignore_ascii_case(literal);
    ["true", "false", "null"].iter().any(is)
}

fn problem(range: Range<usize>, expected: &'static str) -> Problem {
    Problem {
        range,
        kind: ProblemKind::Syntax(expected),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn call(&mut self, levels: usize) -> Parsed<RawCall> {
        let start = self.at;
        let name = self.take_while(is_name_char);
        if name.is_empty() {
            return Err(self.expected("expected the name of a function"));
        }
        let open = self.at;
        if self.skip_spaces() && self.peek() == Some('(') {
            return Err(problem(open..self.at, "no space may stand before the `(`"));
        }
        if !self.eat('(') {
            return Err(self.expected("expected `(` and the arguments"));
        }
        let Some(levels) = levels.checked_sub(1) else {
            return Err(Problem {
                range: name,
                kind: ProblemKind::TooDeep,
            });
        };
        let arguments = self.arguments(open, levels)?;
        if let Some('.' | '[') = self.peek() {
            let step = self.at;
            self.path_end()?;
            return Err(Problem {
                range: step..self.at,
                kind: ProblemKind::Step,
            });
        }
        Ok(RawCall {
            range: start..self.at,
            name,
            arguments,
        })
    }

    /// After the parenthesis at `open`, up to and with the closing one.
    fn arguments(&mut self, open: usize, levels: usize) -> Parsed<Vec<RawArgument>> {
        let mut arguments = Vec::new();
        self.skip_spaces();
        if self.eat(')') {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.argument(open, levels)?);
            self.skip_spaces();
            if self.eat(')') {
                return Ok(arguments);
            }
            let comma = self.at;
            if !self.eat(',') {
                return Err(self.expected_before_end(open, "expected `,` or `)`"));
            }
            self.skip_spaces();
            if let Some(')') = self.peek() {
                return Err(problem(
                    comma..comma + 1,
                    "an argument is missing after this comma",
                ));
            }
        }
    }

    fn argument(&mut self, open: usize, levels: usize) -> Parsed<RawArgument> {
        let start = self.at;
        let kind = match self.peek() {
            Some('\'') => RawKind::Text(self.string()?),
            Some('$') => {
                self.path_end()?;
                RawKind::Path
            }
            Some('-' | '0'..='9') => RawKind::Number(self.number()?),
            Some(c) if is_name_char(c) => self.word(levels)?,
            Some('"') => {
                return Err(self.expected("a string stands in single quotes here: `'…'`"));
            }
            Some(',' | ')') => return Err(self.expected("an argument is missing here")),
            _ => {
                return Err(self.expected_before_end(
                    open,
                    "expected a path, a call, a string in single quotes, a number, `true`, \
                     `false` or `null`",
                ));
            }
        };
        Ok(RawArgument {
            range: start..self.at,
            kind,
        })
    }

    /// A nested call, or one of the words that are literals.
    fn word(&mut self, levels: usize) -> Parsed<RawKind> {
        let start = self.at;
        let word = self.take_while(is_name_char);
        if self.rest().trim_start().starts_with('(') {
            self.at = start;
            return self.call(levels).map(RawKind::Call);
        }
        match self.text.get(word.clone()) {
            Some("true") => Ok(RawKind::Bool(true)),
            Some("false") => Ok(RawKind::Bool(false)),
            Some("null") => Ok(RawKind::Null),
            Some(other) if is_literal_in_other_case(other) => {
                Err(problem(word, "literals are in lower case"))
            }
            _ => Err(problem(
                word,
                "no argument: a string stands in single quotes, a path begins with `$`",
            )),
        }
    }

    /// A JSON number.
    fn number(&mut self) -> Parsed<Number> {
        let range = self.take_while(|c| is_name_char(c) || c == '-' || c == '+');
        let text = self.text.get(range.clone()).unwrap_or_default();
        let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        let value = number(text).filter(|_| is_json);
        value.ok_or_else(|| problem(range, "no JSON number"))
    }

    /// INTR-3 to INTR-6.
    fn string(&mut self) -> Parsed<RawText> {
        let start = self.at;
        self.bump();
        let mut pieces = Vec::new();
        let mut piece = String::new();
        loop {
            let at = self.at;
            match self.bump() {
                None => return Err(problem(start..self.at, "the string is never closed")),
                Some('\'') => break,
                Some('\\') => match self.bump() {
                    Some(c @ ('\'' | '{' | '}' | '\\')) => piece.push(c),
                    _ => {
                        return Err(Problem {
                            range: at..self.at,
                            kind: ProblemKind::Escape,
                        });
                    }
                },
                Some('{') if self.eat('}') => pieces.push(std::mem::take(&mut piece)),
                Some(c) => piece.push(c),
            }
        }
        pieces.push(piece);
        Ok(RawText { pieces })
    }

    /// Goes to the end of a path, or of the steps of one: to the comma, parenthesis or space after
    /// it that is within no bracket or quotes.
    fn path_end(&mut self) -> Parsed<()> {
        let mut brackets = Vec::new();
        let mut quote = None;
        let mut end = self.at;
        while let Some(c) = self.peek() {
            if brackets.is_empty() && matches!(c, ',' | ')') {
                break;
            }
            let at = self.at;
            self.bump();
            match (c, quote) {
                ('\\', _) => {
                    self.bump();
                }
                (c, Some(open)) if c == open => quote = None,
                (_, Some(_)) => {}
                ('\'' | '"', None) if !brackets.is_empty() => quote = Some(c),
                ('[', None) => brackets.push((at, ']')),
                ('(', None) => brackets.push((at, ')')),
                (c, None) => {
                    brackets.pop_if(|(_, close)| *close == c);
                }
            }
            if !c.is_whitespace() {
                end = self.at;
            }
        }
        self.at = end;
        match brackets.first() {
            Some((open, _)) => Err(problem(*open..open + 1, "this bracket is never closed")),
            None => Ok(()),
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.bump();
        }
        is_next
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.at;
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
        start..self.at
    }

    fn skip_spaces(&mut self) -> bool {
        !self.take_while(|c| c.is_ascii_whitespace()).is_empty()
    }

    /// A syntax error at the next character.
    fn expected(&self, what: &'static str) -> Problem {
        let length = self.peek().map_or(0, char::len_utf8);
        problem(self.at..self.at + length, what)
    }

    /// A syntax error at the next character; at the end, one about the parenthesis at `open`.
    fn expected_before_end(&self, open: usize, what: &'static str) -> Problem {
        match self.peek() {
            Some(_) => self.expected(what),
            None => problem(open..open + 1, "this `(` is never closed"),
        }
    }
}
