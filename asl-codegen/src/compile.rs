//! The pipe: text in, tokens and diagnostics out.

use proc_macro2::TokenStream;

use crate::check::check;
use crate::dataflow::Dataflow;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::emit;
use crate::graph::Graph;
use crate::lower::lower;
use crate::options::{OptionError, Options};
use crate::parse::parse;
use crate::source::{Document, Node, Source, document};

/// What became of a definition.
#[derive(Debug)]
pub struct Compilation {
    /// The items of the machine's module; after an error, a skeleton of them.
    pub tokens: TokenStream,
    /// The documentation of the module, a line each.
    pub docs: Vec<String>,
    /// The methods of the module's `Tasks`, in order; after an error, none.
    pub methods: Vec<String>,
    /// The picture of the machine; after an error, none.
    pub graph: Option<Graph>,
    /// What there is to say about the definition, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// What there is to say about the options.
    pub option_errors: Vec<OptionError>,
    /// The definition as JSON that knows where it was written; none where the text is not JSON.
    pub tree: Option<Node>,
}

impl Compilation {
    /// Whether the definition or the options were refused.
    pub fn is_refused(&self) -> bool {
        !self.option_errors.is_empty()
            || self
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Compiles a definition.
///
/// Pure: the same source and options give the same tokens, and nothing is read or written.
///
/// ```
/// use asl_codegen::{compile, Options, Source};
///
/// let source = Source::new(
///     "hello.asl.json",
///     r#"{ "StartAt": "Hi", "States": { "Hi": { "Type": "Succeed" } } }"#,
/// );
/// let compilation = compile(&source, &Options::default());
/// assert!(!compilation.is_refused());
/// assert!(compilation.tokens.to_string().contains("enum State"));
/// ```
pub fn compile(source: &Source, options: &Options) -> Compilation {
    let mut compilation = run(source, options);
    document::adapt_suggestions(source, &mut compilation.diagnostics);
    compilation
}

fn run(source: &Source, options: &Options) -> Compilation {
    let mut diagnostics = Diagnostics::default();
    let mut refused = Compilation {
        tokens: TokenStream::new(),
        docs: vec!["A state machine whose definition does not compile.".to_owned()],
        methods: Vec::new(),
        graph: None,
        diagnostics: Vec::new(),
        option_errors: Vec::new(),
        tree: None,
    };
    let Document {
        root,
        is_whole,
        findings,
    } = document::read(source, &options.substitutions);
    diagnostics.extend(findings);
    if !is_whole {
        refused.tokens = guessed(source, options, &root);
        refused.diagnostics = diagnostics.into_sorted();
        return refused;
    }
    let Some(machine) = parse(&root, options.dialect.rules(), &mut diagnostics) else {
        refused.tokens = emit::skeleton(source, options, None);
        refused.diagnostics = diagnostics.into_sorted();
        refused.tree = Some(root);
        return refused;
    };
    let names = check(&machine, options, &mut diagnostics);
    // A field that was refused would be taken for one that is absent.
    let dataflow = match diagnostics.has_errors() {
        true => Dataflow::default(),
        false => Dataflow::of(&machine, options.dialect.rules()),
    };
    let severity = match options.strict {
        true => Severity::Error,
        false => Severity::Warning,
    };
    let findings = dataflow.findings().iter().cloned();
    diagnostics.extend(findings.map(|finding| finding.severity(severity)));
    if diagnostics.has_errors() {
        refused.tokens = emit::skeleton(source, options, Some((&machine, &names)));
        refused.diagnostics = diagnostics.into_sorted();
        refused.tree = Some(root);
        return refused;
    }
    if !names.unused.is_empty() {
        refused.tokens = emit::skeleton(source, options, Some((&machine, &names)));
        refused.diagnostics = diagnostics.into_sorted();
        refused.option_errors = names.unused;
        refused.tree = Some(root);
        return refused;
    }
    let graph = Graph::new(&machine);
    let program = lower(&machine, &names, &dataflow, options, source);
    Compilation {
        tokens: emit::emit(&program, options, source.name()),
        docs: emit::module_docs(&program, &graph, source.name()),
        methods: program
            .tasks
            .iter()
            .map(|task| task.method.to_string())
            .collect(),
        graph: Some(graph),
        diagnostics: diagnostics.into_sorted(),
        option_errors: Vec::new(),
        tree: Some(root),
    }
}

/// The skeleton of a text with a syntax error. What the stages have to say about a guess is of no use.
fn guessed(source: &Source, options: &Options, root: &Node) -> TokenStream {
    let mut unheard = Diagnostics::default();
    let machine = parse(root, options.dialect.rules(), &mut unheard);
    let names = machine.map(|machine| {
        let names = check(&machine, options, &mut unheard);
        (machine, names)
    });
    let known = names.as_ref().map(|(machine, names)| (machine, names));
    emit::skeleton(source, options, known)
}
