//! The cases that are known not to pass, each with its reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::super::Error;
use super::super::error::cannot;

/// The list of recorded executions, beside the sources of the tests.
pub const FILE: &str = "conformance-known.txt";

/// Names of cases, and why they cannot pass: a rule, or a defect of the recording.
#[derive(Debug, Default)]
pub struct Known(BTreeMap<String, String>);

impl Known {
    /// Reads a list of the project: `file` beside the sources of the tests.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn open(file: &str) -> Result<Self, Error> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = fs::read_to_string(&path).map_err(cannot("read", path))?;
        Ok(Self::parse(&text))
    }

    /// Reads a list: on each line a name and, after a space, the reason. `#` begins a comment.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let entries = lines.map(|line| {
            let (name, reason) = line.split_once(' ').unwrap_or((line, "no reason given"));
            (name.to_owned(), reason.trim().to_owned())
        });
        Self(entries.collect())
    }

    /// Why the case cannot pass, if it is on the list.
    pub fn reason(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_a_name_and_its_reason() {
        let known = Known::parse("# heading\n\na_case  TASK-2: no such name\nbare\n");
        assert_eq!(known.reason("a_case"), Some("TASK-2: no such name"));
        assert_eq!(known.reason("bare"), Some("no reason given"));
        assert_eq!(known.reason("#"), None);
    }

    #[test]
    fn list_of_the_project_gives_a_reason_for_each_case() {
        let known = Known::open(FILE).unwrap();
        assert!(
            known.0.values().all(|reason| reason.len() > 10),
            "{known:?}"
        );
    }
}
