use super::*;
use crate::dialect::Dialect;
use crate::options::Options;
use crate::{Source, compile};
use Dialect::{Asl, Aws};

/// What the compiler says about a state with `fields`: codes, each with the text it points at.
fn findings(dialect: Dialect, fields: &str) -> Vec<(Code, String)> {
    let text = format!(r#"{{"StartAt":"A","States":{{"A":{{{fields}}}}}}}"#);
    let source = Source::new("call.asl.json", text);
    let options = Options {
        dialect,
        ..Options::default()
    };
    let compilation = compile(&source, &options);
    let findings = compilation.diagnostics.iter().map(|diagnostic| {
        let span = diagnostic.primary.as_ref().unwrap().span;
        (
            diagnostic.code,
            source.text().get(span.range()).unwrap().to_owned(),
        )
    });
    findings.collect()
}

/// The same for a call in a template.
fn in_template(dialect: Dialect, call: &str) -> Vec<(Code, String)> {
    let call = serde_json::to_string(call).unwrap();
    let fields = format!(r#""Type":"Pass","End":true,"Parameters":{{"r.$":{call}}}"#);
    findings(dialect, &fields)
}

fn accepts(dialect: Dialect, calls: &[&str]) {
    for call in calls {
        assert_eq!(in_template(dialect, call), [], "{call}");
    }
}

/// Each call, the code it is refused with and the part of the file that the error points at.
fn refuses(dialect: Dialect, cases: &[(&str, Code, &str)]) {
    for (call, code, at) in cases {
        let expected = [(*code, (*at).to_owned())];
        assert_eq!(in_template(dialect, call), expected, "{call}");
    }
}

#[test]
fn intr_1_every_kind_of_argument() {
    let call = "States.Array('it\\'s \\{\\}', -1.5e3, 18446744073709551615, true, false, null, \
                $, $.a['b, c)'].d, $$.Execution.Id, States.UUID() )  ";
    accepts(Asl, &[call]);
    let raw = grammar::parse(call).unwrap();
    let parts: Vec<&str> = raw
        .arguments
        .iter()
        .map(|a| call.get(a.range.clone()).unwrap())
        .collect();
    assert_eq!(
        parts,
        [
            "'it\\'s \\{\\}'",
            "-1.5e3",
            "18446744073709551615",
            "true",
            "false",
            "null",
            "$",
            "$.a['b, c)'].d",
            "$$.Execution.Id",
            "States.UUID()",
        ]
    );
    assert_eq!(raw.count(), 2);
}

#[test]
fn intr_1_syntax() {
    let syntax = Code::CallSyntax;
    refuses(
        Asl,
        &[
            ("States.Array(", syntax, "("),
            ("States.Array($.a", syntax, "("),
            ("States.Array($.a, States.Array($.b)", syntax, "("),
            ("States.Array($.a,)", syntax, ","),
            ("States.Array(,$.a)", syntax, ","),
            ("States.Array($.a,, $.b)", syntax, ","),
            ("States.Array('a' 'b')", syntax, "'"),
            ("States.Array('a)", syntax, "'a)"),
            ("States.Array(a)", syntax, "a"),
            ("States.Array(True)", syntax, "True"),
            ("States.Array(01)", syntax, "01"),
            ("States.Array(1.)", syntax, "1."),
            ("States.Array(1e999)", syntax, "1e999"),
            ("States.Array(-)", syntax, "-"),
            ("States.Array(#)", syntax, "#"),
            ("States.Array([1])", syntax, "["),
            ("States.Array($.a[, 1)", syntax, "["),
            ("States.Array($.a['b)", syntax, "["),
            ("States.Array()x", syntax, "x"),
            ("States.Array())", syntax, ")"),
            ("States.Array() States.Array()", syntax, "States.Array()"),
            (r#"States.Array("a")"#, syntax, r#"\""#),
        ],
    );
}

#[test]
fn intr_7_white_space() {
    accepts(
        Asl,
        &[
            "States.MathAdd(1,2)",
            "States.MathAdd( 1 ,\n2\t)  ",
            "States.UUID( )",
        ],
    );
    refuses(
        Asl,
        &[
            ("States.UUID ()", Code::CallSyntax, " "),
            ("States.Array(States.UUID ())", Code::CallSyntax, " "),
            ("  States.UUID()", Code::CallSyntax, "  "),
        ],
    );
}

#[test]
fn tmpl_6_what_is_no_path_and_no_call() {
    for text in ["States.UUID", "hello", "", "States. ", "(1)"] {
        let codes: Vec<Code> = in_template(Asl, text)
            .into_iter()
            .map(|(code, _)| code)
            .collect();
        assert_eq!(codes, [Code::BadPath], "{text}");
    }
}

#[test]
fn intr_2_unknown_functions() {
    refuses(
        Asl,
        &[
            ("States.Fromat('a')", Code::UnknownFunction, "States.Fromat"),
            ("states.format('a')", Code::UnknownFunction, "states.format"),
            ("Format('a')", Code::UnknownFunction, "Format"),
            ("Host.Lookup($.a)", Code::UnknownFunction, "Host.Lookup"),
            (
                "States.Array(States.Uuid())",
                Code::UnknownFunction,
                "States.Uuid",
            ),
        ],
    );
    // Its arguments are looked at all the same.
    let found = in_template(Asl, "States.Fromat(States.Arr($.a[x]))");
    let codes: Vec<Code> = found.into_iter().map(|(code, _)| code).collect();
    assert_eq!(
        codes,
        [Code::UnknownFunction, Code::UnknownFunction, Code::BadPath]
    );
}

#[test]
fn intr_4_open_escapes() {
    accepts(Asl, &[r"States.Array('\'\{\}\\')"]);
    refuses(
        Asl,
        &[
            (r"States.Array('a\nb')", Code::OpenEscape, r"\\n"),
            (r"States.Array('a\ b')", Code::OpenEscape, r"\\ "),
            (
                r#"States.StringToJson('{"a": "\"b\""}')"#,
                Code::OpenEscape,
                r#"\\\""#,
            ),
            (r"States.Array('a\", Code::OpenEscape, r"\\"),
        ],
    );
}

#[test]
fn intr_5_6_braces_quotes_and_controls_need_no_escape() {
    accepts(
        Asl,
        &[
            r#"States.StringToJson('{"k": "v"}')"#,
            "States.StringSplit('Hello\nWorld', '\n')",
            "States.Format('a { b } c {}{x}', 1)",
        ],
    );
}

#[test]
fn intr_9_number_of_calls() {
    let nested = |depth: usize| {
        let inner = "States.Array(".repeat(depth);
        format!("{inner}{}", ")".repeat(depth))
    };
    let beside = format!("States.Array({}States.UUID())", "States.UUID(), ".repeat(9));
    accepts(Asl, &[&nested(10), &nested(11), &nested(64), &beside]);
    accepts(Aws, &[&nested(10)]);
    refuses(
        Aws,
        &[
            (&nested(11), Code::TooManyCalls, &nested(11)),
            (&beside, Code::TooManyCalls, &beside),
        ],
    );
    // However deep: no stack overflows.
    refuses(Asl, &[(&nested(65), Code::TooManyCalls, "States.Array")]);
    refuses(
        Asl,
        &[(&nested(100_000), Code::TooManyCalls, "States.Array")],
    );
}

#[test]
fn intr_10_calls_in_error_path_and_cause_path() {
    let fail = |field: &str, call: &str| {
        let call = serde_json::to_string(call).unwrap();
        findings(Asl, &format!(r#""Type":"Fail","{field}":{call}"#))
    };
    for call in [
        "States.Format('{}', $.a)",
        "States.JsonToString($.a)",
        "States.ArrayGetItem($.a, 0)",
        "States.Base64Encode($.a)",
        "States.Base64Decode($.a)",
        "States.Hash($.a, 'MD5')",
        "States.UUID()",
        "States.Format('{}', States.ArrayLength($.a))",
    ] {
        assert_eq!(fail("ErrorPath", call), [], "{call}");
        assert_eq!(fail("CausePath", call), [], "{call}");
    }
    for (call, function) in [
        ("States.ArrayLength($.a)", "States.ArrayLength"),
        ("States.MathAdd($.a, 1)", "States.MathAdd"),
        ("States.StringToJson($.a)", "States.StringToJson"),
        ("States.Array()", "States.Array"),
    ] {
        let expected = [(Code::NotAString, function.to_owned())];
        assert_eq!(fail("CausePath", call), expected, "{call}");
    }
    let misspelt = [(Code::UnknownFunction, "States.Uuid".to_owned())];
    assert_eq!(fail("ErrorPath", "States.Uuid()"), misspelt);
}

#[test]
fn intr_10_calls_elsewhere_are_no_paths() {
    for fields in [
        r#""Type":"Pass","End":true,"InputPath":"States.UUID()""#,
        r#""Type":"Pass","End":true,"OutputPath":"States.UUID()""#,
        r#""Type":"Pass","End":true,"ResultPath":"States.UUID()""#,
        r#""Type":"Wait","End":true,"SecondsPath":"States.MathAdd(1, 2)""#,
    ] {
        let codes: Vec<Code> = findings(Asl, fields)
            .into_iter()
            .map(|(code, _)| code)
            .collect();
        assert_eq!(codes, [Code::BadPath], "{fields}");
    }
}

#[test]
fn intr_11_number_of_arguments() {
    let count = Code::ArgumentCount;
    refuses(
        Asl,
        &[
            ("States.Format()", count, "States.Format()"),
            ("States.UUID(1)", count, "1"),
            ("States.ArrayLength($.a, 1, 'x')", count, "1, 'x'"),
            ("States.MathRandom(1)", count, "States.MathRandom(1)"),
            ("States.MathRandom(1, 2, 3, 4)", count, "4"),
            ("States.MathAdd(1)", count, "States.MathAdd(1)"),
            ("States.JsonToString()", count, "States.JsonToString()"),
            ("States.JsonToString($.a, $.b)", count, "$.b"),
            ("States.Hash($.a)", count, "States.Hash($.a)"),
            (
                "States.Array(States.Base64Encode())",
                count,
                "States.Base64Encode()",
            ),
        ],
    );
    accepts(
        Asl,
        &[
            "States.MathRandom(1, 2)",
            "States.MathRandom(1, 2, 3)",
            "States.Array()",
            "States.Array(1, 2, 3, 4, 5)",
            "States.Format('a')",
        ],
    );
}

#[test]
fn every_function_says_how_it_is_called() {
    let usages: Vec<String> = Function::ALL
        .iter()
        .map(|function| signature(*function).usage(function.name()))
        .collect();
    let of = |name: &str| usages.iter().find(|usage| usage.starts_with(name)).unwrap();
    assert_eq!(of("States.Format"), "States.Format(template, value, …)");
    assert_eq!(of("States.Array("), "States.Array(value, …)");
    assert_eq!(
        of("States.MathRandom"),
        "States.MathRandom(start, end[, seed])"
    );
    assert_eq!(of("States.UUID"), "States.UUID()");
    assert_eq!(
        signature(Function::MathRandom).count_in_words(),
        "two or three arguments"
    );
    assert_eq!(
        signature(Function::Format).count_in_words(),
        "one argument or more"
    );
    assert_eq!(signature(Function::Uuid).count_in_words(), "no arguments");
}

#[test]
fn intr_11_types_of_literals_and_nested_calls() {
    let ty = Code::ArgumentType;
    refuses(
        Asl,
        &[
            ("States.Format(true)", ty, "true"),
            ("States.MathAdd(1, '-1')", ty, "'-1'"),
            ("States.MathAdd(null, 1)", ty, "null"),
            ("States.StringToJson(7)", ty, "7"),
            ("States.ArrayLength('[1]')", ty, "'[1]'"),
            ("States.ArrayLength(States.UUID())", ty, "States.UUID()"),
            ("States.JsonMerge($.a, $.b, 'false')", ty, "'false'"),
            ("States.JsonMerge(1, $.b, false)", ty, "1"),
            ("States.JsonToString('$.a')", ty, "'$.a'"),
            ("States.JsonToString(null)", ty, "null"),
            ("States.StringSplit($.a, 1)", ty, "1"),
            ("States.Hash($.a, 1)", ty, "1"),
            ("States.Format('{}', States.Array())", ty, "States.Array()"),
        ],
    );
    accepts(
        Asl,
        &[
            "States.ArrayLength(States.StringToJson($.a))",
            "States.ArrayContains($.a, 'x')",
            "States.Hash(7, 'MD5')",
            "States.JsonToString(States.Array(1))",
            "States.Format('{}', States.ArrayGetItem($.a, 0))",
        ],
    );
    accepts(Aws, &["States.Format('{}', States.Array())"]); // VARY-21
}

#[test]
fn intr_11_each_wrong_argument_is_reported() {
    let found = in_template(Asl, "States.ArrayRange('1', true, $.c)");
    let expected = ["'1'", "true"].map(|at| (Code::ArgumentType, at.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn intr_12_no_steps_after_a_call() {
    refuses(
        Asl,
        &[
            (
                "States.StringSplit($.a, ',')[0]",
                Code::StepAfterCall,
                "[0]",
            ),
            (
                "States.StringToJson($.a).b['c'] ",
                Code::StepAfterCall,
                ".b['c']",
            ),
            (
                "States.Array(States.Array()[0], 1)",
                Code::StepAfterCall,
                "[0]",
            ),
        ],
    );
}

/// VARY-23.
#[test]
fn intr_13_numbers_with_a_fraction() {
    accepts(Asl, &["States.MathAdd(2.0, 1e3)"]);
    accepts(Aws, &["States.MathAdd(1.5, 1.51)"]);
    refuses(
        Asl,
        &[
            ("States.MathAdd(1.5, 1)", Code::ArgumentType, "1.5"),
            (
                "States.MathAdd(18446744073709551615, 1)",
                Code::ArgumentValue,
                "18446744073709551615",
            ),
            ("States.MathAdd(1e300, 1)", Code::ArgumentValue, "1e300"),
        ],
    );
}

#[test]
fn intr_20_placeholders() {
    let count = Code::PlaceholderCount;
    refuses(
        Asl,
        &[
            ("States.Format('{} {}', 1)", count, "'{} {}'"),
            ("States.Format('a', 1)", count, "'a'"),
            ("States.Format('{}')", count, "'{}'"),
            (r"States.Format('\{\}', 1)", count, r"'\\{\\}'"),
        ],
    );
    accepts(
        Asl,
        &[
            r"States.Format('{}\{\}{}', 1, 2)",
            "States.Format($.template, 1, 2)",
            "States.Array('{}')",
        ],
    );
}

#[test]
fn intr_20_a_template_is_cut_at_compile_time() {
    let raw = grammar::parse(r"States.Format('{} has {} of \{max\}', $.who, 3)").unwrap();
    let RawKind::Text(text) = &raw.arguments[0].kind else {
        panic!("no text: {raw:?}");
    };
    assert_eq!(text.pieces, ["", " has ", " of {max}"]);
    assert_eq!(text.value(), "{} has {} of {max}");
}

#[test]
fn intr_21_literal_json() {
    accepts(
        Asl,
        &["States.StringToJson('[1, 2]')", "States.StringToJson('-0')"],
    );
    refuses(
        Asl,
        &[("States.StringToJson('{a}')", Code::ArgumentValue, "'{a}'")],
    );
    for blank in ["States.StringToJson('')", "States.StringToJson(' ')"] {
        assert_eq!(in_template(Asl, blank).len(), 1, "{blank}");
        accepts(Aws, &[blank]); // VARY-22
    }
}

#[test]
fn intr_24_26_27_limits_of_arrays() {
    let value = Code::ArgumentValue;
    refuses(
        Asl,
        &[
            ("States.ArrayPartition($.a, 0)", value, "0"),
            ("States.ArrayPartition($.a, -1)", value, "-1"),
            ("States.ArrayRange($.a, $.b, 0)", value, "0"),
            ("States.ArrayRange(1, 1001, 1)", value, "1001"),
            ("States.ArrayRange(0, -1000, -1)", value, "-1000"),
            ("States.ArrayGetItem($.a, -1)", value, "-1"),
        ],
    );
    refuses(Aws, &[("States.ArrayPartition($.a, 0.4)", value, "0.4")]);
    accepts(
        Asl,
        &[
            "States.ArrayRange(1, 1000, 1)",
            "States.ArrayRange(1000, 1, 1)",
            "States.ArrayRange(1, 1000000, $.step)",
            "States.ArrayPartition($.a, 1)",
            "States.ArrayGetItem($.a, 0)",
        ],
    );
}

#[test]
fn intr_30_to_32_limits_of_text() {
    let (fits, long) = ("x".repeat(10_000), "x".repeat(10_001));
    for (function, rest) in [
        ("Base64Encode", ""),
        ("Base64Decode", ""),
        ("Hash", ", 'MD5'"),
    ] {
        accepts(Asl, &[&format!("States.{function}('{fits}'{rest})")]);
        let call = format!("States.{function}('{long}'{rest})");
        refuses(Asl, &[(&call, Code::ArgumentValue, &format!("'{long}'"))]);
    }
    accepts(
        Asl,
        &["States.Base64Decode('aGk/')", "States.Base64Decode('')"],
    );
    for text in ["aGk", "aGk_", "a===", "=aGk"] {
        let call = format!("States.Base64Decode('{text}')");
        refuses(Asl, &[(&call, Code::ArgumentValue, &format!("'{text}'"))]);
    }
}

#[test]
fn intr_32_algorithms() {
    for algorithm in ["MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"] {
        accepts(Asl, &[&format!("States.Hash($.a, '{algorithm}')")]);
    }
    refuses(
        Asl,
        &[
            (
                "States.Hash($.a, 'SHA256')",
                Code::ArgumentValue,
                "'SHA256'",
            ),
            ("States.Hash($.a, 'md5')", Code::ArgumentValue, "'md5'"),
        ],
    );
}

/// VARY-20.
#[test]
fn intr_33_deep_by_dialect() {
    accepts(Asl, &["States.JsonMerge($.a, $.b, true)"]);
    accepts(
        Aws,
        &[
            "States.JsonMerge($.a, $.b, false)",
            "States.JsonMerge($.a, $.b, $.c)",
        ],
    );
    refuses(
        Aws,
        &[(
            "States.JsonMerge($.a, $.b, true)",
            Code::ArgumentValue,
            "true",
        )],
    );
}

#[test]
fn intr_34_35_numbers() {
    let value = Code::ArgumentValue;
    refuses(
        Asl,
        &[
            ("States.MathRandom(2, 2)", value, "2"),
            ("States.MathRandom(3, 2, 1)", value, "2"),
            ("States.MathAdd(9223372036854775807, 1)", value, "1"),
        ],
    );
    accepts(
        Asl,
        &["States.MathAdd(2147483648, 1)", "States.MathRandom(1, 2)"],
    );
    refuses(
        Aws,
        &[("States.MathAdd($.a, 2147483648)", value, "2147483648")],
    );
}

#[test]
fn path_14_a_broken_path_argument_is_shown_where_it_is_broken() {
    refuses(
        Asl,
        &[
            ("States.Array($.a[x])", Code::BadPath, "x"),
            ("States.Array($.ok, $.a b)", Code::BadPath, " "),
            ("States.Array('é', $.é[x])", Code::BadPath, "x"),
        ],
    );
    // After an escape in the file.
    let fields =
        r#""Type":"Pass","End":true,"Parameters":{"r.$":"States.Array('\u00e9', $.a[x])"}"#;
    assert_eq!(findings(Asl, fields), [(Code::BadPath, "x".to_owned())]);
}
