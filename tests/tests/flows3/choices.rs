//! Choice states: section 21.

machines! { choices = "flows/more/choices.asl.json"; }

#[tokio::test(start_paused = true)]
async fn choice_6_data_passes_through_both_paths() {
    outputs! { choices:
        {"case": "through", "in": {"out": {"x": 1}, "rest": 2}, "rest": 3} => {"x": 1},
    }
    failures! { choices:
        {"case": "through", "in": {}} => "States.Runtime" in "Through",
        {"case": "through", "out": {"x": 1}} => "States.Runtime" in "Through",
    }
}

#[tokio::test(start_paused = true)]
async fn choice_22_evaluation_stops_as_soon_as_the_value_is_decided() {
    outputs! { choices:
        {"case": "and"} => "no",
        {"case": "and", "k": 6} => "yes",
        {"case": "and", "k": 5} => "no",
        {"case": "or"} => "yes",
        {"case": "or", "k": 5} => "no",
        {"case": "not"} => "yes",
        {"case": "not", "k": 6} => "no",
    }
    failures! { choices:
        {"case": "and, the wrong way round"} => "States.Runtime" in "Unguarded",
    }
}

#[tokio::test(start_paused = true)]
async fn choice_31_string_operators_on_timestamps_compare_text() {
    outputs! { choices:
        {"case": "time", "a": "2016-03-14T01:59:00Z", "b": "2016-03-14T02:59:00+01:00"} => "same instant",
        {"case": "time", "a": "2016-03-14T01:59:00Z", "b": "2016-03-14T01:59:00Z"} => "same text",
        {"case": "time", "a": "2016-03-14T01:59:00Z", "b": "2015-03-14T01:59:00Z"} => "pattern",
    }
}

#[tokio::test(start_paused = true)]
async fn choice_36_an_indefinite_path_is_an_array() {
    outputs! { choices:
        {"case": "many", "list": [{"n": 1}]} => "yes",
    }
}
