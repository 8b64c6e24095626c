//! The defects of the language's own description (section 14): what is accepted, what is refused,
//! and with which words. E-3 and E-5 are in `data.rs`.

use asl_codegen::diagnostic::Code::*;

use super::refusals::{ACCEPTED, FUNCTION, compiled, found, kind, shown, states};

/// Asserts that both are accepted and mean the same.
fn same(a: &str, b: &str) {
    let tokens = |text: &str| {
        let compilation = compiled(text);
        assert!(!compilation.is_refused(), "{}", shown(text));
        compilation.tokens.to_string()
    };
    assert_eq!(tokens(a), tokens(b));
}

#[test]
fn tcsl_82_e_1_the_misspelt_selector_is_accepted_with_a_note() {
    for name in ["Pass", "Task", "Parallel", "Map"] {
        // Padded: the generated code knows the column of each state.
        let with = |field: &str| kind(&format!(r#"{name}: {field:17}:{{"a.$":"$"}}"#));
        let misspelt = with("\"ResultSeclector\"");
        assert_eq!(found(&misspelt), [MisspeltField], "{name}");
        same(&misspelt, &with("\"ResultSelector\""));
        let both = kind(&format!(
            r#"{name}: "ResultSelector":{{}},"ResultSeclector":{{}}"#
        ));
        assert_eq!(found(&both), [Exclusive], "{name}");
    }
    let text = shown(&kind(r#"Pass: "ResultSeclector":{}"#));
    assert!(
        text.starts_with("warning[ASL1002]: `ResultSeclector` is a misspelling of"),
        "{text}"
    );
}

#[test]
fn tcsl_68_e_2_console_choice_is_refused_as_such() {
    let steps = r#"{"condition":"","steps":{"B":{"Type":"Pass","Next":"Z"}}}"#;
    let choice = states(&format!(
        r#""A":{{"Type":"Choice","Choices":[{steps},{steps}],"End":true}}"#
    ));
    assert_eq!(found(&choice), [ConsoleChoice], "{}", shown(&choice));
    assert!(shown(&choice).contains("a console-style Choice is not supported"));
    let condition = states(r#""A":{"Type":"Choice","Choices":[{"condition":"","Next":"Z"}]}"#);
    assert_eq!(found(&condition), [ConsoleChoice]);
}

#[test]
fn tcsl_56_e_2_services_and_accounts_of_all_kinds() {
    let branch = |name: &str, resource: &str| {
        let task = format!(r#"{{"Type":"Task","Resource":"{resource}","End":true}}"#);
        format!(r#"{{"StartAt":"{name}","States":{{"{name}":{task}}}}}"#)
    };
    let one = "qrn:qcs:asw:ap-guangzhou:123456789:sdk:json:qcloud:nlp:KeywordsExtraction";
    let other = "qrn:qcs:asw:ap-guangzhou:987654321:sdk:json:qcloud:nlp:AutoSummarization";
    let (one, other) = (branch("One", one), branch("Other", other));
    let text = states(&format!(
        r#""A":{{"Type":"Parallel","Branches":[{one},{other}],"Next":"Z"}}"#
    ));
    assert_eq!(found(&text), ACCEPTED);
}

#[test]
fn tcsl_30_e_6_names_are_case_sensitive() {
    let rule = |next: &str| {
        states(&format!(
            r#""A":{{"Type":"Pass","Next":"{next}"}},"ChoiceGender":{{"Type":"Pass","Next":"Z"}}"#
        ))
    };
    assert_eq!(found(&rule("ChoiceGender")), ACCEPTED);
    for next in ["ChoicesGender", "choicegender"] {
        assert_eq!(found(&rule(next)), [UnknownTarget]);
    }
    let text = shown(&rule("ChoicesGender"));
    assert!(text.contains("did you mean `ChoiceGender`?"), "{text}");
}

#[test]
fn tcsl_102_e_7_a_retrier_holds_no_retry() {
    let text = kind(r#"Task: "Retry":[{"ErrorEquals":["E"],"Retry":[]}]"#);
    assert_eq!(found(&text), [UnknownField]);
}

#[test]
fn tcsl_104_e_8_a_catcher_leads_to_a_state() {
    let text = kind(r#"Task: "Catch":[{"ErrorEquals":["E"],"Next":"OtherMachine"}]"#);
    assert_eq!(found(&text), [UnknownTarget]);
    let catchers = kind(r#"Task: "Retry":[{"ErrorEquals":["E"],"Next":"Z"}]"#);
    assert_eq!(found(&catchers), [UnknownField]);
}

#[test]
fn tcsl_13_55_e_9_no_qualifier_and_a_limit_of_116_days() {
    let text = format!(
        r#"{{"StartAt":"A","TimeoutSeconds":10000000,"States":{{"A":{{"Type":"Task","Resource":"{FUNCTION}","End":true}}}}}}"#
    );
    assert_eq!(found(&text), ACCEPTED);
    assert!(
        compiled(&text)
            .tokens
            .to_string()
            .contains("from_secs (10000000)")
    );
}

#[test]
fn tcsl_11_e_10_start_is_the_name_exactly() {
    let text = format!(
        r#"{{"StartAt":"sum","States":{{"Sum":{{"Type":"Task","Resource":"{FUNCTION}","End":true}}}}}}"#
    );
    assert_eq!(found(&text), [UnknownTarget]);
    assert!(shown(&text).contains("did you mean `Sum`?"));
}

/// Figures hold nothing that the text has not: what is in neither is refused.
#[test]
fn tcsl_1_e_11_nothing_undocumented_is_accepted() {
    for case in [
        "Pass: \"Position\":{\"x\":1}",
        "Task: \"Icon\":\"i\"",
        "Map: \"Steps\":{}",
    ] {
        assert_eq!(found(&kind(case)), [UnknownField], "{case}");
    }
}
