//! Sharing long keys within one document.

use super::Key;
use super::text::INLINE;

/// As many keys as the records of a document usually have among them.
const SLOTS: usize = 128;

/// Longer keys are data rather than field names, and not worth hashing.
const LONGEST: usize = 64;

/// The keys met recently, so that a thousand records with the same fields share one set of keys.
/// Short ones need no memory of their own.
///
/// A direct-mapped cache: its size is fixed, and keys that collide only lose the sharing, so that no
/// document can make it slow.
#[derive(Default)]
pub(super) struct KeyCache(Vec<Key>);

impl KeyCache {
    /// The key, shared with an equal one met before where that is still known.
    pub(super) fn intern(&mut self, text: &str) -> Key {
        if text.len() <= INLINE || text.len() > LONGEST {
            return text.into();
        }
        if self.0.is_empty() {
            self.0.resize(SLOTS, Key::default());
        }
        match self.0.get_mut(slot(text)) {
            Some(known) if *known == text => known.clone(),
            Some(other) => {
                *other = text.into();
                other.clone()
            }
            None => text.into(),
        }
    }
}

/// FNV-1a, folded to a slot.
fn slot(text: &str) -> usize {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    (hash ^ (hash >> 16)) as usize % SLOTS
}
