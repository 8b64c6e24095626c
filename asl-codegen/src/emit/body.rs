//! The body of one state function: constants first, then the steps in the order of the language.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
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

    /// Which of the parameters a step reads before they are bound to something else.
    pub(super) fn reads(&self, parameters: &[&str]) -> Vec<bool> {
        let mut reads = Reads {
            parameters: parameters.iter().map(|name| (*name, Use::None)).collect(),
            binding: None,
        };
        reads.steps(&self.steps);
        let is_read = |(_, read): (&str, Use)| read == Use::Read;
        reads.parameters.into_iter().map(is_read).collect()
    }

    /// The whole body, in its braces.
    pub(super) fn finish(self) -> Group {
        let Body { mut items, steps } = self;
        items.extend(steps);
        Group::new(Delimiter::Brace, items)
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

/// What the steps do with a parameter first.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    None,
    Read,
    /// Its name is given to something else.
    Bound,
}

/// The walk over the steps of a body: one for all parameters, since to look at tokens is to copy them.
struct Reads<'a> {
    parameters: Vec<(&'a str, Use)>,
    /// The parameter whose name the current `let` gives to something else.
    binding: Option<usize>,
}

impl Reads<'_> {
    fn steps(&mut self, steps: &TokenStream) {
        let mut after_let = false;
        for token in steps.clone() {
            if self.is_decided() {
                return;
            }
            let is_name = std::mem::take(&mut after_let);
            match &token {
                TokenTree::Ident(ident) if ident == "let" => after_let = true,
                TokenTree::Ident(ident) if is_name => {
                    self.binding = self.parameters.iter().position(|(name, _)| ident == name);
                }
                // Until here, the value could still read what is bound.
                TokenTree::Punct(punct) if punct.as_char() == ';' => {
                    let bound = self.binding.take();
                    if let Some((_, first)) = bound.and_then(|at| self.parameters.get_mut(at)) {
                        *first = first.or(Use::Bound);
                    }
                }
                _ => self.token(&token),
            }
        }
    }

    fn token(&mut self, token: &TokenTree) {
        match token {
            TokenTree::Ident(ident) => {
                let named = |(name, _): &&mut (&str, Use)| ident == name;
                if let Some((_, first)) = self.parameters.iter_mut().find(named) {
                    *first = first.or(Use::Read);
                }
            }
            TokenTree::Group(group) => {
                for token in group.stream() {
                    self.token(&token);
                }
            }
            _ => {}
        }
    }

    fn is_decided(&self) -> bool {
        self.parameters.iter().all(|(_, first)| *first != Use::None)
    }
}

impl Use {
    fn or(self, later: Use) -> Use {
        if self == Use::None { later } else { self }
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
