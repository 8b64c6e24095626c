//! `cargo asl`: the compiler of state machines on the command line.
//!
//! The same library as `asl_machine!`, so that both say the same about a definition. The exit code is 0 if all is well,
//! 1 if a definition is refused, 2 if the call or a file is at fault.

mod check;
mod cli;
mod definition;
mod expand;
mod explain;
mod failure;
mod files;
mod fix;
mod graph;
mod manual;
mod markdown;
mod new;
mod terminal;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;

use cli::{Cli, Command};
use failure::Failure;
use terminal::Terminal;

/// What became of the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All is well.
    Fine,
    /// There are findings that fail.
    Refused,
    /// A definition could not be read.
    Unreadable,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(arguments()) {
        Ok(cli) => cli,
        // Help and version are "errors" too; clap knows where each goes and how it ends.
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let terminal = Terminal::new(cli.color);
    match run(cli.command, &terminal) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Refused) => ExitCode::from(1),
        Ok(Outcome::Unreadable) => ExitCode::from(2),
        Err(failure) => {
            terminal.complain(&failure);
            ExitCode::from(2)
        }
    }
}

/// The arguments without the name of the subcommand, which cargo repeats: `cargo asl check` runs `cargo-asl asl check`.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|first| first == "asl") {
        arguments.remove(1);
    }
    arguments
}

fn run(command: Command, terminal: &Terminal) -> Result<Outcome, Failure> {
    match command {
        Command::Check(args) => check::run(&args, terminal),
        Command::Explain(args) => explain::run(&args, terminal),
        Command::Expand(args) => expand::run(&args, terminal),
        Command::Graph(args) => graph::run(&args, terminal),
        Command::Fix(args) => fix::run(&args, terminal),
        Command::New(args) => new::run(&args, terminal),
        Command::Completions(args) => manual::completions(&args, terminal),
        Command::Man(args) => manual::man(&args, terminal),
    }
}
