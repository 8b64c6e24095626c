//! Which variables have a value where, as far as the transitions tell.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{Set, Variables, names};
use crate::ast::{Assign, Scope, State, StateKind};
use crate::source::Text;

/// What is known of the variables when a state is entered.
#[derive(Clone, Default)]
pub(super) struct Entry {
    /// Assigned on some way that leads here.
    pub(super) maybe: Set,
    /// Assigned on every way that leads here.
    pub(super) surely: Set,
}

/// What is known at each state, by its place in the scope; none of one that cannot be reached.
pub(super) fn at_entry(
    scope: &Scope,
    variables: &Variables<'_>,
    outer: &Entry,
) -> Vec<Option<Entry>> {
    let states = scope.states.iter().enumerate();
    let places: HashMap<&str, usize> = states
        .map(|(place, state)| (state.name.value.as_str(), place))
        .collect();
    let mut at_entry: Vec<Option<Entry>> = vec![None; scope.states.len()];
    let start = scope.start_at.as_ref();
    let Some(start) = start.and_then(|start| places.get(start.value.as_str()).copied()) else {
        return at_entry;
    };
    if let Some(entry) = at_entry.get_mut(start) {
        *entry = Some(outer.clone());
    }
    // First come, first served, and nobody twice: what several ways bring is passed on at once.
    let mut open = VecDeque::from([start]);
    let mut waiting = HashSet::from([start]);
    while let Some(place) = open.pop_front() {
        waiting.remove(&place);
        let Some(known) = at_entry.get(place).cloned().flatten() else {
            continue;
        };
        let state = scope.states.get(place).into_iter();
        for (target, assigned) in state.flat_map(|state| ways(state, variables)) {
            let Some(target) = places.get(target).copied() else {
                continue;
            };
            let mut next = known.clone();
            next.maybe.unite(&assigned);
            next.surely.unite(&assigned);
            let changed = match at_entry.get_mut(target) {
                Some(Some(before)) => {
                    let grew = before.maybe.unite(&next.maybe);
                    let shrank = before.surely.intersect(&next.surely);
                    grew || shrank
                }
                Some(entry) => {
                    *entry = Some(next);
                    true
                }
                None => false,
            };
            if changed && waiting.insert(target) {
                open.push_back(target);
            }
        }
    }
    at_entry
}

/// Where a state may go, and what it assigns on the way (VAR-11).
fn ways<'a>(state: &'a State, variables: &Variables<'_>) -> Vec<(&'a str, Set)> {
    let way = |target: &'a Text, assign: Option<&'a Assign>| {
        let assigned = variables.set(assign.into_iter().flat_map(names));
        (target.value.as_str(), assigned)
    };
    let own = state.assign.as_ref();
    let mut ways: Vec<_> = state.next.iter().map(|next| way(next, own)).collect();
    if let StateKind::Choice(choice) = &state.kind {
        for rule in &choice.rules {
            ways.extend(rule.next.iter().map(|next| way(next, rule.assign.as_ref())));
        }
        ways.extend(choice.default.iter().map(|next| way(next, own)));
    }
    for catcher in state.work().map_or(&[][..], |work| work.catch.as_slice()) {
        let next = catcher.next.iter();
        ways.extend(next.map(|next| way(next, catcher.assign.as_ref())));
    }
    ways
}
