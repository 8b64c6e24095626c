//! Error names in retriers and catchers, as the compiler sees them: section 13.

use asl_codegen::diagnostic::Code::*;
use asl_codegen::diagnostic::Severity;
use asl_codegen::{Dialect, MachineType, Options, Source, compile};
use asl_runtime::__private::Language;

use super::refusals::{ACCEPTED, compiled, found, kind, shown, table};

/// A Task with two catchers.
fn catchers(case: &str) -> String {
    let (first, second) = case.split_once(" / ").unwrap();
    kind(&format!(
        r#"Task: "Catch":[{{"ErrorEquals":[{first}],"Next":"Z"}},{{"ErrorEquals":[{second}],"Next":"Z"}}]"#
    ))
}

#[test]
fn tcsl_118_what_is_never_reached_is_a_warning() {
    table(
        catchers,
        &[
            (r#""StatesALL" / "My.Error""#, ACCEPTED),
            (r#""StatesALL","My.Error" / "Other""#, ACCEPTED),
            (r#""FailedOperation" / "StatesTaskFailed""#, ACCEPTED),
            (r#""StatesPermissions" / "StatesRuntime""#, ACCEPTED),
            (r#""StatesTaskFailed" / "NoSuchVersion""#, ACCEPTED),
            (r#""StatesTaskFailed" / "StatesTimeout""#, ACCEPTED),
            (r#""StatesALL" / "StatesTimeout""#, &[DeadHandler]),
            (r#""StatesALL" / "NoSuchVersion""#, &[DeadHandler]),
            (r#""StatesALL" / "StatesTaskFailed""#, &[DeadHandler]),
            (r#""StatesRuntime" / "InternalError""#, &[DeadHandler]),
            (r#""My.Error" / "My.Error""#, &[DeadHandler]),
            (
                r#""StatesALL" / "StatesTimeout","My.Error""#,
                &[DeadHandler],
            ),
            (r#""A","A" / "B""#, &[NeverReached]),
            (r#""StatesALL","LimitExceeded" / "B""#, &[NeverReached]),
            (r#""StatesALl" / "B""#, &[UnknownErrorName]),
            (r#""InternalErorr" / "B""#, &[UnknownErrorName]),
        ],
    );
    let text = catchers(r#""StatesALL" / "StatesTimeout""#);
    let severity = compiled(&text)
        .diagnostics
        .first()
        .map(|found| found.severity);
    assert_eq!(severity, Some(Severity::Warning));
}

#[test]
fn tcsl_119_names_of_asl_are_refused_with_the_dotless_one() {
    for (name, dotless) in [
        ("States.ALL", "StatesALL"),
        ("States.Timeout", "StatesTimeout"),
        ("States.TaskFailed", "StatesTaskFailed"),
        ("States.Permissions", "StatesPermissions"),
        ("States.Runtime", "StatesRuntime"),
        ("States.DataLimitExceeded", "StatesDataLimitExceeded"),
        ("States.NoChoiceMatched", "StatesRuntime"),
    ] {
        let text = catchers(&format!(r#""{name}" / "My.Error""#));
        assert_eq!(found(&text), [NotInDialect], "{name}");
        let shown = shown(&text);
        assert!(
            shown.contains(&format!("did you mean `{dotless}`?")),
            "{shown}"
        );
    }
    for name in ["States.BranchFailed", "States.Http.Socket"] {
        assert_eq!(
            found(&catchers(&format!(r#""{name}" / "A""#))),
            [NotInDialect]
        );
    }
    assert_eq!(found(&catchers(r#""StatesX" / "states.ALL""#)), ACCEPTED);
}

/// What compiler and runtime both know, because neither may depend on the other, is the same.
#[test]
fn tcsl_119_120_compiler_and_runtime_spell_errors_alike() {
    let errors = &Dialect::Tcsl.rules().errors;
    for (asl, here) in Language::TCSL.spelling {
        assert_eq!(errors.spelling(asl), Some(*here), "{asl}");
        assert!(
            errors.codes.iter().any(|code| code.name == *here),
            "{here} has its types"
        );
    }
}

#[test]
fn tcsl_114_26_codes_are_public() {
    let errors = &Dialect::Tcsl.rules().errors;
    assert_eq!(errors.public_codes().count(), 26);
}

#[test]
fn tcsl_3_57_machine_types_do_not_change_what_is_accepted() {
    for machine_type in MachineType::ALL {
        let options = Options {
            dialect: Dialect::Tcsl,
            machine_type: *machine_type,
            ..Options::default()
        };
        let compilation = compile(&Source::new("t.asl.json", kind("Task: ")), &options);
        assert!(compilation.diagnostics.is_empty(), "{machine_type:?}");
    }
}
