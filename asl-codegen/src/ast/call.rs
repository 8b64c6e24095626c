//! Calls of intrinsic functions (section 11), parsed.

use crate::ast::{Number, PathText};
use crate::source::Span;

/// A call of an intrinsic function (INTR-1).
#[derive(Clone, Debug)]
pub struct Call {
    /// From its name to its closing parenthesis.
    pub span: Span,
    /// What is called.
    pub function: Function,
    /// With what.
    pub arguments: Vec<Argument>,
}

/// An argument of a [`Call`] (INTR-8).
#[derive(Clone, Debug)]
pub enum Argument {
    /// The value that a path selects.
    Path(PathText),
    /// The result of another call.
    Call(Call),
    /// A string, its escapes resolved.
    Text(String),
    /// The template of `States.Format`, cut at its placeholders: one piece more than there are
    /// (INTR-20).
    Pieces(Vec<String>),
    /// A number.
    Number(Number),
    /// `true` or `false`.
    Bool(bool),
    /// `null`.
    Null,
}

impl Call {
    /// Every path in it, those of nested calls included, from left to right.
    pub fn paths(&self) -> Vec<&PathText> {
        let mut paths = Vec::new();
        for argument in &self.arguments {
            match argument {
                Argument::Path(path) => paths.push(path),
                Argument::Call(call) => paths.extend(call.paths()),
                _ => {}
            }
        }
        paths
    }
}

/// A path or a call: what `ErrorPath` and `CausePath` hold (FAIL-4).
#[derive(Clone, Debug)]
pub enum PathOrCall {
    /// A path.
    Path(PathText),
    /// A call.
    Call(Call),
}

macro_rules! functions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// The functions of the language (INTR-2).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function {
            $($(#[$doc])* $variant,)*
        }

        impl Function {
            /// Every function.
            pub const ALL: &'static [Function] = &[$(Function::$variant),*];

            /// Its name in a definition.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Function::$variant => $name,)*
                }
            }
        }
    };
}

functions! {
    /// INTR-20
    Format = "States.Format",
    /// INTR-21
    StringToJson = "States.StringToJson",
    /// INTR-22
    JsonToString = "States.JsonToString",
    /// INTR-23
    Array = "States.Array",
    /// INTR-24
    ArrayPartition = "States.ArrayPartition",
    /// INTR-25
    ArrayContains = "States.ArrayContains",
    /// INTR-26
    ArrayRange = "States.ArrayRange",
    /// INTR-27
    ArrayGetItem = "States.ArrayGetItem",
    /// INTR-28
    ArrayLength = "States.ArrayLength",
    /// INTR-29
    ArrayUnique = "States.ArrayUnique",
    /// INTR-30
    Base64Encode = "States.Base64Encode",
    /// INTR-31
    Base64Decode = "States.Base64Decode",
    /// INTR-32
    Hash = "States.Hash",
    /// INTR-33
    JsonMerge = "States.JsonMerge",
    /// INTR-34
    MathRandom = "States.MathRandom",
    /// INTR-35
    MathAdd = "States.MathAdd",
    /// INTR-36
    StringSplit = "States.StringSplit",
    /// INTR-37
    Uuid = "States.UUID",
}

impl Function {
    /// The function of that name.
    pub fn from_name(name: &str) -> Option<Function> {
        Self::ALL
            .iter()
            .copied()
            .find(|function| function.name() == name)
    }
}
