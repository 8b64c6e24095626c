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

    /// `static NAME: Template`. Larger parts that are the same each time become constants.
    pub(super) fn template(&mut self, name: &str, template: &Template) -> Ident {
        let mut constants = Constants::new(name);
        let template = literal::template(template, &mut constants);
        self.items.extend(constants.finish());
        self.item(name, |name| quote!(static #name: Template = #template;))
    }

    /// `static NAME: Assign`.
    pub(super) fn assign(&mut self, name: &str, assign: &crate::ir::Assign) -> Ident {
        let mut constants = Constants::new(name);
        let assign = literal::assign(assign, &mut constants);
        self.items.extend(constants.finish());
        self.item(name, |name| quote!(static #name: Assign = #assign;))
    }

    /// A value built once for all executions: `static NAME: Constant`.
    pub(super) fn constant(&mut self, name: &str, template: &Template) -> Ident {
        let template = literal::constant(template);
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

    /// Whether a step reads the parameter `name` before it is bound to something else.
    pub(super) fn reads(&self, name: &str) -> bool {
        let mut tokens = self.steps.clone().into_iter().peekable();
        while let Some(token) = tokens.next() {
            let is_let = matches!(&token, TokenTree::Ident(ident) if ident == "let");
            let binds = |next: &TokenTree| matches!(next, TokenTree::Ident(ident) if ident == name);
            if is_let && tokens.next_if(binds).is_some() {
                let is_end =
                    |tree: &TokenTree| matches!(tree, TokenTree::Punct(p) if p.as_char() == ';');
                let value: TokenStream = tokens.by_ref().take_while(|tree| !is_end(tree)).collect();
                return mentions(&value, name);
            }
            if mentions(&token.into(), name) {
                return true;
            }
        }
        false
    }

    /// The whole body.
    pub(super) fn finish(self) -> TokenStream {
        let Body { items, steps } = self;
        quote!(#items #steps)
    }
}

/// The constant parts of a template that is not constant itself: `static NAME_1: Constant`.
pub(super) struct Constants<'a> {
    name: Option<&'a str>,
    count: usize,
    items: TokenStream,
}

impl<'a> Constants<'a> {
    /// Those of the template `name`.
    pub(super) fn new(name: &'a str) -> Self {
        Constants {
            name: Some(name),
            count: 0,
            items: TokenStream::new(),
        }
    }

    /// For a place without items: its constants stay where they are.
    pub(super) fn none() -> Self {
        Constants {
            name: None,
            count: 0,
            items: TokenStream::new(),
        }
    }

    /// What stands for a constant part.
    pub(super) fn add(&mut self, template: &Template) -> TokenStream {
        let Some(name) = self.name else {
            return literal::constant(template);
        };
        self.count += 1;
        let name = Ident::new(&format!("{name}_{}", self.count), Span::call_site());
        let value = literal::constant(template);
        let item = quote!(static #name: Constant = Constant::new(&#value););
        self.items.extend(item);
        quote!(Template::Constant(&#name))
    }

    pub(super) fn finish(self) -> TokenStream {
        self.items
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
