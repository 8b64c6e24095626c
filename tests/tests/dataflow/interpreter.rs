//! A small interpreter of parsed definitions, for what [`machines`](crate::machines) generates. It
//! shares no code with the compiler's analysis or with the runtime.

use std::collections::{BTreeMap, BTreeSet};

use asl_codegen::ast::{
    Argument, Assign, Call, Choice, Comparison, Function, Map, Number, Operand, Path, PathField,
    PathText, Property, Relation, Root, Scope, State, StateKind, Step, Template, TemplateKind,
    Test, Work,
};
use asl_codegen::source::{Kind, Node, Span};
use asl_runtime::{Value, json};

/// Ends a run that does not end.
const MOST_STEPS: usize = 60;

pub(crate) type Variables = BTreeMap<String, Value>;

/// How a state fails.
enum Failed {
    /// With an error that a catcher matches.
    Error,
    /// With `States.Runtime`, which none does (ERR-12, ERR-18).
    Runtime,
}

type Outcome<T> = Result<T, Failed>;

/// What is observed of a run.
#[derive(Default)]
pub(crate) struct Run<'a> {
    /// The states entered, with their input and the variables they see.
    pub(crate) entered: Vec<(&'a str, Value, Variables)>,
    /// Where the paths are that selected something, or were written to.
    pub(crate) matched: BTreeSet<Span>,
    /// Where the variables of tests are that were true.
    pub(crate) held: BTreeSet<Span>,
    results: Vec<Option<Value>>,
    steps: usize,
}

struct Cx<'c> {
    variables: &'c Variables,
    item: Option<(usize, &'c Value)>,
}

impl<'a> Run<'a> {
    /// A run whose tasks give these results, the last one first; `None`: they fail.
    pub(crate) fn new(results: Vec<Option<Value>>) -> Self {
        Self {
            results,
            ..Self::default()
        }
    }

    /// Runs a machine.
    pub(crate) fn start(&mut self, scope: &'a Scope, input: Value) {
        let _ = self.scope(scope, input, Variables::new());
    }

    fn scope(
        &mut self,
        scope: &'a Scope,
        input: Value,
        mut variables: Variables,
    ) -> Outcome<Value> {
        let mut name = scope.start_at.as_ref().unwrap().value.as_str();
        let mut document = input;
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Failed::Runtime);
            }
            let state = scope.states.iter().find(|s| s.name.value == name).unwrap();
            self.entered
                .push((name, document.clone(), variables.clone()));
            let (output, after, next) = self.state(state, &document, &variables)?;
            (document, variables) = (output, after);
            match next {
                Some(next) => name = next,
                None => return Ok(document),
            }
        }
    }

    fn state(
        &mut self,
        state: &'a State,
        raw: &Value,
        variables: &Variables,
    ) -> Outcome<(Value, Variables, Option<&'a str>)> {
        let next = state.next.as_ref().map(|next| next.value.as_str());
        let Some(work) = state.work() else {
            return self.simple(state, raw, variables);
        };
        match self.work(state, work, raw, variables) {
            Ok((output, after)) => Ok((output, after, next)),
            Err(Failed::Runtime) => Err(Failed::Runtime),
            Err(Failed::Error) => {
                let catcher = work.catch.first().ok_or(Failed::Error)?;
                let mut error = json!({ "Error": "E" });
                if self.steps.is_multiple_of(2) {
                    error.as_object_mut().unwrap().insert("Cause", "c");
                }
                let after = self.assign(catcher.assign.as_ref(), &error, variables)?;
                let output = self.place(catcher.result_path.as_ref(), raw, error)?;
                Ok((
                    output,
                    after,
                    catcher.next.as_ref().map(|n| n.value.as_str()),
                ))
            }
        }
    }

    fn simple(
        &mut self,
        state: &'a State,
        raw: &Value,
        variables: &Variables,
    ) -> Outcome<(Value, Variables, Option<&'a str>)> {
        let cx = Cx {
            variables,
            item: None,
        };
        let input = self.select(state.input_path.as_ref(), raw, &cx)?;
        let next = state.next.as_ref().map(|next| next.value.as_str());
        match &state.kind {
            StateKind::Pass(pass) => {
                let effective = match &pass.parameters {
                    Some(template) => self.template(template, &input, &cx)?,
                    None => input,
                };
                let result = pass
                    .result
                    .as_ref()
                    .map_or(effective, |field| constant(&field.value));
                let after = self.assign(state.assign.as_ref(), &result, variables)?;
                let output = self.place(pass.result_path.as_ref(), raw, result)?;
                let output = self.select(state.output_path.as_ref(), &output, &cx)?;
                Ok((output, after, next))
            }
            StateKind::Choice(choice) => {
                let (next, assign) = self.choose(state, choice, &input, &cx)?;
                let after = self.assign(assign, &input, variables)?;
                let output = self.select(state.output_path.as_ref(), &input, &cx)?;
                Ok((output, after, Some(next)))
            }
            StateKind::Succeed => {
                let output = self.select(state.output_path.as_ref(), &input, &cx)?;
                Ok((output, variables.clone(), None))
            }
            _ => Err(Failed::Error),
        }
    }

    fn choose(
        &mut self,
        state: &'a State,
        choice: &'a Choice,
        input: &Value,
        cx: &Cx<'_>,
    ) -> Outcome<(&'a str, Option<&'a Assign>)> {
        for rule in &choice.rules {
            let test = self.test(rule.test.as_ref().unwrap(), input, cx);
            if test.map_err(|_| Failed::Runtime)? {
                return Ok((&rule.next.as_ref().unwrap().value, rule.assign.as_ref()));
            }
        }
        let default = choice.default.as_ref().ok_or(Failed::Error)?;
        Ok((&default.value, state.assign.as_ref()))
    }

    fn work(
        &mut self,
        state: &'a State,
        work: &'a Work,
        raw: &Value,
        variables: &Variables,
    ) -> Outcome<(Value, Variables)> {
        let cx = Cx {
            variables,
            item: None,
        };
        let input = self.select(state.input_path.as_ref(), raw, &cx)?;
        let result = match &state.kind {
            StateKind::Map(map) => self.map(map, &input, variables)?,
            kind => {
                let input = match &work.parameters {
                    Some(template) => self.template(template, &input, &cx)?,
                    None => input,
                };
                match kind {
                    StateKind::Parallel(parallel) => {
                        let mut outputs = Vec::new();
                        for branch in &parallel.branches {
                            outputs.push(self.scope(branch, input.clone(), variables.clone())?);
                        }
                        Value::Array(outputs.into())
                    }
                    _ => self.results.pop().flatten().ok_or(Failed::Error)?,
                }
            }
        };
        let selected = match &work.result_selector {
            Some(template) => self.template(template, &result, &cx)?,
            None => result.clone(),
        };
        let after = self.assign(state.assign.as_ref(), &result, variables)?;
        let output = self.place(work.result_path.as_ref(), raw, selected)?;
        let output = self.select(state.output_path.as_ref(), &output, &cx)?;
        Ok((output, after))
    }

    fn map(&mut self, map: &'a Map, input: &Value, variables: &Variables) -> Outcome<Value> {
        let cx = Cx {
            variables,
            item: None,
        };
        let items = match &map.items_path {
            Some(path) => self.path(path, input, &cx),
            None => Ok(input.clone()),
        };
        let items = items.map_err(|_| Failed::Runtime)?;
        let mut outputs = Vec::new();
        for (index, item) in items.as_array().ok_or(Failed::Runtime)?.iter().enumerate() {
            let cx = Cx {
                variables,
                item: Some((index, item)),
            };
            let item = match &map.item_selector {
                Some(template) => self.template(template, input, &cx)?,
                None => item.clone(),
            };
            let processor = map.processor.as_ref().unwrap();
            outputs.push(self.scope(processor, item, variables.clone())?);
        }
        Ok(Value::Array(outputs.into()))
    }

    fn assign(
        &mut self,
        assign: Option<&Assign>,
        document: &Value,
        variables: &Variables,
    ) -> Outcome<Variables> {
        let cx = Cx {
            variables,
            item: None,
        };
        let mut after = variables.clone();
        for (name, value) in assign.iter().flat_map(|assign| &assign.variables) {
            after.insert(name.value.clone(), self.template(value, document, &cx)?);
        }
        Ok(after)
    }

    fn select(
        &mut self,
        field: Option<&PathField>,
        document: &Value,
        cx: &Cx<'_>,
    ) -> Outcome<Value> {
        match field {
            None => Ok(document.clone()),
            Some(PathField::Null(_)) => Ok(json!({})),
            Some(PathField::Path(path)) => {
                let value = self.path(path, document, cx);
                value.map_err(|_| Failed::Runtime)
            }
        }
    }

    fn place(&mut self, field: Option<&PathField>, raw: &Value, result: Value) -> Outcome<Value> {
        match field {
            None => Ok(result),
            Some(PathField::Null(_)) => Ok(raw.clone()),
            Some(PathField::Path(path)) => {
                let placed = put(raw, &path.path.steps, result)?;
                self.matched.insert(path.text.span);
                Ok(placed)
            }
        }
    }

    fn path(&mut self, path: &PathText, document: &Value, cx: &Cx<'_>) -> Outcome<Value> {
        let value = read(&path.path, document, cx).ok_or(Failed::Error)?;
        self.matched.insert(path.text.span);
        Ok(value)
    }

    fn template(&mut self, template: &Template, document: &Value, cx: &Cx<'_>) -> Outcome<Value> {
        match &template.kind {
            TemplateKind::Constant(node) => Ok(constant(node)),
            TemplateKind::Array(items) => {
                let items = items.iter().map(|item| self.template(item, document, cx));
                Ok(Value::Array(items.collect::<Outcome<Vec<Value>>>()?.into()))
            }
            TemplateKind::Object(members) => {
                let mut object = json!({});
                for (name, value) in members {
                    let value = self.template(value, document, cx)?;
                    object
                        .as_object_mut()
                        .unwrap()
                        .insert(name.value.clone(), value);
                }
                Ok(object)
            }
            TemplateKind::Path(path) => self.path(path, document, cx),
            TemplateKind::Call(call) => self.call(call, document, cx),
        }
    }

    fn call(&mut self, call: &Call, document: &Value, cx: &Cx<'_>) -> Outcome<Value> {
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            arguments.push(match argument {
                Argument::Path(path) => self.path(path, document, cx)?,
                Argument::Call(call) => self.call(call, document, cx)?,
                Argument::Text(text) => Value::from(text.as_str()),
                Argument::Number(Number::Int(value)) => Value::from(*value),
                Argument::Bool(value) => Value::from(*value),
                other => panic!("not generated: {other:?}"),
            });
        }
        function(call.function, &arguments).ok_or(Failed::Error)
    }

    fn test(&mut self, test: &Test, document: &Value, cx: &Cx<'_>) -> Outcome<bool> {
        match test {
            Test::And(tests) => {
                for test in tests {
                    if !self.test(test, document, cx)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Test::Or(tests) => {
                for test in tests {
                    if self.test(test, document, cx)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Test::Not(test) => Ok(!self.test(test, document, cx)?),
            Test::Data {
                variable,
                comparison,
            } => {
                if let Comparison::Is(Property::Present, Operand::Literal(expected)) = comparison {
                    return Ok(read(&variable.path, document, cx).is_some() == *expected);
                }
                let value = self.path(variable, document, cx)?;
                let held = match comparison {
                    Comparison::Is(Property::Null, Operand::Literal(expected)) => {
                        value.is_null() == *expected
                    }
                    Comparison::Is(Property::String, Operand::Literal(expected)) => {
                        value.is_string() == *expected
                    }
                    Comparison::Is(Property::Numeric, Operand::Literal(expected)) => {
                        value.is_number() == *expected
                    }
                    Comparison::Text(Relation::Equal, Operand::Literal(text)) => {
                        value.as_str() == Some(text)
                    }
                    Comparison::Text(Relation::Equal, Operand::Path(path)) => {
                        let other = self.path(path, document, cx)?;
                        value.as_str().is_some() && value.as_str() == other.as_str()
                    }
                    Comparison::Number(Relation::Less, Operand::Literal(Number::Int(than))) => {
                        value.as_f64().is_some_and(|value| value < *than as f64)
                    }
                    Comparison::Number(Relation::Equal, Operand::Literal(Number::Int(to))) => {
                        value.as_f64() == Some(*to as f64)
                    }
                    Comparison::Boolean(Operand::Literal(to)) => value.as_bool() == Some(*to),
                    other => panic!("not generated: {other:?}"),
                };
                if held {
                    self.held.insert(variable.text.span);
                }
                Ok(held)
            }
        }
    }
}

/// What a definite path selects, or `$….*`.
fn read(path: &Path, document: &Value, cx: &Cx<'_>) -> Option<Value> {
    let context;
    let root = match &path.root {
        Root::Data => document,
        Root::Variable(name) => cx.variables.get(name)?,
        Root::Context => {
            let (index, value) = cx.item?;
            context = json!({ "Map": { "Item": { "Index": index, "Value": (value.clone()) } } });
            &context
        }
    };
    if let Some((Step::All, way)) = path.steps.split_last() {
        let values: Vec<Value> = match way.iter().try_fold(root, single) {
            Some(Value::Array(items)) => items.iter().cloned().collect(),
            Some(Value::Object(members)) => members.values().cloned().collect(),
            _ => Vec::new(),
        };
        return Some(Value::Array(values.into()));
    }
    path.steps.iter().try_fold(root, single).cloned()
}

fn single<'v>(value: &'v Value, step: &Step) -> Option<&'v Value> {
    match step {
        Step::Key(key) => value.as_object()?.get(key),
        Step::Index(index) => value.as_array()?.as_slice().get(*index),
        Step::FromEnd(index) => {
            let items = value.as_array()?.as_slice();
            items.get(items.len().checked_sub(*index)?)
        }
        other => panic!("not generated: {other:?}"),
    }
}

/// RP-3 to RP-6.
fn put(target: &Value, steps: &[Step], result: Value) -> Outcome<Value> {
    let Some((step, rest)) = steps.split_first() else {
        return Ok(result);
    };
    let mut target = target.clone();
    match step {
        Step::Key(key) => {
            let object = target.as_object_mut().ok_or(Failed::Error)?;
            let inner = match (object.get(key), rest.first()) {
                (Some(inner), _) => put(inner, rest, result)?,
                (None, Some(Step::Index(_))) => return Err(Failed::Error),
                (None, _) => put(&json!({}), rest, result)?,
            };
            object.insert(key.clone(), inner);
        }
        Step::Index(index) => {
            let items = target.as_array_mut().ok_or(Failed::Error)?;
            let item = items.make_mut().get_mut(*index).ok_or(Failed::Error)?;
            *item = put(item, rest, result)?;
        }
        other => panic!("not generated: {other:?}"),
    }
    Ok(target)
}

fn function(function: Function, arguments: &[Value]) -> Option<Value> {
    match (function, arguments) {
        (Function::Array, items) => Some(Value::Array(items.to_vec().into())),
        (Function::ArrayGetItem, [items, index]) => {
            let index = usize::try_from(index.as_i64()?).ok()?;
            items.as_array()?.as_slice().get(index).cloned()
        }
        (Function::ArrayLength, [items]) => Some(Value::from(items.as_array()?.len())),
        (Function::MathAdd, [a, b]) => Some(Value::from(a.as_i64()?.checked_add(b.as_i64()?)?)),
        (Function::StringSplit, [text, by]) => {
            let pieces = text
                .as_str()?
                .split(by.as_str()?)
                .filter(|piece| !piece.is_empty());
            Some(Value::Array(
                pieces.map(Value::from).collect::<Vec<Value>>().into(),
            ))
        }
        (Function::JsonMerge, [a, b, _]) => {
            let mut merged = a.clone();
            let members = merged.as_object_mut()?;
            for (key, value) in b.as_object()?.iter() {
                members.insert(key.to_owned(), value.clone());
            }
            Some(merged)
        }
        other => panic!("not generated: {other:?}"),
    }
}

fn constant(node: &Node) -> Value {
    match &node.kind {
        Kind::Null => Value::Null,
        Kind::Bool(value) => Value::Bool(*value),
        Kind::Number(text) => text.parse().unwrap(),
        Kind::String(text) => Value::from(text.value.as_str()),
        Kind::Array(items) => Value::Array(items.iter().map(constant).collect::<Vec<_>>().into()),
        Kind::Object(members) => {
            let mut object = json!({});
            for member in members {
                let inner = constant(&member.value);
                object
                    .as_object_mut()
                    .unwrap()
                    .insert(member.key.value.clone(), inner);
            }
            object
        }
    }
}
