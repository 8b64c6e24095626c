//! Comparing two lists, in order or in any.

use super::difference::Difference;

/// Whether the order of a list counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Element by element.
    Fixed,
    /// Branches and iterations run side by side: each expected element has to be found somewhere.
    Any,
}

/// An element of a list that is compared.
pub trait Element {
    /// What the element is, such as the state it is about; also what it is called.
    fn label(&self) -> String;
}

/// The first difference between two lists of `what`. `compare` gives that between the expected
/// element at an index and one found.
pub fn difference<E: Element, A: Element>(
    what: &str,
    order: Order,
    expected: &[E],
    actual: &[A],
    compare: impl Fn(usize, &E, &A) -> Option<Difference>,
) -> Option<Difference> {
    let mut left: Vec<Option<&A>> = actual.iter().map(Some).collect();
    for (index, wanted) in expected.iter().enumerate() {
        let compare = |found: &A| compare(index, wanted, found);
        let place = match order {
            Order::Fixed => Some(index),
            Order::Any => left
                .iter()
                .position(|found| found.is_some_and(|found| compare(found).is_none()))
                .or_else(|| nearest(wanted, &left)),
        };
        let taken = place.and_then(|place| left.get_mut(place)?.take());
        let Some(found) = taken else {
            let path = format!("{what}[{index}]");
            return Some(Difference::new(path, wanted.label(), "nothing"));
        };
        if let Some(difference) = compare(found) {
            return Some(difference.within(what));
        }
    }
    let surplus = left.into_iter().flatten().next()?;
    Some(Difference::new(what, "no more", surplus.label()))
}

/// The first element left with the same label: what was probably meant.
fn nearest<E: Element, A: Element>(wanted: &E, left: &[Option<&A>]) -> Option<usize> {
    let label = wanted.label();
    left.iter()
        .position(|found| found.is_some_and(|found| found.label() == label))
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Element for (&'static str, i32) {
        fn label(&self) -> String {
            self.0.to_owned()
        }
    }

    fn of(
        order: Order,
        expected: &[(&'static str, i32)],
        actual: &[(&'static str, i32)],
    ) -> Option<String> {
        let compare = |index: usize, a: &(&'static str, i32), b: &(&'static str, i32)| {
            (a != b).then(|| Difference::new(format!("[{index}]"), a.1, b.1))
        };
        difference("calls", order, expected, actual, compare).map(|found| found.to_string())
    }

    #[test]
    fn order_counts_only_where_it_is_fixed() {
        let [one_way, other_way] = [[("A", 1), ("B", 2)], [("B", 2), ("A", 1)]];
        assert_eq!(of(Order::Any, &one_way, &other_way), None);
        assert_eq!(of(Order::Fixed, &one_way, &one_way), None);
        let found = of(Order::Fixed, &one_way, &other_way);
        assert_eq!(found.as_deref(), Some("calls [0]: expected 1, got 2"));
    }

    #[test]
    fn what_is_missing_or_too_much_is_named() {
        for order in [Order::Any, Order::Fixed] {
            let missing = of(order, &[("A", 1), ("B", 2)], &[("A", 1)]);
            assert_eq!(
                missing.as_deref(),
                Some("calls[1]: expected B, got nothing")
            );
            let surplus = of(order, &[("A", 1)], &[("A", 1), ("A", 1)]);
            assert_eq!(surplus.as_deref(), Some("calls: expected no more, got A"));
        }
    }

    #[test]
    fn nearest_has_the_same_label() {
        let found = of(Order::Any, &[("A", 1)], &[("B", 1), ("A", 3)]);
        assert_eq!(found.as_deref(), Some("calls [0]: expected 1, got 3"));
    }
}
