//! Timestamps: section 4.

machines! {
    timestamp = "flows/data/timestamp.asl.json";
    instants = "flows/data/instants.asl.json";
}

#[tokio::test(start_paused = true)]
async fn time_1_to_3_what_a_timestamp_is() {
    outputs! { timestamp:
        "2016-03-14T01:59:00Z" => true,
        "2016-03-14T01:59:00.1Z" => true,
        "2016-03-14T01:59:00.12Z" => true,
        "2016-03-14T01:59:00.123456789Z" => true,
        "2016-03-14T01:59:00.123456789123456789Z" => true,
        "2016-03-14T01:59:00+00:00" => true,
        "2016-03-14T01:59:00-23:59" => true,
        "2016-02-29T00:00:00Z" => true,
        "2000-02-29T00:00:00Z" => true,
        "0001-01-01T23:59:59Z" => true,
    }
}

#[tokio::test(start_paused = true)]
async fn time_2_and_5_what_a_timestamp_is_not() {
    outputs! { timestamp:
        "2016-12-05 21:29:29Z" => false,
        "2016-12-05T21:29:29" => false,
        "2016-13-05T21:29:29Z" => false,
        "2016-00-05T21:29:29Z" => false,
        "2016-12-05T25:29:29Z" => false,
        "2016-12-05T24:00:00Z" => false,
        "05-12-2016T21:29:29Z" => false,
        "2016-12-05t21:29:29Z" => false,
        "2016-12-05T21:29:29z" => false,
        "2016-12-05t21:29:29z" => false,
        "2016-02-30T00:00:00Z" => false,
        "2015-02-29T00:00:00Z" => false,
        "1900-02-29T00:00:00Z" => false,
        "2016-04-31T00:00:00Z" => false,
        "2016-12-05T21:60:29Z" => false,
        "2016-12-05T21:29:61Z" => false,
        "2016-12-05T21:29:29.Z" => false,
        "2016-12-05T21:29:29,5Z" => false,
        "2016-12-05T21:29Z" => false,
        "2016-12-05" => false,
        "2016-12-05T21:29:29+24:00" => false,
        "2016-12-05T21:29:29+01:60" => false,
        "2016-12-05T21:29:29+0100" => false,
        "2016-12-05T21:29:29+01" => false,
        " 2016-12-05T21:29:29Z" => false,
        "2016-12-05T21:29:29Z " => false,
        "+2016-12-05T21:29:29Z" => false,
        "16-12-05T21:29:29Z" => false,
        "" => false,
        1480973369 => false,
        null => false,
        ["2016-12-05T21:29:29Z"] => false,
    }
}

#[tokio::test(start_paused = true)]
async fn time_3_fractions_count_to_the_nanosecond() {
    outputs! { instants:
        ["2016-03-14T01:59:00.5Z", "2016-03-14T01:59:00.500Z"] => "equal",
        ["2016-03-14T01:59:00Z", "2016-03-14T01:59:00.000000001Z"] => "before",
        ["2016-03-14T01:59:00.999999999Z", "2016-03-14T01:59:01Z"] => "before",
        ["2016-03-14T01:59:00.10Z", "2016-03-14T01:59:00.9Z"] => "before",
    }
}

#[tokio::test(start_paused = true)]
async fn time_4_leap_second_only_at_the_end_of_a_day_in_utc() {
    outputs! { instants:
        ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"] => "equal",
        ["2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00Z"] => "equal",
    }
    outputs! { timestamp:
        "2016-12-31T23:59:60Z" => true,
        "2017-01-01T00:59:60+01:00" => true,
        "2016-12-31T22:59:60Z" => false,
        "2016-12-31T23:58:60Z" => false,
        "2016-12-31T23:59:60+01:00" => false,
    }
}

#[tokio::test(start_paused = true)]
async fn time_6_timestamps_are_compared_as_instants() {
    outputs! { instants:
        ["2016-03-14T01:59:00Z", "2016-03-14T02:59:00+01:00"] => "equal",
        ["2016-03-14T01:59:00Z", "2016-03-13T20:29:00-05:30"] => "equal",
        ["2016-03-14T01:59:00Z", "2016-03-14T01:59:00+01:00"] => "after",
        ["2015-12-31T23:59:00-01:00", "2016-01-01T00:30:00Z"] => "after",
        ["1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z"] => "before",
    }
}

#[tokio::test(start_paused = true)]
async fn choice_27_a_string_that_is_no_timestamp_compares_with_nothing() {
    outputs! { instants:
        ["2016-03-14", "2016-03-14"] => "none",
        ["2016-03-14T01:59:00Z", "soon"] => "none",
        [1, 1] => "none",
    }
}
