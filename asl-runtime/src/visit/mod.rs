//! One visit of a state, as the state's functions see it.

mod amounts;
mod batch;
mod calls;
mod counted;
mod fan_out;
mod fields;
mod item_set;

#[cfg(test)]
mod tests;

pub use counted::Counted;

use std::borrow::Cow;

use crate::choice::Tests;
use crate::context::{ChildExecution, Execution, MapItem};
use crate::environment::Environment;
use crate::failure::Failure;
use crate::frame::Surroundings;
use crate::language::Language;
use crate::names;
use crate::path::{self, ItemPart, Path, Placement, Root, Seg};
use crate::place;
use crate::program::Assign;
use crate::state::StateKind;
use crate::template::{Dynamic, Template};
use crate::timestamp::Timestamp;
use crate::value::{Key, Object, Text, Value};

/// One visit of a state: what its functions may know beside the document, and the operations of the
/// language that may fail.
#[derive(Clone, Copy)]
pub struct Visit<'a> {
    pub(crate) execution: &'a Execution,
    pub(crate) state: &'static str,
    pub(crate) kind: StateKind,
    pub(crate) item: Option<&'a MapItem>,
    pub(crate) around: &'a Surroundings,
    pub(crate) host: &'a dyn Environment,
}

impl<'a> Visit<'a> {
    pub(crate) const fn execution(&self) -> &'a Execution {
        self.execution
    }

    pub(crate) const fn language(&self) -> &'static Language {
        self.execution.program.language
    }

    /// The state's name.
    #[must_use]
    pub const fn state_name(&self) -> &'static str {
        self.state
    }

    pub(crate) fn entered(&self) -> Option<Timestamp> {
        self.around.entered()
    }

    /// CTX-2: only where there may be a retry.
    pub(crate) fn retry_count(&self) -> Option<u32> {
        self.kind.is_retryable().then_some(self.around.retries)
    }

    /// CTX-2: only where the attempt has one.
    pub(crate) fn token(&self) -> Option<&'a Text> {
        self.around.token()
    }

    pub(crate) const fn map_item(&self) -> Option<&'a MapItem> {
        self.item
    }

    pub(crate) fn child(&self) -> Option<&'a ChildExecution> {
        self.around.child.as_deref()
    }

    /// The value that a path selects, or `None` if there is none (PATH-9).
    pub(crate) fn read<'v>(&self, path: &Path, document: &'v Value) -> Option<Cow<'v, Value>> {
        let outer = |path: &Path| self.read(path, document).map(Cow::into_owned);
        let scope = path::Scope {
            language: self.language(),
            outer: path::Outer::Read(&outer),
        };
        match path.root {
            Root::Data => path::read(path.steps, document, scope),
            Root::Context => self.read_context(path.steps, scope).map(Cow::Owned),
            Root::MapItem(part) => match (part, self.item, path.steps.get(ItemPart::STEPS..)?) {
                (ItemPart::Index, Some(item), []) => Some(Cow::Owned(Value::from(item.index))),
                (ItemPart::Value, Some(item), rest) => {
                    let value = path::read(rest, &item.value, scope);
                    value.map(|value| Cow::Owned(value.into_owned()))
                }
                _ => self.read_context(path.steps, scope).map(Cow::Owned),
            },
            // VAR-17: a variable without a value has no match, whatever the path.
            Root::Variable(name) => {
                let value = path::read(path.steps, self.variable(name)?, scope);
                value.map(|value| Cow::Owned(value.into_owned()))
            }
        }
    }

    /// What a path selects in the Context Object, of which no more than needed is built.
    fn read_context(&self, steps: &[Seg], scope: path::Scope<'_>) -> Option<Value> {
        let is_name = |seg: &Seg| matches!(seg, Seg::Key(_));
        let names = steps.iter().take_while(|seg| is_name(seg)).count();
        let (names, rest) = steps.split_at_checked(names)?;
        match self.context(names) {
            Some(value) => path::read(rest, &value, scope).map(Cow::into_owned),
            None => path::nothing(rest),
        }
    }

    /// Applies `InputPath`.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if it has no match (PATH-12).
    pub fn input_path(&self, path: &Path, document: Value) -> Result<Value, Failure> {
        self.filter(path, document)
    }

    /// Applies `OutputPath`.
    ///
    /// # Errors
    ///
    /// `States.Runtime` if it has no match (PATH-12).
    pub fn output_path(&self, path: &Path, document: Value) -> Result<Value, Failure> {
        self.filter(path, document)
    }

    /// The document goes once the part is found, so that the part may again be the only owner of
    /// what it holds.
    fn filter(&self, path: &Path, document: Value) -> Result<Value, Failure> {
        if path.steps.is_empty() && path.root == Root::Data {
            return Ok(document);
        }
        match self.read(path, &document) {
            Some(part) => Ok(part.into_owned()),
            None => Err(invalid_path(path, &document)),
        }
    }

    /// Evaluates a payload template against its document (TMPL-5). `field` is what it stands under.
    ///
    /// # Errors
    ///
    /// The dialect's error for a path without a match (PATH-12), `States.IntrinsicFailure` (TMPL-10).
    pub fn template(
        &self,
        field: &'static str,
        template: &Template,
        document: &Value,
    ) -> Result<Value, Failure> {
        self.evaluate(template, None, field, document)
    }

    /// Evaluates a template, or the part of one under the member `name`.
    fn evaluate(
        &self,
        template: &Template,
        name: Option<&'static str>,
        field: &'static str,
        document: &Value,
    ) -> Result<Value, Failure> {
        let read = |part, member: Option<&'static str>, place: &mut Value| {
            let found = match part {
                Dynamic::Keys(keys) => {
                    path::find(keys, document).map(|found| found.clone_to(place))
                }
                Dynamic::Path(path) => self.select_to(path, document, place),
                Dynamic::Call(_) => None,
            };
            if found.is_some() {
                return Ok(());
            }
            *place = self.evaluate_part(part, member, field, document)?;
            Ok::<(), Failure>(())
        };
        template.value(name, &read)
    }

    /// Puts what a path selects into `place`, if that is found at once: most paths are plain and lead
    /// to something.
    #[inline]
    fn select_to(&self, path: &Path, document: &Value, place: &mut Value) -> Option<()> {
        let value = match path.root {
            Root::Data => path::select(path.steps, document)?,
            Root::MapItem(ItemPart::Value) => {
                let rest = path.steps.get(ItemPart::STEPS..)?;
                path::select(rest, &self.item?.value)?
            }
            Root::MapItem(ItemPart::Index) if path.steps.len() == ItemPart::STEPS => {
                *place = Value::from(self.item?.index);
                return Some(());
            }
            _ => return None,
        };
        value.clone_to(place);
        Some(())
    }

    /// The value of a path or call in a template; `field` and `member` are for the wording.
    fn evaluate_part(
        &self,
        part: Dynamic,
        member: Option<&'static str>,
        field: &'static str,
        document: &Value,
    ) -> Result<Value, Failure> {
        let field = || member.map_or_else(|| field.to_owned(), |name| format!("{name}.$"));
        let path = match part {
            Dynamic::Keys(keys) => format!("$.{}", keys.join(".")),
            Dynamic::Path(path) => match self.read(path, document) {
                Some(value) => return Ok(value.into_owned()),
                None => path.text.to_owned(),
            },
            Dynamic::Call(call) => return self.call(call, &field, document),
        };
        let cause = not_found(&path, &field(), document);
        Err(Failure::reserved(self.language().template_error, cause))
    }

    /// Evaluates an `Assign`: every new value, before any takes effect (VAR-10).
    ///
    /// # Errors
    ///
    /// The dialect's error for a path without a match (PATH-12).
    pub fn assign(&self, assign: Assign, document: &Value) -> Result<Object, Failure> {
        Object::of_template(assign, |(name, template), place| {
            *place = self.evaluate(template, Some(name), "Assign", document)?;
            Ok(())
        })
    }

    /// The value of a variable, of this scope or one around it, as it was when the state was entered
    /// (VAR-9, VAR-14).
    pub(crate) fn variable(&self, name: &str) -> Option<&'a Value> {
        self.around.variables.get(name)
    }

    /// Applies `ResultPath` to the raw input and the result (RP).
    ///
    /// # Errors
    ///
    /// `States.ResultPathMatchFailure` if the result cannot be put there (RP-6).
    pub fn place(
        &self,
        placement: &Placement,
        raw: Value,
        result: Value,
    ) -> Result<Value, Failure> {
        let mut output = raw;
        self.place_in(placement, &mut output, result)?;
        Ok(output)
    }

    /// [`place`](Self::place), where the raw input is.
    #[inline]
    pub(crate) fn place_in(
        &self,
        placement: &Placement,
        output: &mut Value,
        result: Value,
    ) -> Result<(), Failure> {
        match placement {
            Placement::Discard => Ok(()),
            Placement::Replace => {
                *output = result;
                Ok(())
            }
            Placement::Key(name) => {
                if let Value::Object(object) = output {
                    object.insert(Key::from_static(name), result);
                    return Ok(());
                }
                place_at(placement, &[Seg::Key(name)], output, result)
            }
            Placement::At(target) => place_at(placement, target.steps, output, result),
        }
    }

    /// The output of an `InputPath` or `OutputPath` that is null (IO-3, IO-5).
    #[must_use]
    pub const fn empty(&self) -> Value {
        Value::Object(Object::new())
    }

    /// The data tests of a Choice state on `document`.
    #[must_use]
    pub const fn tests(&'a self, document: &'a Value) -> Tests<'a> {
        Tests::new(self, document)
    }
}

/// Applies a `ResultPath` of these steps.
fn place_at(
    placement: &Placement,
    steps: &[Seg],
    output: &mut Value,
    result: Value,
) -> Result<(), Failure> {
    // Looked at first: the cause shows the input as it was.
    if place::is_applicable(output, steps) && place::place(output, steps, result).is_some() {
        return Ok(());
    }
    let path = placement.text();
    let cause = format!("Unable to apply ReferencePath {path} to input {output}");
    Err(Failure::reserved(names::RESULT_PATH_MATCH_FAILURE, cause))
}

/// The wording for a path that is a field of its own.
fn invalid_path(path: &Path, document: &Value) -> Failure {
    let reason = match path.root {
        Root::Data => path::explain_missing(path, document),
        Root::Context | Root::MapItem(_) | Root::Variable(_) => path::no_results(path),
    };
    Failure::runtime(format!("Invalid path '{}' : {reason}", path.text))
}

/// The wording for a path within a template, and for those that give texts.
fn not_found(path: &str, field: &str, document: &Value) -> String {
    format!(
        "The JSONPath '{path}' specified for the field '{field}' could not be found in the input \
         '{document}'"
    )
}
