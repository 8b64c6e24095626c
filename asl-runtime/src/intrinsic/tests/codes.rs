//! Base64 and digests.

use super::*;

#[test]
fn intr_30_base64_encode() {
    check_both(
        Function::Base64Encode,
        &[
            (json!(["hi?"]), Some(r#""aGk/""#)),
            (json!([""]), Some(r#""""#)),
            (json!(["é"]), Some(r#""w6k=""#)),
            (json!([1]), None),
        ],
    );
    // Characters, not bytes.
    for (length, fits) in [(10_000, true), (10_001, false)] {
        let text = "é".repeat(length);
        assert_eq!(
            apply(ASL, Function::Base64Encode, &json!([text])).is_ok(),
            fits,
            "{length}"
        );
    }
}

#[test]
fn intr_31_base64_decode() {
    check_both(
        Function::Base64Decode,
        &[
            (json!(["aGk/"]), Some(r#""hi?""#)),
            (json!(["w6k="]), Some(r#""é""#)),
            (json!([""]), Some(r#""""#)),
            (json!(["aGk/!"]), None),
            (json!(["aGk_"]), None),
            (json!(["w6k"]), None),
            (json!(["/w=="]), None), // the byte FF is no UTF-8
            (json!(["QUFB".repeat(2_501)]), None),
        ],
    );
    assert!(apply(ASL, Function::Base64Decode, &json!(["QUFB".repeat(2_500)])).is_ok());
}

#[test]
fn intr_32_hash() {
    let sha_1 = "aaff4a450a104cd177d28d18d74485e8cae074b7"; // ERRATA-1
    let sha_256 = "b4a697a057313163aee33cd8d40c66e9f0f177e00cac2de32475ffff6169c3e3";
    let md5 = "812f45842bc6d66ee14572ce20db8e86";
    for (algorithm, digest) in [("SHA-1", sha_1), ("SHA-256", sha_256), ("MD5", md5)] {
        let result = apply(ASL, Function::Hash, &json!(["input data", algorithm])).unwrap();
        assert_eq!(result, digest);
    }
    for (algorithm, length) in [("SHA-384", 96), ("SHA-512", 128)] {
        let result = apply(AWS, Function::Hash, &json!(["input data", algorithm])).unwrap();
        assert_eq!(result.as_str().unwrap().len(), length);
    }
    for algorithm in ["sha-1", "SHA1", "SHA-224", ""] {
        check_both(Function::Hash, &[(json!(["input data", algorithm]), None)]);
    }
    // Anything but a string is hashed as JSON text.
    let object = apply(ASL, Function::Hash, &json!([{"a": 1}, "MD5"])).unwrap();
    assert_eq!(
        object,
        apply(ASL, Function::Hash, &json!([r#"{"a":1}"#, "MD5"])).unwrap()
    );
    check_both(
        Function::Hash,
        &[(json!(["x".repeat(10_001), "MD5"]), None)],
    );
}
