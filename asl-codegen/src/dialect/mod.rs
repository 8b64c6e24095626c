//! What a dialect is: one table of the points in which the dialects differ (DIA-1,
//! section 30). No other place asks which dialect is compiled.
//!
//! A dialect is a value of [`Rules`], in a file of its own. What differs at run time is a
//! `Language` of the runtime, named by [`Rules::runtime_language`].

mod asl;
mod aws;
mod errors;
mod tcsl;

pub use errors::{ErrorCode, ErrorRules};

/// The dialects of the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// The published Amazon States Language.
    #[default]
    Asl,
    /// The language as the AWS service runs it.
    Aws,
    /// The language of Tencent's workflow service.
    Tcsl,
}

/// What kind of machine a definition is for. Definitions do not say so: the services take it as an
/// argument (TCSL-3).
///
/// ```
/// use asl_codegen::MachineType;
///
/// assert_eq!(MachineType::from_name("express"), Some(MachineType::Express));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MachineType {
    /// Long executions.
    #[default]
    Standard,
    /// Short executions, with fewer kinds of tasks.
    Express,
}

/// The points in which dialects differ at compile time.
#[derive(Debug)]
pub struct Rules {
    /// The name an engineer writes in `dialect = …`.
    pub name: &'static str,
    /// The constant of the runtime's `Language` type.
    pub runtime_language: &'static str,
    /// The types of states, each with its fields.
    pub states: &'static [StateType],
    /// The fields of what is no state.
    pub fields: ObjectFields,
    /// Fields that have another name in another dialect: theirs, then the one here.
    pub renamed: &'static [(&'static str, &'static str)],
    /// Misspelt names of fields that are accepted: the wrong one, then the right one (TCSL-82).
    pub misspelt: &'static [(&'static str, &'static str)],
    /// How to do without what only another dialect has: a name, and a sentence.
    pub advice: &'static [(&'static str, &'static str)],
    /// Whether there is the query language JSONata.
    pub jsonata: bool,
    /// Whether there are variables (section 14).
    pub variables: bool,
    /// Whether transitions may lead back (TCSL-31).
    pub cycles: bool,
    /// The documented part of the Context Object; `None`: all of it (TCSL-36).
    pub documented_context: Option<&'static [&'static str]>,
    /// What a `Resource` may be.
    pub resources: Resources,
    /// Shortest state name in Unicode scalar values (STATE-3).
    pub min_state_name: usize,
    /// Longest state name in Unicode scalar values (STATE-3).
    pub max_state_name: usize,
    /// Largest definition in bytes.
    pub max_definition: u64,
    /// Seconds that an execution has where the definition sets no limit.
    pub default_machine_timeout: MachineTimeouts,
    /// `TimeoutSeconds` of a Task that has none (TASK-3).
    pub default_task_timeout: Option<u64>,
    /// Ceiling of fields that count seconds or attempts (LIM-9).
    pub max_seconds: u64,
    /// Whether a Payload Template must be an object (TMPL-2).
    pub template_is_object: bool,
    /// Whether the members of a Payload Template that are paths or calls come last, in the
    /// iteration order of a Java `HashMap` (aws-facts 1).
    pub templates_in_hash_order: bool,
    /// Whether filters of paths have operators that are words and compare two paths (PATH-5).
    pub full_filters: bool,
    /// Intrinsic functions.
    pub intrinsics: Intrinsics,
    /// What differs in Choice states.
    pub choice: ChoiceRules,
    /// What differs in retriers.
    pub retry: RetryRules,
    /// Error names.
    pub errors: ErrorRules,
    /// What differs in Map states.
    pub map: MapRules,
}

/// A type of state.
#[derive(Debug)]
pub struct StateType {
    /// Its name.
    pub name: &'static str,
    /// Its fields in the query language JSONPath (STATE-11, TCSL-23).
    pub fields: &'static [&'static str],
    /// The fields that only JSONata states of this type have (STATE-13).
    pub jsonata: &'static [&'static str],
}

/// An object that is no state, but whose fields depend on the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// The definition itself.
    Machine,
    /// A Parallel branch.
    Branch,
    /// The processor of a Map.
    Processor,
    /// A Choice Rule, beside its test.
    Rule,
    /// An element of `Retry`.
    Retrier,
    /// An element of `Catch`.
    Catcher,
}

/// The fields of each [`Object`].
#[derive(Debug)]
pub struct ObjectFields {
    /// [`Object::Machine`].
    pub machine: &'static [&'static str],
    /// [`Object::Branch`].
    pub branch: &'static [&'static str],
    /// [`Object::Processor`].
    pub processor: &'static [&'static str],
    /// [`Object::Rule`].
    pub rule: &'static [&'static str],
    /// [`Object::Retrier`].
    pub retrier: &'static [&'static str],
    /// [`Object::Catcher`].
    pub catcher: &'static [&'static str],
}

/// What a `Resource` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resources {
    /// Any URI (TASK-1).
    AnyUri,
    /// Any URI; those of the AWS service, and `Credentials`, are what the service knows (TASK-9,
    /// TASK-11).
    Aws,
    /// A resource name of Tencent's cloud (TCSL-54).
    Qrn,
}

/// Seconds that an execution has, by the type of its machine.
#[derive(Debug)]
pub struct MachineTimeouts {
    /// Of a standard machine.
    pub standard: Option<u64>,
    /// Of an express machine.
    pub express: Option<u64>,
}

/// What intrinsic functions accept, as far as literals tell.
#[derive(Debug)]
pub struct Intrinsics {
    /// Whether there are any.
    pub exist: bool,
    /// The most calls in one field (INTR-9).
    pub max_calls: Option<usize>,
    /// Whether numbers are rounded where an integer is needed (VARY-23).
    pub rounds: bool,
    /// Whether `States.MathAdd` takes 32-bit integers only (INTR-35).
    pub adds_32_bits: bool,
    /// Whether `States.Format` takes arrays and objects (VARY-21).
    pub formats_containers: bool,
    /// Whether `States.StringToJson` takes a blank string (VARY-22).
    pub parses_blank: bool,
    /// Whether `States.JsonMerge` can merge deep (VARY-20).
    pub merges_deep: bool,
}

/// The points in which the dialects' Choice states differ at compile time (section 21).
#[derive(Debug)]
pub struct ChoiceRules {
    /// The comparison operators; `None`: all of them, also those that end in `Path`.
    pub operators: Option<&'static [&'static str]>,
    /// Whether tests are combined by `And`, `Or` and `Not`.
    pub combines: bool,
    /// Whether an operand may be a path itself (TCSL-63).
    pub path_operands: bool,
    /// Whether Choice takes Reference Paths only (VARY-19).
    pub reference_paths: bool,
    /// Whether `Assign` in a nested Choice Rule is accepted, without effect (CHOICE-21).
    pub ignores_nested_assign: bool,
    /// Whether `ResultPath` is accepted, without effect (TCSL-67).
    pub ignores_result_path: bool,
    /// Whether the service's console shows Choice states of a form that has no meaning (TCSL-68).
    pub console_form: bool,
}

/// The points in which the dialects' retriers differ (RETRY-2, TCSL-102).
#[derive(Debug)]
pub struct RetryRules {
    /// `MaxAttempts` of a retrier that has none.
    pub default_attempts: u64,
    /// The least `MaxAttempts`; 0 means never to retry.
    pub min_attempts: u64,
    /// Ceiling of `MaxDelaySeconds`.
    pub max_delay: u64,
}

/// The points in which the dialects' Map states differ at compile time (section 26).
#[derive(Debug)]
pub struct MapRules {
    /// The field of the machine that runs for each item, where an older name is known too.
    pub processor: &'static str,
    /// `MaxConcurrency` of a Map that has none; 0 is no limit (MAP-51, TCSL-93).
    pub default_concurrency: u64,
    /// The least `MaxConcurrency`.
    pub min_concurrency: u64,
    /// Whether `ProcessorConfig`, `ReaderConfig` and `WriterConfig` have the service's members and
    /// no others, and `Label` its form (MAP-3, MAP-6, MAP-33, MAP-70).
    pub service_members: bool,
    /// Whether readers, writers, batches, tolerance and labels are for the mode `DISTRIBUTED` only
    /// (MAP-5).
    pub distributed_only: bool,
    /// Whether an `ItemReader` takes the place of `ItemsPath` rather than coming before it (MAP-11).
    pub reader_replaces_items: bool,
    /// Whether `MaxItems` may be 0: no limit (MAP-32).
    pub zero_max_items: bool,
    /// Ceiling of `MaxItems` and `MaxItemsPerBatch`.
    pub max_items: u64,
    /// Ceiling of `MaxInputBytesPerBatch`.
    pub max_batch_bytes: u64,
    /// Ceiling of `MaxConcurrency` in the mode `INLINE` (LIM-7).
    pub max_inline: u64,
    /// Ceiling of `MaxConcurrency` in the mode `DISTRIBUTED` (LIM-7).
    pub max_distributed: u64,
}

impl Dialect {
    /// Every dialect that can be compiled.
    pub const ALL: &'static [Dialect] = &[Dialect::Asl, Dialect::Aws, Dialect::Tcsl];

    /// The dialect's row in the table.
    pub fn rules(self) -> &'static Rules {
        match self {
            Dialect::Asl => &asl::RULES,
            Dialect::Aws => &aws::RULES,
            Dialect::Tcsl => &tcsl::RULES,
        }
    }

    /// The dialect of that name.
    pub fn from_name(name: &str) -> Option<Dialect> {
        Self::ALL
            .iter()
            .copied()
            .find(|dialect| dialect.rules().name == name)
    }

    /// The rules of the first dialect of which this holds.
    pub(crate) fn first(holds: impl Fn(&Rules) -> bool) -> Option<&'static Rules> {
        let mut rules = Self::ALL.iter().map(|dialect| dialect.rules());
        rules.find(|rules| holds(rules))
    }
}

impl MachineType {
    /// Every type.
    pub const ALL: &'static [MachineType] = &[MachineType::Standard, MachineType::Express];

    /// The name an engineer writes in `machine_type = …`.
    pub const fn name(self) -> &'static str {
        match self {
            MachineType::Standard => "standard",
            MachineType::Express => "express",
        }
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<MachineType> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl MachineTimeouts {
    /// No limit to either.
    const NONE: Self = Self {
        standard: None,
        express: None,
    };

    /// That of a machine of this type.
    pub const fn of(&self, machine_type: MachineType) -> Option<u64> {
        match machine_type {
            MachineType::Standard => self.standard,
            MachineType::Express => self.express,
        }
    }
}

impl Rules {
    /// The type of state of that name.
    pub fn state_type(&self, name: &str) -> Option<&'static StateType> {
        self.states.iter().find(|state| state.name == name)
    }

    /// The fields of an object that is no state.
    pub const fn fields_of(&self, object: Object) -> &'static [&'static str] {
        match object {
            Object::Machine => self.fields.machine,
            Object::Branch => self.fields.branch,
            Object::Processor => self.fields.processor,
            Object::Rule => self.fields.rule,
            Object::Retrier => self.fields.retrier,
            Object::Catcher => self.fields.catcher,
        }
    }

    /// Whether states of some type have the field, in some query language.
    pub fn has_state_field(&self, name: &str) -> bool {
        let mut states = self.states.iter();
        states.any(|state| state.fields.contains(&name) || state.jsonata.contains(&name))
    }

    /// What to do without `name`, which only another dialect has.
    pub fn advice(&self, name: &str) -> Option<&'static str> {
        let (_, advice) = self.advice.iter().find(|(known, _)| *known == name)?;
        Some(advice)
    }
}

/// Beyond it integers are not portable (DATA-3).
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tables_name_each_field_once() {
        for rules in Dialect::ALL.iter().map(|dialect| dialect.rules()) {
            for state in rules.states {
                let fields: Vec<_> = state.fields.iter().chain(state.jsonata).collect();
                let distinct: BTreeSet<_> = fields.iter().collect();
                assert_eq!(
                    distinct.len(),
                    fields.len(),
                    "{} {}",
                    rules.name,
                    state.name
                );
            }
            let names = |rows: &[(&'static str, _)]| -> Vec<_> {
                rows.iter().map(|(name, _)| *name).collect()
            };
            for rows in [rules.renamed, rules.misspelt, rules.advice] {
                let names = names(rows);
                let distinct: BTreeSet<_> = names.iter().collect();
                assert_eq!(distinct.len(), names.len(), "{} {names:?}", rules.name);
            }
        }
    }

    #[test]
    fn tcsl_23_renamed_and_misspelt_fields_are_of_the_table() {
        let rules = Dialect::Tcsl.rules();
        for (theirs, ours) in rules.renamed.iter().chain(rules.misspelt) {
            assert!(!rules.has_state_field(theirs), "{theirs}");
            assert!(rules.has_state_field(ours), "{ours}");
        }
    }
}
