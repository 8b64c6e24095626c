//! Why a path leads nowhere, in the service's words (PATH-15).

use std::fmt::{self, Display};

use super::{Path, Root, Seg};
use crate::value::Value;

/// Why a definite path leads nowhere in `root`.
pub(crate) fn explain_missing(path: &Path, root: &Value) -> String {
    let mut value = root;
    for (taken, seg) in path.steps.iter().enumerate() {
        match seg.single(value) {
            Some(next) => value = next,
            None if taken + 1 < path.steps.len() => {
                let steps = path.steps.get(..=taken).unwrap_or(path.steps);
                let reached = Path { steps, ..*path };
                return format!("Missing property in path {}", Normalized(&reached));
            }
            None => break,
        }
    }
    no_results(path)
}

/// [`explain_missing`] where only the whole path is of interest.
pub(crate) fn no_results(path: &Path) -> String {
    format!("No results for path: {}", Normalized(path))
}

/// A path as the service prints it: `$['a'][0]`.
struct Normalized<'a>(&'a Path);

impl Display for Normalized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        if let Root::Variable(name) = self.0.root {
            f.write_str(name)?;
        }
        self.0.steps.iter().try_for_each(|seg| write_step(f, seg))
    }
}

fn write_step(f: &mut fmt::Formatter<'_>, seg: &Seg) -> fmt::Result {
    match *seg {
        Seg::Key(key) => write!(f, "['{key}']"),
        Seg::Index(index) => write!(f, "[{index}]"),
        Seg::FromEnd(index) => write!(f, "[-{index}]"),
        Seg::Keys(keys) => write_list(f, keys.iter().map(|key| format!("'{key}'"))),
        Seg::Indices(indices) => write_list(f, indices.iter().map(i32::to_string)),
        Seg::Slice { from, to } => {
            let bound = |bound: Option<i32>| bound.map(|b| b.to_string()).unwrap_or_default();
            write!(f, "[{}:{}]", bound(from), bound(to))
        }
        Seg::All => f.write_str("[*]"),
        Seg::Descend(inner) => {
            f.write_str("..")?;
            write_step(f, inner)
        }
        Seg::Filter(_) => f.write_str("[?]"),
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = String>) -> fmt::Result {
    let items: Vec<String> = items.collect();
    write!(f, "[{}]", items.join(","))
}
