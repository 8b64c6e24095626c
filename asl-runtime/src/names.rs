//! The error names that the language reserves and this runtime reports or treats apart (ERR-5).

pub(crate) const ALL: &str = "States.ALL";
pub(crate) const BRANCH_FAILED: &str = "States.BranchFailed";
pub(crate) const DATA_LIMIT_EXCEEDED: &str = "States.DataLimitExceeded";
pub(crate) const EXCEEDED_TOLERANCE: &str = "States.ExceedToleratedFailureThreshold";
pub(crate) const HEARTBEAT_TIMEOUT: &str = "States.HeartbeatTimeout";
pub(crate) const INTRINSIC_FAILURE: &str = "States.IntrinsicFailure";
pub(crate) const ITEM_READER_FAILED: &str = "States.ItemReaderFailed";
pub(crate) const NO_CHOICE_MATCHED: &str = "States.NoChoiceMatched";
pub(crate) const PARAMETER_PATH_FAILURE: &str = "States.ParameterPathFailure";
pub(crate) const PERMISSIONS: &str = "States.Permissions";
pub(crate) const RESULT_PATH_MATCH_FAILURE: &str = "States.ResultPathMatchFailure";
pub(crate) const RESULT_WRITER_FAILED: &str = "States.ResultWriterFailed";
pub(crate) const RUNTIME: &str = "States.Runtime";
pub(crate) const TASK_FAILED: &str = "States.TaskFailed";
pub(crate) const TIMEOUT: &str = "States.Timeout";

/// What names of the language begin with (ERR-2).
pub(crate) const RESERVED_PREFIX: &str = "States.";

/// The reserved names that a task may report itself (TASK-2).
pub(crate) const FOR_TASKS: [&str; 5] = [
    TASK_FAILED,
    TIMEOUT,
    HEARTBEAT_TIMEOUT,
    PERMISSIONS,
    DATA_LIMIT_EXCEEDED,
];

/// What an error that machines report becomes in dialect `tcsl` if it has no name of its own there
/// (TCSL-120). Its Cause begins with the name in `asl` (TCSL-121).
pub(crate) const TCSL_RUNTIME: &str = "StatesRuntime";

/// The names in dialect `tcsl` (TCSL-120).
pub(crate) const TCSL: &[(&str, &str)] = &[
    (DATA_LIMIT_EXCEEDED, "StatesDataLimitExceeded"),
    (EXCEEDED_TOLERANCE, TCSL_RUNTIME),
    (HEARTBEAT_TIMEOUT, "StatesTimeout"),
    (INTRINSIC_FAILURE, TCSL_RUNTIME),
    (ITEM_READER_FAILED, TCSL_RUNTIME),
    (NO_CHOICE_MATCHED, TCSL_RUNTIME),
    (PARAMETER_PATH_FAILURE, TCSL_RUNTIME),
    (PERMISSIONS, "StatesPermissions"),
    (RESULT_PATH_MATCH_FAILURE, TCSL_RUNTIME),
    (RESULT_WRITER_FAILED, TCSL_RUNTIME),
    (RUNTIME, TCSL_RUNTIME),
    (TASK_FAILED, "StatesTaskFailed"),
    (TIMEOUT, "StatesTimeout"),
];
