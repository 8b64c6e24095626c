//! The words in generated documentation.

use std::borrow::Cow;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::Cx;
use crate::graph::Graph;
use crate::ir::{Action, Limit, Map, Program, Retrier, State, StateId, Wait};

/// A name in backticks, whatever it holds.
pub(super) fn code(name: &str) -> Cow<'_, str> {
    // By bytes, as almost every name is fine: control characters past ASCII begin with 0xC2.
    let is_suspect = |byte: u8| matches!(byte, b'`' | 0..=0x1f | 0x7f | 0xc2);
    if !name.bytes().any(is_suspect) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.replace(|c: char| c == '`' || c.is_control(), " "))
}

/// The documentation of a state's variant.
pub(super) fn state_lines(cx: &Cx<'_>, state: &State) -> Vec<String> {
    let mut lines = vec![format!(
        "`{}`: {} ({}:{}).",
        code(&state.name),
        what(cx.program, state),
        code(cx.file),
        state.position,
    )];
    if let Some(comment) = &state.comment {
        paragraph(&mut lines, comment);
    }
    if !state.retry.is_empty() {
        lines.push(String::new());
        lines.extend(
            state
                .retry
                .iter()
                .map(|retrier| format!("- {}", retry(retrier))),
        );
    }
    if !state.catch.is_empty() {
        lines.push(String::new());
        lines.extend(state.catch.iter().map(|catcher| {
            format!(
                "- {} leads to `{}`",
                names(&catcher.errors),
                state_name(cx.program, catcher.next)
            )
        }));
    }
    indented(lines)
}

/// `#[doc = "…"]` for each line.
pub(super) fn attributes(lines: &[String]) -> TokenStream {
    let mut attributes = TokenStream::new();
    for line in lines {
        let line = text(line);
        attributes.extend(quote!(#[doc = #line]));
    }
    attributes
}

/// A string literal. To escape a text costs several times what it costs to read a literal, which is as good for a text
/// without anything to escape. Inside a macro it is the other way round: there the compiler would be asked to read.
fn text(text: &str) -> Literal {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if !proc_macro::is_available() && text.bytes().all(is_plain) {
        let literal = ["\"", text, "\""].concat();
        return literal.parse().unwrap_or_else(|_| Literal::string(text));
    }
    Literal::string(text)
}

/// Lines as they stand after `///`.
pub(super) fn indented(lines: Vec<String>) -> Vec<String> {
    let indent = |mut line: String| {
        if !line.is_empty() {
            line.insert(0, ' ');
        }
        line
    };
    lines.into_iter().map(indent).collect()
}

fn paragraph(lines: &mut Vec<String>, text: &str) {
    lines.push(String::new());
    // A comment is text, not Markdown: keep it out of lists, headings and links.
    let text: String = text
        .chars()
        .map(|c| {
            if matches!(c, '[' | ']' | '<' | '>' | '`' | '#' | '*' | '_' | '\\') || c.is_control() {
                ' '
            } else {
                c
            }
        })
        .collect();
    lines.push(text.trim().to_owned());
}

/// "a Task that runs `arn:…`, with 60 s for an attempt".
fn what(program: &Program, state: &State) -> String {
    match &state.action {
        Action::Task {
            task,
            timeout,
            heartbeat,
            ..
        } => {
            let mut text = "a Task".to_owned();
            if let Some(task) = program.tasks.get(*task) {
                let target = task.function.as_ref().unwrap_or(&task.resource);
                text.push_str(&format!(" that runs `{}`", code(target)));
            }
            match timeout {
                Limit::Seconds(seconds) => text.push_str(&format!(", {seconds} s for an attempt")),
                Limit::Path(path) => {
                    text.push_str(&format!(
                        ", seconds for an attempt in `{}`",
                        code(&path.text)
                    ));
                }
                Limit::None => {}
            }
            if let Limit::Seconds(seconds) = heartbeat {
                text.push_str(&format!(", a heartbeat every {seconds} s"));
            }
            text
        }
        Action::Wait { wait, .. } => match wait {
            Wait::Seconds(seconds) => format!("waits {seconds} s"),
            Wait::Timestamp(_) => "waits until a fixed time".to_owned(),
            Wait::SecondsPath(path) => format!("waits the seconds in `{}`", code(&path.text)),
            Wait::TimestampPath(path) => format!("waits until the time in `{}`", code(&path.text)),
        },
        Action::Parallel { count, .. } => format!("a Parallel of {count} branches"),
        Action::Map(map) => map_in_words(map),
        _ => format!("a {} state", state.kind()),
    }
}

/// "a Map of batches of what `arn:…` reads".
fn map_in_words(map: &Map) -> String {
    let mut text = "a Map".to_owned();
    if map.distributed.is_some() {
        text.push_str(" of child executions");
    }
    if map.batcher.is_some() {
        text.push_str(", in batches");
    }
    if let Some(reader) = &map.reader {
        text.push_str(&format!(", over what `{}` reads", code(&reader.resource)));
    }
    let writer = map.writer.as_ref().and_then(|w| w.resource.as_ref());
    if let Some(resource) = writer {
        text.push_str(&format!(", its results written by `{}`", code(resource)));
    }
    if map.is_plain() {
        "a Map state".to_owned()
    } else {
        text
    }
}

/// A retrier in words.
fn retry(retrier: &Retrier) -> String {
    let names = names(&retrier.errors);
    if retrier.max_attempts == 0 {
        return format!("{names}: not retried");
    }
    let mut text = format!(
        "{names}: retried up to {} times after {} s",
        retrier.max_attempts, retrier.interval_seconds
    );
    if retrier.backoff_rate > 1.0 {
        text.push_str(&format!(
            ", each time {} times longer",
            retrier.backoff_rate
        ));
    }
    if let Some(max) = retrier.max_delay_seconds {
        text.push_str(&format!(", at most {max} s"));
    }
    if retrier.full_jitter {
        text.push_str(", at random within that");
    }
    text
}

fn names(names: &[String]) -> String {
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("`{}`", code(name)))
        .collect();
    names.join(", ")
}

fn state_name(program: &Program, id: StateId) -> Cow<'_, str> {
    let state = program.states.get(id.0);
    state.map_or(Cow::Borrowed(""), |state| code(&state.name))
}

/// The line above a state function.
pub(super) fn function_line(cx: &Cx<'_>, state: &State, prefix: &str) -> String {
    let name = code(&state.name);
    match prefix {
        "choose" => return format!(" Where `{name}` leads, by its input"),
        "enter" => return format!(" `{name}`, with its raw input"),
        "iterate" => return format!(" `{name}`, with the items that its reader has found"),
        _ => {}
    }
    format!(
        " `{name}`: {} ({}:{})",
        what(cx.program, state),
        code(cx.file),
        state.position
    )
}

/// The documentation of the module: what the machine is for, its states as a picture and a table.
pub fn module_docs(program: &Program, graph: &Graph, file: &str) -> Vec<String> {
    let mut lines = vec![format!("The state machine of `{}`.", code(file))];
    if let Some(comment) = &program.comment {
        paragraph(&mut lines, comment);
    }
    lines.push(String::new());
    lines.push("```text".to_owned());
    lines.extend(graph.text().lines().map(|line| code(line).into_owned()));
    lines.push("```".to_owned());
    lines.push(String::new());
    if !graph.fits_a_page() {
        lines.push(format!(
            "As an image: `cargo asl graph --format svg {}`.",
            code(file)
        ));
        lines.push(String::new());
    }
    lines.push("| state | type | at | next |".to_owned());
    lines.push("|---|---|---|---|".to_owned());
    for state in &program.states {
        let next: Vec<String> = state
            .successors
            .iter()
            .map(|id| format!("`{}`", cell(&state_name(program, *id))))
            .collect();
        lines.push(format!(
            "| `{}` | {} | {} | {} |",
            cell(&code(&state.name)),
            state.kind(),
            state.position,
            next.join(", ")
        ));
    }
    lines
}

fn cell(text: &str) -> Cow<'_, str> {
    match text.contains('|') {
        true => Cow::Owned(text.replace('|', "\\|")),
        false => Cow::Borrowed(text),
    }
}
