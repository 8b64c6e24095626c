//! Loops that only count, turned with their integers in local variables.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::emit::Cx;
use crate::emit::body::Body;
use crate::ir::{Check, Loop, Relation, State, Sum, Turn};
use crate::naming::snake_case;

impl Cx<'_> {
    /// The loop that may be turned from this Choice on.
    pub(super) fn loop_from(&self, state: &State) -> Option<&Loop> {
        let is_head = |counting: &&Loop| {
            let head = self.program.states.get(counting.head.0);
            head.is_some_and(|head| std::ptr::eq(head, state))
        };
        self.program.loops.iter().find(is_head)
    }

    /// The first step of the head's function: if the document is one to turn with, go on where the
    /// loop was left.
    pub(super) fn try_loop(&self, body: &mut Body, state: &State) {
        if self.loop_from(state).is_some() {
            let turn = function_name(state);
            body.step(quote! {
                let mut input = input;
                if let Some(state) = #turn(visit, &mut input) {
                    return Ok(Effect::Next { state, output: input });
                }
            });
        }
    }

    /// `turn_…`: visits the states of the loop, if the document is one to turn with, and says which
    /// comes next.
    pub(super) fn loop_function(&self, state: &State) -> Option<TokenStream> {
        let counting = self.loop_from(state)?;
        let turn = function_name(state);
        let names = Locals::new(counting);
        let head = self.state_path(counting.head);
        let arms = counting.states.iter().map(|(id, turn)| {
            let state = self.state_path(*id);
            let visit = self.turn(turn, &names);
            quote!(#state => #visit,)
        });
        let line = format!(
            " Turns the loop from `{}` on: what its states do, while they only count.",
            super::docs::code(&state.name)
        );
        let integers = &counting.integers;
        let count = Literal::usize_unsuffixed(integers.len());
        let members = match &counting.members {
            Some(members) => quote!(Some(&[#(#members),*])),
            None => quote!(None),
        };
        let (locals, patterns) = (&names.idents, names.patterns(counting));
        Some(quote! {
            #[doc = #line]
            fn #turn(visit: &Visit<'_>, document: &mut Value) -> Option<State> {
                const COUNTED: Counted<#count> = Counted { integers: &[#(#integers),*], members: #members };
                let [#(#patterns),*] = visit.counted(&COUNTED, document)?;
                let mut state = #head;
                let mut visited = 0;
                while visited < Visit::MOST_TURNS {
                    state = match state {
                        #(#arms)*
                        _ => break,
                    };
                    visited += 1;
                }
                COUNTED.put([#(#locals),*], document);
                if visited == 0 { None } else { Some(state) }
            }
        })
    }

    fn turn(&self, turn: &Turn, names: &Locals<'_>) -> TokenStream {
        match turn {
            Turn::Choose { rules, default } => {
                let rules = rules.iter().map(|(check, next)| {
                    let (condition, next) = (condition(check, names), self.state_path(*next));
                    quote!(if #condition { #next } else)
                });
                let otherwise = match default {
                    Some(default) => self.state_path(*default),
                    None => quote!(break),
                };
                quote!(#(#rules)* { #otherwise })
            }
            Turn::Set { members, next } => {
                let next = self.state_path(*next);
                let mut steps = TokenStream::new();
                let mut sums = 0;
                // All are computed before any is written.
                let values: Vec<(Ident, TokenStream)> = members
                    .iter()
                    .filter_map(|(member, sum)| {
                        let value = value(sum, names, &mut steps, &mut sums);
                        Some((names.get(member)?, value))
                    })
                    .collect();
                match values.as_slice() {
                    [] => next,
                    [(member, value)] => quote!({ #steps #member = #value; #next }),
                    _ => {
                        let (members, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
                        quote!({ #steps (#(#members),*) = (#(#values),*); #next })
                    }
                }
            }
        }
    }
}

fn function_name(state: &State) -> Ident {
    format_ident!("turn_{}", state.function)
}

/// Local variables, named after the members they stand for as far as that gives names.
struct Locals<'a> {
    members: &'a [String],
    idents: Vec<Ident>,
}

impl<'a> Locals<'a> {
    fn new(counting: &'a Loop) -> Self {
        const TAKEN: [&str; 4] = ["visit", "document", "state", "visited"];
        let mut idents: Vec<Ident> = Vec::new();
        for (index, member) in counting.integers.iter().enumerate() {
            let name = snake_case(member);
            let name: Option<Ident> = syn::parse_str(&name).ok();
            let is_free = |name: &Ident| {
                !TAKEN.iter().any(|taken| name == taken)
                    && !["sum_", "member_"]
                        .iter()
                        .any(|prefix| name.to_string().starts_with(prefix))
                    && !idents.contains(name)
            };
            let ident = name
                .filter(is_free)
                .unwrap_or_else(|| format_ident!("member_{index}"));
            idents.push(ident);
        }
        Self {
            members: &counting.integers,
            idents,
        }
    }

    fn get(&self, member: &str) -> Option<Ident> {
        let position = self.members.iter().position(|known| known == member)?;
        self.idents.get(position).cloned()
    }

    /// The variables as they are bound: those that change are mutable.
    fn patterns(&self, counting: &Loop) -> Vec<TokenStream> {
        let pairs = self.members.iter().zip(&self.idents);
        pairs
            .map(|(member, ident)| {
                if counting.states.iter().any(|(_, turn)| sets(turn, member)) {
                    quote!(mut #ident)
                } else {
                    quote!(#ident)
                }
            })
            .collect()
    }
}

fn sets(turn: &Turn, member: &str) -> bool {
    match turn {
        Turn::Choose { .. } => false,
        Turn::Set { members, .. } => members.iter().any(|(name, _)| name == member),
    }
}

fn condition(check: &Check, names: &Locals<'_>) -> TokenStream {
    match check {
        Check::All(checks) => {
            let checks = checks.iter().map(|check| operand(check, names));
            quote!(#(#checks)&&*)
        }
        Check::Any(checks) => {
            let checks = checks.iter().map(|check| operand(check, names));
            quote!(#(#checks)||*)
        }
        Check::Compare {
            member,
            relation,
            holds,
            operand,
        } => {
            let relation = match (relation, holds) {
                (Relation::Equal, true) => quote!(==),
                (Relation::Equal, false) => quote!(!=),
                (Relation::Less, true) | (Relation::GreaterEqual, false) => quote!(<),
                (Relation::Greater, true) | (Relation::LessEqual, false) => quote!(>),
                (Relation::LessEqual, true) | (Relation::Greater, false) => quote!(<=),
                (Relation::GreaterEqual, true) | (Relation::Less, false) => quote!(>=),
            };
            let (left, right) = (names.get(member), constant_or_member(operand, names));
            quote!(#left #relation #right)
        }
    }
}

/// A condition inside another one.
fn operand(check: &Check, names: &Locals<'_>) -> TokenStream {
    let condition = condition(check, names);
    match check {
        Check::All(checks) | Check::Any(checks) if checks.len() > 1 => quote!((#condition)),
        _ => condition,
    }
}

/// The value of a sum. What may be too large to go on with is computed in a step before.
fn value(sum: &Sum, names: &Locals<'_>, steps: &mut TokenStream, sums: &mut usize) -> TokenStream {
    let Sum::Add(left, right) = sum else {
        return constant_or_member(sum, names);
    };
    let left = value(left, names, steps, sums);
    let right = value(right, names, steps, sums);
    let name = Ident::new(&format!("sum_{sums}"), Span::call_site());
    *sums += 1;
    steps.extend(quote!(let Some(#name) = visit.sum(#left, #right) else { break };));
    quote!(#name)
}

fn constant_or_member(sum: &Sum, names: &Locals<'_>) -> TokenStream {
    match sum {
        Sum::Constant(value) => {
            let value = Literal::i64_unsuffixed(*value);
            quote!(#value)
        }
        Sum::Member(member) => {
            let ident = names.get(member);
            quote!(#ident)
        }
        Sum::Add(..) => TokenStream::new(),
    }
}
