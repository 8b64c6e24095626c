//! The body of one state function: constants first, then the steps in the order of the language.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::emit::literal;
use crate::ir::{Selector, Template};

/// A function body under construction.
#[derive(Default)]
pub(super) struct Body {
    items: TokenStream,
    steps: TokenStream,
}

impl Body {
    /// Adds a statement, or the final expression.
    pub(super) fn step(&mut self, tokens: TokenStream) {
        self.steps.extend(tokens);
    }

    /// `const NAME: Path`.
    pub(super) fn path(&mut self, name: &str, selector: &Selector) -> Ident {
        let path = literal::path(selector);
        self.item(name, |name| quote!(const #name: Path = #path;))
    }

    /// `const NAME: Call`.
    pub(super) fn call(&mut self, name: &str, call: &crate::ir::Call) -> Ident {
        let call = super::call::call(call);
        self.item(name, |name| quote!(const #name: Call = #call;))
    }

    /// `const NAME: Placement`.
    pub(super) fn placement(&mut self, name: &str, place: &crate::ir::Place) -> Ident {
        let placement = literal::placement(place);
        self.item(name, |name| quote!(const #name: Placement = #placement;))
    }

    /// `const NAME: Template`.
    pub(super) fn template(&mut self, name: &str, template: &Template) -> Ident {
        let template = literal::template(template);
        self.item(name, |name| quote!(const #name: Template = #template;))
    }

    /// `const NAME: Assign`.
    pub(super) fn assign(&mut self, name: &str, assign: &crate::ir::Assign) -> Ident {
        let assign = literal::assign(assign);
        self.item(name, |name| quote!(const #name: Assign = #assign;))
    }

    /// A value built once for all executions: `static NAME: Constant`.
    pub(super) fn constant(&mut self, name: &str, template: &Template) -> Ident {
        let template = literal::template(template);
        self.item(
            name,
            |name| quote!(static #name: Constant = Constant::new(&#template);),
        )
    }

    fn item(&mut self, name: &str, tokens: impl FnOnce(&Ident) -> TokenStream) -> Ident {
        let name = Ident::new(name, Span::call_site());
        self.items.extend(tokens(&name));
        name
    }

    /// Whether a step mentions the name.
    pub(super) fn uses(&self, name: &str) -> bool {
        mentions(&self.steps, name)
    }

    /// The whole body.
    pub(super) fn finish(self) -> TokenStream {
        let Body { items, steps } = self;
        quote!(#items #steps)
    }
}

/// Whether the tokens hold the identifier.
pub(super) fn mentions(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        _ => false,
    })
}
