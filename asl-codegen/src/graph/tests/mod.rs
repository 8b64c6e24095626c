//! What must hold of every picture, whatever the machine.

mod names;
mod pictures;

use crate::Dialect;
use crate::diagnostic::Diagnostics;
use crate::graph::Graph;
use crate::parse::parse;
use crate::source::{json, substitute};

/// The graph of a definition, sound or not.
fn graph(definition: &str) -> Graph {
    let (filled, _) = substitute::fill(definition, &[]);
    let root = json::parse(&filled).unwrap();
    let mut unheard = Diagnostics::default();
    Graph::new(&parse(&root, Dialect::Asl.rules(), &mut unheard).unwrap())
}

/// Every element of an image: its name, whether it ends at once, and its depth. Fails where the
/// image is no well-formed XML.
fn elements(image: &str) -> usize {
    let mut open: Vec<&str> = Vec::new();
    let mut count = 0;
    let mut rest = image;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        assert!(!text.contains('>'), "`>` in text: {text}");
        assert_entities(text);
        let (tag, after) = tag.split_once('>').unwrap();
        rest = after;
        let tag = tag.strip_prefix('<').unwrap();
        assert_attributes(tag);
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "a closing tag");
        } else {
            count += 1;
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
    count
}

fn assert_entities(text: &str) {
    for part in text.split('&').skip(1) {
        let entities = ["lt;", "gt;", "amp;", "quot;"];
        assert!(
            entities.iter().any(|entity| part.starts_with(entity)),
            "&{part}"
        );
    }
    assert!(!text.chars().any(super::is_control), "{text:?}");
}

/// Quotes come in pairs, and nothing is quoted twice.
fn assert_attributes(tag: &str) {
    let parts: Vec<&str> = tag.trim_end_matches('/').split('"').collect();
    assert_eq!(parts.len() % 2, 1, "{tag}");
    for name in parts.iter().step_by(2).take(parts.len() / 2) {
        assert!(name.ends_with('='), "{tag}");
    }
}
