//! `Assign` and the names of variables (section 14).

use crate::ast::Assign;
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::{Fields, Parser};
use crate::source::{Kind, Node, Text};

/// VAR-1: in Unicode characters.
pub(super) const LONGEST_NAME: usize = 80;

impl Fields<'_> {
    /// `Assign`, wherever it is allowed (VAR-5).
    pub(crate) fn assign(&mut self, parser: &mut Parser<'_>) -> Option<Assign> {
        let node = &self.take("Assign")?.value;
        let (assign, is_unreadable) = parser.reported(|parser| parser.assign(node));
        parser.has_unreadable_assign |= is_unreadable;
        assign
    }
}

impl Parser<'_> {
    fn assign(&mut self, node: &Node) -> Option<Assign> {
        let Kind::Object(members) = &node.kind else {
            self.wrong_type(node, "`Assign`", "an object");
            return None;
        };
        let mut variables = self.template_members(members);
        variables.retain(|(name, _)| self.variable_name(name));
        Some(Assign {
            span: node.span,
            variables,
        })
    }

    /// VAR-1, VAR-3, VAR-4: whether it names a variable that may be assigned.
    fn variable_name(&mut self, name: &Text) -> bool {
        let text = name.value.as_str();
        if text == "states" {
            self.report(
                Diagnostic::error(
                    Code::ReservedVariable,
                    name.span,
                    "the variable `states` is reserved",
                )
                .label("choose another name"),
            );
            return false;
        }
        let length = text.chars().count();
        let problem = if text.contains(['.', '[']) {
            "only whole variables can be assigned, not parts of them".to_owned()
        } else if !is_variable_name(text) {
            "a letter, then letters, digits and underscores make a name".to_owned()
        } else if length > LONGEST_NAME {
            format!("a name has at most {LONGEST_NAME} characters, this one has {length}")
        } else {
            return true;
        };
        self.report(
            Diagnostic::error(
                Code::VariableName,
                name.span,
                format!("`{text}` is no name of a variable"),
            )
            .label(problem),
        );
        false
    }
}

/// VAR-1, but for the length: ID_Start, then ID_Continue (UAX #31).
pub(crate) fn is_variable_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(unicode_ident::is_xid_start)
        && chars.all(unicode_ident::is_xid_continue)
}

#[cfg(test)]
mod tests {
    use super::is_variable_name;

    #[test]
    fn var_1_names() {
        for name in ["x", "orderId", "é1", "a_b", "変数"] {
            assert!(is_variable_name(name), "{name}");
        }
        for name in ["", "_x", "1x", "a-b", "a b", "a.b", "$x", "x$"] {
            assert!(!is_variable_name(name), "{name}");
        }
    }
}
