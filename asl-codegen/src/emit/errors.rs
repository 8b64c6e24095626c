//! `mod error`: a constant per error name of the definition.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::dialect::ErrorRules;
use crate::emit::{Cx, docs};
use crate::ir::{Action, Message};
use crate::naming::snake_case;

/// Error names, each with the states that mention it.
pub(super) type ErrorNames<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

impl Cx<'_> {
    pub(super) fn errors(&self) -> TokenStream {
        constants(self.error_names(), &self.program.rules.errors)
    }

    fn error_names(&self) -> ErrorNames<'_> {
        let mut names = ErrorNames::new();
        for state in &self.program.states {
            let handled = state
                .retry
                .iter()
                .map(|r| &r.errors)
                .chain(state.catch.iter().map(|c| &c.errors));
            let mut mentioned: Vec<&str> = handled.flatten().map(String::as_str).collect();
            if let Action::Fail {
                error: Some(Message::Text(error)),
                ..
            } = &state.action
            {
                mentioned.push(error);
            }
            for name in mentioned {
                names.entry(name).or_default().insert(&state.name);
            }
        }
        names
    }
}

/// The module, from the names.
pub(super) fn constants(mut names: ErrorNames<'_>, errors: &ErrorRules) -> TokenStream {
    // The wildcard is no name that anything reports.
    names.remove(errors.all);
    for code in errors.public_codes() {
        names.entry(code.name).or_default();
    }
    let mut taken = BTreeMap::new();
    let constants = names.into_iter().map(|(name, states)| {
        let ident = constant_name(name, &mut taken);
        let states: Vec<String> = states
            .iter()
            .map(|s| format!("`{}`", docs::code(s)))
            .collect();
        let mut docs = format!(" `{}`", docs::code(name));
        if let Some(code) = errors.public_codes().find(|code| code.name == name) {
            let types: Vec<String> = code.types.iter().map(|name| format!("`{name}`")).collect();
            docs.push_str(&format!(", a public code of type {}", types.join(", ")));
        }
        if !states.is_empty() {
            docs.push_str(&format!(", in {}", states.join(", ")));
        }
        docs.push('.');
        quote! {
            #[doc = #docs]
            pub const #ident: &str = #name;
        }
    });
    let known = (!errors.codes.is_empty()).then(|| {
        quote! {
            ///
            /// And the public codes of the service, which a retrier or catcher may match by type.
        }
    });
    quote! {
        /// The error names that the definition mentions: what tasks report for its retriers
        /// and catchers to match, and what its Fail states raise.
        #known
        pub mod error {
            #(#constants)*
        }
    }
}

/// `GATEWAY_BUSY` of `Gateway.Busy`; a number behind it where that is taken, and `ERROR` for a name
/// that gives none. `taken` has the last number of each.
fn constant_name(name: &str, taken: &mut BTreeMap<String, usize>) -> Ident {
    let mut base = snake_case(name).to_uppercase();
    if syn::parse_str::<Ident>(&base).is_err() {
        base = "ERROR".to_owned();
    }
    let mut number = taken.get(&base).copied().unwrap_or_default();
    let wanted = loop {
        number += 1;
        let wanted = match number {
            1 => base.clone(),
            _ => format!("{base}_{number}"),
        };
        if !taken.contains_key(&wanted) {
            break wanted;
        }
    };
    taken.insert(wanted.clone(), 1);
    taken.insert(base, number);
    Ident::new(&wanted, Span::call_site())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_names_whatever_the_errors_are_called() {
        let mut taken = BTreeMap::new();
        let names = [
            "Gateway.Busy",
            "gateway busy",
            "!",
            "²",
            "Error",
            "ERROR_2",
            "2FA",
            "Error",
        ];
        let constants: Vec<String> = names
            .iter()
            .map(|name| constant_name(name, &mut taken).to_string())
            .collect();
        let expected = [
            "GATEWAY_BUSY",
            "GATEWAY_BUSY_2",
            "ERROR",
            "ERROR_2",
            "ERROR_3",
            "ERROR_2_2",
            "_2_FA",
            "ERROR_4",
        ];
        assert_eq!(constants, expected);
    }
}
