//! The names by which generated code knows the engineer's types.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Ident, Type};

use super::Options;
use crate::naming::pascal_case;

/// Gives aliases to types. One that is called as a type is would be an alias of itself.
pub(crate) struct Aliases<'a> {
    options: &'a Options,
    /// Every identifier in the engineer's types.
    mentioned: HashSet<String>,
}

impl<'a> Aliases<'a> {
    pub(crate) fn of(options: &'a Options) -> Self {
        let mut mentioned = HashSet::new();
        let tasks = options.tasks.iter().flat_map(|t| [&t.input, &t.output]);
        for ty in tasks.chain(&options.input).chain(&options.output) {
            mentions(ty.to_token_stream(), &mut mentioned);
        }
        Self { options, mentioned }
    }

    /// Those of the execution's input and output: `Input`, `Output`.
    pub(crate) fn of_machine(&self) -> [Ident; 2] {
        let Options { input, output, .. } = self.options;
        [
            self.free("Input".to_owned(), input.as_ref()),
            self.free("Output".to_owned(), output.as_ref()),
        ]
    }

    /// Those of a task's input and output: `CheckStockInput`, `CheckStockOutput`. `types` is the
    /// index of its types in the option `tasks`.
    pub(crate) fn of_task(&self, method: &Ident, types: Option<usize>) -> [Ident; 2] {
        let method = method.to_string();
        // Two methods that differ in an underscore before a digit must not become one type.
        let words = method.split('_').map(|word| match word.chars().next() {
            Some(digit) if digit.is_numeric() => format!("_{word}"),
            _ => pascal_case(word),
        });
        let name: String = words.collect();
        let types = types.and_then(|index| self.options.tasks.get(index));
        [
            self.free(format!("{name}Input"), types.map(|t| &t.input)),
            self.free(format!("{name}Output"), types.map(|t| &t.output)),
        ]
    }

    /// The name, or one like it that no type mentions.
    fn free(&self, mut name: String, ty: Option<&Type>) -> Ident {
        while self.mentioned.contains(&name) {
            name.push('_');
        }
        // The type's own span: that it is no `Serialize` or `Deserialize` is reported at what the
        // engineer wrote.
        let span = ty.map_or_else(Span::call_site, |ty| ty.span());
        Ident::new(&name, span)
    }
}

fn mentions(tokens: TokenStream, found: &mut HashSet<String>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) => drop(found.insert(ident.to_string())),
            TokenTree::Group(group) => mentions(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;
    use crate::options::TaskOption;

    #[test]
    fn an_alias_is_called_as_no_type() {
        let options = Options {
            input: Some(parse_quote!(Vec<Input>)),
            tasks: vec![TaskOption {
                key: "Pay".to_owned(),
                span: Span::call_site(),
                input: parse_quote!(crate::PayOutput),
                output: parse_quote!([PayOutput_; 2]),
                is_lambda: false,
            }],
            ..Options::default()
        };
        let aliases = Aliases::of(&options);
        assert_eq!(
            aliases.of_machine().map(|name| name.to_string()),
            ["Input_", "Output"]
        );
        let pay = aliases.of_task(&parse_quote!(pay), Some(0));
        assert_eq!(
            pay.map(|name| name.to_string()),
            ["PayInput", "PayOutput__"]
        );
        let step = aliases.of_task(&parse_quote!(step_2), None);
        assert_eq!(
            step.map(|name| name.to_string()),
            ["Step_2Input", "Step_2Output"]
        );
    }
}
