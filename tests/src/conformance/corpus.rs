//! Where the conformance data is, and the folder of published machines.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Error;
use super::error::cannot;

/// The variable that names the folder of all conformance data.
pub const FOLDER_VARIABLE: &str = "ASL_CONFORMANCE_DIR";

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_owned()
}

/// The folder to measure against: the one given, else `kind` in the folder that
/// [`FOLDER_VARIABLE`] names, else in `../shared/conformance` beside the workspace.
///
/// Whether it exists is for the caller to ask: a folder that is not there is skipped, visibly.
pub fn folder(given: Option<&Path>, kind: &str) -> PathBuf {
    if let Some(given) = given {
        return given.to_owned();
    }
    if let Some(all) = std::env::var_os(FOLDER_VARIABLE) {
        return PathBuf::from(all).join(kind);
    }
    let workspace = workspace();
    let beside = workspace.parent().unwrap_or(&workspace);
    beside.join("shared/conformance").join(kind)
}

/// Every `.json` file below `folder`, however deep, sorted by path.
///
/// # Errors
///
/// [`Error::File`] for a folder that cannot be listed.
pub fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    // A list of work instead of recursion: the depth is not ours to trust.
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(cannot("list", &folder))? {
            let entry = entry.map_err(cannot("list", &folder))?;
            let path = entry.path();
            // Of the entry, not of what a link points to: links make circles.
            if entry.file_type().map_err(cannot("read", &path))?.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "json")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The published machines of one folder, as its `manifest.json` lists them.
#[derive(Debug)]
pub struct Corpus {
    /// The folder that ids are relative to.
    pub folder: PathBuf,
    /// The machines, in the order of the manifest.
    pub machines: Vec<Machine>,
}

/// One published machine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Machine {
    /// Its path in the folder, without `.json`.
    pub id: String,
    /// What it was published as: `prod`, meant to be deployed; `interp`, another interpreter's
    /// example.
    pub tier: String,
    /// What the compiler has to make of it.
    pub expect: Expect,
}

/// What the compiler has to make of a machine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Expect {
    /// It is a machine.
    Accept,
    /// It is none, for this reason.
    Refuse(String),
}

impl TryFrom<String> for Expect {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text == "accept" {
            return Ok(Self::Accept);
        }
        match text.strip_prefix("refuse:") {
            Some(why) => Ok(Self::Refuse(why.trim().to_owned())),
            None => Err(format!(
                "`expect` is `{text}`, neither `accept` nor `refuse: why`"
            )),
        }
    }
}

impl Corpus {
    /// Reads the manifest of `folder`.
    ///
    /// # Errors
    ///
    /// [`Error::File`] and [`Error::Format`], about the manifest.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let path = folder.join("manifest.json");
        let text = fs::read_to_string(&path).map_err(cannot("read", &path))?;
        let machines =
            serde_json::from_str(&text).map_err(|source| Error::Format { path, source })?;
        Ok(Self {
            folder: folder.to_owned(),
            machines,
        })
    }

    /// The file of a machine.
    pub fn file(&self, machine: &Machine) -> PathBuf {
        self.folder.join(format!("{}.json", machine.id))
    }

    /// How many definitions of the folder the manifest does not list.
    ///
    /// # Errors
    ///
    /// As [`json_files`].
    pub fn unlisted(&self) -> Result<usize, Error> {
        let manifest = self.folder.join("manifest.json");
        let mut listed: Vec<PathBuf> = self.machines.iter().map(|m| self.file(m)).collect();
        listed.push(manifest);
        listed.sort();
        let files = json_files(&self.folder)?;
        Ok(files
            .iter()
            .filter(|file| listed.binary_search(file).is_err())
            .count())
    }
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn manifest_entry_keeps_the_reason_of_a_refusal() {
        let entries: Vec<Machine> = serde_json::from_str(
            r#"[{ "id": "a+b/0001", "tier": "prod", "copies": 1, "expect": "accept" },
                { "id": "a+b/0002", "tier": "interp", "expect": "refuse: made bad on purpose" }]"#,
        )
        .unwrap();
        let expected: Vec<&Expect> = entries.iter().map(|entry| &entry.expect).collect();
        let why = Expect::Refuse("made bad on purpose".into());
        assert_eq!(expected, [&Expect::Accept, &why]);
        assert_eq!(
            (entries[0].id.as_str(), entries[1].tier.as_str()),
            ("a+b/0001", "interp")
        );
    }

    #[test]
    fn manifest_with_another_expectation_is_refused() {
        let entry = r#"{ "id": "a", "tier": "prod", "expect": "perhaps" }"#;
        let error = serde_json::from_str::<Machine>(entry).unwrap_err();
        assert!(error.to_string().contains("`perhaps`"), "{error}");
    }

    #[test]
    fn folder_given_wins() {
        assert_eq!(folder(Some(Path::new("here")), "real"), Path::new("here"));
    }

    #[test]
    fn json_files_walks_folders_and_leaves_other_files() {
        let scratch = Scratch::new("json_files");
        scratch.put("b.json", "{}");
        scratch.put("a/deep/c.json", "{}");
        scratch.put("a/deep/c.why.txt", "");
        let wanted = ["a/deep/c.json", "b.json"].map(|file| scratch.path().join(file));
        assert_eq!(json_files(scratch.path()).unwrap(), wanted);
        assert!(json_files(&scratch.path().join("missing")).is_err());
    }

    #[test]
    fn unlisted_counts_what_the_manifest_forgets() {
        let scratch = Scratch::new("unlisted");
        scratch.put(
            "manifest.json",
            r#"[{"id": "a/1", "tier": "prod", "expect": "accept"}]"#,
        );
        scratch.put("a/1.json", "{}");
        assert_eq!(Corpus::open(scratch.path()).unwrap().unlisted().unwrap(), 0);
        scratch.put("a/2.json", "{}");
        assert_eq!(Corpus::open(scratch.path()).unwrap().unlisted().unwrap(), 1);
    }
}
