//! The procedural macro behind `asl_runtime::asl_machine!`. Use it from there.

use std::path::{Path, PathBuf};

use asl_codegen::diagnostic::{Diagnostic, Severity, render};
use asl_codegen::graph::Graph;
use asl_codegen::options::{Invocation, OptionError};
use asl_codegen::source::{Source, load};
use asl_codegen::{Compilation, Options, compile, emit};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

/// How many errors of one definition are shown.
const SHOWN: usize = 100;

/// Compiles a definition in the Amazon States Language into a module.
///
/// ```ignore
/// asl_machine!("flows/order.asl.json");          // `mod order`, every type is `Value`
///
/// asl_machine!(
///     /// Takes an order from basket to receipt.
///     pub mod order = "flows/order.asl.json",
///     dialect = aws,
///     input = Order, output = Receipt,
///     tasks = { CheckStock = fn(Order) -> Stock },
///     substitutions = { "ChargeFunctionArn" = "arn:aws:lambda:eu-west-1:1:function:charge" },
/// );
/// ```
///
/// The path is relative to the manifest of the calling crate. A file that ends in `.yaml` or `.yml` is read as YAML, which
/// needs the feature `yaml`. The macro stands at module level, because
/// the generated module finds the types in `input`, `output` and `tasks` beside it.
///
/// | option | value | without it |
/// |---|---|---|
/// | `dialect` | `asl`, `aws` or `tcsl` | `asl` |
/// | `machine_type` | `standard` or `express`: what the definition does not say, but its time limit and tasks depend on | `standard` |
/// | `strict` | alone, or `= true`: what would fail in every execution, such as a path that can never match, is an error | a warning |
/// | `input`, `output` | types of the execution | `Value` |
/// | `tasks` | `{ key = fn(In) -> Out }`; the key is a state name, a resource or a function | `Value` |
/// | | `{ key = lambda fn(In) -> Out }`: a Lambda handler, which takes and gives the `Payload` where it is called through `lambda:invoke` | the whole envelope |
/// | `names` | `{ key = Name }`: Rust names for states and tasks whose own give none | derived |
/// | `substitutions` | `{ "Name" = "value" }`: values of `${Name}` placeholders; or the path of a JSON or YAML file with them | kept as they are |
/// | `crate` | path of `asl_runtime`, where it is renamed | `::asl_runtime` |
#[proc_macro]
pub fn asl_machine(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    match syn::parse::<Invocation>(input) {
        Ok(invocation) => expand(&invocation).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

fn expand(invocation: &Invocation) -> TokenStream {
    let shown = invocation.file.value();
    let options = &invocation.options;
    let root = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let path = root.join(&shown);
    match load::read(&shown, &path, options.dialect.rules().max_definition) {
        Ok(source) => {
            let mut tracked = tracking(&invocation.file.value());
            let mut options = options.clone();
            let problems = substitutions(&mut options, &root, &source, &mut tracked);
            let mut compilation = compile(&source, &options);
            if let Some((values, problems)) = problems {
                // What is said about placeholders without values would only repeat it.
                compilation.diagnostics.clear();
                tracked.extend(errors(&problems, &values, invocation.file.span()));
            }
            module(invocation, &source, compilation, &tracked)
        }
        Err(diagnostic) => {
            // Tracked even if it was refused; a file that is not there cannot be.
            let tracking = path.is_file().then(|| tracking(&shown));
            let source = Source::new(shown, String::new());
            let compilation = Compilation {
                tokens: emit::skeleton(&source, options, None),
                docs: vec!["A state machine whose definition cannot be read.".to_owned()],
                methods: Vec::new(),
                graph: None,
                diagnostics: vec![diagnostic],
                option_errors: Vec::new(),
                tree: None,
            };
            module(
                invocation,
                &source,
                compilation,
                &tracking.unwrap_or_default(),
            )
        }
    }
}

/// Adds the values of the file that `options` name, and tracks it; what is wrong with it, and its text.
fn substitutions(
    options: &mut Options,
    root: &Path,
    definition: &Source,
    tracked: &mut TokenStream,
) -> Option<(Source, Vec<Diagnostic>)> {
    let file = options.substitutions_file.as_ref()?;
    let path = root.join(file);
    if path.is_file() {
        tracked.extend(tracking(file));
    }
    match load::read_substitutions(file, &path, definition) {
        Ok(values) => {
            options.substitutions.extend(values);
            None
        }
        Err(problems) => Some(problems),
    }
}

fn module(
    invocation: &Invocation,
    source: &Source,
    compilation: Compilation,
    tracking: &TokenStream,
) -> TokenStream {
    let span = invocation.file.span();
    let options = &invocation.options;
    let (name, visibility) = (&options.name, &options.visibility);
    let attributes = &options.attributes;
    let docs = compilation.docs.iter();
    let image = compilation.graph.as_ref().and_then(Graph::rustdoc_svg);
    // For rustdoc only: editors would show its source.
    let image = image.map(|image| quote!(#[cfg_attr(doc, doc = "", doc = #image)]));
    let gap = (!attributes.is_empty()).then(|| quote!(#[doc = ""]));
    let errors = errors(&compilation.diagnostics, source, span);
    let warnings = warnings(&compilation.diagnostics, source, span);
    let option_errors = compilation
        .option_errors
        .iter()
        .map(OptionError::to_compile_error);
    let items = &compilation.tokens;
    quote! {
        #errors
        #(#option_errors)*
        #(#attributes)*
        #gap
        #(#[doc = #docs])*
        #image
        #[allow(dead_code, private_bounds, private_interfaces)]
        #visibility mod #name {
            #tracking
            #warnings
            #items
        }
    }
}

/// Makes cargo rebuild when the definition changes. This form keeps absolute paths out of the
/// output, so that builds stay reproducible.
fn tracking(file: &str) -> TokenStream {
    let path = format!("/{file}");
    quote! {
        const _: &[u8] = ::core::include_bytes!(
            ::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), #path)
        );
    }
}

/// One `compile_error!` per error, each rendered with its place in the definition.
fn errors(diagnostics: &[Diagnostic], source: &Source, span: Span) -> TokenStream {
    let errors: Vec<&Diagnostic> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    let more = errors.len().saturating_sub(SHOWN);
    let mut texts: Vec<String> = errors
        .iter()
        .take(SHOWN)
        .map(|diagnostic| render::inline(diagnostic, source))
        .collect();
    if more > 0 {
        texts.push(format!("{}: and {more} more errors", source.name()));
    }
    quote_spanned!(span=> #(::core::compile_error!(#texts);)*)
}

/// A macro cannot warn; the use of a deprecated item can. Notes are for those who ask: a build that
/// denies warnings would fail on them.
fn warnings(diagnostics: &[Diagnostic], source: &Source, span: Span) -> TokenStream {
    let warnings = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Warning)
        .take(SHOWN)
        .map(|diagnostic| {
            let text = render::inline(diagnostic, source);
            quote_spanned! {span=>
                const _: () = {
                    #[deprecated(note = #text)]
                    const DEFINITION: () = ();
                    DEFINITION
                };
            }
        });
    quote!(#(#warnings)*)
}
