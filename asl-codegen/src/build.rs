//! The front end for build scripts: the same compiler as `asl_machine!`, the same items, written
//! to a file that rust-analyzer follows as the definition changes.
//!
//! ```no_run
//! // build.rs
//! fn main() -> std::process::ExitCode {
//!     asl_codegen::build::configure()
//!         .machine("flows/order.asl.json")
//!         .compile()
//! }
//! ```
//!
//! and in the crate: `asl_runtime::include_machine!(pub mod order);`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use proc_macro2::Span;
use syn::Ident;

use crate::diagnostic::{Diagnostic, Severity, render};
use crate::graph::Graph;
use crate::options::{NameOption, Options, TaskOption, module_name};
use crate::source::{Source, load};
use crate::{Compilation, Dialect, MachineType, compile};

/// Starts the configuration of a build script.
pub fn configure() -> Builder {
    Builder::default()
}

/// The machines of a build script. Consuming: each method returns the builder.
#[derive(Default)]
#[must_use = "nothing happens before `compile`"]
pub struct Builder {
    machines: Vec<Machine>,
    out_dir: Option<PathBuf>,
}

/// One machine and its options, for [`Builder::machine`]. A path alone is one, too.
#[derive(Clone)]
#[must_use]
pub struct Machine {
    path: String,
    name: Option<String>,
    options: Options,
    problems: Vec<String>,
}

impl<P: Into<String>> From<P> for Machine {
    fn from(path: P) -> Self {
        Machine::new(path)
    }
}

impl Machine {
    /// A definition, relative to the manifest of the crate that is built.
    pub fn new(path: impl Into<String>) -> Self {
        Machine {
            path: path.into(),
            name: None,
            options: Options::default(),
            problems: Vec::new(),
        }
    }

    /// The name of the machine and of the file written; by default, that of the definition.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The dialect; by default `asl`.
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.options.dialect = dialect;
        self
    }

    /// Whether what would fail in every execution is an error, a path that can never match for
    /// example; by default a warning.
    pub fn strict(mut self, strict: bool) -> Self {
        self.options.strict = strict;
        self
    }

    /// What kind of machine the definition is for; by default a standard one.
    pub fn machine_type(mut self, machine_type: MachineType) -> Self {
        self.options.machine_type = machine_type;
        self
    }

    /// The type of the execution's input, as it is named beside `include_machine!`.
    pub fn input(mut self, ty: &str) -> Self {
        self.options.input = self.parse(ty);
        self
    }

    /// The type of the execution's output.
    pub fn output(mut self, ty: &str) -> Self {
        self.options.output = self.parse(ty);
        self
    }

    /// The types of a task, by state name, resource or function.
    pub fn task(self, key: impl Into<String>, input: &str, output: &str) -> Self {
        self.task_option(key.into(), input, output, false)
    }

    /// As [`task`](Self::task), for a Lambda handler: where it is called through `lambda:invoke`, it
    /// takes the `Payload` of the call, and what it returns is the `Payload` of the result.
    pub fn lambda_task(self, key: impl Into<String>, input: &str, output: &str) -> Self {
        self.task_option(key.into(), input, output, true)
    }

    fn task_option(mut self, key: String, input: &str, output: &str, is_lambda: bool) -> Self {
        let (input, output) = (self.parse(input), self.parse(output));
        if let (Some(input), Some(output)) = (input, output) {
            self.options.tasks.push(TaskOption {
                key,
                span: Span::call_site(),
                input,
                output,
                is_lambda,
            });
        }
        self
    }

    /// The Rust name of a state or task.
    pub fn rust_name(mut self, key: impl Into<String>, name: &str) -> Self {
        if let Some(ident) = self.parse::<Ident>(name) {
            self.options.names.push(NameOption {
                key: key.into(),
                span: Span::call_site(),
                ident,
            });
        }
        self
    }

    /// The value of a `${…}` placeholder.
    pub fn substitution(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.substitutions.push((name.into(), value.into()));
        self
    }

    /// A file with values of placeholders, in JSON or YAML, relative to the manifest like the definition. Those of
    /// [`substitution`](Self::substitution) go before them, and values that the definition does not mention are fine.
    pub fn substitutions_file(mut self, path: impl Into<String>) -> Self {
        self.options.substitutions_file = Some(path.into());
        self
    }

    /// The path of the runtime crate, where it is renamed; by default `::asl_runtime`.
    pub fn runtime(mut self, path: &str) -> Self {
        match syn::parse::Parser::parse_str(syn::Path::parse_mod_style, path) {
            Ok(path) => self.options.runtime = path,
            Err(error) => self.problems.push(format!("`{path}`: {error}")),
        }
        self
    }

    fn parse<T: syn::parse::Parse>(&mut self, text: &str) -> Option<T> {
        syn::parse_str(text)
            .map_err(|error| self.problems.push(format!("`{text}`: {error}")))
            .ok()
    }
}

impl Builder {
    /// Adds a machine: a path, or a [`Machine`] with options.
    pub fn machine(mut self, machine: impl Into<Machine>) -> Self {
        self.machines.push(machine.into());
        self
    }

    /// Where the generated files go; by default `OUT_DIR`.
    pub fn out_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(directory.into());
        self
    }

    /// Compiles every machine. Errors are reported through cargo, all of them, and make the exit
    /// code a failure.
    pub fn compile(self) -> ExitCode {
        let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let root = variable("CARGO_MANIFEST_DIR").unwrap_or_default();
        let Some(out_dir) = self.out_dir.clone().or_else(|| variable("OUT_DIR")) else {
            say(&[
                "cargo::error=asl: `OUT_DIR` is not set; call this from a build script".to_owned(),
            ]);
            return ExitCode::FAILURE;
        };
        let report = self.run(&root, &out_dir);
        say(&report.lines);
        if report.failed {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    }

    /// As [`compile`](Self::compile), with the directories given and the lines for cargo returned.
    pub fn run(self, root: &Path, out_dir: &Path) -> Report {
        let mut report = Report::default();
        let mut written: Vec<String> = Vec::new();
        for machine in self.machines {
            let path = root.join(&machine.path);
            report.line(format!("cargo::rerun-if-changed={}", path.display()));
            let values = machine.options.substitutions_file.as_ref();
            let values = values.map(|file| root.join(file));
            if let Some(values) = &values {
                report.line(format!("cargo::rerun-if-changed={}", values.display()));
            }
            machine.compile(&path, values.as_deref(), out_dir, &mut written, &mut report);
        }
        report
    }
}

/// What a build script has to say to cargo.
#[derive(Debug, Default)]
pub struct Report {
    /// Lines for cargo, in order.
    pub lines: Vec<String>,
    /// Whether any machine was refused.
    pub failed: bool,
}

impl Report {
    fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    fn error(&mut self, message: &str) {
        self.failed = true;
        self.instruction("error", message);
    }

    /// One instruction per line of the message: cargo knows no other way to show several.
    fn instruction(&mut self, kind: &str, message: &str) {
        for line in message.lines() {
            self.line(format!("cargo::{kind}={line}"));
        }
    }

    fn diagnostics(&mut self, diagnostics: &[Diagnostic], source: &Source) {
        // Cargo has only errors and warnings, and a note is too little for those.
        for (severity, kind) in [(Severity::Error, "error"), (Severity::Warning, "warning")] {
            let found: Vec<&Diagnostic> = diagnostics
                .iter()
                .filter(|found| found.severity == severity)
                .collect();
            self.failed |= severity == Severity::Error && !found.is_empty();
            for diagnostic in found.iter().take(render::DEFAULT_LIMIT) {
                self.instruction(kind, &render::human(diagnostic, source));
            }
            let more = found.len().saturating_sub(render::DEFAULT_LIMIT);
            if more > 0 {
                self.instruction(kind, &format!("{}: and {more} more {kind}s", source.name()));
            }
        }
    }
}

impl Machine {
    fn compile(
        self,
        path: &Path,
        values: Option<&Path>,
        out_dir: &Path,
        written: &mut Vec<String>,
        report: &mut Report,
    ) {
        for problem in &self.problems {
            report.error(&format!("{}: {problem}", self.path));
        }
        let mut options = self.options;
        let name = match &self.name {
            Some(name) => syn::parse_str(name).ok(),
            None => module_name(&self.path),
        };
        let Some(name) = name else {
            report.error(&format!(
                "{}: no module name; give one with `Machine::name`",
                self.path
            ));
            return;
        };
        options.name = name;
        let file = options.name.to_string();
        if written.contains(&file) {
            report.error(&format!("{}: two machines are named `{file}`", self.path));
            return;
        }
        let max = options.dialect.rules().max_definition;
        let source = match load::read(&self.path, path, max) {
            Ok(source) => source,
            Err(diagnostic) => {
                let source = Source::new(self.path, String::new());
                report.diagnostics(&[diagnostic], &source);
                return;
            }
        };
        if let (Some(name), Some(path)) = (&options.substitutions_file, values) {
            match load::read_substitutions(name, path, &source) {
                Ok(values) => options.substitutions.extend(values),
                // What is said about placeholders without values would only repeat it.
                Err((values, findings)) => return report.diagnostics(&findings, &values),
            }
        }
        let compilation = compile(&source, &options);
        report.diagnostics(&compilation.diagnostics, &source);
        for error in &compilation.option_errors {
            report.error(&render::human(&error.to_diagnostic(), &source));
        }
        if let Err(problem) = write(&compilation, out_dir, &file) {
            report.error(&problem);
        }
        written.push(file);
    }
}

/// The generated items as a file reads them, formatted.
///
/// # Errors
///
/// A sentence, if the tokens are no Rust file; that is a defect of this crate.
pub fn format(compilation: &Compilation) -> Result<String, String> {
    let file = syn::parse2(compilation.tokens.clone())
        .map_err(|error| format!("the generated code is no Rust file: {error}"))?;
    Ok(prettyplease::unparse(&file))
}

/// Writes the items, the module's documentation and the image in it, each only if it changed.
fn write(compilation: &Compilation, out_dir: &Path, name: &str) -> Result<(), String> {
    let code = format(compilation)?;
    let docs = compilation.docs.join("\n");
    let image = compilation.graph.as_ref().and_then(Graph::rustdoc_svg);
    let image = image.map_or_else(String::new, |image| format!("\n{image}"));
    for (path, text) in [
        (out_dir.join(format!("{name}.rs")), code),
        (out_dir.join(format!("{name}.md")), docs),
        (out_dir.join(format!("{name}.image.md")), image),
    ] {
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        std::fs::write(&path, text)
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    }
    Ok(())
}

/// Build scripts talk to cargo on standard output.
#[expect(
    clippy::print_stdout,
    reason = "this is how a build script talks to cargo"
)]
fn say(lines: &[String]) {
    for line in lines {
        println!("{line}");
    }
}
