//! Variables across scopes (section 14).

use std::collections::BTreeMap;

use crate::ast::{Scope, State, StateKind};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

/// Variables by name, each with the place of its first assignment.
type Assigned<'a> = BTreeMap<&'a str, Span>;

impl Checker<'_> {
    /// VAR-15: a name assigned in an enclosing scope is not assigned in an inner one.
    pub(super) fn shadowing<'a>(&mut self, scope: &'a Scope, outer: &Assigned<'a>) {
        let mut visible = outer.clone();
        for state in &scope.states {
            for name in assigned(state) {
                match outer.get(name.value.as_str()) {
                    Some(first) => self.shadowed(name, *first),
                    None => {
                        visible.entry(&name.value).or_insert(name.span);
                    }
                }
            }
        }
        for nested in scope.states.iter().flat_map(State::scopes) {
            self.shadowing(nested, &visible);
        }
    }

    fn shadowed(&mut self, name: &Text, first: Span) {
        self.report(
            Diagnostic::error(
                Code::ShadowedVariable,
                name.span,
                format!("`{}` is a variable of an enclosing scope", name.value),
            )
            .label("cannot be assigned in here")
            .secondary(first, "assigned here")
            .help("give one of them another name; data leaves a branch through its output"),
        );
    }
}

/// Every variable a state assigns, in the order of the file (VAR-12).
fn assigned(state: &State) -> Vec<&Text> {
    let rules = match &state.kind {
        StateKind::Choice(choice) => choice.rules.as_slice(),
        _ => &[],
    };
    let catchers = state.work().map_or(&[][..], |work| work.catch.as_slice());
    let assigns = state.assign.iter();
    let assigns = assigns.chain(rules.iter().filter_map(|rule| rule.assign.as_ref()));
    assigns
        .chain(
            catchers
                .iter()
                .filter_map(|catcher| catcher.assign.as_ref()),
        )
        .flat_map(|assign| assign.variables.iter().map(|(name, _)| name))
        .collect()
}
