//! Reading a definition from a file: the compiler's only contact with the file system.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{Source, substitute};
use crate::diagnostic::{Code, Diagnostic, suggest};

/// How many near file names a message shows.
const MOST_NEAR_NAMES: usize = 3;

/// The size that [`read`] is usually limited to, in bytes. The service takes definitions of up to 1 MB.
pub const MAX_BYTES: u64 = 16 << 20;

/// Reads the definition at `path`, called `name` in diagnostics, of at most `max_bytes` bytes.
///
/// A relative path is relative to the current directory; better give an absolute one.
///
/// # Errors
///
/// [`Code::FileNotFound`] with the absolute path that was tried and near names beside it, [`Code::FileUnreadable`] for
/// a directory and all other errors of the system, [`Code::FileTooLarge`], and [`Code::NotUtf8`]. That the text is a
/// definition at all is for [`json::parse`](super::json::parse) to say.
///
/// ```no_run
/// use asl_codegen::source::load;
/// use std::path::Path;
///
/// let source = load::read("flows/order.asl.json", Path::new("/app/flows/order.asl.json"), load::MAX_BYTES)?;
/// # Ok::<(), asl_codegen::diagnostic::Diagnostic>(())
/// ```
pub fn read(name: &str, path: &Path, max_bytes: u64) -> Result<Source, Diagnostic> {
    let bytes = match read_bytes(path, max_bytes) {
        Ok(bytes) => bytes,
        Err(error) => return Err(unreadable(name, path, &error)),
    };
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > max_bytes {
        let size = fs::metadata(path).map_or(size, |metadata| metadata.len());
        let message =
            format!("definition `{name}` is too large: {size} bytes, the limit is {max_bytes}");
        return Err(Diagnostic::file(Code::FileTooLarge, message));
    }
    Source::from_bytes(name, bytes)
}

/// Reads the values of placeholders from the file at `path`, called `name` in diagnostics: those that `definition`
/// mentions, because one file may serve several definitions.
///
/// # Errors
///
/// As [`read`] and [`read_values`](substitute::read_values), with the file that the findings are about.
pub fn read_substitutions(
    name: &str,
    path: &Path,
    definition: &Source,
) -> Result<substitute::Substitutions, (Source, Vec<Diagnostic>)> {
    let source = read(name, path, MAX_BYTES).map_err(|error| {
        let unread = Source::new(name, String::new());
        (unread, vec![substitute::about_values(error)])
    })?;
    match substitute::read_values(&source) {
        Ok(mut values) => {
            values.retain(|(name, _)| definition.text().contains(name));
            Ok(values)
        }
        Err(findings) => Err((source, findings.into_sorted())),
    }
}

/// One byte more than `max_bytes` at most, so that a device without end does not fill the memory.
fn read_bytes(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let file = fs::File::open(path)?;
    // Some systems open a directory and fail on the first read only.
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    file.take(max_bytes.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unreadable(name: &str, path: &Path, error: &io::Error) -> Diagnostic {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let shown = path.display();
    // Asked of the path: opening a directory is "permission denied" on some systems.
    if error.kind() == io::ErrorKind::IsADirectory || path.is_dir() {
        let message = format!("definition `{name}` is a directory");
        return Diagnostic::file(Code::FileUnreadable, message)
            .help(format!("give the path of a file inside `{shown}`"));
    }
    match error.kind() {
        io::ErrorKind::NotFound => missing(name, &path),
        _ => Diagnostic::file(
            Code::FileUnreadable,
            format!("cannot read definition `{name}`: {error}"),
        )
        .help(format!("the path tried is `{shown}`")),
    }
}

/// What to say about a file that is not there.
fn missing(name: &str, path: &Path) -> Diagnostic {
    let diagnostic = Diagnostic::file(Code::FileNotFound, format!("definition `{name}` not found"))
        .help(format!("the path tried is `{}`", path.display()));
    if let Some(directory) = missing_directory(path) {
        return diagnostic.help(format!("there is no directory `{}`", directory.display()));
    }
    let near = near_names(path);
    if near.is_empty() {
        return diagnostic;
    }
    let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    diagnostic.help(format!("the same directory has {}", near.join(", ")))
}

/// The outermost directory of `path` that does not exist.
fn missing_directory(path: &Path) -> Option<PathBuf> {
    path.ancestors()
        .skip(1)
        .take_while(|directory| !directory.is_dir())
        .last()
        .map(Path::to_owned)
}

/// Names beside `path` that it may have been meant to be, nearest first.
fn near_names(path: &Path) -> Vec<String> {
    let (Some(wanted), Some(directory)) = (
        path.file_name().and_then(|name| name.to_str()),
        path.parent(),
    ) else {
        return Vec::new();
    };
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    // A directory has no order of its own.
    names.sort_unstable();
    near_stems(wanted, &names)
}

/// The `names` whose part before the first dot is near to that of `wanted`, nearest first. Whole names would be near to
/// each other by what all definitions end with.
fn near_stems(wanted: &str, names: &[String]) -> Vec<String> {
    let stems: BTreeSet<&str> = names.iter().map(|name| stem(name)).collect();
    suggest::ranked(stem(wanted), stems)
        .into_iter()
        .flat_map(|near| names.iter().filter(move |name| stem(name) == near))
        .take(MOST_NEAR_NAMES)
        .cloned()
        .collect()
}

/// A file name up to its first dot; all of it if it begins with one.
fn stem(name: &str) -> &str {
    match name.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of its own for a test, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(test: &str) -> Self {
            let path = std::env::temp_dir().join(format!("asl-load-{}-{test}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn file(&self, name: &str, contents: &[u8]) -> PathBuf {
            let path = self.0.join(name);
            fs::write(&path, contents).unwrap();
            path
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn reads_a_file_of_exactly_the_limit() {
        let scratch = Scratch::new("reads");
        let path = scratch.file("a.json", b"{\"a\": 1}");
        let source = read("flows/a.json", &path, 8).unwrap();
        assert_eq!(
            (source.name(), source.text()),
            ("flows/a.json", "{\"a\": 1}")
        );
    }

    #[test]
    fn names_size_and_limit_of_a_file_too_large() {
        let scratch = Scratch::new("large");
        let path = scratch.file("a.json", &[b' '; 100]);
        let error = read("a.json", &path, 99).unwrap_err();
        assert_eq!(error.code, Code::FileTooLarge);
        assert_eq!(
            error.message,
            "definition `a.json` is too large: 100 bytes, the limit is 99"
        );
    }

    #[test]
    fn names_the_path_tried_and_near_names() {
        let scratch = Scratch::new("missing");
        for name in [
            "order.asl.json",
            "orders.asl.json",
            "odder.asl.json",
            "unrelated.txt",
        ] {
            scratch.file(name, b"{}");
        }
        let path = scratch.0.join("oder.asl.json");
        let error = read("flows/oder.asl.json", &path, 99).unwrap_err();
        assert_eq!(error.code, Code::FileNotFound);
        assert_eq!(error.message, "definition `flows/oder.asl.json` not found");
        let tried = format!("the path tried is `{}`", path.display());
        let near = "the same directory has `odder.asl.json`, `order.asl.json`".to_owned();
        assert_eq!(error.help, [tried, near]);
    }

    #[test]
    fn near_names_are_near_before_the_first_dot() {
        let names = [
            "order.asl.json",
            "refund.asl.json",
            ".profile",
            "a.asl.json",
        ];
        let names = names.map(str::to_owned);
        let cases: [(&str, &[&str]); 5] = [
            ("order.json", &["order.asl.json"]),
            ("oder.asl.json", &["order.asl.json"]),
            ("b.asl.json", &[]),
            ("invoice.asl.json", &[]),
            (".profil", &[".profile"]),
        ];
        for (wanted, near) in cases {
            assert_eq!(near_stems(wanted, &names), near, "{wanted}");
        }
    }

    #[test]
    fn names_the_first_directory_that_is_missing() {
        let scratch = Scratch::new("directory");
        let error = read("flows/x/a.json", &scratch.0.join("flows/x/a.json"), 99).unwrap_err();
        assert_eq!(error.code, Code::FileNotFound);
        assert_eq!(
            error.help[1],
            format!(
                "there is no directory `{}`",
                scratch.0.join("flows").display()
            )
        );
    }

    #[test]
    fn says_that_a_directory_is_one() {
        let scratch = Scratch::new("isdir");
        let error = read("flows", &scratch.0, 99).unwrap_err();
        assert_eq!(error.code, Code::FileUnreadable);
        assert_eq!(error.message, "definition `flows` is a directory");
    }

    #[test]
    fn other_errors_of_the_system_are_passed_on() {
        let scratch = Scratch::new("other");
        // A name with a NUL byte is refused before the file system is asked.
        let error = read("a", &scratch.0.join("a\0b"), 99).unwrap_err();
        assert_eq!(error.code, Code::FileUnreadable);
        assert!(
            error.message.starts_with("cannot read definition `a`: "),
            "{}",
            error.message
        );
    }

    #[test]
    fn says_where_a_file_is_not_utf_8() {
        let scratch = Scratch::new("utf8");
        let path = scratch.file("a.json", b"{\n\xff}");
        let error = read("a.json", &path, 99).unwrap_err();
        assert_eq!(
            (error.code, error.message.as_str()),
            (
                Code::NotUtf8,
                "definition is not UTF-8: line 2, byte 1 is 0xff"
            )
        );
    }
}
