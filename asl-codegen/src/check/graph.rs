//! Transitions: where they lead, whether every state is reached, whether the scope ends
//! (section 3).

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Scope, State, StateKind};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::source::Text;

impl Checker<'_> {
    /// TRANS-8 and TRANS-10, for one `States` object.
    pub(super) fn graph(&mut self, scope: &Scope) {
        if scope.states.is_empty() {
            return;
        }
        let states: BTreeMap<&str, &State> = scope
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
        // With an unknown target or type, what is reachable is a guess.
        let known = scope
            .states
            .iter()
            .all(|state| !matches!(state.kind, StateKind::Unknown));
        let Some(start) = scope.start_at.as_ref().filter(|_| !broken && known) else {
            return;
        };
        self.reachable(scope, &states, start);
        self.terminal(scope);
    }

    fn unknown_target(&mut self, scope: &Scope, target: &Text) {
        let name = target.value.as_str();
        if let Some(elsewhere) = self.find_elsewhere(name) {
            // TRANS-8
            self.report(
                Diagnostic::error(
                    Code::TargetElsewhere,
                    target.span,
                    format!("no transition leads from here to `{name}`"),
                )
                .label("a transition stays inside its own `States`")
                .secondary(elsewhere, "defined in another one"),
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
        if let Some(near) = suggest::nearest(name, names) {
            diagnostic = diagnostic.suggest(target.inner(), json_inner(near));
        }
        self.report(diagnostic);
    }

    /// TRANS-10: true reachability, by following transitions from `StartAt`.
    fn reachable(&mut self, scope: &Scope, states: &BTreeMap<&str, &State>, start: &Text) {
        let mut reached = BTreeSet::new();
        let mut open = vec![start.value.as_str()];
        while let Some(name) = open.pop() {
            if !reached.insert(name) {
                continue;
            }
            if let Some(state) = states.get(name) {
                open.extend(state.targets().into_iter().map(|text| text.value.as_str()));
            }
        }
        for state in &scope.states {
            let name = state.name.value.as_str();
            if reached.contains(name) {
                continue;
            }
            let incoming = scope.states.iter().any(|other| {
                other.name.value != name && other.targets().iter().any(|t| t.value == name)
            });
            let label = if incoming {
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
    }

    /// TRANS-10: a terminal state exists.
    fn terminal(&mut self, scope: &Scope) {
        if scope.states.iter().any(State::is_terminal) {
            return;
        }
        let span = scope.states_key.unwrap_or(scope.span);
        self.report(
            Diagnostic::error(
                Code::NoTerminal,
                span,
                "no state ends this machine, it could only run for ever",
            )
            .label("none of these states is terminal")
            .help("give a state `\"End\": true`, or add a Succeed or Fail state"),
        );
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
                    .label("what comes after it is missing"),
                );
            }
            _ => {}
        }
    }
}

/// A string as it is written in JSON, without the quotes.
fn json_inner(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(text).to_owned()
}
