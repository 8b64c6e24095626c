//! Measures the compiler and the runtime against a folder of conformance data.

use std::io::{self, Write as _};
use std::process::ExitCode;

use asl_tests::conformance::arguments::{Command, USAGE, parse};
use asl_tests::conformance::{Error, Verdict, real, recorded, verdicts};

/// The program itself could not do its work, as opposed to a compiler that did badly.
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let verdict = match parse(std::env::args_os().skip(1)) {
        Ok(Command::Real(arguments)) => real::run(&arguments, &mut out),
        Ok(Command::Recorded(arguments)) => recorded::run(&arguments, &mut out),
        Ok(Command::Verdicts(arguments)) => verdicts::run(&arguments, &mut out),
        Ok(Command::Help) => out
            .write_all(USAGE.as_bytes())
            .map(|()| Verdict::Passed)
            .map_err(Error::Output),
        Err(error) => Err(error),
    };
    match verdict {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::FAILURE,
        Err(error) => {
            // Nobody is left to tell if standard error is closed as well.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(TROUBLE)
        }
    }
}
