//! What a task is: the resource, except that a call of a Lambda function through
//! `lambda:invoke` is that function (architecture, section 2). A resource of Tencent's cloud is
//! called by its function or action.

use crate::ast::{Task, Template, TemplateKind};
use crate::parse::parse_qrn;
use crate::source::{Kind, Node};

/// How a state works together with a service (TASK-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// The state goes on with the response.
    RequestResponse,
    /// `.sync`: the state goes on when the job is done.
    Sync,
    /// `.sync:2`: the same, with another form of result.
    Sync2,
    /// `.waitForTaskToken`: the state goes on when its token is sent back.
    WaitForTaskToken,
}

impl Pattern {
    /// What a resource may end in.
    pub const SUFFIXES: &[&str] = &["sync", "sync:2", "waitForTaskToken"];

    /// The pattern of a resource.
    ///
    /// `.waitForTaskToken` counts on any resource, the others on those of services: what else a
    /// URI ends in is its own business (TASK-1).
    pub fn of(resource: &str) -> Pattern {
        if resource.ends_with(".waitForTaskToken") {
            return Pattern::WaitForTaskToken;
        }
        match pattern_suffix(resource) {
            Some("sync") => Pattern::Sync,
            Some("sync:2") => Pattern::Sync2,
            _ => Pattern::RequestResponse,
        }
    }

    /// What a resource of this pattern ends in.
    pub fn suffix(self) -> &'static str {
        match self {
            Pattern::RequestResponse => "",
            Pattern::Sync => ".sync",
            Pattern::Sync2 => ".sync:2",
            Pattern::WaitForTaskToken => ".waitForTaskToken",
        }
    }
}

/// What tells one task of a definition from another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskKey {
    /// `Resource`, as written.
    pub resource: String,
    /// The function, where the resource is `lambda:invoke` and `FunctionName` a constant; the
    /// function, action or machine that a resource of Tencent's cloud names (TCSL-58).
    pub function: Option<String>,
}

impl TaskKey {
    /// What an engineer names the task by: the function if there is one, else the resource.
    pub fn label(&self) -> &str {
        self.function.as_deref().unwrap_or(&self.resource)
    }

    /// How it works together with its service.
    pub fn pattern(&self) -> Pattern {
        Pattern::of(&self.resource)
    }

    /// The resource without its pattern.
    fn api(&self) -> &str {
        let suffix = self.pattern().suffix();
        self.resource.strip_suffix(suffix).unwrap_or(&self.resource)
    }

    /// Whether both are the same but for the pattern.
    pub fn is_same_api(&self, other: &TaskKey) -> bool {
        self.api() == other.api() && self.function == other.function
    }

    /// Whether it is a call of a Lambda function whose input and output are in an envelope.
    pub fn is_lambda_invoke(&self) -> bool {
        is_lambda_invoke(&self.resource)
    }

    /// Whether it is a Lambda function, however it is called.
    pub fn is_lambda(&self) -> bool {
        self.is_lambda_invoke() || self.resource.contains(":function:")
    }

    /// The part of the function or resource that reads as a name.
    pub fn short_name(&self) -> String {
        if let Ok(qrn) = parse_qrn(&self.resource) {
            return qrn.short_name();
        }
        match &self.function {
            Some(function) => function_name(function).to_owned(),
            None => resource_name(&self.resource),
        }
    }
}

/// The task of a Task state; `None` if it has no resource.
pub fn task_key(task: &Task) -> Option<TaskKey> {
    let resource = task.resource.as_ref()?.value.clone();
    if let Ok(qrn) = parse_qrn(&resource) {
        let function = Some(qrn.target().to_owned());
        return Some(TaskKey { resource, function });
    }
    let function = task
        .work
        .parameters
        .as_ref()
        .filter(|_| is_lambda_invoke(&resource))
        .and_then(function_parameter);
    Some(TaskKey { resource, function })
}

fn is_lambda_invoke(resource: &str) -> bool {
    service_call(resource).is_some_and(|call| {
        let call = call.split('.').next().unwrap_or_default();
        call == "lambda:invoke"
    })
}

/// What follows the dot in `arn:…:states:::SERVICE:API.pattern`.
pub(super) fn pattern_suffix(resource: &str) -> Option<&str> {
    let (_, suffix) = service_call(resource)?.split_once('.')?;
    // A placeholder without a value may hold a dot of its own.
    (!resource.contains("${")).then_some(suffix)
}

/// The `SERVICE:API…` of `arn:…:states:::SERVICE:API…` (TASK-11).
pub(super) fn service_call(resource: &str) -> Option<&str> {
    let (head, call) = resource.split_once(":states:::")?;
    head.starts_with("arn:").then_some(call)
}

fn function_parameter(parameters: &Template) -> Option<String> {
    let constant = |node: &Node| match &node.kind {
        Kind::String(text) => Some(text.value.clone()),
        _ => None,
    };
    match &parameters.kind {
        TemplateKind::Constant(node) => constant(node.get("FunctionName")?),
        TemplateKind::Object(members) => {
            let (_, value) = members
                .iter()
                .find(|(name, _)| name.value == "FunctionName")?;
            match &value.kind {
                TemplateKind::Constant(node) => constant(node),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The name in a function name or ARN; version and alias are dropped.
fn function_name(function: &str) -> &str {
    let name = match function.split_once(":function:") {
        Some((_, name)) => name,
        None => function,
    };
    name.split(':').next().unwrap_or(name)
}

/// `service_action` of a service integration, the function's name of a Lambda ARN, else the last
/// segment.
fn resource_name(resource: &str) -> String {
    if let Some(call) = service_call(resource) {
        let call = call.strip_prefix("aws-sdk:").unwrap_or(call);
        let plain = call.split('.').next().unwrap_or(call);
        return plain.replace(':', "_");
    }
    if resource.contains(":function:") {
        return function_name(resource).to_owned();
    }
    // A pattern, port, tag or fragment is no name.
    let plain = resource.strip_suffix(Pattern::WaitForTaskToken.suffix());
    let resource = plain.unwrap_or(resource);
    let (path, separators): (&str, &[char]) = match resource.split_once("://") {
        Some((_, path)) => (path, &['/']),
        None => (resource, &[':', '/', '#']),
    };
    let last = path.rsplit(separators).find(|part| !part.is_empty());
    let last = last.unwrap_or(path);
    last.split([':', '#', '?'])
        .next()
        .unwrap_or(last)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_11_patterns_of_resources() {
        for (resource, pattern) in [
            ("arn:aws:states:::sqs:sendMessage", Pattern::RequestResponse),
            (
                "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
                Pattern::WaitForTaskToken,
            ),
            ("arn:aws:states:::ecs:runTask.sync", Pattern::Sync),
            (
                "arn:aws-cn:states:::states:startExecution.sync:2",
                Pattern::Sync2,
            ),
            ("mail.waitForTaskToken", Pattern::WaitForTaskToken),
            ("disk.sync", Pattern::RequestResponse),
        ] {
            assert_eq!(Pattern::of(resource), pattern, "{resource}");
        }
    }

    #[test]
    fn task_11_names_of_resources() {
        for (resource, name) in [
            ("arn:aws:lambda:eu-west-1:1:function:charge", "charge"),
            ("arn:aws:lambda:eu-west-1:1:function:charge:live", "charge"),
            ("arn:aws:states:::dynamodb:putItem", "dynamodb_putItem"),
            (
                "arn:aws-cn:states:::sns:publish.waitForTaskToken",
                "sns_publish",
            ),
            ("arn:aws:states:::aws-sdk:s3:getObject", "s3_getObject"),
            ("arn:aws:states:eu-west-1:1:activity:paint", "paint"),
            ("https://example.org/work/", "work"),
            ("docker://example.org/hello-world:latest", "hello-world"),
            ("sum", "sum"),
            ("mail.waitForTaskToken", "mail"),
            ("https://example.org/sum.sync", "sum.sync"),
        ] {
            assert_eq!(resource_name(resource), name, "{resource}");
        }
    }
}
