//! The rules of the language that say how machines run, each as a definition, an input and what
//! comes of it. The definitions stand in `tests/flows`, by section.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

mod flows {
    #[macro_use]
    mod support;

    mod choice;
    mod data;
    mod dialect_aws;
    mod errors;
    mod generated;
    mod intrinsics;
    mod io;
    mod map;
    mod options;
    mod parallel;
    mod paths;
    mod result_path;
    mod retry;
    mod robust;
    mod simple;
    mod states;
    mod task;
    mod templates;
    mod timestamps;
    mod typed;
}
