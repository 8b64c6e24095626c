//! A crate with one machine, built by cargo.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use asl_codegen::{Options, Source, compile};

use super::definition;
use crate::process::{self, Usage};
use crate::{Error, Result};

/// A way to build.
#[derive(Clone, Copy, Debug)]
pub(super) enum Build {
    Check,
    Dev,
    Release,
}

impl Build {
    pub(super) const ALL: [Self; 3] = [Self::Check, Self::Dev, Self::Release];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Dev => "dev",
            Self::Release => "release",
        }
    }

    const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Check => &["check"],
            Self::Dev => &["build"],
            Self::Release => &["build", "--release"],
        }
    }
}

/// The crate, below the target directory of the workspace.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: PathBuf,
    target: PathBuf,
}

const MANIFEST: &str = r#"[package]
name = "scratch"
version = "0.0.0"
edition = "2024"
publish = false

[dependencies]
asl-runtime = { path = "RUNTIME" }
tokio = { version = "1", default-features = false, features = ["rt", "time"] }

# Not a member of the workspace that it stands in.
[workspace]
"#;

/// Executes only if told to: otherwise it says how large the future is.
const MAIN: &str = r#"//! Written by `asl-bench`.

use asl_runtime::{TaskContext, TaskError, Value, asl_machine};

asl_machine!(mod scratch = "scratch.asl.json");

struct Work;

impl scratch::Tasks for Work {
METHODS}

fn main() {
    let execution = scratch::run(Work, Value::Null);
    println!("{}", size_of_val(&execution));
    if std::env::args().len() > 1 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        println!("{:?}", runtime.block_on(execution));
    }
}
"#;

const METHOD: &str =
    "    async fn NAME(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
";

fn cannot<'p>(what: &'p str, path: &'p Path) -> impl Fn(std::io::Error) -> Error + 'p {
    move |error| format!("cannot {what} `{}`: {error}", path.display()).into()
}

impl Scratch {
    pub(super) fn new() -> Result<Self> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let target = target.unwrap_or_else(|| workspace.join("target"));
        let bench = std::path::absolute(target)?.join("asl-bench");
        let folder = bench.join("scratch");
        let sources = folder.join("src");
        fs::create_dir_all(&sources).map_err(cannot("create", &sources))?;
        let runtime = fs::canonicalize(workspace.join("asl-runtime"))?;
        let runtime = runtime.display().to_string().replace('\\', "/");
        let manifest = folder.join("Cargo.toml");
        fs::write(&manifest, MANIFEST.replace("RUNTIME", &runtime))
            .map_err(cannot("write", &manifest))?;
        // The lock file of the workspace: the same versions, and nothing to resolve.
        let lock = workspace.join("Cargo.lock");
        fs::copy(&lock, folder.join("Cargo.lock")).map_err(cannot("copy", &lock))?;
        Ok(Self {
            folder,
            target: bench.join("target"),
        })
    }

    /// Gives the crate a machine of that many states.
    pub(super) fn write(&self, states: usize) -> Result<()> {
        let text = definition(states);
        let source = Source::new("scratch.asl.json", text.as_str());
        let methods = compile(&source, &Options::default()).methods;
        let methods: String = methods
            .iter()
            .map(|name| METHOD.replace("NAME", name))
            .collect();
        for (file, text) in [
            ("scratch.asl.json", text.as_str()),
            ("src/main.rs", &MAIN.replace("METHODS", &methods)),
        ] {
            let file = self.folder.join(file);
            fs::write(&file, text).map_err(cannot("write", &file))?;
        }
        Ok(())
    }

    /// Builds the crate, with the settings of a new project and nothing kept from the last time.
    pub(super) fn build(&self, build: Build) -> Result<Usage> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        command
            .args(build.arguments())
            .args(["--offline", "--quiet"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", "0")
            .stdout(Stdio::null());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("CARGO_PROFILE_") {
                command.env_remove(name);
            }
        }
        process::run(&mut command)
    }

    fn binary(&self) -> PathBuf {
        let name = format!("scratch{}", std::env::consts::EXE_SUFFIX);
        self.target.join("release").join(name)
    }

    pub(super) fn binary_bytes(&self) -> Result<u64> {
        let binary = self.binary();
        let file = fs::metadata(&binary).map_err(cannot("read", &binary))?;
        Ok(file.len())
    }

    pub(super) fn future_bytes(&self) -> Result<usize> {
        let output = Command::new(self.binary()).output()?;
        Ok(String::from_utf8(output.stdout)?.trim().parse()?)
    }
}
