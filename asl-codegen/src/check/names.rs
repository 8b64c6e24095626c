//! The Rust names of states and tasks. A name that cannot be had, or that two would share, is
//! an error that asks for an alias; nothing is renamed silently.

use std::collections::{BTreeMap, HashMap};

use proc_macro2::Ident;
use quote::format_ident;

use crate::ast::{Machine, Scope, State, StateKind};
use crate::check::{Checker, TaskKey, task_key};
use crate::diagnostic::{Code, Diagnostic};
use crate::naming::{pascal_case, rust_name, snake_case};
use crate::options::{NameOption, OptionError};
use crate::source::{Span, Text};

/// Constants of the generated `State` enum.
const RESERVED_VARIANTS: &[&str] = &["ALL", "START"];

/// Keywords that only later editions than the parser's have.
const LATER_KEYWORDS: &[&str] = &["gen"];

/// Names of states and tasks, decided once.
#[derive(Debug, Default)]
pub struct Names {
    /// Every state, in the order of the file, outer before inner.
    pub states: Vec<StateName>,
    /// Every distinct task, in the order of first use.
    pub tasks: Vec<TaskName>,
    /// Keys of the options `tasks` and `names` that name nothing.
    pub unused: Vec<OptionError>,
}

/// A state and its Rust names.
#[derive(Debug)]
pub struct StateName {
    /// Its name in the definition.
    pub name: String,
    /// Its key in the file.
    pub span: Span,
    /// The variant of `State`.
    pub variant: Ident,
    /// The function that runs it.
    pub function: String,
    /// Index of its task in [`Names::tasks`].
    pub task: Option<usize>,
}

/// A task and its Rust name.
#[derive(Debug)]
pub struct TaskName {
    /// What it is.
    pub key: TaskKey,
    /// The method of the trait `Tasks`.
    pub method: Ident,
    /// Whether the options chose the method's name.
    pub is_alias: bool,
    /// The states that use it.
    pub states: Vec<Text>,
    /// Index of its types in the option `tasks`.
    pub types: Option<usize>,
}

impl Checker<'_> {
    pub(super) fn names(&mut self, machine: &Machine) -> Names {
        let mut names = Names::default();
        let mut tasks = Groups::default();
        self.scope_names(&machine.scope, &mut names, &mut tasks);
        self.same_variant(&names);
        let handlers = self.handlers_of(&tasks.list);
        names.tasks = tasks
            .list
            .iter()
            .filter_map(|group| self.task_name(group, &handlers))
            .collect();
        self.tell_patterns_apart(&mut names.tasks);
        self.same_method(&names);
        names.unused = self.unused_keys(&names, &tasks.list);
        names
    }

    fn scope_names(&mut self, scope: &Scope, names: &mut Names, tasks: &mut Groups) {
        for state in &scope.states {
            if let Some(variant) = self.variant(&state.name) {
                let alias = self.alias(&state.name.value);
                let source =
                    alias.map_or_else(|| state.name.value.clone(), |a| a.ident.to_string());
                names.states.push(StateName {
                    name: state.name.value.clone(),
                    span: state.name.span,
                    function: snake_case(&source).trim_start_matches('_').to_owned(),
                    variant,
                    task: self.group(state, tasks),
                });
            }
            for nested in state.scopes() {
                self.scope_names(nested, names, tasks);
            }
        }
    }

    fn variant(&mut self, name: &Text) -> Option<Ident> {
        if let Some(alias) = self.alias(&name.value) {
            let variant = pascal_case(&alias.ident.to_string());
            return Some(Ident::new(&variant, alias.ident.span()));
        }
        let pascal = pascal_case(&name.value);
        let ident = rust_name(&pascal);
        let ident = ident.filter(|_| !RESERVED_VARIANTS.contains(&pascal.as_str()));
        // Where an empty name is an error, that has been said.
        let is_a_name = !name.value.is_empty() || self.options.dialect.rules().min_state_name == 0;
        if ident.is_none() && is_a_name {
            let why = match pascal.as_str() {
                "" => "no character of it can stand in one".to_owned(),
                "ALL" | "START" => format!("`State::{pascal}` is a constant already"),
                _ => format!("`{pascal}` is a Rust keyword"),
            };
            self.report(
                Diagnostic::error(
                    Code::NoRustName,
                    name.span,
                    format!("the state name `{}` gives no Rust name", name.value),
                )
                .label(why)
                .help(format!(
                    "choose one: `names = {{ {:?} = MyState }}`",
                    name.value
                )),
            );
        }
        ident
    }

    fn alias(&self, key: &str) -> Option<&NameOption> {
        self.options.names.iter().find(|alias| alias.key == key)
    }

    /// Puts the state into the group of its task; a state that the option `tasks` names has a task
    /// of its own.
    fn group(&self, state: &State, groups: &mut Groups) -> Option<usize> {
        let StateKind::Task(task) = &state.kind else {
            return None;
        };
        let key = task_key(task)?;
        let name = &state.name.value;
        let own = self.options.tasks.iter().any(|option| option.key == *name);
        let shared = groups.by_key.get(&key).copied().filter(|_| !own);
        if let Some(group) = shared.and_then(|index| groups.list.get_mut(index)) {
            group.states.push(state.name.clone());
            return shared;
        }
        let index = groups.list.len();
        if !own {
            groups.by_key.insert(key.clone(), index);
        }
        groups.list.push(Group {
            key,
            own,
            states: vec![state.name.clone()],
        });
        Some(index)
    }

    fn task_name(&mut self, group: &Group, handlers: &Handlers) -> Option<TaskName> {
        let first = group.states.first()?;
        let types = self.types(group);
        let users = types.and_then(|types| handlers.get(&types));
        let single = users.copied().unwrap_or(group.states.len()) == 1;
        let aliases = [group.key.label(), &group.key.resource];
        let alias = aliases
            .into_iter()
            .chain(single.then_some(first.value.as_str()))
            .find_map(|key| self.alias(key));
        let wanted = match alias {
            Some(alias) => snake_case(&alias.ident.to_string()),
            None if single => snake_case(&first.value),
            None => snake_case(&group.key.short_name()),
        };
        let method = rust_name(&wanted);
        let Some(method) = method.filter(|_| !LATER_KEYWORDS.contains(&wanted.as_str())) else {
            self.no_method(group, first, &wanted);
            return None;
        };
        Some(TaskName {
            key: group.key.clone(),
            method,
            is_alias: alias.is_some(),
            states: group.states.clone(),
            types,
        })
    }

    /// Where tasks of one API have the same name, those with a pattern have it in their name: of
    /// `sqs:sendMessage` and `sqs:sendMessage.waitForTaskToken`, the second is
    /// `sqs_send_message_wait_for_task_token`, whichever comes first in the file.
    fn tell_patterns_apart(&self, tasks: &mut [TaskName]) {
        let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, task) in tasks.iter().enumerate() {
            same.entry(task.method.to_string()).or_default().push(index);
        }
        for indices in same.into_values().filter(|indices| indices.len() > 1) {
            let named = || indices.iter().filter_map(|index| tasks.get(*index));
            let collides = |task: &TaskName| {
                named().any(|other| {
                    task.key.pattern() != other.key.pattern()
                        && task.key.is_same_api(&other.key)
                        && !self.is_one_handler(task, other)
                })
            };
            let renamed: Vec<Option<Ident>> = named()
                .map(|task| {
                    let suffix = snake_case(task.key.pattern().suffix());
                    (!task.is_alias && !suffix.is_empty() && collides(task))
                        .then(|| format_ident!("{}_{}", task.method, suffix))
                })
                .collect();
            for (index, renamed) in indices.iter().zip(renamed) {
                if let (Some(task), Some(method)) = (tasks.get_mut(*index), renamed) {
                    task.method = method;
                }
            }
        }
    }

    /// Whether both are forms of calling one Lambda handler, and hence one method.
    fn is_one_handler(&self, task: &TaskName, other: &TaskName) -> bool {
        self.is_lambda(task.types) && task.types == other.types
    }

    /// The types that the options give a task. A task of its own has those given for its state.
    fn types(&self, group: &Group) -> Option<usize> {
        let own = group.states.first().filter(|_| group.own);
        self.options.tasks.iter().position(|option| match own {
            Some(state) => option.key == state.value,
            None => option.key == group.key.label() || option.key == group.key.resource,
        })
    }

    /// How many states call each Lambda handler: all forms of calling one are one method.
    fn handlers_of(&self, groups: &[Group]) -> Handlers {
        let mut handlers = Handlers::new();
        for group in groups {
            if let Some(types) = self
                .types(group)
                .filter(|types| self.is_lambda(Some(*types)))
            {
                *handlers.entry(types).or_default() += group.states.len();
            }
        }
        handlers
    }

    /// Whether the options call these types those of a Lambda handler.
    fn is_lambda(&self, types: Option<usize>) -> bool {
        let option = types.and_then(|index| self.options.tasks.get(index));
        option.is_some_and(|option| option.is_lambda)
    }

    fn no_method(&mut self, group: &Group, state: &Text, wanted: &str) {
        let why = if wanted.is_empty() {
            "has no character a Rust name can have".to_owned()
        } else {
            format!("would be the method `{wanted}`, which is a Rust keyword")
        };
        let key = if group.states.len() == 1 {
            state.value.as_str()
        } else {
            group.key.label()
        };
        self.report(
            Diagnostic::error(
                Code::TaskName,
                state.span,
                format!("the task of `{}` gives no Rust name: it {why}", state.value),
            )
            .label("needs a method of `Tasks`")
            .help(format!("choose one: `names = {{ {key:?} = my_task }}`")),
        );
    }

    fn same_variant(&mut self, names: &Names) {
        let mut first: HashMap<String, &StateName> = HashMap::new();
        for state in &names.states {
            let (function, variant) = (format!("…_{}", state.function), state.variant.to_string());
            let clash = [&variant, &function]
                .into_iter()
                .find_map(|name| Some((name, *first.get(name)?)));
            let Some((name, earlier)) = clash else {
                first.insert(function, state);
                first.insert(variant, state);
                continue;
            };
            // The same name twice is STATE-2.
            if earlier.name == state.name {
                continue;
            }
            self.report(
                Diagnostic::error(
                    Code::SameRustName,
                    state.span,
                    format!(
                        "the states `{}` and `{}` have the same Rust name",
                        earlier.name, state.name
                    ),
                )
                .label(format!("`{name}` is taken"))
                .secondary(earlier.span, "by this state")
                .help(format!(
                    "choose another one: `names = {{ {:?} = {}2 }}`",
                    state.name, state.variant
                )),
            );
        }
    }

    fn same_method(&mut self, names: &Names) {
        let mut first: HashMap<String, &TaskName> = HashMap::new();
        for task in &names.tasks {
            let (Some(state), method) = (task.states.first(), task.method.to_string()) else {
                continue;
            };
            // The types of a task are named after its method in another case.
            let clash = pascal_case(&method);
            let Some(earlier) = first.get(&clash) else {
                first.insert(clash, task);
                continue;
            };
            if self.is_one_handler(task, earlier) {
                continue;
            }
            // Two states of one name are refused for that.
            let Some(before) = earlier.states.first().filter(|b| b.value != state.value) else {
                continue;
            };
            let key = if task.states.len() == 1 {
                state.value.as_str()
            } else {
                task.key.label()
            };
            let other = format!("{}_2", task.method);
            self.report(
                Diagnostic::error(
                    Code::TaskName,
                    state.span,
                    format!("two different tasks would both be the method `{method}`"),
                )
                .label(format!("runs `{}`", task.key.label()))
                .secondary(before.span, format!("runs `{}`", earlier.key.label()))
                .help(format!(
                    "name one of them: `names = {{ {key:?} = {other} }}`"
                )),
            );
        }
    }

    /// Keys in the options that name no state, resource or function.
    fn unused_keys(&self, names: &Names, groups: &[Group]) -> Vec<OptionError> {
        let states: Vec<&str> = names.states.iter().map(|s| s.name.as_str()).collect();
        let tasks: Vec<&str> = groups
            .iter()
            .flat_map(|g| {
                let states = g.states.iter().map(|text| text.value.as_str());
                states.chain([g.key.label(), g.key.resource.as_str()])
            })
            .collect();
        let all: Vec<&str> = states.iter().chain(&tasks).copied().collect();
        let task_keys = self
            .options
            .tasks
            .iter()
            .map(|o| (&o.key, o.span, &tasks, "task"));
        let name_keys = self
            .options
            .names
            .iter()
            .map(|o| (&o.key, o.span, &all, "state or task"));
        task_keys
            .chain(name_keys)
            .filter(|(key, _, known, _)| !known.contains(&key.as_str()))
            .map(|(key, span, known, what)| {
                let near = crate::diagnostic::suggest::nearest(key, known.iter().copied());
                let hint =
                    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                OptionError {
                    code: Code::UnknownTask,
                    message: format!("the definition has no {what} `{key}`{hint}"),
                    span,
                }
            })
            .chain(self.not_lambda(groups))
            .collect()
    }

    /// Entries that say `lambda` of what is no Lambda function.
    fn not_lambda(&self, groups: &[Group]) -> Vec<OptionError> {
        let options = self.options.tasks.iter().enumerate();
        options
            .filter(|(index, option)| {
                let mut named = groups.iter().filter(|g| self.types(g) == Some(*index));
                option.is_lambda && named.any(|group| !group.key.is_lambda())
            })
            .map(|(_, option)| {
                let key = &option.key;
                OptionError {
                    code: Code::UnknownTask,
                    message: format!(
                        "the task `{key}` is no Lambda function; write `{key} = fn(..) -> ..`"
                    ),
                    span: option.span,
                }
            })
            .collect()
    }
}

/// How many states call a Lambda handler, by the index of its types.
type Handlers = BTreeMap<usize, usize>;

/// The tasks of a definition, in the order of first use.
#[derive(Default)]
struct Groups {
    list: Vec<Group>,
    by_key: HashMap<TaskKey, usize>,
}

/// States that run the same task.
struct Group {
    key: TaskKey,
    /// Whether it is the task of one state alone, as the options say.
    own: bool,
    states: Vec<Text>,
}
