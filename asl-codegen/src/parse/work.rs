//! Task, Parallel and Map: what they share, and the fields of Task.

use crate::ast;
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Resources;
use crate::parse::path::PathRules;
use crate::parse::{Fields, Parser};
use crate::source::Kind;

impl Parser<'_> {
    pub(crate) fn work(&mut self, fields: &mut Fields<'_>) -> ast::Work {
        ast::Work {
            parameters: fields.template(self, "Parameters"),
            result_selector: fields.template(self, "ResultSelector"),
            result_path: fields.nullable_path(self, "ResultPath", PathRules::RESULT),
            retry: self.retry(fields),
            catch: self.catch(fields),
        }
    }

    /// Section 20.
    pub(crate) fn task(&mut self, fields: &mut Fields<'_>) -> ast::Task {
        fields.exclusive(self, "TimeoutSeconds", "TimeoutSecondsPath");
        fields.exclusive(self, "HeartbeatSeconds", "HeartbeatSecondsPath");
        let max = self.rules.max_seconds;
        let mut task = ast::Task {
            resource: fields.require_text(self, "Resource"),
            timeout: fields.integer(self, "TimeoutSeconds", 1, max),
            timeout_path: fields.path(self, "TimeoutSecondsPath", PathRules::REFERENCE),
            heartbeat: fields.integer(self, "HeartbeatSeconds", 1, max),
            heartbeat_path: fields.path(self, "HeartbeatSecondsPath", PathRules::REFERENCE),
            credentials: self.credentials(fields),
            work: self.work(fields),
        };
        let has_limit = task.timeout.is_some() || task.timeout_path.is_some();
        if task.heartbeat.is_some() && !has_limit && has_timeout(fields) {
            // There is nothing to compare it with (TASK-5).
            task.heartbeat = None;
        }
        if let Some(resource) = task.resource.as_ref().filter(|text| text.value.is_empty()) {
            self.report(
                Diagnostic::error(Code::Empty, resource.span, "`Resource` must not be empty")
                    .label("needs the URI of the work to do"),
            );
        } else if let Some(resource) = &task.resource
            && self.rules.resources == Resources::Qrn
        {
            self.qrn(resource);
        }
        task
    }

    /// TASK-9. The service wants a role, whatever else there is.
    fn credentials(&mut self, fields: &mut Fields<'_>) -> Option<ast::Template> {
        let node = &fields.take("Credentials")?.value;
        if let Kind::Object(members) = &node.kind
            && self.rules.resources == Resources::Aws
            && !members
                .iter()
                .any(|member| matches!(member.key.value.as_str(), "RoleArn" | "RoleArn.$"))
        {
            self.report(
                Diagnostic::error(
                    Code::NoRoleArn,
                    node.span,
                    "`Credentials` needs the field `RoleArn` or `RoleArn.$`",
                )
                .label("names no role"),
            );
        }
        fields.template(self, "Credentials")
    }
}

/// Whether a limit is given, readable or not.
fn has_timeout(fields: &mut Fields<'_>) -> bool {
    ["TimeoutSeconds", "TimeoutSecondsPath"]
        .iter()
        .any(|name| fields.take(name).is_some() || fields.has_misspelt(name))
}
