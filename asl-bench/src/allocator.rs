//! The system's allocator, counting.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Allocates as [`System`] does, and counts.
#[derive(Debug)]
pub struct Counting;

#[global_allocator]
static GLOBAL: Counting = Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static ALLOCATED: AtomicU64 = AtomicU64::new(0);
static FREED: AtomicU64 = AtomicU64::new(0);
static FREES: AtomicU64 = AtomicU64::new(0);

/// What has been allocated since the process began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Allocations, and reallocations that changed a size.
    pub allocations: u64,
    /// Blocks that are in use.
    pub blocks: u64,
    /// Bytes that are in use, as they were asked for: without what the allocator adds.
    pub bytes: u64,
}

/// The counters now.
pub fn count() -> Count {
    let allocations = ALLOCATIONS.load(Relaxed);
    Count {
        allocations,
        blocks: allocations.saturating_sub(FREES.load(Relaxed)),
        bytes: ALLOCATED.load(Relaxed).saturating_sub(FREED.load(Relaxed)),
    }
}

/// Not a read-modify-write, which would cost more than the allocation it counts: what is measured
/// runs on one thread, and what other threads add may be lost.
fn add(counter: &AtomicU64, amount: usize) {
    counter.store(counter.load(Relaxed).wrapping_add(amount as u64), Relaxed);
}

fn note_allocation(bytes: usize) {
    add(&ALLOCATIONS, 1);
    add(&ALLOCATED, bytes);
}

fn note_free(bytes: usize) {
    add(&FREES, 1);
    add(&FREED, bytes);
}

// SAFETY: every method hands its arguments to `System` as they are and returns what it returns; the
// counters neither allocate nor panic.
#[allow(unsafe_code, reason = "the only way to see allocations")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note_allocation(layout.size());
        // SAFETY: the caller keeps `GlobalAlloc`'s contract, which is that of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note_allocation(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note_free(layout.size());
        note_allocation(size);
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        note_free(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}
