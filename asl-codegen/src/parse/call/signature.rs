//! What each function takes and returns: one row per function.

use crate::ast::{Argument, Function, Number};
use crate::dialect::Rules;

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// Any JSON value.
    Any,
    Null,
    Boolean,
    /// A number that may have a fraction.
    Number,
    /// INTR-13.
    Integer,
    Text,
    Array,
    Object,
    /// What `States.Format` can print (VARY-21).
    Printable,
    /// A value that is not written down here (INTR-22).
    Computed,
}

/// A parameter: its name, for messages, and its type.
pub(super) type Parameter = (&'static str, Type);

/// How a function is called.
#[derive(Debug)]
pub(super) struct Signature {
    /// The parameters.
    pub(super) parameters: &'static [Parameter],
    /// How many of them at the end may be left out.
    pub(super) optional: usize,
    /// What any number of further arguments is.
    pub(super) rest: Option<Parameter>,
    /// What it returns.
    pub(super) result: Type,
}

/// The functions that can give a string to `ErrorPath` and `CausePath` (INTR-10).
pub(super) const STRING_FUNCTIONS: &[Function] = &[
    Function::Format,
    Function::JsonToString,
    Function::ArrayGetItem,
    Function::Base64Encode,
    Function::Base64Decode,
    Function::Hash,
    Function::Uuid,
];

const fn fixed(parameters: &'static [Parameter], result: Type) -> Signature {
    Signature {
        parameters,
        optional: 0,
        rest: None,
        result,
    }
}

/// Section 11.2.
pub(super) const fn signature(function: Function) -> Signature {
    use Type::{Any, Array, Boolean, Computed, Integer, Object, Printable, Text};
    match function {
        Function::Format => Signature {
            rest: Some(("value", Printable)),
            ..fixed(&[("template", Text)], Text)
        },
        Function::StringToJson => fixed(&[("string", Text)], Any),
        Function::JsonToString => fixed(&[("path", Computed)], Text),
        Function::Array => Signature {
            rest: Some(("value", Any)),
            ..fixed(&[], Array)
        },
        Function::ArrayPartition => fixed(&[("array", Array), ("size", Integer)], Array),
        Function::ArrayContains => fixed(&[("array", Array), ("value", Any)], Boolean),
        Function::ArrayRange => fixed(
            &[("first", Integer), ("last", Integer), ("step", Integer)],
            Array,
        ),
        Function::ArrayGetItem => fixed(&[("array", Array), ("index", Integer)], Any),
        Function::ArrayLength => fixed(&[("array", Array)], Integer),
        Function::ArrayUnique => fixed(&[("array", Array)], Array),
        Function::Base64Encode | Function::Base64Decode => fixed(&[("string", Text)], Text),
        Function::Hash => fixed(&[("data", Any), ("algorithm", Text)], Text),
        Function::JsonMerge => fixed(
            &[("left", Object), ("right", Object), ("deep", Boolean)],
            Object,
        ),
        Function::MathRandom => Signature {
            optional: 1,
            ..fixed(
                &[("start", Integer), ("end", Integer), ("seed", Integer)],
                Integer,
            )
        },
        Function::MathAdd => fixed(&[("x", Integer), ("y", Integer)], Integer),
        Function::StringSplit => fixed(&[("string", Text), ("delimiters", Text)], Array),
        Function::Uuid => fixed(&[], Text),
    }
}

impl Signature {
    /// The parameter that an argument is for.
    pub(super) fn parameter(&self, index: usize) -> Option<Parameter> {
        self.parameters.get(index).copied().or(self.rest)
    }

    /// Whether it may be called with that many arguments.
    pub(super) fn takes(&self, count: usize) -> bool {
        let least = self.parameters.len().saturating_sub(self.optional);
        count >= least && (self.rest.is_some() || count <= self.parameters.len())
    }

    /// "two arguments", "one argument or more".
    pub(super) fn count_in_words(&self) -> String {
        let all = self.parameters.len();
        let number = |count: usize| match count {
            0 => "no".to_owned(),
            1 => "one".to_owned(),
            2 => "two".to_owned(),
            3 => "three".to_owned(),
            more => more.to_string(),
        };
        let noun = if all == 1 { "argument" } else { "arguments" };
        match (self.rest, self.optional) {
            (Some(_), _) => format!("{} {noun} or more", number(all)),
            (None, 0) => format!("{} {noun}", number(all)),
            (None, optional) => format!("{} or {} {noun}", number(all - optional), number(all)),
        }
    }

    /// `States.ArrayGetItem(array, index)`.
    pub(super) fn usage(&self, function: &str) -> String {
        let required = self.parameters.len().saturating_sub(self.optional);
        let mut usage = format!("{function}(");
        for (index, (name, _)) in self.parameters.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let (open, close) = if index < required {
                ("", "")
            } else {
                ("[", "]")
            };
            usage.push_str(&format!("{open}{separator}{name}{close}"));
        }
        if let Some((name, _)) = self.rest {
            let separator = if self.parameters.is_empty() { "" } else { ", " };
            usage.push_str(&format!("{separator}{name}, …"));
        }
        usage.push(')');
        usage
    }
}

impl Type {
    /// Whether a value of this type can be what `parameter` needs.
    pub(super) fn may_be(self, parameter: Type, rules: &Rules) -> bool {
        let is_container = matches!(self, Type::Array | Type::Object);
        match parameter {
            _ if self == Type::Any || self == parameter => true,
            Type::Any | Type::Computed => true,
            Type::Integer => self == Type::Number && rules.intrinsics.rounds,
            Type::Number => self == Type::Integer,
            Type::Printable => !is_container || rules.intrinsics.formats_containers,
            Type::Null | Type::Boolean | Type::Text | Type::Array | Type::Object => false,
        }
    }

    /// "an integer".
    pub(super) fn described(self) -> &'static str {
        match self {
            Type::Any => "any value",
            Type::Null => "null",
            Type::Boolean => "a boolean",
            Type::Number => "a number with a fraction",
            Type::Integer => "an integer",
            Type::Text => "a string",
            Type::Array => "an array",
            Type::Object => "an object",
            Type::Printable => "a string, a number, a boolean or null",
            Type::Computed => "a path",
        }
    }
}

/// What is known of an argument before any execution.
pub(super) fn type_of(argument: &Argument) -> Type {
    match argument {
        Argument::Path(_) => Type::Any,
        Argument::Call(call) => signature(call.function).result,
        Argument::Text(_) | Argument::Pieces(_) => Type::Text,
        Argument::Number(Number::Float(value)) if value.fract() != 0.0 => Type::Number,
        Argument::Number(_) => Type::Integer,
        Argument::Bool(_) => Type::Boolean,
        Argument::Null => Type::Null,
    }
}
