//! Payload templates, and values that are part of a definition (TMPL).

use std::convert::Infallible;
use std::iter;
use std::sync::OnceLock;

use crate::intrinsic::Call;
use crate::path::Path;
use crate::value::{Array, Number, Object, Text, Value};

/// A payload template, or a plain JSON value of the definition.
#[derive(Debug)]
pub enum Template {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer above [`i64::MAX`].
    UInt(u64),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(&'static str),
    /// An array.
    Array(&'static [Template]),
    /// An object: names without `.$` (TMPL-3), in the order of the definition.
    Object(&'static [(&'static str, Template)]),
    /// The value of a `.$` member: what is found in the document under these names, each in the
    /// value before; the path `$.a.b` is `["a", "b"]`.
    Keys(&'static [&'static str]),
    /// The value of a `.$` member: what any other path selects.
    Path(&'static Path),
    /// The value of a `.$` member: the result of a call (TMPL-4).
    Call(&'static Call),
    /// A part without paths, shared between evaluations.
    Constant(&'static Constant),
}

/// What of a template depends on more than the definition.
#[derive(Clone, Copy)]
pub(crate) enum Dynamic {
    /// What is found under these names.
    Keys(&'static [&'static str]),
    /// The value that a path selects.
    Path(&'static Path),
    /// The result of a call.
    Call(&'static Call),
}

/// A value of the definition: built when first asked for, then shared.
#[derive(Debug)]
pub struct Constant {
    template: &'static Template,
    value: OnceLock<Value>,
}

impl Constant {
    /// The value that `template` describes. A path or call in it is null.
    #[must_use]
    pub const fn new(template: &'static Template) -> Self {
        Self {
            template,
            value: OnceLock::new(),
        }
    }

    /// The value. Cheap from the second call on.
    pub fn get(&self) -> Value {
        let none = |_: Dynamic, _: Option<&'static str>, _: &mut Value| Ok::<_, Infallible>(());
        self.value
            .get_or_init(|| {
                let Ok(value) = self.template.value(None, &none);
                value
            })
            .clone()
    }
}

impl Template {
    /// Whether its value is the same each time.
    pub(crate) const fn is_constant(&self) -> bool {
        !matches!(
            self,
            Self::Keys(_) | Self::Path(_) | Self::Call(_) | Self::Array(_) | Self::Object(_)
        )
    }

    /// The value of the template; `read` as for [`evaluate`](Self::evaluate).
    #[inline]
    pub(crate) fn value<E>(
        &self,
        member: Option<&'static str>,
        read: &impl Fn(Dynamic, Option<&'static str>, &mut Value) -> Result<(), E>,
    ) -> Result<Value, E> {
        // Most are objects, which come to be on the heap.
        if let Self::Object(members) = *self {
            return evaluate_object(members, read);
        }
        let mut value = Value::Null;
        self.evaluate(member, read, &mut value)?;
        Ok(value)
    }

    /// Puts the value of the template into `place`, with `read` giving that of each path and call.
    /// `read` also learns the name of the object member that it is for.
    ///
    /// Recursive: a template is nested no deeper than a definition may be.
    // Into a place, not as a result: a value that is moved right after it has been written, in
    // other pieces, has to wait for the memory. That would be a third of the time.
    #[inline]
    pub(crate) fn evaluate<E>(
        &self,
        member: Option<&'static str>,
        read: &impl Fn(Dynamic, Option<&'static str>, &mut Value) -> Result<(), E>,
        place: &mut Value,
    ) -> Result<(), E> {
        // One call of `read`, so that it becomes part of this.
        let part = match *self {
            Self::Keys(keys) => Dynamic::Keys(keys),
            Self::Path(path) => Dynamic::Path(path),
            Self::Call(call) => Dynamic::Call(call),
            _ => {
                *place = self.build(read)?;
                return Ok(());
            }
        };
        read(part, member, place)
    }

    /// The value of what is no path or call itself.
    fn build<E>(
        &self,
        read: &impl Fn(Dynamic, Option<&'static str>, &mut Value) -> Result<(), E>,
    ) -> Result<Value, E> {
        Ok(match *self {
            Self::Keys(_) | Self::Path(_) | Self::Call(_) | Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Int(value) => Value::Number(Number::from(value)),
            Self::UInt(value) => Value::Number(Number::from(value)),
            Self::Float(value) => Value::from(value),
            Self::Str(text) => Value::String(Text::from_static(text)),
            Self::Array(items) => evaluate_array(items, read)?,
            Self::Object(members) => evaluate_object(members, read)?,
            Self::Constant(constant) => constant.get(),
        })
    }
}

fn evaluate_array<E>(
    items: &'static [Template],
    read: &impl Fn(Dynamic, Option<&'static str>, &mut Value) -> Result<(), E>,
) -> Result<Value, E> {
    let mut array = vec![Value::Null; items.len()];
    for (item, place) in iter::zip(items, &mut array) {
        item.evaluate(None, read, place)?;
    }
    Ok(Value::Array(Array::from(array)))
}

/// In definition order. The one place that would know another order.
fn evaluate_object<E>(
    members: &'static [(&'static str, Template)],
    read: &impl Fn(Dynamic, Option<&'static str>, &mut Value) -> Result<(), E>,
) -> Result<Value, E> {
    let object = Object::of_template(members, |(name, template), place| {
        template.evaluate(Some(name), read, place)
    })?;
    Ok(Value::Object(object))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    static TREE: Template = Template::Object(&[
        (
            "z",
            Template::Array(&[Template::Null, Template::Bool(true), Template::Int(-1)]),
        ),
        ("a", Template::Float(0.5)),
        ("a.$", Template::Str("$.x")),
        ("big", Template::UInt(u64::MAX)),
    ]);
    static RESULT: Constant = Constant::new(&TREE);

    #[test]
    fn tmpl_11_a_constant_keeps_its_keys_and_order() {
        let text = r#"{"z":[null,true,-1],"a":0.5,"a.$":"$.x","big":18446744073709551615}"#;
        assert_eq!(RESULT.get().to_string(), text);
    }

    #[test]
    fn constants_are_shared_but_not_changed_by_who_uses_them() {
        let mut mine = RESULT.get();
        mine.as_object_mut().unwrap().insert("z", 1);
        assert_eq!(RESULT.get()["z"], json!([null, true, -1]));
    }
}
