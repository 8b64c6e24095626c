//! The text of one definition and its line table.

use super::Format;
use super::span::saturate;
use crate::diagnostic::{Code, Diagnostic};

/// The text of one definition, as read, with the name people know it by.
///
/// ```
/// use asl_codegen::source::{Position, Source};
///
/// let source = Source::new("flows/order.asl.json", "{\r\n  \"StartAt\": \"Ship\"\r\n}");
/// assert_eq!(source.position(5), Position { line: 2, column: 3 });
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    format: Format,
    text: String,
    /// Offset of the first byte of each line.
    lines: Vec<u32>,
    /// Every character is one byte, so that a column is a subtraction.
    ascii: bool,
}

/// A line and a column, both counted from 1.
///
/// Columns count characters; a tab is one character, and so is each half of a CRLF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Character in the line, from 1.
    pub column: u32,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Source {
    /// The definition `text`, called `name` in diagnostics: a path as people write it. Its extension tells the format.
    ///
    /// On Windows `\` in the name becomes `/`, so that messages and generated code are the same on every system.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let name = name.into();
        let name = if cfg!(windows) {
            name.replace('\\', "/")
        } else {
            name
        };
        let text = text.into();
        let lines = std::iter::once(0)
            .chain(
                text.bytes()
                    .enumerate()
                    .filter(|(_, byte)| *byte == b'\n')
                    .map(|(at, _)| saturate(at + 1)),
            )
            .collect();
        let ascii = text.is_ascii();
        Self {
            format: Format::of(&name),
            name,
            text,
            lines,
            ascii,
        }
    }

    /// The definition in `bytes`.
    ///
    /// # Errors
    ///
    /// [`Code::NotUtf8`] with line and byte of the first byte that is not UTF-8.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => Err(not_utf8(error.as_bytes(), error.utf8_error().valid_up_to())),
        }
    }

    /// The name shown to people, with `/` between folders.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same in a format that its name does not tell, such as that of standard input.
    #[must_use]
    pub fn with_format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// What the text is written in.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The text as the user wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines the text has; an empty text has one.
    pub fn line_count(&self) -> u32 {
        saturate(self.lines.len())
    }

    /// Line and column of a byte offset. An offset past the end is the end, one inside a character its start.
    pub fn position(&self, offset: u32) -> Position {
        let offset = floor_boundary(&self.text, offset as usize);
        let line = self
            .lines
            .partition_point(|start| *start as usize <= offset)
            .max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0) as usize;
        let before = if self.ascii {
            offset - start
        } else {
            self.text
                .get(start..offset)
                .map_or(0, |text| text.chars().count())
        };
        Position {
            line: saturate(line),
            column: saturate(before).saturating_add(1),
        }
    }

    /// The column of [`position`](Self::position), counted in UTF-16 code units as some formats have it.
    pub fn utf16_column(&self, offset: u32) -> u32 {
        let offset = floor_boundary(&self.text, offset as usize);
        let Position { line, column } = self.position(saturate(offset));
        if self.ascii {
            return column;
        }
        let (start, _) = self.line(line);
        let before = self.text.get(start..offset).unwrap_or_default();
        saturate(before.encode_utf16().count()).saturating_add(1)
    }

    /// Offset and text of a line (from 1), without its line break; empty past the end.
    pub(crate) fn line(&self, line: u32) -> (usize, &str) {
        let index = line.saturating_sub(1) as usize;
        let start = self
            .lines
            .get(index)
            .map_or(self.text.len(), |start| *start as usize);
        let end = self
            .lines
            .get(index + 1)
            .map_or(self.text.len(), |next| *next as usize);
        let text = self.text.get(start..end).unwrap_or_default();
        let text = text.strip_suffix('\n').unwrap_or(text);
        (start, text.strip_suffix('\r').unwrap_or(text))
    }
}

/// The nearest character boundary at or before `offset`, at most the length of the text.
pub(crate) fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn not_utf8(bytes: &[u8], bad: usize) -> Diagnostic {
    let before = bytes.get(..bad).unwrap_or(bytes);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let in_line = before
        .iter()
        .rev()
        .take_while(|byte| **byte != b'\n')
        .count()
        + 1;
    let value = bytes.get(bad).copied().unwrap_or_default();
    let message = format!("definition is not UTF-8: line {line}, byte {in_line} is 0x{value:02x}");
    let help = if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        "the file looks like UTF-16; save it as UTF-8"
    } else {
        "save the file as UTF-8"
    };
    Diagnostic::file(Code::NotUtf8, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: u32) -> (u32, u32) {
        let position = Source::new("a.json", text).position(offset);
        (position.line, position.column)
    }

    #[test]
    fn position_counts_from_one() {
        assert_eq!(at("{}", 0), (1, 1));
        assert_eq!(at("{\n}", 2), (2, 1));
    }

    #[test]
    fn position_counts_a_tab_as_one_character() {
        assert_eq!(at("{\n\t\t\"a\"", 4), (2, 3));
    }

    #[test]
    fn position_counts_characters_not_bytes() {
        // `é` is two bytes, the emoji four.
        assert_eq!(at("\"é😀x", 7), (1, 4));
        assert_eq!(at("é\né😀x", 9), (2, 3));
    }

    #[test]
    fn utf16_column_counts_a_surrogate_pair_as_two() {
        let source = Source::new("a.json", "x\né😀x");
        assert_eq!(source.utf16_column(1), 2);
        assert_eq!(source.utf16_column(4), 2);
        assert_eq!(source.utf16_column(8), 4);
        assert_eq!(source.utf16_column(999), 5);
    }

    #[test]
    fn position_inside_a_character_is_its_start() {
        assert_eq!(at("é😀x", 4), (1, 2));
    }

    #[test]
    fn position_handles_crlf() {
        let text = "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}";
        assert_eq!(at(text, 5), (2, 3));
        assert_eq!(at(text, text.find("\"b\"").unwrap() as u32), (3, 3));
        assert_eq!(at(text, text.len() as u32), (4, 2));
    }

    #[test]
    fn position_past_the_end_is_the_end() {
        assert_eq!(at("{}\n", 999), (2, 1));
        assert_eq!(at("", 7), (1, 1));
    }

    #[test]
    fn position_of_every_boundary_agrees_with_a_plain_count() {
        let text = "{\n \"é\": \"😀\",\r\n\t\"x\": 1\n}\n";
        let source = Source::new("a.json", text);
        let (mut line, mut column) = (1, 1);
        for (offset, c) in text.char_indices() {
            assert_eq!(
                source.position(offset as u32),
                Position { line, column },
                "at byte {offset}"
            );
            (line, column) = if c == '\n' {
                (line + 1, 1)
            } else {
                (line, column + 1)
            };
        }
    }

    #[test]
    fn line_leaves_out_its_line_break() {
        let source = Source::new("a.json", "a\r\nb\n");
        assert_eq!(source.line(1), (0, "a"));
        assert_eq!(source.line(2), (3, "b"));
        assert_eq!(source.line(3), (5, ""));
        assert_eq!(source.line(9), (5, ""));
        assert_eq!(source.line_count(), 3);
    }

    #[test]
    fn from_bytes_names_the_first_bad_byte() {
        let error = Source::from_bytes("a.json", b"{\n \"a\": \"\xe9\"".to_vec()).unwrap_err();
        assert_eq!(error.code, Code::NotUtf8);
        assert_eq!(
            error.message,
            "definition is not UTF-8: line 2, byte 8 is 0xe9"
        );
        assert_eq!(error.help, ["save the file as UTF-8"]);
    }

    #[test]
    fn from_bytes_recognises_utf_16() {
        let error = Source::from_bytes("a.json", vec![0xff, 0xfe, b'{', 0]).unwrap_err();
        assert_eq!(error.help, ["the file looks like UTF-16; save it as UTF-8"]);
    }
}
