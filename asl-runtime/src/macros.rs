//! The macros that do without a compiler.

/// Includes a machine that a build script has compiled: the module `order` from `order.rs` in
/// `OUT_DIR`, or from another file's name without `.rs`.
///
/// ```ignore
/// asl_runtime::include_machine!(
///     /// Takes an order from basket to receipt.
///     pub mod order
/// );
/// asl_runtime::include_machine!(pub mod billing = "billing-v2");
/// ```
#[macro_export]
macro_rules! include_machine {
    ($(#[$attribute:meta])* $visibility:vis mod $name:ident $(;)?) => {
        $(#[$attribute])*
        #[doc = ""]
        #[doc = ::core::include_str!(::core::concat!(
            ::core::env!("OUT_DIR"), "/", ::core::stringify!($name), ".md"
        ))]
        // For rustdoc only: editors would show the source of the image.
        #[cfg_attr(doc, doc = ::core::include_str!(::core::concat!(
            ::core::env!("OUT_DIR"), "/", ::core::stringify!($name), ".image.md"
        )))]
        #[allow(
            clippy::all, clippy::pedantic, clippy::nursery,
            dead_code, unreachable_pub, private_bounds, private_interfaces
        )]
        $visibility mod $name {
            ::core::include!(::core::concat!(
                ::core::env!("OUT_DIR"), "/", ::core::stringify!($name), ".rs"
            ));
        }
    };
    ($(#[$attribute:meta])* $visibility:vis mod $name:ident = $file:literal $(;)?) => {
        $(#[$attribute])*
        #[doc = ""]
        #[doc = ::core::include_str!(::core::concat!(::core::env!("OUT_DIR"), "/", $file, ".md"))]
        #[cfg_attr(doc, doc = ::core::include_str!(::core::concat!(
            ::core::env!("OUT_DIR"), "/", $file, ".image.md"
        )))]
        #[allow(
            clippy::all, clippy::pedantic, clippy::nursery,
            dead_code, unreachable_pub, private_bounds, private_interfaces
        )]
        $visibility mod $name {
            ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/", $file, ".rs"));
        }
    };
}

/// Generated code names the interface it was made for; any other is one sentence, not a page of
/// errors.
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_abi {
    (2) => {};
    ($other:tt) => {
        ::core::compile_error!(
            "the versions of `asl-codegen` and `asl-runtime` differ: set both to the same version \
             and build again"
        );
    };
}
