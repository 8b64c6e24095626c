//! What rustc says about a crate of generated code.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::Error;
use super::crate_writer::Layout;

/// What cargo is to do with a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// See whether it compiles.
    Check,
    /// Make a program of it.
    Build,
}

/// The result of compiling one crate.
#[derive(Debug)]
pub struct Checked {
    /// What it took, dependencies not counted.
    pub elapsed: Duration,
    /// Whether rustc did not run, because nothing has changed since the last time.
    pub fresh: bool,
    /// What rustc says, errors and warnings.
    pub messages: Vec<Message>,
}

/// A message of rustc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Whether the crate does not compile because of it; else a warning.
    pub is_error: bool,
    /// The lint or the error code, such as `unused_variables` or `E0425`.
    pub code: Option<String>,
    /// The file it is about, relative to the package.
    pub file: Option<PathBuf>,
    /// The message as a terminal shows it.
    pub rendered: String,
}

impl Checked {
    /// Whether the crate compiles.
    pub fn compiles(&self) -> bool {
        self.errors().next().is_none()
    }

    /// The errors.
    pub fn errors(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(|message| message.is_error)
    }

    /// The warnings.
    pub fn warnings(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(|message| !message.is_error)
    }
}

/// Compiles the crate `name` of `layout`, without the network; `library` is the one of the
/// workspace that it needs.
///
/// # Errors
///
/// [`Error::Cargo`] if the library does not compile, or if cargo fails for another reason than the
/// crate's code.
pub fn compile(
    layout: &Layout,
    name: &str,
    library: &str,
    action: Action,
) -> Result<Checked, Error> {
    // The dependencies first, so that the time below is that of the generated code alone.
    let built = cargo(layout, name, action, &["--lib", "--package", library])?;
    if !built.status.success() {
        let messages = parse(&built.stdout, &library.replace('-', "_")).messages;
        let first = messages.into_iter().find(|message| message.is_error);
        let said = first.map_or_else(|| text(&built.stderr), |message| message.rendered);
        return Err(Error::Cargo(format!("{library} does not compile\n{said}")));
    }
    let start = Instant::now();
    let package = format!("conformance-{name}");
    let output = cargo(layout, name, action, &["--package", &package])?;
    let elapsed = start.elapsed();
    let parsed = parse(&output.stdout, &package.replace('-', "_"));
    let checked = Checked {
        elapsed,
        fresh: parsed.fresh,
        messages: parsed.messages,
    };
    if !output.status.success() && checked.compiles() {
        return Err(Error::Cargo(text(&output.stderr)));
    }
    Ok(checked)
}

fn cargo(layout: &Layout, name: &str, action: Action, arguments: &[&str]) -> Result<Output, Error> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let action = match action {
        Action::Check => "check",
        Action::Build => "build",
    };
    Command::new(&cargo)
        .args([action, "--quiet", "--offline", "--message-format=json"])
        .args(arguments)
        .current_dir(layout.package(name))
        .env("CARGO_TARGET_DIR", &layout.target)
        .output()
        .map_err(|error| {
            Error::Cargo(format!(
                "cannot start `{}`: {error}",
                Path::new(&cargo).display()
            ))
        })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

/// What cargo's lines say about one crate.
#[derive(Debug, Default)]
struct Parsed {
    fresh: bool,
    messages: Vec<Message>,
}

/// A line of cargo's JSON output, as far as it is of interest.
#[derive(Deserialize)]
struct Line {
    target: Option<Target>,
    fresh: Option<bool>,
    message: Option<RustcMessage>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct RustcMessage {
    level: String,
    code: Option<RustcCode>,
    #[serde(default)]
    spans: Vec<RustcSpan>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct RustcCode {
    code: String,
}

#[derive(Deserialize)]
struct RustcSpan {
    file_name: PathBuf,
    is_primary: bool,
    expansion: Option<Box<RustcExpansion>>,
}

/// The macro call that a span comes from.
#[derive(Deserialize)]
struct RustcExpansion {
    span: RustcSpan,
}

impl RustcSpan {
    /// The file of the outermost macro call: a macro of the runtime is used by some machine.
    fn file(&self) -> &Path {
        let mut span = self;
        while let Some(expansion) = &span.expansion {
            span = &expansion.span;
        }
        &span.file_name
    }
}

fn parse(stdout: &[u8], target: &str) -> Parsed {
    let mut parsed = Parsed::default();
    for line in String::from_utf8_lossy(stdout).lines() {
        // Lines of other shapes are cargo's own affair.
        let Ok(line) = serde_json::from_str::<Line>(line) else {
            continue;
        };
        if line.target.is_none_or(|named| named.name != target) {
            continue;
        }
        parsed.fresh |= line.fresh.unwrap_or(false);
        parsed.messages.extend(line.message.and_then(message));
    }
    parsed
}

/// `None` for what only repeats the rest: "aborting due to 3 previous errors", "for more
/// information", "4 warnings emitted".
fn message(message: RustcMessage) -> Option<Message> {
    let is_error = message.level.starts_with("error");
    if message.spans.is_empty() || !(is_error || message.level == "warning") {
        return None;
    }
    let primary = message.spans.iter().find(|span| span.is_primary);
    let file = primary
        .or_else(|| message.spans.first())
        .map(|span| span.file().to_owned());
    Some(Message {
        is_error,
        code: message.code.map(|code| code.code),
        file,
        rendered: message.rendered.unwrap_or_default().trim_end().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_crate_alone_are_read() {
        let message = |target: &str, level: &str, spans: &str| {
            format!(
                r#"{{"reason":"compiler-message","target":{{"name":"{target}"}},"message":{{"level":"{level}",
                "code":{{"code":"E0425"}},"spans":[{spans}],"rendered":"{level}!\n"}}}}"#
            )
            .replace('\n', "")
        };
        let span = r#"{"file_name":"src/lib.rs","is_primary":false},{"file_name":"src/m0002.rs","is_primary":true}"#;
        let stdout = [
            message("conformance_real", "error", span),
            message("conformance_real", "warning", span),
            message("conformance_real", "error", ""),
            message("conformance_real", "failure-note", span),
            message("asl_runtime", "error", span),
            r#"{"reason":"build-finished","success":false}"#.to_owned(),
            "no JSON".to_owned(),
        ]
        .join("\n");
        let parsed = parse(stdout.as_bytes(), "conformance_real");
        let read: Vec<(bool, &str)> = parsed
            .messages
            .iter()
            .map(|m| (m.is_error, m.rendered.as_str()))
            .collect();
        assert_eq!(read, [(true, "error!"), (false, "warning!")]);
        assert_eq!(
            parsed.messages[0].file.as_deref(),
            Some(Path::new("src/m0002.rs"))
        );
        assert_eq!(parsed.messages[0].code.as_deref(), Some("E0425"));
        assert!(!parsed.fresh);
    }

    #[test]
    fn error_in_a_macro_of_the_runtime_is_of_the_machine_that_uses_it() {
        let span = r#"{ "file_name": "/runtime/macros.rs", "is_primary": true, "expansion":
            { "span": { "file_name": "src/m0003.rs", "is_primary": false, "expansion": null } } }"#;
        let span: RustcSpan = serde_json::from_str(span).unwrap();
        assert_eq!(span.file(), Path::new("src/m0003.rs"));
    }

    #[test]
    fn fresh_artifact_is_noticed() {
        let line =
            r#"{"reason":"compiler-artifact","target":{"name":"conformance_real"},"fresh":true}"#;
        assert!(parse(line.as_bytes(), "conformance_real").fresh);
        assert!(!parse(line.as_bytes(), "other").fresh);
    }
}
