//! The enum `State`.

use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use quote::quote;

use crate::emit::moved::moved;
use crate::emit::{Cx, docs};
use crate::ir::StateId;

impl Cx<'_> {
    pub(super) fn state(&self) -> TokenStream {
        let variants = self.program.states.iter().map(|state| {
            let variant = &state.variant;
            let docs = moved(docs::attributes(&docs::state_lines(self, state)));
            quote! { #docs #variant, }
        });
        let title = format!(
            " The states of `{}`, in the order of the file.",
            docs::code(self.file)
        );
        let names: Vec<(&Ident, &str)> = self
            .program
            .states
            .iter()
            .map(|state| (&state.variant, state.name.as_str()))
            .collect();
        let start = self.state_path(self.program.start);
        items(&title, variants.collect(), &names, &start)
    }

    /// The variant of a state.
    pub(super) fn variant(&self, id: StateId) -> Option<&Ident> {
        let state = self.program.states.get(id.0)?;
        Some(&state.variant)
    }
}

/// The enum of these variants and everything it can do; `names` has each with its exact name.
pub(super) fn items(
    title: &str,
    variants: TokenStream,
    names: &[(&Ident, &str)],
    start: &TokenStream,
) -> TokenStream {
    let variants = Group::new(Delimiter::Brace, variants);
    let methods = methods(names, start);
    let traits = traits();
    quote! {
        #[doc = #title]
        #[derive(
            ::core::clone::Clone,
            ::core::marker::Copy,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::cmp::PartialOrd,
            ::core::cmp::Ord,
            ::core::hash::Hash,
        )]
        #[non_exhaustive]
        pub enum State #variants
        #methods
        #traits
    }
}

fn methods(names: &[(&Ident, &str)], start: &TokenStream) -> TokenStream {
    let (variants, names): (Vec<&Ident>, Vec<&str>) = names.iter().copied().unzip();
    quote! {
        impl State {
            /// Every state, nested ones included, in the order of the file.
            pub const ALL: &'static [State] = &[#(State::#variants),*];

            /// Where every execution starts.
            pub const START: State = #start;

            /// The state's name, exactly as in the definition.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    #(State::#variants => #names,)*
                }
            }

            /// The state's type.
            #[must_use]
            pub fn kind(self) -> rt::StateKind {
                rt::state_kind::<Definition>(self)
            }

            /// Where the state stands in the definition.
            #[must_use]
            pub fn location(self) -> rt::Location {
                rt::state_location::<Definition>(self)
            }

            /// The Parallel or Map that the state is nested in.
            #[must_use]
            pub fn parent(self) -> ::core::option::Option<State> {
                rt::state_parent::<Definition>(self)
            }

            /// The states that may come next, errors included.
            #[must_use]
            pub fn successors(self) -> &'static [State] {
                rt::state_successors::<Definition>(self)
            }
        }
    }
}

fn traits() -> TokenStream {
    quote! {
        impl ::core::fmt::Display for State {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::core::str::FromStr for State {
            type Err = rt::UnknownState;

            fn from_str(name: &str) -> ::core::result::Result<Self, rt::UnknownState> {
                rt::state_from_name::<Definition>(name)
            }
        }

        impl rt::StateId for State {
            fn as_str(self) -> &'static str {
                State::as_str(self)
            }

            fn index(self) -> usize {
                self as usize
            }

            fn from_index(index: usize) -> ::core::option::Option<Self> {
                State::ALL.get(index).copied()
            }
        }
    }
}
