//! Paths into the Context Object: whether what they read exists, and here (CTX-2, CTX-4).

use crate::ast::{Path, PathText, Root, State, StateKind, Step};
use crate::check::Checker;
use crate::check::tasks::{Pattern, service_call};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// What a part of the Context Object holds.
enum Part {
    /// A string or a number.
    Scalar,
    /// Whatever the execution was given.
    Any,
    /// An object with these members.
    Object(&'static [(&'static str, Part)]),
}

/// CTX-2
const CONTEXT: Part = Part::Object(&[
    (
        "Execution",
        Part::Object(&[
            ("Id", Part::Scalar),
            ("Input", Part::Any),
            ("Name", Part::Scalar),
            ("RoleArn", Part::Scalar),
            ("StartTime", Part::Scalar),
            ("RedriveCount", Part::Scalar),
            ("RedriveTime", Part::Scalar),
        ]),
    ),
    (
        "State",
        Part::Object(&[
            ("EnteredTime", Part::Scalar),
            ("Name", Part::Scalar),
            ("RetryCount", Part::Scalar),
        ]),
    ),
    (
        "StateMachine",
        Part::Object(&[("Id", Part::Scalar), ("Name", Part::Scalar)]),
    ),
    ("Task", Part::Object(&[("Token", Part::Scalar)])),
    (
        "Map",
        Part::Object(&[(
            "Item",
            Part::Object(&[
                ("Index", Part::Scalar),
                ("Value", Part::Any),
                ("Key", Part::Scalar),
                ("Source", Part::Scalar),
            ]),
        )]),
    ),
]);

impl Checker<'_> {
    /// CTX-3: such a path never matches, so that the state always fails.
    pub(super) fn context(&mut self, state: &State) {
        for path in state.reads() {
            for read in path.path.with_outer() {
                if read.root == Root::Context && self.context_exists(read, path) {
                    self.context_here(state, read, path);
                }
            }
        }
    }

    /// Whether the path selects something that the Context Object has in some state.
    fn context_exists(&mut self, read: &Path, text: &PathText) -> bool {
        let mut part = &CONTEXT;
        let mut way = "$$".to_owned();
        for step in &read.steps {
            match (part, step) {
                (Part::Any, _) => return true,
                (Part::Object(members), Step::Key(key)) => {
                    let Some((_, inner)) = members.iter().find(|(name, _)| name == key) else {
                        let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
                        self.no_member(text, &way, key, &names);
                        return false;
                    };
                    part = inner;
                    way = format!("{way}.{key}");
                }
                // Several members, of which those that exist are selected.
                (Part::Object(_), _) => return false,
                (Part::Scalar, _) => {
                    self.no_object(text, &way);
                    return false;
                }
            }
        }
        true
    }

    fn no_member(&mut self, text: &PathText, way: &str, key: &str, names: &[&str]) {
        let span = place_of(text, key);
        let diagnostic = Diagnostic::warning(
            Code::UnknownContext,
            span,
            format!("`{way}` has no member `{key}`"),
        )
        .label("never matches, so that the state always fails");
        let near = self.nearest(key, names.iter().copied());
        self.report(match near {
            Some(near) => diagnostic.suggest_keyword(span, key, near),
            None => diagnostic.help(format!("it has {}", listed(names))),
        });
    }

    fn no_object(&mut self, text: &PathText, way: &str) {
        self.report(
            Diagnostic::warning(
                Code::UnknownContext,
                text.text.span,
                format!("`{way}` has no members"),
            )
            .label("never matches, so that the state always fails"),
        );
    }

    fn context_here(&mut self, state: &State, read: &Path, text: &PathText) {
        let keys: Vec<&str> = read.steps.iter().map_while(key_of).take(2).collect();
        let (what, help) = match keys.as_slice() {
            ["Map", ..] if !self.has_item(state, text) => (
                "`$$.Map`",
                match self.options.dialect.rules().has_state_field("ItemSelector") {
                    true => "it exists in the `ItemSelector` of a Map, and inside its processor",
                    false => "it exists in the `Parameters` of a Map, and inside its `Iterator`",
                },
            ),
            ["Task", ..] if !self.has_token(state) => (
                "`$$.Task`",
                "it exists in a Task whose resource ends in `.waitForTaskToken`",
            ),
            ["State", "RetryCount"] if state.work().is_none() => (
                "`$$.State.RetryCount`",
                "it exists in the states that have a `Retry`: Task, Parallel and Map",
            ),
            _ => return,
        };
        self.report(
            Diagnostic::warning(
                Code::ContextNotHere,
                text.text.span,
                format!("{what} does not exist here"),
            )
            .label("never matches, so that the state always fails")
            .help(help),
        );
    }

    /// CTX-4: for the service, also inside the processor.
    fn has_item(&self, state: &State, text: &PathText) -> bool {
        let selector = match &state.kind {
            StateKind::Map(map) => [&map.item_selector, &map.work.parameters],
            _ => [&None, &None],
        };
        let selectors = selector.into_iter().flatten();
        let span = text.text.span;
        self.in_map
            || selectors
                .map(|selector| selector.span)
                .any(|around| around.start <= span.start && span.end <= around.end)
    }

    /// CTX-2; a job offers its token too (aws-facts 145). In dialect `asl`, what is no integration of
    /// the AWS service may be completed by its token, whatever it is called.
    fn has_token(&self, state: &State) -> bool {
        let StateKind::Task(task) = &state.kind else {
            return false;
        };
        let Some(resource) = task.resource.as_ref().map(|text| text.value.as_str()) else {
            return true;
        };
        let is_of_service = self.knows_services() || service_call(resource).is_some();
        !is_of_service || Pattern::of(resource) != Pattern::RequestResponse
    }
}

fn key_of(step: &Step) -> Option<&str> {
    match step {
        Step::Key(key) => Some(key),
        _ => None,
    }
}

/// Where a member is named: the last place, since those before it exist. All of the path if it is
/// written with escapes.
fn place_of(text: &PathText, key: &str) -> Span {
    match text.text.value.rfind(key) {
        Some(at) => text.text.span_of(at..at + key.len()),
        None => text.text.span,
    }
}

fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
