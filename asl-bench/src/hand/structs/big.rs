//! `big_payload` on types with fields.

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::hand::Outcome;
use crate::hand::value::Mocks;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Field {
    v: i64,
    label: String,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Result {
    v: i64,
    i: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    id: i64,
    name: String,
    score: f64,
    tags: Vec<String>,
    nested: Nested,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Nested {
    a: i64,
    b: String,
    ok: bool,
}

/// The document of 1 MB.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Big {
    fields: Fields,
    out: Results,
    blob: Vec<Record>,
}

/// The twenty fields, their results, and the states that go from the one to the other.
macro_rules! fields {
    ($($from:ident $to:ident $i:literal),* $(,)?) => {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        struct Fields {
            $($from: Field,)*
        }

        #[derive(Clone, Debug, Default, Serialize, Deserialize)]
        struct Results {
            $(#[serde(skip_deserializing)] $to: Option<Result>,)*
        }

        /// `big_payload`.
        ///
        /// # Errors
        ///
        /// None.
        pub async fn big(mut document: Big, _: &Mocks) -> Outcome<Big> {
            $({
                let document = black_box(&mut document);
                let v = document.fields.$from.v;
                document.out.$to = Some(Result { v, i: $i });
            })*
            Ok(document)
        }
    };
}

fields! {
    f0 r0 0, f1 r1 1, f2 r2 2, f3 r3 3, f4 r4 4, f5 r5 5, f6 r6 6, f7 r7 7, f8 r8 8, f9 r9 9,
    f10 r10 10, f11 r11 11, f12 r12 12, f13 r13 13, f14 r14 14, f15 r15 15, f16 r16 16, f17 r17 17,
    f18 r18 18, f19 r19 19,
}
