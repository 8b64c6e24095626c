//! The manual pages and completion scripts, made from the command line itself.

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::Outcome;
use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::failure::Failure;
use crate::terminal::Terminal;

pub(crate) fn completions(args: &CompletionsArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "cargo-asl", &mut script);
    terminal.print(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Fine)
}

pub(crate) fn man(args: &ManArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut program = Cli::command();
    // Gives the subcommands their full names.
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::new(format!("there is no command `{name}`")))?,
    };
    let mut page = Vec::new();
    Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::new(format!("cannot write the page: {error}")))?;
    terminal.print(&String::from_utf8_lossy(&page))?;
    Ok(Outcome::Fine)
}
