//! Generated code as a crate of its own: one module per machine.

use std::fs;
use std::path::{Path, PathBuf};

use super::Error;
use super::corpus::workspace;
use super::error::cannot;

/// A crate of generated code, not yet written.
#[derive(Debug)]
pub struct GeneratedCrate {
    /// The package: a folder below `target/conformance`.
    pub name: String,
    /// Its modules.
    pub modules: Vec<Module>,
    /// The code that replays executions with the modules, which makes the crate a program; `None`:
    /// a library.
    pub program: Option<String>,
}

/// The code of one machine.
#[derive(Debug)]
pub struct Module {
    /// The module's name, an identifier.
    pub name: String,
    /// The machine's id, as people know it.
    pub id: String,
    /// The documentation, a line each.
    pub docs: Vec<String>,
    /// The items, formatted.
    pub code: String,
}

/// Where crates of generated code are and are built.
#[derive(Clone, Debug)]
pub struct Layout {
    /// `target/conformance`: a folder per crate.
    pub folder: PathBuf,
    /// The target directory that those crates share.
    pub target: PathBuf,
}

impl Layout {
    /// `conformance` in the target directory of the workspace.
    pub fn of_workspace() -> Self {
        let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let target = target.unwrap_or_else(|| workspace().join("target"));
        Self::at(&std::path::absolute(&target).unwrap_or(target))
    }

    /// `conformance` in that target directory.
    pub fn at(target: &Path) -> Self {
        let folder = target.join("conformance");
        Self {
            target: folder.join("target"),
            folder,
        }
    }

    /// The folder of one crate.
    pub fn package(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// The module of the machine at `index` of its list, from 0.
pub fn module_name(index: usize) -> String {
    format!("m{:04}", index + 1)
}

impl GeneratedCrate {
    /// The machine that a source file of the crate was made from.
    pub fn module_of(&self, file: &Path) -> Option<&Module> {
        let stem = file.file_stem()?.to_str()?;
        self.modules.iter().find(|module| module.name == stem)
    }

    /// Lines of generated code.
    pub fn lines(&self) -> usize {
        self.modules
            .iter()
            .map(|module| module.code.lines().count())
            .sum()
    }

    /// Writes the crate. Files that have not changed are left alone, so that rustc need not run
    /// again; files of modules that are gone are removed.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn write(&self, layout: &Layout) -> Result<(), Error> {
        let package = layout.package(&self.name);
        let sources = package.join("src");
        fs::create_dir_all(&sources).map_err(cannot("create", &sources))?;
        write(&package.join("Cargo.toml"), &self.manifest())?;
        // The lock file of the workspace: the same versions, and nothing to resolve.
        let lock = workspace().join("Cargo.lock");
        fs::copy(&lock, package.join("Cargo.lock")).map_err(cannot("copy", lock))?;
        write(&sources.join(self.root_file()), &self.root())?;
        for module in &self.modules {
            write(&sources.join(format!("{}.rs", module.name)), &module.text())?;
        }
        self.remove_stale(&sources)
    }

    fn remove_stale(&self, sources: &Path) -> Result<(), Error> {
        for entry in fs::read_dir(sources).map_err(cannot("list", sources))? {
            let file = entry.map_err(cannot("list", sources))?.path();
            let is_root = file
                .file_name()
                .is_some_and(|name| name == self.root_file());
            if !is_root && self.module_of(&file).is_none() {
                fs::remove_file(&file).map_err(cannot("remove", &file))?;
            }
        }
        Ok(())
    }

    fn manifest(&self) -> String {
        let path = |name: &str| workspace().join(name).display().to_string();
        let mut manifest = format!(
            "[package]\nname = \"conformance-{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
             [dependencies]\nasl-runtime = {{ path = {:?}, default-features = false }}\n",
            self.name,
            path("asl-runtime"),
        );
        if self.program.is_some() {
            manifest.push_str(&format!(
                "asl-tests = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\nincremental = false\n",
                path("tests")
            ));
        }
        manifest.push_str("\n# Not a member of the workspace that it stands in.\n[workspace]\n");
        manifest
    }

    fn root_file(&self) -> &'static str {
        match self.program {
            Some(_) => "main.rs",
            None => "lib.rs",
        }
    }

    fn root(&self) -> String {
        let mut root = format!("//! The machines of `{}`, compiled.\n", self.name);
        for module in &self.modules {
            // The attributes of `include_machine!`; variants made by an alias are in snake case.
            root.push_str(&format!(
                "\n/// `{}`\n#[allow(dead_code, unreachable_pub, non_camel_case_types)]\npub mod {};\n",
                module.id, module.name
            ));
        }
        if let Some(program) = &self.program {
            root.push('\n');
            root.push_str(program);
        }
        root
    }
}

impl Module {
    fn text(&self) -> String {
        let docs: String = self
            .docs
            .iter()
            .flat_map(|docs| docs.split('\n'))
            .map(|line| format!("//! {line}").trim_end().to_owned() + "\n")
            .collect();
        format!("//! `{}`\n//!\n{docs}\n{}", self.id, self.code)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(cannot("write", path))
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    fn generated(names: &[&str]) -> GeneratedCrate {
        let module = |name: &&str| Module {
            name: (*name).to_owned(),
            id: format!("repo/{name}"),
            docs: vec!["A machine.".to_owned(), String::new()],
            code: "pub enum State {}\n".to_owned(),
        };
        GeneratedCrate {
            name: "sample".to_owned(),
            modules: names.iter().map(module).collect(),
            program: None,
        }
    }

    #[test]
    fn crate_has_a_module_per_machine() {
        let scratch = Scratch::new("crate");
        let layout = Layout::at(scratch.path());
        generated(&["m0001", "m0002"]).write(&layout).unwrap();
        let read = |file: &str| fs::read_to_string(layout.package("sample").join(file)).unwrap();
        assert!(read("src/lib.rs").contains("/// `repo/m0002`\n"));
        assert!(read("src/lib.rs").contains("pub mod m0002;\n"));
        assert_eq!(
            read("src/m0001.rs"),
            "//! `repo/m0001`\n//!\n//! A machine.\n//!\n\npub enum State {}\n"
        );
        assert!(read("Cargo.toml").contains("\n[workspace]\n"));
        assert_eq!(
            read("Cargo.lock"),
            fs::read_to_string(workspace().join("Cargo.lock")).unwrap()
        );
    }

    #[test]
    fn writing_again_keeps_what_is_the_same_and_removes_what_is_gone() {
        let scratch = Scratch::new("again");
        let layout = Layout::at(scratch.path());
        let file = |name: &str| layout.package("sample").join("src").join(name);
        let time = |name: &str| fs::metadata(file(name)).unwrap().modified().unwrap();
        generated(&["m0001", "m0002"]).write(&layout).unwrap();
        let before = time("m0001.rs");
        generated(&["m0001"]).write(&layout).unwrap();
        assert_eq!(time("m0001.rs"), before);
        assert!(!file("m0002.rs").exists());
    }

    #[test]
    fn program_is_a_crate_with_a_main_file() {
        let scratch = Scratch::new("program");
        let layout = Layout::at(scratch.path());
        generated(&["m0001"]).write(&layout).unwrap();
        let program = GeneratedCrate {
            program: Some("fn main() {}\n".to_owned()),
            ..generated(&["m0001"])
        };
        program.write(&layout).unwrap();
        let file = |file: &str| layout.package("sample").join(file);
        let main = fs::read_to_string(file("src/main.rs")).unwrap();
        assert!(main.ends_with("pub mod m0001;\n\nfn main() {}\n"), "{main}");
        assert!(!file("src/lib.rs").exists());
        let manifest = fs::read_to_string(file("Cargo.toml")).unwrap();
        assert!(manifest.contains("\nasl-tests = "), "{manifest}");
    }

    #[test]
    fn a_file_leads_back_to_its_machine() {
        let generated = generated(&["m0001", "m0002"]);
        let id = |file: &str| generated.module_of(Path::new(file)).map(|m| m.id.as_str());
        assert_eq!(id("src/m0002.rs"), Some("repo/m0002"));
        assert_eq!(id("src/lib.rs"), None);
        assert_eq!(generated.lines(), 2);
        assert_eq!(module_name(41), "m0042");
    }
}
