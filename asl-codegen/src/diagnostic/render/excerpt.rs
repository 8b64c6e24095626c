//! The part of a file that a diagnostic shows.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::source::{Source, Span, floor_boundary};

/// A line up to this many bytes is shown whole.
const WHOLE: usize = 140;
/// What is shown of a longer one: before and behind each marked part, and of the part itself.
const AROUND: usize = 30;
const MARKED: usize = 40;
/// Stands for what is left out.
const CUT: &str = "...";

/// The lines that are marked, cut where they are long, with empty lines for those between.
///
/// The renderer shows marked lines and at most a single one between; to let it see the whole file for every diagnostic
/// would cost a megabyte each time for nothing.
pub(super) struct Excerpt {
    /// The lines.
    pub(super) text: String,
    /// The number of the first one, from 1.
    pub(super) first_line: usize,
    /// Where the spans are in `text`, in the order they were given.
    pub(super) ranges: Vec<Range<usize>>,
}

impl Excerpt {
    /// The lines on which `spans` begin. Of a span of several lines, only its first line is marked.
    pub(super) fn new(source: &Source, spans: &[Span]) -> Self {
        let marks: Vec<Mark> = spans.iter().map(|span| Mark::new(source, *span)).collect();
        let mut lines: BTreeMap<u32, Vec<Range<usize>>> = BTreeMap::new();
        for mark in &marks {
            lines.entry(mark.line).or_default().push(mark.range.clone());
        }
        let first_line = lines.keys().next().copied().unwrap_or(1);
        let mut text = String::new();
        let mut cuts: BTreeMap<u32, (usize, Cut)> = BTreeMap::new();
        let mut last_line = first_line;
        for (line, ranges) in lines {
            push_lines_between(&mut text, source, last_line, line);
            let cut = Cut::new(source.line(line).1, ranges);
            let start = text.len();
            text.push_str(&cut.text);
            cuts.insert(line, (start, cut));
            last_line = line;
        }
        let place = |mark: &Mark| match cuts.get(&mark.line) {
            Some((start, cut)) => {
                start + cut.place(mark.range.start)..start + cut.place(mark.range.end)
            }
            None => 0..0,
        };
        let ranges = marks.iter().map(place).collect();
        Self {
            text,
            first_line: first_line as usize,
            ranges,
        }
    }

    /// How many digits the longest line number has.
    pub(super) fn number_width(&self) -> usize {
        let last_line = self.first_line + self.text.matches('\n').count();
        last_line.to_string().len()
    }
}

/// Ends the line `last` and adds the lines before `next`.
fn push_lines_between(text: &mut String, source: &Source, last: u32, next: u32) {
    // The renderer shows a single line between two marked ones, and dots for more.
    if next - last == 2 {
        text.push('\n');
        text.push_str(&Cut::new(source.line(last + 1).1, Vec::new()).text);
        text.push('\n');
    } else {
        text.extend(std::iter::repeat_n('\n', (next - last) as usize));
    }
}

/// A marked part of one line.
struct Mark {
    line: u32,
    /// In bytes of the line.
    range: Range<usize>,
}

impl Mark {
    fn new(source: &Source, span: Span) -> Self {
        let line = source.position(span.start).line;
        let (line_start, text) = source.line(line);
        let in_line =
            |offset: u32| floor_boundary(text, (offset as usize).saturating_sub(line_start));
        let start = in_line(span.start);
        Self {
            line,
            range: start..in_line(span.end).max(start),
        }
    }
}

/// What is shown of a line.
struct Cut {
    text: String,
    /// In order and apart.
    windows: Vec<Window>,
}

/// A part of the line that is shown.
struct Window {
    /// In bytes of the line.
    range: Range<usize>,
    /// Where it starts in the shown text.
    shown_at: usize,
}

impl Cut {
    fn new(line: &str, marks: Vec<Range<usize>>) -> Self {
        let mut cut = Self {
            text: String::new(),
            windows: Vec::new(),
        };
        let mut end = 0;
        for range in shown(line, marks) {
            if range.start > end {
                cut.text.push_str(CUT);
            }
            end = range.end;
            let shown_at = cut.text.len();
            let part = line.get(range.clone()).unwrap_or_default();
            // Something to point at; of the same length, so that places stay what they are.
            cut.text.push_str(&part.replace('\u{feff}', "\u{fffd}"));
            cut.windows.push(Window { range, shown_at });
        }
        if end < line.len() {
            cut.text.push_str(CUT);
        }
        cut
    }

    /// Where an offset of the line is in the shown text; what was cut away is at the end of what was shown before it.
    fn place(&self, offset: usize) -> usize {
        let next = self
            .windows
            .partition_point(|window| window.range.start <= offset);
        let window = next
            .checked_sub(1)
            .and_then(|index| self.windows.get(index));
        window.map_or(0, |Window { range, shown_at }| {
            shown_at + offset.min(range.end) - range.start
        })
    }
}

/// The parts of a line that are shown, in order and apart.
fn shown(line: &str, mut marks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let head = 0..floor_boundary(line, WHOLE);
    if head.end == line.len() || marks.is_empty() {
        return Vec::from([head]);
    }
    marks.sort_by_key(|mark| mark.start);
    let mut windows: Vec<Range<usize>> = Vec::new();
    for mark in marks {
        let start = floor_boundary(line, mark.start.saturating_sub(AROUND));
        let end = floor_boundary(line, mark.end.min(mark.start + MARKED) + AROUND);
        match windows.last_mut() {
            // Dots instead of a few bytes would gain nothing.
            Some(last) if start <= last.end + CUT.len() => last.end = last.end.max(end),
            _ => windows.push(start..end),
        }
    }
    windows
}
