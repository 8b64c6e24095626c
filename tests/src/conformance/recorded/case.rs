//! A recorded execution: the format of one file of the corpus.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use asl_codegen::{Dialect, MachineType};
use asl_runtime::{Value, from_value};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::Error;
use super::super::attempt::Target;
use super::super::error::cannot;

/// A recorded execution, as its file has it. Members that no comparison reads are left out.
#[derive(Debug, Deserialize)]
pub struct Case {
    /// Its name, unique in the corpus.
    pub name: String,
    /// What it is counted under.
    pub group: String,
    /// `asl` or `tcsl`; recordings of the service have none.
    pub dialect: Option<String>,
    /// What the machine was made as.
    #[serde(default)]
    pub machine_type: MachineKind,
    /// The languages used at any level, if the file says so.
    #[serde(default)]
    pub query_languages: Vec<String>,
    /// The definition as written: the order of keys counts.
    pub definition: Option<Box<RawValue>>,
    /// The definition where it is no JSON, or has duplicate keys.
    pub definition_text: Option<String>,
    /// What the execution is given; `None` if the caller gives nothing.
    #[serde(default, deserialize_with = "present")]
    pub input: Option<Value>,
    /// What the tasks of each state answer.
    #[serde(default)]
    pub tasks: BTreeMap<String, Answers>,
    /// The calls that tasks have received; `None` if nobody knows.
    pub task_calls: Option<Vec<ExpectedCall>>,
    /// Places in `task_calls` that differ from run to run.
    #[serde(default)]
    pub task_calls_volatile: Vec<String>,
    /// Regular expressions for places in `task_calls`.
    #[serde(default)]
    pub task_calls_patterns: BTreeMap<String, String>,
    /// How the execution ends.
    pub expect: Expect,
    /// Places in the output that differ from run to run.
    #[serde(default)]
    pub volatile: Vec<String>,
    /// Regular expressions for places in the output.
    #[serde(default)]
    pub patterns: BTreeMap<String, String>,
    /// What a runner must provide.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The states entered and left, in order.
    pub trace: Option<Vec<ExpectedStep>>,
    /// From the start to the end, in seconds of virtual time.
    pub virtual_seconds: Option<f64>,
    /// What the service's API for testing one state was told and said; no history is kept then.
    pub test_state: Option<Value>,
    /// Whether calls and steps were recorded in no particular order.
    #[serde(default)]
    pub task_order_unreliable: bool,
}

/// The types of machines, as the services spell them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MachineKind {
    /// For long executions.
    #[default]
    Standard,
    /// For short ones.
    Express,
}

/// How an execution ends, or what becomes of its definition.
#[derive(Debug, Deserialize)]
pub struct Expect {
    /// What kind of end.
    pub status: Status,
    /// The output.
    #[serde(default, deserialize_with = "present")]
    pub output: Option<Value>,
    /// The Error Name; `Some(None)`: there is none.
    #[serde(default, deserialize_with = "present")]
    pub error: Option<Option<String>>,
    /// The Cause; `Some(None)`: there is none, or in a case with a dialect it does not matter.
    #[serde(default, deserialize_with = "present")]
    pub cause: Option<Option<String>>,
    /// A regular expression for the Cause.
    pub cause_pattern: Option<String>,
    /// Whether there is no Cause, in so many words.
    #[serde(default)]
    pub cause_absent: bool,
    /// The input that is no JSON.
    pub input_text: Option<String>,
}

/// What kind of end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// The execution gives an output.
    Succeeded,
    /// It fails.
    Failed,
    /// The machine's own time limit ends it.
    TimedOut,
    /// The definition is refused.
    Invalid,
    /// The definition is accepted; nothing is run.
    Valid,
    /// The definition is accepted, the input refused.
    BadInput,
}

/// What the tasks of one state answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answers {
    /// Each call once.
    Each(Vec<Outcome>),
    /// Any number of calls, each with its own input.
    Echo,
}

/// What one call of a task comes to.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Outcome {
    /// The input of the call that it answers.
    #[serde(default, deserialize_with = "present")]
    pub input: Option<Value>,
    /// The result.
    #[serde(default, deserialize_with = "present")]
    pub output: Option<Value>,
    /// The error.
    pub error: Option<OutcomeError>,
    /// What a job or callback task answers at once, before its result is known.
    #[serde(default, deserialize_with = "present")]
    pub submitted: Option<Value>,
    /// How long it takes, in seconds.
    #[serde(default)]
    pub delay_seconds: f64,
    /// When it sends heartbeats, in seconds after its start.
    #[serde(default)]
    pub heartbeats_at: Vec<f64>,
}

/// The error that a task reports.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct OutcomeError {
    /// Its name; `None`: it has none.
    #[serde(rename = "Error")]
    pub name: Option<String>,
    /// Its cause.
    #[serde(rename = "Cause")]
    pub cause: Option<String>,
    /// What the service's history calls it.
    #[serde(default)]
    pub event: String,
}

/// A call that a task has received.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ExpectedCall {
    /// The state that made it.
    pub state: String,
    /// The task's effective input.
    #[serde(default, deserialize_with = "present")]
    pub input: Option<Value>,
    /// The limit of the attempt.
    #[serde(rename = "timeoutInSeconds")]
    pub timeout_seconds: Option<u64>,
}

/// A state entered or left.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ExpectedStep {
    /// Which of the two.
    pub event: StepKind,
    /// The state.
    pub state: String,
    /// What it was given.
    #[serde(default, deserialize_with = "present")]
    pub input: Option<Value>,
    /// What it gave.
    #[serde(default, deserialize_with = "present")]
    pub output: Option<Value>,
    /// The variables it assigned.
    #[serde(default, deserialize_with = "present")]
    pub assigned: Option<Value>,
}

/// Whether a state is entered or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// It is entered.
    Enter,
    /// It is left with an output.
    Exit,
    /// Something else in the service's history, which is not compared.
    #[serde(other)]
    Other,
}

impl<'de> Deserialize<'de> for Answers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match value.get("behaviour").and_then(Value::as_str) {
            Some("echo") => Ok(Self::Echo),
            Some(other) => Err(D::Error::custom(format!("unknown behaviour `{other}`"))),
            None => from_value(value).map(Self::Each).map_err(D::Error::custom),
        }
    }
}

/// Tells a member that is null from one that is not there.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<T>, D::Error> {
    T::deserialize(d).map(Some)
}

impl Case {
    /// Reads a case from its file.
    ///
    /// # Errors
    ///
    /// [`Error::File`] and [`Error::Format`].
    pub fn open(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(cannot("read", path))?;
        serde_json::from_str(&text).map_err(|source| Error::Format {
            path: path.to_owned(),
            source,
        })
    }

    /// The definition's text; empty if the file has none.
    pub fn text(&self) -> &str {
        match (&self.definition, &self.definition_text) {
            (Some(definition), _) => definition.get(),
            (None, text) => text.as_deref().unwrap_or_default(),
        }
    }

    /// What it is compiled as, if the compiler has the dialect.
    pub fn target(&self) -> Option<Target> {
        Some(Target {
            dialect: self.dialect()?,
            machine_type: match self.machine_type {
                MachineKind::Standard => MachineType::Standard,
                MachineKind::Express => MachineType::Express,
            },
        })
    }

    /// The dialect it is compiled in, if the compiler has it. A recording of the service is `aws`.
    pub fn dialect(&self) -> Option<Dialect> {
        match self.dialect.as_deref() {
            None => Some(Dialect::Aws),
            Some(name) => Dialect::from_name(name),
        }
    }

    /// Whether it is a recording of the service, as opposed to a case derived from a rule.
    pub fn is_recording(&self) -> bool {
        self.dialect.is_none()
    }
}

#[cfg(test)]
mod tests {
    use asl_runtime::json;

    use super::*;

    fn case(members: &str) -> Case {
        let text = format!(
            r#"{{ "name": "n", "group": "g", "expect": {{ "status": "SUCCEEDED" }}, {members} }}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn definition_keeps_its_text() {
        let text = r#"{ "b": 1, "a": 1.0, "b": 2 }"#;
        assert_eq!(case(&format!(r#""definition": {text}"#)).text(), text);
        assert_eq!(
            case(r#""definition_text": "not a definition""#).text(),
            "not a definition"
        );
    }

    #[test]
    fn null_is_a_value_and_not_a_gap() {
        let given = case(r#""input": null, "tasks": { "A": [{ "output": null }] }"#);
        assert_eq!(given.input, Some(Value::Null));
        let outcome = Outcome {
            output: Some(Value::Null),
            ..Outcome::default()
        };
        assert_eq!(given.tasks["A"], Answers::Each(vec![outcome]));
        assert_eq!(case(r#""needs": ["no-input"]"#).input, None);
    }

    #[test]
    fn null_error_is_expected_to_be_absent() {
        let expect = |text: &str| serde_json::from_str::<Expect>(text).unwrap();
        assert_eq!(
            expect(r#"{ "status": "FAILED", "error": null }"#).error,
            Some(None)
        );
        assert_eq!(expect(r#"{ "status": "TIMED_OUT" }"#).error, None);
    }

    #[test]
    fn answers_are_outcomes_or_an_echo() {
        let answers = case(
            r#""tasks": { "E": { "behaviour": "echo" }, "A": [{ "input": 1, "delay_seconds": 1.5,
               "error": { "Error": null, "Cause": "c", "event": "TaskFailed" } }] }"#,
        )
        .tasks;
        assert_eq!(answers["E"], Answers::Echo);
        let Answers::Each(outcomes) = &answers["A"] else {
            panic!("no outcomes");
        };
        assert_eq!(outcomes[0].input, Some(json!(1)));
        assert_eq!(outcomes[0].error.as_ref().unwrap().name, None);
        let unknown = r#"{ "behaviour": "sing" }"#;
        assert!(serde_json::from_str::<Answers>(unknown).is_err());
    }

    #[test]
    fn recordings_are_of_the_service() {
        assert_eq!(case(r#""needs": []"#).dialect(), Some(Dialect::Aws));
        assert_eq!(case(r#""dialect": "asl""#).dialect(), Some(Dialect::Asl));
        assert_eq!(case(r#""dialect": "tcsl""#).dialect(), Some(Dialect::Tcsl));
        assert_eq!(case(r#""dialect": "none""#).dialect(), None);
    }

    #[test]
    fn machines_are_standard_unless_the_case_says_otherwise() {
        let machine_type = |members| case(members).target().unwrap().machine_type;
        assert_eq!(machine_type(r#""needs": []"#), MachineType::Standard);
        let express = r#""machine_type": "EXPRESS""#;
        assert_eq!(machine_type(express), MachineType::Express);
    }
}
