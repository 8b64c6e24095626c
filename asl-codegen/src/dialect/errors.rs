//! Error names: how a dialect spells them, and what an `ErrorEquals` matches.

/// What a dialect says about error names.
#[derive(Debug)]
pub struct ErrorRules {
    /// The name that matches (nearly) all others.
    pub all: &'static str,
    /// Whether that name must stand alone, in the last retrier or catcher (ERR-16).
    pub all_stands_alone: bool,
    /// What names of another dialect begin with, which are refused here (TCSL-119).
    pub foreign_prefix: Option<&'static str>,
    /// The names that belong to the language.
    pub reserved: &'static [&'static str],
    /// Names that other dialects spell in another way: theirs, then the one here.
    pub renamed: &'static [(&'static str, &'static str)],
    /// The codes that have types, which `ErrorEquals` may name instead (TCSL-113). Where there are
    /// none, the runtime knows what matches what (ERR-10 to ERR-15).
    pub codes: &'static [ErrorCode],
}

/// An error code and its types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorCode {
    /// The code.
    pub name: &'static str,
    /// The types that match it.
    pub types: &'static [&'static str],
    /// Whether the service documents it as one that its interfaces report (TCSL-112), rather than
    /// one of the workflow service itself (TCSL-120).
    pub is_public: bool,
}

impl ErrorRules {
    /// What an entry of an `ErrorEquals` matches: itself, and where it is a type the codes of that
    /// type (TCSL-113).
    ///
    /// ```
    /// use asl_codegen::Dialect;
    ///
    /// let errors = &Dialect::Tcsl.rules().errors;
    /// let matched: Vec<&str> = errors.matched_by("StatesTimeout").collect();
    /// assert_eq!(matched, ["StatesTimeout"]);
    /// assert!(errors.matched_by("StatesRuntime").any(|code| code == "InternalError"));
    /// ```
    pub fn matched_by<'a>(&self, entry: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        let typed = self.codes.iter();
        let typed = typed.filter(move |code| code.name != entry && code.types.contains(&entry));
        std::iter::once(entry).chain(typed.map(|code| code.name))
    }

    /// Whether codes have types.
    pub const fn has_types(&self) -> bool {
        !self.codes.is_empty()
    }

    /// Every name that has a meaning of its own.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let codes = self.codes.iter().map(|code| code.name);
        self.reserved.iter().copied().chain(codes)
    }

    /// How this dialect spells a name of another one.
    pub fn spelling(&self, name: &str) -> Option<&'static str> {
        let (_, here) = self.renamed.iter().find(|(theirs, _)| *theirs == name)?;
        Some(here)
    }

    /// The codes that a task may report for the definition to match by type.
    pub fn public_codes(&self) -> impl Iterator<Item = &'static ErrorCode> + use<> {
        self.codes.iter().filter(|code| code.is_public)
    }
}
