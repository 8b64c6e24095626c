//! What a terminal can show.

use annotate_snippets::renderer::{
    DEFAULT_ERROR_STYLE, DEFAULT_LINE_NUM_STYLE, DEFAULT_NOTE_STYLE, DEFAULT_WARNING_STYLE,
    Effects, Style as Ansi,
};

use unicode_width::UnicodeWidthChar as _;

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
        let mut encoded = String::with_capacity(text.len());
        for c in text.chars() {
            if c.is_ascii() {
                encoded.push(c);
            } else {
                encoded.extend(std::iter::repeat_n('?', c.width().unwrap_or(1)));
            }
        }
        encoded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Diagnostic, render};
    use crate::source::{Source, Span};

    const TEXT: &str = "{ \"出荷é\": Nul }";

    fn shown(style: Style) -> String {
        let start = TEXT.find("Nul").unwrap();
        let found = Diagnostic::error(Code::NotJson, Span::from_range(start..start + 3), "no `出`")
            .help("one")
            .help("two");
        render::styled(&found, &Source::new("a.json", TEXT), style)
    }

    #[test]
    fn lines_are_drawn_in_unicode() {
        let style = Style {
            unicode: true,
            ..Style::default()
        };
        let expected = "
error[ASL0007]: no `出`
  ╭▸ a.json:1:10
  │
1 │ { \"出荷é\": Nul }
  │            ━━━
  │
  ├ help: one
  ╰ help: two";
        assert_eq!(shown(style), expected.trim_start());
        let file = Diagnostic::file(Code::EmptyFile, "empty")
            .help("one")
            .help("two");
        let expected = "
error[ASL0006]: empty
  ╭▸ a.json
  │
  ├ help: one
  ╰ help: two";
        let shown = render::styled(&file, &Source::new("a.json", ""), style);
        assert_eq!(shown, expected.trim_start());
    }

    #[test]
    fn carets_stay_in_place_where_only_ascii_is_shown() {
        let style = Style {
            ascii_only: true,
            ..Style::default()
        };
        let expected = r#"
error[ASL0007]: no `??`
 --> a.json:1:10
  |
1 | { "?????": Nul }
  |            ^^^
  |
  = help: one
  = help: two"#;
        assert_eq!(shown(style), expected.trim_start());
    }

    #[test]
    fn colours_change_no_letter() {
        let colored = shown(Style {
            color: true,
            ..Style::default()
        });
        let mut plain = String::new();
        for part in colored.split('\u{1b}') {
            plain.push_str(
                part.split_once('m')
                    .filter(|(code, _)| code.starts_with('['))
                    .map_or(part, |(_, rest)| rest),
            );
        }
        assert_ne!(colored, plain);
        assert_eq!(plain, shown(Style::default()));
    }
}
