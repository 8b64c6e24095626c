//! Workflow commands of GitHub Actions, which show a finding beside the line of a pull request.

use super::{Diagnostic, Severity, Source, printable};

/// One line: `::error file=flows/order.asl.json,line=4,col=40,...,title=ASL0201::there is no state ...`.
///
/// Columns count characters from 1; the end column is the one after the last character. A finding about the whole file
/// has no line.
///
/// ```
/// use asl_codegen::diagnostic::{render, Code, Diagnostic};
/// use asl_codegen::source::{Source, Span};
///
/// let source = Source::new("a, b.json", "{}");
/// let found = Diagnostic::error(Code::MissingField, Span::new(0, 1), "100 % wrong").help("mend it");
/// assert_eq!(
///     render::github(&found, &source),
///     "::error file=a%2C b.json,line=1,col=1,endLine=1,endColumn=2,title=ASL0102::100 %25 wrong%0Ahelp: mend it",
/// );
/// ```
pub fn github(diagnostic: &Diagnostic, source: &Source) -> String {
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = format!("file={}", property(source.name()));
    if let Some(span) = diagnostic.span() {
        let (start, end) = (source.position(span.start), source.position(span.end));
        properties.push_str(&format!(
            ",line={},col={},endLine={},endColumn={}",
            start.line, start.column, end.line, end.column
        ));
    }
    let mut message = printable(&diagnostic.message);
    let suggestion = diagnostic
        .suggestion
        .iter()
        .map(|suggestion| &suggestion.text);
    for help in diagnostic.help.iter().chain(suggestion) {
        message.push_str("\nhelp: ");
        message.push_str(&printable(help));
    }
    format!(
        "::{command} {properties},title={}::{}",
        diagnostic.code,
        data(&message)
    )
}

/// The escapes of a command's message.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The escapes of a command's properties, which end at a comma or colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
