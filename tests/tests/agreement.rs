//! What compiler and runtime both know, because neither may depend on the other, is the same.

use asl_codegen::timestamp::Timestamp as Compiled;
use asl_runtime::__private::Timestamp as Run;

#[test]
fn time_1_to_5_literals_and_data_are_read_alike() {
    for text in [
        "1970-01-01T00:00:00Z",
        "2016-03-14T01:59:00+01:00",
        "1969-12-31T23:59:59.5-23:59",
        "2016-02-29T12:00:00.1234567899Z",
        "2015-02-29T12:00:00Z",
        "2016-12-31T23:59:60Z",
        "2017-01-01T00:59:60+01:00",
        "2016-12-31T23:59:60.25Z",
        "2016-12-31T22:59:60Z",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-23:59",
        "2016-12-05 21:29:29Z",
        "2016-12-05t21:29:29Z",
        "2016-12-05T21:29:29",
        "2016-12-05T24:00:00Z",
        "2016-12-05T21:29:29.Z",
        "2016-12-05T21:29:29+24:00",
        "2016-1-05T21:29:29Z",
        "",
    ] {
        let compiled = Compiled::parse(text).map(|t| (t.seconds, t.nanos));
        let run = Run::parse(text).map(|t| (t.seconds, t.nanos));
        assert_eq!(compiled, run, "{text}");
    }
}
