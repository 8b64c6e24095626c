//! What the AWS service asks of a resource and of the fields that go with it (TASK-11).

use crate::ast::{Argument, Call, Path, PathField, State, Task, Template, TemplateKind};
use crate::check::Checker;
use crate::check::services::{self, Action, Service};
use crate::check::tasks::{Pattern, pattern_suffix, service_call};
use crate::diagnostic::{Code, Diagnostic, Severity, suggest};
use crate::dialect::{MachineType, Resources};
use crate::source::{Span, Text};

/// The service through which all others are called.
const SDK: &str = "aws-sdk";

impl Checker<'_> {
    /// Whether resources are those of the AWS service.
    pub(super) fn knows_services(&self) -> bool {
        self.options.dialect.rules().resources == Resources::Aws
    }

    /// What a Task asks of the service.
    pub(super) fn integration(&mut self, state: &State, task: &Task) {
        if !self.knows_services() {
            return;
        }
        let Some(resource) = &task.resource else {
            return;
        };
        self.pattern(resource);
        self.express(resource);
        self.resource(resource, task.work.parameters.as_ref());
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
            Some(near) => diagnostic.suggest_keyword(span, suffix, near),
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

    /// TASK-11: what is called exists, in this pattern, and is told what it needs.
    fn resource(&mut self, resource: &Text, parameters: Option<&Template>) {
        // A placeholder without a value may be anything.
        if resource.value.contains("${") || resource.value.is_empty() {
            return;
        }
        if !is_uri(&resource.value) {
            self.not_a_uri(resource);
            return;
        }
        let Some(call) = service_call(&resource.value) else {
            return;
        };
        let api = call.split('.').next().unwrap_or(call);
        let start = resource.value.len() - call.len();
        let (name, action) = api.split_once(':').unwrap_or((api, ""));
        let place = resource.span_of(start..start + name.len());
        if name == SDK {
            self.offered(resource, name, false, true, Severity::Warning);
            return;
        }
        let Some(service) = services::service(name) else {
            self.unknown_service(place, name);
            return;
        };
        let Some(found) = service.action(action) else {
            let start = start + name.len() + 1;
            let place = resource.span_of(start..start + action.len());
            self.unknown_action(place, service, action);
            return;
        };
        let severity = severity(service);
        self.offered(resource, name, service.sync, service.token, severity);
        match parameters {
            Some(parameters) => self.required(resource, api, found, parameters),
            None => self.no_parameters(resource, api, found),
        }
    }

    /// TASK-1. A note: what runs here may be called by any name, even in the service's dialect.
    fn not_a_uri(&mut self, resource: &Text) {
        self.report(
            Diagnostic::note(
                Code::NotAUri,
                resource.span,
                format!("the resource `{}` is no URI", resource.value),
            )
            .label("the service refuses it")
            .help("resources of the service look like `arn:aws:states:::lambda:invoke`"),
        );
    }

    fn unknown_service(&mut self, place: Span, name: &str) {
        let diagnostic = Diagnostic::warning(
            Code::UnknownService,
            place,
            format!("there is no integration of a service `{name}` that is known here"),
        )
        .label("the service may refuse it");
        let near = self.nearest(name, services::names());
        self.report(match near {
            Some(near) => diagnostic.suggest_keyword(place, name, near),
            None => diagnostic.help(format!(
                "services without an integration of their own are called as \
                 `arn:aws:states:::{SDK}:{name}:…`"
            )),
        });
    }

    /// aws-facts 160
    fn unknown_action(&mut self, place: Span, service: &Service, action: &str) {
        let name = service.name;
        let diagnostic = Diagnostic::error(
            Code::UnknownService,
            place,
            match action {
                "" => format!("the resource names no action of `{name}`"),
                _ => format!("the integration of `{name}` has no action `{action}`"),
            },
        )
        .severity(severity(service))
        .label("not recognised by the service");
        let actions = service.actions.iter().map(|action| action.name);
        let near = self.nearest(action, actions);
        self.report(match near {
            Some(near) => diagnostic.suggest_keyword(place, action, near),
            None => diagnostic.help(format!(
                "other actions are called through the SDK: \
                 `arn:aws:states:::{SDK}:{name}:{action}`"
            )),
        });
    }

    fn offered(
        &mut self,
        resource: &Text,
        name: &str,
        sync: bool,
        token: bool,
        severity: Severity,
    ) {
        let pattern = Pattern::of(&resource.value);
        let is_offered = match pattern {
            Pattern::RequestResponse => true,
            Pattern::Sync => sync,
            Pattern::Sync2 => name == "states",
            Pattern::WaitForTaskToken => token,
        };
        if is_offered {
            return;
        }
        let end = resource.value.len();
        let span = resource.span_of(end - pattern.suffix().len()..end);
        let mut offered = Vec::new();
        offered.extend(sync.then_some("`.sync`"));
        offered.extend(token.then_some("`.waitForTaskToken`"));
        self.report(
            Diagnostic::error(
                Code::PatternNotOffered,
                span,
                format!("`{name}` does not offer the pattern `{}`", pattern.suffix()),
            )
            .severity(severity)
            .label("not recognised by the service")
            .help(match offered.as_slice() {
                [] => "it goes on with the response, without a pattern".to_owned(),
                offered => format!("it offers {}", offered.join(" and ")),
            }),
        );
    }

    /// A note: the input may be what the parameters should be.
    fn no_parameters(&mut self, resource: &Text, api: &str, action: &Action) {
        let Some(one_of) = action.required.first() else {
            return;
        };
        // Who has an error to repair has no eye for it.
        if self.diagnostics.has_errors() {
            return;
        }
        self.report(
            Diagnostic::note(
                Code::MissingParameter,
                resource.span,
                format!(
                    "`{api}` needs {}, and the state has no `Parameters`",
                    listed(one_of)
                ),
            )
            .label("only the input can have it"),
        );
    }

    fn required(&mut self, resource: &Text, api: &str, action: &Action, parameters: &Template) {
        let Some(given) = member_names(parameters) else {
            return;
        };
        for one_of in action.required {
            if given
                .iter()
                .any(|name| one_of.contains(&name.value.as_str()))
            {
                continue;
            }
            let listed = listed(one_of);
            let mut diagnostic = Diagnostic::warning(
                Code::MissingParameter,
                resource.span,
                format!("`{api}` needs {listed}"),
            )
            .label("the service refuses the call without it");
            let misspelt = given.iter().find_map(|name| {
                let near = suggest::nearest(&name.value, one_of.iter().copied())?;
                Some((name.span, near))
            });
            diagnostic = match misspelt {
                Some((span, near)) => diagnostic.secondary(span, format!("did you mean `{near}`?")),
                None => diagnostic.help("add it to `Parameters`"),
            };
            self.report(diagnostic);
        }
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

/// Whether a text begins as a URI does, with a scheme, and has no blank in it (RFC 3986).
fn is_uri(text: &str) -> bool {
    let is_in_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(is_in_scheme)
        && !text.contains(char::is_whitespace)
}

/// Parameters of which one is needed, in words.
fn listed(one_of: &[&str]) -> String {
    let names: Vec<String> = one_of.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [name] => format!("the parameter {name}"),
        _ => format!("one of the parameters {}", names.join(", ")),
    }
}

/// What the table says of a closed service is certain.
fn severity(service: &Service) -> Severity {
    match service.closed {
        true => Severity::Error,
        false => Severity::Warning,
    }
}

/// The members that parameters have; `None` where they are no object.
fn member_names(parameters: &Template) -> Option<Vec<&Text>> {
    match &parameters.kind {
        TemplateKind::Constant(node) => {
            let members = node.as_object()?.iter();
            Some(members.map(|member| &member.key).collect())
        }
        TemplateKind::Object(members) => Some(members.iter().map(|(name, _)| name).collect()),
        _ => None,
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
