//! What must hold of a definition beyond the shape of its fields. The last stage that can
//! refuse one: what passes here is lowered without a further question.

mod choice;
mod context;
mod cycles;
mod endless;
mod graph;
mod handlers;
mod integration;
mod later;
mod map;
mod names;
mod services;
mod tasks;
mod variables;

pub use names::{Names, TaskName};
pub use tasks::{Pattern, TaskKey, task_key};

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::ast::{Machine, Scope, State, StateKind};
use crate::check::variables::{Variables, Visible};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, suggest};
use crate::options::Options;
use crate::source::Span;

/// Checks everything that can be checked without running, and gives states and tasks their Rust
/// names. Findings go to `diagnostics`.
pub fn check(machine: &Machine, options: &Options, diagnostics: &mut Diagnostics) -> Names {
    let (defined, crossed, raised) = survey(&machine.scope);
    let mut checker = Checker {
        machine,
        defined,
        crossed,
        raised,
        in_map: false,
        suggestions: suggest::SHOWN,
        options,
        diagnostics,
    };
    checker.later_machine(machine);
    checker.scope(&machine.scope);
    checker.duplicate_states(&machine.scope);
    checker.duplicate_labels(&machine.scope);
    checker.shadowing(&machine.scope, &mut BTreeMap::new());
    let variables = Variables::of(&machine.scope);
    checker.reads(&machine.scope, &variables, &Visible::default());
    checker.names(machine)
}

struct Checker<'a> {
    machine: &'a Machine,
    /// Every state of every scope, and where it is defined.
    defined: HashMap<&'a str, Span>,
    /// States that are the target of a transition from another scope.
    crossed: HashSet<&'a str>,
    /// The errors that Fail states report.
    raised: HashSet<&'a str>,
    /// Whether the state that is checked is inside the processor of a Map.
    in_map: bool,
    /// How many near names are still looked for.
    suggestions: usize,
    options: &'a Options,
    diagnostics: &'a mut Diagnostics,
}

impl Checker<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn scope(&mut self, scope: &Scope) {
        self.graph(scope);
        for state in &scope.states {
            self.state(state);
            let outer = self.in_map;
            self.in_map |= matches!(state.kind, StateKind::Map(_));
            for nested in state.scopes() {
                self.scope(nested);
            }
            self.in_map = outer;
        }
    }

    fn state(&mut self, state: &State) {
        if self.later_state(state) {
            return;
        }
        self.transition(state);
        self.context(state);
        if let Some(work) = state.work() {
            self.handlers(work);
        }
        match &state.kind {
            StateKind::Task(task) => {
                self.heartbeat(task);
                self.integration(state, task);
            }
            StateKind::Choice(choice) => self.default(state, choice),
            StateKind::Map(map) => self.map(map),
            StateKind::Fail(fail) => self.reserved_error(fail),
            _ => {}
        }
    }

    /// TASK-5, for literals.
    fn heartbeat(&mut self, task: &crate::ast::Task) {
        let Some(heartbeat) = &task.heartbeat else {
            return;
        };
        let (timeout, at) = match (&task.timeout, &task.timeout_path) {
            (Some(timeout), _) => (timeout.value, Some(timeout.span)),
            (None, Some(_)) => return,
            (None, None) => match self.options.dialect.rules().default_task_timeout {
                Some(default) => (default, None),
                None => return,
            },
        };
        if heartbeat.value < timeout {
            return;
        }
        let mut diagnostic = Diagnostic::error(
            Code::HeartbeatNotBelowTimeout,
            heartbeat.span,
            match at {
                Some(_) => format!(
                    "`HeartbeatSeconds` must be smaller than `TimeoutSeconds`, which is {timeout}"
                ),
                None => format!(
                    "`HeartbeatSeconds` must be smaller than the {timeout} seconds a task has"
                ),
            },
        )
        .label("no heartbeat could ever be missed");
        diagnostic = match at {
            Some(at) => diagnostic.secondary(at, "the timeout"),
            None => diagnostic.help(format!(
                "without `TimeoutSeconds` a task has {timeout} seconds"
            )),
        };
        self.report(diagnostic);
    }

    /// A name close to `word`, for the first findings of a definition: nobody reads the others'.
    fn nearest<'c>(
        &mut self,
        word: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        suggest::nearest(word, candidates)
    }

    /// STATE-2.
    fn duplicate_states(&mut self, scope: &Scope) {
        if count(scope) == self.defined.len() {
            return;
        }
        let mut places: BTreeMap<&str, Vec<(usize, Span)>> = BTreeMap::new();
        let mut open = vec![scope];
        let mut scopes = 0;
        while let Some(scope) = open.pop() {
            for state in &scope.states {
                let name = state.name.value.as_str();
                places
                    .entry(name)
                    .or_default()
                    .push((scopes, state.name.span));
                open.extend(state.scopes());
            }
            scopes += 1;
        }
        for (name, mut spans) in places {
            spans.sort_by_key(|(_, span)| *span);
            let Some(((in_scope, first), again)) = spans.split_first() else {
                continue;
            };
            for (scope, span) in again {
                // Twice in one object is a duplicate key, and reported as such.
                if scope == in_scope {
                    continue;
                }
                self.report(
                    Diagnostic::error(
                        Code::DuplicateState,
                        *span,
                        format!("the definition has two states named `{name}`"),
                    )
                    .label("names are unique across branches and nested machines too")
                    .secondary(*first, "the first"),
                );
            }
        }
    }
}

/// How many states there are, nested ones included.
fn count(scope: &Scope) -> usize {
    let mut count = 0;
    let mut open = vec![scope];
    while let Some(scope) = open.pop() {
        count += scope.states.len();
        open.extend(scope.states.iter().flat_map(State::scopes));
    }
    count
}

/// Every state with its place, the targets of transitions that leave their scope, and the errors
/// that Fail states report.
fn survey(scope: &Scope) -> (HashMap<&str, Span>, HashSet<&str>, HashSet<&str>) {
    let mut defined = HashMap::new();
    let mut crossed = HashSet::new();
    let mut raised = HashSet::new();
    let mut open = vec![scope];
    while let Some(scope) = open.pop() {
        let own: HashSet<&str> = scope.states.iter().map(|s| s.name.value.as_str()).collect();
        let targets = scope.states.iter().flat_map(State::targets);
        for target in targets.chain(&scope.start_at) {
            if !own.contains(target.value.as_str()) {
                crossed.insert(target.value.as_str());
            }
        }
        for state in &scope.states {
            defined
                .entry(state.name.value.as_str())
                .or_insert(state.name.span);
            if let StateKind::Fail(fail) = &state.kind {
                raised.extend(fail.error.iter().map(|error| error.value.as_str()));
            }
            open.extend(state.scopes());
        }
    }
    (defined, crossed, raised)
}
