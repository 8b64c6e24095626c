//! What stands in for a machine that was refused: the same items, with bodies that are never
//! reached, so that the rest of the engineer's file reports only its own errors.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::emit::prelude;
use crate::options::Options;

/// The items of a refused machine; `states` and `tasks` are those that could be named.
pub fn skeleton(options: &Options, states: &[Ident]) -> TokenStream {
    let prelude = prelude(options);
    let unknown = states.is_empty().then(|| quote!(Unknown,));
    let input = options
        .input
        .as_ref()
        .map_or_else(|| quote!(super::rt::Value), |ty| quote!(#ty));
    let output = options
        .output
        .as_ref()
        .map_or_else(|| quote!(super::rt::Value), |ty| quote!(#ty));
    quote! {
        #prelude

        /// The states of a definition that does not compile.
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash)]
        #[non_exhaustive]
        pub enum State {
            #(
                /// A state of a definition that does not compile.
                #states,
            )*
            #unknown
        }

        impl ::core::fmt::Display for State {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(self, f)
            }
        }

        /// Runs nothing: the definition does not compile.
        pub async fn run<T>(
            _tasks: T,
            _input: io::Input,
        ) -> ::core::result::Result<io::Output, rt::ExecutionError<State>> {
            rt::refused()
        }

        mod io {
            #[allow(unused_imports)]
            use super::super::*;
            pub type Input = #input;
            pub type Output = #output;
        }
    }
}
