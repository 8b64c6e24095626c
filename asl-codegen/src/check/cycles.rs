//! Transitions that lead in a circle, where the dialect has none (TCSL-31).

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use crate::ast::{Scope, State};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;

/// The most transitions of a cycle that are pointed at.
const LABELS: usize = 8;

/// The states of a scope by name.
pub(super) type States<'a> = HashMap<&'a str, &'a State>;

impl Checker<'_> {
    /// Reports the cycles of one `States` object; whether there are any. A cycle is reported once, and
    /// one that shares a state with it is left for when it is gone.
    pub(super) fn cycles(&mut self, scope: &Scope, states: &States<'_>) -> bool {
        if self.options.dialect.rules().cycles {
            return false;
        }
        let mut reported: BTreeSet<&str> = BTreeSet::new();
        for back in back_transitions(scope, states) {
            if reported.contains(back.value.as_str()) {
                continue;
            }
            let Some(cycle) = cycle_through(back, states) else {
                continue;
            };
            if cycle
                .iter()
                .any(|target| reported.contains(target.value.as_str()))
            {
                continue;
            }
            reported.extend(cycle.iter().map(|target| target.value.as_str()));
            self.cycle(&cycle);
        }
        !reported.is_empty()
    }

    /// A cycle: the transitions along it, the one that leads back first.
    fn cycle(&mut self, cycle: &[&Text]) {
        let Some((back, on)) = cycle.split_first() else {
            return;
        };
        let dialect = self.options.dialect.rules().name;
        let names: Vec<String> = cycle
            .iter()
            .map(|text| format!("`{}`", text.value))
            .collect();
        let shown = match names.get(..LABELS) {
            Some(first) if names.len() > LABELS => format!("{} → …", first.join(" → ")),
            _ => names.join(" → "),
        };
        let message = format!(
            "transitions must not lead in a circle in dialect `{dialect}`: {shown} → `{}`",
            back.value
        );
        let mut diagnostic = Diagnostic::error(Code::Cycle, back.span, message)
            .label(format!("leads back to `{}`", back.value));
        for target in on.iter().take(LABELS) {
            diagnostic = diagnostic.secondary(target.span, format!("then to `{}`", target.value));
        }
        self.report(diagnostic.help("a Retry repeats a state, a Map does so for each item"));
    }
}

/// The transitions that lead to a state on the way to where they are, going depth first from the
/// start, then from whatever has not been reached. There is one in every cycle.
///
/// A list of what is still to be visited instead of the stack, which a long machine would overflow.
fn back_transitions<'a>(scope: &'a Scope, states: &States<'a>) -> Vec<&'a Text> {
    let start = scope.start_at.iter().map(|text| text.value.as_str());
    let others = scope.states.iter().map(|state| state.name.value.as_str());
    let mut found = Vec::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for first in start.chain(others).filter(|name| states.contains_key(name)) {
        if done.contains(first) {
            continue;
        }
        let mut way: Vec<(&str, Vec<&Text>)> = vec![(first, targets(states, first))];
        let mut on_way: BTreeSet<&str> = BTreeSet::from([first]);
        while let Some((name, open)) = way.last_mut() {
            let Some(target) = open.pop() else {
                done.insert(*name);
                on_way.remove(*name);
                way.pop();
                continue;
            };
            let to = target.value.as_str();
            if on_way.contains(to) {
                found.push(target);
            } else if !done.contains(to) && states.contains_key(to) {
                on_way.insert(to);
                way.push((to, targets(states, to)));
            }
        }
    }
    found
}

/// Where a state leads, last first.
fn targets<'a>(states: &States<'a>, name: &str) -> Vec<&'a Text> {
    let mut targets = states
        .get(name)
        .map_or_else(Vec::new, |state| state.targets());
    targets.reverse();
    targets
}

/// The shortest cycle that begins with a transition: it, and those that lead to where it stands.
fn cycle_through<'a>(back: &'a Text, states: &States<'a>) -> Option<Vec<&'a Text>> {
    let mut open: VecDeque<&'a Text> = VecDeque::from([back]);
    // By which transition a state is reached first, and from where.
    let mut reached: BTreeMap<&str, (&'a Text, Option<&'a str>)> =
        BTreeMap::from([(back.value.as_str(), (back, None))]);
    while let Some(text) = open.pop_front() {
        let name = text.value.as_str();
        for target in states
            .get(name)
            .into_iter()
            .flat_map(|state| state.targets())
        {
            if std::ptr::eq(target, back) {
                return Some(way_to(name, &reached));
            }
            if !reached.contains_key(target.value.as_str()) {
                reached.insert(target.value.as_str(), (target, Some(name)));
                open.push_back(target);
            }
        }
    }
    None
}

fn way_to<'a>(name: &str, reached: &BTreeMap<&str, (&'a Text, Option<&'a str>)>) -> Vec<&'a Text> {
    let mut way = Vec::new();
    let mut at = Some(name);
    while let Some((transition, from)) = at.and_then(|name| reached.get(name)) {
        way.push(*transition);
        at = *from;
    }
    way.reverse();
    way
}
