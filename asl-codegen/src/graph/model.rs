//! States, scopes and edges, and how they are read from a definition.

use std::collections::HashMap;

use crate::ast::{self, StateKind};
use crate::check::task_key;
use crate::graph::{Graph, words};

/// A `States` object: the machine itself, a branch, or the processor of a Map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The state it is nested in, as an index of [`Graph::states`]; `None` for the machine.
    pub owner: Option<usize>,
    /// How often or which: "for each item", "branch 2"; empty for the machine.
    pub label: String,
    /// Its states, in the order of the file.
    pub states: Vec<usize>,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its name, which may hold any characters.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// What it works on, in a few words: "price-item", "2 s"; may be empty.
    pub note: String,
    /// The scope it is in, as an index of [`Graph::scopes`].
    pub scope: usize,
    /// The scopes inside it.
    pub scopes: Vec<usize>,
}

/// The type of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `Pass`
    Pass,
    /// `Task`
    Task,
    /// `Choice`
    Choice,
    /// `Wait`
    Wait,
    /// `Succeed`
    Succeed,
    /// `Fail`
    Fail,
    /// `Parallel`
    Parallel,
    /// `Map`
    Map,
    /// A type that the language does not have.
    Unknown,
}

impl Kind {
    /// As it is written in a definition.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Pass => "Pass",
            Kind::Task => "Task",
            Kind::Choice => "Choice",
            Kind::Wait => "Wait",
            Kind::Succeed => "Succeed",
            Kind::Fail => "Fail",
            Kind::Parallel => "Parallel",
            Kind::Map => "Map",
            Kind::Unknown => "unknown",
        }
    }
}

/// An end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// Where the scope starts.
    Start,
    /// A state, as an index of [`Graph::states`].
    State(usize),
    /// Where the scope ends.
    End,
}

/// A transition. Both its ends are in one scope (TRANS-8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The scope, as an index of [`Graph::scopes`].
    pub scope: usize,
    /// Where it begins.
    pub from: Point,
    /// Where it leads.
    pub to: Point,
    /// What makes the machine take it.
    pub kind: EdgeKind,
    /// The condition of a rule or the error names of a catcher; else empty.
    pub label: String,
}

/// What makes a machine take a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// `Next`, `End` or `StartAt`: nothing else.
    Next,
    /// A Choice Rule holds.
    Rule,
    /// No rule of the Choice does.
    Default,
    /// An error is caught.
    Catch,
}

impl Edge {
    /// What makes the machine take it, in words; empty if nothing does.
    pub fn words(&self) -> String {
        match self.kind {
            EdgeKind::Next => String::new(),
            EdgeKind::Rule => format!("if {}", self.label),
            EdgeKind::Default => "otherwise".to_owned(),
            EdgeKind::Catch => format!("on {}", self.label),
        }
    }
}

pub(super) fn build(machine: &ast::Machine) -> Graph {
    let mut graph = Graph::default();
    let mut open = vec![(&machine.scope, None, String::new())];
    let mut next = 0;
    // A queue that is read while it grows: scopes are numbered before what is nested in them.
    while let Some((scope, owner, label)) = open.get(next).cloned() {
        let id = graph.scopes.len();
        next += 1;
        if let Some(owner) = owner.and_then(|owner: usize| graph.states.get_mut(owner)) {
            owner.scopes.push(id);
        }
        let first = graph.states.len();
        let states = (first..first + scope.states.len()).collect();
        graph.scopes.push(Scope {
            owner,
            label,
            states,
        });
        for state in &scope.states {
            let owner = Some(graph.states.len());
            graph.states.push(State {
                name: state.name.value.clone(),
                kind: kind(state),
                note: note(state),
                scope: id,
                scopes: Vec::new(),
            });
            let nested = state.scopes().enumerate();
            open.extend(nested.map(|(index, inner)| (inner, owner, scope_label(state, index))));
        }
        edges(scope, id, first, &mut graph);
    }
    graph
}

fn edges(scope: &ast::Scope, id: usize, first: usize, graph: &mut Graph) {
    let mut names: HashMap<&str, usize> = HashMap::with_capacity(scope.states.len());
    for (index, state) in scope.states.iter().enumerate() {
        names.entry(&state.name.value).or_insert(first + index);
    }
    let mut add = |from, to: &str, kind, label| {
        if let Some(to) = names.get(to) {
            let to = Point::State(*to);
            graph.edges.push(Edge {
                scope: id,
                from,
                to,
                kind,
                label,
            });
        }
    };
    if let Some(start) = &scope.start_at {
        add(Point::Start, &start.value, EdgeKind::Next, String::new());
    }
    let mut ends = Vec::new();
    for (index, state) in scope.states.iter().enumerate() {
        let from = Point::State(first + index);
        if let Some(next) = &state.next {
            add(from, &next.value, EdgeKind::Next, String::new());
        }
        if state.end.as_ref().is_some_and(|end| end.value) {
            ends.push(from);
        }
        if let StateKind::Choice(choice) = &state.kind {
            for rule in &choice.rules {
                if let Some(next) = &rule.next {
                    add(from, &next.value, EdgeKind::Rule, words::rule(rule));
                }
            }
            if let Some(default) = &choice.default {
                add(from, &default.value, EdgeKind::Default, String::new());
            }
        }
        for catcher in state.work().map_or(&[][..], |work| &work.catch) {
            if let Some(next) = &catcher.next {
                let label = words::errors(&catcher.error_equals);
                add(from, &next.value, EdgeKind::Catch, label);
            }
        }
    }
    graph.edges.extend(ends.into_iter().map(|from| Edge {
        scope: id,
        from,
        to: Point::End,
        kind: EdgeKind::Next,
        label: String::new(),
    }));
}

fn kind(state: &ast::State) -> Kind {
    match &state.kind {
        StateKind::Pass(_) => Kind::Pass,
        StateKind::Task(_) => Kind::Task,
        StateKind::Choice(_) => Kind::Choice,
        StateKind::Wait(_) => Kind::Wait,
        StateKind::Succeed => Kind::Succeed,
        StateKind::Fail(_) => Kind::Fail,
        StateKind::Parallel(_) => Kind::Parallel,
        StateKind::Map(_) => Kind::Map,
        StateKind::Unknown => Kind::Unknown,
    }
}

fn note(state: &ast::State) -> String {
    match &state.kind {
        StateKind::Task(task) => {
            task_key(task).map_or_else(String::new, |key| words::resource(key.label()).to_owned())
        }
        StateKind::Wait(wait) => words::wait(wait),
        StateKind::Fail(fail) => fail
            .error
            .as_ref()
            .map_or_else(String::new, |e| e.value.clone()),
        StateKind::Map(_) => scope_label(state, 0),
        _ => String::new(),
    }
}

fn scope_label(state: &ast::State, index: usize) -> String {
    match &state.kind {
        StateKind::Map(map) => {
            let what = if map.batcher.is_some() {
                "batch"
            } else {
                "item"
            };
            format!("for each {what}")
        }
        _ => format!("branch {}", index + 1),
    }
}
