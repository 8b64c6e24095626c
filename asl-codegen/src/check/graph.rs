//! Transitions: where they lead, whether every state is reached, whether the scope ends
//! (section 3).

use std::collections::HashSet;

use crate::ast::{Scope, State, StateKind};
use crate::check::Checker;
use crate::check::cycles::States;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;

impl Checker<'_> {
    /// TRANS-8 and TRANS-10, for one `States` object.
    pub(super) fn graph(&mut self, scope: &Scope) {
        if scope.states.is_empty() {
            return;
        }
        let states: States<'_> = scope
            .states
            .iter()
            .map(|state| (state.name.value.as_str(), state))
            .collect();
        let mut broken = false;
        let targets = scope.states.iter().flat_map(State::targets);
        for target in scope.start_at.iter().chain(targets) {
            if !states.contains_key(target.value.as_str()) {
                broken = true;
                self.unknown_target(scope, target);
            }
        }
        let is_cyclic = self.cycles(scope, &states);
        // With a transition unknown, what is reachable and what ends the machine is a guess.
        let known = scope.states.iter().all(leads_somewhere);
        let Some(start) = scope.start_at.as_ref().filter(|_| !broken && known) else {
            return;
        };
        let all_reached = self.reachable(scope, &states, start);
        let has_end = is_cyclic || self.terminal(scope);
        // What is refused already needs no warning beside it.
        if all_reached && has_end && !is_cyclic {
            self.endless(scope);
        }
    }

    fn unknown_target(&mut self, scope: &Scope, target: &Text) {
        let name = target.value.as_str();
        if let Some(elsewhere) = self.defined.get(name) {
            // TRANS-8
            self.report(
                Diagnostic::error(
                    Code::TargetElsewhere,
                    target.span,
                    format!("the state `{name}` is in another `States` object"),
                )
                .label("only states beside this one can be named here")
                .secondary(*elsewhere, "it is here"),
            );
            return;
        }
        let mut diagnostic = Diagnostic::error(
            Code::UnknownTarget,
            target.span,
            format!("there is no state `{name}`"),
        )
        .label("no state of this name here");
        let names = scope.states.iter().map(|state| state.name.value.as_str());
        if let Some(near) = self.nearest(name, names) {
            diagnostic = diagnostic.suggest(target.inner(), json_inner(near));
        } else {
            diagnostic = diagnostic.help("add the state, or name one that is in this `States`");
        }
        self.report(diagnostic);
    }

    /// TRANS-10: true reachability, by following transitions from `StartAt`. Whether all are reached.
    fn reachable(&mut self, scope: &Scope, states: &States<'_>, start: &Text) -> bool {
        let mut reached = HashSet::new();
        let mut open = vec![start.value.as_str()];
        // A transition from another scope is refused as such; its target is meant to be reached.
        let names = scope.states.iter().map(|state| state.name.value.as_str());
        open.extend(names.filter(|name| self.crossed.contains(name)));
        while let Some(name) = open.pop() {
            if !reached.insert(name) {
                continue;
            }
            if let Some(state) = states.get(name) {
                open.extend(state.targets().into_iter().map(|text| text.value.as_str()));
            }
        }
        let is_reached = |state: &&State| reached.contains(state.name.value.as_str());
        if scope.states.iter().all(|state| is_reached(&state)) {
            return true;
        }
        let incoming: HashSet<&str> = scope.states.iter().flat_map(others).collect();
        for state in scope.states.iter().filter(|state| !is_reached(state)) {
            let name = state.name.value.as_str();
            let label = if incoming.contains(name) {
                "only states that are themselves unreachable lead here"
            } else {
                "no transition leads here"
            };
            self.report(
                Diagnostic::error(
                    Code::Unreachable,
                    state.name.span,
                    format!("the state `{name}` is unreachable"),
                )
                .label(label)
                .secondary(start.span, "every execution starts here"),
            );
        }
        false
    }

    /// TRANS-10: a terminal state exists.
    fn terminal(&mut self, scope: &Scope) -> bool {
        if scope.states.iter().any(State::is_terminal) {
            return true;
        }
        let span = scope.states_key.unwrap_or(scope.span);
        self.report(
            Diagnostic::error(
                Code::NoTerminal,
                span,
                "no state ends this machine, it could only run for ever",
            )
            .label("none of these states is terminal")
            .help(match self.options.dialect.rules().state_type("Succeed") {
                Some(_) => "give a state `\"End\": true`, or add a Succeed or Fail state",
                None => "give a state `\"End\": true`",
            }),
        );
        false
    }

    /// TRANS-3, TRANS-4.
    pub(super) fn transition(&mut self, state: &State) {
        let needs = !matches!(
            state.kind,
            StateKind::Choice(_) | StateKind::Succeed | StateKind::Fail(_) | StateKind::Unknown
        );
        if !needs {
            return;
        }
        let name = &state.name.value;
        if state.next.is_none() && state.has_unreadable_transition {
            return;
        }
        match (&state.next, &state.end) {
            (Some(next), Some(end)) if end.value => self.report(
                Diagnostic::error(
                    Code::NextAndEnd,
                    end.span,
                    format!("the state `{name}` has both `Next` and `\"End\": true`"),
                )
                .label("ends here")
                .secondary(next.span, "and goes on here")
                .help("remove one of them"),
            ),
            (None, end) if !end.as_ref().is_some_and(|end| end.value) => {
                let span = end.as_ref().map_or(state.name.span, |end| end.span);
                self.report(
                    Diagnostic::error(
                        Code::NoTransition,
                        span,
                        format!("the state `{name}` has neither `Next` nor `\"End\": true`"),
                    )
                    .label("what comes after it is missing")
                    .help("add `\"Next\": \"…\"`, or `\"End\": true`"),
                );
            }
            _ => {}
        }
    }
}

/// The states that a state may go to, itself aside.
fn others(state: &State) -> impl Iterator<Item = &str> {
    let targets = state.targets().into_iter().map(|text| text.value.as_str());
    targets.filter(|target| *target != state.name.value)
}

/// Whether everything the state may go to could be read.
fn leads_somewhere(state: &State) -> bool {
    let catchers = state.work().map_or(&[][..], |work| work.catch.as_slice());
    let own = match &state.kind {
        StateKind::Unknown => false,
        StateKind::Choice(choice) => {
            !choice.rules.is_empty() && choice.rules.iter().all(|rule| rule.next.is_some())
        }
        _ => state.next.is_some() || state.is_terminal(),
    };
    own && catchers.iter().all(|catcher| catcher.next.is_some())
}

/// A string as it is written in JSON, without the quotes.
fn json_inner(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(text).to_owned()
}
