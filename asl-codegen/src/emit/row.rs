//! The row of a state: its fields as data.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream};
use quote::{TokenStreamExt as _, quote};

use crate::emit::action::{function_name, index};
use crate::emit::body::Constants;
use crate::emit::literal::{self, array};
use crate::emit::moved::moved;
use crate::emit::{Cx, docs};
use crate::ir::{
    Action, Amount, Assign, Catcher, Exit, Limit, Map, Message, Place, Retrier, Select, State,
    Template, TokenUse, Wait,
};

/// The fields of a row that differ from those of a plain state, and the constants they share.
#[derive(Default)]
struct Row {
    statics: TokenStream,
    fields: TokenStream,
}

impl Row {
    fn field(&mut self, name: &str, value: TokenStream) {
        // Not by `quote!`, which would make a stream of its own for each.
        self.fields.append(Ident::new(name, Span::call_site()));
        self.fields.append(Punct::new(':', Spacing::Alone));
        self.fields.extend([value]);
        self.fields.append(Punct::new(',', Spacing::Alone));
    }

    fn select(&mut self, name: &str, select: &Select) {
        match select {
            Select::Whole => {}
            Select::Empty => self.field(name, quote!(Select::Empty)),
            Select::Path(selector) => {
                let path = moved(literal::path(selector));
                self.field(name, quote!(Select::Path(&#path)));
            }
        }
    }

    /// A template as a value. Larger parts that are the same each time become constants.
    fn template(&mut self, name: &str, template: &Template) -> TokenStream {
        if literal::is_worth_sharing(template) {
            let name = Ident::new(name, Span::call_site());
            let value = literal::constant(template);
            let item = quote!(static #name: Constant = Constant::new(&#value););
            self.statics.extend(item);
            return quote!(Template::Constant(&#name));
        }
        let mut constants = Constants::new(name);
        let value = literal::template(template, &mut constants);
        self.statics.extend(constants.finish());
        value
    }

    fn templates(&mut self, name: &str, template: Option<&Template>) {
        if let Some(template) = template {
            let value = moved(self.template(&name.to_uppercase(), template));
            self.field(name, quote!(Some(#value)));
        }
    }

    fn assign(&mut self, assign: Option<&Assign>) {
        if let Some(assign) = assign {
            let mut constants = Constants::new("ASSIGN");
            let value = moved(literal::assign(assign, &mut constants));
            self.statics.extend(constants.finish());
            self.field("assign", quote!(Some(#value)));
        }
    }
}

impl Cx<'_> {
    /// `row_…`: only what differs from a plain state is spelled out.
    ///
    /// A function, because rustc takes less for what a function refers to than for a static. Only a
    /// static can refer to statics.
    pub(super) fn row(&self, state: &State) -> TokenStream {
        let mut row = Row::default();
        self.place_in_machine(&mut row, state);
        if !has_function(state) {
            row.select("input_path", &state.input);
        }
        self.work(&mut row, state);
        if !matches!(state.action, Action::Choice { .. }) {
            row.assign(state.assign.as_ref());
            row.select("output_path", &state.output);
        }
        self.handlers(&mut row, state);
        let name = function_name("row", state);
        let docs = moved(docs::attributes(&[docs::function_line(self, state, "row")]));
        let Row {
            statics,
            mut fields,
        } = row;
        fields.extend(quote!(..StateInfo::PLAIN));
        let fields = Group::new(Delimiter::Brace, fields);
        let body = if statics.is_empty() {
            quote!(&StateInfo #fields)
        } else {
            let statics = moved(statics);
            quote!(#statics static ROW: StateInfo<State> = StateInfo #fields; &ROW)
        };
        let body = Group::new(Delimiter::Brace, body);
        quote! {
            #docs
            pub(super) fn #name() -> &'static StateInfo<State> #body
        }
    }

    /// What is asked of a state by its name.
    fn place_in_machine(&self, row: &mut Row, state: &State) {
        let name = &state.name;
        let kind = Ident::new(state.kind(), Span::call_site());
        let line = Literal::u32_unsuffixed(state.position.line);
        let column = Literal::u32_unsuffixed(state.position.column);
        row.field("name", quote!(#name));
        if kind != "Pass" {
            row.field("kind", quote!(StateKind::#kind));
        }
        row.field("line", quote!(#line));
        row.field("column", quote!(#column));
        if let Some(parent) = state.parent {
            let parent = moved(self.state_path(parent));
            row.field("parent", quote!(Some(#parent)));
        }
        if !state.successors.is_empty() {
            let successors = array(state.successors.iter().map(|id| self.state_path(*id)));
            row.field("successors", quote!(&#successors));
        }
        if state.keep_input {
            row.field("keep_input", quote!(true));
        }
        if state.reads_entered_time {
            row.field("reads_entered_time", quote!(true));
        }
        match state.token {
            TokenUse::None => {}
            TokenUse::Offered => row.field("token", quote!(TokenUse::Offered)),
            TokenUse::Awaited => row.field("token", quote!(TokenUse::Awaited)),
        }
    }

    /// From `Parameters` to the exit.
    fn work(&self, row: &mut Row, state: &State) {
        match &state.action {
            Action::Pass {
                parameters,
                result,
                selector,
                place,
                exit,
            } => {
                row.templates("parameters", parameters.as_ref());
                if let Some(result) = result {
                    let result = row.template("RESULT", result);
                    row.field("work", quote!(Work::Result(#result)));
                }
                self.after(row, selector.as_ref(), place, *exit);
                return;
            }
            Action::Task {
                task,
                timeout,
                heartbeat,
                credentials,
                parameters,
                ..
            } => {
                row.templates("parameters", parameters.as_ref());
                let limits = [timeout, heartbeat];
                let work = task_work(row, *task, limits, credentials.as_ref());
                row.field("work", work);
            }
            Action::Choice { rules, .. } if self.only_chooses(state, rules) => {
                let choose = function_name("choose", state);
                row.select("input_path", &state.input);
                row.field("work", quote!(Work::Choose(#choose)));
                row.select("output_path", &state.output);
            }
            Action::Choice { .. } => {
                let enter = function_name("enter", state);
                row.field("work", quote!(Work::Code(#enter)));
            }
            Action::Wait { wait, exit } => {
                let delay = delay(wait);
                row.field("work", quote!(Work::Wait(#delay)));
                self.after(row, None, &Place::Replace, *exit);
            }
            Action::Succeed => row.field("work", quote!(Work::Succeed)),
            Action::Fail { error, cause } => {
                let work = fail(error.as_ref(), cause.as_ref());
                row.field("work", work);
            }
            Action::Parallel {
                parameters,
                first,
                count,
                ..
            } => {
                row.templates("parameters", parameters.as_ref());
                let (first, count) = (index(*first), index(*count));
                row.field(
                    "work",
                    quote!(Work::Parallel { first: #first, count: #count }),
                );
            }
            Action::Map(map) => {
                let work = map_work(row, state, map);
                row.field("work", work);
            }
        }
        if let Some(after) = state.after() {
            self.after(row, after.selector.as_ref(), &after.place, after.exit);
        }
    }

    fn after(&self, row: &mut Row, selector: Option<&Template>, place: &Place, exit: Exit) {
        row.templates("result_selector", selector);
        if *place != Place::Replace {
            row.field("result_path", literal::placement(place));
        }
        if let Exit::Next(next) = exit {
            let next = moved(self.state_path(next));
            row.field("next", quote!(Some(#next)));
        }
    }

    fn handlers(&self, row: &mut Row, state: &State) {
        if !state.retry.is_empty() {
            let retry = array(state.retry.iter().map(retrier));
            row.field("retry", quote!(&#retry));
        }
        if !state.catch.is_empty() {
            let catch = array(state.catch.iter().map(|catcher| self.catcher(catcher)));
            row.field("catch", quote!(&#catch));
        }
    }

    fn catcher(&self, catcher: &Catcher) -> TokenStream {
        let errors = &catcher.matched;
        let next = self.variant(catcher.next);
        let place = moved(literal::placement(&catcher.place));
        let assign = match &catcher.assign {
            Some(assign) => literal::assign(assign, &mut Constants::none()),
            None => quote!(&[]),
        };
        quote! {
            Catcher {
                errors: &[#(#errors),*],
                next: State::#next,
                result_path: #place,
                assign: #assign,
            }
        }
    }
}

/// Whether a function enters the state.
pub(super) fn has_function(state: &State) -> bool {
    match &state.action {
        Action::Choice { .. } => true,
        Action::Map(map) => !map.is_plain(),
        _ => false,
    }
}

/// `Work::Task`.
fn task_work(
    row: &mut Row,
    task: usize,
    [timeout, heartbeat]: [&Limit; 2],
    credentials: Option<&Template>,
) -> TokenStream {
    let number = index(task);
    let timeout = limit("timeout", timeout);
    let heartbeat = limit("heartbeat", heartbeat);
    let credentials = credentials.map(|template| {
        let template = row.template("CREDENTIALS", template);
        quote!(credentials: Some(#template),)
    });
    quote! {
        Work::Task(TaskWork { number: #number, #timeout #heartbeat #credentials ..TaskWork::PLAIN })
    }
}

/// The field for `TimeoutSeconds` or `HeartbeatSeconds`.
fn limit(name: &str, limit: &Limit) -> Option<TokenStream> {
    let value = match limit {
        Limit::None => return None,
        Limit::Seconds(seconds) => {
            let seconds = Literal::u64_unsuffixed(*seconds);
            quote!(Limit::Seconds(#seconds))
        }
        Limit::Path(selector) => {
            let path = literal::path(selector);
            quote!(Limit::Path(&#path))
        }
    };
    let name = Ident::new(name, Span::call_site());
    Some(quote!(#name: #value,))
}

fn delay(wait: &Wait) -> TokenStream {
    match wait {
        Wait::Seconds(seconds) => {
            let seconds = Literal::u64_unsuffixed(*seconds);
            quote!(Delay::Seconds(#seconds))
        }
        Wait::Timestamp(timestamp) => {
            let timestamp = literal::timestamp(*timestamp);
            quote!(Delay::Timestamp(#timestamp))
        }
        Wait::SecondsPath(selector) => {
            let path = literal::path(selector);
            quote!(Delay::SecondsPath(&#path))
        }
        Wait::TimestampPath(selector) => {
            let path = literal::path(selector);
            quote!(Delay::TimestampPath(&#path))
        }
    }
}

/// FAIL-2 to FAIL-5.
fn fail(error: Option<&Message>, cause: Option<&Message>) -> TokenStream {
    let message = |message: &Message| match message {
        Message::Text(text) => quote!(Message::Text(#text)),
        Message::Path(selector) => {
            let path = literal::path(selector);
            quote!(Message::Path(&#path))
        }
        Message::Call(call) => {
            let call = super::call::call(call);
            quote!(Message::Call(&#call))
        }
    };
    let error = error.map_or_else(|| quote!(Message::Text("")), message);
    let cause = match cause.map(message) {
        Some(cause) => quote!(Some(#cause)),
        None => quote!(None),
    };
    quote!(Work::Fail(#error, #cause))
}

fn map_work(row: &mut Row, state: &State, map: &Map) -> TokenStream {
    let enter = function_name("enter", state);
    if map.reader.is_some() {
        let iterate = function_name("iterate", state);
        return quote!(Work::Read(#enter, #iterate));
    }
    let max = match &map.max_concurrency {
        Amount::Known(max) if !has_function(state) => super::map::count(*max),
        _ => return quote!(Work::Code(#enter)),
    };
    let branch = index(map.branch);
    let items = match &map.items {
        Some(selector) => {
            let path = literal::path(selector);
            quote!(Some(&#path))
        }
        None => quote!(None),
    };
    let selector = match &map.selector {
        Some(template) => {
            let template = row.template("ITEM_SELECTOR", template);
            quote!(Some(#template))
        }
        None => quote!(None),
    };
    quote! {
        Work::Map(MapWork {
            branch: #branch,
            items_path: #items,
            item_selector: #selector,
            max_concurrency: #max,
        })
    }
}

fn retrier(retrier: &Retrier) -> TokenStream {
    let errors = &retrier.matched;
    let interval = Literal::u64_unsuffixed(retrier.interval_seconds);
    let attempts = Literal::u32_unsuffixed(u32::try_from(retrier.max_attempts).unwrap_or(u32::MAX));
    let rate = moved(literal::float(retrier.backoff_rate));
    let max_delay = match retrier.max_delay_seconds {
        Some(seconds) => {
            let seconds = Literal::u64_unsuffixed(seconds);
            quote!(Some(#seconds))
        }
        None => quote!(None),
    };
    let jitter = if retrier.full_jitter {
        quote!(Jitter::Full)
    } else {
        quote!(Jitter::None)
    };
    quote! {
        Retrier {
            errors: &[#(#errors),*],
            interval_seconds: #interval,
            max_attempts: #attempts,
            backoff_rate: #rate,
            max_delay_seconds: #max_delay,
            jitter: #jitter,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, Source, compile};

    /// The row of a Pass state with these fields, without blanks.
    fn row(fields: &str) -> String {
        let text = format!(
            r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Pass", {fields} "End": true}}}}}}"#
        );
        let compilation = compile(&Source::new("flow.asl.json", text), &Options::default());
        assert!(!compilation.is_refused(), "{:?}", compilation.diagnostics);
        let code = compilation.tokens.to_string().replace(' ', "");
        let (_, row) = code.split_once("fnrow_a()").unwrap();
        row.to_owned()
    }

    #[test]
    fn paths_that_their_keys_say_all_about_are_spelled_by_them() {
        let plain = row(r#""Parameters": {"x.$": "$.a.b"}, "ResultPath": "$.c","#);
        assert!(plain.contains(r#"Template::Keys(&["a","b"])"#), "{plain}");
        assert!(
            plain.contains(r#"result_path:Placement::Key("c")"#),
            "{plain}"
        );
        // A cause names the path as it was written.
        let quoted = row(r#""Parameters": {"x.$": "$['a'].b"}, "ResultPath": "$['c']","#);
        assert!(!quoted.contains("Keys("), "{quoted}");
        assert!(quoted.contains(r#"text:"$['a'].b""#), "{quoted}");
        assert!(quoted.contains(r#"RefPath{text:"$['c']""#), "{quoted}");
    }

    #[test]
    fn only_a_row_with_constants_is_a_static() {
        let dynamic = row(r#""Parameters": {"x.$": "$.a", "y": 1, "z": []},"#);
        assert!(!dynamic.contains("staticROW"), "{dynamic}");
        let shared = row(r#""Result": {"x": [1]},"#);
        assert!(shared.contains("staticRESULT:Constant"), "{shared}");
        assert!(shared.contains("&ROW"), "{shared}");
        let part = row(r#""Parameters": {"x.$": "$.a", "y": [1]},"#);
        assert!(part.contains("staticPARAMETERS_1:Constant"), "{part}");
    }
}
