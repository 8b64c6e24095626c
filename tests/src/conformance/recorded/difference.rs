//! Where two documents differ, and which differences count.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use asl_runtime::{Object, Value};
use regex::Regex;

/// How much of a value a report shows.
const SHOWN: usize = 160;

/// A member of the Context Object that recordings have or lack, by their age.
const SOMETIMES_THERE: &str = "RedriveCount";

/// The first place where what was expected and what was found are not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where: a path such as `$.items[0]`, or a word such as `status`.
    pub path: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub actual: String,
}

impl Difference {
    /// A difference that is not within a document.
    pub fn new(
        path: impl Into<String>,
        expected: impl fmt::Display,
        actual: impl fmt::Display,
    ) -> Self {
        Self {
            path: path.into(),
            expected: shorten(&expected.to_string()),
            actual: shorten(&actual.to_string()),
        }
    }

    /// The same, with what its path is relative to.
    pub fn within(mut self, whole: &str) -> Self {
        self.path = format!("{whole} {}", self.path);
        self
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            expected,
            actual,
        } = self;
        write!(f, "{path}: expected {expected}, got {actual}")
    }
}

/// The middle of a long text is left out, since two of them often differ at the end.
fn shorten(text: &str) -> String {
    let length = text.chars().count();
    if length <= SHOWN {
        return text.to_owned();
    }
    let part = SHOWN / 2;
    let head: String = text.chars().take(part).collect();
    let tail: String = text.chars().skip(length - part).collect();
    format!("{head} ... {tail}")
}

/// What makes two values equal although they are not.
#[derive(Debug, Default)]
pub struct Tolerance {
    /// Places that are not compared.
    volatile: BTreeSet<String>,
    /// Places whose text has to match.
    patterns: BTreeMap<String, Regex>,
}

impl Tolerance {
    /// As the lists of a case say.
    ///
    /// # Errors
    ///
    /// A pattern that is no regular expression.
    pub fn new(
        volatile: &[String],
        patterns: &BTreeMap<String, String>,
    ) -> Result<Self, Difference> {
        let patterns = patterns
            .iter()
            .map(|(path, text)| Ok((normal(path), pattern(text)?)));
        Ok(Self {
            volatile: volatile.iter().map(|path| normal(path)).collect(),
            patterns: patterns.collect::<Result<_, Difference>>()?,
        })
    }

    /// The first difference between two values that stand at `path`. Goes as deep as `serde_json`
    /// parses.
    pub fn difference(&self, path: &str, expected: &Value, actual: &Value) -> Option<Difference> {
        if self.volatile.contains(path) {
            return None;
        }
        match (expected, actual) {
            (Value::Array(expected), Value::Array(actual)) => {
                self.arrays(path, expected.as_slice(), actual.as_slice())
            }
            (Value::Object(expected), Value::Object(actual)) => {
                self.objects(path, expected, actual)
            }
            _ if self.same(path, expected, actual) => None,
            _ => Some(Difference::new(path, expected, actual)),
        }
    }

    fn arrays(&self, path: &str, expected: &[Value], actual: &[Value]) -> Option<Difference> {
        let pairs = expected.iter().zip(actual).enumerate();
        let mut differences = pairs.filter_map(|(index, (expected, actual))| {
            self.difference(&format!("{path}[{index}]"), expected, actual)
        });
        differences.next().or_else(|| {
            let [expected, actual] = [expected, actual].map(|array| elements(array.len()));
            (expected != actual).then(|| Difference::new(path, expected, actual))
        })
    }

    fn objects(&self, path: &str, expected: &Object, actual: &Object) -> Option<Difference> {
        for (key, expected) in expected {
            let path = member(path, key);
            let difference = match actual.get(key) {
                Some(actual) => self.difference(&path, expected, actual),
                None if self.volatile.contains(&path) => None,
                None => Some(Difference::new(&path, expected, "nothing")),
            };
            if difference.is_some() {
                return difference;
            }
        }
        let surplus = |key: &str| {
            !expected.contains_key(key)
                && key != SOMETIMES_THERE
                && !self.volatile.contains(&member(path, key))
        };
        let (key, found) = actual.iter().find(|(key, _)| surplus(key))?;
        Some(Difference::new(member(path, key), "nothing", found))
    }

    fn same(&self, path: &str, expected: &Value, actual: &Value) -> bool {
        if let (Some(pattern), Some(actual)) = (self.patterns.get(path), actual.as_str()) {
            return pattern.is_match(actual);
        }
        expected == actual
            || matches!((expected.as_str(), actual.as_str()), (Some(expected), Some(actual))
                if stands_for(path, expected, actual))
    }
}

/// A regular expression for a whole text.
///
/// # Errors
///
/// If it is none.
pub fn pattern(text: &str) -> Result<Regex, Difference> {
    Regex::new(&format!("^(?s:{text})$"))
        .map_err(|error| Difference::new("pattern", "a regular expression", error))
}

/// Whether a text stands in a recording for another one, that differs from run to run.
///
/// Not for another placeholder: that was recorded as well, and has been taken from a wrong place.
fn stands_for(path: &str, expected: &str, actual: &str) -> bool {
    is_placeholder(path, expected) && !is_placeholder(path, actual)
}

fn is_placeholder(path: &str, text: &str) -> bool {
    is_word(text) || is_key(path, text) || has_brackets(text)
}

/// Words that recordings have for roles, times and tokens.
fn is_word(text: &str) -> bool {
    [
        "snf_role_arn",
        "sfn_role_arn",
        "date",
        "timestamp",
        "a_task_token",
    ]
    .contains(&text)
}

/// The member's key in another spelling: `start-time` under `StartTime`.
fn is_key(path: &str, text: &str) -> bool {
    let key = path.rsplit('.').next().unwrap_or_default();
    let mut kebab = String::new();
    for c in key.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab == text && text.contains('-')
}

/// Whether there is something such as `<uuid:1>` in it.
fn has_brackets(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, tail)) = rest.split_once('<') {
        let name = tail.split_once('>').map(|(name, _)| name);
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "-_:".contains(c))
        };
        if name.is_some_and(is_name) {
            return true;
        }
        rest = tail;
    }
    false
}

fn elements(count: usize) -> String {
    format!("{count} elements")
}

fn is_identifier(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn member(path: &str, key: &str) -> String {
    if is_identifier(key) {
        format!("{path}.{key}")
    } else {
        format!("{path}[{key:?}]")
    }
}

/// A path of a case in the form of [`member`]: brackets only where a dot does not do.
fn normal(path: &str) -> String {
    let mut normal = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        normal.push_str(before);
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let end = quote.map_or("]".to_owned(), |quote| format!("{quote}]"));
        let inside = quote.map_or(after, |quote| after.trim_start_matches(quote));
        let Some((step, tail)) = inside.split_once(&end) else {
            normal.push('[');
            normal.push_str(after);
            return normal;
        };
        normal = match quote {
            Some(_) => member(&normal, step),
            None => format!("{normal}[{step}]"),
        };
        rest = tail;
    }
    normal.push_str(rest);
    normal
}

#[cfg(test)]
mod tests {
    use asl_runtime::json;

    use super::*;

    fn path_of(tolerance: &Tolerance, expected: &Value, actual: &Value) -> Option<String> {
        let difference = tolerance.difference("$", expected, actual);
        difference.map(|difference| difference.path)
    }

    #[test]
    fn data_4_numbers_compare_by_value_and_keys_without_order() {
        let strict = Tolerance::default();
        let [expected, actual] = [json!({"a": 1, "b": [2.0]}), json!({"b": [2], "a": 1.0})];
        assert_eq!(strict.difference("$", &expected, &actual), None);
    }

    #[test]
    fn first_difference_has_its_path() {
        let strict = Tolerance::default();
        for (expected, actual, path) in [
            (
                json!({"a": [1, {"b-c": 2}]}),
                json!({"a": [1, {"b-c": 3}]}),
                r#"$.a[1]["b-c"]"#,
            ),
            (json!({"a": 1}), json!({}), "$.a"),
            (json!({}), json!({"a": null}), "$.a"),
            (json!([1]), json!([1, 2]), "$"),
            (json!(null), json!(0), "$"),
            (json!("1"), json!(1), "$"),
        ] {
            assert_eq!(path_of(&strict, &expected, &actual).as_deref(), Some(path));
        }
    }

    #[test]
    fn volatile_places_are_not_compared() {
        let volatile = [r#"$.h["x-id"][0]"#, "$['t']", "$.gone"].map(str::to_owned);
        let tolerance = Tolerance::new(&volatile, &BTreeMap::new()).unwrap();
        let expected = json!({"h": {"x-id": ["a", "b"]}, "t": 1, "gone": 2});
        let actual = json!({"h": {"x-id": ["c", "b"]}, "t": {}});
        assert_eq!(tolerance.difference("$", &expected, &actual), None);
        let other = json!({"h": {"x-id": ["a", "c"]}, "t": 1});
        let path = path_of(&tolerance, &expected, &other);
        assert_eq!(path.as_deref(), Some(r#"$.h["x-id"][1]"#));
    }

    #[test]
    fn pattern_has_to_match_the_whole_text() {
        let patterns = BTreeMap::from([("$.id".to_owned(), r"arn:us\-east\-1:.*".to_owned())]);
        let tolerance = Tolerance::new(&[], &patterns).unwrap();
        let expected = json!({"id": "arn:us-east-1:<id>"});
        for (id, same) in [("arn:us-east-1:x\ny", true), ("my arn:us-east-1:x", false)] {
            let difference = tolerance.difference("$", &expected, &json!({"id": id}));
            assert_eq!(difference.is_none(), same, "{id}");
        }
        let bad = BTreeMap::from([("$".to_owned(), "(".to_owned())]);
        assert!(Tolerance::new(&[], &bad).is_err());
    }

    #[test]
    fn placeholder_stands_for_any_text_but_another_placeholder() {
        let none = Tolerance::default();
        for text in [
            "<uuid:1>",
            "arn:<ArnPart_0idx>:x",
            "a < b <date>",
            "timestamp",
        ] {
            let differs = |actual: Value| none.difference("$.a", &json!(text), &actual).is_some();
            assert!(!differs(json!("other")), "{text}");
            assert!(differs(json!("<uuid:2>")) && differs(json!(1)), "{text}");
        }
        for text in ["a < b > c", "<>", "times", "<1>", "start-time"] {
            let difference = none.difference("$.a", &json!(text), &json!("other"));
            assert!(difference.is_some(), "{text}");
        }
        let start = |time: &str| json!({"StartTime": time});
        let difference = none.difference("$", &start("start-time"), &start("2026-11-21"));
        assert_eq!(difference, None);
    }

    #[test]
    fn ctx_2_role_and_redrive_count_are_the_services_own() {
        let expected = json!({"Name": "x", "RoleArn": "snf_role_arn"});
        let actual = json!({"Name": "x", "RoleArn": "", "RedriveCount": 0});
        assert_eq!(
            Tolerance::default().difference("$", &expected, &actual),
            None
        );
    }

    #[test]
    fn long_values_are_shortened_in_the_middle() {
        let long = format!("a{}z", "é".repeat(500));
        let shown = Difference::new("$", &long, "").expected;
        assert!(shown.starts_with('a') && shown.ends_with('z'));
        assert!(shown.chars().count() < SHOWN + 10);
    }
}
