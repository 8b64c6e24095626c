//! Nothing in scope but what is named, on either side of the macro.
#![no_implicit_prelude]
#![deny(warnings)]

::asl_runtime::asl_machine!(pub mod choice = "choice.asl.json");
::asl_runtime::asl_machine!(pub mod fields = "fields.asl.json");
::asl_runtime::asl_machine!(pub mod nested = "nested.asl.json");
::asl_runtime::asl_machine!(pub mod transfer = "transfer.asl.json", dialect = aws);
::asl_runtime::asl_machine!(
    pub mod hello = "hello.asl.json",
    input = ::std::string::String, output = ::std::string::String,
);
