//! What the shapes of documents prove to be wrong.

use crate::ast::{Function, Path, PathText, Root, Step};
use crate::dataflow::{Miss, OriginKind, Origins, Shape, Types};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::source::Text;

/// A field or argument whose value has a type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    /// A `…Path` field.
    Named(&'static str),
    /// An argument of a function.
    Argument(Function),
}

/// The findings of one definition.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
}

impl Findings {
    pub(super) fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }

    fn report(&mut self, found: Diagnostic, origins: &Origins, prefix: &str) {
        let mut found = found;
        for origin in origins.iter() {
            found = found.secondary(origin.span, reason(origin.kind, prefix));
        }
        self.list.push(found);
    }

    /// A path that selects nothing, whatever the execution's input and the results of tasks are.
    pub(super) fn never_matches(&mut self, path: &PathText, miss: &Miss) {
        let prefix = shown(&path.path, miss.taken);
        let mut found = Diagnostic::warning(
            Code::PathNeverMatches,
            path.text.span,
            format!("`{}` can never match", path.text.value),
        );
        let step = path.path.steps.get(miss.taken);
        found = found.label(absence(step, &prefix, &miss.at));
        if let (Some(Step::Key(key)), Some(members)) = (step, miss.at.members()) {
            let known = members
                .iter()
                .filter(|(_, member)| !member.shape.is_never());
            let names: Vec<&str> = known.map(|(name, _)| name).collect();
            if let Some(near) = suggest::nearest(key, names.iter().copied()) {
                found = found.help(format!("did you mean `{near}`?"));
            } else if !names.is_empty() && members.is_closed() {
                found = found.help(listed(&prefix, &names));
            }
        }
        self.report(found, miss.at.origins(), &prefix);
    }

    /// A path that selects a value of a type that its field does not take.
    pub(super) fn other_type(
        &mut self,
        path: &PathText,
        shape: &Shape,
        expected: Types,
        field: Field,
    ) {
        let expected = match (field, expected.without(Types::TEXT)) {
            // Some dialects take a number in a string; that is not what the field is for.
            (Field::Named(_), Types::NUMBER) => Types::NUMBER,
            _ => expected,
        };
        let (code, message) = match field {
            Field::Named(name) => (
                Code::SelectedType,
                format!("`{name}` must select {expected}"),
            ),
            Field::Argument(function) => (
                Code::SelectedArgument,
                format!("`{}` needs {expected} here", function.name()),
            ),
        };
        let prefix = path.text.value.as_str();
        let found = Diagnostic::warning(code, path.text.span, message)
            .label(format!("always {}", shape.types()));
        self.report(found, shape.origins(), prefix);
    }

    /// A Map whose input is never an array, and that has no `ItemsPath` (MAP-11).
    pub(super) fn no_items(&mut self, state: &Text, input: &Shape) {
        let found = Diagnostic::warning(
            Code::SelectedType,
            state.span,
            format!("the Map `{}` never gets an array", state.value),
        )
        .label(format!("its input is always {}", input.types()))
        .help("select the items with `ItemsPath`");
        self.report(found, input.origins(), "$");
    }

    /// A `ResultPath` that fits no document that the state gets (RP-6).
    pub(super) fn never_applies(&mut self, path: &PathText, miss: &Miss) {
        let prefix = shown(&path.path, miss.taken);
        let found = Diagnostic::warning(
            Code::ResultNeverFits,
            path.text.span,
            format!("the result can never be put at `{}`", path.text.value),
        )
        .label(absence(path.path.steps.get(miss.taken), &prefix, &miss.at));
        self.report(found, miss.at.origins(), &prefix);
    }

    /// A comparison of values of which one never has the operator's type (CHOICE-27).
    pub(super) fn never_holds(
        &mut self,
        path: &PathText,
        shape: &Shape,
        operator: &str,
        compared: Types,
    ) {
        let found = Diagnostic::warning(
            Code::TestNeverHolds,
            path.text.span,
            format!(
                "`{operator}` can never hold: it compares {}s",
                noun(compared)
            ),
        )
        .label(format!("always {}", shape.types()));
        self.report(found, shape.origins(), &path.text.value);
    }
}

fn noun(types: Types) -> String {
    let text = types.to_string();
    text.trim_start_matches("a ").to_owned()
}

/// Why a step cannot be taken.
fn absence(step: Option<&Step>, prefix: &str, at: &Shape) -> String {
    match step {
        Some(Step::Index(_) | Step::FromEnd(_)) => match at.elements().and_then(|e| e.len()) {
            Some(0) => format!("`{prefix}` is always empty"),
            Some(1) => format!("`{prefix}` has one element"),
            Some(count) => format!("`{prefix}` has {count} elements"),
            None => format!("`{prefix}` is always {}", at.types()),
        },
        Some(Step::Key(key)) if at.types().intersects(Types::OBJECT) => {
            format!("`{prefix}` never has a member `{key}`")
        }
        _ => format!("`{prefix}` is always {}", at.types()),
    }
}

/// "the members of `$` are `a` and `b`".
fn listed(prefix: &str, names: &[&str]) -> String {
    /// As many as a reader compares at a glance.
    const SHOWN: usize = 6;
    let quoted: Vec<String> = names.iter().take(SHOWN).map(|n| format!("`{n}`")).collect();
    let more = match names.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match names {
        [only] => format!("the only member of `{prefix}` is `{only}`"),
        _ => format!("the members of `{prefix}` are {}{more}", quoted.join(", ")),
    }
}

fn reason(kind: OriginKind, prefix: &str) -> String {
    match kind {
        OriginKind::Replaced => format!("`{prefix}` is replaced here"),
        OriginKind::Value => format!("`{prefix}` gets its value here"),
        OriginKind::Tested => format!("`{prefix}` has passed this test"),
        OriginKind::Created => format!("`{prefix}` is created here"),
        OriginKind::Empty => format!("`null` makes `{prefix}` an empty object"),
        OriginKind::ErrorOutput => {
            format!("`{prefix}` is the error output of this catcher: `Error` and `Cause`")
        }
        OriginKind::Outputs => format!("`{prefix}` is the array of this state's outputs"),
        OriginKind::Batch => format!("`{prefix}` is a batch of this state's items"),
        OriginKind::Call => format!("`{prefix}` is the result of this call"),
    }
}

/// The path as far as `taken` steps.
fn shown(path: &Path, taken: usize) -> String {
    let mut text = match &path.root {
        Root::Data => "$".to_owned(),
        Root::Context => "$$".to_owned(),
        Root::Variable(name) => format!("${name}"),
    };
    for step in path.steps.iter().take(taken) {
        match step {
            Step::Key(key) if is_plain(key) => text.push_str(&format!(".{key}")),
            Step::Key(key) => text.push_str(&format!("['{key}']")),
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::FromEnd(index) => text.push_str(&format!("[-{index}]")),
            _ => text.push_str("[…]"),
        }
    }
    text
}

fn is_plain(key: &str) -> bool {
    !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}
