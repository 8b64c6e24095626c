//! The private module `io`: the engineer's types under names that cannot clash with ours.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::emit::body::mentions;
use crate::ir::{Task, one_per_method};
use crate::naming::pascal_case;
use crate::options::{Options, TaskOption};

/// The module.
pub(super) fn items(options: &Options, tasks: &[Task]) -> TokenStream {
    let (input, output) = machine_names(options);
    let machine = [
        alias(&input, options.input.as_ref()),
        alias(&output, options.output.as_ref()),
    ];
    let tasks = one_per_method(tasks).flat_map(|task| {
        let types = given(options, task);
        let (input, output) = task_types(options, task);
        [
            alias(&input, types.map(|types| &types.input)),
            alias(&output, types.map(|types| &types.output)),
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

/// The execution's types: `io::Input`, `io::Output`.
pub(super) fn machine_types(options: &Options) -> (TokenStream, TokenStream) {
    let (input, output) = machine_names(options);
    (path(&input), path(&output))
}

/// `io::Name`, all of it at the place of the engineer's type.
pub(super) fn path(name: &Ident) -> TokenStream {
    quote_spanned!(name.span()=> io::#name)
}

fn machine_names(options: &Options) -> (Ident, Ident) {
    (
        free(options, "Input", options.input.as_ref()),
        free(options, "Output", options.output.as_ref()),
    )
}

/// The aliases of a task's types: `CheckStockInput`, `CheckStockOutput`.
pub(super) fn task_types(options: &Options, task: &Task) -> (Ident, Ident) {
    let method = task.method.to_string();
    // Two methods that differ in an underscore before a digit must not become one type.
    let words = method.split('_').map(|word| match word.chars().next() {
        Some(digit) if digit.is_numeric() => format!("_{word}"),
        _ => pascal_case(word),
    });
    let name: String = words.collect();
    let types = given(options, task);
    (
        free(options, &format!("{name}Input"), types.map(|t| &t.input)),
        free(options, &format!("{name}Output"), types.map(|t| &t.output)),
    )
}

/// The name, unless an engineer's type is called so: its alias would be an alias of itself.
fn free(options: &Options, name: &str, ty: Option<&Type>) -> Ident {
    let tasks = options.tasks.iter().flat_map(|t| [&t.input, &t.output]);
    let types: Vec<_> = [&options.input, &options.output]
        .into_iter()
        .flatten()
        .chain(tasks)
        .map(ToTokens::to_token_stream)
        .collect();
    let mut name = name.to_owned();
    while types.iter().any(|tokens| mentions(tokens, &name)) {
        name.push('_');
    }
    // The type's own span: that it is no `Serialize` or `Deserialize` is reported at what the
    // engineer wrote.
    let span = ty.map_or_else(Span::call_site, Spanned::span);
    Ident::new(&name, span)
}
