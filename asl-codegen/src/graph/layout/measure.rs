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

/// Breaks a text between words, into as many lines as allowed.
pub(in crate::graph) fn wrap(text: &str, font: Font) -> Block {
    let text = one_line(text);
    let words = text.split_whitespace();
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in words {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if line.is_empty() || width(&longer, font.size) <= font.max_width {
            line = longer;
            continue;
        }
        if lines.len() + 1 == font.max_lines {
            line.push('…');
            break;
        }
        lines.push(std::mem::replace(&mut line, word.to_owned()));
    }
    lines.push(line);
    for line in &mut lines {
        *line = fit(line, font.size, font.max_width);
    }
    let widest = lines
        .iter()
        .map(|line| width(line, font.size))
        .max()
        .unwrap_or(0);
    let count = i64::try_from(lines.len()).unwrap_or(1);
    let size = Size {
        width: widest + 8,
        height: count * font.line_height + 4,
    };
    Block { lines, size }
}

/// How a text is set.
#[derive(Clone, Copy)]
pub(in crate::graph) struct Font {
    pub(in crate::graph) size: i64,
    pub(in crate::graph) line_height: i64,
    pub(in crate::graph) max_width: i64,
    pub(in crate::graph) max_lines: usize,
}
