//! What is read after its last obvious use: which states must keep their raw input, which parts
//! of the Context Object are read, and which scopes can suspend.

use crate::ir::{
    Action, Argument, Call, Catcher, Limit, Message, Pattern, Place, Program, Select, Selector,
    State, Task, Template, Test, TokenUse, Wait,
};

impl Program {
    /// Fills in what follows from the states. Without `is_optimised`, every document is kept.
    pub(crate) fn analyse(&mut self, is_optimised: bool) {
        let mut context_item = false;
        for state in &mut self.states {
            state.keep_input = !is_optimised || reads_raw_input(state);
            let (mut entered, mut token) = (false, false);
            let context = &mut self.context;
            let mut read = |selector: &Selector| {
                context.execution_input |= reads(selector, &["Execution", "Input"]);
                context.start_time |= reads(selector, &["Execution", "StartTime"]);
                entered |= reads(selector, &["State", "EnteredTime"]);
                // Not by `$$`: whoever hands on the whole does not ask for a token.
                token |= !selector.path.steps.is_empty() && reads(selector, &["Task", "Token"]);
            };
            item_selector(state).for_each(|t| in_template(t, &mut read));
            each_path(state, &mut |selector| {
                read(selector);
                context_item |= reads(selector, &["Map", "Item"]);
            });
            state.reads_entered_time = entered;
            state.token = token_use(&self.tasks, &state.action, token);
        }
        self.context.map_item = context_item;
        let inside = self.suspends_inside();
        for branch in &mut self.branches {
            let parent = self.states.get(branch.start.0).and_then(|s| s.parent);
            branch.suspends = parent
                .and_then(|parent| inside.get(parent.0))
                .copied()
                .unwrap_or(true);
        }
    }

    /// For each state, whether one nested in it may wait: for a task, a Wait, before a
    /// retry, or for the clock.
    fn suspends_inside(&self) -> Vec<bool> {
        let mut inside = vec![false; self.states.len()];
        // Nested states come after the one they are in.
        for (index, state) in self.states.iter().enumerate().rev() {
            let works = calls_out(&state.action);
            let waits = works
                || !state.retry.is_empty()
                || state.reads_entered_time
                || inside.get(index) == Some(&true);
            let parent = state.parent.and_then(|parent| inside.get_mut(parent.0));
            if let Some(parent) = parent {
                *parent |= waits;
            }
        }
        inside
    }
}

/// Whether a state has to wait for something besides what is nested in it.
fn calls_out(action: &Action) -> bool {
    match action {
        Action::Task { .. } | Action::Wait { .. } => true,
        Action::Map(map) => map.reader.is_some() || map.writes(),
        _ => false,
    }
}

/// The driver keeps the raw input of a state whose retry starts over from it (RETRY-8), or whose
/// result or error is placed into it (IO-11, CATCH-4).
fn reads_raw_input(state: &State) -> bool {
    let placed = |place: &Place| *place != Place::Replace;
    let caught = |catcher: &Catcher| placed(&catcher.place);
    !state.retry.is_empty()
        || state.catch.iter().any(caught)
        || state.after().is_some_and(|after| placed(&after.place))
}

/// CTX-2; a token that is read may be sent back though nothing waits for it.
fn token_use(tasks: &[Task], action: &Action, is_read: bool) -> TokenUse {
    let Action::Task { task, .. } = action else {
        return TokenUse::None;
    };
    let pattern = tasks.get(*task).map(|task| task.pattern);
    match (pattern, is_read) {
        (Some(Pattern::WaitForTaskToken), _) => TokenUse::Awaited,
        (_, true) => TokenUse::Offered,
        (_, false) => TokenUse::None,
    }
}

/// Whether a path, or one in its filters, reads the part of the Context Object at `name`, or an
/// object that holds it.
fn reads(selector: &Selector, name: &[&str]) -> bool {
    let paths = selector.path.with_outer();
    paths.into_iter().any(|path| path.may_reach(name))
}

/// The template of a Map in which `$$.Map.Item` is defined by the Map itself.
fn item_selector(state: &State) -> impl Iterator<Item = &Template> {
    let selector = match &state.action {
        Action::Map(map) => map.selector.as_ref(),
        _ => None,
    };
    selector.into_iter()
}

/// Every path of the state but those in a Map's `ItemSelector`.
fn each_path(state: &State, visit: &mut impl FnMut(&Selector)) {
    let rules = match &state.action {
        Action::Choice { rules, .. } => rules.as_slice(),
        _ => &[],
    };
    let assigns = state.catch.iter().map(|catcher| &catcher.assign);
    let assigns = assigns.chain(rules.iter().map(|rule| &rule.assign));
    for (_, value) in assigns.chain([&state.assign]).flatten().flatten() {
        in_template(value, visit);
    }
    for select in [&state.input, &state.output] {
        if let Select::Path(selector) = select {
            visit(selector);
        }
    }
    if let Some(after) = state.after() {
        after.selector.iter().for_each(|t| in_template(t, visit));
    }
    in_action(&state.action, visit);
}

/// Every path that is read before there is a result, whatever becomes of it.
fn in_action(action: &Action, visit: &mut impl FnMut(&Selector)) {
    match action {
        Action::Pass {
            parameters,
            selector,
            ..
        } => {
            let templates = parameters.iter().chain(selector);
            templates.for_each(|t| in_template(t, visit));
        }
        Action::Parallel { parameters, .. } => {
            parameters.iter().for_each(|t| in_template(t, visit));
        }
        Action::Task {
            parameters,
            credentials,
            timeout,
            heartbeat,
            ..
        } => {
            credentials.iter().for_each(|t| in_template(t, visit));
            parameters.iter().for_each(|t| in_template(t, visit));
            for limit in [timeout, heartbeat] {
                if let Limit::Path(selector) = limit {
                    visit(selector);
                }
            }
        }
        Action::Choice { rules, .. } => rules.iter().for_each(|rule| in_test(&rule.test, visit)),
        Action::Wait { wait, .. } => {
            if let Wait::SecondsPath(selector) | Wait::TimestampPath(selector) = wait {
                visit(selector);
            }
        }
        Action::Fail { error, cause } => {
            for message in error.iter().chain(cause) {
                match message {
                    Message::Text(_) => {}
                    Message::Path(selector) => visit(selector),
                    Message::Call(call) => in_call(call, visit),
                }
            }
        }
        Action::Map(map) => {
            map.items.iter().for_each(&mut *visit);
            for template in map.templates() {
                in_template(template, visit);
            }
        }
        Action::Succeed => {}
    }
}

fn in_template(template: &Template, visit: &mut impl FnMut(&Selector)) {
    match template {
        Template::Path(selector) => visit(selector),
        Template::Call(call) => in_call(call, visit),
        Template::Array(items) => items.iter().for_each(|item| in_template(item, visit)),
        Template::Object(members) => members.iter().for_each(|(_, v)| in_template(v, visit)),
        _ => {}
    }
}

fn in_call(call: &Call, visit: &mut impl FnMut(&Selector)) {
    for argument in &call.arguments {
        match argument {
            Argument::Path(selector) => visit(selector),
            Argument::Call(call) => in_call(call, visit),
            _ => {}
        }
    }
}

fn in_test(test: &Test, visit: &mut impl FnMut(&Selector)) {
    match test {
        Test::And(tests) | Test::Or(tests) => tests.iter().for_each(|test| in_test(test, visit)),
        Test::Not(test) => in_test(test, visit),
        Test::Data {
            variable,
            comparison,
        } => {
            visit(variable);
            if let Some(path) = comparison.operand_path() {
                visit(&Selector {
                    text: path.text.value.clone(),
                    path: path.path.clone(),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{PathRules, parse_path};

    #[test]
    fn ctx_2_a_part_is_kept_if_any_path_may_reach_it() {
        let input = |text: &str| {
            let path = parse_path(text, PathRules::ANY).unwrap();
            let selector = Selector {
                text: text.to_owned(),
                path,
            };
            reads(&selector, &["Execution", "Input"])
        };
        for path in [
            "$$",
            "$$.Execution",
            "$$.Execution.Input.a",
            "$$.Execution['Id','Input']",
            "$$.*.Input",
            "$$[*]",
            "$$..Input",
            "$$..x.y",
            "$$[?(@.Execution)].x",
            "$.a[?(@.b == $$.Execution.Input)]",
            "$x[?(@.b == $.c[?(@.d == $$.Execution.Input.e)])]",
            "$..[?(@.l[?(@.m == $$.Execution.Input)])]",
        ] {
            assert!(input(path), "{path}");
        }
        for path in [
            "$.Execution.Input",
            "$Execution.Input",
            "$$.Execution.Id",
            "$$.State['Name','Input']",
            "$$.*.Name",
            "$$[0]",
            "$.a[?(@.Execution.Input == $$.Execution.Id)]",
        ] {
            assert!(!input(path), "{path}");
        }
    }
}
