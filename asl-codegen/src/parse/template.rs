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
            _ if !is_dynamic(node) => {
                self.literal_paths(node);
                TemplateKind::Constant(node.clone())
            }
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
            self.literal_path(member);
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

    /// TMPL-3, for a part without a `.$` member.
    fn literal_paths(&mut self, node: &Node) {
        match &node.kind {
            Kind::Array(items) => items.iter().for_each(|item| self.literal_paths(item)),
            Kind::Object(members) => {
                for member in members {
                    self.literal_path(member);
                    self.literal_paths(&member.value);
                }
            }
            _ => {}
        }
    }

    /// TMPL-3: a path is text where the name has no `.$`. A note, as it may be meant for whoever gets it.
    fn literal_path(&mut self, member: &Member) {
        let name = &member.key.value;
        let Some(text) = member.value.as_str().filter(|text| reads_as_path(text)) else {
            return;
        };
        let message = format!("`{name}` gets the text `{text}` itself");
        self.report(
            Diagnostic::note(Code::LiteralPath, member.value.span, message)
                .label("not evaluated, as the name does not end with `.$`")
                .suggest(member.key.inner(), format!("{name}.$")),
        );
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

/// Whether a string reads like a path into the input or the Context Object, or like a call.
fn reads_as_path(text: &str) -> bool {
    let path = text
        .strip_prefix("$$.")
        .or_else(|| text.strip_prefix("$."))
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    path || (text.starts_with("States.") && text.contains('(') && text.ends_with(')'))
}
