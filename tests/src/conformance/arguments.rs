//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use asl_codegen::Dialect;

use super::Error;

/// What `--help` prints.
pub const USAGE: &str = "\
usage: conformance real [DIR] [--dialect asl|aws|tcsl] [--verbose] [--no-rustc]
       conformance recorded|rules [DIR] [--case TEXT] [--verbose]
       conformance verdicts [DIR] [--verbose]

real       compiles the published machines of DIR, then their Rust code
recorded   replays the recorded executions of DIR on a paused clock, and compares
rules      the same for the cases derived from the language's rules
verdicts   compiles the definitions of DIR that other validators have judged, and compares

DIR        by default the folder of the command's name in `$ASL_CONFORMANCE_DIR`, else in
           `../shared/conformance`

--dialect    dialect of the published machines; by default `aws`
--no-rustc   stop before compiling the Rust code
--case       only the cases whose name contains TEXT
--verbose    everything that was refused with all its diagnostics, every rustc message

exit code    0 fine or skipped, 1 wrongly accepted, Rust code that does not compile, an execution
             that does not do what was recorded, or another verdict for no known reason, 2 trouble
";

/// What the program is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Compile the published machines.
    Real(Real),
    /// Replay recorded executions.
    Recorded(Recorded),
    /// Compare with other validators.
    Verdicts(Verdicts),
    /// Print [`USAGE`].
    Help,
}

/// The arguments of the command `real`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Real {
    /// The folder with `manifest.json`; `None`: the default one.
    pub folder: Option<PathBuf>,
    /// The dialect that every definition is compiled in.
    pub dialect: Dialect,
    /// How much is printed.
    pub detail: Detail,
    /// Whether the Rust code is compiled as well.
    pub rustc: bool,
}

/// The arguments of the commands `recorded` and `rules`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The command: also the default folder, and the crate written.
    pub kind: &'static str,
    /// The folder of cases; `None`: the default one.
    pub folder: Option<PathBuf>,
    /// Only cases with this in their name.
    pub only: Option<String>,
    /// How much is printed.
    pub detail: Detail,
}

/// The arguments of the command `verdicts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// The folder with a folder of each validator; `None`: the default one.
    pub folder: Option<PathBuf>,
    /// How much is printed.
    pub detail: Detail,
}

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Counts, and an example of each kind.
    Brief,
    /// Everything.
    Full,
}

/// Reads the arguments that follow the program's name.
///
/// # Errors
///
/// [`Error::Usage`].
///
/// ```
/// use asl_tests::conformance::arguments::{Command, parse};
///
/// let Command::Real(real) = parse(["real", "--no-rustc"].map(Into::into))? else { return Ok(()) };
/// assert!(!real.rustc && real.folder.is_none());
/// # Ok::<(), asl_tests::conformance::Error>(())
/// ```
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, Error> {
    let mut arguments = arguments.into_iter();
    match arguments
        .next()
        .as_ref()
        .and_then(|command| command.to_str())
    {
        Some("real") => real(arguments),
        Some("recorded") => recorded("recorded", arguments),
        Some("rules") => recorded("rules", arguments),
        Some("verdicts") => verdicts(arguments),
        Some("--help" | "-h" | "help") => Ok(Command::Help),
        Some(other) => Err(Error::Usage(format!("unknown command `{other}`"))),
        None => Err(Error::Usage(
            "name a command: `real`, `recorded`, `rules`, `verdicts`".to_owned(),
        )),
    }
}

fn real(mut arguments: impl Iterator<Item = OsString>) -> Result<Command, Error> {
    let mut real = Real {
        folder: None,
        dialect: Dialect::Aws,
        detail: Detail::Brief,
        rustc: true,
    };
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--verbose" | "-v") => real.detail = Detail::Full,
            Some("--no-rustc") => real.rustc = false,
            Some("--help" | "-h") => return Ok(Command::Help),
            Some("--dialect") => real.dialect = dialect(arguments.next())?,
            Some(option) if option.starts_with('-') => {
                return Err(Error::Usage(format!("unknown option `{option}`")));
            }
            _ if real.folder.is_none() => real.folder = Some(PathBuf::from(argument)),
            _ => return Err(Error::Usage("more than one folder".to_owned())),
        }
    }
    Ok(Command::Real(real))
}

fn recorded(
    kind: &'static str,
    mut arguments: impl Iterator<Item = OsString>,
) -> Result<Command, Error> {
    let mut recorded = Recorded {
        kind,
        folder: None,
        only: None,
        detail: Detail::Brief,
    };
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--verbose" | "-v") => recorded.detail = Detail::Full,
            Some("--help" | "-h") => return Ok(Command::Help),
            Some("--case") => {
                let text = arguments.next().and_then(|text| text.into_string().ok());
                let text = text.ok_or_else(|| Error::Usage("`--case` takes a text".to_owned()))?;
                recorded.only = Some(text);
            }
            Some(option) if option.starts_with('-') => {
                return Err(Error::Usage(format!("unknown option `{option}`")));
            }
            _ if recorded.folder.is_none() => recorded.folder = Some(PathBuf::from(argument)),
            _ => return Err(Error::Usage("more than one folder".to_owned())),
        }
    }
    Ok(Command::Recorded(recorded))
}

fn verdicts(arguments: impl Iterator<Item = OsString>) -> Result<Command, Error> {
    let mut verdicts = Verdicts {
        folder: None,
        detail: Detail::Brief,
    };
    for argument in arguments {
        match argument.to_str() {
            Some("--verbose" | "-v") => verdicts.detail = Detail::Full,
            Some("--help" | "-h") => return Ok(Command::Help),
            Some(option) if option.starts_with('-') => {
                return Err(Error::Usage(format!("unknown option `{option}`")));
            }
            _ if verdicts.folder.is_none() => verdicts.folder = Some(PathBuf::from(argument)),
            _ => return Err(Error::Usage("more than one folder".to_owned())),
        }
    }
    Ok(Command::Verdicts(verdicts))
}

fn dialect(name: Option<OsString>) -> Result<Dialect, Error> {
    name.as_ref()
        .and_then(|name| name.to_str())
        .and_then(Dialect::from_name)
        .ok_or_else(|| Error::Usage("`--dialect` takes `asl`, `aws` or `tcsl`".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, Error> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn real_takes_a_folder_and_options_in_any_order() {
        let wanted = Real {
            folder: Some(PathBuf::from("data/real")),
            dialect: Dialect::Asl,
            detail: Detail::Full,
            rustc: false,
        };
        for line in [
            "real data/real --dialect asl --verbose --no-rustc",
            "real --no-rustc -v --dialect asl data/real",
        ] {
            assert_eq!(
                parsed(line).unwrap(),
                Command::Real(wanted.clone()),
                "{line}"
            );
        }
    }

    #[test]
    fn real_alone_is_aws_with_rustc() {
        let Command::Real(real) = parsed("real").unwrap() else {
            panic!("another command");
        };
        assert_eq!(
            (real.dialect, real.rustc, real.detail),
            (Dialect::Aws, true, Detail::Brief)
        );
    }

    #[test]
    fn rules_is_recorded_with_another_folder() {
        for kind in ["recorded", "rules"] {
            let line = format!("{kind} --case retry data/x -v");
            let wanted = Recorded {
                kind,
                folder: Some(PathBuf::from("data/x")),
                only: Some("retry".to_owned()),
                detail: Detail::Full,
            };
            assert_eq!(parsed(&line).unwrap(), Command::Recorded(wanted));
        }
    }

    #[test]
    fn help_wins_wherever_it_stands() {
        for line in ["--help", "-h", "help", "real x --help"] {
            assert_eq!(parsed(line).unwrap(), Command::Help, "{line}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_name() {
        for (line, part) in [
            ("", "name a command"),
            ("fake", "`fake`"),
            ("real --fast", "`--fast`"),
            ("real --dialect", "`--dialect`"),
            ("real --dialect other", "`--dialect`"),
            ("real a b", "more than one"),
            ("rules a b", "more than one"),
            ("verdicts a b", "more than one"),
            ("verdicts --case x", "`--case`"),
            ("recorded --dialect asl", "`--dialect`"),
            ("recorded --case", "`--case`"),
        ] {
            let error = parsed(line).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
