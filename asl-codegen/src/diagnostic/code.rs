//! The table of codes: one per rule, each with a page of documentation.

use std::fmt;
use std::str::FromStr;

macro_rules! codes {
    ($($variant:ident = $number:literal, $title:literal;)*) => {
        /// The identity of a rule that a definition can break, such as `ASL0201`.
        ///
        /// Codes are stable: a number is never given to another rule. They order by number.
        ///
        /// ```
        /// use asl_codegen::diagnostic::Code;
        ///
        /// let code: Code = "ASL0201".parse().unwrap();
        /// assert_eq!(code, Code::UnknownTarget);
        /// assert_eq!(code.title(), "transition to a state that does not exist");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`ASL", stringify!($number), "`: ", $title)] $variant,)*
        }

        impl Code {
            /// Every code, by number.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The code as shown to people: `ASL` and four digits.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!("ASL", stringify!($number)),)*
                }
            }

            /// The rule in a few words, for lists and page titles.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$variant => $title,)*
                }
            }
        }
    };
}

codes! {
    FileNotFound = 0001, "definition file not found";
    FileUnreadable = 0002, "definition file cannot be read";
    FileTooLarge = 0003, "definition file too large";
    NotUtf8 = 0004, "definition is not UTF-8";
    ByteOrderMark = 0005, "definition starts with a byte order mark";
    EmptyFile = 0006, "definition is empty";
    NotJson = 0007, "definition is not JSON";
    TrailingText = 0008, "text after the definition";
    TooDeep = 0009, "definition nested too deep";

    WrongType = 0101, "value of the wrong type";
    MissingField = 0102, "required field missing";
    UnknownField = 0103, "unknown field";
    DuplicateKey = 0104, "duplicate key in an object";
    FieldNotHere = 0105, "field not allowed in this type of state";
    UnknownType = 0106, "unknown type of state";
    OutOfRange = 0107, "number out of range";
    Empty = 0108, "empty where something is required";
    Exclusive = 0109, "fields that exclude each other";
    ExactlyOne = 0110, "exactly one of several fields required";
    UnknownValue = 0111, "unknown value of a field";
    NameLength = 0112, "state name empty or too long";
    DuplicateState = 0113, "state name used twice";
    HeartbeatNotBelowTimeout = 0114, "heartbeat not below the timeout";

    UnknownTarget = 0201, "transition to a state that does not exist";
    TargetElsewhere = 0202, "transition into another level of nesting";
    Unreachable = 0203, "state that nothing reaches";
    NoTerminal = 0204, "no state ends the machine";
    NoTransition = 0205, "state without `Next` or `End`";
    NextAndEnd = 0206, "state with both `Next` and `End`";
    Endless = 0207, "states that lead to no end";

    AllNotAlone = 0301, "`States.ALL` beside other error names";
    AllNotLast = 0302, "`States.ALL` before the last retrier or catcher";
    ReservedError = 0303, "error name that is reserved for the language";
    UnknownErrorName = 0304, "error name that the language does not have";
    DeadHandler = 0305, "error that an earlier retrier or catcher takes";
    UnhandledError = 0306, "error that is neither retried nor caught";
    DelayCap = 0307, "`MaxDelaySeconds` not above `IntervalSeconds`";

    RuleShape = 0401, "choice rule of the wrong shape";
    NestedNext = 0402, "`Next` in a nested choice rule";
    OperandType = 0403, "operand of the wrong type";
    BadPattern = 0404, "malformed pattern of `StringMatches`";
    NoDefault = 0405, "Choice without `Default`";

    BadTimestamp = 0501, "malformed timestamp";

    BadPath = 0601, "malformed path";
    NotReferencePath = 0602, "path that is not a reference path";
    ContextNotAllowed = 0603, "context object where only the input is allowed";
    TemplateValue = 0604, "template field that is neither a path nor an intrinsic function";
    TemplateDuplicate = 0605, "template fields that end up with one name";
    TemplateEmptyName = 0606, "template field without a name";
    TemplateNotObject = 0607, "template that is not an object";
    LiteralPath = 0608, "path that is not evaluated";
    UnknownFunction = 0610, "unknown intrinsic function";
    ArgumentCount = 0611, "wrong number of arguments";
    ArgumentType = 0612, "argument of the wrong type";
    CallSyntax = 0613, "malformed call of an intrinsic function";
    NotAString = 0614, "intrinsic function that gives no string";
    TooManyCalls = 0615, "too many calls in one field";
    ArgumentValue = 0616, "argument that the function always refuses";
    PlaceholderCount = 0617, "placeholders and values of `States.Format` differ in number";
    OpenEscape = 0618, "unknown escape in a string argument";
    StepAfterCall = 0619, "step after a call";

    PathFunction = 0620, "function in a path";
    PathOperator = 0621, "filter operator that is not supported";
    VariableNotAllowed = 0622, "variable where only the input is allowed";
    UnknownContext = 0623, "context field that does not exist";
    ContextNotHere = 0624, "context field that does not exist here";

    VariableName = 0630, "invalid variable name";
    ReservedVariable = 0631, "reserved variable name";
    ShadowedVariable = 0632, "variable of an outer scope assigned again";
    NeverAssigned = 0633, "variable that is never assigned";
    ReadTooEarly = 0634, "variable read before it can have a value";
    HiddenVariable = 0635, "variable outside a distributed Map";
    NotSurelyAssigned = 0636, "variable that not every way assigns";
    DistributedOnly = 0640, "field of a Map in the mode `DISTRIBUTED` in another mode";
    NoExecutionType = 0641, "distributed Map without `ExecutionType`";
    BadLabel = 0642, "malformed label";
    DuplicateLabel = 0643, "label used twice";
    BatchWithoutLimit = 0644, "batches without a limit";
    CsvHeaders = 0645, "CSV headers that do not agree with where they are";
    EmptyResultWriter = 0646, "result writer that does nothing";
    TooManyAtOnce = 0647, "more iterations at once than the service runs";
    UnknownPattern = 0660, "unknown integration pattern of a resource";
    TokenNotPassed = 0661, "callback without its task token";
    NoRoleArn = 0662, "credentials without a role";
    NotAUri = 0663, "resource that is no URI";
    UnknownService = 0664, "unknown service or action of a resource";
    PatternNotOffered = 0665, "integration pattern that the service does not offer";
    MissingParameter = 0666, "parameter that the integration requires";

    NoRustName = 0701, "name that gives no Rust identifier";
    SameRustName = 0702, "names that give the same Rust identifier";
    TaskName = 0703, "task without a usable name";
    UnknownTask = 0704, "option for a task that does not exist";

    UnfilledPlaceholder = 0801, "placeholder left in a string";
    UnfilledValue = 0802, "placeholder without a value";
    UnusedSubstitution = 0803, "substitution that no placeholder uses";
    TemplateExpression = 0804, "expression of a template language";
    TemplateDirective = 0805, "directive of a template language";
    FilledValue = 0806, "value of a placeholder that is not one JSON value";

    NotSupportedYet = 0901, "part of the language that is not supported yet";

    NotInDialect = 1001, "part of the language that the dialect does not have";
    MisspeltField = 1002, "misspelt field that is accepted";
    Cycle = 1003, "transitions that lead in a circle";
    ConsoleChoice = 1004, "Choice state in the form of the console";
    BadResource = 1005, "malformed resource name";
    PathOperand = 1006, "operand that is taken as a path";
    UndocumentedContext = 1007, "undocumented part of the context object";
    NoEffect = 1008, "field without an effect";
    NeverReached = 1009, "error name that is matched before";
    NotInExpress = 1010, "part of the service that express machines do not have";

    PathNeverMatches = 1101, "path that can never match";
    SelectedType = 1102, "path to a value of another type than its field needs";
    ResultNeverFits = 1103, "result path that never fits the input";
    TestNeverHolds = 1104, "comparison with a value of another type";
    SelectedArgument = 1105, "path to a value of another type than the function needs";

    YamlIsOff = 1201, "YAML definition without the feature `yaml`";
    NotYaml = 1202, "definition is not YAML";
    YamlDocuments = 1203, "more than one YAML document";
    YamlKey = 1204, "YAML key that is not a string";
    YamlTag = 1205, "YAML tag that JSON has no type for";
    YamlMerge = 1206, "YAML merge key";
    YamlAlias = 1207, "YAML alias that cannot be replaced";
    YamlNumber = 1208, "YAML number that JSON does not have";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text that is no [`Code`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode(String);

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a diagnostic code; codes look like `ASL0201`",
            self.0
        )
    }
}

impl std::error::Error for UnknownCode {}

impl FromStr for Code {
    type Err = UnknownCode;

    /// Reads `ASL0201`; case matters.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|code| code.as_str() == text)
            .ok_or_else(|| UnknownCode(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_asl_and_four_digits_in_ascending_order() {
        let texts: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert!(
            texts.is_sorted_by(|a, b| a < b),
            "a number is used twice or out of order: {texts:?}"
        );
        for text in texts {
            let digits = text.strip_prefix("ASL").unwrap();
            assert!(
                digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()),
                "{text}"
            );
        }
    }

    #[test]
    fn titles_are_distinct_and_without_full_stop() {
        let mut titles: Vec<&str> = Code::ALL.iter().map(|code| code.title()).collect();
        assert!(
            titles
                .iter()
                .all(|title| !title.is_empty() && !title.ends_with('.'))
        );
        titles.sort_unstable();
        assert!(titles.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn from_str_reads_what_display_writes() {
        for code in Code::ALL {
            assert_eq!(code.to_string().parse(), Ok(*code));
        }
        assert_eq!(Code::FileNotFound.to_string(), "ASL0001");
    }

    #[test]
    fn from_str_refuses_the_rest() {
        for text in ["", "ASL", "ASL9999", "asl0201", "0201", "ASL0201 "] {
            assert!(text.parse::<Code>().is_err(), "{text:?}");
        }
        let error = "ASL9999".parse::<Code>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`ASL9999` is not a diagnostic code; codes look like `ASL0201`"
        );
    }
}
