//! Variables across scopes (section 14).

mod flow;
mod set;

use std::collections::BTreeMap;

use crate::ast::{Assign, PathText, Root, Scope, State, StateKind};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

use flow::Entry;
use set::Set;

/// Variables by name, each with the place of its first assignment.
type Assigned<'a> = BTreeMap<&'a str, Span>;

impl Checker<'_> {
    /// VAR-15: a name assigned in an enclosing scope is not assigned in an inner one.
    pub(super) fn shadowing<'a>(&mut self, scope: &'a Scope, outer: &mut Assigned<'a>) {
        let mut own: Vec<&'a Text> = Vec::new();
        for name in scope.states.iter().flat_map(assigned) {
            match outer.get(name.value.as_str()) {
                Some(first) => self.shadowed(name, *first),
                None => own.push(name),
            }
        }
        for name in &own {
            outer.entry(&name.value).or_insert(name.span);
        }
        for nested in scope.states.iter().flat_map(State::scopes) {
            self.shadowing(nested, outer);
        }
        for name in own {
            outer.remove(name.value.as_str());
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

/// Every variable of the definition, with a number and the place of its first assignment.
pub(super) struct Variables<'a>(BTreeMap<&'a str, (usize, Span)>);

impl<'a> Variables<'a> {
    /// The variables of a machine.
    pub(super) fn of(scope: &'a Scope) -> Self {
        let mut variables = BTreeMap::new();
        let mut open = vec![scope];
        while let Some(scope) = open.pop() {
            for state in &scope.states {
                for name in assigned(state) {
                    let number = variables.len();
                    let known = variables.entry(name.value.as_str());
                    let (_, first) = known.or_insert((number, name.span));
                    *first = name.span.min(*first);
                }
                open.extend(state.scopes());
            }
        }
        Self(variables)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.0.get(name).map(|(number, _)| *number)
    }

    /// The variables that some `Assign` fields assign.
    fn set<'n>(&self, names: impl IntoIterator<Item = &'n Text>) -> Set {
        let mut set = Set::default();
        let numbers = names
            .into_iter()
            .filter_map(|name| self.number(&name.value));
        numbers.for_each(|number| set.insert(number));
        set
    }
}

/// What the states of a scope may know of the scopes around it.
#[derive(Clone, Default)]
pub(super) struct Visible {
    /// Variables that have or may have a value when the scope begins.
    assigned: Entry,
    /// Variables that enclosing scopes assign somewhere.
    declared: Set,
    /// Variables on the other side of a distributed Map (VAR-14).
    hidden: Set,
}

impl Checker<'_> {
    /// VAR-14, VAR-17: every variable that is read may have a value by then.
    pub(super) fn reads(&mut self, scope: &Scope, variables: &Variables<'_>, outer: &Visible) {
        let mut declared = outer.declared.clone();
        declared.unite(&variables.set(scope.states.iter().flat_map(assigned)));
        let at_entry = flow::at_entry(scope, variables, &outer.assigned);
        for (state, known) in scope.states.iter().zip(&at_entry) {
            let known = known.as_ref();
            for path in state.reads() {
                for read in path.path.with_outer() {
                    // A state that nothing reaches is refused for that.
                    if let (Root::Variable(name), Some(known)) = (&read.root, known) {
                        self.read(name, path, known, variables, (&declared, &outer.hidden));
                    }
                }
            }
            for nested in state.scopes() {
                let inner = match nested.is_distributed() {
                    true => {
                        let mut hidden = declared.clone();
                        hidden.unite(&outer.hidden);
                        Visible {
                            hidden,
                            ..Visible::default()
                        }
                    }
                    false => Visible {
                        assigned: known.unwrap_or(&outer.assigned).clone(),
                        declared: declared.clone(),
                        hidden: outer.hidden.clone(),
                    },
                };
                self.reads(nested, variables, &inner);
            }
        }
    }

    fn read(
        &mut self,
        name: &str,
        path: &PathText,
        known: &Entry,
        variables: &Variables<'_>,
        (declared, hidden): (&Set, &Set),
    ) {
        let span = path.text.span;
        let number = variables.number(name);
        let is_in = |set: &Set| number.is_some_and(|number| set.contains(number));
        if is_in(&known.surely) {
            return;
        }
        if self.machine.has_unreadable_assign && !is_in(hidden) {
            return;
        }
        let diagnostic = if is_in(&known.maybe) {
            self.not_surely(name, span, variables)
        } else if is_in(declared) {
            Diagnostic::warning(
                Code::ReadTooEarly,
                span,
                format!("`${name}` cannot have a value here"),
            )
            .label("on no way to this state is it assigned")
            .help("what a state assigns can be read from the next state on")
        } else if is_in(hidden) {
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
            self.never_assigned(name, span, variables, declared)
        };
        self.report(diagnostic);
    }

    /// A note: which ways go together is not in the graph.
    fn not_surely(&self, name: &str, span: Span, variables: &Variables<'_>) -> Diagnostic {
        let diagnostic = Diagnostic::note(
            Code::NotSurelyAssigned,
            span,
            format!("`${name}` may have no value here"),
        )
        .label("some way to this state does not assign it")
        .help("assign it before the ways part, or on each of them");
        match variables.0.get(name) {
            Some((_, first)) => diagnostic.secondary(*first, "first assigned here"),
            None => diagnostic,
        }
    }

    fn never_assigned(
        &mut self,
        name: &str,
        span: Span,
        variables: &Variables<'_>,
        declared: &Set,
    ) -> Diagnostic {
        let visible = variables.0.iter();
        let visible = visible.filter(|(_, (number, _))| declared.contains(*number));
        let near = self.nearest(name, visible.map(|(name, _)| *name));
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
        .flat_map(names)
        .collect()
}

/// The variables of an `Assign` field.
fn names(assign: &Assign) -> impl Iterator<Item = &Text> {
    assign.variables.iter().map(|(name, _)| name)
}
