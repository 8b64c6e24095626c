//! The body of one state function: constants first, then the steps in the order of the language.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{TokenStreamExt, quote};

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
        reads(self.steps.clone(), name)
    }

    /// The whole body. What is computed only because it may fail is bound to no name.
    pub(super) fn finish(self) -> TokenStream {
        let Body { items, steps } = self;
        let mut rest = steps.into_iter();
        let mut steps = TokenStream::new();
        while let Some(token) = rest.next() {
            let is_let = is_ident(&token, "let");
            steps.append(token);
            if !is_let {
                continue;
            }
            let Some(bound) = rest.next() else { break };
            let mut value = TokenStream::new();
            for tree in rest.by_ref() {
                let is_end = is_end(&tree);
                value.append(tree);
                if is_end {
                    break;
                }
            }
            let is_read = |name: &Ident| reads(rest.clone().collect(), &name.to_string());
            match &bound {
                TokenTree::Ident(name) if begins_with_equals(&value) && !is_read(name) => {
                    steps.extend(quote!(_ #value));
                }
                _ => steps.extend(quote!(#bound #value)),
            }
        }
        quote!(#items #steps)
    }
}

/// Whether the name is read in these steps before it is bound to something else.
fn reads(steps: TokenStream, name: &str) -> bool {
    let mut tokens = steps.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let binds = |next: &TokenTree| is_ident(next, name);
        if is_ident(&token, "let") && tokens.next_if(binds).is_some() {
            let value: TokenStream = tokens.by_ref().take_while(|tree| !is_end(tree)).collect();
            return mentions(&value, name);
        }
        if mentions(&token.into(), name) {
            return true;
        }
    }
    false
}

fn is_ident(tree: &TokenTree, name: &str) -> bool {
    matches!(tree, TokenTree::Ident(ident) if ident == name)
}

/// Whether it follows a plain name, not a pattern.
fn begins_with_equals(value: &TokenStream) -> bool {
    let first = value.clone().into_iter().next();
    matches!(first, Some(TokenTree::Punct(punct)) if punct.as_char() == '=')
}

fn is_end(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ';')
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

#[cfg(test)]
mod tests {
    use super::*;

    fn body(steps: TokenStream) -> Body {
        let mut body = Body::default();
        body.step(steps);
        body
    }

    #[test]
    fn what_nobody_reads_has_no_name() {
        let steps = quote! {
            let result = visit.template(&input)?;
            let kept = result_of(&input);
            if let Some(state) = turn(visit) { return state; }
            let Some(sum) = kept else { break };
            let input = visit.empty();
            Ok(input)
        };
        let expected = quote! {
            let _ = visit.template(&input)?;
            let kept = result_of(&input);
            if let Some(state) = turn(visit) { return state; }
            let Some(sum) = kept else { break };
            let input = visit.empty();
            Ok(input)
        };
        assert_eq!(body(steps).finish().to_string(), expected.to_string());
    }

    #[test]
    fn a_name_that_is_bound_anew_is_read_only_before() {
        let anew = quote!(let input = PARAMETERS.get(); visit.task(input));
        assert!(!body(anew).reads("input"));
        let from_itself = quote!(let input = visit.template(&input)?; visit.task(input));
        assert!(body(from_itself).reads("input"));
        assert!(body(quote!(if let Some(state) = turn(input) {})).reads("input"));
    }
}
