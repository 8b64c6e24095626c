//! From arguments to files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::failure::Failure;

/// What the name of a definition ends with, where a directory is searched for them.
const ENDINGS: &[&str] = &[".asl.json", ".asl.yaml", ".asl.yml"];

/// One definition to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file, which need not exist.
    File(PathBuf),
}

/// The definitions that the arguments name, in their order, each once. `-` is standard input, a directory all
/// definitions in it, and what names no file is a pattern if it has `*`, `?` or `[`: not every shell expands those.
///
/// # Errors
///
/// A pattern or directory without a definition, or a malformed pattern. That a file does not exist is said when it is
/// read.
pub(crate) fn inputs(arguments: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    let mut seen = BTreeSet::new();
    for argument in arguments {
        if argument.as_os_str() == "-" {
            if !inputs.contains(&Input::Stdin) {
                inputs.push(Input::Stdin);
            }
            continue;
        }
        for file in files(argument)? {
            if seen.insert(file.clone()) {
                inputs.push(Input::File(file));
            }
        }
    }
    Ok(inputs)
}

/// The one definition that the argument names.
///
/// # Errors
///
/// As [`inputs`], and if there are several.
pub(crate) fn single(argument: &Path) -> Result<Input, Failure> {
    let found = inputs(&[argument.to_owned()])?;
    match <[Input; 1]>::try_from(found) {
        Ok([input]) => Ok(input),
        Err(found) => {
            let message = format!("`{}` is {} definitions", argument.display(), found.len());
            Err(Failure::new(message).help("give one file"))
        }
    }
}

fn files(argument: &Path) -> Result<Vec<PathBuf>, Failure> {
    let shown = argument.display();
    if argument.is_dir() {
        let mut found = Vec::new();
        search(argument, &mut found)
            .map_err(|error| Failure::new(format!("cannot search `{shown}`: {error}")))?;
        found.sort();
        if found.is_empty() {
            let endings = ENDINGS.join("`, `");
            return Err(
                Failure::new(format!("no definition in the directory `{shown}`"))
                    .help(format!("their names end with `{endings}`")),
            );
        }
        return Ok(found);
    }
    let pattern = argument
        .to_str()
        .filter(|text| text.contains(['*', '?', '[']));
    let Some(pattern) = pattern.filter(|_| !argument.exists()) else {
        return Ok(vec![argument.to_owned()]);
    };
    let found = matches(pattern)?;
    if found.is_empty() {
        return Err(Failure::new(format!("no file matches `{pattern}`")));
    }
    Ok(found)
}

/// The files that match, in alphabetical order.
fn matches(pattern: &str) -> Result<Vec<PathBuf>, Failure> {
    let options = glob::MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: true,
    };
    let paths = glob::glob_with(pattern, options)
        .map_err(|error| Failure::new(format!("malformed pattern `{pattern}`: {}", error.msg)))?;
    // What may not be read cannot be meant.
    Ok(paths.flatten().filter(|path| path.is_file()).collect())
}

/// Adds the definitions in `directory` and below. Left out are hidden directories, links to others, and what programs
/// can make again (with a `CACHEDIR.TAG`), such as cargo's `target`.
fn search(directory: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                if !name.starts_with('.') && !path.join("CACHEDIR.TAG").exists() {
                    open.push(path);
                }
            } else if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    Ok(())
}
