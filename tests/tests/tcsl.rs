//! The rules of dialect `tcsl`: what it refuses, and how its machines run. The definitions stand in
//! `flows/tcsl`. `e_…` are the defects of the language's own description.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]
#![allow(
    deprecated,
    reason = "definitions that always fail warn, and their failures are looked at"
)]

mod flows {
    #[allow(dead_code, unused_macros, reason = "shared with the other flows")]
    #[macro_use]
    #[path = "../flows/support.rs"]
    mod support;

    #[path = "../tcsl/converting.rs"]
    mod converting;
    #[path = "../tcsl/data.rs"]
    mod data;
    #[allow(deprecated, reason = "has paths that never match, and is told so")]
    #[path = "../tcsl/errors.rs"]
    mod errors;
    #[path = "../tcsl/states.rs"]
    mod states;
}

#[path = "tcsl/beyond.rs"]
mod beyond;
#[path = "tcsl/handlers.rs"]
mod handlers;
#[path = "tcsl/refusals.rs"]
mod refusals;
#[path = "tcsl/source.rs"]
mod source;
