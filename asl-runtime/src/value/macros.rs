//! The `json!` macro.

use super::{Array, Key, Object, Value};

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
/// `@array [done,] rest` and `@object [done,] (key so far) (rest) (rest again, for errors)`.
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
    (@object [$($done:expr,)*] () () ()) => {
        $crate::value::json_object([$($done),*])
    };
    (@object [$($done:expr,)*] ($($key:tt)+) (: null $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert [$($done,)*] ($($key)+) (null) $($($rest)*)?)
    };
    (@object [$($done:expr,)*] ($($key:tt)+) (: true $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert [$($done,)*] ($($key)+) (true) $($($rest)*)?)
    };
    (@object [$($done:expr,)*] ($($key:tt)+) (: false $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert [$($done,)*] ($($key)+) (false) $($($rest)*)?)
    };
    (@object [$($done:expr,)*] ($($key:tt)+) (: [$($inner:tt)*] $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert [$($done,)*] ($($key)+) ([$($inner)*]) $($($rest)*)?)
    };
    (@object [$($done:expr,)*] ($($key:tt)+) (: {$($inner:tt)*} $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert [$($done,)*] ($($key)+) ({$($inner)*}) $($($rest)*)?)
    };
    (@object [$($done:expr,)*] ($($key:tt)+) (: $value:expr $(, $($rest:tt)*)?) $copy:tt) => {
        $crate::json_internal!(@insert [$($done,)*] ($($key)+) ($value) $($($rest)*)?)
    };
    // A key without a value: "unexpected end of macro invocation".
    (@object [$($done:expr,)*] ($($key:tt)+) (:) $copy:tt) => {
        $crate::json_internal!()
    };
    (@object [$($done:expr,)*] ($($key:tt)+) () $copy:tt) => {
        $crate::json_internal!()
    };
    // A colon or comma where a key should be: "no rules expected this token".
    (@object [$($done:expr,)*] () (: $($rest:tt)*) ($colon:tt $($copy:tt)*)) => {
        $crate::json_unexpected!($colon)
    };
    (@object [$($done:expr,)*] ($($key:tt)*) (, $($rest:tt)*) ($comma:tt $($copy:tt)*)) => {
        $crate::json_unexpected!($comma)
    };
    (@object [$($done:expr,)*] () (($key:expr) : $($rest:tt)*) $copy:tt) => {
        $crate::json_internal!(@object [$($done,)*] ($key) (: $($rest)*) (: $($rest)*))
    };
    // A value that is no expression.
    (@object [$($done:expr,)*] ($($key:tt)*) (: $unexpected:tt $($rest:tt)*) $copy:tt) => {
        $crate::json_unexpected!($unexpected)
    };
    // One more token of the key.
    (@object [$($done:expr,)*] ($($key:tt)*) ($token:tt $($rest:tt)*) $copy:tt) => {
        $crate::json_internal!(@object [$($done,)*] ($($key)* $token) ($($rest)*) ($($rest)*))
    };
    (@insert [$($done:expr,)*] ($($key:tt)+) ($($value:tt)+) $($rest:tt)*) => {
        $crate::json_internal!(
            @object [$($done,)* $crate::value::json_entry($($key)+, $crate::json_internal!($($value)+)),]
            () ($($rest)*) ($($rest)*)
        )
    };

    (null) => { $crate::value::Value::Null };
    (true) => { $crate::value::Value::Bool(true) };
    (false) => { $crate::value::Value::Bool(false) };
    ([]) => { $crate::value::Value::Array($crate::value::Array::new()) };
    ([$($items:tt)+]) => { $crate::json_internal!(@array [] $($items)+) };
    ({}) => { $crate::value::Value::Object($crate::value::Object::new()) };
    ({$($entries:tt)+}) => {
        $crate::json_internal!(@object [] () ($($entries)+) ($($entries)+))
    };
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

/// An entry of an object within `json!`.
#[doc(hidden)]
pub fn json_entry(key: impl Into<Key>, value: Value) -> (Key, Value) {
    (key.into(), value)
}

/// An object within `json!`.
#[doc(hidden)]
#[must_use]
pub fn json_object<const N: usize>(mut entries: [(Key, Value); N]) -> Value {
    Value::Object(Object::of_entries(&mut entries))
}

/// An array within `json!`.
#[doc(hidden)]
#[must_use]
pub fn json_array<const N: usize>(items: [Value; N]) -> Value {
    Value::Array(Array::from(Vec::from(items)))
}
