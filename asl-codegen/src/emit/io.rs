//! The private module `io`: the engineer's types under names that cannot clash with ours.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use crate::ir::{Task, one_per_method};
use crate::options::{Aliases, Options, TaskOption};

/// The module.
pub(super) fn items(options: &Options, tasks: &[Task]) -> TokenStream {
    let [input, output] = Aliases::of(options).of_machine();
    let machine = [
        alias(&input, options.input.as_ref()),
        alias(&output, options.output.as_ref()),
    ];
    let typed = one_per_method(tasks).filter_map(|task| Some((task, given(options, task)?)));
    let tasks = typed.flat_map(|(task, types)| {
        [
            alias(&task.input, Some(&types.input)),
            alias(&task.output, Some(&types.output)),
        ]
    });
    let mut items = quote! {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use super::super::*;
    };
    items.extend(machine.into_iter().chain(tasks));
    let items = Group::new(Delimiter::Brace, items);
    quote! {
        #[allow(non_camel_case_types, unused_qualifications)]
        mod io #items
    }
}

fn alias(name: &Ident, ty: Option<&Type>) -> TokenStream {
    match ty {
        Some(ty) => {
            let ty = lifted(ty.to_token_stream());
            quote!(pub type #name = #ty;)
        }
        None => quote!(pub type #name = super::rt::Value;),
    }
}

/// The type as it is named two modules further in: `self` and `super` begin where the engineer is.
fn lifted(tokens: TokenStream) -> TokenStream {
    let mut after_colon = false;
    let lift = |tree: TokenTree| {
        let starts = !std::mem::replace(&mut after_colon, is_colon(&tree));
        match tree {
            TokenTree::Ident(ident) if starts && ident == "super" => quote!(super::super::#ident),
            TokenTree::Ident(ident) if ident == "self" => quote!(super::super),
            TokenTree::Group(group) => {
                let inner = lifted(group.stream());
                let mut lifted = Group::new(group.delimiter(), inner);
                lifted.set_span(group.span());
                TokenTree::Group(lifted).into()
            }
            other => other.into(),
        }
    };
    tokens.into_iter().flat_map(lift).collect()
}

fn is_colon(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ':')
}

fn given<'a>(options: &'a Options, task: &Task) -> Option<&'a TaskOption> {
    options.tasks.get(task.types?)
}

/// Whether a task has types of the engineer's; otherwise it takes and gives values.
pub(super) fn has_types(options: &Options, task: &Task) -> bool {
    given(options, task).is_some()
}

/// What a task takes and gives: its types by their aliases, or values. To go through an alias to a
/// type that the compiler knows would only take rustc time.
pub(super) fn task_types(options: &Options, task: &Task) -> [TokenStream; 2] {
    if has_types(options, task) {
        [path(&task.input), path(&task.output)]
    } else {
        [quote!(rt::Value), quote!(rt::Value)]
    }
}

/// The execution's types: `io::Input`, `io::Output`.
pub(super) fn machine_types(options: &Options) -> (TokenStream, TokenStream) {
    let [input, output] = Aliases::of(options).of_machine();
    (path(&input), path(&output))
}

/// `io::Name`, all of it at the place of the engineer's type.
fn path(name: &Ident) -> TokenStream {
    quote_spanned!(name.span()=> io::#name)
}
