//! What is wrong with an option.

use proc_macro2::{Span, TokenStream};

use crate::diagnostic::{Code, Diagnostic};

/// A finding about an option: its place is in Rust, if it has one, and not in the definition.
#[derive(Clone, Debug)]
pub struct OptionError {
    /// The rule.
    pub code: Code,
    /// What is wrong, in one line.
    pub message: String,
    /// Where the option is written in Rust.
    pub span: Span,
}

impl OptionError {
    /// As a finding about the definition as a whole, for those who gave the option elsewhere than in Rust.
    pub fn to_diagnostic(&self) -> Diagnostic {
        Diagnostic::file(self.code, self.message.clone())
    }

    /// As an error of rustc at the option.
    pub fn to_compile_error(&self) -> TokenStream {
        syn::Error::new(self.span, self).into_compile_error()
    }
}

/// The message, and the code at its end, as [`render::inline`](crate::diagnostic::render::inline) has it.
impl std::fmt::Display for OptionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.message, self.code)
    }
}

impl std::error::Error for OptionError {}
