//! The language's equality, without recursion.

use super::{Array, Object, Value};

/// A pair of containers whose contents are still to be compared.
enum Pair<'a> {
    Arrays(&'a Array, &'a Array),
    Objects(&'a Object, &'a Object),
}

/// Pairs to compare: a list instead of the stack, which a deep document would overflow.
#[derive(Default)]
struct Comparison<'a> {
    pending: Vec<Pair<'a>>,
}

impl<'a> Comparison<'a> {
    /// Compares two values as far as they go without their contents, which it defers.
    fn values(&mut self, a: &'a Value, b: &'a Value) -> bool {
        match (a, b) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => self.arrays(a, b),
            (Value::Object(a), Value::Object(b)) => self.objects(a, b),
            _ => false,
        }
    }

    fn arrays(&mut self, a: &'a Array, b: &'a Array) -> bool {
        if a.same(b) {
            return true;
        }
        self.pending.push(Pair::Arrays(a, b));
        a.len() == b.len()
    }

    fn objects(&mut self, a: &'a Object, b: &'a Object) -> bool {
        if a.same(b) {
            return true;
        }
        self.pending.push(Pair::Objects(a, b));
        a.len() == b.len()
    }

    fn finish(mut self) -> bool {
        while let Some(pair) = self.pending.pop() {
            let equal = match pair {
                Pair::Arrays(a, b) => a.iter().zip(b).all(|(a, b)| self.values(a, b)),
                // Keys are unique and the lengths agree, so one direction suffices.
                Pair::Objects(a, b) => a
                    .iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| self.values(a, b))),
            };
            if !equal {
                return false;
            }
        }
        true
    }
}

impl PartialEq for Value {
    /// `1` equals `1.0` (DATA-4); the order of keys does not count.
    fn eq(&self, other: &Self) -> bool {
        let mut comparison = Comparison::default();
        comparison.values(self, other) && comparison.finish()
    }
}

impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        let mut comparison = Comparison::default();
        comparison.arrays(self, other) && comparison.finish()
    }
}

impl PartialEq for Object {
    /// The order of keys does not count.
    fn eq(&self, other: &Self) -> bool {
        let mut comparison = Comparison::default();
        comparison.objects(self, other) && comparison.finish()
    }
}
