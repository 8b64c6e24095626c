//! Paths (section 8) and Reference Paths (section 9), parsed.

use crate::ast::Number;

/// Where a path starts (PATH-2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// `$`: the document of the field.
    Data,
    /// `$$`: the Context Object.
    Context,
    /// `$name`: a variable (VAR-8).
    Variable(String),
}

/// One step of a path (PATH-3).
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `.name`, `['name']`: a member.
    Key(String),
    /// `[0]`: an element, counted from the start.
    Index(usize),
    /// `[-1]`: an element, counted from the end; the last one is 1.
    FromEnd(usize),
    /// `['a','b']`: at the end of a path one object with these members, else each of them (PATH-11).
    Keys(Vec<String>),
    /// `[0,-1]`: elements in this order; negative ones count from the end.
    Indices(Vec<i32>),
    /// `[from:to]`: elements; negative bounds count from the end.
    Slice {
        /// The first element, by default that of the array.
        from: Option<i32>,
        /// The one after the last, by default the end of the array.
        to: Option<i32>,
    },
    /// `.*`, `[*]`: every member or element.
    All,
    /// `..`: the step, from the value and from everything inside it.
    Descend(Box<Step>),
    /// `[?(…)]`: the elements, or the object itself, for which it holds.
    Filter(Filter),
}

impl Step {
    /// Whether it leads to at most one value wherever it stands in a path.
    pub fn is_single(&self) -> bool {
        matches!(self, Step::Key(_) | Step::Index(_) | Step::FromEnd(_))
    }
}

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Where it starts.
    pub root: Root,
    /// The steps from there.
    pub steps: Vec<Step>,
}

impl Path {
    /// Whether it is `$`, the whole document.
    pub fn is_whole(&self) -> bool {
        self.root == Root::Data && self.steps.is_empty()
    }

    /// Whether it selects at most one value, rather than an array of those it finds (PATH-8).
    ///
    /// ```
    /// use asl_codegen::parse::{PathRules, parse_path};
    ///
    /// let is_definite = |path| parse_path(path, PathRules::ANY).unwrap().is_definite();
    /// assert!(is_definite("$.lines[-1].sku"));
    /// assert!(!is_definite("$.lines[*].sku"));
    /// ```
    pub fn is_definite(&self) -> bool {
        match self.steps.split_last() {
            // PATH-11: several names at the end give one object.
            Some((Step::Keys(_), way)) => way.iter().all(Step::is_single),
            _ => self.steps.iter().all(Step::is_single),
        }
    }

    /// Whether it may select the part of the Context Object at `name`, an object that holds it, or
    /// something in it.
    pub fn may_reach(&self, name: &[&str]) -> bool {
        if self.root != Root::Context {
            return false;
        }
        for (step, name) in self.steps.iter().zip(name) {
            let goes_on = match step {
                Step::Key(key) => key == name,
                Step::Keys(keys) => keys.iter().any(|key| key == name),
                Step::All => true,
                // What is tested or searched is all there is below.
                Step::Descend(_) | Step::Filter(_) => return true,
                // There are no arrays on the way.
                Step::Index(_) | Step::FromEnd(_) | Step::Indices(_) | Step::Slice { .. } => false,
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// The path and all those from a root inside its filters.
    pub fn with_outer(&self) -> Vec<&Path> {
        let mut paths = vec![self];
        let mut next = 0;
        while let Some(path) = paths.get(next) {
            let outer = path.steps.iter().filter_map(Step::filter);
            let outer: Vec<&Path> = outer.flat_map(|f| &f.outer).map(|o| &o.path).collect();
            paths.extend(outer);
            next += 1;
        }
        paths
    }
}

impl Step {
    fn filter(&self) -> Option<&Filter> {
        match self {
            Step::Filter(filter) => Some(filter),
            Step::Descend(step) => step.filter(),
            _ => None,
        }
    }
}

/// A filter `[?(…)]` (PATH-5).
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// The paths from a root in it and in the filters inside it, whose own lists are empty: what
    /// they select is the same for every element, so it is read once.
    pub outer: Vec<OuterPath>,
    /// What holds for the elements that it selects.
    pub test: Condition,
}

/// A path from a root, inside a filter.
#[derive(Clone, Debug, PartialEq)]
pub struct OuterPath {
    /// As written.
    pub text: String,
    /// Parsed.
    pub path: Path,
}

/// What a filter asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// `&&`
    All(Vec<Condition>),
    /// `||`
    Any(Vec<Condition>),
    /// `!`
    Not(Box<Condition>),
    /// A path alone: whether it selects anything (PATH-6).
    Exists(Term),
    /// A comparison.
    Compare(Term, Operator, Term),
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A value.
    Literal(Scalar),
    /// `[…]`: a list of values.
    List(Vec<Scalar>),
    /// `@…`: a path from the element.
    Item(Vec<Step>),
    /// A path from a root: one of [`Filter::outer`], of the outermost filter around it.
    Outer(usize),
}

/// A value in a filter.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string, in quotes or a bare word.
    Text(String),
}

/// How a filter compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`: is an element of the list.
    In,
    /// `nin`: is not.
    NotIn,
    /// `subsetof`: every element of the left list is in the right one.
    SubsetOf,
    /// `anyof`: some element is.
    AnyOf,
    /// `noneof`: no element is.
    NoneOf,
    /// `size`: the length of an array or string.
    Size,
    /// `empty`: whether an array, object or string is empty.
    Empty,
}
