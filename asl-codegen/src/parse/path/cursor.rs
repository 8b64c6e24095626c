//! A place in the text of a path.

use std::ops::Range;

use crate::parse::path::{PathProblem, ProblemKind};

/// A text and how far it is read.
#[derive(Clone)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor { text, offset: 0 }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Bytes read so far.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// The text read since `start`.
    pub(super) fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.offset).unwrap_or_default()
    }

    pub(super) fn starts_with(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        Some(next)
    }

    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_text(&mut self, wanted: &str) -> bool {
        let found = self.starts_with(wanted);
        if found {
            self.offset += wanted.len();
        }
        found
    }

    pub(super) fn eat_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
    }

    pub(super) fn skip_spaces(&mut self) {
        self.eat_while(char::is_whitespace);
    }

    /// A problem with what was read since `start`.
    pub(super) fn problem(&self, start: usize, kind: ProblemKind) -> PathProblem {
        PathProblem {
            range: start..self.offset,
            kind,
        }
    }

    /// A syntax error at the next character.
    pub(super) fn expected(&self, expected: &'static str) -> PathProblem {
        let length = self.peek().map_or(0, char::len_utf8);
        PathProblem {
            range: self.offset..self.offset + length,
            kind: ProblemKind::Syntax(expected),
        }
    }

    /// From `start` to the end of the text.
    pub(super) fn to_end(&self, start: usize) -> Range<usize> {
        start..self.text.len()
    }
}
