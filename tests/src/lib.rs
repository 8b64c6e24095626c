//! Measures the workspace against definitions and executions that others published.
//!
//! Unpublished. [`conformance`] is the library of the program of the same name; the end-to-end
//! tests stand beside it in `tests/`.

pub mod conformance;
