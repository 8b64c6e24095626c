//! `StartAt` and `States`: of the machine, of a branch, of a Map's processor.

use crate::ast;
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Object;
use crate::parse::{Fields, Parser};
use crate::source::{Kind, Node, Span, Text};

impl Parser<'_> {
    /// Reads `StartAt` and `States` out of an open object.
    pub(crate) fn scope_body(&mut self, fields: &mut Fields<'_>, node: &Node) -> ast::Scope {
        let start_at = fields.require_text(self, "StartAt");
        let states = fields.require(self, "States");
        ast::Scope {
            span: node.span,
            comment: fields.text(self, "Comment"),
            start_at,
            states_key: states.map(|member| member.key.span),
            states: states.map_or_else(Vec::new, |member| self.states(&member.value)),
            processor_config: None,
            has_unreadable_config: false,
        }
    }

    /// A Parallel branch (PAR-1).
    pub(crate) fn branch(&mut self, node: &Node) -> Option<ast::Scope> {
        let mut fields = Fields::open(self, node, "a branch")?.of(Object::Branch);
        let scope = self.scope_body(&mut fields, node);
        self.machine_fields(&mut fields);
        fields.finish(self);
        Some(scope)
    }

    /// The processor of a Map (MAP-2).
    pub(crate) fn processor(&mut self, node: &Node, what: &'static str) -> Option<ast::Scope> {
        let mut fields = Fields::open(self, node, what)?.of(Object::Processor);
        let mut scope = self.scope_body(&mut fields, node);
        if let Some(member) = fields.take("ProcessorConfig") {
            let (config, is_unreadable) =
                self.reported(|parser| parser.processor_config(&member.value));
            scope.processor_config = config;
            scope.has_unreadable_config = is_unreadable;
        } else {
            scope.has_unreadable_config = fields.has_misspelt("ProcessorConfig");
        }
        self.machine_fields(&mut fields);
        fields.finish(self);
        Some(scope)
    }

    /// Fields that only the machine itself has (TOP-8, QL-4, TCSL-72).
    fn machine_fields(&mut self, fields: &mut Fields<'_>) {
        let machine = self.rules.fields_of(Object::Machine).iter();
        for name in machine.filter(|name| !self.rules.fields_of(Object::Branch).contains(name)) {
            let Some(member) = fields.take_foreign(name) else {
                continue;
            };
            self.report(
                Diagnostic::error(
                    Code::FieldNotHere,
                    member.key.span,
                    format!("`{name}` is not supported in {}", fields.what()),
                )
                .label("belongs to the machine itself"),
            );
        }
    }

    fn processor_config(&mut self, node: &Node) -> Option<ast::ProcessorConfig> {
        let mut fields = Fields::open(self, node, "`ProcessorConfig`")?;
        let mode = fields.choice(self, "Mode", &["INLINE", "DISTRIBUTED"]);
        let execution_type = fields.choice(self, "ExecutionType", &["STANDARD", "EXPRESS"]);
        fields.text(self, "Comment");
        let span = fields.span();
        fields.finish(self);
        Some(ast::ProcessorConfig {
            span,
            mode,
            execution_type,
        })
    }

    fn states(&mut self, node: &Node) -> Vec<ast::State> {
        let Kind::Object(members) = &node.kind else {
            self.wrong_type(node, "`States`", "an object");
            return Vec::new();
        };
        if members.is_empty() {
            // TOP-2
            self.report(
                Diagnostic::error(Code::Empty, node.span, "`States` must not be empty")
                    .label("needs at least one state"),
            );
        }
        members
            .iter()
            .map(|member| {
                self.state_name(&member.key);
                self.state(&member.key, &member.value)
            })
            .collect()
    }

    /// STATE-3, TCSL-22.
    fn state_name(&mut self, name: &Text) {
        let length = name.value.chars().count();
        let (min, max) = (self.rules.min_state_name, self.rules.max_state_name);
        if (min..=max).contains(&length) {
            return;
        }
        let message = if length == 0 {
            "a state name must not be empty".to_owned()
        } else {
            format!(
                "a state name has at most {max} characters in dialect `{}`, this one has {length}",
                self.rules.name
            )
        };
        self.report(Diagnostic::error(Code::NameLength, name.span, message).label("rename it"));
    }
}

/// The first character of an object: where a missing member is reported.
pub(crate) fn opening(span: Span) -> Span {
    Span::new(span.start, span.start.saturating_add(1))
}
