//! Data, context, and the states that do no work: sections 3, 5, 6, 8 to 12, 19, 22, 23, 25, 26.

use asl_codegen::{Options, Source, compile};
use asl_runtime::Value;

use super::support::{flow, json};

machines! { states = "flows/more/states.asl.json"; }

asl_runtime::asl_machine!(mod no_input = "flows/more/no_input.asl.json", input = ());

#[tokio::test(start_paused = true)]
async fn data_2_without_input_the_start_state_gets_an_empty_object() {
    let output = no_input::run((), ()).await.unwrap();
    assert_eq!(output, json!({"input": {}, "execution": {}}));
}

#[tokio::test(start_paused = true)]
async fn data_3_numbers_compare_as_binary64() {
    let run = |a: Value, b: Value| async move {
        let input = json!({"case": "numbers", "in": {"a": a, "b": b}});
        flow(states::run((), input)).await.output()
    };
    // 2^53 + 1 is 2^53 in binary64, and passes through unchanged all the same.
    let beyond = json!(9_007_199_254_740_993_u64);
    let output = run(beyond.clone(), json!(9_007_199_254_740_992_u64)).await;
    assert_eq!(output["equal"], true);
    assert_eq!(output["a"].to_string(), "9007199254740993");
    assert_eq!(
        run(json!(0.1), Value::from_json("0.10000000000000001").unwrap()).await["equal"],
        true
    );
    assert_eq!(run(json!(0.3), json!(0.1 + 0.2)).await["equal"], false);
    assert_eq!(
        run(json!(9_007_199_254_740_991_u64), beyond).await["equal"],
        false
    );
}

#[tokio::test(start_paused = true)]
async fn ctx_1_the_context_object_can_be_read_and_stays_as_it_is() {
    let machine = states::Machine::new(()).execution_name("run-9");
    let output = flow(machine.run(json!({"case": "context", "in": {"x": 1}}))).await;
    output.gives(json!({"changed": 9, "kept": 1, "name": "run-9"}));
}

#[tokio::test(start_paused = true)]
async fn rpath_7_a_reference_path_reads_one_value() {
    outputs! { states:
        {"case": "reference", "in": {"a": [0, [{"b": [7, 8]}]]}} => [7, 8],
    }
    failures! { states:
        {"case": "reference", "in": {"a": [0, {"b": [7]}]}} => "States.Runtime" in "Reference",
        {"case": "reference", "in": {"a": [[{"b": [7]}]]}} => "States.Runtime" in "Reference",
        {"case": "reference", "in": {"a": [0, [{}]]}} => "States.Runtime" in "Reference",
    }
}

#[tokio::test(start_paused = true)]
async fn tmpl_12_worked_example() {
    let input = json!({
        "case": "template",
        "in": {"order": {"id": 7, "lines": [{"sku": "A"}, {"sku": "B"}, {"sku": "C"}]}}
    });
    let machine = states::Machine::new(()).execution_name("run-9");
    let text = flow(machine.run(input)).await.text();
    assert_eq!(
        text,
        r#"{"fixed":true,"ref":{"id":7,"lastTwo":["B","C"]},"tag":"run-9/7"}"#
    );
}

#[tokio::test(start_paused = true)]
async fn io_7_several_values_are_gathered_into_an_array() {
    outputs! { states:
        {"case": "many", "in": {"list": [{"n": 1}, {"m": 0}, {"n": 2}, {"n": 3}]}} => [1, 2],
        {"case": "many", "in": {"list": [{"n": 1}]}} => [1],
        {"case": "many", "in": {"list": []}} => [],
    }
}

#[tokio::test(start_paused = true)]
async fn io_11_result_path_combines_with_the_raw_input() {
    outputs! { states:
        {"case": "raw", "in": {"v": {"w": 1}, "k": 2}} => {"v": {"w": 1}, "k": 2, "r": 1},
    }
}

#[tokio::test(start_paused = true)]
async fn trans_9_an_output_is_the_next_input_and_the_last_one_the_machines() {
    outputs! { states: {"case": "chain", "in": 1} => {"second": {"first": 1}} }
}

#[tokio::test(start_paused = true)]
async fn data_1_pass_1_a_bare_pass_copies_any_json() {
    outputs! { states:
        {"case": "copy", "in": {"a": [1, {}]}} => {"a": [1, {}]},
        {"case": "copy", "in": []} => [],
        {"case": "copy", "in": "text"} => "text",
        {"case": "copy", "in": (-1.5)} => (-1.5),
        {"case": "copy", "in": true} => true,
        {"case": "copy", "in": null} => null,
    }
}

#[tokio::test(start_paused = true)]
async fn pass_6_an_error_in_a_pass_fails_its_scope() {
    outputs! { states: {"case": "branch fails", "in": {}} => "States.ParameterPathFailure" }
    failures! { states:
        {"case": "pass fails", "in": {}} => "States.ParameterPathFailure" in "Bare",
    }
}

#[tokio::test(start_paused = true)]
async fn pass_7_example() {
    outputs! { states:
        {"case": "geo", "in": {"home": "Oslo"}} => {"home": "Oslo", "geo": {"lat": 59.9}},
    }
}

#[tokio::test(start_paused = true)]
async fn wait_7_output_of_a_wait() {
    let input = json!({"case": "wait", "in": {"v": {"s": 3, "out": "o"}, "s": 9, "out": "raw"}});
    flow(states::run((), input))
        .await
        .gives(json!({"output": "o", "waited": 3}))
        .took(3.0);
}

#[test]
fn wait_7_pass_6_neither_retries_nor_catches() {
    let refused = |state: &str, field: &str| {
        let text = format!(r#"{{"StartAt":"S","States":{{"S":{{{state},{field}"End":true}}}}}}"#);
        compile(&Source::new("t.asl.json", text), &Options::default()).is_refused()
    };
    let error = r#"[{"ErrorEquals":["States.ALL"]}],"#;
    for state in [r#""Type":"Wait","Seconds":1"#, r#""Type":"Pass""#] {
        assert!(!refused(state, ""), "{state}");
        assert!(refused(state, &format!(r#""Retry":{error}"#)), "{state}");
        let catch = r#""Catch":[{"ErrorEquals":["States.ALL"],"Next":"S"}],"#;
        assert!(refused(state, catch), "{state}");
    }
    let task = r#""Type":"Task","Resource":"r""#;
    assert!(!refused(task, &format!(r#""Retry":{error}"#)));
}

#[tokio::test(start_paused = true)]
async fn succeed_2_output_is_filtered_by_both_paths() {
    outputs! { states:
        {"case": "succeed", "in": {"v": {"out": [1], "k": 2}, "out": "raw"}} => [1],
    }
}

#[tokio::test(start_paused = true)]
async fn par_5_from_result_selector_to_output_path() {
    outputs! { states:
        {"case": "parallel", "in": {"v": {"x": 1}, "k": 2}} => {
            "output": {"x": 1, "fork": {"left": {"p": 1}, "right": "r"}},
            "all": [{"p": 1}, "r"]
        },
    }
}

#[tokio::test(start_paused = true)]
async fn par_6_each_branch_has_its_own_data() {
    outputs! { states:
        {"case": "isolated", "in": {"x": {"y": 1}}} => [{"x": {"y": "mine"}}, {"x": {"y": 1}}],
    }
}

#[tokio::test(start_paused = true)]
async fn map_50_59_trans_9_an_iteration_ends_at_a_terminal_state_and_only_it() {
    outputs! { states:
        {"case": "ends", "in": [3, 1, 4, 2]} => {"all": [3, {"small": 1}, 4, {"small": 2}]},
    }
}
