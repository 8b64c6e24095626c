//! The private module `flow`: the tables of the machine, the state functions, and the `Program`
//! the driver runs.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::emit::body::Constants;
use crate::emit::literal::{self, array};
use crate::emit::{Cx, io};
use crate::ir::{Action, Catcher, ContextUse, Retrier, State, TokenUse};
use crate::options::Options;

impl Cx<'_> {
    pub(super) fn flow(&self) -> TokenStream {
        let definition = definition(self.options);
        let program = self.program_impl();
        let states = self
            .program
            .states
            .iter()
            .map(|state| self.state_info(state));
        let states = array(states);
        let state_count = Literal::usize_unsuffixed(self.program.states.len());
        let branches = self.program.branches.iter().map(|branch| {
            let start = self.variant(branch.start);
            let suspends = branch.suspends;
            quote!(Branch { start: State::#start, suspends: #suspends })
        });
        let tasks = self.program.tasks.iter().map(|task| {
            let (name, resource) = (task.method.to_string(), &task.resource);
            quote!(TaskInfo { name: #name, resource: #resource })
        });
        let transfers = self.program.transfers.iter().map(|transfer| {
            let (name, resource) = (transfer.method.to_string(), &transfer.resource);
            quote!(TaskInfo { name: #name, resource: #resource })
        });
        let tasks = tasks.chain(transfers);
        let mut items = quote! {
            #[allow(unused_imports)]
            use super::rt::flow::*;
            use super::State;

            pub(super) static STATES: [StateInfo<State>; #state_count] = #states;
            pub(super) static BRANCHES: &[Branch<State>] = &[#(#branches),*];
            pub(super) static TASKS: &[TaskInfo] = &[#(#tasks),*];
        };
        let states = self.program.states.iter();
        items.extend(states.map(|state| self.state_functions(state)));
        let items = Group::new(Delimiter::Brace, items);
        quote! {
            #definition
            #program

            mod flow #items
        }
    }

    fn program_impl(&self) -> TokenStream {
        let program = self.program;
        let (input, output) = io::machine_types(self.options);
        let (name, file) = (self.options.name.to_string(), self.file);
        let language = Ident::new(program.rules.runtime_language, Span::call_site());
        let start = self.variant(program.start);
        let timeout = match program.timeout {
            Some(timeout) => {
                let timeout = literal::duration(timeout);
                quote!(::core::option::Option::Some(#timeout))
            }
            None => quote!(::core::option::Option::None),
        };
        let context = context_use(program.context);
        let enter = self.dispatch("enter", |_| true);
        let leaves =
            |state: &State| state.after().is_some() || matches!(state.action, Action::Wait { .. });
        let leave = if program.states.iter().any(leaves) {
            self.dispatch("leave", leaves)
        } else {
            no_leave()
        };
        let iterate = self.iterate_dispatch();
        quote! {
            impl rt::Program for Definition {
                type State = State;
                type Input = #input;
                type Output = #output;

                const NAME: &'static str = #name;
                const FILE: &'static str = #file;
                const LANGUAGE: &'static rt::Language = &rt::Language::#language;
                const START: State = State::#start;
                const TIMEOUT: ::core::option::Option<::core::time::Duration> = #timeout;
                const READS_CONTEXT: rt::ContextUse = #context;

                fn states() -> &'static [rt::StateInfo<State>] {
                    &flow::STATES
                }

                fn branches() -> &'static [rt::Branch<State>] {
                    flow::BRANCHES
                }

                fn tasks() -> &'static [rt::TaskInfo] {
                    flow::TASKS
                }

                #enter
                #leave
                #iterate
            }
        }
    }

    /// `enter` or `leave`: from a state to its function.
    fn dispatch(&self, prefix: &str, has: impl Fn(&State) -> bool) -> TokenStream {
        let method = Ident::new(prefix, Span::call_site());
        let with_result = prefix == "leave";
        let result = with_result.then(|| quote!(, result));
        // One group for all arms: to repeat a group is to refer to it once more.
        let arguments = Group::new(Delimiter::Parenthesis, quote!(visit, input #result));
        let arms = self
            .program
            .states
            .iter()
            .filter(|state| has(state))
            .map(|state| {
                let variant = &state.variant;
                let function =
                    Ident::new(&format!("{prefix}_{}", state.function), Span::call_site());
                quote!(State::#variant => flow::#function #arguments,)
            });
        let parameter = with_result.then(|| quote!(result: rt::Value,));
        let missing = self.program.states.iter().any(|state| !has(state));
        let rest = missing.then(|| quote!(_ => rt::no_result(state),));
        let arms = Group::new(Delimiter::Brace, arms.chain(rest).collect());
        quote! {
            fn #method(
                state: State,
                visit: &rt::Visit<'_>,
                input: rt::Value,
                #parameter
            ) -> rt::Step<State> {
                match state #arms
            }
        }
    }

    /// A row of `STATES`: only what differs from a plain state is spelled out.
    fn state_info(&self, state: &State) -> TokenStream {
        let (variant, name) = (&state.variant, &state.name);
        let kind = Ident::new(state.kind(), Span::call_site());
        let line = Literal::u32_unsuffixed(state.position.line);
        let column = Literal::u32_unsuffixed(state.position.column);
        let parent = state.parent.map(|parent| {
            let parent = self.state_path(parent);
            quote!(parent: Some(#parent),)
        });
        let successors = list(
            "successors",
            state.successors.iter().map(|id| self.state_path(*id)),
        );
        let keep_input = state.keep_input.then(|| quote!(keep_input: true,));
        let reads_entered_time = state
            .reads_entered_time
            .then(|| quote!(reads_entered_time: true,));
        let token = match state.token {
            TokenUse::None => None,
            TokenUse::Offered => Some(quote!(token: TokenUse::Offered,)),
            TokenUse::Awaited => Some(quote!(token: TokenUse::Awaited,)),
        };
        let retry = list("retry", state.retry.iter().map(retrier));
        let catch = list("catch", state.catch.iter().map(|c| self.catcher(c)));
        let plain = quote! {
            StateInfo::plain(State::#variant, #name, StateKind::#kind, #line, #column)
        };
        let fields = [
            parent,
            successors,
            keep_input,
            reads_entered_time,
            token,
            retry,
            catch,
        ];
        let mut fields: TokenStream = fields.into_iter().flatten().collect();
        if fields.is_empty() {
            return plain;
        }
        fields.extend([quote!(..), plain]);
        let fields = Group::new(Delimiter::Brace, fields);
        quote!(StateInfo #fields)
    }

    fn catcher(&self, catcher: &Catcher) -> TokenStream {
        let errors = &catcher.matched;
        let next = self.variant(catcher.next);
        let place = literal::placement(&catcher.place);
        let assign = match &catcher.assign {
            Some(assign) => literal::assign(assign, &mut Constants::none()),
            None => quote!(&[]),
        };
        quote! {
            Catcher {
                errors: &[#(#errors),*],
                next: State::#next,
                result_path: #place,
                assign: #assign,
            }
        }
    }
}

/// `leave` of a machine without work.
pub(super) fn no_leave() -> TokenStream {
    quote! {
        fn leave(
            state: State,
            _visit: &rt::Visit<'_>,
            _input: rt::Value,
            _result: rt::Value,
        ) -> rt::Step<State> {
            rt::no_result(state)
        }
    }
}

/// A `ContextUse` literal.
pub(super) fn context_use(context: ContextUse) -> TokenStream {
    let ContextUse {
        execution_input,
        start_time,
        map_item,
    } = context;
    quote! {
        rt::ContextUse {
            execution_input: #execution_input,
            start_time: #start_time,
            map_item: #map_item,
        }
    }
}

/// The type that stands for the machine in the runtime's types. That it names the types of input
/// and output in its own parameters makes it no more visible than they are: `Program` could not be
/// implemented with them otherwise.
pub(super) fn definition(options: &Options) -> TokenStream {
    let (input, output) = io::machine_types(options);
    quote! {
        /// The compiled definition, as the runtime's driver takes it.
        #[doc(hidden)]
        pub struct Definition<I = #input, O = #output>(
            ::core::marker::PhantomData<fn(I) -> O>,
        );
    }
}

/// `field: &[…],`, unless there is nothing in it.
fn list(field: &str, items: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let items = array(items);
    if items.stream().is_empty() {
        return None;
    }
    let field = Ident::new(field, Span::call_site());
    Some(quote!(#field: &#items,))
}

fn retrier(retrier: &Retrier) -> TokenStream {
    let errors = &retrier.matched;
    let interval = Literal::u64_unsuffixed(retrier.interval_seconds);
    let attempts = Literal::u32_unsuffixed(u32::try_from(retrier.max_attempts).unwrap_or(u32::MAX));
    let rate = literal::float(retrier.backoff_rate);
    let max_delay = match retrier.max_delay_seconds {
        Some(seconds) => {
            let seconds = Literal::u64_unsuffixed(seconds);
            quote!(Some(#seconds))
        }
        None => quote!(None),
    };
    let jitter = if retrier.full_jitter {
        quote!(Jitter::Full)
    } else {
        quote!(Jitter::None)
    };
    quote! {
        Retrier {
            errors: &[#(#errors),*],
            interval_seconds: #interval,
            max_attempts: #attempts,
            backoff_rate: #rate,
            max_delay_seconds: #max_delay,
            jitter: #jitter,
        }
    }
}
