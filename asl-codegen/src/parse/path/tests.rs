//! The grammar of paths, rule by rule.

use super::{PathProblem, PathRules, ProblemKind, parse_path};
use crate::ast::{Path, Root, Step};

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

/// As a Reference Path.
fn steps(path: &str) -> Vec<Step> {
    parse_path(path, PathRules::REFERENCE).unwrap().steps
}

#[test]
fn rpath_6_published_examples() {
    let cases: &[(&str, Vec<Step>)] = &[
        ("$", vec![]),
        ("$.store.book", vec![key("store"), key("book")]),
        (r"$.store\.book", vec![key("store.book")]),
        (r"$.\stor\e.boo\k", vec![key("store"), key("book")]),
        (
            "$.store.book.title",
            vec![key("store"), key("book"), key("title")],
        ),
        (r"$.foo.\.bar", vec![key("foo"), key(".bar")]),
        (
            r"$.foo\@bar.baz\[\[.\?pretty",
            vec![key("foo@bar"), key("baz[["), key("?pretty")],
        ),
        (r"$.&Ж中.\uD800\uDF46", vec![key("&Ж中"), key("\u{10346}")]),
        (
            "$.ledgers.branch[0].pending.count",
            vec![
                key("ledgers"),
                key("branch"),
                Step::Index(0),
                key("pending"),
                key("count"),
            ],
        ),
        (
            "$.ledgers.branch[0]",
            vec![key("ledgers"), key("branch"), Step::Index(0)],
        ),
        (
            "$.ledgers[0][22][315].foo",
            vec![
                key("ledgers"),
                Step::Index(0),
                Step::Index(22),
                Step::Index(315),
                key("foo"),
            ],
        ),
        ("$['store']['book']", vec![key("store"), key("book")]),
        (
            "$['store'][0]['book']",
            vec![key("store"), Step::Index(0), key("book")],
        ),
    ];
    for (path, expected) in cases {
        assert_eq!(&steps(path), expected, "{path}");
    }
}

#[test]
fn rpath_4_escape_stands_for_the_character_unless_it_is_a_code_unit() {
    assert_eq!(steps(r"$.\u"), [key("u")]);
    assert_eq!(steps(r"$.\u00"), [key("u00")]);
    assert_eq!(steps(r"$.\u0041b"), [key("Ab")]);
    // A high surrogate alone is no character: the backslash escapes the `u`.
    assert_eq!(steps(r"$.\uD800x"), [key("uD800x")]);
}

#[test]
fn rpath_5_quoted_names() {
    assert_eq!(steps(r#"$['Test\""Name"']"#), [key(r#"Test\""Name""#)]);
    assert_eq!(steps(r"$['a\'b\\c']"), [key(r"a'b\c")]);
    assert_eq!(steps(r#"$["a.b"]["*"]"#), [key("a.b"), key("*")]);
    assert_eq!(steps("$['']"), [key("")]);
}

fn any(path: &str) -> Path {
    parse_path(path, PathRules::ANY).unwrap_or_else(|problem| panic!("{path}: {problem:?}"))
}

fn all(path: &str) -> Vec<Step> {
    any(path).steps
}

fn refused(path: &str, rules: PathRules) -> PathProblem {
    parse_path(path, rules).expect_err(path)
}

fn keys(names: &[&str]) -> Step {
    Step::Keys(names.iter().map(|&name| name.to_owned()).collect())
}

const fn slice(from: Option<i32>, to: Option<i32>) -> Step {
    Step::Slice { from, to }
}

fn descend(step: Step) -> Step {
    Step::Descend(Box::new(step))
}

#[test]
fn rpath_1_refuses_what_may_select_several() {
    let cases = [
        ("$..a", 1..3),
        ("$.*", 1..3),
        ("$[*]", 1..4),
        ("$.a[?(@.a)]", 3..11),
        ("$[0:1].b", 1..6),
        ("$[:1]", 1..5),
        ("$[:]", 1..4),
        ("$.a[-1].b", 3..7),
        ("$[0,1]", 1..6),
        ("$['a','b'].c", 1..10),
    ];
    for (path, range) in cases {
        let problem = refused(path, PathRules::REFERENCE);
        let kind = &problem.kind;
        assert!(
            matches!(kind, ProblemKind::NotReference(_)),
            "{path}: {problem:?}"
        );
        assert_eq!(problem.range, range, "{path}");
        assert!(parse_path(path, PathRules::ANY).is_ok(), "{path}");
    }
}

#[test]
fn rpath_2_takes_what_a_path_does_not() {
    assert_eq!(steps("$.first order(s)"), [key("first order(s)")]);
    assert_eq!(refused("$.['a']", PathRules::REFERENCE).range, 2..3);
}

#[test]
fn path_2_roots() {
    let variable = |name: &str| Root::Variable(name.to_owned());
    let cases = [
        ("$", Root::Data),
        ("$.a", Root::Data),
        ("$[0]", Root::Data),
        ("$$", Root::Context),
        ("$$.Execution.Id", Root::Context),
        ("$x", variable("x")),
        ("$order.id", variable("order")),
        ("$\u{e9}t\u{e9}_2[0]", variable("\u{e9}t\u{e9}_2")),
    ];
    for (path, root) in cases {
        assert_eq!(any(path).root, root, "{path}");
        assert_eq!(
            parse_path(path, PathRules::REFERENCE).unwrap().root,
            root,
            "{path}"
        );
    }
}

#[test]
fn path_3_steps() {
    let a = || key("a");
    let cases: Vec<(&str, Vec<Step>)> = vec![
        ("$.*", vec![Step::All]),
        ("$[*][*]", vec![Step::All, Step::All]),
        ("$.a[ * ].b", vec![a(), Step::All, key("b")]),
        ("$.[*]", vec![Step::All]),
        ("$..a", vec![descend(a())]),
        ("$..*", vec![descend(Step::All)]),
        ("$..[0].b", vec![descend(Step::Index(0)), key("b")]),
        ("$..['a','b']", vec![descend(keys(&["a", "b"]))]),
        ("$['a','b']", vec![keys(&["a", "b"])]),
        (
            "$.[*].['bucket', \"key\" ]",
            vec![Step::All, keys(&["bucket", "key"])],
        ),
        ("$.a.['x y']", vec![a(), key("x y")]),
        ("$.[0]", vec![Step::Index(0)]),
        ("$[-1]", vec![Step::FromEnd(1)]),
        ("$[-0]", vec![Step::Index(0)]),
        ("$[0,1]", vec![Step::Indices(vec![0, 1])]),
        ("$[ 2 , -1 ,2]", vec![Step::Indices(vec![2, -1, 2])]),
        ("$[1:]", vec![slice(Some(1), None)]),
        ("$[:-1]", vec![slice(None, Some(-1))]),
        ("$[-2:3]", vec![slice(Some(-2), Some(3))]),
        ("$[:].item", vec![slice(None, None), key("item")]),
        ("$[ 1 : 3 ]", vec![slice(Some(1), Some(3))]),
    ];
    for (path, steps) in cases {
        assert_eq!(all(path), steps, "{path}");
    }
}

#[test]
fn path_3_ignores_the_step_of_a_slice() {
    for path in ["$[0:3:2]", "$[0:3:-2]", "$[0:3:]"] {
        assert_eq!(all(path), [slice(Some(0), Some(3))], "{path}");
    }
    assert_eq!(all("$[::]"), [slice(None, None)]);
    assert!(parse_path("$[0:1:2:3]", PathRules::ANY).is_err());
}

#[test]
fn path_4_dot_names() {
    assert_eq!(
        all("$.key-dash.\u{416}\u{4e2d}.1.&|=<>!~#"),
        [
            key("key-dash"),
            key("\u{416}\u{4e2d}"),
            key("1"),
            key("&|=<>!~#"),
        ]
    );
    assert_eq!(all(r"$.f\(x\).\ \@"), [key("f(x)"), key(" @")]);
}

#[test]
fn path_8_definite_and_indefinite() {
    for path in [
        "$",
        "$.a[0]['b']",
        "$[-1].a",
        "$['a','b']",
        "$.a['a','b']",
        "$$.a",
        "$x.a",
    ] {
        assert!(any(path).is_definite(), "{path}");
    }
    let indefinite = [
        "$..a",
        "$.*",
        "$[*].a",
        "$[?(@.a)]",
        "$[1:2]",
        "$[:]",
        "$[0,1]",
        "$['a','b'].c",
        "$[*]['a','b']",
    ];
    for path in indefinite {
        assert!(!any(path).is_definite(), "{path}");
    }
}

#[test]
fn path_14_syntax_errors_say_where() {
    let cases = [
        ("", 0..0),
        ("a", 0..1),
        ("@.a", 0..1),
        ("$a b", 2..3),
        ("$_a", 1..2),
        ("$1", 1..2),
        ("$ .a", 1..2),
        ("$.", 2..2),
        ("$..", 3..3),
        ("$...", 3..4),
        ("$.a.", 4..4),
        ("$.a[", 4..4),
        ("$.a[]", 4..5),
        ("$.a[x]", 4..5),
        ("$.a['x'", 7..7),
        ("$.a['x", 6..6),
        ("$.a['x',]", 8..9),
        ("$.a['x',0]", 8..9),
        ("$.a[0,]", 6..7),
        ("$.a[0,'x']", 6..7),
        ("$.a[0 1]", 6..7),
        ("$.a[-]", 5..6),
        ("$.a[1:x]", 6..7),
        ("$.a]", 3..4),
        ("$.a[01]", 4..6),
        ("$.a[2147483648]", 4..14),
        ("$.a[(@.length-1)]", 4..5),
        ("$.a\\", 4..4),
        ("$.a[1]b", 6..7),
        ("$.a'b", 3..4),
        ("$.a b", 3..4),
        ("$.a*", 3..4),
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
fn ctx_6_result_path_takes_no_context_path() {
    let problem = refused("$$.a", PathRules::RESULT);
    assert_eq!((problem.kind, problem.range), (ProblemKind::Context, 0..2));
}

#[test]
fn var_8_result_path_takes_no_variable() {
    let problem = refused("$order.id", PathRules::RESULT);
    assert_eq!((problem.kind, problem.range), (ProblemKind::Variable, 0..6));
}

#[test]
fn var_1_3_names() {
    let problem = refused("$states.input", PathRules::ANY);
    assert_eq!(
        (problem.kind, problem.range),
        (ProblemKind::ReservedVariable, 0..7)
    );
    let longest = format!("${}", "x".repeat(80));
    assert!(parse_path(&longest, PathRules::ANY).is_ok());
    let problem = refused(&(longest + "x"), PathRules::ANY);
    assert!(
        matches!(problem.kind, ProblemKind::VariableName(_)),
        "{problem:?}"
    );
}

#[test]
fn path_7_functions() {
    let cases = [
        ("$.list.length()", 7..15),
        ("$.concat('a', 'b')", 2..18),
        ("$.length()", 2..10),
        ("$..size()", 3..9),
        ("$[?(@.length() > 4)]", 6..14),
    ];
    for (path, range) in cases {
        let problem = refused(path, PathRules::ANY);
        assert_eq!(
            (problem.kind, problem.range),
            (ProblemKind::Function, range),
            "{path}"
        );
    }
}

mod filters;

proptest::proptest! {
    #[test]
    fn path_14_any_text_is_a_path_or_has_a_problem_in_it(
        text in r#"\$?([$@.*,:?()!=<>&|~ab0-9é '"\\-]|\[|\]|\[\?\(@|\.\.|null|\)\]){0,24}"#,
    ) {
        for rules in [PathRules::ANY, PathRules::REFERENCE] {
            if let Err(PathProblem { range, kind }) = parse_path(&text, rules) {
                assert!(text.get(range.clone()).is_some(), "{text:?}: {range:?} {kind:?}");
            }
        }
    }
}
