//! More rules of the language that show at run time, and bad input. The definitions stand in
//! `flows/more`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by a panic"
)]

mod flows {
    #[allow(dead_code, unused_macros, reason = "shared with the other flows")]
    #[macro_use]
    #[path = "../flows/support.rs"]
    mod support;

    #[path = "../flows3/bad_input.rs"]
    mod bad_input;
    #[expect(deprecated, reason = "compares an array with a number, and warns")]
    #[path = "../flows3/choices.rs"]
    mod choices;
    #[path = "../flows3/limits.rs"]
    mod limits;
    #[path = "../flows3/maps.rs"]
    mod maps;
    #[path = "../flows3/states.rs"]
    mod states;
    #[allow(deprecated, reason = "names errors that are never handled, and warns")]
    #[path = "../flows3/tasks.rs"]
    mod tasks;
    #[allow(
        deprecated,
        reason = "reads variables that never have a value there, and warns"
    )]
    #[path = "../flows3/variables.rs"]
    mod variables;
    #[path = "../flows3/vary.rs"]
    mod vary;
}
