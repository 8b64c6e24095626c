//! Resource names of Tencent's cloud (TCSL-54), with positions inside the string.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::Parser;
use crate::source::Text;

/// A resource of a Task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Qrn<'a> {
    /// A cloud function: `…:scf:Invoke/FUNCTION/QUALIFIER/NAMESPACE`. Qualifier and namespace may be
    /// left out (TCSL-55).
    Function {
        /// Its name.
        name: &'a str,
        /// The name, and what follows it.
        target: &'a str,
    },
    /// Another action of a service: `…:SERVICE:ACTION`.
    Action {
        /// The action.
        name: &'a str,
        /// Both, as `SERVICE:ACTION`.
        target: &'a str,
    },
    /// Another machine: `…:flowmachine:MACHINE:ID`.
    Machine {
        /// Its name.
        name: &'a str,
    },
}

/// Why a string is no resource name, and which bytes of the decoded string say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrnProblem {
    /// Bytes of the decoded string; empty where something is missing.
    pub range: Range<usize>,
    /// What was expected there.
    pub expected: &'static str,
}

/// Parses a resource name.
///
/// ```
/// use asl_codegen::parse::{Qrn, parse_qrn};
///
/// let average = parse_qrn("qrn:qcs:asw:ap-guangzhou:123:sdk:json:qcloud:scf:Invoke/average");
/// assert_eq!(average, Ok(Qrn::Function { name: "average", target: "average" }));
///
/// let problem = parse_qrn("qrn:qcs:asw:ap-guangzhou:12a:sdk:json:qcloud:scf:Invoke").unwrap_err();
/// assert_eq!(problem.range, 25..28);
/// ```
///
/// # Errors
///
/// The first part of it that is not as it should be.
pub fn parse_qrn(text: &str) -> Result<Qrn<'_>, QrnProblem> {
    let mut parts = Parts { text, at: 0 };
    for word in ["qrn", "qcs", "asw"] {
        parts.word(&[word], "a resource begins with `qrn:qcs:asw:`")?;
    }
    parts.name(is_region, "expected a region such as `ap-guangzhou`")?;
    parts.name(is_digit, "expected the digits of an application id")?;
    match parts.word(&["sdk", "http"], "expected `sdk` or `http`")? {
        "http" => machine(parts),
        _ => action(parts),
    }
}

fn machine(mut parts: Parts<'_>) -> Result<Qrn<'_>, QrnProblem> {
    parts.word(&["json"], "expected `json`")?;
    parts.word(&["flowmachine"], "expected `flowmachine`")?;
    let name = parts.name(is_plain, "expected the name of a machine")?;
    parts.name(is_plain, "expected the id of the machine")?;
    parts.end()?;
    Ok(Qrn::Machine { name })
}

fn action(mut parts: Parts<'_>) -> Result<Qrn<'_>, QrnProblem> {
    parts.word(&["json"], "expected `json`")?;
    parts.word(&["qcloud"], "expected `qcloud`")?;
    let from = parts.at;
    let service = parts.name(is_plain, "expected the name of a service")?;
    let at = parts.at;
    let action = parts.name(
        |c| c == '/' || is_plain(c),
        "expected the name of an action",
    )?;
    parts.end()?;
    let target = parts.text.get(from..).unwrap_or_default();
    let Some((name, path)) = action.split_once('/') else {
        return Ok(Qrn::Action {
            name: action,
            target,
        });
    };
    if service != "scf" || name != "Invoke" {
        let start = at + name.len();
        return Err(QrnProblem {
            range: start..at + action.len(),
            expected: "only `scf:Invoke` goes on with a function",
        });
    }
    function(path, at + name.len() + 1)
}

/// `FUNCTION/QUALIFIER/NAMESPACE`, which begins at a byte of the whole.
fn function(target: &str, at: usize) -> Result<Qrn<'_>, QrnProblem> {
    let expected = [
        "expected the name of a function",
        "expected a version or alias after `/`",
        "expected a namespace after `/`",
    ];
    let mut start = at;
    let mut parts = target.split('/');
    for (expected, part) in expected.into_iter().zip(parts.by_ref()) {
        if part.is_empty() {
            let range = start..start;
            return Err(QrnProblem { range, expected });
        }
        start += part.len() + 1;
    }
    if parts.next().is_some() {
        return Err(QrnProblem {
            range: start - 1..at + target.len(),
            expected: "nothing follows the namespace",
        });
    }
    let name = target.split('/').next().unwrap_or(target);
    Ok(Qrn::Function { name, target })
}

fn is_region(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// A `$` is plain text (TCSL-55).
fn is_plain(c: char) -> bool {
    !matches!(c, ':' | '/') && !c.is_whitespace() && !c.is_control()
}

/// The parts between colons, one after the other.
struct Parts<'a> {
    text: &'a str,
    /// Where the next part begins; beyond the end if there is none.
    at: usize,
}

impl<'a> Parts<'a> {
    /// The next part, if there is one, and where it begins.
    fn next(&mut self) -> (usize, &'a str) {
        let at = self.at.min(self.text.len());
        let rest = self.text.get(self.at..).unwrap_or_default();
        let part = rest.split(':').next().unwrap_or(rest);
        self.at += part.len() + 1;
        (at, part)
    }

    /// A part that is one of some words.
    fn word(&mut self, words: &[&str], expected: &'static str) -> Result<&'a str, QrnProblem> {
        let (at, part) = self.next();
        if words.contains(&part) {
            return Ok(part);
        }
        let range = at..at + part.len();
        Err(QrnProblem { range, expected })
    }

    /// A part of such characters, at least one.
    fn name(
        &mut self,
        allows: impl Fn(char) -> bool,
        expected: &'static str,
    ) -> Result<&'a str, QrnProblem> {
        let (at, part) = self.next();
        if !part.is_empty() && part.chars().all(allows) {
            return Ok(part);
        }
        let range = at..at + part.len();
        Err(QrnProblem { range, expected })
    }

    fn end(&self) -> Result<(), QrnProblem> {
        if self.at > self.text.len() {
            return Ok(());
        }
        Err(QrnProblem {
            range: self.at - 1..self.text.len(),
            expected: "nothing follows here",
        })
    }
}

impl<'a> Qrn<'a> {
    /// What an engineer names the task by (TCSL-58).
    pub fn target(self) -> &'a str {
        match self {
            Qrn::Function { target, .. } | Qrn::Action { target, .. } => target,
            Qrn::Machine { name } => name,
        }
    }

    /// What reads as the name of a method: the function's, or service and action.
    pub fn short_name(self) -> String {
        match self {
            Qrn::Function { name, .. } | Qrn::Machine { name } => name.to_owned(),
            Qrn::Action { target, .. } => target.replace(':', "_"),
        }
    }
}

impl Parser<'_> {
    /// TCSL-59. What a placeholder without a value stands for is not known.
    pub(crate) fn qrn(&mut self, resource: &Text) {
        if resource.value.contains("${") {
            return;
        }
        let Err(problem) = parse_qrn(&resource.value) else {
            return;
        };
        let span = match problem.range.is_empty() {
            true if problem.range.start >= resource.value.len() => resource.span,
            true => resource.span_of(problem.range.start..problem.range.start + 1),
            false => resource.span_of(problem.range),
        };
        let dialect = self.rules.name;
        self.report(
            Diagnostic::error(
                Code::BadResource,
                span,
                format!("`Resource` is no resource name of dialect `{dialect}`"),
            )
            .label(problem.expected)
            .help("a function is `qrn:qcs:asw:REGION:APPID:sdk:json:qcloud:scf:Invoke/FUNCTION`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "qrn:qcs:asw:ap-guangzhou:123456789:";

    fn parsed(tail: &str) -> Result<(String, String), (String, &'static str)> {
        let text = format!("{HEAD}{tail}");
        match parse_qrn(&text) {
            Ok(qrn) => Ok((qrn.target().to_owned(), qrn.short_name())),
            Err(problem) => Err((
                text.get(problem.range).unwrap().to_owned(),
                problem.expected,
            )),
        }
    }

    #[test]
    fn tcsl_54_to_56_resources_and_what_they_are_called() {
        for (tail, target, name) in [
            ("sdk:json:qcloud:scf:Invoke/average", "average", "average"),
            ("sdk:json:qcloud:scf:Invoke/f/1", "f/1", "f"),
            (
                "sdk:json:qcloud:scf:Invoke/f/$DEFAULT/default",
                "f/$DEFAULT/default",
                "f",
            ),
            ("sdk:json:qcloud:scf:Invoke", "scf:Invoke", "scf_Invoke"),
            (
                "sdk:json:qcloud:mps:checkMpsJob",
                "mps:checkMpsJob",
                "mps_checkMpsJob",
            ),
            (
                "sdk:json:qcloud:nlp:KeywordsExtraction",
                "nlp:KeywordsExtraction",
                "nlp_KeywordsExtraction",
            ),
            ("http:json:flowmachine:Order:4711", "Order", "Order"),
        ] {
            let expected = Ok((target.to_owned(), name.to_owned()));
            assert_eq!(parsed(tail), expected, "{tail}");
        }
    }

    #[test]
    fn tcsl_59_the_wrong_part_is_located() {
        for (tail, part, word) in [
            ("grpc:json:qcloud:scf:Invoke/f", "grpc", "sdk"),
            ("sdk:xml:qcloud:scf:Invoke/f", "xml", "json"),
            ("sdk:json:aws:scf:Invoke/f", "aws", "qcloud"),
            ("sdk:json:qcloud::Invoke/f", "", "service"),
            ("sdk:json:qcloud:scf", "", "action"),
            ("sdk:json:qcloud:scf:", "", "action"),
            ("sdk:json:qcloud:scf:Invoke/", "", "function"),
            ("sdk:json:qcloud:scf:Invoke//1", "", "function"),
            ("sdk:json:qcloud:scf:Invoke/f/", "", "version"),
            ("sdk:json:qcloud:scf:Invoke/f/1/", "", "namespace"),
            ("sdk:json:qcloud:scf:Invoke/f/1/n/x", "/x", "nothing"),
            ("sdk:json:qcloud:scf:Invoke/f:1", ":1", "nothing"),
            ("sdk:json:qcloud:nlp:Sum/f", "/f", "only `scf:Invoke`"),
            ("http:json:machine:Order:4711", "machine", "flowmachine"),
            ("http:json:flowmachine:Order", "", "id"),
            ("http:json:flowmachine:Order:1:2", ":2", "nothing"),
        ] {
            let (found, expected) = parsed(tail).unwrap_err();
            assert_eq!(found, part, "{tail}");
            assert!(expected.contains(word), "{tail}: {expected}");
        }
        for (text, range) in [
            ("", 0..0),
            ("https://example.com/f", 0..5),
            ("arn:aws:lambda:eu-west-1:1:function:f", 0..3),
            ("qrn:qcs:asw::1:sdk:json:qcloud:scf:Invoke", 12..12),
            ("qrn:qcs:asw:a b:1:sdk:json:qcloud:scf:Invoke", 12..15),
            ("qrn:qcs:asw:r:12a4:sdk:json:qcloud:scf:Invoke", 14..18),
            ("qrn:qcs:asw:r", 13..13),
        ] {
            assert_eq!(parse_qrn(text).unwrap_err().range, range, "{text}");
        }
    }
}
