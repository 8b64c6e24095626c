//! Choice Rules as conditions.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::action::choice_assigns;
use crate::emit::body::Body;
use crate::emit::{Cx, literal};
use crate::ir::{
    Assign, Comparison, Operand, Piece, Property, Rule, Selector, State, StateId, Test,
};

impl Cx<'_> {
    /// From `input` to `state`, the next state, and where the Choice assigns, `variables`.
    pub(super) fn choice(
        &self,
        body: &mut Body,
        state: &State,
        rules: &[Rule],
        default: Option<StateId>,
    ) {
        let assigns = choice_assigns(state, rules);
        let mut choose = |next: StateId, assign: Option<&Assign>, name: &str| {
            let next = self.state_path(next);
            match assign {
                Some(assign) => {
                    let name = body.assign(name, assign);
                    quote!((#next, visit.assign(&#name, &input)?))
                }
                None if assigns => quote!((#next, visit.assign(&[], &input)?)),
                None => next,
            }
        };
        let rules: Vec<TokenStream> = rules
            .iter()
            .enumerate()
            .map(|(index, rule)| {
                let condition = condition(&rule.test);
                let chosen = choose(rule.next, rule.assign.as_ref(), &format!("ASSIGN_{index}"));
                quote!(if #condition { break 'choice #chosen; })
            })
            .collect();
        // VAR-11: the state's own `Assign` runs only where no rule matched.
        let otherwise = match default {
            Some(default) => choose(default, state.assign.as_ref(), "ASSIGN"),
            None => quote!(return Err(Failure::no_choice(visit))),
        };
        let chosen = if assigns {
            quote!((state, variables))
        } else {
            quote!(state)
        };
        body.step(quote! {
            let test = visit.tests(&input);
            let #chosen = 'choice: {
                #(#rules)*
                #otherwise
            };
        });
    }
}

/// CHOICE-22: left to right, and no further than needed.
fn condition(test: &Test) -> TokenStream {
    match test {
        Test::And(tests) => {
            let tests = tests.iter().map(operand);
            quote!(#(#tests)&&*)
        }
        Test::Or(tests) => {
            let tests = tests.iter().map(operand);
            quote!(#(#tests)||*)
        }
        Test::Not(test) => {
            let test = operand(test);
            quote!(!#test)
        }
        Test::Data {
            variable,
            comparison,
        } => data_test(variable, comparison),
    }
}

/// A condition inside another one.
fn operand(test: &Test) -> TokenStream {
    let condition = condition(test);
    match test {
        Test::And(tests) | Test::Or(tests) if tests.len() > 1 => quote!((#condition)),
        _ => condition,
    }
}

fn data_test(variable: &Selector, comparison: &Comparison) -> TokenStream {
    let variable = literal::path(variable);
    match comparison {
        Comparison::Text(relation, operand) => {
            let relation = literal::relation(*relation);
            match operand {
                Operand::Literal(text) => quote!(test.string(&#variable, #relation, #text)?),
                Operand::Path(path) => {
                    let path = operand_path(path);
                    quote!(test.string_path(&#variable, #relation, &#path)?)
                }
            }
        }
        Comparison::Number(relation, operand) => {
            let relation = literal::relation(*relation);
            match operand {
                Operand::Literal(number) => {
                    let number = literal::number(*number);
                    quote!(test.number(&#variable, #relation, #number)?)
                }
                Operand::Path(path) => {
                    let path = operand_path(path);
                    quote!(test.number_path(&#variable, #relation, &#path)?)
                }
            }
        }
        Comparison::Boolean(Operand::Literal(value)) => {
            quote!(test.boolean(&#variable, #value)?)
        }
        Comparison::Boolean(Operand::Path(path)) => {
            let path = operand_path(path);
            quote!(test.boolean_path(&#variable, &#path)?)
        }
        Comparison::Timestamp(relation, operand) => {
            let relation = literal::relation(*relation);
            match operand {
                Operand::Literal(timestamp) => {
                    let timestamp = literal::timestamp(*timestamp);
                    quote!(test.timestamp(&#variable, #relation, #timestamp)?)
                }
                Operand::Path(path) => {
                    let path = operand_path(path);
                    quote!(test.timestamp_path(&#variable, #relation, &#path)?)
                }
            }
        }
        Comparison::Matches(pieces) => {
            let pieces = pieces.iter().map(|piece| match piece {
                Piece::Any => quote!(Piece::Any),
                Piece::Text(text) => quote!(Piece::Text(#text)),
            });
            quote!(test.matches(&#variable, &[#(#pieces),*])?)
        }
        Comparison::Is(property, operand) => {
            let method = match property {
                Property::Null => quote!(is_null),
                Property::Present => quote!(is_present),
                Property::Numeric => quote!(is_numeric),
                Property::String => quote!(is_string),
                Property::Boolean => quote!(is_boolean),
                Property::Timestamp => quote!(is_timestamp),
            };
            match operand {
                Operand::Literal(value) => quote!(test.#method(&#variable, #value)?),
                Operand::Path(path) => {
                    let path = operand_path(path);
                    quote!(test.agrees(test.#method(&#variable, true)?, &#path)?)
                }
            }
        }
    }
}

fn operand_path(path: &crate::ast::PathText) -> TokenStream {
    literal::path(&Selector {
        text: path.text.value.clone(),
        path: path.path.clone(),
    })
}
