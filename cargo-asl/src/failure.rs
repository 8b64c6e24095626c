//! What is wrong with the call or the system, rather than with a definition.

use std::fmt;

/// Why a command could not do its work. The program ends with 2.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: Vec<String>,
    details: String,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: Vec::new(),
            details: String::new(),
        }
    }

    /// Adds what to do about it.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds findings that are the reason.
    pub(crate) fn details(mut self, details: String) -> Self {
        self.details = details;
        self
    }

    /// Findings that are the reason, rendered; may be empty.
    pub(crate) fn reason(&self) -> &str {
        &self.details
    }

    /// What to do about it, a line each.
    pub(crate) fn advice(&self) -> &[String] {
        &self.help
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
