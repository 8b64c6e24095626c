//! Sets of variables.

/// A set of variables, by number: a few words for what would else be as many strings per state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
}

impl Set {
    /// The word of a variable, and its bit in there.
    fn place(number: usize) -> (usize, u64) {
        (number / 64, 1 << (number % 64))
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        let (word, bit) = Self::place(number);
        self.words.get(word).is_some_and(|found| found & bit != 0)
    }

    pub(super) fn insert(&mut self, number: usize) {
        let (word, bit) = Self::place(number);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        if let Some(found) = self.words.get_mut(word) {
            *found |= bit;
        }
    }

    /// Adds what is in `other`; whether there was anything to add.
    pub(super) fn unite(&mut self, other: &Self) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut grew = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            grew |= more & !*word != 0;
            *word |= more;
        }
        grew
    }

    /// Removes what is not in `other`; whether there was anything to remove.
    pub(super) fn intersect(&mut self, other: &Self) -> bool {
        let mut shrank = false;
        for (index, word) in self.words.iter_mut().enumerate() {
            let kept = other.words.get(index).copied().unwrap_or(0);
            shrank |= *word & !kept != 0;
            *word &= kept;
        }
        shrank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[usize]) -> Set {
        let mut set = Set::default();
        numbers.iter().for_each(|number| set.insert(*number));
        set
    }

    #[test]
    fn contains_what_was_inserted() {
        let set = set(&[0, 63, 64, 200]);
        for number in 0..300 {
            assert_eq!(set.contains(number), [0, 63, 64, 200].contains(&number));
        }
    }

    #[test]
    fn unite_and_intersect_say_whether_they_changed_anything() {
        let mut all = set(&[1]);
        assert!(all.unite(&set(&[1, 100])));
        assert!(!all.unite(&set(&[100])));
        assert_eq!(all, set(&[1, 100]));
        assert!(all.intersect(&set(&[1, 2])));
        assert!(!all.intersect(&set(&[1])));
        assert!(all.contains(1) && !all.contains(100) && !all.contains(2));
    }
}
