//! The syntax of `asl_machine!(…)`.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, LitStr, Token, Visibility, braced};

use crate::dialect::{Dialect, MachineType};
use crate::options::{NameOption, Options, TaskOption, module_name};
use crate::parse::list_of;

/// The options a machine can have, as the macro lists them.
const KEYS: &[&str] = &[
    "dialect",
    "machine_type",
    "strict",
    "input",
    "output",
    "tasks",
    "names",
    "substitutions",
    "crate",
];

/// One call of `asl_machine!`: a file and its options.
///
/// ```
/// use asl_codegen::options::Invocation;
///
/// let call: Invocation = syn::parse_str(r#"
///     /// Takes an order from basket to receipt.
///     pub mod order = "flows/order.asl.json",
///     input = Order, output = Receipt,
///     tasks = { CheckStock = fn(Order) -> Stock },
/// "#).unwrap();
/// assert_eq!(call.file.value(), "flows/order.asl.json");
/// assert_eq!(call.options.name, "order");
/// ```
pub struct Invocation {
    /// The definition, relative to the calling crate's manifest.
    pub file: LitStr,
    /// Everything else.
    pub options: Options,
}

impl Parse for Invocation {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        let named = !attributes.is_empty()
            || !matches!(visibility, Visibility::Inherited)
            || input.peek(Token![mod]);
        let name = if named {
            input.parse::<Token![mod]>()?;
            let name: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            Some(name)
        } else {
            None
        };
        let file: LitStr = input.parse()?;
        let name = match name {
            Some(name) => name,
            None => name_after(&file)?,
        };
        let mut options = Options {
            name,
            visibility,
            attributes,
            ..Options::default()
        };
        let mut seen: Vec<String> = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            option(input, &mut options, &mut seen)?;
        }
        Ok(Invocation { file, options })
    }
}

/// The module name of the zero configuration.
fn name_after(file: &LitStr) -> syn::Result<Ident> {
    match module_name(&file.value()) {
        Some(mut name) => {
            name.set_span(file.span());
            Ok(name)
        }
        None => Err(syn::Error::new(
            file.span(),
            format!(
                "the file name gives no module name; choose one: `mod my_machine = {:?}`",
                file.value()
            ),
        )),
    }
}

fn option(
    input: ParseStream<'_>,
    options: &mut Options,
    seen: &mut Vec<String>,
) -> syn::Result<()> {
    let (key, span) = if input.peek(Token![crate]) {
        ("crate".to_owned(), input.parse::<Token![crate]>()?.span)
    } else {
        let key: Ident = input.parse()?;
        (key.to_string(), key.span())
    };
    if !KEYS.contains(&key.as_str()) {
        return Err(syn::Error::new(span, unknown_key(&key)));
    }
    if seen.contains(&key) {
        return Err(syn::Error::new(
            span,
            format!("the option `{key}` is given twice"),
        ));
    }
    if key == "strict" && !input.peek(Token![=]) {
        options.strict = true;
        seen.push(key);
        return Ok(());
    }
    input.parse::<Token![=]>()?;
    match key.as_str() {
        "strict" => options.strict = input.parse::<syn::LitBool>()?.value,
        "dialect" => options.dialect = dialect(input)?,
        "machine_type" => options.machine_type = machine_type(input)?,
        "input" => options.input = Some(input.parse()?),
        "output" => options.output = Some(input.parse()?),
        "tasks" => options.tasks = entries(input, task)?,
        "names" => options.names = entries(input, name)?,
        "substitutions" if input.peek(LitStr) => {
            let file: LitStr = input.parse()?;
            options.substitutions_file = Some(file.value());
        }
        "substitutions" => options.substitutions = entries(input, substitution)?,
        _ => options.runtime = input.call(syn::Path::parse_mod_style)?,
    }
    seen.push(key);
    Ok(())
}

fn unknown_key(key: &str) -> String {
    let list: Vec<String> = KEYS.iter().map(|key| format!("`{key}`")).collect();
    let mut text = format!(
        "unknown option `{key}`; the options are {}",
        list.join(", ")
    );
    if let Some(near) = crate::diagnostic::suggest::nearest(key, KEYS.iter().copied()) {
        text.push_str(&format!("; did you mean `{near}`?"));
    }
    text
}

fn dialect(input: ParseStream<'_>) -> syn::Result<Dialect> {
    let name: Ident = input.parse()?;
    let text = name.to_string();
    Dialect::from_name(&text).ok_or_else(|| {
        let known: Vec<&str> = Dialect::ALL.iter().map(|d| d.rules().name).collect();
        let list = list_of(&known, "and");
        let message = format!("unknown dialect `{text}`; the dialects are {list}");
        syn::Error::new(name.span(), message)
    })
}

fn machine_type(input: ParseStream<'_>) -> syn::Result<MachineType> {
    let name: Ident = input.parse()?;
    let text = name.to_string();
    MachineType::from_name(&text).ok_or_else(|| {
        let known: Vec<&str> = MachineType::ALL.iter().map(|t| t.name()).collect();
        let list = list_of(&known, "and");
        let message = format!("unknown machine type `{text}`; the types are {list}");
        syn::Error::new(name.span(), message)
    })
}

/// `{ key = value, … }`.
fn entries<T>(
    input: ParseStream<'_>,
    entry: fn(String, Span, ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<Vec<T>> {
    let content;
    braced!(content in input);
    let mut entries = Vec::new();
    let mut keys: Vec<String> = Vec::new();
    while !content.is_empty() {
        let (key, span) = if content.peek(LitStr) {
            let text: LitStr = content.parse()?;
            (text.value(), text.span())
        } else {
            let ident: Ident = content.parse()?;
            (ident.to_string(), ident.span())
        };
        if keys.contains(&key) {
            return Err(syn::Error::new(span, format!("`{key}` is given twice")));
        }
        keys.push(key.clone());
        content.parse::<Token![=]>()?;
        entries.push(entry(key, span, &content)?);
        if content.is_empty() {
            break;
        }
        content.parse::<Token![,]>()?;
    }
    Ok(entries)
}

/// `CheckStock = fn(Order) -> Stock`, or `CheckStock = lambda fn(Order) -> Stock`.
fn task(key: String, span: Span, input: ParseStream<'_>) -> syn::Result<TaskOption> {
    let modifier: Option<Ident> = input.parse()?;
    if let Some(modifier) = modifier.as_ref().filter(|m| *m != "lambda") {
        let message = format!("expected `fn(..) -> ..` or `lambda fn(..) -> ..`, not `{modifier}`");
        return Err(syn::Error::new(modifier.span(), message));
    }
    let signature: syn::TypeFnPtr = input.parse()?;
    let mut inputs = signature.inputs.iter();
    let (Some(argument), None) = (inputs.next(), inputs.next()) else {
        return Err(syn::Error::new(
            span,
            format!("a task takes one value: `{key} = fn(Input) -> Output`"),
        ));
    };
    let output = match &signature.output {
        syn::ReturnType::Type(_, output) => (**output).clone(),
        syn::ReturnType::Default => syn::parse_quote!(()),
    };
    Ok(TaskOption {
        key,
        span,
        input: argument.ty.clone(),
        output,
        is_lambda: modifier.is_some(),
    })
}

/// `"Describe DB" = DescribeDatabase`.
fn name(key: String, span: Span, input: ParseStream<'_>) -> syn::Result<NameOption> {
    let ident: Ident = input.parse()?;
    Ok(NameOption { key, span, ident })
}

/// `"ChargeFunctionArn" = "arn:…"`.
fn substitution(key: String, _: Span, input: ParseStream<'_>) -> syn::Result<(String, String)> {
    let value: LitStr = input.parse()?;
    Ok((key, value.value()))
}
