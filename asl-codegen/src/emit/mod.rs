//! From the [`ir`](crate::ir) to Rust. Decides nothing: every choice was made before.
//!
//! The items of one machine are those of the design: the enum `State`, the trait `Tasks`, the
//! function `run`, the alias `Machine`, the constants of `error`, and a private module `flow`
//! with the state functions and tables that the driver runs.

mod action;
mod body;
mod call;
mod choice;
mod docs;
mod errors;
mod flow;
mod io;
mod items;
mod literal;
mod loops;
mod map;
mod moved;
mod path;
mod row;
mod skeleton;
mod state;
mod tasks;

pub use docs::module_docs;
pub use skeleton::skeleton;

use proc_macro2::TokenStream;
use quote::quote;

use crate::ir::Program;
use crate::options::Options;

/// What emission knows beside the program.
pub struct Cx<'a> {
    /// The program.
    pub program: &'a Program,
    /// The options.
    pub options: &'a Options,
    /// The file, as shown to people.
    pub file: &'a str,
}

/// The items of the machine's module.
pub fn emit(program: &Program, options: &Options, file: &str) -> TokenStream {
    let cx = Cx {
        program,
        options,
        file,
    };
    let prelude = prelude(options);
    let state = cx.state();
    let tasks = cx.tasks();
    let items = cx.items();
    let machine = machine(options, &cx.bounds());
    let errors = cx.errors();
    let io = io::items(options, &program.tasks);
    let flow = cx.flow();
    let items = items.unwrap_or_default();
    let all = [prelude, state, tasks, items, machine, errors, io, flow];
    // Not by `quote!`, which would copy them.
    all.into_iter().collect()
}

/// The one path by which generated code reaches the runtime, and the check that runtime and
/// compiler are of one version.
pub(super) fn prelude(options: &Options) -> TokenStream {
    let runtime = &options.runtime;
    let abi = proc_macro2::Literal::u32_unsuffixed(crate::ABI);
    quote! {
        use #runtime::__private as rt;
        rt::abi!(#abi);
    }
}

/// `Machine` and `run`, for tasks of the type `T: #bounds`.
fn machine(options: &Options, bounds: &TokenStream) -> TokenStream {
    let (input, output) = io::machine_types(options);
    let name = options.name.to_string();
    let machine_docs =
        format!(" `{name}` with options: execution name, deadline, cancellation, seed, observer.");
    let run_docs = format!(" Runs `{name}` from its input to its output.");
    let note =
        " A failed execution is an error value that names the error, its cause and the state.";
    quote! {
        #[doc = #machine_docs]
        pub type Machine<T> = rt::Machine<Definition, T>;

        #[doc = #run_docs]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = ""]
        #[doc = #note]
        pub fn run<T: #bounds>(
            tasks: T,
            input: #input,
        ) -> impl ::core::future::Future<
            Output = ::core::result::Result<#output, rt::ExecutionError<State>>,
        > + ::core::marker::Send {
            Machine::new(tasks).run(input)
        }
    }
}
