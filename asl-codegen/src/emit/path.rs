//! Paths and their filters as constant expressions.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::emit::literal::{self, array};
use crate::emit::moved::moved;
use crate::ir::{Condition, Filter, Operator, Path, Root, Scalar, Step, Term};

/// A `Path` literal.
pub(super) fn path(text: &str, path: &Path) -> TokenStream {
    let steps = moved(steps(&path.steps));
    let root = match &path.root {
        Root::Data => quote!(Root::Data),
        Root::Context => match path.steps.as_slice() {
            [Step::Key(map), Step::Key(item), Step::Key(part), ..]
                if map == "Map" && item == "Item" && (part == "Index" || part == "Value") =>
            {
                let part = Ident::new(part, Span::call_site());
                quote!(Root::MapItem(ItemPart::#part))
            }
            _ => quote!(Root::Context),
        },
        Root::Variable(name) => quote!(Root::Variable(#name)),
    };
    let root = moved(root);
    quote!(Path { text: #text, root: #root, steps: #steps })
}

/// A slice of `Seg` literals.
pub(super) fn steps(steps: &[Step]) -> TokenStream {
    let steps = array(steps.iter().map(step));
    quote!(&#steps)
}

fn step(step: &Step) -> TokenStream {
    match step {
        Step::Key(key) => quote!(Seg::Key(#key)),
        Step::Index(index) => {
            let index = Literal::usize_unsuffixed(*index);
            quote!(Seg::Index(#index))
        }
        Step::FromEnd(index) => {
            let index = Literal::usize_unsuffixed(*index);
            quote!(Seg::FromEnd(#index))
        }
        Step::Keys(keys) => quote!(Seg::Keys(&[#(#keys),*])),
        Step::Indices(indices) => {
            let indices = indices.iter().map(|index| Literal::i32_unsuffixed(*index));
            quote!(Seg::Indices(&[#(#indices),*]))
        }
        Step::Slice { from, to } => {
            let (from, to) = (bound(*from), bound(*to));
            quote!(Seg::Slice { from: #from, to: #to })
        }
        Step::All => quote!(Seg::All),
        Step::Descend(inner) => {
            let inner = self::step(inner);
            quote!(Seg::Descend(&#inner))
        }
        Step::Filter(filter) => {
            let filter = self::filter(filter);
            quote!(Seg::Filter(&#filter))
        }
    }
}

/// One end of a slice.
fn bound(bound: Option<i32>) -> TokenStream {
    match bound {
        Some(bound) => {
            let bound = Literal::i32_unsuffixed(bound);
            quote!(Some(#bound))
        }
        None => quote!(None),
    }
}

fn filter(filter: &Filter) -> TokenStream {
    let outer = filter
        .outer
        .iter()
        .map(|outer| path(&outer.text, &outer.path));
    let test = condition(&filter.test);
    quote!(Filter { outer: &[#(#outer),*], test: #test })
}

fn condition(test: &Condition) -> TokenStream {
    match test {
        Condition::All(tests) => {
            let tests = tests.iter().map(condition);
            quote!(Condition::All(&[#(#tests),*]))
        }
        Condition::Any(tests) => {
            let tests = tests.iter().map(condition);
            quote!(Condition::Any(&[#(#tests),*]))
        }
        Condition::Not(test) => {
            let test = condition(test);
            quote!(Condition::Not(&#test))
        }
        Condition::Exists(side) => {
            let side = term(side);
            quote!(Condition::Exists(#side))
        }
        Condition::Compare(left, operator, right) => {
            let (left, right) = (term(left), term(right));
            let operator = self::operator(*operator);
            quote!(Condition::Compare(#left, #operator, #right))
        }
    }
}

fn term(term: &Term) -> TokenStream {
    match term {
        Term::Literal(value) => scalar(value),
        Term::List(values) => {
            let values = values.iter().map(scalar);
            quote!(Term::List(&[#(#values),*]))
        }
        Term::Item(path) => {
            let path = steps(path);
            quote!(Term::Item(#path))
        }
        Term::Outer(place) => {
            let place = Literal::usize_unsuffixed(*place);
            quote!(Term::Outer(#place))
        }
    }
}

fn scalar(value: &Scalar) -> TokenStream {
    match value {
        Scalar::Null => quote!(Term::Null),
        Scalar::Bool(value) => quote!(Term::Bool(#value)),
        Scalar::Number(number) => {
            let number = literal::number(*number);
            quote!(Term::Number(#number))
        }
        Scalar::Text(text) => quote!(Term::Text(#text)),
    }
}

fn operator(operator: Operator) -> TokenStream {
    match operator {
        Operator::Equal => quote!(Operator::Equal),
        Operator::NotEqual => quote!(Operator::NotEqual),
        Operator::Less => quote!(Operator::Less),
        Operator::LessEqual => quote!(Operator::LessEqual),
        Operator::Greater => quote!(Operator::Greater),
        Operator::GreaterEqual => quote!(Operator::GreaterEqual),
        Operator::In => quote!(Operator::In),
        Operator::NotIn => quote!(Operator::NotIn),
        Operator::SubsetOf => quote!(Operator::SubsetOf),
        Operator::AnyOf => quote!(Operator::AnyOf),
        Operator::NoneOf => quote!(Operator::NoneOf),
        Operator::Size => quote!(Operator::Size),
        Operator::Empty => quote!(Operator::Empty),
    }
}
