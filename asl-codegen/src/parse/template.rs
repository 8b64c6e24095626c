//! Payload Templates (section 10).

use std::collections::BTreeMap;

use crate::ast::{PathOrCall, Template, TemplateKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::path::PathRules;
use crate::parse::{Fields, Parser};
use crate::source::{Kind, Member, Node, Text};

impl Fields<'_> {
    /// A field that holds a Payload Template.
    pub(crate) fn template(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
    ) -> Option<Template> {
        let member = self.take(name)?;
        let object = matches!(member.value.kind, Kind::Object(_));
        // TMPL-2: `Parameters` of the AWS service may be any JSON value.
        let any = name == "Parameters" && !parser.rules.template_is_object;
        if !object && !any {
            parser.report(
                Diagnostic::error(
                    Code::TemplateNotObject,
                    member.value.span,
                    format!(
                        "`{name}` must be an object, not {}",
                        member.value.kind_name()
                    ),
                )
                .label("a Payload Template is an object"),
            );
            return None;
        }
        Some(parser.template(&member.value))
    }
}

impl Parser<'_> {
    /// TMPL-3: parts without a `.$` member stay as they are.
    fn template(&mut self, node: &Node) -> Template {
        let kind = match &node.kind {
            _ if !is_dynamic(node) => TemplateKind::Constant(node.clone()),
            Kind::Array(items) => {
                TemplateKind::Array(items.iter().map(|item| self.template(item)).collect())
            }
            Kind::Object(members) => TemplateKind::Object(self.template_members(members)),
            _ => TemplateKind::Constant(node.clone()),
        };
        Template {
            span: node.span,
            kind,
        }
    }

    pub(crate) fn template_members(&mut self, members: &[Member]) -> Vec<(Text, Template)> {
        let mut built: Vec<(Text, Template)> = Vec::with_capacity(members.len());
        let mut first: BTreeMap<String, &Text> = BTreeMap::new();
        for member in members {
            let Some((name, template)) = self.template_member(member) else {
                continue;
            };
            // TMPL-7; the same key twice is DIA-7.
            match first.get(&name.value) {
                Some(earlier) if earlier.value == member.key.value => {}
                Some(earlier) => {
                    let first = earlier.span;
                    self.report(
                        Diagnostic::error(
                            Code::TemplateDuplicate,
                            member.key.span,
                            format!("the template has the member `{}` twice", name.value),
                        )
                        .label("`.$` is dropped from the name")
                        .secondary(first, "the other"),
                    );
                }
                None => {
                    first.insert(name.value.clone(), &member.key);
                    built.push((name, template));
                }
            }
        }
        built
    }

    /// TMPL-4, TMPL-6, TMPL-8.
    fn template_member(&mut self, member: &Member) -> Option<(Text, Template)> {
        let Some(name) = member.key.value.strip_suffix(".$") else {
            return Some((member.key.clone(), self.template(&member.value)));
        };
        if name.is_empty() {
            self.report(
                Diagnostic::error(
                    Code::TemplateEmptyName,
                    member.key.span,
                    "a template member needs a name before `.$`",
                )
                .label("the name is empty"),
            );
            return None;
        }
        let Kind::String(text) = &member.value.kind else {
            self.report(
                Diagnostic::error(
                    Code::TemplateValue,
                    member.value.span,
                    format!(
                        "`{}` must be a path or a call of an intrinsic function, not {}",
                        member.key.value,
                        member.value.kind_name()
                    ),
                )
                .label("expected a string such as `\"$.order.id\"`")
                .help(format!(
                    "a fixed value is written without `.$`: `\"{name}\": …`"
                )),
            );
            return None;
        };
        let kind = match self.path_or_call(text, &member.key.value, PathRules::TEMPLATE)? {
            PathOrCall::Path(path) => TemplateKind::Path(path),
            PathOrCall::Call(call) => TemplateKind::Call(call),
        };
        let mut key = member.key.clone();
        key.value = name.to_owned();
        Some((
            key,
            Template {
                span: member.value.span,
                kind,
            },
        ))
    }
}

/// Whether any member inside ends in `.$`.
fn is_dynamic(node: &Node) -> bool {
    match &node.kind {
        Kind::Array(items) => items.iter().any(is_dynamic),
        Kind::Object(members) => members
            .iter()
            .any(|member| member.key.value.ends_with(".$") || is_dynamic(&member.value)),
        _ => false,
    }
}
