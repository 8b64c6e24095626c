//! `ResultPath`: putting a result into a document (RP).

use crate::path::Seg;
use crate::value::{Key, Object, Value};

/// Whether a value can be put where `steps` lead in `raw` (RP-6).
pub(crate) fn is_applicable(raw: &Value, steps: &[Seg]) -> bool {
    let mut reached = Some(raw);
    for seg in steps {
        reached = match (reached, seg) {
            // RP-4: below a missing member there are only objects to create.
            (None, Seg::Key(_)) => None,
            (Some(Value::Object(object)), Seg::Key(key)) => object.get(key),
            (Some(Value::Array(array)), Seg::Index(index)) if *index < array.len() => {
                array.get(*index)
            }
            _ => return false,
        };
    }
    true
}

/// Puts `result` where `steps` lead, copying only what is shared along the way; `None` if that
/// place does not exist and cannot be made.
pub(crate) fn place(raw: &mut Value, steps: &[Seg], result: Value) -> Option<()> {
    let Some((last, way)) = steps.split_last() else {
        *raw = result;
        return Some(());
    };
    let target = way.iter().try_fold(raw, descend)?;
    match *last {
        Seg::Key(key) => {
            target
                .as_object_mut()?
                .insert(Key::from_static(key), result);
        }
        Seg::Index(index) => *target.get_index_mut(index)? = result,
        _ => return None, // no Reference Path
    }
    Some(())
}

fn descend<'v>(value: &'v mut Value, seg: &Seg) -> Option<&'v mut Value> {
    match *seg {
        Seg::Index(index) => value.get_index_mut(index),
        Seg::Key(key) => {
            let object = value.as_object_mut()?;
            if !object.contains_key(key) {
                object.insert(Key::from_static(key), Object::new());
            }
            object.get_mut(key)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    const fn key(name: &'static str) -> Seg {
        Seg::Key(name)
    }

    fn placed(mut raw: Value, steps: &[Seg], result: Value) -> Option<Value> {
        let applicable = is_applicable(&raw, steps);
        let placed = place(&mut raw, steps, result).map(|()| raw);
        assert_eq!(
            applicable,
            placed.is_some(),
            "the check foretells the outcome"
        );
        placed
    }

    #[test]
    fn rp_3_4_5_6_table() {
        let cases: [(Value, &[Seg], Value, Option<Value>); 16] = [
            // RP-2
            (json!({"a": 1}), &[], json!(2), Some(json!(2))),
            // RP-3: replaced entirely, whatever was there
            (
                json!({"a": {"b": 1}}),
                &[key("a")],
                json!({"c": 2}),
                Some(json!({"a": {"c": 2}})),
            ),
            // RP-4
            (
                json!({"a": 1}),
                &[key("b"), key("greeting")],
                json!("Hi!"),
                Some(json!({"a": 1, "b": {"greeting": "Hi!"}})),
            ),
            // RP-5
            (
                json!({"m": {"d": [1, 2, 3]}}),
                &[key("m"), key("d")],
                json!(6),
                Some(json!({"m": {"d": 6}})),
            ),
            (
                json!({"m": {"d": [1, 2, 3]}}),
                &[key("m"), key("r"), key("sum")],
                json!(6),
                Some(json!({"m": {"d": [1, 2, 3], "r": {"sum": 6}}})),
            ),
            // RP-6: members of what is no object
            (json!("foo"), &[key("x")], json!(0), None),
            (json!({"a": 1}), &[key("a"), key("b")], json!(0), None),
            (json!(null), &[key("x")], json!(0), None),
            (json!({"a": null}), &[key("a"), key("b")], json!(0), None),
            (json!([1]), &[key("x")], json!(0), None),
            // RP-6: items
            (
                json!([{"a": 1}, {"id": 7}]),
                &[Seg::Index(1), key("p")],
                json!(0),
                Some(json!([{"a": 1}, {"id": 7, "p": 0}])),
            ),
            (
                json!([1, 2]),
                &[Seg::Index(0)],
                json!("x"),
                Some(json!(["x", 2])),
            ),
            (json!([1, 2]), &[Seg::Index(2)], json!("x"), None),
            (json!({"a": 1}), &[Seg::Index(0)], json!("x"), None),
            (json!({}), &[key("list"), Seg::Index(0)], json!("x"), None),
            (
                json!({"list": []}),
                &[key("list"), Seg::Index(0), key("y")],
                json!("x"),
                None,
            ),
        ];
        for (raw, steps, result, expected) in cases {
            assert_eq!(
                placed(raw.clone(), steps, result),
                expected,
                "{raw} {steps:?}"
            );
        }
    }

    #[test]
    fn data_6_new_members_come_last_and_old_ones_stay() {
        let mut raw = json!({"z": 1, "a": 2});
        place(&mut raw, &[key("m")], json!(3)).unwrap();
        place(&mut raw, &[key("z")], json!(4)).unwrap();
        assert_eq!(raw.to_string(), r#"{"z":4,"a":2,"m":3}"#);
    }

    #[test]
    fn rp_3_a_shared_document_keeps_its_own_state() {
        let kept = json!({"a": {"b": 1}});
        let mut raw = kept.clone();
        place(&mut raw, &[key("a"), key("b")], json!(2)).unwrap();
        assert_eq!(kept, json!({"a": {"b": 1}}));
        assert_eq!(raw, json!({"a": {"b": 2}}));
    }
}
