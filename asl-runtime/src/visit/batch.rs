//! The batches of an `ItemBatcher` (MAP-40 to MAP-43).

use std::fmt::{self, Write};
use std::mem;

use crate::failure::Failure;
use crate::iterations::Batches;
use crate::names;
use crate::value::{Array, Key, Object, Value};

/// The inputs of a Map's iterations, with the number of items that each is for.
pub(super) type Inputs = Vec<(Value, usize)>;

/// Groups selected items in their order (MAP-41).
pub(super) struct Grouping<'a> {
    batches: &'a Batches,
    /// No input may be larger than this.
    largest: Option<usize>,
    /// The size of an input without items.
    base: usize,
    open: Vec<Value>,
    size: usize,
    inputs: Inputs,
}

impl<'a> Grouping<'a> {
    pub(super) fn new(batches: &'a Batches, largest: Option<usize>) -> Self {
        let base = match batches.max_bytes {
            Some(_) => length(&input(batches, Vec::new())),
            None => 0,
        };
        Self {
            batches,
            largest,
            base,
            open: Vec::new(),
            size: base,
            inputs: Vec::new(),
        }
    }

    /// Adds an item: to the batch that is open, unless that would exceed a limit.
    ///
    /// # Errors
    ///
    /// `States.DataLimitExceeded` if the item is too large for any batch.
    pub(super) fn add(&mut self, item: Value) -> Result<(), Failure> {
        let is_full = (self.batches.max_items).is_some_and(|most| self.open.len() >= most);
        if is_full {
            self.close();
        }
        if let Some(most) = self.batches.max_bytes {
            self.make_room(&item, most)?;
        }
        self.open.push(item);
        Ok(())
    }

    fn make_room(&mut self, item: &Value, most: usize) -> Result<(), Failure> {
        let own = length(item);
        // A comma stands before all items but the first.
        let grown = self.size.saturating_add(own).saturating_add(1);
        if !self.open.is_empty() && grown <= most {
            self.size = grown;
            return Ok(());
        }
        self.close();
        self.size = self.base.saturating_add(own);
        let is_too_large = self.size > most && self.largest.is_some_and(|most| self.size > most);
        if is_too_large {
            return Err(Failure::reserved(
                names::DATA_LIMIT_EXCEEDED,
                format!(
                    "a batch of one item has {} bytes, more than an input may have",
                    self.size
                ),
            ));
        }
        Ok(())
    }

    fn close(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let items = mem::take(&mut self.open);
        let count = items.len();
        self.inputs.push((input(self.batches, items), count));
        self.size = self.base;
    }

    pub(super) fn finish(mut self) -> Inputs {
        self.close();
        self.inputs
    }
}

/// MAP-42.
fn input(batches: &Batches, items: Vec<Value>) -> Value {
    let mut input = Object::with_capacity(2);
    if let Some(value) = &batches.input {
        input.insert(Key::from_static("BatchInput"), value);
    }
    input.insert(Key::from_static("Items"), Array::from(items));
    Value::Object(input)
}

/// The length of a value's compact JSON in bytes.
fn length(value: &Value) -> usize {
    struct Length(usize);

    impl Write for Length {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.saturating_add(text.len());
            Ok(())
        }
    }

    let mut length = Length(0);
    // Counting does not fail.
    let _ = write!(length, "{value}");
    length.0
}
