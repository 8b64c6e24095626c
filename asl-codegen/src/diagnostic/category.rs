//! The service's names for groups of rules (VALID-3).

use std::fmt;

use super::Code;

/// What the AWS service calls a group of rules in its answer to a wrong definition (VALID-3).
///
/// ```
/// use asl_codegen::diagnostic::{Category, Code};
///
/// assert_eq!(Code::UnknownTarget.category(), Some(Category::MissingTransitionTarget));
/// assert_eq!(Category::MissingTransitionTarget.as_str(), "MISSING_TRANSITION_TARGET");
/// assert_eq!(Code::FileNotFound.category(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Category {
    /// The text is not JSON, or not YAML that stands for JSON.
    InvalidJsonDescription,
    /// The structure is wrong, or a value in it.
    SchemaValidationFailed,
    /// A transition leads nowhere, or nothing leads to a state.
    MissingTransitionTarget,
    /// Nothing ends the machine.
    MissingEndState,
    /// An expression in JSONata is wrong.
    InvalidJsonataExpression,
    /// An expression in JSONata uses what the service does not run.
    UnsupportedJsonataExpression,
}

impl Category {
    /// The name as the service writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidJsonDescription => "INVALID_JSON_DESCRIPTION",
            Self::SchemaValidationFailed => "SCHEMA_VALIDATION_FAILED",
            Self::MissingTransitionTarget => "MISSING_TRANSITION_TARGET",
            Self::MissingEndState => "MISSING_END_STATE",
            Self::InvalidJsonataExpression => "INVALID_JSONATA_EXPRESSION",
            Self::UnsupportedJsonataExpression => "UNSUPPORTED_JSONATA_EXPRESSION",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Code {
    /// The service's category of the rule (VALID-3); `None` for what the service never sees: files, placeholders,
    /// options, names in Rust, what only this compiler does not support yet, and rules of other services.
    ///
    /// Without a wildcard: whoever adds a code decides.
    pub const fn category(self) -> Option<Category> {
        use Code::*;
        Some(match self {
            NotUtf8 | ByteOrderMark | EmptyFile | NotJson | TrailingText | TooDeep | NotYaml
            | YamlDocuments | YamlKey | YamlTag | YamlMerge | YamlAlias | YamlNumber => {
                Category::InvalidJsonDescription
            }
            UnknownTarget | TargetElsewhere | Unreachable => Category::MissingTransitionTarget,
            NoTerminal | Endless => Category::MissingEndState,
            WrongType
            | MissingField
            | UnknownField
            | DuplicateKey
            | FieldNotHere
            | UnknownType
            | OutOfRange
            | Empty
            | Exclusive
            | ExactlyOne
            | UnknownValue
            | NameLength
            | DuplicateState
            | HeartbeatNotBelowTimeout
            | NoTransition
            | NextAndEnd
            | AllNotAlone
            | AllNotLast
            | ReservedError
            | RuleShape
            | NestedNext
            | OperandType
            | BadPattern
            | BadTimestamp
            | BadPath
            | NotReferencePath
            | ContextNotAllowed
            | TemplateValue
            | TemplateDuplicate
            | TemplateEmptyName
            | TemplateNotObject
            | UnknownFunction
            | ArgumentCount
            | ArgumentType
            | CallSyntax
            | NotAString
            | TooManyCalls
            | ArgumentValue
            | PlaceholderCount
            | OpenEscape
            | StepAfterCall
            | PathFunction
            | PathOperator
            | VariableNotAllowed
            | VariableName
            | ReservedVariable
            | ShadowedVariable
            | NeverAssigned
            | ReadTooEarly
            | HiddenVariable
            | DistributedOnly
            | NoExecutionType
            | BadLabel
            | DuplicateLabel
            | BatchWithoutLimit
            | CsvHeaders
            | EmptyResultWriter
            | TooManyAtOnce
            | UnknownPattern
            | TokenNotPassed
            | NoRoleArn
            | UnknownErrorName
            | DeadHandler
            | UnhandledError
            | DelayCap
            | NoDefault
            | UnknownContext
            | ContextNotHere
            | NotSurelyAssigned
            | LiteralPath
            | NotAUri
            | UnknownService
            | PatternNotOffered
            | MissingParameter
            | PathNeverMatches
            | SelectedType
            | ResultNeverFits
            | TestNeverHolds
            | SelectedArgument
            | NotInDialect
            | NotInExpress => Category::SchemaValidationFailed,
            FileNotFound | FileUnreadable | FileTooLarge | NoRustName | SameRustName | TaskName
            | UnknownTask | UnfilledPlaceholder | UnfilledValue | UnusedSubstitution
            | TemplateExpression | TemplateDirective | FilledValue | NotSupportedYet
            | MisspeltField | Cycle | ConsoleChoice | BadResource | PathOperand
            | UndocumentedContext | NoEffect | NeverReached | YamlIsOff => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_3_codes_have_the_category_of_the_service() {
        let cases = [
            (Code::NotJson, Some("INVALID_JSON_DESCRIPTION")),
            (Code::MissingField, Some("SCHEMA_VALIDATION_FAILED")),
            (Code::BadTimestamp, Some("SCHEMA_VALIDATION_FAILED")),
            (Code::UnknownTarget, Some("MISSING_TRANSITION_TARGET")),
            (Code::Unreachable, Some("MISSING_TRANSITION_TARGET")),
            (Code::NoTerminal, Some("MISSING_END_STATE")),
            (Code::NoRustName, None),
        ];
        for (code, category) in cases {
            assert_eq!(code.category().map(Category::as_str), category, "{code}");
        }
    }
}
