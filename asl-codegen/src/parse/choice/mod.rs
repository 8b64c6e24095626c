//! Choice states and their rules (section 21).

mod comparison;

pub(crate) use comparison::number;

use crate::ast::{self, Test};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::dialect::{Dialect, Object, Rules};
use crate::parse::path::PathRules;
use crate::parse::scope::opening;
use crate::parse::{Fields, Parser, list_of};
use crate::source::{Kind, Member, Node, Span, Text};
use comparison::{OPERATORS, operator};

/// Whether a key of a rule is a test in a dialect: an operator, or what combines tests.
fn is_test(rules: &Rules, key: &str) -> bool {
    match key {
        "And" | "Or" | "Not" => rules.choice.combines,
        _ => match rules.choice.operators {
            Some(operators) => operators.contains(&key),
            None => operator(key).is_some(),
        },
    }
}

impl Parser<'_> {
    pub(crate) fn choice_state(&mut self, fields: &mut Fields<'_>) -> ast::Choice {
        self.ignored_result_path(fields);
        if self.console_choice(fields) {
            return ast::Choice {
                rules: Vec::new(),
                default: None,
            };
        }
        let rules = fields
            .require(self, "Choices")
            .and_then(|member| self.filled_array(&member.value, "Choices"))
            .map(|nodes| nodes.iter().filter_map(|node| self.rule(node)).collect());
        ast::Choice {
            rules: rules.unwrap_or_default(),
            default: fields.text(self, "Default"),
        }
    }

    /// TCSL-67: a Choice has no result that it could place.
    fn ignored_result_path(&mut self, fields: &mut Fields<'_>) {
        if !self.rules.choice.ignores_result_path {
            return;
        }
        let Some(member) = fields.take_foreign("ResultPath") else {
            return;
        };
        self.nullable_path_of(&member.value, "ResultPath", PathRules::RESULT);
        self.report(
            Diagnostic::warning(
                Code::NoEffect,
                member.key.span,
                "`ResultPath` has no effect in a Choice state",
            )
            .label("a Choice has no result"),
        );
    }

    /// TCSL-68: whether the state has the form that the service's console shows, with states inside
    /// its rules. Such a state is refused as a whole.
    fn console_choice(&mut self, fields: &mut Fields<'_>) -> bool {
        let choices = fields
            .take("Choices")
            .filter(|_| self.rules.choice.console_form);
        let Some(Kind::Array(rules)) = choices.map(|member| &member.value.kind) else {
            return false;
        };
        let console = rules.iter().find_map(|rule| match &rule.kind {
            Kind::Object(members) => members
                .iter()
                .find(|member| matches!(member.key.value.as_str(), "condition" | "steps")),
            _ => None,
        });
        let Some(member) = console else {
            return false;
        };
        for name in ["End", "Next", "Default"] {
            fields.take_foreign(name);
        }
        self.report(
            Diagnostic::error(
                Code::ConsoleChoice,
                member.key.span,
                "a console-style Choice is not supported",
            )
            .label(format!("`{}` is no part of the language", member.key.value))
            .help(
                "write `Variable`, an operator and `Next` in each rule, and put the states of \
                 `steps` beside this one",
            ),
        );
        true
    }

    /// CHOICE-3, TCSL-62.
    fn rule(&mut self, node: &Node) -> Option<ast::Rule> {
        let mut fields = Fields::open(self, node, "a Choice Rule")?.of(Object::Rule);
        let next = fields.require_text(self, "Next");
        let comment = fields.text(self, "Comment");
        let assign = fields.assign(self);
        for name in ["Condition", "Output"] {
            if let Some(member) = fields.take_jsonata(name) {
                self.jsonata_field(name, member.key.span, "Choice Rules in JSONata");
            }
        }
        Some(ast::Rule {
            span: node.span,
            next,
            test: self.test(node, self.rules.fields_of(Object::Rule)),
            comment,
            assign,
        })
    }

    /// A rule inside `And`, `Or` or `Not` (CHOICE-21).
    fn nested(&mut self, node: &Node) -> Option<Test> {
        if let Kind::Object(members) = &node.kind {
            for member in members {
                if member.key.value == "Comment" {
                    self.text(&member.value, "Comment");
                }
                if member.key.value == "Assign" && self.rules.choice.ignores_nested_assign {
                    self.report(
                        Diagnostic::warning(
                            Code::NestedNext,
                            member.key.span,
                            "`Assign` in a nested rule has no effect",
                        )
                        .label("belongs to the outermost rule"),
                    );
                } else if matches!(member.key.value.as_str(), "Next" | "Assign" | "Output") {
                    self.report(
                        Diagnostic::error(
                            Code::NestedNext,
                            member.key.span,
                            format!("a nested rule must not have `{}`", member.key.value),
                        )
                        .label("belongs to the outermost rule"),
                    );
                }
            }
        }
        self.test(node, &["Next", "Comment", "Assign", "Output"])
    }

    /// CHOICE-20, TCSL-62: exactly one of `And`, `Or`, `Not`, or `Variable` with one operator.
    fn test(&mut self, node: &Node, outside: &[&str]) -> Option<Test> {
        let Kind::Object(members) = &node.kind else {
            self.wrong_type(node, "a Choice Rule", "an object");
            return None;
        };
        let mut variable = None;
        let mut parts: Vec<&Member> = Vec::new();
        let mut misspelt = false;
        // What else is wrong with the rule has been said.
        let mut reported = outside.contains(&"Condition") && node.get("Condition").is_some();
        for member in members {
            let key = member.key.value.as_str();
            if key == "Variable" {
                variable = Some(member);
            } else if is_test(self.rules, key) {
                parts.push(member);
            } else if !outside.contains(&key) {
                self.unknown_operator(&member.key, outside);
                reported = true;
                misspelt |= suggest::nearest("Variable", [key]).is_some();
            }
        }
        match (variable, parts.as_slice()) {
            (_, []) if reported => None,
            (_, [first, second, ..]) => self.two_operators(first, second),
            (None, [only]) if misspelt && operator(&only.key.value).is_some() => None,
            (None, [only]) if operator(&only.key.value).is_some() => self.shape(
                &only.key,
                "a comparison needs `Variable`",
                "nothing to compare",
            ),
            (None, [only]) => self.boolean(only),
            (Some(variable), [only]) if operator(&only.key.value).is_none() => {
                let operator = &only.key.value;
                let message = format!("`{operator}` and `Variable` exclude each other");
                self.shape(
                    &variable.key,
                    &message,
                    &format!("does not go with `{operator}`"),
                )
            }
            (Some(variable), [only]) => self.data_test(variable, only),
            (_, []) => {
                self.report(
                    Diagnostic::error(
                        Code::RuleShape,
                        opening(node.span),
                        match self.rules.choice.combines {
                            true => {
                                "a Choice Rule needs a comparison operator, `And`, `Or` or `Not`"
                            }
                            false => "a Choice Rule needs a comparison operator",
                        },
                    )
                    .label("nothing is tested here"),
                );
                None
            }
        }
    }

    fn two_operators(&mut self, first: &Member, second: &Member) -> Option<Test> {
        self.report(
            Diagnostic::error(
                Code::RuleShape,
                second.key.span,
                format!(
                    "a Choice Rule has only one of `{}` and `{}`",
                    first.key.value, second.key.value
                ),
            )
            .label("a second test")
            .secondary(first.key.span, "the first")
            .help(match self.rules.choice.combines {
                true => "combine tests with `And`, `Or` and `Not`",
                false => "write one rule for each test",
            }),
        );
        None
    }

    fn shape(&mut self, at: &Text, message: &str, label: &str) -> Option<Test> {
        self.report(Diagnostic::error(Code::RuleShape, at.span, message).label(label));
        None
    }

    fn unknown_operator(&mut self, key: &Text, others: &[&str]) {
        let name = key.value.as_str();
        let elsewhere =
            |rules: &Rules| is_test(rules, name) || rules.fields_of(Object::Rule).contains(&name);
        if Dialect::first(elsewhere).is_some() {
            let message = match operator(name) {
                Some(_) => format!("there is no comparison operator `{name}`"),
                None => format!("a Choice Rule has no `{name}`"),
            };
            let list = |names| format!("the operators are {}", list_of(names, "and"));
            let operators = self.rules.choice.operators.map(list);
            let help = operators.filter(|_| operator(name).is_some());
            self.not_in_dialect_but(name, key.span, &message, "a part of other dialects", help);
            return;
        }
        let unknown = |what: &str| {
            let message = format!("`{name}` is no {what}");
            Diagnostic::error(Code::UnknownField, key.span, message)
        };
        let diagnostic = unknown("comparison operator").label("unknown operator");
        let without_path = name.strip_suffix("Path").and_then(operator);
        if without_path.is_some() {
            let plain = name.trim_end_matches("Path");
            self.report(diagnostic.help(format!("`{plain}` has no form that takes a path")));
            return;
        }
        let with_paths = OPERATORS
            .iter()
            .map(|(name, _)| format!("{name}Path"))
            .filter(|name| operator(name).is_some());
        let names: Vec<String> = OPERATORS
            .iter()
            .map(|(name, _)| *name)
            .chain(["And", "Or", "Not"])
            .map(str::to_owned)
            .chain(with_paths)
            .filter(|name| is_test(self.rules, name))
            .chain(["Variable".to_owned()])
            .chain(
                others
                    .iter()
                    .filter(|name| **name != "Condition")
                    .map(|name| (*name).to_owned()),
            )
            .collect();
        let near = self.nearest(name, names.iter().map(String::as_str));
        self.report(match near {
            Some(near) if !is_test(self.rules, near) => unknown("field of a Choice Rule")
                .label("unknown field")
                .suggest_keyword(key.inner(), &key.value, near),
            Some(near) => diagnostic.suggest_keyword(key.inner(), &key.value, near),
            None => diagnostic,
        });
    }

    fn boolean(&mut self, member: &Member) -> Option<Test> {
        let name = member.key.value.as_str();
        if name == "Not" {
            return Some(Test::Not(Box::new(self.nested(&member.value)?)));
        }
        let nodes = self.filled_array(&member.value, name)?;
        let tests: Vec<Option<Test>> = nodes.iter().map(|node| self.nested(node)).collect();
        let tests: Option<Vec<Test>> = tests.into_iter().collect();
        tests.map(if name == "And" { Test::And } else { Test::Or })
    }

    fn data_test(&mut self, variable: &Member, member: &Member) -> Option<Test> {
        let variable = self
            .text(&variable.value, "Variable")
            .and_then(|text| self.path_text(&text, "Variable", self.choice_paths()));
        let comparison = self.comparison(&member.key.value, &member.value);
        Some(Test::Data {
            variable: variable?,
            comparison: comparison?,
        })
    }

    /// VARY-19.
    fn choice_paths(&self) -> PathRules {
        if self.rules.choice.reference_paths {
            PathRules::REFERENCE
        } else {
            PathRules::ANY
        }
    }

    /// A field that only JSONata knows, in a state that is not in JSONata (STATE-13).
    pub(crate) fn jsonata_field(&mut self, name: &str, span: Span, owner: &str) {
        self.report(
            Diagnostic::error(
                Code::FieldNotHere,
                span,
                format!("`{name}` is only for states in the query language JSONata"),
            )
            .label(format!("belongs to {owner}")),
        );
    }
}
