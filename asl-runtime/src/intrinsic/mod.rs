//! Intrinsic functions (INTR): calls are read at compile time, and evaluated here.

mod arguments;
mod array;
mod encode;
mod json;
mod math;
mod text;

#[cfg(test)]
mod tests;

use crate::environment::Environment;
use crate::failure::Failure;
use crate::intrinsic::arguments::Arguments;
use crate::language::Language;
use crate::path::Path;
use crate::value::{Text, Value};

/// A call of an intrinsic function (INTR-1).
#[derive(Debug)]
pub struct Call {
    /// What is called.
    pub function: Function,
    /// With what. The compiler has checked how many there are, and what literals can tell.
    pub arguments: &'static [Argument],
}

/// An argument of a [`Call`] (INTR-8).
#[derive(Debug)]
pub enum Argument {
    /// The value that a path selects.
    Path(&'static Path),
    /// The result of another call.
    Call(&'static Call),
    /// A string, its escapes resolved.
    Str(&'static str),
    /// The template of `States.Format`, cut at its placeholders: one piece more than there are.
    Pieces(&'static [&'static str]),
    /// An integer.
    Int(i64),
    /// An integer above [`i64::MAX`].
    UInt(u64),
    /// Any other number.
    Float(f64),
    /// `true` or `false`
    Bool(bool),
    /// `null`
    Null,
}

macro_rules! functions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// The functions of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function {
            $($(#[$doc])* $variant,)*
        }

        impl Function {
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
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

/// What a call is evaluated in.
pub(crate) struct Scope<'a> {
    /// The dialect.
    pub(crate) language: &'static Language,
    /// Where chance comes from (INTR-40).
    pub(crate) host: &'a dyn Environment,
    /// The value that a path selects.
    pub(crate) read: &'a dyn Fn(&'static Path) -> Result<Value, Failure>,
}

/// The result of a call.
///
/// Recursive: the compiler bounds how deep calls are nested.
pub(crate) fn evaluate(call: &Call, scope: &Scope<'_>) -> Result<Value, Failure> {
    let arguments = &Arguments::new(call, scope);
    match call.function {
        Function::Format => text::format(arguments),
        Function::StringToJson => json::parse(arguments),
        Function::JsonToString => json::print(arguments),
        Function::Array => array::array(arguments),
        Function::ArrayPartition => array::partition(arguments),
        Function::ArrayContains => array::contains(arguments),
        Function::ArrayRange => array::range(arguments),
        Function::ArrayGetItem => array::get_item(arguments),
        Function::ArrayLength => array::length(arguments),
        Function::ArrayUnique => array::unique(arguments),
        Function::Base64Encode => encode::base64_encode(arguments),
        Function::Base64Decode => encode::base64_decode(arguments),
        Function::Hash => encode::hash(arguments),
        Function::JsonMerge => json::merge(arguments),
        Function::MathRandom => math::random(arguments),
        Function::MathAdd => math::add(arguments),
        Function::StringSplit => text::split(arguments),
        Function::Uuid => Ok(Value::String(Text::from(scope.host.uuid().to_string()))),
    }
}
