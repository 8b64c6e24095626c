//! Where in the document a place of the file is.

use std::fmt::Write as _;

use super::{Kind, Node};
use crate::source::Span;

impl Node {
    /// The place `span` as a JSON Pointer (RFC 6901) into this document, as VALID-1 has it: `/States/Ship/Next`.
    ///
    /// It leads to the innermost value that the span lies in; a span in a key leads to the key's value. The whole
    /// document, and what lies outside of it, is the empty text. Of a value that a placeholder brought, only its root
    /// has a place.
    ///
    /// ```
    /// use asl_codegen::source::{Filled, Span, json};
    ///
    /// let node = json::parse(&Filled::plain(r#"{ "Retry": [{ "ErrorEquals": ["A"] }] }"#)).unwrap();
    /// assert_eq!(node.pointer(Span::new(30, 33)), "/Retry/0/ErrorEquals/0");
    /// assert_eq!(node.pointer(Span::new(2, 9)), "/Retry");
    /// ```
    pub fn pointer(&self, span: Span) -> String {
        let mut pointer = String::new();
        let mut node = self;
        while let Some(inner) = node.step_to(span, &mut pointer) {
            node = inner;
        }
        pointer
    }

    /// The child that `span` lies in, and its step in `pointer`.
    fn step_to(&self, span: Span, pointer: &mut String) -> Option<&Node> {
        match &self.kind {
            Kind::Array(elements) => {
                let (index, element) = elements
                    .iter()
                    .enumerate()
                    .find(|(_, element)| self.has_inside(element.span, span))?;
                let _ = write!(pointer, "/{index}");
                Some(element)
            }
            Kind::Object(members) => {
                let member = members.iter().find(|member| {
                    self.has_inside(member.key.span, span)
                        || self.has_inside(member.value.span, span)
                })?;
                pointer.push('/');
                pointer.push_str(&member.key.value.replace('~', "~0").replace('/', "~1"));
                // The key's place is not in its value; the search ends there by itself.
                Some(&member.value)
            }
            _ => None,
        }
    }

    /// Whether `child` covers `span`. What fills a placeholder all has the place of the placeholder: no child then.
    fn has_inside(&self, child: Span, span: Span) -> bool {
        child != self.span && child.start <= span.start && span.end <= child.end
    }
}

#[cfg(test)]
mod tests {
    use crate::source::substitute::fill;
    use crate::source::{Filled, Span, json};

    const TEXT: &str = r#"{
  "StartAt": "Each",
  "States": {
    "Each": {
      "Type": "Map",
      "ItemProcessor": { "StartAt": "a/b~c", "States": { "a/b~c": { "Type": "Pass", "Next": "X" } } },
      "Catch": [{ "ErrorEquals": ["A", "B"], "Next": "Done" }]
    }
  }
}"#;

    #[test]
    fn valid_1_every_place_has_a_slash_path() {
        let node = json::parse(&Filled::plain(TEXT)).unwrap();
        let cases = [
            ("\"StartAt\"", "/StartAt"),
            ("\"Each\",", "/StartAt"),
            ("\"Each\":", "/States/Each"),
            ("\"Map\"", "/States/Each/Type"),
            ("\"X\"", "/States/Each/ItemProcessor/States/a~1b~0c/Next"),
            ("B", "/States/Each/Catch/0/ErrorEquals/1"),
            ("{ \"ErrorEquals\"", "/States/Each/Catch/0"),
            (": [{", "/States/Each"),
        ];
        for (place, pointer) in cases {
            let start = TEXT.find(place).unwrap();
            let length = if place.starts_with('"') {
                place.rfind('"').unwrap()
            } else {
                1
            };
            let span = Span::from_range(start..start + length);
            assert_eq!(node.pointer(span), pointer, "{place}");
        }
    }

    #[test]
    fn valid_1_the_whole_and_the_outside_are_the_root() {
        let node = json::parse(&Filled::plain(TEXT)).unwrap();
        assert_eq!(node.pointer(node.span), "");
        assert_eq!(node.pointer(Span::new(0, 1)), "");
        assert_eq!(node.pointer(Span::new(9_999, 9_999)), "");
    }

    #[test]
    fn valid_1_a_filled_in_value_has_the_place_of_its_placeholder() {
        let text = r#"{ "States": ${States} }"#;
        let value = r#"{ "A": { "Type": "Pas" } }"#.to_owned();
        let (filled, _) = fill(text, &[("States".to_owned(), value)]);
        let node = json::parse(&filled).unwrap();
        let inner = node
            .get("States")
            .unwrap()
            .get("A")
            .unwrap()
            .get("Type")
            .unwrap();
        assert_eq!(node.pointer(inner.span), "/States");
    }
}
