//! The system's allocator, counting.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::thread::LocalKey;

/// Allocates as [`System`] does, and counts.
#[derive(Debug)]
pub struct Counting;

#[global_allocator]
static GLOBAL: Counting = Counting;

// Each thread counts for itself: that is as cheap as counting gets, and what is measured runs on one
// thread. Constants that need no drop: neither the first use nor the end of a thread allocates.
thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static FREES: Cell<u64> = const { Cell::new(0) };
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
    static FREED: Cell<u64> = const { Cell::new(0) };
}

/// What this thread has allocated since it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Allocations, and reallocations that changed a size.
    pub allocations: u64,
    /// Blocks that are in use; those that it has freed for other threads count against it.
    pub blocks: i64,
    /// Bytes that are in use, as they were asked for: without what the allocator adds.
    pub bytes: i64,
}

/// The counters of this thread now.
pub fn count() -> Count {
    let allocations = ALLOCATIONS.get();
    Count {
        allocations,
        blocks: allocations.wrapping_sub(FREES.get()).cast_signed(),
        bytes: ALLOCATED.get().wrapping_sub(FREED.get()).cast_signed(),
    }
}

fn add(counter: &'static LocalKey<Cell<u64>>, amount: usize) {
    let _ = counter.try_with(|counter| counter.set(counter.get().wrapping_add(amount as u64)));
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
