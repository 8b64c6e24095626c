//! The private module `flow`: the rows and functions of the states, the tables of the machine, and the `Program`
//! the driver runs.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::quote;

use crate::emit::action::function_name;
use crate::emit::literal;
use crate::emit::{Cx, io};
use crate::ir::ContextUse;
use crate::options::Options;

impl Cx<'_> {
    pub(super) fn flow(&self) -> TokenStream {
        let definition = definition(self.options);
        let program = self.program_impl();
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
        let row = self.row_dispatch();
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

                #row

                fn branches() -> &'static [rt::Branch<State>] {
                    flow::BRANCHES
                }

                fn tasks() -> &'static [rt::TaskInfo] {
                    flow::TASKS
                }
            }
        }
    }

    /// From a state to its row.
    fn row_dispatch(&self) -> TokenStream {
        let arms = self.program.states.iter().map(|state| {
            let (variant, function) = (&state.variant, function_name("row", state));
            quote!(State::#variant => flow::#function(),)
        });
        row_function(arms.collect())
    }
}

/// `Program::row`, with these arms.
pub(super) fn row_function(arms: TokenStream) -> TokenStream {
    let arms = Group::new(Delimiter::Brace, arms);
    quote! {
        fn row(state: State) -> &'static rt::StateInfo<State> {
            match state #arms
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
