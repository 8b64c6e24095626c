//! What an engineer may choose besides the definition itself.

mod aliases;
mod error;
mod invocation;

pub(crate) use aliases::Aliases;
pub use error::OptionError;
pub use invocation::Invocation;

use proc_macro2::Span;
use syn::{Ident, Type, Visibility};

use crate::dialect::{Dialect, MachineType};

/// Options of one machine. [`Options::default`] is the zero configuration: dialect `asl`, every
/// type a `Value`, the module named after the file.
#[derive(Clone)]
pub struct Options {
    /// The dialect of the definition.
    pub dialect: Dialect,
    /// What kind of machine the definition is for.
    pub machine_type: MachineType,
    /// Whether what would fail in every execution is an error rather than a warning: a path that can
    /// never match, for example.
    pub strict: bool,
    /// Type of the execution's input; without it, `Value`.
    pub input: Option<Type>,
    /// Type of the execution's output; without it, `Value`.
    pub output: Option<Type>,
    /// Types of tasks, by state name or by resource.
    pub tasks: Vec<TaskOption>,
    /// Rust names for states and tasks whose own name gives none.
    pub names: Vec<NameOption>,
    /// Values of `${…}` placeholders.
    pub substitutions: Vec<(String, String)>,
    /// A file of further values, which a front end adds to `substitutions`
    /// ([`load::read_substitutions`](crate::source::load::read_substitutions)): [`compile`](crate::compile) reads no file.
    pub substitutions_file: Option<String>,
    /// Path to the runtime crate, as `crate = …` gives it.
    pub runtime: syn::Path,
    /// The machine's name: that of the module.
    pub name: Ident,
    /// Visibility of the module.
    pub visibility: Visibility,
    /// Attributes of the module, documentation among them.
    pub attributes: Vec<syn::Attribute>,
    /// Whether `input`, `output` and `tasks` are resolved beside the module (the macro) or, with
    /// `false`, in the scope that includes the generated file (a build script).
    pub in_place: bool,
    /// Whether the code moves, shares and precomputes what it may. Without, it does the same with
    /// more work: for tests that compare the two.
    #[doc(hidden)]
    pub is_optimised: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dialect: Dialect::default(),
            machine_type: MachineType::default(),
            strict: false,
            input: None,
            output: None,
            tasks: Vec::new(),
            names: Vec::new(),
            substitutions: Vec::new(),
            substitutions_file: None,
            runtime: syn::parse_quote!(::asl_runtime),
            name: Ident::new("machine", Span::call_site()),
            visibility: Visibility::Inherited,
            attributes: Vec::new(),
            in_place: true,
            is_optimised: true,
        }
    }
}

/// The types of one task.
#[derive(Clone)]
pub struct TaskOption {
    /// A state name, a resource or a function.
    pub key: String,
    /// Where the key is written in Rust.
    pub span: Span,
    /// What the task takes.
    pub input: Type,
    /// What the task returns.
    pub output: Type,
    /// Whether it is a Lambda handler: where it is called through `lambda:invoke`, it takes the
    /// `Payload` of the call, and what it returns is the `Payload` of the result.
    pub is_lambda: bool,
}

/// The Rust name of one state or task.
#[derive(Clone)]
pub struct NameOption {
    /// A state name, a resource or a function.
    pub key: String,
    /// Where the key is written in Rust.
    pub span: Span,
    /// Its name in Rust.
    pub ident: Ident,
}

/// The module name of a file: its name up to the first dot, in snake case.
///
/// `None` where that is no Rust identifier.
///
/// ```
/// use asl_codegen::options::module_name;
///
/// assert_eq!(module_name("flows/Order Flow.asl.json").unwrap(), "order_flow");
/// assert!(module_name("flows/type.asl.json").is_none());
/// ```
pub fn module_name(path: &str) -> Option<Ident> {
    let file = path.rsplit(['/', '\\']).next()?;
    let stem = file.split('.').next()?;
    syn::parse_str(&crate::naming::snake_case(stem)).ok()
}
