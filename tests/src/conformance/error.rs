//! Why the program itself could not do its work.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why the program could not do its work. What the compiler does wrong is a finding, not an error.
#[derive(Debug)]
pub enum Error {
    /// The command line makes no sense; says what does.
    Usage(String),
    /// A file or folder could not be read or written.
    File {
        /// What was being done: `read`, `write`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not what it should be.
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// Cargo could not be started, or failed without naming a place in Rust code.
    Cargo(String),
    /// The report could not be printed.
    Output(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(problem) => write!(f, "{problem}; `--help` shows the options"),
            Self::File {
                action,
                path,
                source,
            } => write!(f, "cannot {action} `{}`: {source}", path.display()),
            Self::Format { path, source } => {
                write!(f, "cannot read `{}`: {source}", path.display())
            }
            Self::Cargo(problem) => write!(f, "cargo: {problem}"),
            Self::Output(source) => write!(f, "cannot print: {source}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File { source, .. } | Self::Output(source) => Some(source),
            Self::Format { source, .. } => Some(source),
            Self::Usage(_) | Self::Cargo(_) => None,
        }
    }
}

/// An error about `path`, for `map_err`.
pub(super) fn cannot(
    action: &'static str,
    path: impl Into<PathBuf>,
) -> impl FnOnce(io::Error) -> Error {
    let path = path.into();
    move |source| Error::File {
        action,
        path,
        source,
    }
}
