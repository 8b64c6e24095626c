//! The trait `Items`: what reads the items and writes the results of Maps.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::{Cx, docs};
use crate::ir::{Direction, Transfer};

impl Cx<'_> {
    /// Nothing, for a definition without readers and writers.
    pub(super) fn items(&self) -> Option<TokenStream> {
        let transfers = &self.program.transfers;
        if transfers.is_empty() {
            return None;
        }
        let title = format!(
            " Where the items of `{}` come from and its results go: one method per `ItemReader` and \
             `ResultWriter`.",
            docs::code(self.file)
        );
        let methods = transfers.iter().map(|transfer| {
            let docs = self.transfer_docs(transfer);
            let signature = signature(transfer);
            quote!(#(#[doc = #docs])* #signature;)
        });
        let unimplemented = self.items_unimplemented();
        let forwards = self.item_forwards();
        Some(quote! {
            #[doc = #title]
            #[doc = ""]
            #[doc = " An implementation writes plain `async fn`."]
            #unimplemented
            pub trait Items: ::core::marker::Send + ::core::marker::Sync {
                #(#methods)*
            }
            #forwards
        })
    }

    /// What `T` must be to run the machine.
    pub(super) fn bounds(&self) -> TokenStream {
        if self.program.transfers.is_empty() {
            quote!(Tasks)
        } else {
            quote!(Tasks + Items)
        }
    }

    fn transfer_docs(&self, transfer: &Transfer) -> Vec<String> {
        let (what, error) = match transfer.direction {
            Direction::Read => ("Reads the items", "States.ItemReaderFailed"),
            Direction::Write => ("Writes the results", "States.ResultWriterFailed"),
        };
        let state = self.program.states.get(transfer.state.0);
        let (name, position) = state.map_or_else(Default::default, |state| {
            (docs::code(&state.name), state.position.to_string())
        });
        let resource = docs::code(&transfer.resource);
        let file = docs::code(self.file);
        docs::indented(vec![
            format!("{what} of `{name}` ({file}:{position}), for `{resource}`."),
            String::new(),
            "# Errors".to_owned(),
            String::new(),
            format!("Any error becomes `{error}`, which `Retry` and `Catch` may match."),
        ])
    }

    fn items_unimplemented(&self) -> TokenStream {
        let name = self.options.name.to_string();
        let message = format!("`{{Self}}` does not read and write the items of `{name}`");
        let label = format!("needs an `impl {name}::Items`");
        quote!(#[diagnostic::on_unimplemented(message = #message, label = #label)])
    }

    /// `Items` for references and shared handles.
    fn item_forwards(&self) -> TokenStream {
        let forward = || {
            self.program.transfers.iter().map(|transfer| {
                let (signature, method) = (signature(transfer), &transfer.method);
                quote! {
                    #signature {
                        <T as Items>::#method(self, cx, request)
                    }
                }
            })
        };
        let (by_reference, by_arc) = (forward(), forward());
        quote! {
            impl<T: Items + ?::core::marker::Sized> Items for &T {
                #(#by_reference)*
            }

            impl<T: Items + ?::core::marker::Sized> Items for rt::Arc<T> {
                #(#by_arc)*
            }
        }
    }

    /// The arms of `Dispatch::call` after those of the tasks.
    pub(super) fn transfer_calls(&self) -> TokenStream {
        let first = self.program.tasks.len();
        let arms = self
            .program
            .transfers
            .iter()
            .enumerate()
            .map(|(index, transfer)| {
                let index = Literal::usize_unsuffixed(first + index);
                let method = &transfer.method;
                match transfer.direction {
                    Direction::Read => quote! {
                        #index => rt::boxed(async move {
                            let request = rt::read_request(input);
                            rt::items_read(<T as Items>::#method(tasks, &cx, request).await)
                        }),
                    },
                    Direction::Write => quote! {
                        #index => rt::boxed(async move {
                            let request = rt::write_request(input);
                            <T as Items>::#method(tasks, &cx, request).await
                        }),
                    },
                }
            });
        quote!(#(#arms)*)
    }
}

/// A reader's or writer's method, up to its body.
pub(super) fn signature(transfer: &Transfer) -> TokenStream {
    let method = &transfer.method;
    let (request, output) = match transfer.direction {
        Direction::Read => (quote!(rt::ReadRequest), quote!(rt::ItemSource)),
        Direction::Write => (quote!(rt::WriteRequest), quote!(rt::Value)),
    };
    quote! {
        fn #method(
            &self,
            cx: &rt::TaskContext,
            request: #request,
        ) -> impl ::core::future::Future<
            Output = ::core::result::Result<#output, rt::TaskError>,
        > + ::core::marker::Send
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, Source, compile};

    /// The items of a Map with these fields, and whether it is refused.
    fn compiled(fields: &str) -> (String, bool) {
        let text = format!(
            r#"{{ "StartAt": "2nd Map", "States": {{ "2nd Map": {{
                "Type": "Map", {fields} "End": true,
                "ItemProcessor": {{ "StartAt": "A", "States": {{ "A": {{ "Type": "Pass", "End": true }} }} }}
            }} }} }}"#
        );
        let compilation = compile(&Source::new("flow.asl.json", text), &Options::default());
        (compilation.tokens.to_string(), compilation.is_refused())
    }

    #[test]
    fn map_30_70_methods_for_what_the_definition_has() {
        let (tokens, refused) = compiled(r#""ItemReader": { "Resource": "r" },"#);
        assert!(!refused && tokens.contains("fn read_2nd_map"));
        assert!(!tokens.contains("fn write_2nd_map"));
        assert!(tokens.contains("run < T : Tasks + Items >"), "{tokens}");
        let (tokens, refused) = compiled(r#""ResultWriter": { "Resource": "w" },"#);
        assert!(!refused && tokens.contains("fn write_2nd_map"));
        assert!(!tokens.contains("fn read_2nd_map"));
        let (tokens, refused) = compiled("");
        assert!(!refused && !tokens.contains("trait Items"));
    }

    #[test]
    fn a_refused_definition_has_the_methods_all_the_same() {
        let (tokens, refused) = compiled(r#""ItemReader": { "Resource": 5 },"#);
        assert!(refused && tokens.contains("trait Items"));
        assert!(tokens.contains("fn read_2nd_map") && tokens.contains("fn write_2nd_map"));
    }
}
