//! Paths (section 8) and Reference Paths (section 9), parsed.

/// Where a path starts (PATH-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// `$`: the document of the field.
    Data,
    /// `$$`: the Context Object.
    Context,
}

/// One step of a definite path (PATH-3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A member.
    Key(String),
    /// An element, counted from the start.
    Index(usize),
}

/// A definite path: at most one value (PATH-9).
#[derive(Clone, Debug, PartialEq, Eq)]
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
}
