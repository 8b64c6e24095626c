//! Variables across scopes (section 14).

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{PathText, Root, Scope, State, StateKind};
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

/// What the states of a scope may know of the scopes around it.
#[derive(Clone, Default)]
pub(super) struct Visible<'a> {
    /// Variables that may have a value when the scope begins.
    assigned: BTreeSet<&'a str>,
    /// Variables that enclosing scopes assign somewhere.
    declared: BTreeSet<&'a str>,
    /// Variables on the other side of a distributed Map (VAR-14).
    hidden: BTreeSet<&'a str>,
}

impl Checker<'_> {
    /// VAR-14, VAR-17: every variable that is read may have a value by then.
    pub(super) fn reads<'a>(&mut self, scope: &'a Scope, outer: &Visible<'a>) {
        let own = scope.states.iter().flat_map(assigned);
        let mut declared = outer.declared.clone();
        declared.extend(own.map(|name| name.value.as_str()));
        let at_entry = may_be_assigned(scope, &outer.assigned);
        for state in &scope.states {
            let known = at_entry.get(state.name.value.as_str());
            for path in state.reads() {
                for read in path.path.with_outer() {
                    if let Root::Variable(name) = &read.root {
                        self.read(name, path, known, &declared, outer);
                    }
                }
            }
            for nested in state.scopes() {
                let inner = match nested.is_distributed() {
                    true => Visible {
                        hidden: declared.union(&outer.hidden).copied().collect(),
                        ..Visible::default()
                    },
                    false => Visible {
                        assigned: known.unwrap_or(&outer.assigned).clone(),
                        declared: declared.clone(),
                        hidden: outer.hidden.clone(),
                    },
                };
                self.reads(nested, &inner);
            }
        }
    }

    fn read(
        &mut self,
        name: &str,
        path: &PathText,
        known: Option<&BTreeSet<&str>>,
        declared: &BTreeSet<&str>,
        outer: &Visible<'_>,
    ) {
        let span = path.text.span;
        // A state that nothing reaches is refused for that.
        let Some(known) = known.filter(|known| !known.contains(name)) else {
            return;
        };
        let diagnostic = if declared.contains(name) {
            Diagnostic::warning(
                Code::ReadTooEarly,
                span,
                format!("`${name}` cannot have a value here"),
            )
            .label("on no way to this state is it assigned")
            .help("what a state assigns can be read from the next state on")
        } else if outer.hidden.contains(name) {
            Diagnostic::error(
                Code::HiddenVariable,
                span,
                format!(
                    "a distributed Map does not see the variable `${name}` of its surroundings"
                ),
            )
            .label("every iteration is an execution of its own")
            .help("pass the value on in `ItemSelector`")
        } else {
            let near = self.nearest(name, declared.iter().copied().chain(known.iter().copied()));
            let diagnostic = Diagnostic::warning(
                Code::NeverAssigned,
                span,
                format!("no state here ever assigns the variable `${name}`"),
            )
            .label("has no value, so that reading it always fails");
            match near {
                Some(near) => diagnostic.help(format!("did you mean `${near}`?")),
                None => diagnostic,
            }
        };
        self.report(diagnostic);
    }
}

/// For each state that can be reached, the variables that may have a value when it is entered:
/// those of any way that leads to it.
fn may_be_assigned<'a>(
    scope: &'a Scope,
    outer: &BTreeSet<&'a str>,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let states: BTreeMap<&str, &State> = scope
        .states
        .iter()
        .map(|state| (state.name.value.as_str(), state))
        .collect();
    let mut at_entry: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let start = scope.start_at.as_ref().map(|start| start.value.as_str());
    let Some((start, _)) = start.and_then(|start| states.get_key_value(start)) else {
        return at_entry;
    };
    at_entry.insert(start, outer.clone());
    let mut open = vec![*start];
    while let Some(name) = open.pop() {
        let (Some(state), Some(known)) = (states.get(name), at_entry.get(name)) else {
            continue;
        };
        let mut known = known.clone();
        known.extend(assigned(state).into_iter().map(|name| name.value.as_str()));
        for target in state.targets() {
            let Some((target, _)) = states.get_key_value(target.value.as_str()) else {
                continue;
            };
            match at_entry.get_mut(target) {
                None => {
                    at_entry.insert(target, known.clone());
                    open.push(target);
                }
                Some(before) if !known.is_subset(before) => {
                    before.extend(&known);
                    open.push(target);
                }
                Some(_) => {}
            }
        }
    }
    at_entry
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
