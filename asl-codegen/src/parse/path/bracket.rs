//! What stands in brackets: names, indices, slices, filters (PATH-3).

use crate::ast::Step;
use crate::parse::path::{Parsed, PathProblem, ProblemKind, Reader};

impl Reader<'_> {
    /// After `[`; the step began at `start`.
    pub(super) fn bracket(&mut self, start: usize) -> Parsed<Step> {
        self.cursor.skip_spaces();
        let (step, several) = match self.cursor.peek() {
            Some('\'' | '"') => self.names()?,
            Some('0'..='9' | '-' | ':') => self.positions()?,
            Some('*') => {
                self.cursor.bump();
                (Step::All, Some("`*` may select several values"))
            }
            Some('?') if self.rules.reference => {
                return Err(PathProblem {
                    range: self.cursor.to_end(start),
                    kind: ProblemKind::NotReference("a filter may select several values"),
                });
            }
            Some('?') => (Step::Filter(self.filter()?), None),
            Some('(') => {
                let hint = "there are no computed indices; `[-1]` is the last element";
                return Err(self.cursor.expected(hint));
            }
            Some(c) if c.is_alphabetic() => {
                return Err(self
                    .cursor
                    .expected("a name in brackets needs quotes: `['…']`"));
            }
            _ => {
                let expected = "expected an index, a name in quotes, `*` or a filter `?(…)`";
                return Err(self.cursor.expected(expected));
            }
        };
        self.cursor.skip_spaces();
        if !self.cursor.eat(']') {
            return Err(self.cursor.expected("expected `]`"));
        }
        if let Some(why) = several {
            self.single(start, why)?;
        }
        Ok(step)
    }

    /// Names in quotes, and why they select several values if they do.
    fn names(&mut self) -> Parsed<(Step, Option<&'static str>)> {
        let first = self.quoted()?;
        if !self.comma() {
            return Ok((Step::Key(first), None));
        }
        let mut names = vec![first];
        loop {
            if !matches!(self.cursor.peek(), Some('\'' | '"')) {
                return Err(self.cursor.expected("expected another name in quotes"));
            }
            names.push(self.quoted()?);
            if !self.comma() {
                break;
            }
        }
        Ok((
            Step::Keys(names),
            Some("several names select several values"),
        ))
    }

    /// One index, several, or a slice.
    fn positions(&mut self) -> Parsed<(Step, Option<&'static str>)> {
        let first = self.bound()?;
        self.cursor.skip_spaces();
        match (first, self.cursor.peek()) {
            (_, Some(':')) => {
                let step = self.slice(first)?;
                Ok((step, Some("a slice may select several values")))
            }
            (Some(first), Some(',')) => {
                let step = self.indices(first)?;
                Ok((step, Some("several indices select several values")))
            }
            (Some(first), _) => Ok(match usize::try_from(first) {
                Ok(index) => (Step::Index(index), None),
                Err(_) => (
                    Step::FromEnd(first.unsigned_abs() as usize),
                    Some("a negative index depends on the length of the array"),
                ),
            }),
            (None, _) => Err(self.cursor.expected("expected an index")),
        }
    }

    fn indices(&mut self, first: i32) -> Parsed<Step> {
        let mut indices = vec![first];
        while self.comma() {
            match self.bound()? {
                Some(index) => indices.push(index),
                None => return Err(self.cursor.expected("expected another index")),
            }
        }
        Ok(Step::Indices(indices))
    }

    /// At the first `:`. A step is read and ignored, as Jayway does.
    fn slice(&mut self, from: Option<i32>) -> Parsed<Step> {
        let mut to = None;
        for place in 0..2 {
            if self.cursor.eat(':') {
                self.cursor.skip_spaces();
                let bound = self.bound()?;
                if place == 0 {
                    to = bound;
                }
                self.cursor.skip_spaces();
            }
        }
        Ok(Step::Slice { from, to })
    }

    /// An integer, if there is one.
    fn bound(&mut self) -> Parsed<Option<i32>> {
        let start = self.cursor.offset();
        let negative = self.cursor.eat('-');
        let from = self.cursor.offset();
        self.cursor.eat_while(|c| c.is_ascii_digit());
        let digits = self.cursor.since(from);
        let problem = match digits {
            "" if negative => return Err(self.cursor.expected("expected a digit after `-`")),
            "" => return Ok(None),
            _ if digits.len() > 1 && digits.starts_with('0') => "an index has no leading zero",
            // No array is longer than this.
            _ => match self.cursor.since(start).parse() {
                Ok(value) => return Ok(Some(value)),
                Err(_) => "the index is too large",
            },
        };
        Err(self.cursor.problem(start, ProblemKind::Syntax(problem)))
    }

    /// A comma and the spaces around it.
    pub(super) fn comma(&mut self) -> bool {
        self.cursor.skip_spaces();
        let found = self.cursor.eat(',');
        if found {
            self.cursor.skip_spaces();
        }
        found
    }
}
