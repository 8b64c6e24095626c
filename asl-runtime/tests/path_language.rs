//! The whole path language, compiled from a definition and run.
#![cfg(feature = "macros")]

use asl_runtime::{asl_machine, json};

asl_machine!("tests/path_language.asl.json");

struct NoTasks;

impl path_language::Tasks for NoTasks {}

#[tokio::test(start_paused = true)]
async fn path_1_to_11_in_a_machine() {
    let input = json!({
        "wanted": 2,
        "sku": "C",
        "orders": [
            {"id": 1, "open": true, "total": 10.5, "state": "new", "lines": [{"sku": "A"}]},
            {"id": 2, "open": true, "total": 3, "state": null, "lines": [{"sku": "B"}, {"sku": "D"}]},
            {"id": 3, "open": false, "total": -7, "state": "sent", "lines": [{"sku": "C"}]}
        ]
    });
    let output = path_language::run(&NoTasks, input).await.unwrap();
    let expected = json!({
        "found": {
            "all": [1, 2, 3],
            "last": 3,
            "two": [1, 3],
            "tail": [2, 3],
            "deep": ["C", "A", "B", "D", "C"],
            "pair": {"id": 1, "open": true},
            "open": [1],
            "best": [2, 3],
            "named": [1, 2],
            "word": [],
            "none": [],
            "shop": [1, 2],
            "input": [2]
        },
        "wanted": 2,
        "first": 1,
        "order": [{"sku": "B"}, {"sku": "D"}],
        "mine": [2]
    });
    assert_eq!(output, expected);
}
