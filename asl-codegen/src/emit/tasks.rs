//! The trait `Tasks` and the call of one task by its number.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream};
use quote::{TokenStreamExt as _, quote, quote_spanned};

use crate::emit::moved::moved;
use crate::emit::{Cx, docs, io};
use crate::ir::{Pattern, Task, one_per_method};
use crate::options::Options;

/// How many tasks a compile error about a missing implementation lists.
const LISTED: usize = 20;

/// What the documentation of a Lambda handler adds.
const ENVELOPE_DOCS: [&str; 3] = [
    "",
    "A Lambda handler: called through `lambda:invoke`, it takes the `Payload` of the call and",
    "gives the `Payload` of the result.",
];

impl Cx<'_> {
    pub(super) fn tasks(&self) -> TokenStream {
        let title = format!(
            " The work of `{}`: one method per task.",
            docs::code(self.file)
        );
        let mut forms: BTreeMap<String, Vec<&Task>> = BTreeMap::new();
        for task in &self.program.tasks {
            forms.entry(task.method.to_string()).or_default().push(task);
        }
        // Copied for each method, which takes less than to write it again.
        let errors = quote! {
            #[doc = ""]
            #[doc = " # Errors"]
            #[doc = ""]
            #[doc = " The name of the error is what `Retry` and `Catch` match."]
        };
        let (mut methods, mut forwards) = (TokenStream::new(), TokenStream::new());
        for task in one_per_method(&self.program.tasks) {
            let forms = forms.remove(&task.method.to_string()).unwrap_or_default();
            let (docs, method) = (self.task_docs(task, &forms), &task.method);
            let signature = signature(self.options, task);
            methods.extend([docs::attributes(&docs), errors.clone(), signature.clone()]);
            methods.append(Punct::new(';', Spacing::Alone));
            let body = quote!({ <T as Tasks>::#method(self, cx, input) });
            forwards.extend([signature, body]);
        }
        let methods = Group::new(Delimiter::Brace, methods);
        let unimplemented = self.on_unimplemented();
        let forwards = self.forwards(forwards);
        let calls = self.calls();
        quote! {
            #[doc = #title]
            #[doc = ""]
            #[doc = " An implementation writes plain `async fn`."]
            #unimplemented
            pub trait Tasks: ::core::marker::Send + ::core::marker::Sync #methods
            #forwards
            #calls
        }
    }

    /// The documentation of the method of a task, of which these are the forms, up to its errors.
    fn task_docs(&self, task: &Task, forms: &[&Task]) -> Vec<String> {
        let target = task.function.as_ref().unwrap_or(&task.resource);
        let mut lines = vec![format!("Runs `{}`.", docs::code(target))];
        let mut patterns: Vec<Pattern> = forms.iter().map(|form| form.pattern).collect();
        patterns.dedup();
        lines.extend(patterns.into_iter().flat_map(pattern_docs));
        if forms.iter().any(|form| form.envelope) {
            lines.extend(ENVELOPE_DOCS.map(str::to_owned));
        }
        lines.push(String::new());
        for id in forms.iter().flat_map(|form| &form.states) {
            if let Some(state) = self.program.states.get(id.0) {
                lines.push(format!(
                    "- in `{}` ({}:{})",
                    docs::code(&state.name),
                    docs::code(self.file),
                    state.position
                ));
            }
        }
        docs::indented(lines)
    }

    /// What rustc says where a type that is no `Tasks` is handed to `run`.
    fn on_unimplemented(&self) -> TokenStream {
        let name = self.options.name.to_string();
        let message = format!("`{{Self}}` does not implement the tasks of `{name}`");
        let label = format!("needs an `impl {name}::Tasks`");
        let mut notes: Vec<String> = one_per_method(&self.program.tasks)
            .take(LISTED)
            .map(|task| {
                let state = task
                    .states
                    .first()
                    .and_then(|id| self.program.states.get(id.0));
                let at =
                    state.map_or_else(String::new, |s| format!("{}:{}", self.file, s.position));
                escaped(&format!("`{}` ({at})", task.method))
            })
            .collect();
        let more = one_per_method(&self.program.tasks)
            .count()
            .saturating_sub(LISTED);
        if more > 0 {
            notes.push(format!("and {more} more"));
        }
        let note = format!("its tasks are {}", notes.join(", "));
        quote!(#[diagnostic::on_unimplemented(message = #message, label = #label, note = #note)])
    }

    /// `Tasks` for references and shared handles, and for `()` where there is nothing to do.
    fn forwards(&self, methods: TokenStream) -> TokenStream {
        let methods = Group::new(Delimiter::Brace, methods);
        let nothing = self
            .program
            .tasks
            .is_empty()
            .then(|| quote!(impl Tasks for () {}));
        quote! {
            impl<T: Tasks + ?::core::marker::Sized> Tasks for &T #methods

            impl<T: Tasks + ?::core::marker::Sized> Tasks for rt::Arc<T> #methods

            #nothing
        }
    }

    /// The call of one task.
    fn call(&self, task: &Task) -> TokenStream {
        let method = moved(method_of(task, self.program.transfers.is_empty()));
        if !task.envelope && !io::has_types(self.options, task) {
            return quote!(rt::call_task(tasks, cx, input, #method));
        }
        let [input, output] = io::task_types(self.options, task);
        let read = quote_spanned!(task.input.span()=> rt::task_input::<#input>);
        let write = quote_spanned!(task.output.span()=> rt::task_output::<#output>);
        let call = if task.envelope {
            quote!(call_lambda)
        } else {
            quote!(call_typed)
        };
        // Closures: a function whose type does not hold would be reported twice.
        quote! {
            rt::#call(tasks, cx, input, |input| #read(input), #method, |output| #write(output))
        }
    }

    fn calls(&self) -> TokenStream {
        let bounds = self.bounds();
        let transfers = self.transfer_calls();
        let arms = self.program.tasks.iter().enumerate().map(|(index, task)| {
            let index = Literal::usize_unsuffixed(index);
            let call = moved(self.call(task));
            quote!(#index => #call,)
        });
        let arms = moved(arms.collect());
        if self.program.tasks.is_empty() && self.program.transfers.is_empty() {
            return no_calls();
        }
        let has_closures = |task: &Task| task.envelope || io::has_types(self.options, task);
        let allow = self
            .program
            .tasks
            .iter()
            .any(has_closures)
            .then(|| quote!(#[allow(clippy::redundant_closure)]));
        quote! {
            impl<T: #bounds> rt::Dispatch<T> for Definition {
                #allow
                fn call<'a>(
                    tasks: &'a T,
                    task: u32,
                    cx: rt::TaskContext,
                    input: rt::Value,
                ) -> rt::BoxFuture<'a, ::core::result::Result<rt::Value, rt::TaskError>> {
                    match task {
                        #arms
                        #transfers
                        _ => rt::no_such_task(task),
                    }
                }
            }
        }
    }
}

/// `T::method`; by its full name where another trait of `T` could have a method of that name.
fn method_of(task: &Task, is_unambiguous: bool) -> TokenStream {
    let method = &task.method;
    if is_unambiguous {
        quote!(T::#method)
    } else {
        quote!(<T as Tasks>::#method)
    }
}

/// The calls of a machine without tasks.
pub(super) fn no_calls() -> TokenStream {
    quote! {
        impl<T: Tasks> rt::Dispatch<T> for Definition {
            fn call<'a>(
                _tasks: &'a T,
                task: u32,
                _cx: rt::TaskContext,
                _input: rt::Value,
            ) -> rt::BoxFuture<'a, ::core::result::Result<rt::Value, rt::TaskError>> {
                rt::no_such_task(task)
            }
        }
    }
}

/// A task's method, up to its body.
pub(super) fn signature(options: &Options, task: &Task) -> TokenStream {
    let method = &task.method;
    let [input, output] = io::task_types(options, task);
    quote! {
        fn #method(
            &self,
            cx: &rt::TaskContext,
            input: #input,
        ) -> impl ::core::future::Future<
            Output = ::core::result::Result<#output, rt::TaskError>,
        > + ::core::marker::Send
    }
}

/// What the documentation of a method says about when the task ends.
fn pattern_docs(pattern: Pattern) -> Vec<String> {
    let lines: &[&str] = match pattern {
        Pattern::RequestResponse => &[],
        Pattern::Sync | Pattern::Sync2 => &[
            "",
            "The future is the job (`.sync`): it ends when the job is done.",
        ],
        Pattern::WaitForTaskToken => &[
            "",
            "Submits work together with `cx.task_token()`; what it returns is dropped. The state",
            "then waits until the token is sent to `cx.callbacks()`, or to the `Callbacks` that",
            "`Machine::callbacks` was given.",
        ],
    };
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// Text inside a `diagnostic::on_unimplemented` format string.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
