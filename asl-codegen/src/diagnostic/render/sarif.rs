//! SARIF 2.1.0, the form that code scanners exchange.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Applicability, Code, Diagnostic, Findings, Label, Severity, Source, Span, page_url};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The program that a log is of.
#[derive(Clone, Copy, Debug)]
pub struct Tool<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its version.
    pub version: &'a str,
    /// The page about a code, in Markdown.
    pub page: fn(Code) -> Option<&'a str>,
}

/// The findings of all files as one SARIF log, indented.
///
/// Columns count UTF-16 code units, as the log says. A finding's place in the document, its JSON Pointer, is a logical
/// location; certain suggestions are fixes; the service's category is a property.
pub fn sarif(files: &[Findings<'_>], tool: Tool<'_>) -> String {
    let codes: BTreeSet<Code> = files
        .iter()
        .flat_map(|file| file.diagnostics)
        .map(|found| found.code)
        .collect();
    let rules: Vec<Value> = codes.iter().map(|code| rule(*code, tool)).collect();
    let results: Vec<Value> = files
        .iter()
        .flat_map(|file| {
            file.diagnostics
                .iter()
                .map(|found| result(found, file, &codes))
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": tool.name,
                "semanticVersion": tool.version,
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            } },
            "columnKind": "utf16CodeUnits",
            "invocations": [{ "executionSuccessful": true }],
            "results": results,
        }],
    });
    format!("{log:#}")
}

fn rule(code: Code, tool: Tool<'_>) -> Value {
    let mut rule = json!({
        "id": code.as_str(),
        "name": format!("{code:?}"),
        "shortDescription": { "text": code.title() },
        "helpUri": page_url(code),
    });
    if let Some(page) = (tool.page)(code) {
        insert(&mut rule, "help", json!({ "text": page, "markdown": page }));
    }
    if let Some(category) = code.category() {
        insert(
            &mut rule,
            "properties",
            json!({ "category": category.as_str() }),
        );
    }
    rule
}

fn result(found: &Diagnostic, file: &Findings<'_>, codes: &BTreeSet<Code>) -> Value {
    let mut text = found.message.clone();
    let suggestion = found.suggestion.iter().map(|suggestion| &suggestion.text);
    for help in found.help.iter().chain(suggestion) {
        let _ = write!(text, "\nhelp: {help}");
    }
    let mut result = json!({
        "ruleId": found.code.as_str(),
        "ruleIndex": codes.range(..found.code).count(),
        "level": match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        "message": { "text": text },
        "locations": [location(found.primary.as_ref(), file)],
    });
    if !found.secondary.is_empty() {
        let related = found.secondary.iter().enumerate().map(|(id, label)| {
            let mut location = location(Some(label), file);
            insert(&mut location, "id", json!(id));
            location
        });
        insert(&mut result, "relatedLocations", related.collect());
    }
    if let Some(fix) = fix(found, file.source) {
        insert(&mut result, "fixes", json!([fix]));
    }
    result
}

/// A place; without a label, the file.
fn location(label: Option<&Label>, file: &Findings<'_>) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(file.source.name()) } });
    let Some(label) = label else {
        return json!({ "physicalLocation": physical });
    };
    insert(&mut physical, "region", region(label.span, file.source));
    let mut location = json!({ "physicalLocation": physical });
    if let Some(pointer) = file
        .tree
        .map(|tree| tree.pointer(label.span))
        .filter(|p| !p.is_empty())
    {
        insert(
            &mut location,
            "logicalLocations",
            json!([{ "fullyQualifiedName": pointer }]),
        );
    }
    if !label.text.is_empty() {
        insert(&mut location, "message", json!({ "text": label.text }));
    }
    location
}

/// The edit, if it is certain.
fn fix(found: &Diagnostic, source: &Source) -> Option<Value> {
    let suggestion = found.suggestion.as_ref()?;
    if suggestion.applicability != Applicability::MachineApplicable {
        return None;
    }
    Some(json!({
        "description": { "text": suggestion.text },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(source.name()) },
            "replacements": [{
                "deletedRegion": region(suggestion.span, source),
                "insertedContent": { "text": suggestion.replacement },
            }],
        }],
    }))
}

fn region(span: Span, source: &Source) -> Value {
    let (start, end) = (source.position(span.start), source.position(span.end));
    json!({
        "startLine": start.line,
        "startColumn": source.utf16_column(span.start),
        "endLine": end.line,
        "endColumn": source.utf16_column(span.end),
    })
}

fn insert(object: &mut Value, key: &str, value: Value) {
    if let Value::Object(members) = object {
        members.insert(key.to_owned(), value);
    }
}

/// A path as a URI reference (RFC 3986): absolute ones with the scheme `file`, others relative.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    let first = path.split('/').next().unwrap_or_default();
    if path.starts_with('/') {
        uri.push_str("file://");
    } else if first.len() == 2 && first.ends_with(':') {
        // A drive of Windows.
        uri.push_str("file:///");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b':' if uri.starts_with("file:") => uri.push(':'),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uris() {
        let cases = [
            ("flows/order.asl.json", "flows/order.asl.json"),
            ("my flows/caf\u{e9}.json", "my%20flows/caf%C3%A9.json"),
            ("/app/a#b.json", "file:///app/a%23b.json"),
            ("C:/app/a.json", "file:///C:/app/a.json"),
            ("a:b/c.json", "a%3Ab/c.json"),
            ("<stdin>", "%3Cstdin%3E"),
        ];
        for (path, expected) in cases {
            assert_eq!(uri(path), expected);
        }
    }
}
