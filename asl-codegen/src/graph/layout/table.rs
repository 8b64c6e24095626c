//! Lists that are asked by number and answer with a default for a number they do not have.

/// A list of small values.
#[derive(Clone, Debug, Default)]
pub(super) struct Table<T>(Vec<T>);

impl<T: Copy + Default> Table<T> {
    pub(super) fn filled(len: usize, value: T) -> Table<T> {
        Table(vec![value; len])
    }

    pub(super) fn at(&self, index: usize) -> T {
        self.0.get(index).copied().unwrap_or_default()
    }

    pub(super) fn set(&mut self, index: usize, value: T) {
        if let Some(place) = self.0.get_mut(index) {
            *place = value;
        }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = T> + '_ {
        self.0.iter().copied()
    }
}

impl<T> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Table(values.into_iter().collect())
    }
}

/// One of several lists.
pub(super) fn row<T>(rows: &[Vec<T>], index: usize) -> &[T] {
    rows.get(index).map_or(&[], Vec::as_slice)
}

/// Adds to one of several lists.
pub(super) fn push<T>(rows: &mut [Vec<T>], index: usize, value: T) {
    if let Some(row) = rows.get_mut(index) {
        row.push(value);
    }
}
