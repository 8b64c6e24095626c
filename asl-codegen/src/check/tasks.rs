//! What a task is: the resource, except that a call of a Lambda function through
//! `lambda:invoke` is that function (architecture, section 2).

use crate::ast::{Task, Template, TemplateKind};
use crate::source::{Kind, Node};

/// What tells one task of a definition from another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskKey {
    /// `Resource`, as written.
    pub resource: String,
    /// The function, where the resource is `lambda:invoke` and `FunctionName` a constant.
    pub function: Option<String>,
}

impl TaskKey {
    /// What an engineer names the task by: the function if there is one, else the resource.
    pub fn label(&self) -> &str {
        self.function.as_deref().unwrap_or(&self.resource)
    }

    /// The part of the function or resource that reads as a name.
    pub fn short_name(&self) -> String {
        match &self.function {
            Some(function) => function_name(function).to_owned(),
            None => resource_name(&self.resource),
        }
    }
}

/// The task of a Task state; `None` if it has no resource.
pub fn task_key(task: &Task) -> Option<TaskKey> {
    let resource = task.resource.as_ref()?.value.clone();
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

/// The `SERVICE:API…` of `arn:…:states:::SERVICE:API…` (TASK-11).
fn service_call(resource: &str) -> Option<&str> {
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
    // A port, tag or fragment is no name.
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
        ] {
            assert_eq!(resource_name(resource), name, "{resource}");
        }
    }
}
