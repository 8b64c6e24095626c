use super::*;
use crate::intrinsic::{Argument, Call, Function};

const X_LENGTH: Call = Call {
    function: Function::ArrayLength,
    arguments: &[Argument::Path(&X)],
};

#[test]
fn tmpl_4_a_call_is_evaluated_in_the_template_s_document_and_context() {
    const LENGTH: Template = Template::Object(&[("length", Template::Call(&X_LENGTH))]);
    const NAMES: Template = Template::Call(&Call {
        function: Function::Array,
        arguments: &[Argument::Path(&NAME), Argument::Call(&X_LENGTH)],
    });
    let visit = visit(&Language::ASL);
    let document = json!({"x": [4, 5]});
    let length = visit.template("Parameters", &LENGTH, &document).unwrap();
    assert_eq!(length, json!({"length": 2}));
    let names = visit.template("Parameters", &NAMES, &document).unwrap();
    assert_eq!(names, json!(["run-9", 2]));
}

#[test]
fn path_12_missing_argument_of_a_call_by_dialect() {
    const LENGTH: Template = Template::Object(&[("length", Template::Call(&X_LENGTH))]);
    let cause = "The JSONPath '$.x' specified for the field 'length.$' could not be found in the \
                 input '{\"y\":1}'";
    for (language, name) in [
        (&Language::ASL, "States.IntrinsicFailure"),
        (&Language::AWS, "States.Runtime"),
    ] {
        let result = visit(language).template("Parameters", &LENGTH, &json!({"y": 1}));
        assert_eq!(error(result), (name.to_owned(), cause.to_owned()));
    }
}

#[test]
fn fail_4_5_call_text() {
    const ITEM: Call = Call {
        function: Function::ArrayGetItem,
        arguments: &[Argument::Path(&X), Argument::Int(0)],
    };
    let visit = visit(&Language::ASL);
    let text = |document: Value| visit.call_text(&ITEM, &document, "ErrorPath");
    assert_eq!(text(json!({"x": ["Custom"]})).unwrap(), "Custom");
    assert_eq!(
        error(text(json!({"x": [7]}))),
        runtime(
            "The ErrorPath field refers to value 7 which is not a string: the result of \
             States.ArrayGetItem"
        )
    );
    // That error replaces the intended one, too.
    let (name, _) = error(text(json!({"x": []})));
    assert_eq!(name, "States.IntrinsicFailure");
}
