//! What each type of state makes of its input (IO-10).

use std::rc::Rc;

use crate::ast::{
    Amount, Assign, Catcher, Choice, Fail, Map, Pass, PathField, PathOrCall, PathText, State,
    StateKind, Task, Template, Wait, Work,
};
use crate::dataflow::constant;
use crate::dataflow::findings::Field;
use crate::dataflow::visit::Visit;
use crate::dataflow::{Entry, Members, Origin, OriginKind, Shape, Types, Variables};
use crate::source::Span;

/// Where a state goes, and with what.
#[derive(Debug, Default)]
pub(super) struct Exits<'a> {
    /// The names of the next states.
    pub(super) next: Vec<(&'a str, Entry)>,
    /// The output of its scope, where the state ends it.
    pub(super) end: Option<Shape>,
}

/// A number behind a path, which some dialects take in a string, too.
const NUMBER: Types = Types::NUMBER.union(Types::TEXT);

/// What the scopes nested in a state are given, and what they give.
pub(super) trait Nested {
    /// Runs the nested scope of that index with an input.
    fn run(&mut self, index: usize, entry: Entry) -> Shape;
}

impl Visit {
    /// One visit of a state.
    pub(super) fn state<'a>(&mut self, state: &'a State, nested: &mut dyn Nested) -> Exits<'a> {
        let mut exits = Exits::default();
        let raw = self.entry.document.clone();
        let input = self.select(state.input_path.as_ref(), &raw);
        if input.is_never() {
            return exits;
        }
        match &state.kind {
            StateKind::Pass(pass) => self.pass(state, pass, &input, &mut exits),
            StateKind::Task(task) => self.task(state, task, &input, &mut exits),
            StateKind::Choice(choice) => self.choice(state, choice, &input, &mut exits),
            StateKind::Wait(wait) => self.wait(state, wait, &input, &mut exits),
            StateKind::Succeed => {
                let output = self.select(state.output_path.as_ref(), &input);
                exits.leave(state, output, self.entry.variables.clone());
            }
            StateKind::Fail(fail) => self.fail(fail, &input),
            StateKind::Parallel(parallel) => {
                let work = &parallel.work;
                if let Some(input) = self.parameters(work.parameters.as_ref(), &input) {
                    let outputs: Vec<Shape> = (0..parallel.branches.len())
                        .map(|index| {
                            let variables = self.entry.variables.clone();
                            nested.run(index, Entry::new(input.clone(), variables))
                        })
                        .collect();
                    let result = match outputs.iter().any(Shape::is_never) {
                        true => Shape::never(),
                        false => Shape::array(outputs, Shape::never()).made(outputs_of(state)),
                    };
                    self.leave_work(state, work, result, &mut exits);
                }
                self.catch(&work.catch, &mut exits);
            }
            StateKind::Map(map) => {
                let result = self.map(state, map, &input, nested);
                self.leave_work(state, &map.work, result, &mut exits);
                self.catch(&map.work.catch, &mut exits);
            }
            StateKind::Unknown => {
                exits.leave(state, Shape::unknown(), Variables::unknown());
            }
        }
        exits
    }

    /// `InputPath` and `OutputPath` (IO-2 to IO-5).
    fn select(&mut self, field: Option<&PathField>, document: &Shape) -> Shape {
        match field {
            None => document.clone(),
            Some(PathField::Null(span)) => {
                Shape::object(Members::exactly(Vec::new())).made(Origin {
                    span: *span,
                    kind: OriginKind::Empty,
                })
            }
            Some(PathField::Path(path)) => self.path(path, document),
        }
    }

    /// The effective input; `None` if there never is one.
    fn parameters(&mut self, template: Option<&Template>, input: &Shape) -> Option<Shape> {
        let built = match template {
            Some(template) => self.template(template, input).replacing(),
            None => input.clone(),
        };
        (!built.is_never()).then_some(built)
    }

    fn pass<'a>(&mut self, state: &'a State, pass: &'a Pass, input: &Shape, exits: &mut Exits<'a>) {
        let Some(input) = self.parameters(pass.parameters.as_ref(), input) else {
            return;
        };
        let result = match &pass.result {
            Some(field) => constant::shape(&field.value).replacing(),
            None => input,
        };
        let selected = self.parameters(pass.result_selector.as_ref(), &result);
        let variables = self.assign(state.assign.as_ref(), &result);
        let Some(selected) = selected else {
            return;
        };
        let output = self.place(pass.result_path.as_ref(), &selected);
        let output = self.output(state, &output);
        exits.leave(state, output, variables);
    }

    fn task<'a>(&mut self, state: &'a State, task: &'a Task, input: &Shape, exits: &mut Exits<'a>) {
        let limits = [
            (&task.timeout_path, "TimeoutSecondsPath"),
            (&task.heartbeat_path, "HeartbeatSecondsPath"),
        ];
        let mut is_called = true;
        for (path, field) in limits {
            if let Some(path) = path {
                is_called &= !self
                    .path_of(path, input, NUMBER, Field::Named(field))
                    .is_never();
            }
        }
        let credentials = self.parameters(task.credentials.as_ref(), input);
        let called_with = self.parameters(task.work.parameters.as_ref(), input);
        if is_called && credentials.is_some() && called_with.is_some() {
            self.leave_work(state, &task.work, Shape::unknown(), exits);
        }
        self.catch(&task.work.catch, exits);
    }

    /// Steps 5 to 8 of Task, Parallel and Map.
    fn leave_work<'a>(
        &mut self,
        state: &'a State,
        work: &'a Work,
        result: Shape,
        exits: &mut Exits<'a>,
    ) {
        if result.is_never() {
            return;
        }
        let selected = self.parameters(work.result_selector.as_ref(), &result);
        let variables = self.assign(state.assign.as_ref(), &result);
        let Some(selected) = selected else {
            return;
        };
        let output = self.place(work.result_path.as_ref(), &selected);
        let output = self.output(state, &output);
        exits.leave(state, output, variables);
    }

    /// CATCH-4. Any work may fail.
    fn catch<'a>(&mut self, catchers: &'a [Catcher], exits: &mut Exits<'a>) {
        for catcher in catchers {
            let Some(next) = &catcher.next else {
                continue;
            };
            let error = error_output(catcher.error_equals.span.unwrap_or(catcher.span));
            let variables = self.assign(catcher.assign.as_ref(), &error);
            let output = self.place(catcher.result_path.as_ref(), &error);
            if let Some(variables) = variables {
                exits.go(&next.value, output, variables);
            }
        }
    }

    /// The variables after an `Assign`; `None` if it always fails (VAR-10).
    fn assign(&mut self, assign: Option<&Assign>, document: &Shape) -> Option<Variables> {
        let before = self.entry.variables.clone();
        let Some(assign) = assign else {
            return Some(before);
        };
        let values: Vec<(&str, Shape)> = assign
            .variables
            .iter()
            .map(|(name, value)| (name.value.as_str(), self.template(value, document)))
            .collect();
        let fails = values.iter().any(|(_, shape)| shape.is_never());
        (!fails).then(|| before.assigned(values))
    }

    /// `ResultPath` (section 13).
    fn place(&mut self, field: Option<&PathField>, result: &Shape) -> Shape {
        let path = match field {
            None => return result.clone(),
            Some(PathField::Null(_)) => return self.entry.document.clone(),
            Some(PathField::Path(path)) => path,
        };
        let created = Origin {
            span: path.text.span,
            kind: OriginKind::Created,
        };
        match self.entry.document.with(&path.path.steps, result, created) {
            Ok(document) => document,
            Err(miss) => {
                self.findings.never_applies(path, &miss);
                Shape::never()
            }
        }
    }

    fn output(&mut self, state: &State, document: &Shape) -> Shape {
        match document.is_never() {
            true => Shape::never(),
            false => self.select(state.output_path.as_ref(), document),
        }
    }

    fn choice<'a>(
        &mut self,
        state: &'a State,
        choice: &'a Choice,
        input: &Shape,
        exits: &mut Exits<'a>,
    ) {
        // Rules are tried in order (CHOICE-2), as long as the one before may be false.
        let variables = self.entry.variables.clone();
        let mut seen = Some(Entry::new(input.clone(), variables));
        let mut chosen = Vec::new();
        for rule in &choice.rules {
            let (Some(test), Some(next), Some(now)) = (&rule.test, &rule.next, &seen) else {
                continue;
            };
            let outcome = self.test(test, now);
            if let Some(held) = outcome.held {
                chosen.push((next, rule.assign.as_ref(), held));
            }
            seen = outcome.not;
        }
        if let (Some(default), Some(seen)) = (&choice.default, seen) {
            chosen.push((default, state.assign.as_ref(), seen));
        }
        if !chosen.is_empty() {
            // For its finding: it is judged for all ways together.
            self.output(state, input);
        }
        for (next, assign, seen) in chosen {
            self.chosen(state, &next.value, assign, seen, exits);
        }
    }

    /// Goes where a rule leads, with what its test and those before have let through.
    fn chosen<'a>(
        &mut self,
        state: &'a State,
        next: &'a str,
        assign: Option<&Assign>,
        seen: Entry,
        exits: &mut Exits<'a>,
    ) {
        let entry = std::mem::replace(&mut self.entry, seen);
        let document = self.entry.document.clone();
        let variables = self.assign(assign, &document);
        let findings = std::mem::take(&mut self.findings);
        let output = self.output(state, &document);
        self.findings = findings;
        self.entry = entry;
        if let Some(variables) = variables {
            exits.go(next, output, variables);
        }
    }

    fn wait<'a>(&mut self, state: &'a State, wait: &'a Wait, input: &Shape, exits: &mut Exits<'a>) {
        let seconds = wait.seconds_path.as_ref();
        let seconds = seconds.map(|path| (path, NUMBER, "SecondsPath"));
        let timestamp = wait.timestamp_path.as_ref();
        let timestamp = timestamp.map(|path| (path, Types::TEXT, "TimestampPath"));
        for (path, types, field) in seconds.into_iter().chain(timestamp) {
            if (self.path_of(path, input, types, Field::Named(field))).is_never() {
                return;
            }
        }
        let variables = self.assign(state.assign.as_ref(), input);
        let output = self.output(state, input);
        exits.leave(state, output, variables);
    }

    /// FAIL-4, FAIL-5.
    fn fail(&mut self, fail: &Fail, input: &Shape) {
        let messages = [
            (&fail.error_path, "ErrorPath"),
            (&fail.cause_path, "CausePath"),
        ];
        for (message, field) in messages {
            match message {
                Some(PathOrCall::Path(path)) => {
                    self.path_of(path, input, Types::TEXT, Field::Named(field));
                }
                Some(PathOrCall::Call(call)) => {
                    self.call(call, input);
                }
                None => {}
            }
        }
    }

    /// The result of a Map (section 26).
    fn map(&mut self, state: &State, map: &Map, input: &Shape, nested: &mut dyn Nested) -> Shape {
        let items = self.items(state, map, input);
        if items.is_never() || !self.amounts(map, input) {
            return Shape::never();
        }
        let item = match items.elements() {
            Some(elements) => elements.any(),
            None => Shape::unknown(),
        };
        let output = match self.iteration(map, input, &item) {
            Some(iteration) => self.iterate(state, map, iteration, input, nested),
            None => Shape::never(),
        };
        if map.writer.is_some() {
            return Shape::unknown();
        }
        let tolerates = map.tolerated_count.is_some() || map.tolerated_percentage.is_some();
        let output = match tolerates {
            // MAP-57
            true => output.or(&error_output(state.name.span)),
            false => output,
        };
        let result = match items.elements() {
            // Every iteration fails, so that it succeeds only if there are none.
            Some(elements) if output.is_never() && !elements.first().is_empty() => {
                return Shape::never();
            }
            _ if output.is_never() && !item.is_never() => Shape::of(Types::ARRAY),
            _ => Shape::array(Vec::new(), output),
        };
        result.made(outputs_of(state))
    }

    /// MAP-11.
    fn items(&mut self, state: &State, map: &Map, input: &Shape) -> Shape {
        if let Some(reader) = &map.reader {
            let parameters = self.parameters(reader.parameters.as_ref(), input);
            return parameters.map_or_else(Shape::never, |_| Shape::of(Types::ARRAY));
        }
        if let Some(path) = &map.items_path {
            return self.path_of(path, input, Types::ARRAY, Field::Named("ItemsPath"));
        }
        if !input.types().intersects(Types::ARRAY) {
            self.findings.no_items(&state.name, input);
        }
        input.clone().only(Types::ARRAY)
    }

    /// Whether the numbers behind paths may be there.
    fn amounts(&mut self, map: &Map, input: &Shape) -> bool {
        let mut amounts = Vec::new();
        amounts.extend(at(map.max_concurrency.as_ref(), "MaxConcurrencyPath"));
        amounts.extend(at(
            map.tolerated_count.as_ref(),
            "ToleratedFailureCountPath",
        ));
        let percentage = map.tolerated_percentage.as_ref();
        amounts.extend(at(percentage, "ToleratedFailurePercentagePath"));
        if let Some(reader) = &map.reader {
            amounts.extend(at(reader.max_items.as_ref(), "MaxItemsPath"));
        }
        if let Some(batcher) = &map.batcher {
            amounts.extend(at(batcher.max_items.as_ref(), "MaxItemsPerBatchPath"));
            amounts.extend(at(batcher.max_bytes.as_ref(), "MaxInputBytesPerBatchPath"));
        }
        let mut are_possible = true;
        for (path, field) in amounts {
            let amount = self.path_of(path, input, NUMBER, Field::Named(field));
            are_possible &= !amount.is_never();
        }
        are_possible
    }

    /// The input of an iteration, before batches are made (MAP-20); `None` if there never is one.
    fn iteration(&mut self, map: &Map, input: &Shape, item: &Shape) -> Option<Shape> {
        if item.is_never() {
            return None;
        }
        let selector = map.item_selector.as_ref().or(map.work.parameters.as_ref());
        let Some(selector) = selector else {
            return Some(item.clone());
        };
        let outside = std::mem::replace(&mut self.context, item_context(map, item));
        let selected = self.template(selector, input);
        self.context = outside;
        (!selected.is_never()).then_some(selected)
    }

    /// The output of an iteration.
    fn iterate(
        &mut self,
        state: &State,
        map: &Map,
        iteration: Shape,
        input: &Shape,
        nested: &mut dyn Nested,
    ) -> Shape {
        let mut entered_with = iteration;
        if let Some(batcher) = &map.batcher {
            let mut members = Vec::new();
            if let Some(template) = &batcher.input {
                let built = self.template(template, input);
                if built.is_never() {
                    return Shape::never();
                }
                members.push(("BatchInput".into(), built));
            }
            // MAP-42
            members.push(("Items".into(), Shape::array(Vec::new(), entered_with)));
            let mut batch = Members::exactly(members);
            batch.is_ordered = false;
            entered_with = Shape::object(batch).made(Origin {
                span: state.name.span,
                kind: OriginKind::Batch,
            });
        }
        if let Some(template) = map.writer.as_ref().and_then(|w| w.parameters.as_ref()) {
            self.template(template, input);
        }
        let variables = match map.is_distributed() {
            true => Variables::none(),
            false => self.entry.variables.clone(),
        };
        nested.run(0, Entry::new(entered_with, variables))
    }
}

impl<'a> Exits<'a> {
    /// To the state's `Next`, or out of its scope.
    fn leave(&mut self, state: &'a State, output: Shape, variables: impl Into<Option<Variables>>) {
        let Some(variables) = variables.into() else {
            return;
        };
        match &state.next {
            Some(next) if !state.is_terminal() => self.go(&next.value, output, variables),
            _ if output.is_never() => {}
            _ => self.end = Some(output),
        }
    }

    fn go(&mut self, next: &'a str, output: Shape, variables: Variables) {
        if !output.is_never() {
            self.next.push((next, Entry::new(output, variables)));
        }
    }
}

/// ERR-5.
fn error_output(span: Span) -> Shape {
    let text = || Shape::of(Types::TEXT);
    let mut members = Members::exactly(vec![("Error".into(), text()), ("Cause".into(), text())]);
    if let Some((_, cause)) = members.list.last_mut() {
        cause.is_required = false;
    }
    Shape::object(members).made(Origin {
        span,
        kind: OriginKind::ErrorOutput,
    })
}

fn outputs_of(state: &State) -> Origin {
    Origin {
        span: state.name.span,
        kind: OriginKind::Outputs,
    }
}

fn at<'a, T>(
    amount: Option<&'a Amount<T>>,
    field: &'static str,
) -> Option<(&'a PathText, &'static str)> {
    match amount? {
        Amount::Path(path) => Some((path, field)),
        Amount::Literal(_) => None,
    }
}

/// `Map.Item` while an `ItemSelector` is evaluated (CTX-4).
fn item_context(map: &Map, item: &Shape) -> Shape {
    let open = |list: Vec<(Rc<str>, Shape)>| {
        let mut members = Members::exactly(list);
        members.is_closed = false;
        Shape::object(members)
    };
    // What a reader delivers may be the members of an object.
    let value = match map.reader {
        Some(_) => Shape::unknown(),
        None => item.clone(),
    };
    let item = open(vec![
        ("Index".into(), Shape::of(Types::INTEGER)),
        ("Value".into(), value),
    ]);
    open(vec![("Map".into(), open(vec![("Item".into(), item)]))])
}
