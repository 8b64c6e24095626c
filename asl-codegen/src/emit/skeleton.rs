//! What stands in for a machine that was refused: the same items, made of whatever could be read, so
//! that the rest of the engineer's file reports only its own errors.
//!
//! No guess can be wrong here in a way that costs anything: methods of `Tasks` have default bodies,
//! so one too many does no harm, while one too few is an error at the engineer's own method.

use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::ast::{self, Machine, StateKind};
use crate::check::{Names, TaskKey, TaskName};
use crate::diagnostic::suggest::nearest;
use crate::emit::errors::{self, ErrorNames};
use crate::emit::{flow, io, items, machine, prelude, state, tasks};
use crate::ir::{ContextUse, Direction, Pattern, StateId, Task, Transfer};
use crate::naming::{rust_name, snake_case};
use crate::options::{Aliases, Options};
use crate::source::Source;

/// The items of a refused machine; `known` is what could be read of the definition.
pub fn skeleton(
    source: &Source,
    options: &Options,
    known: Option<(&Machine, &Names)>,
) -> TokenStream {
    let mut outline = Outline {
        options,
        aliases: Aliases::of(options),
        file: source.name(),
        states: Vec::new(),
        tasks: Vec::new(),
        methods: HashSet::new(),
        transfers: Vec::new(),
        transfer_methods: HashSet::new(),
        errors: ErrorNames::new(),
    };
    if let Some((machine, names)) = known {
        outline.states(names);
        outline.definition(machine, names);
        outline.errors = error_names(machine);
    }
    outline.options();
    outline.emit()
}

/// The parts of a program that the engineer's code can name.
struct Outline<'a> {
    options: &'a Options,
    aliases: Aliases<'a>,
    file: &'a str,
    /// The variants, with the names they come from.
    states: Vec<(&'a Ident, &'a str)>,
    tasks: Vec<Task>,
    methods: HashSet<String>,
    transfers: Vec<Transfer>,
    transfer_methods: HashSet<String>,
    errors: ErrorNames<'a>,
}

impl<'a> Outline<'a> {
    /// Each variant once: that two states share one may be the very reason for the refusal.
    fn states(&mut self, names: &'a Names) {
        let mut variants = HashSet::new();
        for state in &names.states {
            if variants.insert(state.variant.to_string()) {
                self.states.push((&state.variant, &state.name));
            }
        }
    }

    /// The methods that the states have, or would have if they were written as meant.
    fn definition(&mut self, machine: &Machine, names: &Names) {
        for task in &names.tasks {
            self.named_task(task);
        }
        let mut functions: HashMap<&str, &str> = HashMap::new();
        for state in &names.states {
            functions.entry(&state.name).or_insert(&state.function);
        }
        let mut open = vec![&machine.scope];
        while let Some(scope) = open.pop() {
            for state in &scope.states {
                open.extend(state.scopes());
                if matches!(state.kind, StateKind::Task(_) | StateKind::Unknown) {
                    let name = state.name.value.as_str();
                    self.task(&snake_case(name), self.types_of(name));
                }
                if let StateKind::Map(_) | StateKind::Unknown = state.kind
                    && let Some(function) = functions.get(state.name.value.as_str())
                {
                    self.transfers(function);
                }
            }
        }
    }

    /// What would read the items and write the results of a Map.
    fn transfers(&mut self, function: &str) {
        for direction in [Direction::Read, Direction::Write] {
            let transfer = Transfer::new(direction, function, StateId(0), "");
            // Two states may have the same name: that is why the definition is refused.
            if self.transfer_methods.insert(transfer.method.to_string()) {
                self.transfers.push(transfer);
            }
        }
    }

    /// A task under its name, and under the one it would have if it were shared by more states.
    fn named_task(&mut self, task: &TaskName) {
        let types = task.types.or_else(|| {
            let states = task.states.iter().map(|state| state.value.as_str());
            let mut keys = states.chain([task.key.label(), task.key.resource.as_str()]);
            keys.find_map(|key| self.types_of(key))
        });
        self.task(&task.method.to_string(), types);
        self.task(&snake_case(&task.key.short_name()), types);
    }

    /// The methods that the options speak of.
    fn options(&mut self) {
        let options = self.options;
        for name in &options.names {
            self.task(
                &snake_case(&name.ident.to_string()),
                self.types_of(&name.key),
            );
        }
        for (index, task) in options.tasks.iter().enumerate() {
            let key = TaskKey {
                resource: task.key.clone(),
                function: None,
            };
            self.task(&snake_case(&task.key), Some(index));
            self.task(&snake_case(&key.short_name()), Some(index));
        }
    }

    /// The types that the options give under a key, or under that key misspelt.
    fn types_of(&self, key: &str) -> Option<usize> {
        let tasks = &self.options.tasks;
        let position = |key: &str| tasks.iter().position(|task| task.key == key);
        position(key).or_else(|| {
            let known = tasks.iter().map(|task| task.key.as_str());
            nearest(key, known).and_then(position)
        })
    }

    /// Adds a method, unless there is one of that name or it is no name.
    fn task(&mut self, method: &str, types: Option<usize>) {
        let Some(method) = rust_name(method) else {
            return;
        };
        if !self.methods.insert(method.to_string()) {
            return;
        }
        let [input, output] = self.aliases.of_task(&method, types);
        self.tasks.push(Task {
            method,
            input,
            output,
            resource: String::new(),
            pattern: Pattern::RequestResponse,
            envelope: false,
            function: None,
            states: Vec::new(),
            types,
        });
    }

    fn emit(self) -> TokenStream {
        let prelude = prelude(self.options);
        let state = self.state();
        let tasks = self.tasks();
        let items = self.items();
        let machine = machine(self.options, &quote!(Tasks));
        let io = io::items(self.options, &self.tasks);
        let definition = flow::definition(self.options);
        let program = self.program();
        let errors = errors::constants(self.errors, &self.options.dialect.rules().errors);
        quote! {
            #prelude
            #state
            #tasks
            #items
            #machine
            #errors
            #io
            #definition
            #program
        }
    }

    fn state(&self) -> TokenStream {
        let unknown = Ident::new("Unknown", Span::call_site());
        let names = match self.states.as_slice() {
            [] => vec![(&unknown, "")],
            states => states.to_vec(),
        };
        let variants = names.iter().map(|(variant, _)| {
            quote! {
                /// A state of a definition that does not compile.
                #variant,
            }
        });
        let variants = quote!(#(#variants)*);
        let start = names.first().map(|(start, _)| quote!(State::#start));
        let title = " The states of a definition that does not compile.";
        state::items(title, variants, &names, &start.unwrap_or_default())
    }

    fn tasks(&self) -> TokenStream {
        let methods = self.tasks.iter().map(|task| {
            let signature = tasks::signature(self.options, task);
            quote! {
                /// A task of a definition that does not compile.
                #signature {
                    let _ = (cx, input);
                    async {
                        ::core::result::Result::Err(
                            rt::TaskError::failed("the definition does not compile"),
                        )
                    }
                }
            }
        });
        let nothing = self.tasks.is_empty().then(|| quote!(impl Tasks for () {}));
        let calls = tasks::no_calls();
        quote! {
            /// The tasks of a definition that does not compile.
            pub trait Tasks: ::core::marker::Send + ::core::marker::Sync {
                #(#methods)*
            }

            impl<T: Tasks + ?::core::marker::Sized> Tasks for &T {}

            impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> {}

            #nothing

            #calls
        }
    }

    fn items(&self) -> Option<TokenStream> {
        if self.transfers.is_empty() {
            return None;
        }
        let methods = self.transfers.iter().map(|transfer| {
            let signature = items::signature(transfer);
            quote! {
                /// Reads or writes for a definition that does not compile.
                #signature {
                    let _ = (cx, request);
                    async {
                        ::core::result::Result::Err(
                            rt::TaskError::failed("the definition does not compile"),
                        )
                    }
                }
            }
        });
        Some(quote! {
            /// Where the items and results go of a definition that does not compile.
            pub trait Items: ::core::marker::Send + ::core::marker::Sync {
                #(#methods)*
            }
        })
    }

    fn program(&self) -> TokenStream {
        let (name, file) = (self.options.name.to_string(), self.file);
        let (input, output) = io::machine_types(self.options);
        let rules = self.options.dialect.rules();
        let language = Ident::new(rules.runtime_language, Span::call_site());
        let context = flow::context_use(ContextUse::default());
        quote! {
            impl rt::Program for Definition {
                type State = State;
                type Input = #input;
                type Output = #output;

                const NAME: &'static str = #name;
                const FILE: &'static str = #file;
                const LANGUAGE: &'static rt::Language = &rt::Language::#language;
                const START: State = State::START;
                const TIMEOUT: ::core::option::Option<::core::time::Duration> = ::core::option::Option::None;
                const READS_CONTEXT: rt::ContextUse = #context;

                fn row(_: State) -> &'static rt::StateInfo<State> {
                    &rt::StateInfo::PLAIN
                }

                fn branches() -> &'static [rt::Branch<State>] {
                    &[]
                }

                fn tasks() -> &'static [rt::TaskInfo] {
                    &[]
                }
            }
        }
    }
}

/// Every error name in the tree.
fn error_names(machine: &Machine) -> ErrorNames<'_> {
    let mut names = ErrorNames::new();
    let mut open = vec![&machine.scope];
    while let Some(scope) = open.pop() {
        for state in &scope.states {
            open.extend(state.scopes());
            for name in mentioned(state) {
                let states = names.entry(name).or_default();
                states.insert(state.name.value.as_str());
            }
        }
    }
    names
}

fn mentioned(state: &ast::State) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    if let Some(work) = state.work() {
        let retriers = work.retry.iter().map(|retrier| &retrier.error_equals);
        let catchers = work.catch.iter().map(|catcher| &catcher.error_equals);
        let handled = retriers.chain(catchers).flat_map(|errors| &errors.names);
        names.extend(handled.map(|name| name.value.as_str()));
    }
    if let StateKind::Fail(fail) = &state.kind {
        names.extend(fail.error.as_ref().map(|error| error.value.as_str()));
    }
    names
}
