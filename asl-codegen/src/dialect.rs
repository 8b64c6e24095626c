//! What a dialect is: one table of the points in which the dialects differ (DIA-1,
//! section 30). No other place asks which dialect is compiled.

/// The dialects of the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// The published Amazon States Language.
    #[default]
    Asl,
    /// The language as the AWS service runs it.
    Aws,
}

/// The points in which dialects differ at compile time. What differs at run time is a
/// `Language` of the runtime, named by [`Rules::runtime_language`].
#[derive(Debug)]
pub struct Rules {
    /// The name an engineer writes in `dialect = …`.
    pub name: &'static str,
    /// The constant of the runtime's `Language` type.
    pub runtime_language: &'static str,
    /// Longest state name in Unicode scalar values (STATE-3).
    pub max_state_name: usize,
    /// Largest definition in bytes.
    pub max_definition: u64,
    /// `TimeoutSeconds` of a machine that has none (TOP-6, LIM-4).
    pub default_machine_timeout: Option<u64>,
    /// `TimeoutSeconds` of a Task that has none (TASK-3).
    pub default_task_timeout: Option<u64>,
    /// Ceiling of fields that count seconds or attempts (LIM-9).
    pub max_seconds: u64,
    /// Ceiling of `MaxDelaySeconds` (RETRY-2).
    pub max_delay: u64,
    /// Whether a Payload Template must be an object (TMPL-2).
    pub template_is_object: bool,
    /// Whether resources and credentials are those of the AWS service (TASK-9, TASK-11).
    pub aws_resources: bool,
    /// Whether the members of a Payload Template that are paths or calls come last, in the
    /// iteration order of a Java `HashMap` (aws-facts 1).
    pub templates_in_hash_order: bool,
    /// Whether `Assign` in a nested Choice Rule is accepted, without effect (CHOICE-21).
    pub ignores_nested_assign: bool,
    /// Whether Choice takes Reference Paths only (VARY-19).
    pub choice_reference_paths: bool,
    /// Whether filters of paths have operators that are words and compare two paths (PATH-5).
    pub full_filters: bool,
    /// Intrinsic functions.
    pub intrinsics: Intrinsics,
    /// What differs in Map states.
    pub map: MapRules,
}

/// What intrinsic functions accept, as far as literals tell.
#[derive(Debug)]
pub struct Intrinsics {
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

/// The points in which the dialects' Map states differ at compile time (section 26).
#[derive(Debug)]
pub struct MapRules {
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
    pub const ALL: &'static [Dialect] = &[Dialect::Asl, Dialect::Aws];

    /// The dialect's row in the table.
    pub fn rules(self) -> &'static Rules {
        match self {
            Dialect::Asl => &ASL,
            Dialect::Aws => &AWS,
        }
    }

    /// The dialect of that name.
    pub fn from_name(name: &str) -> Option<Dialect> {
        Self::ALL
            .iter()
            .copied()
            .find(|dialect| dialect.rules().name == name)
    }
}

/// Beyond it integers are not portable (DATA-3).
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

const ASL: Rules = Rules {
    name: "asl",
    runtime_language: "ASL",
    max_state_name: 128,
    max_definition: 4 * 1024 * 1024,
    default_machine_timeout: None,
    default_task_timeout: Some(60),
    max_seconds: MAX_SAFE_INTEGER,
    max_delay: MAX_SAFE_INTEGER,
    template_is_object: true,
    aws_resources: false,
    templates_in_hash_order: false,
    ignores_nested_assign: false,
    choice_reference_paths: false,
    full_filters: true,
    intrinsics: Intrinsics {
        max_calls: None,
        rounds: false,
        adds_32_bits: false,
        formats_containers: false,
        parses_blank: false,
        merges_deep: true,
    },
    map: MapRules {
        service_members: false,
        distributed_only: false,
        reader_replaces_items: false,
        zero_max_items: false,
        max_items: MAX_SAFE_INTEGER,
        max_batch_bytes: MAX_SAFE_INTEGER,
        max_inline: MAX_SAFE_INTEGER,
        max_distributed: MAX_SAFE_INTEGER,
    },
};

const AWS: Rules = Rules {
    name: "aws",
    runtime_language: "AWS",
    max_state_name: 80,
    max_definition: 1024 * 1024,
    // One year, as a standard execution has.
    default_machine_timeout: Some(365 * 24 * 60 * 60),
    default_task_timeout: None,
    max_seconds: 99_999_999,
    max_delay: 31_622_400,
    template_is_object: false,
    aws_resources: true,
    templates_in_hash_order: true,
    ignores_nested_assign: true,
    choice_reference_paths: true,
    full_filters: false,
    intrinsics: Intrinsics {
        max_calls: Some(10),
        rounds: true,
        adds_32_bits: true,
        formats_containers: true,
        parses_blank: true,
        merges_deep: false,
    },
    map: MapRules {
        service_members: true,
        distributed_only: true,
        reader_replaces_items: true,
        zero_max_items: true,
        max_items: 100_000_000,
        max_batch_bytes: 262_144,
        max_inline: 40,
        max_distributed: 10_000,
    },
};
