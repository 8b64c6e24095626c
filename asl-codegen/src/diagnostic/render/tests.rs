//! Golden texts, as a person sees them.

use proptest::prelude::*;

use super::*;
use crate::diagnostic::Code;
use crate::source::Span;

const ORDER: &str = r#"{
  "StartAt": "Pay",
  "States": {
    "Pay": { "Type": "Task", "Resource": "pay", "Next": "Chekout" },
    "Audit": { "Type": "Succeed" },
    "Note": {
      "Type": "Pass",
      "End": true
    },
    "Other": { "Type": "Fail" },
    "Checkout": { "Type": "Succeed" }
  }
}
"#;

fn order() -> Source {
    Source::new("flows/order.asl.json", ORDER)
}

/// Where `part` first stands in `text`.
fn place(text: &str, part: &str) -> Span {
    let at = text.find(part).unwrap();
    Span::from_range(at..at + part.len())
}

fn unknown_target() -> Diagnostic {
    Diagnostic::error(
        Code::UnknownTarget,
        place(ORDER, "\"Chekout\""),
        "state `Chekout` does not exist",
    )
    .label("no such state on this level")
    .suggest(place(ORDER, "Chekout"), "Checkout")
}

#[test]
fn human_shows_place_labels_and_help() {
    let diagnostic = unknown_target()
        .secondary(place(ORDER, "\"Pay\":"), "in this state")
        .help("a transition stays among the states of its level");
    let expected = r#"
error[ASL0201]: state `Chekout` does not exist
 --> flows/order.asl.json:4:57
  |
4 |     "Pay": { "Type": "Task", "Resource": "pay", "Next": "Chekout" },
  |     ------ in this state                                ^^^^^^^^^ no such state on this level
  |
  = help: a transition stays among the states of its level
  = help: did you mean `Checkout`?"#;
    assert_eq!(human(&diagnostic, &order()), expected.trim_start());
}

#[test]
fn inline_leaves_the_level_to_rustc() {
    let expected = r#"
state `Chekout` does not exist [ASL0201]
 --> flows/order.asl.json:4:57
  |
4 |     "Pay": { "Type": "Task", "Resource": "pay", "Next": "Chekout" },
  |                                                         ^^^^^^^^^ no such state on this level
  |
  = help: did you mean `Checkout`?"#;
    assert_eq!(inline(&unknown_target(), &order()), expected.trim_start());
}

#[test]
fn short_is_one_line() {
    let expected = "flows/order.asl.json:4:57: error[ASL0201]: state `Chekout` does not exist";
    assert_eq!(short(&unknown_target(), &order()), expected);
    let warning = Diagnostic::warning(Code::Unreachable, Span::new(0, 1), "a\nb").help("not shown");
    assert_eq!(
        short(&warning, &order()),
        r"flows/order.asl.json:1:1: warning[ASL0203]: a\nb"
    );
    let file = Diagnostic::file(Code::FileNotFound, "definition `x` not found");
    assert_eq!(
        short(&file, &order()),
        "flows/order.asl.json: error[ASL0001]: definition `x` not found"
    );
}

#[test]
fn lines_far_apart_have_dots_between_and_numbers_line_up() {
    let diagnostic = Diagnostic::warning(
        Code::Unreachable,
        place(ORDER, "\"Checkout\": "),
        "nothing reaches `Checkout`",
    )
    .secondary(place(ORDER, "\"StartAt\""), "the flow starts here")
    .secondary(place(ORDER, "\"States\""), "among these")
    .secondary(place(ORDER, "\"Audit\""), "");
    let expected = r#"
warning[ASL0203]: nothing reaches `Checkout`
  --> flows/order.asl.json:11:5
   |
 2 |   "StartAt": "Pay",
   |   --------- the flow starts here
 3 |   "States": {
   |   -------- among these
 4 |     "Pay": { "Type": "Task", "Resource": "pay", "Next": "Chekout" },
 5 |     "Audit": { "Type": "Succeed" },
   |     -------
...
11 |     "Checkout": { "Type": "Succeed" }
   |     ^^^^^^^^^^^^"#;
    assert_eq!(human(&diagnostic, &order()), expected.trim_start());
}

#[test]
fn a_span_of_several_lines_marks_its_first_line() {
    let state = place(
        ORDER,
        "{\n      \"Type\": \"Pass\",\n      \"End\": true\n    }",
    );
    let diagnostic = Diagnostic::note(Code::MissingField, state, "field `Next` is missing")
        .label("in this state");
    let expected = r#"
note[ASL0102]: field `Next` is missing
 --> flows/order.asl.json:6:13
  |
6 |     "Note": {
  |             ^ in this state"#;
    assert_eq!(human(&diagnostic, &order()), expected.trim_start());
}

#[test]
fn file_level_diagnostics_have_name_and_help() {
    let source = Source::new("flows/oder.asl.json", "");
    let diagnostic = Diagnostic::file(
        Code::FileNotFound,
        "definition `flows/oder.asl.json` not found",
    );
    let bare =
        "error[ASL0001]: definition `flows/oder.asl.json` not found\n --> flows/oder.asl.json";
    assert_eq!(human(&diagnostic, &source), bare);
    let diagnostic = diagnostic.help("the path tried is `/app/flows/oder.asl.json`");
    let expected = "
definition `flows/oder.asl.json` not found [ASL0001]
 --> flows/oder.asl.json
  |
  = help: the path tried is `/app/flows/oder.asl.json`";
    assert_eq!(inline(&diagnostic, &source), expected.trim_start());
}

#[test]
fn tabs_are_four_columns_wide_and_one_character_long() {
    let text = "{\r\n\t\"a\":\t\"é😀\",\r\n}";
    let diagnostic =
        Diagnostic::error(Code::NotJson, place(text, ","), "trailing comma").label("here");
    let expected = r#"
error[ASL0007]: trailing comma
 --> a.json:2:11
  |
2 |     "a":    "é😀",
  |                  ^ here"#;
    assert_eq!(
        human(&diagnostic, &Source::new("a.json", text)),
        expected.trim_start()
    );
}

#[test]
fn the_end_of_a_line_and_of_the_text_can_be_marked() {
    let source = Source::new("a.json", "{\"a\": \"b\r\n\"}\r\n[");
    let line_break = Diagnostic::error(Code::NotJson, Span::new(9, 10), "a line break in a string");
    let expected = r#"
error[ASL0007]: a line break in a string
 --> a.json:1:10
  |
1 | {"a": "b
  |         ^"#;
    assert_eq!(human(&line_break, &source), expected.trim_start());
    let end = Diagnostic::error(Code::NotJson, Span::new(15, 15), "the text ends").label("here");
    let expected = r"
error[ASL0007]: the text ends
 --> a.json:3:2
  |
3 | [
  |  ^ here";
    assert_eq!(human(&end, &source), expected.trim_start());
}

#[test]
fn long_lines_are_cut_around_what_is_marked() {
    let filler = "\"aé\":1,".repeat(100_000);
    let text = format!(
        "{{{filler}\"Next\":\"Chekout\",{filler}\"Other\":\"{}\"}}",
        "x".repeat(1000)
    );
    let source = Source::new("mini.json", text.as_str());
    let diagnostic = Diagnostic::error(
        Code::UnknownTarget,
        place(&text, "\"Chekout\""),
        "state `Chekout` does not exist",
    )
    .label("no such state")
    .secondary(place(&text, "\"Other\""), "this one is far away")
    .secondary(Span::new(0, 1), "so is this");
    let expected = r#"
error[ASL0201]: state `Chekout` does not exist
 --> mini.json:1:700009
  |
1 | {"aé":1,"aé":1,"aé":1,"aé":...aé":1,"aé":1,"aé":1,"Next":"Chekout","aé":1,"aé":1,"aé":1,"aé"...é":1,"aé":1,"aé":1,"aé":1,"Other":"xxxxxxxxxxxxxxxxxxxxxxxxxxxx...
  | - so is this                                             ^^^^^^^^^ no such state                                         ------- this one is far away"#;
    assert_eq!(human(&diagnostic, &source), expected.trim_start());
}

#[test]
fn a_long_mark_is_cut_too() {
    let text = format!("[\"{}\", 2]", "y".repeat(5_000));
    let diagnostic = Diagnostic::error(
        Code::NameLength,
        Span::from_range(1..5_003),
        "name too long",
    )
    .label("this");
    let shown = human(&diagnostic, &Source::new("a.json", text.as_str()));
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[3].ends_with("yyyy..."), "{shown}");
    assert!(
        lines[4].ends_with("^^^^ this") && lines[4].len() < 120,
        "{shown}"
    );
}

#[test]
fn text_of_users_cannot_act_on_the_terminal_or_fill_it() {
    let message = format!(
        "state `\u{1b}[31m\u{202e}\n{}` does not exist",
        "z".repeat(1_000_000)
    );
    let diagnostic = Diagnostic::error(Code::UnknownTarget, Span::new(0, 1), message)
        .label("\u{7}")
        .help("a\nb");
    let shown = human(&diagnostic, &Source::new("a.json", "\u{1b}[31m"));
    assert!(
        shown.starts_with(r"error[ASL0201]: state `\u{1b}[31m\u{202e}\nzzz"),
        "{shown}"
    );
    assert!(shown.lines().next().unwrap().ends_with("zzz..."));
    assert!(shown.ends_with(r"  = help: a\nb"), "{shown}");
    assert!(
        !shown.contains(|c: char| c.is_control() && c != '\n'),
        "{shown:?}"
    );
    assert!(shown.len() < 1_000);
}

#[test]
fn spans_outside_the_text_or_inside_a_character_do_no_harm() {
    for text in ["", "\n", "é", "😀\r\né", "{}\n"] {
        let source = Source::new("a.json", text);
        for start in 0..10 {
            for end in [0, start, start + 1, start + 5, u32::MAX] {
                let span = Span { start, end };
                let diagnostic = Diagnostic::error(Code::BadPath, span, "m")
                    .label("l")
                    .secondary(span, "s");
                let shown = human(&diagnostic, &source);
                assert!(
                    shown.contains('^') && shown.contains(" --> a.json:"),
                    "{text:?} {span:?}: {shown}"
                );
            }
        }
    }
}

#[test]
fn all_shows_the_first_ones_and_counts_the_rest() {
    let source = Source::new("a.json", "{}");
    let list: Vec<Diagnostic> = ["one", "two", "three"]
        .map(|message| Diagnostic::file(Code::Empty, message))
        .into();
    let shown = |limit| all(&list, &source, limit);
    let one = "error[ASL0108]: one\n --> a.json";
    let two = "error[ASL0108]: two\n --> a.json";
    let three = "error[ASL0108]: three\n --> a.json";
    assert_eq!(shown(DEFAULT_LIMIT), format!("{one}\n\n{two}\n\n{three}"));
    assert_eq!(shown(3), shown(DEFAULT_LIMIT));
    assert_eq!(shown(2), format!("{one}\n\n{two}\n\n... and 1 more"));
    assert_eq!(shown(1), format!("{one}\n\n... and 2 more"));
    assert_eq!(all(&[], &source, 5), "");
}

proptest! {
    #[test]
    fn any_text_and_any_spans_can_be_shown(
        text in "([a-z\t\r\u{e9}\u{1f600}]{0,200}\n?){0,4}",
        spans in proptest::collection::vec((0_u32..900, 0_u32..900), 1..5),
    ) {
        let mut spans = spans.into_iter().map(|(start, len)| Span::new(start, start + len));
        let first = Diagnostic::error(Code::BadPath, spans.next().unwrap_or_default(), "m").label("primary label");
        let diagnostic = spans.fold(first, |diagnostic, span| diagnostic.secondary(span, "s"));
        let shown = human(&diagnostic, &Source::new("a.json", text));
        // Marks may cover each other where spans overlap; no label is lost.
        prop_assert!(shown.contains("primary label"), "{}", shown);
    }
}
