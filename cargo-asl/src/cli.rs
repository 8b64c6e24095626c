//! The command line: its commands, options and their help.

use std::path::PathBuf;

use asl_codegen::diagnostic::render::DEFAULT_LIMIT;
use asl_codegen::{Dialect, MachineType};
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

/// Check, explain, expand and repair state machines in the Amazon States Language.
#[derive(Debug, Parser)]
#[command(name = "cargo-asl", bin_name = "cargo asl", version, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Colours in what people read
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

const AFTER_HELP: &str = "\
The exit code is 0 if all is well, 1 if a definition is refused, 2 if the call or a file is at fault.";

/// When to use colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what is wrong with definitions
    Check(CheckArgs),
    /// Print the page about a diagnostic code, or list all codes
    Explain(ExplainArgs),
    /// Print the Rust code that a definition is compiled to
    Expand(ExpandArgs),
    /// Draw a definition
    Graph(GraphArgs),
    /// Make the suggested changes that are certainly right
    Fix(FixArgs),
    /// Create a package with a first definition and the program that runs it
    New(NewArgs),
    /// Print a completion script
    #[command(hide = true)]
    Completions(CompletionsArgs),
    /// Print a manual page
    #[command(hide = true)]
    Man(ManArgs),
}

/// What definitions are compiled with: the options of `asl_machine!`.
#[derive(Clone, Debug, Args)]
pub(crate) struct DefinitionArgs {
    /// The dialect of the definitions
    #[arg(long, default_value = Dialect::default().rules().name, value_parser = dialect())]
    pub(crate) dialect: Dialect,

    /// What kind of machines the definitions are for
    #[arg(long, default_value = MachineType::default().name(), value_parser = machine_type())]
    pub(crate) machine_type: MachineType,

    /// Make errors of what would fail in every execution, such as a path that can never match
    #[arg(long)]
    pub(crate) strict: bool,

    /// The value of the placeholder ${NAME}
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) set: Vec<(String, String)>,

    /// A file with values of placeholders: an object of names and values in JSON or YAML
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) values: Vec<PathBuf>,

    /// What standard input is called; a name that ends with `.yaml` makes it YAML
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub(crate) stdin_filename: String,

    /// The Rust name of a state or task whose own name gives none
    #[arg(long = "name", value_name = "KEY=NAME", value_parser = assignment)]
    pub(crate) names: Vec<(String, String)>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, patterns such as `flows/**/*.asl.json`, directories, or `-` for standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) definition: DefinitionArgs,

    /// Treat findings of this severity, and worse ones, as errors
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) deny: Option<Deny>,

    /// How findings are written
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,

    /// The most findings shown of one file, 0 for all; json and sarif always have all
    #[arg(long, value_name = "COUNT", default_value_t = DEFAULT_LIMIT)]
    pub(crate) limit: usize,

    /// No summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// The severities that can be made errors.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings
    Warnings,
    /// Warnings and notes
    Notes,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With the lines of the file
    Human,
    /// One line each
    Short,
    /// One JSON document
    Json,
    /// A SARIF 2.1.0 log, for code scanners
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A code such as ASL0201; 201 will do
    pub(crate) code: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ExpandArgs {
    /// The definition, or `-` for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) definition: DefinitionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct GraphArgs {
    /// The definition, or `-` for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) definition: DefinitionArgs,

    /// What the picture is made of
    #[arg(long, default_value = "text")]
    pub(crate) format: GraphFormat,
}

/// What a picture is made of.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GraphFormat {
    /// Lines of text, for a terminal
    Text,
    /// Mermaid, for Markdown
    Mermaid,
    /// The language of Graphviz
    Dot,
    /// A drawing, light or dark as its reader prefers
    Svg,
}

#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    /// Files, patterns or directories
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) definition: DefinitionArgs,

    /// Print the difference and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The name of the package; its directory is made here
    pub(crate) name: String,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command that the page is about; without it, the program
    pub(crate) command: Option<String>,
}

/// `NAME=VALUE`; the value may be empty and may contain `=`.
fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected a name, `=` and a value".to_owned()),
    }
}

fn dialect() -> impl clap::builder::TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.iter().map(|dialect| dialect.rules().name))
        .try_map(|name| Dialect::from_name(&name).ok_or("no such dialect"))
}

fn machine_type() -> impl clap::builder::TypedValueParser<Value = MachineType> {
    PossibleValuesParser::new(MachineType::ALL.iter().map(|kind| kind.name()))
        .try_map(|name| MachineType::from_name(&name).ok_or("no such type of machine"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_assignment_has_a_name() {
        let owned = |a: &str, b: &str| Ok((a.to_owned(), b.to_owned()));
        assert_eq!(assignment("A=b=c"), owned("A", "b=c"));
        assert_eq!(assignment("A="), owned("A", ""));
        for text in ["", "A", "=b"] {
            assert!(assignment(text).is_err(), "{text:?}");
        }
    }
}
