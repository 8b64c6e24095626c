//! `Retry` and `Catch` (sections 17 and 18).

use crate::ast;
use crate::dialect::Object;
use crate::parse::path::PathRules;
use crate::parse::{Fields, Parser};
use crate::source::{Node, Text};

impl Parser<'_> {
    /// RETRY-1.
    pub(crate) fn retry(&mut self, fields: &mut Fields<'_>) -> Vec<ast::Retrier> {
        let nodes = fields.array(self, "Retry").unwrap_or_default();
        nodes.iter().filter_map(|node| self.retrier(node)).collect()
    }

    /// CATCH-1.
    pub(crate) fn catch(&mut self, fields: &mut Fields<'_>) -> Vec<ast::Catcher> {
        let nodes = fields.array(self, "Catch").unwrap_or_default();
        nodes.iter().filter_map(|node| self.catcher(node)).collect()
    }

    /// RETRY-2, TCSL-102.
    fn retrier(&mut self, node: &Node) -> Option<ast::Retrier> {
        let mut fields = Fields::open(self, node, "a retrier")?.of(Object::Retrier);
        let seconds = self.rules.max_seconds;
        let (least, max_delay) = (self.rules.retry.min_attempts, self.rules.retry.max_delay);
        let retrier = ast::Retrier {
            span: node.span,
            error_equals: self.error_equals(&mut fields),
            interval_seconds: fields.integer(self, "IntervalSeconds", 1, seconds),
            max_attempts: fields.integer(self, "MaxAttempts", least, seconds),
            backoff_rate: fields.number(self, "BackoffRate", 1.0),
            max_delay_seconds: fields.integer(self, "MaxDelaySeconds", 1, max_delay),
            jitter_strategy: fields.choice(self, "JitterStrategy", &["NONE", "FULL"]),
        };
        fields.text(self, "Comment");
        fields.finish(self);
        Some(retrier)
    }

    /// CATCH-2.
    fn catcher(&mut self, node: &Node) -> Option<ast::Catcher> {
        let mut fields = Fields::open(self, node, "a catcher")?.of(Object::Catcher);
        let catcher = ast::Catcher {
            span: node.span,
            error_equals: self.error_equals(&mut fields),
            next: fields.require_text(self, "Next"),
            result_path: fields.nullable_path(self, "ResultPath", PathRules::RESULT),
            assign: fields.assign(self),
        };
        if let Some(member) = fields.take_jsonata("Output") {
            self.jsonata_field("Output", member.key.span, "JSONata catchers");
        }
        fields.text(self, "Comment");
        fields.finish(self);
        Some(catcher)
    }

    fn error_name(&mut self, node: &Node) -> Option<Text> {
        let name = node.as_text();
        if name.is_none() {
            self.wrong_type(node, "a name in `ErrorEquals`", "a string");
        }
        name.cloned()
    }

    /// ERR-16: an array of strings, not empty.
    fn error_equals(&mut self, fields: &mut Fields<'_>) -> ast::ErrorEquals {
        let Some(member) = fields.require(self, "ErrorEquals") else {
            return ast::ErrorEquals::default();
        };
        let nodes = self
            .filled_array(&member.value, "ErrorEquals")
            .unwrap_or_default();
        ast::ErrorEquals {
            span: Some(member.value.span),
            names: nodes
                .iter()
                .filter_map(|node| self.error_name(node))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::fix;
    use crate::{Options, Source, compile};

    #[test]
    fn err_16_a_name_alone_is_put_in_brackets() {
        let definition = |names: &str| {
            format!(
                r#"{{ "StartAt": "A", "States": {{ "A": {{ "Type": "Task", "Resource": "urn:a", "End": true,
                "Retry": [{{ "ErrorEquals": {names} }}] }} }} }}"#
            )
        };
        for (name, names) in [(r#""Busy""#, r#"["Busy"]"#), (r#""a\"b""#, r#"["a\"b"]"#)] {
            let source = Source::new("a.json", definition(name));
            let found = compile(&source, &Options::default()).diagnostics;
            let fixed = fix::apply(source.text(), &found).unwrap();
            assert_eq!(fixed.text, definition(names));
        }
        // The edit belongs to the value of the placeholder.
        let source = Source::new("a.json", definition(r#""${Name}""#));
        let options = Options {
            substitutions: vec![("Name".to_owned(), "Busy".to_owned())],
            ..Options::default()
        };
        let found = compile(&source, &options).diagnostics;
        assert_eq!(fix::apply(source.text(), &found), None);
    }
}
