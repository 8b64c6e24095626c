//! A file of values.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::document;
use crate::source::{Kind, Node, Source};

/// Names of placeholders and their values.
pub type Substitutions = Vec<(String, String)>;

/// Reads the values of placeholders from a file: one object in JSON, or in YAML by the name of the file, with a member
/// for each placeholder.
///
/// A string is inserted as it is, everything else as JSON. The result is what
/// [`Options::substitutions`](crate::Options::substitutions) takes.
///
/// # Errors
///
/// Whatever is wrong with the file, with positions in `source`: its syntax, [`Code::WrongType`] where it is not one
/// object, [`Code::DuplicateKey`].
///
/// ```
/// use asl_codegen::Source;
/// use asl_codegen::source::substitute::read_values;
///
/// let source = Source::new("values.json", r#"{ "ChargeArn": "arn:aws:lambda:..", "Delay": 60 }"#);
/// let values = read_values(&source).unwrap();
/// assert_eq!(values[0], ("ChargeArn".to_owned(), "arn:aws:lambda:..".to_owned()));
/// assert_eq!(values[1], ("Delay".to_owned(), "60".to_owned()));
/// ```
pub fn read_values(source: &Source) -> Result<Substitutions, Diagnostics> {
    let document = document::read_literally(source);
    let mut findings = Diagnostics::default();
    findings.extend(document.findings.into_iter().map(about_values));
    let mut values = Substitutions::new();
    let mut names = BTreeSet::new();
    match document.root.as_object() {
        Some(members) => {
            for member in members {
                let name = &member.key.value;
                if !names.insert(name) {
                    let message = format!("the value of `{name}` is given twice");
                    findings.push(Diagnostic::error(
                        Code::DuplicateKey,
                        member.key.span,
                        message,
                    ));
                }
                values.push((name.clone(), text_of(&member.value)));
            }
        }
        None if !findings.has_errors() => findings.push(
            Diagnostic::error(
                Code::WrongType,
                document.root.span,
                format!("values are one object, not {}", document.root.kind_name()),
            )
            .help("write `{ \"Name\": \"value\" }`"),
        ),
        None => {}
    }
    if findings.has_errors() {
        return Err(findings);
    }
    Ok(values)
}

/// The formats speak of definitions, whatever they are asked to read.
pub(in crate::source) fn about_values(mut found: Diagnostic) -> Diagnostic {
    found.message = found.message.replacen("definition", "file of values", 1);
    found
}

/// What is inserted for a value.
fn text_of(node: &Node) -> String {
    match &node.kind {
        Kind::String(text) => text.value.clone(),
        _ => {
            let mut json = String::new();
            write_json(node, &mut json);
            json
        }
    }
}

/// The value as JSON; as deep as [`MAX_DEPTH`](crate::source::json::MAX_DEPTH) at most.
fn write_json(node: &Node, json: &mut String) {
    match &node.kind {
        Kind::Null => json.push_str("null"),
        Kind::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
        Kind::Number(text) => json.push_str(text),
        Kind::String(text) => json.push_str(&quoted(&text.value)),
        Kind::Array(elements) => {
            json.push('[');
            for (index, element) in elements.iter().enumerate() {
                json.push_str(if index > 0 { "," } else { "" });
                write_json(element, json);
            }
            json.push(']');
        }
        Kind::Object(members) => {
            json.push('{');
            for (index, member) in members.iter().enumerate() {
                json.push_str(if index > 0 { "," } else { "" });
                json.push_str(&quoted(&member.key.value));
                json.push(':');
                write_json(&member.value, json);
            }
            json.push('}');
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn values(name: &str, text: &str) -> Vec<(String, String)> {
        read_values(&Source::new(name, text)).unwrap()
    }

    fn refused(name: &str, text: &str) -> Vec<(Code, Option<Span>)> {
        let findings = read_values(&Source::new(name, text)).unwrap_err();
        findings.iter().map(|f| (f.code, f.span())).collect()
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn strings_are_inserted_as_they_are_and_the_rest_as_json() {
        let text = r#"{"A": "x \"y\" ${Z}", "B": 1.50, "C": null, "D": {"k": ["é\n", true]}}"#;
        let expected = [
            pair("A", "x \"y\" ${Z}"),
            pair("B", "1.50"),
            pair("C", "null"),
            pair("D", r#"{"k":["é\n",true]}"#),
        ];
        assert_eq!(values("v.json", text), expected);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(
            refused("v.json", "[1]"),
            [(Code::WrongType, Some(Span::new(0, 3)))]
        );
        assert_eq!(
            refused("v.json", r#"{"A": "1", "A": "2"}"#),
            [(Code::DuplicateKey, Some(Span::new(11, 14)))]
        );
        assert_eq!(
            refused("v.json", r#"{"A": }"#),
            [(Code::NotJson, Some(Span::new(6, 7)))]
        );
    }

    #[cfg(feature = "yaml")]
    #[test]
    fn yaml_is_read_by_the_name_of_the_file() {
        let text = "A: arn:aws:x # the function\nB: 60\nC: [1, {k: v}]\nD: \"60\"\nE: ${F}\n";
        let expected = [
            pair("A", "arn:aws:x"),
            pair("B", "60"),
            pair("C", r#"[1,{"k":"v"}]"#),
            pair("D", "60"),
            pair("E", "${F}"),
        ];
        assert_eq!(values("v.yml", text), expected);
    }
}
