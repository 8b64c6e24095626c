//! The runtime under another name, and behind a path.
#![deny(warnings)]

/// What a company's own library might hold.
pub mod my {
    pub use flows as path;
}

flows::asl_machine!(pub mod fields = "fields.asl.json", crate = ::flows);
my::path::asl_machine!(pub mod nested = "nested.asl.json", crate = crate::my::path);
