//! Real definitions with something changed.

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use crate::json;

/// The definitions of the end-to-end tests.
pub(crate) fn definitions() -> Vec<String> {
    let mut definitions = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/flows")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "json")
            {
                definitions.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    definitions.sort();
    assert!(definitions.len() > 50, "the corpus is gone");
    definitions.into_iter().map(|(_, text)| text).collect()
}

/// A change of a text.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// So many bytes are taken away.
    Remove(usize),
    /// So many bytes are written twice.
    Repeat(usize),
    /// This is put in.
    Insert(String),
    /// All that follows is cut off.
    Cut,
}

/// A change, and where, as a share of the text.
type Place = (f64, Edit);

/// Changes of one of `count` texts.
pub(crate) fn edits(count: usize) -> BoxedStrategy<(usize, Vec<Place>)> {
    let token = prop::sample::select(json::TOKENS).prop_map(str::to_owned);
    let edit = prop_oneof![
        3 => (1_usize..40).prop_map(Edit::Remove),
        3 => (1_usize..200).prop_map(Edit::Repeat),
        3 => prop_oneof![token, json::text()].prop_map(Edit::Insert),
        1 => Just(Edit::Cut),
    ];
    (0..count, vec((0.0..1.0, edit), 1..5)).boxed()
}

/// The text with the changes made, one after the other.
pub(crate) fn edited(text: &str, edits: &[Place]) -> String {
    let mut text = text.to_owned();
    for (share, edit) in edits {
        let at = boundary(&text, (text.len() as f64 * share) as usize);
        let (head, tail) = text.split_at(at);
        let part = |length: usize| tail.split_at(boundary(tail, length));
        text = match edit {
            Edit::Remove(length) => format!("{head}{}", part(*length).1),
            Edit::Repeat(length) => format!("{head}{}{tail}", part(*length).0),
            Edit::Insert(new) => format!("{head}{new}{tail}"),
            Edit::Cut => head.to_owned(),
        };
    }
    text
}

/// The last place between characters that is not after `at`.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A new value, and where, as a share of all values of the definition.
type Change = (f64, Value);

/// New values in one of `count` definitions.
pub(crate) fn replacements(count: usize) -> BoxedStrategy<(usize, Vec<Change>)> {
    (0..count, vec((0.0..1.0, json::value()), 1..4)).boxed()
}

/// The definition with some values replaced, one after the other.
pub(crate) fn replaced(text: &str, changes: &[Change]) -> String {
    let Ok(mut root) = serde_json::from_str::<Value>(text) else {
        return text.to_owned();
    };
    for (share, value) in changes {
        let mut left = (size(&root) as f64 * share) as usize;
        replace(&mut root, value, &mut left);
    }
    root.to_string()
}

fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum(),
        _ => 0,
    }
}

/// Replaces the value that has `left` others before it; whether it was in there.
fn replace(target: &mut Value, value: &Value, left: &mut usize) -> bool {
    if *left == 0 {
        *target = value.clone();
        return true;
    }
    *left -= 1;
    match target {
        Value::Array(items) => items.iter_mut().any(|item| replace(item, value, left)),
        Value::Object(members) => members.values_mut().any(|item| replace(item, value, left)),
        _ => false,
    }
}
