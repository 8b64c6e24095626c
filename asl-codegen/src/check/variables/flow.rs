//! Which variables have a value where, as far as the transitions tell.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

/// What is known at each state that can be reached.
pub(super) fn at_entry<'a>(
    scope: &'a Scope,
    variables: &Variables<'_>,
    outer: &Entry,
) -> BTreeMap<&'a str, Entry> {
    let states: BTreeMap<&str, Vec<(&str, Set)>> = scope
        .states
        .iter()
        .map(|state| (state.name.value.as_str(), ways(state, variables)))
        .collect();
    let mut at_entry: BTreeMap<&str, Entry> = BTreeMap::new();
    let Some(start) = scope.start_at.as_ref() else {
        return at_entry;
    };
    let Some((start, _)) = states.get_key_value(start.value.as_str()) else {
        return at_entry;
    };
    at_entry.insert(start, outer.clone());
    // First come, first served, and nobody twice: what several ways bring is passed on at once.
    let mut open = VecDeque::from([*start]);
    let mut waiting = BTreeSet::from([*start]);
    while let Some(name) = open.pop_front() {
        waiting.remove(name);
        let (Some(ways), Some(known)) = (states.get(name), at_entry.get(name).cloned()) else {
            continue;
        };
        for (target, assigned) in ways {
            let Some((target, _)) = states.get_key_value(target) else {
                continue;
            };
            let mut next = known.clone();
            next.maybe.unite(assigned);
            next.surely.unite(assigned);
            let changed = match at_entry.get_mut(target) {
                Some(before) => {
                    let grew = before.maybe.unite(&next.maybe);
                    let shrank = before.surely.intersect(&next.surely);
                    grew || shrank
                }
                None => {
                    at_entry.insert(target, next);
                    true
                }
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
