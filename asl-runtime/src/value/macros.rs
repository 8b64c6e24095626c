//! The `json!` macro.

use super::{Array, Value};

/// Builds a [`Value`](crate::Value) from JSON with Rust expressions in it.
///
/// Expressions are anything that is `Into<Value>`, and keys that are not literals anything that is
/// `Into<Key>`; write a key that is an expression of several tokens in parentheses. For types that
/// implement `Serialize` instead, see [`to_value`](crate::value::to_value), which can fail.
///
/// Of duplicate keys the last one wins. Trailing commas are allowed.
///
/// ```
/// use asl_runtime::json;
///
/// let id = 7;
/// let key = String::from("total");
/// let order = json!({
///     "id": id,
///     "items": [{"sku": "A-1", "quantity": 1 + 1}, null],
///     (key): 12.5,
/// });
/// assert_eq!(
///     order.to_string(),
///     r#"{"id":7,"items":[{"sku":"A-1","quantity":2},null],"total":12.5}"#,
/// );
/// ```
#[macro_export]
macro_rules! json {
    ($($json:tt)+) => {
        $crate::json_internal!($($json)+)
    };
}

/// Reads JSON one token tree at a time, as `serde_json`'s macro does:
/// `@array [done,] rest` and `@object map (key so far) (rest) (rest again, for errors)`.
#[doc(hidden)]
#[macro_export]
macro_rules! json_internal {
    // Items of an array.
    (@array [$($done:expr,)*]) => {
        $crate::value::json_array([$($done),*])
    };
    (@array [$($done:expr,)*] null $(, $($rest:tt)*)?) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!(null),] $($($rest)*)?)
    };
    (@array [$($done:expr,)*] true $(, $($rest:tt)*)?) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!(true),] $($($rest)*)?)
    };
    (@array [$($done:expr,)*] false $(, $($rest:tt)*)?) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!(false),] $($($rest)*)?)
    };
    (@array [$($done:expr,)*] [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!([$($inner)*]),] $($($rest)*)?)
    };
    (@array [$($done:expr,)*] {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!({$($inner)*}),] $($($rest)*)?)
    };
    (@array [$($done:expr,)*] $item:expr $(, $($rest:tt)*)?) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!($item),] $($($rest)*)?)
    };

    // Entries of an object: all done, then the value after a key.
    (@object $map:ident () () ()) => {};
    (@object $map:ident ($($key:tt)+) (: null $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert $map ($($key)+) (null) $($($rest)*)?)
    };
    (@object $map:ident ($($key:tt)+) (: true $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert $map ($($key)+) (true) $($($rest)*)?)
    };
    (@object $map:ident ($($key:tt)+) (: false $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert $map ($($key)+) (false) $($($rest)*)?)
    };
    (@object $map:ident ($($key:tt)+) (: [$($inner:tt)*] $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert $map ($($key)+) ([$($inner)*]) $($($rest)*)?)
    };
    (@object $map:ident ($($key:tt)+) (: {$($inner:tt)*} $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert $map ($($key)+) ({$($inner)*}) $($($rest)*)?)
    };
    (@object $map:ident ($($key:tt)+) (: $value:expr $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert $map ($($key)+) ($value) $($($rest)*)?)
    };
    // A key without a value: "unexpected end of macro invocation".
    (@object $map:ident ($($key:tt)+) (:) $copy:tt) => {
        $crate::json_internal!()
    };
    (@object $map:ident ($($key:tt)+) () $copy:tt) => {
        $crate::json_internal!()
    };
    // A colon or comma where a key should be: "no rules expected this token".
    (@object $map:ident () (: $($rest:tt)*) ($colon:tt $($copy:tt)*)) => {
        $crate::json_unexpected!($colon)
    };
    (@object $map:ident ($($key:tt)*) (, $($rest:tt)*) ($comma:tt $($copy:tt)*)) => {
        $crate::json_unexpected!($comma)
    };
    (@object $map:ident () (($key:expr) : $($rest:tt)*) $copy:tt) => {
        $crate::json_internal!(@object $map ($key) (: $($rest)*) (: $($rest)*))
    };
    // A value that is no expression.
    (@object $map:ident ($($key:tt)*) (: $unexpected:tt $($rest:tt)*) $copy:tt) => {
        $crate::json_unexpected!($unexpected)
    };
    // One more token of the key.
    (@object $map:ident ($($key:tt)*) ($token:tt $($rest:tt)*) $copy:tt) => {
        $crate::json_internal!(@object $map ($($key)* $token) ($($rest)*) ($($rest)*))
    };
    (@insert $map:ident ($($key:tt)+) ($($value:tt)+) $($rest:tt)*) => {
        $crate::value::Object::insert(&mut $map, $($key)+, $crate::json_internal!($($value)+));
        $crate::json_internal!(@object $map () ($($rest)*) ($($rest)*));
    };

    (null) => { $crate::value::Value::Null };
    (true) => { $crate::value::Value::Bool(true) };
    (false) => { $crate::value::Value::Bool(false) };
    ([]) => { $crate::value::Value::Array($crate::value::Array::new()) };
    ([$($items:tt)+]) => { $crate::json_internal!(@array [] $($items)+) };
    ({}) => { $crate::value::Value::Object($crate::value::Object::new()) };
    ({$($entries:tt)+}) => {{
        let mut object = $crate::value::Object::new();
        $crate::json_internal!(@object object () ($($entries)+) ($($entries)+));
        $crate::value::Value::Object(object)
    }};
    ($value:expr) => { $crate::value::json_value($value) };
}

/// Takes no token, so that the compiler points at the one it is given.
#[doc(hidden)]
#[macro_export]
macro_rules! json_unexpected {
    () => {};
}

/// An expression within `json!`.
#[doc(hidden)]
pub fn json_value(value: impl Into<Value>) -> Value {
    value.into()
}

/// An array within `json!`.
#[doc(hidden)]
#[must_use]
pub fn json_array<const N: usize>(items: [Value; N]) -> Value {
    Value::Array(Array::from(Vec::from(items)))
}
