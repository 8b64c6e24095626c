//! The private module `io`: the engineer's types under names that cannot clash with ours.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::emit::Cx;
use crate::ir::Task;

impl Cx<'_> {
    pub(super) fn io(&self) -> TokenStream {
        let input = alias("Input", self.options.input.as_ref());
        let output = alias("Output", self.options.output.as_ref());
        let tasks = self.program.methods().map(|task| {
            let types = task.types.and_then(|index| self.options.tasks.get(index));
            let (input, output) = task_types(task);
            let input = alias(&input.to_string(), types.map(|types| &types.input));
            let output = alias(&output.to_string(), types.map(|types| &types.output));
            quote!(#input #output)
        });
        let checks = self.type_checks();
        quote! {
            mod io {
                #[allow(unused_imports, clippy::wildcard_imports)]
                use super::super::*;

                #input
                #output
                #(#tasks)*
            }
            #checks
        }
    }

    /// One assertion per type, so that a missing `Serialize` or `Deserialize` is reported at the
    /// type itself.
    fn type_checks(&self) -> TokenStream {
        let machine = [
            check(self.options.input.as_ref(), "Input", "serialize"),
            check(self.options.output.as_ref(), "Output", "deserialize"),
        ];
        let tasks = self.program.methods().flat_map(|task| {
            let types = task.types.and_then(|index| self.options.tasks.get(index));
            let (input, output) = task_types(task);
            [
                check(
                    types.map(|types| &types.input),
                    &input.to_string(),
                    "deserialize",
                ),
                check(
                    types.map(|types| &types.output),
                    &output.to_string(),
                    "serialize",
                ),
            ]
        });
        let checks = machine.into_iter().chain(tasks);
        quote!(#(#checks)*)
    }
}

/// The aliases of a task's types: `CheckStockInput`, `CheckStockOutput`.
pub(super) fn task_types(task: &Task) -> (Ident, Ident) {
    let name = crate::naming::pascal_case(&task.method.to_string());
    (format_ident!("{name}Input"), format_ident!("{name}Output"))
}

fn alias(name: &str, ty: Option<&Type>) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    match ty {
        Some(ty) => quote!(pub type #name = #ty;),
        None => quote!(pub type #name = super::rt::Value;),
    }
}

fn check(ty: Option<&Type>, name: &str, need: &str) -> Option<TokenStream> {
    let span = ty?.span();
    let name = Ident::new(name, Span::call_site());
    let need = Ident::new(need, span);
    // The type's own span: the error points at what the engineer wrote.
    let name = Ident::new(&name.to_string(), span);
    Some(quote_spanned!(span=> const _: () = rt::need::#need::<io::#name>();))
}
