//! A folder for one test, removed at its end.

use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// `name` is the test's own: tests run side by side.
    pub(super) fn new(name: &str) -> Self {
        let folder = format!("asl-conformance-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn put(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
