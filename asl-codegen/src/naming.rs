//! Rust names out of the names in a definition (STATE-4).

use proc_macro2::{Ident, Span};

/// The name of an enum variant: every word capitalised, separators dropped. Words in capitals are
/// kept where they stand alone, and capitalised beside others. Empty if the name has no character a Rust name can have.
///
/// ```
/// use asl_codegen::naming::pascal_case;
///
/// assert_eq!(pascal_case("check stock-level"), "CheckStockLevel");
/// assert_eq!(pascal_case("DescribeDBInstances"), "DescribeDBInstances");
/// assert_eq!(pascal_case("NEXT_STATE"), "NextState");
/// assert_eq!(pascal_case("2nd try"), "_2ndTry");
/// ```
pub fn pascal_case(name: &str) -> String {
    let several = segments(name).nth(1).is_some();
    let mut pascal = String::with_capacity(name.len());
    for segment in segments(name) {
        let shouts = several && !segment.contains(char::is_lowercase);
        let mut chars = segment.chars();
        if let Some(first) = chars.next() {
            pascal.extend(first.to_uppercase());
            if shouts {
                pascal.push_str(&chars.as_str().to_lowercase());
            } else {
                pascal.push_str(chars.as_str());
            }
        }
    }
    guard_digit(pascal)
}

/// The name of a function or module.
///
/// ```
/// use asl_codegen::naming::snake_case;
///
/// assert_eq!(snake_case("DescribeDBInstances"), "describe_db_instances");
/// assert_eq!(snake_case("Check Stock 2"), "check_stock_2");
/// ```
pub fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for segment in segments(name) {
        let mut before: Option<char> = None;
        let mut chars = segment.chars().peekable();
        while let Some(c) = chars.next() {
            let starts_word = match before {
                None => !snake.is_empty(),
                Some(before) => {
                    let after = chars.peek();
                    c.is_uppercase()
                        && (!before.is_uppercase() || after.is_some_and(|c| c.is_lowercase()))
                }
            };
            if starts_word {
                snake.push('_');
            }
            match c.is_ascii() {
                true => snake.push(c.to_ascii_lowercase()),
                false => snake.extend(c.to_lowercase()),
            }
            before = Some(c);
        }
    }
    guard_digit(snake)
}

/// The identifier, if the name is one and no keyword.
pub(crate) fn rust_name(name: &str) -> Option<Ident> {
    let is_ascii = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let has = |test: fn(&u8) -> bool| name.bytes().any(|byte| test(&byte));
    // Keywords are of small letters alone, but for `Self`.
    let is_no_keyword =
        has(|byte| matches!(byte, b'_' | b'0'..=b'9' | b'A'..=b'Z')) && name != "Self";
    if is_ascii && is_no_keyword && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Some(Ident::new(name, Span::call_site()));
    }
    syn::parse_str(name).ok()
}

/// Runs of characters that may stand in a Rust name.
fn segments(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric())
        .filter(|segment| !segment.is_empty())
}

/// A Rust name does not begin with a digit.
fn guard_digit(name: String) -> String {
    if name.starts_with(char::is_numeric) {
        format!("_{name}")
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_name_agrees_with_the_parser() {
        let names = [
            "",
            "_",
            "__",
            "a",
            "A",
            "Self",
            "self",
            "fn",
            "Fn",
            "fn_",
            "_fn",
            "r",
            "r#fn",
            "1a",
            "_1a",
            "a1",
            "a b",
            "a-b",
            "é",
            "É",
            "aé",
            "日本",
            "try",
            "Try",
            "gen",
            "async",
            "async2",
            "macro_rules",
            "union",
        ];
        for name in names {
            let parsed = syn::parse_str::<Ident>(name).ok();
            assert_eq!(rust_name(name), parsed, "{name:?}");
        }
    }
}
