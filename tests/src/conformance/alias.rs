//! Rust names for states and tasks that have none of their own, so that a definition is not
//! counted as refused for what one line of options repairs.

use asl_codegen::diagnostic::{Code, Diagnostic};
use asl_codegen::options::{NameOption, Options, module_name};

/// A Rust name of our own choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The state, function or resource.
    pub key: String,
    /// Its name in Rust.
    pub name: String,
}

/// Whether the diagnostic asks for nothing but another Rust name.
pub fn asks_for_a_name(diagnostic: &Diagnostic) -> bool {
    matches!(
        diagnostic.code,
        Code::NoRustName | Code::SameRustName | Code::TaskName
    )
}

/// Gives a name to every key that `diagnostics` ask one for, and adds it to `options`. Names are
/// the key's last words and a number that no other alias has.
///
/// Returns the new aliases: none if nothing is asked for, or only what has an alias already.
pub fn add(diagnostics: &[Diagnostic], options: &mut Options) -> Vec<Alias> {
    let mut added = Vec::new();
    for key in diagnostics
        .iter()
        .filter(|d| asks_for_a_name(d))
        .filter_map(key)
    {
        if options.names.iter().any(|name| name.key == key) {
            continue;
        }
        let number = options.names.len() + 2;
        let numbered = |text: &str| module_name(&format!("{text} {number}"));
        let Some(ident) = numbered(&last_words(&key)).or_else(|| numbered("name")) else {
            continue;
        };
        added.push(Alias {
            key: key.clone(),
            name: ident.to_string(),
        });
        let span = options.name.span();
        options.names.push(NameOption { key, span, ident });
    }
    added
}

/// The key in the help "choose one: `names = { "key" = MyState }`": only the compiler knows
/// whether a task is named by its state, its function or its resource.
fn key(diagnostic: &Diagnostic) -> Option<String> {
    diagnostic.help.iter().find_map(|help| {
        let (_, literal) = help.split_once("names = { \"")?;
        unescape(literal)
    })
}

/// Reads a Rust string literal, after its opening quote, up to the closing one.
fn unescape(literal: &str) -> Option<String> {
    let mut text = String::new();
    let mut chars = literal.chars();
    loop {
        match chars.next()? {
            '"' => return Some(text),
            '\\' => text.push(match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                'u' => {
                    let digits: String = chars.by_ref().take_while(|c| *c != '}').collect();
                    let code = u32::from_str_radix(digits.strip_prefix('{')?, 16).ok()?;
                    char::from_u32(code)?
                }
                itself => itself,
            }),
            other => text.push(other),
        }
    }
}

/// The last segment of an ARN or URL, with nothing that could be taken for a path in it.
fn last_words(key: &str) -> String {
    let last = key
        .rsplit([':', '/', '#'])
        .find(|part| !part.trim().is_empty());
    let replace = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    last.unwrap_or_default().chars().map(replace).collect()
}

#[cfg(test)]
mod tests {
    use asl_codegen::{Compilation, Source, compile};

    use super::*;

    fn aliases(states: &str) -> (Vec<Alias>, Compilation) {
        let start = states.split('"').nth(1).unwrap();
        let text = format!(r#"{{ "StartAt": "{start}", "States": {{ {states} }} }}"#);
        let source = Source::new("test.json", text);
        let mut options = Options::default();
        let refused = compile(&source, &options);
        assert!(refused.is_refused(), "{states}");
        let added = add(&refused.diagnostics, &mut options);
        (added, compile(&source, &options))
    }

    fn pairs(aliases: &[Alias]) -> Vec<(&str, &str)> {
        aliases
            .iter()
            .map(|alias| (alias.key.as_str(), alias.name.as_str()))
            .collect()
    }

    #[test]
    fn state_4_a_name_without_letters_gets_one() {
        let (added, again) = aliases(
            r#""!?": { "Type": "Pass", "Next": "\"\\é\"" }, "\"\\é\"": { "Type": "Pass", "Next": "..." },
               "...": { "Type": "Succeed" }"#,
        );
        assert_eq!(pairs(&added), [("!?", "_2"), ("...", "_3")]);
        assert!(!again.is_refused(), "{:?}", again.diagnostics);
    }

    #[test]
    fn state_4_the_second_of_two_equal_names_gets_a_number() {
        let (added, again) =
            aliases(r#""a b": { "Type": "Pass", "Next": "A-B" }, "A-B": { "Type": "Succeed" }"#);
        assert_eq!(pairs(&added), [("A-B", "a_b_2")]);
        assert!(!again.is_refused(), "{:?}", again.diagnostics);
    }

    #[test]
    fn state_4_a_task_is_named_by_what_the_compiler_asks_for() {
        let task = |state: &str, resource: &str, next: &str| {
            format!(r#""{state}": {{ "Type": "Task", "Resource": "{resource}", {next} }}"#)
        };
        let states = [
            task(
                "One",
                "arn:aws:states:::sqs:sendMessage",
                r#""Next": "Two""#,
            ),
            task(
                "Two",
                "arn:aws:states:::sqs:sendMessage",
                r#""Next": "Three""#,
            ),
            task(
                "Three",
                "arn:aws:states:::aws-sdk:sqs:sendMessage",
                r#""Next": "Four""#,
            ),
            task(
                "Four",
                "arn:aws:states:::aws-sdk:sqs:sendMessage",
                r#""End": true"#,
            ),
        ];
        let (added, again) = aliases(&states.join(", "));
        let key = "arn:aws:states:::aws-sdk:sqs:sendMessage";
        assert_eq!(pairs(&added), [(key, "send_message_2")]);
        assert!(!again.is_refused(), "{:?}", again.diagnostics);
    }

    #[test]
    fn other_errors_ask_for_no_name() {
        let (added, again) = aliases(r#""A": { "Type": "Pass", "Next": "B" }"#);
        assert_eq!(added, []);
        assert!(again.is_refused());
    }

    #[test]
    fn unescape_reads_what_debug_writes() {
        for text in [
            "plain",
            "",
            "a \"quoted\" \\ back",
            "line\nreturn\rtab\t\0'",
            "\u{7f}\u{200b}é",
        ] {
            let literal = format!("{text:?} = rest");
            assert_eq!(
                unescape(literal.strip_prefix('"').unwrap()).as_deref(),
                Some(text)
            );
        }
        assert_eq!(unescape("without an end"), None);
    }
}
