//! A definition as a picture: one model of states and transitions, drawn as text, Mermaid,
//! Graphviz or SVG.
//!
//! The model is built from the [`ast`] and knows nothing of dialects. Every drawing is
//! a pure function of it, and no step takes more than about linear time: what cannot be drawn well
//! at a size is drawn more simply (see [`Graph::svg`]).

mod dot;
mod layout;

mod mermaid;
mod model;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub use model::{Edge, EdgeKind, Kind, Point, Scope, State};

use std::collections::BTreeSet;

use crate::ast;

/// The picture of a state machine.
///
/// ```
/// use asl_codegen::{Options, Source, compile};
///
/// let source = Source::new(
///     "hello.asl.json",
///     r#"{ "StartAt": "Hi", "States": { "Hi": { "Type": "Pass", "End": true } } }"#,
/// );
/// let graph = compile(&source, &Options::default()).graph.unwrap();
/// assert_eq!(graph.text(), "start -> Hi\nHi [Pass] -> end\n");
/// assert!(graph.mermaid().starts_with("flowchart TB"));
/// assert!(graph.dot().starts_with("digraph"));
/// assert!(graph.svg().starts_with("<svg "));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    scopes: Vec<Scope>,
    states: Vec<State>,
    edges: Vec<Edge>,
}

impl Graph {
    /// The graph of a definition, also of one that is not sound: a transition to a state that does
    /// not exist beside it is left out.
    pub fn new(machine: &ast::Machine) -> Graph {
        model::build(machine)
    }

    /// Every `States` object: the machine's own first, each before those nested in it.
    pub fn scopes(&self) -> &[Scope] {
        &self.scopes
    }

    /// Every state; those of one scope in the order of the file.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Every transition, and one from the start of each scope.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// An outline that reads well as plain text, ASCII but for what the definition brings and the
    /// ellipsis of a long condition. One line per state; where it leads beside it, or in lines of
    /// their own if that depends on something.
    ///
    /// ```text
    /// start -> HasItems
    /// HasItems [Choice]
    ///     if $.items[0] is present -> PriceItems
    ///     otherwise -> Empty
    /// ```
    pub fn text(&self) -> String {
        text::draw(self)
    }

    /// A Mermaid flowchart, as GitHub and others show in Markdown. The text is free of quotes
    /// and of anything that Mermaid takes as its own syntax, whatever states are called.
    pub fn mermaid(&self) -> String {
        mermaid::draw(self)
    }

    /// A Graphviz digraph; Map and Parallel are clusters.
    pub fn dot(&self) -> String {
        dot::draw(self)
    }

    /// An SVG image: layers from top to bottom, Map and Parallel as frames around what they run,
    /// loops beside the states they lead back over. Follows the reader's light or dark scheme.
    ///
    /// A transition over very many layers, of which a machine of thousands of states may have
    /// thousands, ends in the name of its target instead of a line all the way to it.
    pub fn svg(&self) -> String {
        svg::draw(self, svg::Place::Alone)
    }

    /// The image for a page of rustdoc: one line of HTML, in its themes. `None` for machines of more
    /// than 60 states or 200 transitions, which no page has room for.
    ///
    /// It belongs under `#[cfg_attr(doc, doc = …)]`: editors, which show no images, would show its
    /// source, and builds would carry it.
    pub fn rustdoc_svg(&self) -> Option<String> {
        self.fits_a_page()
            .then(|| svg::draw(self, svg::Place::Rustdoc))
    }

    /// Whether [`rustdoc_svg`](Self::rustdoc_svg) has an image of it.
    pub fn fits_a_page(&self) -> bool {
        self.states.len() <= MAX_STATES_ON_PAGE && self.edges.len() <= MAX_EDGES_ON_PAGE
    }

    fn state(&self, id: usize) -> Option<&State> {
        self.states.get(id)
    }

    fn name(&self, id: usize) -> &str {
        self.state(id).map_or("", |state| &state.name)
    }
}

/// Above them, the documentation of a module has no image.
const MAX_STATES_ON_PAGE: usize = 60;
const MAX_EDGES_ON_PAGE: usize = 200;

/// A step of a walk through a graph.
#[derive(Clone, Copy)]
enum Visit {
    /// A scope begins.
    Open(usize),
    /// A state; the scopes inside it follow.
    State(usize),
    /// The innermost open scope ends.
    Close(usize),
}

impl Graph {
    /// Everything in the order in which a person would write it down. A list and not a recursion,
    /// so that no nesting is too deep for the stack.
    fn walk(&self) -> Vec<Visit> {
        let mut visits = Vec::new();
        let mut open = vec![Visit::Open(0)];
        while let Some(visit) = open.pop() {
            visits.push(visit);
            match visit {
                Visit::Open(id) => {
                    open.push(Visit::Close(id));
                    let states = self.scopes.get(id).map(|scope| scope.states.as_slice());
                    open.extend(
                        states
                            .iter()
                            .copied()
                            .flatten()
                            .rev()
                            .map(|s| Visit::State(*s)),
                    );
                }
                Visit::State(id) => {
                    let scopes = self.state(id).map(|state| state.scopes.as_slice());
                    open.extend(
                        scopes
                            .iter()
                            .copied()
                            .flatten()
                            .rev()
                            .map(|s| Visit::Open(*s)),
                    );
                }
                Visit::Close(_) => {}
            }
        }
        visits
    }

    /// The edges from each state, by state.
    fn edges_by_state(&self) -> Vec<Vec<&Edge>> {
        let mut lists = vec![Vec::new(); self.states.len()];
        for edge in &self.edges {
            if let Point::State(from) = edge.from
                && let Some(list) = lists.get_mut(from)
            {
                list.push(edge);
            }
        }
        lists
    }
}

/// A name on one line: what is no visible character becomes a space.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if is_control(c) { ' ' } else { c })
        .collect()
}

/// Characters that would break a line, or turn the direction of the text after them. XML has no
/// way to write the first kind.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// A line of a program that draws, indented.
fn line(out: &mut String, depth: usize, text: &str) {
    out.push_str(&"    ".repeat(depth.min(16)));
    out.push_str(text);
    out.push('\n');
}

/// At most so many characters, the last one an ellipsis if there were more.
fn shortened(text: &str, max: usize) -> String {
    if text.chars().nth(max).is_none() {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(max.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

impl Graph {
    /// Whether a scope is drawn in a frame of its own, inside the one of its state: where a state
    /// has several.
    fn is_framed(&self, scope: usize) -> bool {
        let owner = self.scopes.get(scope).and_then(|scope| scope.owner);
        owner.is_some_and(|owner| {
            self.state(owner)
                .is_some_and(|state| state.scopes.len() > 1)
        })
    }

    /// Whether the frame of the state around a scope ends with it.
    fn is_last_in_owner(&self, scope: usize) -> bool {
        let owner = self.scopes.get(scope).and_then(|scope| scope.owner);
        owner.is_some_and(|owner| {
            self.state(owner)
                .is_some_and(|state| state.scopes.last() == Some(&scope))
        })
    }
}

impl Point {
    /// A name that is unique in the drawing.
    fn id(self, scope: usize) -> String {
        match self {
            Point::Start => format!("b{scope}"),
            Point::State(id) => format!("s{id}"),
            Point::End => format!("e{scope}"),
        }
    }

    /// The scopes that have a state with `"End": true`.
    fn ends(graph: &Graph) -> BTreeSet<usize> {
        let ends = graph.edges.iter().filter(|edge| edge.to == Point::End);
        ends.map(|edge| edge.scope).collect()
    }
}
