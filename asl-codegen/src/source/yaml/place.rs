//! Where each character of a scalar was written.

use crate::source::Span;
use crate::source::offsets::Offsets;

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    /// `|` and `>`.
    Block,
}

/// Follows `value` through `written`, which starts at `start` of the file and has no quotes around it.
///
/// The parser says what a scalar is; this only finds out where its parts came from. `None` where they do not agree.
pub(super) fn place(value: &str, written: &str, start: usize, style: Style) -> Option<Offsets> {
    let mut walk = Walk {
        value,
        written,
        at: 0,
        start,
        offsets: Offsets::starting_at(Span::from_range(start..start).start),
    };
    while let Some(next) = walk.rest().chars().next() {
        match next {
            ' ' | '\t' | '\n' | '\r' if style == Style::Block => walk.gap()?,
            ' ' | '\t' | '\n' | '\r' => walk.fold()?,
            '\\' if style == Style::Double => walk.escape()?,
            '\'' if style == Style::Single => walk.stands_for("'", 2)?,
            _ => walk.run(style)?,
        }
    }
    // What the last lines of a block scalar end with depends on its header.
    let ends =
        walk.value.is_empty() || style == Style::Block && walk.value.trim_matches(BLANK).is_empty();
    ends.then(|| {
        let end = start + written.len();
        walk.offsets
            .push_whole(walk.value.len(), Span::from_range(end..end));
        walk.offsets
    })
}

const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

struct Walk<'a> {
    /// What is left of the value.
    value: &'a str,
    written: &'a str,
    /// How much of `written` was followed.
    at: usize,
    start: usize,
    offsets: Offsets,
}

impl<'a> Walk<'a> {
    fn rest(&self) -> &'a str {
        self.written.get(self.at..).unwrap_or_default()
    }

    /// The next `len` bytes were written for `value`.
    fn stands_for(&mut self, value: &str, len: usize) -> Option<()> {
        self.value = self.value.strip_prefix(value)?;
        let from = self.start + self.at;
        if self.rest().get(..len)? == value {
            let from = Span::from_range(from..from).start;
            self.offsets.push_run(len, from);
        } else {
            self.offsets
                .push_whole(value.len(), Span::from_range(from..from + len));
        }
        self.at += len;
        Some(())
    }

    /// Characters that stand for themselves.
    fn run(&mut self, style: Style) -> Option<()> {
        let special = |c: char| {
            BLANK.contains(&c)
                || c == '\\' && style == Style::Double
                || c == '\'' && style == Style::Single
        };
        let rest = self.rest();
        let len = rest.find(special).unwrap_or(rest.len());
        self.stands_for(rest.get(..len)?, len)
    }

    /// The blanks and line breaks at the beginning of `text`.
    fn blanks(text: &'a str) -> &'a str {
        let len = text.len() - text.trim_start_matches(BLANK).len();
        text.get(..len).unwrap_or_default()
    }

    /// A line break is a blank, each further one a line break; blanks around them mean nothing.
    fn fold(&mut self) -> Option<()> {
        let blanks = Self::blanks(self.rest());
        match line_breaks(blanks) {
            0 => self.stands_for(blanks, blanks.len()),
            1 => self.stands_for(" ", blanks.len()),
            breaks => self.stands_for(&"\n".repeat(breaks - 1), blanks.len()),
        }
    }

    /// The blanks between two words of a block scalar are the blanks between the same words of the value.
    fn gap(&mut self) -> Option<()> {
        let (blanks, meant) = (Self::blanks(self.rest()), Self::blanks(self.value));
        self.stands_for(meant, blanks.len())
    }

    fn escape(&mut self) -> Option<()> {
        let escaped = self.rest().strip_prefix('\\')?;
        let first = escaped.chars().next()?;
        if matches!(first, '\n' | '\r') {
            // The line goes on, and further empty lines count.
            let blanks = Self::blanks(escaped);
            let breaks = line_breaks(blanks).saturating_sub(1);
            return self.stands_for(&"\n".repeat(breaks), 1 + blanks.len());
        }
        let digits = match first {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => {
                let decoded = simple(first)?.to_string();
                return self.stands_for(&decoded, 1 + first.len_utf8());
            }
        };
        let mut len = 2 + digits;
        let mut code = hex(escaped, 1, digits)?;
        if let (Some(high @ 0..0x400), Some('\\')) =
            (code.checked_sub(0xd800), escaped.chars().nth(1 + digits))
        {
            let low = hex(escaped, 3 + digits, 4)?.checked_sub(0xdc00)?;
            code = 0x10000 + (high << 10) + low;
            len += 6;
        }
        let decoded = char::from_u32(code)?.to_string();
        self.stands_for(&decoded, len)
    }
}

fn hex(escaped: &str, from: usize, digits: usize) -> Option<u32> {
    u32::from_str_radix(escaped.get(from..from + digits)?, 16).ok()
}

/// `\r\n` is one.
fn line_breaks(blanks: &str) -> usize {
    let mut previous = ' ';
    let mut breaks = 0;
    for c in blanks.chars() {
        breaks += usize::from(c == '\r' || c == '\n' && previous != '\r');
        previous = c;
    }
    breaks
}

/// What an escape of one character stands for.
fn simple(escaped: char) -> Option<char> {
    Some(match escaped {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        ' ' | '"' | '/' | '\\' => escaped,
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        _ => return None,
    })
}
