//! From the text of a file to one tree, whatever format the file is in.

use super::{Format, Node, Source, json, substitute};
use crate::diagnostic::{Code, Diagnostic};

/// What became of a text.
#[derive(Clone, Debug)]
pub struct Document {
    /// The value, placeholders filled in; after a syntax error whatever could be read.
    pub root: Node,
    /// Whether `root` is all of the text and not a guess.
    pub is_whole: bool,
    /// What there is to say about syntax and placeholders, not sorted.
    pub findings: Vec<Diagnostic>,
}

/// Reads a definition in the format of its file and fills its placeholders from `values`, pairs of name and value.
///
/// ```
/// use asl_codegen::Source;
/// use asl_codegen::source::document;
///
/// let source = Source::new("hello.asl.json", r#"{ "StartAt": "${First}" }"#);
/// let document = document::read(&source, &[("First".to_owned(), "Hello".to_owned())]);
/// assert!(document.is_whole && document.findings.is_empty());
/// assert_eq!(document.root.get("StartAt").unwrap().as_str(), Some("Hello"));
/// ```
pub fn read(source: &Source, values: &[(String, String)]) -> Document {
    match source.format() {
        Format::Json => read_json(source, values),
        Format::Yaml => read_yaml(source, Some(values)),
    }
}

/// Reads a file in which `${Name}` has no meaning.
pub(super) fn read_literally(source: &Source) -> Document {
    match source.format() {
        Format::Json => parsed(substitute::Filled::plain(source.text()), Vec::new()),
        Format::Yaml => read_yaml(source, None),
    }
}

fn read_json(source: &Source, values: &[(String, String)]) -> Document {
    let (filled, findings) = substitute::fill(source.text(), values);
    parsed(filled, findings)
}

fn parsed(filled: substitute::Filled, mut findings: Vec<Diagnostic>) -> Document {
    match json::parse(&filled) {
        Ok(root) => Document {
            root,
            is_whole: true,
            findings,
        },
        Err(error) => {
            // With a directive in it, it cannot be JSON; that was said.
            let expected =
                |found: &Diagnostic| found.code == Code::TemplateDirective && found.is_error();
            if !findings.iter().any(expected) {
                findings.push(error);
            }
            Document {
                root: json::recover(&filled),
                is_whole: false,
                findings,
            }
        }
    }
}

#[cfg(feature = "yaml")]
fn read_yaml(source: &Source, values: Option<&[(String, String)]>) -> Document {
    super::yaml::read(source.text(), values)
}

#[cfg(not(feature = "yaml"))]
fn read_yaml(_: &Source, _: Option<&[(String, String)]>) -> Document {
    Document {
        root: Node {
            span: super::Span::default(),
            kind: super::Kind::Null,
        },
        is_whole: false,
        findings: vec![yaml_is_off()],
    }
}

/// Lets what is said and suggested, which is made for JSON, be written in the format of the file.
pub(crate) fn adapt(source: &Source, diagnostics: &mut [Diagnostic]) {
    #[cfg(feature = "yaml")]
    if source.format() == Format::Yaml {
        super::yaml::adapt(source, diagnostics);
    }
    #[cfg(not(feature = "yaml"))]
    let _ = (source, diagnostics);
}

/// What is said about a YAML file where the feature `yaml` is off.
pub fn yaml_is_off() -> Diagnostic {
    Diagnostic::file(
        Code::YamlIsOff,
        "definition is YAML, which needs the feature `yaml`",
    )
    .help("for `asl_machine!`, turn it on in `Cargo.toml`: asl-runtime = { version = \"..\", features = [\"yaml\"] }")
    .help("for a build script, turn it on for `asl-codegen`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_that_of_the_source() {
        let source = Source::new("<stdin>", "{\"a\": \"${N}\"}");
        let values = [("N".to_owned(), "x".to_owned())];
        let document = read(&source, &values);
        assert!(document.is_whole && document.findings.is_empty());
        assert_eq!(document.root.get("a").and_then(Node::as_str), Some("x"));
    }

    #[cfg(not(feature = "yaml"))]
    #[test]
    fn asl1201_without_the_feature_a_yaml_file_is_refused() {
        for name in ["flow.asl.yaml", "flow.yml"] {
            let document = read(&Source::new(name, "StartAt: A\n"), &[]);
            assert!(!document.is_whole);
            let [found] = document.findings.as_slice() else {
                panic!("{:?}", document.findings);
            };
            assert_eq!(found.code, Code::YamlIsOff);
        }
    }

    #[cfg(feature = "yaml")]
    #[test]
    fn standard_input_can_be_yaml() {
        let source = Source::new("<stdin>", "a: ${N}\n").with_format(Format::Yaml);
        let document = read(&source, &[("N".to_owned(), "1".to_owned())]);
        assert_eq!(document.root.get("a").and_then(Node::as_number), Some("1"));
    }

    #[test]
    fn asl0805_a_directive_speaks_for_the_syntax_error() {
        let source = Source::new("flow.asl.json", "{\n%{ if a }\n\"b\": 1\n%{ endif }\n}");
        let document = read(&source, &[]);
        let codes: Vec<Code> = document.findings.iter().map(|f| f.code).collect();
        assert_eq!(codes, [Code::TemplateDirective; 2]);
        assert!(!document.is_whole);
    }
}
