//! Documents that a loop counts with.

use crate::value::{Object, Value};
use crate::visit::Visit;

/// What a document must be for a loop that only counts to be turned with local variables.
#[derive(Clone, Copy, Debug)]
pub struct Counted<const N: usize> {
    /// The members that must be integers.
    pub integers: &'static [&'static str; N],
    /// All members in their order, where there may be no others.
    pub members: Option<&'static [&'static str]>,
}

/// Integers up to here are the same in binary64, by which numbers are compared (DATA-4).
const LARGEST: i64 = (1 << 53) - 1;

impl<const N: usize> Counted<N> {
    /// Writes the integers back.
    pub fn put(&self, values: [i64; N], document: &mut Value) {
        let Some(object) = document.as_object_mut() else {
            return;
        };
        for (name, value) in self.integers.iter().zip(values) {
            if let Some(member) = object.get_mut(name) {
                *member = Value::from(value);
            }
        }
    }

    /// The integers of a document of this form.
    fn take(&self, document: &Object) -> Option<[i64; N]> {
        if let Some(members) = self.members
            && !document.keys().eq(members.iter().copied())
        {
            return None;
        }
        let mut values = [0; N];
        for (name, value) in self.integers.iter().zip(&mut values) {
            *value = document.get(name)?.as_i64().filter(|n| is_exact(*n))?;
        }
        Some(values)
    }

    /// The most bytes that a document takes as text, whatever its integers are.
    fn most_bytes(&self) -> Option<usize> {
        let members = self.members.filter(|members| members.len() == N)?;
        // Two braces; quotes, colon and comma; a sign and 16 digits; an escape takes up to six bytes.
        Some(
            2 + members
                .iter()
                .map(|name| 21 + 6 * name.len())
                .sum::<usize>(),
        )
    }
}

const fn is_exact(integer: i64) -> bool {
    -LARGEST <= integer && integer <= LARGEST
}

impl Visit<'_> {
    /// How many states a loop visits before the driver sees it again, which counts what lies between
    /// two of its own steps as one.
    pub const MOST_TURNS: u32 = 256;

    /// The integers to count with, if the document is of the form and nobody watches: an observer is
    /// told of every state, and a limit of payloads is for every document.
    #[must_use]
    pub fn counted<const N: usize>(&self, form: &Counted<N>, document: &Value) -> Option<[i64; N]> {
        if self.execution.is_observed {
            return None;
        }
        if let Some(limit) = self.execution.largest_payload.get()
            && form.most_bytes().is_none_or(|most| most > limit)
        {
            return None;
        }
        form.take(document.as_object()?)
    }

    /// `States.MathAdd`, if the sum is one to go on counting with (INTR-35).
    #[must_use]
    #[inline]
    pub fn sum(&self, x: i64, y: i64) -> Option<i64> {
        let is_small = |n: i64| i32::try_from(n).is_ok();
        if self.language().intrinsics.adds_32_bits && !(is_small(x) && is_small(y)) {
            return None;
        }
        x.checked_add(y).filter(|sum| is_exact(*sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    const N_OF_TWO: Counted<1> = Counted {
        integers: &["n"],
        members: Some(&["n", "limit"]),
    };
    const N_OF_ANY: Counted<1> = Counted {
        integers: &["n"],
        members: None,
    };

    fn take(form: Counted<1>, document: Value) -> Option<[i64; 1]> {
        form.take(document.as_object()?)
    }

    #[test]
    fn a_document_built_in_the_loop_has_its_members_in_their_order() {
        assert_eq!(take(N_OF_TWO, json!({"n": 1, "limit": "x"})), Some([1]));
        assert_eq!(take(N_OF_TWO, json!({"limit": "x", "n": 1})), None);
        assert_eq!(take(N_OF_TWO, json!({"n": 1})), None);
        assert_eq!(take(N_OF_TWO, json!({"n": 1, "limit": 2, "more": 3})), None);
        assert_eq!(
            take(N_OF_ANY, json!({"a": [], "n": -1, "b": 3})),
            Some([-1])
        );
    }

    #[test]
    fn data_4_only_integers_that_binary64_has_are_counted_with() {
        let largest = 9_007_199_254_740_991_i64;
        assert_eq!(take(N_OF_ANY, json!({"n": largest})), Some([largest]));
        assert_eq!(take(N_OF_ANY, json!({"n": largest + 1})), None);
        for other in [
            json!(1.0),
            json!("1"),
            json!(null),
            json!([1]),
            json!(u64::MAX),
        ] {
            assert_eq!(take(N_OF_ANY, json!({"n": other})), None);
        }
    }

    #[test]
    fn what_was_counted_goes_back_in_place() {
        let mut document = json!({"a": "x", "n": 1, "b": 2});
        N_OF_ANY.put([7], &mut document);
        assert_eq!(document.to_string(), r#"{"a":"x","n":7,"b":2}"#);
    }

    #[test]
    fn lim_1_bytes_are_bounded_from_above() {
        const FORM: Counted<1> = Counted {
            integers: &["n"],
            members: Some(&["n"]),
        };
        let longest = json!({"n": -9_007_199_254_740_991_i64}).to_string();
        assert!(FORM.most_bytes().is_some_and(|most| most >= longest.len()));
        assert_eq!((N_OF_TWO.most_bytes(), N_OF_ANY.most_bytes()), (None, None));
    }
}
