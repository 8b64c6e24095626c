//! The pipe: text in, tokens and diagnostics out.

use proc_macro2::TokenStream;

use crate::ast::Machine;
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
    document::adapt(source, &mut compilation.diagnostics);
    compilation
}

fn run(source: &Source, options: &Options) -> Compilation {
    let mut diagnostics = Diagnostics::default();
    let Document {
        root,
        is_whole,
        findings,
    } = document::read(source, &options.substitutions);
    diagnostics.extend(findings);
    if !is_whole {
        return refused(guessed(source, options, &root), diagnostics);
    }
    let Some(machine) = parse(&root, options.dialect.rules(), &mut diagnostics) else {
        return Compilation {
            tree: Some(root),
            ..refused(emit::skeleton(source, options, None), diagnostics)
        };
    };
    let names = check(&machine, options, &mut diagnostics);
    let dataflow = follow(&machine, options, &mut diagnostics);
    if diagnostics.has_errors() || !names.unused.is_empty() {
        let tokens = emit::skeleton(source, options, Some((&machine, &names)));
        let option_errors = match diagnostics.has_errors() {
            true => Vec::new(),
            false => names.unused,
        };
        return Compilation {
            option_errors,
            tree: Some(root),
            ..refused(tokens, diagnostics)
        };
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

fn refused(skeleton: TokenStream, diagnostics: Diagnostics) -> Compilation {
    Compilation {
        tokens: skeleton,
        docs: vec!["A state machine whose definition does not compile.".to_owned()],
        methods: Vec::new(),
        graph: None,
        diagnostics: diagnostics.into_sorted(),
        option_errors: Vec::new(),
        tree: None,
    }
}

/// Follows the data of a definition without errors: a field that was refused would be taken for one
/// that is absent.
fn follow(machine: &Machine, options: &Options, diagnostics: &mut Diagnostics) -> Dataflow {
    if diagnostics.has_errors() {
        return Dataflow::default();
    }
    let dataflow = Dataflow::of(machine, options.dialect.rules());
    let severity = match options.strict {
        true => Severity::Error,
        false => Severity::Warning,
    };
    let findings = dataflow.findings().iter().cloned();
    diagnostics.extend(findings.map(|finding| finding.severity(severity)));
    dataflow
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
