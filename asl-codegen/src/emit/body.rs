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

    /// The whole body, in its braces, and which of the parameters it reads. What is computed only
    /// because it may fail is bound to no name.
    pub(super) fn finish(self, parameters: &[&str]) -> (Group, Vec<bool>) {
        let Body { mut items, steps } = self;
        let mut steps: Vec<TokenTree> = steps.into_iter().collect();
        let parameter_names = parameters.iter().map(|name| (*name).to_owned());
        let bound_names = bindings(&steps).map(|(_, name)| name.to_string());
        let mentions = Mentions::of(&steps, parameter_names.chain(bound_names));
        let reads = (0..parameters.len()).map(|name| mentions.reads(name, 0));
        let reads = reads.collect();
        let unread: Vec<(usize, Span)> = bindings(&steps)
            .zip(parameters.len()..)
            .filter(|((at, _), name)| !mentions.reads(*name, mentions.end(*at)))
            .map(|((at, name), _)| (at, name.span()))
            .collect();
        for (at, span) in unread {
            if let Some(tree) = steps.get_mut(at) {
                *tree = TokenTree::Ident(Ident::new("_", span));
            }
        }
        items.extend(steps);
        (Group::new(Delimiter::Brace, items), reads)
    }
}

/// The names that a `let` gives to a value, and where they stand.
fn bindings(steps: &[TokenTree]) -> impl Iterator<Item = (usize, &Ident)> {
    let windows = steps.windows(3).enumerate();
    windows.filter_map(|(at, window)| match window {
        [
            TokenTree::Ident(word),
            TokenTree::Ident(name),
            TokenTree::Punct(equals),
        ] if word == "let" && equals.as_char() == '=' => Some((at + 1, name)),
        _ => None,
    })
}

/// Where names are mentioned in steps: to look into a group is to copy it, so it is done once for all names.
struct Mentions {
    /// For each step, whether it is a `let` or an end, and the indices of the names in it.
    steps: Vec<(Mark, Vec<usize>)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Let,
    End,
    Other,
}

impl Mentions {
    fn of(steps: &[TokenTree], names: impl Iterator<Item = String>) -> Mentions {
        let names: Vec<String> = names.collect();
        let step = |tree: &TokenTree| {
            let mark = match tree {
                TokenTree::Ident(word) if word == "let" => Mark::Let,
                TokenTree::Punct(punct) if punct.as_char() == ';' => Mark::End,
                _ => Mark::Other,
            };
            let mut found = Vec::new();
            mentioned(tree, &names, &mut found);
            (mark, found)
        };
        Mentions {
            steps: steps.iter().map(step).collect(),
        }
    }

    /// Whether the name is read from this step on, before it is bound to something else.
    fn reads(&self, name: usize, from: usize) -> bool {
        let mut steps = self.steps.iter().skip(from).peekable();
        while let Some((mark, names)) = steps.next() {
            let binds =
                |(next, names): &&(Mark, Vec<usize>)| *next == Mark::Other && names.contains(&name);
            if *mark == Mark::Let && steps.next_if(binds).is_some() {
                let mut value = steps.take_while(|(mark, _)| *mark != Mark::End);
                return value.any(|(_, names)| names.contains(&name));
            }
            if names.contains(&name) {
                return true;
            }
        }
        false
    }

    /// What comes after the statement of a step.
    fn end(&self, step: usize) -> usize {
        let rest = self.steps.iter().skip(step);
        step + rest.take_while(|(mark, _)| *mark != Mark::End).count() + 1
    }
}

/// Adds the indices of the names that are in a tree.
fn mentioned(tree: &TokenTree, names: &[String], found: &mut Vec<usize>) {
    match tree {
        TokenTree::Ident(ident) => {
            let same = names.iter().enumerate().filter(|(_, name)| ident == *name);
            found.extend(same.map(|(index, _)| index));
        }
        TokenTree::Group(group) => {
            for tree in group.stream() {
                mentioned(&tree, names, found);
            }
        }
        _ => {}
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
        let (finished, _) = body(steps).finish(&[]);
        assert_eq!(finished.stream().to_string(), expected.to_string());
    }

    #[test]
    fn a_name_that_is_bound_anew_is_read_only_before() {
        let anew = quote!(let input = PARAMETERS.get(); visit.task(input));
        assert_eq!(body(anew).finish(&["visit", "input"]).1, [true, false]);
        let from_itself = quote!(let input = visit.template(&input)?; visit.task(input));
        assert_eq!(body(from_itself).finish(&["input"]).1, [true]);
        let in_a_condition = quote!(if let Some(state) = turn(input) {});
        assert_eq!(body(in_a_condition).finish(&["input"]).1, [true]);
    }
}
