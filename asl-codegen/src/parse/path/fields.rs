//! Fields that hold a path, and what is said about one that is none.

use crate::ast::{Path, PathField, PathText, Root, Step};
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::path::{PathProblem, PathRules, ProblemKind, parse_path};
use crate::parse::{Fields, Parser};
use crate::source::{Kind, Node, Span, Text};

impl Parser<'_> {
    /// Parses the path in a string of the definition.
    pub(crate) fn path_text(
        &mut self,
        text: &Text,
        name: &str,
        rules: PathRules,
    ) -> Option<PathText> {
        let rules = rules.in_dialect(self.rules);
        match parse_path(&text.value, rules) {
            Ok(path) => {
                self.documented(text, &path);
                Some(PathText {
                    text: text.clone(),
                    path,
                })
            }
            Err(problem) => {
                self.path_problem(text, name, rules, &problem);
                None
            }
        }
    }

    /// TCSL-36: whether what a path reads of the Context Object is documented.
    fn documented(&mut self, text: &Text, path: &Path) {
        let Some(documented) = self.rules.documented_context else {
            return;
        };
        let mut steps = path.steps.iter();
        let is_documented = documented
            .iter()
            .all(|name| matches!(steps.next(), Some(Step::Key(key)) if key == name));
        if path.root != Root::Context || is_documented {
            return;
        }
        let (dialect, known) = (self.rules.name, documented.join("."));
        self.report(
            Diagnostic::warning(
                Code::UndocumentedContext,
                text.span,
                format!("only `$$.{known}` is documented in dialect `{dialect}`"),
            )
            .label("may be missing where the definition runs otherwise"),
        );
    }

    fn path_problem(&mut self, text: &Text, name: &str, rules: PathRules, problem: &PathProblem) {
        let span = if problem.range.is_empty() {
            text.span
        } else {
            text.span_of(problem.range.clone())
        };
        let part = text.value.get(problem.range.clone()).unwrap_or_default();
        let diagnostic = match problem.kind {
            ProblemKind::Variable
            | ProblemKind::ReservedVariable
            | ProblemKind::VariableName(_)
                if !self.rules.variables =>
            {
                self.not_in_dialect("Assign", span, "there are no variables", "a variable");
                return;
            }
            ProblemKind::Syntax(expected) => syntax_error(text, name, rules, span, expected),
            ProblemKind::Function => function(span, part),
            ProblemKind::Operator(what) => operator(span, what, None),
            ProblemKind::OperatorOfOther(what) => operator(span, what, Some(self.rules.name)),
            _ => not_here(name, span, part, &problem.kind),
        };
        self.report(diagnostic);
    }
}

/// PATH-14
fn syntax_error(
    text: &Text,
    name: &str,
    rules: PathRules,
    span: Span,
    expected: &'static str,
) -> Diagnostic {
    let message = format!("`{name}` is no valid path");
    if text.value.starts_with('$') {
        return Diagnostic::error(Code::BadPath, span, message).label(expected);
    }
    let expected = if rules.intrinsic {
        "a path or a call of an intrinsic function"
    } else {
        expected
    };
    Diagnostic::error(Code::BadPath, text.span, message).label(expected)
}

/// PATH-7
fn function(span: Span, call: &str) -> Diagnostic {
    let name = call.split('(').next().unwrap_or_default();
    let help = match name {
        "length" | "size" => "`States.ArrayLength(…)` counts the elements of an array".to_owned(),
        "first" => "the first element is `[0]`".to_owned(),
        "last" => "the last element is `[-1]`".to_owned(),
        _ => format!("a member of that name is written in quotes: `['{name}(…)']`"),
    };
    Diagnostic::error(
        Code::PathFunction,
        span,
        format!("paths have no functions such as `{name}()`"),
    )
    .label("a function of JsonPath, not of the States Language")
    .help(help)
}

/// PATH-5. `dialect` is named if another one has it.
fn operator(span: Span, what: &str, dialect: Option<&str>) -> Diagnostic {
    let message = match dialect {
        Some(dialect) => format!("filters do not support {what} in dialect `{dialect}`"),
        None => format!("filters do not support {what}"),
    };
    let diagnostic = Diagnostic::error(Code::PathOperator, span, message).label("not supported");
    match dialect {
        Some(_) => diagnostic.help(
            "compare a path that begins with `@` with a value, by `==`, `!=`, `<`, `<=`, `>` or `>=`",
        ),
        None => diagnostic,
    }
}

/// What is a path, but not one for this field.
fn not_here(name: &str, span: Span, part: &str, kind: &ProblemKind) -> Diagnostic {
    match kind {
        ProblemKind::NotReference(why) => Diagnostic::error(
            Code::NotReferencePath,
            span,
            format!("`{name}` must be a Reference Path, which selects one value"),
        )
        .label(*why),
        ProblemKind::Context => Diagnostic::error(
            Code::ContextNotAllowed,
            span,
            format!("`{name}` cannot point into the Context Object"),
        )
        .label("`$$` is not supported here"),
        ProblemKind::Variable => Diagnostic::error(
            Code::VariableNotAllowed,
            span,
            format!("`{name}` cannot point into a variable"),
        )
        .label("a variable is not supported here")
        .help("`Assign` gives a variable its value"),
        ProblemKind::ReservedVariable => Diagnostic::error(
            Code::ReservedVariable,
            span,
            "the variable `states` is reserved",
        )
        .label("has no meaning in a path"),
        ProblemKind::VariableName(why) => Diagnostic::error(
            Code::VariableName,
            span,
            format!(
                "`{}` is no name of a variable",
                part.trim_start_matches('$')
            ),
        )
        .label(*why),
        _ => Diagnostic::error(Code::BadPath, span, format!("`{name}` is no valid path")),
    }
}

impl Fields<'_> {
    /// A path field.
    pub(crate) fn path(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
        rules: PathRules,
    ) -> Option<PathText> {
        let text = self.text(parser, name)?;
        parser.path_text(&text, name, rules)
    }

    /// A path field that may be `null` (STATE-16).
    pub(crate) fn nullable_path(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
        rules: PathRules,
    ) -> Option<PathField> {
        let member = self.take(name)?;
        parser.nullable_path_of(&member.value, name, rules)
    }
}

impl Parser<'_> {
    /// A path or `null` (STATE-16).
    pub(crate) fn nullable_path_of(
        &mut self,
        node: &Node,
        name: &str,
        rules: PathRules,
    ) -> Option<PathField> {
        match node {
            Node {
                kind: Kind::Null,
                span,
            } => Some(PathField::Null(*span)),
            Node {
                kind: Kind::String(text),
                ..
            } => self.path_text(text, name, rules).map(PathField::Path),
            other => {
                self.wrong_type(other, &format!("`{name}`"), "a path or `null`");
                None
            }
        }
    }
}
