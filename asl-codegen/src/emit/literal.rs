//! Paths, templates, numbers and tables as constant expressions.

use std::time::Duration;

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream};
use quote::{TokenStreamExt as _, quote};

use crate::emit::body::Constants;
use crate::emit::moved::moved;
use crate::emit::path;
use crate::ir::{Assign, Number, Path, Place, Relation, Root, Selector, Step, Template};

/// A `Path` literal.
pub(super) fn path(selector: &Selector) -> TokenStream {
    path::path(&selector.text, &selector.path)
}

/// `[a, b, c]`: one group, in which each item is moved. In `quote!` it would be copied.
pub(super) fn array(items: impl IntoIterator<Item = TokenStream>) -> Group {
    Group::new(Delimiter::Bracket, list(items))
}

/// `a, b, c`.
pub(super) fn list(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut list = TokenStream::new();
    for item in items {
        if !list.is_empty() {
            list.append(Punct::new(',', Spacing::Alone));
        }
        list.extend(item);
    }
    list
}

/// A `Duration` literal, from anywhere.
pub(super) fn duration(duration: Duration) -> TokenStream {
    let seconds = Literal::u64_unsuffixed(duration.as_secs());
    match duration.subsec_nanos() {
        0 => quote!(::core::time::Duration::from_secs(#seconds)),
        nanos => {
            let nanos = Literal::u32_unsuffixed(nanos);
            quote!(::core::time::Duration::new(#seconds, #nanos))
        }
    }
}

/// A `Placement` literal.
pub(super) fn placement(place: &Place) -> TokenStream {
    match place {
        Place::Discard => quote!(Placement::Discard),
        Place::Replace => quote!(Placement::Replace),
        Place::At(selector) => {
            if let Some([key]) = plain_keys(selector).as_deref() {
                return quote!(Placement::Key(#key));
            }
            let text = &selector.text;
            let steps = moved(path::steps(&selector.path.steps));
            quote!(Placement::At(RefPath { text: #text, steps: #steps }))
        }
    }
}

/// The keys of a path that is spelled `$.a.b`: they say all there is to say.
fn plain_keys(selector: &Selector) -> Option<Vec<&str>> {
    let Path { root, steps } = &selector.path;
    if *root != Root::Data || steps.is_empty() {
        return None;
    }
    let keys = steps.iter().map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        _ => None,
    });
    let keys = keys.collect::<Option<Vec<&str>>>()?;
    (selector.text == format!("$.{}", keys.join("."))).then_some(keys)
}

/// A `Template` literal. Constant arrays and objects in it are built once, as `constants`.
pub(super) fn template(tree: &Template, constants: &mut Constants<'_>) -> TokenStream {
    match tree {
        Template::Array(items) => {
            let items = items.iter().map(|item| part(item, constants));
            let items = array(items);
            quote!(Template::Array(&#items))
        }
        Template::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = moved(part(value, constants));
                quote!((#name, #value))
            });
            let members = array(members);
            quote!(Template::Object(&#members))
        }
        Template::Path(selector) => match plain_keys(selector) {
            Some(keys) => quote!(Template::Keys(&[#(#keys),*])),
            None => {
                let path = moved(path(selector));
                quote!(Template::Path(&#path))
            }
        },
        Template::Call(call) => {
            let call = moved(super::call::call(call));
            quote!(Template::Call(&#call))
        }
        _ => scalar(tree),
    }
}

fn part(tree: &Template, constants: &mut Constants<'_>) -> TokenStream {
    if is_worth_sharing(tree) {
        constants.add(tree)
    } else {
        template(tree, constants)
    }
}

/// Whether a template is the same each time and takes more to build than to share.
pub(super) fn is_worth_sharing(tree: &Template) -> bool {
    let has_parts = match tree {
        Template::Array(items) => !items.is_empty(),
        Template::Object(members) => !members.is_empty(),
        _ => false,
    };
    has_parts && tree.is_constant()
}

/// A `Template` literal of a template without paths and calls.
pub(super) fn constant(tree: &Template) -> TokenStream {
    match tree {
        Template::Array(items) => {
            let items = array(items.iter().map(constant));
            quote!(Template::Array(&#items))
        }
        Template::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = moved(constant(value));
                quote!((#name, #value))
            });
            let members = array(members);
            quote!(Template::Object(&#members))
        }
        _ => scalar(tree),
    }
}

fn scalar(value: &Template) -> TokenStream {
    match value {
        Template::Bool(value) => quote!(Template::Bool(#value)),
        Template::Number(Number::Int(value)) => {
            let value = Literal::i64_unsuffixed(*value);
            quote!(Template::Int(#value))
        }
        Template::Number(Number::UInt(value)) => {
            let value = Literal::u64_unsuffixed(*value);
            quote!(Template::UInt(#value))
        }
        Template::Number(Number::Float(value)) => {
            let value = float(*value);
            quote!(Template::Float(#value))
        }
        Template::Text(text) => quote!(Template::Str(#text)),
        _ => quote!(Template::Null),
    }
}

/// An `Assign` literal: variables and their new values.
pub(super) fn assign(assign: &Assign, constants: &mut Constants<'_>) -> TokenStream {
    let variables = assign.iter().map(|(name, value)| {
        let value = moved(part(value, constants));
        quote!((#name, #value))
    });
    let variables = array(variables);
    quote!(&#variables)
}

/// The operand of a numeric comparison.
pub(super) fn number(number: Number) -> TokenStream {
    match number {
        Number::Int(value) => {
            let value = Literal::i64_unsuffixed(value);
            quote!(Num::Int(#value))
        }
        Number::UInt(value) => {
            let value = Literal::u64_unsuffixed(value);
            quote!(Num::UInt(#value))
        }
        Number::Float(value) => {
            let value = float(value);
            quote!(Num::Float(#value))
        }
    }
}

/// A finite float; a literal cannot be negative on its own in all positions.
pub(super) fn float(value: f64) -> TokenStream {
    let magnitude = Literal::f64_unsuffixed(value.abs());
    if value.is_sign_negative() {
        quote!(-#magnitude)
    } else {
        quote!(#magnitude)
    }
}

/// A `Relation`.
pub(super) fn relation(relation: Relation) -> TokenStream {
    match relation {
        Relation::Equal => quote!(Relation::Equal),
        Relation::Less => quote!(Relation::Less),
        Relation::Greater => quote!(Relation::Greater),
        Relation::LessEqual => quote!(Relation::LessEqual),
        Relation::GreaterEqual => quote!(Relation::GreaterEqual),
    }
}

/// A `Timestamp` literal.
pub(super) fn timestamp(timestamp: crate::timestamp::Timestamp) -> TokenStream {
    let seconds = Literal::i64_unsuffixed(timestamp.seconds);
    let nanos = Literal::u32_unsuffixed(timestamp.nanos);
    quote!(Timestamp { seconds: #seconds, nanos: #nanos })
}
