//! The pages about codes on a terminal: as much of Markdown as they use.

use asl_codegen::diagnostic::render::Style;

/// The page with its paragraphs filled to `width` characters and its code as it stands.
pub(crate) fn shown(page: &str, width: usize, style: Style) -> String {
    let mut shown = String::with_capacity(page.len());
    let mut paragraph = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            fill(&mut shown, &mut paragraph, width);
            if let Some((_, kind)) = info.split_once(' ') {
                shown.push_str(&strong(&format!("{kind}:"), style));
                shown.push('\n');
            }
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                shown.push_str(format!("    {code}").trim_end());
                shown.push('\n');
            }
        } else if let Some(title) = line.strip_prefix('#') {
            fill(&mut shown, &mut paragraph, width);
            shown.push_str(&strong(title.trim_start_matches('#').trim(), style));
            shown.push('\n');
        } else if line.trim().is_empty() {
            fill(&mut shown, &mut paragraph, width);
            shown.push('\n');
        } else if line.starts_with('|') {
            fill(&mut shown, &mut paragraph, width);
            shown.push_str(&without_links(line));
            shown.push('\n');
        } else {
            if line.starts_with("- ") {
                fill(&mut shown, &mut paragraph, width);
            }
            paragraph.push_str(line);
            paragraph.push(' ');
        }
    }
    fill(&mut shown, &mut paragraph, width);
    shown
}

/// Ends a paragraph or an item of a list.
fn fill(shown: &mut String, paragraph: &mut String, width: usize) {
    let text = without_links(paragraph);
    let (first, rest, text) = match text.strip_prefix("- ") {
        Some(item) => ("- ", "  ", item),
        None => ("", "", text.as_str()),
    };
    let mut line = first.to_owned();
    let mut is_fresh = true;
    for word in text.split_whitespace() {
        if !is_fresh && line.chars().count() + 1 + word.chars().count() > width {
            shown.push_str(&line);
            shown.push('\n');
            line = rest.to_owned();
            is_fresh = true;
        }
        if !is_fresh {
            line.push(' ');
        }
        line.push_str(word);
        is_fresh = false;
    }
    if !is_fresh {
        shown.push_str(&line);
        shown.push('\n');
    }
    paragraph.clear();
}

/// `[text](target)` as `text`.
fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        plain.push_str(before);
        match behind.split_once("](").and_then(|(label, target)| {
            let (_, after) = target.split_once(')')?;
            (!label.contains(['[', ']'])).then_some((label, after))
        }) {
            Some((label, after)) => {
                plain.push_str(label);
                rest = after;
            }
            None => {
                plain.push('[');
                rest = behind;
            }
        }
    }
    plain + rest
}

fn strong(text: &str, style: Style) -> String {
    if style.color {
        format!("\u{1b}[1m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_filled_and_code_is_not() {
        let page = "# ASL0000: title\n\nOne two [three](x.md)\nfour `a[0]`.\n\n- an item\n  of two lines\n- next\n\n\
                    ```json wrong\n{ \"a\":    1 }\n```\n";
        let expected = "ASL0000: title\n\nOne two\nthree four\n`a[0]`.\n\n- an item of\n  two lines\n- next\n\n\
                        wrong:\n    { \"a\":    1 }\n";
        assert_eq!(shown(page, 12, Style::default()), expected);
    }

    #[test]
    fn a_word_longer_than_the_line_stands_alone() {
        assert_eq!(
            shown("a bbbbbbbb c", 4, Style::default()),
            "a\nbbbbbbbb\nc\n"
        );
    }
}
