//! `cargo asl explain`.

use asl_codegen::diagnostic::{Code, suggest};

use crate::Outcome;
use crate::cli::ExplainArgs;
use crate::failure::Failure;
use crate::markdown;
use crate::terminal::Terminal;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

pub(crate) fn run(args: &ExplainArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let Some(given) = &args.code else {
        terminal.print(&index())?;
        return Ok(Outcome::Fine);
    };
    let written = full(given);
    let code: Option<Code> = written.parse().ok();
    let Some(page) = code.and_then(page) else {
        return Err(unknown(given, &written));
    };
    match terminal.width() {
        Some(width) => {
            terminal.print_styled(&markdown::shown(page, width, terminal.output_style()))?
        }
        None => terminal.print(page)?,
    }
    Ok(Outcome::Fine)
}

/// The page about a code, in Markdown.
pub(crate) fn page(code: Code) -> Option<&'static str> {
    let index = PAGES
        .binary_search_by_key(&code.as_str(), |(code, _)| code)
        .ok()?;
    PAGES.get(index).map(|(_, page)| *page)
}

/// All codes, a line each.
fn index() -> String {
    let lines = Code::ALL
        .iter()
        .map(|code| format!("{code}  {}\n", code.title()));
    lines.collect()
}

/// A code as people write it, in full: `201` and `asl0201` are `ASL0201`.
fn full(given: &str) -> String {
    let given = given.trim().to_ascii_uppercase();
    let number = given.strip_prefix("ASL").unwrap_or(&given);
    format!("ASL{number:0>4}")
}

fn unknown(given: &str, written: &str) -> Failure {
    let failure = Failure::new(format!("there is no code `{given}`"));
    // Of the digits alone: the letters, which all codes share, would make them near to each other.
    let digits = |code: &'static str| code.trim_start_matches("ASL");
    let codes = Code::ALL.iter().map(|code| digits(code.as_str()));
    match suggest::nearest(written.trim_start_matches("ASL"), codes) {
        Some(near) => failure.help(format!("did you mean `ASL{near}`?")),
        None => failure.help("`cargo asl explain` lists all codes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page() {
        for code in Code::ALL {
            let page = page(*code).unwrap_or_default();
            assert!(page.starts_with(&format!("# {code}: ")), "{code}");
        }
    }

    #[test]
    fn codes_can_be_abbreviated() {
        for given in ["201", "0201", "asl0201", "ASL0201", " ASL201"] {
            assert_eq!(full(given), "ASL0201", "{given:?}");
        }
    }
}
