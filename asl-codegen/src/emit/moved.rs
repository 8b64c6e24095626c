//! Tokens that `quote!` does not copy.

use std::cell::Cell;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// Tokens that are moved to where `quote!` mentions them. It would copy a `TokenStream`, token by token, only for
/// the original to be dropped. To be mentioned once: where it is mentioned again there is nothing left.
pub(super) struct Moved(Cell<Option<TokenStream>>);

/// `tokens`, to be mentioned once.
pub(super) fn moved(tokens: TokenStream) -> Moved {
    Moved(Cell::new(Some(tokens)))
}

impl ToTokens for Moved {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let moved = self.0.take();
        debug_assert!(moved.is_some(), "mentioned twice");
        tokens.extend(moved);
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn what_is_moved_stands_where_it_was_mentioned() {
        let path = moved(quote!(State::Done));
        assert_eq!(
            quote!(next: Some(#path)).to_string(),
            quote!(next: Some(State::Done)).to_string()
        );
    }
}
