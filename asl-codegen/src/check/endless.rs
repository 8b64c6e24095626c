//! States that lead to no end (TRANS-7, TRANS-10).

use std::collections::HashMap;

use crate::ast::{Scope, State};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

impl Checker<'_> {
    /// Cycles that no transition leaves towards a terminal state: legal (TRANS-7), and rarely meant.
    /// One finding for all states that hang together.
    pub(super) fn endless(&mut self, scope: &Scope) {
        let transitions = Transitions::of(scope);
        let states = scope.states.iter().enumerate();
        let terminal = states.filter(|(_, state)| state.is_terminal());
        let ends = transitions.leading_to(terminal.map(|(index, _)| index).collect());
        let mut told = ends.clone();
        for (index, state) in scope.states.iter().enumerate() {
            let members = transitions.together(index, &mut told);
            if members.is_empty() {
                continue;
            }
            let entry = transitions.entry(&members, &ends);
            let members: Vec<&State> = members
                .iter()
                .filter_map(|index| scope.states.get(*index))
                .collect();
            self.no_end(state, &members, entry);
        }
    }

    /// `members` begins with `state`.
    fn no_end(&mut self, state: &State, members: &[&State], entry: Option<Span>) {
        let name = &state.name.value;
        let label = match members {
            [] | [_] => "refers only to itself".to_owned(),
            [_, other] => format!("leads only to `{}` and back", other.name.value),
            [_, others @ ..] => format!("leads only to {} other states", others.len()),
        };
        let mut diagnostic = Diagnostic::warning(
            Code::Endless,
            state.name.span,
            format!("from the state `{name}` no transition leads to an end"),
        )
        .label(label);
        if let Some(entry) = entry {
            diagnostic = diagnostic.secondary(entry, "entered from here");
        }
        let can_fail = members.iter().any(|member| member.work().is_some());
        self.report(diagnostic.help(if can_fail {
            "only an error ends it; add a transition that leads out, or `\"End\": true`"
        } else {
            "it runs for ever; add a transition that leads out, or `\"End\": true`"
        }));
    }
}

/// The transitions of a scope, by the places of its states in it.
struct Transitions<'a> {
    after: Vec<Vec<(usize, &'a Text)>>,
    before: Vec<Vec<usize>>,
}

impl<'a> Transitions<'a> {
    fn of(scope: &'a Scope) -> Self {
        let names = scope.states.iter().enumerate();
        let places: HashMap<&str, usize> = names
            .map(|(index, state)| (state.name.value.as_str(), index))
            .collect();
        let mut before = vec![Vec::new(); scope.states.len()];
        let mut after = Vec::with_capacity(scope.states.len());
        for (index, state) in scope.states.iter().enumerate() {
            let targets = state.targets().into_iter();
            let targets: Vec<(usize, &Text)> = targets
                .filter_map(|target| Some((*places.get(target.value.as_str())?, target)))
                .collect();
            for (target, _) in &targets {
                if let Some(before) = before.get_mut(*target) {
                    before.push(index);
                }
            }
            after.push(targets);
        }
        Self { after, before }
    }

    fn before(&self, index: usize) -> impl Iterator<Item = usize> {
        self.before.get(index).into_iter().flatten().copied()
    }

    fn after(&self, index: usize) -> impl Iterator<Item = usize> {
        let targets = self.after.get(index).into_iter().flatten();
        targets.map(|(target, _)| *target)
    }

    /// The states from which some way leads to one of `open`, those included.
    fn leading_to(&self, mut open: Vec<usize>) -> Vec<bool> {
        let mut found = vec![false; self.after.len()];
        while let Some(index) = open.pop() {
            if mark(&mut found, index) {
                open.extend(self.before(index));
            }
        }
        found
    }

    /// The state and all that hang together with it and are not told of yet, which they are now;
    /// empty if it is told of already.
    fn together(&self, index: usize, told: &mut [bool]) -> Vec<usize> {
        let mut members = Vec::new();
        let mut open = vec![index];
        while let Some(index) = open.pop() {
            if mark(told, index) {
                members.push(index);
                open.extend(self.before(index).chain(self.after(index)));
            }
        }
        members
    }

    /// A transition from a state that may end to one of these.
    fn entry(&self, members: &[usize], ends: &[bool]) -> Option<Span> {
        members.iter().find_map(|member| {
            let from = self.before(*member);
            let from = from.filter(|from| ends.get(*from).copied().unwrap_or(false));
            let mut entries = from.flat_map(|from| self.after.get(from).into_iter().flatten());
            let entry = entries.find(|(target, _)| target == member);
            entry.map(|(_, text)| text.span)
        })
    }
}

/// Adds to a set; whether it was not in there.
fn mark(set: &mut [bool], index: usize) -> bool {
    match set.get_mut(index) {
        Some(is_in) => !std::mem::replace(is_in, true),
        None => false,
    }
}
