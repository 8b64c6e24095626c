//! The Context Object: what `$$` paths read (CTX-2).

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, AtomicUsize};
use std::sync::{Mutex, OnceLock};

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::callback::Callbacks;
use crate::host::ScopePath;
use crate::language::Language;
use crate::path::{self, Seg};
use crate::payload::Limit;
use crate::program::{ContextUse, Program};
use crate::timestamp::Timestamp;
use crate::value::{Key, Object, Text, Value};
use crate::visit::Visit;

/// What is the same for every state of an execution.
#[derive(Debug)]
pub(crate) struct Execution {
    pub(crate) program: &'static Facts,
    /// How many bytes the variables of all its scopes take, where that is limited.
    pub(crate) live_variables: AtomicUsize,
    /// How large a document may be, in bytes.
    pub(crate) largest_payload: Limit,
    /// How many states all its scopes have visited without letting others run.
    pub(crate) steps: AtomicU32,
    /// Whether an observer is told of every state.
    pub(crate) is_observed: bool,
    /// What few definitions read.
    pub(crate) kept: Option<Box<Kept>>,
}

/// What is the same for every execution of a program.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) uses: ContextUse,
    pub(crate) language: &'static Language,
}

impl Facts {
    pub(crate) const fn of<P: Program>() -> &'static Self {
        struct Of<P>(PhantomData<P>);

        impl<P: Program> Of<P> {
            const FACTS: Facts = Facts {
                name: P::NAME,
                uses: P::READS_CONTEXT,
                language: P::LANGUAGE,
            };
        }

        &Of::<P>::FACTS
    }
}

/// What is known about an execution only if its definition reads it.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) input: Option<Value>,
    pub(crate) started: Option<Timestamp>,
}

/// An execution's name: given, or drawn when first asked for. With it goes what else the tasks of
/// one execution share.
#[derive(Debug)]
pub struct ExecutionName {
    text: OnceLock<Text>,
    seed: Option<Box<Seed>>,
    callbacks: OnceLock<Callbacks>,
}

// Boxed, as seeds are for tests.
#[derive(Debug)]
struct Seed {
    number: u64,
    chance: Mutex<Rng>,
}

impl ExecutionName {
    /// The name that the caller chose.
    pub fn given(name: impl Into<Text>) -> Self {
        Self {
            text: OnceLock::from(name.into()),
            ..Self::random()
        }
    }

    /// A random UUID.
    #[must_use]
    pub const fn random() -> Self {
        Self {
            text: OnceLock::new(),
            seed: None,
            callbacks: OnceLock::new(),
        }
    }

    /// Draws whatever is drawn in the execution, a name that is not given included, from the
    /// sequence that belongs to the seed.
    #[must_use]
    pub fn seed(self, seed: Option<u64>) -> Self {
        let seed = seed.map(|number| {
            Box::new(Seed {
                number,
                chance: Mutex::new(Rng::with_seed(number)),
            })
        });
        Self { seed, ..self }
    }

    /// Completes the execution's tasks through `callbacks`, unless others are in use already.
    #[must_use]
    pub fn with_callbacks(self, callbacks: Option<Callbacks>) -> Self {
        Self {
            callbacks: callbacks.map_or(self.callbacks, OnceLock::from),
            ..self
        }
    }

    /// Where chance comes from, if from a seed.
    pub(crate) fn chance(&self) -> Option<&Mutex<Rng>> {
        self.seed.as_ref().map(|seed| &seed.chance)
    }

    /// What completes tasks of the execution that wait for a callback. Made when first asked for.
    pub(crate) fn callbacks(&self) -> &Callbacks {
        self.callbacks.get_or_init(Callbacks::default)
    }

    /// The name.
    pub fn get(&self) -> &str {
        self.text()
    }

    pub(crate) fn text(&self) -> &Text {
        self.text.get_or_init(|| {
            let bits = match &self.seed {
                // Another sequence than the host's, so that the name is not its first UUID.
                Some(seed) => Rng::with_seed(!seed.number).u128(..),
                None => entropy(),
            };
            Text::from(uuid_v4(bits).to_string())
        })
    }
}

/// 128 bits that no other execution has. `fastrand`'s 64 would do for jitter, not for names.
pub(crate) fn entropy() -> u128 {
    let state = RandomState::new();
    (u128::from(state.hash_one(0_u8)) << 64) | u128::from(state.hash_one(1_u8))
}

pub(crate) fn uuid_v4(bits: u128) -> Uuid {
    uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid()
}

/// The item that an iteration of a Map state is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapItem {
    /// Its place among the items, from 0.
    pub index: usize,
    /// The item, before the ItemSelector.
    pub value: Value,
    /// The name it has among the members of an object (MAP-15).
    pub key: Option<Text>,
    /// In a distributed Map, where it comes from: `STATE_DATA` or a location.
    pub source: Option<Text>,
}

/// What a child execution of a distributed Map knows about itself (MAP-4, CTX-7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChildExecution {
    /// The name of the map run.
    pub map_run: Text,
    /// Where it runs in the execution.
    pub scope: ScopePath,
    /// Its input, if the definition reads it.
    pub input: Option<Value>,
    /// When it started, once it has, if the definition reads it.
    pub started: Option<Timestamp>,
}

impl Execution {
    pub(crate) fn new<P: Program>(input: &Value) -> Self {
        let program = Facts::of::<P>();
        let uses = program.uses;
        let is_read = uses.execution_input || uses.start_time;
        let kept = is_read.then(|| {
            Box::new(Kept {
                input: uses.execution_input.then(|| input.clone()),
                started: None,
            })
        });
        Self {
            program,
            live_variables: AtomicUsize::new(0),
            largest_payload: Limit::from(P::LANGUAGE.largest_payload),
            steps: AtomicU32::new(0),
            is_observed: false,
            kept,
        }
    }
}

// The order in which the service lists them.
const EXECUTION: [&str; 6] = [
    "Id",
    "Input",
    "StartTime",
    "Name",
    "RoleArn",
    "RedriveCount",
];
const STATE_MACHINE: [&str; 2] = ["Id", "Name"];
const STATE: [&str; 3] = ["Name", "EnteredTime", "RetryCount"];
const TASK: [&str; 1] = ["Token"];
const ITEM: [&str; 4] = ["Index", "Key", "Value", "Source"];

impl Visit<'_> {
    /// The part of the Context Object that `steps` lead to; nothing else of it is built.
    pub(crate) fn context(&self, steps: &[Seg]) -> Option<Value> {
        let Some((first, rest)) = steps.split_first() else {
            return Some(self.context_object());
        };
        match key(first)? {
            "Execution" => member(rest, &EXECUTION, |name| match self.child() {
                Some(child) => self.child_field(child, name),
                None => self.execution_field(name),
            }),
            "StateMachine" => member(rest, &STATE_MACHINE, |name| self.machine_field(name)),
            "State" => member(rest, &STATE, |name| self.state_field(name)),
            "Task" => self.task_fields(rest),
            "Map" => self.map(rest),
            _ => None,
        }
    }

    fn context_object(&self) -> Value {
        let mut object = Object::with_capacity(4);
        for name in ["Execution", "StateMachine", "State", "Task", "Map"] {
            if let Some(value) = self.context(&[Seg::Key(name)]) {
                object.insert(Key::from_static(name), value);
            }
        }
        Value::Object(object)
    }

    fn machine_field(&self, name: &str) -> Option<Value> {
        let machine = self.execution().program.name;
        matches!(name, "Id" | "Name").then(|| match self.child() {
            Some(child) => Value::from(format!("{machine}/{}", child.map_run)),
            None => text(machine),
        })
    }

    fn execution_field(&self, name: &str) -> Option<Value> {
        let execution = self.execution();
        let kept = execution.kept.as_deref();
        let own_name = self.host.execution_name();
        match name {
            "Id" => Some(Value::from(format!(
                "{}:{own_name}",
                execution.program.name
            ))),
            "Input" => kept?.input.clone(),
            "StartTime" => kept?.started.map(time),
            "Name" => Some(Value::String(own_name.clone())),
            "RoleArn" => Some(text("")),
            "RedriveCount" => Some(Value::from(0)),
            _ => None,
        }
    }

    /// CTX-7. A child's name says where it runs in the execution around it.
    fn child_field(&self, child: &ChildExecution, name: &str) -> Option<Value> {
        let own_name = || format!("{}/{}", self.host.execution_name(), child.scope);
        match name {
            "Id" => {
                let (machine, map_run) = (self.execution().program.name, &child.map_run);
                Some(Value::from(format!("{machine}/{map_run}:{}", own_name())))
            }
            "Input" => child.input.clone(),
            "StartTime" => child.started.map(time),
            "Name" => Some(Value::from(own_name())),
            _ => self.execution_field(name),
        }
    }

    fn state_field(&self, name: &str) -> Option<Value> {
        match name {
            "Name" => Some(text(self.state_name())),
            "EnteredTime" => self.entered().map(time),
            "RetryCount" => self.retry_count().map(Value::from),
            _ => None,
        }
    }

    fn task_fields(&self, steps: &[Seg]) -> Option<Value> {
        let token = self.token()?;
        member(steps, &TASK, |name| {
            (name == "Token").then(|| Value::String(token.clone()))
        })
    }

    fn map(&self, steps: &[Seg]) -> Option<Value> {
        let item = self.map_item()?;
        let field = |name: &str| match name {
            "Index" => Some(Value::from(item.index)),
            "Value" => Some(item.value.clone()),
            "Key" => item.key.clone().map(Value::String),
            "Source" => item.source.clone().map(Value::String),
            _ => None,
        };
        match steps.split_first() {
            None => {
                let item = member(&[], &ITEM, field)?;
                Some(Value::Object(Object::from([(
                    Key::from_static("Item"),
                    item,
                )])))
            }
            Some((first, rest)) if key(first) == Some("Item") => member(rest, &ITEM, field),
            Some(_) => None,
        }
    }
}

/// What `steps` select of an object with these fields, of which those that exist are present.
fn member(
    steps: &[Seg],
    names: &[&'static str],
    field: impl Fn(&str) -> Option<Value>,
) -> Option<Value> {
    if let Some((first, rest)) = steps.split_first() {
        let value = field(key(first)?)?;
        return if rest.is_empty() {
            Some(value)
        } else {
            path::select(rest, &value).cloned()
        };
    }
    let fields = names
        .iter()
        .filter_map(|name| Some((Key::from_static(name), field(name)?)));
    Some(Value::Object(fields.collect()))
}

const fn key(seg: &Seg) -> Option<&'static str> {
    match *seg {
        Seg::Key(key) => Some(key),
        _ => None,
    }
}

const fn text(text: &'static str) -> Value {
    Value::String(Text::from_static(text))
}

fn time(timestamp: Timestamp) -> Value {
    Value::from(timestamp.to_string())
}
