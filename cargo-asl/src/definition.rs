//! Reading and compiling definitions.

use std::io::Read as _;

use asl_codegen::diagnostic::render::Findings;
use asl_codegen::diagnostic::{Code, Diagnostic, Severity};
use asl_codegen::options::{NameOption, module_name};
use asl_codegen::source::load;
use asl_codegen::{Compilation, Options, Source, compile};
use proc_macro2::Span;
use syn::Ident;

use crate::cli::DefinitionArgs;
use crate::failure::Failure;
use crate::files::Input;
use crate::values::Values;

/// Compiles definitions with the options of the command line.
pub(crate) struct Compiler {
    options: Options,
    values: Values,
    /// What standard input is called.
    stdin: String,
    /// Whether there is one definition only.
    is_only: bool,
}

/// A definition and what became of it.
pub(crate) struct Definition {
    /// Its text; empty if it could not be read.
    pub(crate) source: Source,
    /// What the compiler made of it; nothing if it could not be read.
    pub(crate) compilation: Option<Compilation>,
    /// What there is to say about it and about the options.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Compiler {
    /// For `count` definitions.
    pub(crate) fn new(args: &DefinitionArgs, count: usize) -> Result<Self, Failure> {
        let names = args.names.iter().map(|(key, name)| rust_name(key, name));
        let options = Options {
            dialect: args.dialect,
            machine_type: args.machine_type,
            strict: args.strict,
            names: names.collect::<Result<_, Failure>>()?,
            ..Options::default()
        };
        Ok(Self {
            options,
            values: Values::new(&args.set, &args.values)?,
            stdin: args.stdin_filename.clone(),
            is_only: count == 1,
        })
    }

    /// Reads and compiles a definition.
    pub(crate) fn definition(&self, input: &Input) -> Definition {
        match self.read(input) {
            Ok(source) => self.compile(source),
            Err(diagnostic) => Definition {
                source: Source::new(self.name(input), ""),
                compilation: None,
                diagnostics: vec![diagnostic],
            },
        }
    }

    /// Compiles a definition.
    pub(crate) fn compile(&self, source: Source) -> Definition {
        let mut options = self.options.clone();
        options.substitutions = self.values.for_source(&source, self.is_only);
        if let Some(name) = module_name(source.name()) {
            options.name = name;
        }
        let mut compilation = compile(&source, &options);
        let mut diagnostics = std::mem::take(&mut compilation.diagnostics);
        let of_options = compilation.option_errors.iter();
        diagnostics.extend(of_options.map(|error| error.to_diagnostic()));
        Definition {
            source,
            compilation: Some(compilation),
            diagnostics,
        }
    }

    fn read(&self, input: &Input) -> Result<Source, Diagnostic> {
        let max = self.options.dialect.rules().max_definition;
        match input {
            Input::File(path) => load::read(&self.name(input), path, max),
            Input::Stdin => read_stdin(&self.stdin, max),
        }
    }
}

impl Compiler {
    /// What a definition is called.
    fn name(&self, input: &Input) -> String {
        match input {
            Input::File(path) => path.display().to_string(),
            Input::Stdin => self.stdin.clone(),
        }
    }
}

impl Definition {
    /// For the forms that programs read.
    pub(crate) fn findings(&self) -> Findings<'_> {
        let compilation = self.compilation.as_ref();
        Findings {
            source: &self.source,
            tree: compilation.and_then(|compilation| compilation.tree.as_ref()),
            diagnostics: &self.diagnostics,
        }
    }

    /// How many findings have the severity.
    pub(crate) fn count(&self, severity: Severity) -> usize {
        let diagnostics = self.diagnostics.iter();
        diagnostics
            .filter(|found| found.severity == severity)
            .count()
    }

    /// Whether the file could not be read at all.
    pub(crate) fn is_unreadable(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|found| matches!(found.code, Code::FileNotFound | Code::FileUnreadable))
    }
}

fn read_stdin(name: &str, max: u64) -> Result<Source, Diagnostic> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(max.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| {
            Diagnostic::file(
                Code::FileUnreadable,
                format!("cannot read standard input: {error}"),
            )
        })?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > max {
        let message = format!("definition is too large: the limit is {max} bytes");
        return Err(Diagnostic::file(Code::FileTooLarge, message));
    }
    Source::from_bytes(name, bytes)
}

fn rust_name(key: &str, name: &str) -> Result<NameOption, Failure> {
    let ident: Ident = syn::parse_str(name).map_err(|_| {
        Failure::new(format!(
            "`{name}` in `--name {key}={name}` is no Rust identifier"
        ))
    })?;
    Ok(NameOption {
        key: key.to_owned(),
        span: Span::call_site(),
        ident,
    })
}
