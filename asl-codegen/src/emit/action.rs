//! The functions of one state: its row, and what a row cannot say.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::emit::body::Body;
use crate::emit::map::{enter_map, iterate_map};
use crate::emit::moved::moved;
use crate::emit::{Cx, docs, literal};
use crate::ir::{Action, Rule, Select, State, StateId};

impl Cx<'_> {
    /// `row_…`; for a Choice `choose_…`, or `enter_…` if it assigns or a loop that only counts begins
    /// with it, which is `turn_…`; for a Map with more than a row can say, `enter_…`, and with a reader,
    /// `iterate_…`.
    pub(super) fn state_functions(&self, state: &State) -> TokenStream {
        let row = self.row(state);
        let mut choose = None;
        let (enter, iterate) = match &state.action {
            Action::Choice { rules, default } if self.only_chooses(state, rules) => {
                choose = Some(self.choose_function(state, rules, *default));
                (None, None)
            }
            Action::Choice { rules, default } => {
                (Some(self.enter_choice(state, rules, *default)), None)
            }
            Action::Map(map) if !map.is_plain() => {
                let mut body = Body::default();
                filter_input(&mut body, state);
                enter_map(&mut body, map);
                (Some(body), iterate_map(map))
            }
            _ => (None, None),
        };
        let enter = enter.map(|body| self.function(state, "enter", &["visit", "input"], body));
        let parameters = &["visit", "input", "items", "iterations"];
        let iterate = iterate.map(|body| self.function(state, "iterate", parameters, body));
        let turn = self.loop_function(state);
        let functions = [Some(row), choose, enter, turn, iterate];
        functions.into_iter().flatten().collect()
    }

    /// One state function. Parameters that the body does not use are underscored.
    fn function(
        &self,
        state: &State,
        prefix: &str,
        parameters: &[&str],
        body: Body,
    ) -> TokenStream {
        let name = function_name(prefix, state);
        let docs = moved(docs::attributes(&[docs::function_line(
            self, state, prefix,
        )]));
        let (body, reads) = body.finish(parameters);
        let parameters = parameters.iter().zip(reads).map(|(parameter, is_read)| {
            let underscore = if is_read { "" } else { "_" };
            let name = Ident::new(&format!("{underscore}{parameter}"), Span::call_site());
            match *parameter {
                "visit" => quote!(#name: &Visit<'_>),
                "iterations" => quote!(#name: Iterations),
                _ => quote!(#name: Value),
            }
        });
        let parameters = Group::new(Delimiter::Parenthesis, literal::list(parameters));
        quote! {
            #docs
            fn #name #parameters -> Step<State> #body
        }
    }

    /// Whether all that a Choice does beside what its row says is to choose.
    pub(super) fn only_chooses(&self, state: &State, rules: &[Rule]) -> bool {
        !choice_assigns(state, rules) && self.loop_from(state).is_none()
    }

    fn enter_choice(&self, state: &State, rules: &[Rule], default: Option<StateId>) -> Body {
        let mut body = Body::default();
        self.try_loop(&mut body, state);
        filter_input(&mut body, state);
        self.choice(&mut body, state, rules, default);
        let output = filter_output(&mut body, state, quote!(input));
        let output = field("output", &output);
        body.step(if choice_assigns(state, rules) {
            quote!(Ok(Effect::Assign { variables, next: Some(state), #output }))
        } else {
            quote!(Ok(Effect::Next { state, #output }))
        });
        body
    }

    /// `State::Variant`.
    pub(super) fn state_path(&self, id: StateId) -> TokenStream {
        let variant = self.variant(id);
        quote!(State::#variant)
    }
}

/// The name of a function of a state: `enter_…` and the like.
pub(super) fn function_name(prefix: &str, state: &State) -> Ident {
    Ident::new(&format!("{prefix}_{}", state.function), Span::call_site())
}

/// `name: value`, in the short form where that is the same.
fn field(name: &str, value: &TokenStream) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    if name == value.to_string() {
        quote!(#name)
    } else {
        quote!(#name: #value)
    }
}

/// `InputPath`: from the raw input to the document the state works on, both `input`.
fn filter_input(body: &mut Body, state: &State) {
    match &state.input {
        Select::Whole => {}
        Select::Empty => body.step(quote!(drop(input); let input = visit.empty();)),
        Select::Path(selector) => {
            let name = body.path("INPUT_PATH", selector);
            body.step(quote!(let input = visit.input_path(&#name, input)?;));
        }
    }
}

/// `OutputPath`, on `document`: what the output is called.
fn filter_output(body: &mut Body, state: &State, document: TokenStream) -> TokenStream {
    match &state.output {
        Select::Whole => return document,
        Select::Empty => body.step(quote!(let output = visit.empty();)),
        Select::Path(selector) => {
            let name = body.path("OUTPUT_PATH", selector);
            body.step(quote!(let output = visit.output_path(&#name, #document)?;));
        }
    }
    quote!(output)
}

/// Whether a Choice has any `Assign`, of its own or in a rule (VAR-11).
pub(super) fn choice_assigns(state: &State, rules: &[Rule]) -> bool {
    state.assign.is_some() || rules.iter().any(|rule| rule.assign.is_some())
}

pub(super) fn index(index: usize) -> Literal {
    Literal::usize_unsuffixed(index)
}
