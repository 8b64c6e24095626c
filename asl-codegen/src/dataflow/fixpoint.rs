//! Following data along the transitions until nothing changes any more.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::ast::{Machine, Scope, State};
use crate::dataflow::findings::Findings;
use crate::dataflow::transfer::{Exits, Nested};
use crate::dataflow::visit::Visit;
use crate::dataflow::{Dataflow, Entry, Shape, StateFlow, Variables};
use crate::dialect::Rules;

/// After so many changes of what a state is entered with, what still changes is taken for anything.
const PATIENCE: u32 = 3;
/// After so many, nothing is known any more: at most one change follows.
const LIMIT: u32 = 8;

/// Follows the data of a definition.
pub(super) fn solve(machine: &Machine, rules: &'static Rules) -> Dataflow {
    let mut solver = Solver {
        rules,
        is_jsonata: machine
            .query_language
            .as_ref()
            .is_some_and(|t| t.value == "JSONata"),
        states: Vec::new(),
        scopes: Vec::new(),
        by_name: HashMap::new(),
    };
    let scope = solver.scope(&machine.scope);
    solver.run(scope, Entry::new(Shape::unknown(), Variables::none()));
    solver.conclude()
}

struct Solver<'a> {
    rules: &'static Rules,
    is_jsonata: bool,
    states: Vec<Known<'a>>,
    scopes: Vec<KnownScope>,
    /// Indices into `states`: names are unique across scopes (STATE-2).
    by_name: HashMap<&'a str, usize>,
}

struct Known<'a> {
    state: &'a State,
    /// Indices of the scopes nested in it.
    scopes: Vec<usize>,
    /// Its place in an order that follows transitions, but for those back.
    rank: usize,
    entry: Option<Entry>,
    /// How often `entry` has changed.
    changes: u32,
    /// Where its last visit led. There is one after every change, so this follows from all there is.
    exits: Vec<(&'a str, Entry)>,
    /// What was wrong in its last visit. Before that, little was known and much looked impossible.
    findings: Findings,
}

struct KnownScope {
    start: Option<usize>,
    /// What its terminal states give.
    output: Shape,
}

impl<'a> Solver<'a> {
    fn scope(&mut self, scope: &'a Scope) -> usize {
        let first = self.states.len();
        for state in &scope.states {
            self.by_name.insert(&state.name.value, self.states.len());
            self.states.push(Known {
                state,
                scopes: Vec::new(),
                rank: usize::MAX,
                entry: None,
                changes: 0,
                exits: Vec::new(),
                findings: Findings::default(),
            });
        }
        let start = scope.start_at.as_ref();
        let start = start.and_then(|start| self.by_name.get(start.value.as_str()).copied());
        self.rank(start);
        for (index, state) in (first..).zip(&scope.states) {
            let scopes: Vec<usize> = state.scopes().map(|nested| self.scope(nested)).collect();
            if let Some(known) = self.states.get_mut(index) {
                known.scopes = scopes;
            }
        }
        self.scopes.push(KnownScope {
            start,
            output: Shape::never(),
        });
        self.scopes.len() - 1
    }

    fn targets(&self, index: usize) -> Vec<usize> {
        let Some(known) = self.states.get(index) else {
            return Vec::new();
        };
        let targets = known.state.targets().into_iter();
        targets
            .filter_map(|target| self.by_name.get(target.value.as_str()).copied())
            .collect()
    }

    /// Reverse postorder, so that a state comes after all that lead to it, loops aside.
    fn rank(&mut self, start: Option<usize>) {
        let mut seen = HashSet::new();
        let mut finished = Vec::new();
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        let enter = |index: usize, seen: &mut HashSet<usize>| seen.insert(index);
        if let Some(start) = start.filter(|start| enter(*start, &mut seen)) {
            open.push((start, self.targets(start)));
        }
        while let Some((index, targets)) = open.last_mut() {
            match targets.pop() {
                Some(target) if enter(target, &mut seen) => {
                    open.push((target, self.targets(target)));
                }
                Some(_) => {}
                None => {
                    finished.push(*index);
                    open.pop();
                }
            }
        }
        for (rank, index) in finished.into_iter().rev().enumerate() {
            if let Some(known) = self.states.get_mut(index) {
                known.rank = rank;
            }
        }
    }

    /// Runs a scope with one more input; what it gives, with all inputs until now.
    fn run(&mut self, scope: usize, entry: Entry) -> Shape {
        let mut pending = BTreeSet::new();
        if let Some(start) = self.scopes.get(scope).and_then(|scope| scope.start) {
            self.enter(start, &entry, &mut pending);
        }
        while let Some((_, index)) = pending.pop_first() {
            let exits = self.visit(index);
            for (target, entry) in &exits.next {
                if let Some(target) = self.by_name.get(target).copied() {
                    self.enter(target, entry, &mut pending);
                }
            }
            if let (Some(scope), Some(output)) = (self.scopes.get_mut(scope), &exits.end) {
                scope.output.widen_to(output);
            }
            if let Some(known) = self.states.get_mut(index) {
                known.exits = exits.next;
            }
        }
        let scope = self.scopes.get(scope);
        scope.map_or_else(Shape::never, |scope| scope.output.clone())
    }

    /// One more way into a state.
    fn enter(&mut self, index: usize, entry: &Entry, pending: &mut BTreeSet<(usize, usize)>) {
        let Some(known) = self.states.get_mut(index) else {
            return;
        };
        if known.enter(entry) {
            pending.insert((known.rank, index));
        }
    }

    fn visit(&mut self, index: usize) -> Exits<'a> {
        let Some(Known {
            state,
            entry: Some(entry),
            scopes,
            ..
        }) = self.states.get(index)
        else {
            return Exits::default();
        };
        let (state, entry, scopes) = (*state, entry.clone(), scopes.clone());
        if self.is_jsonata(state) {
            return self.jsonata(state, &scopes);
        }
        let mut visit = Visit {
            rules: self.rules,
            entry,
            context: Shape::unknown(),
            findings: Findings::default(),
        };
        let mut nested = NestedScopes {
            solver: self,
            scopes: &scopes,
        };
        let exits = visit.state(state, &mut nested);
        if let Some(known) = self.states.get_mut(index) {
            known.findings = visit.findings;
        }
        exits
    }

    fn is_jsonata(&self, state: &State) -> bool {
        match &state.query_language {
            Some(language) => language.value == "JSONata",
            None => self.is_jsonata,
        }
    }

    /// Nothing is known of what expressions give.
    fn jsonata(&mut self, state: &'a State, scopes: &[usize]) -> Exits<'a> {
        let anything = || Entry::new(Shape::unknown(), Variables::unknown());
        for scope in scopes {
            self.run(*scope, anything());
        }
        let targets = state.targets().into_iter();
        Exits {
            next: targets
                .map(|target| (target.value.as_str(), anything()))
                .collect(),
            end: state.is_terminal().then(Shape::unknown),
        }
    }

    /// What is known, now that nothing changes any more.
    fn conclude(self) -> Dataflow {
        let mut dataflow = Dataflow::default();
        for known in self.states {
            let Some(entry) = known.entry else {
                continue;
            };
            let named = |(next, entry): (&str, Entry)| (next.to_owned(), entry);
            let exits = known.exits.into_iter().map(named).collect();
            let name = known.state.name.value.clone();
            dataflow.states.insert(name, StateFlow { entry, exits });
            dataflow.findings.extend(known.findings.into_list());
        }
        dataflow
    }
}

/// The scopes nested in a state.
struct NestedScopes<'s, 'a> {
    solver: &'s mut Solver<'a>,
    scopes: &'s [usize],
}

impl Nested for NestedScopes<'_, '_> {
    fn run(&mut self, index: usize, entry: Entry) -> Shape {
        let Some(scope) = self.scopes.get(index) else {
            return Shape::unknown();
        };
        self.solver.run(*scope, entry)
    }
}

impl Known<'_> {
    /// One more way into the state. Gives back whether more is possible than before.
    fn enter(&mut self, entry: &Entry) -> bool {
        let Some(known) = &mut self.entry else {
            self.entry = Some(entry.clone());
            return true;
        };
        let before = (self.changes >= PATIENCE).then(|| known.clone());
        if !known.widen_to(entry) {
            return false;
        }
        self.changes += 1;
        match before {
            _ if self.changes >= LIMIT => {
                *known = Entry::new(Shape::unknown(), Variables::unknown());
            }
            Some(before) => {
                known.document = known.document.settled(&before.document);
                known.variables = known.variables.settled(&before.variables);
            }
            None => {}
        }
        true
    }
}
