//! Compiles any text in every dialect; what must hold of the answer is that of the fuzz tests of
//! `asl-codegen`. From the root of the repository, with the definitions of the tests to start from:
//!
//! ```text
//! cargo +nightly fuzz run compile fuzz/corpus tests/flows
//! ```
#![no_main]

use asl_codegen::{Dialect, Options, Source, compile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.asl.json", text);
    for dialect in Dialect::ALL {
        let options = Options {
            dialect: *dialect,
            ..Options::default()
        };
        let compilation = compile(&source, &options);
        assert!(!compilation.is_refused() || !compilation.diagnostics.is_empty());
        assert!(syn::parse2::<syn::File>(compilation.tokens).is_ok());
        for span in compilation
            .diagnostics
            .iter()
            .filter_map(|found| found.span())
        {
            assert!(source.text().get(span.range()).is_some());
        }
    }
});
