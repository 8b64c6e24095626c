//! The values of placeholders.

use std::path::{Path, PathBuf};

use asl_codegen::Source;
use asl_codegen::diagnostic::render;
use asl_codegen::source::substitute::read_values;

use crate::failure::Failure;

/// Values of placeholders, and which of them were given one by one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    /// `--set`, the last first: of values with one name the first counts.
    set: Vec<(String, String)>,
    /// Of files, the last first, behind what was set.
    files: Vec<(String, String)>,
}

impl Values {
    /// Those of the options `--set` and `--values`.
    pub(crate) fn new(set: &[(String, String)], files: &[PathBuf]) -> Result<Self, Failure> {
        let mut values = Self {
            set: set.iter().rev().cloned().collect(),
            files: Vec::new(),
        };
        for file in files.iter().rev() {
            values.files.extend(read(file)?);
        }
        Ok(values)
    }

    /// What is given to the compiler for a definition. A value that is not used is a mistake only if it was given for
    /// this definition alone: several definitions can share a file of values.
    pub(crate) fn for_source(&self, source: &Source, is_only: bool) -> Vec<(String, String)> {
        let is_used = |name: &str| mentions(source.text(), name);
        let set = self.set.iter().filter(|(name, _)| is_only || is_used(name));
        let files = self.files.iter().filter(|(name, _)| is_used(name));
        let mut values: Vec<(String, String)> = Vec::new();
        for (name, value) in set.chain(files) {
            if !values.iter().any(|(earlier, _)| earlier == name) {
                values.push((name.clone(), value.clone()));
            }
        }
        values
    }
}

/// One object of names and values, in JSON or YAML.
fn read(path: &Path) -> Result<Vec<(String, String)>, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::new(format!("cannot read the values in `{shown}`: {error}")))?;
    let source = Source::new(shown.to_string(), text);
    read_values(&source).map_err(|findings| {
        let findings = render::all(&findings.into_sorted(), &source, render::DEFAULT_LIMIT);
        Failure::new(format!("cannot use the values in `{shown}`")).details(findings)
    })
}

/// Whether the text has the placeholder `${name}`, where spaces may stand around the name.
fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let (before, rest) = text.split_at_checked(at).unwrap_or_default();
        let after = rest.strip_prefix(name).unwrap_or_default();
        before.trim_end_matches(' ').ends_with("${")
            && after.trim_start_matches(' ').starts_with('}')
    })
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_placeholder_mentions_its_name() {
        let text = "${A} ${ Long.Name } ${Long} $B {C} ${D";
        for (name, expected) in [
            ("A", true),
            ("Long.Name", true),
            ("Long", true),
            ("Name", false),
            ("B", false),
            ("C", false),
            ("D", false),
            ("", false),
        ] {
            assert_eq!(mentions(text, name), expected, "{name}");
        }
    }
}
