//! Where the output goes, and what can be shown there.

use std::io::{self, ErrorKind, IsTerminal as _, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use asl_codegen::diagnostic::render::Style;

use crate::cli::Color;
use crate::failure::Failure;

/// Lines of text are easy to read up to this many characters.
const WIDEST: usize = 100;

/// Standard output and standard error.
pub(crate) struct Terminal {
    choice: ColorChoice,
}

impl Terminal {
    pub(crate) fn new(color: Color) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self { choice }
    }

    /// Prints on standard output, every byte as it is.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        write(io::stdout().lock(), text)
    }

    /// Prints what was drawn with [`output_style`](Self::output_style), on consoles without escapes in their own way.
    pub(crate) fn print_styled(&self, text: &str) -> Result<(), Failure> {
        write(AutoStream::new(io::stdout().lock(), self.choice), text)
    }

    /// Prints a line on standard error. There is nobody to tell if that fails.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(AutoStream::new(io::stderr().lock(), self.choice), "{text}");
    }

    /// Says why there is no result.
    pub(crate) fn complain(&self, failure: &Failure) {
        if !failure.reason().is_empty() {
            self.note(&format!("{}\n", failure.reason()));
        }
        self.note(&format!("{} {failure}", self.strong_error("error:")));
        for help in failure.advice() {
            self.note(&format!("  = help: {help}"));
        }
    }

    fn strong_error(&self, text: &str) -> String {
        // Removed again by the stream where there are no colours.
        format!("\u{1b}[1m\u{1b}[91m{text}\u{1b}[0m")
    }

    /// How findings are drawn on standard output.
    pub(crate) fn output_style(&self) -> Style {
        self.style(&io::stdout())
    }

    /// How findings are drawn on standard error.
    pub(crate) fn error_style(&self) -> Style {
        self.style(&io::stderr())
    }

    fn style(&self, stream: &impl RawStream) -> Style {
        let color = match self.choice {
            ColorChoice::Auto => AutoStream::choice(stream),
            choice => choice,
        };
        let charset = if stream.is_terminal() {
            Charset::of(|name| std::env::var(name).ok())
        } else {
            Charset::Unknown
        };
        Style {
            color: color != ColorChoice::Never,
            unicode: charset == Charset::Utf8,
            ascii_only: charset == Charset::Other,
        }
    }

    /// How many characters a line of text on standard output should have; none if it is no terminal.
    pub(crate) fn width(&self) -> Option<usize> {
        if !io::stdout().is_terminal() {
            return None;
        }
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        Some(width.clamp(20, WIDEST))
    }
}

/// A reader that has seen enough (`| head`) is no mistake.
fn write(mut out: impl Write, text: &str) -> Result<(), Failure> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write the output: {error}")))
        }
        _ => Ok(()),
    }
}

/// What the environment says about the characters that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Charset {
    Utf8,
    /// Such as the locale `C`.
    Other,
    /// Nothing is said.
    Unknown,
}

impl Charset {
    /// As POSIX looks it up: the first variable that is set and not empty.
    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let mut locales = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .filter_map(variable)
            .filter(|value| !value.is_empty());
        let Some(locale) = locales.next() else {
            return Self::Unknown;
        };
        let locale = locale.to_ascii_lowercase().replace('-', "");
        if locale.contains("utf8") {
            Self::Utf8
        } else {
            Self::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Charset;

    #[test]
    fn the_locale_tells_the_charset() {
        let cases: [(&[(&str, &str)], Charset); 6] = [
            (&[], Charset::Unknown),
            (&[("LANG", "")], Charset::Unknown),
            (&[("LANG", "C")], Charset::Other),
            (&[("LANG", "de_DE.UTF-8")], Charset::Utf8),
            (
                &[("LANG", "de_DE.UTF-8"), ("LC_ALL", "POSIX")],
                Charset::Other,
            ),
            (&[("LANG", "C"), ("LC_CTYPE", "C.utf8")], Charset::Utf8),
        ];
        for (environment, expected) in cases {
            let found = Charset::of(|name| {
                let entry = environment.iter().find(|(key, _)| *key == name)?;
                Some(entry.1.to_owned())
            });
            assert_eq!(found, expected, "{environment:?}");
        }
    }
}
