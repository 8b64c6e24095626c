//! Where the dialects differ at run time.

use std::cmp::Ordering;

use crate::names;

/// One dialect's answers to the questions that only come up at run time (section 30 of the
/// language reference).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// The error of a template path without a match (PATH-12, VARY-13).
    pub template_error: &'static str,
    /// What the names in an `ErrorEquals` match.
    pub matching: Matching,
    /// How the errors that machines report themselves are spelled: their names in `asl`, then here
    /// (TCSL-120). A name that is not listed stays as it is.
    pub spelling: &'static [(&'static str, &'static str)],
    /// Whether strings are ordered by UTF-16 code unit, not by scalar value (CHOICE-30).
    pub utf16_order: bool,
    /// Whether the filters of paths look at items that are no objects and no arrays (PATH-5).
    pub filters_scalars: bool,
    /// Whether a timeout's cause says which limit passed; the service leaves it empty.
    pub explains_timeouts: bool,
    /// The longest wait of a Wait state in seconds (WAIT-6).
    pub longest_wait: Option<u64>,
    /// Whether numbers behind a Map's paths may be written as strings (aws-facts 90).
    pub numbers_in_strings: bool,
    /// Whether an object that a reader gives is a set of items: its members (MAP-15).
    pub object_items: bool,
    /// How many iterations run at once at most, inline and distributed (LIM-7); 0 is no limit.
    pub most_iterations: [usize; 2],
    /// How many bytes all variables of an execution that live at one time may take (VAR-18).
    pub largest_variables: Option<usize>,
    /// The largest payload in bytes (LIM-1).
    pub largest_payload: Option<usize>,
    /// Intrinsic functions.
    pub intrinsics: Intrinsics,
}

/// What the names in an `ErrorEquals` match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// Themselves; some are wildcards as well (ERR-10 to ERR-15).
    Wildcards {
        /// Whether `States.BranchFailed` also matches the error of a failed branch (ERR-15).
        branch_failed: bool,
        /// Whether `States.ALL` matches `States.DataLimitExceeded`: the text says no (ERR-13), the
        /// service does.
        all_matches_data_limit: bool,
    },
    /// Themselves: the compiler has listed every code that a type stands for (TCSL-113).
    Listed,
}

/// The points in which intrinsic functions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intrinsics {
    /// The error of a path argument without a match (PATH-12).
    pub path_error: &'static str,
    /// Whether numbers are rounded where an integer is needed (VARY-23).
    pub rounds: bool,
    /// Whether `States.MathAdd` takes 32-bit integers only (INTR-35).
    pub adds_32_bits: bool,
    /// Whether `States.Format` takes arrays and objects (VARY-21).
    pub formats_containers: bool,
    /// Whether `States.StringToJson` makes null of a blank string (VARY-22).
    pub blank_json_is_null: bool,
    /// Whether `States.JsonMerge` can merge deep (VARY-20).
    pub merges_deep: bool,
    /// Whether `States.JsonMerge` leaves the members in the order of a Java `HashMap`.
    pub merges_in_java_order: bool,
}

impl Language {
    /// The published language, dialect `asl`.
    pub const ASL: Self = Self {
        template_error: names::PARAMETER_PATH_FAILURE,
        matching: Matching::Wildcards {
            branch_failed: true,
            all_matches_data_limit: false,
        },
        spelling: &[],
        utf16_order: false,
        filters_scalars: true,
        explains_timeouts: true,
        longest_wait: None,
        numbers_in_strings: false,
        object_items: false,
        most_iterations: [0, 0],
        largest_variables: None,
        largest_payload: None,
        intrinsics: Intrinsics {
            path_error: names::INTRINSIC_FAILURE,
            rounds: false,
            adds_32_bits: false,
            formats_containers: false,
            blank_json_is_null: false,
            merges_deep: true,
            merges_in_java_order: false,
        },
    };

    /// The language as the AWS service runs it, dialect `aws`.
    pub const AWS: Self = Self {
        template_error: names::RUNTIME,
        matching: Matching::Wildcards {
            branch_failed: false,
            all_matches_data_limit: true,
        },
        spelling: &[],
        utf16_order: true,
        filters_scalars: false,
        explains_timeouts: false,
        longest_wait: Some(i32::MAX as u64),
        numbers_in_strings: true,
        object_items: true,
        most_iterations: [40, 10_000],
        largest_variables: Some(10 * 1024 * 1024),
        largest_payload: Some(262_144),
        intrinsics: Intrinsics {
            path_error: names::RUNTIME,
            rounds: true,
            adds_32_bits: true,
            formats_containers: true,
            blank_json_is_null: true,
            merges_deep: false,
            merges_in_java_order: true,
        },
    };

    /// The language of Tencent's workflow service, dialect `tcsl`. What differs is decided by the
    /// compiler but for the names of errors.
    pub const TCSL: Self = Self {
        matching: Matching::Listed,
        spelling: names::TCSL,
        ..Self::ASL
    };

    /// The name of one of the machine's own errors in this dialect.
    pub(crate) fn spell(&self, name: &str) -> Option<&'static str> {
        let (_, here) = self.spelling.iter().find(|(asl, _)| *asl == name)?;
        Some(here)
    }

    /// CHOICE-30
    pub(crate) fn compare_strings(&self, text: &str, other: &str) -> Ordering {
        if self.utf16_order {
            text.encode_utf16().cmp(other.encode_utf16())
        } else {
            text.cmp(other) // UTF-8 has the order of scalar values
        }
    }
}
