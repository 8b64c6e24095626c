//! `cargo asl new`.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use asl_codegen::options::module_name;

use crate::Outcome;
use crate::cli::NewArgs;
use crate::failure::Failure;
use crate::terminal::Terminal;

pub(crate) fn run(args: &NewArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let name = &args.name;
    let module = module(name)?;
    let root = Path::new(name);
    if root.exists() {
        return Err(Failure::new(format!("`{name}` exists already")).help("choose another name"));
    }
    for (path, template) in templates(name) {
        let text = template
            .replace("@NAME@", name)
            .replace("@MODULE@", &module)
            .replace("@VERSION@", env!("CARGO_PKG_VERSION"));
        let path = root.join(path);
        create(&path, &text).map_err(|error| {
            Failure::new(format!("cannot create `{}`: {error}", path.display()))
        })?;
        terminal.note(&format!("created {}", path.display()));
    }
    terminal.note(&format!("run it: cd {name} && cargo run"));
    Ok(Outcome::Fine)
}

/// The files of a new package and what is in them.
fn templates(name: &str) -> [(String, &'static str); 3] {
    [
        (
            "Cargo.toml".to_owned(),
            include_str!("../templates/manifest.toml"),
        ),
        (
            format!("flows/{name}.asl.json"),
            include_str!("../templates/flow.asl.json"),
        ),
        (
            "src/main.rs".to_owned(),
            include_str!("../templates/main.rs"),
        ),
    ]
}

/// The module of a machine called `name`, which must do for a package, too.
fn module(name: &str) -> Result<String, Failure> {
    let refused = |why: &str| Failure::new(format!("`{name}` is no name for a package: {why}"));
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(refused("it does not begin with a letter"));
    }
    if !name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    {
        return Err(refused("it has more than letters, digits, `-` and `_`"));
    }
    match module_name(name) {
        Some(module) => Ok(module.to_string()),
        None => Err(refused("it is a word of Rust")),
    }
}

/// Writes a file that does not exist.
fn create(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::module;

    #[test]
    fn a_name_does_for_package_and_module() {
        assert_eq!(module("order-flow").ok().as_deref(), Some("order_flow"));
        for name in ["", "1st", "a b", "../up", "caf\u{e9}", "type", "-a"] {
            assert!(module(name).is_err(), "{name:?}");
        }
    }
}
