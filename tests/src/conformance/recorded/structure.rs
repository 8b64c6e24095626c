//! What a comparison has to know of a definition. Goes as deep as `serde_json` parses.

use std::collections::BTreeSet;

use serde_json::Value;

/// Reads a definition; nothing is found in what is no JSON.
pub fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// Whether a machine or state at any level asks for JSONata.
pub fn asks_for_jsonata(definition: &Value) -> bool {
    any(definition, &|members| {
        let is_scope = members.contains_key("States") || members.contains_key("Type");
        is_scope && text(members, "QueryLanguage") == Some("JSONata")
    })
}

/// Whether there are branches or iterations, which may run side by side.
pub fn fans_out(definition: &Value) -> bool {
    any(definition, &|members| {
        matches!(text(members, "Type"), Some("Parallel" | "Map"))
    })
}

/// The states that run in executions of their own: those in the processor of a distributed Map.
pub fn distributed(definition: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect_distributed(definition, &mut names);
    names
}

fn collect_distributed(value: &Value, names: &mut BTreeSet<String>) {
    if let Value::Object(members) = value {
        let mode = members
            .get("ProcessorConfig")
            .and_then(|config| config.get("Mode"));
        if mode.and_then(Value::as_str) == Some("DISTRIBUTED") {
            collect_states(value, names);
        }
    }
    for inner in children(value) {
        collect_distributed(inner, names);
    }
}

fn collect_states(value: &Value, names: &mut BTreeSet<String>) {
    if let Some(Value::Object(states)) = value.get("States") {
        names.extend(states.keys().cloned());
    }
    for inner in children(value) {
        collect_states(inner, names);
    }
}

fn any(value: &Value, holds: &dyn Fn(&Members) -> bool) -> bool {
    value.as_object().is_some_and(holds) || children(value).any(|inner| any(inner, holds))
}

type Members = serde_json::Map<String, Value>;

fn text<'a>(members: &'a Members, key: &str) -> Option<&'a str> {
    members.get(key).and_then(Value::as_str)
}

fn children(value: &Value) -> impl Iterator<Item = &Value> {
    let members = value.as_object().into_iter().flat_map(Members::values);
    members.chain(value.as_array().into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jsonata_is_found_at_every_level_but_not_in_data() {
        let jsonata = |state: &str| {
            asks_for_jsonata(&read(&format!(r#"{{ "States": {{ "A": {state} }} }}"#)))
        };
        for state in [
            r#"{ "Type": "Pass", "QueryLanguage": "JSONata" }"#,
            r#"{ "Branches": [{ "States": {}, "QueryLanguage": "JSONata" }] }"#,
        ] {
            assert!(jsonata(state), "{state}");
        }
        for state in [
            r#"{ "Type": "Pass", "QueryLanguage": "JSONPath" }"#,
            r#"{ "Type": "Pass", "Result": { "QueryLanguage": "JSONata" } }"#,
        ] {
            assert!(!jsonata(state), "{state}");
        }
        assert!(!asks_for_jsonata(&read("not a definition")));
    }

    #[test]
    fn map_and_parallel_fan_out_wherever_they_are() {
        let nested = r#"{ "States": { "M": { "Type": "Map", "Iterator": {} } } }"#;
        assert!(fans_out(&read(nested)));
        assert!(!fans_out(&read(
            r#"{ "States": { "Map": { "Type": "Pass" } } }"#
        )));
    }

    #[test]
    fn states_of_a_distributed_map_run_elsewhere() {
        let map = |mode: &str| {
            format!(
                r#"{{ "States": {{ "M": {{ "Type": "Map", "ItemProcessor": {{
                    "ProcessorConfig": {{ "Mode": "{mode}" }},
                    "States": {{ "N": {{ "Type": "Map", "Iterator": {{ "States": {{ "I": {{}} }} }} }} }} }} }} }} }}"#
            )
        };
        let names =
            |mode: &str| -> Vec<String> { distributed(&read(&map(mode))).into_iter().collect() };
        assert_eq!(names("DISTRIBUTED"), ["I", "N"]);
        assert_eq!(names("INLINE"), [""; 0]);
    }
}
