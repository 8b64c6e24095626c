//! The rules of the language that say how machines run, each as a definition, an input and what
//! comes of it. The definitions stand in `tests/flows`, by section.

mod flows {
    #[macro_use]
    mod support;

    mod choice;
    mod data;
    #[expect(
        deprecated,
        reason = "some states always fail there, on purpose, and warn"
    )]
    mod dialect_aws;
    mod errors;
    mod generated;
    mod intrinsics;
    mod io;
    mod map;
    mod options;
    mod parallel;
    #[expect(
        deprecated,
        reason = "some states always fail there, on purpose, and warn"
    )]
    mod paths;
    mod result_path;
    mod retry;
    #[expect(
        deprecated,
        reason = "some states always fail there, on purpose, and warn"
    )]
    mod robust;
    mod simple;
    mod states;
    mod task;
    mod templates;
    mod timestamps;
    mod typed;
}
