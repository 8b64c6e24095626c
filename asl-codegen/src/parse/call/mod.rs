//! Calls of intrinsic functions (section 11), with positions inside the string.
//!
//! In three steps: [`grammar`] finds the parts, [`signature`] says what each function takes, and
//! [`values`] looks at what literals tell (INTR-11).

mod grammar;
mod signature;
#[cfg(test)]
mod tests;
mod values;

use crate::ast::{Argument, Call, Function, PathOrCall};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::parse::escapes;
use crate::parse::fields::list_of;
use crate::parse::path::PathRules;
use crate::parse::{Fields, Parser};
use crate::source::{Span, Text};
use grammar::{Problem, ProblemKind, RawArgument, RawCall, RawKind};
use signature::{STRING_FUNCTIONS, Type, signature, type_of};

impl Fields<'_> {
    /// `ErrorPath` or `CausePath` (FAIL-4).
    pub(crate) fn path_or_call(
        &mut self,
        parser: &mut Parser<'_>,
        name: &'static str,
    ) -> Option<PathOrCall> {
        let text = self.text(parser, name)?;
        let value = parser.path_or_call(&text, name, PathRules::OR_INTRINSIC)?;
        if let PathOrCall::Call(call) = &value {
            parser.gives_string(&text, call, name);
        }
        Some(value)
    }
}

impl Parser<'_> {
    /// A string that is a path or a call (TMPL-4); `name` is what it stands under.
    pub(crate) fn path_or_call(
        &mut self,
        text: &Text,
        name: &str,
        rules: PathRules,
    ) -> Option<PathOrCall> {
        if !grammar::looks_like_call(&text.value) {
            return self.path_text(text, name, rules).map(PathOrCall::Path);
        }
        if !self.rules.intrinsics.exist {
            let message = "there are no intrinsic functions";
            self.not_in_dialect(name, text.span, message, "a call of an intrinsic function");
            return None;
        }
        let raw = match grammar::parse(&text.value) {
            Ok(raw) => raw,
            Err(problem) => {
                self.malformed_call(text, name, problem);
                return None;
            }
        };
        self.count_calls(text, &raw);
        Reading {
            parser: self,
            text,
            name,
        }
        .call(&raw)
        .map(PathOrCall::Call)
    }

    /// INTR-9.
    fn count_calls(&mut self, text: &Text, raw: &RawCall) {
        let count = raw.count();
        let Some(most) = self.rules.intrinsics.max_calls.filter(|most| count > *most) else {
            return;
        };
        self.report(
            Diagnostic::error(
                Code::TooManyCalls,
                text.span_of(raw.range.clone()),
                format!("a field has at most {most} calls, this one has {count}"),
            )
            .label("too many calls")
            .help("compute a part of it in a state before this one"),
        );
    }

    /// INTR-10.
    fn gives_string(&mut self, text: &Text, call: &Call, field: &str) {
        if STRING_FUNCTIONS.contains(&call.function) {
            return;
        }
        let function = call.function.name();
        let names: Vec<&str> = STRING_FUNCTIONS.iter().map(|f| f.name()).collect();
        self.report(
            Diagnostic::error(
                Code::NotAString,
                text.span_of(0..function.len()),
                format!("`{field}` needs a string, and `{function}` is not for strings"),
            )
            .label("cannot stand here")
            .help(format!(
                "the functions for strings are {}",
                list_of(&names, "and")
            )),
        );
    }

    fn malformed_call(&mut self, text: &Text, name: &str, problem: Problem) {
        let span = if problem.range.is_empty() {
            text.span
        } else {
            text.span_of(problem.range)
        };
        let diagnostic = match problem.kind {
            ProblemKind::Syntax(expected) => Diagnostic::error(
                Code::CallSyntax,
                span,
                format!("`{name}` is no valid call of an intrinsic function"),
            )
            .label(expected),
            ProblemKind::Escape => Diagnostic::error(
                Code::OpenEscape,
                span,
                "only `'`, `{`, `}` and `\\` are escaped in a string argument",
            )
            .label("this backslash escapes nothing")
            .help(escapes::IN_ARGUMENT.json),
            ProblemKind::Step => Diagnostic::error(
                Code::StepAfterCall,
                span,
                "the result of a call takes no further steps",
            )
            .label("remove these steps")
            .help("`States.ArrayGetItem` selects an item; a state after this one selects the rest"),
            ProblemKind::TooDeep => {
                Diagnostic::error(Code::TooManyCalls, span, "calls are nested too deep")
                    .label("one call too many around another")
                    .help("compute a part of it in a state before this one")
            }
        };
        self.report(diagnostic);
    }
}

/// One string while it is read.
struct Reading<'r, 'p> {
    parser: &'r mut Parser<'p>,
    text: &'r Text,
    name: &'r str,
}

impl Reading<'_, '_> {
    fn span(&self, range: &std::ops::Range<usize>) -> Span {
        self.text.span_of(range.clone())
    }

    /// Reports all that is wrong in it; then there is no call.
    fn call(&mut self, raw: &RawCall) -> Option<Call> {
        let function = self.function(raw);
        let arguments: Vec<Option<Argument>> = raw
            .arguments
            .iter()
            .enumerate()
            .map(|(index, argument)| {
                let is_template = function == Some(Function::Format) && index == 0;
                self.argument(argument, is_template)
            })
            .collect();
        let function = function?;
        let is_counted = self.count(function, raw);
        let arguments: Vec<Argument> = arguments.into_iter().collect::<Option<_>>()?;
        let call = Call {
            span: self.span(&raw.range),
            function,
            arguments,
        };
        let is_typed = self.types(&call, raw);
        (is_counted && is_typed && self.values(&call, raw)).then_some(call)
    }

    /// INTR-2.
    fn function(&mut self, raw: &RawCall) -> Option<Function> {
        let name = self.text.value.get(raw.name.clone()).unwrap_or_default();
        let function = Function::from_name(name);
        if function.is_none() {
            let known: Vec<&str> = Function::ALL.iter().map(|f| f.name()).collect();
            let diagnostic = Diagnostic::error(
                Code::UnknownFunction,
                self.span(&raw.name),
                format!("there is no intrinsic function `{name}`"),
            )
            .label("unknown function");
            let near = suggest::nearest(name, known.iter().copied())
                .or_else(|| suggest::nearest(&format!("States.{name}"), known.iter().copied()));
            self.parser.report(match near {
                Some(near) => diagnostic.suggest_keyword(self.span(&raw.name), name, near),
                None => diagnostic.help(format!("the functions are {}", list_of(&known, "and"))),
            });
        }
        function
    }

    fn argument(&mut self, raw: &RawArgument, is_template: bool) -> Option<Argument> {
        Some(match &raw.kind {
            RawKind::Path => {
                let path = self.text.part(raw.range.clone());
                Argument::Path(self.parser.path_text(&path, self.name, PathRules::ANY)?)
            }
            RawKind::Call(call) => Argument::Call(self.call(call)?),
            RawKind::Text(text) if is_template => Argument::Pieces(text.pieces.clone()),
            RawKind::Text(text) => Argument::Text(text.value()),
            RawKind::Number(number) => Argument::Number(*number),
            RawKind::Bool(value) => Argument::Bool(*value),
            RawKind::Null => Argument::Null,
        })
    }

    /// Whether there are as many arguments as the function takes.
    fn count(&mut self, function: Function, raw: &RawCall) -> bool {
        let signature = signature(function);
        let given = raw.arguments.len();
        if signature.takes(given) {
            return true;
        }
        let surplus = raw.arguments.get(signature.parameters.len()..);
        let (range, label) = match surplus.unwrap_or_default() {
            [first, .., last] => (first.range.start..last.range.end, "too many"),
            [only] => (only.range.clone(), "one too many"),
            [] => (raw.range.clone(), "too few arguments"),
        };
        let function = function.name();
        let takes = signature.count_in_words();
        let usage = signature.usage(function);
        self.parser.report(
            Diagnostic::error(
                Code::ArgumentCount,
                self.text.span_of(range),
                format!("`{function}` takes {takes}, not {given}"),
            )
            .label(label)
            .help(format!("it is called as `{usage}`")),
        );
        false
    }

    /// Whether each argument may be of the type that the function needs.
    fn types(&mut self, call: &Call, raw: &RawCall) -> bool {
        let signature = signature(call.function);
        let mut is_typed = true;
        for (index, (argument, raw)) in call.arguments.iter().zip(&raw.arguments).enumerate() {
            let Some((name, wanted)) = signature.parameter(index) else {
                continue;
            };
            let found = type_of(argument);
            let is_literal = !matches!(argument, Argument::Path(_) | Argument::Call(_));
            let is_refused = wanted == Type::Computed && is_literal;
            if found.may_be(wanted, self.parser.rules) && !is_refused {
                continue;
            }
            is_typed = false;
            let function = call.function.name();
            let (wanted, found) = (wanted.described(), found.described());
            self.parser.report(
                Diagnostic::error(
                    Code::ArgumentType,
                    self.text.span_of(raw.range.clone()),
                    format!("argument `{name}` of `{function}` must be {wanted}, not {found}"),
                )
                .label(format!("expected {wanted}")),
            );
        }
        is_typed
    }

    /// Whether the function can do with the literals among its arguments.
    fn values(&mut self, call: &Call, raw: &RawCall) -> bool {
        let Some(refusal) = values::refusal(call, self.parser.rules) else {
            return true;
        };
        let range = raw.arguments.get(refusal.argument).map(|a| a.range.clone());
        let mut diagnostic = Diagnostic::error(
            refusal.code,
            self.text.span_of(range.unwrap_or(raw.range.clone())),
            refusal.message,
        )
        .label(refusal.label);
        if let Some(help) = refusal.help {
            diagnostic = diagnostic.help(help);
        }
        self.parser.report(diagnostic);
        false
    }
}
