//! What the language has and this version does not compile yet. Each is refused by name, so
//! that nothing of a definition is silently ignored.

use crate::ast::{Field, Machine, Map, Scope, State, StateKind};
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

    fn later_field(&mut self, name: &str, field: Option<&Field>) {
        if let Some(field) = field {
            self.later(field.key, &format!("`{name}`"));
        }
    }

    fn later_map(&mut self, map: &Map) {
        for (name, field) in &map.other {
            self.later_field(name, Some(field));
        }
    }

    pub(super) fn later_scope(&mut self, scope: &Scope) {
        let mode = scope
            .processor_config
            .as_ref()
            .and_then(|config| config.mode.as_ref());
        if let Some(mode) = mode.filter(|mode| mode.value == "DISTRIBUTED") {
            self.later(mode.span, "the processor mode `DISTRIBUTED`");
        }
    }
}
