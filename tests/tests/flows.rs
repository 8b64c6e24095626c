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
    #[allow(
        deprecated,
        reason = "reads context fields that do not exist there, and warns"
    )]
    mod data;
    #[expect(
        deprecated,
        reason = "some states always fail there, on purpose, and warn"
    )]
    mod dialect_aws;
    #[allow(deprecated, reason = "has catchers that are never reached, and warns")]
    mod errors;
    mod generated;
    mod intrinsics;
    mod io;
    mod map;
    #[allow(deprecated, reason = "shares definitions that warn")]
    mod options;
    mod parallel;
    #[expect(
        deprecated,
        reason = "some states always fail there, on purpose, and warn"
    )]
    mod paths;
    mod result_path;
    #[allow(
        deprecated,
        reason = "has a delay that is capped from the start, and warns"
    )]
    mod retry;
    #[allow(deprecated, reason = "shares definitions that warn")]
    mod robust;
    mod simple;
    mod states;
    mod task;
    mod templates;
    mod timestamps;
    mod typed;
}
