//! The language of Tencent's workflow service: what TCSL documents, and nothing else (TCSL-1).

use super::{
    ChoiceRules, ErrorCode, ErrorRules, Intrinsics, MAX_SAFE_INTEGER, MachineTimeouts, MapRules,
    ObjectFields, Resources, RetryRules, Rules, StateType, asl,
};

pub(super) const RULES: Rules = Rules {
    name: "tcsl",
    runtime_language: "TCSL",
    states: STATES,
    fields: FIELDS,
    renamed: &[
        ("ItemProcessor", "Iterator"),
        ("ItemSelector", "Parameters"),
    ],
    misspelt: &[("ResultSeclector", "ResultSelector")], // TCSL-82
    advice: ADVICE,
    jsonata: false,
    variables: false,                           // TCSL-14
    cycles: false,                              // TCSL-31
    documented_context: Some(&["Map", "Item"]), // TCSL-36
    resources: Resources::Qrn,                  // TCSL-54
    min_state_name: 0,                          // TCSL-22
    max_state_name: usize::MAX,
    // TCSL-13
    default_machine_timeout: MachineTimeouts {
        standard: Some(24 * 60 * 60),
        express: Some(60),
    },
    default_task_timeout: None, // TCSL-53
    intrinsics: Intrinsics {
        exist: false, // TCSL-14
        ..asl::RULES.intrinsics
    },
    choice: ChoiceRules {
        // TCSL-61
        operators: Some(&[
            "BooleanEquals",
            "NumericEquals",
            "StringEquals",
            "IsBoolean",
            "IsNumeric",
        ]),
        combines: false, // TCSL-62
        path_operands: true,
        ignores_result_path: true,
        console_form: true,
        ..asl::CHOICE
    },
    // TCSL-102
    retry: RetryRules {
        default_attempts: 2,
        min_attempts: 1,
        max_delay: MAX_SAFE_INTEGER,
    },
    errors: ERRORS,
    map: MapRules {
        processor: "Iterator", // TCSL-90
        // TCSL-93
        default_concurrency: 1,
        min_concurrency: 1,
        ..asl::RULES.map
    },
    ..asl::RULES
};

/// How to write what ASL has and TCSL has not, where there is a way.
const ADVICE: &[(&str, &str)] = &[
    (
        "Succeed",
        "`\"End\": true` ends the machine: write a Pass state with it",
    ),
    ("Version", "remove it: there is one version"),
    (
        "QueryLanguage",
        "remove it: there is one query language, JSONPath",
    ),
    (
        "Assign",
        "there are no variables: keep the value in the document, by `ResultPath`",
    ),
    (
        "Output",
        "there is no JSONata: `ResultSelector`, `ResultPath` and `OutputPath` shape the output",
    ),
    (
        "Arguments",
        "there is no JSONata: `Parameters` shapes the input of the work",
    ),
    (
        "Items",
        "there is no JSONata: `ItemsPath` selects the items",
    ),
    (
        "Condition",
        "there is no JSONata: write `Variable` and an operator",
    ),
    (
        "TimeoutSeconds",
        "only the machine has a time limit: `TimeoutSeconds` or `TimeoutMilliseconds`",
    ),
    (
        "TimeoutSecondsPath",
        "only the machine has a time limit: `TimeoutSeconds` or `TimeoutMilliseconds`",
    ),
    (
        "And",
        "lead to another Choice state, which tests the next condition",
    ),
    (
        "Or",
        "write a rule for each of the conditions, with the same `Next`",
    ),
    ("Not", "put a rule for the condition itself before this one"),
    (
        "StringEqualsPath",
        "write `StringEquals`: its operand may be a path",
    ),
    (
        "NumericEqualsPath",
        "write `NumericEquals`: its operand may be a path",
    ),
    (
        "BooleanEqualsPath",
        "write `BooleanEquals`: its operand may be a path",
    ),
    (
        "States.BranchFailed",
        "a failed branch reports its own error: name that",
    ),
    ("ProcessorConfig", "remove it: every Map runs inline"),
];

/// Sections 2, 7, 8, 9, 11 and 12.
const FIELDS: ObjectFields = ObjectFields {
    machine: &[
        "Comment",
        "StartAt",
        "States",
        "TimeoutMilliseconds",
        "TimeoutSeconds",
    ],
    branch: &["Comment", "StartAt", "States"],
    processor: &["Comment", "StartAt", "States"],
    rule: &["Next", "Comment"],
    retrier: &[
        "ErrorEquals",
        "IntervalSeconds",
        "MaxAttempts",
        "BackoffRate",
    ],
    catcher: &["ErrorEquals", "Next", "ResultPath"],
};

/// TCSL-20, TCSL-23.
const STATES: &[StateType] = &[
    StateType {
        name: "Task",
        fields: &[
            "Type",
            "Comment",
            "InputPath",
            "OutputPath",
            "Next",
            "End",
            "ResultPath",
            "Parameters",
            "ResultSelector",
            "Resource",
            "Retry",
            "Catch",
        ],
        jsonata: &[],
    },
    StateType {
        name: "Parallel",
        fields: &[
            "Type",
            "Comment",
            "InputPath",
            "OutputPath",
            "Next",
            "End",
            "ResultPath",
            "Parameters",
            "ResultSelector",
            "Retry",
            "Catch",
            "Branches",
        ],
        jsonata: &[],
    },
    StateType {
        name: "Map",
        fields: &[
            "Type",
            "Comment",
            "InputPath",
            "OutputPath",
            "Next",
            "End",
            "ResultPath",
            "Parameters",
            "ResultSelector",
            "Retry",
            "Catch",
            "Iterator",
            "ItemsPath",
            "MaxConcurrency",
        ],
        jsonata: &[],
    },
    StateType {
        name: "Pass",
        fields: &[
            "Type",
            "Comment",
            "InputPath",
            "OutputPath",
            "Next",
            "End",
            "Result",
            "ResultPath",
            "Parameters",
            "ResultSelector",
        ],
        jsonata: &[],
    },
    StateType {
        name: "Choice",
        fields: &[
            "Type",
            "Comment",
            "InputPath",
            "OutputPath",
            "Choices",
            "Default",
        ],
        jsonata: &[],
    },
];

/// Section 13.
const ERRORS: ErrorRules = ErrorRules {
    all: "StatesALL",
    all_stands_alone: false, // TCSL-118
    reserved: &["StatesALL"],
    foreign_prefix: Some("States."),
    renamed: &[
        ("States.ALL", "StatesALL"),
        ("States.DataLimitExceeded", "StatesDataLimitExceeded"),
        ("States.ExceedToleratedFailureThreshold", "StatesRuntime"),
        ("States.HeartbeatTimeout", "StatesTimeout"),
        ("States.IntrinsicFailure", "StatesRuntime"),
        ("States.ItemReaderFailed", "StatesRuntime"),
        ("States.NoChoiceMatched", "StatesRuntime"),
        ("States.ParameterPathFailure", "StatesRuntime"),
        ("States.Permissions", "StatesPermissions"),
        ("States.QueryEvaluationError", "StatesRuntime"),
        ("States.ResultPathMatchFailure", "StatesRuntime"),
        ("States.ResultWriterFailed", "StatesRuntime"),
        ("States.Runtime", "StatesRuntime"),
        ("States.TaskFailed", "StatesTaskFailed"),
        ("States.Timeout", "StatesTimeout"),
    ],
    codes: CODES,
};

const PERMISSIONS: &[&str] = &["StatesPermissions", "StatesTaskFailed", "StatesALL"];
const RUNTIME: &[&str] = &["StatesRuntime", "StatesTaskFailed", "StatesALL"];
const DATA_LIMIT: &[&str] = &["StatesDataLimitExceeded", "StatesTaskFailed", "StatesALL"];
const TASK_FAILED: &[&str] = &["StatesTaskFailed", "StatesALL"];
const ALL: &[&str] = &["StatesALL"];

const fn public(name: &'static str, types: &'static [&'static str]) -> ErrorCode {
    ErrorCode {
        name,
        types,
        is_public: true,
    }
}

const fn own(name: &'static str, types: &'static [&'static str]) -> ErrorCode {
    ErrorCode {
        name,
        types,
        is_public: false,
    }
}

/// TCSL-114, then TCSL-120.
const CODES: &[ErrorCode] = &[
    public("AuthFailure.SecretIdNotFound", PERMISSIONS),
    public("AuthFailure.MFAFailure", PERMISSIONS),
    public("AuthFailure.UnauthorizedOperation", PERMISSIONS),
    public("AuthFailure.InvalidSecretId", PERMISSIONS),
    public("AuthFailure.TokenFailure", PERMISSIONS),
    public("AuthFailure.SignatureFailure", PERMISSIONS),
    public("AuthFailure.SignatureExpire", PERMISSIONS),
    public("UnauthorizedOperation", PERMISSIONS),
    public("InternalError", RUNTIME),
    public("ResourceInsufficient", DATA_LIMIT),
    public("UnsupportedOperation", TASK_FAILED),
    public("RequestLimitExceeded", DATA_LIMIT),
    public("LimitExceeded", DATA_LIMIT),
    public("NoSuchVersion", ALL),
    public("ResourceInUse", DATA_LIMIT),
    public("ResourceNotFound", TASK_FAILED),
    public("ResourceUnavailable", ALL),
    public("UnsupportedRegion", TASK_FAILED),
    public("InvalidParameter", TASK_FAILED),
    public("UnknownParameter", TASK_FAILED),
    public("InvalidParameterValue", TASK_FAILED),
    public("DryRunOperation", TASK_FAILED),
    public("FailedOperation", TASK_FAILED),
    public("UnsupportedProtocol", TASK_FAILED),
    public("InvalidAction", TASK_FAILED),
    public("MissingParameter", TASK_FAILED),
    own("StatesTimeout", ALL),
    own("StatesTaskFailed", ALL),
    own("StatesPermissions", TASK_FAILED),
    own("StatesDataLimitExceeded", TASK_FAILED),
    own("StatesRuntime", TASK_FAILED),
];
