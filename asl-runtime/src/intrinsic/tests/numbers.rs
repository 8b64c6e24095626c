//! Arithmetic, randomness, and what else draws from it.

use super::*;

#[test]
fn intr_34_math_random_takes_the_start_but_never_the_end() {
    let draw = |fraction, values: Value| {
        let values = values.as_array().unwrap().clone();
        let call = Call {
            function: Function::MathRandom,
            arguments: &ARGUMENTS[..2],
        };
        let scope = Scope {
            language: ASL,
            host: &Fixed(fraction),
            read: &|path| Ok(values[path.text.parse::<usize>().unwrap()].clone()),
        };
        evaluate(&call, &scope).unwrap().as_i64().unwrap()
    };
    let below_1 = 1.0 - f64::EPSILON / 2.0;
    for (fraction, expected) in [(0.0, -2), (0.25, -1), (0.5, 0), (below_1, 1)] {
        assert_eq!(draw(fraction, json!([-2, 2])), expected, "{fraction}");
    }
    assert_eq!(draw(below_1, json!([7, 8])), 7);
    assert_eq!(draw(0.0, json!([i64::MIN, i64::MAX])), i64::MIN);
    assert!(draw(below_1, json!([i64::MIN, i64::MAX])) < i64::MAX);
    check_both(
        Function::MathRandom,
        &[
            (json!([2, 2]), None),
            (json!([3, 2]), None),
            (json!([3, 2, 1]), None),
            (json!(["1", 2]), None),
            (json!([1, 2, "x"]), None),
        ],
    );
}

#[test]
fn intr_34_the_same_seed_gives_the_same_result() {
    let seeded = |seed: i64| {
        let result = apply(ASL, Function::MathRandom, &json!([0, 1_000_000, seed])).unwrap();
        result.as_i64().unwrap()
    };
    let mut drawn = Vec::new();
    for seed in -50..50 {
        let number = seeded(seed);
        assert_eq!(number, seeded(seed), "{seed}");
        assert!((0..1_000_000).contains(&number), "{seed}");
        drawn.push(number);
    }
    drawn.sort_unstable();
    drawn.dedup();
    assert!(drawn.len() > 90, "seeds spread: {drawn:?}");
}

#[test]
fn intr_35_math_add() {
    check_both(
        Function::MathAdd,
        &[
            (json!([111, -1]), Some("110")),
            (json!([2_147_483_647, -2_147_483_648_i64]), Some("-1")),
            (json!([2_147_483_647, 1]), Some("2147483648")),
        ],
    );
    check(
        ASL,
        Function::MathAdd,
        &[
            (json!([2_147_483_648_i64, 1]), Some("2147483649")),
            (json!([i64::MAX, 1]), None),
            (json!([i64::MIN, -1]), None),
        ],
    );
    check(
        AWS,
        Function::MathAdd,
        &[
            (json!([1.5, 1.51]), Some("4")),
            (json!([1.49, 1.5]), Some("3")),
            (json!([-1.49, -1.5]), Some("-2")),
            (json!([2_147_483_648_i64, -1]), None),
            (json!([0, -2_147_483_649_i64]), None),
        ],
    );
}

#[test]
fn intr_36_string_split_at_each_of_the_characters() {
    check_both(
        Function::StringSplit,
        &[
            (json!(["a,b;c", ",;"]), Some(r#"["a","b","c"]"#)),
            (json!([",,x,", ","]), Some(r#"["x"]"#)),
            (json!([",,,", ","]), Some("[]")),
            (json!([" , ", ","]), Some(r#"[" "," "]"#)),
            (json!(["Hello\nWorld", "\n"]), Some(r#"["Hello","World"]"#)),
            (json!(["aéb", "é"]), Some(r#"["a","b"]"#)),
            (json!(["a,b", ""]), Some(r#"["a,b"]"#)),
            (json!(["", ""]), Some("[]")),
            (json!([1, ","]), None),
            (json!(["a", 1]), None),
        ],
    );
}

/// INTR-40: the source is the host's.
#[test]
fn intr_37_uuid() {
    check_both(
        Function::Uuid,
        &[(json!([]), Some(r#""ffffffff-ffff-4fff-bfff-ffffffffffff""#))],
    );
}
