//! What the AWS service asks of a Map state beyond the shape of its fields (section 26).

use std::collections::BTreeMap;

use crate::ast::{Amount, ItemReader, Map, Scope, StateKind};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::{MachineType, MapRules};
use crate::source::{Kind, Node, Span, Text};

/// MAP-6: in Unicode characters.
const LONGEST_LABEL: usize = 40;

impl Checker<'_> {
    pub(super) fn map(&mut self, map: &Map) {
        let rules = &self.options.dialect.rules().map;
        if rules.service_members {
            map.label.iter().for_each(|label| self.label(label));
            map.reader.iter().for_each(|reader| self.csv(reader));
        }
        // What depends on a mode that could not be read is not judged.
        let processor = map.processor.as_ref();
        if !processor.is_none_or(|processor| processor.has_unreadable_config) {
            self.mode(map, rules);
        }
    }

    fn mode(&mut self, map: &Map, rules: &MapRules) {
        if !map.is_distributed() && rules.distributed_only {
            self.distributed_only(map);
        }
        if map.is_distributed() && rules.service_members {
            self.execution_type(map);
            self.standard_only(map);
        }
        self.concurrency(map, rules);
    }

    /// MAP-5.
    fn distributed_only(&mut self, map: &Map) {
        let config = map
            .processor
            .as_ref()
            .and_then(|p| p.processor_config.as_ref());
        let mode = config.and_then(|config| config.mode.as_ref());
        for key in &map.distributed_fields {
            let field = &key.value;
            // The service documents tolerance for the one mode, and takes it in both.
            let is_taken = field.starts_with("ToleratedFailure");
            let (severity, label) = if is_taken {
                (Severity::Warning, "not documented for the mode `INLINE`")
            } else {
                (Severity::Error, "not supported in the mode `INLINE`")
            };
            let mut diagnostic = Diagnostic::error(
                Code::DistributedOnly,
                key.span,
                format!("`{field}` is only for Map states in the mode `DISTRIBUTED`"),
            )
            .severity(severity)
            .label(label);
            diagnostic = match mode {
                Some(mode) => diagnostic.secondary(mode.span, "the mode"),
                None => diagnostic.help(
                    "the mode is `INLINE` unless the processor says otherwise: \
                     `\"ProcessorConfig\": { \"Mode\": \"DISTRIBUTED\", \"ExecutionType\": \
                     \"STANDARD\" }`",
                ),
            };
            self.report(diagnostic);
        }
    }

    /// MAP-3.
    fn execution_type(&mut self, map: &Map) {
        let processor = map.processor.as_ref();
        let Some(config) = processor.and_then(|p| p.processor_config.as_ref()) else {
            return;
        };
        if config.execution_type.is_some() {
            return;
        }
        let span = config.mode.as_ref().map_or(config.span, |mode| mode.span);
        self.report(
            Diagnostic::error(
                Code::NoExecutionType,
                span,
                "a Map in the mode `DISTRIBUTED` needs an `ExecutionType`",
            )
            .label("what its iterations run as is missing")
            .help("add `\"ExecutionType\": \"STANDARD\"` or `\"EXPRESS\"`"),
        );
    }

    /// The children of a distributed Map are executions that somebody has to wait for.
    fn standard_only(&mut self, map: &Map) {
        let config = map
            .processor
            .as_ref()
            .and_then(|p| p.processor_config.as_ref());
        let mode = config.and_then(|config| config.mode.as_ref());
        if let Some(mode) = mode.filter(|_| self.options.machine_type == MachineType::Express) {
            self.not_in_express(mode.span, "the mode `DISTRIBUTED`");
        }
    }

    /// MAP-6.
    fn label(&mut self, label: &Text) {
        let length = label.value.chars().count();
        let forbidden = label.value.char_indices();
        let forbidden = forbidden
            .filter(|(_, c)| is_forbidden_in_label(*c))
            .map(|(at, c)| label.span_of(at..at + c.len_utf8()))
            .next();
        let (span, problem) = if length == 0 {
            (label.span, "a label has at least one character".to_owned())
        } else if length > LONGEST_LABEL {
            let problem =
                format!("a label has at most {LONGEST_LABEL} characters, this one has {length}");
            (label.span, problem)
        } else if let Some(span) = forbidden {
            (span, "this character is not allowed in a label".to_owned())
        } else {
            return;
        };
        self.report(Diagnostic::error(Code::BadLabel, span, "`Label` is malformed").label(problem));
    }

    /// MAP-33: where the names of the columns are.
    fn csv(&mut self, reader: &ItemReader) {
        let config = reader.config.as_slice();
        let (location, headers) = (
            member(config, "CSVHeaderLocation"),
            member(config, "CSVHeaders"),
        );
        let input = member(config, "InputType").filter(|(_, value)| is_text(value, "CSV"));
        match (input, location, headers) {
            (Some((_, csv)), None, _) => self.csv_headers(
                csv.span,
                "a reader of CSV needs `CSVHeaderLocation`",
                "where the names of the columns are is missing",
            ),
            (_, Some((_, location)), None) if is_text(location, "GIVEN") => self.csv_headers(
                location.span,
                "`CSVHeaders` is missing",
                "needs the names of the columns in `CSVHeaders`",
            ),
            (_, Some((_, location)), Some((key, _))) if is_text(location, "FIRST_ROW") => {
                self.csv_headers(
                    key.span,
                    "`CSVHeaders` is only for the header location `GIVEN`",
                    "the first row already has the names",
                );
            }
            _ => {}
        }
    }

    fn csv_headers(&mut self, span: Span, message: &str, label: &str) {
        self.report(Diagnostic::error(Code::CsvHeaders, span, message).label(label));
    }

    /// LIM-7.
    fn concurrency(&mut self, map: &Map, rules: &MapRules) {
        let (most, mode) = if map.is_distributed() {
            (rules.max_distributed, "DISTRIBUTED")
        } else {
            (rules.max_inline, "INLINE")
        };
        let Some(Amount::Literal(limit)) = &map.max_concurrency else {
            return;
        };
        if limit.value <= most {
            return;
        }
        self.report(
            Diagnostic::warning(
                Code::TooManyAtOnce,
                limit.span,
                format!("at most {most} iterations run at once in the mode `{mode}`"),
            )
            .label(format!("has the effect of {most}")),
        );
    }

    /// MAP-6: labels are unique in the definition.
    pub(super) fn duplicate_labels(&mut self, scope: &Scope) {
        if !self.options.dialect.rules().map.service_members {
            return;
        }
        let mut labels: Vec<&Text> = Vec::new();
        let mut open = vec![scope];
        while let Some(scope) = open.pop() {
            for state in &scope.states {
                if let StateKind::Map(map) = &state.kind {
                    labels.extend(&map.label);
                }
                open.extend(state.scopes());
            }
        }
        labels.sort_by_key(|label| label.span);
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for label in labels {
            let Some(earlier) = first.get(label.value.as_str()) else {
                first.insert(&label.value, label.span);
                continue;
            };
            self.report(
                Diagnostic::error(
                    Code::DuplicateLabel,
                    label.span,
                    format!("the definition has the label `{}` twice", label.value),
                )
                .label("choose another one")
                .secondary(*earlier, "the first"),
            );
        }
    }
}

fn member<'c>(config: &'c [(Text, Node)], name: &str) -> Option<&'c (Text, Node)> {
    config.iter().find(|(key, _)| key.value == name)
}

fn is_text(node: &Node, wanted: &str) -> bool {
    matches!(&node.kind, Kind::String(text) if text.value == wanted)
}

fn is_forbidden_in_label(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "?*<>{}[]\"#%\\^|~`$&,;:/".contains(c)
}

#[cfg(test)]
mod tests {
    use super::is_forbidden_in_label;

    #[test]
    fn map_6_characters_of_a_label() {
        let forbidden = |label: &str| label.chars().any(is_forbidden_in_label);
        for label in ["Each", "each-order_2", "Größe", "a.b", "a(b)", "a+b=c@d!"] {
            assert!(!forbidden(label), "{label}");
        }
        for c in " \t\n?*<>{}[]\"#%\\^|~`$&,;:/\u{7f}".chars() {
            assert!(forbidden(&format!("a{c}b")), "{c:?}");
        }
    }
}
