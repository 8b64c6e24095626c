//! The functions of one state: entering it, and leaving it with the result of its work.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::emit::body::Body;
use crate::emit::map::{enter_map, iterate_map};
use crate::emit::{Cx, docs, literal};
use crate::ir::{
    Action, Exit, Limit, Message, Place, Rule, Select, State, StateId, Template, Wait,
};

impl Cx<'_> {
    /// `enter_…` and, for a state that does work, `leave_…`; for a Map with a reader, `iterate_…`
    /// between them; for a Choice from which a loop only counts, `turn_…`.
    pub(super) fn state_functions(&self, state: &State) -> TokenStream {
        let enter = self.function(state, "enter", &["visit", "input"], self.enter(state));
        let iterate = match &state.action {
            Action::Map(map) => iterate_map(map).map(|body| {
                let parameters = &["visit", "input", "items", "iterations"];
                self.function(state, "iterate", parameters, body)
            }),
            _ => None,
        };
        let leave = self
            .leave(state)
            .map(|body| self.function(state, "leave", &["visit", "input", "result"], body));
        let turn = self.loop_function(state);
        let functions = [Some(enter), turn, iterate, leave];
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
        let name = Ident::new(&format!("{prefix}_{}", state.function), Span::call_site());
        let line = docs::function_line(self, state, prefix);
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
            #[doc = #line]
            pub(super) fn #name #parameters -> Step<State> #body
        }
    }

    fn enter(&self, state: &State) -> Body {
        let mut body = Body::default();
        if let Action::Pass {
            parameters,
            result,
            selector,
            place,
            exit,
        } = &state.action
        {
            let result = pass(&mut body, state, parameters.as_ref(), result.as_ref());
            let selected = select_result(&mut body, selector.as_ref(), &result, place);
            assign(&mut body, state, &result);
            let result = selected.unwrap_or(result);
            let output = put(&mut body, place, result);
            self.exit(&mut body, state, output, *exit);
            return body;
        }
        self.try_loop(&mut body, state);
        filter_input(&mut body, state);
        match &state.action {
            Action::Task {
                task,
                timeout,
                heartbeat,
                credentials,
                parameters,
                ..
            } => {
                let templates = [credentials.as_ref(), parameters.as_ref()];
                enter_task(&mut body, *task, [timeout, heartbeat], templates);
            }
            Action::Choice { rules, default } => {
                self.choice(&mut body, state, rules, *default);
                let output = filter_output(&mut body, state, quote!(input));
                let output = field("output", &output);
                body.step(if choice_assigns(state, rules) {
                    quote!(Ok(Effect::Assign { variables, next: Some(state), #output }))
                } else {
                    quote!(Ok(Effect::Next { state, #output }))
                });
            }
            Action::Wait { wait, .. } => enter_wait(&mut body, wait),
            Action::Pass { .. } | Action::Succeed => {
                self.exit(&mut body, state, quote!(input), Exit::End);
            }
            Action::Fail { error, cause } => enter_fail(&mut body, error.as_ref(), cause.as_ref()),
            Action::Parallel {
                parameters,
                first,
                count,
                ..
            } => {
                shape_input(&mut body, parameters.as_ref());
                let (first, count) = (index(*first), index(*count));
                body.step(quote!(Ok(visit.branches(input, #first, #count))));
            }
            Action::Map(map) => enter_map(&mut body, map),
        }
        body
    }

    fn leave(&self, state: &State) -> Option<Body> {
        let mut body = Body::default();
        if let Action::Wait { exit, .. } = &state.action {
            assign(&mut body, state, &quote!(result));
            self.exit(&mut body, state, quote!(result), *exit);
            return Some(body);
        }
        let after = state.after()?;
        // IO-10: the selector comes first, but `Assign` sees the result before it.
        let result = quote!(result);
        let selected = select_result(&mut body, after.selector.as_ref(), &result, &after.place);
        assign(&mut body, state, &result);
        let result = selected.unwrap_or(result);
        let output = put(&mut body, &after.place, result);
        self.exit(&mut body, state, output, after.exit);
        Some(body)
    }

    /// The end of a state function: `OutputPath` on `document`, which then goes to where the state
    /// exits.
    fn exit(&self, body: &mut Body, state: &State, document: TokenStream, exit: Exit) {
        let document = filter_output(body, state, document);
        let output = field("output", &document);
        let next = match exit {
            Exit::Next(next) => Some(self.state_path(next)),
            Exit::End => None,
        };
        body.step(match (next, &state.assign) {
            (Some(next), None) => quote!(Ok(Effect::Next { state: #next, #output })),
            (None, None) => quote!(Ok(Effect::Finish(#document))),
            (Some(next), Some(_)) => {
                quote!(Ok(Effect::Assign { variables, next: Some(#next), #output }))
            }
            (None, Some(_)) => quote!(Ok(Effect::Assign { variables, next: None, #output })),
        });
    }

    /// `State::Variant`.
    pub(super) fn state_path(&self, id: StateId) -> TokenStream {
        let variant = self.variant(id);
        quote!(State::#variant)
    }
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

/// `ResultSelector`: what the selection from `result` is called, if there is one and it has a place.
fn select_result(
    body: &mut Body,
    selector: Option<&Template>,
    result: &TokenStream,
    place: &Place,
) -> Option<TokenStream> {
    let template = selector?;
    match (template.is_constant(), *place == Place::Discard) {
        (true, true) => return None,
        (true, false) => {
            let name = body.constant("RESULT_SELECTOR", template);
            body.step(quote!(let selected = #name.get();));
        }
        // Evaluated all the same: it may fail.
        (false, is_dropped) => {
            let name = body.template("RESULT_SELECTOR", template);
            let binding = binding("selected", !is_dropped);
            body.step(quote! {
                let #binding = visit.template("ResultSelector", &#name, &#result)?;
            });
            if is_dropped {
                return None;
            }
        }
    }
    Some(quote!(selected))
}

/// The name of a local variable, or `_` for a value that only matters if there is none.
fn binding(name: &str, is_used: bool) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    if is_used { quote!(#name) } else { quote!(_) }
}

/// IO-10, the row of Pass up to its result: what that is called.
fn pass(
    body: &mut Body,
    state: &State,
    parameters: Option<&Template>,
    result: Option<&Template>,
) -> TokenStream {
    let place = match &state.action {
        Action::Pass { place, .. } => place,
        _ => &Place::Replace,
    };
    // `ResultPath` needs the raw input after the document has been taken from it.
    let keeps_input = *place != Place::Replace;
    let is_selected = matches!(
        &state.action,
        Action::Pass { selector: Some(template), .. } if !template.is_constant()
    );
    let is_used = *place != Place::Discard || state.assign.is_some() || is_selected;
    let dynamic = parameters.filter(|template| !template.is_constant());
    let is_result = is_used && result.is_none() && parameters.is_none();
    let document = match &state.input {
        Select::Whole => quote!(input),
        Select::Empty => quote!(visit.empty()),
        Select::Path(selector) => {
            let name = body.path("INPUT_PATH", selector);
            let input = if keeps_input {
                quote!(input.clone())
            } else {
                quote!(input)
            };
            let binding = binding("document", is_result || dynamic.is_some());
            body.step(quote!(let #binding = visit.input_path(&#name, #input)?;));
            quote!(document)
        }
    };
    if let Some(template) = dynamic {
        let name = body.template("PARAMETERS", template);
        // IO-12: evaluated even where `Result` is the result.
        let binding = binding("result", is_used && result.is_none());
        body.step(quote!(let #binding = visit.template("Parameters", &#name, &#document)?;));
    }
    if !is_used {
        return quote!(input);
    }
    match (result, parameters) {
        (Some(result), _) => {
            let name = body.constant("RESULT", result);
            body.step(quote!(let result = #name.get();));
        }
        (None, Some(template)) if dynamic.is_none() => {
            let name = body.constant("PARAMETERS", template);
            body.step(quote!(let result = #name.get();));
        }
        (None, Some(_)) => {}
        (None, None) if keeps_input && matches!(state.input, Select::Whole) => {
            body.step(quote!(let result = input.clone();));
        }
        (None, None) => return document,
    }
    quote!(result)
}

fn enter_task(
    body: &mut Body,
    task: usize,
    [timeout, heartbeat]: [&Limit; 2],
    [credentials, parameters]: [Option<&Template>; 2],
) {
    // IO-10: limits are read before `Parameters`.
    let timeout = limit(body, timeout, "timeout", "TimeoutSecondsPath");
    let heartbeat = limit(body, heartbeat, "heartbeat", "HeartbeatSecondsPath");
    let has_credentials = shape_credentials(body, credentials);
    shape_input(body, parameters);
    let task = index(task);
    body.step(if has_credentials {
        quote!(visit.task_with_credentials(credentials, #task, input, #timeout, #heartbeat))
    } else {
        quote!(visit.task(#task, input, #timeout, #heartbeat))
    });
}

/// `Credentials`: `credentials` from `input`, which is that of `Parameters` as well (IO-10).
fn shape_credentials(body: &mut Body, credentials: Option<&Template>) -> bool {
    let Some(template) = credentials else {
        return false;
    };
    let step = if template.is_constant() {
        let name = body.constant("CREDENTIALS", template);
        quote!(let credentials = #name.get();)
    } else {
        let name = body.template("CREDENTIALS", template);
        quote!(let credentials = visit.template("Credentials", &#name, &input)?;)
    };
    body.step(step);
    true
}

/// `TimeoutSeconds` or `HeartbeatSeconds`, as an argument.
fn limit(body: &mut Body, limit: &Limit, name: &str, field: &str) -> TokenStream {
    match limit {
        Limit::None => quote!(None),
        Limit::Seconds(seconds) => {
            let seconds = Literal::u64_unsuffixed(*seconds);
            quote!(Some(Duration::from_secs(#seconds)))
        }
        Limit::Path(selector) => {
            let path = body.path(&format!("{}_PATH", name.to_uppercase()), selector);
            let name = Ident::new(name, Span::call_site());
            body.step(quote!(let #name = visit.seconds(&#path, &input, #field)?;));
            quote!(Some(#name))
        }
    }
}

fn enter_wait(body: &mut Body, wait: &Wait) {
    let wait = match wait {
        Wait::Seconds(seconds) => {
            let seconds = Literal::u64_unsuffixed(*seconds);
            quote!(Wait::For(Duration::from_secs(#seconds)))
        }
        Wait::Timestamp(timestamp) => {
            let timestamp = literal::timestamp(*timestamp);
            quote!(Wait::Until(#timestamp))
        }
        Wait::SecondsPath(selector) => {
            let name = body.path("SECONDS_PATH", selector);
            quote!(visit.wait_seconds(&#name, &input)?)
        }
        Wait::TimestampPath(selector) => {
            let name = body.path("TIMESTAMP_PATH", selector);
            quote!(visit.wait_timestamp(&#name, &input)?)
        }
    };
    body.step(quote!(let wait = #wait; Ok(Effect::Wait { wait, document: input })));
}

/// FAIL-2 to FAIL-5.
fn enter_fail(body: &mut Body, error: Option<&Message>, cause: Option<&Message>) {
    let mut message = |message: &Message, name: &str, field: &str| match message {
        Message::Text(text) => quote!(Text::from_static(#text)),
        Message::Path(selector) => {
            let name = body.path(name, selector);
            quote!(visit.text(&#name, &input, #field)?)
        }
        Message::Call(call) => {
            let name = body.call(name, call);
            quote!(visit.call_text(&#name, &input, #field)?)
        }
    };
    let error = match error {
        Some(error) => message(error, "ERROR_PATH", "ErrorPath"),
        None => quote!(Text::from_static("")),
    };
    let cause = match cause {
        Some(cause) => {
            let cause = message(cause, "CAUSE_PATH", "CausePath");
            quote!(Some(#cause))
        }
        None => quote!(None),
    };
    body.step(quote!(Err(Failure::new(#error, #cause))));
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

/// `Assign`, reading `document`: to `variables`, which take effect with the exit (VAR-10).
fn assign(body: &mut Body, state: &State, document: &TokenStream) {
    if let Some(assign) = &state.assign {
        let name = body.assign("ASSIGN", assign);
        body.step(quote!(let variables = visit.assign(#name, &#document)?;));
    }
}

/// Whether a Choice has any `Assign`, of its own or in a rule (VAR-11).
pub(super) fn choice_assigns(state: &State, rules: &[Rule]) -> bool {
    state.assign.is_some() || rules.iter().any(|rule| rule.assign.is_some())
}

/// `ResultPath`: from `input` and `result`: what the document is called that they make.
fn put(body: &mut Body, place: &Place, result: TokenStream) -> TokenStream {
    match place {
        Place::Replace => result,
        Place::Discard => quote!(input),
        Place::At(_) => {
            let name = body.placement("RESULT_PATH", place);
            body.step(quote!(let output = visit.place(&#name, input, #result)?;));
            quote!(output)
        }
    }
}

/// `Parameters` of Task and Parallel, on `input`.
fn shape_input(body: &mut Body, parameters: Option<&Template>) {
    match parameters {
        None => {}
        Some(template) if template.is_constant() => {
            let name = body.constant("PARAMETERS", template);
            body.step(quote!(drop(input); let input = #name.get();));
        }
        Some(template) => {
            let name = body.template("PARAMETERS", template);
            body.step(quote!(let input = visit.template("Parameters", &#name, &input)?;));
        }
    }
}

pub(super) fn index(index: usize) -> Literal {
    Literal::usize_unsuffixed(index)
}
