//! What a terminal can show.

use annotate_snippets::renderer::{
    DEFAULT_ERROR_STYLE, DEFAULT_LINE_NUM_STYLE, DEFAULT_NOTE_STYLE, DEFAULT_WARNING_STYLE,
    Effects, Style as Ansi,
};

use crate::diagnostic::Severity;

/// How a finding is drawn. The default, neither colours nor anything but ASCII in the drawing, suits every reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Colours, as ANSI escapes.
    pub color: bool,
    /// Lines and corners from Unicode rather than ASCII.
    pub unicode: bool,
    /// The reader shows ASCII only: other characters, also those of the definition, become `?`.
    pub ascii_only: bool,
}

impl Style {
    /// `text` in the colour of a severity.
    pub(super) fn severity(self, severity: Severity, text: &str) -> String {
        let ansi = match severity {
            Severity::Error => DEFAULT_ERROR_STYLE,
            Severity::Warning => DEFAULT_WARNING_STYLE,
            Severity::Note => DEFAULT_NOTE_STYLE,
        };
        self.paint(ansi, text)
    }

    /// `text` that is more important than others.
    pub(super) fn strong(self, text: &str) -> String {
        self.paint(Ansi::new().effects(Effects::BOLD), text)
    }

    /// `text` that belongs to the drawing.
    pub(super) fn frame(self, text: &str) -> String {
        self.paint(DEFAULT_LINE_NUM_STYLE, text)
    }

    fn paint(self, ansi: Ansi, text: &str) -> String {
        if self.color {
            format!("{ansi}{text}{ansi:#}")
        } else {
            text.to_owned()
        }
    }

    /// What stands before the location.
    pub(super) fn arrow(self) -> &'static str {
        if self.unicode { " ╭▸" } else { "-->" }
    }

    /// The line down the side.
    pub(super) fn bar(self) -> &'static str {
        if self.unicode { "│" } else { "|" }
    }

    /// What stands before a line of help.
    pub(super) fn corner(self, is_last: bool) -> &'static str {
        match (self.unicode, is_last) {
            (false, _) => "=",
            (true, false) => "├",
            (true, true) => "╰",
        }
    }

    /// The text as far as the reader can show it. Every character becomes as wide a one, so that carets still point at
    /// what they are about.
    pub(super) fn encoded(self, text: String) -> String {
        if !self.ascii_only || text.is_ascii() {
            return text;
        }
        text.chars()
            .map(|c| if c.is_ascii() { c } else { '?' })
            .collect()
    }
}
