//! What the language has and this version does not compile yet. Each is refused by name, so
//! that nothing of a definition is silently ignored.

use crate::ast::{Machine, Map, State, StateKind};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Checker<'_> {
    fn later(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::error(
                Code::NotSupportedYet,
                span,
                format!("{what} is not supported yet"),
            )
            .label("a later version compiles this"),
        );
    }

    pub(super) fn later_machine(&mut self, machine: &Machine) {
        if let Some(language) = &machine.query_language
            && language.value == "JSONata"
        {
            self.later(language.span, "the query language JSONata");
        }
    }

    /// Whether the state as a whole is refused, so that its fields need no further check.
    pub(super) fn later_state(&mut self, state: &State) -> bool {
        let machine_language = self.machine.query_language.as_ref();
        match &state.query_language {
            Some(language) if language.value == "JSONata" => {
                self.later(language.span, "the query language JSONata");
                return true;
            }
            // Refused once, at the machine.
            None if machine_language.is_some_and(|language| language.value == "JSONata") => {
                return true;
            }
            _ => {}
        }
        if let StateKind::Map(map) = &state.kind {
            self.later_map(map);
        }
        false
    }

    /// In process, an iteration has no such metadata to write down (MAP-73).
    fn later_map(&mut self, map: &Map) {
        let writer = map.writer.as_ref();
        let writer = writer.filter(|writer| writer.resource.is_none());
        let transformation = writer.and_then(|writer| writer.transformation.as_ref());
        if let Some(none) = transformation.filter(|text| text.value == "NONE") {
            self.later(
                none.span,
                "the transformation `NONE` without a `Resource` to write to",
            );
        }
    }
}
