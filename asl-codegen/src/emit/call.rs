//! Calls of intrinsic functions as constant expressions.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::emit::literal::{array, float, path};
use crate::emit::moved::moved;
use crate::ir::{Argument, Call, Function, Number};

/// A `Call` literal.
pub(super) fn call(call: &Call) -> TokenStream {
    let function = Ident::new(variant(call.function), Span::call_site());
    let arguments = array(call.arguments.iter().map(argument));
    quote!(Call { function: Function::#function, arguments: &#arguments })
}

fn argument(argument: &Argument) -> TokenStream {
    match argument {
        Argument::Path(selector) => {
            let path = moved(path(selector));
            quote!(Argument::Path(&#path))
        }
        Argument::Call(nested) => {
            let call = moved(call(nested));
            quote!(Argument::Call(&#call))
        }
        Argument::Text(text) => quote!(Argument::Str(#text)),
        Argument::Pieces(pieces) => quote!(Argument::Pieces(&[#(#pieces),*])),
        Argument::Number(Number::Int(value)) => {
            let value = Literal::i64_unsuffixed(*value);
            quote!(Argument::Int(#value))
        }
        Argument::Number(Number::UInt(value)) => {
            let value = Literal::u64_unsuffixed(*value);
            quote!(Argument::UInt(#value))
        }
        Argument::Number(Number::Float(value)) => {
            let value = float(*value);
            quote!(Argument::Float(#value))
        }
        Argument::Bool(value) => quote!(Argument::Bool(#value)),
        Argument::Null => quote!(Argument::Null),
    }
}

/// The runtime's name for a function: that of the language without its prefix, but `UUID`.
fn variant(function: Function) -> &'static str {
    match function {
        Function::Uuid => "Uuid",
        other => other.name().trim_start_matches("States."),
    }
}
