//! The language as the AWS service runs it.

use super::{
    ChoiceRules, Intrinsics, MachineTimeouts, MapRules, Resources, RetryRules, Rules, asl,
};

pub(super) const RULES: Rules = Rules {
    name: "aws",
    runtime_language: "AWS",
    resources: Resources::Aws,
    max_state_name: 80,
    max_definition: 1024 * 1024,
    // LIM-4: a year, and five minutes.
    default_machine_timeout: MachineTimeouts {
        standard: Some(365 * 24 * 60 * 60),
        express: Some(5 * 60),
    },
    default_task_timeout: None,
    max_seconds: 99_999_999,
    template_is_object: false,
    templates_in_hash_order: true,
    full_filters: false,
    intrinsics: Intrinsics {
        exist: true,
        max_calls: Some(10),
        rounds: true,
        adds_32_bits: true,
        formats_containers: true,
        parses_blank: true,
        merges_deep: false,
    },
    choice: ChoiceRules {
        reference_paths: true,
        ignores_nested_assign: true,
        ..asl::CHOICE
    },
    retry: RetryRules {
        max_delay: 31_622_400,
        ..asl::RETRY
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
        ..asl::RULES.map
    },
    ..asl::RULES
};
