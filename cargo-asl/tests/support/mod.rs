//! Running the program on files of a test.

#![allow(dead_code, reason = "each test program uses a part")]
#![allow(clippy::unwrap_used, reason = "test support")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Nothing to say about it.
pub(crate) const GOOD: &str = r#"{
  "StartAt": "Ship",
  "States": { "Ship": { "Type": "Succeed" } }
}
"#;

/// One error, with a guess.
pub(crate) const MISSPELT: &str = r#"{
  "StartAt": "Pack",
  "States": {
    "Pack": { "Type": "Pass", "Next": "Shp" },
    "Ship": { "Type": "Succeed" }
  }
}
"#;

/// One warning.
pub(crate) const WARNED: &str = r#"{
  "StartAt": "Ship",
  "States": { "Ship": { "Type": "Task", "Resource": "${Handler}", "End": true } }
}
"#;

/// A directory of its own for a test, removed at the end.
pub(crate) struct Scratch(PathBuf);

/// What the program did.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Scratch {
    pub(crate) fn new(test: &str) -> Self {
        let name = format!("{}-{test}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Runs the program in this directory with `input` as standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-asl"))
            .args(arguments)
            .current_dir(&self.0)
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Who does not read it may be gone by now.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn asl(scratch: &Scratch, arguments: &[&str]) -> Run {
    scratch.run_with(arguments, b"")
}
