//! How wide text is, roughly: an image does not know the reader's fonts. A table of average widths
//! in a sans-serif font, on the wide side.

use crate::graph::layout::Size;
use crate::graph::one_line;

/// The width of a text at a size of the font, in pixels.
pub(in crate::graph) fn width(text: &str, font_size: i64) -> i64 {
    let thousandths: i64 = text.chars().map(glyph).sum();
    (thousandths * font_size + 999) / 1000
}

/// The width of a character in thousandths of the size of the font.
fn glyph(c: char) -> i64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | '!' => 290,
        'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | '{' | '}' | '/' | '\\' | ' ' | '-'
        | '"' | '*' => 390,
        'm' | 'M' | 'W' | '@' | '%' => 950,
        'w' | 'O' | 'Q' | 'G' | '…' => 810,
        'A'..='Z' | '=' | '<' | '>' | '+' | '~' | '&' | '_' => 710,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0,
        // Most characters from here on are as wide as high: Chinese, Japanese, Korean, emoji.
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ff60}' => 1000,
        '\u{10000}'.. => 1250,
        c if c.is_ascii() => 600,
        _ => 680,
    }
}

/// A text on one line, cut with an ellipsis where it is wider.
pub(in crate::graph) fn fit(text: &str, font_size: i64, max: i64) -> String {
    let text = one_line(text);
    if width(&text, font_size) <= max {
        return text;
    }
    let mut kept = String::new();
    let mut room = max - width("…", font_size);
    for c in text.chars() {
        room -= width(c.encode_utf8(&mut [0; 4]), font_size);
        if room < 0 {
            break;
        }
        kept.push(c);
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// A text in lines.
#[derive(Clone, Debug, Default)]
pub(in crate::graph) struct Block {
    pub(in crate::graph) lines: Vec<String>,
    pub(in crate::graph) size: Size,
}

/// Breaks a text between words, and inside words that are wider than a line, into as many lines as
/// allowed.
pub(in crate::graph) fn wrap(text: &str, font: Font) -> Block {
    let text = one_line(text);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for (piece, space) in pieces(&text, font) {
        let space = if line.is_empty() { "" } else { space };
        let longer = width(&line, font.size) + width(space, font.size) + width(piece, font.size);
        if line.is_empty() || longer <= font.max_width {
            line.push_str(space);
            line.push_str(piece);
            continue;
        }
        if lines.len() + 1 == font.max_lines {
            line.push('…');
            break;
        }
        lines.push(std::mem::replace(&mut line, piece.to_owned()));
    }
    lines.push(line);
    for line in &mut lines {
        *line = fit(line, font.size, font.max_width);
    }
    let widest = lines.iter().map(|line| width(line, font.size)).max();
    let count = i64::try_from(lines.len()).unwrap_or(1);
    let size = Size {
        width: widest.unwrap_or(0) + 8,
        height: count * font.line_height + 4,
    };
    Block { lines, size }
}

/// The pieces between which a line may end, each with what stands before it on the same line.
fn pieces(text: &str, font: Font) -> Vec<(&str, &'static str)> {
    let mut pieces = Vec::new();
    for word in text.split_whitespace() {
        if width(word, font.size) <= font.max_width {
            pieces.push((word, " "));
            continue;
        }
        let mut space = " ";
        for piece in word.split_inclusive(['.', ':', '/', '_', '-', ',']) {
            pieces.push((piece, space));
            space = "";
        }
    }
    pieces
}

/// How a text is set.
#[derive(Clone, Copy)]
pub(in crate::graph) struct Font {
    pub(in crate::graph) size: i64,
    pub(in crate::graph) line_height: i64,
    pub(in crate::graph) max_width: i64,
    pub(in crate::graph) max_lines: usize,
}
