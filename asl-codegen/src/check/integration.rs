//! What the AWS service asks of a resource and of the fields that go with it (TASK-11).

use crate::ast::{Argument, Call, Path, PathField, State, Task, Template, TemplateKind};
use crate::check::Checker;
use crate::check::tasks::{Pattern, pattern_suffix};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::{MachineType, Resources};
use crate::source::{Span, Text};

impl Checker<'_> {
    /// What a Task asks of the service.
    pub(super) fn integration(&mut self, state: &State, task: &Task) {
        if self.options.dialect.rules().resources != Resources::Aws {
            return;
        }
        let Some(resource) = &task.resource else {
            return;
        };
        self.pattern(resource);
        self.express(resource);
        // A path that was refused is not in the tree: it may have been the token's.
        let is_whole = !self.diagnostics.has_errors();
        if is_whole && Pattern::of(&resource.value) == Pattern::WaitForTaskToken {
            self.token(resource, state, task);
        }
    }

    fn pattern(&mut self, resource: &Text) {
        let Some(suffix) = pattern_suffix(&resource.value) else {
            return;
        };
        if Pattern::SUFFIXES.contains(&suffix) {
            return;
        }
        let end = resource.value.len();
        let span = resource.span_of(end - suffix.len()..end);
        let mut diagnostic = Diagnostic::error(
            Code::UnknownPattern,
            span,
            format!("`.{suffix}` is no integration pattern"),
        )
        .label("unknown pattern");
        let near = self.nearest(suffix, Pattern::SUFFIXES.iter().copied());
        diagnostic = match near {
            Some(near) => diagnostic.suggest(span, near),
            None => diagnostic.help(
                "the patterns are `.sync`, `.sync:2` and `.waitForTaskToken`; without one, the \
                 state goes on with the response",
            ),
        };
        self.report(diagnostic);
    }

    /// TASK-11: an express execution does not wait for others.
    fn express(&mut self, resource: &Text) {
        if self.options.machine_type != MachineType::Express {
            return;
        }
        let pattern = Pattern::of(&resource.value);
        let (span, what) = if pattern != Pattern::RequestResponse {
            let suffix = pattern.suffix();
            let end = resource.value.len();
            let span = resource.span_of(end.saturating_sub(suffix.len())..end);
            (span, format!("the integration pattern `{suffix}`"))
        } else if is_activity(&resource.value) {
            (resource.span, "activities".to_owned())
        } else {
            return;
        };
        self.not_in_express(span, &what);
    }

    /// Something that only standard machines have.
    pub(super) fn not_in_express(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::error(
                Code::NotInExpress,
                span,
                format!("express machines do not support {what}"),
            )
            .label("only for standard machines")
            .help("leave out `machine_type = express` to compile a standard machine"),
        );
    }

    /// Whoever is to complete the task has to be told its token.
    fn token(&mut self, resource: &Text, state: &State, task: &Task) {
        let templates = [&task.work.parameters, &task.credentials];
        let input = match &state.input_path {
            Some(PathField::Path(path)) => reads_token(&path.path),
            _ => false,
        };
        if input || templates.into_iter().flatten().any(mentions_token) {
            return;
        }
        self.report(
            Diagnostic::warning(
                Code::TokenNotPassed,
                resource.span,
                "the state waits for its task token, but gives it to nobody",
            )
            .label("waits until the token is sent back")
            .help("pass it on in `Parameters`: `\"TaskToken.$\": \"$$.Task.Token\"`"),
        );
    }
}

/// `arn:…:states:…:activity:NAME`.
fn is_activity(resource: &str) -> bool {
    resource.starts_with("arn:") && resource.contains(":states:") && resource.contains(":activity:")
}

fn mentions_token(template: &Template) -> bool {
    match &template.kind {
        TemplateKind::Constant(_) => false,
        TemplateKind::Array(items) => items.iter().any(mentions_token),
        TemplateKind::Object(members) => members.iter().any(|(_, value)| mentions_token(value)),
        TemplateKind::Path(path) => reads_token(&path.path),
        TemplateKind::Call(call) => is_given_token(call),
    }
}

/// Recursive: calls are nested no deeper than the parser lets them (INTR-9).
fn is_given_token(call: &Call) -> bool {
    call.arguments.iter().any(|argument| match argument {
        Argument::Path(path) => reads_token(&path.path),
        Argument::Call(call) => is_given_token(call),
        _ => false,
    })
}

/// Whether a path selects `$$.Task.Token`, or an object that holds it.
fn reads_token(path: &Path) -> bool {
    path.may_reach(&["Task", "Token"])
}
