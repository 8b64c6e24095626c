//! From a checked definition to the [`ir`](crate::ir). Total: a definition that passed the check
//! always lowers.

mod map;

use std::collections::HashMap;
use std::time::Duration;

use crate::ast;
use crate::check::{Names, TaskName};
use crate::dataflow::Dataflow;
use crate::ir::{
    Action, After, Argument, Assign, Branch, Call, Catcher, ContextUse, Exit, Limit, Message,
    Place, Program, Retrier, Rule, Select, Selector, State, StateId, Task, Template, Test,
    TokenUse, Wait,
};
use crate::options::{Aliases, Options};
use crate::parse::number;
use crate::source::{Kind, Node, Source};

/// Lowers a definition that [`check`](crate::check::check) found nothing wrong with.
pub fn lower(
    machine: &ast::Machine,
    names: &Names,
    dataflow: &Dataflow,
    options: &Options,
    source: &Source,
) -> Program {
    let ids = names
        .states
        .iter()
        .enumerate()
        .map(|(index, state)| (state.name.as_str(), StateId(index)))
        .collect();
    let mut lower = Lower {
        names,
        dataflow,
        options,
        ids,
        source,
        rules: options.dialect.rules(),
        states: Vec::with_capacity(names.states.len()),
        branches: Vec::new(),
    };
    lower.scope(&machine.scope, None);
    let mut program = Program {
        rules: lower.rules,
        comment: machine.comment.as_ref().map(|text| text.value.clone()),
        start: lower.target(machine.scope.start_at.as_ref()),
        timeout: lower.timeout(machine),
        context: ContextUse::default(),
        loops: Vec::new(),
        tasks: lower.tasks(),
        transfers: Vec::new(),
        states: lower.states,
        branches: lower.branches,
    };
    program.number_transfers();
    program.analyse(options.is_optimised);
    program.order_templates();
    if options.is_optimised {
        program.loops = program.find_loops();
    }
    program
}

struct Lower<'a> {
    names: &'a Names,
    dataflow: &'a Dataflow,
    options: &'a Options,
    ids: HashMap<&'a str, StateId>,
    source: &'a Source,
    rules: &'static crate::dialect::Rules,
    states: Vec<State>,
    branches: Vec<Branch>,
}

impl Lower<'_> {
    /// TOP-6, TCSL-12: milliseconds decide, then seconds, then the dialect.
    fn timeout(&self, machine: &ast::Machine) -> Option<Duration> {
        let milliseconds = machine.timeout_milliseconds.as_ref();
        let seconds = machine.timeout_seconds.as_ref();
        let default = &self.rules.default_machine_timeout;
        milliseconds
            .map(|field| Duration::from_millis(field.value))
            .or(seconds.map(|field| Duration::from_secs(field.value)))
            .or_else(|| {
                default
                    .of(self.options.machine_type)
                    .map(Duration::from_secs)
            })
    }

    fn tasks(&self) -> Vec<Task> {
        let aliases = Aliases::of(self.options);
        let task = |task: &TaskName| {
            let [input, output] = aliases.of_task(&task.method, task.types);
            Task {
                method: task.method.clone(),
                input,
                output,
                resource: task.key.resource.clone(),
                pattern: task.key.pattern(),
                envelope: self.is_lambda(task.types) && task.key.is_lambda_invoke(),
                function: task.key.function.clone(),
                states: task
                    .states
                    .iter()
                    .map(|name| self.id(&name.value))
                    .collect(),
                types: task.types,
            }
        };
        self.names.tasks.iter().map(task).collect()
    }

    fn is_lambda(&self, types: Option<usize>) -> bool {
        let option = types.and_then(|index| self.options.tasks.get(index));
        option.is_some_and(|option| option.is_lambda)
    }

    fn scope(&mut self, scope: &ast::Scope, parent: Option<StateId>) {
        for state in &scope.states {
            let id = self.id(&state.name.value);
            let branches = self.reserve_branches(state);
            let lowered = self.state(state, parent, branches);
            self.states.push(lowered);
            for nested in state.scopes() {
                self.scope(nested, Some(id));
            }
        }
    }

    /// Gives the nested scopes of a state consecutive indices; the first of them.
    fn reserve_branches(&mut self, state: &ast::State) -> usize {
        let first = self.branches.len();
        for nested in state.scopes() {
            let start = self.target(nested.start_at.as_ref());
            self.branches.push(Branch {
                start,
                suspends: true,
            });
        }
        first
    }

    fn id(&self, name: &str) -> StateId {
        self.ids.get(name).copied().unwrap_or(StateId(0))
    }

    /// The state a checked target names.
    fn target(&self, name: Option<&crate::source::Text>) -> StateId {
        name.map_or(StateId(0), |name| self.id(&name.value))
    }

    fn state(&self, state: &ast::State, parent: Option<StateId>, branches: usize) -> State {
        let id = self.id(&state.name.value);
        let named = self.names.states.get(id.0);
        let work = state.work();
        State {
            name: state.name.value.clone(),
            variant: named.map_or_else(
                || proc_macro2::Ident::new("Unnamed", proc_macro2::Span::call_site()),
                |named| named.variant.clone(),
            ),
            function: named.map_or_else(String::new, |named| named.function.clone()),
            position: self.source.position(state.name.span.start),
            comment: state.comment.as_ref().map(|text| text.value.clone()),
            parent,
            successors: self.successors(state),
            input: select(state.input_path.as_ref()),
            output: select(state.output_path.as_ref()),
            action: self.action(state, named.and_then(|named| named.task), branches),
            retry: work.map_or_else(Vec::new, |work| {
                work.retry.iter().map(|r| self.retrier(r)).collect()
            }),
            catch: work.map_or_else(Vec::new, |work| {
                work.catch.iter().map(|c| self.catcher(c)).collect()
            }),
            assign: assign(state.assign.as_ref()),
            keep_input: true,
            reads_entered_time: true,
            token: TokenUse::None,
            known: self.dataflow.state(&state.name.value).cloned(),
            exits: (self.dataflow.exits(&state.name.value).iter())
                .map(|(next, entry)| (self.id(next), entry.clone()))
                .collect(),
        }
    }

    fn successors(&self, state: &ast::State) -> Vec<StateId> {
        let mut successors = Vec::new();
        for target in state.targets() {
            let id = self.id(&target.value);
            if !successors.contains(&id) {
                successors.push(id);
            }
        }
        successors
    }

    fn exit(&self, state: &ast::State) -> Exit {
        match &state.next {
            Some(next) if !state.is_terminal() => Exit::Next(self.id(&next.value)),
            _ => Exit::End,
        }
    }

    fn action(&self, state: &ast::State, task: Option<usize>, first: usize) -> Action {
        match &state.kind {
            ast::StateKind::Pass(pass) => Action::Pass {
                parameters: pass.parameters.as_ref().map(template),
                result: pass.result.as_ref().map(|field| constant(&field.value)),
                selector: pass.result_selector.as_ref().map(template),
                place: place(pass.result_path.as_ref()),
                exit: self.exit(state),
            },
            ast::StateKind::Task(ast) => Action::Task {
                task: task.unwrap_or(0),
                timeout: limit(
                    ast.timeout.as_ref().map(|t| t.value),
                    ast.timeout_path.as_ref(),
                    self.rules.default_task_timeout,
                ),
                heartbeat: limit(
                    ast.heartbeat.as_ref().map(|t| t.value),
                    ast.heartbeat_path.as_ref(),
                    None,
                ),
                credentials: ast.credentials.as_ref().map(template),
                parameters: ast.work.parameters.as_ref().map(template),
                after: self.after(state, &ast.work),
            },
            ast::StateKind::Choice(choice) => Action::Choice {
                rules: choice.rules.iter().filter_map(|r| self.rule(r)).collect(),
                default: choice.default.as_ref().map(|name| self.id(&name.value)),
            },
            ast::StateKind::Wait(ast) => Action::Wait {
                wait: wait(ast),
                exit: self.exit(state),
            },
            ast::StateKind::Fail(fail) => Action::Fail {
                error: message(fail.error.as_ref(), fail.error_path.as_ref()),
                cause: message(fail.cause.as_ref(), fail.cause_path.as_ref()),
            },
            ast::StateKind::Parallel(parallel) => Action::Parallel {
                parameters: parallel.work.parameters.as_ref().map(template),
                first,
                count: parallel.branches.len(),
                after: self.after(state, &parallel.work),
            },
            ast::StateKind::Map(map) => Action::Map(Box::new(self.map(state, map, first))),
            ast::StateKind::Succeed | ast::StateKind::Unknown => Action::Succeed,
        }
    }

    fn after(&self, state: &ast::State, work: &ast::Work) -> After {
        After {
            selector: work.result_selector.as_ref().map(template),
            place: place(work.result_path.as_ref()),
            exit: self.exit(state),
        }
    }

    fn rule(&self, rule: &ast::Rule) -> Option<Rule> {
        Some(Rule {
            test: test(rule.test.as_ref()?),
            next: self.target(rule.next.as_ref()),
            assign: assign(rule.assign.as_ref()),
        })
    }

    fn catcher(&self, catcher: &ast::Catcher) -> Catcher {
        Catcher {
            errors: names(&catcher.error_equals),
            matched: self.matched(&catcher.error_equals),
            next: self.target(catcher.next.as_ref()),
            place: place(catcher.result_path.as_ref()),
            assign: assign(catcher.assign.as_ref()),
        }
    }

    /// RETRY-2, TCSL-102.
    fn retrier(&self, retrier: &ast::Retrier) -> Retrier {
        let attempts = retrier.max_attempts.as_ref().map(|v| v.value);
        Retrier {
            errors: names(&retrier.error_equals),
            matched: self.matched(&retrier.error_equals),
            interval_seconds: retrier.interval_seconds.as_ref().map_or(1, |v| v.value),
            max_attempts: attempts.unwrap_or(self.rules.retry.default_attempts),
            backoff_rate: retrier.backoff_rate.as_ref().map_or(2.0, |v| v.value),
            max_delay_seconds: retrier.max_delay_seconds.as_ref().map(|v| v.value),
            full_jitter: retrier
                .jitter_strategy
                .as_ref()
                .is_some_and(|text| text.value == "FULL"),
        }
    }

    /// TCSL-113: every name that an `ErrorEquals` matches, each once.
    fn matched(&self, error_equals: &ast::ErrorEquals) -> Vec<String> {
        let mut matched: Vec<String> = Vec::new();
        for name in &error_equals.names {
            for code in self.rules.errors.matched_by(&name.value) {
                if !matched.iter().any(|known| known == code) {
                    matched.push(code.to_owned());
                }
            }
        }
        matched
    }
}

/// An empty `Assign` assigns nothing (VAR-4).
fn assign(field: Option<&ast::Assign>) -> Option<Assign> {
    let variables = field?.variables.iter();
    let assign: Assign = variables
        .map(|(name, value)| (name.value.clone(), template(value)))
        .collect();
    (!assign.is_empty()).then_some(assign)
}

fn names(error_equals: &ast::ErrorEquals) -> Vec<String> {
    error_equals
        .names
        .iter()
        .map(|name| name.value.clone())
        .collect()
}

fn selector(path: &ast::PathText) -> Selector {
    Selector {
        text: path.text.value.clone(),
        path: path.path.clone(),
    }
}

/// IO-2 to IO-5.
fn select(field: Option<&ast::PathField>) -> Select {
    match field {
        None => Select::Whole,
        Some(ast::PathField::Null(_)) => Select::Empty,
        Some(ast::PathField::Path(path)) if path.path.is_whole() => Select::Whole,
        Some(ast::PathField::Path(path)) => Select::Path(selector(path)),
    }
}

/// RP-2, IO-4.
fn place(field: Option<&ast::PathField>) -> Place {
    match field {
        None => Place::Replace,
        Some(ast::PathField::Null(_)) => Place::Discard,
        Some(ast::PathField::Path(path)) if path.path.is_whole() => Place::Replace,
        Some(ast::PathField::Path(path)) => Place::At(selector(path)),
    }
}

fn limit(literal: Option<u64>, path: Option<&ast::PathText>, default: Option<u64>) -> Limit {
    match (literal, path) {
        (Some(seconds), _) => Limit::Seconds(seconds),
        (None, Some(path)) => Limit::Path(Box::new(selector(path))),
        (None, None) => default.map_or(Limit::None, Limit::Seconds),
    }
}

fn wait(wait: &ast::Wait) -> Wait {
    if let Some(timestamp) = &wait.timestamp {
        return Wait::Timestamp(timestamp.value);
    }
    if let Some(path) = &wait.timestamp_path {
        return Wait::TimestampPath(selector(path));
    }
    match &wait.seconds_path {
        Some(path) => Wait::SecondsPath(selector(path)),
        None => Wait::Seconds(wait.seconds.as_ref().map_or(0, |seconds| seconds.value)),
    }
}

fn message(
    text: Option<&crate::source::Text>,
    computed: Option<&ast::PathOrCall>,
) -> Option<Message> {
    if let Some(text) = text {
        return Some(Message::Text(text.value.clone()));
    }
    Some(match computed? {
        ast::PathOrCall::Path(path) => Message::Path(selector(path)),
        ast::PathOrCall::Call(ast) => Message::Call(call(ast)),
    })
}

fn call(ast: &ast::Call) -> Call {
    Call {
        function: ast.function,
        arguments: ast.arguments.iter().map(argument).collect(),
    }
}

fn argument(ast: &ast::Argument) -> Argument {
    match ast {
        ast::Argument::Path(path) => Argument::Path(selector(path)),
        ast::Argument::Call(ast) => Argument::Call(call(ast)),
        ast::Argument::Text(text) => Argument::Text(text.clone()),
        ast::Argument::Pieces(pieces) => Argument::Pieces(pieces.clone()),
        ast::Argument::Number(number) => Argument::Number(*number),
        ast::Argument::Bool(value) => Argument::Bool(*value),
        ast::Argument::Null => Argument::Null,
    }
}

fn test(tree: &ast::Test) -> Test {
    match tree {
        ast::Test::And(tests) => Test::And(tests.iter().map(test).collect()),
        ast::Test::Or(tests) => Test::Or(tests.iter().map(test).collect()),
        ast::Test::Not(inner) => Test::Not(Box::new(test(inner))),
        ast::Test::Data {
            variable,
            comparison,
        } => Test::Data {
            variable: selector(variable),
            comparison: comparison.clone(),
        },
    }
}

fn template(tree: &ast::Template) -> Template {
    match &tree.kind {
        ast::TemplateKind::Constant(node) => constant(node),
        ast::TemplateKind::Array(items) => Template::Array(items.iter().map(template).collect()),
        ast::TemplateKind::Object(members) => Template::Object(
            members
                .iter()
                .map(|(name, value)| (name.value.clone(), template(value)))
                .collect(),
        ),
        ast::TemplateKind::Path(path) => Template::Path(selector(path)),
        ast::TemplateKind::Call(ast) => Template::Call(call(ast)),
    }
}

fn constant(node: &Node) -> Template {
    match &node.kind {
        Kind::Null => Template::Null,
        Kind::Bool(value) => Template::Bool(*value),
        // The parser refuses a number that cannot be carried.
        Kind::Number(text) => number(text).map_or(Template::Null, Template::Number),
        Kind::String(text) => Template::Text(text.value.clone()),
        Kind::Array(items) => Template::Array(items.iter().map(constant).collect()),
        Kind::Object(members) => Template::Object(
            members
                .iter()
                .map(|member| (member.key.value.clone(), constant(&member.value)))
                .collect(),
        ),
    }
}
