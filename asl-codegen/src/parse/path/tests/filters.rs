//! The grammar of filters.

use super::{all, any, descend, key, refused};
use crate::ast::{Condition, Filter, Number, Operator, OuterPath, Scalar, Step, Term};
use crate::dialect::Dialect;
use crate::parse::path::{PathRules, ProblemKind, parse_path};

/// The filter of `$[?(…)]`.
fn filter(text: &str) -> Filter {
    let mut steps = all(&format!("$[?({text})]"));
    match steps.pop() {
        Some(Step::Filter(filter)) if steps.is_empty() => filter,
        other => panic!("{text}: {other:?}"),
    }
}

fn test(text: &str) -> Condition {
    filter(text).test
}

fn item(name: &str) -> Term {
    Term::Item(vec![key(name)])
}

fn exists(name: &str) -> Condition {
    Condition::Exists(item(name))
}

fn text(text: &str) -> Scalar {
    Scalar::Text(text.to_owned())
}

const fn int(value: i64) -> Scalar {
    Scalar::Number(Number::Int(value))
}

/// `@.a`, compared.
fn a(operator: Operator, value: Scalar) -> Condition {
    Condition::Compare(item("a"), operator, Term::Literal(value))
}

#[test]
fn path_5_comparisons() {
    let cases = [
        ("@.a == 1", a(Operator::Equal, int(1))),
        ("@.a!=1", a(Operator::NotEqual, int(1))),
        ("@.a<1", a(Operator::Less, int(1))),
        ("@.a <=-1", a(Operator::LessEqual, int(-1))),
        ("@.a> 1", a(Operator::Greater, int(1))),
        (" @.a >= 1 ", a(Operator::GreaterEqual, int(1))),
        ("@['a'] == 1", a(Operator::Equal, int(1))),
    ];
    for (written, expected) in cases {
        assert_eq!(test(written), expected, "{written}");
    }
    let swapped = Condition::Compare(Term::Literal(int(1)), Operator::Less, item("a"));
    assert_eq!(test("1 < @.a"), swapped);
}

#[test]
fn path_5_literals() {
    let number = |number| Scalar::Number(number);
    let cases = [
        ("18446744073709551615", number(Number::UInt(u64::MAX))),
        ("-1.5e3", number(Number::Float(-1500.0))),
        (r"'it\'s'", text("it's")),
        (r#""a \\ b)""#, text(r"a \ b)")),
        ("''", text("")),
        ("true", Scalar::Bool(true)),
        ("false", Scalar::Bool(false)),
        ("null", Scalar::Null),
        // Bare words, as in samples of the service.
        ("es", text("es")),
        ("VENDOR_NAME", text("VENDOR_NAME")),
        ("nullable", text("nullable")),
    ];
    for (written, expected) in cases {
        assert_eq!(
            test(&format!("@.a=={written}")),
            a(Operator::Equal, expected),
            "{written}"
        );
    }
}

#[test]
fn path_5_logic() {
    let [x, y, z] = ["x", "y", "z"].map(exists);
    let not = |test: &Condition| Condition::Not(Box::new(test.clone()));
    let cases = [
        ("@.x", x.clone()),
        ("!@.x", not(&x)),
        ("!!@.x", not(&not(&x))),
        ("@.x&&@.y", Condition::All(vec![x.clone(), y.clone()])),
        (
            "@.x || @.y || @.z",
            Condition::Any(vec![x.clone(), y.clone(), z.clone()]),
        ),
        (
            "@.x || @.y && @.z",
            Condition::Any(vec![x.clone(), Condition::All(vec![y.clone(), z.clone()])]),
        ),
        (
            "(@.x || @.y) && !(@.z)",
            Condition::All(vec![Condition::Any(vec![x, y]), not(&z)]),
        ),
    ];
    for (written, expected) in cases {
        assert_eq!(test(written), expected, "{written}");
    }
}

#[test]
fn path_5_paths_inside() {
    assert_eq!(test("@"), Condition::Exists(Term::Item(vec![])));
    let nested = Term::Item(vec![key("l"), Step::All, key("b c")]);
    assert_eq!(test("@.l[*]['b c']"), Condition::Exists(nested));
    let inner = Filter {
        outer: vec![],
        test: exists("x"),
    };
    let nested = Term::Item(vec![key("l"), Step::Filter(inner), key("y")]);
    assert_eq!(test("@.l[?(@.x)].y"), Condition::Exists(nested));
    assert_eq!(all("$..q[?(@.x)].y").len(), 3);
    let alone = Filter {
        outer: vec![],
        test: exists("x"),
    };
    assert_eq!(all("$..[ ?( @.x ) ]"), [descend(Step::Filter(alone))]);
}

#[test]
fn path_5_paths_from_a_root_are_listed_once_by_the_outermost_filter() {
    let filter = filter("@.a == $.x && @.l[?(@.b == $$.y.z || @.c != $.x)] && $v[0] > @.d && $");
    let texts: Vec<&str> = filter
        .outer
        .iter()
        .map(|outer| outer.text.as_str())
        .collect();
    assert_eq!(texts, ["$.x", "$$.y.z", "$v[0]", "$"]);
    for OuterPath { text, path } in &filter.outer {
        assert_eq!(path, &any(text));
    }
    let Condition::All(tests) = filter.test else {
        panic!("not a conjunction");
    };
    let first = Condition::Compare(item("a"), Operator::Equal, Term::Outer(0));
    assert_eq!(tests[0], first);
    assert_eq!(tests[3], Condition::Exists(Term::Outer(3)));
    let Condition::Exists(Term::Item(steps)) = &tests[1] else {
        panic!("not a path");
    };
    let Some(Step::Filter(inner)) = steps.last() else {
        panic!("no filter");
    };
    assert!(inner.outer.is_empty());
    // A filter of a path from a root has a list of its own.
    let filter = self::filter("@.a == $.x[?(@.b == $.y)]");
    assert_eq!(filter.outer.len(), 1);
    assert_eq!(
        any("$[?(@.a == $.x[?(@.b == $$.y)])]").with_outer().len(),
        3
    );
}

#[test]
fn path_5_lexical_operators() {
    let compare = |operator, right| Condition::Compare(item("a"), operator, right);
    let list = || Term::List(vec![int(1), text("x"), text("y"), Scalar::Null]);
    let cases = [
        ("@.a in [1, 'x', y, null]", compare(Operator::In, list())),
        ("@.a NIN [1,'x',y,null]", compare(Operator::NotIn, list())),
        (
            "@.a subsetof []",
            compare(Operator::SubsetOf, Term::List(vec![])),
        ),
        ("@.a anyof @.b", compare(Operator::AnyOf, item("b"))),
        ("@.a noneof $.b", compare(Operator::NoneOf, Term::Outer(0))),
        ("@.a size 2", compare(Operator::Size, Term::Literal(int(2)))),
        (
            "@.a empty false",
            compare(Operator::Empty, Term::Literal(Scalar::Bool(false))),
        ),
    ];
    for (written, expected) in cases {
        assert_eq!(test(written), expected, "{written}");
    }
}

#[test]
fn path_5_aws_refuses_by_name_what_it_does_not_have() {
    let cases = [
        ("@.a in [1]", 8..10),
        ("@.a size 2", 8..12),
        ("@.a == @.b", 11..14),
        ("@.a == $.b.c", 11..16),
        ("$.b == @.a", 4..7),
        ("$x", 4..6),
    ];
    let aws = PathRules::ANY.in_dialect(Dialect::Aws.rules());
    for (written, range) in cases {
        let path = format!("$[?({written})]");
        let problem = refused(&path, aws);
        assert_eq!(problem.range, range, "{path}");
        let kind = problem.kind;
        assert!(
            matches!(kind, ProblemKind::OperatorOfOther(_)),
            "{path}: {kind:?}"
        );
        assert!(parse_path(&path, PathRules::ANY).is_ok(), "{path}");
    }
    for written in [
        "@.a == 1",
        "!(@.a && @.b < 'x') || @.c",
        "@.a == es",
        "@.l[?(@.x)]",
    ] {
        let path = format!("$[?({written})]");
        assert!(parse_path(&path, aws).is_ok(), "{path}");
    }
}

#[test]
fn path_5_no_dialect_has_regular_expressions() {
    let problem = refused("$[?(@.a =~ /x.*/i)]", PathRules::ANY);
    assert!(
        matches!(problem.kind, ProblemKind::Operator(_)),
        "{problem:?}"
    );
    assert_eq!(problem.range, 8..10);
    let problem = refused("$[?(@.a contains 1)]", PathRules::ANY);
    assert!(
        matches!(problem.kind, ProblemKind::Operator(_)),
        "{problem:?}"
    );
}

#[test]
fn path_14_syntax_errors_in_filters_say_where() {
    let cases = [
        ("$[?]", 3..4),
        ("$[?@.a]", 3..4),
        ("$[?()]", 4..5),
        ("$[?(@.a", 7..7),
        ("$[?(@.a]", 7..8),
        ("$[?(@.a)", 8..8),
        ("$[?(@.a = 1)]", 8..9),
        ("$[?(@.a === 1)]", 10..11),
        ("$[?(@.a ==)]", 10..11),
        ("$[?(@.a == 1 2)]", 13..14),
        ("$[?(@.a == 'x)]", 15..15),
        ("$[?(@.a == 1x)]", 11..13),
        ("$[?(@.a == 01)]", 11..13),
        ("$[?(@.a == 1e999)]", 11..16),
        ("$[?(@.a == inf x)]", 15..16),
        ("$[?(@.a &&)]", 10..11),
        ("$[?(@.a & @.b)]", 8..9),
        ("$[?(@.a like 1)]", 8..12),
        ("$[?(1)]", 5..6),
        ("$[?([1])]", 7..8),
        ("$[?((@.a)]", 9..10),
        ("$[?(@.a in [1)]", 13..14),
        ("$[?(@.a in [,])]", 12..13),
        ("$[?(@.)]", 6..7),
        ("$[?(@.a == $_)]", 12..13),
    ];
    for (path, range) in cases {
        let problem = refused(path, PathRules::ANY);
        assert!(
            matches!(problem.kind, ProblemKind::Syntax(_)),
            "{path}: {problem:?}"
        );
        assert_eq!(problem.range, range, "{path}: {problem:?}");
    }
}

#[test]
fn filters_nested_without_end_are_an_error() {
    let parentheses = format!("$[?({}@.a{})]", "(".repeat(99_999), ")".repeat(99_999));
    let negations = format!("$[?({}@.a)]", "!".repeat(99_999));
    let filters = format!("$[?(@{}", "[?(@".repeat(99_999));
    let roots = format!("$[?($.a{}", "[?($.a".repeat(99_999));
    for path in [parentheses, negations, filters, roots] {
        let problem = refused(&path, PathRules::ANY);
        assert!(matches!(problem.kind, ProblemKind::Syntax(what) if what.contains("deep")));
    }
    let deep = format!("$[?({}@.a{})]", "(".repeat(31), ")".repeat(31));
    assert!(parse_path(&deep, PathRules::ANY).is_ok());
}
