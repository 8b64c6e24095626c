//! Paths that select at most one value, compiled to steps (PATH-9, RPATH-7).

use std::fmt::{self, Display};

use crate::value::Value;

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seg {
    /// The member of an object.
    Key(&'static str),
    /// The item of an array, from 0.
    Index(usize),
}

/// What a path starts from (PATH-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The field's document, `$`.
    Data,
    /// The Context Object, `$$`.
    Context,
}

/// A definite path.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The path as written.
    pub text: &'static str,
    /// What it starts from.
    pub root: Root,
    /// How it goes on.
    pub steps: &'static [Seg],
}

/// A Reference Path into data, for writing (RP-1).
#[derive(Clone, Copy, Debug)]
pub struct RefPath {
    /// The path as written.
    pub text: &'static str,
    /// How it goes on from `$`.
    pub steps: &'static [Seg],
}

/// What a `ResultPath` does with a result.
#[derive(Clone, Copy, Debug)]
pub enum Placement {
    /// `null`: the result is dropped (IO-4).
    Discard,
    /// `$`: the result is all there is (RP-2).
    Replace,
    /// Any other path: the result becomes part of the raw input (RP-3).
    At(RefPath),
}

/// The value that `steps` lead to.
pub(crate) fn select<'v>(steps: &[Seg], root: &'v Value) -> Option<&'v Value> {
    steps.iter().try_fold(root, step)
}

fn step<'v>(value: &'v Value, seg: &Seg) -> Option<&'v Value> {
    match *seg {
        Seg::Key(key) => value.get(key),
        Seg::Index(index) => value.get_index(index),
    }
}

/// Why `steps` lead nowhere in `root`, in the service's words (PATH-15).
pub(crate) fn explain_missing(steps: &[Seg], root: &Value) -> String {
    let mut value = root;
    for (taken, seg) in steps.iter().enumerate() {
        match step(value, seg) {
            Some(next) => value = next,
            None if taken + 1 < steps.len() => {
                let reached = steps.get(..=taken).unwrap_or(steps);
                return format!("Missing property in path {}", Normalized(reached));
            }
            None => break,
        }
    }
    no_results(steps)
}

/// [`explain_missing`] where only the whole path is of interest.
pub(crate) fn no_results(steps: &[Seg]) -> String {
    format!("No results for path: {}", Normalized(steps))
}

/// A path as the service prints it: `$['a'][0]`.
struct Normalized<'a>(&'a [Seg]);

impl Display for Normalized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        self.0.iter().try_for_each(|seg| match seg {
            Seg::Key(key) => write!(f, "['{key}']"),
            Seg::Index(index) => write!(f, "[{index}]"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    const NO_SUCH: [Seg; 4] = [
        Seg::Key("no"),
        Seg::Key("such"),
        Seg::Key("result"),
        Seg::Key("path"),
    ];

    #[test]
    fn rpath_9_worked_reads() {
        let document = json!({"foo": 123, "bar": ["a", "b", "c"], "car": {"cdr": true}});
        let cases: [(&[Seg], Option<Value>); 8] = [
            (&[], Some(document.clone())),
            (&[Seg::Key("foo")], Some(json!(123))),
            (&[Seg::Key("bar")], Some(json!(["a", "b", "c"]))),
            (&[Seg::Key("car"), Seg::Key("cdr")], Some(json!(true))),
            (&[Seg::Key("bar"), Seg::Index(2)], Some(json!("c"))),
            (&[Seg::Key("bar"), Seg::Index(3)], None),
            (&[Seg::Key("foo"), Seg::Key("x")], None),
            (&[Seg::Key("car"), Seg::Index(0)], None),
        ];
        for (steps, expected) in cases {
            assert_eq!(select(steps, &document).cloned(), expected, "{steps:?}");
        }
    }

    #[test]
    fn path_15_explains_where_a_path_ends() {
        assert_eq!(
            explain_missing(&NO_SUCH, &json!({})),
            "Missing property in path $['no']"
        );
        assert_eq!(
            explain_missing(&NO_SUCH, &json!({"no": {"such": 1}})),
            "Missing property in path $['no']['such']['result']"
        );
        assert_eq!(
            explain_missing(&[Seg::Key("list"), Seg::Index(4)], &json!({"list": []})),
            "No results for path: $['list'][4]"
        );
    }
}
