//! What is said about backslashes in strings: JSON and YAML have their own meaning for them.

/// A help text in the words for both formats.
pub(crate) struct Words {
    /// For JSON, in which all findings are made.
    pub(crate) json: &'static str,
    /// For YAML.
    #[cfg_attr(not(feature = "yaml"), allow(dead_code))]
    pub(crate) yaml: &'static str,
}

/// In the pattern of `StringMatches`.
pub(crate) const IN_PATTERN: Words = Words {
    json: r"a literal backslash is `\\`, written `\\\\` in JSON",
    yaml: r"a literal backslash is `\\`, written `\\\\` between double quotes",
};

/// Of braces in the template of `States.Format` (INTR-20).
pub(crate) const BRACES: Words = Words {
    json: r"braces that are no placeholder are escaped: `\\{\\}`",
    yaml: r"braces that are no placeholder are escaped: `\{\}`, written `\\{\\}` between double quotes",
};

/// In a string argument of an intrinsic function.
pub(crate) const IN_ARGUMENT: Words = Words {
    json: r"in JSON `'` is written `\\'` and `\` is `\\\\`; nothing else needs an escape",
    yaml: r"`'` is written `\'` and `\` is `\\`, each backslash twice between double quotes; nothing else needs an escape",
};

/// All of them.
#[cfg_attr(not(feature = "yaml"), allow(dead_code))]
pub(crate) const ALL: [&Words; 3] = [&IN_PATTERN, &BRACES, &IN_ARGUMENT];
